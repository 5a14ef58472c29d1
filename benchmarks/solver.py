"""How the solver does on the deals of known verdict, in this machine's seconds of search.

    python benchmarks/solver.py [seconds for each deal]

For each rule set of `tests/data/verdicts.txt`: how many verdicts are equal, different or open within the seconds (1.5
unless told), and mean, median and longest search.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from canfield_widget.position import deal  # noqa: E402
from canfield_widget.solver import Verdict, compiled, solve  # noqa: E402
from canfield_widget.variants import VARIANTS  # noqa: E402
from samples import table  # noqa: E402


def deck(number: int) -> str:
    """The cards of a deal of the table, made as its head says."""
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    random.Random(number).shuffle(cards)
    return " ".join(cards)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.5
    taken, outcomes = defaultdict[str, list[float]](list), defaultdict[str, list[str]](list)
    for row, wrap, verdict, _, *numbers in table("verdicts.txt"):
        variant = replace(VARIANTS[row], wrap=wrap)
        for number in numbers:
            found = solve(deal(variant, deck=deck(int(number))), budget_s=seconds)
            outcome = "equal" if found.verdict == verdict else "different"
            outcomes[f"{row} {wrap}"].append("open" if found.verdict is Verdict.UNKNOWN else outcome)
            taken[f"{row} {wrap}"].append(found.search_seconds * 1000)
    print("compiled" if compiled else "interpreted")
    for name, times in taken.items():
        counts = ", ".join(f"{outcomes[name].count(kind)} {kind}" for kind in ("equal", "different", "open"))
        mean, middle = statistics.mean(times), statistics.median(times)
        print(f"{name}: {counts}; mean {mean:.1f} ms, median {middle:.2f} ms, longest {max(times):.0f} ms")


if __name__ == "__main__":
    main()
