"""Playing by keys, and what a screen reader is told."""

import pytest

SPY = """() => { window.heard = [];
  document.addEventListener('keydown', (event) => window.heard.push(event.key), true); }"""


def focus(board, pile, index=-1):
    cards = board.state["piles"][pile]
    (board.card(cards[index][0]) if cards and pile != "S" else board.place(pile)).focus()


def press(board, *keys):
    for key in keys:
        board.page.keyboard.press(key)


def test_one_tab_stop_for_all_cards(open_board):
    board = open_board()
    assert board.page.locator(".cfw-felt [tabindex='0']").count() == 1
    press(board, *["Tab"] * 7)
    assert board.focused == "S"


def test_arrows_go_between_piles_and_within_a_fan(open_board):
    board = open_board()
    focus(board, "T1", 0)
    press(board, "ArrowDown")
    assert board.focused == board.key("T1", 1)
    press(board, "ArrowUp", "ArrowUp")
    assert board.focused == board.key("F1")
    press(board, "ArrowLeft")
    assert board.focused == board.key("W")
    press(board, "ArrowLeft")
    assert board.focused == "S"
    press(board, "ArrowDown")
    assert board.focused == board.key("R")


def test_pick_up_go_through_legal_targets_only_and_drop(open_board):
    board = open_board("run")
    key = board.key("T2", 0)
    focus(board, "T2", 0)
    press(board, "Enter")
    assert board.page.locator(".cfw-chosen").count() == 3
    assert board.page.locator(".cfw-live").inner_text() == "Herz-Dame in der Hand. Mögliche Plätze: 2."
    seen = []
    for _ in range(3):
        press(board, "ArrowRight")
        seen.append(board.focused)
    assert seen == [board.key("T1"), board.key("T4"), board.key("T1")]
    press(board, " ")
    assert board.tokens == ["T2-T1x3"]
    assert board.focused == key


def test_focus_follows_the_card_it_was_on(open_board):
    board = open_board("run")
    key = board.key("T2", 0)
    focus(board, "T2", 0)
    press(board, "Enter", "ArrowRight", "ArrowRight", "Enter")
    board.move("T2", 3, "T4")
    board.settle()
    assert board.focused == key
    assert board.card(key).get_attribute("data-in") == "T4"
    press(board, "ArrowDown")
    assert board.focused == board.key("T4", -2)


def test_focus_stays_in_the_pile_when_its_card_cannot_be_seen_any_more(open_board):
    board = open_board()
    focus(board, "W")
    piles = {**board.state["piles"], "W": [], "S": board.state["piles"]["W"][::-1]}
    board.give(piles={**piles, "S": [[key, None] for key, _ in piles["S"]]}, fan=0)
    board.settle()
    assert board.focused in ("W", "S")


def test_focus_elsewhere_in_the_page_is_left_there(open_board):
    board = open_board()
    focus(board, "W")
    board.page.evaluate(
        """() => { const button = document.createElement('button');
          button.dataset.do = 'mine'; document.body.append(button); button.focus(); }"""
    )
    board.move("R", 1, "T2")
    assert board.focused == "mine"


def test_letters_deal_undo_and_redo(open_board):
    board = open_board(change=lambda state: state.update(redo=True))
    focus(board, "W")
    press(board, "d", "u", "r")
    assert [(c["do"], c.get("move")) for c in board.asked] == [("move", "S-W"), ("undo", None), ("redo", None)]


def test_enter_on_the_stock_deals(open_board):
    board = open_board()
    focus(board, "S")
    press(board, "Enter", " ")
    assert board.tokens == ["S-W", "S-W"]


def test_keys_do_not_reach_the_page_while_the_board_has_the_focus(open_board):
    board = open_board()
    board.page.evaluate(SPY)
    focus(board, "W")
    press(board, "b", "d", "d", "ArrowDown", "Enter", "x")
    assert board.page.evaluate("window.heard") == []
    board.page.evaluate("document.activeElement.blur()")
    press(board, "b")
    assert board.page.evaluate("window.heard.at(-1)") == "b"


def test_tab_and_chords_pass(open_board):
    board = open_board()
    board.page.evaluate(SPY)
    focus(board, "W")
    press(board, "Control+b", "Alt+b", "Tab")
    assert [key for key in board.page.evaluate("window.heard") if key in ("b", "Tab")] == ["b", "b", "Tab"]
    assert board.asked == []


@pytest.fixture
def stacked(open_board):
    """A held card, an open panel, the full page."""
    board = open_board()
    board.page.evaluate(SPY)
    board.page.evaluate("() => { document.querySelector('.cfw-root').requestFullscreen = undefined; }")
    board.open()
    board.item("Full screen").click()
    focus(board, "R")
    press(board, "Enter")
    board.open()
    return board


