"""Single cards as SVG: the faces of the board from faces.json, with the light theme's colours written out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TypedDict, cast

from canfield_widget.cards import UNKNOWN, read_card

Shape = Sequence[str | float]
"""A flat shape. Filled: role, path. Stroked: role, path, width; with round dots: role, path, width, distance.
Circles: role, radius, x, y, x, y, ... The role is `suit`, a part of the suit's family or the name of a colour."""

CARD_WIDTH = 100
CARD_HEIGHT = 140

_PANEL_WIDTH, _PANEL_HEIGHT, _PANEL_FOOT = 82, 95, 132
_SMALL_PANEL = 0.925


class Art(TypedDict):
    """What faces.json holds."""

    colours: dict[str, tuple[str, str]]
    letters: dict[str, dict[str, str]]
    index: tuple[float, float, float, float, float]
    small: tuple[float, float, float, float, float]
    suits: dict[str, str]
    ranks: dict[str, str]
    widths: dict[str, float]
    pips: dict[str, tuple[float, list[float], list[float]]]
    rings: list[float]
    panel: str
    families: dict[str, dict[str, str]]
    mirrored: str
    courts: dict[str, list[Shape]]
    back: list[Shape]
    star: str
    symbols: dict[str, str]


@cache
def art() -> Art:
    """The drawings that the board in the page and this module share."""
    return cast(Art, json.loads((files("canfield_widget") / "faces.json").read_text(encoding="utf-8")))


def colour(name: str) -> str:
    """The light theme's colour of that name.

    >>> colour("gold")
    '#E2AE45'
    """
    return art()["colours"][name][0]


def card_svg(card: str, *, lang: str = "en", small: bool = False) -> str:
    """One card face up as an SVG picture. Raises ValueError if `card` names none.

    >>> card_svg("TD").startswith("<svg ")
    True
    """
    return _picture(card_fragment(card, lang=lang, small=small))


def back_svg() -> str:
    """A card's back as an SVG picture."""
    return _picture(back_fragment())


def card_fragment(card: str, *, lang: str = "en", small: bool = False, covered: bool = False) -> str:
    """The card as a `<g>` of 100 x 140 for a bigger drawing.

    `small` is the face for cards under 60 pixels; of a `covered` card only the corner is drawn.
    """
    known = read_card(card)
    if known is UNKNOWN:
        raise ValueError(f"{card!r} is a card that nobody has seen: it has no face")
    rank, suit = str(known)
    face = "".join((*_index(rank, suit, lang, small), *(() if covered else _figure(rank, suit, small))))
    return _group(_paper() + face, f'fill="{_suit_colour(suit)}"')


