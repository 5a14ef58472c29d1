"""A position as a value: its piles, the deal that makes one, and what keeps one from being complete."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from itertools import chain

from canfield_widget.arguments import expect
from canfield_widget.cards import RANK_LETTERS, SUITS, UNKNOWN, Card, Pile, Suit, full_pack, ranks_up, read_card
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, number
from canfield_widget.variants import CHOICES, CHOSEN, DEALT, ReserveFace, Variant, variant_of

BIGGEST_DEAL = 2**63 - 1
_MASK = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies. Each pile is a tuple of cards, the bottom card first; the last one is its top.

    The stock's top is the card turned next. `foundations` and `tableau` keep the places of empty piles.
    `face_down` has one number for each column, its bit i set where card i from the bottom lies face down (left out:
    none does).
    `base` is None while the base rank is not chosen. `pass_number` counts from 1, and only where the variant
    limits the passes; elsewhere it stays 1, so that equal positions are equal. `packet` is how many of the
    waste's top cards are of the packet turned last; it is for showing and takes no part in comparisons.
    """

    variant: Variant
    stock: Pile = ()
    waste: Pile = ()
    reserves: tuple[Pile, ...] = ()
    foundations: tuple[Pile, ...] = ()
    tableau: tuple[Pile, ...] = ()
    face_down: tuple[int, ...] = ()
    base: int | None = None
    pass_number: int = 1
    packet: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if not self.face_down:
            object.__setattr__(self, "face_down", (0,) * len(self.tableau))

    def __str__(self) -> str:
        """What a player sees, one line for each kind of pile."""
        seen = self.player_view()
        hidden = sum(card == UNKNOWN for pile in seen.reserves for card in pile)
        reserve = ", ".join(" ".join(str(card) for card in pile if card != UNKNOWN) for pile in seen.reserves)
        columns = " | ".join(" ".join(map(str, pile)) or "-" for pile in seen.tableau)
        return "\n".join(
            (
                f"{self.variant.id}, base {RANK_LETTERS[self.base - 1] if self.base else 'not chosen'}",
                f"stock {len(self.stock)}, waste {' '.join(map(str, self.waste[-3:])) or '-'} ({len(self.waste)})",
                f"reserve {f'{hidden} + ' if hidden else ''}{reserve or '-'}",
                f"foundations {' '.join(str(pile[-1]) if pile else '-' for pile in self.foundations)}",
                f"tableau {columns}",
            )
        )

    def __repr__(self) -> str:
        """What a player sees, in one line: errors and lists show it, and hidden cards are to stay hidden there."""
        return f"<Position {'; '.join(str(self).splitlines())}>"

    def _repr_svg_(self) -> str:
        """What a player sees as a picture, which a notebook shows where the position is a cell's last value."""
        # By name, when it is asked for: the picture is drawn storeys above, and the engine must not load it.
        return import_module("canfield_widget.svg").position_svg(self)

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo, which puts SVG into the page as it is: here no wider than there is room."""
        return "text/html", self._repr_svg_().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def pile(self, name: str) -> Pile:
        """The cards of the pile `S`, `W`, `R`, `R1`, ..., `F1`, ... or `T1`, ... Raises KeyError for others."""
        if name == STOCK:
            return self.stock
        if name == WASTE:
            return self.waste
        piles = {"R": self.reserves, FOUNDATION: self.foundations, "T": self.tableau}[name[:1]]
        if name != "R" and not name[1:].isdecimal():
            raise KeyError(name)
        if not 0 <= number(name) < len(piles):
            raise KeyError(name)
        return piles[number(name)]

    def pile_names(self) -> tuple[str, ...]:
        """The names of all piles: stock, waste, reserves, foundations, columns."""
        return (STOCK, WASTE, *reserve_names(self.variant)[: len(self.reserves)],
                *(f"F{n + 1}" for n in range(len(self.foundations))), *column_names(len(self.tableau)))  # fmt: skip

    def is_face_down(self, column: int, index: int) -> bool:
        """True if card `index` from the bottom of column `column` (both from 0) lies face down."""
        return bool(self.face_down[column] >> index & 1)

    def reserve_card_shows(self, pile: Pile, index: int) -> bool:
        """True if card `index` from the bottom of the reserve `pile` lies face up."""
        face, top = self.variant.reserve_face, index == len(pile) - 1
        return face is ReserveFace.ALL or (top and (face is ReserveFace.TOP or index == 0))

    def player_view(self) -> Position:
        """The same position with `UNKNOWN` for every card that lies face down: what a player sees."""
        return replace(
            self,
            stock=(UNKNOWN,) * len(self.stock),
            reserves=tuple(
                tuple(card if self.reserve_card_shows(pile, i) else UNKNOWN for i, card in enumerate(pile))
                for pile in self.reserves
            ),
            tableau=tuple(
                tuple(UNKNOWN if self.is_face_down(n, i) else card for i, card in enumerate(pile))
                for n, pile in enumerate(self.tableau)
            ),
        )


def reserve_names(variant: Variant) -> tuple[str, ...]:
    """The names of the reserves: `R`, or `R1`, `R2`, ... where there are several."""
    if variant.reserve_piles == 1:
        return ("R",)
    return tuple(f"R{n + 1}" for n in range(variant.reserve_piles))


@cache
def column_names(columns: int) -> tuple[str, ...]:
    """The names of so many columns: `T1`, `T2`, ..."""
    return tuple(f"T{n + 1}" for n in range(columns))


def shuffled(seed: int, decks: int, ranks: int = 13) -> Pile:
    """The cards of deal number `seed` in deal order, the same on every machine and Python version.

    The pack in the order of `full_pack` is shuffled from its end: for i = n-1 down to 1, card i changes places
    with card j, 0 <= j <= i. j comes from SplitMix64 (Steele, Lea and Flood, 2014) started with the seed: of
    each 64-bit output x, those x at or above the largest multiple of i+1 are thrown away, then j = x mod (i+1).

    >>> " ".join(map(str, shuffled(7, 1)[:4]))
    '4D 5C JH 3S'
    """
    cards = list(full_pack(decks, ranks))
    state = seed & _MASK
    for i in range(len(cards) - 1, 0, -1):
        while True:
            state = state + 0x9E3779B97F4A7C15 & _MASK
            x = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
            x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
            x ^= x >> 31
            if x < 2**64 - 2**64 % (i + 1):
                break
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def random_seed() -> int:
    """A deal number from 1 to 999,999 that nobody can foresee."""
    return secrets.randbelow(999_999) + 1


def deal(variant: str | Variant = "canfield", *, seed: int | None = None, deck: str | None = None) -> Position:
    """The position at the start of a game: of deal number `seed`, of the cards of `deck`, or of a random deal.

    `deck` is all cards in deal order, separated by white space: the reserve (the last one dealt is its top), the
    base card, the tableau row by row from left to right, the stock, first turned first. Cards that the variant
    lays out beforehand are lifted out where they lie; a variant whose base is chosen deals one column more.
    Raises ValueError for an unknown variant, a seed that is no whole number, and a deck that is not
    complete: the message says which card is missing, doubled or unreadable.

    >>> position = deal(seed=7)
    >>> position.base, str(position.reserves[0][-1]), len(position.stock)
    (11, 'KD', 34)
    """
    rules = variant_of(variant)
    if deck is not None:
        if seed is not None:
            raise ValueError(f"read both a seed ({seed!r}) and a deck, expected one of them")
        return _lay_out(rules, read_deck(deck, rules))
    chosen = random_seed() if seed is None else seed
    if type(chosen) is not int or not 0 <= chosen <= BIGGEST_DEAL:
        raise ValueError(f"seed: read {seed!r}, expected a whole number from 0 to {BIGGEST_DEAL}")
    return _lay_out(rules, shuffled(chosen, rules.decks, rules.ranks))


def read_deck(deck: str, variant: Variant) -> Pile:
    """The cards of a deck text, checked to be all cards of the variant. Raises ValueError, see `deal`."""
    expect(deck, str, "deck", "the cards in deal order, such as 7H TD ...")
    cards: list[Card] = []
    for place, word in enumerate(deck.split(), 1):
        try:
            card = read_card(word)
        except ValueError as error:
            raise ValueError(f"deck: card {place}: {error}") from None
        if card == UNKNOWN:
            raise ValueError(f"deck: card {place} is hidden ('?'): expected every card in sight")
        if card.rank > variant.ranks:
            raise ValueError(f"deck: card {place} is {card}: expected ranks up to {variant.ranks}")
        cards.append(card)
    missing, doubled = _differences(cards, variant)
    if missing or doubled:
        raise ValueError(
            f"deck: read {len(cards)} cards, expected all {variant.pack_size} once each"
            + (f" ({variant.decks} decks: {variant.decks} times each)" if variant.decks > 1 else "")
            + (f"; missing: {_list(missing)}" if missing else "")
            + (f"; too often: {_list(doubled)}" if doubled else "")
        )
    return tuple(cards)


def _list(cards: Counter[Card]) -> str:
    return " ".join(str(card) for card in cards.elements())


def _differences(cards: Iterable[Card], variant: Variant) -> tuple[Counter[Card], Counter[Card]]:
    have, want = Counter(cards), Counter(full_pack(variant.decks, variant.ranks))
    return want - have, have - want


def foundation_pile(suit: Suit, base: int, count: int, ranks: int = 13) -> Pile:
    """The `count` cards of a foundation that starts at rank `base`, the base card first."""
    return tuple(Card(rank, suit) for rank in ranks_up(base, count, ranks))


def _lay_out(v: Variant, cards: Pile) -> Position:
    foundations: list[Pile] = [()] * v.foundations
    base = v.base_rank if isinstance(v.base_rank, int) else None
    if v.prefounded and base is not None:
        foundations = [foundation_pile(suit, base, 1) for suit in SUITS] * v.decks
        cards = tuple(card for card in cards if card.rank != base)
    rest = list(cards)

    def take(count: int) -> Pile:
        taken = tuple(rest[:count])
        del rest[:count]
        return taken

    reserves = tuple(take(v.reserve_size) for _ in range(v.reserve_piles))
    if v.base_rank == DEALT:
        foundations[0] = take(1)
        base = foundations[0][0].rank
    width = v.columns + (v.base_rank == CHOSEN)
    rows = [take(width) for _ in v.column_deal]
    down = sum(1 << i for i, letter in enumerate(v.column_deal) if letter == "d")
    return Position(
        v, stock=tuple(reversed(rest)), reserves=reserves, foundations=tuple(foundations),
        tableau=tuple(zip(*rows, strict=True)), face_down=(down,) * width, base=base,
    )  # fmt: skip


class ProblemCode(StrEnum):
    """What can be wrong with a position that is to be played."""

    MISSING = "missing"
    DOUBLED = "doubled"
    HIDDEN = "hidden"
    PILES = "piles"
    BASE = "base"
    FOUNDATION = "foundation"
    PASS = "pass"
    TOP_DOWN = "top-down"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that keeps a position from being played: its code, the cards it is about and the pile, if any."""

    code: ProblemCode
    cards: Pile = ()
    pile: str = ""


