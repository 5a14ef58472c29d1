"""What a player expects beside the moves, in a real JupyterLab: memory, time, clicks, the finish, other games."""

from __future__ import annotations

from canfield_widget.finishing import is_ordered
from canfield_widget.moves import Move
from canfield_widget.position import Position, deal
from canfield_widget.rules import apply
from lab_page import LabPage
from samples import winning_line

GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def nearly_won() -> tuple[Position, Move, int]:
    """The position before the move with which the rest goes up by itself, that move, and its ply."""
    deck, line = winning_line("storehouse")
    now = deal("storehouse", deck=deck)
    for ply, move in enumerate(line):
        after = apply(now, move)
        if is_ordered(after):
            return now, move, ply
        now = after
    raise AssertionError("the line has no ordered position")


def test_the_game_comes_back_after_the_kernel_was_restarted(page: LabPage):
    page.open(GAME.format(arguments=""))
    for rev in (1, 2):
        page.place("S").click(position={"x": 10, "y": 10}, force=True)
        page.wait_for_rev(rev)
    deal_number = page.value("game.game.deal")
    page.start("import os; os.kill(os.getpid(), 9)")
    page.page.wait_for_function("() => document.querySelector('.cfw-line[data-kind=no-kernel]')", timeout=60_000)
    page.visit()
    page.command("notebook:run-all-cells")
    page.wait_for_rev(0)
    assert page.value("[game.game.deal, game.moves]") == [deal_number, ["S-W", "S-W"]]
    assert page.board().locator(".cfw-moves").inner_text() == "2 moves"


def test_the_game_is_there_again_after_the_page_was_loaded_anew(page: LabPage):
    page.open(GAME.format(arguments=""))
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(1)
    before = page.value("game.game.text()")
    page.visit()
    page.command("notebook:run-all-cells")
    page.wait_for_rev(0)
    assert page.value("game.game.text()") == before


