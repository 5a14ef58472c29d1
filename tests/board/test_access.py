"""What axe, the checker of web pages for people with disabilities, says about every screen, light and dark."""

from __future__ import annotations

import pytest

from axe import faults
from canfield_widget.pages import PAGES


def at_rest(open_board):
    return open_board()


def holding(open_board):
    board = open_board("run")
    board.card(board.key("T2", 0)).focus()
    board.page.keyboard.press("Enter")
    assert board.page.locator(".cfw-legal").count() > 0
    return board


def refused(open_board):
    board = open_board("refused")
    assert board.page.locator(".cfw-blamed").count() > 0
    return board


def hinted(open_board):
    board = open_board()
    board.give(hint="R-T2", text="Ten of spades from the reserve onto the jack of hearts.", kind="hint")
    board.page.locator("[data-hint='2']").wait_for()
    return board


def searching(open_board):
    board = open_board()
    board.search(what="winnable", text="12 s")
    board.page.locator(".cfw-stop").wait_for()
    return board


def stuck(open_board):
    board = open_board(change=lambda state: state.update(status="stuck", moves=[], finish=True))
    board.give(text="No move is left.", kind="stuck")
    return board


def nothing_to_undo(open_board):
    return open_board(change=lambda state: state.update(undo=False, redo=False))


def without_a_kernel(open_board):
    board = open_board()
    board.page.evaluate("() => window.board.live(false)")
    board.page.locator("[data-kind=no-kernel]").wait_for()
    return board


def paused(open_board):
    board = open_board()
    board.give(paused=True)
    board.page.locator(".cfw-cover-all").wait_for()
    return board


def won(open_board):
    board = open_board("won")
    board.page.locator(".cfw-win-card").wait_for()
    return board


def won_and_looked_at(open_board):
    board = won(open_board)
    board.page.locator(".cfw-other").click()
    return board


def small(open_board):
    return open_board(width=380)


def won_and_small(open_board):
    return won(lambda name: open_board(name, width=380))


def four_decks(open_board):
    return open_board("quadruple", width=1100)


def the_reserve_all_open(open_board):
    return open_board("duchess")


def a_base_to_choose(open_board):
    return open_board("choose")


def a_score_and_four_colours(open_board):
    settings = {"four_colours": True, "large": True, "show_time": True}
    change = {"score": "Score 12", "settings": settings, "clock": {"ms": 65_000, "running": False}}
    return open_board("superior", change=lambda state: state.update(change))


SCREENS = [
    at_rest, holding, refused, hinted, searching, stuck, nothing_to_undo, without_a_kernel, paused, won,
    won_and_looked_at, small, won_and_small, four_decks, the_reserve_all_open, a_base_to_choose,
    a_score_and_four_colours,
]  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_axe_finds_no_serious_fault_on_the_board(open_board, screen):
    board = screen(open_board)
    board.settle()
    assert faults(board.page) == []


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_serious_fault_on_a_page_of_the_panel(open_board, name, lang):
    board = open_board(change=lambda state: state.update(lang=lang))
    board.open(name)
    board.panel.wait_for()
    assert faults(board.page) == []


# The focus


def has_the_focus(board) -> bool:
    """Whether something of the board has the focus that can be seen."""
    return board.page.evaluate("""() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const at = document.activeElement;
      done(!!at?.closest('.cfw-root') && at.checkVisibility());
    })))""")


@pytest.mark.parametrize("action", ["finish", "result", "cancel"])
def test_a_button_of_the_message_line_that_goes_passes_the_focus_on(open_board, action):
    board = won_and_looked_at(open_board) if action == "result" else open_board()
    allow = ["undo", "solver"]
    board.give(answered=False, allow=allow, finish=action == "finish")
    if action == "cancel":
        board.search(what="winnable", text="1 s")
    button = board.page.locator(f".cfw-line [data-do={action}]")
    button.focus()
    board.search()
    board.give(answered=False, allow=allow, finish=False, status="playing")
    button.wait_for(state="hidden")
    assert has_the_focus(board)


@pytest.mark.parametrize("change", [{"game": "another", "ply": 0}, {"ply": 9}], ids=["new deal", "undo"])
@pytest.mark.parametrize("start", ["S", "T2"])
def test_the_focus_goes_from_the_result_card_back_to_the_board(open_board, start, change):
    board = open_board()
    board.place(start).focus() if start == "S" else board.top(start).focus()
    board.give(answered=False, status="won")
    board.page.locator(".cfw-win-card").wait_for()
    assert board.page.locator(".cfw-main").evaluate("(button) => button === document.activeElement")
    board.give(answered=False, status="playing", **change)
    board.page.locator(".cfw-win-card").wait_for(state="hidden")
    assert has_the_focus(board)


def test_a_state_that_comes_while_the_result_is_shown_leaves_the_focus_on_its_card(open_board):
    board = open_board()
    board.top("T2").focus()
    board.give(answered=False, status="won")
    board.page.locator(".cfw-win-card").wait_for()
    board.give(answered=False, status="won")
    assert board.page.locator(".cfw-main").evaluate("(button) => button === document.activeElement")


def test_a_pause_takes_the_focus_from_the_cards_and_gives_it_back_but_from_nothing_else(open_board):
    board = open_board()
    board.top("T2").focus()
    board.give(answered=False, paused=True)
    assert board.page.locator(".cfw-cover-all").evaluate("(cover) => cover === document.activeElement")
    board.give(answered=False, paused=False)
    assert board.focused == board.key("T2")
    board.page.evaluate("""() => { const button = document.createElement('button');
      button.dataset.do = 'mine'; document.body.append(button); button.focus(); }""")
    board.give(answered=False, paused=True)
    assert board.focused == "mine"
    board.give(answered=False, paused=False)
    assert board.focused == "mine"


def test_a_list_of_moves_that_gets_shorter_keeps_the_focus(open_board):
    board = open_board()
    board.open("moves", start="canfield; deal 7; moves S-W")
    board.panel.locator("button").last.focus()
    board.page.evaluate("""() => { const page = window.board.real.get('page');
      window.board.real.set('page', {...page, html: '<button type="button" data-do="{}">x</button>'}); }""")
    assert has_the_focus(board)
    assert board.panel.evaluate("(panel) => panel.contains(document.activeElement)")


def test_the_focus_is_back_on_the_card_when_a_page_opened_by_a_key_is_closed(open_board):
    board = open_board()
    board.top("T2").focus()
    board.page.keyboard.press("m")
    opened = {"view": board.asked[-1]["view"], "name": "moves", "title": "Moves", "html": "<button>x</button>"}
    board.page.evaluate("(page) => window.board.real.set('page', page)", opened)
    assert board.panel.evaluate("(panel) => panel.contains(document.activeElement)")
    board.page.keyboard.press("Escape")
    assert board.focused == board.key("T2")


def test_a_pause_leaves_nothing_of_the_cards_for_a_reader(open_board):
    board = open_board()
    assert "Ten of spades" in board.root.aria_snapshot()
    board.give(paused=True)
    assert "Ten of spades" not in board.root.aria_snapshot()
    assert "Paused. Continue" in board.root.aria_snapshot()
