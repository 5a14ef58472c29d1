"""One browser for all tests of the board, one page a test."""

from __future__ import annotations

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Not for the whole session: Playwright runs only once at a time, and other tests want it too.
@pytest.fixture(scope="module")
def browser_context(tmp_path_factory):
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as drivers:
        context = drivers.chromium.launch_persistent_context(
            str(tmp_path_factory.mktemp("chromium")),
            executable_path="/usr/bin/chromium",
            headless=True,
            args=FLAGS,
            viewport={"width": 1280, "height": 900},
            has_touch=True,
        )
        yield context
        context.close()


@pytest.fixture
def page(browser_context):
    page = browser_context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda line: page.problems.append(line.text) if line.type == "error" else None)
    yield page
    page.close()
    assert page.problems == []


@pytest.fixture
def open_board(page):
    from fake_host import FakeHost

    return lambda *names, **options: FakeHost(page, *names, **options)
