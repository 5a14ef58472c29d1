"""What curves and bars share: quiet axes, names at the ends that do not lie on each other, keys, suits as marks."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from matplotlib.ticker import PercentFormatter
from matplotlib.transforms import Affine2D

from canfield_widget.faces import art, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, path_of
from canfield_widget.replays import Replay
from canfield_widget.solver import Verdict
from canfield_widget.texts import percent_sign, text

PAINTS = ("can", "hint", "focus", "blame", "text", "muted")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "d")
_CROSSES = {"^": (0, -0.2, 0.16), "v": (0, 0.2, 0.16), "<": (0.2, 0, 0.16), ">": (-0.2, 0, 0.16), "P": (0, 0, 0.15),
            "d": (0, 0, 0.15)}  # fmt: skip
"""Where a cross lies in marks that have no room for a large one in their middle, and half its width."""
LETTERS = 9.5
DASHES: dict[str, Any] = {"won": "-", "unknown": (0, (1, 1.3)), "lost": (0, (6, 2.2))}
"""How a curve is drawn that ends in a won game, without a verdict, or in a position that is proved to be lost."""
MOST_STROKES = 40
"""More redeals than these on one curve cannot be told apart, and are not drawn."""
_LINE = LETTERS * 1.4 / 72
"""The height of a line of names, in inches."""
_BESIDE, _BEHIND = 1.03, 1.055
"""Where the marks of names and the names stand, in widths of the axes."""


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


def worth_of(line: Replay) -> str:
    """What the end of a curve stands for: `won`, `lost`, `unknown`, or `stands` where no solver was asked."""
    if line.verdict in (Verdict.LOST, Verdict.UNKNOWN):
        return str(line.verdict)
    return "won" if line.won else "stands"


def label_of(name: str, line: Replay, lang: str) -> str:
    """The name, with the verdict behind it where the line is no solution."""
    worth = worth_of(line)
    return name if worth in ("won", "stands") else f"{name} ({text(f'curve-{worth}', lang)})"


def tell_line(name: str, line: Replay, lang: str) -> str:
    """A curve in a sentence: its name, what it is worth, and how far it came."""
    moves = text("after-moves-1" if len(line.moves) == 1 else "after-moves", lang, n=len(line.moves))
    founded = text("founded", lang, n=line.founded[-1], of=line.pack_size)
    return text("curve-line", lang, title=label_of(name, line, lang), moves=moves, founded=founded)


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
    return PercentFormatter(1, decimals=0, symbol=percent_sign(lang))


@dataclass(frozen=True, slots=True)
class Name:
    """What is written at the end of a curve: its words, the height, the colour, and a mark or a dash before them.

    `size` is that of the mark, in square points; `style` is that of the curve, for a key.
    """

    words: str
    height: float
    paint: str
    marker: Any = None
    face: Any = None
    dash: Any = None
    size: float = 36
    style: Any = "none"


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
            ax.scatter([_BESIDE], [height], marker=name.marker, s=name.size, edgecolors=name.paint, linewidths=1.2,
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


def write_key_above(ax: Axes, handles: Sequence[Any], theme: str, **options: Any) -> None:
    """The same above the axes, in as many columns as their figure has room for; a figure of our own grows for rows."""
    figure = ax.get_figure(root=True)
    own = isinstance(ax, NotebookAxes)
    assert figure is not None
    if own and (engine := figure.get_layout_engine()) is not None:
        engine.execute(figure)
    left, right = ax.get_window_extent().intervalx
    room = figure.bbox.width - left if own else right - left
    lines = 1
    for columns in range(len(handles), 0, -1):
        write_key(ax, handles, theme, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, columnspacing=1.4,
                  ncols=columns, **options)  # fmt: skip
        lines = -(-len(handles) // columns)
        legend = ax.get_legend()
        if legend is None or legend.get_window_extent().width <= room:
            break
    if own:
        figure.set_figheight(figure.get_figheight() + (lines - 1) * _LINE)


@cache
def suit_marker(suit: str) -> Path:
    """The sign of a suit as a mark of a scatter plot, so that no font needs to have it."""
    return path_of(art()["suits"][suit]).transformed(Affine2D().translate(-50, -50).scale(1 / 50, -1 / 50))


@cache
def crossed(marker: str) -> Path:
    """The mark with a cross in it."""
    shape = MarkerStyle(marker)
    outline = shape.get_path().transformed(shape.get_transform())
    x, y, half = _CROSSES.get(marker, (0, 0, 0.22))
    ends = [(x - half, y - half), (x + half, y + half), (x - half, y + half), (x + half, y - half)]
    return Path.make_compound_path(outline, Path(ends, [Path.MOVETO, Path.LINETO] * 2))
