"""A real JupyterLab for whoever does not see it and has no mouse: a whole game, and the focus on every way."""

from __future__ import annotations

import pytest
from reader import Node, Reader

from axe import faults
from lab_page import LabPage

GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"
PAGES = (
    "Other games", "Share this game", "Records and earlier games", "Settings", "Moves there are", "Help and rules",
)  # fmt: skip


@pytest.fixture
def reader(page: LabPage) -> Reader:
    return Reader(page.page)


def follow_a_hint(reader: Reader) -> Node:
    """Asks for a hint, plays the move that was named from the list of moves, and gives back what the board is then."""
    reader.press("h")
    hint = reader.until("a hint", lambda board: "Proved win" in board.spoken).spoken
    move = hint.split(".")[0]
    reader.press("m")
    reader.until("the move in the list", lambda board: board.find("dialog").focus.name.startswith(move))
    reader.press("Enter")
    return reader.until("the move", lambda board: not board.find("dialog") and board.spoken != hint and board.focus)


def test_a_whole_deal_is_won_by_what_a_screen_reader_tells_and_by_keys(page: LabPage, reader: Reader):
    page.open(GAME.format(arguments='"storehouse", seed=20, hints="solver"'))
    reader.enter()
    board, moves = reader.board(), 0
    while not board.find("heading", "Won"):
        board = follow_a_hint(reader)
        moves += 1
    assert moves > 100
    # The result takes the focus, and gives it back however one leaves it.
    assert board.focus.name == "New deal"
    reader.walk("Look at the board")
    reader.press("Enter")
    reader.until("the board", lambda board: not board.find("heading", "Won") and board.focus)
    reader.walk("View result")
    reader.press("Enter")
    reader.until("the result", lambda board: board.find("heading", "Won") and board.focus.name == "New deal")
    reader.press("Enter")
    reader.until("another game", lambda board: not board.find("heading", "Won") and board.focus)
    assert page.problems == []


def test_the_focus_is_on_the_board_whatever_is_done_there(page: LabPage, reader: Reader):
    page.open(GAME.format(arguments="seed=7"))
    reader.enter()
    reader.walk("Stock")
    for key, said in (("h", "Preferred"), ("d", "to the waste"), ("u", "Taken back"), ("r", "Again")):
        reader.press(key)
        reader.until(said, lambda board, said=said: said in board.spoken and board.focus)
    reader.press("p")
    reader.until("a pause", lambda board: board.focus.name == "Paused. Continue" and not board.find("button", "Stock"))
    reader.press("Enter")
    reader.until("the cards", lambda board: board.focus.name.startswith("Stock"))
    reader.press("m")
    reader.until("the moves", lambda board: board.find("dialog", "Moves there are").focus)
    reader.press("m")
    reader.until("the card again", lambda board: board.focus.name.startswith("Stock"))
    for name in PAGES:
        reader.walk("More", "Shift+Tab")
        reader.press("Enter")
        reader.until("the menu", lambda board: board.find("dialog", "More").focus)
        reader.walk(name)
        reader.press("Enter")
        reader.until(name, lambda board, name=name: board.find("dialog", name).focus)
        reader.press("Escape")
        reader.until("no page", lambda board: not board.find("dialog") and board.focus.name == "More")
    reader.press("Enter")
    reader.walk("Full screen")
    reader.press("Enter")
    page.page.locator(".cfw-full").wait_for()
    reader.until("a focus", lambda board: not board.find("dialog") and board.focus)
    reader.press("Escape")
    page.page.locator(".cfw-full").wait_for(state="detached")
    reader.until("a focus", lambda board: board.focus)
    reader.walk("New", "Shift+Tab")
    reader.press("Enter")
    reader.until("another game", lambda board: board.find("StaticText", "0") and board.focus.name == "New")
    assert page.problems == []


def test_axe_finds_no_serious_fault_on_the_board_inside_jupyterlab(page: LabPage):
    page.open(GAME.format(arguments="seed=7"))
    assert faults(page.page) == []
    page.panel("menu")
    assert faults(page.page) == []
    assert page.problems == []
