"""Many deals played by the solver or by the ranked hint alone: on the processors here or on a cluster, into a store.

A study that is broken off, even by a power cut, goes on where it was when it is called again with the same store.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, islice
from typing import TYPE_CHECKING, Any, cast

from canfield_widget.arguments import expect_text
from canfield_widget.notation import read_variant, write_variant
from canfield_widget.players import PLAYERS, Job, made_by, play
from canfield_widget.position import BIGGEST_DEAL
from canfield_widget.study_bar import progress_bar
from canfield_widget.study_store import Ending, Row, Settings, Store
from canfield_widget.study_summary import Summary
from canfield_widget.variants import Variant, variant_of

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

_DEFAULT_STATES = 1_000_000
_MOST_MOVES = 2000
_TASK_DEALS = 100
_WRITE_SECONDS = 1.0
_TRIES = 3


class _Deals:
    """The deals still to be played: drawn when there is room for them, and those that came back.

    `seen` is the deals that are there already; those that are drawn are added to it.
    """

    def __init__(self, deals: Iterable[object], seen: set[int], room: int) -> None:
        self._source, self._seen, self._room = iter(deals), seen, room
        self._backlog = deque[int]()
        self._failures = Counter[int]()
        self._pace = 1
        self.skipped = 0

    def take(self) -> list[int]:
        """The deals of the next task, fewer of them towards the end, so that all workers end at about one time."""
        while len(self._backlog) < self._room * self._pace and (drawn := list(islice(self._source, 1))):
            number = _deal_number(drawn[0])
            if number in self._seen:
                self.skipped += 1
            else:
                self._seen.add(number)
                self._backlog.append(number)
        share = -(-len(self._backlog) // self._room)
        return [self._backlog.popleft() for _ in range(min(self._pace, share))]

    def played(self, deals: list[int], count: int) -> None:
        """Takes back what a task did not come to, and sees from it how many deals a task should have."""
        self.put_back(deals[count:])
        self._pace = max(1, count) if count < len(deals) else max(self._pace, min(_TASK_DEALS, 2 * count))

    def put_back(self, deals: Iterable[int]) -> None:
        """Takes back deals that were not played."""
        self._backlog.extendleft(reversed(list(deals)))

    def put_back_failed(self, deals: list[int], error: BaseException) -> None:
        """Takes back deals whose task failed. Raises RuntimeError if one of them has failed too often."""
        self.put_back(deals)
        self._failures.update(deals)
        if often := [number for number in deals if self._failures[number] >= _TRIES]:
            raise RuntimeError(f"{_TRIES} tasks with the deals {often} failed, the last by {error!r}") from error


def _deal_number(value: object) -> int:
    try:
        number = -1 if isinstance(value, bool) else cast("Any", value).__index__()
    except (AttributeError, TypeError):
        number = -1
    if not 0 <= number <= BIGGEST_DEAL:
        raise ValueError(f"deals: read {value!r}, expected whole numbers from 0 to {BIGGEST_DEAL}")
    return number


def _drive(executor: Executor, job: Job, deals: _Deals, room: int, receive: Callable[[list[Row]], None]) -> None:
    """Plays all the deals on the executor, at most `room` tasks at a time; `receive` gets rows at least every second.

    What was under way when it ends by an error is put back.
    """
    running = dict[Future[list[Row]], list[int]]()
    serial = count(time.time_ns())
    try:
        while True:
            while len(running) < room and (part := deals.take()):
                try:
                    running[executor.submit(play, next(serial), job, part)] = part
                except BaseException:
                    deals.put_back(part)
                    raise
            if not running:
                return
            done, _ = wait(running, timeout=_WRITE_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    played = future.result()
                except BrokenExecutor:
                    raise
                except (Exception, CancelledError) as error:
                    deals.put_back_failed(running.pop(future), error)
                else:
                    deals.played(running.pop(future), len(played))
                    receive(played)
            receive([])
    except BrokenExecutor as error:
        lost = [number for part in running.values() for number in part]
        running.clear()
        deals.put_back_failed(lost, error)
        raise
    finally:
        for future, part in running.items():
            future.cancel()
            deals.put_back(part)


class _Receiver:
    """Writes rows once a second and keeps the progress bar going."""

    def __init__(self, store: Store, key: int, deals: _Deals, bar: Any) -> None:
        self._store, self._key, self._deals, self._bar = store, key, deals, bar
        self._rows = list[Row]()
        self._written = time.monotonic()
        self._skipped = 0

    def __call__(self, rows: list[Row]) -> None:
        self._rows += rows
        if time.monotonic() - self._written >= _WRITE_SECONDS:
            self.write()
        if self._bar is not None:
            skipped, self._skipped = self._deals.skipped - self._skipped, self._deals.skipped
            self._bar.initial += skipped  # what was there already is no part of the rate
            self._bar.n += skipped
            self._bar.update(len(rows))

    def write(self) -> None:
        """Writes what has come."""
        if self._rows:
            self._store.add(self._key, self._rows)
        self._rows = []
        self._written = time.monotonic()

    def close(self) -> None:
        """Writes what has come and leaves the bar as it is."""
        try:
            self([])
            self.write()
        finally:
            if self._bar is not None:
                self._bar.close()


def study(
    variant: str | Variant,
    deals: Iterable[int],
    *,
    player: str = "solver",
    budget_states: int | None = _DEFAULT_STATES,
    store: str | os.PathLike[str] | None = None,
    name: str | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    memory: int | None = None,
    progress: bool = True,
) -> Study:
    """The study of the deals with these numbers: a row for each, played by the solver or by the ranked hint alone.

    `deals` may be as long as it likes; it is drawn from as there is room. `budget_states` is for the solver, states
    a deal, None for no limit: the rows are the same on every machine, but for the seconds and where memory ran out.
    The ranked hint makes 2,000 moves at the most.

    `store` is the path of an SQLite file, made if it is not there, which gets the rows at least every second. Deals
    that it has already are not played again, so a study that was broken off goes on. A file holds any number of
    studies, told apart by `name`, the rules and the player unless given; a study has all its rows, those of former
    calls too. Without `store` the rows stay in memory.

    `executor` is any `concurrent.futures.Executor`, for Dask `client.get_executor()`; without one, `workers` processes
    are started here, as many as there are processors unless given (a script needs the usual
    `if __name__ == "__main__":`). With one, `workers` says how many tasks it runs at a time. A task that fails, with
    its worker or without, is given to another twice before its error is raised. `memory` is bytes for all searches
    together, a quarter of the machine unless given. `progress` shows a bar with rate and remaining time.

    Raises ValueError for arguments that are none, a file that is no store, and a study in it that was begun with
    other settings or another version of the player.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as threads:
    ...     print(study("canfield-relaxed", range(1, 21), executor=threads, progress=False).summary())
    canfield-relaxed, played by the solver, who sees all cards: of 20 deals 18 won, 2 lost, 0 unknown within 1,000,000
    states a deal; the won share is between 69.9% and 97.2% (95% interval)
    """
    rules = variant_of(variant)
    job, settings = _job(rules, player, budget_states, memory, workers)
    if not isinstance(deals, Iterable) or isinstance(deals, (str, bytes)):  # type: ignore[redundant-expr]
        raise ValueError(f"deals: read {deals!r}, expected deal numbers, such as range(1, 1001)")
    if executor is not None and not isinstance(executor, Executor):  # type: ignore[redundant-expr]
        raise ValueError(f"executor: read {executor!r}, expected a concurrent.futures.Executor or None")
    if name is not None and not (isinstance(name, str) and name.strip()):  # type: ignore[redundant-expr]
        raise ValueError(f"name: read {name!r}, expected a text or None")
    if name is not None:
        expect_text(name, "name")
    place = Store(store, new=True)
    named = f"{settings.record}; {player}" if name is None else name
    key = place.begin(named, settings)
    room = 2 * job.workers
    waiting = _Deals(deals, place.deals(key), room)
    bar = progress_bar(named, len(deals) if isinstance(deals, Sized) else None) if progress else None
    receiver = _Receiver(place, key, waiting, bar)
    try:
        while True:
            try:
                with _executor(executor, job.workers) as running:
                    _drive(running, job, waiting, room, receiver)
                break
            except BrokenExecutor:
                if executor is not None:
                    raise
                # one of our own processes was killed: the others cannot go on, new ones can
    finally:
        receiver.close()
    return Study(named, settings, place, key)


def _executor(given: Executor | None, workers: int) -> AbstractContextManager[Executor]:
    if given is not None:
        return nullcontext(given)
    try:
        from canfield_widget.workers import Workers  # only here: a browser's Python has no processes
    except ImportError as error:
        raise ImportError("study needs processes, which this Python cannot start: give it an executor") from error
    return Workers(workers)


def _job(
    variant: Variant, player: object, budget_states: object, memory: object, workers: object
) -> tuple[Job, Settings]:
    """The checked arguments. Raises ValueError with what was read and what was expected."""
    known = PLAYERS.get(player) if isinstance(player, str) else None
    if known is None:
        raise ValueError(f"player: read {player!r}, expected one of {', '.join(PLAYERS)}")
    who = str(player)
    for argument, value, least in (("budget_states", budget_states, 0), ("memory", memory, 0), ("workers", workers, 1)):
        if value is not None and not (type(value) is int and value >= least):
            raise ValueError(f"{argument}: read {value!r}, expected a whole number, at least {least}, or None")
    if who == "ranked" and budget_states != _DEFAULT_STATES:
        raise ValueError(f"budget_states: read {budget_states!r}, expected none for 'ranked', who looks at no states")
    budget = _MOST_MOVES if who == "ranked" else cast("int | None", budget_states)
    count_ = cast("int | None", workers) or os.cpu_count() or 1
    job = Job(variant, who, budget, cast("int | None", memory), count_, made_by(who))
    return job, Settings(write_variant(variant), who, known.knowledge, budget, job.made_by)


@dataclass(frozen=True, slots=True)
class Study:
    """Many deals of one game, all played by one player with one budget; what it was made with is in `settings`."""

    name: str
    settings: Settings
    store: Store = field(repr=False)
    key: int = field(repr=False)

    @property
    def variant(self) -> Variant:
        """The rules."""
        return read_variant(self.settings.record)

    def __len__(self) -> int:
        """How many deals were played."""
        return sum(self.store.counts(self.key).values())

    def __iter__(self) -> Iterator[Row]:
        return self.rows()

    def rows(self) -> Iterator[Row]:
        """The rows in the order of the deal numbers."""
        return self.store.rows(self.key)

    def summary(self, lang: str = "en") -> Summary:
        """How many deals were won, lost and left open, with an interval that counts the open ones both ways.

        Raises ValueError for another language than `en` and `de`.
        """
        ends = self.store.counts(self.key)
        won, lost, unknown, not_won = (ends.get(ending, 0) for ending in Ending)
        s = self.settings
        return Summary(s.record, s.player, s.knowledge, s.budget, won, lost, unknown, not_won, lang)

    def frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame with a column for each field. Raises ImportError without pandas."""
        try:
            frames: Any = import_module("pandas").DataFrame
        except ImportError as error:
            raise ImportError('Study.frame needs pandas: pip install "canfield-widget[pandas]"') from error
        return frames.from_records(list(self.rows()), columns=list(Row._fields))

    def __str__(self) -> str:
        return str(self.summary())

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()  # pyright: ignore[reportPrivateUsage]

    @classmethod
    def read(cls, path: str | os.PathLike[str], name: str | None = None) -> Study:
        """The study `name` of a store, or its only one, which may still be running.

        Raises ValueError for a file that is no store, and where there is no such study or several without a name.
        """
        place = Store(path)
        found = place.studies()
        if name is None and len(found) == 1:
            name = next(iter(found))
        if name not in found:
            raise ValueError(f"name: read {name!r}, expected one of {', '.join(map(repr, found)) or 'no study yet'}")
        key, settings = found[name]
        return cls(name, settings, place, key)
