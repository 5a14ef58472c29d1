"""Playing by clicks: one to choose, one to move."""


def test_click_on_the_stock_deals(open_board):
    board = open_board()
    board.click(board.place("S"))
    assert [(c["move"], c["card"]) for c in board.asked] == [("S-W", None)]


def test_click_on_the_empty_stock_turns_the_waste_over(open_board):
    board = open_board("refused")
    assert board.place("S").locator("svg").count() == 1
    board.click(board.place("S"))
    assert board.tokens == ["W-S"]


def test_no_arrow_while_no_redeal_is_legal_but_the_click_gets_the_reason(open_board):
    board = open_board("refused", change=lambda state: state.update(moves=state["moves"][1:]))
    assert board.place("S").locator("svg").count() == 0
    board.click(board.place("S"))
    assert board.tokens == ["W-S"]


def test_click_chooses_and_a_second_click_on_a_target_moves(open_board):
    board = open_board("run")
    key = board.key("T2", 0)
    board.click(board.card(key))
    assert board.page.locator(".cfw-chosen").count() == 3
    assert board.page.locator(".cfw-ring").get_attribute("data-key") == key
    assert board.page.locator(".cfw-legal").count() == 2
    assert board.card(key).get_attribute("aria-pressed") == "true"
    board.click(board.top("T4"))
    assert board.tokens == ["T2-T4x3"]
    assert board.page.locator(".cfw-chosen, .cfw-legal").count() == 0


def test_click_on_any_card_of_the_target_column_counts(open_board):
    board = open_board("run")
    board.click(board.top("W"))
    board.click(board.card(board.key("T1", 0)))
    assert board.tokens == ["W-T1"]


def test_second_click_on_the_card_or_on_nothing_lets_go(open_board):
    board = open_board()
    for again in (lambda: board.click(board.top("R")), lambda: board.page.mouse.click(320, 480)):
        board.click(board.top("R"))
        assert board.page.locator(".cfw-chosen").count() == 1
        board.page.wait_for_timeout(350)  # sooner it would be a double click
        again()
        assert board.page.locator(".cfw-chosen").count() == 0
        board.page.wait_for_timeout(350)
    assert board.asked == []


def test_click_on_another_card_chooses_that_one_instead(open_board):
    board = open_board()
    board.click(board.top("R"))
    board.click(board.top("T4"))
    assert board.page.locator(".cfw-ring").get_attribute("data-key") == board.key("T4")
    assert board.asked == []


def test_click_on_an_empty_place_that_refuses_gets_the_reason(open_board):
    board = open_board()
    board.click(board.top("T3"))
    board.click(board.place("F4"))
    assert board.tokens == ["T3-F"]


def test_click_in_the_tray_beside_the_foundations_counts(open_board):
    board = open_board()
    board.click(board.top("R"))
    box = board.place("F2").bounding_box()
    board.page.mouse.click(box["x"] + box["width"] + 8, box["y"] + 40)
    assert board.tokens == ["R-F"]


def test_small_shake_is_still_a_click(open_board):
    board = open_board()
    board.hold(board.key("R"))
    box = board.box(board.key("R"))
    board.page.mouse.move(box["x"] + 33, box["y"] + 15)
    board.page.mouse.up()
    assert board.page.locator(".cfw-chosen").count() == 1


def test_choice_is_given_up_when_the_card_moves_elsewhere(open_board):
    board = open_board()
    board.click(board.top("R"))
    board.move("R", 1, "F1", answered=False)
    assert board.page.locator(".cfw-chosen, .cfw-legal").count() == 0


def test_toolbar_asks(open_board):
    board = open_board(change=lambda state: state.update(redo=True))
    for action in ("new", "undo", "redo"):
        board.page.locator(f".cfw-bar [data-do={action}]").click()
    board.open()
    board.item("Large cards").click()
    board.item("Same deal again").click()
    assert [c["do"] for c in board.asked] == ["new", "undo", "redo", "open", "set", "restart"]
    assert (board.asked[4]["name"], board.asked[4]["value"]) == ("large", True)
    assert board.panel.is_hidden()


