"""JupyterLite: the game in a browser alone, from a folder of files, without a server for Python and without the net.

`make lite` builds the site and `make lite-test` runs this. It is no part of `make test`: the site alone takes a minute
on a fast line, and Python in a browser half a minute to begin, twice.
"""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from board_page import BoardPage
from canfield_widget.game import Game
from canfield_widget.moves import Move
from chromium import chromium
from lab_page import _EXECUTE, _KERNEL

SITE = Path(__file__).parents[2] / "build" / "lite" / "site"
NOTEBOOK = "01_play.ipynb"
KERNEL_MS = 240_000
"""How long Python may take to begin in a browser, on a machine that does other things as well."""

pytestmark = pytest.mark.skipif(
    not os.environ.get("CANFIELD_LITE"), reason="the site of JupyterLite was not asked for: see make lite-test"
)


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site."""
    assert (SITE / "lab" / "index.html").exists(), f"no site in {SITE}: make lite builds it"
    handler = functools.partial(_Silent, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("chromium")) as context:
        yield context


class LitePage(BoardPage):
    """A notebook of the site, with every address that was asked for: `asked`."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        super().__init__(context.new_page())
        self.site = site
        self.asked: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))

    def open(self) -> LitePage:
        """Opens the notebook, runs it and waits for its first board."""
        self.page.goto(f"{self.site}/lab/index.html?path={NOTEBOOK}")
        self.page.wait_for_function(f"() => {_KERNEL}?.status === 'idle'", timeout=KERNEL_MS)
        self.page.evaluate("async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
        self.board().wait_for(timeout=KERNEL_MS)
        self.page.wait_for_function(f"() => {_KERNEL}?.status === 'idle'", timeout=KERNEL_MS)
        self.board().scroll_into_view_if_needed()
        return self

    def python(self, code: str) -> str:
        """What the kernel prints while it runs `code`."""
        return self.page.evaluate(_EXECUTE, code)

    def game(self) -> Game:
        """The game of the first board."""
        return Game.from_text(self.python("print(game.game.text())").strip())

    def ask(self, command: str) -> None:
        """Presses the button of the first board that sends the command."""
        self.board().locator(f"[data-do={command}]").click()

    def said(self, *words: str) -> str:
        """What the board says once one of these words is in it."""
        message = self.board().locator("[data-kind]")
        for _ in range(600):
            if any(word in message.inner_text() for word in words):
                return message.inner_text()
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the board says {message.inner_text()!r}")

    def play(self, move: Move) -> None:
        """Plays a move with the mouse and waits until it is made."""
        before = self.rev()
        self.drag(self.game().position, move)
        self.wait_for_rev(before + 1)


@pytest.fixture(scope="module")
def lite(browser: BrowserContext, site: str) -> LitePage:
    return LitePage(browser, site).open()


def test_the_board_says_once_that_the_browser_keeps_the_game(lite: LitePage):
    assert "Python has no lasting disk here; this browser keeps the game" in lite.message()
    assert "undefined" not in lite.board().inner_text()
    assert "lasting" not in lite.message(1), "that board keeps nothing"
    assert lite.python("import sys; print(sys.platform)").strip() == "emscripten"


def test_figures_say_what_is_missing(lite: LitePage):
    said = lite.python(
        "import canfield_widget as cw\ntry: cw.draw(game.position)\nexcept ImportError as error: print(error)"
    )
    assert said.strip() == "draw needs matplotlib, which is not installed: pip install matplotlib"


def test_moves_are_made_by_the_mouse_and_hints_are_given(lite: LitePage):
    for _ in range(3):
        lite.play(Move("S", "W"))
    assert [str(move) for move in lite.game().line] == ["S-W"] * 3
    lite.ask("hint")
    lite.said("Preferred", "No move", "proved", "round")
    hinted = lite.python("print(game.state['hint'])").strip()
    assert hinted == lite.python("print(cw.hint(game.position).move)").strip()
    legal = {str(move): move for move in lite.game().legal_moves()}
    lite.play(legal[hinted])
    assert [str(move) for move in lite.game().moves] == ["S-W"] * 3 + [hinted]


def test_the_board_plays_on_while_the_solver_searches_on_the_same_thread(lite: LitePage):
    hard = "import canfield_widget as cw; hard = cw.CanfieldWidget('rainfall', seed=9, saves=False)"
    lite.python(f"{hard}\nfrom canfield_widget.searches import Subject\n"
                "hard._board.ask(Subject.WINNABLE); hard._searches.follow(hard._board.questions)")  # fmt: skip
    before = lite.rev()
    lite.play(Move("S", "W") if lite.game().position.stock else Move("W", "S"))
    assert lite.rev() == before + 1
    assert lite.python("print(hard.search['what'])").strip() == "winnable", "the search was done before the move"
    for _ in range(100):
        if lite.python("print(hard.search['text'])").strip() not in ("0 s", "1 s"):
            break
        lite.page.wait_for_timeout(100)
    else:
        raise AssertionError("the search does not come on")
    lite.python("hard.close()")


def test_a_deal_that_can_be_won_is_dealt_and_found_again_after_the_page_is_loaded_anew(lite: LitePage):
    before = lite.game().deal
    lite.python("game.winnable = True")
    lite.ask("new")
    said = lite.said("A deal that can be won", "An ordinary deal")
    assert lite.game().deal != before, said
    lite.play(Move("S", "W"))
    lite.play(Move("S", "W"))
    left = lite.game().text()
    lite.open()
    assert lite.game().text() == left
    lite.said("The game that this browser has kept goes on.")
    lite.play(Move("S", "W") if lite.game().position.stock else Move("W", "S"))
    assert lite.game().text().startswith(left)


def test_nothing_was_asked_of_any_other_server_and_nothing_went_wrong_in_the_page(lite: LitePage):
    outside = [url for url in lite.asked if not url.startswith((lite.site, "blob:", "data:"))]
    assert outside == []
    assert any(url.startswith(lite.site) and url.endswith(".wasm") for url in lite.asked)
    assert lite.problems == []
