"""Suits, ranks and cards, and the only rank arithmetic of the project."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from canfield_widget.arguments import expect, shown

RANK_LETTERS = "A23456789TJQK"


class Suit(StrEnum):
    """A suit by its letter; `UNKNOWN` is the suit of a card that nobody has seen."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    UNKNOWN = "?"

    @property
    def red(self) -> bool:
        """True for hearts and diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank from 1 (ace) to 13 (king) and a suit. Equal cards of two decks are equal.

    >>> str(Card(10, Suit.DIAMONDS)), read_card("TD").suit.red
    ('TD', True)
    """

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank - 1] + self.suit if self.rank else "?"

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


UNKNOWN = Card(0, Suit.UNKNOWN)
"""A card that is there but not known: what a player sees of a card that lies face down."""

Pile = tuple[Card, ...]
"""Cards, the bottom card first."""


@cache
def cards_by_text() -> dict[str, Card]:
    """Every card under its two letters, and `UNKNOWN` under `?`. `10H` is read as `TH`."""
    table = {str(card): card for suit in SUITS for card in (Card(rank, suit) for rank in range(1, 14))}
    table |= {f"10{suit}": table[f"T{suit}"] for suit in SUITS}
    return table | {"?": UNKNOWN}


def read_card(text: str) -> Card:
    """The card that `text` names: rank (A 2-9 T J Q K, or 10) and suit (S H D C); `?` is UNKNOWN.

    Raises ValueError if it names none.
    """
    expect(text, str, "text", "a card such as 7H")
    card = cards_by_text().get(text.upper())
    if card is None:
        raise ValueError(f"{shown(text)} is no card: expected a rank A 2-9 T J Q K and a suit S H D C, such as 7H")
    return card


def full_pack(decks: int, ranks: int = 13) -> Pile:
    """All cards of `decks` decks in order: deck by deck, clubs, diamonds, hearts, spades, ace first.

    >>> len(full_pack(4)), " ".join(map(str, full_pack(1, ranks=2)))
    (208, 'AC 2C AD 2D AH 2H AS 2S')
    """
    table = cards_by_text()
    one = tuple(table[letter + suit] for suit in "CDHS" for letter in RANK_LETTERS[:ranks])
    return one * decks


def next_rank(rank: int, ranks: int = 13) -> int:
    """The rank that follows upwards, round the corner: after the king comes the ace."""
    return rank % ranks + 1


def rank_before(rank: int, ranks: int = 13) -> int:
    """The rank that follows downwards, round the corner: after the ace comes the king."""
    return (rank - 2) % ranks + 1


def ranks_up(base: int, count: int, ranks: int = 13) -> tuple[int, ...]:
    """The first `count` ranks of a foundation that starts at `base`.

    >>> ranks_up(12, 4)
    (12, 13, 1, 2)
    """
    return tuple((base - 1 + step) % ranks + 1 for step in range(count))
