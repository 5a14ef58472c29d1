"""The foundations one by one, and the suits on top of each other, over the moves of a line."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from canfield_widget.cards import SUITS, Suit
from canfield_widget.curves import redeal_plies, rows_of
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import axes_of, inches
from canfield_widget.progress_parts import (
    DASHES,
    LETTERS,
    MOST_STROKES,
    PAINTS,
    Name,
    crossed,
    dress,
    label_of,
    new_axes,
    suit_marker,
    tell,
    tell_line,
    worth_of,
    write_names,
)
from canfield_widget.replays import Playable, Replay, replay
from canfield_widget.speech import title_of
from canfield_widget.texts import text, words

_ACROSS = 4
_ROW, _REST, _HEAD = 1.35, 0.45, 0.25
"""Inches for each row of axes, for the words below them, and for the verdict above."""
_ROOMY = 1.1
"""Axes that are wider than these inches have room for four numbers."""
_BESIDE, _ABOVE = 0.035, 0.32
"""Between the small axes: in widths of the whole, and in heights of one of them, which have a title there."""
_SIGN, _TITLE = 0.31, 24
"""What a title needs at the least between two rows, in inches, and the distance of the one above all, in points."""


def plot_foundations(
    line: Playable, *, ax: Axes | None = None, lang: str = "en", theme: str = "light", width: float = 7.2
) -> Axes:
    """Small axes for each foundation, in new axes or in `ax`: its cards against moves, the others faint behind them.

    `line` is a Solution (its best line where it is not won), a Game up to its end, its text, or a pair of a
    position and moves. The best line of a deal that is lost or undecided has the verdict above the axes, and broken
    curves: dashes and a cross in the mark where it is proved to be lost, dots where that is open.

    The sign is the suit of the foundation, the number beside it how many cards it has at the end; the mark at the end
    is filled where it is complete, and upright strokes are redeals, up to 40 of them. The small axes are `child_axes`
    of what is returned, in the order of the foundations. New axes have a figure of their own, `width` inches wide,
    which is shown by the notebook where they are a cell's last value.

    Raises ValueError for what is no line, and for another theme, language, width or `ax`; NotationError for a text that
    cannot be read; IllegalMove where a move is not legal.

    >>> from canfield_widget.position import deal
    >>> axes = plot_foundations((deal(seed=12), ["T2-T1", "S-W"]))
    >>> len(axes.child_axes), axes.words.splitlines()[0]
    (4, 'Canfield: 1 of 52 cards on the foundations after 2 moves')
    """
    check_theme(theme)
    words(lang)
    wide, played = inches(width), replay(line)
    heights = list(zip(*(row.foundations for row in rows_of(played)), strict=True))
    worth, title = worth_of(played), title_of(played.positions[0].variant, lang)
    ranks = played.positions[0].variant.ranks
    across = min(_ACROSS, len(heights))
    down = -(-len(heights) // across)
    whole = (
        new_axes(wide, _ROW * down + _REST + (_HEAD if worth in ("lost", "unknown") else 0), theme)
        if ax is None
        else axes_of(ax)
    )
    whole.set_axis_off()
    high = whole.bbox.height / cast("Any", whole.get_figure(root=True)).dpi
    above = max(_ABOVE * high / (down + _ABOVE * (down - 1)), min(_SIGN, high / (2 * down))) / high
    said = [tell_line(title, played, lang)]
    if worth in ("lost", "unknown"):
        whole.set_title(label_of(title, played, lang), loc="left", size=LETTERS + 0.5, pad=_TITLE,
                        color=colour("text", theme), parse_math=False)  # fmt: skip
    for n, counts in enumerate(heights):
        below, suit = n + across >= len(heights), _suit_of(played, n)
        small = whole.inset_axes(_place(n, across, down, above))
        _draw_one(small, played, n, heights, theme)
        small.set_ylim(0, ranks * 1.08)
        small.set_yticks([0, ranks], None if n % across == 0 else ["", ""])
        small.tick_params(labelbottom=below)
        if below:
            small.set_xlabel(text("curve-moves", lang), color=colour("muted", theme), size=LETTERS)
        _write_title(small, suit, counts[-1], ranks, lang, theme)
        names = [text("foundation-n", lang, n=n + 1), *([text(f"suit-{suit}", lang)] if suit else [])]
        said.append(text("curve-foundation", lang, pile=", ".join(names), n=counts[-1], of=ranks))
    if ax is None:
        tell(whole, "\n".join(said))
    return whole


def _place(n: int, across: int, down: int, above: float) -> tuple[float, float, float, float]:
    """Where the small axes of foundation `n` lie in the whole: left, bottom, width and height, `above` being free."""
    width = (1 - _BESIDE * (across - 1)) / across
    height = (1 - above * (down - 1)) / down
    return (n % across * (width + _BESIDE), 1 - height - n // across * (height + above), width, height)


def stack_suits(ax: Axes, line: Replay, *, shared: bool, theme: str) -> Line2D:
    """Draws the cards of each suit on the foundations as an area on those of the suits below it, with its sign.

    The curve of all of them together comes back; it is the first one of the axes.
    """
    plies, scale = range(len(line.positions)), line.pack_size if shared else 1
    ink = colour("text", theme)
    total = [count / scale for count in line.founded]
    (whole,) = ax.plot(plies, total, drawstyle="steps-post", color=ink, linewidth=1.4, zorder=3, gid="all",
                       marker="o", markersize=6.5, markevery=[len(total) - 1],
                       markerfacecolor=ink if line.won else colour("table-top", theme))  # fmt: skip
    below, names = [0.0] * len(total), list[Name]()
    for suit, name in zip(SUITS, PAINTS, strict=False):
        counts = [sum(len(pile) for pile in now.foundations if pile and pile[0].suit is suit)
                  for now in line.positions]  # fmt: skip
        above, paint = [low + n / scale for low, n in zip(below, counts, strict=True)], colour(name, theme)
        ax.fill_between(plies, below, above, step="post", facecolor=paint, alpha=0.45, linewidth=0, zorder=2,
                        gid=f"suit {suit}")  # fmt: skip
        ax.plot(plies, above, drawstyle="steps-post", color=colour("table-top", theme), linewidth=0.8, zorder=2.5,
                gid=f"top of {suit}")  # fmt: skip
        names.append(Name(str(counts[-1]), (below[-1] + above[-1]) / 2, paint, suit_marker(suit), paint, size=64))
        below = above
    write_names(ax, names, top=total[-1])
    return whole


def _suit_of(line: Replay, n: int) -> Suit | None:
    """The suit that foundation `n` has at last, None where it never had a card."""
    return next((now.foundations[n][0].suit for now in reversed(line.positions) if now.foundations[n]), None)


def _draw_one(ax: Axes, line: Replay, n: int, heights: list[tuple[int, ...]], theme: str) -> None:
    plies, ink, worth = range(len(line.positions)), colour("can", theme), worth_of(line)
    dress(ax, theme)
    for other, counts in enumerate(heights):
        if other != n:
            ax.plot(plies, counts, drawstyle="steps-post", color=colour("ghost", theme), alpha=0.45, linewidth=0.8,
                    zorder=2, gid=f"F{other + 1} behind")  # fmt: skip
    counts, full = heights[n], line.positions[0].variant.ranks
    ax.plot(
        plies, counts, drawstyle="steps-post", color=ink, linewidth=2.2, zorder=3,
        linestyle=DASHES.get(worth, "-"), marker=crossed("o") if worth == "lost" else "o", markersize=6.5,
        markevery=[len(counts) - 1], clip_on=False, gid=f"F{n + 1}",
        markerfacecolor=ink if counts[-1] == full else colour("table-top", theme),
    )  # fmt: skip
    if len(redeals := redeal_plies(line)) <= MOST_STROKES:
        ax.scatter(redeals, [counts[ply] for ply in redeals], marker="|", s=36, linewidths=1, color=ink, zorder=2.9,
                   gid=f"F{n + 1}: redeals")  # fmt: skip
    ax.set_xlim(0, max(len(line.moves), 1) * 1.02)
    across = ax.get_window_extent().width / cast("Any", ax.get_figure(root=True)).dpi
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=4 if across > _ROOMY else 2))


def _write_title(ax: Axes, suit: Suit | None, count: int, ranks: int, lang: str, theme: str) -> None:
    """The sign of the suit and how far it came, above the axes, as far from them and each other in axes of any size."""
    ax.set_title(" ", size=LETTERS + 1, loc="left")  # keeps the room
    inches_off = cast("Any", ax.get_figure(root=True)).dpi_scale_trans
    sign, beside = (
        ax.transAxes + ScaledTranslation(x / 72, 12 / 72, inches_off) for x in (6, 0 if suit is None else 15)
    )
    if suit is not None:
        ax.scatter([0], [1], marker=suit_marker(suit), s=80, color=colour("text", theme), linewidths=0,
                   transform=sign, clip_on=False, gid=f"suit {suit}")  # fmt: skip
    ax.text(0, 1, text("curve-of", lang, n=count, of=ranks), transform=beside, size=LETTERS,
            color=colour("muted", theme), va="center_baseline")  # fmt: skip
