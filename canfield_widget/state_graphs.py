"""The graph of the positions that moves lead to, from one position or beside a line, with what each is worth."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count, islice, zip_longest
from operator import attrgetter, itemgetter

from canfield_widget.arguments import expect_seconds
from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.position import Position, problems
from canfield_widget.replays import Playable, Replay, replay
from canfield_widget.rules import advance, legal_moves, steps
from canfield_widget.solver import Trace, Verdict, solve
from canfield_widget.solver.search_tree import Branch, search_tree
from canfield_widget.solver.trace import MOST_CHOICES
from canfield_widget.states import State, StateGraph, Way
from canfield_widget.variants import SpaceAfter

LIMIT = 300
"""So many nodes a graph has at the most, unless asked otherwise."""
_TRIED = 3000
"""So many moves are tried for a graph at the most, or ten for each node that it may have."""
_PIECES = attrgetter("stock", "waste", "reserves", "foundations", "tableau", "face_down", "base", "pass_number")
_LOOSE = attrgetter("stock", "waste", "reserves", "base", "pass_number")


def state_graph(
    what: Position | Playable | Trace,
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
    """The positions that moves lead to: from a position, beside the line of a Solution, Game or text, or in a search.

    Of the trace of a recorded search the way to the won game is the line, and beside it stand the positions that it
    went through, those first beyond which it looked at most states.

    `depth` edges are followed from the position (None is 2), or off the line (None is 1, in a search 0), of which
    `first` and `last` are the plies of the part that is looked at. Equal positions are one node. A graph has at most
    `limit` nodes: of a line that is longer the beginning takes two thirds of them (all with `depth` 0), and
    `StateGraph.window` says how far it goes. What lies beside a line is kept evenly along it, else those of fewer
    edges, then those with more cards up. What is found and not kept is counted; of very many moves only some are
    tried, and a node whose moves were not is not `looked` at.
    `fold_deals` makes deals in a row one edge, up to the next card of the waste that can be played; dealing where a
    whole round brings none is left out, for it changes nothing. `merge_columns` makes positions one that differ only
    in the order of columns and foundations; moves are then those of the position that was found first.

    Each node whose verdict does not follow from its neighbours is solved with `budget_states` states, with all cards
    in sight, also those that lie face down; 0 asks about none. `budget_s` is seconds for the moves and the verdicts
    together; what was not reached then is not looked at, or has no verdict. Where a position alone is won, the winning
    line is marked as far as it lies in the graph.

    Raises IllegalMove, NotationError, and ValueError for what is no line and for numbers that are none.

    >>> from canfield_widget.notation import read_position
    >>> end = state_graph(read_position("canfield; base A; foundations KS KH KD JC; tableau KC QC, -, -, -"), depth=9)
    >>> len(end.nodes), len(end.edges), end.complete, end.nodes[0].verdict.value
    (3, 2, True, 'won')
    """
    began = time.monotonic()
    line = _line(what)
    end = len(line.moves) if last is None else last
    for name, value, least in (("depth", depth, 0), ("limit", limit, 1), ("budget_states", budget_states, 0)):
        if not (value is None and name == "depth") and (type(value) is not int or value < least):
            raise ValueError(f"{name}: read {value!r}, expected a whole number, at least {least}")
    if type(first) is not int or type(end) is not int or not 0 <= first <= end <= len(line.moves):
        raise ValueError(f"first, last: read {first!r} and {last!r}, expected plies from 0 to {len(line.moves)}")
    expect_seconds(budget_s)
    ends = None if budget_s is None else began + budget_s
    growing = _Growing(fold_deals, merge_columns, ends)
    alone = first == end and not isinstance(what, Trace)
    depth = (0 if isinstance(what, Trace) else 2 if alone else 1) if depth is None else depth
    last = first + growing.lay(line.positions[first : end + 1], line.moves[first:end], limit, depth)
    if isinstance(what, Trace):
        growing.sow(what, limit)
    growing.grow(depth, limit)
    _Judge(growing, what.verdict if isinstance(what, Trace) else line.verdict, alone).ask(budget_states, ends)
    left_out = tuple(sorted((ply, len(keys)) for ply, keys in growing.left_out.items()))
    window = (first, last, len(line.moves)) if first < end else None
    return StateGraph(tuple(growing.nodes), tuple(growing.ways.values()), left_out, fold_deals, merge_columns, window)


def _line(what: object) -> Replay:
    if isinstance(what, Trace):
        return replay(_found(search_tree(what, depth=MOST_CHOICES)), what.start)
    return replay((), what) if isinstance(what, Position) else replay(what)  # type: ignore[arg-type]


def _found(branch: Branch) -> tuple[Move, ...]:
    """The moves of the way to the won game, as far as the search's record has it."""
    moves = list[Move]()
    while on := next((on for on in branch.branches if on.found), None):
        moves += on.moves
        branch = on
    return tuple(moves)


# The graph


def _is_deal(move: Move) -> bool:
    return STOCK in (move.source, move.target)


