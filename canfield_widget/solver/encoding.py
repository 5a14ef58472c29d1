"""The only bridge between positions and the numbers of the kernels."""

from __future__ import annotations

from array import array
from itertools import pairwise

from canfield_widget.cards import Card, Suit, rank_before
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position
from canfield_widget.rules import advance, build_refusal, steps
from canfield_widget.variants import (
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    SpaceAfter,
    SpaceWithReserve,
    Wrap,
)

SUIT_NUMBERS = {Suit.CLUBS: 0, Suit.SPADES: 1, Suit.DIAMONDS: 2, Suit.HEARTS: 3}
"""Two suits have the same colour if the halves of their numbers are equal."""
SUITS_BY_NUMBER = tuple(SUIT_NUMBERS)
NO_CARD = 255
MOST_DEPTH = 250
_ROWS = MOST_DEPTH + 3
_SPACES = {
    Group.WHOLE: {
        (SpaceWithReserve.AUTO, SpaceAfter.WASTE), (SpaceWithReserve.AUTO, SpaceAfter.ANY),
        (SpaceWithReserve.AUTO, SpaceAfter.NONE), (SpaceWithReserve.ANY, SpaceAfter.ANY),
        (SpaceWithReserve.ANY, SpaceAfter.WASTE),
    },
    Group.SUFFIX: {
        (SpaceWithReserve.AUTO, SpaceAfter.WASTE), (SpaceWithReserve.AUTO, SpaceAfter.ANY),
        (SpaceWithReserve.AUTO, SpaceAfter.NONE), (SpaceWithReserve.ANY, SpaceAfter.ANY),
    },
}  # fmt: skip
"""The rules for spaces under which the prunings of the exact search are proved, by what may move."""


def number_of(card: Card, base: int, ranks: int) -> int:
    """The card as a number: suit * 16 + rank, counted from the base rank."""
    return SUIT_NUMBERS[card.suit] * 16 + (card.rank - base) % ranks


def card_of(number: int, base: int, ranks: int) -> Card:
    """The card of a number."""
    return Card((number % 16 + base - 1) % ranks + 1, SUITS_BY_NUMBER[number >> 4])


def is_for_one_deck_search(position: Position) -> bool:
    """True if the exact one-deck search is proved for the rules and the position; others take the broad search."""
    v = position.variant
    return (
        v.decks == 1
        and v.columns <= 8
        and v.build is Build.ALTERNATE
        and v.foundation_return is FoundationReturn.NEVER
        and v.passes is None
        and isinstance(v.deal_count, int)
        and v.reserve_piles == 1
        and (v.reserve_face is not ReserveFace.NONE)
        and v.column_cap is None
        and v.space_rank is None
        and v.wrap is not Wrap.NONE
        and (v.space_with_reserve, v.space_after) in _SPACES.get(v.group, ())
        and position.base is not None
        and not any(position.face_down)
        and all(build_refusal(position, upper, lower) is None for pile in position.tableau for lower, upper in pairwise(pile))
        and (v.space_with_reserve is not SpaceWithReserve.AUTO or not position.reserves[0] or all(position.tableau))
    )


def buffer(code: str, size: int, compiled: bool) -> array[int] | list[int]:
    """Zeros for a kernel: an array where it is compiled, a list, which is faster there, where it is interpreted."""
    return array(code, bytes(size * array(code).itemsize)) if compiled else [0] * size


def one_deck_setup(
    position: Position, *, safe_moves: bool, dead_test: bool, restarts: bool, covers: bool
) -> tuple[int, ...]:
    """The rules as the numbers that `OneDeckSearch` takes. The prunings can be switched off for comparison."""
    v = position.variant
    assert isinstance(v.deal_count, int)
    cyclic = v.wrap is Wrap.CYCLIC
    talon = len(position.stock) + len(position.waste)
    # Only a column whose bottom may lie on its own end breaks the rule for parts of columns.
    long_run = v.ranks * (1 + v.ranks % 2) if cyclic and v.group is Group.SUFFIX else 0
    return (
        v.ranks, v.columns, min(v.deal_count, 63), int(v.group is Group.WHOLE), int(cyclic),
        int(v.space_with_reserve is SpaceWithReserve.AUTO), int(v.space_after is not SpaceAfter.NONE),
        int(v.space_after is SpaceAfter.ANY), int(safe_moves), int(dead_test), int(restarts),
        int(covers and v.deal_count == 3 and talon <= 44), long_run,
    )  # fmt: skip


