"""How the solver does, in this machine's seconds, as Markdown tables.

    python benchmarks/solver.py             # Canfield 1-200, Superior 1-100, the relaxed rules 1-200, both wraps
    python benchmarks/solver.py --rows      # every other rule set, deals 1-50
    python benchmarks/solver.py --cancel    # how soon a search stops, 50 times for each kernel

`--seconds` is the most for one deal: 60 unless told, 2 for `--rows`. Times are of search alone, in one thread. Deals
of the first table are made as the head of `tests/data/verdicts.txt` says; those of `--rows` are `deal(row, seed)`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from canfield_widget.position import Position, deal  # noqa: E402
from canfield_widget.solver import Prunings, Solution, StoppedBy, Verdict, compiled, search, solve  # noqa: E402
from canfield_widget.variants import VARIANTS  # noqa: E402
from samples import HOPELESS, SLOW, known_deal, table  # noqa: E402

MAIN = {"canfield": 200, "superior": 100, "canfield-relaxed": 200}
WITHIN = (0.01, 0.1, 1.0, 10.0)
ENOUGH = 10_000
"""States from which on the table's size says something about the bytes for a state."""


@dataclass(slots=True)
class Memory:
    """The bytes and the states of the tables of the larger searches, noted where a search ends."""

    bytes: int = 0
    states: int = 0

    def watch(self) -> None:
        """Begins to note, once and for all."""
        run = search._run

        def noting(kept: Any, *budgets: Any) -> search.Outcome:
            outcome = run(kept, *budgets)
            stored = kept.kernel.figures()[1]
            if stored >= ENOUGH:
                self.states += stored
                self.bytes += 16 * kept.slots if hasattr(kept, "slots") else kept.room * (kept.stride + 32)
            return outcome

        search._run = noting


@dataclass(slots=True)
class Row:
    """One line of a table: the solutions of some deals."""

    name: str
    known: dict[int, str] = field(default_factory=dict[int, str])
    found: dict[int, Solution] = field(default_factory=dict[int, Solution])

    def cells(self, memory: Memory) -> list[str]:
        """What the table says of them."""
        solutions = list(self.found.values())
        times = sorted(solution.search_seconds for solution in solutions)
        count, spent = len(times), sum(times)
        verdicts = [solution.verdict for solution in solutions]
        decided = [found.search_seconds for found in solutions if found.verdict is not Verdict.UNKNOWN]
        wrong = sum(
            found.verdict not in (self.known.get(n, found.verdict), Verdict.UNKNOWN) for n, found in self.found.items()
        )
        return [
            self.name,
            str(count),
            " / ".join(str(verdicts.count(verdict)) for verdict in Verdict),
            f"{wrong} of {len(self.known)}" if self.known else "",
            *(f"{1000 * t:.2f}" for t in (statistics.median(times), spent / count, at(times, 0.9), at(times, 0.99))),
            f"{1000 * times[-1]:.0f}",
            " / ".join(f"{100 * sum(t <= most for t in decided) / count:.1f}" for most in WITHIN),
            f"{sum(solution.states for solution in solutions) / spent / 1e6:.2f}" if spent else "",
            f"{memory.bytes / memory.states:.0f}" if memory.states else "",
        ]


HEAD = [
    "rules", "deals", "won / lost / unknown", "other than known", "median ms", "mean ms", "p90 ms", "p99 ms", "max ms",
    "% decided in " + " / ".join(f"{most:g} s" for most in WITHIN), "million states/s", "bytes a state",
]  # fmt: skip


def at(ordered: list[float], share: float) -> float:
    """The value that the share of the ordered values does not exceed."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def say(cells: list[str]) -> None:
    """Prints a line of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def say_head(cells: list[str]) -> None:
    """Prints the head of a table."""
    say(cells)
    say(["---"] * len(cells))


def say_row(row: Row, deals: Iterable[tuple[int, Position]], seconds: float, memory: Memory) -> None:
    """Solves the deals and prints their line."""
    memory.bytes = memory.states = 0
    for number, position in deals:
        row.found[number] = solve(position, budget_s=seconds)
    say(row.cells(memory))


def known_verdicts(row: str, wrap: str) -> dict[int, str]:
    """The verdicts that are known of the deals under some rules."""
    return {
        int(number): verdict
        for name, how, verdict, _, *numbers in table("verdicts.txt")
        if (name, how) == (row, wrap)
        for number in numbers
    }


def say_main(seconds: float) -> None:
    """The table of the three rule sets that have figures to hold."""
    memory = Memory()
    memory.watch()
    say_head(HEAD)
    for row, count in MAIN.items():
        for wrap in ("cyclic", "stops_at_base"):
            deals = ((number, known_deal(row, wrap, number)) for number in range(1, count + 1))
            say_row(Row(f"`{row}`, `{wrap}`", known_verdicts(row, wrap)), deals, seconds, memory)


def say_rows(seconds: float) -> None:
    """The table of all other rule sets."""
    memory = Memory()
    memory.watch()
    say_head(HEAD)
    for row in VARIANTS:
        if row not in MAIN:
            say_row(Row(f"`{row}`"), ((seed, deal(row, seed=seed)) for seed in range(1, 51)), seconds, memory)


def say_cancels(times: int) -> None:
    """How long a search goes on that another thread cancels, with the best line it then plays through."""
    say_head(["kernel", "cancels", "median ms", "max ms"])
    for name in ("one deck", "broad"):
        slow = replace(SLOW, one_deck=name == "one deck")
        late: list[float] = []
        for n in range(times):
            cancel, ended = threading.Event(), list[float]()

            def searched(cancel: threading.Event = cancel, ended: list[float] = ended, slow: Prunings = slow) -> None:
                solution = solve(HOPELESS, budget_s=60, cancel=cancel, prunings=slow)
                if solution.stopped_by is StoppedBy.CANCEL:
                    ended.append(time.monotonic())

            thread = threading.Thread(target=searched)
            thread.start()
            time.sleep(0.1 + 0.2 * n / times)
            began = time.monotonic()
            cancel.set()
            thread.join()
            late += [1000 * (end - began) for end in ended]
        say([name, str(len(late)), f"{statistics.median(late):.1f}", f"{max(late):.1f}"])


def main() -> None:
    """Reads the options and prints the table that is asked for."""
    assert __doc__
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, help="most seconds for one deal")
    options.add_argument("--rows", action="store_true", help="every other rule set")
    options.add_argument("--cancel", action="store_true", help="how soon a search stops")
    wanted = options.parse_args()
    print("compiled" if compiled else "interpreted", end="\n\n")
    if wanted.cancel:
        say_cancels(50)
    elif wanted.rows:
        say_rows(2 if wanted.seconds is None else wanted.seconds)
    else:
        say_main(60 if wanted.seconds is None else wanted.seconds)


if __name__ == "__main__":
    main()
