"""Lines played out: from solutions, games, pairs and moves; their counts by another way of counting."""

from __future__ import annotations

import pytest

from canfield_widget.game import Game
from canfield_widget.moves import Move
from canfield_widget.notation import write_position
from canfield_widget.position import deal
from canfield_widget.refusals import IllegalMove
from canfield_widget.replays import replay
from canfield_widget.solver import Verdict, solve
from samples import winning_line


def test_a_winning_line_goes_through_every_position_to_the_win():
    deck, line = winning_line("canfield")
    start = deal("canfield", deck=deck)
    shown = replay((start, line))
    assert len(shown.positions) == len(line) + 1
    assert shown.won
    # Counted by the moves: each move to a foundation lays one card there.
    count, counts = 1, [1]
    for move in line:
        count += move.target == "F"
        counts.append(count)
    assert list(shown.founded) == counts
    assert counts[-1] == 52


def test_the_same_line_may_be_a_game_a_pair_or_moves_and_tokens():
    deck, line = winning_line("canfield")
    start = deal("canfield", deck=deck)
    game = Game(start)
    game.replay(line)
    expected = game.positions
    text, tokens = write_position(start), [str(move) for move in line]
    for shown in (replay(game), replay((start, tokens)), replay(iter(tokens), text), replay((text, line))):
        assert shown.positions == expected
        assert shown.verdict is None


def test_a_line_may_begin_at_the_text_of_a_deal_but_of_no_game_with_moves():
    assert replay(("canfield; deal 12", ["T2-T1"])) == replay("canfield; deal 12; moves | T2-T1")
    with pytest.raises(ValueError, match="position: read a game with 1 moves"):
        replay(("canfield; deal 12; moves T2-T1", ["S-W"]))


def test_a_pair_of_moves_is_moves_and_no_position():
    shown = replay((Move("T2", "T1"), Move("S", "W")), deal(seed=12))
    assert len(shown.moves) == 2


def test_a_game_opens_at_its_cursor():
    game = Game.dealt(seed=12)
    game.replay(["S-W", "S-W", "S-W"])
    game.undo()
    assert (replay(game).ply, len(replay(game).moves)) == (2, 3)


def test_a_solution_is_its_line_and_without_one_its_best_line():
    won = solve(deal("canfield", seed=2), budget_states=100_000)
    assert replay(won).moves == won.line
    assert replay(won).won
    lost = solve(deal("storehouse", seed=2), budget_states=100_000)
    assert lost.verdict is Verdict.LOST
    assert replay(lost).moves == lost.best_line
    assert not replay(lost).won


@pytest.mark.parametrize("line", [None, 5, "S-W", ("a", "b"), ["S-W"], (deal(seed=1), 5), (deal(seed=1), "S-W")])
def test_what_is_no_line_is_refused(line: object):
    with pytest.raises(ValueError, match=r"line: read|expected"):
        replay(line)  # type: ignore[arg-type]


def test_moves_that_are_illegal_or_unreadable_are_refused():
    with pytest.raises(IllegalMove):
        replay(["T1-T2"], deal(seed=12))
    with pytest.raises(ValueError, match="is no move"):
        replay(["S+W"], deal(seed=12))


def test_a_solution_brings_its_own_position():
    solution = solve(deal("canfield", seed=2), budget_states=0)
    with pytest.raises(ValueError, match="line: read"):
        replay(solution, deal(seed=3))
