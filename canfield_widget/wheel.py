"""Stock and waste as one ring: what this pass and the next one bring to the top, and what taking a card changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from canfield_widget.cards import UNKNOWN, Card, Pile
from canfield_widget.position import Position
from canfield_widget.rounds import MOST_NAMED
from canfield_widget.speech import card_name
from canfield_widget.texts import text

Places = tuple[int, ...]
"""Places in the ring, counted from 0, the waste's bottom, in the order of dealing."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """All cards of waste and stock in the order of dealing, which no deal and no redeal changes.

    `cards` begins with the waste's bottom and ends with the stock's; `UNKNOWN` stands for each that the player has not
    seen. The first `turned` of them lie in the waste. `packet` is how many are dealt at once in this pass, and
    `next_packet` in the next one; None where there is no next pass.

    >>> from canfield_widget.notation import read_position
    >>> seven = wheel_of(read_position("canfield; base K; stock 8S 7S 6S 5S 4S 3S 2S"))
    >>> [place + 1 for place in seven.this_pass]
    [3, 6, 7]
    """

    cards: Pile
    turned: int
    packet: int
    next_packet: int | None

    @property
    def open(self) -> int | None:
        """The place of the waste's top, or None where the waste is empty."""
        return self.turned - 1 if self.turned else None

    @property
    def packets(self) -> tuple[Places, ...]:
        """The packets that are still to be dealt in this pass, each with its places."""
        return _packets(self.turned, len(self.cards), self.packet)

    @property
    def next_packets(self) -> tuple[Places, ...] | None:
        """The packets of the next pass if none is taken until then; None where there is no next pass."""
        return None if self.next_packet is None else _packets(0, len(self.cards), self.next_packet)

    @property
    def this_pass(self) -> Places:
        """The places that still come to the top of the waste in this pass, if none is taken."""
        return _tops(self.packets)

    @property
    def next_pass(self) -> Places | None:
        """The places that come to the top in the next pass if none is taken; None where there is no next pass."""
        return None if self.next_packets is None else _tops(self.next_packets)

    @property
    def takes(self) -> Places:
        """The places that can be taken in this pass: the waste's top, and what is still to come."""
        return self.this_pass if self.open is None else (self.open, *self.this_pass)

    def after(self, take: int) -> Taking:
        """What taking the card at that place changes. Raises ValueError unless it is one of `takes`."""
        if take not in self.takes:
            raise ValueError(
                f"take: read place {take}, expected one that comes to the top of the waste in this pass: "
                f"{', '.join(map(str, self.takes)) or 'there is none'}"
            )
        left = self.cards[:take] + self.cards[take + 1 :]
        wheel = Wheel(left, take, self.packet, self.next_packet)
        if wheel.next_packets is None:
            return Taking(take, wheel, None)
        moved = tuple(tuple(place + (place >= take) for place in packet) for packet in wheel.next_packets)
        tops, before = _tops(moved), self.next_pass or ()
        new = tuple(place for place in tops if place not in before)
        lost = tuple(place for place in before if place not in tops and place != take)
        return Taking(take, wheel, moved, new, lost)


@dataclass(frozen=True, slots=True)
class Taking:
    """What changes when the card at the place `take` is taken; all places are those of the ring before.

    `wheel` is the ring that is left, with its own places. `next_packets` are the packets of the next pass then, None
    where there is none. Of their tops, `new` are those that would not come if none was taken; `lost` are the places
    that would have come, and do not.
    """

    take: int
    wheel: Wheel
    next_packets: tuple[Places, ...] | None
    new: Places = ()
    lost: Places = ()

    @property
    def next_pass(self) -> Places | None:
        """The places that come to the top in the next pass; None where there is no next pass."""
        return None if self.next_packets is None else _tops(self.next_packets)


