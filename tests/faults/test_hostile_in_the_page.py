"""Hostile texts in a real page: what a board, its panel, its sheets and a replay put into the document."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

import canfield_widget as cw
from faults.test_hostile_texts import HOSTILE, lesson_text, variant
from live_host import LiveHost

TEXT = HOSTILE["markup"]
RAN = "() => [...document.querySelectorAll('img[src=x]')].length + (window.ran ?? 0)"


@pytest.fixture
def watched(page: Page) -> Page:
    """A page that counts every alert."""
    page.add_init_script("window.ran = 0; window.alert = () => { window.ran += 1; };")
    return page


def test_no_text_becomes_an_element_of_the_board_or_its_panel(watched: Page):
    game = cw.CanfieldWidget(variant(TEXT), seed=7, saves=False)
    host = LiveHost(watched, game)
    game.mark(note=TEXT)
    host.pull()
    assert watched.locator("[data-kind=answer]").inner_text().split() == TEXT.split()
    for name in ("menu", "games", "rules", "help", "share-deck", "moves"):
        game.set_state({"outbox": [{"client": "x", "seq": game.state["answers"].get("x", {"seq": 0})["seq"] + 1,
        "rev": 99,
                                    "ack": 99, "do": "open", "page": name, "view": "v"}]})  # fmt: skip
        watched.evaluate("(html) => { const at = document.createElement('div'); document.body.append(at);"
                         " at.innerHTML = html; }",
                         game.page["html"])  # fmt: skip
    game.edit()
    host.pull()
    assert watched.evaluate(RAN) == 0
    assert watched.locator(".cfw-root").count() == 1


def test_no_text_of_a_lesson_becomes_an_element(watched: Page):
    asked = cw.lesson(cw.read_lesson(lesson_text(TEXT)))
    host = LiveHost(watched, asked)
    asked.hint()
    asked.answer(0)
    host.pull()
    assert watched.evaluate(RAN) == 0
    assert "onerror=alert(1)" in watched.locator(".cfw-root").inner_text()


def test_no_text_becomes_an_element_of_a_replay(watched: Page, tmp_path: Path):
    game = cw.Game(cw.deal(variant(TEXT), seed=7))
    game.play("S-W")
    path = tmp_path / "line.html"
    path.write_text(cw.html_replay(game), encoding="utf-8")
    watched.goto(path.as_uri())
    watched.keyboard.press("ArrowRight")
    assert watched.evaluate(RAN) == 0
    assert "onerror=alert(1)" in watched.locator("h1").inner_text()
