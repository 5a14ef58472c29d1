"""The numbers of lines: they agree with the piles, and the same cards are known under any rules."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.curves import ProgressRow, number_deals, progress_frame, progress_rows
from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from canfield_widget.variants import VARIANTS
from samples import winning_line

ONE_DECK = [row for row, v in VARIANTS.items() if v.decks == 1]


@pytest.mark.parametrize("row", ["canfield", "superior", "quadruple", "coyote", "storehouse"])
def test_the_rows_are_the_piles_counted(row: str):
    deck, line = winning_line(row)
    now, redeals = deal(row, deck=deck), 0
    rows = progress_rows((now, line))
    assert len(rows) == len(line) + 1
    for ply, found in enumerate(rows):
        heights = tuple(len(pile) for pile in now.foundations)
        assert found == ProgressRow(
            ply, str(line[ply - 1]) if ply else None, sum(heights), heights,
            sum(len(pile) for pile in now.reserves), len(now.stock), len(now.waste), redeals,
        )  # fmt: skip
        if ply < len(line):
            redeals += str(line[ply]) == "W-S"
            now = apply(now, line[ply])
    assert rows[-1].redeals == redeals > 0


def test_a_game_is_counted_up_to_its_end_and_its_redeals_as_it_counts_them():
    game = Game.dealt("canfield", seed=7)
    game.replay(["S-W"] * 12 + ["W-S", "S-W"])
    game.undo()
    rows = progress_rows(game)
    assert (len(rows), rows[-1].redeals) == (15, 1)
    assert (rows[13].stock, rows[13].waste) == (34, 0)


def test_moves_may_begin_where_they_are_told_to():
    rows = progress_rows(["S-W"], position=deal(seed=12))
    assert rows == progress_rows((deal(seed=12), ["S-W"]))


def test_the_frame_has_a_column_for_each_foundation():
    pytest.importorskip("pandas")
    solution = solve(deal("canfield", seed=2), budget_states=100_000)
    frame = progress_frame(solution)
    assert list(frame.columns) == [
        "ply", "move", "founded", "F1", "F2", "F3", "F4", "reserve", "stock", "waste", "redeals",
    ]  # fmt: skip
    assert (frame[["F1", "F2", "F3", "F4"]].sum(axis=1) == frame["founded"]).all()
    assert [tuple(row[3:7]) for row in frame.itertuples(index=False)] == [
        r.foundations for r in progress_rows(solution)
    ]


def test_a_frame_without_pandas_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"progress_frame needs pandas: .*\[pandas\]"):
        progress_frame((deal(seed=12), ["S-W"]))


@pytest.mark.parametrize("wrong", [5, "S-W", None, [5]])
def test_what_is_no_line_is_told(wrong: object):
    with pytest.raises(ValueError, match=r"line: read|expected a variant's id"):
        progress_rows(wrong)  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.sampled_from(ONE_DECK), st.integers(0, 5)), min_size=1, max_size=8))
def test_the_same_cards_are_one_deal_under_all_rules_of_one_deck(dealt: list[tuple[str, int]]):
    numbers = number_deals([deal(row, seed=seed) for row, seed in dealt])
    met: dict[int, int] = {}
    for (_, seed), number in zip(dealt, numbers, strict=True):
        assert met.setdefault(seed, number) == number
    assert sorted(set(numbers)) == list(range(len(met)))


def test_the_text_of_a_game_is_a_line_too():
    said = "canfield; deal 12; moves T2-T1 S-W"
    assert progress_rows(said) == progress_rows(Game.from_text(said))
