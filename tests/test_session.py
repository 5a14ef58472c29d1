"""A game with its time and its marks, and what one undo takes back."""

from __future__ import annotations

from dataclasses import replace
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


def at(session: Session, milliseconds: int, *tokens: str, timed: bool = True) -> None:
    """A player's action at that time on the clock."""
    session.clock.milliseconds = milliseconds
    session.play(tuple(map(read_move, tokens)), timed=timed)
    session.changed()
    session.settle()


def test_each_move_of_a_player_has_its_time_but_the_one_that_starts_the_clock():
    found = session()
    at(found, 0, "S-W")
    at(found, 3000, "S-W")
    at(found, 3000, "S-W", timed=False)
    at(found, 7500, "S-W")
    assert found.game.times == (None, 3000, None, 7500)
    assert found.game.seconds == (None, 3.0, None, 4.5)


def test_what_follows_by_itself_in_an_action_has_no_time():
    found = session()
    at(found, 0, "S-W")
    at(found, 2000, "S-W", "S-W", "S-W")
    assert found.game.times == (None, 2000, None, None)


def test_on_another_line_a_move_has_what_was_tried_before_it_in_its_time():
    found = session()
    for milliseconds in (0, 1000, 2000):
        at(found, milliseconds, "S-W")
    found.undo()
    found.undo()
    found.redo()
    at(found, 9000, "S-W")
    assert found.game.times == (None, 1000, 9000)
    while found.undo():
        pass
    found.changed()
    at(found, 11_000, "S-W")
    assert found.game.seconds == (11.0,)


def test_a_pause_is_in_no_moves_time():
    found, now = session(), [100.0]
    found.clock = Clock(now=lambda: now[0])
    shown = 0

    def later(seconds: float) -> None:
        nonlocal shown
        now[0] += seconds
        shown += int(1000 * seconds)
        found.clock.tell("page", shown)

    later(0)
    found.play((read_move("S-W"),), timed=True)
    found.changed()
    later(3)
    found.paused = True
    found.run()
    later(60)
    found.paused = False
    found.run()
    later(2)
    found.play((read_move("S-W"),), timed=True)
    assert found.game.seconds == (None, 5.0)


def test_times_come_back_with_a_kept_game_and_go_on_where_they_were(saves: Saves):
    found = session(saves)
    for milliseconds in (0, 1500, 4000):
        at(found, milliseconds, "S-W")
    found.undo()
    found.clock.milliseconds = 6000
    found.changed()
    found.settle()
    kept = saves.running("canfield")
    assert kept is not None
    again = Session.resumed(kept, saves)
    assert again.game.times == (None, 1500, 4000)
    at(again, 10_000, "S-W")
    assert again.game.seconds == (None, 1.5, 8.5)
    assert Session.resumed(saves.game(again.id) or kept, saves).game.times == (None, 1500, 10_000)


def test_a_game_whose_moves_were_all_taken_back_comes_back_with_its_time_running(saves: Saves):
    found = session(saves)
    at(found, 0, "S-W")
    found.clock.milliseconds = 4000
    found.undo()
    found.changed()
    found.settle()
    kept = saves.running("canfield")
    assert kept is not None
    again = Session.resumed(kept, saves)
    assert (again.started, again.clock.running) == (True, True)
    at(again, 6000, "S-W")
    assert again.game.seconds == (6.0,)


@pytest.mark.parametrize("times", [(), (None,), (None, 5000, 4000), (None, 1500, 999_999), (-5, 2, 3)])
def test_a_kept_game_whose_times_cannot_be_is_played_on_without_them(saves: Saves, times: tuple[int | None, ...]):
    found = session(saves)
    for milliseconds in (0, 1500, 4000):
        at(found, milliseconds, "S-W")
    again = Session.resumed(replace(found.saved(State.RUNNING), times=times), saves)
    assert again.game.times == (None,) * 3
    at(again, 5000, "S-W")
    assert again.game.times == (None, None, None, 5000)


def test_the_same_deal_again_has_a_clock_of_its_own_and_the_game_left_keeps_its_times(saves: Saves):
    found = session(saves)
    for milliseconds in (0, 30_000, 60_000):
        at(found, milliseconds, "S-W")
    again = found.again()
    assert again.game.times == (None,) * 3
    again.redo()
    again.changed()
    at(again, 2000, "S-W")
    assert again.game.seconds == (None, 2.0)
    assert [game.times for game in saves.left("canfield")] == [(None, 30_000, 60_000)]


def test_what_is_played_on_after_a_win_was_taken_back_is_not_timed():
    found = nearly_won()
    at(found, 50_000, *map(str, found.finish() or ()))
    assert found.booked
    timed = found.game.times
    assert [time for time in timed if time is not None] == [50_000]
    found.undo()
    move = found.game.line[found.game.ply]
    at(found, 50_000, str(move))
    assert found.game.times[-1] is None


def test_a_finish_that_a_game_is_left_with_has_no_time(saves: Saves):
    found = nearly_won(saves)
    before = found.game.times
    found.clock.milliseconds = 70_000
    found.leave()
    assert found.game.status is Status.WON
    assert found.game.times == before + (None,) * (len(found.game.line) - len(before))
    assert saves.finished("canfield")[0].times == found.game.times


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
