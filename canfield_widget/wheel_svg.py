"""The ring of stock and waste as an SVG picture, standard library only."""

from __future__ import annotations

from html import escape

from canfield_widget.faces import PAGE, THEMES, check_theme, fragment
from canfield_widget.svg import label_svg
from canfield_widget.wheel import Wheel
from canfield_widget.wheel_picture import USUAL, lay_wheel


def wheel_svg(
    wheel: Wheel, *, take: int | None = None, lang: str = "en", width: int = USUAL, theme: str = "light",
    caption: bool = False, name: str | None = None,
) -> str:  # fmt: skip
    """The ring as an SVG picture, `width` CSS pixels wide where there is room, see `lay_wheel`.

    `name` is what it is called for who does not see it; None is all its words. `theme` is `light`, `dark`, or `page`
    for colours that are custom properties. Raises ValueError for another theme and for a place that cannot be taken.
    """
    check_theme(theme, (*THEMES, PAGE))
    drawn = lay_wheel(wheel, take=take, lang=lang, pixels=max(width, 1), caption=caption)
    parts = "".join(fragment(part.marks, theme) for part in drawn.parts)
    labels = "".join(label_svg(label, theme) for label in drawn.labels)
    called = drawn.words.replace("\n", " ") if name is None else name
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="0 0 {drawn.width:g} {drawn.height:.1f}" '
        f'style="display:block;max-width:100%;height:auto;margin:auto" role="img" aria-label="{escape(called)}">'
        f"{parts}{labels}</svg>"
    )
