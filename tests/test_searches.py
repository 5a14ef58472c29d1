"""Searches beside a board: on threads of their own, told of a few times a second, silent once they are void."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from canfield_widget.hints import Hint, Worth
from canfield_widget.position import deal
from canfield_widget.searches import TOLD_EVERY, Question, Searches, Subject, answer
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Solution, StoppedBy, Verdict
from canfield_widget.winnable import WinnableDeal
from samples import winning_line

PATIENCE = 20
"""Seconds after which a test gives up on a thread."""


def question(subject: Subject = Subject.WINNABLE) -> Question:
    return Question(subject, deal("canfield", seed=2))


class Kept:
    """An answer that is kept back until it is let go, and what the board was told."""

    def __init__(self) -> None:
        self.begun: queue.Queue[tuple[Question, threading.Event, int]] = queue.Queue()
        self.told: queue.Queue[tuple[Question, object]] = queue.Queue()
        self.go = threading.Event()
        self.searches = Searches(lambda question, found: self.told.put((question, found)), answer=self)

    def __call__(self, question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[None]:
        yield
        self.begun.put((question, cancel, threading.get_ident()))
        assert self.go.wait(PATIENCE)


def test_a_question_is_answered_on_another_thread_and_told_once():
    kept, one = Kept(), question()
    kept.searches.follow([one])
    begun, cancel, thread = kept.begun.get(timeout=PATIENCE)
    assert begun is one
    assert thread != threading.get_ident()
    kept.go.set()
    assert kept.told.get(timeout=PATIENCE) == (one, None)
    assert not cancel.is_set()
    assert kept.told.empty()


def test_a_question_that_stands_is_searched_for_once():
    kept, one = Kept(), question()
    kept.searches.follow([one])
    kept.searches.follow([one])
    kept.begun.get(timeout=PATIENCE)
    kept.go.set()
    kept.told.get(timeout=PATIENCE)
    assert kept.begun.empty()


def test_a_search_whose_question_is_gone_is_cancelled_and_tells_nothing():
    kept, void, other = Kept(), question(), question()
    kept.searches.follow([void])
    _, cancel, _ = kept.begun.get(timeout=PATIENCE)
    kept.searches.follow([other])
    assert cancel.is_set()
    kept.go.set()
    assert kept.told.get(timeout=PATIENCE) == (other, None)
    assert kept.told.empty()


def test_two_questions_are_searched_for_at_the_same_time():
    kept, one, other = Kept(), question(Subject.DEAL), question(Subject.HINT)
    kept.searches.follow([one, other])
    assert {kept.begun.get(timeout=PATIENCE)[0] for _ in range(2)} == {one, other}
    kept.go.set()


def test_no_two_questions_are_equal():
    assert question() != question()


@pytest.fixture
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.mark.usefixtures("without_threads")
def test_where_no_thread_can_start_the_answer_comes_at_once():
    told = list[object]()
    one = question(Subject.HINT)
    Searches(lambda question, found: told.append((question, found))).follow([one])
    assert [(asked, type(found)) for asked, found in told] == [(one, Hint)]  # type: ignore[misc]


@pytest.mark.usefixtures("without_threads")
def test_progress_is_told_when_it_is_another_number_and_only_so_often():
    told, now = list[object](), 0.0

    def reach(question: Question, reached: Callable[[int], None], cancel: threading.Event) -> Slices[None]:
        nonlocal now
        yield
        for at, number in ((0.9, 1), (1.1, 1), (1.2, 2), (1.9, 3), (2.2, 3), (3.3, 3), (3.4, 4)):
            now = at * TOLD_EVERY
            reached(number)
        cancel.set()
        now += 9
        reached(5)

    Searches(lambda question, found: told.append(found), answer=reach, clock=lambda: now).follow([question()])
    assert told == [1, 3, 4]


@pytest.mark.usefixtures("without_threads")
def test_a_search_that_breaks_off_says_so_and_leaves_its_reason_in_the_log(caplog: pytest.LogCaptureFixture):
    told = list[object]()

    def fail(*about: object) -> None:
        raise MemoryError("no room")

    Searches(lambda question, found: told.append(found), answer=fail).follow([question()])
    assert told == [None]
    assert "winnable" in caplog.text
    assert "no room" in caplog.text


def test_each_subject_has_its_answer():
    deck, _ = winning_line("canfield")
    at = deal("canfield", deck=deck)
    reached, cancel = list[int](), threading.Event()
    hinted = at_once(answer(Question(Subject.HINT, at), reached.append, cancel))
    assert isinstance(hinted, Hint)
    assert hinted.worth is Worth.PREFERRED
    solved = at_once(answer(Question(Subject.WINNABLE, at), reached.append, cancel))
    assert isinstance(solved, Solution)
    assert solved.verdict is Verdict.WON
    dealt = at_once(answer(Question(Subject.DEAL, at), reached.append, cancel))
    assert isinstance(dealt, WinnableDeal)
    assert dealt.position.variant.id == "canfield"


@pytest.mark.parametrize("subject", [Subject.WINNABLE, Subject.HINT])
def test_a_solver_s_search_gives_up_when_it_is_cancelled(subject: Subject):
    cancel = threading.Event()
    cancel.set()
    found = at_once(answer(Question(subject, deal("superior", seed=3)), lambda number: None, cancel))
    solution = found.solution if isinstance(found, Hint) else found
    assert isinstance(solution, Solution)
    assert solution.stopped_by is StoppedBy.CANCEL
