"""Why a move of each kind is not legal: dealing, redealing, lifting, to the foundation, within the tableau, spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from canfield_widget.cards import UNKNOWN, Card, Pile, next_rank, rank_before
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move, number
from canfield_widget.position import Position
from canfield_widget.refusals import Reason
from canfield_widget.variants import (
    BEFORE_BASE,
    CHOICES,
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    SpaceAfter,
    SpaceWithReserve,
    Wrap,
)

Objection = tuple[Reason, Pile] | None
"""A reason with the cards to blame, the deepest first; None where there is none."""


def foundation_with_top(position: Position, source: str) -> int | None:
    """The number (from 0) of the first foundation whose top a token such as `FH7` names, or None."""
    for n, pile in enumerate(position.foundations):
        if pile and source[1:] == pile[-1].suit + str(pile[-1])[0]:
            return n
    return None


# Dealing and redealing


def _deal_refusal(position: Position, move: Move) -> Objection:
    return None if position.stock else (Reason.EMPTY, ())


def _redeal_refusal(position: Position, move: Move) -> Objection:
    if position.stock:
        return Reason.STOCK_LEFT, ()
    if not position.waste:
        return Reason.EMPTY, ()
    passes = position.variant.passes
    return (Reason.NO_PASS_LEFT, ()) if passes is not None and position.pass_number >= passes else None


# Lifting


def _lifted(position: Position, move: Move) -> tuple[Objection, Pile]:
    """The refusal to lift the cards at all, and the cards, the deepest first."""
    if move.source[0] == FOUNDATION:
        pile = position.foundations[foundation_with_top(position, move.source) or 0]
        policy = position.variant.foundation_return
        if policy is FoundationReturn.NEVER:
            return (Reason.FOUNDATION_LOCKED, pile[-1:]), ()
        if policy is FoundationReturn.TOP_NOT_BASE and len(pile) == 1:
            return (Reason.BASE_LOCKED, pile), ()
        return None, pile[-1:]
    pile = position.pile(move.source)
    if not pile:
        return (Reason.EMPTY, ()), ()
    if move.count > len(pile):
        return (Reason.TOO_MANY, ()), ()
    cards = pile[-move.count :]
    if move.source[0] == "R" and position.variant.reserve_face is ReserveFace.NONE and len(pile) > 1:
        return (Reason.RESERVE_CLOSED, ()), ()
    column = number(move.source) if move.source[0] == "T" else None
    down = column is not None and position.face_down[column] >> (len(pile) - move.count)
    if down or UNKNOWN in cards:
        return (Reason.FACE_DOWN, ()), ()
    return None, cards


# To the foundation


def receiving_foundation(position: Position, card: Card) -> int | None:
    """The number (from 0) of the foundation that takes `card`, or None: its suit's next, or the first empty one."""
    ranks = position.variant.ranks
    opens = position.base is None and position.variant.base_rank in CHOICES
    for n, pile in enumerate(position.foundations):
        if pile and pile[-1].suit is card.suit and len(pile) < ranks and next_rank(pile[-1].rank, ranks) == card.rank:
            return n
    if card.rank == position.base or opens:
        return next((n for n, pile in enumerate(position.foundations) if not pile), None)
    return None


def _foundation_refusal(position: Position, move: Move) -> Objection:
    found, cards = _lifted(position, move)
    if found or receiving_foundation(position, cards[0]) is not None:
        return found
    same_suit = tuple(pile[-1] for pile in position.foundations if pile and pile[-1].suit is cards[0].suit)
    return (Reason.NOT_NEXT, cards + same_suit[:1]) if same_suit else (Reason.NEEDS_BASE, cards)


# Within the tableau


