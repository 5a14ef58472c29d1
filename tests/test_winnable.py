"""Deals that are proved to be winnable, and what is said of those that are not."""

from __future__ import annotations

import threading

import pytest

from canfield_widget.position import deal
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Verdict, solve
from canfield_widget.winnable import deal_winnable, speak_winnable


@pytest.mark.parametrize("variant", ["canfield", "superior"])
def test_a_deal_that_was_found_is_won_by_its_line_and_dealt_again_by_its_number(variant: str):
    shuffles = list[int]()
    found = deal_winnable(variant, seed=4, progress=shuffles.append)
    assert found.proved
    assert shuffles == list(range(1, found.shuffles + 1))
    assert deal(variant, seed=found.deal) == found.position
    end = found.position
    for move in found.line:
        end = apply(end, move)
    assert is_won(end)
    assert found == deal_winnable(variant, seed=4)


def test_where_no_win_is_proved_an_ordinary_deal_comes_back_and_says_so():
    found = deal_winnable("canfield", seed=4, tries=3, budget_states=0)
    assert (found.proved, found.shuffles, found.line) == (False, 3, ())
    assert speak_winnable(found) == "No win was proved within 3 shuffles: this is an ordinary deal."
    assert speak_winnable(found, "de").startswith("In 3 Mischungen")


def test_a_deal_that_is_proved_to_be_lost_is_passed_over():
    found = deal_winnable("canfield", seed=1, tries=1, budget_states=5)
    assert solve(found.position, budget_states=5).verdict is Verdict.UNKNOWN
    assert speak_winnable(found) == "No win was proved within 1 shuffle: this is an ordinary deal."


def test_a_search_that_is_cancelled_ends_with_the_shuffle_it_is_at():
    cancel, shuffles = threading.Event(), list[int]()
    cancel.set()
    assert not deal_winnable("canfield", seed=4, cancel=cancel, progress=shuffles.append).proved
    assert shuffles == [1]


def test_less_than_one_try_is_refused():
    with pytest.raises(ValueError, match="tries: read 0, expected at least 1"):
        deal_winnable("canfield", seed=4, tries=0)
