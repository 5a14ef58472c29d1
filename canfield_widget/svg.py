"""A position as an SVG picture in the layout of the board, standard library only."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, Pile
from canfield_widget.faces import CARD_HEIGHT, CARD_WIDTH, back_fragment, card_fragment, colour, rank_fragment
from canfield_widget.position import Position
from canfield_widget.speech import speak_position, title_of
from canfield_widget.variants import ReserveFace

_BETWEEN, _WASTE_STEP, _GUTTER, _MARGIN = 16, 47, 50, 24
_ABOVE, _ROW_GAP, _BELOW, _TUCK, _FAN, _FAN_DOWN = 22, 30, 34, 78, 35, 10
_ACROSS = CARD_WIDTH + _BETWEEN
_WASTE_SHOWN = 3
_RESERVE_SLANT, _RESERVE_STEP, _STAIRS = 8.6, 29, 106


def position_svg(position: Position, *, lang: str = "en", width: int = 720) -> str:
    """The position as a player sees it, drawn in `width` CSS pixels and scalable to any size.

    What lies face down is drawn as a back; no name of a hidden card is anywhere in the text of the picture.
    """
    seen = position.player_view()
    right = _MARGIN + _ACROSS + CARD_WIDTH + 2 * _WASTE_STEP + _GUTTER
    columns = max(len(seen.tableau), 4)
    rows = -(-len(seen.foundations) // columns)
    top = _ABOVE + CARD_HEIGHT + (rows - 1) * _TUCK + _ROW_GAP
    parts = [
        *_stock_and_waste(seen, lang),
        *(_foundation(seen, n, right, columns, lang) for n in _back_to_front(seen)),
    ]
    lowest = top + CARD_HEIGHT
    for n, pile in enumerate(seen.reserves):
        drawn, end = _reserve(seen, pile, top + n * (CARD_HEIGHT + _ROW_GAP), lang)
        parts += drawn
        lowest = max(lowest, end)
    for n in range(len(seen.tableau)):
        drawn, end = _column(seen, n, right + n * _ACROSS, top, lang)
        parts += drawn
        lowest = max(lowest, end)
    across = right + columns * _ACROSS - _BETWEEN + _MARGIN
    tray = (f'<rect x="{right - 10}" y="{_ABOVE - 10}" width="{columns * _ACROSS - _BETWEEN + 20}" '
            f'height="{top - _ABOVE - _ROW_GAP + 20}" rx="18" fill="{colour("tray")}"/>')  # fmt: skip
    size = f'width="{width}" viewBox="0 0 {across:g} {lowest + _BELOW:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f"<title>{escape(title_of(seen.variant, lang))}</title><desc>{escape(speak_position(seen, lang))}</desc>"
        f'<rect width="100%" height="100%" rx="12" fill="{colour("table-top")}"/>{tray}{"".join(parts)}</svg>'
    )


def _at(x: float, y: float, inside: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{inside}</g>'


def _card(card: Card, lang: str, *, covered: bool = False) -> str:
    return back_fragment(covered=covered) if card == UNKNOWN else card_fragment(str(card), lang=lang, covered=covered)


def _place(x: float, y: float, inside: str = "") -> str:
    paint = f'fill="{colour("place")}" stroke="{colour("ghost")}" stroke-opacity=".6"'
    outline = f'<rect x=".5" y=".5" width="99" height="139" rx="7" {paint}/>'
    return _at(x, y, outline + inside)


def _stock_and_waste(seen: Position, lang: str) -> Iterator[str]:
    yield _at(_MARGIN, _ABOVE, back_fragment()) if seen.stock else _place(_MARGIN, _ABOVE)
    fanned = min(max(seen.packet, 1), _WASTE_SHOWN)
    for n, card in enumerate(seen.waste[-fanned:]):
        yield _at(_MARGIN + _ACROSS + n * _WASTE_STEP, _ABOVE, _card(card, lang))
    if seen.stock:
        yield _count(len(seen.stock), _MARGIN + CARD_WIDTH / 2, _ABOVE + CARD_HEIGHT + 20)


def _count(number: int, x: float, y: float) -> str:
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="13" '
            f'fill="{colour("muted")}">{number}</text>')  # fmt: skip


def _back_to_front(seen: Position) -> list[int]:
    """The foundations in drawing order: empty places lie behind cards, and later ones behind earlier ones."""
    numbers = range(len(seen.foundations))
    return [n for n in reversed(numbers) if not seen.foundations[n]] + [n for n in numbers if seen.foundations[n]]


def _foundation(seen: Position, n: int, left: float, columns: int, lang: str) -> str:
    x, y = left + n % columns * _ACROSS, _ABOVE + n // columns * _TUCK
    if seen.foundations[n]:
        return _at(x, y, _card(seen.foundations[n][-1], lang))
    tucked = len(seen.foundations) > columns
    middle = CARD_HEIGHT - _TUCK / 2 if tucked and n >= columns else CARD_HEIGHT / 2
    rank = rank_fragment(RANK_LETTERS[seen.base - 1], 34 if tucked else 40, lang=lang) if seen.base else ""
    return _place(x, y, _at(CARD_WIDTH / 2, middle, rank) if rank else "")


def _reserve(seen: Position, pile: Pile, top: float, lang: str) -> tuple[list[str], float]:
    """The staircase of a reserve, and where it ends."""
    x, last = _MARGIN + _ACROSS, len(pile) - 1
    if not pile:
        return [], top
    if seen.variant.reserve_face is ReserveFace.ALL:
        slant = min(_RESERVE_SLANT, _STAIRS / max(seen.variant.reserve_size - 1, 1))
        left = x - (seen.variant.reserve_size - 1) * slant
        cards = [
            _at(left + i * slant, top + i * _RESERVE_STEP, _card(card, lang, covered=i < last))
            for i, card in enumerate(pile)
        ]
        end = top + last * _RESERVE_STEP + CARD_HEIGHT
    else:
        step = _STAIRS / max(seen.variant.reserve_size - 1, 12)
        cards = [_at(x - (last - i) * step, top, _card(card, lang, covered=i < last)) for i, card in enumerate(pile)]
        end = top + CARD_HEIGHT
    return [*cards, _count(len(pile), x + CARD_WIDTH / 2, end + 20)], end + 20


def _column(seen: Position, n: int, x: float, top: float, lang: str) -> tuple[list[str], float]:
    """The cards of a column, and where it ends."""
    if not seen.tableau[n]:
        return [_place(x, top)], top + CARD_HEIGHT
    drawn, y, last = list[str](), top, len(seen.tableau[n]) - 1
    for i, card in enumerate(seen.tableau[n]):
        drawn.append(_at(x, y, _card(card, lang, covered=i < last)))
        y += _FAN_DOWN if seen.is_face_down(n, i) else _FAN
    return drawn, y - _FAN + CARD_HEIGHT
