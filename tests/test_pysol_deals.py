"""Deals of PySolFC: the known shuffle, each game in its own order of dealing, and what is no deal is refused."""

import sys
from dataclasses import replace

import pytest

from canfield_widget.position import Position, problems
from canfield_widget.pysol_deals import pysol_deal
from canfield_widget.rules import legal_moves
from canfield_widget.variants import VARIANTS

# Deal 1 of Microsoft FreeCell, row by row, as it is printed in many places; PySolFC has it under the same number.
DEAL_1 = """
    JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C
    TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
"""
FIRST = DEAL_1.split()
NOT_THERE = ("selective", "candike", "three-demons", "double-storehouse", "coyote", "double-minerva", "triple-minerva")
THERE = [row for row in VARIANTS if row not in NOT_THERE]


def cards(pile: tuple[object, ...]) -> str:
    return " ".join(map(str, pile))


def columns(now: Position) -> list[str]:
    return [cards(pile) for pile in now.tableau]


def test_the_cards_of_deal_1_are_those_that_everybody_knows():
    now = pysol_deal("canfield-pysol", 1)
    assert (cards(now.foundations[0]), cards(now.reserves[0])) == (FIRST[0], " ".join(FIRST[1:14]))
    assert columns(now) == [FIRST[17], FIRST[16], FIRST[15], FIRST[14]]
    assert cards(now.stock[::-1]) == " ".join(FIRST[18:])


def test_the_cards_that_are_laid_out_beforehand_are_left_out_of_the_deal():
    now, rest = pysol_deal("storehouse-pysol", 1), [card for card in FIRST if card[0] != "2"]
    assert cards(now.reserves[0]) == " ".join(rest[:13])
    assert columns(now) == rest[16:12:-1]
    assert cards(now.stock[::-1]) == " ".join(rest[17:])


def test_minerva_deals_the_columns_before_the_reserve():
    now = pysol_deal("minerva", 1)
    assert columns(now) == [" ".join(FIRST[n:28:7]) for n in range(7)]
    assert now.face_down == (0b101,) * 7
    assert (cards(now.reserves[0]), cards(now.stock[::-1])) == (" ".join(FIRST[28:39]), " ".join(FIRST[39:]))


@pytest.mark.parametrize(("row", "piles", "size"), [("duke", 4, 3), ("duchess", 4, 3), ("gate", 2, 5)])
def test_several_reserves_get_a_card_each_in_turn(row: str, piles: int, size: int):
    now, dealt = pysol_deal(row, 1), piles * size
    assert [cards(pile) for pile in now.reserves] == [" ".join(FIRST[n:dealt:piles]) for n in range(piles)]
    assert columns(now) == FIRST[dealt : dealt + VARIANTS[row].columns]


@pytest.mark.parametrize("row", THERE)
@pytest.mark.parametrize("number", [1, 31_999, 32_000, 12_345_678_901_234_567_890])
def test_every_deal_is_complete_and_can_be_played(row: str, number: int):
    now = pysol_deal(row, number)
    assert problems(now) == ()
    assert now.variant is VARIANTS[row]
    assert not now.waste
    assert legal_moves(now)


def test_games_that_are_dealt_alike_have_the_same_cards():
    one, other = pysol_deal("canfield", 777), pysol_deal("rainbow", 777)
    assert replace(one, variant=other.variant) == other


def test_a_number_may_be_text_and_ms_before_it_asks_for_the_older_shuffle():
    assert pysol_deal("canfield", "777") == pysol_deal("canfield", 777) == pysol_deal("canfield", "ms777")
    assert pysol_deal("canfield", "31999") == pysol_deal("canfield", "ms31999")
    assert pysol_deal("canfield", "32000") != pysol_deal("canfield", "ms32000")


def test_rules_of_ones_own_may_differ_in_how_they_are_played_and_not_in_how_they_are_dealt():
    free = replace(VARIANTS["canfield"], deal_count=1, passes=2)
    assert cards(pysol_deal(free, 5).stock) == cards(pysol_deal("canfield", 5).stock)
    with pytest.raises(ValueError, match="read canfield with columns=5, expected 4, as PySolFC deals it"):
        pysol_deal(replace(free, columns=5), 5)


@pytest.mark.parametrize(
    "number", [0, -1, True, None, 1.0, "", "x", "ms0", " 7", "7 ", "٧", "ms8589934592", 10**20 + 1, "9" * 30]
)
def test_what_is_no_number_of_a_deal_is_refused(number: object):
    with pytest.raises(ValueError, match=r"^number: read .*, expected a deal number of PySolFC, 1 to 1000"):
        pysol_deal("canfield", number)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", NOT_THERE)
def test_a_game_that_pysolfc_does_not_deal_is_refused_with_those_that_it_does(row: str):
    with pytest.raises(ValueError, match=f"read '{row}', expected one that PySolFC deals: canfield, "):
        pysol_deal(row, 1)


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pysol_cards.random", None)
    with pytest.raises(ImportError, match=r'pip install "canfield-widget\[pysol\]"'):
        pysol_deal("canfield", 1)
