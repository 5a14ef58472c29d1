"""Which fresh positions a lesson allows."""

from __future__ import annotations

import pytest

from canfield_widget.teaching.lessons import read_lesson
from canfield_widget.teaching.relabelling import RANK_CHANGES, SAME, SUIT_CHANGES
from canfield_widget.teaching.tasks import Lesson
from canfield_widget.teaching.twins import ranks_are_alike, twin, twins
from canfield_widget.variants import VARIANTS


def lesson(twin: str = "ranks", position: str = "canfield; base 5; tableau 9C, 8H, 8S, -", more: str = "") -> Lesson:
    """A lesson of one task that may be relabelled so."""
    return read_lesson(f'twin = "{twin}"\n{more}\nposition = "{position}"\nquestion = "?"\naccept = ["T2-T1"]')


def test_a_lesson_may_forbid_every_twin():
    assert twins(lesson("none")) == (SAME,)


def test_suits_are_relabelled_unless_more_or_less_is_said():
    assert twins(lesson("suits")) == SUIT_CHANGES


def test_ranks_are_shifted_where_all_are_alike():
    assert twins(lesson("ranks")) == RANK_CHANGES
    assert twins(lesson("ranks", more='rules = ["canfield", "superior", "quadruple"]')) == RANK_CHANGES


@pytest.mark.parametrize(
    "changes",
    [
        {"position": "candike; base 5; tableau 9C, 8H, 8S, -, -, -, -"},
        {"position": "acme; tableau 9C, 8C, 8S, -"},
        {"position": "canfield{space_rank=13}; base 5; tableau 9C, 8H, 8S, -"},
        {"position": "canfield{ranks=10}; base 5; tableau 9C, 8H, 8S, -"},
        {"more": 'rules = ["canfield", "candike"]'},
    ],
)
def test_where_a_rank_is_not_like_the_others_only_suits_are_relabelled(changes: dict[str, str]):
    assert twins(lesson("ranks", **changes)) == SUIT_CHANGES


def test_a_rule_set_to_choose_from_counts_as_well():
    source = """
    twin = "ranks"
    position = "canfield; base 5; tableau 2S AH, KC, 8S, 9D"
    question = "?"
    allows = ["T2-T1"]
    among = ["canfield", "candike"]
    """
    assert twins(read_lesson(source)) == SUIT_CHANGES
    assert twins(read_lesson(source.replace("candike", "superior"))) == RANK_CHANGES


def test_the_tries_go_round():
    assert [twin(lesson("suits"), n) for n in (0, 1, 8, 9)] == [*SUIT_CHANGES[:2], *SUIT_CHANGES[:2]]
    assert twin(lesson("none"), 5) == SAME


def test_ranks_are_alike_in_the_rows_of_all_five_texts():
    rows = ("canfield", "superior", "canfield-single", "canfield-hoyle", "quadruple")
    assert all(ranks_are_alike(VARIANTS[row]) for row in rows)
