"""Questions about a board that take long, each answered beside it: on a thread, or in turns on the event loop.

The kernel of the solver gives the interpreter free, so the board plays on meanwhile. Where no thread can start, the
searches take turns with the board on its event loop.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from canfield_widget.chances import Chance, weighing
from canfield_widget.hints import Hint, HintKind, hinting
from canfield_widget.position import Position, random_seed
from canfield_widget.replays import Replay
from canfield_widget.reviews import Review, reviewing
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Progress, Solution
from canfield_widget.solver.search import solving
from canfield_widget.winnable import WinnableDeal, dealing_daily, dealing_winnable

MOST_SECONDS = 30
"""How long it is tried whether a position can still be won."""
CHANCE_SAMPLES, CHANCE_STATES, CHANCE_SECONDS = 40, 100_000, 4
"""How many fillings the chance beside the board rests on, the states for each, and the seconds for all of them."""
TOLD_EVERY = 0.25
"""Seconds between two reports of progress, at least."""
TURN_SECONDS = 0.03
"""How long a search may keep the event loop, where it shares it with the board; it ends with the slice it is at."""


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

Answer = Callable[[Question, Callable[[int], None], threading.Event], Slices[Found]]
"""Answers a question in slices; tells the seconds or shuffles so far, and gives up soon after the event is set."""


def answer(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[Found]:
    """The answer to `question`; `reached` hears of the seconds so far, or of the shuffles where a deal is wanted."""
    return _ANSWERS[question.subject](question, reached, cancel)


def _hint(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[Hint]:
    return hinting(question.position, question.kind, progress=_seconds(reached), cancel=cancel)


def _winnable(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[Solution]:
    return solving(question.position, budget_s=MOST_SECONDS, progress=_seconds(reached), cancel=cancel)


def _deal(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[WinnableDeal]:
    return dealing_winnable(question.position.variant, seed=random_seed(), progress=reached, cancel=cancel)


def _daily(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[WinnableDeal]:
    return dealing_daily(question.position.variant, progress=reached, cancel=cancel)


def _review(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[Review]:
    line = question.line or Replay((question.position,), ())
    return reviewing(line, budget_s=MOST_SECONDS, progress=_seconds(reached), cancel=cancel)


def _chance(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[Chance]:
    until = time.monotonic() + CHANCE_SECONDS
    return weighing(
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
    with what was found; never once the search is void. Where no thread can start, as in JupyterLite, that is the
    thread of `follow`: on its event loop if one runs there, else before `follow` is done.
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
            work = self._search(question, cancel)
            thread = threading.Thread(
                target=at_once, args=(work,), name=f"canfield {question.subject}", daemon=True
            )  # fmt: skip
            try:
                thread.start()
            except RuntimeError:
                _in_turns(work)

    def _search(self, question: Question, cancel: threading.Event) -> Slices[None]:
        last, least = 0, self._clock() + TOLD_EVERY

        def reached(number: int) -> None:
            nonlocal last, least
            now = self._clock()
            if number == last or now < least or cancel.is_set():
                return
            last, least = number, now + TOLD_EVERY
            self._told(question, number)

        try:
            found = yield from self._answer(question, reached, cancel)
        except Exception:
            logging.getLogger(__name__).exception("the search for %s broke off", question.subject)
            found = None
        if not cancel.is_set():
            self._told(question, found)


def _in_turns(work: Slices[None]) -> None:
    """Does the work in turns with all else that the event loop of this thread has to do, or at once where none runs."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        at_once(work)
        return

    def turn() -> None:
        until = time.monotonic() + TURN_SECONDS
        try:
            while time.monotonic() < until:
                next(work)
        except StopIteration:
            return
        loop.call_later(0, turn)

    loop.call_later(0, turn)
