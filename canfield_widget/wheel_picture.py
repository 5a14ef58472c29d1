"""Where everything lies in a picture of the ring of stock and waste, in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from canfield_widget.cards import UNKNOWN, Card
from canfield_widget.faces import Mark, card_marks, sheet
from canfield_widget.lettering import Label, lay_caption, width_of
from canfield_widget.texts import text
from canfield_widget.wheel import Places, Taking, Wheel, speak_wheel

Point = tuple[float, float]

_FLAT = 0.72
"""How high a card's label is, in parts of its width."""
_APART = math.hypot(1, _FLAT)
"""How far two labels must be from each other, in parts of their width, to lie free in every direction."""
_LEAST, _MOST = 15, 44
"""How wide labels are, in pixels: with less, places are ticks, and only what comes to the top has a label."""
_EDGE, _BRACKET, _SIGN, _TOP_GAP = 3, 9, 12, 28
_MIDDLE, _WIDEST = 72, 235
"""How much is kept free for what the signs mean, from the middle outwards, and the radius of the largest ring."""
_LETTERS, _CAPTION = 11, 12.5
USUAL = 340
"""How wide the picture is where nothing else is said: it fits the panel beside the board."""


@dataclass(frozen=True, slots=True)
class Part:
    """Shapes of the picture that belong together, and what they are: `place 3`, `packet 1`, `next 2`, `new 5`, ..."""

    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class WheelPicture:
    """Everything in the picture of a ring, in drawing order, and its description in words."""

    width: float
    height: float
    parts: tuple[Part, ...]
    labels: tuple[Label, ...]
    words: str


@dataclass(frozen=True, slots=True)
class _Ring:
    """Where the ring lies: its middle, its radius, how far its places are from each other, the width of its labels.

    `reach` is how far what stands on a place goes inwards and outwards. The rows of labels outside and inside are
    those of a ring of ticks; `signs` is how much is kept free inside for plus and minus.
    """

    x: float
    y: float
    radius: float
    pitch: float
    size: float
    reach: float
    scale: float
    outside: int = 0
    inside: int = 0
    signs: float = 0

    @property
    def ticks(self) -> bool:
        """True if places are ticks, too close to each other for labels."""
        return self.size / self.pitch * _APART > 1.001

    def row(self, side: int) -> float:
        """How far the first row of labels is from the ring, outside (1) or inside (-1)."""
        return self.reach + _BRACKET * self.scale + 0.5 * _APART * self.size + self.signs * (side < 0)

    def angle(self, place: float) -> float:
        """Where a place begins, clockwise from the top; its middle is half a place further."""
        return (_TOP_GAP / 2 + place * self.pitch) / self.radius

    def at(self, place: float, out: float = 0) -> Point:
        """The point where a place begins, so far outside the ring."""
        angle, radius = self.angle(place), self.radius + out
        return self.x + radius * math.sin(angle), self.y - radius * math.cos(angle)

    def arc(self, first: float, last: float, out: float = 0) -> str:
        """The path along the ring, so far outside it."""
        pieces = max(1, math.ceil((self.angle(last) - self.angle(first)) / 0.7))
        step = (last - first) / pieces
        turn = step * self.pitch / self.radius
        handle = 4 / 3 * math.tan(turn / 4) * (self.radius + out)
        path = f"M{_xy(self.at(first, out))}"
        for n in range(pieces):
            begin, end = first + n * step, first + (n + 1) * step
            (x0, y0), (x1, y1) = self.at(begin, out), self.at(end, out)
            a, b = self.angle(begin), self.angle(end)
            one = x0 + handle * math.cos(a), y0 + handle * math.sin(a)
            two = x1 - handle * math.cos(b), y1 - handle * math.sin(b)
            path += f"C{_xy(one)} {_xy(two)} {_xy((x1, y1))}"
        return path

    def pointer(self, place: int, foot: float, tip: float) -> str:
        """The path of a triangle in the middle of a place, from its foot to its tip, both so far outside."""
        half = min(0.8 * abs(foot - tip), 0.42 * self.pitch) / (self.radius + foot) * self.radius / self.pitch
        corners = self.at(place + 0.5 - half, foot), self.at(place + 0.5, tip), self.at(place + 0.5 + half, foot)
        return "M" + "L".join(map(_xy, corners)) + "Z"


