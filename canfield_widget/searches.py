"""Questions about a board that take long, each answered on a thread of its own beside the board.

The kernel of the solver gives the interpreter free, so the board plays on meanwhile.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from canfield_widget.chances import Chance, chance
from canfield_widget.hints import Hint, HintKind, hint
from canfield_widget.position import Position, random_seed
from canfield_widget.replays import Replay
from canfield_widget.reviews import Review, review
from canfield_widget.solver import Progress, Solution, solve
from canfield_widget.winnable import WinnableDeal, daily, deal_winnable

MOST_SECONDS = 30
"""How long it is tried whether a position can still be won."""
CHANCE_SAMPLES, CHANCE_STATES, CHANCE_SECONDS = 40, 100_000, 4
"""How many fillings the chance beside the board rests on, the states for each, and the seconds for all of them."""
TOLD_EVERY = 0.25
"""Seconds between two reports of progress, at least."""


class Subject(StrEnum):
    """What is searched for, named as the command that asks for it."""

    HINT = "hint"
    WINNABLE = "winnable"
    DEAL = "deal-winnable"
    DAILY = "daily"
    REVIEW = "review"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """One request: what is searched for, the position it was asked at, the kind of a hint. No two are equal.

    Of the position for a deal only the rules are asked. A review and a chance have the line of the game.
    """

    subject: Subject
    position: Position
    kind: HintKind | None = None
    line: Replay | None = None


Found = Hint | Solution | WinnableDeal | Review | Chance | None
"""What a search ended with; None if it broke off."""

Answer = Callable[[Question, Callable[[int], None], threading.Event], Found]
"""Answers a question; tells the seconds or shuffles so far, and gives up soon after the event is set."""


def answer(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Found:
    """The answer to `question`; `reached` hears of the seconds so far, or of the shuffles where a deal is wanted."""
    return _ANSWERS[question.subject](question, reached, cancel)


def _hint(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Hint:
    return hint(question.position, question.kind, progress=_seconds(reached), cancel=cancel)


def _winnable(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Solution:
    return solve(question.position, budget_s=MOST_SECONDS, progress=_seconds(reached), cancel=cancel)


def _deal(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> WinnableDeal:
    return deal_winnable(question.position.variant, seed=random_seed(), progress=reached, cancel=cancel)


def _daily(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> WinnableDeal:
    return daily(question.position.variant, progress=reached, cancel=cancel)


def _review(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Review:
    line = question.line or Replay((question.position,), ())
    return review(line, budget_s=MOST_SECONDS, progress=_seconds(reached), cancel=cancel)


def _chance(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Chance:
    until = time.monotonic() + CHANCE_SECONDS
    return chance(
        question.line or question.position, samples=CHANCE_SAMPLES, budget_states=CHANCE_STATES,
        cancel=lambda: cancel.is_set() or time.monotonic() > until,
    )  # fmt: skip


def _seconds(reached: Callable[[int], None]) -> Callable[[Progress], None]:
    return lambda progress: reached(int(progress.seconds))


_ANSWERS: Mapping[Subject, Answer] = {
    Subject.HINT: _hint, Subject.WINNABLE: _winnable, Subject.DEAL: _deal, Subject.DAILY: _daily,
    Subject.REVIEW: _review, Subject.CHANCE: _chance,
}  # fmt: skip


class Searches:
    """The searches that run for one board.

    `told` is called on the thread of a search, a few times a second with the number it has reached, and at the end
    with what was found; never once the search is void.
    """

    def __init__(
        self,
        told: Callable[[Question, int | Found], Any],
        *,
        answer: Answer = answer,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._told, self._answer, self._clock = told, answer, clock
        self._running: dict[Question, threading.Event] = {}

    def follow(self, questions: Collection[Question]) -> None:
        """Ends the searches whose question is not among these, and starts one for each question that has none."""
        for question in [question for question in self._running if question not in questions]:
            self._running.pop(question).set()
        for question in [question for question in questions if question not in self._running]:
            cancel = self._running[question] = threading.Event()
            thread = threading.Thread(
                target=self._search, args=(question, cancel), name=f"canfield {question.subject}", daemon=True
            )
            try:
                thread.start()
            except RuntimeError:  # a Python without threads, as in JupyterLite: the board waits
                self._search(question, cancel)

    def _search(self, question: Question, cancel: threading.Event) -> None:
        last, least = 0, self._clock() + TOLD_EVERY

        def reached(number: int) -> None:
            nonlocal last, least
            now = self._clock()
            if number == last or now < least or cancel.is_set():
                return
            last, least = number, now + TOLD_EVERY
            self._told(question, number)

        try:
            found = self._answer(question, reached, cancel)
        except Exception:
            logging.getLogger(__name__).exception("the search for %s broke off", question.subject)
            found = None
        if not cancel.is_set():
            self._told(question, found)
