"""Sums and intervals: the published figures, both ways of counting what is open, words in two languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.study_summary import Summary, wilson
from samples import table

SOLVED = Summary("canfield", "solver", "all cards", 1_000_000, 71, 26, 3, 0)
RANKED = Summary("canfield-single", "ranked", "visible cards", 2000, 45, 0, 0, 955)


@pytest.mark.parametrize("row", list(table("wilson.txt")), ids=lambda row: "-of-".join(row[:2]))
def test_the_interval_is_that_of_published_tables(row: list[str]):
    low, high = wilson(int(row[0]), int(row[1]))
    assert (f"{low:.4f}", f"{high:.4f}") == (row[2], row[3])


shares = st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares)
def test_the_interval_holds_the_share_that_was_seen(share: tuple[int, int]):
    seen, n = share
    low, high = wilson(seen, n)
    assert 0 <= low <= seen / n <= high <= 1
    assert low < high
    assert (low == 0, high == 1) == (seen == 0, seen == n)


@given(shares)
def test_its_ends_are_the_shares_that_lie_just_as_far_away_as_chance_allows(share: tuple[int, int]):
    seen, n = share
    for end in wilson(seen, n):
        assert abs(seen / n - end) == pytest.approx(1.959964 * (end * (1 - end) / n) ** 0.5, rel=1e-5, abs=1e-9)


@given(shares)
def test_wins_and_failures_change_places(share: tuple[int, int]):
    seen, n = share
    low, high = wilson(seen, n)
    assert wilson(n - seen, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(shares)
def test_one_more_win_moves_both_ends_up_and_more_deals_narrow_it(share: tuple[int, int]):
    seen, n = share
    low, high = wilson(seen, n)
    if seen < n:
        assert wilson(seen + 1, n) > (low, high)
    wide = wilson(10 * seen, 10 * n)
    assert wide[1] - wide[0] < high - low


@pytest.mark.parametrize(("seen", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_shares_that_are_none_are_refused(seen: int, n: int):
    with pytest.raises(ValueError, match=f"read {seen} of {n}, expected 0 <= successes <= n"):
        wilson(seen, n)


def test_an_unknown_deal_counts_against_the_low_end_and_for_the_high_end():
    assert (SOLVED.low, SOLVED.high) == (wilson(71, 100)[0], wilson(74, 100)[1])
    assert SOLVED.n == 100


def test_a_ranked_player_leaves_nothing_open():
    assert (RANKED.low, RANKED.high) == wilson(45, 1000)


def test_a_summary_is_a_sentence_in_both_languages():
    assert str(SOLVED) == (
        "canfield, played by the solver, who sees all cards: of 100 deals 71 won, 26 lost, 3 unknown within 1,000,000 "
        "states a deal; the won share is between 61.5% and 81.6% (95% interval)"
    )
    german = str(Summary("canfield", "ranked", "visible cards", 2000, 45, 0, 0, 955, "de"))
    assert "45 gewonnen, 955 nicht gewonnen mit höchstens 2.000 Zügen je Partie" in german
    assert "zwischen 3,4\N{NO-BREAK SPACE}% und 6,0\N{NO-BREAK SPACE}%" in german
    assert "without limit" in str(Summary("canfield", "solver", "all cards", None, 1, 0, 0, 0))


def test_another_language_is_refused():
    with pytest.raises(ValueError, match="lang: read 'fr', expected one of en, de"):
        Summary("canfield", "solver", "all cards", None, 1, 0, 0, 0, "fr")


class Reader(HTMLParser):
    """Checks that every tag is closed, and gathers the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.said = list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@pytest.mark.parametrize("summary", [SOLVED, RANKED, Summary("small<b>", "solver", "all cards", None, 0, 0, 0, 0)])
def test_the_table_says_what_the_sentence_says(summary: Summary):
    reader = Reader()
    reader.feed(summary._repr_html_())
    assert reader.open == []
    said = " ".join(reader.said)
    assert summary.record in said
    counted = [f"{n:,}" for n in (summary.won, summary.n)]
    assert all(f" {n} " in f" {said} ".replace("  ", " ") for n in counted)
    assert re.findall(r"between .*%(?= \()", str(summary))[0] in said
    assert ("not won" in said) == (summary.player == "ranked")
