"""Where a search spent its states: the choices it went through, as an icicle of bars that hang below each other."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator
from matplotlib.transforms import ScaledTranslation

from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.progress_parts import in_percent
from canfield_widget.search_figures import trace_of
from canfield_widget.solver import Solution
from canfield_widget.solver.report import number
from canfield_widget.solver.search_tree import DEPTH, Branch, search_tree
from canfield_widget.solver.trace import Trace
from canfield_widget.states import Way
from canfield_widget.texts import percent, text, words

_LETTERS = 9.0
_LETTER_INCHES = 0.082
"""How wide a letter of a label is, with a little to spare."""
_ROW = 0.21
_LINE, _LEAST_ROWS = 0.17, 3
_BESIDE = (0.58, 0.3)
"""Inches to the left and right of the bars."""
_NARROWEST = 0.0025
"""Bars of a smaller share are not drawn, nor what hangs below them: they would be thinner than a line."""
_ALL = 0.98
"""Who has so large a share of the states has nearly all of them, so that where they parted is further down."""


@dataclass(frozen=True, slots=True)
class _Bar:
    """A branch at its place: from `left`, `share` of all states wide."""

    branch: Branch
    left: float
    share: float


def plot_search_tree(
    search: Solution | Trace,
    *,
    depth: int = DEPTH,
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """Where a recorded search spent its states: an icicle of its choices, on new axes or on `ax`.

    `search` is a Solution of `solve(..., record=True)`, or its trace. Each bar is a choice, as wide as the share of
    all states that were looked at beyond it; below it hang the choices that were made next, in the order in which the
    search came to them, down to `depth`. The fuller the colour, the more cards lie on the foundations. The way to the
    won game has a thick edge. Where nothing hangs below a bar the search gave up there, or went on in too many ways to
    tell. The figure rests on samples, see `search_tree`; how many bars are too narrow to be drawn is said below it.
    New axes have a figure of their own, `width` inches wide, shown by the notebook where they are a cell's last value;
    `lang` is `en` (None) or `de`. On `ax` the words stand around the bars, with room in `layout="constrained"`.

    Raises ValueError for a search without a trace, and for another depth, language, theme, width or `ax`.

    >>> from canfield_widget.position import deal
    >>> from canfield_widget.solver import solve
    >>> axes = plot_search_tree(solve(deal("storehouse", seed=2), record=True), depth=4)
    >>> axes.get_ylabel()
    'Choices'
    """
    check_theme(theme)
    spoken = "en" if lang is None else lang
    words(spoken)
    trace = trace_of(search)
    root = search_tree(trace, depth=depth)
    bars, narrow = _bars(root)
    rows = max(bar.branch.depth for bar in bars)
    headline, left_out = _headline(trace, root, spoken), _left_out(root, rows, narrow, depth, spoken)
    below = text("search-tree-share", spoken), left_out
    if ax is not None:
        across = axes_of(ax).bbox.width / float(ax.figure.dpi)
        return _draw(ax, bars, rows, _wrapped(across, headline), _wrapped(across, *below), spoken, theme)
    across = inches(width) - sum(_BESIDE)
    over, under = _wrapped(across, headline), _wrapped(across, *below)
    above = 0.35 + _LINE * (len(over) + (2 if _is_narrow(across) else 1))
    beneath = 0.42 + _LINE * len(under)
    high = above + _ROW * max(rows, _LEAST_ROWS) + beneath
    figure = NotebookFigure(figsize=(width, high))
    figure.set_facecolor(colour("table-top", theme))
    place = (_BESIDE[0] / width, beneath / high, max(across, 0.1) / width, 1 - (above + beneath) / high)
    made = cast("NotebookAxes", figure.add_axes(place, axes_class=NotebookAxes))
    figure.words = made.words = "\n".join((headline, *_branches(root, spoken), left_out))
    return _draw(made, bars, rows, over, under, spoken, theme)


def _wrapped(across: float, *paragraphs: str) -> list[str]:
    """The lines of paragraphs over so many inches of bars and what is left at the side."""
    most = max(int((across + _BESIDE[1] / 2) / _LETTER_INCHES), 12)
    return [line for said in paragraphs for line in wrap(said, most)]


def _bars(root: Branch) -> tuple[list[_Bar], int]:
    """The bars that are drawn, and how many are too narrow for it."""
    whole = root.states or 1
    bars, narrow, open_ones = list[_Bar](), 0, [_Bar(root, 0.0, 1.0)]
    while open_ones:
        bar = open_ones.pop()
        bars.append(bar)
        left = bar.left
        for branch in bar.branch.branches:
            share = branch.states / whole
            if share >= _NARROWEST or branch.found:
                open_ones.append(_Bar(branch, left, share))
            else:
                narrow += sum(1 for _ in branch.walk())
            left += share
    return bars, narrow


def _label(branch: Branch) -> str:
    return Way(0, 0, branch.moves).label


def _headline(trace: Trace, root: Branch, lang: str) -> str:
    """What the figure says first: the verdict, and where most of the states went."""
    said = text(f"search-tree-{trace.verdict}", lang, states=number(root.states, lang))
    at = most = root
    while at.branches and most.states >= _ALL * root.states:
        at, most = most, max(most.branches, key=_states_of, default=most)
        if most is at:
            break
    if most is root or not root.states:
        return said
    if most.states >= _ALL * root.states:
        return said + " " + text("search-tree-one", lang)
    return said + " " + text("search-tree-most", lang, move=_label(most), n=most.depth,
                             share=percent(most.states / root.states, lang=lang))  # fmt: skip


def _states_of(branch: Branch) -> int:
    return branch.states


def _branches(root: Branch, lang: str) -> list[str]:
    """The first choices in words, the one with most states first."""
    order = sorted(root.branches, key=_states_of, reverse=True)[:6]
    return [f"{_label(branch)}: {percent(branch.states / (root.states or 1), lang=lang)}" for branch in order]


def _counted(key: str, count: int, lang: str) -> str:
    return text(key if count != 1 else f"{key}-1", lang, n=number(count, lang))


def _left_out(root: Branch, rows: int, narrow: int, depth: int, lang: str) -> str:
    parts = [_counted("search-tree-samples", root.samples, lang)]
    if narrow:
        parts.append(_counted("search-tree-narrow", narrow, lang))
    if rows == depth:
        parts.append(_counted("search-tree-rows", rows, lang))
    return "; ".join(parts) + "."


def _draw(ax: Axes, bars: list[_Bar], rows: int, over: list[str], under: list[str], lang: str, theme: str) -> Axes:
    ink, muted, ground = colour("text", theme), colour("muted", theme), colour("table-top", theme)
    shades = LinearSegmentedColormap.from_list("founded", [colour("line", theme), colour("can", theme)])
    hung = bars[1:]
    founded = [bar.branch.founded for bar in bars]
    scale = Normalize(min(founded), max(*founded, min(founded) + 1))
    corners = [_corners(bar) for bar in hung]
    ax.add_collection(PolyCollection(
        corners, array=founded[1:], cmap=shades, norm=scale, edgecolors=ground,
        linewidths=0.8, gid="choices",
    ))  # fmt: skip
    found = [bar for bar in hung if bar.branch.found]
    ax.add_collection(PolyCollection(
        [_corners(bar) for bar in found], facecolors="none", edgecolors=colour("hint", theme), linewidths=1.8,
        gid="found", zorder=4,
    ))  # fmt: skip
    ax.set_xlim(0, 1)
    ax.set_ylim(max(rows, _LEAST_ROWS) + 0.02, -0.02)
    wide = ax.bbox.width / float(ax.figure.dpi)
    for bar in hung:
        said = _label(bar.branch)
        if len(said) * _LETTER_INCHES > bar.share * wide:
            said = str(bar.branch.moves[-1])
        if len(said) * _LETTER_INCHES <= bar.share * wide:
            dark = _is_dark(shades(scale(bar.branch.founded)))
            ax.text(bar.left + bar.share / 2, bar.branch.depth - 0.5, said, ha="center", va="center", size=_LETTERS,
                    color="#FFFFFF" if dark else "#16211C", clip_on=True).set_parse_math(False)  # fmt: skip
    ax.set_facecolor("none")
    ax.set_title("\n".join(over), loc="left", size=10, color=ink, pad=36 if _is_narrow(wide) else 20)
    ax.set_ylabel(text("search-tree-choices", lang), size=_LETTERS, color=muted)
    ax.set_xlabel("\n".join(under), size=_LETTERS, color=muted, x=0, ha="left")
    ax.xaxis.set_major_formatter(in_percent(lang))
    ticks = [row for row in (1, *range(5, rows + 1, 5)) if row <= rows]
    ax.yaxis.set_major_locator(FixedLocator([row - 0.5 for row in ticks]))
    ax.set_yticklabels([str(row) for row in ticks])
    ax.tick_params(colors=muted, labelsize=8.5, length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    _write_key(ax, wide, bool(found), shades, scale, lang, theme)
    return ax


def _corners(bar: _Bar) -> list[tuple[float, float]]:
    top, right = bar.branch.depth - 1, bar.left + bar.share
    return [(bar.left, top), (right, top), (right, top + 1), (bar.left, top + 1)]


def _is_narrow(across: float) -> bool:
    """True where the key takes two lines."""
    return across < 5.2


def _is_dark(paint: Any) -> bool:
    """True where white letters are read better than black ones."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(paint)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.18


