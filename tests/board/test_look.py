"""What is drawn: places, counts, states, themes, the win."""

import pytest

from canfield_widget.commands import Desk
from canfield_widget.finishing import is_ordered
from canfield_widget.game import Game
from canfield_widget.session import Session
from samples import winning_line


def test_only_cards_that_can_be_seen_have_an_element(open_board):
    board = open_board("quadruple", width=1100)
    assert board.page.locator(".cfw-card").count() < 120
    assert board.page.locator("[data-in=S]").count() == 1
    assert board.page.locator("[data-in=W]").count() == 4
    assert board.page.locator("[data-in=F2]").count() == 2
    assert board.page.locator("[data-in=R]").count() == 22


def test_hidden_cards_show_no_face(open_board):
    board = open_board("candike")
    for card in board.page.locator("[data-in=S], [data-in=R]:not([data-face])").all():
        assert card.get_attribute("data-face") is None
        assert card.get_attribute("aria-label") is None


def test_counts_stand_under_stock_and_reserve(open_board):
    board = open_board()
    assert board.page.locator("[data-count=S]").inner_text() == "16"
    assert board.page.locator("[data-count=R]").inner_text() == "8"


@pytest.mark.parametrize(("number", "of", "text"), [(1, None, ""), (2, None, "Pass 2"), (2, 3, "Pass 2 of 3")])
def test_pass_stands_under_the_waste(open_board, number, of, text):
    board = open_board(change=lambda state: state.update({"pass": {"number": number, "of": of}}))
    assert board.page.locator("[data-count=W]").inner_text() == text


def test_empty_foundations_show_the_base_rank_once_it_is_chosen(open_board):
    assert open_board("canfield").place("F4").locator("svg").count() == 1
    assert open_board("choose").place("F1").locator("svg").count() == 0


@pytest.mark.parametrize(("theme", "dark"), [("light", False), ("dark", True)])
def test_theme_is_the_page_s(open_board, theme, dark):
    board = open_board(theme=theme)
    assert ("cfw-dark" in board.root.get_attribute("class")) is dark
    board.page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", str(dark).lower())
    board.page.wait_for_function(
        "(dark) => document.querySelector('.cfw-root').classList.contains('cfw-dark') === dark", arg=not dark
    )


def test_system_s_wish_counts_where_the_page_says_nothing(open_board):
    board = open_board()
    assert "cfw-dark" not in board.root.get_attribute("class")
    board.page.emulate_media(color_scheme="dark")
    board.page.wait_for_selector(".cfw-dark")


def test_board_grows_but_never_shrinks_in_a_game(open_board):
    board = open_board()
    felt = board.page.locator(".cfw-felt")
    piles = {
        **board.state["piles"],
        "T1": board.state["piles"]["T1"] + board.state["piles"]["F1"] + board.state["piles"]["F2"],
    }
    board.give(piles={**piles, "F1": [], "F2": []})
    tall = felt.bounding_box()["height"]
    assert tall > 520
    board.give(piles={**board.state["piles"], "T1": board.state["piles"]["T1"][:1]})
    assert felt.bounding_box()["height"] == tall
    board.give(game="g2", ply=0)
    board.settle()
    assert felt.bounding_box()["height"] < tall


def test_width_is_the_real_one_and_followed(open_board):
    board = open_board()

    def width():
        return round(board.box(board.key("T3"))["width"])

    assert width() == 100
    board.page.evaluate("document.querySelector('.output').style.width = '380px'")
    board.page.wait_for_function("document.querySelector('.cfw-felt').style.getPropertyValue('--cfw-wide') === '48px'")
    assert width() == 48
    assert board.page.locator(".cfw-moves").is_hidden()
    assert board.page.locator(".cfw-name").is_hidden()


def test_width_that_swings_with_the_scroll_bar_comes_to_rest(open_board):
    board = open_board(width=866)
    board.page.evaluate("""() => new Promise((done) => {
      const output = document.querySelector('.output'); let turns = 0;
      window.draws = 0;
      const felt = document.querySelector('.cfw-felt');
      new ResizeObserver(() => { window.draws += 1;
        output.style.width = felt.offsetHeight > 503 ? '846px' : '866px';
        if (++turns > 200) done(); }).observe(felt);
      setTimeout(done, 1000);
    })""")
    assert board.page.evaluate("window.draws") < 12


def test_win_card_has_its_figures_and_both_ways_out(open_board):
    figures = [["12:34", "time"], ["134", "moves"], ["9:59", "best time"], ["120", "fewest moves"]]
    board = open_board("won", change=lambda state: state.update(result=figures))
    card = board.page.locator(".cfw-win-card")
    assert card.is_visible()
    assert card.locator(".cfw-figures b").all_inner_texts() == [figure for figure, _ in figures]
    assert card.locator(".cfw-figures span").all_inner_texts() == [word for _, word in figures]
    tray, box = board.page.locator(".cfw-tray").bounding_box(), card.bounding_box()
    assert box["y"] >= tray["y"] + tray["height"]
    card.locator(".cfw-other").click()
    assert card.is_hidden()
    board.page.locator("[data-do=result]").click()
    assert card.is_visible()
    card.locator(".cfw-main").click()
    assert [c["do"] for c in board.asked] == ["new"]


def test_winning_move_brings_the_win_and_undo_takes_it_away(open_board):
    board = open_board()
    board.give(status="won", text="All cards lie on the foundations.", kind="won")
    assert board.page.locator(".cfw-win-card").is_visible()
    assert board.root.get_attribute("data-status") == "won"
    board.give(status="playing")
    assert board.page.locator(".cfw-win-card").is_hidden()
    assert board.page.locator("[data-do=result]").is_hidden()


