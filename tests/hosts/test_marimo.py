"""The board in a real marimo: an app that is run, and a notebook that is edited, each in a server of its own."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page

import canfield_widget as cw
from board_page import BoardPage
from canfield_widget.cards import read_card
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from chromium import chromium
from lab_server import free_port, served

EXAMPLE = Path(__file__).parents[2] / "notebooks" / "marimo_play.py"
BOARDS = """
import marimo

app = marimo.App()


@app.cell
def _():
    import canfield_widget as cw
    import marimo as mo


@app.cell
def _(cw, mo):
    board = mo.ui.anywidget(cw.CanfieldWidget(seed=12, saves=False))
    board


@app.cell
def _(board, mo):
    told = board.value["state"]
    mo.md(f"first: {' '.join(board.moves)}; {board.game.ply}; {told['deal']}; hint {told['hint']}; {board.status}")


@app.cell
def _(cw, mo):
    other = mo.ui.anywidget(cw.lesson("king-on-ace"))
    other


@app.cell
def _(board, mo, other):
    mo.md(f"second: {other.ply} moves, {len(other.result['answers'])} answers; first: {board.ply}")
"""
SHOWN = """
import marimo

app = marimo.App()


@app.cell
def _():
    import canfield_widget as cw


@app.cell
def _(cw):
    cw.draw(cw.deal(seed=12))


@app.cell
def _(cw):
    cw.plot_progress((cw.deal(seed=12), ["T2-T1", "S-W"]))


@app.cell
def _(cw):
    cw.step_through((cw.deal(seed=12), ["T2-T1", "S-W"]))


@app.cell
def _(cw):
    cw.step_together({"one": (cw.deal(seed=12), ["S-W"]), "two": (cw.deal(seed=12), ["T2-T1", "S-W"])})


@app.cell
def _(cw):
    cw.deal(seed=12)
