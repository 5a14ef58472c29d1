"""A game in progress: where it began, its line of moves, and a cursor in that line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING

from canfield_widget.arguments import expect, expect_whole
from canfield_widget.moves import STOCK, WASTE, Move, read_move
from canfield_widget.notation import read_game, write_game
from canfield_widget.position import Position, deal, problems, random_seed
from canfield_widget.rules import apply, is_stuck, is_won, legal_moves
from canfield_widget.speech import Explanation, explain, speak_problem
from canfield_widget.variants import Variant

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]


class Status(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"


class Game:
    """A line of moves from `start`, with the cursor after the first `ply` of them.

    `deal` is the number of the deal, or None where the cards did not come from one. Raises ValueError if `start`
    is not a complete position, saying in words what is wrong.

    A `partial` game may begin with few cards; it has as many piles as its variant, and is never stuck, since what is
    not there cannot be judged.

    >>> game = Game.dealt("canfield", seed=7)
    >>> game.play("S-W").packet, game.ply, str(game.text())
    (3, 1, 'canfield; deal 7; moves S-W')
    """

    def __init__(self, start: Position, *, deal: int | None = None, partial: bool = False) -> None:
        expect(start, Position, "start", "a Position, such as deal() gives")
        if not partial and (found := problems(start)):
            raise ValueError("the position is not complete: " + " ".join(speak_problem(start, p) for p in found))
        self.start, self.deal, self.partial = start, deal, partial
        self._line: tuple[Move, ...] = ()
        self._times: tuple[int | None, ...] = ()
        self._positions = [start]
        self._ply = 0
        self._known: tuple[Position, tuple[Move, ...], Status] | None = None

    @classmethod
    def dealt(cls, variant: str | Variant = "canfield", *, seed: int | None = None, deck: str | None = None) -> Game:
        """A new game of deal number `seed`, of the cards of `deck`, or of a random deal number. See `deal`."""
        number = random_seed() if seed is None and deck is None else seed
        return cls(deal(variant, seed=number, deck=deck), deal=number)

    @classmethod
    def from_text(cls, text: str, *, partial: bool = False) -> Game:
        """The game that `text` describes. Raises NotationError or IllegalMove, both ValueErrors."""
        read = read_game(text)
        game = cls(read.start, deal=read.deal, partial=partial)
        game.replay(read.moves)
        game.go_to(read.ply)
        return game

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self._positions[self._ply]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the line, the first one first, those after the cursor too."""
        return tuple(self._positions)

    @property
    def line(self) -> tuple[Move, ...]:
        """Every move of the line, those that were taken back too."""
        return self._line

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made: the line up to the cursor."""
        return self._line[: self._ply]

    @property
    def times(self) -> tuple[int | None, ...]:
        """The milliseconds on the game's clock when each move of the line was made; None for a move not timed.

        Can be set; raises ValueError for what is not one for each move, or goes back.
        """
        return self._times

    @times.setter
    def times(self, times: Sequence[int | None]) -> None:
        if len(times) != len(self._line):
            raise ValueError(f"times: read {len(times)}, expected {len(self._line)}, one for each move of the line")
        self._times = _checked_times(times)

    @property
    def seconds(self) -> tuple[float | None, ...]:
        """The seconds that each move of the line took; None for a move not timed.

        They are those on the clock since the timed move before it in the line, or since the clock's beginning, so
        trying something and taking it back is in them, and together they are the time on the clock at the last of them.

        >>> game = Game.dealt("canfield", seed=7)
        >>> game.play("S-W"), game.play("S-W", at=4500), game.play("S-W", at=6000)  # doctest: +ELLIPSIS
        (...)
        >>> game.seconds
        (None, 4.5, 1.5)
        """
        took, last = list[float | None](), 0
        for at in self._times:
            took.append(None if at is None else (at - last) / 1000)
            last = last if at is None else at
        return tuple(took)

    @property
    def ply(self) -> int:
        """How many moves are made; a deal counts, what follows by rule does not."""
        return self._ply

    @property
    def status(self) -> Status:
        """Won, stuck (see `is_stuck`; never where the game is partial) or playing."""
        return self._standing()[1]

    @property
    def redeals(self) -> int:
        """How often the waste has been turned over."""
        return sum(move.source == WASTE and move.target == STOCK for move in self.moves)

    @property
    def score(self) -> int | None:
        """The money won (or, negative, lost) so far where the variant is played for money, else None."""
        rules, cards = self.start.variant.scoring, sum(map(len, self.position.foundations))
        if rules is None:
            return None
        won = rules.full_win is not None and is_won(self.position)
        return (rules.full_win or 0 if won else cards * rules.per_card) - rules.price - self.redeals * rules.redeal_fee

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move at the cursor."""
        return self._standing()[0]

    def _standing(self) -> tuple[tuple[Move, ...], Status]:
        """The legal moves and the status at the cursor, worked out once for each change."""
        now = self.position
        if self._known is None or self._known[0] is not now:
            legal = legal_moves(now)
            stuck = Status.STUCK if not self.partial and is_stuck(now, legal=legal) else Status.PLAYING
            self._known = now, legal, Status.WON if is_won(now) else stuck
        return self._known[1], self._known[2]

    def why_not(self, move: Move | str) -> Explanation | None:
        """None if the move is legal, else why it is not, in words. Raises ValueError for what is no token."""
        return explain(self.position, move)

    def play(self, move: Move | str, *, at: int | None = None) -> Position:
        """The position after the move, which is now at the cursor. Moves that were taken back are dropped.

        `at` is the time of a move that is timed, see `times`. Raises IllegalMove, and ValueError for a token that
        cannot be read or a time before that of an earlier move; the game is then as it was.
        """
        made = _move(move)
        times = (*self._times[: self._ply], at)
        if at is not None:
            _checked_times(times)
        after = apply(self.position, made)
        self._line, self._times = (*self.moves, made), times
        self._positions[self._ply + 1 :] = [after]
        self._ply += 1
        return after

    def undo(self) -> Move | None:
        """The move that was taken back, or None if there was none."""
        if self._ply == 0:
            return None
        self._ply -= 1
        return self._line[self._ply]

    def redo(self) -> Move | None:
        """The move that was made again, or None if there was none."""
        if self._ply == len(self._line):
            return None
        self._ply += 1
        return self._line[self._ply - 1]

    def restart(self) -> None:
        """Goes back to the deal; the moves can be made again until another one is made."""
        self._ply = 0

    def go_to(self, ply: int) -> None:
        """Puts the cursor after the first `ply` moves of the line. Raises ValueError outside it."""
        if not 0 <= ply <= len(self._line):
            raise ValueError(f"ply: read {ply}, expected 0 to {len(self._line)}")
        self._ply = ply

    def replay(self, moves: Iterable[Move | str]) -> None:
        """Plays `moves` from the deal; where they only take back moves of the line, those can be made again.

        Raises IllegalMove, and ValueError for a token that cannot be read; the game is then as it was.
        """
        wanted = tuple(_move(move) for move in moves)
        same = 0
        while same < min(len(wanted), len(self._line)) and wanted[same] == self._line[same]:
            same += 1
        added: list[Position] = [self._positions[same]]
        for move in wanted[same:]:
            added.append(apply(added[-1], move))
        if same < len(wanted):
            self._line, self._positions[same:] = wanted, added
            self._times = self._times[:same] + (None,) * (len(wanted) - same)
        self._ply = len(wanted)

    def text(self) -> str:
        """The game in one line, read back by `from_text`."""
        return write_game(self.start, self._line, ply=self._ply, deal=self.deal)

    def frame(self) -> pandas.DataFrame:
        """The whole line as a pandas DataFrame, one row a move: see `line_rows`. Raises ImportError without pandas."""
        # By name, when it is asked for: lines are told storeys above, and the engine must not load pandas.
        return import_module("canfield_widget.line_data").line_frame(self)


def _move(move: Move | str) -> Move:
    return move if isinstance(move, Move) else read_move(move)


def _checked_times(times: Sequence[int | None]) -> tuple[int | None, ...]:
    last = 0
    for n, at in enumerate(times, 1):
        if at is not None:
            expect_whole(at, f"times: move {n}", last, " milliseconds")
            last = at
    return tuple(times)
