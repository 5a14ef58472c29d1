"""Letters in a picture: short texts, captions that fit under it, and the words for who does not see it."""

from __future__ import annotations

from dataclasses import dataclass

from canfield_widget.arguments import expect_text
from canfield_widget.cards import UNKNOWN
from canfield_widget.moves import FOUNDATION, STOCK
from canfield_widget.position import Position
from canfield_widget.speech import card_name, pile_name, rank_name, speak_start, title_of
from canfield_widget.texts import text

_LEADING = 1.45
_WIDTHS = {letter: width for letters, width in (
    ("ijl.,:;'|I/ ", 0.34), ("ftr()[]-!", 0.42), ("mwMW@%—", 1), ("ABCDEFGHJKLNOPQRSTUVXYZÄÖÜ&", 0.76),
) for letter in letters}  # fmt: skip
"""Widths for each unit of size, those of a wide font: in another one a line is rather too short than too long."""
_USUAL_WIDTH = 0.64


@dataclass(frozen=True, slots=True)
class Label:
    """A short text, centred on x, standing on y; `size` is the height of its letters' body."""

    text: str
    x: float
    y: float
    size: float
    paint: str = "muted"
    bold: bool = False


def width_of(line: str, size: float) -> float:
    """About how wide the line is, rather more than less."""
    return size * sum(_WIDTHS.get(letter, _USUAL_WIDTH) for letter in line)


def wrap(caption: str, size: float, width: float) -> tuple[str, ...]:
    """The lines of a caption, none wider than `width` and of about the same length where there are several.

    Its own line breaks stay, and a word that is too long is parted.

    >>> wrap("A run goes as a whole to a space.", 10, 170)
    ('A run goes as a', 'whole to a space.')
    """
    fewest = _wrapped(caption, size, width)
    parts = (part / 20 for part in range(10, 20))
    narrower = (lines for part in parts if len(lines := _wrapped(caption, size, part * width)) == len(fewest))
    return next(narrower, fewest)


def _wrapped(caption: str, size: float, width: float) -> tuple[str, ...]:
    lines = list[str]()
    for paragraph in caption.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width_of(longer, size) > width:
                lines.append(line)
                longer = word
            while width_of(longer, size) > width and len(longer) > 1:
                fits = next(n for n in range(len(longer) - 1, 0, -1) if n == 1 or width_of(longer[:n], size) <= width)
                lines.append(longer[:fits])
                longer = longer[fits:]
            line = longer
        lines.append(line)
    return tuple(lines)


def lay_caption(caption: str, *, size: float, middle: float, top: float, width: float) -> tuple[Label, ...]:
    """The lines of the caption, centred on x = `middle`. Raises ValueError for what is no text."""
    expect_text(caption, "caption")
    lines = wrap(caption, size, width)
    return tuple(Label(line, middle, top + (n + 0.75) * _LEADING * size, size, "text") for n, line in enumerate(lines))


def speak_open(position: Position, lang: str = "en") -> str:
    """Every card in sight of who sets a position up, pile by pile; of the stock the card that is turned next."""
    base = text("base", lang, base=rank_name(position.base, lang)) if position.base else speak_start(position, lang)
    lines = [text("position", lang, title=title_of(position.variant, lang), base=base)]
    for name in position.pile_names():
        pile, seen = position.pile(name), position.player_view().pile(name)
        closed = [card for card, shown in zip(pile, seen, strict=True) if card != UNKNOWN and shown == UNKNOWN]
        parts = list[str]()
        if unknown := pile.count(UNKNOWN):
            parts.append(text("position-count-1" if unknown == 1 else "position-count", lang, n=unknown))
        if closed and name == STOCK:
            parts += [text("position-count-1" if len(closed) == 1 else "position-count", lang, n=len(closed)),
                      text("position-next", lang, card=card_name(pile[-1], lang))]  # fmt: skip
        elif closed:
            parts.append(text("position-closed", lang, cards=", ".join(card_name(card, lang) for card in closed)))
        shows = [card for card in seen if card != UNKNOWN][-1 if name[0] == FOUNDATION else 0 :]
        opened = ", ".join(card_name(card, lang) for card in shows)
        if opened:
            parts.append(text("position-open", lang, cards=opened) if closed else opened)
        cards = "; ".join(parts) or text("position-empty", lang)
        lines.append(text("position-pile", lang, pile=pile_name(name, lang), cards=cards))
    return "\n".join(lines)
