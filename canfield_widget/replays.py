"""Lines played out for showing: a solution, a game, or a position with moves as the positions it goes through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard, cast

from canfield_widget.game import Game
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import GameText, read_game
from canfield_widget.position import Position
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Solution, Verdict

Moves = Iterable[Move | str]


@dataclass(frozen=True, slots=True)
class Replay:
    """A line and every position of it: one more than moves. `solution` is what it comes from, if a solver made it.

    `seconds` are what each move took, or empty where nothing was timed; a line is the same however long it took.
    """

    positions: tuple[Position, ...] = field(repr=False)  # they have the hidden cards
    moves: tuple[Move, ...]
    solution: Solution | None = None
    ply: int = 0
    seconds: tuple[float | None, ...] = field(default=(), repr=False, compare=False)

    @property
    def founded(self) -> tuple[int, ...]:
        """How many cards lie on the foundations at each position."""
        return tuple(sum(map(len, position.foundations)) for position in self.positions)

    @property
    def pack_size(self) -> int:
        """How many cards the game has."""
        return self.positions[0].variant.pack_size

    @property
    def won(self) -> bool:
        """True if the line ends in a won game."""
        return is_won(self.positions[-1])

    @property
    def verdict(self) -> Verdict | None:
        """What the solver says of the first position; None where it was not asked."""
        return self.solution.verdict if self.solution else None


WHOLE_LINES = (Solution, Game, Replay, GameText, str)
"""What is a line by itself, without a position beside it; a text is that of a game."""
Playable = Solution | Game | Replay | GameText | str | tuple[Position | str, Moves]
"""What can be shown move by move; in a pair, a position may be its text, or that of a deal, and a move its token."""


def replay(line: Playable | Moves, position: Position | str | None = None) -> Replay:
    """The line played out; of a solution that did not win, its best line. `position` is where plain moves begin.

    Every function that takes a line plays it out here, so that all of them take the same. The cursor `ply` is that of
    a Game, a Replay, a GameText and a text; a solution and a pair have it at the start.

    Raises IllegalMove where a move is not legal, NotationError for a text that cannot be read, and ValueError for what
    is no line.

    >>> from canfield_widget.position import deal
    >>> replay(["T2-T1", "S-W"], deal(seed=12)).founded
    (1, 1, 1)
    >>> replay("canfield; deal 12; moves T2-T1 | S-W").ply
    1
    """
    if position is None:
        if isinstance(line, str):
            line = read_game(line)
        if isinstance(line, Replay):
            return line
        if isinstance(line, GameText):
            return replace(_played(line.start, line.moves), ply=line.ply)
        if isinstance(line, Solution):
            return _played(line.position, line.line or line.best_line, solution=line)
        if isinstance(line, Game):
            return Replay(line.positions, line.line, ply=line.ply, seconds=line.seconds)
        if isinstance(line, tuple) and len(cast("tuple[Any, ...]", line)) == 2 and not isinstance(line[1], (Move, str)):
            position, line = cast("tuple[Any, Any]", line)
    if not isinstance(position, (Position, str)) or isinstance(line, WHOLE_LINES) or not _are_moves(line):
        what = repr(line) if position is None else f"{line!r} from {position!r}"
        expected = "a Solution, a Game, its text, a pair of a position and moves, or moves and their position"
        raise ValueError(f"line: read {what if len(what) < 200 else what[:197] + '...'}, expected {expected}")
    start = _start(position) if isinstance(position, str) else position
    return _played(start, tuple(move if isinstance(move, Move) else read_move(move) for move in line))


def _start(words: str) -> Position:
    """The position of a text, which may be that of a deal."""
    game = read_game(words)
    if game.moves:
        raise ValueError(f"position: read a game with {len(game.moves)} moves and more moves, expected one of them")
    return game.start


def _are_moves(line: object) -> TypeGuard[Moves]:
    return isinstance(line, Iterable)


def _played(start: Position, moves: tuple[Move, ...], *, solution: Solution | None = None) -> Replay:
    positions = [start]
    for move in moves:
        positions.append(apply(positions[-1], move))
    return Replay(tuple(positions), moves, solution)
