"""What the board does while the kernel is busy, away or gone, and how it leaves the page."""

import pytest


def test_greeting_says_the_page_language_once(open_board):
    board = open_board(lang="de-CH", views=2)
    assert [(c["do"], c["lang"], c["seq"], c["ack"]) for c in board.outbox] == [("hello", "de", 1, 0)]


@pytest.mark.parametrize(("lang", "said"), [("en-GB", "en"), ("fr", "en"), ("DE", "de")])
def test_other_languages_are_greeted_in_english(open_board, lang, said):
    assert open_board(lang=lang).outbox[0]["lang"] == said


def test_queue_survives_what_is_merged_and_drops_what_is_answered(open_board):
    board = open_board()
    for _ in range(5):
        board.click(board.place("S"))
    assert [c["seq"] for c in board.outbox] == [1, 2, 3, 4, 5, 6]
    client = board.outbox[0]["client"]
    board.give(answered=False, answers={client: {"seq": 4, "ok": True, "why": None}})
    board.click(board.place("S"))
    assert [(c["seq"], c["ack"]) for c in board.outbox] == [(5, 0), (6, 0), (7, 4)]


def test_no_answer_for_a_second_shows_waiting_and_the_answer_ends_it(open_board):
    board = open_board()
    board.click(board.place("S"))
    line = board.page.locator(".cfw-line")
    assert line.get_attribute("data-kind") == "plain"
    board.page.wait_for_selector(".cfw-line[data-kind=waiting]", timeout=3000)
    assert board.page.locator(".cfw-sentence").inner_text().startswith("Waiting for the kernel")
    assert board.root.get_attribute("data-busy") is not None
    board.give(text="Three cards.")
    assert line.get_attribute("data-kind") == "move"
    assert board.root.get_attribute("data-busy") is None


def test_escape_empties_the_queue_while_waiting_and_the_cards_go_home(open_board):
    board = open_board()
    key = board.key("R")
    home = board.box(key)
    board.drag_to(key, "T2")
    board.page.wait_for_selector(".cfw-line[data-kind=waiting]", timeout=3000)
    board.page.keyboard.press("Escape")
    board.settle()
    assert board.outbox == []
    assert board.box(key) == home
    assert board.page.locator(".cfw-line").get_attribute("data-kind") == "plain"


def test_greeting_alone_is_nothing_to_wait_for(open_board):
    board = open_board()
    board.page.wait_for_timeout(1300)
    assert board.page.locator(".cfw-line").get_attribute("data-kind") == "plain"


def test_lost_kernel_is_said_and_the_board_stays_but_offers_nothing(open_board):
    board = open_board()
    key = board.key("R")
    board.drag_to(key, "T2")
    board.page.evaluate("window.board.live(false)")
    board.settle()
    assert "Run its cell again" in board.page.locator(".cfw-sentence").inner_text()
    assert board.root.get_attribute("data-busy") is None
    for action in ("new", "undo", "redo"):
        assert board.page.locator(f".cfw-bar [data-do={action}]").get_attribute("aria-disabled") == "true"
    asked = len(board.asked)
    board.drag_to(key, "T2")
    board.click(board.place("S"))
    board.page.locator(".cfw-bar [data-do=new]").click(force=True)
    assert len(board.asked) == asked
    assert board.page.locator("[data-face]").count() > 15


@pytest.mark.parametrize("trouble", ["real.fails = true", "real.comm_live = false"])
def test_saving_that_fails_or_that_nobody_hears_means_no_kernel(open_board, trouble):
    board = open_board()
    board.page.evaluate(f"() => {{ window.board.{trouble}; }}")
    assert board.page.locator(".cfw-line").get_attribute("data-kind") == "plain"
    board.click(board.place("S"))
    board.page.wait_for_selector(".cfw-line[data-kind=no-kernel]")


def test_saved_state_without_a_kernel_is_drawn(open_board):
    board = open_board(live=False)
    assert board.page.locator("[data-face]").count() > 15
    assert board.page.locator(".cfw-line").get_attribute("data-kind") == "no-kernel"


def test_language_can_change_while_the_board_is_shown(open_board):
    from fake_host import words

    board = open_board()
    board.page.evaluate("(table) => window.board.real.set('words', table)", words("de"))
    assert board.page.locator(".cfw-bar [data-do=new]").inner_text() == "Neu"
    assert board.top("T1").get_attribute("aria-label").startswith("Kreuz-Acht, Spalte 1")


@pytest.mark.parametrize("signal", [True, False])
def test_leaving_the_page_leaves_no_handler(open_board, signal):
    board = open_board(signal=signal)
    board.page.evaluate("""() => {
      for (const view of window.board.views) { view.life.abort(); view.cleanup?.(); } window.board.life.abort(); }""")
    assert board.page.evaluate("window.board.listeners()") == 0
    assert board.page.locator(".cfw-root").count() == 0
    board.page.evaluate("() => { window.heard = 0; document.addEventListener('keydown', () => window.heard++); }")
    board.page.keyboard.press("d")
    assert board.page.evaluate("window.heard") == 1
    assert board.page.evaluate("window.board.real.saved.length") == 1


def test_two_views_share_one_queue_and_one_closing_leaves_the_other(open_board):
    board = open_board(views=2, width=600)
    first, second = board.page.locator(".cfw-root").all()
    first.locator("[data-do=undo]").click()
    second.locator("[data-do=new]").click()
    assert [c["seq"] for c in board.outbox] == [1, 2, 3]
    board.page.evaluate("() => window.board.views[0].life.abort()")
    board.move("R", 1, "T2")
    assert board.page.locator(".cfw-root").count() == 1
    assert board.root.get_attribute("data-rev") == "6"


def test_board_that_has_no_state_yet_is_drawn_when_it_comes(open_board):
    board = open_board()
    board.page.evaluate("() => window.board.real.set('state', {})")
    board.page.evaluate("(state) => window.board.real.set('state', {...state, rev: 9})", board.state)
    assert board.root.get_attribute("data-rev") == "9"
