"""A graph of positions as data: nodes, edges, what was left out, in words, for networkx and as DOT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.rules import is_won
from canfield_widget.solver import Verdict
from canfield_widget.texts import text


@dataclass(frozen=True, slots=True)
class State:
    """A position of the graph: after how many edges at the least (of a line: its place there), and what it is worth.

    `verdict` is None where nobody asked. `looked` is True if the moves from here were tried, `followed` if each of them
    is an edge of the graph.
    """

    position: Position = field(repr=False)  # it lies ahead, and shows what comes
    ply: int
    verdict: Verdict | None = None
    on_line: bool = False
    followed: bool = False
    looked: bool = False

    @property
    def founded(self) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, self.position.foundations))

    @property
    def won(self) -> bool:
        """True if the game is won here, not only winnable."""
        return is_won(self.position)


@dataclass(frozen=True, slots=True)
class Way:
    """An edge: the moves from one node to another, by their numbers; more than one where deals are folded."""

    source: int
    target: int
    moves: tuple[Move, ...]
    on_line: bool = False

    @property
    def label(self) -> str:
        """The token of the move; of several deals how many they are.

        >>> Way(0, 1, (Move("S", "W"),) * 3).label
        '3× S-W'
        """
        counted = Counter(map(str, self.moves))
        return " ".join(token if count == 1 else f"{count}× {token}" for token, count in counted.items())


@dataclass(frozen=True, slots=True)
class StateGraph:
    """Nodes, the first position first, the edges between them, and what was left out.

    `left_out` has pairs of a ply and how many positions were found there and have no node. `folded` says that deals
    in a row are one edge, `merged` that positions which differ only in the order of columns are one node. `window` has
    the first and the last ply of the line that is in the graph and how many moves that line has; None without a line.
    """

    nodes: tuple[State, ...]
    edges: tuple[Way, ...]
    left_out: tuple[tuple[int, int], ...] = ()
    folded: bool = False
    merged: bool = False
    window: tuple[int, int, int] | None = None

    @property
    def verdicts(self) -> Mapping[Verdict | None, int]:
        """How many nodes have each verdict; None counts those that nobody asked about."""
        return Counter(node.verdict for node in self.nodes)

    @property
    def unfollowed(self) -> int:
        """How many nodes have moves that are no edges."""
        return sum(not node.followed for node in self.nodes)

    @property
    def unlooked(self) -> int:
        """How many nodes have moves that nobody tried."""
        return sum(not node.followed and not node.looked for node in self.nodes)

    @property
    def complete(self) -> bool:
        """True if every position that can be reached has a node."""
        return not self.unfollowed

    def say_left_out(self, lang: str = "en") -> str:
        """What is not in the graph, and how it was made smaller, in a sentence or two."""
        total = sum(count for _, count in self.left_out)
        if len(self.left_out) <= 2:
            parts = [_counted("states-left-ply", count, lang, ply=ply) for ply, count in self.left_out]
        elif self.window:
            parts = [_counted("states-left-beside", total, lang)]
        else:
            ends = {"first": self.left_out[0][0], "last": self.left_out[-1][0]}
            parts = [text("states-left-plies", lang, n=total, **ends)]
        first, last, moves = self.window or (0, 0, 0)
        said = [text("states-window", lang, first=first, last=last, total=moves)] if last - first < moves else []
        said += [text("states-left", lang, parts=", ".join(parts))] if parts else []
        said += [_counted("states-unlooked", self.unlooked, lang)] if self.unlooked else []
        said += [] if said or self.unfollowed else [text("states-complete", lang)]
        said += [text(key, lang) for key, holds in
                 (("states-folded", self.folded), ("states-merged", self.merged)) if holds]  # fmt: skip
        return " ".join(said)

    def fewer(self, count: int) -> StateGraph:
        """The graph with `count` of its nodes, those of fewer edges first; the others are counted as left out."""
        rank = sorted(range(len(self.nodes)), key=lambda n: (self.nodes[n].ply, not self.nodes[n].on_line, n))
        kept = sorted(rank[: max(count, 1)])
        numbers = {n: i for i, n in enumerate(kept)}
        edges = [way for way in self.edges if way.source in numbers and way.target in numbers]
        cut = {way.source for way in self.edges if way.source in numbers and way.target not in numbers}
        nodes = (replace(self.nodes[n], followed=self.nodes[n].followed and n not in cut) for n in kept)
        left, window = Counter(dict(self.left_out)), self.window
        # What the line goes on to is no position beside it: the window says where it ends.
        left.update(node.ply for n, node in enumerate(self.nodes) if n not in numbers and not (window and node.on_line))
        if window:
            dropped = (len(way.moves) for way in self.edges if way.on_line and way not in edges)
            window = window[0], window[1] - sum(dropped), window[2]
        ways = tuple(replace(way, source=numbers[way.source], target=numbers[way.target]) for way in edges)
        return replace(self, nodes=tuple(nodes), edges=ways, left_out=tuple(sorted(left.items())), window=window)

    def __repr__(self) -> str:
        return f"<StateGraph: {self.say()}>"

    def say(self, lang: str = "en") -> str:
        """How many positions there are, what they are worth, the line, and what is left out: some short lines."""
        worth = [f"{text(key, lang)} ({self.verdicts[verdict]})" for verdict, key in VERDICT_KEYS.items()
                 if self.verdicts[verdict]]  # fmt: skip
        line = ", ".join(way.label for way in self.edges if way.on_line)
        said = [text("states-says", lang, positions=_counted("states-positions", len(self.nodes), lang),
                     worth=", ".join(worth))]  # fmt: skip
        said += [text("states-says-line", lang, line=line)] if line else []
        return "\n".join((*said, self.say_left_out(lang)))

    def to_networkx(self) -> Any:
        """The graph as a `networkx.MultiDiGraph`: nodes by their numbers, the fields of both as attributes.

        Raises ImportError without networkx.
        """
        try:
            graph = import_module("networkx").MultiDiGraph()
        except ImportError as error:
            raise ImportError('StateGraph.to_networkx needs networkx: pip install "canfield-widget[graphs]"') from error
        for n, node in enumerate(self.nodes):
            verdict = None if node.verdict is None else str(node.verdict)
            graph.add_node(n, position=node.position, ply=node.ply, founded=node.founded, verdict=verdict,
                           on_line=node.on_line, followed=node.followed, looked=node.looked)  # fmt: skip
        for way in self.edges:
            graph.add_edge(way.source, way.target, label=way.label, moves=" ".join(map(str, way.moves)),
                           on_line=way.on_line)  # fmt: skip
        return graph

    def dot(self) -> str:
        """The graph in the DOT language: circles won, squares lost, diamonds else, with the cards up in them."""
        shapes = {Verdict.WON: "circle", Verdict.LOST: "square"}
        lines = ["digraph states {", "  rankdir=LR;"]
        for n, node in enumerate(self.nodes):
            style = " style=bold" if node.on_line else ""
            shape = "doublecircle" if node.won else shapes.get(node.verdict, "diamond") if node.verdict else "ellipse"
            lines.append(f'  {n} [label="{node.founded}" shape={shape}{style}];')
        for way in self.edges:
            style = " penwidth=3" if way.on_line else ""
            lines.append(f'  {way.source} -> {way.target} [label="{way.label}"{style}];')
        return "\n".join((*lines, "}\n"))


VERDICT_KEYS = {Verdict.WON: "curve-won", Verdict.LOST: "curve-lost", Verdict.UNKNOWN: "states-unknown",
                None: "states-unasked"}  # fmt: skip
"""What the verdicts are called."""


def _counted(key: str, count: int, lang: str, **values: object) -> str:
    return text(f"{key}-1" if count == 1 else key, lang, n=count, **values)
