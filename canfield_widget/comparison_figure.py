"""One deck under many rule sets as one figure: a small foundation curve for each, the won ones first."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from canfield_widget.comparisons import Comparison, Trial
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import axes_of, inches
from canfield_widget.progress_parts import DASHES, LETTERS, dress, new_axes, tell, write_key_above
from canfield_widget.solver import Verdict
from canfield_widget.speech import title_of
from canfield_widget.texts import text, words

_ROW, _REST = 0.36, 1.0
"""Inches for each row, and for all around them."""
_HIGH = 0.8
"""How high the whole pack stands in a row."""
_LOOKS: dict[Verdict, tuple[str, Any, str, float]] = {
    Verdict.WON: ("can", DASHES["won"], "o", 8.0),
    Verdict.UNKNOWN: ("hint", DASHES["unknown"], "D", 6.5),
    Verdict.LOST: ("blame", DASHES["lost"], "X", 7.5),
}
"""Colour, line, mark and its size, in the order of the rows."""


def plot_comparison(
    comparison: Comparison, *, ax: Axes | None = None, lang: str | None = None, theme: str = "light", width: float = 7.2
) -> Axes:
    """A row for each rule set with its foundation curve, on new axes or on `ax`: won ones on top, the shortest first.

    Below them stand those without a verdict and the lost ones, the best attempt first, each with the line that
    brought the most cards up. The full height of a row is the whole pack. Colour, line and mark say the verdict, and
    beside the row stand the moves of a won one, else the cards on the foundations. New axes have a figure of their
    own, `width` inches wide and as high as the rows need, which is shown by the notebook where they are a cell's last
    value.

    Raises ValueError for another theme, language, width or `ax`.
    """
    check_theme(theme)
    spoken = comparison.lang if lang is None else lang
    words(spoken)
    wide = inches(width)
    rows = sorted(comparison, key=_rank)
    made = new_axes(wide, _REST + _ROW * len(rows), theme) if ax is None else axes_of(ax)
    for n, row in enumerate(rows):
        _draw_row(made, row, n, spoken, theme)
    _dress(made, rows, spoken, theme)
    counts = comparison.counts()
    marks = [
        Line2D([], [], color=colour(paint, theme), linestyle=style, linewidth=1.6, marker=marker, markersize=size,
               label=f"{text(f'curve-{verdict}', spoken)} ({counts[verdict]})",
               markerfacecolor=_inside(verdict, theme))
        for verdict, (paint, style, marker, size) in _LOOKS.items() if counts[verdict]
    ]  # fmt: skip
    write_key_above(made, marks, theme, handlelength=2.8)
    if ax is None:
        tell(made, "\n".join([comparison.headline(spoken), *(_say(row, spoken) for row in rows)]))
    return made


def _rank(row: Trial) -> tuple[int, int]:
    """Where the row stands: by its verdict, then by how short its line is or how far it comes."""
    return list(_LOOKS).index(row.verdict), row.moves if row.verdict is Verdict.WON else -row.founded[-1]


def _inside(verdict: Verdict, theme: str) -> str:
    """What a mark is filled with: those that are not won are hollow."""
    return colour(_LOOKS[verdict][0] if verdict is Verdict.WON else "table-top", theme)


def _draw_row(ax: Axes, row: Trial, n: int, lang: str, theme: str) -> None:
    name, style, marker, size = _LOOKS[row.verdict]
    paint, foot = colour(name, theme), n + _HIGH / 2
    heights = [foot - _HIGH * count / row.line.pack_size for count in row.founded]
    plies = range(len(heights))
    ax.fill_between(plies, foot, heights, step="post", color=paint, linewidth=0, zorder=2,
                    alpha=0.4 if row.verdict is Verdict.WON else 0.15)  # fmt: skip
    ax.plot(plies, heights, drawstyle="steps-post", color=paint, linestyle=style, linewidth=1.5, marker=marker,
            markersize=size, markevery=[len(heights) - 1], markerfacecolor=_inside(row.verdict, theme), zorder=3,
            clip_on=False, gid=row.variant.id)  # fmt: skip
    said = _moves(row, lang)
    if row.verdict is not Verdict.WON:
        said = text("compare-cards", lang, n=row.founded[-1], of=row.line.pack_size)
    ax.text(1.03, n, said, transform=ax.get_yaxis_transform(), color=colour("text", theme), size=LETTERS,
            va="center_baseline")  # fmt: skip


def _moves(row: Trial, lang: str) -> str:
    return text("moves-1" if row.moves == 1 else "moves", lang, n=row.moves)


def _dress(ax: Axes, rows: list[Trial], lang: str, theme: str) -> None:
    ax.set_xlim(0, max(max(row.moves for row in rows), 1) * 1.02)
    ax.set_ylim(len(rows) - 0.5, -0.6)
    ax.set_yticks(range(len(rows)), [title_of(row.variant, lang) for row in rows])
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    ax.set_xlabel(text("curve-moves", lang))
    dress(ax, theme, grid="x")
    for label in ax.get_yticklabels():
        label.set(color=colour("text", theme), size=LETTERS, parse_math=False)
    for n in range(len(rows)):
        ax.axhline(n + _HIGH / 2, color=colour("line", theme), linewidth=0.8, zorder=1)


def _say(row: Trial, lang: str) -> str:
    return text("study-figure-row", lang, title=title_of(row.variant, lang),
                moves=text("after-moves-1" if row.moves == 1 else "after-moves", lang, n=row.moves),
                verdict=text(f"curve-{row.verdict}", lang),
                founded=text("founded", lang, n=row.founded[-1], of=row.line.pack_size))  # fmt: skip
