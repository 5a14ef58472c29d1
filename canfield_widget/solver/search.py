"""Budgets, memory, progress and cancelling round the kernels, and the lines they find."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any

from canfield_widget.arguments import Cancel, cancelling, expect, expect_progress, expect_seconds, expect_whole
from canfield_widget.cards import RANK_LETTERS
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.position import Position, problems, reserve_names
from canfield_widget.rules import advance, apply, is_won, steps, why_not
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import broad, encoding, kernel
from canfield_widget.solver.trace import MOST_CHOICES, MOST_SAMPLES, NOWHERE, Progress, Recorder, Trace, Way

compiled: bool = not str(kernel.__file__).endswith(".py") and not str(broad.__file__).endswith(".py")
"""True if the kernels run as C, False if the same source runs interpreted."""

_SLICE_SECONDS = 0.01
_FIRST_SLICE = 4000 if compiled else 100
_FINE, _FINE_SHARE = 4, 16
"""A slice that is recorded is no larger than the first, or than one in so many of the states before it."""
_MOVED = 1 << 17 if compiled else 1 << 12
"""Entries of a table that are moved to a larger one before anyone may break in."""


class Verdict(StrEnum):
    """What is known of a position with all cards in sight."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


class Proof(StrEnum):
    """What a lost verdict rests on: a search exhausted over exact keys, or over hashes of states."""

    EXACT = "exact keys"
    HASH = "hash"


class StoppedBy(StrEnum):
    """What ended a search without a verdict."""

    STATES = "states"
    TIME = "time"
    MEMORY = "memory"
    CANCEL = "cancel"


_cards = attrgetter("stock", "waste", "reserves", "foundations", "tableau", "face_down", "pass_number")


class _Default(float):
    """A budget that nobody asked for."""


DEFAULT_SECONDS = _Default(10.0)


@dataclass(frozen=True, slots=True)
class Solution:
    """What `solve` found out about `position`.

    `line` is a whole winning game, replayed by the rules, empty unless the verdict is won. `best_line` is for lost
    and unknown: it leads to the most cards on the foundations that were seen and is no solution. `states` is how
    many states were looked at, the same on every machine; `seconds` is the time for all but what `progress` took,
    `search_seconds` for the kernel alone. `stopped_by` says what ended a search without a verdict, `proof` what a lost
    verdict rests on. `trace` is the record of the search where one was asked for; it plays no part in comparing.
    """

    position: Position = field(repr=False)  # it has the hidden cards
    verdict: Verdict
    line: tuple[Move, ...] = ()
    best_line: tuple[Move, ...] = ()
    states: int = 0
    seconds: float = 0.0
    search_seconds: float = 0.0
    stopped_by: StoppedBy | None = None
    proof: Proof | None = None
    trace: Trace | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        said = f"{self.verdict}: {self.states} states in {self.seconds:.2f} s"
        if self.verdict is Verdict.WON:
            return f"{said}, {len(self.line)} moves"
        return f"{said}, " + (f"proved by {self.proof}" if self.proof else f"stopped by {self.stopped_by}")

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """What a notebook shows: verdict, figures and the line, as HTML and as text."""
        from canfield_widget.solver.report import bundle

        return bundle(self)


