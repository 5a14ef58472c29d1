"""A page of the panel as HTML, with its style: the browser shows it and sends what a part's `data-do` says.

Made here, so that the bundle, which every saved notebook carries, need not know how a page looks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from canfield_widget.asking import AskingBoard
from canfield_widget.pages import OF_THE_GAME, PAGES, SHOW_CARDS, Item
from canfield_widget.texts import text


def page(board: AskingBoard) -> dict[str, Any]:
    """What the browser is told of the page that is open: view, name, title and HTML; empty where none is."""
    if board.open_page is None:
        return {}
    name, view = board.open_page
    if (board.session.paused and name in SHOW_CARDS) or (board.editor is not None and name in OF_THE_GAME):
        name = "menu"
    title = text(f"page-{name}", board.language)
    return {"view": view, "name": name, "title": title, "html": page_html(board, name, title)}


def page_html(board: AskingBoard, name: str, title: str) -> str:
    """The HTML of a page with its style."""
    lang = board.language
    back = "" if name == "menu" else button(f"‹ {text('back', lang)}", {"do": "open", "page": "menu"})
    close = button("✕", {"do": "close"}, label=text("close", lang))
    top = f'<div class="cfw-panel-top">{back}<b class="cfw-panel-title">{escape(title)}</b>{close}</div>'
    # Inside an application, which the board is, a screen reader walks through text only where it is called a document.
    return f'<style>{style("panel.css")}</style>{top}<div role="document">{items_html(PAGES[name](board))}</div>'


@cache
def style(name: str) -> str:
    """The style sheet of that name, in one line."""
    lines = (files("canfield_widget") / name).read_text(encoding="utf-8").splitlines()
    return "".join(line.strip() for line in lines if not line.startswith("/*"))


def items_html(items: list[Item]) -> str:
    """The HTML of the items, one after the other."""
    return "".join(_KINDS[item["kind"]](item) for item in items)


def _data(do: Mapping[str, Any]) -> str:
    return escape(json.dumps(do, ensure_ascii=False, separators=(",", ":")))


def button(
    words: str, do: Mapping[str, Any], *, more: str = "", label: str = "", look: str = "", **states: object
) -> str:
    """The HTML of a button; `more` is HTML behind its words, `states` are attributes left out where they are None."""
    said = "".join(
        f' {name.replace("_", "-")}="{escape(str(value).lower() if isinstance(value, bool) else str(value))}"'
        for name, value in {**states, "aria_label": label or None}.items()
        if value is not None
    )
    return (
        f'<button type="button" class="cfw-item{look}" data-do="{_data(do)}"{said}>'
        f"<span>{escape(words)}</span>{more}</button>"
    )


def _head(item: Item) -> str:
    return f'<div class="cfw-panel-head" role="heading" aria-level="3">{escape(item["text"])}</div>'


def _text(item: Item) -> str:
    return f'<div class="cfw-panel-text">{escape(item["text"])}</div>'


def _rule(item: Item) -> str:
    return '<div class="cfw-panel-rule"></div>'


def _act(item: Item) -> str:
    note = item.get("off") or item.get("note")
    more = f'<span class="cfw-note">{escape(note)}</span>' if note else ""
    if item.get("leads"):
        more = '<span class="cfw-note" aria-hidden="true">›</span>'
    row = button(
        item["label"], item["do"], more=more, look=" cfw-go" if item.get("main") else "",
        aria_disabled=True if item.get("off") else None, aria_pressed=item.get("pressed"),
    )  # fmt: skip
    star = item.get("star")
    if star is None:
        return row
    mark = button("★" if star["on"] else "☆", star["do"], label=star["label"], look=" cfw-star",
                   aria_pressed=bool(star["on"]))  # fmt: skip
    return f'<div class="cfw-pair">{row}{mark}</div>'


def _switch(item: Item) -> str:
    return button(item["label"], item["do"], more='<i class="cfw-switch"></i>', role="switch",
                   aria_checked=bool(item["on"]))  # fmt: skip


def _choice(item: Item) -> str:
    options = "".join(
        f'<option data-do="{_data({**item["do"], "value": option["value"]})}"'
        f"{' selected' if option['value'] == item['value'] else ''}>{escape(option['label'])}</option>"
        for option in item["options"]
    )
    return (
        f'<label class="cfw-item"><span>{escape(item["label"])}</span>'
        f'<select class="cfw-input">{options}</select></label>'
    )


def _field(item: Item) -> str:
    label = escape(item["label"])
    names = f'aria-label="{label}" placeholder="{label}"'
    field = f'<textarea class="cfw-input" rows="2" spellcheck="false" {names}></textarea>'
    return f'<div class="cfw-field">{field}{button(item["button"], {**item["do"], "text": ""}, look=" cfw-go")}</div>'


def _copy(item: Item) -> str:
    field = (
        f'<textarea class="cfw-input" rows="4" spellcheck="false" readonly aria-label="{escape(item["label"])}">'
        f"{escape(item['text'])}</textarea>"
    )
    go = button(item["button"], {"do": "copy"}, look=" cfw-go", data_done=item["done"])
    return f'<div class="cfw-field">{field}{go}</div>'


def _fold(item: Item) -> str:
    opened = " open" if item.get("open") else ""
    return (
        f'<details class="cfw-fold"{opened}><summary class="cfw-item">{escape(item["title"])}</summary>'
        f"{items_html(item['items'])}</details>"
    )


def _table(item: Item) -> str:
    cells = "".join(f"<b>{escape(key)}</b><span>{escape(value)}</span>" for key, value in item["rows"])
    return f'<div class="cfw-rows">{cells}</div>'


def _picture(item: Item) -> str:
    """A drawing of our own, which has escaped its words: it is put in as it is."""
    return f'<div class="cfw-picture">{item["svg"]}</div>'


def _full(item: Item) -> str:
    leave = f'<span class="cfw-when-full">{escape(item["leave"])}</span>'
    return button(item["label"], {"do": "full"}, more=leave, look=" cfw-screen")


_KINDS: Mapping[str, Callable[[Item], str]] = {
    "head": _head, "text": _text, "rule": _rule, "act": _act, "switch": _switch, "choice": _choice, "field": _field,
    "copy": _copy, "fold": _fold, "table": _table, "full": _full, "picture": _picture,
}  # fmt: skip
