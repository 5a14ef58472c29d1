"""Studies: every deal once, the same rows however often one is broken off, honest sums, files that are not harmed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import psutil
import pytest

import canfield_widget as cw
from canfield_widget import players, studies
from canfield_widget.hints import play_ranked
from canfield_widget.position import deal
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from canfield_widget.studies import Study, study
from canfield_widget.study_store import Ending, Row, Store
from canfield_widget.variants import VARIANTS, Variant

SMALL = Variant("small", "Small", "Klein", "made up", ranks=3, columns=2, reserve_size=3)
STATES = 300


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "studies.sqlite"


def quiet(variant: str | Variant, deals: Any, **options: Any) -> Study:
    """A study of few states without a bar."""
    options = {"progress": False, "workers": 2} | options
    if options.get("player") != "ranked":
        options = {"budget_states": STATES} | options
    return study(variant, deals, **options)


def steady(rows: Any) -> list[Row]:
    """The rows without what differs from time to time."""
    return [row._replace(search_seconds=0.0) for row in rows]


# What the rows say


def test_a_row_says_what_the_solver_found(threads: ThreadPoolExecutor):
    for row in quiet("canfield-relaxed", range(1, 13), executor=threads):
        found = solve(deal("canfield-relaxed", seed=row.deal), budget_states=STATES)
        end = found.position
        for move in found.line or found.best_line:
            end = apply(end, move)
        assert row[:4] == (row.deal, found.verdict, len(found.line or found.best_line), found.states)
        assert (row.stopped_by, row.founded) == (found.stopped_by, sum(map(len, end.foundations)))


def test_cards_that_came_back_from_a_foundation_are_not_counted(threads: ThreadPoolExecutor):
    (row,) = quiet(VARIANTS["quadruple"], [1], executor=threads, budget_states=20_000)
    assert (row.verdict, row.founded) == (Ending.WON, 208)


def test_a_row_of_the_ranked_hint_is_won_or_not_won_and_never_lost(threads: ThreadPoolExecutor):
    found = quiet("rainfall", range(1, 6), player="ranked", executor=threads)
    for row in found:
        line, end = play_ranked(deal("rainfall", seed=row.deal))
        founded = sum(map(len, end.foundations))
        assert row.verdict == (Ending.WON if founded == 52 else Ending.NOT_WON)
        assert (row.moves, row.founded, row.states) == (len(line), founded, None)
    summary = found.summary()
    assert (summary.lost, summary.unknown, summary.won + summary.not_won) == (0, 0, 5)
    assert (summary.knowledge, summary.budget) == ("visible cards", 2000)


def test_a_ranked_game_that_runs_out_of_moves_says_so(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(studies, "_MOST_MOVES", 3)
    (row,) = quiet("canfield", [1], player="ranked", executor=threads)
    assert (row.moves, row.stopped_by, row.verdict) == (3, "moves", "not won")


def test_the_rows_come_in_the_order_of_the_deals_each_once(threads: ThreadPoolExecutor):
    found = quiet(SMALL, [5, 3, 5, 9, *range(20, 0, -1), 3], executor=threads)
    assert [row.deal for row in found] == list(range(1, 21))
    assert len(found) == 20


def test_numbers_of_any_whole_kind_are_deals(threads: ThreadPoolExecutor):
    numpy = pytest.importorskip("numpy")
    assert [row.deal for row in quiet(SMALL, numpy.arange(1, 4), executor=threads)] == [1, 2, 3]


def test_processes_of_its_own_find_the_same(threads: ThreadPoolExecutor):
    assert steady(quiet("canfield", range(1, 20))) == steady(quiet("canfield", range(1, 20), executor=threads))


# How deals are handed out


class Counting(ThreadPoolExecutor):
    """An executor that knows how many tasks it had at a time, and how many deals in a task."""

    def __init__(self) -> None:
        super().__init__(2)
        self.open, self.most, self.sizes = 0, 0, list[int]()
        self.lock = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self.lock:
            self.open += 1
            self.most = max(self.most, self.open)
            self.sizes.append(len(args[2]))
        future = super().submit(fn, *args, **kwargs)
        future.add_done_callback(self.closed)
        return future

    def closed(self, _: Future[Any]) -> None:
        with self.lock:
            self.open -= 1


def test_many_deals_make_few_tasks_and_few_of_them_at_a_time(monkeypatch: pytest.MonkeyPatch):
    def played(number: int, *_: object) -> Row:
        return Row(number, Ending.WON, 1, 1, 0.0, None, 16)

    drawn = [0]

    def deals() -> Iterator[int]:
        for number in range(20_000):
            drawn[0] += 1
            yield number

    ahead: list[int] = []
    monkeypatch.setattr(players, "PLAYERS", {"solver": replace(players.PLAYERS["solver"], play=played)})
    monkeypatch.setattr(studies._Receiver, "__call__", lambda self, rows: ahead.append(drawn[0]) or old(self, rows))
    with Counting() as pool:
        assert len(quiet(SMALL, deals(), executor=pool)) == 20_000
        assert pool.most <= 4
        assert len(pool.sizes) < 400
        assert pool.sizes[-1] == 1, "the last tasks are small, so that no worker waits for another"
    assert ahead[0] <= 10
    assert max(n - 100 * i for i, n in enumerate(ahead)) <= 1000


old = studies._Receiver.__call__


def test_a_task_ends_after_half_a_second_and_its_other_deals_go_to_others(monkeypatch: pytest.MonkeyPatch):
    now = count(0.0, 0.3)
    monkeypatch.setattr(players.time, "monotonic", lambda: next(now))
    job = studies._job(SMALL, "solver", STATES, None, 1)[0]
    assert [row.deal for row in players.play(1, job, [4, 5, 6, 7])] == [4, 5]


class Failing(ThreadPoolExecutor):
    """An executor whose tasks fail so many times."""

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self.times = times

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.times:
            self.times -= 1
            future = Future[Any]()
            future.set_exception(OSError("the worker is gone"))
            return future
        return super().submit(fn, *args, **kwargs)


def test_a_task_that_fails_is_tried_again():
    with Failing(2) as pool:
        assert len(quiet(SMALL, range(50), executor=pool)) == 50


def test_a_task_that_always_fails_ends_the_study_in_words(path: Path):
    with Failing(99) as pool, pytest.raises(RuntimeError, match=r"3 tasks with the deals \[7\] failed.*is gone"):
        quiet(SMALL, [7], executor=pool, store=path)
    with ThreadPoolExecutor(1) as pool:
        assert len(quiet(SMALL, [7], executor=pool, store=path)) == 1


def test_a_worker_with_another_player_is_refused():
    job = replace(studies._job(SMALL, "solver", STATES, None, 1)[0], made_by="solver of old")
    with pytest.raises(ValueError, match=r"worker: read 'solver [0-9a-f]{12}', expected 'solver of old'"):
        players.play(1, job, [1])


def test_memory_is_shared_among_the_workers(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch):
    given: list[int] = []

    def played(number: int, position: object, budget: object, memory: int) -> Row:
        given.append(memory)
        return Row(number, Ending.WON, 1, 1, 0.0, None, 16)

    monkeypatch.setattr(players, "PLAYERS", {"solver": replace(players.PLAYERS["solver"], play=played)})
    monkeypatch.setattr(players, "machine_memory", lambda: 8000)
    quiet(SMALL, [1], executor=threads, memory=1000, workers=4)
    quiet(SMALL, [1], executor=threads, workers=4)
    assert given == [250, 500]


def test_a_bar_shows_what_is_left_and_none_is_shown_without(
    threads: ThreadPoolExecutor, capsys: pytest.CaptureFixture[str]
):
    quiet(SMALL, range(7), executor=threads, progress=True)
    assert re.search(r"7/7 .*deals/s", capsys.readouterr().err)
    quiet(SMALL, range(7), executor=threads)
    assert capsys.readouterr() == ("", "")


# Broken off


def script(path: Path, deals: int) -> str:
    return f"""
