"""Lines as rows: what moved, what is left, and how much the player has not seen."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN
from canfield_widget.game import Game
from canfield_widget.line_data import COLUMNS, line_frame, line_rows
from canfield_widget.notation import NotationError, read_game
from canfield_widget.position import deal
from canfield_widget.replays import Replay, replay
from canfield_widget.solver import solve
from canfield_widget.variants import VARIANTS
from samples import position, random_walk, under, winning_line, with_hidden_cards_permuted

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)


def walked(variant: str, seed: int, length: int = 60) -> Replay:
    """A random game as a line."""
    walk = list(random_walk(variant, seed, length))
    return Replay(tuple(now for now, _ in walk), tuple(move for _, move in walk if move is not None))


# Rows


def test_a_row_says_what_moved_and_how_the_game_stands_then():
    (row,) = line_rows(["T2-T1"], position=deal(seed=12))
    assert tuple(row) == COLUMNS
    assert (row["ply"], row["move"], row["source"], row["target"]) == (1, "T2-T1", "T2", "T1")
    assert (row["cards"], row["count"]) == ("AC", 1)
    # The space is filled from the reserve.
    assert (row["reserve"], row["foundations"], row["stock"], row["waste"]) == (12, 1, 34, 0)


def test_piles_have_their_names_where_a_token_has_none():
    now = under("quadruple", "7", foundations="8H 7D", tableau="9S, 4C", waste="8D")
    rows = line_rows(["W-F", "FH8-T1"], position=now)
    assert [(row["source"], row["target"], row["cards"]) for row in rows] == [("W", "F2", "8D"), ("F1", "T1", "8H")]


def test_a_run_is_told_deepest_card_first():
    now = position("superior; base 7; foundations 7S - - -; tableau 9S 8H 7C, TD, -, -")
    (row,) = line_rows(["T1-T2x3"], position=now)
    assert (row["cards"], row["count"]) == ("9S 8H 7C", 3)


def test_a_packet_is_told_as_it_lies_in_the_waste_and_a_redeal_without_cards():
    now = position("canfield; base K; stock 8S 7S 6S 5S; tableau 2H, 2D, 4H, 4D")
    rows = line_rows(["S-W", "S-W", "W-S"], position=now)
    assert [row["cards"] for row in rows] == ["5S 6S 7S", "8S", ""]
    assert [row["count"] for row in rows] == [3, 1, 4]
    assert [row["redeals"] for row in rows] == [0, 0, 1]
    assert [(row["stock"], row["waste"]) for row in rows] == [(1, 3), (0, 4), (4, 0)]


def test_every_card_is_somewhere_after_every_move():
    line = replay((START, LINE))
    for row, now in zip(line_rows(line), line.positions[1:], strict=True):
        lying = sum(map(len, now.tableau))
        assert row["reserve"] + row["foundations"] + row["stock"] + row["waste"] + lying == 52
    assert line_rows(line)[-1]["foundations"] == 52


def test_the_cards_of_a_row_are_those_that_its_position_has():
    line = walked("quadruple", 3)
    for row, before in zip(line_rows(line), line.positions, strict=False):
        if row["cards"]:
            pile = [str(card) for card in before.pile(row["source"])]
            assert sorted(row["cards"].split()) == sorted(pile[-row["count"] :])


# What has not been seen


def test_cards_once_dealt_stay_seen_after_a_redeal():
    now = position("canfield; base K; stock 8S 7S 6S 5S; reserve 2D 3D; tableau 2H, 2D, 4H, 4D")
    assert [row["unseen"] for row in line_rows(["S-W", "S-W", "W-S", "S-W"], position=now)] == [2, 1, 1, 1]


def test_in_a_later_pass_the_stock_has_been_seen():
    now = position("canfield{passes=3}; base K; pass 2; stock 8S 7S 6S 5S; tableau 2H, 2D, 4H, 4D")
    assert line_rows(["S-W"], position=now)[0]["unseen"] == 0


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 10**6))
def test_what_is_unseen_only_shrinks_and_is_at_least_what_lies_face_down_in_the_piles(variant: str, seed: int):
    line = walked(variant, seed, 25)
    counts = [row["unseen"] for row in line_rows(line)]
    assert counts == sorted(counts, reverse=True)
    for count, now in zip(counts, line.positions[1:], strict=True):
        seen = now.player_view()
        closed = sum(pile.count(UNKNOWN) for pile in (*seen.reserves, *seen.tableau))
        assert closed <= count <= closed + len(now.stock)


@given(st.integers(0, 10**6))
def test_the_counts_do_not_depend_on_hidden_cards(seed: int):
    now = deal("canfield", seed=seed)
    other = with_hidden_cards_permuted(now, seed)
    counts = ("reserve", "foundations", "stock", "waste", "unseen", "count")
    one, two = (line_rows(["S-W"], position=each)[0] for each in (now, other))
    assert [one[name] for name in counts] == [two[name] for name in counts]


# What can be told


def test_lines_are_games_texts_solutions_and_moves():
    game = Game.dealt("canfield", seed=12)
    game.replay(["S-W", "T2-T1"])
    game.undo()
    text = game.text()
    expected = line_rows(["S-W", "T2-T1"], position=deal(seed=12))
    assert line_rows(game) == line_rows(text) == line_rows(read_game(text)) == expected
    assert len(expected) == 2
    solution = solve(deal("canfield", seed=2), budget_states=100_000)
    assert [row["move"] for row in line_rows(solution)] == [str(move) for move in solution.line]


def test_the_cursor_is_where_a_text_has_it():
    assert replay("canfield; deal 12; moves S-W S-W | T2-T1").ply == 2
    assert replay(read_game("canfield; deal 12; moves S-W S-W")).ply == 2


def test_a_line_without_moves_has_no_rows():
    assert line_rows("canfield; deal 7") == ()


def test_what_is_no_line_is_told():
    with pytest.raises(NotationError):
        line_rows("nonsense")
    with pytest.raises(ValueError, match="line: read 7"):
        line_rows(7)  # type: ignore[arg-type]


def test_seconds_are_those_of_the_game_and_of_nothing_else():
    game = Game.dealt("canfield", seed=12)
    for token, at in (("S-W", None), ("T2-T1", 2500), ("S-W", 3000)):
        game.play(token, at=at)
    game.undo()
    for line in (game, replay(game)):
        assert [row["seconds"] for row in line_rows(line)] == [None, 2.5, 0.5]
    for line in (game.text(), read_game(game.text()), (game.start, game.line)):
        assert [row["seconds"] for row in line_rows(line)] == [None] * 3
    game.go_to(0)
    assert replay(game) == replay((game.start, game.line)), "a line is the same however long it took"


# As a frame


def test_a_game_tells_itself_as_a_frame():
    game = Game(START)
    game.replay(LINE)
    frame = game.frame()
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(LINE)
    assert frame["foundations"].iloc[-1] == 52
    assert frame.equals(line_frame((START, LINE)))
    assert frame["seconds"].isna().all()


def test_seconds_are_numbers_in_a_frame_whether_they_were_taken_or_not():
    game, timed = Game.dealt("canfield", seed=12), Game.dealt("canfield", seed=12)
    for n in range(3):
        game.play("S-W")
        timed.play("S-W", at=1500 * n if n else None)
    frames = (Game(START).frame(), game.frame(), timed.frame())
    assert [str(frame["seconds"].dtype) for frame in frames] == ["float64"] * 3
    assert [float(frame["seconds"].sum()) for frame in frames] == [0.0, 0.0, 3.0]
    assert timed.frame()["seconds"].mean() == 1.5


def test_a_game_without_moves_is_an_empty_frame_with_its_columns():
    frame = Game(START).frame()
    assert len(frame) == 0
    assert list(frame.columns) == list(COLUMNS)


def test_without_pandas_the_rows_are_there_and_the_frame_says_what_it_needs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert len(line_rows((START, LINE))) == len(LINE)
    with pytest.raises(ImportError, match=r"canfield-widget\[pandas\]"):
        line_frame((START, LINE))
