"""Many decks under several rules: counts with their intervals, and pairs deal by deal, proved and possible."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.comparisons import compare
from canfield_widget.position import deal
from canfield_widget.solver import solve
from canfield_widget.study_store import Ending, Store
from canfield_widget.study_summary import wilson
from canfield_widget.tallies import Tally
from canfield_widget.variants import VARIANTS

STATES = 2000
ROWS = ["canfield", "superior", "storehouse"]
DEALS = range(1, 13)


@pytest.fixture(scope="module")
def tally() -> Tally:
    with ThreadPoolExecutor(2) as pool:
        return compare(DEALS, ROWS, budget_states=STATES, executor=pool, progress=False)


def made(first: str, second: str) -> Tally:
    """A tally of two rule sets; w, l and u are how the deals ended."""
    names = {"w": Ending.WON, "l": Ending.LOST, "u": Ending.UNKNOWN}
    endings = {VARIANTS[row]: tuple(names[letter] for letter in ends)
               for row, ends in (("superior", first), ("canfield", second))}  # fmt: skip
    return Tally(tuple(range(len(first))), endings, (), 1000, "all cards")


def test_each_deal_ends_as_the_solver_says(tally: Tally):
    for row in ROWS:
        for number, ending in zip(tally.deals, tally.endings[VARIANTS[row]], strict=True):
            assert ending == solve(deal(row, seed=number), budget_states=STATES).verdict


def test_the_counts_have_the_interval_of_a_study(tally: Tally):
    for summary, ends in zip(tally.summaries, tally.endings.values(), strict=True):
        counted = tuple(ends.count(ending) for ending in (Ending.WON, Ending.LOST, Ending.UNKNOWN))
        assert (summary.won, summary.lost, summary.unknown) == counted
        assert sum(counted) == 12
        assert (summary.low, summary.high) == (wilson(counted[0], 12)[0], wilson(counted[0] + counted[2], 12)[1])


def test_a_difference_counts_deals_won_under_the_one_and_lost_under_the_other():
    found = made("wwwwll", "wllulw").difference("superior", "canfield")
    assert (found.proved, found.possible, found.n, found.brief) == (2, 3, 6, "2–3")
    back = made("wwwwll", "wllulw").difference("canfield", "superior")
    assert (back.proved, back.possible, back.brief) == (1, 1, "1")
    assert (found.low, found.high) == (wilson(2, 6)[0], wilson(3, 6)[1])


endings = st.lists(st.tuples(st.sampled_from("wlu"), st.sampled_from("wlu")), min_size=1, max_size=12)


@given(endings, st.randoms())
def test_whatever_open_deals_turn_out_to_be_the_difference_lies_in_its_bounds(pairs: list[tuple[str, str]], rolled):
    first, second = ("".join(ends) for ends in zip(*pairs, strict=True))
    known = [tuple(rolled.choice("wl") if end == "u" else end for end in pair) for pair in pairs]
    found = made(first, second).difference("superior", "canfield")
    assert found.proved <= known.count(("w", "l")) <= found.possible


def test_the_table_has_a_row_and_a_column_for_each_rule_set(tally: Tally):
    heads, cells = tally._table()
    assert heads[5:] == ["not under Canfield", "not under Superior Canfield", "not under Storehouse"]
    for n, row in enumerate(cells):
        assert row[5 + n] == "–"
        for m, other in enumerate(ROWS):
            if m != n:
                assert row[5 + m] == tally.difference(ROWS[n], other).brief
    assert len(tally.differences()) == 6
    assert all(cell in tally._repr_html_() for row in cells for cell in row)
    assert str(tally).splitlines()[0] == "12 deals under 3 rule sets, within 2,000 states a deal."


def test_one_rule_set_alone_has_no_differences():
    with ThreadPoolExecutor(1) as pool:
        found = compare([5], ["canfield"], budget_states=50, executor=pool, progress=False, lang="de")
    assert len(found._table()[0]) == 5
    assert str(found).splitlines()[0] == "1 Partie nach 1 Regelwerk, mit höchstens 50 Stellungen je Partie."
    assert "Zeile" not in str(found)


def test_a_store_keeps_a_study_for_each_rule_set(tmp_path: Path):
    path = tmp_path / "compared.sqlite"
    with ThreadPoolExecutor(1) as pool:
        first = compare([3, 1, 2], ROWS, budget_states=50, executor=pool, progress=False, store=path)
        again = compare([2, 4, 2], ROWS, budget_states=50, executor=pool, progress=False, store=path)
    assert len(Store(path).studies()) == 3
    assert (first.deals, again.deals) == ((3, 1, 2), (2, 4))
    assert [ends[0] for ends in again.endings.values()] == [ends[2] for ends in first.endings.values()]


def test_rows_are_plain_values_and_a_frame(tally: Tally, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pandas")
    assert tally.frame().to_dict("records") == tally.to_rows()
    assert [row["n"] for row in tally.to_rows()] == [12, 12, 12]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"Tally.frame needs pandas"):
        tally.frame()


def test_its_figure_has_a_bar_for_each_rule_set(tally: Tally):
    ax = tally.plot(lang="de")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Canfield", "Superior Canfield", "Vorratshaus"]
    assert sum(float(bar.get_width()) for bar in ax.patches) == pytest.approx(3)


def test_another_id_is_a_key_error(tally: Tally):
    with pytest.raises(KeyError, match="double"):
        tally.difference("canfield", "double")
