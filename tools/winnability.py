"""Plays the deals behind docs/winnability.md and writes the page.

    python tools/winnability.py                        every part, then the page
    python tools/winnability.py canfield rainbow       some parts
    python tools/winnability.py --list                 the parts
    python tools/winnability.py --page                 the page alone, from docs/winnability.csv

`--deals N` plays at most the first N deals of each part, `--seconds S` draws no more deals of a part after S seconds.
Rows go to a store (build/winnability.sqlite unless `--store` says otherwise), so that a run that was broken off goes
on; what the store has of a part replaces its line in the data file, which the page is written from. After a change of
the solver or of the hint the store is refused: remove it, or name another.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from canfield_widget.notation import read_variant
from canfield_widget.studies import Study, study
from canfield_widget.study_store import Ending, Row, Store
from canfield_widget.study_summary import Summary
from canfield_widget.variants import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
STORE = ROOT / "build" / "winnability.sqlite"
DATA = ROOT / "docs" / "winnability.csv"
PAGE = ROOT / "docs" / "winnability.md"


@dataclass(frozen=True, slots=True)
class Part:
    """Deals 1 to `deals` under one rule set, played by one player."""

    record: str
    deals: int
    budget_states: int | None
    player: str = "solver"


PUBLISHED = {
    "canfield-stops": ("67.562 ± 0.034", "whole columns only"),
    "relaxed-stops": ("71.245 ± 0.031", "any run at the end of a column, then any card in a space"),
}
"""The figures of Blake and Gent for the parts that play exactly their rules, and the words for the rules."""

RANKED_ROWS = ("canfield", "canfield-single", "superior", "rainfall", "american-toad")
_MANY, _FEW = 10_000, 1_000
_EXACT, _SHORT = 10_000_000, 300_000

PARTS: Mapping[str, Part] = {
    "canfield-stops": Part("canfield{wrap=stops_at_base}", _MANY, _EXACT),
    "relaxed-stops": Part("canfield-relaxed{wrap=stops_at_base}", _MANY, _EXACT),
    "canfield": Part("canfield", _MANY, _EXACT),
    "canfield-relaxed": Part("canfield-relaxed", _MANY, _EXACT),
    "superior": Part("superior", _FEW, _EXACT),
    **{f"{row}-ranked": Part(row, _FEW, None, "ranked") for row in RANKED_ROWS},
    **{
        row: Part(row, _FEW, _SHORT)
        for row in VARIANTS
        if row not in ("canfield", "canfield-hoyle", "canfield-relaxed", "superior")
    },
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the data file: what a part came to.

    `shuffles_median` and `shuffles_most` are how many deals in a row it took to come to one that was proved a win.
    """

    part: str
    record: str
    player: str
    knowledge: str
    budget: int | None
    made_by: str
    first: int
    last: int
    n: int
    won: int
    lost: int
    unknown: int
    not_won: int
    shuffles_median: float | None
    shuffles_most: int | None

    def summary(self) -> Summary:
        """The same as the study's summary."""
        return Summary(self.record, self.player, self.knowledge, self.budget, self.won, self.lost, self.unknown,
                       self.not_won)  # fmt: skip


# Playing


def within(deals: Iterable[int], seconds: float | None) -> Iterator[int]:
    """The deals, until so many seconds have passed since the first."""
    began = time.monotonic()
    for number in deals:
        if seconds is not None and time.monotonic() - began > seconds:
            return
        yield number


def run(name: str, part: Part, store: Path, most: int | None, seconds: float | None, workers: int | None) -> float:
    """Plays a part, and says how long all of it takes at the pace of this run; those seconds, 0 if it is done."""
    budget = {} if part.player == "ranked" else {"budget_states": part.budget_states}
    wanted = min(part.deals, most or part.deals)
    studies = Store(store, new=True).studies()
    before = len(Study.read(store, name)) if name in studies else 0
    began = time.monotonic()
    found = study(
        read_variant(part.record), within(range(1, wanted + 1), seconds), player=part.player, store=store, name=name,
        workers=workers, **budget,
    )  # fmt: skip
    took, n = time.monotonic() - began, len(found)
    print(f"{name}: {found.summary()}")
    left = 0.0 if n >= part.deals or n == before else took / (n - before) * (part.deals - n)
    print(f"{name}: {n} of {part.deals} deals; {took:.0f} s for {n - before}; about {left / 60:.1f} min for the rest\n")
    return left


# The data file


