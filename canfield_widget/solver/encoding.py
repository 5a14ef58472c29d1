"""The only bridge between positions and the numbers of the kernels."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import Literal, cast

from canfield_widget.cards import Card, Pile, Suit, rank_before
from canfield_widget.legality import build_refusal
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position, foundation_pile, reserve_names
from canfield_widget.rules import advance, apply, steps
from canfield_widget.variants import (
    BEFORE_BASE,
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    SpaceAfter,
    SpaceWithReserve,
    Variant,
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
        and all(
            build_refusal(position, upper, lower) is None
            for pile in position.tableau
            for lower, upper in pairwise(pile)
        )
        and (v.space_with_reserve is not SpaceWithReserve.AUTO or not position.reserves[0] or all(position.tableau))
    )


def buffer(
    code: Literal["B", "H", "I", "Q", "h", "i"], size: int, compiled: bool
) -> array[int] | list[int] | memoryview:
    """Zeros for a kernel: a list, which is faster there, where it is interpreted, else an array.

    Large ones are memory of their own that the system clears as it is used, in large pages where it has them: to clear
    them here would keep other threads waiting.
    """
    if not compiled:
        return [0] * size
    width = array(code).itemsize
    if width * size < 1 << 20:
        return array(code, (0,)) * size
    memory = mmap.mmap(-1, width * size)
    advice = getattr(mmap, "MADV_HUGEPAGE", None)
    if advice is not None:
        with suppress(OSError):
            memory.madvise(advice)
    return memoryview(memory).cast(code)


def _filled(code: str, values: Iterable[int], compiled: bool) -> array[int] | list[int]:
    return array(code, values) if compiled else list(values)


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
    reserve, in_reserve = buffer("h", 64, compiled), buffer("Q", 64, compiled)
    for i, number in enumerate(numbers(position.reserves[0])):
        reserve[i] = number
        in_reserve[i + 1] = in_reserve[i] | 1 << number
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
        buffer("i", 1024, compiled), buffer("h", 64, compiled), buffer("h", 64, compiled),
        buffer("Q", 4, compiled), children[:], buffer("Q", 64, compiled), in_reserve,
    )  # fmt: skip


def one_deck_line(position: Position, atoms: Iterable[int]) -> tuple[tuple[Move, ...], Position]:
    """The moves of a line of `OneDeckSearch`, deals and redeals put in where it takes a card of the talon.

    They are played by the rules; the position after them is told as well.
    """
    moves: list[Move] = []
    for atom in atoms:
        for move, after in one_deck_atom(position, atom):
            moves.append(move)
            position = after
    return tuple(moves), position


def one_deck_atom(now: Position, atom: int) -> Iterator[tuple[Move, Position]]:
    """Each move that an atom of `OneDeckSearch` stands for, and the position after it by the rules."""
    base, ranks = now.base, now.variant.ranks
    assert base is not None
    kind, first, second = atom >> 16, atom >> 8 & 255, atom & 255
    if kind >= 5:
        while len(now.waste) != first:
            move = Move(STOCK, WASTE) if now.stock else Move(WASTE, STOCK)
            now = apply(now, move)
            yield move, now
        last = Move(WASTE, FOUNDATION if kind == 5 else f"T{second + 1}")
    elif kind == 3:
        card = card_of(first, base, ranks)
        column = next(n for n, pile in enumerate(now.tableau) if card in pile)
        last = Move(f"T{column + 1}", f"T{second + 1}", len(now.tableau[column]) - now.tableau[column].index(card))
    elif kind == 1:
        last = Move(f"T{first + 1}", FOUNDATION)
    else:
        last = Move("R", FOUNDATION if kind == 0 else f"T{second + 1}")
    yield last, apply(now, last)


# The broad search

_GROUPS = (Group.SINGLE, Group.WHOLE, Group.SINGLE_OR_WHOLE, Group.SUFFIX)
_BEFORE = {SpaceWithReserve.AUTO: 0, SpaceWithReserve.RESERVE: 0, SpaceWithReserve.RESERVE_OR_WASTE: 1,
           SpaceWithReserve.ANY: 2}  # fmt: skip
_AFTER = {SpaceAfter.NONE: 0, SpaceAfter.WASTE: 1, SpaceAfter.ANY: 2, SpaceAfter.AUTO_WASTE: 2}
_RETURNS = (FoundationReturn.NEVER, FoundationReturn.TOP, FoundationReturn.TOP_NOT_BASE)
_FACE_DOWN = 128


def safe_moves_are_proved(variant: Variant) -> bool:
    """True if a card on which nothing can lie any more may go to the foundation at once, see `BroadSearch`."""
    return (
        variant.decks == 1
        and variant.foundation_return is FoundationReturn.NEVER
        and variant.reserve_piles == 1
        and variant.space_after is not SpaceAfter.AUTO_WASTE
        and _BEFORE[variant.space_with_reserve] <= _AFTER[variant.space_after]
    )


@lru_cache(maxsize=64)
def children_of(variant: Variant, base: int) -> tuple[int, ...]:
    """For each card, as a number, the cards that may lie on it in the tableau, as a set of bits."""
    ranks, found = variant.ranks, [0] * 64
    asked = Position(variant, base=base)
    cards = [Card(rank, suit) for suit in SUITS_BY_NUMBER for rank in range(1, ranks + 1)]
    for on in cards:
        below = [card for card in cards if card.rank == rank_before(on.rank, ranks)]
        for card in below:
            if build_refusal(asked, card, on) is None:
                found[number_of(on, base, ranks)] |= 1 << number_of(card, base, ranks)
    return tuple(found)


def broad_setup(position: Position, *, safe_moves: bool, probes: bool) -> tuple[int, ...]:
    """The rules and the small numbers of the position as `BroadSearch` takes them."""
    v, base = position.variant, position.base
    assert base is not None
    wanted = v.space_rank if v.space_rank != BEFORE_BASE else rank_before(base, v.ranks)
    return (
        v.ranks, v.decks, v.columns, v.reserve_piles, _GROUPS.index(v.group),
        int(v.space_with_reserve is SpaceWithReserve.AUTO), int(v.space_after is SpaceAfter.AUTO_WASTE),
        _BEFORE[v.space_with_reserve], _AFTER[v.space_after],
        255 if wanted is None else (int(wanted) - base) % v.ranks, v.column_cap or 0,
        int(v.reserve_face is ReserveFace.NONE), _RETURNS.index(v.foundation_return), v.passes or 0,
        int(safe_moves and safe_moves_are_proved(v)), int(probes), broad_stride(position), v.pack_size,
        len(position.waste) + len(position.stock), len(position.waste), position.pass_number,
    )  # fmt: skip


def broad_stride(position: Position) -> int:
    """The bytes of a stored state."""
    v = position.variant
    founded = 0 if v.foundation_return is not FoundationReturn.NEVER else sum(map(len, position.foundations))
    return 4 + v.reserve_piles + 4 * v.decks + v.pack_size - founded + 2 * v.columns


def broad_buffers(position: Position, compiled: bool) -> tuple[object, ...]:
    """The position in the arrays that `BroadSearch` takes, in the order of its fields."""
    v, base = position.variant, position.base
    assert base is not None

    def numbers(pile: Pile) -> list[int]:
        return [number_of(card, base, v.ranks) for card in pile]

    cards, sizes = buffer("B", 256 * v.columns, compiled), buffer("h", v.columns, compiled)
    for n, pile in enumerate(position.tableau):
        sizes[n] = len(pile)
        for i, number in enumerate(numbers(pile)):
            cards[256 * n + i] = number + _FACE_DOWN * position.is_face_down(n, i)
    talon, left = buffer("B", 256, compiled), buffer("h", v.reserve_piles, compiled)
    for i, number in enumerate(numbers(position.waste + position.stock[::-1])):
        talon[i] = number
    reserve = buffer("B", 256 * v.reserve_piles, compiled)
    for n, pile in enumerate(position.reserves):
        left[n] = len(pile)
        for i, number in enumerate(numbers(pile)):
            reserve[256 * n + i] = number
    founded = buffer("h", v.foundations, compiled)
    for suit, number in SUIT_NUMBERS.items():
        counts = sorted((len(pile) for pile in position.foundations if pile and pile[0].suit is suit), reverse=True)
        for i, count in enumerate(counts):
            founded[number * v.decks + i] = count
    packets = [v.packet(number + 1) for number in range(v.passes or 1)]
    if isinstance(v.deal_count, int):
        packets = packets[:1]
    children = children_of(v, base)
    steps = 4 * v.pack_size + 64
    return (
        _filled("h", packets, compiled), _filled("Q", children, compiled), reserve, cards, sizes, talon, left, founded,
        buffer("h", v.columns, compiled), buffer("Q", 4096, compiled),
        buffer("Q", steps, compiled), buffer("Q", steps, compiled),
        buffer("I", 64 * v.pack_size + 64, compiled),
    )  # fmt: skip


def broad_stores(room: int, stride: int, compiled: bool) -> tuple[object, ...]:
    """Empty stores for `room` states."""
    slots = 1 << (2 * room - 1).bit_length()
    return (
        buffer("B", room * stride, compiled), buffer("I", room, compiled), buffer("Q", room, compiled),
        buffer("Q", room, compiled), buffer("I", room, compiled), buffer("I", slots, compiled),
    )  # fmt: skip


def broad_line(position: Position, atoms: Iterable[int]) -> tuple[Move, ...]:
    """The moves of a line of `BroadSearch`, deals and redeals put in where it takes a card of the talon."""
    moves: list[Move] = []
    for atom in atoms:
        for move, after in broad_atom(position, atom):
            moves.append(move)
            position = after
    return tuple(moves)


def broad_atom(now: Position, atom: int) -> Iterator[tuple[Move, Position]]:
    """Each move that an atom of `BroadSearch` stands for, and the position after it."""
    v, base = now.variant, now.base
    assert base is not None
    kind, turn, first, second, count = atom >> 40, atom >> 24 & 65535, atom >> 16 & 255, atom >> 8 & 255, atom & 255
    target = FOUNDATION if second == 255 else f"T{second + 1}"
    if kind == 1:
        last = Move(reserve_names(v)[first], target)
    elif kind == 2:
        last = Move(f"T{first + 1}", target, count)
    elif kind in (3, 5):
        while len(now.waste) != first or (v.passes is not None and now.pass_number != turn):
            move = Move(STOCK, WASTE) if now.stock else Move(WASTE, STOCK)
            now = advance(now, move, steps(now, move))
            yield move, now
        if kind == 5:
            return
        last = Move(WASTE, target)
    else:
        # the atom's count is the rank of the top that comes back, its source the suit
        top = str(card_of((first // v.decks) * 16 + count, base, v.ranks))
        last = Move(f"F{top[1]}{top[0]}", target)
    yield last, advance(now, last, steps(now, last))


def read_broad_buffers(variant: Variant, known: Position, buffers: tuple[object, ...]) -> Position:
    """The position that `broad_buffers` wrote; `known` gives the base, the pass and the places of foundations."""
    reserve, cards, sizes, talon, left, founded = (cast("list[int]", part) for part in buffers[2:8])
    base, ranks = known.base, variant.ranks
    assert base is not None

    def pile(numbers: list[int]) -> Pile:
        return tuple(card_of(number % _FACE_DOWN, base, ranks) for number in numbers)

    columns = [list(cards[256 * n : 256 * n + size]) for n, size in enumerate(sizes)]
    size, waste = len(known.waste) + len(known.stock), len(known.waste)
    counts = {suit: sorted(founded[n * variant.decks : (n + 1) * variant.decks]) for suit, n in SUIT_NUMBERS.items()}
    order = sorted((n for n, found in enumerate(known.foundations) if found), key=lambda n: -len(known.foundations[n]))
    foundations: list[Pile] = [()] * variant.foundations
    for n in order:
        suit = known.foundations[n][0].suit
        foundations[n] = foundation_pile(suit, base, counts[suit].pop(), ranks)
    return Position(
        variant, stock=pile(list(talon[waste:size]))[::-1], waste=pile(list(talon[:waste])),
        reserves=tuple(pile(list(reserve[256 * n : 256 * n + count])) for n, count in enumerate(left)),
        foundations=tuple(foundations), tableau=tuple(map(pile, columns)),
        face_down=tuple(sum(1 << i for i, number in enumerate(column) if number >= _FACE_DOWN) for column in columns),
        base=base, pass_number=known.pass_number,
    )  # fmt: skip
