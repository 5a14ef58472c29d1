"""The board in the HTML that nbconvert makes of an executed notebook: with the state of its widgets, and without."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from bundle import ROOT, npm_environment
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from playwright.sync_api import BrowserContext, Route

from board_page import BoardPage
from canfield_widget.cards import read_card
from chromium import chromium

HTML_MANAGER = "@jupyter-widgets/html-manager@1.0.15"
DIGEST = "5thBIV6ymNgmPVOHvzx+gGy8ZSKmSazhtGw4/c4xJDVzRhG9PTeQsRjF3FUTopvFi//SABeNz1yp47bCrJ3CQA=="
PLAY = """import canfield_widget as cw
game = cw.CanfieldWidget(seed=12, saves=False)
game.play("T2-T1")
game"""


def embed() -> bytes:
    """The file of ipywidgets that draws widgets in a page without a kernel, from npm; kept in `build/`."""
    folder = ROOT / "build" / "html-manager"
    package = folder / "jupyter-widgets-html-manager-1.0.15.tgz"
    if not package.exists():
        folder.mkdir(parents=True, exist_ok=True)
        environment = npm_environment()
        npm = shutil.which("npm", path=environment["PATH"])
        assert npm
        command = [npm, "pack", "--silent", f"--pack-destination={folder}", HTML_MANAGER]
        subprocess.run(command, cwd=ROOT / "js", env=environment, check=True, stdout=subprocess.DEVNULL)
    assert base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() == DIGEST
    with tarfile.open(package) as archive:
        member = archive.extractfile("package/dist/embed-amd.js")
        assert member
        return member.read()


def installed(name: str) -> bytes:
    """A file of the environment's folder of Jupyter."""
    return (Path(sys.prefix) / "share" / "jupyter" / name).read_bytes()


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """What a page needs beside it, by its name."""
    return {
        "embed-amd.js": embed(),
        "require.js": installed("voila/templates/base/static/require.min.js"),
        "anywidget.js": installed("nbextensions/anywidget/index.js"),
    }


@pytest.fixture(scope="module")
def executed() -> NotebookNode:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(PLAY)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    return NotebookClient(notebook).execute()


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("chromium")) as context:
        yield context


def looks_played(page: BoardPage) -> None:
    """The board lies there after its one move, and says that nobody plays it."""
    page.board().wait_for()
    assert page.card(read_card("AC"), "T1").is_visible()
    assert page.board().locator(".cfw-moves").inner_text() == "1 move"
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.board().locator("[data-kind=no-kernel]").wait_for()
    assert page.rev() == 1
    assert page.problems == []


def test_a_page_with_the_state_draws_the_board_by_what_the_networks_have(
    executed: NotebookNode, files: dict[str, bytes], context: BrowserContext, tmp_path: Path
):
    html, _ = HTMLExporter().from_notebook_node(executed)
    (tmp_path / "play.html").write_text(html, encoding="utf-8")
    page = BoardPage(context.new_page())
    asked: list[str] = []

    def answer(route: Route) -> None:
        url = route.request.url
        wanted = re.search(r"(embed-amd|require|anywidget)[^/]*(?:/dist/index)?\.js$|/(embed-amd)\.js", url)
        name = next((name for name in files if wanted and name.removesuffix(".js") in wanted[0]), None)
        asked.append(name or "nothing of ours")
        if name is None:
            route.abort()
        else:
            route.fulfill(body=files[name], content_type="text/javascript")

    page.page.route(re.compile("^https?:"), answer)
    page.page.goto((tmp_path / "play.html").as_uri())
    looks_played(page)
    assert set(files) <= set(asked)
    page.page.close()


def test_a_page_with_the_state_and_three_files_beside_it_needs_no_network(
    executed: NotebookNode, files: dict[str, bytes], context: BrowserContext, tmp_path: Path
):
    exporter = HTMLExporter(widget_renderer_url="embed-amd.js", require_js_url="require.js", mathjax_url="")
    html, _ = exporter.from_notebook_node(executed)
    (tmp_path / "play.html").write_text(html, encoding="utf-8")
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)
    page = BoardPage(context.new_page())
    outside: list[str] = []
    page.page.on("request", lambda request: outside.append(request.url) if request.url.startswith("http") else None)
    page.page.goto((tmp_path / "play.html").as_uri())
    looks_played(page)
    assert outside == []
    page.page.close()


def test_a_page_without_the_state_shows_the_position_as_it_was_when_the_cell_ran(
    executed: NotebookNode, context: BrowserContext, tmp_path: Path
):
    notebook = nbformat.from_dict({**executed, "metadata": {**executed.metadata}})
    del notebook.metadata["widgets"]
    html, _ = HTMLExporter().from_notebook_node(notebook)
    (tmp_path / "play.html").write_text(html, encoding="utf-8")
    page = context.new_page()
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto((tmp_path / "play.html").as_uri())
    picture = page.locator(".jp-RenderedSVG img")
    picture.wait_for()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 300")
    assert (picture.get_attribute("src") or "").startswith("data:image/svg+xml")
    assert page.locator(".cfw-root").count() == 0
    page.close()