def machine_memory() -> int:
    """The bytes of memory of this machine, 4 GiB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4 << 30


@dataclass(slots=True)
class Account:
    """The budgets of one call of `solve` and what has been used of them."""

    most_states: int | None
    most_seconds: float | None
    most_bytes: int
    cancelled: Callable[[], bool]
    progress: Callable[[Progress], object] | None
    started: float
    reached: Progress
    recorder: Recorder | None = None
    choice: Move | None = None
    way: Way = NOWHERE
    states: int = 0
    search_seconds: float = 0.0

    def seconds(self) -> float:
        """Seconds since the call."""
        return time.perf_counter() - self.started

    def tell(self, now: Progress, way: Callable[[Move | None], Way]) -> None:
        """Notes how far the search has come, where it looks, and tells it; the clock stands while it is told."""
        self.reached = now
        if self.recorder:
            self.recorder.add(now, lambda: way(self.choice))
        if self.progress:
            began = time.perf_counter()
            self.progress(now)
            self.started += time.perf_counter() - began

    def stand_by(self) -> Slices[None]:
        """The end of a slice; the clock stands until the search is gone on with."""
        began = time.perf_counter()
        yield
        self.started += time.perf_counter() - began

    def spent(self) -> StoppedBy | None:
        """The budget that is used up, if any."""
        if self.cancelled():
            return StoppedBy.CANCEL
        if self.most_states is not None and self.states >= self.most_states:
            return StoppedBy.STATES
        if self.most_seconds is not None and self.seconds() >= self.most_seconds:
            return StoppedBy.TIME
        return None


@dataclass(frozen=True, slots=True)
class Prunings:
    """What the searches leave out as proved to be needless, and `restarts` (the probes of the broad search), which
    only find wins sooner; all on but in comparisons."""

    safe_moves: bool = True
    dead_test: bool = True
    restarts: bool = True
    covers: bool = True
    one_deck: bool = True


WON, EXHAUSTED, NO_ROOM, TOO_DEEP = 1, 2, 3, 4
_FULL = (1 << 32) - 4096
_FIRST_ROOM = 1 << 13


class _OneDeck:
    """The exact search of `kernel` and its table."""

    def __init__(self, position: Position, prunings: Prunings) -> None:
        self.position, self.slots = position, 1 << 12
        setup = encoding.one_deck_setup(
            position, safe_moves=prunings.safe_moves, dead_test=prunings.dead_test, restarts=prunings.restarts,
            covers=prunings.covers,
        )  # fmt: skip
        buffers = encoding.one_deck_buffers(position, self._table(), compiled)
        self.kernel: Any = kernel.OneDeckSearch(setup, buffers)

    @property
    def room(self) -> int:
        return self.slots

    def _table(self) -> Any:
        return encoding.buffer("Q", 2 * self.slots, compiled)

    def grow(self, most_bytes: int) -> bool:
        """Makes room; False if that would take more memory than there may be."""
        if 3 * 16 * self.slots > most_bytes:
            return False
        self.slots *= 2
        self.kernel.grow(self._table())
        return True

    def line(self, best: bool) -> tuple[tuple[Move, ...], Position]:
        return encoding.one_deck_line(self.position, self.kernel.atoms(self.kernel.path(best)))

    def way(self, choice: Move | None, won: bool = False) -> Way:
        """The way to where it looks, or to the won game."""
        return Way(choice, True, tuple(self.kernel.atoms(self.kernel.path(False)[:MOST_CHOICES])))


class _Broad:
    """The search of `broad` and its stores."""

    def __init__(self, position: Position, prunings: Prunings) -> None:
        self.position, self.stride = position, encoding.broad_stride(position)
        self.room = _FIRST_ROOM
        self.kernel: Any = broad.BroadSearch(
            encoding.broad_setup(position, safe_moves=prunings.safe_moves, probes=prunings.restarts),
            encoding.broad_buffers(position, compiled),
            encoding.broad_stores(self.room, self.stride, compiled),
        )

    def grow(self, most_bytes: int) -> bool:
        """Makes room; False if that would take more memory than there may be."""
        if 3 * self.room * (self.stride + 32) > most_bytes or 2 * self.room > _FULL:
            return False
        self.room *= 2
        self.kernel.grow(encoding.broad_stores(self.room, self.stride, compiled))
        return True

    def line(self, best: bool) -> tuple[tuple[Move, ...], Position]:
        return replayed(
            self.position, without_detours(self.position, encoding.broad_line(self.position, self.kernel.line(best)))
        )

    def way(self, choice: Move | None, won: bool = False) -> Way:
        """The way to where it looks, or to the won game."""
        atoms = self.kernel.line(False) if won else self.kernel.running()
        return Way(choice, False, tuple(atoms[:MOST_CHOICES]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one search ended: with a line, won or not, that the rules have played to `end`."""

    verdict: Verdict
    line: tuple[Move, ...]
    end: Position
    stopped_by: StoppedBy | None = None
    gap: bool = False


def _reached(search: _OneDeck | _Broad, account: Account, before: Progress) -> Progress:
    """How far a call has come that had come to `before` when this search began."""
    depth, founded, restarts, hits = search.kernel.gauges()
    return Progress(
        account.states, account.seconds(), depth, max(before.founded, founded), search.kernel.figures()[1],
        search.room, before.restarts + restarts, before.hits + hits,
    )  # fmt: skip


