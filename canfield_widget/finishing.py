"""Games that end by themselves: the line that ends one, and single cards that may go up without a thought."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import chain

from canfield_widget.cards import SUITS, UNKNOWN, Card, rank_before
from canfield_widget.legality import build_refusal, receiving_foundation
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position, column_names
from canfield_widget.rules import advance, is_won, legal_moves, steps, why_not
from canfield_widget.variants import FoundationReturn, SpaceAfter, SpaceWithReserve

SPARE_POSITIONS = 80
"""How many positions are looked at, besides one for each card, before no end is offered."""
_Choices = Callable[[Position], Iterable[Move]]


# The end of a game


def is_ordered(position: Position) -> bool:
    """True if only open columns are left and moves to the foundation alone end the game; a won game is ordered too."""
    if position.stock or position.waste or any(position.reserves) or _hides_a_card(position):
        return False
    return _line_to_the_end(position, _ups) is not None


def finish(position: Position) -> tuple[Move, ...] | None:
    """A line that ends the game with every card up, or None where none is found by what the player sees, or it is won.

    Every card must go up, so one that nobody has seen yet would have to be turned for it: as long as there is one,
    None is the answer, and no hidden card can change it. Waste cards are known, so the line may turn them over and
    deal them anew. A game that takes thought is left to the player: nothing is offered while a reserve has cards, no
    column moves onto another, and only few positions are looked at (`SPARE_POSITIONS`).

    >>> from canfield_widget.notation import read_position
    >>> finish(read_position("canfield; base A; foundations KS KH KD JC; tableau KC QC, -, -, -"))
    (Move('T1-F'), Move('T1-F'))
    """
    if position.stock or any(position.reserves) or is_won(position) or _hides_a_card(position):
        return None
    return _line_to_the_end(position, _finishing_moves)


def _hides_a_card(position: Position) -> bool:
    seen = position.player_view()
    return any(UNKNOWN in pile for pile in chain((seen.stock, seen.waste), seen.reserves, seen.tableau))


def _line_to_the_end(position: Position, choices: _Choices) -> tuple[Move, ...] | None:
    """A line of the moves that are offered, the first choice first, that ends with every card up."""
    most = SPARE_POSITIONS + position.variant.pack_size
    seen: set[Position] = {position}
    line: list[Move] = []
    open_ones = [(position, iter(choices(position)))]
    while open_ones and len(seen) < most:
        now, left = open_ones[-1]
        move = next(left, None)
        if move is None:
            open_ones.pop()
            del line[-1:]
            continue
        after = advance(now, move, steps(now, move))
        if after not in seen:
            seen.add(after)
            line.append(move)
            if is_won(after):
                return tuple(line)
            open_ones.append((after, iter(choices(after))))
    return () if is_won(position) else None


def _ups(position: Position) -> list[Move]:
    """The moves to the foundation, a single one where it takes nothing from the others.

    With several decks equal cards may wait for one place, and which of them goes up first can matter. Once all
    cards that come before it are up, there is a place for each.
    """
    ups = [
        Move(source, FOUNDATION)
        for source in (*column_names(len(position.tableau)), WASTE)
        if (pile := position.pile(source)) and receiving_foundation(position, pile[-1]) is not None
    ]
    ups = _legal(position, ups)
    free = [move for move in ups if _has_places_for_all(position, position.pile(move.source)[-1])]
    return free[:1] or ups


def _has_places_for_all(position: Position, card: Card) -> bool:
    v = position.variant
    before = Card(rank_before(card.rank, v.ranks), card.suit)
    return card.rank == position.base or _copies_up(position, before) == v.decks


def _copies_up(position: Position, card: Card) -> int:
    return sum(card in pile for pile in position.foundations)


def _finishing_moves(position: Position) -> list[Move]:
    """The moves that a game may be finished with, the most likely first; a column's card that can go up does.

    No column moves onto another: a game that needs that is still to be played.
    """
    ups = _ups(position)
    if ups and all(move.source != WASTE for move in ups):
        return ups
    columns, spaces = list[Move](), list[Move]()
    for name, pile in zip(column_names(len(position.tableau)), position.tableau, strict=True):
        if position.waste and not pile:
            spaces.append(Move(WASTE, name))
        elif position.waste and build_refusal(position, position.waste[-1], pile[-1]) is None:
            columns.append(Move(WASTE, name))
    turn = Move(STOCK, WASTE) if position.stock else Move(WASTE, STOCK)
    return ups + _legal(position, [*columns, turn, *spaces])


def _legal(position: Position, moves: Iterable[Move]) -> list[Move]:
    """Those of a few moves that are legal; all legal moves take long where there are many columns and runs."""
    return [move for move in moves if why_not(position, move) is None]


# Cards that go up at no cost


def safe_up(position: Position, *, but: Collection[Card] = ()) -> Move | None:
    """A move to the foundation after which every game that can be won still can, or None where none is proved.

    No card of `but` is moved.

    It is proved for one deck and one reserve, where no card comes back from a foundation and where spaces are free
    at least as much once the reserve is used up. Let x be the card, and call a card that may be built on x its child;
    a child is idle if it could go up now and every child of its own is up. x is safe if each child is up or idle:

    Take any line that wins from here and play it without x. What lay on x can only be an idle child; it goes up
    instead of being laid there, which leaves its own pile the same, and nothing will ever be laid on it. So a column
    that ends with x, or with x and such a child, is the same column without them: it takes all that it took, and
    moves wherever it moved. If x was a column by itself there is a space instead, which need not be used; or the
    reserve's top card fills it, does from there what it did from the reserve, and the next one takes its place. All
    other piles go on as they did. Building round the corner needs no rule of its own: a base card is a place for
    the last cards, and they are neither up nor idle until late.

    A card of the waste changes which cards the later passes bring, unless these deal them one at a time or
    none is left; only then may it be safe.

    >>> from canfield_widget.notation import read_position
    >>> safe_up(read_position("canfield; base A; foundations 3S 2H 2D 2C; tableau 3H, 9C, 8S, JD"))
    Move('T1-F')
    """
    if not _is_proved(position):
        return None
    for move in legal_moves(position):
        if move.target == FOUNDATION and (move.source != WASTE or _later_packets_stay(position)):
            card = position.pile(move.source)[-1]
            children = _children(position, card)
            if card not in but and all(_is_up(position, child) or _is_idle(position, child) for child in children):
                return move
    return None


def _is_proved(position: Position) -> bool:
    v = position.variant
    return (
        v.decks == 1
        and v.reserve_piles == 1
        and v.foundation_return is FoundationReturn.NEVER
        and position.base is not None
        and v.space_after in _NO_LESS_FREE[v.space_with_reserve]
        and (v.space_with_reserve is not SpaceWithReserve.AUTO or not position.reserves[0] or all(position.tableau))
    )


_NO_LESS_FREE = {
    SpaceWithReserve.AUTO: frozenset(SpaceAfter) - {SpaceAfter.AUTO_WASTE},
    SpaceWithReserve.RESERVE: frozenset(SpaceAfter) - {SpaceAfter.AUTO_WASTE},
    SpaceWithReserve.RESERVE_OR_WASTE: frozenset((SpaceAfter.WASTE, SpaceAfter.ANY)),
    SpaceWithReserve.ANY: frozenset((SpaceAfter.ANY,)),
}
"""What may be allowed once the reserve is used up so that its end never takes a space away from a card, and a card
that goes up takes none from the waste along."""


def _later_packets_stay(position: Position) -> bool:
    """True if no pass to come deals more than one card at a time."""
    v = position.variant
    if v.passes is None:
        return v.packet(1) == 1
    return all(v.packet(later) == 1 for later in range(position.pass_number + 1, v.passes + 1))


def _children(position: Position, card: Card) -> list[Card]:
    rank = rank_before(card.rank, position.variant.ranks)
    return [child for suit in SUITS if build_refusal(position, child := Card(rank, suit), card) is None]


def _is_up(position: Position, card: Card) -> bool:
    return any(card in pile for pile in position.foundations)


def _is_idle(position: Position, card: Card) -> bool:
    return receiving_foundation(position, card) is not None and all(
        _is_up(position, child) for child in _children(position, card)
    )
