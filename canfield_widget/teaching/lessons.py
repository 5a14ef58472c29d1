"""Lessons read from TOML: a teacher's own, and those of the package by their ids."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar, cast

from canfield_widget.arguments import expect_text, is_text
from canfield_widget.cards import Pile, read_card
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import GameText, read_game, read_position
from canfield_widget.position import Position
from canfield_widget.teaching.tasks import (
    MOST_HINTS,
    UNDO,
    Deed,
    Lesson,
    Option,
    Tag,
    Task,
    TaskKind,
    Twin,
    Words,
    Wrong,
)
from canfield_widget.teaching.wording import placeholders
from canfield_widget.variants import VARIANTS

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


class LessonError(ValueError):
    """A lesson that cannot be read, with `lesson`, `task` (from 1; 0 for the lesson itself) and `field`."""

    def __init__(self, lesson: str, task: int, field: str, what: str) -> None:
        self.lesson, self.task, self.field = lesson, task, field
        place = ", ".join(part for part in (lesson, f"task {task}" if task else "", field) if part)
        super().__init__(f"{place}: {what}")
        self._what = what

    def __reduce__(self) -> tuple[type[LessonError], tuple[str, int, str, str]]:
        """What it is made of, for other processes."""
        return type(self), (self.lesson, self.task, self.field, self._what)


def read_lesson(source: str, *, name: str = "own") -> Lesson:
    """The lesson that a TOML text describes; `name` is its id where it names none. Raises LessonError.

    A text is a table with `en`, `de` or both, or a plain string, which stands for both. A lesson of a single task
    may write the task's fields beside its own.

    >>> lesson = read_lesson('''
    ... title = "Red on black"
    ... position = "canfield; tableau 9C, 8H, 8S, -"
    ... question = "Which eight may go onto the {9C}?"
    ... accept = ["T2-T1"]
    ... ''')
    >>> lesson.rules, lesson.tasks[0].kind.value, lesson.tasks[0].accept
    (('canfield',), 'move', (Move('T2-T1'),))
    """
    expect_text(name, "name", "the id of a lesson")
    if not isinstance(source, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise LessonError(name, 0, "", f"read {source!r}, expected TOML text")
    try:
        read = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(name, 0, "", f"read no TOML: {error}") from None
    if "task" not in read:
        read["task"] = [{key: read.pop(key) for key in [*read] if key not in _LESSON}]
    if isinstance(read.get("id"), str) and read["id"]:
        name = read["id"]
    head = _Table(name, 0, read)
    head.expect_only(_LESSON)
    tables = head.take("task", _each(_table), ())
    tasks = tuple(_task(_Table(name, n, table)) for n, table in enumerate(tables, 1))
    for n, task in enumerate(tasks, 1):
        may_go_on = n > 1 and tasks[n - 2].game is None
        if task.position is None and task.game is None and not may_go_on:
            raise LessonError(name, n, "position", "read none, expected one: no board is there to go on with")
    first = tasks[0].position or (tasks[0].game and tasks[0].game.start)
    return Lesson(
        head.take("id", _string, name),
        head.take("title", _words, Words(name, name)),
        tasks,
        head.take("rules", _each(_rule), (first.variant.id,) if first else ()),
        head.take("tags", _each(_one_of(Tag)), ()),
        head.take("twin", _one_of(Twin), Twin.SUITS),
    )


class _Table:
    """A table of the text, and where it stands in its lesson."""

    def __init__(self, lesson: str, task: int, values: Mapping[str, object], within: str = "") -> None:
        self.lesson, self.task, self.values, self.within = lesson, task, values, within

    def wrong(self, field: str, what: str) -> LessonError:
        return LessonError(self.lesson, self.task, self.within + field, what)

    def need(self, field: str, read: Callable[[object], T]) -> T:
        """The value of a field that must be there."""
        if field not in self.values:
            raise self.wrong(field, "read none, expected one")
        try:
            return read(self.values[field])
        except ValueError as error:
            raise self.wrong(field, str(error)) from None

    def take(self, field: str, read: Callable[[object], T], default: T) -> T:
        """The value of a field, or `default` where it is left out."""
        return self.need(field, read) if field in self.values else default

    def expect_only(self, fields: tuple[str, ...]) -> None:
        for field in self.values:
            if field not in fields:
                raise self.wrong(field, f"read a field of this name, expected one of {', '.join(fields)}")

    def tables(self, field: str) -> Iterator[_Table]:
        """The tables of a field in order; a plain string stands for one with nothing but words."""
        for n, value in enumerate(self.take(field, _each(_table_or_words), ()), 1):
            yield _Table(self.lesson, self.task, value, f"{self.within}{field} {n}, ")


_LESSON = ("id", "rules", "tags", "twin", "title", "task")
_ON_A_BOARD = ("position", "rules", "question", "arrows", "right", "hints")
_TASK: Mapping[str, tuple[TaskKind, tuple[str, ...]]] = MappingProxyType(
    {
        "accept": (TaskKind.MOVE, (*_ON_A_BOARD, "after", "wrong")),
        "options": (TaskKind.CHOICE, (*_ON_A_BOARD, "pick")),
        "allows": (TaskKind.RULES, (*_ON_A_BOARD, "among", "pick")),
        "game": (TaskKind.GAME, ("question", "right", "hints")),
    }
)
"""The field that tells the kind of a task, and what else such a task may say."""


def _task(table: _Table) -> Task:
    kinds = [field for field in _TASK if field in table.values]
    if len(kinds) != 1:
        known = {*_TASK, *(field for _, others in _TASK.values() for field in others)}
        odd = [field for field in table.values if field not in known]
        also = f"; read {', '.join(odd)} as well, which is none of its fields" if odd else ""
        raise table.wrong("", f"read {' and '.join(kinds) or 'none'} of {', '.join(_TASK)}, expected exactly one{also}")
    kind, others = _TASK[kinds[0]]
    table.expect_only((kinds[0], *others))
    return Task(
        kind,
        table.need("question", _words),
        position=table.take("position", _position, None),
        rules=table.take("rules", _each(_rule), ()),
        accept=table.take("accept", _each(_deed), ()),
        after=table.take("after", _after, ()),
        wrong=tuple(map(_wrong, table.tables("wrong"))),
        options=tuple(map(_option, table.tables("options"))),
        allows=table.take("allows", _each(_move), ()),
        among=table.need("among", _each(_rule)) if kind is TaskKind.RULES else (),
        several=table.take("pick", _pick, False),
        game=table.take("game", _game, None),
        arrows=table.take("arrows", _each(_move), ()),
        right=table.take("right", _words, None),
        hints=table.take("hints", _hints, ()),
    )


def _wrong(table: _Table) -> Wrong:
    table.expect_only(("move", "say", "punish", "cost"))
    return Wrong(
        table.need("move", _deed),
        table.take("say", _words, None),
        table.take("punish", _each(_move), ()),
        table.take("cost", _words, None),
    )


def _option(table: _Table) -> Option:
    table.expect_only(("en", "de", "right", "say"))
    words = {lang: word for lang, word in table.values.items() if lang in ("en", "de")}
    try:
        return Option(_words(words), table.take("right", _yes, False), table.take("say", _words, None))
    except LessonError:
        raise
    except ValueError as error:
        raise table.wrong("words", str(error)) from None


# What a single value says; each raises ValueError with what was read and what was expected


def _off(value: object, expected: str) -> ValueError:
    return ValueError(f"read {value!r}, expected {expected}")


def _string(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not is_text(value):
        raise _off(value, "a text")
    return value


def _each(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    def all_of(value: object) -> tuple[T, ...]:
        if isinstance(value, list) and value:
            return tuple(map(read, cast("list[object]", value)))
        raise _off(cast(object, value), "a list with something in it")

    return all_of


def _one_of(policy: type[E]) -> Callable[[object], E]:
    def member(value: object) -> E:
        try:
            return policy(value)
        except ValueError:
            raise _off(value, "one of " + ", ".join(policy)) from None

    return member


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _off(value, "a table")
    return cast("dict[str, object]", value)


def _table_or_words(value: object) -> dict[str, object]:
    if not isinstance(value, (str, dict)):
        raise _off(value, "a text, or a table")
    return {"en": value, "de": value} if isinstance(value, str) else _table(cast("object", value))


def _words(value: object) -> Words:
    read = _table_or_words(value)
    if not read or not read.keys() <= {"en", "de"}:
        raise _off(value, "a text, or a table with en, de or both")
    for text in map(_string, read.values()):
        placeholders(text)
    return Words(**cast("dict[str, str]", read))


def _rule(value: object) -> str:
    if not isinstance(value, str) or value not in VARIANTS:
        raise _off(value, f"one of {', '.join(VARIANTS)}")
    return value


def _move(value: object) -> Move:
    return read_move(_string(value))


def _deed(value: object) -> Deed:
    return UNDO if value == UNDO else _move(value)


def _position(value: object) -> Position | None:
    return read_position(" ".join(_string(value).split()))


def _game(value: object) -> GameText | None:
    return read_game(" ".join(_string(value).split()))


def _after(value: object) -> tuple[tuple[str, Pile], ...]:
    piles = _table(value).items()
    return tuple((name, tuple(map(read_card, _string(cards).split())) if cards != "-" else ()) for name, cards in piles)


def _pick(value: object) -> bool:
    if value != "all":
        raise _off(value, "'all', or no such field where exactly one is right")
    return True


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise _off(value, "true or false")
    return value


def _hints(value: object) -> tuple[Words, ...]:
    read = _each(_words)(value)
    if len(read) > MOST_HINTS:
        raise ValueError(f"read {len(read)} hints, expected at most {MOST_HINTS}")
    return read


# Those of the package


class _Shelf(Mapping[str, Lesson]):
    """The lessons of the package in the order of their files; each is read when it is first asked for."""

    def __getitem__(self, id: str) -> Lesson:
        return _read_file(_file_names()[id])

    def __iter__(self) -> Iterator[str]:
        return iter(_file_names())

    def __len__(self) -> int:
        return len(_file_names())


_FOLDER = files("canfield_widget.teaching") / "lessons"


@cache
def _file_names() -> Mapping[str, str]:
    """For each id the file it is in: `05-king-on-ace.toml` is that of `king-on-ace`."""
    if not _FOLDER.is_dir():
        return {}
    names = sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml").partition("-")[2]: name for name in names}


@cache
def _read_file(name: str) -> Lesson:
    return read_lesson((_FOLDER / name).read_text(encoding="utf-8"), name=name.removesuffix(".toml").partition("-")[2])


lessons: Mapping[str, Lesson] = _Shelf()
"""The lessons of the package by their ids, in the order in which they build on each other."""