def _opens(position: Position) -> bool:
    """True if the waste's top can be played, and where it fills the spaces that moves leave."""
    if position.variant.space_after is SpaceAfter.AUTO_WASTE:
        return True
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

    def __init__(self, fold: bool, merge: bool, ends: float | None) -> None:
        self.fold, self.merge, self.ends = fold, merge, ends
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

    def lay(self, positions: Sequence[Position], moves: Sequence[Move], limit: int, depth: int) -> int:
        """Adds a line, or the beginning of one that is too long; gives how many moves of it were added."""
        stops = list(islice((n for n in range(1, len(moves) + 1) if self.stops(positions, moves, n)), limit))
        if len(stops) == limit:  # with the first position one more than there may be
            stops = stops[: (limit if depth == 0 else max(limit * 2 // 3, 1)) - 1]
        at, begin = self.node(positions[0], 0, on_line=True), 0
        for stop in stops:
            after = self.node(positions[stop], self.nodes[at].ply + 1, on_line=True)
            if after != at:
                self.way(at, after, tuple(moves[begin:stop]), on_line=True)
            at, begin = after, stop
        return begin

    def stops(self, positions: Sequence[Position], moves: Sequence[Move], n: int) -> bool:
        """True if the position after `n` moves of a line is one of the graph, no deal among deals."""
        goes_on = self.fold and n < len(moves) and _is_deal(moves[n - 1]) and _is_deal(moves[n])
        return not goes_on or _opens(positions[n])

    def sow(self, trace: Trace, limit: int) -> None:
        """Adds what a search went through, the heaviest branches first, as long as there is room."""
        root = search_tree(trace, depth=MOST_CHOICES)
        order, heap = count(), list[tuple[int, int, Branch, int]]()
        heappush(heap, (0, next(order), root, self.node(root.position, 0)))
        while heap:
            _, _, branch, source = heappop(heap)
            ply = self.nodes[source].ply + 1
            for on in branch.branches:
                key = self.key(on.position)
                if key not in self.numbers and len(self.nodes) >= limit:
                    for left in on.walk():
                        if self.key(left.position) not in self.numbers:
                            self.left_out.setdefault(ply + left.depth - on.depth, set()).add(self.key(left.position))
                    continue
                target = self.node(on.position, ply)
                if target != source:
                    self.way(source, target, on.moves)
                heappush(heap, (-on.states, next(order), on, target))

    def follow(self, position: Position) -> Iterator[tuple[tuple[Move, ...], Position]]:
        """What the moves from a position lead to."""
        legal = legal_moves(position)
        for move in legal:
            if not (self.fold and _is_deal(move)):
                yield (move,), advance(position, move, steps(position, move))
        if self.fold and any(map(_is_deal, legal)) and (dealt := _dealt(position)):
            yield dealt

    def grow(self, depth: int, limit: int) -> None:
        """Follows the moves from all nodes, then from the new ones, and so on, as long as there is room and time."""
        along, tried = any(node.on_line for node in self.nodes[1:]), max(_TRIED, 10 * limit)
        front = list(range(len(self.nodes)))
        for _ in range(depth):
            ways, found = dict[int, list[tuple[Hashable, tuple[Move, ...]]]](), dict[Hashable, tuple[int, Position]]()
            turns = _spread(front) if along else front
            for source in turns:
                if tried <= 0 or (self.ends is not None and time.monotonic() >= self.ends):
                    break
                here, ways[source] = self.key(self.nodes[source].position), []
                for moves, after in self.follow(self.nodes[source].position):
                    tried -= 1
                    if (key := self.key(after)) != here:
                        ways[source].append((key, moves))
                        if key not in self.numbers:
                            ply = self.nodes[source].ply + 1
                            found[key] = min(found.get(key, (ply, after)), (ply, after), key=itemgetter(0))
            up = {key: sum(map(len, after.foundations)) for key, (_, after) in found.items()}
            order = sorted(found, key=up.__getitem__, reverse=True)
            if along:
                # Each node has its best one kept before any has its second, so that no part of the line looks forced.
                beside = [sorted({key: 0 for key, _ in ways[n] if key in up}, key=lambda key: -up[key])
                          for n in turns if n in ways]  # fmt: skip
                order = list(dict.fromkeys(key for rank in zip_longest(*beside) for key in rank if key in up))
            room = max(limit - len(self.nodes), 0)
            kept = set(order[:room])
            for key in order[room:]:
                self.left_out.setdefault(found[key][0], set()).add(key)
            come = sorted((found[key][0], n, key) for n, key in enumerate(found) if key in kept)
            new = [self.node(found[key][1], ply) for ply, _, key in come]
            for source in sorted(ways):
                for key, moves in ways[source]:
                    if key in self.numbers:
                        self.way(source, self.numbers[key], moves)
                whole = all(key in self.numbers for key, _ in ways[source])
                self.nodes[source] = replace(self.nodes[source], followed=whole, looked=True)
            if len(order) > room or not new or len(ways) < len(front):
                break
            front = new
        for n, node in enumerate(self.nodes):
            # An end of the game leaves nothing to follow, however far one was to go.
            if not node.looked and next(self.follow(node.position), None) is None:
                self.nodes[n] = replace(node, followed=True, looked=True)


def _spread(numbers: Sequence[int]) -> list[int]:
    """The numbers in an order whose every beginning lies evenly among them: the first, the middle, the quarters."""
    digits = len(numbers).bit_length()
    return [numbers[i] for i in sorted(range(len(numbers)), key=lambda i: f"{i:0{digits}b}"[::-1])]


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

    def ask(self, budget_states: int, ends: float | None) -> None:
        """Solves what does not follow, the first node first, then those furthest from it, and writes down all."""
        nodes = self.graph.nodes
        if self.sound:
            self.close()
            order = sorted(range(len(nodes)), key=lambda n: (n > 0, -nodes[n].ply))
            for n in order if budget_states else ():
                left = None if ends is None else ends - time.monotonic()
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
