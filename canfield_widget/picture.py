"""Where everything lies in a picture of a position, in the layout of the board; 100 units are a card's width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, Pile, read_card
from canfield_widget.faces import CARD_HEIGHT, CARD_WIDTH, Mark, back_marks, card_marks, rank_marks, sheet, symbol_mark
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move, read_move
from canfield_widget.position import Position, reserve_names
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import steps, why_not
from canfield_widget.speech import sentence, speak_move, speak_position
from canfield_widget.texts import text
from canfield_widget.variants import ReserveFace

_BETWEEN, _WASTE_STEP, _GUTTER, _MARGIN = 16, 47, 50, 24
_ABOVE, _ROW_GAP, _BELOW, _TUCK, _FAN, _FAN_DOWN = 22, 30, 34, 78, 35, 10
_ACROSS = CARD_WIDTH + _BETWEEN
_WASTE_SHOWN = 3
_SLANT, _STRIP, _STAIR, _STAIRS = 8.6, 29, 8.5, 106
_LEFT_BLOCK = _ACROSS + CARD_WIDTH + (_WASTE_SHOWN - 1) * _WASTE_STEP
_RIGHT = _MARGIN + _LEFT_BLOCK + _GUTTER
_COUNT_DROP = 21
_LETTERS = 1 / 65
"""The size of counts for each unit of the picture's width: readable where many columns are drawn small."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, or an empty place: where it lies, what is drawn there (around its top left corner), and what it is.

    `index` counts from the bottom of `pile`, and is -1 for a place. `free` is the part that nothing lies on: left and
    top within the card, width and height.
    """

    pile: str
    index: int
    x: float
    y: float
    marks: tuple[Mark, ...]
    free: tuple[float, float, float, float] = (0, 0, CARD_WIDTH, CARD_HEIGHT)

    def box(self) -> tuple[float, float, float, float]:
        """The free part in the picture: left, top, right, bottom."""
        left, top, wide, high = self.free
        return self.x + left, self.y + top, self.x + left + wide, self.y + top + high


@dataclass(frozen=True, slots=True)
class Label:
    """A short text, centred on x, standing on y; `size` is the height of its letters' body."""

    text: str
    x: float
    y: float
    size: float
    paint: str = "muted"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A frame around what is talked about; with a number where the order matters."""

    x: float
    y: float
    wide: float
    high: float
    paint: str
    number: str = ""

    def marks(self) -> tuple[Mark, ...]:
        """Halo, ring, and the disc that the number stands on."""
        path = sheet(self.x - 2, self.y - 2, self.wide + 4, self.high + 4, 8.5)
        halo = sheet(self.x - 5.5, self.y - 5.5, self.wide + 11, self.high + 11, 12)
        rings = (Mark(halo, stroke=self.paint, width=4, opacity=0.26), Mark(path, stroke=self.paint, width=4))
        return (*rings, Mark((self.x + self.wide, self.y, 12), fill=self.paint)) if self.number else rings

    def labels(self) -> tuple[Label, ...]:
        """The number, if there is one."""
        if not self.number:
            return ()
        return (Label(self.number, self.x + self.wide, self.y + 5.5, 15, "on", bold=True),)


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything in the picture of a position, in drawing order, and its description in words."""

    width: float
    height: float
    tray: Mark
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...]
    rings: tuple[Ring, ...]
    words: str

    def all_labels(self) -> Iterator[Label]:
        """The labels, those of the rings among them."""
        yield from self.labels
        for ring in self.rings:
            yield from ring.labels()