import signal
from canfield_widget.studies import study
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it from the start
    study("canfield", range(1, {deals + 1}), budget_states={STATES}, store={str(path)!r}, workers=2, progress=False)
"""


def start(path: Path, deals: int) -> subprocess.Popen[str]:
    """A study in a process, from a file as people have it."""
    file = path.parent / "run.py"
    file.write_text(script(path, deals), encoding="utf-8")
    command = [sys.executable, str(file)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for(happened: Callable[[], bool], what: str) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError(f"in half a minute never: {what}")


def rows_there(path: Path) -> int:
    try:
        return len(Study.read(path))
    except (ValueError, sqlite3.OperationalError):
        return 0


def gone(processes: list[psutil.Process]) -> bool:
    return not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in processes)


def test_a_study_that_was_killed_goes_on_to_the_rows_of_one_that_never_was(path: Path, threads: ThreadPoolExecutor):
    running = start(path, 5000)
    wait_for(lambda: rows_there(path) > 0, "a row in the store")
    workers = psutil.Process(running.pid).children(recursive=True)
    running.kill()
    running.wait()
    wait_for(lambda: gone(workers), "the end of the workers")
    assert len(workers) >= 2
    there = rows_there(path)
    assert 0 < there < 5000
    wanted = range(1, there + 31)
    continued = quiet("canfield", wanted, store=path)
    assert len(continued) >= len(wanted)
    assert steady(continued)[: there + 30] == steady(quiet("canfield", wanted, executor=threads))


def test_an_interrupt_ends_the_study_and_its_workers_and_keeps_the_rows(path: Path):
    running = start(path, 5000)
    wait_for(lambda: rows_there(path) > 0, "a row in the store")
    workers = psutil.Process(running.pid).children(recursive=True)
    os.killpg(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=30)
    assert errors.count("Traceback") == 1, errors
    assert errors.rstrip().endswith("KeyboardInterrupt")
    wait_for(lambda: gone(workers), "the end of the workers")
    assert rows_there(path) > 0


def test_a_worker_of_its_own_that_is_killed_is_replaced():
    killed: list[int] = []

    def deals() -> Iterator[int]:
        for number in range(1, 521):
            if number == 510:
                workers = [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]
                killed.append(workers[0].pid)
                workers[0].kill()
            yield number

    assert [row.deal for row in quiet(SMALL, deals())] == list(range(1, 521))
    assert killed


def test_all_rows_come_from_a_cluster_that_loses_a_worker(path: Path, threads: ThreadPoolExecutor):
    distributed = pytest.importorskip("distributed")
    rows_when_killed: list[int] = []

    def deals() -> Iterator[int]:
        """Deals until a worker was killed, and 200 more."""
        numbers = iter(range(1, 20_001))
        while not rows_when_killed:
            yield next(numbers)
        yield from islice(numbers, 200)

    def kill_one() -> None:
        wait_for(lambda: rows_there(path) > 0, "a row in the store")
        os.kill(pids[0], signal.SIGKILL)
        rows_when_killed.append(rows_there(path))

    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        assert len({os.getpid(), *pids}) == 4
        killer = threading.Thread(target=kill_one)
        killer.start()
        found = quiet(SMALL, deals(), executor=client.get_executor(), workers=3, store=path)
        killer.join()
        assert not psutil.pid_exists(pids[0])
    assert 0 < rows_when_killed[0] < len(found)
    assert [row.deal for row in found] == list(range(1, len(found) + 1))
    assert steady(found)[:200] == steady(quiet(SMALL, range(1, 201), executor=threads))


# The store


def test_what_is_there_is_not_played_again(path: Path, threads: ThreadPoolExecutor):
    class NoExecutor(Executor):
        pass

    first = quiet(SMALL, range(10), executor=threads, store=path)
    assert list(quiet(SMALL, range(10), executor=NoExecutor(), store=path)) == list(first)
    assert len(quiet(SMALL, range(15), executor=threads, store=path)) == 15


def test_several_studies_live_in_one_file(path: Path, threads: ThreadPoolExecutor):
    quiet("canfield", [1, 2], executor=threads, store=path)
    quiet("canfield", [1], executor=threads, store=path, player="ranked")
    quiet("canfield", [1, 2, 3], executor=threads, store=path, name="few states", budget_states=10)
    assert set(Store(path).studies()) == {"canfield; solver", "canfield; ranked", "few states"}
    assert len(Study.read(path, "few states")) == 3
    assert Study.read(path, "canfield; ranked").settings.knowledge == "visible cards"
    with pytest.raises(ValueError, match="name: read None, expected one of 'canfield; solver', 'canfield; ranked'"):
        Study.read(path)


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"budget_states": 7}, "budget: read 7, expected 300"),
     ({"variant": "superior"}, "record: read 'superior', expected 'canfield'"),
     ({"player": "ranked"}, "player: read 'ranked', expected 'solver'")],
)  # fmt: skip
def test_a_study_is_not_continued_with_other_settings(
    path: Path, threads: ThreadPoolExecutor, changed: dict[str, Any], words: str
):
    quiet("canfield", [1, 2], executor=threads, store=path, name="mine")
    before = path.read_bytes()
    with pytest.raises(ValueError, match=words):
        quiet(**{"variant": "canfield", "deals": [3], "executor": threads, "store": path, "name": "mine"} | changed)
    assert path.read_bytes() == before


def test_a_study_is_not_continued_by_another_version_of_the_player(
    path: Path, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
):
    quiet(SMALL, [1], executor=threads, store=path)
    for module in (studies, players):
        monkeypatch.setattr(module, "made_by", lambda player: "solver 0123456789ab")
    with pytest.raises(ValueError, match=r"made_by: read 'solver 0123456789ab', expected 'solver [0-9a-f]{12}'"):
        quiet(SMALL, [2], executor=threads, store=path)


def text_file(path: Path) -> None:
    path.write_text("a shopping list, longer than the head of an SQLite file, which has one hundred bytes " * 3)


def other_database(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE played (mine TEXT)")


def half_of_a_store(path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        quiet(SMALL, range(400), executor=pool, store=path, name="half", budget_states=5)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def a_store_with_a_bad_page(path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        quiet(SMALL, range(400), executor=pool, store=path, name="half", budget_states=5)
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = b"\xa5" * (len(content) - len(content) // 2)
    path.write_bytes(content)


def a_store_of_tomorrow(path: Path) -> None:
    Store(path, new=True)
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")


@pytest.mark.parametrize(
    ("make", "words"),
    [(text_file, "this is no SQLite file"), (other_database, "this is another SQLite file"),
     (half_of_a_store, "which is damaged"), (a_store_with_a_bad_page, "which is damaged"),
     (a_store_of_tomorrow, "of version 2, expected version 1")],
)  # fmt: skip
def test_a_file_that_is_no_store_is_refused_and_stays_as_it_is(
    path: Path, threads: ThreadPoolExecutor, make: Callable[[Path], None], words: str
):
    make(path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=words):
        quiet(SMALL, [1], executor=threads, store=path)
    with pytest.raises(ValueError, match=words):
        Study.read(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(path: Path, threads: ThreadPoolExecutor):
    path.touch()
    assert len(quiet(SMALL, [1], executor=threads, store=path)) == 1


def test_reading_makes_no_file(path: Path):
    with pytest.raises(ValueError, match="expected a file that is there"):
        Study.read(path)
    assert not path.exists()


def test_a_study_is_read_while_it_is_written(path: Path, threads: ThreadPoolExecutor):
    quiet(SMALL, range(5), executor=threads, store=path)
    reading = Study.read(path).rows()
    assert next(reading).deal == 0
    quiet(SMALL, range(10), executor=threads, store=path)
    assert next(reading).deal == 1
    assert len(Study.read(path)) == 10


# What a study offers


def test_a_frame_has_a_column_for_each_field(threads: ThreadPoolExecutor):
    pytest.importorskip("pandas")
    frame = quiet("canfield", range(1, 6), executor=threads).frame()
    assert list(frame.columns) == list(Row._fields)
    assert list(frame["deal"]) == [1, 2, 3, 4, 5]
    assert set(frame["verdict"]) <= {"won", "lost", "unknown"}


def test_without_pandas_a_frame_says_how_to_get_it(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r'pip install "canfield-widget\[pandas\]"'):
        quiet(SMALL, [1], executor=threads).frame()


def test_a_record_of_ones_own_comes_back_from_the_store(path: Path, threads: ThreadPoolExecutor):
    own = replace(VARIANTS["canfield"], deal_count=1, passes=2)
    quiet(own, [1], executor=threads, store=path)
    assert Study.read(path).variant == own
    assert cw.read_variant(Study.read(path).settings.record) == own


def test_a_study_without_deals_is_no_error(threads: ThreadPoolExecutor):
    found = quiet(SMALL, [], executor=threads)
    assert (len(found), list(found)) == (0, [])
    assert (found.summary().low, found.summary().high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"deals": 100}, r"deals: read 100, expected deal numbers, such as range\(1, 1001\)"),
     ({"deals": "123"}, "deals: read '123', expected deal numbers"),
     ({"deals": [1, -1]}, "deals: read -1, expected whole numbers from 0 to"),
     ({"deals": [True]}, "deals: read True"), ({"deals": [1.0]}, "deals: read 1.0"),
     ({"deals": [2**63]}, "deals: read 9223372036854775808"),
     ({"variant": "bridge"}, "'bridge' is no variant"),
     ({"player": "me"}, "player: read 'me', expected one of solver, ranked"),
     ({"player": "ranked", "budget_states": 5}, "budget_states: read 5, expected none for 'ranked'"),
     ({"budget_states": -1}, "budget_states: read -1, expected a whole number, at least 0, or None"),
     ({"budget_states": 1e6}, "budget_states: read 1000000.0"),
     ({"memory": "1G"}, "memory: read '1G'"), ({"workers": 0}, "workers: read 0, expected a whole number, at least 1"),
     ({"name": " "}, "name: read ' ', expected a text"),
     ({"store": 5}, "store: read 5, expected the path of a file"),
     ({"store": "no/such/folder/x.sqlite"}, "expected a file in a folder that is there"),
     ({"store": "."}, "expected a file in a folder that is there"),
     ({"executor": "dask"}, "executor: read 'dask', expected a concurrent.futures.Executor")],
)  # fmt: skip
def test_bad_arguments_are_refused_with_what_was_expected(arguments: dict[str, Any], words: str):
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match=words):
        quiet(**{"variant": SMALL, "deals": [1], "executor": pool} | arguments)
