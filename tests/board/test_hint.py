"""Hints, questions and searches on the board: marks, progress, and how they end."""

import pytest

HINT = "Ten of spades from the reserve onto the jack of hearts. Preferred by the cards you can see."


def marks(board) -> dict[str, str]:
    """The number of each mark, by the key of its card or the name of its pile."""
    return board.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('[data-hint]')]
      .map((each) => [each.dataset.hint, each.dataset.key ?? each.dataset.pile]))""")


def drawn(board, number: str, part: str, name: str) -> str:
    """A property of the ring (`::after`) or the badge (`::before`) of a mark, as the browser works it out."""
    return board.page.locator(f"[data-hint='{number}']").evaluate(
        "(element, [part, name]) => getComputedStyle(element, part)[name]", [part, name]
    )


def with_hint(token, **piles):
    def change(state):
        state["hint"] = token
        state["piles"].update(piles)

    return change


def test_a_hint_marks_its_source_and_its_target_with_numbers(open_board):
    board = open_board()
    board.give(hint="R-T2", text=HINT, kind="hint")
    assert marks(board) == {"1": board.key("R"), "2": board.key("T2")}
    assert [drawn(board, n, "::before", "content") for n in "12"] == ['"1"', '"2"']
    assert [drawn(board, n, "::after", "borderTopStyle") for n in "12"] == ["solid", "solid"]
    assert board.page.locator(".cfw-badge").inner_text() == "1"
    assert board.page.locator(".cfw-live").inner_text() == HINT


def test_a_hint_to_deal_marks_the_stock_and_the_waste_and_one_to_an_empty_pile_its_place(open_board):
    board = open_board(change=with_hint("S-W"))
    assert marks(board) == {"1": board.key("S"), "2": board.key("W")}
    board.give(piles={**board.state["piles"], "W": []})
    assert marks(board) == {"1": board.key("S"), "2": "W"}
    moves = [{"move": "R-F", "from": "R", "to": "F4", "card": board.key("R"), "count": 1}]
    board.give(moves=moves, hint="R-F")
    assert marks(board) == {"1": board.key("R"), "2": "F4"}


def test_a_hint_to_turn_the_waste_over_marks_the_empty_stock_with_its_number_at_the_corner(open_board):
    board = open_board()
    moves = [{"move": "W-S", "from": "W", "to": "S", "card": None, "count": 3}]
    board.give(piles={**board.state["piles"], "S": []}, moves=moves, hint="W-S")
    assert marks(board) == {"1": board.key("W"), "2": "S"}
    assert drawn(board, "2", "::before", "width") == "18px"
    assert drawn(board, "2", "::before", "right") == "-9px"


def test_the_ring_of_a_run_goes_round_all_its_cards(open_board):
    board = open_board("run", change=with_hint("T2-T1x3"))
    run = board.state["piles"]["T2"]
    assert marks(board) == {"1": run[0][0], "2": board.key("T1")}
    fall = board.box(run[2][0])["y"] - board.box(run[0][0])["y"]
    assert -float(drawn(board, "1", "::after", "bottom")[:-2]) == pytest.approx(fall + 3, abs=1)
    assert drawn(board, "2", "::after", "bottom") == "-3px"


def test_marks_stay_while_the_player_takes_the_card_and_go_with_the_move(open_board):
    board = open_board()
    board.give(hint="R-T2", text=HINT, kind="hint")
    board.hold(board.key("R"))
    board.page.mouse.move(400, 400, steps=3)
    assert set(marks(board)) == {"1", "2"}
    target = board.top("T2")
    assert "cfw-legal" in target.get_attribute("class")
    assert drawn(board, "2", "::before", "content") == '"2"'
    can = board.root.evaluate("e => getComputedStyle(e).getPropertyValue('--cfw-can')")
    assert can.upper() == "#0B6E69"
    assert drawn(board, "2", "::after", "borderTopColor") == "rgb(11, 110, 105)"
    board.page.mouse.up()
    board.move("R", 1, "T2", hint=None, text="Ten of spades onto the jack of hearts.")
    assert marks(board) == {}
    assert board.page.locator(".cfw-badge").is_hidden()


def test_a_hint_that_is_no_legal_move_marks_nothing(open_board):
    board = open_board(change=with_hint("T1-T9"))
    assert marks(board) == {}


def test_button_and_keys_ask(open_board):
    board = open_board()
    board.page.locator(".cfw-bar [data-do=hint]").click()
    board.top("W").focus()
    for key in "hw":
        board.page.keyboard.press(key)
    board.open()
    board.item("Can this still be won?").click()
    assert board.panel.is_hidden()
    assert [c["do"] for c in board.asked] == ["hint", "hint", "winnable", "open", "winnable"]


def test_a_won_game_offers_no_hint_and_a_lost_kernel_no_search(open_board):
    board = open_board("won")
    hint, new = (board.page.locator(f".cfw-bar [data-do={action}]") for action in ("hint", "new"))
    assert [each.get_attribute("aria-disabled") for each in (hint, new)] == ["true", "false"]
    board.page.evaluate("window.board.live(false)")
    assert [each.get_attribute("aria-disabled") for each in (hint, new)] == ["true", "true"]


def test_progress_is_shown_in_every_view_and_the_board_plays_on(open_board):
    board = open_board(views=2, width=600)
    board.search(what="deal-winnable", text="Shuffle 3")
    stops = board.page.locator(".cfw-stop").all()
    assert [stop.inner_text() for stop in stops] == ["Shuffle 3", "Shuffle 3"]
    assert [stop.get_attribute("aria-label") for stop in stops] == ["Stop the search"] * 2
    board.hold(board.key("R"))
    board.page.mouse.move(300, 400, steps=3)
    held = board.box(board.key("R"))
    board.search(what="deal-winnable", text="Shuffle 4")
    assert board.box(board.key("R")) == held
    board.page.mouse.up()
    board.settle()
    board.drag_to(board.key("R"), "T2")
    assert board.tokens[-1] == "R-T2"
    board.search()
    assert board.page.locator(".cfw-stop:visible").count() == 0


def test_progress_is_not_read_out_and_the_button_keeps_its_name(open_board):
    board = open_board()
    board.search(what="winnable", text="1 s")
    name = board.page.locator(".cfw-stop").get_attribute("aria-label")
    board.search(what="winnable", text="2 s")
    assert board.page.locator(".cfw-stop").get_attribute("aria-label") == name
    assert board.page.locator(".cfw-live").inner_text() == ""


def test_a_click_stops_the_search_and_the_focus_stays_on_the_board(open_board):
    board = open_board()
    board.search(what="winnable", text="1 s")
    board.page.locator(".cfw-stop").focus()
    board.page.keyboard.press("Enter")
    assert [c["do"] for c in board.asked] == ["cancel"]
    board.search()
    assert board.focused == "hint"


def test_escape_stops_the_search_then_takes_the_hint_away_then_leaves(open_board):
    board = open_board(change=with_hint("R-T2"))
    board.search(what="winnable", text="1 s")
    board.top("W").focus()
    board.page.keyboard.press("Escape")
    board.search()
    board.page.keyboard.press("Escape")
    assert [c["do"] for c in board.asked] == ["cancel", "cancel"]
    board.give(hint=None)
    board.page.keyboard.press("Escape")
    assert len(board.asked) == 2
    assert board.page.evaluate("document.activeElement.className") == "jp-Cell"


def test_nothing_of_a_search_is_shown_without_a_kernel_or_by_a_kernel_that_tells_nothing(open_board):
    board = open_board()
    board.search(what="winnable", text="9 s")
    assert board.page.locator(".cfw-stop").is_visible()
    board.page.evaluate("window.board.live(false)")
    assert board.page.locator(".cfw-stop").is_hidden()
    board.page.evaluate("() => { window.board.real.set('search', undefined); window.board.live(true); }")
    assert board.page.locator(".cfw-stop").is_hidden()


@pytest.mark.parametrize(("lang", "width"), [("canfield", 380), ("run", 380), ("run", 320), ("canfield", 720)])
def test_bar_and_message_line_hold_all_they_have_at_any_width(open_board, lang, width):
    board = open_board(lang, width=width)
    board.search(what="deal-winnable", text="123. Mischung")
    board.give(text=HINT * 2, kind="hint", hint="S-W")
    for name in (".cfw-bar", ".cfw-line"):
        bar = board.page.locator(name)
        assert bar.evaluate("e => e.scrollWidth <= e.clientWidth"), name
        box = bar.bounding_box()
        for part in bar.locator("button:visible").all():
            inner = part.bounding_box()
            assert box["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= box["x"] + box["width"]
            assert box["y"] <= inner["y"] + 1
            assert inner["y"] + inner["height"] <= box["y"] + box["height"] + 1


def test_a_search_that_is_over_at_once_does_not_flicker(open_board):
    board = open_board()
    board.search(what="hint", text="0 s")
    style = "e => [getComputedStyle(e).animationName, parseFloat(getComputedStyle(e).animationDelay) > 0.1]"
    assert board.page.locator(".cfw-stop").evaluate(style) == ["cfw-appear", True]


@pytest.mark.parametrize("marimo", [True, False])
def test_only_in_marimo_the_board_says_something_when_a_search_is_over(open_board, marimo):
    board = open_board()
    if marimo:
        board.page.evaluate("() => customElements.define('marimo-anywidget', class extends HTMLElement {})")
    board.search(what="hint", text="Looking")
    board.search(what="hint", text="Looking on")
    assert board.asked == []
    board.search()
    assert [command["do"] for command in board.asked] == ["away"] * marimo
    board.give()
    board.search()
    assert len(board.asked) == marimo
