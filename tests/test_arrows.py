"""Arrows: where they begin and end, what they leave legible, and what is none."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.arrows import Arrow, Wanted
from canfield_widget.cards import UNKNOWN, read_card
from canfield_widget.moves import read_move
from canfield_widget.picture import Picture, lay_out
from canfield_widget.position import Position, deal
from canfield_widget.rules import legal_moves, steps
from canfield_widget.variants import VARIANTS
from samples import position, random_walk, under

ROWS = st.sampled_from([*VARIANTS])
SEEDS = st.integers(0, 10**6)
BOARD = under("canfield", "7", tableau="8H 7S 6H 5C, 5D, -, 9S 8D", stock="3C 4C", waste="| 9C 4H JC", reserve="2D TS",
              foundations="9S 7D")  # fmt: skip


def middle(drawn: Picture, pile: str, index: int) -> tuple[float, float]:
    """The middle of the free part of what lies there."""
    (piece,) = [piece for piece in drawn.pieces if (piece.pile, piece.index) == (pile, index)]
    left, top, right, bottom = piece.box()
    return (left + right) / 2, (top + bottom) / 2


def only(now: Position, wanted: Wanted) -> tuple[Picture, Arrow]:
    drawn = lay_out(now, arrows=[wanted])
    (arrow,) = drawn.arrows
    return drawn, arrow


@pytest.mark.parametrize(
    ("wanted", "begins", "ends"),
    [
        ("T2-T4", ("T2", 0), ("T4", 1)), ("W-T3", ("W", 2), ("T3", -1)), ("S-W", ("S", 1), ("W", 2)),
        ("R-T2", ("R", 1), ("T2", 0)), (("4H", "T2"), ("W", 1), ("T2", 0)), (("T2", "JC"), ("T2", 0), ("W", 2)),
        ((read_card("5D"), "r"), ("T2", 0), ("R", 1)), (read_move("FD7-T3"), ("F2", 0), ("T3", -1)),
    ],
)  # fmt: skip
def test_an_arrow_goes_from_the_middle_of_what_moves_to_the_middle_of_what_receives_it(
    wanted: Wanted, begins: tuple[str, int], ends: tuple[str, int]
):
    drawn, arrow = only(BOARD, wanted)
    assert arrow.course[0] == pytest.approx(middle(drawn, *begins))
    assert arrow.course[-1] == pytest.approx(middle(drawn, *ends))


def test_an_arrow_of_a_run_begins_on_its_deepest_card():
    drawn, arrow = only(BOARD, "T1-T4x2")
    assert arrow.course[0] == pytest.approx(middle(drawn, "T1", 2))
    assert arrow.words == "Arrow: six of hearts with the card on it to column 4."
    assert only(BOARD, "T1-T4x3")[1].words == "Arrow: seven of spades with 2 cards on it to column 4."


def test_to_the_foundation_it_goes_to_the_pile_that_takes_the_card_or_to_the_first_empty_one():
    now = under("canfield", "7", tableau="8D, 9C, TS", foundations="9S 7D")
    for token, pile in (("T1-F", "F2"), ("T3-F", "F1"), ("T2-F", "F3")):
        drawn, arrow = only(now, token)
        x, y = middle(drawn, pile, -1 if pile == "F3" else len(now.pile(pile)) - 1)
        assert math.dist(arrow.course[-1], (x, y)) < 60
        assert arrow.words.endswith(f"to foundation {pile[1]}.")
    assert only(now, ("8D", "F"))[1].words == "Arrow: eight of diamonds to foundation 2."


def test_the_foundation_of_a_hidden_card_does_not_tell_its_suit():
    now = under("acme{reserve_face=none}", "A", reserve="5C 2D", foundations="- AD")
    assert only(now, "R-F")[1].words == "Arrow: reserve to foundation 1."


@given(ROWS, SEEDS)
def test_every_legal_move_has_an_arrow_between_its_piles_that_lies_inside(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 12)][::6]:
        for move in legal_moves(now):
            drawn, arrow = only(now, move)
            first = steps(now, move)[0]
            seen = now.player_view()
            card = seen.pile(first.source)[-1 if first.turned else -first.count]
            if card != UNKNOWN or first.source[0] in "SW":
                index = len(now.pile(first.source)) - (1 if first.turned else first.count)
                assert math.dist(arrow.course[0], middle(drawn, first.source, index)) < 90
            target = middle(drawn, first.target, len(now.pile(first.target)) - 1)
            assert math.dist(arrow.course[-1], target) < 90
            assert all(0 < x < drawn.width and 0 < y < drawn.height for x, y in arrow.course)


def test_ranks_and_suits_of_both_ends_stay_legible():
    for token in ("T1-T2x2", "T4-T1x2", "T2-T4", "W-T4", "R-T1", "T4-T2x2"):
        drawn, arrow = only(BOARD, token)
        move = read_move(token)
        for pile, index in ((move.source, len(BOARD.pile(move.source)) - move.count),
                            (move.target, len(BOARD.pile(move.target)) - 1)):  # fmt: skip
            (piece,) = [piece for piece in drawn.pieces if (piece.pile, piece.index) == (pile, index)]
            on_it = [(x, y) for x, y in arrow.course if 4 < x - piece.x < 42 and 4 < y - piece.y < 30]
            assert not on_it, (token, pile)


def test_arrows_between_the_same_piles_run_apart():
    now = under("canfield", "7", tableau="8H, 7S, 6H, 5S")
    for tokens in (["T1-T2", "T2-T1"], ["T1-T3", "T3-T1"], ["T1-T4", "T2-T4", "T3-T4"]):
        for one, other in combinations(lay_out(now, arrows=tokens).arrows, 2):
            half = one.course[len(one.course) // 2]
            assert min(math.dist(half, point) for point in other.course) > 12, tokens


@pytest.mark.parametrize("tokens", [("T2-T4", "T1-T3"), ("T1-T3", "T2-T3"), ("T1-T4", "T4-F"), ("T1-F", "T2-F")])
def test_an_arrow_keeps_away_from_those_before_it(tokens: tuple[str, str]):
    now = under("canfield", "7", tableau="8H, 7S, 6H, 5S", waste="3C", reserve="9C")
    one, other = lay_out(now, arrows=tokens).arrows
    quarter = len(one.course) // 4
    assert min(math.dist(point, there) for point in one.course[quarter:-quarter] for there in other.course) > 18


@pytest.mark.parametrize("token", ["W-T4", "T1-T3", "T2-T4"])
def test_no_rank_or_suit_lies_under_an_arrow_that_can_go_round_it(token: str):
    now = under("canfield", "3", tableau="JD TS 9D 8S 7H 6C, KS QD, 9S 8D 7S 6H 5S, TH", waste="| JH 9C",
                foundations="5D 5H 3S")  # fmt: skip
    drawn, arrow = only(now, token)
    for piece in drawn.pieces:
        if piece.marks and piece.index >= 0:
            corner = [(x, y) for x, y in arrow.course if 4 < x - piece.x < 42 and 4 < y - piece.y < 30]
            assert not corner, (piece.pile, piece.index)


def test_an_arrow_is_one_shape_on_a_halo_in_the_colour_of_the_table():
    _, arrow = only(BOARD, "T2-T4")
    halo, shape = arrow.marks()
    assert (halo.stroke, shape.fill) == ("table-top", "hint")
    assert halo.path == shape.path
    points = re.findall(r"[ML](\S+) ([^LZ]+)", str(shape.path))
    assert any(math.dist((float(x), float(y)), arrow.course[-1]) < 0.2 for x, y in points)


def test_arrows_are_thicker_where_cards_are_small():
    assert lay_out(BOARD, arrows=["T2-T4"]).arrows[0].size == 1
    assert lay_out(BOARD, arrows=["T2-T4"], pixels=320).arrows[0].size > 1.4


def test_an_arrow_may_point_from_a_card_that_lies_face_down_where_it_is_to_be_seen():
    now = under("canfield", "7", reserve="2D 3D TS", tableau="4S")
    drawn = lay_out(now, arrows=[("2D", "T1")], player_view=False)
    assert drawn.arrows[0].words == "Arrow: two of diamonds to column 1."
    with pytest.raises(ValueError, match="arrows: read"):
        lay_out(now, arrows=[("2D", "T1")])


def test_a_single_token_is_an_arrow():
    assert [arrow.name for arrow in lay_out(BOARD, arrows="T2-T4").arrows] == ["T2-T4"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (5, "arrows: read 5, expected moves such as T2-T1"), ([5], "arrows: read 5"), ([("KC",)], r"read \('KC',\)"),
        ([("KC", 3)], "expected moves such as"), ("T2>T1", "arrows: 'T2>T1' is no move"),
        ("T2-T1x3", "T2 gives none"), ("T9-T1", r"expected two ends .*S, W, R, F1.*T9 gives none"),
        ("T2-T9", "T9 gives none"), ([("KC", "T1")], "KC gives none"), ([("T1", "2D")], "2D gives none"),
        ([("?", "T1")], r"\? gives none"), ("FH9-T1", "FH9 gives none"), ("R1-T1", "R1 gives none"),
        ([("T1", "T1")], "T1 gives none"), ([("T3", "W"), ("9C", "XX")], "XX gives none"),
    ],
)  # fmt: skip
def test_what_is_no_arrow_is_told(wanted: object, message: str):
    with pytest.raises(ValueError, match=message):
        lay_out(BOARD, arrows=wanted)  # type: ignore[arg-type]


def test_a_card_that_is_to_be_seen_twice_is_no_end():
    now = position("double; base 7; foundations 7H - - - - - - -; tableau 7H 6S, 5D, -, -, -")
    with pytest.raises(ValueError, match=r"arrows: read 7H, which is to be seen in F1, T1"):
        lay_out(now, arrows=[("7H", "T3")])


def test_an_empty_reserve_has_no_place():
    with pytest.raises(ValueError, match="R gives none"):
        lay_out(under("canfield", "7", tableau="8H"), arrows=["R-T1"])


def test_the_dealt_position_has_arrows_in_both_directions_of_stock_and_waste():
    assert [a.words for a in lay_out(deal(seed=1), arrows=["S-W"], lang="de").arrows] == ["Pfeil: Stapel zur Ablage."]
    now = under("canfield", "7", waste="3C 4C")
    assert [a.words for a in lay_out(now, arrows=["W-S"]).arrows] == ["Arrow: four of clubs to the stock."]
