"""Stepping through a line by its buttons, its slider and from Python."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN
from canfield_widget.film_page import html_replay
from canfield_widget.game import Game
from canfield_widget.notation import read_game
from canfield_widget.position import deal
from canfield_widget.replays import Replay, replay
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from canfield_widget.speech import card_name
from canfield_widget.step_keys import KEYS
from canfield_widget.stepper import Stepper, step_through
from canfield_widget.stepper_parts import curve_svg, landmarks, sentences
from canfield_widget.svg import position_svg
from samples import random_walk, winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)


def said(stepper: Stepper) -> str:
    """The words beside the board."""
    return re.sub(r"<[^>]*>", " ", stepper.children[-2].value)


def shown(stepper: Stepper) -> str:
    """The picture of the board."""
    return re.sub(r"<style>.*?</style>", "", stepper.children[-1].value)


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


def test_the_board_is_the_picture_of_the_position_with_the_next_move_as_an_arrow():
    stepper = step_through((START, LINE[:30]))
    stepper.ply = 10
    now = START
    for move in LINE[:10]:
        now = apply(now, move)
    picture = position_svg(now, arrows=[LINE[10]], theme="page")
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


def test_the_verdict_stands_beside_the_line_and_a_furthest_attempt_is_no_solution():
    for position, states, words, solves in (
        (deal("canfield", seed=2), 100_000, "Won: a line of", True),
        (deal("storehouse", seed=2), 100_000, "Lost: no line wins", False),
        (deal("rainfall", seed=9), 5_000, "Undecided: no win found and none ruled out", False),
    ):
        stepper = step_through(solve(position, budget_states=states))
        assert words in said(stepper)
        assert ("Furthest attempt, no solution" in said(stepper)) is not solves
        press(stepper, "last")
        assert ("The game is won." in said(stepper)) is solves
        assert ("The attempt ends here" in said(stepper)) is not solves


def test_a_game_opens_at_its_cursor():
    game = Game.dealt(seed=12)
    game.replay(["S-W", "S-W", "T2-T1"])
    game.undo()
    assert repr(step_through(game)) == "<Stepper canfield, ply 2 of 3>"


def test_the_text_of_a_game_opens_at_its_cursor_too():
    text = "canfield; deal 12; moves S-W S-W | T2-T1"
    assert repr(step_through(text)) == repr(step_through(read_game(text))) == "<Stepper canfield, ply 2 of 3>"


# Jumps


def test_a_jump_goes_to_the_next_move_of_its_kind():
    line = replay((START, LINE))
    stepper = step_through((START, LINE))
    count = {
        "reserve": [-len(now.reserves[0]) for now in line.positions],
        "foundation": list(line.founded),
        "redeal": [sum(move.target == "S" for move in LINE[:n]) for n in range(len(LINE) + 1)],
    }
    for kind, counts in count.items():
        stepper.ply = 0
        for _ in range(3):
            now = stepper.ply
            later = [n for n in range(now + 1, len(counts)) if counts[n] > counts[n - 1]]
            stepper.jumps[kind].click()
            assert stepper.ply == (later[0] if later else now)


def test_where_no_other_follows_a_jump_says_so_and_stays():
    stepper = step_through((START, LINE))
    press(stepper, "last")
    stepper.jumps["redeal"].click()
    assert stepper.ply == len(LINE)
    assert "not turned over again" in said(stepper)
    press(stepper, "back")
    assert "not turned over again" not in said(stepper)


def test_only_what_the_line_has_can_be_jumped_to():
    assert list(step_through(["T2-T1", "S-W"], position=deal(seed=12)).jumps) == ["reserve"]
    assert landmarks(replay([], START)) == {}


# Playing


def test_the_line_plays_at_a_chosen_speed():
    stepper = step_through((START, LINE))
    stepper.play.value = 4
    assert stepper.ply == stepper.slider.value == 4
    stepper.ply = 9
    assert stepper.play.value == 9
    slow, normal, fast = (ms for _, ms in stepper.speed.options)
    assert slow > normal > fast > 0
    assert stepper.play.interval == normal
    stepper.speed.value = fast
    assert stepper.play.interval == fast


def test_one_button_starts_and_pauses_and_is_called_so():
    stepper = step_through((START, LINE))
    for playing, name in ((True, "Pause"), (False, "Play")):
        stepper.player.click()
        assert (stepper.play.playing, stepper.player.description) == (playing, name)
    stepper.player.click()
    stepper.play.playing = False  # as the page says at the end of the line
    assert stepper.player.description == "Play"


def live(stepper: Stepper) -> tuple[str, str]:
    """Whether the live region speaks, and what stands in it."""
    (found,) = re.findall(r'<div role="status" aria-live="(\w+)" aria-atomic="true">(.*?)</div></div>',
                          stepper.children[-2].value)  # fmt: skip
    return found[0], re.sub(r"<[^>]*>", " ", found[1])


def test_a_step_is_told_in_a_live_region_and_the_curve_is_not():
    stepper = step_through((START, LINE))
    press(stepper, "on")
    how, words = live(stepper)
    assert how == "polite"
    assert all(each in words for each in sentences(stepper.line, 1))
    assert "Curve" in said(stepper)
    assert "Curve" not in words
    press(stepper, "last")
    stepper.jumps["redeal"].click()
    assert "not turned over again" in live(stepper)[1]


def test_a_line_that_plays_by_itself_is_quiet_until_it_pauses():
    stepper = step_through((START, LINE))
    stepper.player.click()
    stepper.play.value = 4
    assert live(stepper)[0] == "off"
    stepper.player.click()
    assert live(stepper)[0] == "polite"
    assert "Move 4 of" in live(stepper)[1]


def test_at_the_end_playing_begins_anew_and_playing_on_pauses_it():
    stepper = step_through((START, LINE))
    press(stepper, "last")
    stepper.player.click()
    assert (stepper.ply, stepper.play.playing) == (0, True)
    stepper.play_on.click()
    assert not stepper.play.playing


# Keys


def test_every_key_does_what_its_button_does_and_the_page_keys_go_ten_moves():
    stepper, pressed = step_through((START, LINE)), step_through((START, LINE))
    assert set(stepper.step_keys.shortcuts.values()) == {*KEYS.values()}
    for name in ("on", "to-reserve", "to-foundation", "to-redeal", "back", "last", "first"):
        stepper.step_keys.press(name)
        {**pressed.buttons, **{f"to-{kind}": button for kind, button in pressed.jumps.items()}}[name].click()
        assert stepper.ply == pressed.ply
    for name, ply in (("far-on", 10), ("on", 11), ("far-back", 1), ("far-back", 0), ("back", 0)):
        stepper.step_keys.press(name)
        assert stepper.ply == ply
    stepper.step_keys.press("play")
    assert stepper.play.playing


def test_only_what_the_line_has_has_a_key():
    told = step_through(["T2-T1", "S-W"], position=deal(seed=12)).step_keys
    assert [what for what in told.shortcuts.values() if what.startswith("to-")] == ["to-reserve"]
    assert "next redeal" not in told.label


def test_the_keys_do_nothing_while_one_plays_on():
    stepper = step_through((START, LINE))
    stepper.ply = 5
    stepper.play_on.click()
    for name in stepper.step_keys.shortcuts.values():
        stepper.step_keys.press(name)
    assert (stepper.ply, stepper.playing_on, stepper.play.playing) == (5, True, False)


def test_where_the_keys_are_their_voice_speaks_in_place_of_the_words():
    stepper = step_through((START, LINE))
    stepper.step_keys.set_state({"here": True})
    assert "aria-live" not in stepper.children[-2].value
    press(stepper, "on")
    assert "aria-live" not in stepper.children[-2].value
    assert stepper.step_keys.said == " ".join(sentences(stepper.line, 1))
    assert all(each in said(stepper) for each in sentences(stepper.line, 1))
    stepper.player.click()
    stepper.play.value = 4
    assert stepper.step_keys.said == ""
    stepper.player.click()
    assert "Move 4 of" in stepper.step_keys.said
    stepper.play_on.click()
    assert "Your own game from move 4 on" in stepper.step_keys.said
    assert "aria-live" not in stepper.children[-2].value


@pytest.mark.parametrize(("lang", "on", "first"), [("en", "(Right)", "(Home)"), ("de", "(Rechts)", "(Pos1)")])
def test_the_buttons_name_their_keys_only_where_a_page_has_them(lang: str, on: str, first: str):
    stepper = step_through((START, LINE), lang=lang)
    assert not any("(" in button.tooltip for button in stepper.buttons.values())
    stepper.step_keys.set_state({"here": True})
    assert stepper.buttons["on"].tooltip.endswith(on)
    assert stepper.buttons["first"].tooltip.endswith(first)
    assert stepper.jumps["redeal"].tooltip.endswith("(T)")


# Playing on


def test_one_plays_on_from_any_step_and_comes_back():
    stepper = step_through((START, LINE))
    stepper.ply = 10
    stepper.play_on.click()
    own = stepper.own
    assert own is not None
    assert stepper.children[-1] is own
    assert (own.position, own.ply) == (stepper.position, 10)
    own.play(LINE[10])
    assert stepper.ply == 10
    assert stepper.play_on.description == "Back to the line"
    stepper.play_on.click()
    assert stepper.children[-1] is not own
    assert "Move 10 of" in said(stepper)
    assert stepper.play_on.description == "Play on from here"


def test_undo_of_ones_own_game_goes_back_through_the_line():
    stepper = step_through((START, LINE))
    stepper.ply = 3
    stepper.play_on.click()
    for _ in range(3):
        assert stepper.own.undo()
    assert stepper.own.position == START
    assert not stepper.own.undo()


def test_nothing_of_the_line_is_told_while_one_plays_on():
    stepper = step_through((START, LINE))
    stepper.play_on.click()
    assert "Next" not in said(stepper)
    assert [str(move) for move in stepper.own.game.line] == []
    hidden = [row.layout.display for row in stepper.children if row.layout.display == "none"]
    assert len(hidden) == 2


def test_ones_own_game_is_kept_until_another_is_begun():
    stepper = step_through((START, LINE))
    stepper.play_on.click()
    first = stepper.own
    first.play(LINE[0])
    stepper.play_on.click()
    stepper.play_on.click()
    assert stepper.own is first
    assert first.ply == 1
    stepper.play_on.click()
    press(stepper, "on")
    stepper.play_on.click()
    assert stepper.own is not first
    assert stepper.own.ply == 1


def test_a_cursor_that_is_set_leads_back_to_the_line():
    stepper = step_through((START, LINE))
    stepper.playing_on = True
    stepper.ply = 5
    assert not stepper.playing_on
    assert "Move 5 of" in said(stepper)
    assert "<svg" in shown(stepper)


def test_one_plays_on_from_a_position_of_few_cards_and_in_german():
    stepper = step_through(["T1-T2"], position="canfield; base 7; tableau 6C, 7H, -, -", lang="de")
    stepper.play_on.click()
    stepper.own.play("T1-T2")
    assert stepper.own.lang == "de"
    assert "Eigene Partie ab Zug 0" in said(stepper)
    stepper.close()


# What is not told


def test_a_card_that_is_dealt_next_is_not_named_before():
    start = deal("rainfall", seed=1)
    name = card_name(start.stock[-1])
    stepper = step_through(["S-W"], position=start)
    assert "Next: A hidden card from the stock" in said(stepper)
    assert name not in said(stepper) + shown(stepper)
    press(stepper, "on")
    assert f"Made: {name[0].upper()}{name[1:]} from the stock" in said(stepper)


@settings(max_examples=25)
@given(st.sampled_from(["canfield", "rainfall", "superior", "rush", "acme", "casino"]), st.integers(0, 10**6))
def test_the_move_that_comes_names_no_card_that_lies_face_down(variant: str, seed: int):
    walk = list(random_walk(variant, seed, 12))
    line = Replay(tuple(now for now, _ in walk), tuple(move for _, move in walk if move is not None))
    for ply, now in enumerate(line.positions):
        seen = now.player_view()
        piles = [seen.pile(name) for name in seen.pile_names()]
        shows = {card for pile in piles for card in pile if card != UNKNOWN}
        hidden = {card for name in now.pile_names() for card in now.pile(name)} - shows
        *_, to_come = sentences(line, ply)
        assert not any(card_name(card) in to_come for card in hidden)


# The curve


def test_the_curve_is_that_of_the_line_and_the_cursor_stands_at_the_ply():
    line = replay((START, LINE))
    drawn = curve_svg(line, 12)
    assert 'class="cfw-step-cursor" d="M12 0V-52"' in drawn
    path = re.search(r'class="cfw-step-curve" d="M0 -1([^"]*)"', drawn)
    assert path
    rises = [(int(n), int(to)) for n, to in re.findall(r"H(\d+)V-(\d+)", path[1])]
    founded = line.founded
    assert rises == [(n, founded[n]) for n in range(1, len(founded)) if founded[n] != founded[n - 1]]
    redeals = re.search(r'class="cfw-step-redeals" d="([^"]*)"', drawn)
    assert redeals
    plies = [int(n) for n in re.findall(r"M(\d+) 0V-52", redeals[1])]
    assert plies == [n for n, move in enumerate(LINE, 1) if move.target == "S"]


def test_german_buttons_and_words():
    stepper = step_through(["T2-T1"], position=deal(seed=12), lang="de")
    assert [button.description for button in stepper.buttons.values()] == ["Anfang", "Zurück", "Weiter", "Ende"]
    assert "Als Nächstes: Kreuz-Ass aus Spalte 2" in said(stepper)
    assert "Kreuz-Ass" in shown(stepper)


def test_every_button_and_the_slider_say_what_they_do():
    stepper = step_through(LINE, position=START)
    controls = (*stepper.buttons.values(), *stepper.jumps.values(), stepper.play_on, stepper.player, stepper.speed)
    names = [control.tooltip for control in (*controls, stepper.slider)]
    assert all(names)
    assert len(set(names)) == len(names) == 11


def test_readers_without_a_kernel_get_a_picture_and_text():
    stepper = step_through(LINE, position=START)
    stepper.ply = 2
    data, _ = stepper._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg ")
    assert "var(" not in data["image/svg+xml"]
    assert data["text/plain"].startswith("<Stepper canfield, ply 2 of ")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_marimo_is_given_the_page_of_the_replay_at_the_cursor():
    stepper = step_through(LINE, position=START, lang="de")
    stepper.ply = 2
    mimetype, frame = stepper._mime_()
    page = unescape(re.search(r'srcdoc="([^"]*)"', frame)[1])  # type: ignore[index]
    assert mimetype == "text/html"
    assert page == html_replay(replace(replay(LINE, START), ply=2), lang="de")


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
