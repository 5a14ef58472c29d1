"""What a teacher points at on a board, as the keys of cards and the names of piles that the page knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from canfield_widget.arrows import Spot, Wanted, arrow_ends, arrows_of, spot_of
from canfield_widget.cards import Card
from canfield_widget.picture import lay_out
from canfield_widget.position import Position
from canfield_widget.view import CardKeys

Cards = Iterable[str | Card] | str
Arrows = Iterable[Wanted] | Wanted


@dataclass(frozen=True, slots=True)
class Pointed:
    """Cards and piles to look at, and arrows from one to another: keys of cards, or the names of empty piles."""

    marked: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


NOTHING = Pointed()


def pointed(position: Position, keys: CardKeys, cards: Cards = (), arrows: Arrows = ()) -> Pointed:
    """What `cards` (`7H`, `T3`) and `arrows` (moves, or pairs of ends) are on the board.

    Raises ValueError for what is not to be seen, as `draw` does.
    """
    if not isinstance(cards, (str, Card, Iterable)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"cards: read {cards!r}, expected cards that are to be seen, or piles")
    seen = position.player_view()
    spots = {(piece.pile, piece.index): piece.box() for piece in lay_out(seen).pieces}

    def key(spot: Spot) -> str:
        pile, index = spot
        return keys.now()[pile][index] if index >= 0 else pile

    found = list[str]()
    for wanted in (cards,) if isinstance(cards, (str, Card)) else cards:
        spot = spot_of(seen, str(wanted).upper(), spots)
        if spot is None:
            names = ", ".join(seen.pile_names())
            raise ValueError(f"cards: read {str(wanted)!r}, expected a card that is to be seen, or one of {names}")
        found.append(key(spot))
    ends = (arrow_ends(seen, wanted, spots) for wanted in arrows_of(arrows))
    return Pointed(tuple(found), tuple((key(source), key(target)) for _, source, target, _ in ends))