def shuffles(rows: Iterable[Row]) -> list[int]:
    """How many deals in a row, each time from the one after a win, it takes to come to one that is proved a win.

    >>> won, lost = Ending.WON, Ending.LOST
    >>> shuffles(Row(n, end, 0, 0, 0.0, None, 0) for n, end in enumerate([won, lost, lost, won, won, lost]))
    [1, 3, 1]
    """
    counts, since = list[int](), 0
    for row in rows:
        since += 1
        if row.verdict is Ending.WON:
            counts.append(since)
            since = 0
    return counts


def line_of(name: str, found: Study) -> Line:
    """The line of a part in the data file."""
    rows = list(found)
    s, sum_ = found.settings, found.summary()
    tries = shuffles(rows) if s.player == "solver" else []
    return Line(
        name, s.record, s.player, s.knowledge, s.budget, s.made_by, rows[0].deal, rows[-1].deal, sum_.n, sum_.won,
        sum_.lost, sum_.unknown, sum_.not_won, statistics.median(tries) if tries else None, max(tries, default=None),
    )  # fmt: skip


def read_lines(path: Path) -> dict[str, Line]:
    """The lines of the data file by part; none where there is no file."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["part"]: Line(**{f.name: _value(f.type, row[f.name]) for f in fields(Line)}) for row in rows}  # type: ignore[arg-type]


def _value(kind: object, text: str) -> object:
    if text == "" and "None" in str(kind):
        return None
    return float(text) if "float" in str(kind) else int(text) if "int" in str(kind) else text


def write_lines(path: Path, lines: Mapping[str, Line]) -> None:
    """Writes the data file, the parts in the order of `PARTS`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([f.name for f in fields(Line)])
        for name in PARTS:
            if name in lines:
                writer.writerow([getattr(lines[name], f.name) for f in fields(Line)])


# The page


