"""Texts of users with markup, control characters, right-to-left marks and `$math$`: shown as text wherever they go.

One table of every place where a text of a user reaches a page, a picture or a terminal; a new place belongs in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure

import canfield_widget as cw
from canfield_widget.class_figure import plot_class
from canfield_widget.variants import VARIANTS

MARKUP = "<img src=x onerror=alert(1)></script></style></textarea></title><b>'\"&amp;"
CONTROL = "a\x00b\x01c\x08d\x1b[31me\x7ff\x85g\ufffeh"
RIGHT_TO_LEFT = "\u202eevil\u202c \u2067\u05d0\u05d1\u2069\u200f end"
MATH = r"$\frac{1}{0}$ $x^$ \$5 {7H} %s {0}"
HOSTILE = {"markup": f"{MARKUP} {RIGHT_TO_LEFT} {MATH}", "control": CONTROL}
_RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""What XML knows no place for, or a terminal takes for an order."""
_TAGS = {
    "br", "button", "code", "details", "div", "em", "h1", "img", "label", "li", "ol", "ul", "option", "p", "pre",
    "select",
    "small", "span", "strong", "style", "summary", "table", "tbody", "td", "textarea", "th", "thead", "tr", "b",
    "i", "input",
    "svg", "g", "path", "rect", "circle", "text", "title", "desc", "use", "symbol", "defs", "line", "polygon",
    "polyline",
    "html", "head", "body", "meta", "main", "script", "caption", "section", "tspan", "clippath", "pattern",
    "figure", "iframe",
    "figcaption", "output", "kbd", "a", "ellipse",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Page:
    """HTML, or SVG, of which every word is looked at."""

    html: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a terminal or a screen reader is given."""

    text: str


Made = Page | Words | Figure


class _Reader(HTMLParser):
    """Every tag, attribute and word of a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.words, self.scripts = list[str](), list[tuple[str, str]](), list[str](), 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def variant(text: str) -> cw.Variant:
    return replace(VARIANTS["canfield"], id="canfield", title=text, title_de=text, source=text)


def game(text: str) -> cw.Game:
    mine = cw.Game(cw.deal(variant(text), seed=7))
    mine.play("S-W")
    mine.play(mine.legal_moves()[0])
    return mine


def board(text: str) -> cw.CanfieldWidget:
    return cw.CanfieldWidget(variant(text), seed=7)


def in_a_cell(value: Any) -> Iterator[Made]:
    """What a notebook gets of a value, by any of its ways."""
    bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {"text/html": value._repr_html_()}
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    yield from (Page(data[kind]) for kind in ("text/html", "image/svg+xml") if kind in data)
    yield from (Words(words) for words in (data.get("text/plain"), str(value), repr(value)) if words)


def told(widget: Any) -> Iterator[Made]:
    """All that a widget of ours tells a page; `title` and the message are put in as text."""
    yield Page(widget.state["sheet"])
    yield Words(f"{widget.state['title']}\n{widget.state['message']['text']}")
    yield Page(widget.page.get("html", ""))
    json.dumps(widget.state, ensure_ascii=False).encode()
    data, _ = widget._repr_mimebundle_()
    yield Page(data["image/svg+xml"])
    yield Words(data["text/plain"])


def panel(text: str, *pages: str) -> Iterator[Made]:
    widget = board(text)
    widget.set_state(
        {
            "outbox": [
                {
                    "client": "p",
                    "seq": 1,
                    "rev": 0,
                    "ack": 0,
                    "do": "star",
                    "variant": cw.write_variant(variant(text)),
                    "on": True,
                }
            ]
        }
    )
    for seq, page in enumerate(pages, 2):
        widget.set_state(
            {"outbox": [{"client": "p", "seq": seq, "rev": 0, "ack": 0, "do": "open", "page": page, "view": "v"}]}
        )
        yield from told(widget)


def edited(text: str) -> Iterator[Made]:
    widget = board(text)
    widget.edit()
    yield from told(widget)


def noted(text: str) -> Iterator[Made]:
    widget = cw.CanfieldWidget(seed=7)
    widget.mark(note=text)
    for page in ("moves", "menu"):
        widget.set_state(
            {"outbox": [{"client": "p", "seq": 1, "rev": 0, "ack": 0, "do": "open", "page": page, "view": "v"}]}
        )
    yield from told(widget)


def refused(text: str) -> Iterator[Made]:
    """What is read wrongly is shown in the refusal, and on the pages that say it again."""
    widget = cw.CanfieldWidget(seed=7)
    for seq, field in enumerate(("text", "variant"), 1):
        widget.set_state({"outbox": [{"client": "p", "seq": seq, "rev": 0, "ack": seq, "do": "new", field: text}]})
        yield Words(widget.state["message"]["text"])
    yield from told(widget)


LESSON = """
title = {text}
[[task]]
position = "canfield; base 5; waste 9C; tableau 9C, 8H, 8S, -"
question = {text}
options = [{{en = {text}, right = true, say = {text}}}, {{en = "other"}}]
right = {text}
hints = [{text}]
"""


def lesson_text(text: str) -> str:
    """A lesson whose words are all `text`; braces would be cards to name."""
    return LESSON.format(
        text=json.dumps(text.replace("{", "(").replace("}", ")"), ensure_ascii=True).replace("\\ufffe", "-")
    )


def asked(text: str) -> Iterator[Made]:
    widget = cw.lesson(cw.read_lesson(lesson_text(text)))
    yield from told(widget)
    yield Words(repr(widget))
    widget.hint()
    yield from told(widget)
    widget.answer(0)
    yield from told(widget)
    yield Words(widget.feedback or "")


def printed(text: str) -> Iterator[Made]:
    sheet = cw.worksheet(cw.read_lesson(lesson_text(text)), title=text)
    yield from sheet.pages
    yield from in_a_cell(sheet)
    yield Words(sheet.pages[0].words)


def page_of_a_line(text: str) -> Iterator[Made]:
    yield Page(cw.html_replay(game(text)))


def steps_of_a_line(text: str) -> Iterator[Made]:
    stepper = cw.step_through(game(text))
    yield Page(stepper._said.value)
    yield Page(stepper._mime_()[1])
    yield Words(repr(stepper))


def in_step(text: str) -> Iterator[Made]:
    both = cw.step_together({text: game("x"), "other": game(text)})
    yield from (
        Page(child.value)
        for box in both.children
        for child in _within(box)
        if isinstance(getattr(child, "value", None), str)
    )
    yield Page(both._mime_()[1])


def _within(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "children", ()):
        yield from _within(child)


def class_of_games(text: str) -> Iterator[Made]:
    report = cw.check_games({text: f"canfield; deal 7; moves {text}", "x": "canfield; deal 7"})
    yield from in_a_cell(report)
    yield plot_class(report).figure


def progress(text: str) -> Iterator[Made]:
    ax = cw.plot_progress({text: game("x"), "other": game(text)})
    yield ax.figure
    yield Words(ax.words)


def svg(text: str) -> Iterator[Made]:
    yield Page(cw.position_svg(game(text).position, caption=text))
    yield Page(game(text).position._repr_svg_())


def drawn(text: str) -> Iterator[Made]:
    ax = cw.draw(game(text).position, caption=text)
    yield ax.figure
    yield Words(ax.words)
    yield cw.draw_moves(game(text)).figure
    yield cw.filmstrip(game(text)).figure


def tables(text: str) -> Iterator[Made]:
    for table in (cw.variants_table(rules=[variant(text), "rainbow"]),
                  cw.compare_rules(game("x").position, "S-W", rules=[variant(text), "rainbow"])):  # fmt: skip
        yield from in_a_cell(table)


def searches(text: str) -> Iterator[Made]:
    found = cw.compare_searches(
        cw.deal(seed=7), {text: cw.Prunings(), "x": cw.Prunings(safe_moves=False)}, budget_states=200
    )
    yield from in_a_cell(found)
    yield found.plot().figure


def studied(text: str) -> Iterator[Made]:
    found = cw.study(variant(text), range(3), player="ranked", name=text, workers=1)
    yield from in_a_cell(found.summary())
    yield Words(repr(found))
    yield cw.plot_study(found).figure


def analysed(text: str) -> Iterator[Made]:
    mine = game(text)
    for found in (cw.solve(mine.position, budget_states=50), cw.review(mine, budget_states=20),
                  cw.chance(mine.position, samples=2, budget_states=20)):  # fmt: skip
        yield from in_a_cell(found)
    yield Words(str(mine.position))
    yield Words(repr(mine))


def errors(text: str) -> Iterator[Made]:
    readers: tuple[Callable[[str], object], ...] = (
        cw.read_game, cw.read_position, cw.read_variant, cw.read_move, cw.read_card, cw.read_lesson, cw.deal, cw.lesson,
        lambda words: cw.deal(deck=words), lambda words: cw.solve(cw.deal(seed=1), budget_s=words),
        lambda words: cw.CanfieldWidget(lang=words), lambda words: cw.read_lesson("title = 'x'\n", name=words),
        lambda words: cw.read_game(f"canfield; deal 7; moves {words}"), lambda words: cw.hint(cw.deal(seed=1), words),
    )  # fmt: skip
    for read in readers:
        with pytest.raises((ValueError, KeyError)) as caught:
            read(text)
        yield Words(str(caught.value))


PLACES: dict[str, Callable[[str], Iterator[Made]]] = {
    "the panel": lambda text: panel(text, "menu", "games", "rules", "records", "help", "share", "wheel", "review"),
    "the editor": edited, "a note": noted, "a refusal": refused, "a lesson": asked, "a worksheet": printed,
    "a replay": page_of_a_line, "a stepper": steps_of_a_line, "lines in step": in_step, "a class": class_of_games,
    "progress": progress, "a picture": svg, "diagrams": drawn, "rule tables": tables, "searches": searches,
    "a study": studied, "an analysis": analysed, "errors": errors,
}  # fmt: skip


SAYS_NO_TITLE = ("an analysis",)
"""Places that have been handed a game with a hostile title and say nothing of it."""


def look(made: Made, text: str) -> None:
    """Raises AssertionError where a text of a user is anything but text."""
    if isinstance(made, Figure):
        made.savefig(BytesIO(), format="png", dpi=30)
        labels = [
            each for each in made.findobj(match=lambda each: hasattr(each, "get_parse_math")) if each.get_visible()
        ]
        assert not [label for label in labels if label.get_parse_math() and label.get_text().count("$") > 1]
        return
    if isinstance(made, Words):
        assert not _RAW.search(made.text), repr(made.text[:300])
        made.text.encode()
        return
    read = _Reader(made.html)
    assert {*read.tags} <= _TAGS, {*read.tags} - _TAGS
    assert not [name for name, value in read.attributes if name.startswith("on") and "alert" in value]
    for name, value in read.attributes:
        if name == "srcdoc":
            look(Page(value), text)
    assert not [value for _, value in read.attributes if "javascript:" in value]
    assert not _RAW.search(made.html), repr(_RAW.findall(made.html))
    assert "<img src=x" not in made.html
    if made.html.startswith("<svg"):
        ElementTree.fromstring(made.html)


def said(made: Made) -> str:
    """The words that are seen or read out."""
    if isinstance(made, Figure):
        return " ".join(each.get_text() for each in made.findobj(match=lambda each: hasattr(each, "get_text")))
    if isinstance(made, Words):
        return made.text
    read = _Reader(made.html)
    inner = (said(Page(value)) for name, value in read.attributes if name == "srcdoc")
    return " ".join((*read.words, *(value for _, value in read.attributes), *inner))


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.filterwarnings("ignore:Glyph:UserWarning", "ignore:.*font.*:UserWarning")
def test_a_text_of_a_user_is_shown_as_text(place: str, kind: str):
    made = list[Made]()
    try:
        for each in PLACES[place](HOSTILE[kind]):
            made.append(each)
            look(each, HOSTILE[kind])
    except ValueError as error:  # text that steers a terminal is none, and is refused in words that do not
        if kind != "control":
            raise
        made.append(Words(str(error)))
        look(made[-1], HOSTILE[kind])
    shown = any("<img src=x onerror" in said(each) for each in made)
    assert shown or kind == "control" or place in SAYS_NO_TITLE, "the text is nowhere"
