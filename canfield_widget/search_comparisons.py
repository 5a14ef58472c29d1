"""What the prunings and restarts of the solver are worth on one deal: the same search with each of them left out."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from html import escape
from importlib import import_module
from itertools import compress
from typing import TYPE_CHECKING, Any, cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from canfield_widget.arguments import expect_text
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.notation import read_position
from canfield_widget.position import Position
from canfield_widget.search_figures import MARKS, short
from canfield_widget.solver import Prunings, Solution, Verdict, encoding, solve
from canfield_widget.solver.report import number
from canfield_widget.solver.search import choices_of_base
from canfield_widget.texts import text, words

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

_STATES = 500_000
_LETTERS = 9.5
_PAINTS = {Verdict.WON: "can", Verdict.LOST: "blame", Verdict.UNKNOWN: "muted"}
_HATCHES = {Verdict.WON: "", Verdict.LOST: "", Verdict.UNKNOWN: "////"}


@dataclass(frozen=True, slots=True)
class SearchRow:
    """One search of a comparison: its settings, the name they go by, and what it found."""

    name: str
    prunings: Prunings
    solution: Solution


@dataclass(frozen=True, slots=True, repr=False)
class SearchComparison:
    """The same position searched with several settings, which a notebook shows as a table.

    `states` are the same on every machine, seconds are not. A search without a verdict would have looked at more
    states than it did; the table says "more than".
    """

    position: Position
    rows: tuple[SearchRow, ...]
    lang: str = "en"

    def __len__(self) -> int:
        """The number of searches."""
        return len(self.rows)

    def __iter__(self) -> Iterator[SearchRow]:
        return iter(self.rows)

    def frame(self) -> pandas.DataFrame:
        """A pandas DataFrame with a row for each search: settings, verdict, states, seconds, plies of the line.

        Raises ImportError without pandas.
        """
        try:
            frames: Any = import_module("pandas").DataFrame
        except ImportError as error:
            raise ImportError('SearchComparison.frame needs pandas: pip install "canfield-widget[pandas]"') from error
        switches = [part.name for part in fields(Prunings)]
        found = [
            (row.name, *(getattr(row.prunings, switch) for switch in switches), str(row.solution.verdict),
             row.solution.states, row.solution.search_seconds, len(row.solution.line) if row.solution.line else None)
            for row in self.rows
        ]  # fmt: skip
        return frames.from_records(found, columns=["name", *switches, "verdict", "states", "seconds", "plies"])

    def plot(
        self, *, ax: Axes | None = None, lang: str | None = None, theme: str = "light", width: float = 7.2
    ) -> Axes:
        """The states of each search as bars on a scale of tens, with its verdict: new axes, or `ax` with the bars.

        A bar that ends in an arrow had no answer and would go on. New axes have a figure of their own, `width` inches
        wide, shown by the notebook where they are a cell's last value; `lang` None is the comparison's.

        Raises ValueError for another theme, language, width or `ax`.
        """
        check_theme(theme)
        spoken = self.lang if lang is None else lang
        words(spoken)
        if ax is not None:
            return _plot(axes_of(ax), self, spoken, theme)
        figure = NotebookFigure(figsize=(inches(width), 1.1 + 0.36 * len(self)), layout="constrained")
        figure.set_facecolor(colour("table-top", theme))
        made = cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))
        figure.words = made.words = self.say(spoken)
        return _plot(made, self, spoken, theme)

    def say(self, lang: str | None = None) -> str:
        """The comparison in words, a line for each search. Raises ValueError for a language that is none."""
        heads, *rows = self._cells(self.lang if lang is None else lang)
        return "\n".join(
            f"{row[0]}: " + ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell)
            for row in rows
        )

    __str__ = __repr__ = say

    def _repr_html_(self) -> str:
        """The same as a table; its colours are those around it."""
        heads, *rows = self._cells(self.lang)
        body = "".join(f'<tr style="{_PLAIN}">{_tds(row)}</tr>' for row in rows)
        head = "".join(f'<th scope="col" style="{_CELL};{_RIGHT if n > 1 else ""}">{escape(cell)}</th>'
                       for n, cell in enumerate(heads))  # fmt: skip
        return (
            f'<div style="max-width:100%;overflow-x:auto;line-height:1.4"><table style="border-collapse:collapse;'
            f'margin:.4em 0;font:inherit;font-variant-numeric:tabular-nums;{_PLAIN}"><thead><tr style="{_PLAIN}">'
            f"{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _cells(self, lang: str) -> list[tuple[str, ...]]:
        """The head and the rows of the table, without the columns that would stand empty."""
        heads = tuple(text(f"search-figure-{head}", lang) for head in _HEADS)
        rows = [
            (
                name_of(row, lang), text(f"search-figure-{row.solution.verdict}", lang),
                number(row.solution.states, lang), self.times(row, lang), number(row.solution.search_seconds, lang, 3),
                number(len(row.solution.line), lang) if row.solution.line else "",
            )
            for row in self.rows
        ]  # fmt: skip
        told = [any(column) for column in zip(*rows, strict=True)]
        return [tuple(compress(row, told)) for row in (heads, *rows)]

    def times(self, row: SearchRow, lang: str) -> str:
        """How many times the states of the first search this one took, unless neither has an answer."""
        first, found = self.rows[0].solution, row.solution
        ends = [solution.verdict is not Verdict.UNKNOWN for solution in (first, found)]
        if row is self.rows[0] or not any(ends) or not first.states:
            return ""
        ratio = found.states / first.states
        written = f"× {number(ratio, lang, 0 if ratio >= 10 else 2 if ratio < 1 else 1)}"
        return written if all(ends) else f"{'>' if ends[0] else '<'} {written}"


_HEADS = ("settings", "verdict", "states", "times", "seconds", "plies")
_PLAIN = "background:none;color:inherit"
_CELL = (
    "text-align:left;padding:.25em 1.4em .25em 0;border:none;border-bottom:1px solid #8884;font-weight:inherit;"
    f"{_PLAIN}"
)
_RIGHT = "text-align:right"


def _tds(row: tuple[str, ...]) -> str:
    first = f'<th scope="row" style="{_CELL}">{escape(row[0])}</th>'
    return first + "".join(f'<td style="{_CELL};{_RIGHT if n > 1 else ""}">{escape(cell)}</td>'
                           for n, cell in enumerate(row[1:], 1))  # fmt: skip


def name_of(row: SearchRow, lang: str) -> str:
    """The settings of a search in words; a name that was given stays as it is."""
    key = f"search-figure-row-{row.name.replace('_', '-')}"
    return text(key, lang) if row.name in _OWN and key in words(lang) else row.name


def compare_searches(
    position: Position | str,
    settings: Mapping[str, Prunings] | None = None,
    *,
    budget_states: int = _STATES,
    memory: int | None = None,
    lang: str | None = None,
) -> SearchComparison:
    """The position, or that of a text, searched with each of the settings, by the same number of states at most.

    `settings` maps names to `Prunings`. None is all of them on, and then each in turn off that makes a difference on
    this position: which ones do depends on the rules, for not every search has every pruning. `lang` is `en` (None)
    or `de`. `.plot()` of what comes back draws it, `.frame()` gives it as a table of pandas.

    Raises ValueError for a position that is not complete, and for settings, a budget or a language that are none.

    >>> from canfield_widget.position import deal
    >>> found = compare_searches(deal("storehouse", seed=2))
    >>> [(row.name, str(row.solution.verdict)) for row in found]
    [('all', 'lost'), ('safe_moves', 'lost'), ('restarts', 'lost')]
    """
    spoken = "en" if lang is None else lang
    words(spoken)
    now = read_position(position) if isinstance(position, str) else position
    if type(budget_states) is not int or budget_states < 1:
        raise ValueError(f"budget_states: read {budget_states!r}, expected a whole number, at least 1")
    chosen = _settings(now, settings)
    rows = tuple(
        SearchRow(name, prunings, solve(now, budget_states=budget_states, memory=memory, prunings=prunings))
        for name, prunings in chosen.items()
    )
    return SearchComparison(now, rows, spoken)


_OWN = ("all", *(part.name for part in fields(Prunings)))


def _settings(position: object, settings: object) -> Mapping[str, Prunings]:
    if settings is None:
        every = Prunings()
        solved = {name: replace(every, **{name: False}) for name in _OWN[1:]}
        if not isinstance(position, Position):
            return {"all": every}  # the solver says what it expected
        usual = _setup(position, every)
        return {"all": every} | {
            name: prunings for name, prunings in solved.items() if _setup(position, prunings) != usual
        }
    if not isinstance(settings, Mapping) or not settings:
        raise ValueError(f"settings: read {settings!r}, expected a mapping from names to Prunings, or None")
    for name, prunings in settings.items():
        if not isinstance(name, str) or not isinstance(prunings, Prunings):
            raise ValueError(f"settings: read {name!r}: {prunings!r}, expected a name with Prunings")
        expect_text(name, "settings", "a name")
    return settings


def _setup(position: Position, prunings: Prunings) -> tuple[object, ...]:
    """What the settings come to on this position: a search, and the numbers that it is given."""
    if position.base is None:
        choices = choices_of_base(position)
        return _setup(choices[0][1], prunings) if choices else ()
    if prunings.one_deck and encoding.is_for_one_deck_search(position):
        return "one deck", encoding.one_deck_setup(
            position, safe_moves=prunings.safe_moves, dead_test=prunings.dead_test, restarts=prunings.restarts,
            covers=prunings.covers,
        )  # fmt: skip
    return "broad", encoding.broad_setup(position, safe_moves=prunings.safe_moves, probes=prunings.restarts)


def _plot(ax: Axes, compared: SearchComparison, lang: str, theme: str) -> Axes:
    ground = colour("table-top", theme)
    counts = [max(row.solution.states, 1) for row in compared]
    start = 10 ** max(0, math.floor(math.log10(min(counts))) - 1)
    beside = ax.get_yaxis_transform()
    for n, (row, states) in enumerate(zip(compared, counts, strict=True)):
        verdict = row.solution.verdict
        paint = colour(_PAINTS[verdict], theme)
        ax.barh(n, states - start, left=start, height=0.5, color=paint if verdict is not Verdict.UNKNOWN else "none",
                alpha=0.4 if verdict is not Verdict.UNKNOWN else 1, hatch=_HATCHES[verdict],
                edgecolor=paint if verdict is Verdict.UNKNOWN else "none", linewidth=0)  # fmt: skip
        ax.plot([states], [n], clip_on=False, **_mark(verdict, paint, ground))
        ax.text(1.16, n, compared.times(row, lang), transform=beside, ha="right", va="center_baseline",
                color=colour("text", theme), size=_LETTERS)  # fmt: skip
    _dress(ax, compared, (start, max(*counts, 10 * start)), lang, theme)
    return ax


def _mark(verdict: Verdict, paint: str, ground: str) -> dict[str, Any]:
    """The mark of a verdict; an arrow where there is none, for the bar would go on."""
    unknown = verdict is Verdict.UNKNOWN
    return {
        "marker": ">" if unknown else MARKS[verdict], "markersize": 9 if verdict is Verdict.LOST else 8,
        "markerfacecolor": ground if unknown else paint, "markeredgewidth": 1.5, "linestyle": "none", "color": paint,
        "markeredgecolor": ground if verdict is Verdict.LOST else paint,
    }  # fmt: skip


def _dress(ax: Axes, compared: SearchComparison, span: tuple[int, int], lang: str, theme: str) -> None:
    muted, faint = colour("muted", theme), colour("line", theme)
    ax.set_facecolor("none")
    ax.set_xscale("log")
    ax.set_xlim(span[0], span[1] * 1.15)
    ax.set_ylim(len(compared) - 0.5, -0.5)
    ax.set_yticks(range(len(compared)), [name_of(row, lang) for row in compared])
    ax.xaxis.set_major_locator(LogLocator(10, numticks=6))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(value, lang)))
    ax.set_xlabel(text("search-figure-states", lang), color=muted, size=_LETTERS)
    if any(compared.times(row, lang) for row in compared):
        ax.text(1.16, 1, text("search-figure-times", lang), transform=ax.transAxes, color=muted, size=_LETTERS,
                ha="right", va="bottom")  # fmt: skip
    ax.tick_params(colors=muted, labelsize=9, length=0)
    for label in ax.get_yticklabels():
        label.set(color=colour("text", theme), size=_LETTERS, parse_math=False)
    ax.grid(axis="x", color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    for spine in ax.spines.values():
        spine.set_visible(False)
    found = [row.solution.verdict for row in compared]
    handles = [
        Line2D([], [], label=text(f"search-figure-{verdict}", lang),
               **_mark(verdict, colour(_PAINTS[verdict], theme), colour("table-top", theme)))
        for verdict in Verdict if verdict in found
    ]  # fmt: skip
    ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, fontsize=_LETTERS,
              labelcolor=colour("text", theme), handletextpad=0.2, columnspacing=1.4, borderaxespad=0.3)  # fmt: skip
