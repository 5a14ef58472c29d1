"""Single cards as drawings: the faces of the board from faces.json, as flat shapes and as SVG."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypedDict, cast

from canfield_widget.cards import UNKNOWN, read_card

Shape = Sequence[str | float]
"""A flat shape. Filled: role, path. Stroked: role, path, width; with round dots: role, path, width, distance.
Circles: role, radius, x, y, x, y, ... The role is `suit`, a part of the suit's family or the name of a colour."""

CARD_WIDTH = 100
CARD_HEIGHT = 140

THEMES = ("light", "dark")
PAGE = "page"
"""The theme of a picture whose colours are CSS custom properties, light where the page sets none."""

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


@dataclass(frozen=True, slots=True)
class Mark:
    """One flat shape of a drawing.

    `path` is in the five absolute commands M, L, Q, C and Z, or a circle as x, y and radius. It is scaled by `across`
    and `down`, then moved by (`x`, `y`). `fill` and `stroke` are names of colours, or colours. A stroke is `width`
    thick before the scaling, with round ends and joins; `dots` apart it is a row of round dots.
    """

    path: str | tuple[float, float, float]
    fill: str = ""
    stroke: str = ""
    width: float = 0
    dots: float = 0
    opacity: float = 1
    x: float = 0
    y: float = 0
    across: float = 1
    down: float = 1

    def moved(self, x: float, y: float) -> Mark:
        """The same shape so much further to the right and down."""
        return replace(self, x=self.x + x, y=self.y + y)


def colour(name: str, theme: str = "light") -> str:
    """The colour of that name in a theme, light or dark; under `page` a custom property. A colour is itself.

    >>> colour("gold"), colour("gold", "dark"), colour("gold", "page")
    ('#E2AE45', '#D9A53C', 'var(--cfw-gold,#E2AE45)')
    """
    if name.startswith("#"):
        return name
    pair = art()["colours"][name]
    return f"var(--cfw-{name},{pair[0]})" if theme == PAGE else pair[THEMES.index(theme)]


def check_theme(theme: object, themes: Sequence[str] = THEMES) -> None:
    """Raises ValueError unless `theme` is one of `themes`."""
    if theme not in themes:
        raise ValueError(f"theme: read {theme!r}, expected one of {', '.join(themes)}")


# The drawings


@lru_cache(maxsize=1024)
def card_marks(card: str, *, lang: str = "en", small: bool = False, covered: bool = False) -> tuple[Mark, ...]:
    """The card face up, on 100 x 140. Raises ValueError if `card` names none.

    `small` is the face for cards under 60 pixels; of a `covered` card only the corner is drawn.
    """
    known = read_card(card)
    if known is UNKNOWN:
        raise ValueError(f"{card!r} is a card that nobody has seen: it has no face")
    rank, suit = str(known)
    return (_PAPER, *_index(rank, suit, lang, small), *(() if covered else _figure(rank, suit, small)))


@cache
def back_marks(*, covered: bool = False) -> tuple[Mark, ...]:
    """The back of a card, on 100 x 140; of a `covered` one only its plain colour is drawn."""
    if covered:
        return (replace(_PAPER, fill="back", stroke="back-line", width=0.6),)
    star = Mark(art()["star"], fill="gold", x=36, y=56, across=0.28, down=0.28)
    return (_PAPER, *_assemble(art()["back"]), star)


def rank_marks(rank: str, height: float, *, lang: str = "en") -> tuple[Mark, ...]:
    """The rank that an empty foundation waits for, around the point (0, 0)."""
    path, width = _glyph(rank, lang)
    scale = height / 100
    return (Mark(path, stroke="ghost", width=10, x=-width * scale / 2, y=-height / 2, across=scale, down=scale),)


def symbol_mark(name: str, size: float) -> Mark:
    """A symbol of the board in the colour of empty places, around the point (0, 0)."""
    return Mark(art()["symbols"][name], stroke="ghost", width=1.6, x=-size / 2, y=-size / 2,
                across=size / 24, down=size / 24)  # fmt: skip


def sheet(x: float, y: float, width: float, height: float, radius: float) -> str:
    """The path of a rectangle with round corners."""
    right, foot, handle = x + width, y + height, radius * 0.448
    corners = (
        f"M{x + radius:g} {y:g}L{right - radius:g} {y:g}"
        f"C{right - handle:g} {y:g} {right:g} {y + handle:g} {right:g} {y + radius:g}",
        f"L{right:g} {foot - radius:g}"
        f"C{right:g} {foot - handle:g} {right - handle:g} {foot:g} {right - radius:g} {foot:g}",
        f"L{x + radius:g} {foot:g}C{x + handle:g} {foot:g} {x:g} {foot - handle:g} {x:g} {foot - radius:g}",
        f"L{x:g} {y + radius:g}C{x:g} {y + handle:g} {x + handle:g} {y:g} {x + radius:g} {y:g}Z",
    )
    return "".join(corners)


_PAPER = Mark(sheet(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, 6.5), fill="paper", stroke="edge", width=1)
"""The sheet of a card, which CSS draws on the board; the edge lies inside the card."""


