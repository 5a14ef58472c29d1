"""Hints and searches in a real JupyterLab: marks from another thread, cards dragged while the solver works."""

from __future__ import annotations

from canfield_widget.hints import hint
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from canfield_widget.rules import apply
from lab_page import LabPage

HARD = 9
"""A deal of rainfall that the solver does not decide in the time a board gives it."""
THREADS = "sum(thread.name.startswith('canfield') for thread in __import__('threading').enumerate())"
GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"


def marks(page: LabPage) -> list[str | None]:
    """The piles of the marked cards and places, in the order of their numbers."""
    return page.page.evaluate("""() => [...document.querySelectorAll('[data-hint]')]
      .sort((a, b) => a.dataset.hint - b.dataset.hint).map((each) => each.dataset.in ?? each.dataset.pile)""")


def test_hints_are_marked_in_both_views_and_followed_through_a_game(page: LabPage):
    position = deal("canfield", seed=12)
    page.open(GAME.format(arguments="seed=12"), "game")
    page.board(1).wait_for()
    for rev in range(1, 4):
        found = hint(position).move
        assert found
        source, target = page.ends(position, found)
        page.focus_the_board()
        page.page.keyboard.press("h")
        for n in (0, 1):
            page.board(n).locator("[data-hint='2']").wait_for(timeout=15_000)
        assert marks(page) == [source, source, target, target]
        assert page.value("game.state['hint']") == str(found)
        page.drag(position, found)
        page.wait_for_rev(rev)
        page.wait_for_rev(rev, n=1)
        assert marks(page) == []
        position = apply(position, found)
    assert page.problems == []


def test_cards_are_dragged_while_the_solver_works_and_a_move_ends_what_it_makes_void(page: LabPage):
    position = deal("rainfall", seed=HARD)
    page.open(GAME.format(arguments=f'"rainfall", seed={HARD}'))
    stop = page.board().locator(".cfw-stop")
    page.focus_the_board()
    page.page.keyboard.press("w")
    stop.get_by_text("1 s").or_(stop.get_by_text("2 s")).wait_for(timeout=15_000)
    page.drag(position, read_move("T2-T3"))
    page.board().locator("[data-kind=refusal]").wait_for()
    assert stop.is_visible(), "a refused move changes nothing, and the search goes on"
    page.drag(position, read_move("T3-T2"))
    page.wait_for_rev(1)
    assert page.value("game.moves") == ["T3-T2"]
    stop.wait_for(state="hidden")
    page.wait_for_value(THREADS, 0)
    assert page.problems == []


def test_escape_ends_a_search_and_its_thread(page: LabPage):
    page.open(GAME.format(arguments=f'"rainfall", seed={HARD}'))
    stop = page.board().locator(".cfw-stop")
    page.focus_the_board()
    page.page.keyboard.press("w")
    stop.wait_for()
    page.page.keyboard.press("Escape")
    stop.wait_for(state="hidden")
    assert page.message() == "The search is stopped."
    page.wait_for_value(THREADS, 0)


def test_a_deal_that_can_be_won_is_dealt_from_the_menu(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.panel("menu")
    page.item("Winnable").click()
    page.board().locator(".cfw-panel [role=switch][aria-checked=true]").wait_for()
    page.item("New deal").click()
    page.board().locator("[data-kind=answer]").wait_for(timeout=60_000)
    assert page.value("[game.ply, game.state['rev'], game.search]") == [0, 1, {}]
    assert page.value("str(cw.solve(game.position).verdict)") == "won"