def test_reduced_motion_moves_nothing(open_board):
    board = open_board()
    board.page.emulate_media(reduced_motion="reduce")
    board.move("R", 1, "T2")
    assert board.page.evaluate("document.getAnimations().length") == 0
    board.page.emulate_media(reduced_motion="no-preference")
    board.move("W", 1, "T3")
    assert board.page.evaluate("document.getAnimations().length") > 0


def test_new_deal_is_dealt_and_a_press_ends_that(open_board):
    board = open_board()
    fresh = {pile: [[f"n{key}", face] for key, face in cards] for pile, cards in board.state["piles"].items()}
    board.give(piles=fresh, game="g2", ply=0, moves=[])
    assert board.page.evaluate("document.getAnimations().length") > 10
    board.page.mouse.click(320, 480)
    board.page.wait_for_function("document.getAnimations().length === 0", timeout=300)


def test_cards_that_go_out_of_sight_leave_no_element(open_board):
    board = open_board()
    before = board.page.locator(".cfw-card").count()
    piles = board.state["piles"]
    stock = piles["S"] + [[key, None] for key, _ in piles["W"][::-1]]
    board.give(piles={**piles, "S": stock, "W": []}, fan=0, ply=48)
    board.settle()
    board.page.wait_for_function("document.querySelectorAll('.cfw-leaving').length === 0")
    assert board.page.locator(".cfw-card").count() <= before - 3
    assert board.page.locator(".cfw-cover").count() == 0


def test_four_decks_stay_smooth_under_the_pointer(open_board):
    board = open_board("quadruple", width=1100)
    key = board.key("T1", 0)
    board.hold(key)
    spent = board.page.evaluate("""() => new Promise((done) => {
      const felt = document.querySelector('.cfw-felt'); const spent = [];
      let n = 0;
      const turn = () => {
        const start = performance.now();
        felt.dispatchEvent(
          new PointerEvent('pointermove', {pointerId: 1, bubbles: true, clientX: 200 + 5 * n, clientY: 300 + n}));
        felt.offsetHeight;
        spent.push(performance.now() - start);
        if (++n < 60) requestAnimationFrame(turn); else done(spent.sort((a, b) => a - b)[30]);
      };
      turn();
    })""")
    board.page.mouse.up()
    assert spent < 16


def test_in_full_screen_a_tall_board_scrolls_between_the_bar_and_the_message(open_board):
    board = open_board("quadruple", width=1100)
    page = board.page
    page.evaluate("() => { document.querySelector('.cfw-root').requestFullscreen = undefined; }")
    page.set_viewport_size({"width": 1100, "height": 480})
    board.open()
    board.item("Full screen").click()
    root, bar, line = (page.locator(name) for name in (".cfw-root", ".cfw-bar", ".cfw-line"))
    assert root.evaluate("e => e.scrollHeight > e.clientHeight")
    for top in (0, 10_000):
        root.evaluate("(e, top) => { e.scrollTop = top; }", top)
        assert bar.bounding_box()["y"] == 0
        foot = line.bounding_box()
        assert round(foot["y"] + foot["height"]) == 480
    page.set_viewport_size({"width": 1280, "height": 900})


def test_large_cards_are_larger_where_there_is_room(open_board):
    def card(on):
        board = open_board(width=1200, change=lambda state: state["settings"].update(large=on))
        return board.box(board.key("R"))["width"]

    assert card(False) == 100
    assert card(True) > 125


def test_for_left_handed_players_all_piles_change_sides_and_the_waste_keeps_its_order(open_board):
    board = open_board(change=lambda state: state["settings"].update(mirrored=True))
    felt = board.page.locator(".cfw-felt").bounding_box()
    assert board.place("S").bounding_box()["x"] > felt["x"] + felt["width"] / 2
    columns = [board.place(f"T{n}").bounding_box()["x"] for n in range(1, 5)]
    assert columns == sorted(columns, reverse=True)
    waste = [board.box(key)["x"] for key, _ in board.state["piles"]["W"][-2:]]
    assert waste == sorted(waste)
    for locator in board.page.locator(".cfw-card, .cfw-place, .cfw-tray").all():
        box = locator.bounding_box()
        assert felt["x"] <= box["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"] + 1


def before_and_after_the_rest_goes_up():
    deck, line = winning_line("storehouse")
    desk = Desk(Session(Game.dealt("storehouse", deck=deck)))
    desk.settings |= {"auto_finish": False, "speed": "slow"}
    for move in line:
        if is_ordered(desk.game.position):
            break
        desk.play(move, "page")
    desk.session.undo()
    before = desk.state()
    desk.settings["auto_finish"] = True
    desk.play(desk.game.line[desk.game.ply], "page")
    return before, desk.state()


def test_the_rest_goes_up_card_by_card_and_a_press_ends_the_show(open_board):
    before, after = before_and_after_the_rest_goes_up()
    board = open_board(change=lambda state: state.update(before))
    result = board.page.locator(".cfw-win-card")
    board.give(**after)
    assert len(after["shown"]) > 10
    assert result.is_hidden()
    board.page.locator(".cfw-leaving").first.wait_for(state="attached")
    board.page.mouse.click(60, 500)
    result.wait_for(timeout=1000)


def test_the_rest_goes_up_to_its_end_by_itself(open_board):
    before, after = before_and_after_the_rest_goes_up()
    board = open_board(change=lambda state: state.update(before))
    board.give(**{**after, "settings": {**after["settings"], "speed": "fast"}})
    board.page.locator(".cfw-win-card").wait_for(timeout=10_000)
    board.page.wait_for_function("() => !document.querySelector('.cfw-leaving')")
