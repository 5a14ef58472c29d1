"""Figures of reviews and chances: where a game was lost, and how likely it can still be won."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from canfield_widget.chances import Chance
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.progress_parts import in_percent, write_key_above
from canfield_widget.reviews import Review
from canfield_widget.solver import Verdict
from canfield_widget.texts import text, words

_LETTERS = 9.5
_PAINTS = {Verdict.WON: "can", Verdict.UNKNOWN: "muted", Verdict.LOST: "blame"}
_HEIGHTS = {Verdict.WON: 1.0, Verdict.UNKNOWN: 1.0, Verdict.LOST: 0.5}
"""What is lost is a low bar: its shape tells it without its colour. What is unknown is hatched."""
_LOWEST_SCALE = 13
_ROW, _REST = 0.52, 1.25
"""Inches for each chance, and for all around them."""
_LOWEST = 2.4
"""A review is at least so many inches high, for the words beside its axis."""
_NARROW = 3.5
"""Axes that are less wide than these inches have no room for six numbers, or for a key beside a mark."""


# A review


def plot_review(
    review: Review, *, ax: Axes | None = None, lang: str | None = None, theme: str = "light", width: float = 7.2
) -> Axes:
    """A bar of what is proved along the moves, and above it the cards on the foundations, on new axes or on `ax`.

    The bar is whole where the game is proved to be won, hatched where nothing is proved, low where it is proved to be
    lost; a broken line stands at the move that lost it, if that is one. It tells nothing of what would have won. New
    axes have a figure of their own, `width` inches wide, which is shown by the notebook where they are a cell's last
    value. `lang` None is the review's, `theme` is `light` or `dark`.

    Raises ValueError for what is no review, and for another theme, language, width or `ax`.
    """
    if not isinstance(review, Review):
        raise ValueError(f"review: read {review!r}, expected a Review, such as review() gives")
    spoken = _checked(lang, review.lang, theme)
    if ax is not None:
        return _plot_review(axes_of(ax), review, spoken, theme)
    wide = inches(width)
    return _plot_review(_own_axes(wide, max(wide * 0.45, _LOWEST), theme, review.say(spoken)), review, spoken, theme)


def _checked(lang: str | None, own: str, theme: str) -> str:
    check_theme(theme)
    spoken = own if lang is None else lang
    words(spoken)
    return spoken


def _own_axes(wide: float, high: float, theme: str, said: str) -> Axes:
    figure = NotebookFigure(figsize=(wide, high), layout="constrained")
    figure.set_facecolor(colour("table-top", theme))
    made = cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))
    figure.words = made.words = said
    return made


def _plot_review(ax: Axes, review: Review, lang: str, theme: str) -> Axes:
    heights, count = review.replay.founded, len(review.verdicts)
    scale = max(_LOWEST_SCALE, *heights)
    ink, muted, faint = colour("text", theme), colour("muted", theme), colour("line", theme)
    ax.set(facecolor="none", xlabel=text("curve-moves", lang), ylabel=text("curve-cards", lang))
    ax.set_xlim(-0.5, count - 0.5)
    ax.set_ylim(-0.38 * scale, 1.06 * scale)
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    ax.set_yticks([n for n in MaxNLocator(nbins=4, integer=True).tick_values(0, scale) if 0 <= n <= scale])
    ax.grid(axis="y", color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=muted, labelsize=9, length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set(color=muted, size=_LETTERS)
    ax.yaxis.label.set_y(0.62)
    ax.plot(range(count), heights, drawstyle="steps-post", color=ink, linewidth=1.8, zorder=3)
    _write_bar(ax, review, scale, lang, theme)
    blunder = review.blunder
    if blunder is not None:
        place, paint = blunder.number - 0.5, colour("blame", theme)
        ax.plot([place, place], [-0.1 * scale, scale], color=paint, linewidth=1.5, linestyle=(0, (4, 2)), zorder=4)
        ax.annotate(text("review-move", lang, n=blunder.number), (place, scale), (0, 5), textcoords="offset points",
                    color=paint, size=_LETTERS + 0.5, weight="bold", ha="center", va="bottom")  # fmt: skip
    return ax


def _write_bar(ax: Axes, review: Review, scale: float, lang: str, theme: str) -> None:
    """The bar under the curve, with a key above the axes."""
    foot, high = -0.34 * scale, 0.2 * scale
    shown = list[Patch]()
    for verdict, paint in _PAINTS.items():
        count = review.verdicts.count(verdict)
        if not count:
            continue
        look = _look(verdict, colour(paint, theme))
        place = review.verdicts.index(verdict) - 0.5
        ax.add_patch(Rectangle((place, foot), count, high * _HEIGHTS[verdict], zorder=2, **look))
        shown.append(Patch(label=text(f"review-bar-{verdict}", lang), **look))
    blunder = review.blunder
    _write_key(ax, shown, theme, right=blunder is not None and blunder.number < len(review.verdicts) / 2)


def _look(verdict: Verdict, paint: str) -> dict[str, Any]:
    if verdict is Verdict.UNKNOWN:
        return {"facecolor": "none", "edgecolor": paint, "hatch": "////", "linewidth": 1}
    return {"facecolor": paint, "edgecolor": paint, "linewidth": 0}


def _write_key(ax: Axes, shown: list[Patch], theme: str, *, right: bool = False) -> None:
    side = ("lower right", (1, 1)) if right else ("lower left", (0, 1))
    above = 1.9 if _across(ax) < _NARROW else 0.3  # there it stands over the mark of the move
    ax.legend(handles=shown, loc=side[0], bbox_to_anchor=side[1], ncols=3, frameon=False, fontsize=_LETTERS,
              labelcolor=colour("text", theme), handlelength=1.4, columnspacing=1.6, borderaxespad=above)  # fmt: skip


# Chances


def plot_chance(
    chances: Chance | Mapping[str, Chance],
    *,
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """A bar for each chance: proved won, open, proved lost, with the sampling error, on new axes or on `ax`.

    `chances` is one, or maps names to several, the first one on top. The chance lies where the bar is hatched: from the
    end of the filled part to the beginning of the low one. The line above goes as far as the sampling error (95%
    intervals of both ends), and so do the numbers beside it. There is no bar where nothing was solved. New axes
    have a figure of their own, `width` inches wide, which is shown by the notebook where they are a cell's last value.
    `lang` None is that of the first chance, `theme` is `light` or `dark`.

    Raises ValueError for what is no chance, and for another theme, language, width or `ax`.
    """
    named = {"": chances} if isinstance(chances, Chance) else dict(chances) if isinstance(chances, Mapping) else {}
    if not named or not all(isinstance(each, Chance) for each in named.values()):
        raise ValueError(f"chances: read {chances!r}, expected a Chance, or a mapping from names to chances")
    spoken = _checked(lang, next(iter(named.values())).lang, theme)
    if ax is not None:
        return _plot_chances(axes_of(ax), named, spoken, theme)
    said = "\n".join(f"{name}: {each.say(spoken)}" if name else each.say(spoken) for name, each in named.items())
    made = _own_axes(inches(width), _REST + _ROW * len(named), theme, said)
    return _plot_chances(made, named, spoken, theme)


def _plot_chances(ax: Axes, named: Mapping[str, Chance], lang: str, theme: str) -> Axes:
    ink, muted = colour("text", theme), colour("muted", theme)
    ax.set(facecolor="none", xlabel=text("chance-axis", lang))
    ax.set_xlim(0, 1)
    ax.set_ylim(len(named) - 0.5, -0.62)
    ax.set_yticks(range(len(named)), list(named))
    ax.xaxis.set_major_formatter(in_percent(lang))
    ax.xaxis.label.set(color=muted, size=_LETTERS)
    ax.tick_params(colors=muted, labelsize=9, length=0)
    for label in ax.get_yticklabels():
        label.set(color=ink, size=_LETTERS, parse_math=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    for row, each in enumerate(named.values()):
        _write_chance(ax, row, each, lang, theme)
    ax.set_xticks((0, 0.5, 1) if _across(ax) < _NARROW else (0, 0.2, 0.4, 0.6, 0.8, 1))
    kinds = [verdict for verdict in _PAINTS if any(_shares(each)[verdict] for each in named.values())]
    if kinds:
        marks = [Patch(label=text(f"study-{verdict}", lang), **_look(verdict, colour(_PAINTS[verdict], theme)))
                 for verdict in kinds]  # fmt: skip
        write_key_above(ax, marks, theme, handlelength=1.4)
    return ax


def _across(ax: Axes) -> float:
    """How many inches wide the axes are."""
    return ax.bbox.width / ax.figure.dpi


def _shares(chance: Chance) -> dict[Verdict, float]:
    if chance.n == 0:  # it may be anything, but nothing has been measured
        return dict.fromkeys(_PAINTS, 0.0)
    return {Verdict.WON: chance.low, Verdict.UNKNOWN: chance.high - chance.low, Verdict.LOST: 1 - chance.high}


def _write_chance(ax: Axes, row: int, chance: Chance, lang: str, theme: str) -> None:
    if chance.n == 0:
        ax.text(0, row, chance.short(lang), size=_LETTERS, color=colour("muted", theme), va="center")
        return
    at, foot, high = 0.0, row + 0.24, 0.42
    for verdict, share in _shares(chance).items():
        if share > 0:
            tall = high * _HEIGHTS[verdict]
            ax.add_patch(Rectangle((at, foot - tall), share, tall, **_look(verdict, colour(_PAINTS[verdict], theme))))
        at += share
    if not chance.exact:
        ax.plot(chance.interval, [row - 0.27, row - 0.27], color=colour("text", theme), linewidth=1.5, marker="|",
                markersize=7, clip_on=False, zorder=4)  # fmt: skip
    ax.text(1.02, row, chance.speak_range(lang), transform=ax.get_yaxis_transform(),
            size=_LETTERS + 1, color=colour("text", theme), weight="bold", va="center", ha="left")  # fmt: skip
