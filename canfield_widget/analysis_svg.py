"""Reviews and chances as small SVG pictures and HTML, for the board and for notebooks; standard library only."""

from __future__ import annotations

from html import escape

from canfield_widget.chances import Chance
from canfield_widget.faces import PAGE, THEMES, check_theme, colour
from canfield_widget.lettering import Label
from canfield_widget.reviews import Review
from canfield_widget.solver import Verdict
from canfield_widget.svg import label_svg
from canfield_widget.texts import text

_EDGE, _TOP, _CURVE, _GAP, _BAR, _FOOT = 8, 6, 36, 9, 16, 20
"""Room at the sides and on top, and the heights of the curve, the gap, the bar and the numbers below it."""
_LOWEST_SCALE = 13
"""Curves are as high as the foundations come, but not those of fewer cards."""
_HATCH = 5


def review_svg(review: Review, *, ply: int | None = None, width: int = 300, lang: str = "en", theme: str = PAGE) -> str:
    """The foundations as a curve and below it what is proved, along the moves, as an SVG picture.

    What can be won is a whole bar, what is lost a low one, and the gap between them is hatched. `ply` is where the
    board stands. `theme` is `light`, `dark`, or `page` for colours that are custom properties. Raises ValueError for
    another theme.
    """
    check_theme(theme, (*THEMES, PAGE))
    heights, cells = review.replay.founded, len(review.verdicts)
    cell = (width - 2 * _EDGE) / cells
    foot, scale = _TOP + _CURVE + _GAP, max(_LOWEST_SCALE, *heights)

    def x(place: float) -> float:
        return _EDGE + place * cell

    levels = [_TOP + _CURVE * (1 - count / scale) for count in heights]
    steps = "".join(f"V{level:.1f}H{x(place + 1):.1f}" for place, level in enumerate(levels))
    parts = [
        f'<path d="M{_EDGE} {_TOP + _CURVE}H{width - _EDGE}" stroke="{colour("line", theme)}" fill="none"/>',
        f'<path d="M{_EDGE} {levels[0]:.1f}{steps}" stroke="{colour("text", theme)}" stroke-width="1.5" fill="none"/>',
    ]
    for verdict in Verdict:
        count = review.verdicts.count(verdict)
        if count:
            parts.append(_part(verdict, x(review.verdicts.index(verdict)), foot, count * cell, theme))
    lost = review.first_lost if review.blunder else None
    labels = list[Label]()
    if lost is not None:
        middle = x(lost)
        parts.append(f'<path d="M{middle:.1f} {_TOP}V{foot + _BAR}" stroke="{colour("blame", theme)}" '
                     f'stroke-width="1.5" stroke-dasharray="3 2"/>')  # fmt: skip
        labels.append(_number(text("review-move", lang, n=lost), min(max(middle, 40), width - 40), bold=True))
    ends = [] if cells == 1 else [(0, x(0.5)), (cells - 1, x(cells - 0.5))]
    labels += [_number(str(n), at) for n, at in ends if all(abs(at - label.x) > 50 for label in labels)]
    if ply is not None and ply < cells:
        at = x(ply + 0.5)
        parts.append(f'<path d="M{at:.1f} {foot - 1}l-5 -7h10Z" fill="{colour("hint", theme)}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="0 0 {width} {foot + _BAR + _FOOT}" '
        f'style="display:block;max-width:100%;height:auto" role="img" aria-label="{escape(review.say(lang))}">'
        f"{''.join(parts)}{''.join(label_svg(label, theme) for label in labels)}</svg>"
    )


def _number(words: str, x: float, *, bold: bool = False) -> Label:
    return Label(words, x, _TOP + _CURVE + _GAP + _BAR + 14, 11, "blame" if bold else "muted", bold)


def _part(verdict: Verdict, x: float, y: float, width: float, theme: str) -> str:
    """One stretch of the bar, told apart by its shape as well as by its colour."""
    if verdict is Verdict.WON:
        return f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_BAR}" rx="2" fill="{colour("can", theme)}"/>'
    if verdict is Verdict.LOST:
        low = _BAR / 2
        return (f'<rect x="{x:.1f}" y="{y + low:g}" width="{width:.1f}" height="{low:g}" rx="2" '
                f'fill="{colour("blame", theme)}"/>')  # fmt: skip
    return _hatched(x, y, width, _BAR, theme)


