"""A position as an SVG picture in the layout of the board, standard library only."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from canfield_widget.arguments import expect_whole
from canfield_widget.arrows import Wanted
from canfield_widget.cards import Card
from canfield_widget.faces import PAGE, THEMES, check_theme, colour, fragment
from canfield_widget.lettering import Label
from canfield_widget.moves import Move
from canfield_widget.picture import lay_out
from canfield_widget.position import Position
from canfield_widget.speech import title_of


def position_svg(
    position: Position,
    *,
    lang: str = "en",
    width: int = 720,
    move: Move | str | None = None,
    highlight: Iterable[str | Card] = (),
    arrows: Iterable[Wanted] = (),
    caption: str | None = None,
    player_view: bool = True,
    theme: str = "light",
    least_height: float = 0,
) -> str:
    """The position as a player sees it, drawn in `width` CSS pixels and scalable to any size.

    What lies face down is drawn as a back; no name of a hidden card is anywhere in the text of the picture, unless
    `player_view` is False. `move`, a legal one, is marked with 1 where it begins and 2 where it ends; `highlight`,
    `arrows` and `caption` are those of `draw`. `theme` is `light`, `dark`, or `page` for colours that are custom
    properties (`--cfw-ink`). `least_height` is in hundredths of a card's width, without the caption.
    Raises IllegalMove, and ValueError for a highlight, an arrow, a caption, a theme, a width or a height that is none.
    """
    check_theme(theme, (*THEMES, PAGE))
    expect_whole(width, "width", 1)
    drawn = lay_out(position, lang=lang, move=move, highlight=highlight, arrows=arrows, caption=caption,
                    player_view=player_view, pixels=width, least_height=least_height)  # fmt: skip
    pieces = "".join(
        f'<g transform="translate({piece.x:g} {piece.y:g})">{fragment(piece.marks, theme)}</g>'
        for piece in drawn.pieces
        if piece.marks
    )
    rings = "".join(fragment(ring.marks(), theme) for ring in drawn.rings)
    arrowed = "".join(fragment(arrow.marks(), theme) for arrow in drawn.arrows)
    labels = "".join(label_svg(label, theme) for label in drawn.all_labels())
    size = f'width="{width}" viewBox="0 0 {drawn.width:g} {drawn.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f"<title>{escape(title_of(position.variant, lang))}</title><desc>{escape(drawn.words)}</desc>"
        f'<rect width="100%" height="100%" rx="12" fill="{colour("table-top", theme)}"/>'
        f"{fragment([drawn.tray], theme)}{pieces}{rings}{arrowed}{labels}</svg>"
    )


def label_svg(label: Label, theme: str) -> str:
    """A short text of a picture as SVG."""
    weight = ' font-weight="600"' if label.bold else ""
    return (f'<text x="{label.x:g}" y="{label.y:g}" text-anchor="middle" font-family="system-ui, sans-serif" '
            f'font-size="{label.size:g}"{weight} fill="{colour(label.paint, theme)}">'
            f"{escape(label.text)}</text>")  # fmt: skip
