"""Positions made in Python: how piles may be written, the base, the rest of the pack, and what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.arranging import set_up
from canfield_widget.cards import UNKNOWN, Card, full_pack, read_card
from canfield_widget.game import Game
from canfield_widget.notation import read_position, write_position
from canfield_widget.position import BIGGEST_DEAL, Position, deal, problems, shuffled
from canfield_widget.variants import VARIANTS, Variant
from canfield_widget.widget import CanfieldWidget
from samples import cards, column, random_walk

CANFIELD = VARIANTS["canfield"]
DUCHESS = replace(CANFIELD, id="duchess", reserve_piles=4, reserve_size=3, reserve_face="all", base_rank="chosen")
ROWS = st.sampled_from([*VARIANTS.values(), DUCHESS])
SEEDS = st.integers(0, BIGGEST_DEAL)


def same(one: Position, other: Position) -> bool:
    """Equal in what is compared and in the packet that is shown."""
    return one == other and one.packet == other.packet


# Piles


def test_a_position_is_what_its_text_says():
    now = set_up(
        base="7", stock="3C 4D", waste="9C 4H JC 5S", reserve="2D TS", foundations="9S 7D",
        tableau=["QS JD", "5D", "-", "7H"],
    )  # fmt: skip
    assert same(now, read_position(
        "canfield; base 7; stock 3C 4D; waste 9C | 4H JC 5S; reserve 2D TS; foundations 9S 7D - -; "
        "tableau QS JD, 5D, -, 7H"
    ))  # fmt: skip


def test_nothing_but_a_variant_is_an_empty_table():
    now = set_up("superior")
    assert now == read_position("superior")
    assert (now.base, len(now.tableau), len(now.foundations)) == (None, 4, 4)


@pytest.mark.parametrize(
    "pile",
    ["9S 8H 7C", " 9s  8h\n7c ", ["9S", "8H", "7C"], cards("9S 8H 7C"), (card for card in cards("9S 8H 7C")),
     ["9S", read_card("8H"), "7C"]],
    ids=["text", "loose text", "texts", "cards", "a generator", "both"],
)  # fmt: skip
def test_a_pile_may_be_written_as(pile: Any):
    assert column(set_up(tableau=[pile]), "T1") == "9S 8H 7C"


@pytest.mark.parametrize("pile", ["", "-", " - ", (), [], None])
def test_an_empty_pile_may_be_written_as(pile: Any):
    now = set_up(tableau=[pile, "5D"], waste=pile, reserve=pile, stock=pile)
    assert now == set_up(tableau=["-", "5D"])
    assert now.tableau[0] == ()


def test_a_text_of_the_tableau_parts_its_columns_by_commas():
    assert set_up(tableau="QS JD, 5D, -, 7H") == set_up(tableau=["QS JD", "5D", "-", "7H"])


def test_columns_that_are_not_named_are_spaces():
    assert [len(pile) for pile in set_up("quadruple", tableau=["QS JD", "5D"]).tableau] == [2, 1, 0, 0, 0, 0, 0, 0]


def test_a_card_in_brackets_lies_face_down():
    now = set_up("candike", tableau=["(8C) (9H) QS", ["(2D)", "KC"]])
    assert now.face_down == (0b011, 0b01, 0, 0, 0, 0, 0)
    assert str(now.tableau[0][1]) == "9H"


def test_a_card_that_nobody_knows_lies_face_down():
    now = set_up("candike", tableau=["? QS"], reserve="? ? 4D", stock="? ?")
    assert now.tableau[0] == (UNKNOWN, read_card("QS"))
    assert now.face_down[0] == 1
    assert now.player_view() == now


def test_a_foundation_holds_the_cards_from_the_base_to_the_one_that_is_named():
    now = set_up(base="Q", foundations="- 2D QS")
    assert [column(now, f"F{n}") for n in (1, 2, 3, 4)] == ["", "QD KD AD 2D", "QS", ""]


@pytest.mark.parametrize("tops", ["5H - 6S", ["5H", None, "6S"], ["5H", "-", read_card("6S")]])
def test_foundations_may_be_written_as(tops: Any):
    assert set_up(base=5, foundations=tops) == read_position("canfield; base 5; foundations 5H - 6S -")


def test_several_reserves_are_several_piles():
    now = set_up(DUCHESS, reserve=["2D TS", "-", cards("4C")])
    assert [column(now, f"R{n}") for n in (1, 2, 3, 4)] == ["2D TS", "", "4C", ""]
    assert set_up(DUCHESS, reserve="2D TS, -, 4C") == now


def test_the_packet_that_is_shown_is_that_of_the_pass():
    assert set_up(waste="9C").packet == 1
    assert set_up(waste="9C 4H JC 5S").packet == 3
    assert set_up("rush", waste="9C 4H JC 5S", pass_number=2).packet == 2


# The base


@pytest.mark.parametrize(("base", "rank"), [("5", 5), (5, 5), ("K", 13), ("k", 13), ("10", 10), ("T", 10), ("A", 1)])
def test_the_base_is_a_rank_by_letter_or_number(base: Any, rank: int):
    assert set_up(base=base).base == rank


def test_the_base_is_that_of_the_variant_where_it_fixes_one():
    assert set_up("storehouse").base == 2
    assert set_up("acme", foundations="3H").foundations[0] == cards("AH 2H 3H")


def test_the_base_is_that_of_the_foundations_where_they_are_of_one_rank():
    assert set_up(foundations="5H").base == 5
    assert set_up(foundations="- 5H 5C").base == 5
    assert set_up(foundations="- -").base is None


def test_foundations_of_several_ranks_want_a_base():
    with pytest.raises(ValueError, match=r"^base: expected a rank, since the foundations 7D 8S do not say where"):
        set_up(foundations="7D - 8S")


def test_while_the_base_is_to_be_chosen_there_is_one_column_more():
    assert len(set_up("selective").tableau) == 5
    assert len(set_up("selective", base=4).tableau) == 4
    assert len(set_up("selective", foundations="4H").tableau) == 4


# The rest


def test_the_rest_makes_a_position_that_can_be_played():
    now = set_up(foundations="5H", tableau=["9S 8H 7C", "KC QD", "4D"], reserve="2D TS", rest="stock", seed=3)
    assert problems(now) == ()
    assert Game(now).legal_moves()
    assert CanfieldWidget(position=now, saves=False).position == now
    assert [column(now, f"T{n}") for n in (1, 2, 3, 4)] == ["9S 8H 7C", "KC QD", "4D", ""]


def test_the_rest_lies_in_the_order_of_the_deal():
    laid = cards("9S 8H 5H 2D")
    left = [card for card in shuffled(3, 1) if card not in laid]
    now = set_up(foundations="5H", tableau=["9S"], stock="8H", reserve="2D", rest="stock", seed=3)
    assert now.stock == (*reversed(left), read_card("8H"))
    now = set_up(foundations="5H", tableau=["9S"], stock="8H", reserve="2D", rest="reserve", seed=3)
    assert now.reserves[0] == (*left, read_card("2D"))
    assert now.stock == cards("8H")


def test_without_a_number_the_rest_lies_in_the_order_of_the_pack():
    now = set_up(base="A", rest="stock")
    assert now.stock == full_pack(1)[::-1]
    assert set_up(base="A", rest="stock") == now


def test_a_deal_is_the_rest_of_nothing():
    dealt = deal("canfield", seed=11)
    made = set_up(base=dealt.base, foundations=[dealt.foundations[0][0]], tableau=[*dealt.tableau],
                  reserve=dealt.reserves[0], rest="stock", seed=11)  # fmt: skip
    assert made == dealt


def test_of_several_reserves_the_first_takes_the_rest():
    now = set_up(DUCHESS, reserve=["2D", "3D"], rest="reserve")
    assert [len(pile) for pile in now.reserves] == [51, 1, 0, 0]
    assert problems(now) == ()


PILES = st.lists(st.integers(0, 6), min_size=4, max_size=12)


@given(ROWS, SEEDS, PILES, st.sampled_from(["stock", "reserve"]), st.none() | SEEDS)
def test_with_the_rest_every_card_is_there_and_the_position_is_complete(
    v: Variant, seed: int, sizes: list[int], rest: str, number: int | None
):
    pack = iter(shuffled(seed, v.decks))
    waste, *columns = [[card for _, card in zip(range(size), pack, strict=False)] for size in sizes]
    now = set_up(v, base=v.base_rank if isinstance(v.base_rank, int) else 9, tableau=columns[: v.columns],
                 waste=waste, rest=rest, seed=number)  # fmt: skip
    assert problems(now) == ()
    assert Counter(card for name in now.pile_names() for card in now.pile(name)) == Counter(full_pack(v.decks))
    assert now.waste == tuple(waste)


# Back and forth


def piles_of(now: Position, *, as_text: bool) -> dict[str, Any]:
    """What makes a position again."""

    def pile(pile: tuple[Card, ...], down: int = 0) -> Any:
        words = [f"({card})" if down >> i & 1 and card != UNKNOWN else str(card) for i, card in enumerate(pile)]
        return " ".join(words) if as_text else words

    reserves = [pile(each) for each in now.reserves]
    tops = [str(each[-1]) if each else "-" for each in now.foundations]
    return {
        "base": now.base, "stock": pile(now.stock), "waste": pile(now.waste), "pass_number": now.pass_number,
        "reserve": reserves if len(reserves) > 1 else reserves[0], "foundations": " ".join(tops) if as_text else tops,
        "tableau": [pile(each, down) for each, down in zip(now.tableau, now.face_down, strict=True)],
    }  # fmt: skip


@given(ROWS, SEEDS, st.booleans())
def test_the_piles_of_any_position_of_a_game_make_it_again(v: Variant, seed: int, as_text: bool):
    for now, _ in [*random_walk(v, seed, 24)][::4]:
        assert set_up(v, **piles_of(now, as_text=as_text)) == now
        assert set_up(v, **piles_of(now, as_text=as_text), rest="stock", seed=1) == now


@given(ROWS, SEEDS)
def test_what_a_player_sees_makes_itself_again(v: Variant, seed: int):
    for now, _ in [*random_walk(v, seed, 16)][::4]:
        assert set_up(v, **piles_of(now.player_view(), as_text=True)) == now.player_view()


@given(ROWS, SEEDS, PILES, st.integers(0, 13))
def test_what_is_set_up_is_read_back_from_its_text(v: Variant, seed: int, sizes: list[int], base: int):
    pack = iter(shuffled(seed, v.decks))
    piles = [" ".join(str(card) for _, card in zip(range(size), pack, strict=False)) for size in sizes]
    wanted = v.base_rank if isinstance(v.base_rank, int) else base or None
    now = set_up(v, base=wanted, tableau=piles[2 : 2 + v.columns], waste=piles[0], stock=piles[1])
    assert same(read_position(write_position(now)), now)


# What is refused

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown variant": ({"variant": "klondike"}, r"^'klondike' is no variant"),
    "no card": ({"tableau": ["9S", "8H 7X"]}, r"^column 2, card 2: '7X' is no card"),
    "no card in the waste": ({"waste": ["9S 8H"]}, r"^waste, card 1: '9S 8H' is no card"),
    "a number for a card": ({"waste": [7]}, r"^waste, card 1: read 7, expected a card such as 7H"),
    "a number for a pile": ({"stock": 7}, r"^stock: read 7, expected cards such as"),
    "a number for a column": ({"tableau": [7]}, r"^column 1: read 7, expected cards"),
    "a number for the tableau": ({"tableau": 7}, r"^tableau: read 7, expected piles such as"),
    "brackets where nothing lies face down": ({"reserve": "(8C)"}, r"^reserve, card 1: '\(8C\)' is no card"),
    "a rank that the game does not have": (
        {"variant": replace(CANFIELD, ranks=4, reserve_size=3), "stock": "2H 5H"},
        r"^stock, card 2: read 5H, expected ranks up to 4",
    ),
    "a card that is no foundation's": ({"base": 5, "foundations": "- 5X"}, r"^foundation 2: '5X' is no card"),
    "a foundation nobody knows": ({"base": 5, "foundations": "5H ?"}, r"^foundation 2: read '\?', expected a card in"),
    "too many foundations": ({"base": 5, "foundations": "- - - - 5H"}, r"^foundations: read 5, expected at most 4 in"),
    "too many columns": ({"tableau": ["-"] * 5}, r"^tableau: read 5 piles, expected at most 4 in canfield"),
    "too many columns for a base": (
        {"variant": "selective", "base": 5, "tableau": ["-"] * 5},
        r"^tableau: read 5 piles, expected at most 4 in selective",
    ),
    "too many reserves": ({"variant": DUCHESS, "reserve": ["-"] * 5}, r"^reserve: read 5 piles, expected at most 4 in"),
    "a base that is no rank": ({"base": "1"}, r"^base: read '1', expected one rank of A 2 3 4 5 6 7 8 9 T J Q K"),
    "a base beyond the king": ({"base": 14}, r"^base: read 14, expected one rank of A"),
    "a base of zero": ({"base": 0}, r"^base: read 0, expected one rank of A"),
    "a base that is a truth": ({"base": True}, r"^base: read True, expected one rank of A"),
    "a base that is not the variant's": ({"variant": "storehouse", "base": 5}, r"^base: read 5, expected 2, as store"),
    "a card twice": (
        {"tableau": ["7H", "-", "7H"], "stock": "3C"},
        r"^7H: read in column 1, column 3; expected each card once at most",
    ),
    "a card that lies under a foundation's": (
        {"base": 5, "foundations": "7H", "waste": "6H 9C", "reserve": "9C"},
        r"^6H: read in waste, foundation 1; 9C: read in waste, reserve; expected each",
    ),
    "a card too often for the decks": (
        {"variant": "double", "waste": "7H 7H", "stock": "7H"},
        r"^7H: read in stock, waste, waste; expected each card 2 times at most",
    ),
    "a pass that there is not": ({"pass_number": 2}, r"^pass_number: read 2, expected 1$"),
    "a pass after the last": ({"variant": "rush", "pass_number": 4}, r"^pass_number: read 4, expected a whole number"),
    "a pass that is no number": ({"variant": "rush", "pass_number": "2"}, r"^pass_number: read '2', expected a whole"),
    "a rest for no pile": ({"base": 5, "rest": "waste"}, r"^rest: read 'waste', expected one of 'stock', 'reserve'"),
    "a rest without a base": ({"rest": "stock"}, r"^base: expected a rank, since rest='stock' makes a position to"),
    "a rest with cards nobody knows": ({"base": 5, "stock": "? ?", "rest": "stock"}, r"^rest: .* with 2 cards '\?'"),
    "a seed that is no number": ({"base": 5, "rest": "stock", "seed": "7"}, r"^seed: read '7', expected a whole"),
    "a seed below zero": ({"base": 5, "rest": "stock", "seed": -1}, r"^seed: read -1, expected a whole number from 0"),
    "a seed for nothing": ({"base": 5, "seed": 7}, r"^seed: read 7, expected none without rest="),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused_to_set_up(what: str):
    wanted, why = REFUSED[what]
    with pytest.raises(ValueError, match=why):
        set_up(**wanted)


def test_as_many_equal_cards_as_decks_may_be_laid():
    now = set_up("double", waste="7H", stock="7H", base="A", rest="reserve")
    assert problems(now) == ()