def one_deck_buffers(position: Position, table: array[int] | list[int], compiled: bool) -> tuple[object, ...]:
    """The position in the arrays that `OneDeckSearch` takes, in the order of its fields."""
    v, base = position.variant, position.base
    assert base is not None

    def numbers(pile: tuple[Card, ...]) -> list[int]:
        return [number_of(card, base, v.ranks) for card in pile]

    below, talon, top, bottom, founded, left, size, waste = (
        buffer("h", width * _ROWS, compiled) for width in (64, 64, 8, 8, 4, 1, 1, 1)
    )
    for column in range(8):
        pile = numbers(position.tableau[column]) if column < v.columns else []
        top[column], bottom[column] = (pile[-1], pile[0]) if pile else (NO_CARD, NO_CARD)
        for lower, upper in pairwise([NO_CARD, *pile]):
            below[upper] = lower
    for pile in position.foundations:
        if pile:
            founded[SUIT_NUMBERS[pile[0].suit]] = len(pile)
    reserve = buffer("h", 64, compiled)
    for i, number in enumerate(numbers(position.reserves[0])):
        reserve[i] = number
    left[0] = len(position.reserves[0])
    for i, number in enumerate(numbers(position.waste + position.stock[::-1])):
        talon[i] = number
    size[0], waste[0] = len(position.waste) + len(position.stock), len(position.waste)
    children = buffer("Q", 64, compiled)
    for suit in range(4):
        for rank in range(v.ranks):
            if rank or v.wrap is Wrap.CYCLIC:
                for other in (0, 1) if suit > 1 else (2, 3):
                    children[suit * 16 + rank] |= 1 << (other * 16 + (rank - 1) % v.ranks)
    return (
        below, talon, top, bottom, founded, left, size, waste,
        buffer("Q", 2 * _ROWS, compiled), buffer("Q", _ROWS, compiled), reserve, children, table,
        buffer("i", 1 << 15, compiled), buffer("i", _ROWS, compiled), buffer("i", _ROWS, compiled),
        buffer("i", _ROWS, compiled), buffer("h", _ROWS, compiled), buffer("i", _ROWS, compiled),
        buffer("i", 1024, compiled), buffer("h", 64, compiled),
        buffer("Q", 4, compiled), buffer("Q", 4, compiled), buffer("Q", 64, compiled),
    )  # fmt: skip


def one_deck_line(position: Position, atoms: list[int]) -> tuple[Move, ...]:
    """The moves of a line of `OneDeckSearch`, deals and redeals put in where it takes a card of the talon."""
    moves: list[Move] = []
    now = position
    base, ranks = position.base, position.variant.ranks
    assert base is not None

    def play(move: Move) -> None:
        nonlocal now
        moves.append(move)
        now = advance(now, move, steps(now, move))

    for atom in atoms:
        kind, first, second = atom >> 16, atom >> 8 & 255, atom & 255
        if kind >= 5:
            while len(now.waste) != first:
                play(Move(STOCK, WASTE) if now.stock else Move(WASTE, STOCK))
            play(Move(WASTE, FOUNDATION if kind == 5 else f"T{second + 1}"))
        elif kind == 3:
            card = card_of(first, base, ranks)
            column = next(n for n, pile in enumerate(now.tableau) if card in pile)
            count = len(now.tableau[column]) - now.tableau[column].index(card)
            play(Move(f"T{column + 1}", f"T{second + 1}", count))
        elif kind == 1:
            play(Move(f"T{first + 1}", FOUNDATION))
        else:
            play(Move("R", FOUNDATION if kind == 0 else f"T{second + 1}"))
    return tuple(moves)
