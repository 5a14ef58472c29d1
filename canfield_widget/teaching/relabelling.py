"""Other cards in the same places: a change of suits and ranks under which every rule still says the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

from canfield_widget.cards import RANK_LETTERS, SUITS, UNKNOWN, Card, Pile, Suit
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.position import Position

RANKS = len(RANK_LETTERS)


@dataclass(frozen=True, slots=True)
class Relabelling:
    """What each suit becomes, in the order of `SUITS`, and by how much the ranks go up round the corner.

    Raises ValueError for suits that are not all there or that part what was of one colour.

    >>> swapped = Relabelling((Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES), shift=1)
    >>> swapped.card(Card(13, Suit.HEARTS)), swapped.move(Move("FS7", "T2"))
    (Card('AD'), Move('FC8-T2'))
    """

    suits: tuple[Suit, ...] = SUITS
    shift: int = 0

    def __post_init__(self) -> None:
        colours = {(was.red, now.red) for was, now in zip(SUITS, self.suits, strict=False)}
        if sorted(self.suits) != sorted(SUITS) or len(colours) != 2:
            raise ValueError(f"read the suits {' '.join(self.suits)}, expected all four, those of a colour together")

    def suit(self, suit: Suit) -> Suit:
        """What `suit` becomes; that of a card nobody has seen stays."""
        return self.suits[SUITS.index(suit)] if suit in SUITS else suit

    def rank(self, rank: int) -> int:
        """What `rank` becomes."""
        return (rank - 1 + self.shift) % RANKS + 1

    def card(self, card: Card) -> Card:
        """What `card` becomes."""
        return card if card == UNKNOWN else Card(self.rank(card.rank), self.suit(card.suit))

    def pile(self, pile: Pile) -> Pile:
        """What the cards of `pile` become, in the same order."""
        return tuple(self.card(card) for card in pile)

    def move(self, move: Move) -> Move:
        """The same move; a token such as `FH7-T3` names another card then."""
        if move.source[0] != FOUNDATION:
            return move
        suit, letter = Suit(move.source[1]), move.source[2]
        rank = self.rank(RANK_LETTERS.index(letter) + 1)
        return replace(move, source=f"{FOUNDATION}{self.suit(suit)}{RANK_LETTERS[rank - 1]}")

    def position(self, position: Position) -> Position:
        """The position with other cards in the same places, and the base rank that goes with them.

        Raises ValueError for other ranks where the variant does not have all thirteen.
        """
        if self.shift and position.variant.ranks != RANKS:
            raise ValueError(f"read a shift of {self.shift} for {position.variant.ranks} ranks, expected {RANKS} ranks")

        def piles(old: tuple[Pile, ...]) -> tuple[Pile, ...]:
            return tuple(self.pile(pile) for pile in old)

        return replace(
            position,
            stock=self.pile(position.stock),
            waste=self.pile(position.waste),
            reserves=piles(position.reserves),
            foundations=piles(position.foundations),
            tableau=piles(position.tableau),
            base=position.base and self.rank(position.base),
        )

    def inverse(self) -> Relabelling:
        """The relabelling that takes this one back."""
        return Relabelling(tuple(SUITS[self.suits.index(suit)] for suit in SUITS), -self.shift % RANKS)


SAME = Relabelling()
"""Every card stays what it is."""


def _suit_changes() -> tuple[tuple[Suit, ...], ...]:
    """The eight changes of suit, in such an order that none leaves a suit what it was in the one before.

    Those that keep black black and those that make it red take turns; the first follows the last as well.
    """
    black, red = (Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS)
    orders = [(s, h) for s in (0, 1) for h in (0, 1)]
    found = list[tuple[Suit, ...]]()
    for s, h in orders:
        for blacks, reds in ((black, red), (red, black)):
            new = dict(zip((*black, *red), (blacks[s], blacks[1 - s], reds[h], reds[1 - h]), strict=True))
            found.append(tuple(new[suit] for suit in SUITS))
    return tuple(found)


SUIT_CHANGES = tuple(Relabelling(suits) for suits in _suit_changes())
"""The eight relabellings that leave the ranks alone, `SAME` first."""

RANK_CHANGES = tuple(
    replace(SUIT_CHANGES[n % len(SUIT_CHANGES)], shift=n * 5 % RANKS) for n in range(len(SUIT_CHANGES) * RANKS)
)
"""Every change of suits with every shift of the ranks, `SAME` first, neighbours different in both."""
