"""Arrows in a picture of a position: what they point from and to, and a course that leaves ranks and suits legible."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from canfield_widget.cards import UNKNOWN, Card, read_card
from canfield_widget.faces import Mark
from canfield_widget.legality import foundation_with_top, receiving_foundation
from canfield_widget.moves import FOUNDATION, Move, read_move
from canfield_widget.position import Position
from canfield_widget.speech import card_name, pile_name
from canfield_widget.texts import text

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in units of the picture."""
Spot = tuple[str, int]
"""A pile and the index of a card in it from the bottom, -1 for the place of an empty pile."""
End = str | Card
Wanted = str | Move | tuple[End, End]
"""An arrow asked for: a move or its token, legal or not, or a pair of ends, each a card or a pile."""

_SAMPLES = 40
_SHAFT, _HEAD, _BARBS, _HALO = 9.0, 30.0, 14.5, 3.5
_SHORTEST = 1.3 * _HEAD
_APART = 24.0
_BENDING, _SKEWING, _LOSS, _COVERING, _OUTSIDE, _CROWDING = 12, 6, 0.08, 3, 30, 2
"""What a course costs: a bow, a bow out of the middle, each unit that it is shortened by, and each sample that
covers what is to be read, lies outside the picture, or close to another arrow."""
_BENDS = sorted(
    ((side * bow, skew) for bow in (0.1, 0.16, 0.22, 0.3, 0.4) for side in (1, -1) for skew in (0.5, 0.75, 0.25)),
    key=lambda bend: _BENDING * abs(bend[0]) + _SKEWING * abs(bend[1] - 0.5),
)
"""How far beside the straight line a course bends, in parts of its length, and where on its way; the cheapest first."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow as it is drawn: its course from tail to tip, `size` times the usual thickness, and what it says."""

    name: str
    course: tuple[Point, ...]
    words: str
    size: float = 1
    paint: str = "hint"

    def marks(self) -> tuple[Mark, ...]:
        """The halo in the colour of the table, and the arrow."""
        path = self._outline()
        halo = Mark(path, stroke="table-top", width=2 * _HALO * self.size)
        return halo, Mark(path, fill=self.paint, stroke=self.paint, width=1)

    def box(self) -> Box:
        """What the course lies in."""
        xs, ys = zip(*self.course, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def _outline(self) -> str:
        """One shape: a shaft that widens towards its head."""
        tip, length = self.course[-1], _length(self.course)
        head = min(_HEAD * self.size, 0.6 * length)
        part = head / (_HEAD * self.size)
        shaft, left = [self.course[0]], length - head
        for one, other in pairwise(self.course):
            step = math.dist(one, other)
            if left <= step:
                shaft.append(_between(one, other, left / step if step else 0))
                break
            left -= step
            shaft.append(other)
        sides: tuple[list[Point], list[Point]] = ([], [])
        for n, (x, y) in enumerate(shaft):
            across, down = _direction(shaft[max(n - 1, 0)], shaft[min(n + 1, len(shaft) - 1)])
            half = _SHAFT * self.size * part * (0.3 + 0.2 * n / (len(shaft) - 1))
            sides[0].append((x - down * half, y + across * half))
            sides[1].append((x + down * half, y - across * half))
        x, y = shaft[-1]
        across, down = _direction(shaft[-1], tip)
        wide, back = _BARBS * self.size * part, 0.14 * head
        barbs = [(x - across * back - side * down * wide, y - down * back + side * across * wide) for side in (1, -1)]
        outline = [*sides[0], barbs[0], tip, barbs[1], *reversed(sides[1])]
        return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in outline) + "Z"