"""


@contextlib.contextmanager
def marimo(kind: str, folder: Path, scratch: Path) -> Iterator[str]:
    """The address of a marimo that runs or edits the files of `folder`; the user's settings play no part."""
    homes = {name: scratch / name for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    settings = homes["XDG_CONFIG_HOME"] / "marimo" / "marimo.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[display]\ntheme = "system"\n[runtime]\nauto_instantiate = true\n', encoding="utf-8")
    environment = {**os.environ, **{name: str(path) for name, path in homes.items()}}
    environment["CANFIELD_WIDGET_DATA"] = str(folder / f"saves-{kind}")
    port = free_port()
    command = [
        sys.executable, "-m", "marimo", kind, str(folder), "--headless", "--no-token", "--no-sandbox",
        "--host", "127.0.0.1", "--port", str(port), *(["--skip-update-check"] if kind == "edit" else []),
    ]  # fmt: skip
    with served(command, environment, port, scratch / "marimo.log") as address:
        yield address


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("apps")
    shutil.copy(EXAMPLE, folder / "example.py")
    (folder / "boards.py").write_text(BOARDS, encoding="utf-8")
    (folder / "shown.py").write_text(SHOWN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def app(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with marimo("run", folder, tmp_path_factory.mktemp("run")) as address:
        yield address


@pytest.fixture(scope="module")
def editor(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with marimo("edit", folder, tmp_path_factory.mktemp("edit")) as address:
        yield address


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("chromium")) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


def opened(page: Page, address: str, name: str) -> BoardPage:
    """The notebook of that name with its boards, and nothing loaded from elsewhere."""
    outside = list[str]()
    page.on("request", lambda request: outside.append(request.url) if "127.0.0.1" not in request.url else None)
    page.goto(f"{address}/?file={name}.py")
    boards = BoardPage(page)
    page.locator(".output-area").first.wait_for(timeout=60_000)
    assert [url for url in outside if url.startswith("http")] == []
    return boards


def says(page: Page, pattern: str) -> Locator:
    """What a cell shows in words, once it has come to say so."""
    said = page.locator(".output-area .markdown", has_text=re.compile(pattern)).first
    said.wait_for(timeout=20_000)
    return said


def test_cells_that_name_the_board_run_again_with_every_move_undo_and_hint(page: Page, app: str):
    boards = opened(page, app, "boards")
    says(page, r"first: ; 0; 12; hint None; playing")
    boards.drag(deal(seed=12), read_move("T2-T1"))
    says(page, r"first: T2-T1; 1; 12")
    boards.board().locator("[data-do=undo]").click()
    says(page, r"first: ; 0; 12")
    boards.focus_the_board()
    page.keyboard.press("d")
    says(page, r"first: S-W; 1; 12")
    page.keyboard.press("h")
    says(page, r"hint T2-T1")
    page.keyboard.press("u")
    page.keyboard.press("r")
    says(page, r"first: S-W; 1; 12; hint None")
    # What a search finds is Python's own change, of which marimo does not tell the cells.
    boards.panel("menu")
    boards.item("Winnable").click()
    boards.item("New deal").click()
    says(page, r"first: ; 0; (?!12;)\d+")
    assert "can be won" in boards.message()
    assert boards.problems == []


def test_two_boards_are_two_games_and_have_their_styles_full_screen_and_theme_in_the_shadow_root(page: Page, app: str):
    boards = opened(page, app, "boards")
    says(page, "second: 0 moves, 0 answers; first: 0")
    boards.place("S").click(position={"x": 10, "y": 10}, force=True)
    says(page, "first: S-W; 1")
    king, ace = boards.card(read_card("KC"), "W", 1), boards.card(read_card("AH"), "T1", 1)
    boards.press(king)
    goal = ace.bounding_box()
    assert goal
    page.mouse.move(goal["x"] + 30, goal["y"] + 40, steps=5)
    page.mouse.up()
    says(page, "second: 1 moves, 1 answers; first: 1")
    root = boards.board()
    assert root.evaluate("(root) => root.getRootNode().host?.localName") == "marimo-anywidget"
    panel = boards.panel("menu")
    assert panel.evaluate("(panel) => getComputedStyle(panel).position") == "absolute"
    within, outer = panel.bounding_box(), root.bounding_box()
    assert within
    assert outer
    assert outer["x"] < within["x"] < within["x"] + within["width"] < outer["x"] + outer["width"]
    boards.item("Full screen").click()
    page.wait_for_function("() => document.fullscreenElement")
    assert root.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 1000}
    boards.panel("menu")
    boards.item("Leave full screen").click()
    page.wait_for_function("() => !document.fullscreenElement")
    assert "cfw-dark" not in (root.get_attribute("class") or "")
    page.emulate_media(color_scheme="dark")
    boards.page.locator(".cfw-root.cfw-dark").first.wait_for()
    assert boards.problems == []


def test_the_example_draws_the_game_and_each_browser_keeps_its_own(page: Page, app: str, folder: Path):
    boards = opened(page, app, "example")
    says(page, "playing after 0 moves")
    first = page.locator(".output-area img").get_attribute("src")
    boards.place("S").click(position={"x": 10, "y": 10}, force=True)
    says(page, "playing after 1 moves")
    page.wait_for_function("(first) => document.querySelector('.output-area img').src !== first", arg=first)
    cards = boards.board().locator("[data-face]").evaluate_all("(all) => all.map((each) => each.dataset.face)")
    page.reload()
    says(page, "playing after 1 moves")
    again = boards.board().locator("[data-face]").evaluate_all("(all) => all.map((each) => each.dataset.face)")
    assert sorted(again) == sorted(cards)
    assert not (folder / "saves-run").exists()
    assert (
        page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('canfield-widget')).length") == 1
    )
    assert boards.problems == []


def test_figures_have_their_words_and_lines_can_be_stepped_through(page: Page, app: str):
    opened(page, app, "shown")
    frame = page.frame_locator(".output-area iframe").first
    frame.locator("#said").get_by_text("Move 0 of 2").wait_for(timeout=30_000)
    frame.locator("#on").click()
    frame.locator("#said").get_by_text("Move 1 of 2").wait_for()
    page.keyboard.press("ArrowRight")
    frame.locator("#said").get_by_text("Move 2 of 2").wait_for()
    page.locator(".output-area iframe").nth(2).wait_for()
    assert page.get_by_text("not supported in marimo").count() == 0
    column = page.locator(".output-area").last.bounding_box()
    picture = page.locator(".output-area svg").last.bounding_box()
    assert column
    assert picture
    assert picture["width"] <= column["width"]
    words = page.locator(".output-area img").evaluate_all("(all) => all.map((each) => each.alt)")
    assert words == [
        cw.draw(deal(seed=12)).words,  # type: ignore[attr-defined]
        cw.plot_progress((deal(seed=12), ["T2-T1", "S-W"])).words,  # type: ignore[attr-defined]
    ]


def test_the_editor_plays_leaves_its_shortcuts_alone_and_keeps_the_game_through_a_reload(page: Page, editor: str):
    boards = opened(page, editor, "boards")
    says(page, "first: ; 0; 12")
    cells = page.locator(".marimo-cell").count()
    boards.drag(deal(seed=12), read_move("T2-T1"))
    says(page, "first: T2-T1; 1; 12")
    boards.focus_the_board()
    page.keyboard.press("d")
    page.keyboard.press("d")
    says(page, "first: T2-T1 S-W S-W; 3; 12")
    assert page.locator(".marimo-cell").count() == cells
    page.reload()
    says(page, "first: T2-T1 S-W S-W; 3; 12")
    boards.board().locator(".cfw-cover-all").click()  # who leaves the page pauses
    boards.drag(cw.Game.from_text("canfield; deal 12; moves T2-T1 S-W S-W").position, read_move("S-W"))
    says(page, "first: T2-T1 S-W S-W S-W; 4; 12")
    assert boards.problems == []