def test_what_cannot_be_undone_is_shown_as_that_and_asks_nothing(open_board):
    board = open_board("choose")
    board.give()  # the greeting is answered
    undo = board.page.locator("[data-do=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)
    assert board.asked == []


def test_four_colours_are_a_class_on_the_root(open_board):
    board = open_board("double")
    assert "cfw-four" in board.root.get_attribute("class")


def test_click_outside_closes_the_panel(open_board):
    board = open_board()
    board.open()
    assert board.panel.is_visible()
    board.page.mouse.click(320, 480)
    assert board.panel.is_hidden()


# What a click means is a setting


def with_clicks(mode):
    return lambda state: state["settings"].update(click=mode)


def test_a_click_that_plays_asks_python_what_it_means_and_chooses_nothing(open_board):
    board = open_board(change=with_clicks("play"))
    board.click(board.top("R"))
    assert [(c["do"], c["pile"], c["card"]) for c in board.asked] == [("click", "R", board.key("R"))]
    assert board.page.locator(".cfw-chosen").count() == 0


def test_a_second_click_so_soon_is_no_second_move(open_board):
    board = open_board(change=with_clicks("play"))
    board.top("R").dblclick()
    assert [c["do"] for c in board.asked] == ["click"]


def test_a_card_without_a_place_is_chosen_and_the_reason_asked(open_board):
    board = open_board(change=with_clicks("play"))
    board.give(moves=[])
    board.click(board.top("T1"))
    assert [c["do"] for c in board.asked] == ["click"]
    assert board.page.locator(".cfw-ring").get_attribute("data-key") == board.key("T1")


def test_where_the_mouse_only_drags_a_click_on_a_card_does_nothing_and_one_on_the_stock_deals(open_board):
    board = open_board(change=with_clicks("off"))
    board.click(board.top("R"))
    assert (board.asked, board.page.locator(".cfw-chosen").count()) == ([], 0)
    board.click(board.place("S"))
    assert board.tokens == ["S-W"]
    board.drag_to(board.key("R"), "T2")
    assert board.tokens == ["S-W", "R-T2"]


def test_a_double_click_on_a_chosen_card_goes_to_the_foundation(open_board):
    board = open_board(change=with_clicks("select"))
    up = next(move for move in board.state["moves"] if move["to"][0] == "F" and move["count"] == 1)
    board.card(up["card"]).dblclick()
    assert board.tokens == [up["move"]]
    assert board.page.locator(".cfw-chosen").count() == 0


def test_the_rest_is_offered_beside_the_message(open_board):
    board = open_board()
    button = board.page.locator(".cfw-line [data-do=finish]")
    assert button.is_hidden()
    board.give(finish=True)
    button.click()
    assert [c["do"] for c in board.asked] == ["finish"]


def test_a_pause_covers_the_cards_and_one_press_goes_on(open_board):
    board = open_board()
    board.give(paused=True)
    cover = board.page.locator(".cfw-cover-all")
    assert cover.is_visible()
    assert board.page.evaluate("document.activeElement.className") == "cfw-cover-all"
    assert not board.top("R").is_visible()
    board.page.keyboard.press("d")
    board.page.keyboard.press("Enter")
    assert [(c["do"], c.get("on")) for c in board.asked] == [("pause", False)]
    board.give(paused=False)
    assert board.top("R").is_visible()
    assert board.focused == "S"


def test_a_long_press_shows_a_covered_card_and_is_no_click(open_board):
    board = open_board("run", change=with_clicks("play"))
    pile = next(name for name, cards in board.state["piles"].items() if name[0] == "T" and len(cards) > 2)
    key = board.key(pile, 0)
    board.hold(key)
    board.page.locator(f".cfw-peek[data-key='{key}']").wait_for()
    board.page.mouse.up()
    assert board.page.locator(".cfw-peek").count() == 0
    assert board.asked == []


def test_the_panel_is_for_the_view_that_opened_it_and_escape_gives_the_focus_back(open_board):
    board = open_board(views=2, width=600)
    board.page.locator("[data-do=menu]").nth(1).click()
    opened = {"view": board.asked[-1]["view"], "name": "menu", "title": "More", "html": "<button>x</button>"}
    board.page.evaluate("(page) => window.board.real.set('page', page)", opened)
    assert [panel.is_visible() for panel in board.page.locator(".cfw-panel").all()] == [False, True]
    board.page.keyboard.press("Escape")
    assert board.page.locator(".cfw-panel:visible").count() == 0
    assert board.focused == "menu"


def test_what_is_typed_into_the_panel_is_no_key_of_the_board(open_board):
    board = open_board()
    board.open("games")
    field = board.panel.locator("textarea")
    field.fill("")
    field.press_sequentially("d u 12")
    board.item("Play it").click()
    assert [(c["do"], c.get("text")) for c in board.asked[1:]] == [("new", "d u 12")]


def test_a_setting_is_chosen_from_its_values(open_board):
    board = open_board()
    board.open("settings")
    board.panel.get_by_label("A click").select_option("selects the card")
    assert [(c["name"], c["value"]) for c in board.asked if c["do"] == "set"] == [("click", "select")]
    assert board.panel.is_visible()


def test_a_game_that_nobody_plays_for_five_minutes_is_covered(page, open_board):
    page.clock.install()
    board = open_board(change=lambda state: state["settings"].update(auto_pause=True))
    board.give(clock={"ms": 1000, "running": True})
    page.clock.fast_forward("04:50")
    assert [c["do"] for c in board.asked] == []
    page.clock.fast_forward("00:30")
    assert [(c["do"], c["on"]) for c in board.asked] == [("pause", True)]
    board.give(paused=True, clock={"ms": 300_000, "running": False})
    page.locator(".cfw-cover-all").click()
    board.give(paused=False, clock={"ms": 300_000, "running": True})
    page.clock.fast_forward("00:30")
    assert [(c["do"], c["on"]) for c in board.asked] == [("pause", True), ("pause", False)]


def test_no_more_time_is_told_than_was_seen(page, open_board):
    page.clock.install()
    board = open_board()
    page.clock.run_for(3000)
    board.page.keyboard.press("Tab")
    board.click(board.place("S"))
    told = board.asked[-1]["ms"]
    assert 2000 <= told <= 4500
    page.clock.fast_forward("10:00")  # the lid was closed
    board.click(board.place("S"))
    assert board.asked[-1]["ms"] <= told + 2000


def test_without_a_kernel_no_cover_hides_the_cards(open_board):
    board = open_board(change=lambda state: state.update(paused=True))
    assert board.page.locator(".cfw-cover-all").is_visible()
    board.page.evaluate("window.board.live(false)")
    assert board.page.locator(".cfw-cover-all").is_hidden()
    assert board.top("R").is_visible()


def test_a_letter_in_the_panel_is_no_key_of_the_board_and_a_late_page_opens_no_closed_panel(open_board):
    board = open_board()
    board.open("settings")
    opened = board.page.evaluate("window.board.real.get('page')")
    board.page.keyboard.press("d")
    assert board.tokens == []
    board.page.keyboard.press("Escape")
    board.page.evaluate("(page) => window.board.real.set('page', page)", {**opened, "html": opened["html"] + " "})
    assert board.panel.is_hidden()
    board.page.evaluate("window.board.real.set('page', {})")
    board.open()
    assert board.panel.is_visible()


def test_help_is_one_click_away_at_any_width(open_board):
    for width in (380, 900):
        board = open_board(width=width)
        button = board.page.locator(".cfw-bar [data-do=help]")
        assert button.locator(".cfw-ask").is_visible()
        button.click()
        assert [(c["do"], c["page"]) for c in board.asked] == [("open", "help")]
