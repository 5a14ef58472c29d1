"""Stepping through a line by its buttons, its slider and from Python."""

from __future__ import annotations

import re

import pytest
import traitlets

from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from canfield_widget.stepper import Stepper, step_through
from canfield_widget.svg import position_svg
from samples import winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)


def said(stepper: Stepper) -> str:
    """The words beside the board."""
    return re.sub(r"<[^>]*>", " ", stepper.children[1].value)


def shown(stepper: Stepper) -> str:
    """The picture of the board."""
    return re.sub(r"<style>.*?</style>", "", stepper.children[2].value)


def press(stepper: Stepper, *names: str) -> None:
    for name in names:
        stepper.buttons[name].click()


def test_buttons_go_to_every_position_and_back():
    stepper = step_through(LINE, position=START)
    now = START
    for ply, move in enumerate(LINE):
        assert (stepper.ply, stepper.position) == (ply, now)
        now = apply(now, move)
        press(stepper, "on")
    assert stepper.position == now
    press(stepper, "back", "back")
    assert stepper.ply == len(LINE) - 2
    press(stepper, "first")
    assert stepper.position == START
    press(stepper, "last")
    assert stepper.position == now


def test_at_the_ends_the_buttons_do_nothing_and_are_not_disabled():
    stepper = step_through(LINE[:2], position=START)
    press(stepper, "back")
    assert stepper.ply == 0
    press(stepper, "on", "on", "on")
    assert stepper.ply == 2
    assert not any(button.disabled for button in stepper.buttons.values())


def test_the_board_is_the_picture_of_the_position_with_the_next_move_marked():
    stepper = step_through((START, LINE[:30]))
    stepper.ply = 10
    now = START
    for move in LINE[:10]:
        now = apply(now, move)
    picture = position_svg(now, move=LINE[10], theme="page")
    height = re.compile(r'viewBox="0 0 \S+ \S+"')
    assert height.sub("", picture) in height.sub("", shown(stepper))


def test_the_picture_keeps_its_height_over_the_line():
    stepper = step_through((START, LINE))
    heights = set()
    for ply in range(0, len(LINE) + 1, 7):
        stepper.ply = ply
        heights |= set(re.findall(r'viewBox="0 0 \S+ (\S+)"', shown(stepper)))
    assert len(heights) == 1


def test_slider_and_python_move_the_same_cursor():
    stepper = step_through(LINE, position=START)
    stepper.slider.value = 7
    assert stepper.ply == 7
    assert "Move 7 of" in said(stepper)
    stepper.ply = 3
    assert stepper.slider.value == 3
    press(stepper, "on")
    assert stepper.slider.value == 4


def test_the_cursor_can_be_observed_and_stays_inside_the_line():
    stepper = step_through(LINE[:5], position=START)
    seen: list[int] = []
    stepper.observe(lambda change: seen.append(change["new"]), names=["ply"])
    press(stepper, "on", "last")
    assert seen == [1, 5]
    for wrong in (-1, 6):
        with pytest.raises(traitlets.TraitError, match="expected 0 to 5"):
            stepper.ply = wrong
    assert stepper.ply == 5


def test_the_words_say_where_one_is_what_was_done_and_what_comes():
    stepper = step_through(["T2-T1", "S-W"], position=deal(seed=12))
    assert "Move 0 of 2" in said(stepper)
    assert "1 of 52 cards on the foundations" in said(stepper)
    assert "Next: Ace of clubs from column 2 onto the two of diamonds." in said(stepper)
    press(stepper, "on")
    assert "Made: Ace of clubs from column 2 onto the two of diamonds." in said(stepper)
    assert "fills the space from the reserve" in said(stepper)
    press(stepper, "on")
    assert "The line ends here." in said(stepper)


def test_the_end_of_a_won_game_is_called_so():
    stepper = step_through((START, LINE))
    press(stepper, "last")
    assert "The game is won." in said(stepper)
    assert "52 of 52 cards" in said(stepper)


def test_the_verdict_stands_beside_the_line_and_a_best_line_is_no_solution():
    for position, states, words, solves in (
        (deal("canfield", seed=2), 100_000, "Won: a line of", True),
        (deal("storehouse", seed=2), 100_000, "Lost: no line wins", False),
        (deal("rainfall", seed=9), 5_000, "Undecided: no win found and none ruled out", False),
    ):
        stepper = step_through(solve(position, budget_states=states))
        assert words in said(stepper)
        assert ("Best line, no solution" in said(stepper)) is not solves
        press(stepper, "last")
        assert ("The game is won." in said(stepper)) is solves


def test_a_game_opens_at_its_cursor():
    game = Game.dealt(seed=12)
    game.replay(["S-W", "S-W", "T2-T1"])
    game.undo()
    assert repr(step_through(game)) == "<Stepper canfield, ply 2 of 3>"


def test_german_buttons_and_words():
    stepper = step_through(["T2-T1"], position=deal(seed=12), lang="de")
    assert [button.description for button in stepper.buttons.values()] == ["Anfang", "Zurück", "Weiter", "Ende"]
    assert "Als Nächstes: Kreuz-Ass aus Spalte 2" in said(stepper)
    assert "Kreuz-Ass" in shown(stepper)


def test_every_button_and_the_slider_say_what_they_do():
    stepper = step_through(LINE, position=START)
    names = [control.tooltip for control in (*stepper.buttons.values(), stepper.slider)]
    assert all(names)
    assert len(set(names)) == 5


def test_readers_without_a_kernel_get_a_picture_and_text():
    stepper = step_through(LINE, position=START)
    stepper.ply = 2
    data, _ = stepper._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg ")
    assert "var(" not in data["image/svg+xml"]
    assert data["text/plain"].startswith("<Stepper canfield, ply 2 of ")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_line_without_moves_is_shown():
    stepper = step_through([], position=START)
    press(stepper, "on", "last", "back", "first")
    assert stepper.ply == 0
    assert "Move 0 of 0" in said(stepper)


def test_a_title_of_ones_own_is_written_as_text():
    mine = 'canfield{title="<script>x</script>"}'
    assert "<script>" not in shown(step_through([], position=f"{mine}; base 7; tableau 7H, -, -, -"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"lang": "fr"}, "lang"), ({"width": 0}, "width"), ({"width": 7.5}, "width"), ({"position": None}, "line: read")],
)
def test_bad_arguments_are_told(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        step_through(["S-W"], **{"position": START, **wrong})  # type: ignore[arg-type]
