"""What a click on a card does: the move that it makes, or the one refusal that tells most."""

from __future__ import annotations

from dataclasses import dataclass

from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position, column_names
from canfield_widget.refusals import Reason, Refusal
from canfield_widget.rules import legal_moves, why_not


@dataclass(frozen=True, slots=True)
class Click:
    """What a click does: a move, or nothing but a selection and why no pile takes it.

    `count` is how many cards are selected: the clicked one and those on it, none in the stock. `asked` is the move
    that the refusal is about. A click on a foundation has neither move nor refusal.
    """

    move: Move | None
    refusal: Refusal | None
    count: int
    asked: Move | None = None


_MOST_TELLING = (
    Reason.GAME_OVER,
    Reason.CHOOSE_BASE,
    Reason.EMPTY,
    Reason.TOO_MANY,
    Reason.FACE_DOWN,
    Reason.RESERVE_CLOSED,
    Reason.NOT_NEXT,
    Reason.NEEDS_BASE,
    Reason.WHOLE_ONLY,
    Reason.SINGLE_OR_WHOLE,
    Reason.SINGLE_ONLY,
    Reason.NOT_A_RUN,
    Reason.SPACE_FOR_WASTE,
    Reason.SPACE_FOR_RESERVE_OR_WASTE,
    Reason.SPACE_FOR_RESERVE,
    Reason.SPACE_RANK,
    Reason.SPACE_CLOSED,
    Reason.NO_WRAP,
    Reason.ON_BASE,
    Reason.COLUMN_FULL,
    Reason.WRONG_SUIT,
    Reason.WRONG_COLOUR,
    Reason.NO_EFFECT,
    Reason.WRONG_RANK,
    Reason.ONE_AT_A_TIME,
    Reason.NO_SUCH_MOVE,
)
"""Reasons that hold whatever the target first, those that nearly every column gives last."""
_PLACES = {reason: place for place, reason in enumerate(_MOST_TELLING)}


def clicked(position: Position, pile: str, count: int = 1) -> Click:
    """What a click does on the card of `pile` that is the `count`th from the end.

    The card takes those on it along. They go to the foundation, else onto the first column from the left that takes
    them, and only else into a space. The stock deals or is made anew. A foundation's card never comes back by a
    click: the next one would send it up again. Raises KeyError for a pile that is not there.

    >>> from canfield_widget.position import deal
    >>> clicked(deal("canfield", seed=2), "T3").move
    Move('T3-T2')
    """
    size = len(position.pile(pile))
    if pile == STOCK:
        turn = Move(STOCK, WASTE) if size else Move(WASTE, STOCK)
        return _made(turn, 0) if (refusal := why_not(position, turn)) is None else Click(None, refusal, 0, turn)
    if pile[0] == FOUNDATION:
        return Click(None, None, min(size, 1))
    selected = min(count, size)
    targets = [FOUNDATION, *sorted(_columns(position), key=lambda name: not position.pile(name))]
    fitting = {
        move.target
        for move in legal_moves(position)
        if (move.source, move.count) == (pile, count) and move.target != STOCK
    }
    for target in targets:
        if target in fitting:
            return _made(Move(pile, target, count), selected)
    asked = [Move(pile, target, max(count, 1)) for target in targets if target != pile]
    refused = [(refusal, move) for move in asked if (refusal := why_not(position, move))]
    refusal, move = min(refused, key=lambda one: _telling(one[0]))
    return Click(None, refusal, selected, move)


def _columns(position: Position) -> tuple[str, ...]:
    return column_names(len(position.tableau))


def _made(move: Move, count: int) -> Click:
    return Click(move, None, count)


def _telling(refusal: Refusal) -> tuple[bool, int]:
    """The place of a refusal: a move that other rules allow was nearly right, and why it is not tells most."""
    return not refusal.allowed_by, _PLACES.get(refusal.reason, len(_PLACES))
