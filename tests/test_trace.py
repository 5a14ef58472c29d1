"""The record of a search: bounded, sampled over its whole time, and without any trace in what is found."""

from __future__ import annotations

import pickle
import threading
import time
from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.position import deal
from canfield_widget.solver import Progress, StoppedBy, Verdict, compiled, search, solve
from canfield_widget.solver.trace import MOST_SAMPLES, Recorder
from samples import HOPELESS, SLOW, run_interpreted, told

STATES = 60_000 if compiled else 1500
ROWS = ["canfield", "superior", "rainfall", "storehouse", "selective", "double"]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("record", [True, 2, 7])
def test_a_recorded_search_finds_the_same(row: str, record: int):
    position = deal(row, seed=2)
    recorded = solve(position, budget_states=STATES, record=record)
    plain = solve(position, budget_states=STATES)
    assert told(recorded) == told(plain)
    assert plain.trace is None
    assert recorded.trace is not None


@pytest.mark.parametrize("row", ROWS)
def test_samples_go_from_the_start_to_the_end(row: str):
    position = deal(row, seed=2)
    solution = solve(position, budget_states=STATES, record=True)
    trace = solution.trace
    assert trace is not None
    first, last = trace.samples[0], trace.samples[-1]
    assert (first.states, first.founded) == (0, sum(map(len, position.foundations)))
    assert last.states == solution.states
    assert last.seconds <= solution.seconds
    assert (trace.verdict, trace.pack_size) == (solution.verdict, position.variant.pack_size)
    for one, two in pairwise(trace.samples):
        assert one.states < two.states
        for name in ("seconds", "founded", "restarts", "hits"):
            assert getattr(one, name) <= getattr(two, name), name


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_count_is_that_of_the_line_that_is_given_back(row: str, seed: int):
    solution = solve(deal(row, seed=seed), budget_states=STATES, record=True)
    assert solution.trace is not None
    end = solution.position
    for move in solution.line or solution.best_line:
        end = search.apply(end, move)
    reached = sum(map(len, end.foundations))
    best = solution.trace.samples[-1].founded
    # The best line of a game whose base is chosen is that of the first choice, and others may come further.
    assert reached == best or (row == "selective" and reached <= best)


@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "broad"])
def test_each_state_is_either_kept_forgotten_or_known(one_deck: bool):
    # Without restarts and probes nothing is forgotten, so what was looked at is kept or was known.
    prunings = replace(SLOW, one_deck=one_deck)
    trace = solve(HOPELESS, budget_states=STATES, prunings=prunings, record=True).trace
    assert trace is not None
    root = 0 if one_deck else 1
    for sample in trace.samples[1:]:
        assert sample.entries - root + sample.hits == sample.states
        assert 0 < sample.entries <= sample.room
        assert sample.restarts == 0


@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "broad"])
def test_restarts_and_probes_are_counted(one_deck: bool):
    prunings = search.Prunings(one_deck=one_deck, dead_test=False)
    trace = solve(HOPELESS, budget_states=STATES, prunings=prunings, record=True).trace
    assert trace is not None
    last = trace.samples[-1]
    assert last.restarts > 3
    assert 0 < last.hits < last.states


def test_hits_are_the_states_that_the_table_knew(monkeypatch: pytest.MonkeyPatch):
    # The interpreted kernel lets its fields be seen: what _remember answers is counted beside it.
    run_interpreted(monkeypatch)
    answers: list[int] = []
    kept = search._OneDeck(HOPELESS, search.Prunings())
    remember = kept.kernel._remember
    kept.kernel._remember = lambda depth: answers.append(remember(depth)) or answers[-1]
    kept.kernel.run(3000)
    depth, _, restarts, hits = kept.kernel.gauges()
    assert restarts > 1
    assert len(answers) == 3000
    assert hits == len(answers) - answers.count(1)
    assert depth == kept.kernel.depth


def test_the_depth_of_the_broad_search_is_that_of_the_state_it_looks_into_next(monkeypatch: pytest.MonkeyPatch):
    run_interpreted(monkeypatch)
    kept = search._Broad(deal("rainfall", seed=9), search.Prunings(restarts=False))
    assert kept.kernel.gauges()[:2] == (0, 1)
    kept.kernel.run(500)
    depth, founded, *_ = kept.kernel.gauges()
    node = next(head - 1 for head in kept.kernel.heads if head)
    steps = 0
    while node:
        node, steps = kept.kernel.parents[node], steps + 1
    assert depth == steps > 0
    assert founded == kept.kernel.best_founded


