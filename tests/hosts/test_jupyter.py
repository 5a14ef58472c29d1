"""The board in Notebook 7, in boxes and outputs of ipywidgets, and in saved notebooks; all from one Jupyter server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import BrowserContext

from canfield_widget.cards import read_card
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from chromium import chromium
from lab_page import LabPage
from lab_server import jupyter

NOTEBOOK, LAB = "notebooks", "doc/tree"
GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget(seed=12)\ngame"
SAVES_WIDGETS = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    scratch = tmp_path_factory.mktemp("jupyter")
    # The server of Notebook 7 has JupyterLab and Voilà, too.
    with jupyter("notebook", folder, scratch, "--LabApp.expose_app_in_browser=True") as address:
        yield address


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("chromium")) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext, server: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    """A page of Notebook 7, or of the host that a test is parametrized with."""
    route = getattr(request, "param", NOTEBOOK)
    page = LabPage(context.new_page(), server, folder, re.sub(r"\W+", "-", request.node.name), route=route)
    yield page
    page.shut_down()


in_jupyterlab = pytest.mark.parametrize("page", [LAB], indirect=True, ids=["jupyterlab"])


def test_notebook_7_plays_by_mouse_in_two_views_and_its_shortcuts_keep_off(page: LabPage):
    page.open(GAME, "game", "1 + 1")
    page.drag(deal(seed=12), read_move("T2-T1"))
    for n in (0, 1):
        page.wait_for_rev(1, n=n)
    page.place("S", 1).click(position={"x": 10, "y": 10}, force=True)
    for n in (0, 1):
        page.wait_for_rev(2, n=n)
    assert page.value("game.moves") == ["T2-T1", "S-W"]

    page.card(read_card("AC"), "T1").focus()
    cells = page.page.locator(".jp-Cell")
    source = "() => window.jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.source)"
    before = page.page.evaluate(source)
    for key in ("d", "d", "b", "a", "x", "1", "z", "Shift+M"):
        page.page.keyboard.press(key)
        assert cells.count() == 3, key
        assert page.page.evaluate(source) == before, key
    page.wait_for_rev(4)
    assert page.value("game.moves") == ["T2-T1", "S-W", "S-W", "S-W"]

    root = page.board()
    assert "cfw-dark" not in (root.get_attribute("class") or "")
    page.page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    page.page.locator(".cfw-root.cfw-dark").nth(1).wait_for()
    page.page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})")
    page.page.locator(".cfw-root.cfw-dark").nth(0).wait_for(state="detached")
    # Notebook 7.6 itself has one that nobody catches.
    assert [problem for problem in page.problems if "reading 'schema'" not in problem] == []


BOXES = (
    "import ipywidgets\nimport canfield_widget as cw\ngame = cw.CanfieldWidget(seed=12)\n"
    "tabs = ipywidgets.Tab([ipywidgets.Label('rules'), game], titles=['Rules', 'Board'])\n"
    "ipywidgets.VBox([ipywidgets.Label('above'), game, tabs])",
    "out = ipywidgets.Output()\nout",
    "inside = cw.CanfieldWidget('superior', seed=12)\nwith out:\n    display(inside)",
)


@in_jupyterlab
def test_a_board_in_a_box_a_tab_and_an_output_is_whole_and_plays(page: LabPage):
    page.open(*BOXES)
    page.board(2).wait_for()
    page.drag(deal(seed=12), read_move("T2-T1"), n=0)
    page.wait_for_rev(1, n=0)
    page.drag(deal("superior", seed=12), read_move("T2-T1"), n=2)
    page.wait_for_rev(1, n=2)
    page.page.get_by_role("tab", name="Board").click()
    page.place("S", 1).click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(2, n=1)
    assert page.value("[game.moves, inside.moves]") == [["T2-T1", "S-W"], ["T2-T1"]]
    # Boxes cut off what sticks out of them.
    overhang = """(root) => {
      const box = root.getBoundingClientRect();
      for (let around = root.parentElement; around; around = around.parentElement) {
        const { left, right } = around.getBoundingClientRect();
        if (box.left < left - 1 || box.right > right + 1) return around.className;
        if (around.scrollHeight > around.clientHeight + 1 && getComputedStyle(around).overflowY !== 'visible'
          && !around.matches('.jp-WindowedPanel-outer')) return around.className;
      }
      return null;
    }"""
    for n in range(3):
        assert page.board(n).evaluate(overhang) is None
    assert page.problems == []


@in_jupyterlab
def test_a_saved_notebook_shows_what_it_has_of_the_board_where_its_kernel_is_gone(page: LabPage):
    page.open(GAME)
    page.drag(deal(seed=12), read_move("T2-T1"))
    page.wait_for_rev(1)
    page.command(SAVES_WIDGETS)
    page.command("docmanager:save")
    page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.visit()
    page.board().locator("[data-kind=no-kernel]").wait_for(timeout=30_000)
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    assert page.card(read_card("AC"), "T1").is_visible()
    assert page.rev() == 1

    # Without the state JupyterLab has its own words for it, and keeps it only where it is asked to.
    page.command(SAVES_WIDGETS)
    page.page.evaluate("() => window.jupyterapp.shell.currentWidget.model.sharedModel.deleteMetadata('widgets')")
    page.command("docmanager:save")
    page.visit()
    page.page.get_by_text("model not found").wait_for()

    file = page.folder / f"{page.name}.ipynb"
    notebook = nbformat.read(file, as_version=4)
    assert "widgets" not in notebook.metadata
    notebook.cells.append(nbformat.v4.new_code_cell("1"))  # no longer the notebook that JupyterLab trusts
    nbformat.write(notebook, file)
    page.visit()
    page.page.get_by_text("tableau 2D | AC | JD | AH").wait_for()  # as it was when the cell ran
