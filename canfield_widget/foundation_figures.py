"""The foundations one by one, and the suits on top of each other, over the moves of a line."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from typing import cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from canfield_widget.cards import SUITS, Suit
from canfield_widget.curves import redeal_plies, rows_of
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, inches
from canfield_widget.line_data import line_of
from canfield_widget.progress_parts import LETTERS, MOST_STROKES, PAINTS, Name, dress, suit_marker, write_names
from canfield_widget.replays import Playable, Replay
from canfield_widget.speech import title_of
from canfield_widget.texts import text, words

_ACROSS = 4
_ROW, _REST = 1.35, 0.45
"""Inches for each row of axes, and for the words below them."""


def plot_foundations(line: Playable, *, lang: str = "en", theme: str = "light", width: float = 7.2) -> NotebookFigure:
    """A figure with axes for each foundation: its cards against moves, those of the others faint behind them.

    `line` is a Solution (its best line where it is not won), a Game up to its end, or a pair of a position and moves.
    The sign is the suit of the foundation, the number beside it how many cards it has at the end; the mark at the end
    is filled where it is complete, and upright strokes are redeals, up to 40 of them. The figure is `width` inches
    wide, and is shown by the notebook where it is a cell's last value; its `axes` are in the order of the foundations.

    Raises ValueError for what is no line, and for another theme, language or width; IllegalMove where a move is not
    legal.

    >>> from canfield_widget.position import deal
    >>> figure = plot_foundations((deal(seed=12), ["T2-T1", "S-W"]))
    >>> len(figure.axes), figure.words.splitlines()[0]
    (4, 'Canfield: 1 of 52 cards on the foundations after 2 moves')
    """
    check_theme(theme)
    words(lang)
    wide, played = inches(width), line_of(line)
    heights = list(zip(*(row.foundations for row in rows_of(played)), strict=True))
    ranks = played.positions[0].variant.ranks
    suits = [_suit_of(played, n) for n in range(len(heights))]
    across = min(_ACROSS, len(heights))
    down = -(-len(heights) // across)
    figure = NotebookFigure(figsize=(wide, _ROW * down + _REST), layout="constrained")
    figure.set_facecolor(colour("table-top", theme))
    said = [_told(played, lang)]
    for n, counts in enumerate(heights):
        ax = cast("NotebookAxes", figure.add_subplot(down, across, n + 1, axes_class=NotebookAxes))
        _draw_one(ax, played, n, heights, theme)
        ax.set_ylim(0, ranks * 1.08)
        ax.set_yticks([0, ranks], None if n % across == 0 else ["", ""])
        ax.tick_params(labelbottom=n + across >= len(heights))
        if n + across >= len(heights):
            ax.set_xlabel(text("curve-moves", lang), color=colour("muted", theme), size=LETTERS)
        _write_title(ax, suits[n], counts[-1], ranks, lang, theme)
        names = [text("foundation-n", lang, n=n + 1), *([text(f"suit-{suit}", lang)] if (suit := suits[n]) else [])]
        ax.words = text("curve-foundation", lang, pile=", ".join(names), n=counts[-1], of=ranks)
        said.append(ax.words)
    figure.words = "\n".join(said)
    return figure


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
        names.append(Name(str(counts[-1]), (below[-1] + above[-1]) / 2, paint, suit_marker(suit), paint))
        below = above
    write_names(ax, names, top=total[-1])
    return whole


def _told(line: Replay, lang: str) -> str:
    moves = text("moves-1" if len(line.moves) == 1 else "moves", lang, n=len(line.moves))
    return text("curve-line", lang, title=title_of(line.positions[0].variant, lang), moves=moves,
                founded=text("founded", lang, n=line.founded[-1], of=line.pack_size))  # fmt: skip


def _suit_of(line: Replay, n: int) -> Suit | None:
    """The suit that foundation `n` has at last, None where it never had a card."""
    return next((now.foundations[n][0].suit for now in reversed(line.positions) if now.foundations[n]), None)


def _draw_one(ax: Axes, line: Replay, n: int, heights: list[tuple[int, ...]], theme: str) -> None:
    plies, ink = range(len(line.positions)), colour("can", theme)
    dress(ax, theme)
    for other, counts in enumerate(heights):
        if other != n:
            ax.plot(plies, counts, drawstyle="steps-post", color=colour("ghost", theme), alpha=0.45, linewidth=0.8,
                    zorder=2, gid=f"F{other + 1} behind")  # fmt: skip
    counts, full = heights[n], line.positions[0].variant.ranks
    ax.plot(
        plies, counts, drawstyle="steps-post", color=ink, linewidth=2.2, zorder=3, marker="o", markersize=6.5,
        markevery=[len(counts) - 1], clip_on=False, gid=f"F{n + 1}",
        markerfacecolor=ink if counts[-1] == full else colour("table-top", theme),
    )  # fmt: skip
    if len(redeals := redeal_plies(line)) <= MOST_STROKES:
        ax.scatter(redeals, [counts[ply] for ply in redeals], marker="|", s=36, linewidths=1, color=ink, zorder=2.9,
                   gid=f"F{n + 1}: redeals")  # fmt: skip
    ax.set_xlim(0, max(len(line.moves), 1) * 1.02)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))


def _write_title(ax: Axes, suit: Suit | None, count: int, ranks: int, lang: str, theme: str) -> None:
    """The sign of the suit and how far it came, above the axes."""
    ax.set_title(" ", size=LETTERS + 1, loc="left")  # keeps the room
    if suit is not None:
        ax.scatter([0.05], [1.13], marker=suit_marker(suit), s=80, color=colour("text", theme), linewidths=0,
                   transform=ax.transAxes, clip_on=False, gid=f"suit {suit}")  # fmt: skip
    ax.text(0 if suit is None else 0.13, 1.13, text("curve-of", lang, n=count, of=ranks), transform=ax.transAxes,
            size=LETTERS, color=colour("muted", theme), va="center_baseline")  # fmt: skip
