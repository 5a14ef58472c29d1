"""The graph of the positions that moves lead to, from one position or beside a line, with what each is worth."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.notation import read_game
from canfield_widget.position import Position, problems
from canfield_widget.replays import Playable, Replay, replay
from canfield_widget.rules import advance, legal_moves, steps
from canfield_widget.solver import Verdict, solve
from canfield_widget.states import State, StateGraph, Way

LIMIT = 300
"""So many nodes a graph has at the most, unless asked otherwise."""
_PIECES = attrgetter("stock", "waste", "reserves", "foundations", "tableau", "face_down", "base", "pass_number")
_LOOSE = attrgetter("stock", "waste", "reserves", "base", "pass_number")


def state_graph(
    what: Position | str | Playable | Replay,
    *,
    depth: int | None = None,
    limit: int = LIMIT,
    first: int = 0,
    last: int | None = None,
    fold_deals: bool = True,
    merge_columns: bool = False,
    budget_states: int = 5000,
    budget_s: float | None = 10.0,
) -> StateGraph:
    """The positions that moves lead to: from a position, or beside the line of a Solution, a Game or a text.

    `depth` edges are followed from the position (None is 2), or off the line (None is 1), of which `first` and `last`
    are the plies of the part that is looked at. Equal positions are one node. Of more than `limit` positions those of
    a line are kept, then those of fewer edges, then those with more cards up; what is not kept is counted.
    `fold_deals` makes deals in a row one edge, up to the next card of the waste that can be played; dealing where a
    whole round brings none is left out, for it changes nothing. `merge_columns` makes positions one that differ only
    in the order of columns and foundations; moves are then those of the position that was found first.

    Each node whose verdict does not follow from its neighbours is solved with `budget_states` states, with all cards
    in sight, also those that lie face down; 0 asks about none. `budget_s` is seconds for all of them together. Where a
    position alone is won, the winning line is marked as far as it lies in the graph.

    Raises IllegalMove, NotationError, and ValueError for what is no line and for numbers that are none.

    >>> from canfield_widget.notation import read_position
    >>> end = state_graph(read_position("canfield; base A; foundations KS KH KD JC; tableau KC QC, -, -, -"), depth=9)
    >>> len(end.nodes), len(end.edges), end.complete, end.nodes[0].verdict.value
    (3, 2, True, 'won')
    """
    line = _line(what)
    end = len(line.moves) if last is None else last
    for name, value, least in (("depth", depth, 0), ("limit", limit, 1), ("budget_states", budget_states, 0)):
        if not (value is None and name == "depth") and (type(value) is not int or value < least):
            raise ValueError(f"{name}: read {value!r}, expected a whole number, at least {least}")
    if type(first) is not int or type(end) is not int or not 0 <= first <= end <= len(line.moves):
        raise ValueError(f"first, last: read {first!r} and {last!r}, expected plies from 0 to {len(line.moves)}")
    growing = _Growing(fold_deals, merge_columns)
    growing.lay(line.positions[first : end + 1], line.moves[first:end])
    alone = len(growing.nodes) == 1
    growing.grow((2 if alone else 1) if depth is None else depth, limit)
    _Judge(growing, line.verdict, alone).ask(budget_states, budget_s)
    left_out = tuple(sorted((ply, len(keys)) for ply, keys in growing.left_out.items()))
    return StateGraph(tuple(growing.nodes), tuple(growing.ways.values()), left_out, fold_deals, merge_columns)


def _line(what: object) -> Replay:
    if isinstance(what, Replay):
        return what
    if isinstance(what, str):
        game = read_game(what)
        return replay(game.moves, game.start)
    return replay((), what) if isinstance(what, Position) else replay(what)  # type: ignore[arg-type]


# The graph


def _is_deal(move: Move) -> bool:
    return STOCK in (move.source, move.target)


def _opens(position: Position) -> bool:
    """True if the waste's top can be played."""
    return any(move.source == WASTE and move.target != STOCK for move in legal_moves(position))


def _dealt(position: Position) -> tuple[tuple[Move, ...], Position] | None:
    """The deals up to the next card of the waste that can be played; None where a whole round brings none."""
    made, seen = list[Move](), set[tuple[int, int, int]]()
    while True:
        at = len(position.stock), len(position.waste), position.pass_number
        deals = [move for move in legal_moves(position) if _is_deal(move)]
        if at in seen or not deals:
            return None
        seen.add(at)
        position = advance(position, deals[0], steps(position, deals[0]))
        made.append(deals[0])
        if _opens(position):
            return tuple(made), position


