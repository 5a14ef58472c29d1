"""Who plays the deals of a study, and what a worker does: the solver, or the ranked hint alone."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from canfield_widget.hints import Knowledge, play_ranked
from canfield_widget.moves import FOUNDATION
from canfield_widget.position import Position, deal
from canfield_widget.rules import is_won
from canfield_widget.solver import solve
from canfield_widget.solver.search import machine_memory
from canfield_widget.study_store import Ending, Row
from canfield_widget.variants import Variant

_TASK_SECONDS = 0.5

_asked_to_stop: Callable[[], bool] | None = None


def stop_when(asked: Callable[[], bool]) -> None:
    """Ends the games of this process, the one that is played too, once `asked` is true."""
    global _asked_to_stop
    _asked_to_stop = asked


def stopped() -> bool:
    """True once the games of this process are to end."""
    return _asked_to_stop is not None and _asked_to_stop()


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: what he knows, the sources that his results depend on, and the row of one deal."""

    knowledge: Knowledge
    sources: tuple[str, ...]
    play: Callable[[int, Position, int | None, int], Row]


def _by_solver(number: int, position: Position, budget: int | None, memory: int) -> Row:
    found = solve(position, budget_s=None, budget_states=budget, memory=memory, cancel=stopped)
    line = found.line or found.best_line
    founded = sum(map(len, position.foundations))
    founded += sum((move.target == FOUNDATION) - (move.source[0] == FOUNDATION) for move in line)
    return Row(number, Ending(found.verdict), len(line), found.states, found.search_seconds, found.stopped_by, founded)


def _by_ranked_hint(number: int, position: Position, budget: int | None, memory: int) -> Row:
    began = time.perf_counter()
    line, end = play_ranked(position, most_moves=budget or 0)
    won = is_won(end)
    out_of_moves = "moves" if not won and len(line) == budget else None
    return Row(
        number, Ending.WON if won else Ending.NOT_WON, len(line), None, time.perf_counter() - began, out_of_moves,
        sum(map(len, end.foundations)),
    )  # fmt: skip


PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        "solver": Player(
            Knowledge.ALL,
            ("solver/kernel.py", "solver/broad.py", "solver/encoding.py", "solver/search.py"),
            _by_solver,
        ),
        "ranked": Player(Knowledge.VISIBLE, ("hints.py", "rules.py", "legality.py"), _by_ranked_hint),
    }
)


@cache
def made_by(player: str) -> str:
    """The player and a digest of the sources that his results depend on: `solver 1f0c...`."""
    digest = hashlib.sha256()
    for source in PLAYERS[player].sources:
        digest.update((files("canfield_widget") / source).read_bytes().replace(b"\r\n", b"\n"))
    return f"{player} {digest.hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all tasks of a study; `memory` None is a quarter of the worker's machine for `workers`."""

    variant: Variant
    player: str
    budget: int | None
    memory: int | None
    workers: int
    made_by: str


def play(task: int, job: Job, deals: list[int]) -> list[Row]:
    """The rows of the first of the deals, as many as half a second allows, at least one unless stopped.

    `task` only makes two tasks with the same deals differ: Dask would take the second for the first.
    """
    if made_by(job.player) != job.made_by:
        raise ValueError(
            f"worker: read {made_by(job.player)!r}, expected {job.made_by!r}: another canfield_widget there"
        )
    memory = (machine_memory() // 4 if job.memory is None else job.memory) // job.workers
    until = time.monotonic() + _TASK_SECONDS
    rows = list[Row]()
    for number in deals:
        row = PLAYERS[job.player].play(number, deal(job.variant, seed=number), job.budget, memory)
        if stopped():
            break  # the row is that of a search which was cancelled
        rows.append(row)
        if time.monotonic() > until:
            break
    return rows
