"""The figure of a comparison: a curve for each rule set, won ones first, verdicts by more than colour."""

from __future__ import annotations

import io
from itertools import pairwise

import matplotlib.pyplot as plt
import pytest

from canfield_widget.comparison_figure import plot_comparison
from canfield_widget.comparisons import Comparison, compare
from canfield_widget.faces import colour
from canfield_widget.solver import Verdict

ROWS = ["canfield", "casino", "superior", "acme", "canfield-relaxed"]


@pytest.fixture(scope="module")
def twelve() -> Comparison:
    """Deal 12, with a row of each verdict."""
    found = compare(12, ROWS, budget_states=150_000)
    assert 0 not in found.counts().values()
    return found


def test_rows_stand_by_verdict_and_won_ones_by_their_length(twelve: Comparison):
    shown = [str(line.get_gid()) for line in plot_comparison(twelve).lines if str(line.get_gid()) in ROWS]
    order = [Verdict.WON, Verdict.UNKNOWN, Verdict.LOST]
    assert [twelve[row].verdict for row in shown] == sorted((row.verdict for row in twelve), key=order.index)
    won = [twelve[row].moves for row in shown if twelve[row].verdict is Verdict.WON]
    assert won == sorted(won)
    assert len(won) > 1


def test_a_curve_is_the_foundation_curve_in_its_row(twelve: Comparison):
    ax = plot_comparison(twelve)
    titles = [label.get_text() for label in ax.get_yticklabels()]
    for line in ax.lines:
        if str(line.get_gid()) in ROWS:
            row = twelve[str(line.get_gid())]
            place = titles.index(row.variant.title)
            counts = [(place + 0.4 - height) / 0.8 * 52 for height in line.get_ydata()]
            assert counts == pytest.approx(list(row.founded))


def test_verdicts_differ_by_line_and_mark_and_only_won_ones_are_filled(twelve: Comparison):
    looks: dict[Verdict, set[tuple[str, str]]] = {}
    for line in plot_comparison(twelve, theme="dark").lines:
        if str(line.get_gid()) in ROWS:
            verdict = twelve[str(line.get_gid())].verdict
            looks.setdefault(verdict, set()).add((str(line.get_marker()), str(line.get_linestyle())))
            hollow = line.get_markerfacecolor() == colour("table-top", "dark")
            assert hollow == (verdict is not Verdict.WON)
    assert {len(look) for look in looks.values()} == {1}
    assert len({mark for look in looks.values() for mark, _ in look}) == 3


def test_beside_a_row_stand_its_moves_or_how_far_it_came(twelve: Comparison):
    ax = plot_comparison(twelve, lang="de")
    shown = [twelve[str(line.get_gid())] for line in ax.lines if str(line.get_gid()) in ROWS]
    assert [text.get_text() for text in ax.texts] == [
        f"{row.moves} Züge" if row.verdict is Verdict.WON else f"{row.founded[-1]} von 52 Karten" for row in shown
    ]
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    counts = twelve.counts()
    assert legend == [f"gewonnen ({counts[Verdict.WON]})", f"kein Gewinn gefunden ({counts[Verdict.UNKNOWN]})",
                      f"verloren ({counts[Verdict.LOST]})"]  # fmt: skip


@pytest.mark.parametrize("width", [3.5, 7.2])
def test_the_numbers_of_moves_do_not_run_together(twelve: Comparison, width: float):
    ax = twelve.plot(width=width)
    ax.figure.savefig(io.BytesIO())
    shown = [label for label in ax.get_xticklabels() if ax.get_xlim()[0] <= label.get_position()[0] <= ax.get_xlim()[1]]
    boxes = [label.get_window_extent() for label in shown]
    assert len(boxes) > 1
    assert all(right.x0 - left.x1 > 3 for left, right in pairwise(boxes))


def test_it_says_in_words_what_it_shows(twelve: Comparison):
    head, *rows = twelve.plot().words.splitlines()
    assert head == twelve.headline()
    assert len(rows) == len(ROWS)
    assert rows[0].startswith("Acme: won, 52 of 52 cards on the foundations after ")


def test_it_draws_on_axes_that_are_there_and_leaves_none_open(twelve: Comparison):
    figure, ax = plt.subplots()
    try:
        assert twelve.plot(ax=ax) is ax
        assert plt.get_fignums() == [figure.number]
    finally:
        plt.close(figure)
    twelve.plot(theme="dark").figure.savefig(io.BytesIO())
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"theme": "x"}, "theme"), ({"lang": "fr"}, "lang"), ({"ax": 5}, "ax"), ({"width": 0}, "width")],
)
def test_bad_arguments_are_told(twelve: Comparison, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_comparison(twelve, **wrong)  # type: ignore[arg-type]
