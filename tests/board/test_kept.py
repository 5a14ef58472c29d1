"""A Python in the browser: what the page keeps of a game for it, and how it says that there is nothing."""

from __future__ import annotations

import pytest

from canfield_widget.save_file import Fleeting
from canfield_widget.widget import CanfieldWidget
from live_host import LiveHost


@pytest.fixture
def passing(monkeypatch):
    """A Python that has no SQLite."""
    monkeypatch.setattr("canfield_widget.widget.fleeting", lambda path: Fleeting.NO_SQLITE)


def shown(page, widget, where):
    """The widget on a page of that host, which may have storage of its own, as `about:blank` may not."""
    page.route(f"http://{where}.test/**", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    host = LiveHost(page, widget, at=f"http://{where}.test/")
    host.wait()
    return host


def storage(page):
    return page.evaluate("() => ({ ...localStorage })")


@pytest.mark.usefixtures("passing")
def test_the_game_goes_on_when_the_page_is_loaded_anew_with_another_python(page):
    first = CanfieldWidget()
    host = shown(page, first, "kept")
    assert "no SQLite" in first.state["message"]["text"]
    host.click(host.place("S"))
    host.wait()
    assert first.ply == 1
    assert storage(page) == {f"canfield-widget {first.state['keep']['at']}": first.game.text()}
    other = page.context.new_page()
    again = CanfieldWidget()
    assert again.game.deal != first.game.deal
    shown(other, again, "kept")
    assert again.game.text() == first.game.text()
    assert other.locator(".cfw-sentence").inner_text() == "The game that this browser has kept goes on."
    seven = CanfieldWidget(seed=7)
    third = page.context.new_page()
    shown(third, seven, "kept")
    assert seven.game.text() == "canfield; deal 7"
    for each in (other, third):
        each.close()


def test_where_python_keeps_the_games_the_browser_keeps_none(page):
    widget = CanfieldWidget(saves=False)
    host = shown(page, widget, "python")
    host.click(host.place("S"))
    host.wait()
    assert widget.ply == 1
    assert storage(page) == {}


@pytest.mark.usefixtures("passing")
def test_a_page_that_may_keep_nothing_plays_all_the_same(page):
    widget = CanfieldWidget()
    host = LiveHost(page, widget)  # about:blank, whose storage is refused
    host.wait()
    host.click(host.place("S"))
    host.wait()
    assert widget.ply == 1


BARE = """(state) => {
  const there = (value) => Object.entries(value).filter(([, each]) => each !== null);
  const bare = (value) => Array.isArray(value) || value === null || typeof value !== 'object' ? value
    : Object.fromEntries(there(value).map(([name, each]) => [name, bare(each)]));
  const told = bare(state);
  told.moves = told.moves.map(bare);
  window.board.real.set('state', told);
}"""
"""Tells a state as JupyterLite does, whose dictionaries lose every value that is None."""


def test_what_is_left_out_is_as_good_as_null(open_board):
    board = open_board()
    seen = board.root.inner_text()
    assert board.state["pass"]["of"] is None, "that is told as null"
    board.page.evaluate(BARE, {**board.state, "rev": board.state["rev"] + 1})
    board.settle()
    assert board.root.get_attribute("data-rev") == str(board.state["rev"] + 1)
    assert board.root.inner_text() == seen
    board.click(board.place("S"))
    assert board.tokens == ["S-W"]
    board.page.evaluate(BARE, {**board.state, "rev": board.state["rev"] + 2, "hint": "S-W", "deal": None})
    board.settle()
    assert "undefined" not in board.root.inner_text()
