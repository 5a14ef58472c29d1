"""Moves and their tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.moves import Move, number, read_move


@pytest.mark.parametrize(
    ("token", "source", "target", "count"),
    [
        ("S-W", "S", "W", 1),
        ("W-S", "W", "S", 1),
        ("R-F", "R", "F", 1),
        ("R4-T2", "R4", "T2", 1),
        ("W-T12", "W", "T12", 1),
        ("T1-T3x4", "T1", "T3", 4),
        ("T16-F", "T16", "F", 1),
        ("FH7-T3", "FH7", "T3", 1),
        ("FST-T10", "FST", "T10", 1),
    ],
)
def test_a_token_is_read_and_written_back(token: str, source: str, target: str, count: int):
    assert read_move(token) == Move(source, target, count)
    assert str(Move(source, target, count)) == token


def test_one_card_is_written_without_its_count():
    assert read_move("T1-T2x1") == Move("T1", "T2")
    assert str(read_move("T1-T2x1")) == "T1-T2"


def test_a_move_shows_itself_by_its_token():
    assert repr(Move("T1", "T3", 4)) == "Move('T1-T3x4')"


@pytest.mark.parametrize(
    "token",
    ["", "S", "S-", "-W", "S-W ", " S-W", "s-w", "S–W", "T0-F", "T01-F", "T100-F", "T-F", "R0-F", "R10-F", "F-T1",
     "F1-T1", "FX7-T1", "FH1-T1", "FH10-T1", "T1-T2x0", "T1-T2x01", "T1-T2x", "T1-T2x1000", "T1-FH7", "T1-R", "S-W S-W",
     "T1-T3x4\n", "T1١-F", "T1-T2x٣"],
)  # fmt: skip
def test_what_is_no_token_is_refused_with_an_example_of_one(token: str):
    with pytest.raises(ValueError, match="is no move: expected a token such as S-W") as refused:
        read_move(token)
    assert repr(token) in str(refused.value)


def test_a_long_text_is_not_repeated_whole():
    with pytest.raises(ValueError, match="is no move") as refused:
        read_move("T1-T2" * 1000)
    assert len(str(refused.value)) < 150


@given(st.text("SWRTFHDC123456789xAKQJ-", max_size=10))
def test_whatever_is_read_is_written_so_that_it_is_read_again(token: str):
    try:
        move = read_move(token)
    except ValueError:
        return
    assert read_move(str(move)) == move


def test_piles_are_numbered_from_one_and_a_single_reserve_is_the_first():
    assert [number(pile) for pile in ("T1", "T12", "R", "R1", "R2", "F16")] == [0, 11, 0, 0, 1, 15]
