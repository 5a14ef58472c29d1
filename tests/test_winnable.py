"""Winnable deals: proved by a line, the same for everyone, honest where nothing is proved; the frozen daily deals."""

from __future__ import annotations

import datetime as dt
import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from canfield_widget import winnable
from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Verdict, compiled
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS
from canfield_widget.winnable import WinnableDeal, daily, deal_winnable, speak_winnable
from samples import SOAK, table

FROZEN = [tuple(row) for row in table("daily.txt")]
ONE_DECK = [row for row in FROZEN if VARIANTS[row[1]].decks == 1]
SEARCHED = FROZEN if SOAK else ONE_DECK[:: 4 if compiled else 30]
"""The rows whose deals are looked for again, which takes half a minute for all; the others wait for `make soak`."""


def is_winning(found: WinnableDeal) -> bool:
    """True if the rules say that the line wins the deal."""
    now = found.position
    for move in found.line:
        now = apply(now, move)
    return is_won(now)


# One deal


@pytest.mark.parametrize("row", ["canfield", "superior", "canfield-relaxed", "selective"])
def test_a_winnable_deal_comes_with_a_line_that_wins(row: str):
    shuffles = list[int]()
    found = deal_winnable(row, seed=5, progress=shuffles.append)
    assert found.proved
    assert shuffles == list(range(1, found.shuffles + 1))
    assert found.position == deal(row, seed=found.deal)
    assert is_winning(found)


def test_deals_that_are_not_won_are_shuffled_again():
    seeds = (seed for seed in range(99) if deal_winnable(seed=seed, tries=1, budget_states=2000).line == ())
    found = deal_winnable(seed=next(seeds), budget_states=2000)
    assert found.proved
    assert found.shuffles > 1


def test_equal_arguments_give_the_equal_deal_and_other_seeds_others():
    first, again = deal_winnable("canfield", seed=8), deal_winnable(VARIANTS["canfield"], seed=8)
    assert first == again
    assert len({deal_winnable("canfield", seed=seed).deal for seed in range(4)}) == 4
    assert deal_winnable("canfield").deal != deal_winnable("canfield").deal


def test_what_is_shared_gives_the_deal_back():
    found = deal_winnable("canfield", seed=5)
    assert Game.from_text(found.text).position == found.position
    own = deal_winnable(replace(VARIANTS["canfield"], deal_count=1), seed=5)
    assert Game.from_text(own.text).position == own.position


def test_when_the_tries_run_out_an_ordinary_deal_says_so():
    found = deal_winnable("casino", seed=1, tries=3, budget_states=0)
    assert (found.proved, found.verdict, found.line, found.shuffles) == (False, Verdict.UNKNOWN, (), 3)
    assert found.position == deal("casino", seed=found.deal)
    assert speak_winnable(found) == "No win was proved within 3 shuffles: this is an ordinary deal."
    assert speak_winnable(found, "de").startswith("In 3 Mischungen")


def test_the_ordinary_deal_is_none_that_is_proved_lost_if_there_is_another():
    lost = next(s for s in range(99) if deal_winnable(seed=s, tries=1, budget_states=800).verdict is Verdict.LOST)
    first = deal_winnable(seed=lost, tries=1, budget_states=800)
    numbers = [*winnable._numbers(VARIANTS["canfield"], winnable.SHUFFLES, str(lost), 2)]
    assert first.deal == numbers[0]
    assert "proved to be lost" in speak_winnable(first)
    second = deal_winnable(seed=lost, tries=2, budget_states=800)
    assert second.deal == (numbers[0] if second.verdict is Verdict.LOST else numbers[1])


@pytest.mark.parametrize("wanted", [lambda event: event, lambda event: event.is_set])
def test_cancelling_ends_the_shuffling_with_an_ordinary_deal(wanted: Callable[[threading.Event], object]):
    cancel, shuffles = threading.Event(), list[int]()
    cancel.set()
    found = deal_winnable("casino", seed=1, progress=shuffles.append, cancel=wanted(cancel))  # type: ignore[arg-type]
    assert (found.proved, found.shuffles, shuffles) == (False, 1, [1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({"seed": -1}, "seed: read -1"), ({"seed": "7"}, "seed: read '7'"), ({"tries": 0}, "tries: read 0, .* at least 1"),
     ({"budget_states": 1.5}, "budget_states: read 1.5")],
)  # fmt: skip
def test_bad_arguments_are_refused(arguments: dict[str, object], said: str):
    with pytest.raises(ValueError, match=said):
        deal_winnable("canfield", **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'canfeld' is no variant"):
        deal_winnable("canfeld", seed=1)


# The deal of the day


@pytest.mark.parametrize(("date", "row", "shuffles", "number"), FROZEN)
def test_the_numbers_of_the_tries_are_those_of_the_method(date: str, row: str, shuffles: str, number: str):
    words = f"daily-1\n{row}\n{date}\n{shuffles}"
    assert int(hashlib.sha256(words.encode()).hexdigest()[:16], 16) % 999_999_999 + 1 == int(number)


@pytest.mark.parametrize(("date", "row", "shuffles", "number"), SEARCHED)
def test_the_daily_deals_are_the_frozen_ones(date: str, row: str, shuffles: str, number: str):
    found = daily(row, date)
    assert (found.shuffles, found.deal) == (int(shuffles), int(number))
    assert found.date == dt.date.fromisoformat(date)
    assert is_winning(found)


def test_a_date_may_be_a_date_or_a_text_and_is_today_in_utc_if_left_out():
    assert daily("canfield", dt.date(2026, 12, 15)) == daily("canfield", "2026-12-15")
    before, found, after = dt.datetime.now(dt.UTC).date(), daily(), dt.datetime.now(dt.UTC).date()
    assert found.date in (before, after)


def test_where_no_try_is_won_the_day_has_an_ordinary_deal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(winnable, "DAILY_STATES", 0)
    monkeypatch.setattr(winnable, "DAILY_TRIES", 4)
    found = daily("casino", "2026-12-01")
    assert (found.proved, found.shuffles) == (False, 4)
    assert found == daily("casino", "2026-12-01")


@pytest.mark.parametrize("date", ["24.12.2026", "2026-13-01", "", 20261224, dt.datetime(2026, 12, 24, 12)])
def test_what_is_no_date_is_refused(date: object):
    with pytest.raises(ValueError, match=r"date: read .*, expected a date"):
        daily("canfield", date)  # type: ignore[arg-type]


# In words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_outcome_is_spoken_with_the_number_of_shuffles(lang: str):
    found = deal_winnable("canfield", seed=5)
    said = {
        speak_winnable(replace(found, deal=99, verdict=verdict, shuffles=shuffles, date=date), lang)
        for verdict in Verdict for shuffles in (1, 57) for date in (None, dt.date(2026, 12, 24))
    }  # fmt: skip
    assert len(said) == 12
    assert sum("57" in spoken for spoken in said) == 6
    assert sum("2026-12-24: " in spoken and "99" in spoken for spoken in said) == 6
