"""The ring of stock and waste as a matplotlib figure."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from matplotlib.axes import Axes

from canfield_widget.cards import UNKNOWN, Card, read_card
from canfield_widget.diagrams import Drawing, lay_table
from canfield_widget.faces import check_theme
from canfield_widget.figures import PIXELS, NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.game import Game
from canfield_widget.position import Position
from canfield_widget.wheel import Wheel, wheel_of
from canfield_widget.wheel_picture import WheelPicture, lay_wheel


def stock_wheel(
    position: Position | Game | str,
    *,
    take: Card | str | int | None = None,
    seen: bool = False,
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 7.0,
) -> Axes:
    """Stock and waste as one ring in the order of dealing: on new axes, or on `ax`.

    Outside stand the packets of this pass and what they bring to the top, inside those of the next one. `take` is a
    card that is to be seen (`9C`), or its place in the ring, counted from 1: the waste's top, or one that comes to the
    top in this pass; the ring then shows what the next pass brings once that card is taken, with + for what is new
    and − for what comes no longer. Cards that the player has not seen are backs: of a Game, or of its text, those are
    seen that lay in the waste at some time; of a position alone the waste cards, and all where `seen` says that the
    stock has been gone through. `lang` is `en` (None) or `de`, `theme` is `light` or `dark`, `width` is in inches.

    Raises NotationError for a text that cannot be read, and ValueError for what is no position, a card that cannot be
    taken, another theme, language or width, and an `ax` that is none.

    >>> ax = stock_wheel("canfield; base K; stock 8S 7S 6S 5S 4S 3S; waste 2S", take="2S", seen=True)
    >>> ax.words.splitlines()[-1]
    'No longer: four of spades, seven of spades.'
    """
    check_theme(theme)
    wide, words = inches(width), "en" if lang is None else lang
    wheel = _wheel(position, seen)
    if ax is not None:
        wide = float(axes_of(ax).bbox.width / ax.figure.dpi)
    drawn = lay_wheel(wheel, take=_place(wheel, take), lang=words, pixels=wide * PIXELS, caption=True)
    if ax is not None:
        return _fill(ax, drawn, theme)
    figure = NotebookFigure(figsize=(wide, wide * drawn.height / drawn.width))
    figure.patch.set_alpha(0)
    figure.words = drawn.words
    return _fill(figure.add_axes((0, 0, 1, 1), axes_class=NotebookAxes), drawn, theme)


def _wheel(position: object, seen: bool) -> Wheel:
    if isinstance(position, Position):
        return wheel_of(position, seen=seen)
    if isinstance(position, str):
        position = Game.from_text(position, partial=True)
    if not isinstance(position, Game):
        raise ValueError(f"position: read {position!r}, expected a Position, a Game, or the text of one of them")
    return wheel_of(position.position, before=position.positions[: position.ply], seen=seen)


def _place(wheel: Wheel, take: object) -> int | None:
    """The place of the card that is to be taken. Raises ValueError for one that is not to be seen where it can be."""
    if take is None:
        return None
    if isinstance(take, int) and not isinstance(take, bool) and take - 1 in wheel.takes:
        return take - 1
    card = read_card(take) if isinstance(take, str) else take
    found = [place for place in wheel.takes if wheel.cards[place] == card != UNKNOWN]
    if not found:
        known = [str(wheel.cards[place]) for place in wheel.takes if wheel.cards[place] != UNKNOWN]
        raise ValueError(
            f"take: read {take!r}, expected a seen card that comes to the top in this pass "
            f"({', '.join(known) or 'there is none'}) or its place ({', '.join(str(n + 1) for n in wheel.takes)})"
        )
    return found[0]


def _fill(ax: Axes, drawn: WheelPicture, theme: str) -> Axes:
    size = (drawn.width, drawn.height)
    drawings = [Drawing(part.marks, 0, 0, (0, 0, *size), theme, part.name) for part in drawn.parts]
    drawings += [
        Drawing((label,), label.x, label.y, (0, 0, 0, 0), theme, f"label {label.text}") for label in drawn.labels
    ]
    return lay_table(ax, size, theme, (), drawings, drawn.words)
