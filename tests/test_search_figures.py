"""Panels of recorded searches: their curves against the samples, their marks, words and names."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes

from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.position import deal
from canfield_widget.search_figures import MOST_SEARCHES, PANELS, plot_search
from canfield_widget.solver import Solution, Verdict, solve
from canfield_widget.solver.trace import Progress, Trace

MADE = Trace(
    tuple(
        Progress(
            100 * n, 0.01 * n, depth=n, founded=1 + n // 4, entries=60 * n, room=4096, restarts=n // 10, hits=40 * n
        )
        for n in range(101)
    ),
    52,
    Verdict.UNKNOWN,
)


def recorded(row: str, seed: int, states: int = 100_000) -> Solution:
    return solve(deal(row, seed=seed), budget_states=states, record=True)


def curve(panel: Axes, n: int = 0) -> tuple[list[float], list[float]]:
    """The points of a panel's curve, which is the line next before a mark."""
    lines = panel.lines
    marks = [at for at, line in enumerate(lines) if line.get_marker() not in ("None", None, "")]
    line = lines[marks[n] - 1]
    return list(line.get_xdata()), list(line.get_ydata())


def marks(panel: Axes) -> list[tuple[str, bool]]:
    """The marks in a panel, each with whether it is filled."""
    shown = [line for line in panel.lines if line.get_marker() not in ("None", None, "")]
    return [(str(line.get_marker()), line.get_markerfacecolor() == line.get_color()) for line in shown]


def test_the_panels_show_the_samples():
    ax = plot_search(MADE, panels=["founded", "table", "restarts"])
    for panel, name in zip(ax.child_axes, ("founded", "entries", "restarts"), strict=True):
        assert curve(panel) == (
            [sample.states for sample in MADE.samples], [getattr(sample, name) for sample in MADE.samples],
        )  # fmt: skip
    assert list(ax.child_axes[1].lines[0].get_ydata()) == [4096] * 101


def test_rates_are_states_by_seconds_and_hits_a_share_of_the_states():
    ax = plot_search(MADE, panels=["rate", "hits"], x="seconds")
    for panel, expected in zip(ax.child_axes, (10_000, 0.4), strict=True):
        xs, ys = curve(panel)
        assert ys == pytest.approx([expected] * len(ys))
        assert (xs[0], xs[-1]) == (0, 1)
        assert 20 < len(xs) < 70


def test_a_long_trace_has_few_depths_and_the_last_of_them():
    xs, ys = curve(plot_search(MADE, panels=["depth"]).child_axes[0])
    assert (xs[-1], ys[-1]) == (10_000, 100)
    dense = Trace(tuple(Progress(n, n / 1e6, depth=n % 7) for n in range(5000)), 52, Verdict.WON)
    assert len(curve(plot_search(dense, panels=["depth"]).child_axes[0])[0]) < 130


def test_each_panel_ends_in_the_mark_of_the_verdict():
    shown = {
        "won": plot_search(recorded("canfield", 2)),
        "lost": plot_search(recorded("storehouse", 2)),
        "unknown": plot_search(recorded("rainfall", 9, 5000)),
    }
    found = {name: {mark for panel in ax.child_axes for mark in marks(panel)} for name, ax in shown.items()}
    assert found == {"won": {("o", True)}, "lost": {("X", True)}, "unknown": {("o", False)}}


def test_several_searches_are_told_apart_by_style_as_well_as_by_colour():
    searches = {"a": recorded("canfield", 2), "b": recorded("storehouse", 2), "c": recorded("rainfall", 9, 5000)}
    ax = plot_search(searches)
    first = ax.child_axes[0]
    curves = [line for line in first.lines if line.get_linestyle() != "None"]
    assert len({line.get_color() for line in curves}) == 3
    assert len({str(line._unscaled_dash_pattern) for line in curves}) == 3
    labels = [label.get_text() for label in first.get_legend().get_texts()]
    assert [label.split(":")[0] for label in labels] == ["a", "b", "c"]
    assert ["won" in labels[0], "lost, proved" in labels[1], "undecided" in labels[2]] == [True] * 3
    assert "5,0" in labels[2]