def lay_arrows(
    seen: Position, wanted: Iterable[Wanted] | Wanted, *, spots: Mapping[Spot, Box], spared: Mapping[Spot, Box],
    frame: Point, size: float = 1, lang: str = "en",
) -> tuple[Arrow, ...]:  # fmt: skip
    """The arrows that are `wanted`, each from the middle of what moves to the middle of what receives it.

    `spots` is what is drawn and the part of it that lies free, `spared` what is to stay legible there: an arrow that
    would lie on it at its own ends is shortened, and it bows to the side where it covers less of the others and keeps
    away from the arrows before. `frame` is width and height of the picture.

    Raises ValueError, which says what was read and expected, for what is no arrow and for ends that are not there.
    """
    found = list[Arrow]()
    for one in arrows_of(wanted):
        name, source, target, to = arrow_ends(seen, one, spots)
        ends = _middle(spots[source]), _middle(spots[target])
        best, course = math.inf, list[Point]()
        for bow, skew in _BENDS:
            bending = _BENDING * abs(bow) + _SKEWING * abs(skew - 0.5)
            if bending >= best:
                break
            track = _track(*ends, bow, skew)
            left = _shortened(track, spared.get(source), spared.get(target), size)
            lost = math.dist(left[0], track[0]) + math.dist(left[-1], track[-1])
            cost = bending + _LOSS * lost + _cost(left, spared.values(), found, frame, size)
            if cost < best:
                best, course = cost, left
        found.append(Arrow(name, tuple(course), _speak(seen, one, source, to, lang), size))
    return tuple(found)


# What an arrow joins

_EXPECTED = "moves such as T2-T1, or pairs (from, to) such as ('KC', 'T1')"


def arrows_of(wanted: Any) -> Iterable[Wanted]:
    """The arrows one by one, where a single move or pair stands for itself. Raises ValueError for what is none."""
    if isinstance(wanted, (str, Move)) or _is_pair(wanted):
        return (wanted,)
    if not isinstance(wanted, Iterable):
        raise ValueError(f"arrows: read {wanted!r}, expected {_EXPECTED}")
    return cast("Iterable[Wanted]", wanted)


def _is_pair(wanted: Any) -> bool:
    """True for two ends; two moves have a dash each."""
    if not isinstance(wanted, tuple):
        return False
    ends = cast("tuple[Any, ...]", wanted)
    return len(ends) == 2 and all(isinstance(end, Card) or (isinstance(end, str) and "-" not in end) for end in ends)


def arrow_ends(seen: Position, wanted: Wanted, spots: Mapping[Spot, Box]) -> tuple[str, Spot, Spot, End]:
    """The name of the arrow, where it begins and ends, and what its end is called by: a card or a pile."""
    if isinstance(wanted, (str, Move)):
        try:
            move = read_move(wanted) if isinstance(wanted, str) else wanted
        except ValueError as error:
            raise ValueError(f"arrows: {error}; or a pair (from, to) such as ('KC', 'T1')") from None
        name, source, to = str(move), _source_of(seen, move), move.target
    else:
        pair = cast("Sequence[Any]", wanted if isinstance(cast("object", wanted), (tuple, list)) else ())
        if len(pair) != 2 or not all(isinstance(end, (str, Card)) for end in pair):
            raise ValueError(f"arrows: read {wanted!r}, expected {_EXPECTED}")
        begin, to = (str(end).upper() for end in pair)
        name, source = f"{begin}-{to}", spot_of(seen, begin, spots)
    if source is None or source not in spots:
        raise _not_there(seen, wanted, name.split("-")[0])
    if to == FOUNDATION:
        to = _foundation_for(seen, source)
    target = spot_of(seen, to, spots)
    if target is None or target == source:
        raise _not_there(seen, wanted, name.split("-")[1])
    return name, source, target, to


def _source_of(seen: Position, move: Move) -> Spot | None:
    """The deepest card that moves, or None where there are not so many."""
    pile = move.source
    if pile[0] == FOUNDATION:
        n = foundation_with_top(seen, pile)
        pile = "" if n is None else f"F{n + 1}"
    if pile not in seen.pile_names():
        return None
    index = len(seen.pile(pile)) - move.count
    return (pile, index) if index >= 0 else None


def spot_of(seen: Position, end: str, spots: Mapping[Spot, Box]) -> Spot | None:
    """Where the top of a pile lies, or the one card of that name that is to be seen; None where there is neither."""
    if end in seen.pile_names():
        spot = (end, len(seen.pile(end)) - 1)
        return spot if spot in spots else None
    try:
        card = read_card(end)
    except ValueError:
        return None
    found = [spot for spot in spots if spot[1] >= 0 and card != UNKNOWN and seen.pile(spot[0])[spot[1]] == card]
    if len(found) > 1:
        piles = ", ".join(pile for pile, _ in found)
        raise ValueError(f"arrows: read {end}, which is to be seen in {piles}: expected the pile, or a move")
    return found[0] if found else None


