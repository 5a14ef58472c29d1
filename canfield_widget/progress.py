"""Curves of lines: how many cards lie on the foundations after how many moves."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.game import Game
from canfield_widget.replays import Playable, Replay, replay
from canfield_widget.solver import Solution, Verdict
from canfield_widget.speech import title_of
from canfield_widget.texts import text, words

_PAINTS = ("can", "hint", "focus", "blame", "text", "muted")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "d")
MOST_LABELS = len(_MARKERS)
"""So many lines have a name each; more are drawn as two crowds, those that win and those that do not."""

_LETTERS = 9.5


def plot_progress(
    lines: Mapping[str, Playable] | Iterable[Playable] | Playable,
    *,
    ax: Axes | None = None,
    share: bool | None = None,
    lang: str = "en",
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """Cards on the foundations against moves, a curve for each line: new axes, or `ax` with the curves on it.

    `lines` maps a name to what can be played out (a Solution, a Game up to its end, or a pair of a position and
    moves), or gives them one after another; then their names are the titles of their rules where these differ, else
    numbers. A curve that ends in a won game ends in a filled mark; the best line of a deal that is lost or undecided
    is dashed, its mark is hollow, and its name says so. `share` True is the share of the pack in place of cards, None
    takes it where the packs differ in size. New axes have a figure of their own, `width` inches wide, which is shown by
    the notebook where they are a cell's last value; `theme` is `light` or `dark`.

    Raises ValueError for no lines, for what is no line, and for another theme, language or `ax`; IllegalMove where a
    move is not legal.

    >>> from canfield_widget.position import deal
    >>> axes = plot_progress({"deal 12": (deal(seed=12), ["T2-T1", "S-W"])})
    >>> axes.lines[0].get_ydata().tolist()
    [1, 1, 1]
    """
    check_theme(theme)
    words(lang)
    named = _named(lines, lang)
    packs = {line.pack_size for line in named.values()}
    shared = len(packs) > 1 if share is None else share
    if ax is not None:
        return _plot(axes_of(ax), named, shared, lang, theme)
    figure = NotebookFigure(figsize=(inches(width), width * 0.58), layout="constrained")
    figure.set_facecolor(colour("table-top", theme))
    made = cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))
    figure.words = made.words = "\n".join(
        text("curve-line", lang, title=_label(name, line, lang), moves=_moves(len(line.moves), lang),
             founded=text("founded", lang, n=line.founded[-1], of=line.pack_size))
        for name, line in named.items()
    )  # fmt: skip
    return _plot(made, named, shared, lang, theme)


def _named(lines: object, lang: str) -> dict[str, Replay]:
    """The lines played out, each under its name."""
    if isinstance(lines, Mapping):
        found = {str(name): replay(line) for name, line in lines.items()}
    else:
        alone = isinstance(lines, (Solution, Game)) or (isinstance(lines, tuple) and lines and not _is_line(lines[0]))
        several: Any = [lines] if alone else lines
        if isinstance(several, str) or not isinstance(several, Iterable):
            raise ValueError(f"lines: read {lines!r}, expected lines, or a mapping from names to lines")
        played = [replay(line) for line in several]
        titles = [title_of(line.positions[0].variant, lang) for line in played]
        told = len(set(titles)) == len(titles)
        names = titles if told else [text("curve-deal", lang, n=n + 1) for n in range(len(played))]
        found = dict(zip(names, played, strict=True))
    if not found:
        raise ValueError("lines: read none, expected at least one")
    return found


def _is_line(value: object) -> bool:
    return isinstance(value, (Solution, Game, tuple))


def _moves(count: int, lang: str) -> str:
    return text("moves-1" if count == 1 else "moves", lang, n=count)


def _worth(line: Replay) -> str:
    """What a curve ends in, as the last part of a key."""
    if line.verdict in (Verdict.LOST, Verdict.UNKNOWN):
        return str(line.verdict)
    return "won" if line.won else "stands"


def _label(name: str, line: Replay, lang: str) -> str:
    worth = _worth(line)
    return name if worth in ("won", "stands") else f"{name} ({text(f'curve-{worth}', lang)})"


_STYLES = {"won": "-", "stands": "-", "unknown": (0, (5, 2, 1, 2)), "lost": (0, (4, 2))}


def _plot(ax: Axes, named: Mapping[str, Replay], shared: bool, lang: str, theme: str) -> Axes:
    crowd = len(named) > MOST_LABELS
    hollow = colour("table-top", theme)
    _dress(ax, named, shared, lang, theme)
    curves: list[Line2D] = []
    for n, (name, line) in enumerate(named.items()):
        heights = [count / line.pack_size for count in line.founded] if shared else list(line.founded)
        worth, name_of_paint = _worth(line), _PAINTS[n % len(_PAINTS)]
        if crowd:
            name_of_paint = "blame" if worth in ("lost", "unknown") else "can"
        paint = colour(name_of_paint, theme)
        # Later curves are thinner: where two run together, the one below is still to be seen on both sides.
        part = 1 - n / max(len(named) - 1, 1)
        curves += ax.plot(
            range(len(heights)), heights, drawstyle="steps-post", color=paint, linestyle=_STYLES[worth],
            linewidth=1 if crowd else 1.5 + 1.2 * part, alpha=0.6 if crowd else 1, label=_label(name, line, lang),
            marker="o" if crowd else _MARKERS[n % len(_MARKERS)], markevery=[len(heights) - 1],
            markersize=4 if crowd else 6.5 + 4 * part, markerfacecolor=paint if line.won else hollow, zorder=3,
        )  # fmt: skip
    if crowd:
        _write_crowds(ax, named, curves, lang, theme)
    else:
        _write_names(ax, curves)
    return ax


def _dress(ax: Axes, named: Mapping[str, Replay], shared: bool, lang: str, theme: str) -> None:
    """Axes, grid and the line of the whole pack."""
    packs = {line.pack_size for line in named.values()}
    top = 1 if shared else max(packs)
    muted, faint = colour("muted", theme), colour("line", theme)
    ax.set(
        facecolor="none",
        xlabel=text("curve-moves", lang),
        ylabel=text("curve-share" if shared else "curve-cards", lang),
    )
    ax.set_ylim(0, top * 1.04)
    ax.set_xlim(0, max(max(len(line.moves) for line in named.values()), 1) * 1.02)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    if shared:
        ax.yaxis.set_major_formatter(PercentFormatter(1, symbol="\N{NO-BREAK SPACE}%" if lang == "de" else "%"))
    else:
        ax.set_yticks([n * top // 4 for n in range(5)])
    ax.grid(axis="y", color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=muted, labelsize=9, length=0)
    for name, spine in ax.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(faint)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set(color=muted, size=_LETTERS)


def _write_names(ax: Axes, curves: Sequence[Line2D]) -> None:
    """Each curve's name, after its mark, level with its end or as near as the other names let it."""
    low, high = ax.get_ylim()
    figure = ax.get_figure(root=True)
    inches = (figure.get_figheight() if figure else 4) * ax.get_position().height
    apart = (high - low) * _LETTERS * 1.4 / 72 / inches
    beside = ax.get_yaxis_transform()
    ends: list[Any] = [curve.get_ydata() for curve in curves]
    heights = _spread([float(end[-1]) for end in ends], apart, high / 1.04)
    for curve, height in zip(curves, heights, strict=True):
        paint = curve.get_color()
        ax.scatter([1.03], [height], marker=curve.get_marker(), s=36, edgecolors=paint, linewidths=1.2,
                   facecolors=curve.get_markerfacecolor(), transform=beside, clip_on=False)  # fmt: skip
        ax.text(
            1.055, height, str(curve.get_label()), transform=beside, color=paint, size=_LETTERS, va="center_baseline"
        )


def _spread(heights: list[float], apart: float, top: float) -> list[float]:
    """The heights moved so that none is nearer to the next than `apart`, in the same order, from 0 to `top`.

    >>> _spread([3.0, 10.0, 9.5], 1.0, 10.0), _spread([0.0, 0.5, 0.5], 1.0, 10.0)
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


def _write_crowds(ax: Axes, named: Mapping[str, Replay], curves: Sequence[Line2D], lang: str, theme: str) -> None:
    """What the crowds are, and how many curves are in each."""
    worths = [_worth(line) for line in named.values()]
    counted = {worth: worths.count(worth) for worth in _STYLES if worth in worths}
    names = [text(f"curve-{worth}", lang) + f" ({n})" for worth, n in counted.items()]
    ax.legend([curves[worths.index(worth)] for worth in counted], names, frameon=False, loc="upper left",
              fontsize=_LETTERS, labelcolor=colour("muted", theme), handlelength=3)  # fmt: skip
