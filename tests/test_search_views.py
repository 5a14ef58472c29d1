"""A search that is watched: what is told and how often, holding it, single slices, ending it, waiting for it."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from canfield_widget import search_views
from canfield_widget.position import deal
from canfield_widget.search_views import TOLD_EVERY, Phase, SearchView, watch_search
from canfield_widget.solver import StoppedBy, Verdict, solve
from samples import HOPELESS, SLOW, run_interpreted, told

PATIENCE = 20
"""Seconds after which a test gives up on a thread."""


@contextmanager
def watched(**others: object) -> Iterator[SearchView]:
    """A search that goes on until it is ended."""
    view = watch_search(HOPELESS, prunings=SLOW, **({"budget_s": None} | others))  # type: ignore[arg-type]
    try:
        yield view
    finally:
        view.close()
        assert view._ended.wait(PATIENCE)


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def figures(view: SearchView) -> dict[str, str]:
    """The names and figures on the page."""
    return dict(re.findall(r'name">([^<]*)</div><div class="cfw-search-value">(.*?)</div>', view.children[2].value))


def said(view: SearchView) -> str:
    """The sentence on the page."""
    return re.sub(r"<style>.*?</style>|<[^>]*>", "", view.children[1].value)


def at_rest(view: SearchView) -> int:
    """The states at which a search stands that is held."""
    until(lambda: bool(view.gate._moved._waiters))  # type: ignore[attr-defined]
    return view.progress.states


def test_what_is_watched_finds_what_is_found_without():
    for row, seed in (("canfield", 2), ("storehouse", 2), ("rainfall", 9)):
        position = deal(row, seed=seed)
        view = watch_search(position, budget_states=5000)
        assert told(view.wait(PATIENCE)) == told(solve(position, budget_states=5000))
        assert view.solution is view.wait()
        assert view.phase is Phase.OVER
        assert view.solution.trace is not None
        assert view.solution.trace.samples[-1] == view.progress


def test_the_page_says_how_far_it_has_come_and_what_was_found():
    view = watch_search(deal("storehouse", seed=2))
    view.wait(PATIENCE)
    end = view.progress
    assert said(view) == "Lost: no line wins; proved by an exhausted search."
    shown = figures(view)
    assert shown["States looked at"] == f"{end.states:,}"
    assert shown["Best so far"] == f"{end.founded} of 52 cards"
    assert shown["Table (filled)"] == f"{end.entries:,} ({100 * end.entries / end.room:.0f}%)"
    assert shown["Known already"] == f"{100 * end.hits / end.states:.0f}%"
    assert int(shown["States a second"].replace(",", "")) > 0
    curve = re.findall(r'viewBox="0 -52 (\d+) 52".*?M0 (-\d+).*?V(-\d+)[^V]*V0H0Z', view.children[2].value)
    assert curve == [(str(end.states), "-4", f"-{end.founded}")]
    assert f"States looked at: {end.states:,}" in view._repr_mimebundle_()[0]["text/plain"]


def test_a_search_that_is_held_stands_and_its_clock_with_it():
    with watched() as view:
        until(lambda: view.progress.states > 0)
        view.pause()
        states, seconds, began = at_rest(view), view.progress.seconds, time.perf_counter()
        assert (view.phase, said(view)) == (Phase.HELD, "The search is held, and its clock with it.")
        assert view.buttons["pause"].description == "Go on"
        assert figures(view)["States looked at"] == f"{states:,}"
        time.sleep(0.2)
        assert view.progress.states == states
        view.go_on()
        until(lambda: view.progress.states > states)
        assert view.phase is Phase.RUNNING
        # However slow the machine, the clock is behind by the time for which the search was held.
        assert view.progress.seconds - seconds < time.perf_counter() - began - 0.2


def test_the_time_in_which_it_is_held_takes_nothing_from_the_budget():
    began = time.perf_counter()
    with watched(budget_s=0.3) as view:
        view.pause()
        at_rest(view)
        time.sleep(0.4)
        view.go_on()
        solution = view.wait(PATIENCE)
        assert solution.stopped_by is StoppedBy.TIME
        assert solution.trace is not None
        took = time.perf_counter() - began
        assert solution.trace.samples[-1].seconds < took - 0.4
        assert took >= 0.3 + 0.4, "the whole budget is left after the search was held"


def test_a_step_is_one_slice():
    with watched(held=True) as view:
        states = [at_rest(view)]
        for _ in range(3):
            view.buttons["step"].click()
            until(lambda: view.progress.states > states[-1])
            states.append(at_rest(view))
        assert view.phase is Phase.HELD
        assert states == sorted(set(states))
        assert len(view._recorder.samples) == 1 + 4


def test_a_step_of_a_search_that_runs_holds_it():
    with watched() as view:
        view.step()
        states = at_rest(view)
        time.sleep(0.05)
        assert (view.phase, view.progress.states) == (Phase.HELD, states)


def test_buttons_hold_go_on_and_cancel_and_are_never_disabled():
    with watched(held=True) as view:
        states = at_rest(view)
        view.buttons["pause"].click()
        until(lambda: view.progress.states > states)
        assert view.buttons["pause"].description == "Pause"
        view.buttons["pause"].click()
        at_rest(view)
        view.buttons["cancel"].click()
        solution = view.wait(PATIENCE)
        assert (solution.verdict, solution.stopped_by) == (Verdict.UNKNOWN, StoppedBy.CANCEL)
        assert said(view) == "Undecided: no win found and none ruled out; the search was cancelled."
        for button in view.buttons.values():
            button.click()
            assert not button.disabled
        assert view.phase is Phase.OVER


def test_a_view_that_is_closed_ends_its_search_and_tells_nothing_more():
    with watched() as view:
        until(lambda: view.progress.states > 0)
        view.close()
        assert view._ended.wait(PATIENCE)
        assert view._found is not None
        assert view._found.stopped_by is StoppedBy.CANCEL
        assert view.solution is None
        view.close()


def test_the_page_is_told_no_more_than_ten_times_a_second():
    times: list[float] = []
    with watched() as view:
        view.children[2].observe(lambda _: times.append(time.monotonic()), names=["value"])
        time.sleep(1.05)
        count = len(times)
    assert 3 <= count <= 1.1 / TOLD_EVERY


def test_on_a_loop_the_page_is_told_by_its_thread_alone():
    tellers: set[int] = set()

    async def watching() -> None:
        with watched(budget_s=0.35) as view:
            view.children[2].observe(lambda _: tellers.add(threading.get_ident()), names=["value"])
            while view.solution is None:
                await asyncio.sleep(0.01)
            assert len(tellers) == 1

    asyncio.run(watching())
    assert tellers == {threading.get_ident()}


def test_updates_that_a_busy_loop_could_not_take_do_not_pile_up():
    async def busy() -> None:
        with watched() as view:
            shown = 0

            def count(_: object) -> None:
                nonlocal shown
                shown += 1

            view.children[2].observe(count, names=["value"])
            time.sleep(0.5)
            assert shown == 0
            await asyncio.sleep(0.02)
            assert shown <= 2

    asyncio.run(busy())


def test_waiting_on_a_loop_tells_the_page_meanwhile():
    async def waiting() -> int:
        with watched(budget_s=0.5) as view:
            seen: list[object] = []
            view.children[2].observe(seen.append, names=["value"])
            assert view.wait(PATIENCE).stopped_by is StoppedBy.TIME
            assert view.phase is Phase.OVER
            return len(seen)

    assert asyncio.run(waiting()) >= 3


def test_waiting_ends_with_an_error_where_it_would_not_end():
    with watched() as view:
        with pytest.raises(TimeoutError, match=r"not over after 0\.05 seconds"):
            view.wait(0.05)
        view.pause()
        with pytest.raises(RuntimeError, match="held"):
            view.wait()


def test_a_search_that_breaks_off_says_so_and_waiting_raises_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(search_views, "solve", fail)
    view = watch_search(HOPELESS)
    with pytest.raises(MemoryError, match="no room"):
        view.wait(PATIENCE)
    assert (view.phase, view.solution) == (Phase.OVER, None)
    assert said(view) == "The search broke off and found nothing."
    assert "no room" in caplog.text


def test_it_works_where_the_kernels_are_interpreted(monkeypatch: pytest.MonkeyPatch):
    run_interpreted(monkeypatch)
    with watched(held=True) as view:
        states = at_rest(view)
        view.step()
        until(lambda: view.progress.states > states)
        view.go_on()
        until(lambda: view.progress.states > 2000)


def test_where_no_thread_can_start_it_is_searched_at_once(monkeypatch: pytest.MonkeyPatch):
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    view = watch_search(deal("canfield", seed=2), held=True)
    assert view.solution is not None
    assert view.wait().verdict is Verdict.WON


def test_german_words():
    view = watch_search(deal("canfield", seed=2), lang="de")
    view.wait(PATIENCE)
    assert said(view).startswith("Gewonnen: ")
    assert [button.description for button in view.buttons.values()] == ["Anhalten", "Schritt", "Abbrechen"]
    assert figures(view)["Bisher am besten"] == "52 von 52 Karten"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"lang": "fr"}, "lang"), ({"width": 0}, "width"), ({"budget_s": -1}, "budget_s"), ({"record": 1}, "record"),
        ({"budget_states": 1.5}, "budget_states"), ({"memory": "x"}, "memory"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told_at_once(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=f"{message}: read"):
        watch_search(HOPELESS, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hidden"):
        watch_search(HOPELESS.player_view())