def lay_out(
    position: Position, *, lang: str = "en", move: Move | str | None = None, highlight: Iterable[str | Card] = ()
) -> Picture:
    """The picture of what a player sees of `position`.

    `move`, a legal one, is marked: 1 stands on what moves and 2 on where it goes. `highlight` names cards that lie
    face up (`7H`), and piles (`T3`) for their tops. Raises IllegalMove, and ValueError for what is neither.
    """
    seen = position.player_view()
    columns = max(len(seen.tableau), 4)
    rows = max(-(-len(seen.foundations) // columns), 1)
    each = -(-len(seen.foundations) // rows)
    top = _ABOVE + CARD_HEIGHT + (rows - 1) * _TUCK + _ROW_GAP
    width = _RIGHT + columns * _ACROSS - _BETWEEN + _MARGIN
    letters = width * _LETTERS
    labels = list(_counts(seen, letters, lang))
    pieces = [*_stock(seen), *_waste(seen, lang)]
    pieces += [_foundation(seen, n, each, lang) for n in _back_to_front(seen)]
    for n, pile in enumerate(seen.reserves):
        cards = _reserve(seen, n, pile, top, lang)
        pieces += cards
        if cards:
            middle = cards[0].x if seen.variant.reserve_face is not ReserveFace.ALL else cards[-1].x
            x = (middle + cards[-1].x + CARD_WIDTH) / 2
            labels.append(Label(str(len(pile)), x, cards[-1].y + CARD_HEIGHT + _COUNT_DROP, letters))
    for n in range(len(seen.tableau)):
        pieces += _column(seen, n, _RIGHT + n * _ACROSS, top, lang)
    lowest = max([top + CARD_HEIGHT, *(piece.y + CARD_HEIGHT for piece in pieces), *(label.y for label in labels)])
    tray = sheet(_RIGHT - 10, _ABOVE - 10, each * _ACROSS - _BETWEEN + 20, top - _ABOVE - _ROW_GAP + 20, 18)
    rings, words = _highlights(seen, pieces, highlight), speak_position(seen, lang)
    if move is not None:
        made = move if isinstance(move, Move) else read_move(move)
        rings += _move_rings(position, pieces, made)
        words += "\n" + sentence(speak_move(position, made, lang))
    return Picture(width, lowest + _BELOW, Mark(tray, fill="tray"), tuple(pieces), tuple(labels), rings, words)


# The piles


def _card(card: Card, lang: str, *, covered: bool = False) -> tuple[Mark, ...]:
    return back_marks(covered=covered) if card == UNKNOWN else card_marks(str(card), lang=lang, covered=covered)


_OUTLINE = Mark(sheet(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, 7), fill="place", stroke="ghost", width=1, opacity=0.6)


def _place(pile: str, x: float, y: float, *inside: Mark, fill: str = "place") -> Piece:
    return Piece(pile, -1, x, y, (replace(_OUTLINE, fill=fill), *inside))


def _counts(seen: Position, letters: float, lang: str) -> Iterator[Label]:
    y = _ABOVE + CARD_HEIGHT + _COUNT_DROP
    if seen.stock:
        yield Label(str(len(seen.stock)), _MARGIN + CARD_WIDTH / 2, y, letters)
    if seen.variant.passes is not None:
        passed = text("pass-of", lang, n=seen.pass_number, of=seen.variant.passes)
        yield Label(passed, _MARGIN + _ACROSS + CARD_WIDTH / 2, y, letters)


def _stock(seen: Position) -> Iterator[Piece]:
    """The stock, the arrow where the waste may be turned over, nothing where no pass is left."""
    if seen.stock:
        yield Piece(STOCK, len(seen.stock) - 1, _MARGIN, _ABOVE, back_marks())
    elif why_not(seen, Move(WASTE, STOCK)) is None:
        arrow = symbol_mark("turn", 44).moved(CARD_WIDTH / 2, CARD_HEIGHT / 2)
        yield _place(STOCK, _MARGIN, _ABOVE, arrow, fill="space")
    else:
        yield Piece(STOCK, -1, _MARGIN, _ABOVE, ())


def _waste(seen: Position, lang: str) -> Iterator[Piece]:
    x = _MARGIN + _ACROSS
    if not seen.waste:
        yield Piece(WASTE, -1, x, _ABOVE, ())
    first = len(seen.waste) - min(max(seen.packet, 1), _WASTE_SHOWN, len(seen.waste))
    for n, card in enumerate(seen.waste[first:]):
        wide = CARD_WIDTH if first + n == len(seen.waste) - 1 else _WASTE_STEP
        yield Piece(WASTE, first + n, x + n * _WASTE_STEP, _ABOVE, _card(card, lang), (0, 0, wide, CARD_HEIGHT))


def _back_to_front(seen: Position) -> list[int]:
    """The foundations in drawing order: empty places lie behind cards, and later ones behind earlier ones."""
    numbers = range(len(seen.foundations))
    return [n for n in reversed(numbers) if not seen.foundations[n]] + [n for n in numbers if seen.foundations[n]]


def _foundation(seen: Position, n: int, each: int, lang: str) -> Piece:
    x, y, name = _RIGHT + n % each * _ACROSS, _ABOVE + n // each * _TUCK, f"{FOUNDATION}{n + 1}"
    pile = seen.foundations[n]
    if pile:
        below = n + each < len(seen.foundations) and seen.foundations[n + each]
        free = (0, 0, CARD_WIDTH, _TUCK if below else CARD_HEIGHT)
        return Piece(name, len(pile) - 1, x, y, _card(pile[-1], lang), free)
    # Where rows are tucked, the rank stands in the strip that the other row leaves free.
    tucked = len(seen.foundations) > each
    free = (0, 0 if n < each else CARD_HEIGHT - _TUCK, CARD_WIDTH, _TUCK if tucked else CARD_HEIGHT)
    rank = rank_marks(RANK_LETTERS[seen.base - 1], 34 if tucked else 40, lang=lang) if seen.base else ()
    inside = (mark.moved(CARD_WIDTH / 2, free[1] + free[3] / 2) for mark in rank)
    return replace(_place(name, x, y, *inside), free=free)


def _reserve(seen: Position, n: int, pile: Pile, top: float, lang: str) -> list[Piece]:
    """The staircase of a reserve: backs that peep out to the left, or open cards let down. Several lie in pairs."""
    size, last, let_down = seen.variant.reserve_size, len(pile) - 1, seen.variant.reserve_face is ReserveFace.ALL
    step = min(_SLANT if let_down else _STAIR, _STAIRS / max(size - 1, 1))
    x, y = _MARGIN + _ACROSS - (_STAIRS if let_down else 0), top
    if len(seen.reserves) > 1:
        step = min(step, (_LEFT_BLOCK - 2 * CARD_WIDTH) / 2 / max(size - 1, 1))
        stairs = step * (size - 1)
        x = _MARGIN + _LEFT_BLOCK - CARD_WIDTH - let_down * stairs if n % 2 else _MARGIN + (not let_down) * stairs
        y += n // 2 * (CARD_HEIGHT + _ROW_GAP + (_STRIP * (size - 1) if let_down else 0))
    name = reserve_names(seen.variant)[n]
    if let_down:
        return [
            Piece(name, i, x + i * step, y + i * _STRIP, _card(card, lang, covered=i < last),
                  (0, 0, CARD_WIDTH, CARD_HEIGHT if i == last else _STRIP))
            for i, card in enumerate(pile)
        ]  # fmt: skip
    return [
        Piece(name, i, x - (last - i) * step, y, _card(card, lang, covered=i < last),
              (0, 0, CARD_WIDTH if i == last else step, CARD_HEIGHT))
        for i, card in enumerate(pile)
    ]  # fmt: skip


def _column(seen: Position, n: int, x: float, y: float, lang: str) -> Iterator[Piece]:
    name, pile = f"T{n + 1}", seen.tableau[n]
    if not pile:
        yield _place(name, x, y, fill="space")
    for i, card in enumerate(pile):
        top = i == len(pile) - 1
        step = _FAN_DOWN if seen.is_face_down(n, i) else _FAN
        free = (0, 0, CARD_WIDTH, CARD_HEIGHT if top else step)
        yield Piece(name, i, x, y, _card(card, lang, covered=not top), free)
        y += step


# What is marked


def _ring(pieces: list[Piece], paint: str, number: str = "") -> Ring:
    """One ring around pieces that lie on each other."""
    lefts, tops, rights, bottoms = zip(*(piece.box() for piece in pieces), strict=True)
    x, y = min(lefts), min(tops)
    return Ring(x, y, max(rights) - x, max(bottoms) - y, paint, number)


def _move_rings(position: Position, pieces: list[Piece], move: Move) -> tuple[Ring, ...]:
    if refusal := why_not(position, move):
        raise IllegalMove(move, position, refusal)
    first = steps(position, move)[0]
    source = [piece for piece in pieces if piece.pile == first.source][-first.count :]
    target = [piece for piece in pieces if piece.pile == first.target][-1:]
    return _ring(source, "hint", "1"), _ring(target, "hint", "2")


def _highlights(seen: Position, pieces: list[Piece], highlight: Iterable[str | Card]) -> tuple[Ring, ...]:
    rings = list[Ring]()
    for wanted in (highlight,) if isinstance(highlight, str) else highlight:
        name = str(wanted).upper()
        found = [piece for piece in pieces if piece.pile == name][-1:] or _showing(seen, pieces, name)
        if not found:
            names = ", ".join(seen.pile_names())
            raise ValueError(f"highlight: read {wanted!r}, expected a card that is to be seen, or one of {names}")
        rings += [_ring([piece], "can") for piece in found]
    return tuple(rings)


def _showing(seen: Position, pieces: list[Piece], name: str) -> list[Piece]:
    try:
        card = read_card(name)
    except ValueError:
        return []
    return [p for p in pieces if p.index >= 0 and card != UNKNOWN and seen.pile(p.pile)[p.index] == card]