def percent(share: float) -> str:
    """The share in per cent with a decimal, without the sign."""
    return f"{100 * share:.1f}"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    names = tuple(head)
    lines = [names, ("---",) * len(names), *(tuple(map(str, row)) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def figures(line: Line) -> tuple[str, ...]:
    """Deals, won, lost, unknown, the won share with its interval, and the budget."""
    s = line.summary()
    return (
        f"{s.n:,}", f"{s.won:,}", f"{s.lost:,}", f"{s.unknown:,}",
        f"{percent(s.won / s.n)} [{percent(s.low)}, {percent(s.high)}]", f"{line.budget:,}",
    )  # fmt: skip


FIGURES = ("deals", "won", "lost", "unknown", "won, % [interval]", "states a deal, at most")
RANKED_FIGURES = ("deals", "won", "not won", "won, % [interval]", "moves a deal, at most")


def page(lines: Mapping[str, Line]) -> str:
    """The page of the data file."""
    rows = [name for name, part in PARTS.items() if name in lines and part.record in VARIANTS]
    beside = [(f"{words}: `{lines[name].record}`", *figures(lines[name]), figure, _command(name))
              for name, (figure, words) in PUBLISHED.items() if name in lines]  # fmt: skip
    solved = [(f"`{lines[name].record}`", *figures(lines[name]), _command(name))
              for name in rows if PARTS[name].player == "solver"]  # fmt: skip
    ranked = [(f"`{lines[name].record}`", *ranked_figures(lines[name]), _command(name))
              for name in rows if PARTS[name].player == "ranked"]  # fmt: skip
    unplayed = [f"`{part.record}`" for name, part in PARTS.items()
                if name not in lines and part.record in VARIANTS and part.player == "solver"]  # fmt: skip
    makers = sorted({f"`{line.made_by}`" for line in lines.values()})
    parts = [INTRODUCTION.format(makers=", ".join(makers))]
    if beside:
        parts += [BESIDE, table(("rules", *FIGURES, "published, %", "command"), beside)]
    if solved:
        parts += [SOLVED, table(("rules", *FIGURES, "command"), solved)]
    if unplayed:
        parts.append(UNPLAYED.format(rules=", ".join(unplayed)))
    if "superior" in lines:
        parts.append(shuffles_paragraph(lines["superior"]))
    if ranked:
        parts += [RANKED, table(("rules", *RANKED_FIGURES, "command"), ranked)]
    return "\n".join(parts)


def ranked_figures(line: Line) -> tuple[str, ...]:
    """Deals, won, not won, the won share with its interval, and the budget."""
    deals, won, _, _, share, budget = figures(line)
    return deals, won, f"{line.not_won:,}", share, budget


def shuffles_paragraph(line: Line) -> str:
    """What is said of the shuffles to a winnable deal."""
    median = "none yet" if line.shuffles_median is None else f"{line.shuffles_median:g}"
    return SHUFFLES.format(
        n=f"{line.n:,}", budget=f"{line.budget:,}", median=median, most=line.shuffles_most or "none yet",
        command=_command(line.part),
    )  # fmt: skip


def _command(name: str) -> str:
    return f"`python tools/winnability.py {name}`"


INTRODUCTION = """\
# How many deals can be won

<!-- Written by tools/winnability.py from docs/winnability.csv -->

Deal n of a row is `cw.deal(rules, seed=n)`, and each row takes the deals from 1 on, none left out. Except in the last
table the solver plays, who knows where every card lies: the figures say how many deals *have* a winning line. They are
an upper bound for what people win, who do not see the cards that lie face down.

A lost deal is one whose search was exhausted; an unknown one used up its budget. The interval (Wilson, 95 %) counts the
unknown deals as not won for its low end and as won for its high end. Budgets are in states, so that the counts are the
same on every machine whose memory lasts.

The players, with digests of their sources: {makers}.
"""
BESIDE = """\
## Beside published figures

C. Blake and I. P. Gent, JAIR 85:21 (2026), arXiv 1906.12314: ten million deals, all cards known. In their rules no card
lies on one of the base rank (`stops_at_base`); the rule texts that this package follows do not say so. For whole
columns they do not say what fills a space once the reserve is gone. It makes no difference: a whole column in a space
changes nothing, and single cards come from the waste alone.
"""
SOLVED = """\
## The rule sets

The rules as they stand in [rules.md](rules.md), all cards known. `canfield-hoyle` is left out: it plays as `canfield`
does and only counts money. A row with many unknown deals says as much about the budget as about the game; where the
ranked hint, in the last table, wins more deals than the solver found to be won, its share is the better lower bound. We
know of no other solver's figures under exactly these rules, but for `superior`, see below.
"""
UNPLAYED = """\
Not played yet: {rules}.

Solver and hint were changed since the deals of this page were played: all figures are those of earlier versions, whose
digests stand above and, row by row, in `docs/winnability.csv`.
"""
SHUFFLES = """\
## Shuffles to a winnable deal

The text "Superior Canfield Solitär" reshuffles until a win is proved, and says that this takes two shuffles in the
median; of 100 deals its solver proved 59 won, 2 lost, and left 39 open.

Here, over the {n} deals of `superior` in their order, at most {budget} states each, the median is {median} and the
longest wait {most}. It is a figure of the deals and of how much the solver can prove, all cards known.
Command: {command}
"""
RANKED = """\
## A player who sees what people see

The ranked hint alone, move after move, until it has none to offer. It knows the visible cards only and takes no move
back. So this is what a plain order of preferences wins, and a lower bound for good play. "Canfield Solitaire" after
Hoyle, whose rules of play are those of `canfield`, speaks of 3 %. "Not won" does not say that the deal is lost.
"""


def main(arguments: list[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("parts", nargs="*", metavar="part", help="all unless given")
    reader.add_argument("--deals", type=int)
    reader.add_argument("--seconds", type=float)
    reader.add_argument("--workers", type=int)
    reader.add_argument("--store", type=Path, default=STORE)
    reader.add_argument("--data", type=Path, default=DATA)
    reader.add_argument("--to", type=Path, default=PAGE, help="the page")
    reader.add_argument("--page", action="store_true", help="write the page alone")
    reader.add_argument("--list", action="store_true", help="list the parts")
    asked = reader.parse_args(arguments)
    if unknown := [name for name in asked.parts if name not in PARTS]:
        reader.error(f"no part {', '.join(unknown)}: expected some of {', '.join(PARTS)}")
    if asked.list:
        for name, part in PARTS.items():
            print(f"{name}: {part.deals} deals of {part.record}, {part.player}")
        return
    lines = read_lines(asked.data)
    if not asked.page:
        asked.store.parent.mkdir(parents=True, exist_ok=True)
        names = asked.parts or list(PARTS)
        left = sum(run(n, PARTS[n], asked.store, asked.deals, asked.seconds, asked.workers) for n in names)
        print(f"about {left / 60:.0f} min for the rest of these parts, beside what else this machine did")
        for name in Store(asked.store).studies():
            if name in PARTS and len(found := Study.read(asked.store, name)):
                lines[name] = line_of(name, found)
        write_lines(asked.data, lines)
    asked.to.write_text(page(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
