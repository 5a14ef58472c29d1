"""A state diagram in inches: its rows, signs or small boards, the key above it and the words below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canfield_widget.lettering import width_of, wrap
from canfield_widget.small_boards import CHIP_WIDTH, SmallBoard, small_board
from canfield_widget.solver import Verdict
from canfield_widget.state_layout import Layout, lay_out_states
from canfield_widget.states import VERDICT_KEYS, StateGraph, Way
from canfield_widget.texts import text

MOST_BOARDS = 12
"""So many positions are drawn as boards at the most, unless boards are asked for."""
NUMBERED, NAMED, SAID = 90, 40, 12
"""So many nodes have their number, so many edges their token, or beside boards the words of the move."""
LETTERS, SMALL = 9.0, 7.0
MARGIN, _ROW_GAP, _HIGHEST = 0.32, 0.34, 6.6
"""In inches; the last is how high a row of signs may become before they stand closer, boards never do."""
_HIGHEST_BOARDS = 8.0
"""In inches: a diagram that would be higher with boards has signs, unless boards are asked for."""
_LEAST_CHIP, _MOST_CHIP, _BESIDE = 0.15, 0.26, 1.15


@dataclass(frozen=True, slots=True)
class Plan:
    """A diagram in inches: where the spots lie, y pointing up, how large signs are, boards for the nodes, if any.

    `named` is True if there is room for the names of moves.
    """

    graph: StateGraph
    layout: Layout
    points: tuple[tuple[float, float], ...]
    wide: float
    high: float
    pitch: float
    tops: tuple[float, ...]
    sign: float
    named: bool
    boards: tuple[SmallBoard, ...] = ()
    board_inch: float = 0.0


# Where everything goes


def plan_states(graph: StateGraph, wide: float, boards: bool | str, lang: str, *, plain: bool = False) -> Plan:
    """The diagram at a width, with boards where they are wanted and can be read; if `plain`, moves have no names."""
    if boards is True or (boards == "auto" and len(graph.nodes) <= MOST_BOARDS):
        drawn = tuple(small_board(node.position, lang) for node in graph.nodes)
        widest, chip = max(board.width for board in drawn), _MOST_CHIP
        steps = max(node.ply for node in graph.nodes) + 1
        room = wide - 2 * MARGIN
        fit = max(int((room + _BESIDE) / (widest / CHIP_WIDTH * _LEAST_CHIP + _BESIDE)), 2)
        columns = min(steps, fit) if _can_be_parted(graph) else steps
        chip = min(chip, (room - (columns - 1) * _BESIDE) / columns / widest * CHIP_WIDTH)
        for size in (chip, _LEAST_CHIP) if boards == "auto" else (chip,):
            if chip >= size >= (_LEAST_CHIP if boards == "auto" else _LEAST_CHIP / 2):
                plan = _placed(graph, wide, max(columns, 2), lang, drawn, size / CHIP_WIDTH)
                if boards is True or plan.high <= _HIGHEST_BOARDS:
                    return plan
    return _placed(graph, wide, 0, lang, plain=plain)


def _can_be_parted(graph: StateGraph) -> bool:
    """True if a line goes through all steps, so that the diagram may go on in a row below."""
    return {node.ply for node in graph.nodes} == {node.ply for node in graph.nodes if node.on_line}


def _placed(
    graph: StateGraph,
    wide: float,
    columns: int,
    lang: str,
    boards: tuple[SmallBoard, ...] = (),
    inch: float = 0.0,
    *,
    plain: bool = False,
) -> Plan:
    named, numbered = len(graph.edges) <= NAMED and not plain, len(graph.nodes) <= NUMBERED
    sign = 15.0 if numbered else 8.0
    widest = max((board.width for board in boards), default=0) * inch
    place = max((board.height for board in boards), default=0) * inch + 0.3 if boards else 0.32 if numbered else 0.17
    room = wide - 2 * MARGIN - (widest or 0.3)
    if not columns:
        fit = int(room / (0.95 if named else 0.46 if numbered else 0.34)) + 1
        columns = max(fit if _can_be_parted(graph) else max(node.ply for node in graph.nodes) + 1, 2)
    layout = lay_out_states(graph, columns, len(graph.nodes) if boards else max(int(_HIGHEST / place), 1))
    most = max(spot.aside for spot in layout.spots)
    pitch = max(room - 0.3 * most, 0.1) / max(layout.columns - 1, 1)
    sideways = min(0.3, 0.3 * pitch / max(most, 0.5))
    left = MARGIN + (widest or 0.3) / 2
    under, y = len(words_below(graph, wide, lang)) * 0.19, 0.0
    middles, tops = list[float](), list[float]()
    for above, below in layout.heights:
        tops.append(y)
        middles.append(y - _ROW_GAP - (above + 0.5) * place)
        y = middles[-1] - (below + 0.5) * place
    high = _key_height(graph, wide, lang) - y + under + 0.3
    base = high - _key_height(graph, wide, lang)
    points = tuple(
        (left + spot.across * pitch + spot.aside * sideways, base + middles[spot.row] + spot.up * place)
        for spot in layout.spots
    )
    return Plan(graph, layout, points, wide, high, pitch, tuple(base + top for top in tops), sign, named, boards, inch)


def words_below(graph: StateGraph, wide: float, lang: str) -> Sequence[str]:
    """The lines that say what was left out."""
    return wrap(graph.say_left_out(lang), LETTERS / 72, wide - 2 * MARGIN)


# The key


def _entries(graph: StateGraph, lang: str) -> list[tuple[object, str]]:
    """What the key explains: only what is there."""
    ends = sum(node.won for node in graph.nodes)
    shown: list[tuple[object, str]] = [("end", text("states-end", lang))] if ends else []
    for verdict, key in VERDICT_KEYS.items():
        if count := graph.verdicts[verdict]:
            shown.append((verdict, f"{text(key, lang)} ({count})"))
    if any(way.on_line and wins(graph, way) for way in graph.edges):
        shown.append(("line", text("states-line-won", lang)))
    if any(way.on_line and not wins(graph, way) for way in graph.edges):
        shown.append(("shown", text("states-line", lang)))
    if any(not is_onward(graph, way) for way in graph.edges):
        shown.append(("back", text("states-back", lang)))
    if not graph.complete:
        shown.append(("more", text("states-more", lang)))
    return [*shown, ("number", text("states-number", lang))] if len(graph.nodes) <= NUMBERED else shown


def lay_key(graph: StateGraph, wide: float, lang: str) -> list[tuple[object, str, float, int]]:
    """The entries of the key, each with where it begins and in which line."""
    x, line, placed = MARGIN, 0, list[tuple[object, str, float, int]]()
    for kind, said in _entries(graph, lang):
        needs = (0 if kind == "number" else 0.34) + width_of(said, LETTERS / 72) + 0.12
        if placed and x + needs > wide - MARGIN / 2:
            x, line = MARGIN, line + 1
        placed.append((kind, said, x, line))
        x += needs
    return placed


def _key_height(graph: StateGraph, wide: float, lang: str) -> float:
    return 0.3 + 0.24 * (lay_key(graph, wide, lang)[-1][3] + 1)


def wins(graph: StateGraph, way: Way) -> bool:
    """True if an edge leads to a position that is won."""
    return graph.nodes[way.target].verdict is Verdict.WON


def is_onward(graph: StateGraph, way: Way) -> bool:
    """True if an edge leads one step on, not back or across."""
    return graph.nodes[way.target].ply == graph.nodes[way.source].ply + 1
