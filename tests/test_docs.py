"""The pages: built without a warning, complete, whole in themselves, and nothing in them that was not run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

import pytest
from sphinx.util.inventory import InventoryFile

import canfield_widget as cw
from chromium import chromium

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
LOCALES = ROOT / "canfield_widget" / "locales"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built pages; the cells of the notebooks are left to `make notebooks`."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-t", "quick", "-c", "docs",
         "-d", str(folder / "doctrees"), ".", str(folder / "html")],
        cwd=ROOT, capture_output=True, text=True, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "html"


class Found(HTMLParser):
    """What a page has: ids, links, and what it loads."""

    LOADS: ClassVar = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src",
                       "embed": "src", "object": "data", "use": "href", "image": "href"}  # fmt: skip

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids, self.links, self.loads = set[str](), list[str](), list[str]()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        told = {name: value or "" for name, value in attrs}
        self.ids |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag == "link" and {"stylesheet", "icon", "preload", "modulepreload"} & set(told.get("rel", "").split()):
            self.loads.append(told["href"])
        if tag in self.LOADS and self.LOADS[tag] in told:
            self.loads.append(told[self.LOADS[tag]])
        self.loads += re.findall(r"url\(\s*['\"]?([^'\")]+)", told.get("style", ""))


@pytest.fixture(scope="module")
def found(site):
    return {page: Found(page) for page in site.rglob("*.html") if "_static" not in page.parts}


def test_every_public_name_is_in_the_reference(site):
    listed = {
        name.removeprefix("canfield_widget.")
        for kind, entries in InventoryFile.loads((site / "objects.inv").read_bytes(), uri="").data.items()
        if kind.startswith("py:")
        for name in entries
    }
    assert set(cw.__all__) - listed == set()


def test_every_notebook_and_every_decision_is_a_page(site):
    sources = [*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("docs/**/*.md")]
    missing = [path.name for path in sources if not (site / path.relative_to(ROOT)).with_suffix(".html").exists()]
    assert len(sources) > 50
    assert missing == []


def test_every_link_between_pages_leads_to_a_place_that_is_there(site, found):
    wrong, seen = [], 0
    for page, told in found.items():
        for link in told.links + told.loads:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = page if not address.path else (page.parent / unquote(address.path)).resolve()
            seen += 1
            if not target.exists():
                wrong.append(f"{page.relative_to(site)}: {link}")
            elif address.fragment and target in found and unquote(address.fragment) not in found[target].ids:
                wrong.append(f"{page.relative_to(site)}: {link}, no such id")
    assert seen > 5000
    assert wrong == []


def test_nothing_is_loaded_from_elsewhere(site, found):
    loads = {load for told in found.values() for load in told.loads}
    assert {load for load in loads if not load.startswith("data:") and re.match(r"[a-z]+:|//", load)} == set()
    sheets = list(site.rglob("*.css"))
    asked = [
        (sheet.name, each)
        for sheet in sheets
        for each in re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")\s]+)", sheet.read_text(encoding="utf-8"))
    ]
    assert len(sheets) > 3
    assert [each for each in asked if re.match(r"[a-z]+://|//", each[1])] == []


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("chromium"), viewport={"width": 1280, "height": 900}) as context:
        yield context


@pytest.fixture
def page(browser, site):
    page = browser.new_page()
    asked, problems = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_pages_open_from_disk_and_fit_a_narrow_screen(page, site, found):
    page.set_viewport_size({"width": 380, "height": 800})
    wide = []
    # Not the front door, which leads away at once, and of the decisions one; they are text alone.
    shown = [each for each in found if "decisions" not in each.parts or each.name.startswith("10")]
    shown.remove(site / "index.html")
    for each in shown:
        page.goto(each.as_uri(), wait_until="load")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(each.relative_to(site))
    assert len(shown) > 30
    assert wide == []


def test_the_front_door_leads_in_and_the_search_finds_a_name(page, site):
    page.goto((site / "index.html").as_uri())
    page.wait_for_url("**/docs/index.html")
    page.fill("input[name=q]", "deal_winnable")
    page.press("input[name=q]", "Enter")
    page.wait_for_selector("#search-results li a")
    assert "deal_winnable" in page.inner_text("#search-results")


def test_a_board_plays_a_recorded_line_without_a_kernel_and_is_dark_where_the_page_is(page, site):
    page.emulate_media(color_scheme="null")  # what is emulated holds in frames, too, whatever the page says
    page.goto((site / "docs" / "tutorial" / "first-game.html").as_uri())
    page.locator("figure.replay").scroll_into_view_if_needed()
    frame = page.frame_locator("figure.replay iframe")
    frame.locator("#first").click()
    assert "Next: Ten of clubs from column 1 to the foundation" in frame.locator("#said").inner_text()
    frame.locator("#on").click()
    assert "2 of 52 cards" in frame.locator("#said").inner_text()
    assert page.evaluate("getComputedStyle(document.querySelector('figure.board rect')).fill") != "none"
    colours = set()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.body.dataset.theme = theme }", theme)
        ground = frame.locator("body")
        page.wait_for_timeout(100)
        colours.add((
            theme,
            ground.evaluate("body => getComputedStyle(body).backgroundColor"),
            page.evaluate("getComputedStyle(document.querySelector('figure.board rect')).fill"),
        ))  # fmt: skip
    assert len({told[1] for told in colours}) == len({told[2] for told in colours}) == 2
    assert all(frame_ground == board_ground for _, frame_ground, board_ground in colours)


# What is in the sources


FENCE = re.compile(r"^([ ]*)(`{3,}|:{3,})[ ]*(\S*)[^\n]*\n(.*?)^\1\2[ ]*$", re.DOTALL | re.MULTILINE)
PYTHON = {"python", "py", "python3", "pycon", "ipython", "ipython3", "{code-block}", "{code}", "{doctest}"}


def fences(page: Path) -> Iterator[tuple[str, str]]:
    for _, _, language, inside in FENCE.findall(page.read_text(encoding="utf-8")):
        yield language.lower(), inside


def unrun(page: Path) -> list[str]:
    """The blocks of Python that are neither doctests nor cells that the build executes."""
    executed = page.read_text(encoding="utf-8").startswith("---\nfile_format: mystnb\n")
    return [
        inside
        for language, inside in fences(page)
        if (language in PYTHON and ">>>" not in inside)
        or (language == "{code-cell}" and (not executed or "skip-execution" in inside))
        or (not language and re.search(r"^\s*(import|from) \w+", inside, re.MULTILINE))
    ]


def test_every_block_of_python_in_the_pages_is_run(tmp_path, monkeypatch):
    assert sum(language == "{code-cell}" for page in PAGES for language, _ in fences(page)) > 30
    assert sum(">>>" in inside for page in PAGES for _, inside in fences(page)) > 20
    left = {page.relative_to(ROOT): blocks for page in PAGES if (blocks := unrun(page))}
    assert set(left) == {Path("README.md")}
    # Ten thousand deals are too many for here: the same lines with three of them.
    monkeypatch.chdir(tmp_path)
    [block] = left[Path("README.md")]
    assert "range(1, 10_001)" in block
    known = {"cw": cw}
    exec(block.replace("range(1, 10_001)", "range(1, 4)"), known)
    assert known["found"].summary().n == 3


def test_a_block_that_is_not_run_is_found(tmp_path):
    page = tmp_path / "page.md"
    for text in ("```python\nx = 1\n```\n", "```{code-cell}\nx = 1\n```\n", "1. So\n\n   ```py\n   x = 1\n   ```\n"):
        page.write_text(text, encoding="utf-8")
        assert len(unrun(page)) == 1
    page.write_text("```python\n>>> x = 1\n\n```\n\n```text\nx\n```\n", encoding="utf-8")
    assert unrun(page) == []


def test_replays_in_the_pages_are_games_by_the_rules():
    replays = [inside for page in PAGES for language, inside in fences(page) if language == "{replay}"]
    assert len(replays) >= 2
    for inside in replays:
        source = " ".join(line for line in inside.splitlines() if line and not line.startswith(":"))
        [last] = re.findall(r'id="ply" type="range" min="0" max="(\d+)"', cw.html_replay(source))
        assert int(last) > 5


# The glossary


def glossary() -> tuple[dict[str, str], set[str]]:
    """The German word of each English one, and the words without one."""
    pairs, single = {}, set()
    for language, inside in fences(ROOT / "docs" / "glossary.md"):
        assert language == "{glossary}"
        for entry in re.split(r"\n\n", inside.strip()):
            terms = [line for line in entry.splitlines() if not line.startswith(" ")]
            if len(terms) == 2:
                pairs[terms[0]] = re.sub(r" \(.*\)", "", terms[1])
            else:
                single |= set(terms)
    return pairs, single


def locales() -> dict[str, tuple[str, str]]:
    """The English and the German text of each key."""
    texts = {}
    for path in LOCALES.glob("*en.json"):
        german = json.loads(path.with_name(path.name.replace("en.json", "de.json")).read_text(encoding="utf-8"))
        texts |= {key: (text, german[key]) for key, text in json.loads(path.read_text(encoding="utf-8")).items()}
    return texts


def bare(text: str) -> str:
    return re.sub(r"\{n\}|[.:]", "", text).strip().casefold()


# Texts of the board that are one word of the game, a pile or what can be done.
WORDS = [
    "stock", "waste", "reserve", "foundation-n", "column-n", "undo", "redo", "hint", "deal", "pass", "moves-1", "pause",
    "daily", "mark-winnable", "favourites", "page-settings", "page-wheel", "page-review", "class-stuck", "solution-won",
    "solution-lost", "solution-unknown", "help-field-base-rank", "curve-redeal",
]  # fmt: skip


@pytest.mark.parametrize("key", WORDS)
def test_a_word_of_the_board_is_in_the_glossary_with_the_same_german_word(key: str):
    english, german = map(bare, locales()[key])
    told = {term.casefold(): word.casefold() for term, word in glossary()[0].items()}
    assert told.get(english) == german


def test_every_word_of_the_glossary_is_used_so_in_the_texts_of_the_board():
    pairs, _ = glossary()
    texts = [(english.casefold(), german.casefold()) for english, german in locales().values()]
    unused = [
        (term, word)
        for term, word in pairs.items()
        if not any(
            re.search(rf"\b{re.escape(term.casefold())}", english)
            and re.search(rf"\b{re.escape(word.casefold())}", german)
            for english, german in texts
        )
    ]
    assert len(pairs) > 40
    assert unused == []
