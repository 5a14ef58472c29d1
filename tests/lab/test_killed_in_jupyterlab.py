"""A kernel that is killed and a tab that is closed in the midst of something, and ten boards, in a real JupyterLab."""

from __future__ import annotations

import os
import signal

import pytest
from playwright.sync_api import BrowserContext

from canfield_widget.moves import read_move
from canfield_widget.position import deal
from lab_page import LabPage
from samples import SOAK

GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"
HARD = 9
"""A deal of rainfall that the solver does not decide in the time a board gives it."""
LATE = 60_000
long = pytest.mark.skipif(not SOAK, reason="part of the long run")


def kill(page: LabPage) -> None:
    """Kills the kernel and waits until the server has started another one and the board knows."""
    pid = page.value("__import__('os').getpid()")
    os.kill(pid, signal.SIGKILL)
    page.page.wait_for_function(
        "() => ['restarting', 'autorestarting', 'starting', 'unknown'].includes("
        "window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status) || "
        "document.querySelector('.cfw-root [data-kind=no-kernel]')",
        timeout=LATE,
    )
    page.page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'", timeout=LATE
    )


def run_again(page: LabPage, moves: list[str]) -> None:
    """Runs the cell again, as the board says, and plays on from `moves`."""
    close = page.page.locator(".jp-Dialog button")
    if close.count():  # JupyterLab says in a dialog that the kernel died
        close.first.click()
    page.command("notebook:run-all-cells")
    page.page.wait_for_function("() => document.querySelector('.cfw-root[data-rev]') && "
                                "document.querySelectorAll('.cfw-root').length === 1", timeout=LATE)  # fmt: skip
    page.wait_for_value("game.moves", moves)
    page.wait_for_rev(page.value("game.state['rev']"))
    cover = page.board().locator(".cfw-cover-all")
    if cover.is_visible():
        cover.click()
    page.place("S").click(force=True)
    page.wait_for_value("game.moves", [*moves, "S-W"])


def test_a_kernel_killed_in_the_midst_of_a_drag_leaves_the_board_and_the_game(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    position = page.page.locator(".cfw-root [data-face]").count()
    move = read_move("T2-T1")
    card = page.card(deal(seed=12).tableau[1][-1], "T2")
    x, y = page.press(card)
    page.page.mouse.move(x - 40, y + 30, steps=4)
    kill(page)
    page.page.mouse.move(x - 80, y + 10, steps=4)
    page.page.mouse.up()
    page.board().locator("[data-kind=no-kernel]").wait_for(timeout=LATE)
    assert page.page.locator(".cfw-root [data-face]").count() == position, "every card is there"
    assert str(move) == "T2-T1"
    assert page.problems == []
    run_again(page, ["S-W"])


@long
def test_a_kernel_killed_in_the_midst_of_a_search_leaves_the_board_and_the_game(page: LabPage):
    page.open(GAME.format(arguments=f'"rainfall", seed={HARD}'))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    page.focus_the_board()
    page.page.keyboard.press("w")
    page.board().locator(".cfw-stop").wait_for()
    kill(page)
    page.place("S").click(force=True)
    page.board().locator("[data-kind=no-kernel]").wait_for(timeout=LATE)
    assert page.problems == []
    run_again(page, ["S-W"])


@long
@pytest.mark.parametrize("midst", ["drag", "search"])
def test_a_tab_closed_in_the_midst_leaves_the_game_to_the_next_tab(page: LabPage, context: BrowserContext, midst: str):
    page.open(GAME.format(arguments=f'"rainfall", seed={HARD}'))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    page.command("docmanager:save")
    other = LabPage(context.new_page(), page.lab, page.folder, page.name)
    other.visit()
    other.wait_for_rev(1)
    try:
        if midst == "drag":
            x, y = other.press(other.card(deal("rainfall", seed=HARD).tableau[1][-1], "T2"))
            other.page.mouse.move(x - 40, y + 30, steps=4)
        else:
            other.focus_the_board()
            other.page.keyboard.press("w")
            other.board().locator(".cfw-stop").wait_for()
    finally:
        other.page.close()
    page.page.bring_to_front()
    if page.value("game.state['paused']"):  # a page that is left leaves a pause
        page.board().locator(".cfw-cover-all").click()
        page.wait_for_value("game.state['paused']", False)
    page.focus_the_board()
    page.page.keyboard.press("d")
    page.wait_for_rev(2)
    assert page.value("game.moves") == ["S-W", "S-W"]
    page.wait_for_value("sum(t.name.startswith('canfield') for t in __import__('threading').enumerate())", 0)
    assert page.problems == []


@long
def test_ten_boards_in_one_notebook_are_all_played(page: LabPage):
    names = [f"g{n}" for n in range(10)]
    rows = (
        "canfield",
        "superior",
        "rainbow",
        "storehouse",
        "quadruple",
        "acme",
        "rainfall",
        "double",
        "rush",
        "casino",
    )
    cells = [
        f"{name} = cw.CanfieldWidget({row!r}, seed={n + 1}); {name}"
        for n, (name, row) in enumerate(zip(names, rows, strict=True))
    ]
    page.open(f"import canfield_widget as cw\n{cells[0]}", *cells[1:])
    page.wait_for_value("len(g9.state)", page.value("len(g0.state)"))
    for n, name in enumerate(names):
        page.page.evaluate("(n) => window.jupyterapp.shell.currentWidget.content.widgets[n].node.scrollIntoView()", n)
        board = page.page.locator(".jp-Cell").nth(n).locator(".cfw-root[data-rev]")
        board.wait_for(timeout=LATE)
        board.locator(".cfw-place[data-pile='S']").click(force=True)
        page.wait_for_value(f"{name}.moves", ["S-W"])
    assert page.problems == []
