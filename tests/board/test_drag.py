"""Cards under the pointer: the board asks, and moves nothing by itself."""

import pytest


def test_drag_asks_and_does_not_move_by_itself(open_board):
    board = open_board()
    key = board.key("R")
    board.drag_to(key, "F1")
    assert [(c["do"], c["move"], c["card"], c["rev"]) for c in board.asked] == [("move", "R-F", key, 5)]
    assert board.card(key).get_attribute("data-in") == "R"


def test_dropped_card_stays_there_until_the_answer_and_then_goes_into_place(open_board):
    board = open_board()
    key = board.key("R")
    target = board.box(board.key("T2"))
    board.drag(key, {"x": target["x"] + 14, "y": target["y"] + 20})
    board.settle()
    waiting = board.box(key)
    assert abs(waiting["x"] - target["x"] - 14) < 6
    assert abs(waiting["y"] - target["y"] - 20) < 6
    assert board.root.get_attribute("data-busy") is not None
    board.move("R", 1, "T2")
    board.settle()
    assert board.root.get_attribute("data-busy") is None
    assert board.card(key).get_attribute("data-in") == "T2"
    assert abs(board.box(key)["x"] - target["x"]) < 1
    assert abs(board.box(key)["y"] - target["y"] - 35) < 1


def test_refused_card_flies_home(open_board):
    board = open_board()
    key = board.key("R")
    home = board.box(key)
    board.drag_to(key, "T2")
    board.give(ok=False, text="The board has changed.")
    board.settle()
    assert board.box(key) == home


def test_run_is_carried_with_the_card_and_asked_for_with_its_length(open_board):
    board = open_board("run")
    keys = [card[0] for card in board.state["piles"]["T2"]]
    board.drag(keys[0], board.box(board.key("T4")), drop=False)
    assert board.page.locator(".cfw-held").count() == 3
    boxes = [board.box(key) for key in keys]
    assert 30 < boxes[1]["y"] - boxes[0]["y"] < 42
    assert board.place("T2").evaluate("e => e.classList.contains('cfw-left')")
    board.page.mouse.up()
    assert board.tokens == ["T2-T4x3"]


def test_only_the_part_that_is_taken_moves(open_board):
    board = open_board("run")
    board.drag(board.key("T2", 1), {"x": 300, "y": 400}, drop=False)
    assert board.page.locator(".cfw-held").count() == 2
    assert not board.place("T2").evaluate("e => e.classList.contains('cfw-left')")
    board.page.mouse.up()


def test_card_keeps_where_it_was_gripped(open_board):
    board = open_board()
    key = board.key("T3")
    before = board.box(key)
    board.hold(key, (80, 120))
    board.page.mouse.move(before["x"] + 80 - 200, before["y"] + 120 + 60, steps=3)
    now = board.box(key)
    # A held card is turned a little and a little larger; its middle is what keeps its place.
    assert abs(now["x"] + now["width"] / 2 - (before["x"] + 50 - 200)) < 1.5
    assert abs(now["y"] + now["height"] / 2 - (before["y"] + 70 + 60)) < 1.5
    board.page.mouse.up()


@pytest.mark.parametrize(("beside", "asked"), [(40, ["W-T3"]), (90, [])])
def test_drop_near_a_legal_pile_snaps_and_far_from_it_does_not(open_board, beside, asked):
    board = open_board(change=lambda state: state["piles"].update(T4=[]))
    key, target = board.key("W"), board.box(board.key("T3"))
    # Below the empty place of column 4, beside column 3.
    board.drag(key, {"x": target["x"] + target["width"] + beside, "y": target["y"] + 110})
    assert board.tokens == asked


def test_drop_on_nothing_asks_nothing_and_goes_home(open_board):
    board = open_board()
    key = board.key("T3")
    home = board.box(key)
    board.drag(key, {"x": 250, "y": 400})
    board.settle()
    assert board.asked == []
    assert board.box(key) == home
    assert board.page.locator(".cfw-held, .cfw-legal, .cfw-left").count() == 0


def test_drop_on_its_own_pile_asks_nothing(open_board):
    board = open_board()
    key = board.key("T3")
    box = board.box(key)
    board.drag(key, {"x": box["x"] + 12, "y": box["y"] + 20})
    assert board.asked == []


def test_drop_squarely_on_a_pile_that_refuses_gets_the_reason(open_board):
    board = open_board()
    key, blamed = board.key("T3"), board.key("T1")
    board.drag_to(key, "T1")
    assert [(c["move"], c["card"]) for c in board.asked] == [("T3-T1", key)]
    board.give(ok=False, text="Both are red.", blame=[key, blamed])
    board.settle()
    assert board.page.locator(".cfw-sentence").inner_text() == "Both are red."
    assert sorted(e.get_attribute("data-key") for e in board.page.locator(".cfw-blamed").all()) == sorted([key, blamed])
    board.page.mouse.click(board.root.bounding_box()["x"] + 300, 450)
    assert board.page.locator(".cfw-blamed").count() == 0
    assert board.page.locator(".cfw-sentence").inner_text() == "Both are red."


@pytest.mark.parametrize(
    ("source", "target", "token"),
    [("F2", "T3", "FH8-T3"), ("W", "S", "W-S"), ("T1", "F4", "T1-F"), ("R", "T4", "R-T4")],
)
def test_wishes_that_are_not_legal_are_spelt_by_the_piles(open_board, source, target, token):
    board = open_board()
    board.drag_to(board.key(source), target)
    assert board.tokens == [token]