def problems(position: Position) -> tuple[Problem, ...]:
    """Everything that keeps `position` from being a complete one of its variant; empty if nothing does.

    A complete position has every card exactly once and in sight of the rules, as many piles as the variant says,
    foundations that go up in suit from the base rank, and the top of every column face up.
    """
    expect(position, Position, "position", "a Position, such as deal() gives")
    v, found = position.variant, list[Problem]()
    choosing = v.base_rank in CHOICES and position.base is None
    shape = (len(position.reserves), len(position.foundations), len(position.tableau), len(position.face_down))
    width = v.columns + (choosing and v.base_rank == CHOSEN)
    if shape != (v.reserve_piles, v.foundations, width, width):
        found.append(Problem(ProblemCode.PILES))
    fixed = v.base_rank if isinstance(v.base_rank, int) else None
    if position.base is None:
        right = choosing
    else:
        right = position.base == fixed or (fixed is None and 1 <= position.base <= v.ranks)
    if not right:
        found.append(Problem(ProblemCode.BASE))
    if not 1 <= position.pass_number <= (v.passes or 1):
        found.append(Problem(ProblemCode.PASS))
    piles = (position.stock, position.waste, *position.reserves, *position.foundations, *position.tableau)
    cards = list(chain.from_iterable(piles))
    if hidden := cards.count(UNKNOWN):
        found.append(Problem(ProblemCode.HIDDEN, (UNKNOWN,) * hidden))
    missing, doubled = _differences((card for card in cards if card != UNKNOWN), v)
    if missing and missing.total() > hidden:
        found.append(Problem(ProblemCode.MISSING, tuple(missing.elements())))
    if doubled:
        found.append(Problem(ProblemCode.DOUBLED, tuple(doubled.elements())))
    for n, pile in enumerate(position.foundations):
        if pile and (
            position.base is None
            or len(pile) > v.ranks
            or pile != foundation_pile(pile[0].suit, position.base, len(pile), v.ranks)
        ):
            found.append(Problem(ProblemCode.FOUNDATION, pile[:1], f"F{n + 1}"))
    for n, (pile, down) in enumerate(zip(position.tableau, position.face_down, strict=False)):
        if down >> max(len(pile) - 1, 0):
            found.append(Problem(ProblemCode.TOP_DOWN, pile[-1:], f"T{n + 1}"))
    return tuple(found)
