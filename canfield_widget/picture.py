"""Where everything lies in a picture of a position, in the layout of the board; 100 units are a card's width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from canfield_widget.arguments import expect, shown
from canfield_widget.arrows import Arrow, Box, Wanted, lay_arrows
from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, Pile, read_card
from canfield_widget.faces import CARD_HEIGHT, CARD_WIDTH, Mark, back_marks, card_marks, rank_marks, sheet, symbol_mark
from canfield_widget.lettering import Label, lay_caption, speak_open, width_of
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move, read_move
from canfield_widget.position import Position, reserve_names
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import steps, why_not
from canfield_widget.speech import sentence, speak_move, speak_position
from canfield_widget.texts import text
from canfield_widget.texts import words as words_of
from canfield_widget.variants import ReserveFace

_BETWEEN, _GUTTER, _MARGIN = 16, 50, 24
_ABOVE, _BELOW, _TUCK, _FAN_DOWN = 22, 34, 78, 10
_ACROSS = CARD_WIDTH + _BETWEEN
_WASTE_SHOWN = 3
_TRAY = 10
_SLANT, _STAIR, _STAIRS = 8.6, 8.5, 106
_LADDER, _MOST_IN_ONE_LADDER = 14, 20
_CORNER, _TEN = ((41, 29), (53, 38)), 8
_USUAL_PIXELS, _SMALL_CARD, _COUNT, CAPTION, _THICKEST = 720, 60, 11, 12.5, 1.7
"""In CSS pixels: a picture's usual width, the width of a card below which it has the small face, letters' sizes.
Last, how much thicker arrows become where cards are small."""
_VEIL = Mark(sheet(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, 6.5), fill="#1F556130")


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are drawn: the language of their letters, the face, whether what lies face down is to be seen.

    `fan`, `strip` and `waste_step` leave free what a covered card says in its corner.
    """

    lang: str
    small: bool = False
    open: bool = False

    @property
    def fan(self) -> int:
        """From one card of a column to the next."""
        return 43 if self.small else 35

    @property
    def strip(self) -> int:
        """From one card of an open reserve to the next."""
        return 40 if self.small else 29

    @property
    def row_gap(self) -> int:
        """From one row of piles to the next; counts stand there."""
        return 36 if self.small else 30

    @property
    def waste_step(self) -> int:
        """From one card of a packet to the next."""
        return 62 if self.small else 47

    @property
    def left_block(self) -> int:
        """The width of stock and waste."""
        return _ACROSS + CARD_WIDTH + (_WASTE_SHOWN - 1) * self.waste_step

    @property
    def right(self) -> int:
        """Where foundations and columns begin."""
        return _MARGIN + self.left_block + _GUTTER

    def card(self, card: Card, *, covered: bool = False, down: bool = False) -> tuple[Mark, ...]:
        """The face or the back; a veil lies on the face of a card that lies face down."""
        if card == UNKNOWN:
            return back_marks(covered=covered)
        face = card_marks(str(card), lang=self.lang, small=self.small, covered=covered)
        return (*face, _VEIL) if down else face


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
    arrows: tuple[Arrow, ...]
    words: str

    def all_labels(self) -> Iterator[Label]:
        """The labels, those of the rings among them."""
        yield from self.labels
        for ring in self.rings:
            yield from ring.labels()


