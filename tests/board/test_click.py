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
        again()
        assert board.page.locator(".cfw-chosen").count() == 0
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
    board.page.locator("[data-do=menu]").click()
    board.page.locator("[data-do=four]").click()
    board.page.locator("[data-do=restart]").click()
    assert [c["do"] for c in board.asked] == ["new", "undo", "redo", "set", "restart"]
    assert board.asked[3]["name"] == "fourColours"
    assert board.asked[3]["value"] is True
    assert board.page.locator(".cfw-menu").is_hidden()


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
    board.page.locator("[data-do=menu]").click()
    assert board.page.locator(".cfw-menu").is_visible()
    board.page.mouse.click(320, 480)
    assert board.page.locator(".cfw-menu").is_hidden()
