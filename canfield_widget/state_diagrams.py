"""State diagrams: the positions that moves lead to, won, lost and undecided told apart, with what was left out."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import hypot
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PathCollection
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from canfield_widget.diagrams import Drawing
from canfield_widget.faces import Mark, check_theme, colour, sheet
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.lettering import Label, width_of, wrap
from canfield_widget.position import Position
from canfield_widget.replays import Playable
from canfield_widget.solver import Trace, Verdict
from canfield_widget.speech import speak_move
from canfield_widget.state_graphs import LIMIT, state_graph
from canfield_widget.state_layout import Spot
from canfield_widget.state_plan import (
    LETTERS,
    MARGIN,
    NUMBERED,
    SAID,
    SMALL,
    Plan,
    is_onward,
    lay_key,
    plan_states,
    wins,
    words_below,
)
from canfield_widget.states import StateGraph, Way
from canfield_widget.texts import text, words

_SIGNS = {"end": ("*", "can", "can", "on"), Verdict.WON: ("o", "can", "can", "on"),
          Verdict.LOST: ("s", "table-top", "blame", "text"), Verdict.UNKNOWN: ("D", "table-top", "hint", "text"),
          None: ("o", "table-top", "muted", "text")}  # fmt: skip
"""Marker, fill, edge and the colour of the number for the end of a won game and for each verdict."""
_SCALE = {"*": 1.75, "D": 0.82, "s": 0.9, "o": 1.0}
"""How the markers are made to look equally large."""
_SHRUNK = (1, 0.9, 0.8, 0.75)
"""How small signs and letters may become on axes that are there; where that is not enough, fewer nodes are drawn."""
_BULGE = 0.3
"""In inches: how far a dotted arrow may stand out, so that it stays inside the figure."""
_PARTS = (0.5, 0.36, 0.64, 0.26, 0.74)
"""Where on an edge its words may stand, the best place first."""


def draw_states(
    what: Position | Playable | Trace | StateGraph,
    *,
    depth: int | None = None,
    limit: int = LIMIT,
    first: int = 0,
    last: int | None = None,
    fold_deals: bool = True,
    merge_columns: bool = False,
    budget_states: int = 5000,
    budget_s: float | None = 10.0,
    boards: bool | str = "auto",
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 9.6,
) -> Axes:
    """A diagram of the positions that moves lead to, on new axes or on `ax`; from left to right, in rows if it is long.

    `what` is a position, a Solution, a Game, a pair of a position and moves, the text of either, the trace of a search
    that was recorded (`plot_search_tree` shows it whole), or a graph made by
    `state_graph`, which explains `depth`, `limit`, `first`, `last`, `fold_deals`, `merge_columns`, `budget_states` and
    `budget_s`; of a graph that is made already they say nothing. All cards are looked at, those face down too.

    Won positions are filled circles (a star where the game is won), lost ones squares, undecided ones diamonds, the
    number in them is how many cards are up. A line is thick. `boards` True draws each position as a small board,
    "auto" does so where there are few and the diagram does not become too high. On axes that are too small for all
    nodes those of the first steps are drawn, so that letters can be read. Below stands what was left out. New axes have
    a figure of their own, `width` inches wide, shown by the notebook where they are a cell's last value; `theme` is
    `light` or `dark`.

    Raises IllegalMove, NotationError, and ValueError for arguments that are none, see `state_graph`.

    >>> from canfield_widget.position import deal
    >>> draw_states(deal("canfield", seed=4)).words.splitlines()[0]
    'State diagram of 4 positions: lost (4).'
    """
    check_theme(theme)
    spoken = "en" if lang is None else lang
    words(spoken)
    if boards not in (True, False, "auto"):
        raise ValueError(f"boards: read {boards!r}, expected True, False or 'auto'")
    wide = inches(width)
    graph = what if isinstance(what, StateGraph) else state_graph(
        what, depth=depth, limit=limit, first=first, last=last, fold_deals=fold_deals, merge_columns=merge_columns,
        budget_states=budget_states, budget_s=budget_s,
    )  # fmt: skip
    if ax is not None:
        return _fit(axes_of(ax), graph, boards, spoken, theme)
    plan = plan_states(graph, wide, boards, spoken)
    figure = NotebookFigure(figsize=(wide, plan.high))
    figure.set_facecolor(colour("table-top", theme))
    made = cast("NotebookAxes", figure.add_axes((0, 0, 1, 1), axes_class=NotebookAxes))
    figure.words = made.words = graph.say(spoken)
    return _draw(made, plan, spoken, theme)


def _fit(ax: Axes, graph: StateGraph, boards: bool | str, lang: str, theme: str) -> Axes:
    """The diagram on axes that are there, where these are too low with smaller signs, then with fewer."""
    inch = float(ax.figure.dpi)
    wide, high = ax.bbox.width / inch, ax.bbox.height / inch

    def fitting(part: StateGraph) -> Plan | None:
        kinds = (
            [(boards, False), (boards, True)] if boards != "auto" else [("auto", False), (False, False), (False, True)]
        )
        kinds = kinds if part is graph else kinds[-1:]
        tried = (
            plan_states(part, wide / shrunk, kind, lang, plain=plain) for kind, plain in kinds for shrunk in _SHRUNK
        )
        return next((plan for plan in tried if plan.high / plan.wide <= high / wide), None)

    plan, least, most = fitting(graph), 1, len(graph.nodes)
    while plan is None and most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if fitting(graph.fewer(middle)) else (least, middle)
    part = graph.fewer(least)
    plan = plan or fitting(part) or plan_states(part, wide / _SHRUNK[-1], False, lang, plain=True)
    there = set(ax.get_children())
    _draw(ax, plan, lang, theme)
    part = min(wide / plan.wide, high / plan.high)
    added: list[Any] = [artist for artist in ax.get_children() if artist not in there and part < 1]
    for artist in added:
        if isinstance(artist, Text):
            artist.set_fontsize(float(artist.get_fontsize()) * part)
        if isinstance(artist, PathCollection):
            artist.set_sizes(artist.get_sizes() * part**2)
        if isinstance(artist, Collection):
            artist.set_linewidth([thick * part for thick in cast("Any", artist.get_linewidth())])
        if isinstance(artist, (FancyArrowPatch, Line2D)):
            artist.set_linewidth(artist.get_linewidth() * part)
        if isinstance(artist, FancyArrowPatch):
            artist.set_mutation_scale(artist.get_mutation_scale() * part)
            artist.shrinkA, artist.shrinkB = artist.shrinkA * part, artist.shrinkB * part
    return ax


def _draw_key(ax: Axes, plan: Plan, lang: str, theme: str) -> None:
    for kind, said, x, line in lay_key(plan.graph, plan.wide, lang):
        y = plan.high - 0.28 - 0.24 * line
        if kind in _SIGNS:
            _scatter(ax, [(x + 0.12, y)], kind, 11.0, theme, "key")
        elif kind in ("back", "more"):
            wide = 0.26 if kind == "back" else 0.12
            ax.plot([x, x + wide], [y, y], color=colour("muted", theme), linewidth=1 if kind == "back" else 1.6,
                    linestyle=":" if kind == "back" else "-")  # fmt: skip
        elif kind != "number":
            ax.plot([x, x + 0.26], [y, y], color=_line_colour(kind == "line", theme), linewidth=4 - (kind == "shown"),
                    linestyle="-" if kind == "line" else (0, (1.6, 0.8)), solid_capstyle="round")  # fmt: skip
        ax.text(x + (0 if kind == "number" else 0.34), y, said, color=colour("muted", theme), size=LETTERS,
                va="center_baseline")  # fmt: skip


# Drawing


def _line_colour(wins: bool, theme: str) -> str:
    return colour("can" if wins else "focus", theme)


def _draw(ax: Axes, plan: Plan, lang: str, theme: str) -> Axes:
    ax.set_axis_off()
    ax.set(xlim=(0, plan.wide), ylim=(0, plan.high), aspect="equal")
    _draw_steps(ax, plan, lang, theme)
    _draw_ways(ax, plan, theme)
    _draw_more(ax, plan, theme)
    if plan.named:
        _write_ways(ax, plan, lang, theme)
    if plan.boards:
        _draw_boards(ax, plan, theme)
    else:
        _draw_signs(ax, plan, theme)
    _draw_key(ax, plan, lang, theme)
    for n, line in enumerate(words_below(plan.graph, plan.wide, lang)[::-1]):
        ax.text(MARGIN, 0.2 + 0.19 * n, line, color=colour("muted", theme), size=LETTERS, gid="left out")
    return ax


def _draw_steps(ax: Axes, plan: Plan, lang: str, theme: str) -> None:
    """The number of the step over each column, or over every fifth where they stand close."""
    rows = len(plan.layout.heights)
    step = plan.layout.columns - 1 if rows > 1 else plan.layout.columns
    last = max(node.ply for node in plan.graph.nodes)
    left = plan.points[0][0]
    for row, top in enumerate(plan.tops):
        for column in range(plan.layout.columns):
            ply = row * step + column
            if ply > last or (column and plan.pitch < 0.4 and ply % 5) or (0 < column < 3 and plan.pitch < 0.6):
                continue
            said = str(ply) if column else text("states-step", lang, n=ply)
            centred = column > 0 or bool(plan.boards)
            ax.text(left + column * plan.pitch - (0 if centred else 0.12), top - 0.14, said, size=SMALL + 0.5,
                    color=colour("muted", theme), ha="center" if centred else "left", gid="step")  # fmt: skip


def _anchors(plan: Plan, way: Way) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where an edge begins and ends: at the middles of signs, at the sides of boards."""
    (x0, y0), (x1, y1) = (plan.points[n] for n in plan.layout.ends(way))
    if plan.boards:
        side = 1 if x1 > x0 else -1 if x1 < x0 else 0
        x0 += side * plan.boards[way.source].width * plan.board_inch / 2
        x1 -= side * plan.boards[way.target].width * plan.board_inch / 2
        if not side:
            up = 1 if y1 > y0 else -1
            y0 += up * plan.boards[way.source].height * plan.board_inch / 2
            y1 -= up * plan.boards[way.target].height * plan.board_inch / 2
    return (x0, y0), (x1, y1)


