"""Curves of lines: how many cards lie on the foundations after how many moves."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from canfield_widget.arguments import expect, expect_text
from canfield_widget.curves import PILES, fullest, number_deals, redeal_plies, rows_of
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, axes_of, inches
from canfield_widget.foundation_figures import stack_suits
from canfield_widget.game import Game
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.progress_parts import (
    DASHES,
    MARKERS,
    MOST_STROKES,
    PAINTS,
    Name,
    crossed,
    dress,
    in_percent,
    label_of,
    new_axes,
    tell,
    tell_line,
    worth_of,
    write_key,
    write_key_above,
    write_names,
)
from canfield_widget.replays import WHOLE_LINES, Playable, Replay, replay
from canfield_widget.speech import title_of
from canfield_widget.texts import text, words

MOST_LABELS = len(MARKERS)
"""So many lines have a name each; more are drawn as two crowds, those that win and those that do not."""

_GROUPINGS = ("variant", "deal")
_STYLES: dict[str, Any] = {"won": DASHES["won"], "stands": "-", "unknown": DASHES["unknown"], "lost": DASHES["lost"]}
_CROWDS = {"won": "can", "stands": "can", "unknown": "muted", "lost": "blame"}
"""The colours of more curves than have names."""
_PILE_STYLES: dict[str, Any] = {"reserve": (0, (6, 1.5, 1, 1.5)), "stock": (0, (2.5, 1.5)), "waste": "-"}


_MOST_TEETH = 12
"""With more redeals than these, stock and waste go up and down too often to be drawn card by card."""


def plot_progress(
    lines: Mapping[str, Playable] | Iterable[Playable] | Playable,
    *,
    by: str | None = None,
    show: str | Iterable[str] = (),
    stacked: bool = False,
    redeals: bool = True,
    ax: Axes | None = None,
    share: bool | None = None,
    lang: str = "en",
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """Cards on the foundations against moves, a curve for each line: new axes, or `ax` with the curves on it.

    `lines` maps a name to what can be played out (a Solution, a Game up to its end, its text, or a pair of a position
    and moves), or gives them one after another; then their names are the titles of their rules where these differ,
    else numbers. A curve that ends in a won game ends in a filled mark; the best line of a deal that is lost or
    undecided is broken, its mark is hollow, and its name says so: dashes and a cross in the mark where it is proved to
    be lost, dots where that is open. Upright strokes on a curve are redeals, up to 40 of them; `redeals` False leaves
    them out.

    `by="variant"` gives the lines of one rule set one colour, mark and name, `by="deal"` those of the same cards, and
    the name says how many of them are won. `show` names piles whose cards are counted too, as thin lines: any of
    `reserve`, `stock` and `waste`. Where a line has more than 12 redeals, stock and waste are not drawn card by card,
    but as a step for each pass, at their highest in it, and the key says so. `stacked` is for one line alone: an area
    for each suit, one on the other, the sum being the curve. `share` True is the share of the pack in place of cards,
    None takes it where the packs differ in size. More than 12 names, and more than there is room for, do not stand at
    the curves but in a key. New axes have a figure of their own, `width` inches wide, which is shown by the notebook
    where they are a cell's last value; `theme` is `light` or `dark`.

    Raises ValueError for no lines, for what is no line, for several that are to be stacked, and for another `by`,
    `show`, theme, language or `ax`; IllegalMove where a move is not legal.

    >>> from canfield_widget.position import deal
    >>> axes = plot_progress({"deal 12": (deal(seed=12), ["T2-T1", "S-W"])})
    >>> axes.lines[0].get_ydata().tolist()
    [1, 1, 1]
    """
    check_theme(theme)
    words(lang)
    if by is not None and by not in _GROUPINGS:
        raise ValueError(f"by: read {by!r}, expected one of {', '.join(_GROUPINGS)}, or None")
    expect(share, (bool, type(None)), "share", "True, False or None")
    piles = _piles(show)
    wide = inches(width)
    given = lines if isinstance(lines, Mapping) else _several(lines)
    named = _named(given, lang)
    if stacked and len(named) > 1:
        raise ValueError(f"stacked: read {len(named)} lines, expected one alone")
    packs = {line.pack_size for line in named.values()}
    picture = _Picture(ax=new_axes(wide, wide * 0.58, theme) if ax is None else axes_of(ax), named=named,
                       shared=len(packs) > 1 if share is None else share, piles=piles, redeals=redeals,
                       stacked=stacked, lang=lang, theme=theme)  # fmt: skip
    picture.draw(_groups(named, given, by, lang) if by else None)
    if ax is None:
        tell(picture.ax, "\n".join(tell_line(name, line, lang) for name, line in named.items()))
    return picture.ax


def _piles(show: object) -> tuple[str, ...]:
    asked: Any = [show] if isinstance(show, str) else show
    if not isinstance(asked, Iterable) or not set(found := tuple(asked)) <= set(PILES):
        raise ValueError(f"show: read {show!r}, expected some of {', '.join(PILES)}")
    return tuple(pile for pile in PILES if pile in found)


def _several(lines: object) -> list[Any]:
    """The lines as they were handed in, without names."""
    if isinstance(lines, Mapping):
        return list(lines.values())
    alone = isinstance(lines, WHOLE_LINES) or (isinstance(lines, tuple) and not all(map(_is_line, lines)))
    several: Any = [lines] if alone else lines
    if not isinstance(several, Iterable):
        raise ValueError(f"lines: read {lines!r}, expected lines, or a mapping from names to lines")
    return list(several)


def _named(lines: object, lang: str) -> dict[str, Replay]:
    """The lines played out, each under its name."""
    played = [replay(line) for line in _several(lines)]
    if not played:
        raise ValueError("lines: read none, expected at least one")
    if isinstance(lines, Mapping):
        for name in map(str, lines):
            expect_text(name, "lines", "names")
        return dict(zip(map(str, lines), played, strict=True))
    titles = [title_of(line.positions[0].variant, lang) for line in played]
    told = len(set(titles)) == len(titles)
    names = titles if told else [text("curve-deal", lang, n=n + 1) for n in range(len(played))]
    return dict(zip(names, played, strict=True))


def _is_line(value: Any) -> bool:
    pair = isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], (Position, str))
    return isinstance(value, WHOLE_LINES) or (pair and not isinstance(value[1], (Move, str)))


def _groups(named: Mapping[str, Replay], lines: object, by: str, lang: str) -> dict[str, list[str]]:
    """The names of the lines that share a colour, under what they have in common."""
    starts = [line.positions[0] for line in named.values()]
    if by == "variant":
        commons = [title_of(start.variant, lang) for start in starts]
    else:
        numbers = number_deals(starts)
        known = {number: line.deal for number, line in zip(numbers, _several(lines), strict=True)
                 if isinstance(line, Game) and line.deal is not None}  # fmt: skip
        commons = [
            text("deal", lang, n=known[number]) if number in known else text("curve-same-cards", lang, n=number + 1)
            for number in numbers
        ]
    groups = dict[str, list[str]]()
    for common, name in zip(commons, named, strict=True):
        groups.setdefault(common, []).append(name)
    return groups


def _end(curve: Line2D) -> float:
    return float(cast("Any", curve.get_ydata())[-1])


@dataclass(slots=True, kw_only=True)
class _Picture:
    """Axes, and what is to be drawn on them."""

    ax: Axes
    named: Mapping[str, Replay]
    shared: bool
    piles: tuple[str, ...]
    redeals: bool
    stacked: bool
    lang: str
    theme: str

    def draw(self, groups: Mapping[str, list[str]] | None) -> None:
        """Draws all of it, with a colour for each group where there are groups."""
        self._dress()
        if self.stacked:
            self._stack()
            return
        families = list((groups or {name: [name] for name in self.named}).values())
        crowd = len(families) > MOST_LABELS
        family_of = {name: n for n, members in enumerate(families) for name in members}
        curves = {
            name: self._curve(name, family_of[name], len(families), crowd=crowd, thin=groups is not None)
            for name in self.named
        }
        # Many strokes say nothing any more.
        marked = self.redeals and len(curves) <= MOST_LABELS
        drawn = [self._mark_redeals(name, curve) for name, curve in curves.items()] if marked else []
        for name, curve in curves.items():
            self._count_piles(name, curve)
        keys = [*(drawn[:1] if any(len(marks.get_offsets()) for marks in drawn) else []), *self._keys_of_piles()]
        if crowd:
            keys = [*self._keys_of_worths(curves, counted=True), *keys]
        else:
            if groups:
                keys = [*self._keys_of_worths(curves, counted=False), *keys]
                names = [self._name_of_group(n, common, [curves[name] for name in members], members)
                         for n, (common, members) in enumerate(groups.items())]  # fmt: skip
            else:
                names = [self._name(name, curve) for name, curve in curves.items()]
            if not write_names(self.ax, names, top=self._top):
                keys = [*(Line2D([], [], color=name.paint, marker=name.marker, markerfacecolor=name.face,
                                 linestyle=name.style, label=name.words) for name in names), *keys]  # fmt: skip
        self._write_key(keys)

    @property
    def _top(self) -> float:
        return 1 if self.shared else max(line.pack_size for line in self.named.values())

    def _heights(self, name: str, counts: Iterable[int]) -> list[float]:
        pack = self.named[name].pack_size
        return [count / pack for count in counts] if self.shared else list(counts)

    def _curve(self, name: str, n: int, of: int, *, crowd: bool, thin: bool) -> Line2D:
        line = self.named[name]
        worth, paint = worth_of(line), PAINTS[n % len(PAINTS)]
        if crowd:
            paint = _CROWDS[worth]
        shape = "o" if crowd else MARKERS[n % len(MARKERS)]
        ink, hollow = colour(paint, self.theme), colour("table-top", self.theme)
        heights = self._heights(name, line.founded)
        # Later curves are thinner: where two run together, the one below is still to be seen on both sides.
        part = 0 if thin else 1 - n / max(of - 1, 1)
        (curve,) = self.ax.plot(
            range(len(heights)), heights, drawstyle="steps-post", color=ink, linestyle=_STYLES[worth],
            linewidth=1 if crowd else 1.5 + 1.2 * part, alpha=0.6 if crowd else 1,
            label=label_of(name, line, self.lang), marker=crossed(shape) if worth == "lost" else shape,
            markevery=[len(heights) - 1], markersize=(7 if worth == "lost" else 4) if crowd else 6.5 + 4 * part,
            markerfacecolor=ink if line.won else hollow, zorder=3, gid=name,
        )  # fmt: skip
        return curve

    def _mark_redeals(self, name: str, curve: Line2D) -> Any:
        """Strokes across the curve, after each redeal."""
        line, heights = self.named[name], cast("Any", curve.get_ydata())
        plies = redeal_plies(line)
        if len(plies) > MOST_STROKES:
            plies = []
        return self.ax.scatter(
            plies, [heights[ply] for ply in plies], marker="|", s=60, linewidths=1.2, color=str(curve.get_color()),
            label=text("curve-redeal", self.lang), zorder=2.9, gid=f"{name}: redeals",
        )  # fmt: skip

    def _count_piles(self, name: str, curve: Line2D) -> None:
        rows = rows_of(self.named[name])
        for n, pile in enumerate(self.piles):
            counts = fullest(rows, pile) if self._by_pass(pile) else [getattr(row, pile) for row in rows]
            heights = self._heights(name, counts)
            paint = curve.get_color() if len(self.named) > 1 else self._paint_of_pile(n)
            self.ax.plot(range(len(heights)), heights, drawstyle="steps-post", color=paint, linewidth=0.9,
                         alpha=0.75, linestyle=_PILE_STYLES[pile], zorder=2.5, gid=f"{name}: {pile}")  # fmt: skip

    def _by_pass(self, pile: str) -> bool:
        """True if one of the lines turns its waste over so often that this pile's curve would be a thicket."""
        return pile != "reserve" and any(len(redeal_plies(line)) > _MOST_TEETH for line in self.named.values())

    def _paint_of_pile(self, n: int) -> str:
        """With one line alone the piles may have colours of their own."""
        return colour(PAINTS[1 + n], self.theme)

    def _keys_of_piles(self) -> Iterator[Line2D]:
        alone = len(self.named) == 1
        for n, pile in enumerate(self.piles):
            said = text(pile, self.lang)
            if self._by_pass(pile):
                said = text("curve-fullest", self.lang, pile=said)
            yield Line2D([], [], color=self._paint_of_pile(n) if alone else colour("muted", self.theme), linewidth=1.2,
                         linestyle=_PILE_STYLES[pile], label=said)  # fmt: skip

    def _keys_of_worths(self, curves: Mapping[str, Line2D], *, counted: bool) -> Iterator[Line2D]:
        """What solid and dashed curves are, and how many there are of each where no other name says it."""
        worths = {name: worth_of(line) for name, line in self.named.items()}
        muted, hollow = colour("muted", self.theme), colour("table-top", self.theme)
        for worth, style in _STYLES.items():
            of_it = [name for name, found in worths.items() if found == worth]
            if not of_it:
                continue
            said = text(f"curve-{worth}", self.lang)
            curve = curves[of_it[0]]
            yield Line2D(
                [], [], linestyle=style, color=curve.get_color() if counted else muted, linewidth=1.2,
                marker=crossed("o") if worth == "lost" else "o", markersize=7 if worth == "lost" or not counted else 4,
                label=f"{said} ({len(of_it)})" if counted else said,
                markerfacecolor=(curve.get_markerfacecolor() if counted else muted if worth == "won" else hollow),
            )  # fmt: skip

    def _name(self, name: str, curve: Line2D) -> Name:
        return Name(str(curve.get_label()), _end(curve), str(curve.get_color()), curve.get_marker(),
                    curve.get_markerfacecolor(), style=_STYLES[worth_of(self.named[name])])  # fmt: skip

    def _name_of_group(self, n: int, common: str, curves: Sequence[Line2D], members: Sequence[str]) -> Name:
        won, paint = sum(self.named[name].won for name in members), str(curves[0].get_color())
        said = text("curve-group", self.lang, title=common, won=won, n=len(members))
        ends = sorted(map(_end, curves))
        return Name(said, ends[len(ends) // 2], paint, MARKERS[n % len(MARKERS)], paint)

    def _write_key(self, keys: Sequence[Any]) -> None:
        """Above axes of our own; on those of others, which may have a title, where there is room in them."""
        if keys and isinstance(self.ax, NotebookAxes):
            write_key_above(self.ax, keys, self.theme, handlelength=3.6)
        elif keys:
            write_key(self.ax, keys, self.theme, loc="best", handlelength=3.6)

    def _stack(self) -> None:
        ((name, line),) = self.named.items()
        top = stack_suits(self.ax, line, shared=self.shared, theme=self.theme)
        marks = self._mark_redeals(name, top) if self.redeals else None
        self._count_piles(name, top)
        self._write_key([*([marks] if marks and len(marks.get_offsets()) else []), *self._keys_of_piles()])

    def _dress(self) -> None:
        ax, top = self.ax, self._top
        ax.set_xlabel(text("curve-moves", self.lang))
        measures = ("curve-piles", "curve-piles-share") if self.piles else ("curve-cards", "curve-share")
        ax.set_ylabel(text(measures[self.shared], self.lang))
        ax.set_ylim(0, top * 1.04)
        ax.set_xlim(0, max(max(len(line.moves) for line in self.named.values()), 1) * 1.02)
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        if self.shared:
            ax.yaxis.set_major_formatter(in_percent(self.lang))
        else:
            ax.set_yticks([n * top // 4 for n in range(5)])
        dress(ax, self.theme)
