"""The example positions: what they claim is what the engine says, and all of it can be drawn and read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from canfield_widget.notation import read_game, read_position, write_position
from canfield_widget.position import Position, ProblemCode, problems
from canfield_widget.refusals import Reason
from canfield_widget.rules import is_stuck, is_won, under_rules, why_not
from canfield_widget.svg import position_svg
from canfield_widget.teaching.example_positions import Example, examples
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS

every_example = pytest.mark.parametrize("example", examples.values(), ids=examples.keys())
TEXTS = ("canfield", "canfield-single", "canfield-hoyle", "superior", "quadruple")


def boards(example: Example) -> list[Position]:
    """The position under every rule set that is named, or as it is."""
    return [under_rules(example.position, id) for id in example.rules] or [example.position]


@every_example
def test_what_is_said_to_be_allowed_is_what_the_engine_says(example: Example):
    found = {why_not(now, move) for now in boards(example) for move in example.moves}
    if example.allowed is None:
        assert example.reason is None
    elif example.allowed:
        assert example.reason is None
        assert found == {None}
    else:
        assert {refusal.reason if refusal else None for refusal in found} == {example.reason}


@every_example
def test_it_claims_something_only_of_moves_and_a_refusal_with_its_reason(example: Example):
    assert bool(example.moves) == (example.allowed is not None)
    assert (example.allowed is False) == (example.reason is not None)


@every_example
def test_it_is_shown_under_the_first_rule_set_that_is_named(example: Example):
    assert not example.rules or example.position.variant == VARIANTS[example.rules[0]]


@every_example
def test_it_has_no_card_twice_and_foundations_that_go_up_in_suit(example: Example):
    codes = {problem.code for problem in problems(example.position)}
    assert codes <= {ProblemCode.MISSING}
    assert any(example.position.foundations)


@every_example
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_what_it_shows_in_both_languages(example: Example, lang: str):
    for words in (example.title, example.shows):
        assert words.language(lang) == lang
        assert not re.search(r"[{}]|\bFarbe", words.say(lang))


@every_example
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_drawn_with_its_arrows(example: Example, lang: str):
    picture = example.svg(lang=lang)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert (picture != position_svg(example.position, lang=lang)) == bool(example.arrows)


@every_example
def test_a_notebook_shows_the_picture_in_english(example: Example):
    assert example._repr_svg_() == example.svg(lang="en")


@every_example
def test_its_text_is_the_position(example: Example):
    assert read_game(example.text).start == example.position
    assert read_position(write_position(example.position)) == example.position
    assert str(example).endswith(f"\n{example.text}")


def test_every_reason_a_beginner_meets_has_an_example():
    met = {
        Reason.WRONG_RANK, Reason.WRONG_COLOUR, Reason.WRONG_SUIT, Reason.NO_WRAP, Reason.ON_BASE, Reason.NOT_NEXT,
        Reason.NEEDS_BASE, Reason.WHOLE_ONLY, Reason.SINGLE_OR_WHOLE, Reason.SPACE_FOR_WASTE, Reason.NO_PASS_LEFT,
        Reason.SPACE_FOR_RESERVE, Reason.FOUNDATION_LOCKED, Reason.RESERVE_CLOSED,
    }  # fmt: skip
    assert met <= {example.reason for example in examples.values()}


def test_the_layout_of_every_rule_text_is_shown_complete():
    for id in TEXTS:
        example = examples[f"layout-{id}"]
        assert example.rules == (id,)
        assert problems(example.position) == ()


def test_the_won_one_is_won_and_the_stuck_one_stuck_under_every_rule_set_named():
    assert {id for id in examples if all(map(is_won, boards(examples[id])))} == {"won"}
    assert all(map(is_stuck, boards(examples["stuck"])))
