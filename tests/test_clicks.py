"""A click on a card: where the cards go, in which order targets are tried, and what is said when nothing takes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.clicks import Click, clicked
from canfield_widget.moves import FOUNDATION, STOCK, Move
from canfield_widget.position import Position, deal
from canfield_widget.refusals import Reason
from canfield_widget.rules import legal_moves, why_not
from canfield_widget.speech import speak_refusal
from canfield_widget.variants import VARIANTS
from samples import SOAK, TEXTS, position, random_walk, under

GAMES = st.tuples(st.sampled_from([*VARIANTS]), st.integers(0, 60), st.integers(0, 60))
"""A row, the number of a deal and how many random moves are made."""
EXAMPLES = settings(max_examples=1000 if SOAK else 80, deadline=None)
every_text = pytest.mark.parametrize("row", TEXTS)


def move(now: Position, pile: str, count: int = 1) -> str:
    """The move of a click as its token, or nothing."""
    return str(clicked(now, pile, count).move or "")


def said(now: Position, pile: str, count: int = 1) -> tuple[str, str]:
    """Why a click moves nothing, and the cards to blame."""
    found = clicked(now, pile, count)
    assert found.move is None
    assert found.refusal is not None
    return str(found.refusal.reason), " ".join(map(str, found.refusal.cards))


# The order of the targets


@every_text
def test_the_foundation_comes_before_a_column(row: str):
    assert move(under(row, "5", foundations="6H", waste="7H", tableau="8S, 8C, KD, 3D"), "W") == "W-F"


@every_text
def test_the_first_column_from_the_left_that_fits_takes_the_card(row: str):
    assert move(under(row, "5", waste="7H", tableau="KD, 8C, 8S, 3D"), "W") == "W-T2"


def test_a_column_comes_before_a_space_that_lies_further_left():
    now = under("superior", "5", reserve="2S 7H", tableau="-, KD, 8S, 3D")
    assert move(now, "R") == "R-T3"


def test_a_space_takes_what_nothing_else_does():
    now = under("superior", "5", reserve="2S 7H", tableau="TS, -, KD, -")
    assert move(now, "R") == "R-T2"


@every_text
def test_the_waste_fills_a_space_once_the_reserve_is_used_up(row: str):
    assert move(under(row, "5", waste="7H", tableau="TS, KD, -, 3D"), "W") == "W-T3"


def test_the_stock_deals_and_is_made_anew():
    assert move(under("canfield", "5", stock="7H 8H"), "S") == "S-W"
    assert move(under("canfield", "5", waste="7H 8H"), "S") == "W-S"


# Columns


def test_a_card_takes_those_on_it_along():
    now = under("superior", "5", tableau="9D 8C 7H 6S, 9H, KD, 3D")
    assert move(now, "T1", 3) == "T1-T2x3"


def test_a_card_with_others_on_it_does_not_go_to_the_foundation():
    now = under("superior", "5", foundations="7C", tableau="9D 8C 7H, KS, KD, 3D")
    assert move(now, "T1", 2) == ""
    assert move(under("superior", "5", foundations="6H", tableau="9D 8C 7H, KS, KD, 3D"), "T1") == "T1-F"


def test_where_whole_columns_move_a_click_on_the_bottom_card_moves_the_column():
    now = under("canfield", "5", tableau="9D 8C 7H, TS, KD, 3D")
    assert move(now, "T1", 3) == "T1-T2x3"


def test_where_whole_columns_move_a_click_in_the_middle_says_so():
    now = under("canfield", "5", tableau="9D 8C 7H, 9H, KD, 3D")
    assert said(now, "T1", 2) == ("whole-only", "9D")
    assert clicked(now, "T1", 2).count == 2


def test_the_top_card_of_a_column_moves_alone_where_it_may():
    now = "9D 8C 7H, 8S, KD, 3D"
    assert move(under("canfield-single", "5", tableau=now), "T1") == "T1-T2"
    assert said(under("canfield", "5", tableau=now), "T1") == ("whole-only", "8C")


def test_a_whole_column_does_not_go_into_a_space():
    now = under("superior", "5", tableau="9D 8C, -, KD, 3D")
    assert said(now, "T1", 2) == ("no-effect", "")
    assert move(now, "T1", 1) == "T1-T2"


# Foundations


@pytest.mark.parametrize("row", ["canfield", "quadruple"])
def test_a_foundation_is_only_selected(row: str):
    now = under(row, "5", foundations="7H", tableau="8S")
    assert clicked(now, "F1") == Click(None, None, 1)
    assert clicked(now, "F2") == Click(None, None, 0)


# What is said


@pytest.mark.parametrize(
    ("row", "piles", "pile", "count", "reason"),
    [
        ("canfield", {"waste": "7H", "tableau": "KS, KC, 3C, 3S", "foundations": "5H"}, "W", 1, ("not-next", "7H 5H")),
        ("canfield", {"waste": "7H", "tableau": "KS, KC, 3C, 3S"}, "W", 1, ("needs-base", "7H")),
        ("canfield", {"waste": "7H", "tableau": "KS, 8D, 3C, 3S"}, "W", 1, ("wrong-colour", "7H 8D")),
        ("storehouse", {"waste": "7H", "tableau": "KS, 8D, 3C, 3S", "foundations": "2H"}, "W", 1,
         ("wrong-suit", "7H 8D")),
        ("canfield", {"tableau": "7H, -, KC, KS"}, "T1", 1, ("needs-base", "7H")),
        ("canfield", {"tableau": "9D 8C, -, KC, KS"}, "T1", 1, ("whole-only", "9D")),
        ("canfield", {"tableau": "9D 8C, KS, KC, KH"}, "T1", 2, ("wrong-rank", "9D KS")),
        ("superior", {"reserve": "8D 9S 2C", "tableau": "KS"}, "R", 2, ("one-at-a-time", "")),
        ("canfield", {"tableau": "-, KS, KC, KH"}, "T1", 0, ("empty", "")),
        ("canfield", {"tableau": "KS"}, "W", 0, ("empty", "")),
        ("canfield", {"tableau": "KS"}, "S", 0, ("empty", "")),
        ("canfield{passes=1}", {"tableau": "KS", "waste": "8D"}, "S", 0, ("no-pass-left", "")),
        ("canfield", {"tableau": "KS"}, "T1", 3, ("too-many", "")),
        ("candike", {"tableau": "(8D) 9S"}, "T1", 2, ("face-down", "")),
        ("canfield{reserve_face=none}", {"reserve": "8D 9S", "tableau": "KS"}, "R", 1, ("reserve-closed", "")),
    ],
)  # fmt: skip
def test_the_refusal_that_tells_most_is_the_one(
    row: str, piles: dict[str, str], pile: str, count: int, reason: tuple[str, str]
):
    others = "KS" if row != "candike" else "KS KD"
    assert said(under(row, "2" if row == "storehouse" else "5", others=others, **piles), pile, count) == reason


def test_before_the_base_is_chosen_only_the_row_is_clicked():
    now = deal("selective", seed=1)
    assert said(now, "S") == ("choose-base", "")
    assert said(now, "R") == ("choose-base", "")
    assert move(now, "T2") == "T2-F"


def test_a_won_game_says_so():
    assert said(position("canfield; base A; foundations KS KH KD KC"), "W") == ("game-over", "")


def test_a_pile_that_is_not_there_is_an_error():
    for pile in ("T5", "X", "F9"):
        with pytest.raises(KeyError):
            clicked(deal("canfield", seed=1), pile)


# In every game


def clicks(now: Position) -> list[tuple[str, int]]:
    """Every card that can be clicked, and the empty places."""
    return [(name, count) for name in now.pile_names() for count in range(1, max(len(now.pile(name)), 1) + 1)]


@EXAMPLES
@given(GAMES)
def test_a_click_moves_exactly_if_a_legal_move_lifts_the_card(game: tuple[str, int, int]):
    *_, (now, _) = random_walk(*game)
    legal = legal_moves(now)
    for pile, count in clicks(now):
        if pile in (STOCK, *(f"F{n}" for n in range(1, 17))):
            continue
        found = clicked(now, pile, count)
        lifting = [move for move in legal if (move.source, move.count) == (pile, count) and move.target != STOCK]
        assert (found.move is None) == (not lifting)
        assert found.move is None or found.move in legal
        assert (found.move is None) == (found.refusal is not None)


@EXAMPLES
@given(GAMES)
def test_no_space_is_taken_where_a_column_fits_and_no_column_where_the_foundation_does(game: tuple[str, int, int]):
    *_, (now, _) = random_walk(*game)
    for pile, count in clicks(now):
        made = clicked(now, pile, count).move
        if made is None or made.target[0] != "T":
            continue
        assert Move(made.source, FOUNDATION, made.count) not in legal_moves(now)
        columns = [f"T{n + 1}" for n, cards in enumerate(now.tableau) if cards]
        fitting = [name for name in columns if Move(made.source, name, made.count) in legal_moves(now)]
        assert not fitting or made.target == fitting[0]


@EXAMPLES
@given(GAMES)
def test_a_refusal_is_that_of_the_move_it_is_about_and_can_be_spoken(game: tuple[str, int, int]):
    *_, (now, _) = random_walk(*game)
    for pile, count in clicks(now):
        found = clicked(now, pile, count)
        if found.refusal:
            assert found.asked is not None
            assert found.asked.source == pile or pile == STOCK
            assert found.refusal == why_not(now, found.asked)
            assert found.refusal.reason is not Reason.NO_SUCH_MOVE
            assert speak_refusal(now, found.asked, found.refusal).endswith(".")


@EXAMPLES
@given(GAMES)
def test_no_click_moves_a_card_back_from_a_foundation(game: tuple[str, int, int]):
    *_, (now, _) = random_walk(*game)
    for n in range(len(now.foundations)):
        found = clicked(now, f"F{n + 1}")
        assert (found.move, found.refusal) == (None, None)