def _foundation_for(seen: Position, source: Spot) -> str:
    """The foundation that takes the card that is to be seen there, else the first empty one, else the first."""
    cards = seen.pile(source[0])
    n = receiving_foundation(seen, cards[source[1]]) if cards else None
    if n is None:
        n = next((n for n, pile in enumerate(seen.foundations) if not pile), 0)
    return f"{FOUNDATION}{n + 1}"


def _not_there(seen: Position, wanted: object, end: str) -> ValueError:
    names = ", ".join((*seen.pile_names(), FOUNDATION))
    shown = str(wanted) if isinstance(wanted, Move) else repr(wanted)
    return ValueError(
        f"arrows: read {shown}, expected two ends that are to be seen, cards or piles ({names}); {end} gives none"
    )


def _speak(seen: Position, wanted: Wanted, source: Spot, to: End, lang: str) -> str:
    pile, index = source
    cards = seen.pile(pile)
    if index < 0 or cards[index] == UNKNOWN:
        said = pile_name(pile, lang)
    else:
        said = card_name(cards[index], lang)
        if not isinstance(wanted, tuple) and (more := len(cards) - 1 - index):
            said = text("arrow-run-1" if more == 1 else "arrow-run", lang, card=said, n=more)
    return text("arrow", lang, **{"from": said, "to": _speak_end(str(to), lang)})


def _speak_end(to: str, lang: str) -> str:
    if to[0] not in "SWRFT" or not (to[1:].isdecimal() or to in "SWR"):
        return text("arrow-to-card", lang, card=card_name(read_card(to), lang))
    kind, n = ("R-n" if to[0] == "R" and to[1:] else to[0]), to[1:]
    return text(f"arrow-to-{kind}", lang, n=n)


# Its course


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def _direction(one: Point, other: Point) -> Point:
    length = math.dist(one, other) or 1
    return (other[0] - one[0]) / length, (other[1] - one[1]) / length


def _length(course: Sequence[Point]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(course))


def _track(start: Point, end: Point, bow: float, skew: float) -> list[Point]:
    """Points along a curve that bends to the left of its way where `bow` is more than 0, and late where `skew` is."""
    there = _between(start, end, skew)
    bend = there[0] + 2 * bow * (end[1] - start[1]), there[1] - 2 * bow * (end[0] - start[0])
    parts = (n / _SAMPLES for n in range(_SAMPLES + 1))
    return [_between(_between(start, bend, part), _between(bend, end, part), part) for part in parts]


def _covers(point: Point, box: Box, around: float) -> bool:
    x, y = point
    return box[0] - around < x < box[2] + around and box[1] - around < y < box[3] + around


def _shortened(track: list[Point], begins_on: Box | None, ends_on: Box | None, size: float) -> list[Point]:
    """The track without the parts that lie on what is legible at its own ends."""
    half, first, last = len(track) // 2, 0, len(track) - 1
    if begins_on:
        covered = [n for n in range(half) if _covers(track[n], begins_on, 0.5 * _SHAFT * size)]
        first = covered[-1] + 1 if covered else 0
    if ends_on:
        covered = [n for n in range(half, len(track)) if _covers(track[n], ends_on, 0.5 * _SHAFT * size)]
        last = covered[0] - 1 if covered else last
    left = track[first : last + 1]
    return left if len(left) > 1 and _length(left) >= _SHORTEST * size else track


def _cost(course: list[Point], spared: Iterable[Box], others: Iterable[Arrow], frame: Point, size: float) -> float:
    """How much a course covers that is to be legible, and how long it runs close to other arrows or outside."""
    tip, cost, reach = course[-1], 0.0, (_BARBS + _SHAFT) * size
    xs, ys = zip(*course, strict=True)
    bounds = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    # Most boxes lie far away, and most of the time went there.
    near = [box for box in spared if box[0] < bounds[2] and bounds[0] < box[2] and box[1] < bounds[3]
            and bounds[1] < box[3]]  # fmt: skip
    for point in course[::2]:
        part = math.dist(point, tip) / (_HEAD * size)
        around = (_BARBS * part if 0.3 < part < 1 else 0.5 * _SHAFT + 1) * size
        cost += _COVERING * sum(_covers(point, box, around) for box in near)
        cost += _OUTSIDE * (not _covers(point, (0, 0, *frame), -_BARBS * size))
    inner = course[len(course) // 5 : -len(course) // 5 : 2]
    for other in others:
        close = (any(math.dist(point, there) < _APART * size for there in other.course[::2]) for point in inner)
        cost += _CROWDING * sum(close)
    return cost