class _Growing:
    """A graph that is being made: nodes, edges by their ends and moves, and the keys of what is left out."""

    def __init__(self, fold: bool, merge: bool) -> None:
        self.fold, self.merge = fold, merge
        self.nodes, self.numbers = list[State](), dict[Hashable, int]()
        self.ways = dict[tuple[int, int, tuple[Move, ...]], Way]()
        self.left_out = dict[int, set[Hashable]]()

    def key(self, position: Position) -> Hashable:
        """What equal positions have in common."""
        if not self.merge:
            return _PIECES(position)
        columns = Counter(zip(position.tableau, position.face_down, strict=True))
        foundations = Counter(position.foundations)
        return *_LOOSE(position), frozenset(columns.items()), frozenset(foundations.items())

    def node(self, position: Position, ply: int, *, on_line: bool = False) -> int:
        """The number of the node of a position, which is made if there is none."""
        n = self.numbers.setdefault(self.key(position), len(self.nodes))
        if n == len(self.nodes):
            self.nodes.append(State(position, ply, on_line=on_line))
        return n

    def way(self, source: int, target: int, moves: tuple[Move, ...], *, on_line: bool = False) -> None:
        """Adds an edge that is not there yet."""
        self.ways.setdefault((source, target, moves), Way(source, target, moves, on_line))

    def lay(self, positions: Sequence[Position], moves: Sequence[Move]) -> None:
        """Adds a line."""
        at, made = self.node(positions[0], 0, on_line=True), list[Move]()
        for n, move in enumerate(moves):
            made.append(move)
            goes_on = n + 1 < len(moves) and _is_deal(move) and _is_deal(moves[n + 1])
            if self.fold and goes_on and not _opens(positions[n + 1]):
                continue
            after = self.node(positions[n + 1], self.nodes[at].ply + 1, on_line=True)
            if after != at:
                self.way(at, after, tuple(made), on_line=True)
            at, made = after, []

    def follow(self, position: Position) -> Iterator[tuple[tuple[Move, ...], Position]]:
        """What the moves from a position lead to."""
        legal = legal_moves(position)
        for move in legal:
            if not (self.fold and _is_deal(move)):
                yield (move,), advance(position, move, steps(position, move))
        if self.fold and any(map(_is_deal, legal)) and (dealt := _dealt(position)):
            yield dealt

    def grow(self, depth: int, limit: int) -> None:
        """Follows every move from all nodes, then from the new ones, and so on, as long as there is room."""
        front = list(range(len(self.nodes)))
        for _ in range(depth):
            found, ways = dict[Hashable, tuple[int, Position]](), list[tuple[int, Hashable, tuple[Move, ...]]]()
            for source in front:
                for moves, after in self.follow(self.nodes[source].position):
                    key = self.key(after)
                    if key == self.key(self.nodes[source].position):
                        continue
                    ways.append((source, key, moves))
                    if key not in self.numbers:
                        found.setdefault(key, (self.nodes[source].ply + 1, after))
            up = {key: sum(map(len, after.foundations)) for key, (_, after) in found.items()}
            order = sorted(found, key=up.__getitem__, reverse=True)
            room = max(limit - len(self.nodes), 0)
            kept = set(order[:room])
            for key in order[room:]:
                self.left_out.setdefault(found[key][0], set()).add(key)
            new = [self.node(after, ply) for key, (ply, after) in found.items() if key in kept]
            whole = dict.fromkeys(front, True)
            for source, key, moves in ways:
                if key in self.numbers:
                    self.way(source, self.numbers[key], moves)
                else:
                    whole[source] = False
            for n, all_there in whole.items():
                self.nodes[n] = replace(self.nodes[n], followed=all_there)
            front = new
            if len(order) > room or not new:
                break
        for n in front:
            # An end of the game leaves nothing to follow, however far one was to go.
            if not self.nodes[n].followed and next(self.follow(self.nodes[n].position), None) is None:
                self.nodes[n] = replace(self.nodes[n], followed=True)


# The verdicts


