"""What curves and bars share: quiet axes, names at the ends that do not lie on each other, keys, suits as marks."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.path import Path
from matplotlib.ticker import PercentFormatter

from canfield_widget.faces import art, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure

PAINTS = ("can", "hint", "focus", "blame", "text", "muted")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "d")
LETTERS = 9.5
MOST_STROKES = 40
"""More redeals than these on one curve cannot be told apart, and are not drawn."""
_LINE = LETTERS * 1.4 / 72
"""The height of a line of names, in inches."""
_BESIDE, _BEHIND = 1.03, 1.055
"""Where the marks of names and the names stand, in widths of the axes."""
_CODES: dict[str, list[Any]] = {"M": [Path.MOVETO], "L": [Path.LINETO], "Q": [Path.CURVE3] * 2, "C": [Path.CURVE4] * 3,
          "Z": [Path.CLOSEPOLY]}  # fmt: skip


def new_axes(width: float, height: float, theme: str) -> NotebookAxes:
    """Axes in a figure of their own, `width` by `height` inches."""
    figure = NotebookFigure(figsize=(width, height), layout="constrained")
    figure.set_facecolor(colour("table-top", theme))
    return cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))


def tell(ax: Axes, words: str) -> None:
    """Gives axes of our own, and their figure, the words for who does not see them."""
    if isinstance(ax, NotebookAxes):
        ax.words = words
        if isinstance(ax.figure, NotebookFigure):
            ax.figure.words = words


def dress(ax: Axes, theme: str, *, grid: str = "y", spine: str = "bottom") -> None:
    """A grid across, one spine, and letters that step back."""
    muted, faint = colour("muted", theme), colour("line", theme)
    ax.set_facecolor("none")
    ax.grid(axis=cast("Any", grid), color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=muted, labelsize=9, length=0)
    for name, side in ax.spines.items():
        side.set_visible(name == spine)
        side.set_color(faint)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set(color=muted, size=LETTERS)


def in_percent(lang: str) -> PercentFormatter:
    """How shares are written on an axis."""
    return PercentFormatter(1, decimals=0, symbol="\N{NO-BREAK SPACE}%" if lang == "de" else "%")


def percent(share: float, lang: str) -> str:
    """A share in whole per cent, never 0 or 100 of what is a little more or less.

    >>> percent(0.6667, "en"), percent(0.9999, "de"), percent(1, "de")
    ('67%', '99\\xa0%', '100\\xa0%')
    """
    whole = min(max(round(100 * share), 1), 99) if 0 < share < 1 else round(100 * share)
    return f"{whole}\N{NO-BREAK SPACE}%" if lang == "de" else f"{whole}%"


@dataclass(frozen=True, slots=True)
class Name:
    """What is written at the end of a curve: its words, the height, the colour, and a mark or a dash before them."""

    words: str
    height: float
    paint: str
    marker: Any = None
    face: Any = None
    dash: Any = None


def write_names(ax: Axes, names: Sequence[Name], *, top: float) -> bool:
    """Each name after its mark, level with the end of its curve or as near as the others let it, none above `top`.

    False, and nothing written, where there are more than the height of the axes has room for.
    """
    low, high = ax.get_ylim()
    figure = ax.get_figure(root=True)
    tall = (figure.get_figheight() if figure else 4) * ax.get_position().height
    apart = (high - low) * _LINE / tall
    if len(names) * apart > (high - low) * 1.02:
        return False
    beside = ax.get_yaxis_transform()
    for name, height in zip(names, spread([name.height for name in names], apart, top), strict=True):
        if name.dash is not None:
            ax.annotate("", (_BESIDE - 0.02, height), (_BESIDE + 0.016, height), xycoords=beside, annotation_clip=False,
                        arrowprops={"arrowstyle": "-", "color": name.paint, "linestyle": name.dash,
                                    "shrinkA": 0, "shrinkB": 0})  # fmt: skip
        else:
            size = 64 if isinstance(name.marker, Path) else 36
            ax.scatter([_BESIDE], [height], marker=name.marker, s=size, edgecolors=name.paint, linewidths=1.2,
                       facecolors=name.face, transform=beside, clip_on=False)  # fmt: skip
        ax.text(_BEHIND, height, name.words, transform=beside, color=name.paint, size=LETTERS, va="center_baseline",
                parse_math=False)  # fmt: skip
    return True


def spread(heights: list[float], apart: float, top: float) -> list[float]:
    """The heights moved so that none is nearer to the next than `apart`, in the same order, from 0 to `top`.

    >>> spread([3.0, 10.0, 9.5], 1.0, 10.0), spread([0.0, 0.5, 0.5], 1.0, 10.0)
    ([3.0, 10.0, 9.0], [0.0, 2.0, 1.0])
    """
    order = sorted(range(len(heights)), key=lambda n: (-heights[n], n))
    placed, limit = list(heights), top
    for n in order:
        placed[n] = min(placed[n], limit)
        limit = placed[n] - apart
    limit = 0.0
    for n in reversed(order):
        placed[n] = max(placed[n], limit)
        limit = placed[n] + apart
    return placed


def write_key(ax: Axes, handles: Sequence[Any], theme: str, **options: Any) -> None:
    """A quiet legend of the handles, each under its label, in the upper left corner unless told otherwise."""
    placed: dict[str, Any] = {"loc": "upper left", "handlelength": 3} | options
    legend = ax.legend(handles=list(handles), frameon=False, fontsize=LETTERS, labelcolor=colour("muted", theme),
                       **placed)  # fmt: skip
    for label in legend.get_texts():
        label.set_parse_math(False)


@cache
def suit_marker(suit: str) -> Path:
    """The sign of a suit as a mark of a scatter plot, so that no font needs to have it."""
    points, codes = list[tuple[float, float]](), list[Any]()
    for command, rest in re.findall(r"([MLQCZ])([^MLQCZ]*)", art()["suits"][suit]):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        points += [(x / 50 - 1, 1 - y / 50) for x, y in pairs] or [(0.0, 0.0)]
        codes += _CODES[command]
    return Path(points, codes)