def _tableau_refusal(position: Position, move: Move) -> Objection:
    found, cards = _lifted(position, move)
    if found:
        return found
    if move.source[0] == "T":
        found = _group_refusal(position, position.tableau[number(move.source)], move)
    column = position.tableau[number(move.target)]
    if found:
        return found
    if not column:
        return _space_refusal(position, move, cards)
    cap = position.variant.column_cap
    if cap is not None and len(column) + len(cards) > cap:
        return Reason.COLUMN_FULL, column[-1:]
    return build_refusal(position, cards[0], column[-1])


def build_refusal(position: Position, card: Card, on: Card) -> Objection:
    """Why `card` cannot be built on the card `on`, with both cards, or None if it can."""
    v, both = position.variant, (card, on)
    if on == UNKNOWN:
        return Reason.FACE_DOWN, ()
    if card.rank != rank_before(on.rank, v.ranks):
        return Reason.WRONG_RANK, both
    if v.wrap is Wrap.NONE and on.rank == 1:
        return Reason.NO_WRAP, both
    if v.wrap is Wrap.STOPS_AT_BASE and on.rank == position.base:
        return Reason.ON_BASE, both
    if v.build is Build.ALTERNATE and card.suit.red == on.suit.red:
        return Reason.WRONG_COLOUR, both
    if v.build is Build.SUIT and card.suit is not on.suit:
        return Reason.WRONG_SUIT, both
    return None


def _group_refusal(position: Position, column: Pile, move: Move) -> Objection:
    rest, cards, group = column[: -move.count], column[-move.count :], position.variant.group
    under = rest[-1:]
    if rest and position.is_face_down(number(move.source), len(rest) - 1):
        under = (UNKNOWN,)
    if group is Group.SINGLE and len(cards) > 1:
        return Reason.SINGLE_ONLY, cards[1:]
    if group is Group.WHOLE and rest:
        return Reason.WHOLE_ONLY, under
    if group is Group.SINGLE_OR_WHOLE and rest and len(cards) > 1:
        return Reason.SINGLE_OR_WHOLE, under
    for lower, upper in pairwise(cards):
        if build_refusal(position, upper, lower):
            return Reason.NOT_A_RUN, (lower, upper)
    return None


# Into a space


def _space_refusal(position: Position, move: Move, cards: Pile) -> Objection:
    v, source = position.variant, move.source[0]
    if source == "T" and len(cards) == len(position.tableau[number(move.source)]):
        return Reason.NO_EFFECT, ()
    reserve_tops = tuple(pile[-1] for pile in position.reserves if pile)
    if reserve_tops:
        shown = tuple(card for card in reserve_tops if v.reserve_face is not ReserveFace.NONE and card != UNKNOWN)
        if v.space_with_reserve in (SpaceWithReserve.AUTO, SpaceWithReserve.RESERVE) and source != "R":
            return Reason.SPACE_FOR_RESERVE, shown
        if v.space_with_reserve is SpaceWithReserve.RESERVE_OR_WASTE and source not in ("R", WASTE):
            return Reason.SPACE_FOR_RESERVE_OR_WASTE, shown
    elif v.space_after is SpaceAfter.NONE:
        return Reason.SPACE_CLOSED, ()
    elif v.space_after is SpaceAfter.WASTE and source != WASTE:
        return Reason.SPACE_FOR_WASTE, position.waste[-1:]
    if v.space_rank is not None:
        base = position.base
        wanted = v.space_rank if v.space_rank != BEFORE_BASE else base and rank_before(base, v.ranks)
        if cards[0].rank != wanted:
            return Reason.SPACE_RANK, cards[:1]
    return None


OBJECTIONS: Mapping[tuple[str, str], Callable[[Position, Move], Objection]] = {
    (STOCK, WASTE): _deal_refusal,
    (WASTE, STOCK): _redeal_refusal,
    **{(source, FOUNDATION): _foundation_refusal for source in ("R", WASTE, "T")},
    **{(source, "T"): _tableau_refusal for source in ("R", WASTE, "T", FOUNDATION)},
}
"""The objection to a move between existing piles, by the letters of both; no other pair of letters is a move."""
