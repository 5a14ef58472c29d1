"""Lessons and courses in the notebook: a board with its question, and what became of it for Python."""

# pyright: basic
# anywidget, ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets

from canfield_widget.arguments import expect
from canfield_widget.board_widget import BoardWidget
from canfield_widget.lesson_board import LessonBoard
from canfield_widget.lesson_sheet import lesson_sheet
from canfield_widget.moves import Move, read_move
from canfield_widget.settings import checked, expect_settings
from canfield_widget.teaching.courses import asked_lessons
from canfield_widget.teaching.tasks import UNDO, Lesson
from canfield_widget.teaching.tutor import Tutor


class LessonWidget(BoardWidget):
    """A board on which lessons are asked, in their order; see `lesson` and `course`, which make one.

    `result` is a trait to observe, a dict. Of a single lesson it has `lesson`, `done`, `right`, `errors`, `hints` and
    `answers`; of a course `done` and `of` (numbers of lessons), `right`, `missed` (ids), `finished`, and `lessons`,
    the result of each by its id.

    `answer`, `hint`, `go_on` and the others do from Python what a learner does on the board, and say it in words.
    Raises ValueError for settings that there are not.
    """

    result = traitlets.Dict()

    def __init__(self, asked: Iterable[Lesson], **settings: Any) -> None:
        expect_settings(settings)
        expect(asked, Iterable, "asked", "lessons, such as course() takes")
        chosen = tuple(asked)
        for each in chosen:
            expect(each, Lesson, "asked", "lessons, such as course() takes")
        self._tutor = Tutor(chosen)
        self._asking = LessonBoard.of(self._tutor, checked(settings))
        super().__init__(lambda: self._asking)

    def __repr__(self) -> str:
        return f"<LessonWidget {self._tutor.lesson.id}: {self.question}>"

    @property
    def lesson(self) -> Lesson:
        """The lesson that is asked now."""
        return self._tutor.lesson

    @property
    def question(self) -> str:
        """What is asked now, in the language of the board."""
        return self._tutor.question(self._board.language)

    @property
    def options(self) -> tuple[str, ...]:
        """The answers to choose from; empty where the answer is a move."""
        return tuple(option.words for option in self._tutor.options(self._board.language))

    @property
    def feedback(self) -> str:
        """What was said last to an answer; empty where nothing was."""
        said = self._tutor.feedback
        return said.say(self._board.language) if said else ""

    def answer(self, *answer: Move | str | int) -> str:
        """What is said to the answer: a move, `undo`, or all the options chosen (from 0).

        A wrong move that still stands on the board is taken back before. Raises ValueError for what is neither, and
        for an answer of another kind than is asked for.
        """
        tutor = self._tutor
        with self._changing():
            was_off = tutor.is_off
            tutor.take_back()
            options = [each for each in answer if isinstance(each, int)]
            if not answer:
                raise ValueError("read no answer, expected a move, or the numbers of options")
            if len(options) == len(answer):
                tutor.choose_all(options)
            elif len(answer) == 1:
                given = answer[0]
                deed = given if isinstance(given, Move) else UNDO if given == UNDO else read_move(str(given))
                if not (was_off and deed == UNDO):
                    tutor.answer_move(deed)
            else:
                raise ValueError(f"read {answer!r}, expected one move, or the numbers of options")
            self._asking.show_tutor()
        return self.feedback

    def hint(self) -> str:
        """The next hint; empty where there is none left."""
        before = self._tutor.hints_shown
        self._wish("hint")
        hints = self._tutor.hints(self._board.language)
        return hints[-1] if len(hints) > before else ""

    def show_answer(self) -> str:
        """The answer; the lesson counts as missed."""
        return self.feedback if self._wish("show") else ""

    def play_cost(self) -> str:
        """What a wrong move on the board costs, which is played out; empty where nothing shows it."""
        return self.feedback if self._wish("cost") else ""

    def take_back(self) -> bool:
        """True if there was a wrong move on the board to take back."""
        return self._tutor.is_off and self._wish("back")

    def try_again(self) -> str:
        """The same question with other cards."""
        self._wish("again")
        return self.question

    def go_on(self) -> bool:
        """True if another question is asked now; False while this one has no right answer, and at the end."""
        asked = self._tutor.solved
        self._wish("go-on")
        return asked and not self._tutor.finished

    def skip(self) -> bool:
        """True if another lesson is asked now; the one that is left counts as missed."""
        self._wish("skip")
        return not self._tutor.finished

    def _wish(self, what: str) -> bool:
        with self._changing():
            return self._asking.wish(what)

    def _sheet(self) -> str:
        return lesson_sheet(self._tutor, self._board.language)

    def _told(self) -> dict[str, Any]:
        return super()._told() | {"result": self._result()}

    def _result(self) -> dict[str, Any]:
        results = self._tutor.results
        if len(results) == 1:
            return self._tutor.result
        progress = self._tutor.progress
        return {
            "done": progress.done, "of": progress.of, "right": sum(each["right"] for each in results.values()),
            "missed": list(progress.missed), "finished": self._tutor.finished, "lessons": results,
        }  # fmt: skip


def lesson(asked: str | Lesson, **settings: Any) -> LessonWidget:
    """A board with the question of one lesson: an id of `lessons`, a Lesson, or a lesson as TOML text.

    Settings are those of `CanfieldWidget`, such as `lang="de"`. Raises KeyError for an id that there is not, and
    LessonError for a text that cannot be read.

    >>> widget = lesson("king-on-ace")
    >>> widget.question, widget.result["done"]
    ('May the king of clubs go onto the ace of hearts? Try it.', False)
    """
    return LessonWidget(asked_lessons([asked]), **settings)


def course(asked: str | Iterable[str | Lesson] = "canfield", **settings: Any) -> LessonWidget:
    """A board that asks lessons in order and those that were missed again.

    `asked` is `canfield`, `superior`, `quadruple`, `all`, or lessons: ids, Lessons or texts. Raises KeyError for a
    name that there is not, ValueError for no lessons and for two with the same id.
    """
    return LessonWidget(asked_lessons(asked), **settings)