def _draw_ways(ax: Axes, plan: Plan, theme: str) -> None:
    """Edges to the next column as straight lines, those of a line thick; others as dotted arrows."""
    reach = 1 if plan.boards else plan.sign / 2 + 1
    straight: dict[str, list[Any]] = {"edges": [], "line": [], "line not won": []}
    for way in plan.graph.edges:
        begin, end = _anchors(plan, way)
        one_row = len({plan.layout.spots[n].row for n in plan.layout.ends(way)}) == 1
        if is_onward(plan.graph, way) and one_row:
            kind = "edges" if not way.on_line else "line" if wins(plan.graph, way) else "line not won"
            straight[kind].append((begin, end))
            continue
        paint = _line_colour(wins(plan.graph, way), theme) if way.on_line else colour("muted", theme)
        bent = min(0.28, 2 * _BULGE / max(hypot(end[0] - begin[0], end[1] - begin[1]), 0.01))
        ax.add_patch(FancyArrowPatch(
            begin, end, arrowstyle="-|>", mutation_scale=7, connectionstyle=f"arc3,rad={bent:.4f}",
            linestyle=(0, (1, 1.6)), linewidth=3 if way.on_line else 1, color=paint, alpha=1 if way.on_line else 0.75,
            shrinkA=reach, shrinkB=reach, zorder=1.5, gid="back",
        ))  # fmt: skip
    few = len(plan.graph.edges) <= 200
    styles = {"edges": (colour("ghost", theme), 1.1 if few else 0.7, "-"), "line": (colour("can", theme), 4.5, "-"),
              "line not won": (colour("focus", theme), 3.2, (0, (1.6, 0.8)))}  # fmt: skip
    for n, (kind, segments) in enumerate(straight.items()):
        paint, thick, style = styles[kind]
        ax.add_collection(
            LineCollection(segments, colors=[paint], linewidths=thick, linestyles=[style], capstyle="round",
                           zorder=1 + n / 10, gid=kind),
            autolim=False,
        )  # fmt: skip


