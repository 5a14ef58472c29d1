"""The lessons on judgement, tried on the solver: what is accepted wins, and what is said to lose is lost."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from canfield_widget.hints import play_ranked
from canfield_widget.moves import read_move
from canfield_widget.position import Position, problems
from canfield_widget.rules import apply, is_stuck, is_won, under_rules
from canfield_widget.solver import Verdict, solve
from canfield_widget.teaching.boards import board_for
from canfield_widget.teaching.lessons import lessons
from canfield_widget.teaching.tasks import UNDO, Lesson, Tag, Task, TaskKind

COURSES = tomllib.loads((files("canfield_widget.teaching") / "courses.toml").read_text(encoding="utf-8"))


def complete_tasks() -> list[tuple[Lesson, int]]:
    """The tasks on judgement whose position is that of a whole game."""
    return [
        (lesson, n)
        for lesson in lessons.values()
        if Tag.JUDGEMENT in lesson.tags
        for n in range(len(lesson.tasks))
        if not problems(board(lesson, n))
    ]


def board(lesson: Lesson, n: int, row: str | None = None) -> Position:
    return board_for(lesson, n, rules=row or lesson.rules_of(n)[0]).position


def says_lost(task: Task) -> list[str]:
    return [str(wrong.move) for wrong in task.wrong if wrong.punish]


judged = complete_tasks()
every_judged = pytest.mark.parametrize(("lesson", "n"), judged, ids=[f"{lesson.id}-{n + 1}" for lesson, n in judged])


@every_judged
def test_what_is_accepted_wins_and_what_is_punished_is_lost_under_every_rule_set_named(lesson: Lesson, n: int):
    task = lesson.tasks[n]
    for row in lesson.rules_of(n):
        now = board(lesson, n, row)
        for move in task.accept:
            assert move != UNDO
            assert solve(apply(now, move)).verdict is Verdict.WON, (row, move)
        for wrong in task.wrong:
            if wrong.punish and wrong.move != UNDO:
                assert solve(apply(now, wrong.move)).verdict is Verdict.LOST, (row, wrong.move)


def test_every_lesson_on_judgement_has_a_position_that_is_proved():
    proved = {lesson.id for lesson, n in judged if says_lost(lesson.tasks[n]) or lesson.id == "look-one-card-deeper"}
    assert proved == {lesson.id for lesson in lessons.values() if Tag.JUDGEMENT in lesson.tags}


def test_one_card_deeper_the_card_sent_up_loses():
    now = board(lessons["look-one-card-deeper"], 2)
    lost = [move for move in ("R-F", "R-T2", "S-W") if solve(apply(now, read_move(move))).verdict is Verdict.LOST]
    assert lost == ["R-F"]


@pytest.mark.parametrize("row", lessons["stuck"].rules)
def test_the_stuck_lesson_is_stuck(row: str):
    assert is_stuck(under_rules(board(lessons["stuck"], 0), row))


def test_every_game_to_be_played_can_be_won_even_by_the_hint_alone():
    games = [task.game for lesson in lessons.values() for task in lesson.tasks if task.kind is TaskKind.GAME]
    assert len(games) == 3
    for game in games:
        assert game is not None
        assert is_won(play_ranked(game.start)[1])


@pytest.mark.parametrize("course", COURSES)
def test_a_course_names_lessons_that_are_there_each_once_and_its_title_in_both_languages(course: str):
    ids = COURSES[course]["lessons"]
    assert set(ids) <= set(lessons)
    assert len(set(ids)) == len(ids)
    assert COURSES[course]["title"].keys() == {"en", "de"}


def test_one_course_has_every_lesson_and_begins_with_the_first():
    assert set(COURSES["all"]["lessons"]) == set(lessons)
    assert COURSES["all"]["lessons"][0] == COURSES["canfield"]["lessons"][0] == next(iter(lessons)) == "first-move"


def test_the_course_in_canfield_asks_only_what_holds_for_it():
    assert all("canfield" in lessons[id].rules for id in COURSES["canfield"]["lessons"])
