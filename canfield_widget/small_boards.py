"""Positions as boards of the size of a stamp: of each card only rank and suit, of a long column only its ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from canfield_widget.cards import UNKNOWN, Card, Pile
from canfield_widget.faces import Mark, card_marks, sheet
from canfield_widget.lettering import Label
from canfield_widget.position import Position

CHIP_WIDTH, CHIP_HEIGHT = 66, 44
_ACROSS, _DOWN, _MARGIN, _GUTTER, _TUCK = CHIP_WIDTH + 4, CHIP_HEIGHT + 4, 14, 16, 12
_MOST_IN_COLUMN = 5
_SHEET = sheet(0.5, 0.5, CHIP_WIDTH - 1, CHIP_HEIGHT - 1, 7)
_PAPER = Mark(_SHEET, fill="paper", stroke="edge", width=1)
_BACK = Mark(_SHEET, fill="back", stroke="back-line", width=1)
_PLACE = Mark(_SHEET, fill="place", stroke="ghost", width=1, opacity=0.6)

_Chip = tuple[Mark | Label, ...]


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """The shapes and letters of a small board, y pointing down, and how wide and high it is."""

    marks: tuple[Mark | Label, ...]
    width: float
    height: float


def small_board(position: Position, lang: str = "en") -> SmallBoard:
    """What a player sees of the position; a number on a back says how many cards lie there face down.

    >>> from canfield_widget.position import deal
    >>> board = small_board(deal(seed=12))
    >>> [mark.text for mark in board.marks if isinstance(mark, Label)]
    ['34', '12']
    """
    seen, columns = position.player_view(), max(len(position.tableau), 1)
    right = _MARGIN + 2 * _ACROSS + _GUTTER
    top = _MARGIN + max(-(-len(seen.foundations) // columns), 1) * _DOWN + _TUCK
    chips = [(_MARGIN, _MARGIN, _hidden(len(seen.stock))), (_MARGIN + _ACROSS, _MARGIN, _top(seen.waste, lang))]
    chips += [(right + n % columns * _ACROSS, _MARGIN + n // columns * _DOWN, _top(pile, lang))
              for n, pile in enumerate(seen.foundations)]  # fmt: skip
    for n, pile in enumerate(seen.reserves):
        chips += [(_MARGIN, top + n * _DOWN, _hidden(len(pile) - 1)),
                  (_MARGIN + _ACROSS, top + n * _DOWN, _top(pile, lang))]  # fmt: skip
    for n, pile in enumerate(seen.tableau):
        chips += [(right + n * _ACROSS, top + i * _DOWN, chip) for i, chip in enumerate(_column(pile, lang))]
    marks = tuple(_moved(mark, x, y) for x, y, chip in chips for mark in chip)
    height = max(y for _, y, chip in chips if chip) + CHIP_HEIGHT + _MARGIN
    return SmallBoard(marks, right + columns * _ACROSS - (_ACROSS - CHIP_WIDTH) + _MARGIN, height)


def _moved(mark: Mark | Label, x: float, y: float) -> Mark | Label:
    return replace(mark, x=mark.x + x, y=mark.y + y)


def _card(card: Card, lang: str) -> _Chip:
    """Rank and suit of a card, or its back."""
    if card == UNKNOWN:
        return (_BACK,)
    return (_PAPER, *card_marks(str(card), lang=lang, small=True, covered=True)[1:])


def _top(pile: Pile, lang: str) -> _Chip:
    return _card(pile[-1], lang) if pile else (_PLACE,)


def _hidden(count: int) -> _Chip:
    """A back with how many cards lie there, nothing where there is none."""
    size = 32 if count < 100 else 26
    return (_BACK, Label(str(count), CHIP_WIDTH / 2, 22 + 0.37 * size, size, "paper", bold=True)) if count > 0 else ()


def _column(pile: Pile, lang: str) -> Iterator[_Chip]:
    """The cards of a column from its bottom; of a long one the bottom card, how many more, and the last three."""
    if not pile:
        yield (_PLACE,)
    left_out = len(pile) - _MOST_IN_COLUMN + 1 if len(pile) > _MOST_IN_COLUMN else 0
    for i, card in enumerate(pile):
        if not 1 <= i <= left_out:
            yield _card(card, lang)
        elif i == 1:
            yield (Label(f"+{left_out}", CHIP_WIDTH / 2, 34, 32, "text"),)