def _draw_more(ax: Axes, plan: Plan, theme: str) -> None:
    """A short stroke at nodes with moves that are no edges: to the right where no edge begins, else up or down."""
    stubs, long = list[Any](), 0.1 if plan.sign > 10 else 0.06
    going = {way.source for way in plan.graph.edges}
    files: dict[tuple[int, float], list[float]] = {}
    for spot, (x, y) in zip(plan.layout.spots, plan.points, strict=True):
        files.setdefault((spot.row, round(x, 3)), []).append(y)
    for spot, (x, y) in zip(plan.layout.spots, plan.points, strict=True):
        if plan.graph.nodes[spot.node].followed or spot.again:
            continue
        board = plan.boards[spot.node] if plan.boards else None
        if spot.node not in going:
            x += board.width * plan.board_inch / 2 if board else plan.sign / 144
            stubs.append(((x, y), (x + long, y)))
            continue
        others = files[spot.row, round(x, 3)]
        above, below = (min((abs(y - other) for other in others if (other - y) * side > 0), default=9.0)
                        for side in (1, -1))  # fmt: skip
        side = 1 if above >= below else -1
        y += side * (board.height * plan.board_inch / 2 if board else plan.sign / 144)
        stubs.append(((x, y), (x, y + side * long)))
    ax.add_collection(LineCollection(stubs, colors=[colour("muted", theme)], linewidths=1.6, zorder=2.9, gid="more"),
                      autolim=False)  # fmt: skip


