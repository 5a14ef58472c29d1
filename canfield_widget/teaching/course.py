"""The order in which lessons are asked, again those that were missed, and what became of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from canfield_widget.teaching.tasks import Lesson

MOST_REPEATS = 2
LESSONS_BETWEEN = 3


class Progress(NamedTuple):
    """How many lessons are done, of how many, and the ids of those that were missed when they were last asked."""

    done: int
    of: int
    missed: tuple[str, ...]


@dataclass(slots=True)
class Record:
    """What became of a lesson, over all the times it was asked. `tries` counts the relabellings used up."""

    done: bool = False
    right: bool = True
    missed: bool = False
    errors: int = 0
    hints: int = 0
    tries: int = 0
    repeats: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def result(self, id: str) -> dict[str, Any]:
        """The record for users of Python, in plain values of its own."""
        return {
            "lesson": id, "done": self.done, "right": self.done and self.right, "errors": self.errors,
            "hints": self.hints, "answers": [dict(answer) for answer in self.answers],
        }  # fmt: skip


class Course:
    """Lessons in turn. Of several, one that is missed comes again after three others, and once more at the end.

    Raises ValueError where there is no lesson and where two have the same id.
    """

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        ids = [lesson.id for lesson in lessons]
        if not ids:
            raise ValueError("read no lesson, expected at least one")
        if twice := next((id for id in ids if ids.count(id) > 1), None):
            raise ValueError(f"read two lessons with the id {twice!r}, expected an id of its own for each")
        self.records = {id: Record() for id in ids}
        self._queue = deque(lessons)
        self.lesson = self._queue.popleft()
        self.finished = False

    @property
    def record(self) -> Record:
        """The record of the lesson that is asked now."""
        return self.records[self.lesson.id]

    @property
    def progress(self) -> Progress:
        """How far the course has come."""
        records = self.records.items()
        missed = tuple(id for id, record in records if record.missed)
        return Progress(sum(record.done for _, record in records), len(records), missed)

    def leave(self, *, missed: bool, again: bool = True) -> None:
        """Goes on to the next lesson; one that was missed is put where it is to be asked again, if `again`."""
        record = self.record
        record.missed = missed
        if missed and again and record.repeats < MOST_REPEATS and len(self.records) > 1:
            self._queue.insert(LESSONS_BETWEEN if record.repeats == 0 else len(self._queue), self.lesson)
            record.repeats += 1
        if not self._queue:
            self.finished = True
            return
        self.lesson = self._queue.popleft()
        if self.record.repeats:
            self.record.tries += 1
