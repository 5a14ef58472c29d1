"""What a task offers to choose from, what is right of it, and what is chosen so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from canfield_widget.position import Position
from canfield_widget.speech import title_of
from canfield_widget.teaching.boards import allowing
from canfield_widget.teaching.feedback import Say, own_or, refused_by
from canfield_widget.teaching.relabelling import Relabelling
from canfield_widget.teaching.tasks import Task
from canfield_widget.teaching.wording import speak
from canfield_widget.texts import text
from canfield_widget.variants import VARIANTS


class OptionState(StrEnum):
    """What is known of an option: nothing yet, that it is right, or that it is wrong."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as it is shown now."""

    words: str
    chosen: bool
    state: OptionState


class Choices:
    """The options of a task on its board, by their numbers from 0: words, or rule sets that the engine judges.

    `right` are those that are right, `chosen` those that are chosen, `refuted` those that were chosen and are wrong.
    """

    def __init__(self, task: Task, position: Position, relabelling: Relabelling) -> None:
        self._task, self._position, self._relabelling = task, position, relabelling
        self._moves = tuple(map(relabelling.move, task.allows))
        allowed = allowing(position, self._moves, task.among)
        rules = {n for n, row in enumerate(task.among) if row in allowed}
        self.right = frozenset(rules | {n for n, option in enumerate(task.options) if option.right})
        self.chosen, self.refuted = set[int](), set[int]()

    def __len__(self) -> int:
        return len(self._task.among or self._task.options)

    def words(self, lang: str) -> list[str]:
        """The options in words."""
        if self._task.among:
            return [title_of(VARIANTS[row], lang) for row in self._task.among]
        return [speak(option.words, lang, self._relabelling) for option in self._task.options]

    def shown(self, lang: str, *, solved: bool) -> tuple[Choice, ...]:
        """The options with what is known of each; what is right is known when the task is solved."""

        def state(option: int) -> OptionState:
            if solved and option in self.right:
                return OptionState.RIGHT
            return OptionState.WRONG if option in self.refuted else OptionState.OPEN

        return tuple(Choice(words, n in self.chosen, state(n)) for n, words in enumerate(self.words(lang)))

    def written(self, options: Iterable[int]) -> list[str]:
        """Options for the results: the ids of rule sets, or the words with the cards that the lesson has."""
        names = self._task.among or [speak(option.words, "en") for option in self._task.options]
        return [names[n] for n in sorted(options)]

    def why_wrong(self, option: int) -> Say:
        """What is said to an option that is wrong."""
        if self._task.among:
            return refused_by(self._position, self._moves, self._task.among[option])
        return own_or(self._task.options[option].say, self._relabelling, "teach-wrong-option")

    def judged(self) -> Say | None:
        """Whether something is missing or too much, without telling what; None if all is right."""
        missing, too_much = self.right - self.chosen, self.chosen - self.right
        if not missing and not too_much:
            return None
        key = "teach-both" if missing and too_much else "teach-missing" if missing else "teach-too-much"
        return lambda lang: text(key, lang)

    def answer(self) -> Say:
        """The right options in a sentence, each in quotation marks: there are commas inside some."""
        return lambda lang: text("teach-shown-choice", lang, choice=", ".join(self._right_words(lang)))

    def _right_words(self, lang: str) -> list[str]:
        words = self.words(lang)
        return [text("teach-option", lang, words=words[n]) for n in sorted(self.right)]