def _write_ways(ax: Axes, plan: Plan, lang: str, theme: str) -> None:
    """The token of each move, or its words where there is room for them, on the edge and on no other words."""
    gap = plan.pitch - max((board.width for board in plan.boards), default=0) * plan.board_inch
    taken = list[tuple[float, float, float, float]]()
    for way in plan.graph.edges:
        if not is_onward(plan.graph, way):
            continue
        said = [way.label]
        if plan.boards and len(way.moves) == 1 and len(plan.graph.edges) <= SAID:
            seen = plan.graph.nodes[way.source].position.player_view()
            lines = wrap(speak_move(seen, way.moves[0], lang), SMALL / 72, gap - 0.1)
            said = list(lines) if len(lines) <= 4 else said
        across, up = max(width_of(line, SMALL / 72) for line in said) / 2, len(said) * SMALL / 72 * 0.65
        (x0, y0), (x1, y1) = _anchors(plan, way)
        places = [(x0 + part * (x1 - x0), y0 + part * (y1 - y0)) for part in _PARTS]
        boxes = [(x - across, y - up, x + across, y + up) for x, y in places]
        best = min(range(len(places)), key=lambda n: sum(_overlap(boxes[n], other) for other in taken))
        taken.append(boxes[best])
        ax.text(*places[best], "\n".join(said), size=SMALL, ha="center", va="center", color=colour("text", theme),
                zorder=2.5, linespacing=1.1, gid=f"way {way.source} {way.target}",
                bbox={"boxstyle": "round,pad=0.15", "facecolor": colour("table-top", theme), "edgecolor": "none",
                      "alpha": 0.85})  # fmt: skip


def _overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0) * max(up, 0)


def _scatter(ax: Axes, points: Sequence[tuple[float, float]], kind: object, size: float, theme: str, gid: str) -> None:
    marker, fill, edge, _ = _SIGNS[kind]  # type: ignore[index]
    x, y = zip(*points, strict=True)
    ax.scatter(x, y, s=(size * _SCALE[marker]) ** 2, marker=marker, facecolors=colour(fill, theme),
               edgecolors=colour(edge, theme), linewidths=1.6 if size > 10 else 1.1, zorder=3, gid=gid,
               clip_on=False)  # fmt: skip


def _kind(plan: Plan, spot: Spot) -> object:
    node = plan.graph.nodes[spot.node]
    return "end" if node.won else node.verdict


def _draw_signs(ax: Axes, plan: Plan, theme: str) -> None:
    """A sign for every spot, one artist for each kind, and the numbers in them."""
    placed = list(zip(plan.layout.spots, plan.points, strict=True))
    for kind in _SIGNS:
        if points := [point for spot, point in placed if _kind(plan, spot) == kind]:
            _scatter(ax, points, kind, plan.sign, theme, f"nodes {kind}")
    if len(plan.graph.nodes) > NUMBERED:
        return
    for spot, (x, y) in placed:
        paint = _SIGNS[_kind(plan, spot)][3]  # type: ignore[index]
        ax.text(x, y, str(plan.graph.nodes[spot.node].founded), color=colour(paint, theme), size=SMALL, ha="center",
                va="center_baseline", zorder=3.5, gid="founded")  # fmt: skip


def _draw_boards(ax: Axes, plan: Plan, theme: str) -> None:
    """A small board for every spot, framed in the colour of its verdict, with its sign at the corner."""
    for spot, (x, y) in zip(plan.layout.spots, plan.points, strict=True):
        board, inch = plan.boards[spot.node], plan.board_inch
        kind = _kind(plan, spot)
        _, _, edge, paint = _SIGNS[kind]  # type: ignore[index]
        frame = Mark(sheet(0, 0, board.width, board.height, 14), fill="table-bottom", stroke=edge,
                     width=10 if plan.graph.nodes[spot.node].on_line else 5)  # fmt: skip
        left, top = x - board.width * inch / 2, y + board.height * inch / 2
        shapes = tuple(mark for mark in board.marks if isinstance(mark, Mark))
        letters = (mark for mark in board.marks if isinstance(mark, Label))
        whole = Drawing((frame, *shapes), 0, 0, (0, 0, board.width, board.height), theme, f"board {spot.node}")
        counts = (Drawing((label,), label.x, label.y, (0, 0, 0, 0), theme, f"count {label.text}") for label in letters)
        for n, drawing in enumerate(chain((whole,), counts)):
            drawing.set_transform(Affine2D().scale(inch, -inch).translate(left, top) + ax.transData)
            drawing.set_zorder(2 + n / 1000)
            ax.add_artist(drawing)
        left, top = left - 0.06, top + 0.06  # beside the count of the stock
        _scatter(ax, [(left, top)], kind, plan.sign, theme, f"nodes {kind}")
        ax.text(left, top, str(plan.graph.nodes[spot.node].founded), color=colour(paint, theme), size=SMALL,
                ha="center", va="center_baseline", zorder=3.5, gid="founded")  # fmt: skip
