"""The part of the game that a recorded search looked at, as a tree: what share of it went where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from canfield_widget.arguments import expect
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.rules import advance, steps
from canfield_widget.solver.encoding import broad_atom, one_deck_atom
from canfield_widget.solver.search import Verdict
from canfield_widget.solver.trace import MOST_CHOICES, Trace, Way

DEPTH = 24
"""So many choices deep a tree is, unless asked otherwise."""


@dataclass(frozen=True, slots=True, repr=False)
class Branch:
    """A choice of a search with all that was looked at beyond it.

    `moves` lead here from the branch before: a move, with the deals before it where it takes a card of the talon; none
    at the root. `states` were looked at here and beyond, as far as the samples tell: all states between two samples
    are counted for the place of the second one. `found` is True along the way to the won game. `branches` are in the
    order in which the search first went there.
    """

    moves: tuple[Move, ...]
    position: Position = field(repr=False)  # it lies ahead, and shows what comes
    depth: int
    states: int
    samples: int
    found: bool
    branches: tuple[Branch, ...]

    @property
    def founded(self) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, self.position.foundations))

    def walk(self) -> Iterator[Branch]:
        """This branch and all beyond it, each before what follows it."""
        yield self
        for branch in self.branches:
            yield from branch.walk()

    def __repr__(self) -> str:
        at = " ".join(map(str, self.moves)) or "start"
        return f"<Branch {at}: {self.states} states, {len(self.branches)} branches>"


@dataclass(slots=True)
class _Growing:
    """A branch that is being counted."""

    moves: tuple[Move, ...]
    position: Position
    states: int = 0
    samples: int = 0
    found: bool = False
    to: dict[object, _Growing] = field(default_factory=dict[object, "_Growing"])

    def kept(self, depth: int) -> Branch:
        """The branch as a value, and all beyond it."""
        branches = tuple(branch.kept(depth + 1) for branch in self.to.values())
        return Branch(self.moves, self.position, depth, self.states, self.samples, self.found, branches)


def search_tree(trace: Trace, *, depth: int = DEPTH) -> Branch:
    """The root of the tree of what a search looked at, at most `depth` choices deep, from the samples of its record.

    The search was somewhere at each sample: the exact one at the end of its running line, the broad one at the state
    that it looks into next; its probes are counted there, too. Where it was between two samples nobody knows, so that
    what took less time than from one to the next may be missing. No more than 60 choices of a way are kept.

    Raises ValueError for a depth that is none, and for a trace without ways.

    >>> from canfield_widget.position import deal
    >>> from canfield_widget.solver import solve
    >>> trace = solve(deal("storehouse", seed=2), record=True).trace
    >>> root = search_tree(trace, depth=3)
    >>> root.states == trace.samples[-1].states, max(branch.depth for branch in root.walk())
    (True, 3)
    """
    expect(trace, Trace, "trace", "a Trace, such as solve(..., record=True) keeps")
    if type(depth) is not int or not 1 <= depth <= MOST_CHOICES:
        raise ValueError(f"depth: read {depth!r}, expected a whole number from 1 to {MOST_CHOICES}")
    if trace.start is None:
        raise ValueError("trace: read one without its start, expected that of solve(..., record=True)")
    root, before = _Growing((), trace.start), 0
    for n, (sample, way) in enumerate(zip(trace.samples, trace.ways, strict=True)):
        won = trace.verdict is Verdict.WON and n == len(trace.ways) - 1
        branch = root
        _count(branch, sample.states - before, won)
        for key in _keys(way)[:depth]:
            if key not in branch.to:
                branch.to[key] = _step(branch.position, key)
            branch = branch.to[key]
            _count(branch, sample.states - before, won)
        before = sample.states
    return root.kept(0)


def _keys(way: Way) -> tuple[Move | tuple[bool, int], ...]:
    """The choices of a way."""
    atoms = tuple((way.one_deck, atom) for atom in way.atoms)
    return (way.choice, *atoms) if way.choice else atoms


def _step(position: Position, key: Move | tuple[bool, int]) -> _Growing:
    """The branch that a choice leads to."""
    if isinstance(key, Move):
        return _Growing((key,), advance(position, key, steps(position, key)))
    one_deck, atom = key
    made = list((one_deck_atom if one_deck else broad_atom)(position, atom))
    return _Growing(tuple(move for move, _ in made), made[-1][1])


def _count(branch: _Growing, states: int, found: bool) -> None:
    branch.states += states
    branch.samples += 1
    branch.found |= found
