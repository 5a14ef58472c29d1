"""Whole games, single moves and figures in a real JupyterLab, by mouse, keyboard and touch."""

from __future__ import annotations

from canfield_widget.cards import read_card
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from canfield_widget.rules import apply
from lab_page import LabPage
from samples import winning_line

GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"


def test_a_whole_deal_is_won_by_dragging(page: LabPage):
    deck, line = winning_line("canfield")
    page.open(GAME.format(arguments=f"deck={deck!r}, auto_finish=False"))
    position = deal("canfield", deck=deck)
    for rev, move in enumerate(line, 1):
        page.drag(position, move)
        page.wait_for_rev(rev)
        position = apply(position, move)
    assert page.board().get_attribute("data-status") == "won"
    assert page.value("[game.status, game.ply, game.moves]") == ["won", len(line), [str(move) for move in line]]
    assert page.problems == []


def test_a_whole_deal_is_won_by_the_keyboard_alone(page: LabPage):
    deck, line = winning_line("canfield")
    page.open(GAME.format(arguments=f"deck={deck!r}, auto_finish=False"))
    position = deal("canfield", deck=deck)
    page.focus_the_board()
    for rev, move in enumerate(line, 1):
        page.play_by_keys(position, move)
        page.wait_for_rev(rev)
        position = apply(position, move)
    assert page.board().get_attribute("data-status") == "won"
    assert page.value("game.moves") == [str(move) for move in line]


def test_undo_and_redo_by_keys_and_buttons(page: LabPage):
    page.open(GAME.format(arguments="seed=7"))
    page.focus_the_board()
    for rev, key in enumerate("dduur", 1):
        page.page.keyboard.press(key)
        page.wait_for_rev(rev)
    assert page.value("game.moves") == ["S-W"]
    page.board().locator("[data-do=redo]").click()
    page.wait_for_rev(6)
    page.board().locator("[data-do=undo]").click()
    page.wait_for_rev(7)
    assert page.value("[game.ply, len(game.game.line)]") == [1, 2]


def test_a_card_is_played_by_touch(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    touch = page.touch()
    place = page.place("S").bounding_box()
    assert place
    touch("touchStart", place["x"] + 20, place["y"] + 20)
    touch("touchEnd")
    page.wait_for_rev(1)
    card, goal = page.card(read_card("AC"), "T2").bounding_box(), page.card(read_card("2D"), "T1").bounding_box()
    assert card
    assert goal
    touch("touchStart", card["x"] + 30, card["y"] + 12)
    for part in (0.3, 0.6, 1):
        touch("touchMove", card["x"] + 30 + part * (goal["x"] - card["x"]), card["y"] + 12 + part * 40)
    touch("touchEnd")
    page.wait_for_rev(2)
    assert page.value("game.moves") == ["S-W", "T2-T1"]
    assert page.page.evaluate("() => document.querySelector('.jp-WindowedPanel-outer')?.scrollTop ?? 0") == 0


def test_a_click_on_a_card_and_a_click_on_its_target_move_it(page: LabPage):
    page.open(GAME.format(arguments="seed=12, click='select'"))
    page.card(read_card("AC"), "T2").click()
    page.card(read_card("2D"), "T1").click()
    page.wait_for_rev(1)
    assert page.value("game.moves") == ["T2-T1"]


def test_a_refused_drop_flies_home_and_says_why(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    before = page.card(read_card("2D"), "T1").bounding_box()
    page.drag(deal(seed=12), read_move("T1-T2"))
    page.board().locator("[data-kind=refusal]").wait_for()
    assert "does not go on" in page.message()
    page.page.wait_for_function("() => !document.querySelector('.cfw-root[data-busy]')")
    assert page.card(read_card("2D"), "T1").bounding_box() == before
    assert page.rev() == 0
    assert page.value("game.moves") == []


def test_a_held_card_survives_moves_made_from_python(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    held = page.card(read_card("AC"), "T2")
    x, y = page.press(held)
    page.page.mouse.move(x + 40, y + 60, steps=3)
    page.python("game.play('S-W')")
    page.board().and_(page.page.locator("[data-rev='1']")).wait_for()
    page.page.mouse.move(x + 45, y + 66)
    box = held.bounding_box()
    assert box
    assert box["x"] <= x + 45 <= box["x"] + box["width"]
    assert box["y"] <= y + 66 <= box["y"] + box["height"]
    page.page.mouse.up()


FIGURES = (
    "import canfield_widget as cw\nimport matplotlib.pyplot as plt\ncw.CanfieldWidget(seed=12)",
    "solution = cw.solve(cw.deal(seed=2), budget_states=100_000)\nsolution",
    "stepper = cw.step_through(solution)\nstepper",
    "cw.draw(solution.position)",
    "cw.plot_progress(solution)",
)


def test_a_solution_is_shown_and_stepped_through_and_figures_appear_once(page: LabPage):
    page.open(*FIGURES)
    _, told, steps, diagram, curve = (page.page.locator(".jp-CodeCell .jp-Cell-outputArea").nth(n) for n in range(5))
    told.get_by_text("The line").click()
    told.locator("code").first.wait_for()
    said = steps.locator(".cfw-step-said")
    said.get_by_text("Move 0 of").wait_for()
    on = steps.get_by_role("button", name="On", exact=True)
    on.click()
    said.get_by_text("Move 1 of").wait_for()
    for key, ply in (("Enter", 2), ("Space", 3)):
        page.page.keyboard.press(key)
        said.get_by_text(f"Move {ply} of").wait_for()
    steps.get_by_role("slider").focus()
    told_aloud = steps.get_by_role("status")
    last = page.value("len(solution.line)")
    for key, ply in (("ArrowLeft", 2), ("End", last), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        page.page.keyboard.press(key)
        told_aloud.get_by_text(f"Move {ply} of").wait_for()
        assert told_aloud.get_attribute("aria-live") == "polite"
        assert "Made: " in told_aloud.inner_text() or not ply
    assert page.value("stepper.ply") == 2
    steps.get_by_role("button", name="Play", exact=True).click()
    page.page.wait_for_function("(voice) => voice.textContent === ''", arg=told_aloud.element_handle())
    steps.get_by_role("button", name="Pause", exact=True).click()
    told_aloud.get_by_text("Move ").wait_for()
    steps.get_by_role("button", name="Last").click()
    said.get_by_text("The game is won.").wait_for()
    for figure in (diagram, curve):
        figure.locator("img").wait_for()
        assert figure.locator("img").count() == 1
        assert figure.locator("img").evaluate("image => [image.width, image.naturalWidth]") == [720, 1440]
    assert page.value("plt.get_fignums()") == []
    assert page.problems == []
