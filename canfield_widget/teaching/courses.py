"""Courses: lessons in an order that teaches, by the names of `courses.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from canfield_widget.teaching.lessons import lessons, read_lesson
from canfield_widget.teaching.tasks import Lesson, Words


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The title of a course and the ids of its lessons in their order."""

    title: Words
    lesson_ids: tuple[str, ...]

    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons themselves."""
        return tuple(lessons[id] for id in self.lesson_ids)


def asked_lessons(asked: str | Lesson | Iterable[str | Lesson]) -> tuple[Lesson, ...]:
    """The lessons of a course that is named, or of ids, Lessons and TOML texts, one or several.

    Raises KeyError for a name that there is not, LessonError for a text that cannot be read, ValueError for others.
    """
    if isinstance(asked, str) and asked in syllabuses():
        return syllabuses()[asked].lessons()
    if isinstance(asked, (str, Lesson)):
        return (_lesson(asked),)
    return tuple(map(_lesson, _each(asked)))


def _each(asked: object) -> Iterable[object]:
    if not isinstance(asked, Iterable):
        raise ValueError(f"lessons: read {asked!r}, expected the name of a course, or lessons")
    return cast("Iterable[object]", asked)


def _lesson(asked: object) -> Lesson:
    if isinstance(asked, Lesson):
        return asked
    if not isinstance(asked, str):
        raise ValueError(f"lessons: read {asked!r}, expected an id, a Lesson or its text")
    if "\n" in asked or "=" in asked:
        return read_lesson(asked)
    if asked not in lessons:
        raise KeyError(
            f"read {asked!r}, expected a course ({', '.join(syllabuses())}) or a lesson: {', '.join(lessons)}"
        )
    return lessons[asked]


@cache
def syllabuses() -> Mapping[str, Syllabus]:
    """The courses of the package by their names."""
    text = (files("canfield_widget.teaching") / "courses.toml").read_text(encoding="utf-8")
    tables = cast("dict[str, dict[str, object]]", tomllib.loads(text))
    return {
        name: Syllabus(Words(**cast("dict[str, str]", table["title"])), tuple(cast("list[str]", table["lessons"])))
        for name, table in tables.items()
    }