@given(st.integers(2, 40), st.integers(0, 500))
def test_a_recorder_keeps_evenly_and_never_too_many(most: int, count: int):
    recorder = Recorder(most)
    for n in range(count):
        recorder.add(Progress(n, 0.0))
        assert len(recorder.samples) < max(most, 2)
    states = [sample.states for sample in recorder.samples]
    assert states == list(range(0, count, recorder.every))
    last = Progress(count, 0.0)
    recorder.end(last)
    assert len(recorder.samples) == len(recorder.ways) <= most
    assert recorder.samples[-1] == last
    assert not count or len(states) >= min(count, most // 2)


def test_a_long_search_has_as_many_samples_as_are_asked_for_at_the_most():
    for record, most in ((True, MOST_SAMPLES), (20, 20), (2, 2)):
        trace = solve(HOPELESS, budget_states=4 * STATES, prunings=SLOW, record=record).trace
        assert trace is not None
        assert len(trace) <= most
        assert record is True or len(trace) >= most // 2
    assert trace.every > 1


def test_a_search_ended_by_a_small_budget_or_at_once_has_a_trace():
    for states in (0, 1, 70):
        trace = solve(deal("rainfall", seed=9), budget_states=states, record=True).trace
        assert trace is not None
        assert trace.samples[-1].states >= min(states, 1)
        assert trace.verdict is Verdict.UNKNOWN
    assert "samples, " in repr(trace)


def test_the_memory_limit_ends_a_trace_where_the_search_ended():
    solution = solve(HOPELESS, budget_s=None, memory=1000, prunings=SLOW, record=True)
    assert solution.stopped_by is StoppedBy.MEMORY
    assert solution.trace is not None
    assert solution.trace.samples[-1].states == solution.states


def test_a_trace_plays_no_part_in_comparing_and_is_kept_by_pickle():
    solution = solve(deal("canfield", seed=2), record=True)
    assert replace(solution, trace=None) == solution
    assert pickle.loads(pickle.dumps(solution)).trace == solution.trace
    assert "trace" not in repr(solution)


def test_the_clock_stands_while_progress_runs():
    waited = 0

    def wait(_: Progress) -> None:
        nonlocal waited
        waited += 1
        if waited <= 5:
            time.sleep(0.05)

    began = time.perf_counter()
    solution = solve(HOPELESS, budget_s=0.8, prunings=SLOW, progress=wait)
    took = time.perf_counter() - began
    assert solution.stopped_by is StoppedBy.TIME
    assert waited >= 2
    assert solution.seconds < took - 0.04 * min(waited, 5)


def test_progress_tells_all_figures_without_a_record():
    seen: list[Progress] = []
    event = threading.Event()

    def note(now: Progress) -> None:
        seen.append(now)
        if len(seen) > 3:
            event.set()

    solve(HOPELESS, budget_s=None, prunings=SLOW, progress=note, cancel=event)
    assert all(now.entries and now.room and now.depth and now.founded for now in seen)


def test_the_frame_has_a_row_for_each_sample_and_a_column_for_each_figure(monkeypatch: pytest.MonkeyPatch):
    trace = solve(deal("storehouse", seed=2), budget_states=STATES, record=True).trace
    assert trace is not None
    frame = trace.frame()
    assert list(frame.columns) == [part.name for part in fields(Progress)]
    assert list(frame["states"]) == [sample.states for sample in trace.samples]

    def refuse(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("canfield_widget.solver.trace.import_module", refuse)
    with pytest.raises(ImportError, match=r"Trace.frame needs pandas: pip install"):
        trace.frame()


@pytest.mark.parametrize("record", [0, 1, -5, 2.5, "all", None])
def test_a_record_that_is_none_is_refused(record: object):
    with pytest.raises(ValueError, match=r"record: read .*, expected True, False or a whole number of samples"):
        solve(deal("canfield", seed=2), record=record)  # type: ignore[arg-type]
