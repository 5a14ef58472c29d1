"""Where the nodes of a graph of positions stand: steps from left to right in rows, few crossings, the line straight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canfield_widget.states import StateGraph, Way

_SWEEPS = 6
_PINNED = 1e4


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node is drawn: its row, the columns right of the row's first, and the places above the row's middle.

    `aside` is how many signs it stands right of its column's middle, where the column has no room for all. Where a row
    goes on below, the node of the line that ends it is drawn once more: `again` is True.
    """

    node: int
    row: int
    across: int
    up: float
    aside: float = 0
    again: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The spots, those of the nodes first in their order, and the columns and the rows that they take.

    `heights` is how many places each row reaches above and below its middle.
    """

    spots: tuple[Spot, ...]
    columns: int
    heights: tuple[tuple[float, float], ...]

    def ends(self, way: Way) -> tuple[int, int]:
        """The numbers of the spots of an edge's ends, in one row where there are such."""
        row = self.spots[way.source].row
        if self.spots[way.target].row == row + 1:
            for n, spot in enumerate(self.spots):
                if spot.again and spot.node == way.target and spot.row == row:
                    return way.source, n
        return way.source, way.target


def lay_out_states(graph: StateGraph, columns: int, places: int) -> Layout:
    """The layout of a graph in rows of `columns` columns; where one has more than `places` nodes, they stand closer.

    Edges lead to the right but for those to a node that was found before. Raises ValueError for fewer than 2 columns.
    """
    if columns < 2:
        raise ValueError(f"columns: read {columns}, expected at least 2")
    last = max(node.ply for node in graph.nodes)
    step = columns - 1 if last >= columns else columns
    row_of = [_row(node.ply, step, node.on_line, last) for node in graph.nodes]
    layers: dict[int, list[int]] = {}
    for n, node in enumerate(graph.nodes):
        layers.setdefault(node.ply, []).append(n)
    order = [_line_in_the_middle(graph, layers[ply]) for ply in sorted(layers)]
    ups = _heights(graph, order, places)
    spots = list[Spot]()
    for n, node in enumerate(graph.nodes):
        spots.append(Spot(n, row_of[n], node.ply - row_of[n] * step, ups[n], _aside(order[node.ply], n, places)))
    # The last node of a row begins the next one.
    again = [Spot(n, row_of[n] - 1, step, ups[n], again=True) for n, node in enumerate(graph.nodes)
             if node.on_line and row_of[n] and node.ply == row_of[n] * step]  # fmt: skip
    spots += again
    reach = list[tuple[float, float]]()
    for row in range(max(row_of) + 1):
        ups_here = [spot.up for spot in spots if spot.row == row]
        reach.append((max(ups_here), -min(ups_here)))
    return Layout(tuple(spots), min(columns, last + 1), tuple(reach))


def _row(ply: int, step: int, on_line: bool, last: int) -> int:
    """The row of a node: what follows from a row's last column but one ends it; only the line goes on below."""
    row = ply // step
    ends = ply % step == 0 and row > 0
    return row - 1 if ends and (not on_line or ply == last) else row


def _line_in_the_middle(graph: StateGraph, layer: Sequence[int]) -> list[int]:
    """The nodes of a layer with those of the line among them half way down."""
    line = [n for n in layer if graph.nodes[n].on_line]
    others = [n for n in layer if not graph.nodes[n].on_line]
    # Of an odd number one more lies below in every other layer, so that the rows fill up evenly.
    half = (len(others) + graph.nodes[layer[0]].ply % 2) // 2
    return others[:half] + line + others[half:]


def _crowding(layer: Sequence[int], places: int) -> int:
    """How many nodes of a layer share one place."""
    return -(-len(layer) // places)


def _aside(layer: Sequence[int], n: int, places: int) -> float:
    """How many signs a node of a crowded layer stands beside the middle of its column."""
    side = _crowding(layer, places)
    return layer.index(n) % side - (side - 1) / 2


def _heights(graph: StateGraph, order: list[list[int]], places: int) -> list[float]:
    """The heights of the nodes, near those that they are joined to; `order` is put in the order from the top."""
    before: list[list[int]] = [[] for _ in graph.nodes]
    after: list[list[int]] = [[] for _ in graph.nodes]
    for way in graph.edges:
        if graph.nodes[way.source].ply < graph.nodes[way.target].ply:
            before[way.target].append(way.source)
            after[way.source].append(way.target)
    ups = [0.0] * len(graph.nodes)
    for layer in order:
        for i, n in enumerate(layer):
            ups[n] = (len(layer) - 1) / 2 - i
    for sweep in range(_SWEEPS):
        joined, layers = (before, order) if sweep % 2 == 0 else (after, order[::-1])
        for layer in layers:
            wanted = {n: sum(ups[m] for m in joined[n]) / len(joined[n]) if joined[n] else ups[n] for n in layer}
            straight = {n for n in layer if graph.nodes[n].on_line}
            wanted |= dict.fromkeys(straight, 0.0)
            layer.sort(key=lambda n: -wanted[n])
            apart = 1 / _crowding(layer, places)
            weights = [_PINNED if n in straight else 1.0 for n in layer]
            placed = spread_out([-wanted[n] for n in layer], apart, weights)
            for n, down in zip(layer, placed, strict=True):
                ups[n] = 0.0 if n in straight and len(straight) == 1 else -down
    return ups


def spread_out(wanted: Sequence[float], apart: float, weights: Sequence[float]) -> list[float]:
    """Numbers as near to those that are wanted as they can be, in the same order and at least `apart` each.

    >>> spread_out([0.0, 0.0, 5.0], 1.0, [1.0, 1.0, 1.0])
    [-0.5, 0.5, 5.0]
    """
    blocks = list[tuple[float, float, int]]()
    for i, (want, weight) in enumerate(zip(wanted, weights, strict=True)):
        mean, total, count = want - i * apart, weight, 1
        while blocks and blocks[-1][0] > mean:
            other, heavy, more = blocks.pop()
            mean = (mean * total + other * heavy) / (total + heavy)
            total, count = total + heavy, count + more
        blocks.append((mean, total, count))
    means = (mean for mean, _, count in blocks for _ in range(count))
    return [mean + i * apart for i, mean in enumerate(means)]