def test_escape_drops_the_card_closes_the_panel_leaves_the_full_page_and_gives_the_focus_back(stacked):
    board = stacked

    def state():
        return (
            board.page.locator(".cfw-chosen").count(),
            board.panel.is_visible(),
            "cfw-full" in board.root.get_attribute("class"),
        )

    assert state() == (1, True, True)
    press(board, "Escape")
    assert state() == (0, True, True)
    press(board, "Escape")
    assert state() == (0, False, True)
    press(board, "Escape")
    assert state() == (0, False, False)
    assert board.page.evaluate("window.heard") == []
    press(board, "Escape")
    assert board.page.evaluate("document.activeElement.className") == "jp-Cell"
    assert board.page.evaluate("window.heard") == ["Escape"]


def test_escape_puts_the_focus_back_on_the_card(open_board):
    board = open_board("run")
    focus(board, "T2", 0)
    press(board, "Enter", "ArrowRight", "Escape")
    assert board.focused == board.key("T2", 0)
    assert board.page.locator(".cfw-live").inner_text() == "Herz-Dame zurückgelegt."


def test_every_open_card_and_every_pile_has_a_name(open_board):
    board = open_board("canfield")
    names = board.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('[data-face]')]
      .map((card) => [card.dataset.in + ' ' + card.dataset.face, card.getAttribute('aria-label')]))""")
    assert names["T2 QC"] == "Queen of clubs, column 2, 2 of 3"
    assert names["R TS"] == "Ten of spades, reserve, 8 of 8"
    assert all(name and "{" not in name for name in names.values())
    places = board.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('[data-pile]')]
      .map((place) => [place.dataset.pile, place.getAttribute('aria-label')]))""")
    assert places["S"] == "Stock, 16 cards"
    assert places["F4"] == "Foundation 4, empty. Begins with: seven."
    hidden = board.page.locator(".cfw-card:not([data-face])")
    assert hidden.count() > 0
    assert all(card.get_attribute("aria-hidden") == "true" for card in hidden.all())


def test_root_has_role_and_name(open_board):
    board = open_board("run")
    assert board.root.get_attribute("role") == "application"
    assert board.root.get_attribute("aria-label") == "Canfield, eine Patience"
    for button in board.page.locator("button:visible").all():
        assert button.get_attribute("aria-label") or button.inner_text()


def test_each_message_is_spoken_once(open_board):
    board = open_board()
    live = board.page.locator(".cfw-live")
    assert live.inner_text() == ""
    board.page.evaluate("""() => { window.spoken = []; const live = document.querySelector('.cfw-live');
      new MutationObserver(() => window.spoken.push(live.textContent))
        .observe(live, {childList: true, characterData: true, subtree: true}); }""")
    board.move("R", 1, "T2", text="Ten of spades onto the jack of hearts.")
    board.give()
    board.give()
    board.give(text="Taken back.")
    board.page.wait_for_function("window.spoken.length > 1")
    assert board.page.evaluate("window.spoken") == ["Ten of spades onto the jack of hearts.", "Taken back."]
    assert live.get_attribute("aria-live") == "polite"


def test_no_card_is_reparented_by_a_move(open_board):
    board = open_board()
    key = board.key("R")
    board.page.evaluate("(key) => { window.kept = document.querySelector(`[data-key=${key}]`); }", key)
    board.move("R", 1, "T2")
    board.settle()
    assert board.page.evaluate("(key) => window.kept === document.querySelector(`[data-key=${key}]`)", key)


def test_buttons_work_by_key(open_board):
    board = open_board("won", change=lambda state: state.update(redo=True))
    board.page.locator(".cfw-other").focus()
    press(board, "Enter")
    assert board.page.locator(".cfw-win-card").is_hidden()
    board.page.locator("[data-do=redo]").focus()
    press(board, " ", "Enter")
    assert [c["do"] for c in board.asked] == ["redo", "redo"]


def test_focus_stays_on_undo_when_there_is_nothing_left_to_undo(open_board):
    board = open_board()
    board.page.locator("[data-do=undo]").focus()
    press(board, "Enter")
    board.give(undo=False)
    assert board.focused == "undo"


def test_a_covered_card_is_shown_by_key_until_the_next_key(open_board):
    board = open_board("run")
    pile = next(name for name, cards in board.state["piles"].items() if name[0] == "T" and len(cards) > 2)
    board.card(board.key(pile, 0)).focus()
    press(board, "v")
    assert board.page.locator(".cfw-peek").get_attribute("data-key") == board.key(pile, 0)
    press(board, "ArrowDown")
    assert board.page.locator(".cfw-peek").count() == 0