def test_the_panels_share_the_axis_of_the_longest_search():
    searches = [recorded("canfield", 2), recorded("rainfall", 9, 5000)]
    ax = plot_search(searches)
    assert len(ax.child_axes) == len(PANELS)
    longest = max(search.states for search in searches)
    assert {panel.get_xlim() for panel in ax.child_axes} == {(0, longest)}
    assert [label.get_text().split(":")[0] for label in ax.child_axes[0].get_legend().get_texts()] == [
        "Search 1", "Search 2",
    ]  # fmt: skip


def test_large_numbers_are_written_in_thousands_and_the_axis_says_so():
    ax = plot_search(MADE, lang="de")
    assert ax.child_axes[-1].get_xlabel() == "Untersuchte Stellungen (in Tausend)"
    written = [label.get_text() for label in ax.child_axes[-1].get_xticklabels()]
    assert "10" in written
    small = Trace((Progress(0, 0.0), Progress(50, 0.0125)), 52, Verdict.WON)
    axis = plot_search(small, x="seconds", lang="de").child_axes[-1]
    assert axis.get_xlabel() == "Sekunden"
    assert "0,005" in [label.get_text() for label in axis.get_xticklabels()]


def test_a_trace_of_nothing_is_drawn_too():
    ax = plot_search(recorded("rainfall", 9, 0), panels=["founded", "depth", "table", "rate", "restarts", "hits"])
    ax.figure.savefig(io.BytesIO())


def test_names_are_no_formulas():
    ax = plot_search({"cost $1$": MADE, "a_b": MADE})
    assert not any(label.get_parse_math() for label in ax.child_axes[0].get_legend().get_texts())


def test_nothing_lies_outside_the_figure_or_on_the_key():
    ax = plot_search({f"search {n}": MADE for n in range(MOST_SEARCHES)}, lang="de", theme="dark")
    assert ax.figure.get_facecolor() != plot_search(MADE).figure.get_facecolor()
    ax.figure.savefig(io.BytesIO())
    whole, key = ax.figure.bbox, ax.child_axes[0].get_legend().get_window_extent()
    titles = [panel._left_title.get_window_extent() for panel in ax.child_axes]
    for box in (key, *titles):
        assert whole.x0 <= box.x0 <= box.x1 <= whole.x1
        assert whole.y0 <= box.y0 <= box.y1 <= whole.y1
    assert key.y0 >= titles[0].y1 - 1


def test_it_draws_in_axes_that_are_there_and_leaves_none_open():
    figure, (left, right) = plt.subplots(1, 2)
    try:
        assert plot_search(MADE, ax=right, panels=["founded", "rate"]) is right
        assert (len(right.child_axes), len(left.child_axes)) == (2, 0)
        assert plt.get_fignums() == [figure.number]
    finally:
        plt.close(figure)
    plot_search(MADE)
    assert plt.get_fignums() == []


def test_the_notebook_is_given_an_image_and_a_sentence_for_each_search():
    ax = plot_search({"mine": MADE}, lang="de")
    assert isinstance(ax, NotebookAxes)
    data, metadata = ax._repr_mimebundle_()
    assert data["text/plain"] == (
        "mine: Offen nach 10.000 Stellungen und 1,00 s, 26 von 52 Karten auf den Zielstapeln; "
        "6.000 Stellungen in einer Tabelle mit Platz für 4.096"
    )
    assert metadata["image/png"]["alt"] == data["text/plain"]
    assert colour("table-top") == "#DFEAE3"


@pytest.mark.parametrize(
    ("searches", "wrong", "message"),
    [
        ([], {}, "searches: read 0"), ({}, {}, "searches: read 0"), (5, {}, "searches: read 5"),
        ("S-W", {}, "searches: read 'S-W'"), ([5], {}, "search: read 5"),
        ([MADE] * (MOST_SEARCHES + 1), {}, "searches: read 7"),
        (solve(deal("canfield", seed=2)), {}, r"search: read a solution without a trace, expected one of solve"),
        (MADE, {"panels": ["x"]}, "panels: read"), (MADE, {"panels": []}, "panels: read"),
        (MADE, {"panels": "depth"}, "panels: read"), (MADE, {"x": "time"}, "x: read 'time'"),
        (MADE, {"theme": "blue"}, "theme"), (MADE, {"lang": "fr"}, "lang"), (MADE, {"ax": "x"}, "ax: read 'x'"),
        (MADE, {"width": -1}, "width"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(searches: object, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_search(searches, **wrong)  # type: ignore[arg-type]