def lay_wheel(
    wheel: Wheel, *, take: int | None = None, lang: str = "en", pixels: float = USUAL, caption: bool = False
) -> WheelPicture:
    """The picture of the ring, `pixels` wide, in pixels; with `caption` its words stand below.

    Outside, brackets are the packets of this pass, and filled pointers what comes to the top; inside, with hollow
    ones, those of the next pass, if the card at the place `take` is taken, else if none is. Raises ValueError for a
    place that cannot be taken.
    """
    taking = None if take is None else wheel.after(take)
    said = speak_wheel(wheel, take, lang)
    scale = min(max(pixels / USUAL, 1), 1.3)
    ring, height = _find_ring(wheel, taking, pixels, scale)
    parts = list[Part]()
    labels = list[Label]()
    if wheel.cards:
        parts += [*_track(wheel, ring), *_packets(wheel, taking, ring), *_places(wheel, taking, ring, lang)]
        parts += _signs(taking, ring)
        meanings = [*_meanings(wheel, taking, ring, lang, scale)]
        parts += [Part("sign", tuple(marks)) for marks, _ in meanings]
        labels += [label for _, label in meanings]
    if caption:
        lines = lay_caption("\n".join(said[len(said) > 1 :]), size=_CAPTION, middle=pixels / 2, top=height + _EDGE,
                            width=0.94 * pixels)  # fmt: skip
        labels += lines
        height = max(line.y for line in lines) + _CAPTION
    return WheelPicture(pixels, height, tuple(parts), tuple(labels), "\n".join(said))


