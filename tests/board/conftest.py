"""One browser for the tests of a file, one page a test."""

from __future__ import annotations

import pytest

from chromium import chromium
from fake_host import FakeHost


# Not for all files together: Playwright runs only once at a time, and other tests want it too.
@pytest.fixture(scope="module")
def browser_context(tmp_path_factory):
    profile = tmp_path_factory.mktemp("chromium")
    with chromium(profile, viewport={"width": 1280, "height": 900}, reduced_motion="no-preference") as context:
        yield context


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
    return lambda *names, **options: FakeHost(page, *names, **options)
