"""The games of a class as a figure: how far each came, and how it ended."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from typing import cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from canfield_widget.class_report import ClassReport, Outcome, clip
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.progress_parts import in_percent
from canfield_widget.texts import text, words

LONGEST_LABEL = 24
"""Longer names are clipped."""
_MARKS = {
    Outcome.WON: ("*", "can", 13.0),
    Outcome.STUCK: ("s", "muted", 6.5),
    Outcome.GOING_ON: (">", "focus", 8.0),
    Outcome.ILLEGAL: ("X", "blame", 8.5),
    Outcome.UNREADABLE: ("v", "hint", 8.0),
    Outcome.OTHER_DEAL: ("D", "hint", 6.5),
}
"""Marker, colour and size of what a bar ends in; the shapes are those of `SIGNS`."""
_LETTERS = 9.5
_ROW, _REST = 0.27, 1.15
"""Inches for each row, and for all around them."""


def plot_class(
    report: ClassReport, *, ax: Axes | None = None, lang: str | None = None, theme: str = "light", width: float = 7.2
) -> Axes:
    """A bar for each game, as long as its foundations are high, on new axes or on `ax`.

    The games stand in their order, the first one on top, each with its name before and its moves behind it. The mark
    at the end of the bar says how it ended: won, stuck, not finished, or at an illegal move; games that were not
    played out have a mark and no bar. Where the packs differ in size, the bars are shares. New axes have a figure of
    their own, `width` inches wide and as high as the rows need, which is shown by the notebook where they are a
    cell's last value. `lang` None is the report's, `theme` is `light` or `dark`.

    Raises ValueError for a report of no game, and for another theme, language, width or `ax`.
    """
    check_theme(theme)
    spoken = report.lang if lang is None else lang
    words(spoken)
    wide = inches(width)
    if not report:
        raise ValueError("report: read no game, expected at least one")
    if ax is not None:
        return _plot(axes_of(ax), report, spoken, theme)
    figure = NotebookFigure(figsize=(wide, _REST + _ROW * len(report)), layout="constrained")
    figure.set_facecolor(colour("table-top", theme))
    made = cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))
    figure.words = made.words = report.say(spoken)
    return _plot(made, report, spoken, theme)


def _plot(ax: Axes, report: ClassReport, lang: str, theme: str) -> Axes:
    packs = {row.variant.pack_size for row in report if row.variant and row.played} or {1}
    shared = len(packs) > 1
    top = 1 if shared else max(packs)
    _dress(ax, report, top, lang, theme)
    beside = ax.get_yaxis_transform()
    for n, row in enumerate(report):
        marker, paint, size = _MARKS[row.status]
        length = row.founded / row.variant.pack_size if shared and row.variant else row.founded
        length = length if row.played else 0
        ax.barh(n, length, height=0.5, color=colour(paint, theme), alpha=0.3, linewidth=0)
        ax.plot(
            [length], [n], marker=marker, color=colour(paint, theme), markersize=size, linestyle="none", clip_on=False
        )
        if row.played:
            ax.text(1.09, n, str(len(row.moves)), transform=beside, color=colour("text", theme), size=_LETTERS,
                    ha="right", va="center_baseline")  # fmt: skip
        else:
            ax.annotate(text(f"class-{row.status}", lang), (length, n), (8, 0), textcoords="offset points",
                        color=colour(paint, theme), size=_LETTERS, va="center_baseline")  # fmt: skip
    _write_key(ax, report, lang, theme)
    return ax


def _dress(ax: Axes, report: ClassReport, top: float, lang: str, theme: str) -> None:
    """Names, axes and the grid."""
    muted, faint = colour("muted", theme), colour("line", theme)
    ax.set_facecolor("none")
    ax.set_xlim(0, top * 1.02)
    ax.set_ylim(len(report) - 0.5, -0.5)
    ax.set_yticks(range(len(report)), [clip(row.name, LONGEST_LABEL) for row in report])
    ax.tick_params(colors=muted, labelsize=9, length=0)
    ax.tick_params(axis="y", pad=9)
    for label in ax.get_yticklabels():
        label.set(color=colour("text", theme), size=_LETTERS, parse_math=False)
    if top == 1:
        ax.xaxis.set_major_formatter(in_percent(lang))
        ax.xaxis.set_major_locator(MaxNLocator(5))
    else:
        ax.set_xticks([n * top // 4 for n in range(5)])
    ax.set_xlabel(text("curve-share" if top == 1 else "curve-cards", lang), color=muted, size=_LETTERS)
    ax.text(1.09, 1, text("class-moves", lang), transform=ax.transAxes, color=muted, size=_LETTERS, ha="right",
            va="bottom")  # fmt: skip
    ax.grid(axis="x", color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _write_key(ax: Axes, report: ClassReport, lang: str, theme: str) -> None:
    """What the marks say, and how many games ended so."""
    ends = [row.status for row in report]
    marks = [
        Line2D([], [], marker=marker, color=colour(paint, theme), markersize=size, linestyle="none",
               label=f"{text(f'class-{outcome}', lang)} ({ends.count(outcome)})")
        for outcome, (marker, paint, size) in _MARKS.items() if outcome in ends
    ]  # fmt: skip
    ax.legend(handles=marks, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, fontsize=_LETTERS - 0.5,
              labelcolor=colour("muted", theme), handletextpad=0.2, columnspacing=1.2, borderaxespad=0.2)  # fmt: skip
