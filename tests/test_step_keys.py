"""The keys of a stepper as Python has them: what they do, what they are called, and what a page may set."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from canfield_widget.step_keys import KEYS, StepKeys, key_name

KEYBOARD = Path(__file__).parent.parent / "js" / "src" / "keyboard.js"


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def keys(done: list[str]) -> StepKeys:
    return StepKeys({name: lambda name=name: done.append(name) for name in ("back", "on", "play")}, "A line")


def test_a_message_of_the_page_does_what_its_key_does(keys: StepKeys, done: list[str]):
    for name in ("on", "play", "back", "on"):
        keys._handle_custom_msg({"does": name}, [])
    assert done == ["on", "play", "back", "on"]


@pytest.mark.parametrize("content", [{}, {"does": "last"}, {"does": ["on"]}, {"does": None}, [], None, 5])
def test_a_message_that_names_no_key_does_nothing(keys: StepKeys, done: list[str], content: object):
    keys._handle_custom_msg(content, [])
    assert done == []


def test_the_page_may_say_that_it_is_there_and_nothing_else(keys: StepKeys):
    before = dict(keys.shortcuts), keys.label
    keys.set_state({"here": True, "label": "x", "shortcuts": {}, "said": "x", "_esm": "x"})
    assert keys.here
    assert (keys.shortcuts, keys.label) == before
    assert keys.said == ""
    assert keys._esm != "x"


def test_only_what_is_done_has_a_key_and_all_of_them_are_in_the_name(keys: StepKeys):
    assert keys.shortcuts == {"ArrowLeft": "back", "ArrowRight": "on", " ": "play"}
    assert keys.label == "A line. Keys: Left: one move back; Right: one move on; Space bar: play or pause"


def test_the_letters_mean_nothing_on_a_board():
    letters = {key for key in KEYS if len(key) == 1 and key.isalpha()}
    (table,) = re.findall(r"const LETTERS = \{(.*?)\}", KEYBOARD.read_text(encoding="utf-8"))
    on_the_board = set(re.findall(r"\b(\w): ", table))
    assert len(on_the_board) >= 9
    assert letters
    assert not letters & on_the_board


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_key_has_a_name_of_its_own(lang: str):
    names = [key_name(does, lang) for does in KEYS.values()]
    assert len(set(names)) == len(KEYS)


def test_the_script_is_loaded_with_a_stepper_and_not_before():
    code = (
        "import canfield_widget as cw, sys; loaded = lambda: print('canfield_widget.step_keys' in sys.modules); "
        "cw.deal(seed=1); cw.solve; loaded(); cw.step_through; loaded()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