def wheel_of(position: Position, *, before: Iterable[Position] = (), seen: bool = False) -> Wheel:
    """The ring of stock and waste with the cards that the player has seen: those that lay in the waste at some time.

    `before` are the earlier positions of the game, in any order; `seen` says that the stock has been gone through
    once, as `pass_number` does by itself where the variant counts passes. Without them only waste cards are seen.
    """
    rules, size = position.variant, len(position.stock)
    # Cards are dealt in order, so those that nobody has seen are the stock's last ones: never fewer were left.
    unseen = 0 if seen or position.pass_number > 1 else min([size, *(len(each.stock) for each in before)])
    known = position.waste + position.stock[::-1][: size - unseen]
    again = rules.passes is None or position.pass_number < rules.passes
    return Wheel(
        known + (UNKNOWN,) * unseen, len(position.waste), rules.packet(position.pass_number),
        rules.packet(position.pass_number + 1) if again else None,
    )  # fmt: skip


def _packets(first: int, end: int, size: int) -> tuple[Places, ...]:
    return tuple(tuple(range(start, min(start + size, end))) for start in range(first, end, size))


def _tops(packets: Iterable[Places]) -> Places:
    return tuple(packet[-1] for packet in packets)


# In words


def speak_wheel(wheel: Wheel, take: int | None = None, lang: str = "en") -> tuple[str, ...]:
    """The ring in sentences: how many cards, what lies open, what this pass and the next one bring.

    With `take`, a place, also what changes when that card is taken. Cards that the player has not seen are counted.
    Raises ValueError for a place that cannot be taken.
    """
    if not wheel.cards:
        return (text("wheel-empty", lang),)
    stock = len(wheel.cards) - wheel.turned
    said = [text("wheel-ring", lang, n=len(wheel.cards), waste=wheel.turned, stock=stock)]
    if wheel.open is not None:
        said.append(text("wheel-open", lang, cards=_spoken(wheel, (wheel.open,), lang)))
    if wheel.this_pass:
        said.append(text("wheel-this", lang, cards=_spoken(wheel, wheel.this_pass, lang)))
    if wheel.next_pass is None:
        said.append(text("wheel-no-next", lang))
    elif take is None:
        said.append(text("wheel-next", lang, cards=_spoken(wheel, wheel.next_pass, lang)))
    return (*said, *(() if take is None else _speak_taking(wheel, wheel.after(take), lang)))


def _speak_taking(wheel: Wheel, taking: Taking, lang: str) -> list[str]:
    card = wheel.cards[taking.take]
    taken = (
        name_place(wheel, taking.take, lang)
        if card == UNKNOWN
        else text("wheel-the-card", lang, card=card_name(card, lang))
    )
    said = list[str]()
    if taking.take:
        said.append(text("wheel-uncovers", lang, taken=taken, cards=_spoken(wheel, (taking.take - 1,), lang)))
    if taking.next_pass is None:
        return said
    said.append(text("wheel-taken", lang, taken=taken, cards=_spoken(wheel, taking.next_pass, lang)))
    for key, places in (("wheel-new", taking.new), ("wheel-lost", taking.lost)):
        if places:
            said.append(text(key, lang, cards=_spoken(wheel, places, lang)))
    return said


def name_place(wheel: Wheel, place: int, lang: str = "en") -> str:
    """The card at a place in words; of one that nobody has seen, its number in the ring."""
    card = wheel.cards[place]
    return text("wheel-card", lang, n=place + 1) if card == UNKNOWN else card_name(card, lang)


def _spoken(wheel: Wheel, places: Sequence[int], lang: str) -> str:
    cards = [wheel.cards[place] for place in places]
    known = [card for card in cards if card != UNKNOWN]
    if len(known) > MOST_NAMED:
        return _counted("position-count", len(cards), lang)
    unseen = len(cards) - len(known)
    parts = [*_names(known, lang), *([_counted("wheel-unseen", unseen, lang)] if unseen else [])]
    return ", ".join(parts) or text("wheel-nothing", lang)


def _names(cards: Iterable[Card], lang: str) -> list[str]:
    return [card_name(card, lang) for card in cards]


def _counted(key: str, n: int, lang: str) -> str:
    return text(key + ("-1" if n == 1 else ""), lang, n=n)