def _xy(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


# Where the ring lies


def _find_ring(wheel: Wheel, taking: Taking | None, pixels: float, scale: float) -> tuple[_Ring, float]:
    """The ring with the widest labels that fit, and how high the picture is."""
    count = max(len(wheel.cards), 1)
    around = _EDGE + _BRACKET * scale
    for size in range(round(_MOST * scale), _LEAST - 1, -1):
        reach = _APART * size / 2
        radius = min(pixels / 2 - around - reach, _WIDEST)
        needed = (count * _APART * size + _TOP_GAP) / math.tau
        if needed <= radius:
            least = (_MIDDLE + _BRACKET + _SIGN) * scale + reach
            radius = min(max(needed, least), radius)
            pitch = (math.tau * radius - _TOP_GAP) / count
            return _placed(_Ring(0, 0, radius, pitch, size, reach, scale), pixels, around + reach)
    size, reach = 16 * scale, 6 * scale
    later = wheel.next_pass if taking is None else taking.next_pass
    shown = [[place for place in places or () if wheel.cards[place] != UNKNOWN] for places in (wheel.takes, later)]
    for outside, inside in ((1, 1), (2, 1), (2, 2), (1, 0), (2, 0), (0, 0)):
        rows = outside * bool(shown[0]), inside * bool(shown[1])
        room = around + reach + rows[0] * _APART * size
        radius = pixels / 2 - room
        pitch = (math.tau * radius - _TOP_GAP) / count
        ring = _Ring(0, 0, radius, pitch, size, reach, scale, *rows, _SIGN * scale * (taking is not None))
        if _fits(ring, shown[0], rows[0], 1) and _fits(ring, shown[1], rows[1], -1):
            break
    return _placed(ring, pixels, room)


def _fits(ring: _Ring, places: Sequence[int], rows: int, side: int) -> bool:
    """True if the labels of these places, in so many rows, lie free of each other and of the middle."""
    if not rows:
        return True
    free = _APART * ring.size
    first = ring.radius + side * ring.row(side)
    least = min(first, first + side * (rows - 1) * free)
    closest = min((later - place for place, later in zip(places, places[rows:], strict=False)), default=math.inf)
    return closest * ring.pitch * least / ring.radius >= free and (side > 0 or least - free / 2 >= _MIDDLE * ring.scale)


def _placed(ring: _Ring, pixels: float, room: float) -> tuple[_Ring, float]:
    return replace(ring, x=pixels / 2, y=ring.radius + room), 2 * (ring.radius + room)


# What is drawn


def _track(wheel: Wheel, ring: _Ring) -> Iterator[Part]:
    """The waste's part of the ring and the stock's, the border between them, and which way cards are dealt."""
    broad = 2 * ring.reach * (0.8 if ring.ticks else 0.62)
    # The ends of a stroke are round: they are not to go beyond the border.
    end = 0.5 * broad / ring.pitch if wheel.turned < len(wheel.cards) else 0
    if wheel.turned:
        path = ring.arc(0, max(wheel.turned - end, 0.1))
        yield Part("waste", (Mark(path, stroke="ghost", width=broad), Mark(path, stroke="table-top", width=broad - 2)))
    if wheel.turned < len(wheel.cards):
        first = min(wheel.turned + (end if wheel.turned else 0), len(wheel.cards) - 0.1)
        yield Part("stock", (Mark(ring.arc(first, len(wheel.cards)), stroke="line", width=broad),))
    far = ring.reach + 5
    if 0 < wheel.turned < len(wheel.cards):
        ends = ring.at(wheel.turned, -far), ring.at(wheel.turned, far)
        line = Mark("M" + "L".join(map(_xy, ends)), stroke="text", width=2.4)
        yield Part("border", (line, *(Mark((x, y, 3), fill="text") for x, y in ends)))
    x, y = ring.x, ring.y - ring.radius
    arrow = (
        f"M{x - 6:.2f} {y:.2f}L{x + 6:.2f} {y:.2f}M{x + 1:.2f} {y - 5:.2f}L{x + 6:.2f} {y:.2f}L{x + 1:.2f} {y + 5:.2f}"
    )
    yield Part("direction", (Mark(arrow, stroke="text", width=2),))


def _packets(wheel: Wheel, taking: Taking | None, ring: _Ring) -> Iterator[Part]:
    """The brackets: outside those of this pass, inside those of the next one."""
    foot, tip = ring.reach + _BRACKET * ring.scale - 2, ring.reach - 0.5
    for n, packet in enumerate(wheel.packets):
        pointer = Mark(ring.pointer(packet[-1], foot, tip), fill="can", stroke="can", width=0.8)
        yield Part(f"packet {n + 1}", (_bracket(ring, packet, foot, "can", 2.2), pointer))
    later = wheel.next_packets if taking is None else taking.next_packets
    for n, packet in enumerate(later or ()):
        pointer = Mark(ring.pointer(packet[-1], -foot, -tip), fill="table-top", stroke="hint",
                       width=1.4)  # fmt: skip
        yield Part(f"next {n + 1}", (_bracket(ring, packet, -foot, "hint", 1.6), pointer))


def _bracket(ring: _Ring, packet: Places, out: float, paint: str, width: float) -> Mark:
    """The arc over a packet, with its ends bent to the ring."""
    first, last, hook = packet[0] + 0.16, packet[-1] + 0.84, out - math.copysign(4 * ring.scale, out)
    path = f"M{_xy(ring.at(first, hook))}L" + ring.arc(first, last, out)[1:] + f"L{_xy(ring.at(last, hook))}"
    return Mark(path, stroke=paint, width=width)


def _places(wheel: Wheel, taking: Taking | None, ring: _Ring, lang: str) -> Iterator[Part]:
    taken = None if taking is None else taking.take
    later = (wheel.next_pass if taking is None else taking.next_pass) or ()
    for place, card in enumerate(wheel.cards):
        comes, name = place in wheel.takes, f"place {place + 1}"
        if not ring.ticks:
            yield Part(name, _label(card, ring.at(place + 0.5), ring.size, lang, comes, place == taken))
            continue
        ends = ring.at(place + 0.5, -0.7 * ring.reach), ring.at(place + 0.5, 0.7 * ring.reach)
        thick = min(0.6 * ring.pitch, 5)
        path = "M" + "L".join(map(_xy, ends))
        paint = "back" if card == UNKNOWN else "can" if comes else "ghost"
        yield Part(name, (Mark(path, stroke=paint, width=thick),))
    if ring.ticks:
        yield from _rows(wheel, wheel.takes, taken, ring, lang, ring.outside, 1)
        yield from _rows(wheel, later, taken, ring, lang, ring.inside, -1)


def _rows(
    wheel: Wheel, places: Iterable[int], taken: int | None, ring: _Ring, lang: str, rows: int, side: int
) -> Iterator[Part]:
    """The labels beside a ring of ticks, in rows so that they do not cover each other."""
    for n, place in enumerate(places if rows else ()):
        if wheel.cards[place] != UNKNOWN:
            at = ring.at(place + 0.5, side * (ring.row(side) + n % rows * _APART * ring.size))
            marks = _label(wheel.cards[place], at, ring.size, lang, side > 0, place == taken)
            yield Part(f"{'comes' if side > 0 else 'then'} {place + 1}", marks)


def _label(card: Card, at: Point, size: float, lang: str, comes: bool, taken: bool) -> tuple[Mark, ...]:
    """A card as a small sheet with rank and suit, or as a back; larger and framed where it comes to the top."""
    wide = size * (0.97 if comes else 0.86 if card != UNKNOWN else 0.74)
    high = wide * _FLAT
    if card != UNKNOWN:
        face = _index(card, at, 0.66 * high, lang)
    elif comes:
        face = (
            Mark(sheet(at[0] - 0.36 * wide, at[1] - 0.31 * high, 0.72 * wide, 0.62 * high, 0.08 * wide), fill="back"),
        )
    else:
        face = ()
    path = sheet(at[0] - wide / 2, at[1] - high / 2, wide, high, 0.13 * wide)
    paper = Mark(path, fill="paper" if face else "back", stroke="can" if comes else "edge",
                 width=0.075 * size if comes else 0.8)  # fmt: skip
    if not taken:
        return (paper, *face)
    strike = f"M{at[0] - wide / 2:.2f} {at[1] + high / 2:.2f}L{at[0] + wide / 2:.2f} {at[1] - high / 2:.2f}"
    return (paper, *face, Mark(strike, stroke="blame", width=0.08 * size))


def _index(card: Card, at: Point, high: float, lang: str) -> tuple[Mark, ...]:
    """Rank and suit of a face's corner, around a point."""
    rank, suit = card_marks(str(card), lang=lang, small=True, covered=True)[1:]
    middle = (rank.x + suit.x + 100 * suit.across) / 2, rank.y + 50 * rank.down
    zoom = high / (100 * rank.down)
    return tuple(
        replace(mark, x=at[0] + (mark.x - middle[0]) * zoom, y=at[1] + (mark.y - middle[1]) * zoom,
                across=mark.across * zoom, down=mark.down * zoom)
        for mark in (rank, suit)
    )  # fmt: skip


def _signs(taking: Taking | None, ring: _Ring) -> Iterator[Part]:
    """Plus and minus at the places that are new in the next pass, and at those that are lost."""
    out = -(ring.reach + (_BRACKET + 5) * ring.scale)
    half = min(4.5 * ring.scale, 0.42 * ring.pitch)
    for places, kind in ((taking.new, "new"), (taking.lost, "lost")) if taking else ():
        for place in places:
            yield Part(f"{kind} {place + 1}", _sign(kind, ring.at(place + 0.5, out), half))


def _sign(kind: str, at: Point, half: float) -> tuple[Mark, ...]:
    x, y = at
    path = f"M{x - half:.2f} {y:.2f}L{x + half:.2f} {y:.2f}"
    if kind == "new":
        path += f"M{x:.2f} {y - half:.2f}L{x:.2f} {y + half:.2f}"
    return (Mark(path, stroke="can" if kind == "new" else "blame", width=0.45 * half),)


def _meanings(
    wheel: Wheel, taking: Taking | None, ring: _Ring, lang: str, scale: float
) -> Iterator[tuple[Sequence[Mark], Label]]:
    """What the signs mean, in the middle: a sign and its words, line by line."""
    size = _LETTERS * min(scale, 1.15)
    later = wheel.next_pass if taking is None else taking.next_pass

    def block(fill: str, edge: str) -> Sequence[Mark]:
        return (Mark(sheet(-5, -5, 10, 10, 2), fill=fill, stroke=edge, width=1.2),)

    def pointer(paint: str, fill: str) -> Sequence[Mark]:
        return (Mark("M-5 -4L5 -4L0 4Z", fill=fill, stroke=paint, width=1.4),)

    lines: list[tuple[Sequence[Mark], str]] = [
        (block("table-top", "ghost"), text("wheel-sign-waste", lang, n=wheel.turned)),
        (block("line", "line"), text("wheel-sign-stock", lang, n=len(wheel.cards) - wheel.turned)),
    ]
    if wheel.this_pass:
        lines.append((pointer("can", "can"), text("wheel-sign-this", lang)))
    last = later is None
    lines.append(
        ((), text("wheel-sign-last", lang)) if last else (pointer("hint", "table-top"), text("wheel-sign-next", lang))
    )
    if taking is not None:
        strike = (Mark("M-4 4L4 -4", stroke="blame", width=2),)
        lines.append((strike, text("wheel-sign-taken", lang)))
        for kind, places in (("new", taking.new), ("lost", taking.lost)):
            if places:
                lines.append((_sign(kind, (0, 0), 4.5), text(f"wheel-sign-{kind}", lang)))
    broad = max(width_of(words, size) for _, words in lines)
    top = ring.y - 0.5 * (len(lines) - 1) * 1.45 * size
    for n, (marks, words) in enumerate(lines):
        y = top + n * 1.45 * size
        left = ring.x - broad / 2
        middle = left + 10 + width_of(words, size) / 2
        yield [mark.moved(left, y) for mark in marks], Label(words, middle, y + 0.35 * size, size, "text")