def _index(rank: str, suit: str, lang: str, small: bool) -> Iterator[Mark]:
    """Rank and suit in the corner."""
    x, y, height, gap, size = art()["small" if small else "index"]
    path, width = _glyph(rank, lang)
    scale = height / 100
    yield Mark(path, stroke=_suit_colour(suit), width=15, x=x, y=y, across=scale, down=scale)
    yield _pip(suit, x + width * scale + gap + size / 2, y + height / 2, size)


def _figure(rank: str, suit: str, small: bool) -> Iterator[Mark]:
    """What lies below the index: a court in its panel, or pips."""
    if rank in art()["courts"]:
        yield from _court(rank, suit, _SMALL_PANEL if small else 1)
        return
    size, sides, middle = art()["pips"]["small" if small else rank]
    for row in sides:
        yield from (_pip(suit, 28, row, size), _pip(suit, 72, row, size))
    for row in middle:
        yield _pip(suit, 50, row, size)
    if rank == "A" and not small:
        yield from (Mark((50, 84, radius), stroke="gold", width=1.1) for radius in art()["rings"])


def _court(rank: str, suit: str, zoom: float) -> Iterator[Mark]:
    left, top = CARD_WIDTH / 2 - _PANEL_WIDTH / 2 * zoom, _PANEL_FOOT - _PANEL_HEIGHT * zoom
    mirrored = suit in art()["mirrored"]
    turn = {"x": left + _PANEL_WIDTH * zoom, "across": -zoom} if mirrored else {"x": left, "across": zoom}
    panel = Mark(art()["panel"], x=left, y=top, across=zoom, down=zoom)
    yield replace(panel, fill=f"panel-{_suit_colour(suit)}")
    yield from (replace(mark, y=top, down=zoom, **turn) for mark in _assemble(art()["courts"][rank], suit))
    yield replace(panel, stroke=_suit_colour(suit), width=0.8, opacity=0.5)


def _assemble(shapes: Sequence[Shape], suit: str = "") -> Iterator[Mark]:
    for role, first, *rest in shapes:
        paint = _paint(str(role), suit)
        if not isinstance(first, str):
            circles = cast("list[float]", rest)
            yield from (Mark((x, y, first), fill=paint) for x, y in zip(circles[::2], circles[1::2], strict=True))
        elif rest:
            yield Mark(first, stroke=paint, width=float(rest[0]), dots=float(rest[1]) if rest[1:] else 0)
        else:
            yield Mark(first, fill=paint)


def _paint(role: str, suit: str) -> str:
    if role == "suit":
        return _suit_colour(suit)
    return art()["families"].get(suit, {}).get(role) or role


def _suit_colour(suit: str) -> str:
    return "red" if suit in "HD" else "ink"


def _glyph(rank: str, lang: str) -> tuple[str, float]:
    """The path of a rank in a language, and its width."""
    letter = art()["letters"].get(lang, {}).get(rank, rank)
    return art()["ranks"][letter], art()["widths"].get(letter, 60)


def _pip(suit: str, x: float, y: float, size: float) -> Mark:
    """A suit around the point (x, y)."""
    scale = size / 100
    return Mark(art()["suits"][suit], fill=_suit_colour(suit), x=x - size / 2, y=y - size / 2, across=scale, down=scale)


# As SVG


def card_svg(card: str, *, lang: str = "en", small: bool = False) -> str:
    """One card face up as an SVG picture. Raises ValueError if `card` names none.

    >>> card_svg("TD").startswith("<svg ")
    True
    """
    return _alone(card_fragment(card, lang=lang, small=small))


def card_fragment(card: str, *, lang: str = "en", small: bool = False, covered: bool = False) -> str:
    """The card as a `<g>` of 100 x 140 for a bigger drawing, see `card_marks`."""
    return fragment(card_marks(card, lang=lang, small=small, covered=covered))


def back_fragment(*, covered: bool = False) -> str:
    """The back as a `<g>` of 100 x 140 for a bigger drawing, see `back_marks`."""
    return fragment(back_marks(covered=covered))


def fragment(marks: Iterable[Mark], theme: str = "light") -> str:
    """Shapes as a `<g>`, in the colours of the theme."""
    drawn = "".join(_shape(mark, theme) for mark in marks)
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'


def _alone(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{inside}</svg>'


def _shape(mark: Mark, theme: str) -> str:
    if isinstance(mark.path, str):
        form = f'path d="{mark.path}"'
    else:
        x, y, radius = mark.path
        form = f'circle cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    if mark.fill:
        form += f' fill="{colour(mark.fill, theme)}"'
    if mark.stroke:
        form += f' stroke="{colour(mark.stroke, theme)}" stroke-width="{mark.width:g}"'
    if mark.dots:
        form += f' stroke-dasharray="0 {mark.dots:g}"'
    if mark.opacity != 1:
        form += f' stroke-opacity="{mark.opacity:g}"'
    x, y, across, down = (f"{round(number, 4):g}" for number in (mark.x, mark.y, mark.across, mark.down))
    if (x, y, across, down) != ("0", "0", "1", "1"):
        scale = across if across == down else f"{across} {down}"
        form += f' transform="translate({x} {y}) scale({scale})"'
    return f"<{form}/>"
