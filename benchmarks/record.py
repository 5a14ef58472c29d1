"""What it costs to record a search and to watch one, as medians of ratios over pairs of searches.

    python benchmarks/record.py             # twenty pairs of some seconds, one deal for each kernel
    python benchmarks/record.py --pairs 5 --states 1000000

Each pair is a search without and one with, one straight after the other and in turn the first, by the same number of
states; the ratios are those of their seconds, of which 1.05 is the most that watching may cost. What is watched runs
in a kernel of its own, on its loop, with updates sent through its sockets as to a page, which nobody draws here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from canfield_widget.position import Position, deal  # noqa: E402
from canfield_widget.solver import Solution, compiled, solve  # noqa: E402
from samples import HOPELESS, SLOW  # noqa: E402

DEALS = {"one deck": (HOPELESS, SLOW), "broad": (deal("rainfall", seed=9), None)}


async def plain(position: Position, **others: Any) -> Solution:
    """A search that nobody watches, on a thread of its own, too, beside a loop that is free."""
    return await asyncio.to_thread(solve, position, **others)


async def recorded(position: Position, **others: Any) -> Solution:
    """The same with a record."""
    return await asyncio.to_thread(solve, position, record=True, **others)


async def watched(position: Position, **others: Any) -> Solution:
    """The same in a view that tells the page."""
    from canfield_widget.search_views import watch_search

    view = watch_search(position, **others)
    while view.solution is None:
        await asyncio.sleep(0.02)
    view.close()
    return view.solution


Pairs = list[tuple[float, float]]
"""For each pair the ratio of its seconds and that of the processor's, to which other processes do less."""


async def ratios(way: Any, name: str, pairs: int, states: int) -> Pairs:
    """What the searches with took, by what the searches without took."""
    position, prunings = DEALS[name]
    found: Pairs = []
    for n in range(pairs):
        took: dict[Any, tuple[float, float]] = {}
        for each in (plain, way) if n % 2 else (way, plain):
            began = time.process_time()
            solution = await each(position, budget_s=None, budget_states=states, prunings=prunings)
            took[each] = solution.seconds, time.process_time() - began
        found.append((took[way][0] / took[plain][0], took[way][1] / took[plain][1]))
    return found


async def measured(pairs: int, states: int) -> list[tuple[str, str, Pairs]]:
    """The ratios of all that is measured."""
    return [
        (name, way.__name__, await ratios(way, name, pairs, states)) for name in DEALS for way in (recorded, watched)
    ]


def in_kernel(pairs: int, states: int) -> list[tuple[str, str, Pairs]]:
    """The same from a kernel of Jupyter, where a cell awaits it, so that its loop goes on."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    try:
        lines: list[str] = []

        def heard(message: Any) -> None:
            content = message["content"]
            if message["msg_type"] == "stream":
                lines.append(content["text"])
            elif message["msg_type"] == "error":
                raise RuntimeError("\n".join(content["traceback"]))

        code = (
            f"import json, sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\nimport record\n"
            f"found = await record.measured({pairs}, {states})\nprint(json.dumps(found))"
        )
        client.execute_interactive(code, output_hook=heard, timeout=None)
        return json.loads("".join(lines).splitlines()[-1])
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main() -> None:
    """Reads the options and prints the table."""
    assert __doc__
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--states", type=int, help="states of a search: 6,000,000 unless told, interpreted 60,000")
    wanted = options.parse_args()
    states = wanted.states or (6_000_000 if compiled else 60_000)
    print("compiled" if compiled else "interpreted", end="\n\n")
    print("| kernel | search | pairs | median ratio of seconds | quartiles | of processor time | quartiles |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, way, found in in_kernel(wanted.pairs, states):
        cells = [name, way, str(len(found))]
        for ratios_of in zip(*found, strict=True):
            low, middle, high = statistics.quantiles(ratios_of, n=4, method="inclusive")
            cells += [f"{middle:.3f}", f"{low:.3f} to {high:.3f}"]
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