def _run(search: _OneDeck | _Broad, account: Account, most_states: int | None = None) -> Slices[Outcome]:
    """Runs a search in slices until it ends or a budget is used up."""
    before, earlier, size, stopped = account.states, account.reached, _FIRST_SLICE, None
    until = account.most_states if most_states is None else account.states + most_states
    status = 0
    while True:
        stopped = account.spent()
        if stopped is None and until is not None and account.states >= until:
            stopped = StoppedBy.STATES
        if stopped:
            break
        wanted = size if until is None else min(size, until - account.states)
        if account.recorder:
            wanted = min(wanted, max(_FINE, account.states // _FINE_SHARE))
        began = time.perf_counter()
        status = search.kernel.run(wanted)
        took = time.perf_counter() - began
        account.search_seconds += took
        account.states = before + search.kernel.figures()[0]
        if took > 0:
            size = max(64, min(int(wanted * min(4.0, _SLICE_SECONDS / took)), 1 << 20))
        if status == NO_ROOM:
            began, more = time.perf_counter(), True
            if not search.grow(account.most_bytes):
                stopped = StoppedBy.MEMORY
            while stopped is None and more:
                more = search.kernel.fill(_MOVED)
                account.search_seconds += time.perf_counter() - began
                stopped = account.spent() if more else None
                yield from account.stand_by()
                began = time.perf_counter()
            if stopped is None:
                continue
        if account.progress or account.recorder:
            account.tell(_reached(search, account, earlier), search.way)
        if status:
            break
        yield from account.stand_by()
    if account.recorder:
        account.way = search.way(account.choice, status == WON)
    if status == WON:
        return Outcome(Verdict.WON, *search.line(False))
    gap = bool(search.kernel.figures()[3])
    if status == EXHAUSTED and not gap:
        return Outcome(Verdict.LOST, *search.line(True))
    return Outcome(Verdict.UNKNOWN, *search.line(True), stopped, gap or status == TOO_DEEP)


def _search(position: Position, account: Account, prunings: Prunings) -> Slices[Outcome]:
    """Searches a position whose base is known."""
    if prunings.one_deck and encoding.is_for_one_deck_search(position):
        outcome = yield from _run(_OneDeck(position, prunings), account)
        if not outcome.gap or outcome.stopped_by:
            return outcome
        # nothing is proved where a column was so long that its bottom might lie on its end
    return (yield from _run(_Broad(position, prunings), account))


def choices_of_base(position: Position) -> list[tuple[Move, Position]]:
    """The moves that choose the base, and what they lead to."""
    sources = [*(f"T{n + 1}" for n in range(len(position.tableau))), *reserve_names(position.variant)]
    moves = [Move(source, FOUNDATION) for source in sources]
    return [(move, advance(position, move, steps(position, move))) for move in moves if why_not(position, move) is None]


def without_detours(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The legal line without the moves between two equal positions."""
    seen, kept = {_cards(position): 0}, list[Move]()
    for move in line:
        position = advance(position, move, steps(position, move))
        cards = _cards(position)
        kept.append(move)
        if cards in seen:
            del kept[seen[cards] :]
            seen = {place: count for place, count in seen.items() if count <= len(kept)}
        seen[cards] = len(kept)
    return tuple(kept)


def replayed(position: Position, line: tuple[Move, ...]) -> tuple[tuple[Move, ...], Position]:
    """The line and the position it leads to by the rules."""
    for move in line:
        position = apply(position, move)
    return line, position


def decide(position: Position, account: Account, prunings: Prunings) -> Slices[Solution]:
    """The solution of a position that is known to be complete, within the budgets of `account`."""
    if position.base is not None:
        outcome = yield from _search(position, account, prunings)
    else:
        outcome = yield from _search_choices(position, account, prunings)
    line, won = outcome.line, outcome.verdict is Verdict.WON
    recorder, trace = account.recorder, None
    if recorder:
        recorder.end(account.reached, account.way)
        trace = Trace(
            tuple(recorder.samples), position.variant.pack_size, outcome.verdict, recorder.every, position,
            tuple(recorder.ways),
        )  # fmt: skip
    if is_won(outcome.end) != won:
        raise AssertionError(f"the search and the rules differ on {position}")
    return Solution(
        position, outcome.verdict, line if won else (), () if won else line, account.states, account.seconds(),
        account.search_seconds, outcome.stopped_by, Proof.EXACT if outcome.verdict is Verdict.LOST else None,
        trace,
    )  # fmt: skip


def _search_choices(position: Position, account: Account, prunings: Prunings) -> Slices[Outcome]:
    """Tries each base that may be chosen, with an equal share of what is left of the states."""
    choices = choices_of_base(position)
    states, seconds = account.most_states, account.most_seconds
    open_one: Outcome | None = None
    best: tuple[tuple[Move, ...], Position] = (), position
    for n, (move, after) in enumerate(choices):
        if states is not None:
            account.most_states = account.states + (states - account.states) // (len(choices) - n)
        if seconds is not None:
            account.most_seconds = account.seconds() + (seconds - account.seconds()) / (len(choices) - n)
        account.choice = move
        outcome = yield from _search(after, account, prunings)
        line = (move, *outcome.line)
        if outcome.verdict is Verdict.WON:
            return Outcome(Verdict.WON, line, outcome.end)
        best = best if best[0] else (line, outcome.end)
        if outcome.verdict is Verdict.UNKNOWN:
            open_one = outcome
        if outcome.stopped_by is StoppedBy.CANCEL:
            break
    if open_one:
        return Outcome(Verdict.UNKNOWN, *best, open_one.stopped_by)
    return Outcome(Verdict.LOST, *best)


def solve(
    position: Position,
    *,
    budget_s: float | None = DEFAULT_SECONDS,
    budget_states: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    memory: int | None = None,
    prunings: Prunings | None = None,
    record: bool | int = False,
) -> Solution:
    """Whether `position` can be won with all cards in sight: a winning line, a proof that there is none, or neither.

    `budget_s` is seconds, `budget_states` states looked at; None is no limit. Given states alone, time plays no
    part, and the answer is the same on every machine. `progress` is called with a `Progress` about a hundred times a
    second; the clock stands while it runs, so it may hold the search. `cancel` is an event or a function that is True
    once the search is to stop, looked at as often. `memory` is bytes, a quarter of the machine's unless given.
    `prunings` is for comparisons. `record` keeps a `Trace` of the search with at most so many samples, True for 500;
    all else in the solution is the same with it.
    Raises ValueError for a position that is not complete, and for budgets and a `record` that are none.

    >>> from canfield_widget.position import deal
    >>> solve(deal("canfield", seed=2), budget_states=200_000).verdict
    <Verdict.WON: 'won'>
    """
    return at_once(
        solving(
            position, budget_s=budget_s, budget_states=budget_states, progress=progress, cancel=cancel, memory=memory,
            prunings=prunings, record=record,
        )
    )  # fmt: skip


def solving(
    position: Position,
    *,
    budget_s: float | None = DEFAULT_SECONDS,
    budget_states: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    memory: int | None = None,
    prunings: Prunings | None = None,
    record: bool | int = False,
) -> Slices[Solution]:
    """`solve` in slices of some ten milliseconds; the clock stands between them. Raises what `solve` raises."""
    began = time.perf_counter()
    check_arguments(position, budget_s, budget_states, memory, record, prunings)
    recorder = Recorder(MOST_SAMPLES if record is True else record) if record else None
    if budget_states is not None and isinstance(budget_s, _Default):
        budget_s = None
    expect_progress(progress)
    cancelled = cancelling(cancel)
    account = Account(
        budget_states, budget_s, machine_memory() // 4 if memory is None else memory, cancelled, progress, began,
        Progress(0, 0.0, founded=sum(map(len, position.foundations))), recorder,
    )  # fmt: skip
    if recorder:
        recorder.add(account.reached)
    return (yield from decide(position, account, prunings or Prunings()))


def check_arguments(
    position: Position,
    budget_s: object,
    budget_states: object,
    memory: object,
    record: object = False,
    prunings: object = None,
) -> None:
    """Raises ValueError for the first argument that is none, with what was expected."""
    expect(position, Position, "position", "a Position, such as deal() gives")
    if found := problems(position):
        what = "; ".join(
            " ".join(filter(None, (problem.code, " ".join(map(str, problem.cards)), problem.pile))) for problem in found
        )
        raise ValueError(f"position: {what}: expected every card of the game once, in sight, on {_rows(position)}")
    expect_seconds(budget_s)
    for name, value in (("budget_states", budget_states), ("memory", memory)):
        if value is not None:
            expect_whole(value, name, expected=", or None")
    if type(record) is not bool and (type(record) is not int or record < 2):
        raise ValueError(f"record: read {record!r}, expected True, False or a whole number of samples, at least 2")
    expect(prunings, (Prunings, type(None)), "prunings", "Prunings, or None")


def _rows(position: Position) -> str:
    base = RANK_LETTERS[position.base - 1] if position.base else "not chosen"
    return f"piles of {position.variant.id}, base {base}"