def _hatched(x: float, y: float, width: float, height: float, theme: str) -> str:
    """A frame filled with slanting lines, which stay inside of it."""
    lines, at = list[str](), x - height
    while at < x + width:
        left, right = max(at, x), min(at + height, x + width)
        lines.append(f"M{left:.1f} {y + height - (left - at):.1f}L{right:.1f} {y + height - (right - at):.1f}")
        at += _HATCH
    ink = colour("muted", theme)
    return (
        f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:g}" width="{max(width - 1, 0.5):.1f}" height="{height - 1:g}" rx="2" '
        f'fill="none" stroke="{ink}"/><path d="{"".join(lines)}" stroke="{ink}" fill="none"/>'
    )


def review_key(lang: str = "en", theme: str = PAGE) -> str:
    """What the shapes of the bar say, as an SVG picture."""
    parts, at = list[str](), _EDGE
    for verdict in (Verdict.WON, Verdict.UNKNOWN, Verdict.LOST):
        words = text(f"review-bar-{verdict}", lang)
        parts.append(_part(verdict, at, 2, 18, theme))
        parts.append(f'<text x="{at + 24}" y="14" font-family="system-ui, sans-serif" font-size="11" '
                     f'fill="{colour("muted", theme)}">{escape(words)}</text>')  # fmt: skip
        at += 40 + 6 * len(words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{at}" viewBox="0 0 {at} 20" aria-hidden="true" '
        f'style="display:block;max-width:100%;height:auto">{"".join(parts)}</svg>'
    )


def review_html(review: Review, lang: str | None = None) -> str:
    """The review as HTML: the bar, where the game was lost, and, folded up, the refutation."""
    spoken = review.lang if lang is None else lang
    folded = (
        f'<details><summary style="cursor:pointer">{escape(text("review-refutation", spoken))}</summary>'
        f"<div>{escape(review.refutation(spoken))}</div></details>"
        if review.line
        else ""
    )
    return (
        f'<div lang="{spoken}" style="max-width:46em;line-height:1.5">'
        f"{review_svg(review, width=560, lang=spoken)}{review_key(spoken)}"
        f"<div>{escape(review.say(spoken))}</div>{folded}</div>"
    )


def chance_svg(chance: Chance | None, *, width: int = 120, height: int = 10, theme: str = PAGE) -> str:
    """The chance as a bar: whole what is proved won, hatched what is not known, empty what is proved lost.

    The thin line through both ends goes as far as the sampling error. The bar is empty where nothing has been solved.
    """
    check_theme(theme, (*THEMES, PAGE))
    parts = [f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="2" fill="none" '
             f'stroke="{colour("muted", theme)}"/>']  # fmt: skip
    if chance is not None and chance.n:
        low, high = chance.low * width, chance.high * width
        if low:
            parts.append(f'<rect width="{low:.1f}" height="{height}" rx="2" fill="{colour("can", theme)}"/>')
        if high - low > 1:
            parts.append(_hatched(low, 0, high - low, height, theme))
        first, last = chance.interval
        if not chance.exact:
            parts.append(f'<path d="M{first * width:.1f} {height / 2:g}H{last * width:.1f}" '
                         f'stroke="{colour("hint", theme)}" stroke-width="2"/>')  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'preserveAspectRatio="none" aria-hidden="true">{"".join(parts)}</svg>'
    )


def chance_html(chance: Chance, lang: str | None = None) -> str:
    """The chance as HTML: the bar, and the same in words."""
    spoken = chance.lang if lang is None else lang
    return (
        f'<div lang="{spoken}" style="max-width:46em;line-height:1.5">{chance_svg(chance, width=320, height=12)}'
        f"<div>{escape(chance.say(spoken))}</div></div>"
    )


def chance_strip(chance: Chance | None, lang: str = "en", *, stale: bool = False) -> str:
    """The slim strip above the cards: a few words and the bar; `stale` where the position has changed since."""
    waits = text("chance-waiting" if stale else "chance-none", lang)  # nothing is to come of a search that broke off
    words = waits if chance is None else chance.short(lang)
    title = "" if chance is None else f' title="{escape(chance.say(lang))}"'
    return (
        f'<div class="cfw-chance" data-stale="{str(stale).lower()}"{title}>'
        f"<span>{escape(words)}</span>{chance_svg(chance)}</div>"
    )
