"""Courses: lessons in an order that teaches, by the names of `courses.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from canfield_widget.teaching.lessons import lessons
from canfield_widget.teaching.tasks import Lesson, Words


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The title of a course and the ids of its lessons in their order."""

    title: Words
    lesson_ids: tuple[str, ...]

    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons themselves."""
        return tuple(lessons[id] for id in self.lesson_ids)


@cache
def syllabuses() -> Mapping[str, Syllabus]:
    """The courses of the package by their names."""
    text = (files("canfield_widget.teaching") / "courses.toml").read_text(encoding="utf-8")
    tables = cast("dict[str, dict[str, object]]", tomllib.loads(text))
    return {
        name: Syllabus(Words(**cast("dict[str, str]", table["title"])), tuple(cast("list[str]", table["lessons"])))
        for name, table in tables.items()
    }