def _write_key(ax: Axes, across: float, found: bool, shades: Any, scale: Normalize, lang: str, theme: str) -> None:
    """What the colours and the thick edge mean, over the bars."""
    low, high = int(scale.vmin or 0), int(scale.vmax or 1)
    counts = sorted({low, (low + high) // 2, high})
    handles: list[Any] = [
        Rectangle((0, 0), 1, 1, facecolor=shades(scale(count)), edgecolor=colour("line", theme), label=str(count))
        for count in counts
    ]
    handles[-1].set_label(text("search-tree-founded", lang, n=counts[-1]))
    way = Rectangle((0, 0), 1, 1, facecolor="none", edgecolor=colour("hint", theme), linewidth=1.8,
                    label=text("search-tree-found", lang))  # fmt: skip

    def write(shown: list[Any], points: float) -> None:
        over = ScaledTranslation(0, points / 72, cast("Any", ax.get_figure(root=True)).dpi_scale_trans)
        ax.add_artist(ax.legend(
            handles=shown, loc="lower left", bbox_to_anchor=(0, 1.0), bbox_transform=ax.transAxes + over,
            ncols=len(shown), frameon=False, fontsize=_LETTERS, labelcolor=colour("text", theme), handlelength=1.2,
            handleheight=1.0, borderaxespad=0.2, borderpad=0, columnspacing=1.2,
        ))  # fmt: skip

    if found and _is_narrow(across):
        write([way], 0)
        write(handles, 15)
    else:
        write([*handles, way] if found else handles, 0)