def test_drop_anywhere_in_the_tray_is_a_foundation_move(open_board):
    board = open_board()
    board.drag_to(board.key("R"), "F4")
    assert board.tokens == ["R-F"]


def test_legal_targets_light_up_and_the_nearest_more(open_board):
    board = open_board("run")
    board.drag(board.key("T2", 0), board.box(board.key("T4")), drop=False)
    lit = {e.get_attribute("data-key") for e in board.page.locator(".cfw-legal").all()}
    assert lit == {board.key("T1"), board.key("T4")}
    assert board.page.locator(".cfw-near").get_attribute("data-key") == board.key("T4")
    board.page.mouse.up()


def test_redraw_while_a_card_is_in_the_hand_does_not_drop_it(open_board):
    board = open_board()
    key = board.key("R")
    target = board.box(board.key("T2"))
    board.drag(key, target, drop=False)
    held = board.box(key)
    board.move("W", 1, "T3")
    board.settle()
    assert board.box(key) == held
    assert board.page.locator(".cfw-held").get_attribute("data-key") == key
    board.page.mouse.up()
    assert [(c["move"], c["rev"]) for c in board.asked] == [("R-T2", 6)]


def test_card_that_moved_elsewhere_meanwhile_is_not_asked_for(open_board):
    board = open_board()
    key = board.key("R")
    board.drag(key, board.box(board.key("T2")), drop=False)
    board.move("R", 1, "F1")
    board.page.mouse.up()
    board.settle()
    assert board.asked == []
    assert abs(board.box(key)["x"] - board.place("F1").bounding_box()["x"]) < 1


@pytest.mark.parametrize(("pile", "index"), [("S", -1), ("W", -2), ("R", 2), ("F1", 1)])
def test_what_is_covered_or_hidden_cannot_be_lifted(open_board, pile, index):
    board = open_board()
    box = board.box(board.key(pile, index))
    board.page.mouse.move(box["x"] + 3, box["y"] + 60)
    board.page.mouse.down()
    board.page.mouse.move(box["x"] + 120, box["y"] + 200, steps=4)
    assert board.page.locator(".cfw-held").count() == (
        1 if pile == "F1" else 0
    )  # the top lies squarely on the one below
    board.page.mouse.up()


def test_second_pointer_does_not_disturb_the_first(open_board):
    board = open_board()
    key = board.key("R")
    board.drag(key, {"x": 300, "y": 380}, drop=False)
    board.page.evaluate("""() => { const felt = document.querySelector('.cfw-felt');
      for (const type of ['pointerdown', 'pointermove', 'pointerup'])
        felt.dispatchEvent(
          new PointerEvent(type, {pointerId: 77, bubbles: true, clientX: 60, clientY: 100, button: 0})); }""")
    assert board.page.locator(".cfw-held").get_attribute("data-key") == key
    assert board.asked == []
    board.page.mouse.up()


def test_pointercancel_and_escape_send_the_card_home(open_board):
    board = open_board()
    key = board.key("R")
    home = board.box(key)
    for how in ("cancel", "escape"):
        board.drag_to(key, "F1", drop=False)
        if how == "cancel":
            board.page.evaluate("""() => document.querySelector('.cfw-felt').dispatchEvent(
              new PointerEvent('pointercancel', {pointerId: 1, bubbles: true}))""")
        else:
            board.page.keyboard.press("Escape")
        board.settle()
        assert board.box(key) == home
        board.page.mouse.up()
        assert board.asked == []


def test_touch_drags_and_taps(open_board):
    board = open_board()
    touch = board.page.context.new_cdp_session(board.page)

    def send(kind, *at):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})

    start, end = board.box(board.key("R")), board.box(board.key("T2"))
    send("touchStart", start["x"] + 50, start["y"] + 60)
    for step in range(1, 6):
        send(
            "touchMove",
            start["x"] + 50 + step * (end["x"] - start["x"]) / 5,
            start["y"] + 60 + step * (end["y"] - start["y"]) / 5,
        )
    send("touchEnd")
    assert board.tokens == ["R-T2"]
    stock = board.place("S").bounding_box()
    send("touchStart", stock["x"] + 50, stock["y"] + 50)
    send("touchEnd")
    board.page.wait_for_function("window.board.real.saved.at(-1).some((each) => each.move === 'S-W')")


def test_page_that_scrolls_under_a_held_card_leaves_it_under_the_pointer(open_board):
    board = open_board()
    board.page.evaluate("document.body.style.height = '3000px'")
    key = board.key("R")
    board.drag(key, {"x": 300, "y": 380}, drop=False)
    before = board.box(key)
    board.page.evaluate("window.scrollTo(0, 120)")
    board.page.mouse.move(300 + 30, 380 + 13)
    assert abs(board.box(key)["y"] - before["y"]) < 3
    board.page.mouse.up()


def test_quick_moves_follow_each_other_without_waiting(open_board):
    board = open_board()
    board.drag_to(board.key("R"), "T2")
    board.drag_to(board.key("W"), "T3")
    assert [(c["seq"], c["move"]) for c in board.outbox if c["do"] == "move"] == [(2, "R-T2"), (3, "W-T3")]


def test_drag_in_a_shadow_root(open_board):
    board = open_board(shadow=True)
    board.drag_to(board.key("R"), "T2")
    assert board.tokens == ["R-T2"]
