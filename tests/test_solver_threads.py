"""The rest of Python goes on while the kernels search, and stops them when it wants to."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from canfield_widget.position import Position, deal
from canfield_widget.solver import Progress, StoppedBy, Verdict, compiled, search, solve
from samples import HOPELESS, SLOW


@contextmanager
def counting_thread() -> Iterator[list[int]]:
    """A list whose one number another thread counts up; it gives the lock back after each count."""
    count, over = [0], threading.Event()

    def go() -> None:
        while not over.is_set():
            count[0] += 1
            time.sleep(0.0001)

    thread = threading.Thread(target=go)
    thread.start()
    try:
        yield count
    finally:
        over.set()
        thread.join()


@pytest.mark.skipif(not compiled, reason="the interpreter holds its lock")
@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "broad"])
def test_another_thread_counts_on_while_a_slice_is_searched(one_deck: bool):
    # Nobody is made to give the lock back here, so whoever holds it during a slice keeps the count where it is.
    kept = (search._OneDeck if one_deck else search._Broad)(HOPELESS, SLOW)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    gained = slices = 0
    try:
        with counting_thread() as count:
            while gained < 100 and slices < 100:
                before = count[0]
                status = kept.kernel.run(30_000)
                gained += count[0] - before
                slices += 1
                if status == search.NO_ROOM:
                    assert kept.grow(1 << 32)
                    while kept.kernel.fill(1 << 17):
                        pass
                else:
                    assert status == 0, "the position is too easy for this test"
    finally:
        sys.setswitchinterval(interval)
    assert gained >= 100, f"{gained} counts in {slices} slices"


@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "broad"])
def test_a_search_is_cancelled_from_another_thread_within_the_running_slice(one_deck: bool):
    cancel, begun = threading.Event(), threading.Event()
    late: list[Progress] = []

    def progress(now: Progress) -> None:
        if cancel.is_set():
            late.append(now)
        begun.set()

    def stop() -> None:
        begun.wait()
        cancel.set()

    thread = threading.Thread(target=stop)
    thread.start()
    prunings = replace(SLOW, one_deck=one_deck)
    solution = solve(HOPELESS, budget_s=None, cancel=cancel, progress=progress, prunings=prunings)
    thread.join()
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNKNOWN, StoppedBy.CANCEL)
    assert len(late) <= 1


@pytest.mark.skipif(not compiled, reason="takes some minutes where it is interpreted")
def test_two_searches_at_a_time_find_what_each_finds_alone():
    positions = [deal("canfield", seed=seed) for seed in range(1, 9)]

    def verdicts(found: list[object], mine: list[Position]) -> None:
        for position in mine:
            solution = solve(position, budget_states=50_000)
            found.append((solution.verdict, solution.line, solution.states))

    alone: list[object] = []
    verdicts(alone, positions)
    beside: list[list[object]] = [[], []]
    threads = [
        threading.Thread(target=verdicts, args=(beside[0], positions)),
        threading.Thread(target=verdicts, args=(beside[1], positions)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert beside == [alone, alone]
