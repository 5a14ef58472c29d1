"""A game with its time and its marks, and what one undo takes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from canfield_widget.clock import Clock
from canfield_widget.finishing import finish
from canfield_widget.game import Game, Status
from canfield_widget.moves import read_move
from canfield_widget.saves import Mark, Saves, State
from canfield_widget.session import Session
from samples import winning_line


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves.sqlite")


def session(saves: Saves | None = None, seed: int = 7) -> Session:
    return Session(Game.dealt("canfield", seed=seed), saves)


def play(session: Session, *tokens: str) -> None:
    for token in tokens:
        session.play((read_move(token),))
        session.changed()
        session.settle()


def nearly_won(saves: Saves | None = None) -> Session:
    """A game whose finish is proved, with the moves to it made."""
    deck, line = winning_line("canfield")
    found = Session(Game.dealt("canfield", deck=deck), saves)
    for move in line:
        if found.finish() is not None:
            return found
        found.play((move,))
        found.changed()
    raise AssertionError("the line ends without a finish")


def test_moves_of_one_action_are_taken_back_and_made_again_together():
    found = session()
    found.play((read_move("S-W"), read_move("S-W"), read_move("S-W")))
    assert found.game.ply == 3
    assert found.undo() == read_move("S-W")
    assert found.game.ply == 0
    found.redo()
    assert found.game.ply == 3


def test_an_action_that_is_played_over_is_forgotten():
    found = session()
    found.play((read_move("S-W"),) * 2)
    found.undo()
    found.play((read_move("S-W"),))
    found.play((read_move("S-W"),))
    found.undo()
    assert found.game.ply == 1


def test_time_runs_from_the_first_move_and_not_in_a_pause():
    found = session()
    found.run()
    assert not found.clock.running
    play(found, "S-W")
    assert found.clock.running
    found.paused = True
    found.run()
    assert not found.clock.running
    play(found, "S-W")
    assert found.clock.running
    assert not found.paused


def test_a_game_is_kept_after_every_move_and_comes_back_as_it_was(saves: Saves):
    found = session(saves)
    found.clock = Clock(5000)
    found.marks.add(Mark.UNDO)
    play(found, "S-W", "S-W")
    found.undo()
    found.changed()
    found.settle()
    kept = saves.running("canfield")
    assert kept is not None
    again = Session.resumed(kept, saves)
    assert (again.game.text(), again.id, again.marks, again.clock.milliseconds) == (
        found.game.text(), found.id, {Mark.UNDO}, 5000,
    )  # fmt: skip
    assert again.clock.running


def test_a_game_without_a_move_is_not_left_but_forgotten(saves: Saves):
    found = session(saves)
    found.keep()
    found.leave()
    assert saves.left() == ()
    assert saves.game(found.id) is None


def test_a_started_game_that_is_left_can_be_resumed(saves: Saves):
    found = session(saves)
    play(found, "S-W")
    found.leave()
    assert [game.state for game in saves.left("canfield")] == [State.LEFT]
    assert saves.record("canfield").abandoned == 1


def test_the_same_deal_again_is_another_game_that_is_marked(saves: Saves):
    found = session(saves)
    play(found, "S-W", "S-W")
    again = found.again()
    assert again.id != found.id
    assert again.marks == {Mark.REPEATED}
    assert again.game.ply == 0
    assert again.clock.milliseconds == 0
    assert [game.moves for game in saves.left("canfield")] == [2]


def test_a_win_is_booked_where_the_finish_is_proved_and_the_game_is_left(saves: Saves):
    found = nearly_won(saves)
    assert found.game.status is Status.PLAYING
    line = finish(found.game.position)
    assert line is not None
    moves = found.game.ply + len(line)
    found.leave()
    record = saves.record("canfield")
    assert (record.won, record.abandoned, record.fewest_moves) == (1, 0, moves)


def test_a_won_game_is_booked_once_and_stays_as_it_was(saves: Saves):
    found = nearly_won(saves)
    found.play(found.finish() or ())
    found.changed()
    assert not found.clock.running
    moves = found.game.ply
    found.undo()
    found.changed()
    play(found)
    found.leave()
    assert (saves.record("canfield").won, saves.record("canfield").fewest_moves) == (1, moves)


def test_cards_of_a_finish_that_is_taken_back_are_held_back():
    found = nearly_won()
    before = found.game.position
    found.play(found.finish() or ())
    found.undo()
    assert found.game.position == before
    assert found.held_back


def test_going_back_in_the_line_holds_back_what_undo_would():
    found, other = nearly_won(), nearly_won()
    for each in (found, other):
        each.play(each.finish() or ())
    start = next(start for start, _ in found.joints.values())
    found.undo()
    other.go_to(start)
    assert other.held_back == found.held_back != set()
    with pytest.raises(ValueError, match="ply: read"):
        other.go_to(10**6)
