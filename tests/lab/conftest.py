"""One JupyterLab and one Chromium for all tests in this folder; a fresh page and notebook for each."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from lab_page import LabPage
from lab_server import jupyterlab

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.fspath).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.lab)


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(notebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with jupyterlab(notebooks, tmp_path_factory.mktemp("jupyter")) as address:
        yield address


@pytest.fixture(scope="session")
def drivers() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def context(drivers: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    context = drivers.chromium.launch_persistent_context(
        str(tmp_path_factory.mktemp("chromium")), executable_path=CHROMIUM, headless=True, args=FLAGS,
        viewport={"width": 1280, "height": 1000}, has_touch=True, reduced_motion="reduce",
    )  # fmt: skip
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, lab: str, notebooks: Path, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    # A notebook of its own for each test: a kernel that is still there would hand over the boards of others.
    page = LabPage(context.new_page(), lab, notebooks, re.sub(r"\W+", "-", request.node.name))
    yield page
    page.shut_down()