def back_fragment(*, covered: bool = False) -> str:
    """The back as a `<g>` of 100 x 140 for a bigger drawing; of a `covered` one only its plain colour is drawn."""
    if covered:
        paint = f'fill="{colour("back")}" stroke="{colour("back-line")}"'
        return _group(f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="6.5" {paint}/>')
    star = _path(art()["star"], f'fill="{colour("gold")}" {_move(36, 56, 0.28)}')
    return _group(_paper() + "".join(_assemble(art()["back"])) + star)


def rank_fragment(rank: str, height: float, *, lang: str = "en") -> str:
    """The rank that an empty foundation waits for, as a `<g>` around the point (0, 0)."""
    path, width = _glyph(rank, lang)
    scale = height / 100
    return _group(_path(path, f"{_stroke(colour('ghost'), 10)} {_move(-width * scale / 2, -height / 2, scale)}"))


def _picture(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{inside}</svg>'


def _group(inside: str, attributes: str = "") -> str:
    return f'<g stroke-linecap="round" stroke-linejoin="round" {attributes}>{inside}</g>'


def _paper() -> str:
    """The sheet of a card, which CSS draws on the board; the edge lies inside the card."""
    width, height = CARD_WIDTH - 1, CARD_HEIGHT - 1
    paints = f'fill="{colour("paper")}" stroke="{colour("edge")}"'
    return f'<rect x=".5" y=".5" width="{width}" height="{height}" rx="6.5" {paints}/>'


def _index(rank: str, suit: str, lang: str, small: bool) -> Iterator[str]:
    """Rank and suit in the corner."""
    x, y, height, gap, size = art()["small" if small else "index"]
    path, width = _glyph(rank, lang)
    scale = height / 100
    yield _path(path, f"{_stroke(_suit_colour(suit), 15)} {_move(x, y, scale)}")
    yield _pip(suit, x + width * scale + gap + size / 2, y + height / 2, size)


def _figure(rank: str, suit: str, small: bool) -> Iterator[str]:
    """What lies below the index: a court in its panel, or pips."""
    if rank in art()["courts"]:
        yield _court(rank, suit, _SMALL_PANEL if small else 1)
        return
    size, sides, middle = art()["pips"]["small" if small else rank]
    for row in sides:
        yield _pip(suit, 28, row, size) + _pip(suit, 72, row, size)
    for row in middle:
        yield _pip(suit, 50, row, size)
    if rank == "A" and not small:
        yield from (_circle(50, 84, radius, _stroke(colour("gold"), 1.1)) for radius in art()["rings"])


def _court(rank: str, suit: str, zoom: float) -> str:
    panel = art()["panel"]
    turn = f' transform="matrix(-1 0 0 1 {_PANEL_WIDTH} 0)"' if suit in art()["mirrored"] else ""
    place = _move(CARD_WIDTH / 2 - _PANEL_WIDTH / 2 * zoom, _PANEL_FOOT - _PANEL_HEIGHT * zoom, zoom)
    ground = _path(panel, f'fill="{colour(f"panel-{_suit_colour_name(suit)}")}"')
    figure = "".join(_assemble(art()["courts"][rank], suit))
    line = _path(panel, _stroke(_suit_colour(suit), 0.8) + ' stroke-opacity=".5"')
    return f"<g {place}>{ground}<g{turn}>{figure}</g>{line}</g>"


def _assemble(shapes: Sequence[Shape], suit: str = "") -> Iterator[str]:
    for role, first, *rest in shapes:
        paint = _paint(str(role), suit)
        if not isinstance(first, str):
            yield from (_circle(x, y, first, f'fill="{paint}"') for x, y in zip(rest[::2], rest[1::2], strict=True))
        elif rest:
            dots = f' stroke-dasharray="0 {rest[1]}"' if rest[1:] else ""
            yield _path(first, _stroke(paint, rest[0]) + dots)
        else:
            yield _path(first, f'fill="{paint}"')


def _paint(role: str, suit: str) -> str:
    if role == "suit":
        return _suit_colour(suit)
    return art()["families"].get(suit, {}).get(role) or colour(role)


def _suit_colour_name(suit: str) -> str:
    return "red" if suit in "HD" else "ink"


def _suit_colour(suit: str) -> str:
    return colour(_suit_colour_name(suit))


def _glyph(rank: str, lang: str) -> tuple[str, float]:
    """The path of a rank in a language, and its width."""
    letter = art()["letters"].get(lang, {}).get(rank, rank)
    return art()["ranks"][letter], art()["widths"].get(letter, 60)


def _pip(suit: str, x: float, y: float, size: float) -> str:
    """A suit around the point (x, y)."""
    return _path(art()["suits"][suit], _move(x - size / 2, y - size / 2, size / 100))


def _path(path: str, attributes: str) -> str:
    return f'<path d="{path}" {attributes}/>'


def _circle(x: str | float, y: str | float, radius: float, attributes: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {attributes}/>'


def _stroke(paint: str, width: str | float) -> str:
    return f'fill="none" stroke="{paint}" stroke-width="{width}"'


def _move(x: float, y: float, scale: float) -> str:
    return f'transform="translate({round(x, 3):g} {round(y, 3):g}) scale({round(scale, 4):g})"'
