"""A stepper in a real JupyterLab by keys, and what is told of it to whoever does not see it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from axe import faults
from lab_page import LabPage
from samples import winning_line

DECK, LINE = winning_line("canfield")
BOARD = "import canfield_widget as cw\ncw.CanfieldWidget(seed=12)"
START = f"line = (cw.deal(deck={DECK!r}), {[str(move) for move in LINE]!r})\n"
STEPPER = START + "stepper = cw.step_through(line)\nstepper"
TOGETHER = START + "both = cw.step_together({'one': line, 'two': line}, width=340)\nboth"
CELLS = "() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].map((cell) => cell.matches('.jp-mod-active'))"


def opened(page: LabPage, cell: str = STEPPER) -> Locator:
    """The stepper of the notebook's second cell, with its keys."""
    page.open(BOARD, cell)
    box = page.page.locator(".cfw-stepper[role=group]").first
    box.wait_for()
    return box


def press(page: LabPage, keys: str, value: str, wanted: Any) -> None:
    for key in keys.split():
        page.page.keyboard.press(key)
    page.wait_for_value(value, wanted)


def told(page: LabPage) -> list[tuple[str, str, str]]:
    """Role, name and words of what the accessibility tree has of steppers: groups, sliders and live regions."""
    session = page.page.context.new_cdp_session(page.page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    by_id = {node["nodeId"]: node for node in nodes}

    def words(node: dict[str, Any]) -> str:
        inside = "".join(words(by_id[each]) for each in node.get("childIds", ()) if each in by_id)
        return (node["name"]["value"] if node["role"]["value"] == "StaticText" else "") + inside

    return [(node["role"]["value"], node["name"]["value"], words(node)) for node in nodes
            if node["role"]["value"] in ("group", "slider", "status")]  # fmt: skip


def test_a_stepper_is_stepped_through_by_keys_from_its_box_its_board_and_its_slider(page: LabPage):
    box = opened(page)
    last = len(LINE)
    box.focus()
    for keys, ply in (("ArrowRight ArrowRight ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("PageDown", last - 10),
                      ("Home", 0), ("PageUp", 10), ("Home", 0), ("ArrowLeft", 0)):  # fmt: skip
        press(page, keys, "stepper.ply", ply)
    for key, kind in (("e", "reserve"), ("f", "foundation"), ("T", "redeal")):
        press(page, f"Home {key}", "stepper.ply", page.value(f"stepper._marks['{kind}'][0]"))
    press(page, "Home Space", "stepper.play.playing", True)
    press(page, "Space Home", "[stepper.play.playing, stepper.ply]", [False, 0])
    # A click on the picture is enough, and the pictures that come keep the focus.
    box.locator(".cfw-step svg").last.click()
    press(page, "ArrowRight ArrowRight", "stepper.ply", 2)
    box.get_by_role("slider").focus()
    press(page, "ArrowRight ArrowUp ArrowDown PageUp", "stepper.ply", 13)
    box.get_by_role("button", name="On", exact=True).focus()
    press(page, "Space Enter ArrowRight", "stepper.ply", 16)
    assert page.value("stepper.play.playing") is False
    assert page.problems == []


def test_the_notebook_gets_no_key_that_is_pressed_in_a_stepper_until_it_is_left(page: LabPage):
    box = opened(page)
    box.focus()
    before = page.page.evaluate(CELLS)
    for where in (box, box.get_by_role("button", name="Play", exact=True), box.get_by_role("slider"),
                  box.get_by_role("combobox")):  # fmt: skip
        where.focus()
        press(page, "d d j k a b x Shift+J ArrowRight ArrowLeft", "1", 1)
        assert page.page.evaluate(CELLS) == before
    box.focus()
    page.page.keyboard.press("Escape")
    assert page.page.evaluate("() => document.activeElement.closest('.cfw-stepper')") is None
    press(page, "d d", "1", 1)
    page.page.wait_for_function(f"(count) => ({CELLS})().length === count", arg=len(before) - 1)
    assert page.problems == []


def test_one_live_region_stays_and_its_words_change_but_not_while_the_line_plays(page: LabPage):
    box = opened(page)
    page.page.evaluate("() => { window.voice = document.querySelector('.cfw-stepper [role=status]'); }")
    box.focus()
    press(page, "ArrowRight", "stepper.ply", 1)
    voice = box.get_by_role("status")
    voice.get_by_text("Move 1 of").wait_for(state="attached")
    assert voice.count() == box.locator("[aria-live]").count() == 1
    assert page.page.evaluate("() => window.voice === document.querySelector('.cfw-stepper [role=status]')")
    assert "Made: " in voice.inner_text()
    spoken = [words for role, _, words in told(page) if role == "status" and "Move 1 of" in words]
    assert len(spoken) == 1
    (name,) = [name for role, name, _ in told(page) if role == "group" and name.startswith("Line of")]
    assert "Right: one move on" in name
    assert ("slider", "Moves made") in [each[:2] for each in told(page)]
    page.page.keyboard.press("Space")
    page.page.wait_for_function("() => window.voice.textContent === ''")
    box.locator(".cfw-step-said").get_by_text("Move 3 of").wait_for()
    assert voice.inner_text() == ""
    page.page.keyboard.press("Space")
    voice.get_by_text("Move ").wait_for(state="attached")
    assert page.problems == []


def test_two_views_of_a_stepper_have_keys_and_one_of_them_speaks(page: LabPage):
    page.open(BOARD, f"{STEPPER}\nfrom IPython.display import display\ndisplay(stepper, stepper)")
    boxes = page.page.locator(".cfw-stepper[role=group]")
    boxes.nth(1).wait_for()
    for n, ply in ((1, 1), (0, 2), (1, 3)):
        boxes.nth(n).focus()
        press(page, "ArrowRight", "stepper.ply", ply)
        boxes.nth(n).get_by_role("status").get_by_text(f"Move {ply} of").wait_for(state="attached")
        assert f"Move {ply} of" not in boxes.nth(1 - n).get_by_role("status").inner_text()
    page.python("stepper.step_keys.close()")
    page.page.wait_for_function("() => !document.querySelector('.cfw-stepper[role=group], .cfw-stepper[tabindex]')")
    assert page.problems == []


def test_the_board_that_is_played_on_has_its_own_keys_and_the_line_has_them_again(page: LabPage):
    box = opened(page)
    box.focus()
    press(page, "ArrowRight", "stepper.ply", 1)
    box.get_by_role("button", name="Play on from here").press("Enter")
    own = box.locator(".cfw-root[data-rev]")
    own.wait_for()
    own.locator(".cfw-felt [tabindex='0']").first.focus()
    press(page, "u", "[stepper.own.ply, stepper.ply]", [0, 1])
    press(page, "ArrowRight", "[stepper.own.ply, stepper.ply, stepper.playing_on]", [0, 1, True])
    box.get_by_role("button", name="Back to the line").press("Enter")
    box.locator(".cfw-step svg").last.wait_for()
    press(page, "ArrowRight", "[stepper.ply, stepper.playing_on]", [2, False])
    assert page.problems == []


def test_steppers_side_by_side_have_keys_each_and_together(page: LabPage):
    opened(page, TOGETHER)
    boxes = page.page.locator(".cfw-stepper[role=group]")
    boxes.nth(2).wait_for()
    boxes.nth(0).focus()
    press(page, "ArrowRight ArrowRight", "both.ply", 2)
    boxes.nth(0).locator("> * > [role=status]").get_by_text("Move 2 of").wait_for(state="attached")
    boxes.nth(2).focus()
    press(page, "ArrowRight", "[each.ply for each in both.steppers]", [3, 3])
    assert "Made: " in boxes.nth(2).get_by_role("status").inner_text()
    assert boxes.nth(1).get_by_role("status").inner_text() == ""
    assert page.value("both.step_keys.said") == ""
    assert page.problems == []


def test_without_a_script_a_stepper_has_its_buttons_and_its_words_speak(page: LabPage):
    page.open(BOARD, f"import canfield_widget.step_keys\ncw.step_keys.StepKeys._esm = 'export default {{}}'\n{STEPPER}")
    box = page.page.locator(".cfw-stepper")
    box.get_by_role("button", name="On", exact=True).click()
    voice = box.get_by_role("status")
    voice.get_by_text("Move 1 of").wait_for()
    assert voice.get_attribute("aria-live") == "polite"
    assert box.get_attribute("tabindex") is None
    assert box.get_by_role("button", name="On", exact=True).get_attribute("title") == "One move on"
    box.get_by_role("slider").focus()
    press(page, "ArrowRight", "stepper.ply", 2)


@pytest.mark.parametrize("cell", [STEPPER, TOGETHER])
def test_axe_finds_no_serious_fault_on_a_stepper(page: LabPage, cell: str):
    opened(page, cell)
    assert faults(page.page, ".cfw-stepper") == []