def test_a_click_plays_the_card_to_where_it_belongs(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    move = page.value("str(next(m for m in game.legal_moves() if m.source[0] == 'T'))")
    source = move.partition("-")[0]
    page.board().locator(f".cfw-card[data-in={source}]").last.click(position={"x": 20, "y": 12})
    page.wait_for_rev(1)
    assert page.value("game.moves") == [move]
    page.board().locator(".cfw-card[data-in=F1]").last.click(position={"x": 20, "y": 12})
    assert page.value("game.ply") == 1


def test_the_rest_goes_up_by_itself_the_win_is_booked_and_one_undo_takes_it_back(page: LabPage):
    deck, line = winning_line("storehouse")
    now, move, ply = nearly_won()
    page.open(GAME.format(arguments=f"'storehouse', deck={deck!r}"))
    page.python(f"for move in {[str(move) for move in line[:ply]]!r}: game.play(move)")
    page.page.wait_for_function("() => document.querySelector('.cfw-root[data-status=playing]')")
    page.drag(now, move)
    card = page.board().locator(".cfw-win-card")
    card.wait_for(timeout=15_000)
    words = card.locator(".cfw-figures span").all_inner_texts()
    assert words == ["time", "moves", "best time", "fewest moves"]
    assert page.value("game._board.saves.record('storehouse').won") == 1
    page.page.keyboard.press("Escape")
    page.board().locator("[data-do=undo]").click()
    page.board().locator("xpath=self::*[@data-status='playing']").wait_for()
    assert page.value("game.ply") == ply + 1


def test_time_runs_in_sight_only_and_the_cards_are_covered_when_the_tab_is_left(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    assert page.board().locator(".cfw-time").inner_text() == ""
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(1)
    page.page.wait_for_function("() => document.querySelector('.cfw-time').textContent === '0:02'", timeout=10_000)
    page.page.evaluate(HIDE, True)
    page.board().locator(".cfw-cover-all").wait_for()
    stopped = page.value("game.state['clock']")
    assert not stopped["running"]
    assert 1500 < stopped["ms"] < 6000
    page.page.wait_for_timeout(1500)
    page.page.evaluate(HIDE, False)
    page.board().locator(".cfw-cover-all").click()
    page.board().locator(".cfw-cover-all").wait_for(state="hidden")
    assert page.value("game.state['clock']") == {"ms": stopped["ms"], "running": True}
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(2)
    first, second = page.value("game.game.seconds")
    assert first is None
    assert stopped["ms"] / 1000 < second == page.value("game.state['clock']['ms']") / 1000


def test_cards_are_not_covered_by_themselves_where_that_is_set_off_and_hidden_time_does_not_count(page: LabPage):
    page.open(GAME.format(arguments="seed=12, auto_pause=False"))
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(1)
    page.page.evaluate(HIDE, True)
    page.page.wait_for_timeout(2500)
    page.page.evaluate(HIDE, False)
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(2)
    assert page.value("[game.state['paused'], game.state['clock']['ms'] < 2000]") == [False, True]


def test_another_game_is_chosen_typed_and_starred(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.panel("games")
    page.board().locator(".cfw-star[aria-label^='Superior Canfield:']").click()
    page.board().locator(".cfw-star[aria-label^='Superior Canfield:'][aria-pressed=true]").wait_for()
    assert page.board().locator(".cfw-panel-head").first.inner_text() == "Favourites"
    page.item("Rainbow").click()
    page.board().locator(".cfw-name", has_text="Rainbow").wait_for()
    page.panel("games").locator("textarea").fill("superior; deal 99; moves S-W")
    page.item("Play it").click()
    page.board().locator(".cfw-deal", has_text="99").wait_for()
    assert page.value("[game.game.start.variant.id, game.moves]") == ["superior", ["S-W"]]


def test_own_rules_are_put_together_and_dealt(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    panel = page.panel("games")
    page.item("Your own rules").click()
    panel.get_by_label("Cards dealt at a time").select_option("1")
    panel.locator(".cfw-panel-text", has_text="deal_count=1").wait_for()
    panel.get_by_label("Passes through the stock").select_option("2")
    panel.locator(".cfw-panel-text", has_text="passes=2").wait_for()
    page.item("Play by these rules").click()
    page.wait_for_rev(1)
    assert page.value("[game.game.start.variant.deal_count, game.game.start.variant.passes]") == [1, 2]


def test_a_game_that_was_left_is_resumed_from_the_records(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.place("S").click(position={"x": 10, "y": 10}, force=True)
    page.wait_for_rev(1)
    page.board().locator("[data-do=new]").click()
    page.wait_for_rev(2)
    page.panel("records")
    page.item("Deal 12").click()
    page.wait_for_rev(3)
    assert page.value("[game.game.deal, game.moves]") == [12, ["S-W"]]


def test_settings_change_the_board_in_every_view_and_the_traits_in_python(page: LabPage):
    page.open(GAME.format(arguments="seed=12"), "game")
    panel = page.panel("settings")
    stock = page.place("S").bounding_box()
    page.item("Left-handed").click()
    page.page.wait_for_function(
        "(x) => document.querySelector('.cfw-place-s').getBoundingClientRect().x > x + 100", arg=stock["x"]
    )
    panel.get_by_label("Language").select_option("Deutsch")
    page.board(1).locator("[data-do=new]", has_text="Neu").wait_for()
    panel.get_by_label("Aussehen").select_option("dunkel")
    page.page.locator(".cfw-root.cfw-dark").nth(1).wait_for()
    assert page.value("[game.mirrored, game.lang, game.theme]") == [True, "de", "dark"]
    page.start("game.four_colours = True")
    page.page.locator(".cfw-root.cfw-four").nth(1).wait_for()


def test_the_panel_of_one_view_is_not_that_of_another(page: LabPage):
    page.open(GAME.format(arguments="seed=12"), "game")
    page.panel("help", 1)
    assert [panel.is_visible() for panel in page.page.locator(".cfw-panel").all()] == [False, True]
