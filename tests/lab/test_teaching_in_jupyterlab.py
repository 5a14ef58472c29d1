"""What a teacher shows in a real JupyterLab: a course that tells Python what became of it, marks, and the editor."""

from __future__ import annotations

from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position
from canfield_widget.teaching.lessons import lessons
from lab_page import LabPage

COURSE = """import canfield_widget as cw
seen = []
asked = cw.course("canfield")
asked.observe(lambda change: seen.append(change["new"]["right"]), "result")
asked"""


def sheet(page: LabPage, words: str):
    """The button of the sheet with these words."""
    return page.board().locator(".cfw-top button", has_text=words).first


def test_a_course_is_begun_by_a_drag_and_python_follows(page: LabPage):
    page.open(COURSE)
    task = lessons["first-move"].tasks[0]
    assert task.position is not None
    page.drag(task.position, Move("R", "F"))
    page.board().locator(".cfw-said[data-kind=wrong]").wait_for()
    sheet(page, "Try with other cards").click()
    page.board().locator(".cfw-how").wait_for()
    page.drag(read_position(page.value("cw.write_position(asked.position)")), read_move(str(task.accept[0])))
    page.board().locator(".cfw-said[data-kind=right]").wait_for()
    page.board().locator(".cfw-felt [tabindex='0']").first.focus()
    page.page.keyboard.press("n")
    page.wait_for_value("asked.lesson.id", "layout")
    assert page.value("[asked.result['done'], asked.result['missed'], len(seen) > 2]") == [1, ["first-move"], True]
    assert page.board().locator(".cfw-question").inner_text() == page.value("asked.question")
    page.python("asked.answer(asked.lesson.tasks[0].accept[0])")
    page.board().locator(".cfw-said[data-kind=right]").wait_for()


def test_a_position_is_set_up_on_the_board_and_played_and_a_teacher_points_at_it(page: LabPage):
    page.open("import canfield_widget as cw\ngame = cw.CanfieldWidget(seed=7)\ngame")
    page.panel("games")
    page.item("Set up a position").click()
    page.board().locator(".cfw-edit").wait_for()
    card = page.board().locator("[data-face='2S'][data-in='B1']")
    page.press(card)
    goal = page.board().locator("[data-in='T2']").last.bounding_box()
    assert goal
    page.page.mouse.move(goal["x"] + 30, goal["y"] + 40, steps=5)
    page.page.mouse.up()
    page.board().locator("[data-face='2S'][data-in='T2']").wait_for()
    sheet(page, "Rest to the stock").click()
    sheet(page, "Play from here").and_(page.page.locator(":not([aria-disabled])")).click()
    page.board().locator(".cfw-edit").wait_for(state="detached")
    assert page.value("[str(card) for card in game.position.pile('T2')]") == ["2H", "2S"]
    assert page.value("len(game.position.stock)") == 45
    page.python("game.mark(cards=['T1'], arrows=[('R', 'T2')], note='Look at the twos')")
    page.board().locator(".cfw-arrows path").first.wait_for()
    assert page.message() == "Look at the twos"
    assert page.board().locator(".cfw-marked").count() == 1
    page.python("game.play('S-W')")
    page.board().locator(".cfw-arrows svg").wait_for(state="detached")
