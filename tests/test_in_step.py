"""Lines side by side: one slider moves them all, and each one that is moved takes the others with it."""

from __future__ import annotations

import pytest
import traitlets

from canfield_widget.in_step import MOST_STEPPERS, InStep, step_together
from canfield_widget.position import deal

START = deal(seed=12)
LINES = {"one": (START, ["S-W"]), "three": (START, ["S-W"] * 3), "none": (START, [])}


def plies(together: InStep) -> list[int]:
    return [stepper.ply for stepper in together.steppers]


def test_the_slider_moves_all_and_those_at_their_end_stay_there():
    together = step_together(LINES)
    assert (plies(together), together.slider.max) == ([0, 0, 0], 3)
    for ply in (2, 3, 1, 0):
        together.slider.value = ply
        assert together.ply == ply
        assert plies(together) == [min(ply, 1), ply, 0]


def test_a_stepper_that_is_moved_takes_the_others_with_it():
    together = step_together(LINES)
    together.steppers[1].ply = 2
    assert (together.slider.value, plies(together)) == (2, [1, 2, 0])
    together.steppers[0].ply = 0
    assert (together.slider.value, plies(together)) == (0, [0, 0, 0])


def test_a_short_line_can_be_taken_back_while_the_slider_is_beyond_its_end():
    together = step_together(LINES)
    together.ply = 3
    together.steppers[0].ply = 0
    assert plies(together) == [0, 0, 0]


def test_a_stepper_that_is_moved_is_told_aloud_and_those_that_follow_are_not():
    def aloud() -> list[bool]:
        return ['aria-live="polite"' in stepper.children[-2].value for stepper in together.steppers]

    together = step_together({name: (START, ["S-W"] * 3) for name in "abc"})
    together.slider.value = 1
    assert aloud() == [False, False, False]
    together.steppers[1].buttons["on"].click()
    assert plies(together) == [2, 2, 2]
    assert aloud() == [False, True, False]


def test_the_keys_of_the_whole_move_all_and_say_where_they_are():
    together = step_together(LINES)
    assert "to-reserve" not in together.step_keys.shortcuts.values()
    for name, ply in (("on", 1), ("far-on", 3), ("back", 2), ("first", 0), ("last", 3), ("far-back", 0)):
        together.step_keys.press(name)
        assert plies(together) == [min(ply, 1), ply, 0]
        assert together.step_keys.said == f"Move {ply} of 3"
    together.slider.value = 2
    assert together.step_keys.said == ""


def test_followers_are_silent_and_tell_again_what_they_told_before():
    together = step_together({name: (START, ["S-W"] * 3) for name in "ab"})
    one, other = together.steppers
    one.step_keys.press("on")
    told = one.step_keys.said
    assert "Move 1 of 3" in told
    assert other.step_keys.said == ""
    together.slider.value = 2
    assert one.step_keys.said == ""
    one.step_keys.press("back")
    assert one.step_keys.said == told


def test_the_boards_have_their_names_as_plain_text():
    together = step_together({"<b>x</b>": (START, ["S-W"])})
    box = together.children[-1].children[0]
    assert box.children[0].value == "<strong>&lt;b&gt;x&lt;/b&gt;</strong>"
    assert box.children[1] is together.steppers[0]
    assert repr(together) == "<InStep 1 lines, ply 0 of 1>"


def test_marimo_is_given_the_page_of_each_line_under_its_name():
    together = step_together({"<one>": LINES["one"], "three": LINES["three"]})
    mimetype, shown = together._mime_()
    assert mimetype == "text/html"
    pages = [stepper._mime_()[1] for stepper in together.steppers]
    assert [shown.count(page) for page in pages] == [1, 1]
    assert "<strong>&lt;one&gt;</strong>" + pages[0] in shown


def test_a_ply_that_is_none_is_refused():
    together = step_together(LINES)
    with pytest.raises(traitlets.TraitError, match="ply: read 4, expected 0 to 3"):
        together.ply = 4
    assert together.ply == 0


def test_closing_closes_the_steppers():
    together = step_together(LINES)
    together.close()
    assert together.comm is None
    assert [stepper.comm for stepper in together.steppers] == [None] * 3
    assert [each.step_keys.comm for each in (together, *together.steppers)] == [None] * 4


@pytest.mark.parametrize(
    ("lines", "options", "message"),
    [({}, {}, "lines: read 0 of them"), (5, {}, "lines: read 5"), ({"a": 5}, {}, "line: read 5"),
     ({str(n): (START, []) for n in range(MOST_STEPPERS + 1)}, {}, "lines: read 9 of them, .* from 1 to 8"),
     (LINES, {"lang": "fr"}, "lang"), (LINES, {"width": 0}, "width")],
)  # fmt: skip
def test_bad_arguments_are_told(lines: object, options: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        step_together(lines, **options)  # type: ignore[arg-type]