def lay_out(
    position: Position, *, lang: str = "en", move: Move | str | None = None, highlight: Iterable[str | Card] = (),
    arrows: Iterable[Wanted] = (), caption: str | None = None, player_view: bool = True, pixels: float = _USUAL_PIXELS,
    least_height: float = 0,
) -> Picture:  # fmt: skip
    """The picture of what a player sees of `position`, or of every card but the stock's where not `player_view`.

    `move`, a legal one, is marked: 1 stands on what moves and 2 on where it goes. `highlight` names cards that are
    to be seen (`7H`), and piles (`T3`) for their tops; `arrows` are moves, legal or not, and pairs of such names.
    `caption` stands under the board. `pixels` is how wide the picture is to be, in CSS pixels: where that makes cards
    small, their corners are larger. Raises IllegalMove, and ValueError for what is neither.
    """
    words_of(lang)  # raises ValueError for a language that is none
    expect(position, Position, "position", "a Position, such as deal() gives")
    for name, value in (("pixels", pixels), ("least_height", least_height)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < inf:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"{name}: read {shown(value)}, expected a number, at least 0")
    seen = position.player_view() if player_view else position
    columns = max(len(seen.tableau), 4)
    wide = columns * _ACROSS - _BETWEEN + _MARGIN
    look = Look(lang, CARD_WIDTH * pixels < _SMALL_CARD * (Look(lang).right + wide), not player_view)
    width = look.right + wide
    rows = max(-(-len(seen.foundations) // columns), 1)
    each = -(-len(seen.foundations) // rows)
    top = _ABOVE + CARD_HEIGHT + (rows - 1) * _TUCK + look.row_gap
    pixel = width / min(pixels, _USUAL_PIXELS)
    letters = min(_COUNT * pixel, 0.7 * look.row_gap)
    labels = list(_counts(seen, letters, look))
    pieces = [*_stock(seen, look), *_waste(seen, look)]
    pieces += [_foundation(seen, n, each, look) for n in _back_to_front(seen)]
    for n, pile in enumerate(seen.reserves):
        cards = _reserve(seen, n, pile, top, look)
        pieces += cards
        if cards:
            last = cards[-1]
            middle = cards[0].x if cards[0].y == last.y else last.x
            x = (middle + last.x + CARD_WIDTH) / 2
            labels.append(Label(str(len(pile)), x, last.y + CARD_HEIGHT + 0.7 * look.row_gap, letters))
    for n in range(len(seen.tableau)):
        pieces += _column(seen, n, look.right + n * _ACROSS, top, look)
    lowest = max([top + CARD_HEIGHT, *(piece.y + CARD_HEIGHT for piece in pieces), *(label.y for label in labels)])
    height = max(lowest + _BELOW, least_height)
    tray = sheet(look.right - _TRAY, _ABOVE - _TRAY, each * _ACROSS - _BETWEEN + 2 * _TRAY,
                 top - _ABOVE - look.row_gap + 2 * _TRAY, 18)  # fmt: skip
    rings = _highlights(seen, pieces, highlight)
    words = [speak_position(seen, lang) if player_view else speak_open(seen, lang)]
    if move is not None:
        made = move if isinstance(move, Move) else read_move(move)
        rings += _move_rings(position, pieces, made)
        words.append(sentence(speak_move(seen, made, lang)))
    pointed = lay_arrows(
        seen, arrows, spots={(piece.pile, piece.index): piece.box() for piece in pieces},
        spared={(piece.pile, piece.index): box for piece in pieces if (box := _legible(seen, piece, look))},
        frame=(width, height), size=min(max(_SMALL_CARD * pixel / CARD_WIDTH, 1), _THICKEST), lang=lang,
    )  # fmt: skip
    if caption is not None:
        under = lay_caption(caption, size=CAPTION * pixel, middle=width / 2, top=height - _BELOW / 2,
                            width=width - 2 * _MARGIN)  # fmt: skip
        labels += under
        height = max([height, *(label.y + 0.9 * label.size for label in under)])
        words.insert(0, " ".join(label.text for label in under))
    words += [arrow.words for arrow in pointed]
    return Picture(width, height, Mark(tray, fill="tray"), tuple(pieces), tuple(labels), rings, pointed,
                   "\n".join(words))  # fmt: skip


# The piles


_OUTLINE = Mark(sheet(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, 7), fill="place", stroke="ghost", width=1, opacity=0.6)


def _place(pile: str, x: float, y: float, *inside: Mark, fill: str = "place") -> Piece:
    return Piece(pile, -1, x, y, (replace(_OUTLINE, fill=fill), *inside))


def _counts(seen: Position, letters: float, look: Look) -> Iterator[Label]:
    y = _ABOVE + CARD_HEIGHT + 0.7 * look.row_gap
    if seen.stock:
        yield Label(str(len(seen.stock)), _MARGIN + CARD_WIDTH / 2, y, letters)
    if seen.variant.passes is not None:
        passed = text("pass-of", look.lang, n=seen.pass_number, of=seen.variant.passes)
        # Under the waste where it can be; a long one keeps clear of the count on its left and the tray on its right.
        left = _MARGIN + (CARD_WIDTH + width_of(str(len(seen.stock)), letters)) / 2 + 0.6 * letters
        room = look.right - _TRAY - left
        small = min(letters, letters * room / width_of(passed, letters))
        yield Label(passed, max(_MARGIN + _ACROSS + CARD_WIDTH / 2, left + width_of(passed, small) / 2), y, small)


def _stock(seen: Position, look: Look) -> Iterator[Piece]:
    """The stock, the arrow where the waste may be turned over, nothing where no pass is left."""
    if seen.stock:
        yield Piece(STOCK, len(seen.stock) - 1, _MARGIN, _ABOVE, look.card(seen.stock[-1], down=True))
    elif why_not(seen, Move(WASTE, STOCK)) is None:
        arrow = symbol_mark("turn", 44).moved(CARD_WIDTH / 2, CARD_HEIGHT / 2)
        yield _place(STOCK, _MARGIN, _ABOVE, arrow, fill="space")
    else:
        yield Piece(STOCK, -1, _MARGIN, _ABOVE, ())


def _waste(seen: Position, look: Look) -> Iterator[Piece]:
    x = _MARGIN + _ACROSS
    if not seen.waste:
        yield Piece(WASTE, -1, x, _ABOVE, ())
    first = len(seen.waste) - min(max(seen.packet, 1), _WASTE_SHOWN, len(seen.waste))
    for n, card in enumerate(seen.waste[first:]):
        wide = CARD_WIDTH if first + n == len(seen.waste) - 1 else look.waste_step
        yield Piece(WASTE, first + n, x + n * look.waste_step, _ABOVE, look.card(card), (0, 0, wide, CARD_HEIGHT))


def _back_to_front(seen: Position) -> list[int]:
    """The foundations in drawing order: empty places lie behind cards, and later ones behind earlier ones."""
    numbers = range(len(seen.foundations))
    return [n for n in reversed(numbers) if not seen.foundations[n]] + [n for n in numbers if seen.foundations[n]]


def _foundation(seen: Position, n: int, each: int, look: Look) -> Piece:
    x, y, name = look.right + n % each * _ACROSS, _ABOVE + n // each * _TUCK, f"{FOUNDATION}{n + 1}"
    pile = seen.foundations[n]
    if pile:
        below = n + each < len(seen.foundations) and seen.foundations[n + each]
        free = (0, 0, CARD_WIDTH, _TUCK if below else CARD_HEIGHT)
        return Piece(name, len(pile) - 1, x, y, look.card(pile[-1]), free)
    # Where rows are tucked, the rank stands in the strip that the other row leaves free.
    tucked = len(seen.foundations) > each
    free = (0, 0 if n < each else CARD_HEIGHT - _TUCK, CARD_WIDTH, _TUCK if tucked else CARD_HEIGHT)
    rank = rank_marks(RANK_LETTERS[seen.base - 1], 34 if tucked else 40, lang=look.lang) if seen.base else ()
    inside = (mark.moved(CARD_WIDTH / 2, free[1] + free[3] / 2) for mark in rank)
    return replace(_place(name, x, y, *inside), free=free)


def _reserve(seen: Position, n: int, pile: Pile, top: float, look: Look) -> list[Piece]:
    """The staircase of a reserve: backs that peep out to the left, or open cards let down. Several lie in pairs."""
    size, last = seen.variant.reserve_size, len(pile) - 1
    let_down = look.open or seen.variant.reserve_face is ReserveFace.ALL
    step = min(_SLANT if let_down else _STAIR, _STAIRS / max(size - 1, 1))
    x, y = _MARGIN + _ACROSS - (_STAIRS if let_down else 0), top
    if len(seen.reserves) > 1:
        step = min(step, (look.left_block - 2 * CARD_WIDTH) / 2 / max(size - 1, 1))
        stairs = step * (size - 1)
        x = _MARGIN + look.left_block - CARD_WIDTH - let_down * stairs if n % 2 else _MARGIN + (not let_down) * stairs
        y += n // 2 * (CARD_HEIGHT + look.row_gap + (look.strip * (size - 1) if let_down else 0))
    name = reserve_names(seen.variant)[n]
    # A reserve too long to be let down at once stands in ladders beside each other.
    ladder = _LADDER if let_down and size > _MOST_IN_ONE_LADDER and len(seen.reserves) == 1 else size
    if ladder < size:
        x, step = _MARGIN, 0
    pieces = list[Piece]()
    for i, card in enumerate(pile):
        down, top_card = not seen.reserve_card_shows(pile, i), i == last
        marks = look.card(card, covered=not top_card, down=down)
        if let_down:
            rung, foot = i % ladder, top_card or i % ladder == ladder - 1
            marks = look.card(card, covered=not foot, down=down)
            free = (0, 0, CARD_WIDTH, CARD_HEIGHT if foot else look.strip)
            where = x + rung * step + i // ladder * (CARD_WIDTH + 4), y + rung * look.strip
        else:
            free = (0, 0, CARD_WIDTH if top_card else step, CARD_HEIGHT)
            where = x - (last - i) * step, y
        pieces.append(Piece(name, i, *where, marks, free))
    return pieces


def _column(seen: Position, n: int, x: float, y: float, look: Look) -> Iterator[Piece]:
    name, pile = f"T{n + 1}", seen.tableau[n]
    if not pile:
        yield _place(name, x, y, fill="space")
    for i, card in enumerate(pile):
        top, down = i == len(pile) - 1, seen.is_face_down(n, i)
        step = _FAN_DOWN if down and card == UNKNOWN else look.fan
        free = (0, 0, CARD_WIDTH, CARD_HEIGHT if top else step)
        yield Piece(name, i, x, y, look.card(card, covered=not top, down=down), free)
        y += step


# What is marked


def _legible(seen: Position, piece: Piece, look: Look) -> Box | None:
    """What no arrow is to lie on: rank and suit in a card's corner, or the rank that a foundation waits for."""
    x, y = piece.x, piece.y
    if piece.index >= 0:
        card = seen.pile(piece.pile)[piece.index]
        wide, high = _CORNER[look.small]
        return None if card == UNKNOWN else (x + 5, y + 5, x + wide + _TEN * (card.rank == 10), y + high)
    left, top, right, bottom = piece.box()
    x, y = (left + right) / 2, (top + bottom) / 2
    return (x - 18, y - 22, x + 18, y + 22) if piece.pile[0] == FOUNDATION and seen.base else None


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
    if not isinstance(highlight, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"highlight: read {highlight!r}, expected cards or piles")
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
