"""Why a move is refused: the reasons, a refusal with the cards to blame, and the exception that carries it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from canfield_widget.cards import Pile
from canfield_widget.moves import Move
from canfield_widget.notation import write_position
from canfield_widget.position import Position


class Reason(StrEnum):
    """Why a move is refused."""

    NO_SUCH_MOVE = "no-such-move"
    ONE_AT_A_TIME = "one-at-a-time"
    GAME_OVER = "game-over"
    CHOOSE_BASE = "choose-base"
    EMPTY = "empty"
    TOO_MANY = "too-many"
    STOCK_LEFT = "stock-left"
    NO_PASS_LEFT = "no-pass-left"
    FACE_DOWN = "face-down"
    RESERVE_CLOSED = "reserve-closed"
    FOUNDATION_LOCKED = "foundation-locked"
    BASE_LOCKED = "base-locked"
    NEEDS_BASE = "needs-base"
    NOT_NEXT = "not-next"
    SINGLE_ONLY = "single-only"
    WHOLE_ONLY = "whole-only"
    SINGLE_OR_WHOLE = "single-or-whole"
    NOT_A_RUN = "not-a-run"
    NO_EFFECT = "no-effect"
    SPACE_FOR_RESERVE = "space-for-reserve"
    SPACE_FOR_RESERVE_OR_WASTE = "space-for-reserve-or-waste"
    SPACE_FOR_WASTE = "space-for-waste"
    SPACE_CLOSED = "space-closed"
    SPACE_RANK = "space-rank"
    COLUMN_FULL = "column-full"
    NO_WRAP = "no-wrap"
    ON_BASE = "on-base"
    WRONG_RANK = "wrong-rank"
    WRONG_COLOUR = "wrong-colour"
    WRONG_SUIT = "wrong-suit"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: the reason, the cards to blame, and the ids of the variants that would allow it."""

    reason: Reason
    cards: Pile
    allowed_by: tuple[str, ...]


class IllegalMove(ValueError):
    """A move that is not legal, with `move`, `position` and `refusal`; the text carries all three."""

    def __init__(self, move: Move, position: Position, refusal: Refusal) -> None:
        self.move, self.position, self.refusal = move, position, refusal
        blamed = f" ({' '.join(map(str, refusal.cards))})" if refusal.cards else ""
        seen = write_position(position.player_view())
        super().__init__(f"{move} is not legal: {refusal.reason}{blamed}; in the position {seen}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Move, Position, Refusal]]:
        """The three things it is made of, for other processes."""
        return type(self), (self.move, self.position, self.refusal)
