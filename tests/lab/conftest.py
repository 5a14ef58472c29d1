"""One JupyterLab and one Chromium for all tests in this folder; a fresh page and notebook for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from chromium import chromium
from lab_page import LabPage
from lab_server import jupyterlab


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.lab)


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(notebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with jupyterlab(notebooks, tmp_path_factory.mktemp("jupyter")) as address:
        yield address


# Not for all files together: Playwright runs only once at a time, and other tests want it too.
@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with chromium(tmp_path_factory.mktemp("chromium")) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext, lab: str, notebooks: Path, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    # A notebook of its own for each test: a kernel that is still there would hand over the boards of others.
    page = LabPage(context.new_page(), lab, notebooks, re.sub(r"\W+", "-", request.node.name))
    yield page
    page.shut_down()