class _Judge:
    """What is known of each node: a node with a way to a won one is won, and whatever a lost one leads to is lost."""

    def __init__(self, graph: _Growing, verdict: Verdict | None, alone: bool) -> None:
        self.graph, self.alone = graph, alone
        self.to, self.back = ([list[int]() for _ in graph.nodes] for _ in range(2))
        self.ways = [list[Way]() for _ in graph.nodes]
        for way in graph.ways.values():
            self.to[way.source].append(way.target)
            self.back[way.target].append(way.source)
            self.ways[way.source].append(way)
        self.known = dict[int, Verdict]()
        self.sound = not problems(graph.nodes[0].position)
        for n, node in enumerate(graph.nodes):
            if node.won:
                self.spread(n, Verdict.WON)
        if verdict is Verdict.WON:
            self.spread(max((n for n, node in enumerate(graph.nodes) if node.on_line)), Verdict.WON)
        if verdict is Verdict.LOST:
            self.spread(0, Verdict.LOST)

    def spread(self, n: int, verdict: Verdict) -> None:
        """Notes a verdict, and the same where it follows from it."""
        ways = self.back if verdict is Verdict.WON else self.to
        open_ones = [n]
        while open_ones:
            at = open_ones.pop()
            if self.known.get(at) is not verdict:
                self.known[at] = verdict
                open_ones += ways[at]

    def close(self) -> None:
        """Notes those as lost that lead to none that may be won, as far as everything was followed."""
        decided = {n for n, verdict in self.known.items() if verdict is not Verdict.UNKNOWN}
        may = [n for n, node in enumerate(self.graph.nodes) if not node.followed and n not in decided]
        reached = set(may) | {n for n in decided if self.known[n] is Verdict.WON}
        while may:
            for source in self.back[may.pop()]:
                if source not in reached:
                    reached.add(source)
                    may.append(source)
        for n in range(len(self.graph.nodes)):
            if n not in reached:
                self.known[n] = Verdict.LOST

    def ask(self, budget_states: int, budget_s: float | None) -> None:
        """Solves what does not follow, the first node first, then those furthest from it, and writes down all."""
        began = time.monotonic()
        nodes = self.graph.nodes
        if self.sound:
            self.close()
            order = sorted(range(len(nodes)), key=lambda n: (n > 0, -nodes[n].ply))
            for n in order if budget_states else ():
                left = None if budget_s is None else budget_s - (time.monotonic() - began)
                if n in self.known or (left is not None and left <= 0):
                    continue
                found = solve(nodes[n].position, budget_states=budget_states, budget_s=left)
                if found.verdict is Verdict.UNKNOWN:
                    self.known[n] = found.verdict
                    continue
                self.spread(n, found.verdict)
                if along := self.along(n, found.line):
                    self.spread(along[-1].target, Verdict.WON)
                if n == 0 and self.alone:
                    self.mark(along)
            self.close()
        if self.alone and self.known.get(0) is Verdict.WON and not any(way.on_line for way in self.graph.ways.values()):
            self.mark(self.shortest())
        for n, verdict in self.known.items():
            nodes[n] = replace(nodes[n], verdict=verdict)

    def along(self, n: int, line: tuple[Move, ...]) -> list[Way]:
        """The edges that a line from node `n` takes, as far as there are any."""
        taken, rest = list[Way](), line
        while rest:
            way = next((way for way in self.ways[n] if rest[: len(way.moves)] == way.moves), None)
            if way is None:
                break
            taken.append(way)
            n, rest = way.target, rest[len(way.moves) :]
        return taken

    def shortest(self) -> list[Way]:
        """The edges of a shortest line from the first node to a won game; none where the graph has no such line."""
        came, front = dict[int, Way | None]({0: None}), [0]
        for n in front:
            if self.graph.nodes[n].won:
                taken = list[Way]()
                while way := came[n]:
                    taken.append(way)
                    n = way.source
                return taken[::-1]
            for way in self.ways[n]:
                if way.target not in came:
                    came[way.target] = way
                    front.append(way.target)
        return []

    def mark(self, ways: list[Way]) -> None:
        """Emphasises a line."""
        for way in ways:
            self.graph.ways[way.source, way.target, way.moves] = replace(way, on_line=True)
            for n in (way.source, way.target):
                self.graph.nodes[n] = replace(self.graph.nodes[n], on_line=True)
