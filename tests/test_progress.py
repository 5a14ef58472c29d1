"""Curves of progress: their data against another count, their names, styles and what is left to pyplot."""

from __future__ import annotations

import io
from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path

from canfield_widget.curves import progress_rows
from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.game import Game
from canfield_widget.position import Position, deal
from canfield_widget.progress import MOST_LABELS, plot_progress
from canfield_widget.progress_parts import MARKERS, crossed
from canfield_widget.replays import replay
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from samples import winning_line


def won_line(row: str) -> tuple[Position, list]:
    deck, line = winning_line(row)
    return deal(row, deck=deck), line


def names(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("row", ["canfield", "superior", "quadruple", "coyote", "storehouse"])
def test_the_curve_is_the_number_of_cards_that_left_the_other_piles(row: str):
    now, line = won_line(row)
    curve = plot_progress((now, line)).lines[0]
    expected = []
    for n in range(len(line) + 1):
        others = (now.stock, now.waste, *now.reserves, *now.tableau)
        expected.append(now.variant.pack_size - sum(map(len, others)))
        if n < len(line):
            now = apply(now, line[n])
    assert list(curve.get_xdata()) == list(range(len(line) + 1))
    assert list(curve.get_ydata()) == expected
    assert expected[-1] == now.variant.pack_size


def test_packs_of_different_size_are_compared_by_their_share():
    ax = plot_progress([won_line("canfield"), won_line("quadruple")])
    first, second = ax.lines
    assert max(first.get_ydata()) == max(second.get_ydata()) == 1
    assert min(first.get_ydata()) == pytest.approx(1 / 52)
    assert "share" in ax.get_ylabel()
    cards = plot_progress([won_line("canfield"), won_line("quadruple")], share=False)
    assert max(cards.lines[1].get_ydata()) == 208


def test_names_come_from_the_mapping_the_rules_or_numbers():
    now, line = won_line("canfield")
    assert names(plot_progress({"mine": (now, line), "short": (now, line[:5])})) == ["mine", "short"]
    assert names(plot_progress([(now, line), won_line("quadruple")])) == ["Canfield", "Quadruple Canfield"]
    assert names(plot_progress([(now, line), (now, line[:5])], lang="de")) == ["Zugfolge 1", "Zugfolge 2"]


def test_a_best_line_is_broken_hollow_and_named_so():
    solutions = {
        "a": solve(deal("canfield", seed=2), budget_states=100_000),
        "b": solve(deal("storehouse", seed=2), budget_states=100_000),
        "c": solve(deal("rainfall", seed=9), budget_states=5_000),
    }
    ax = plot_progress(solutions)
    won, lost, unknown = ax.lines
    assert names(ax) == ["a", "b (lost)", "c (no win found)"]
    assert won.get_linestyle() == "-"
    assert {lost.get_linestyle(), unknown.get_linestyle()}.isdisjoint({"-"})
    assert won.get_markerfacecolor() == won.get_color()
    hollow = colour("table-top")
    assert [lost.get_markerfacecolor(), unknown.get_markerfacecolor()] == [hollow, hollow]
    assert "b (lost): " in ax.words


def dashes(line: Line2D) -> tuple[float, ...]:
    """Lengths of strokes and gaps, in widths of the line."""
    return tuple(line._unscaled_dash_pattern[1] or ())


def test_lost_and_open_lines_differ_in_dashes_and_in_the_mark_at_the_end_and_the_key_shows_both():
    lost, unknown = (
        solve(deal("storehouse", seed=2), budget_states=100_000),
        solve(deal("rainfall", seed=9), budget_states=5_000),
    )
    ax = plot_progress([lost, unknown], by="variant")
    first, second = ax.lines
    assert min(dashes(first)[::2]) >= 4 * max(dashes(second)[::2])
    assert isinstance(first.get_marker(), Path)
    assert isinstance(second.get_marker(), str)
    keys = ax.get_legend().get_lines()[:2]
    by_word = dict(zip((text.get_text() for text in ax.get_legend().get_texts()), keys, strict=False))
    for word, curve in (("lost", first), ("no win found", second)):
        assert dashes(by_word[word]) == dashes(curve)
        assert isinstance(by_word[word].get_marker(), Path) is isinstance(curve.get_marker(), Path)
    small, axes = plt.subplots(figsize=(4, 0.4))
    try:
        plot_progress([lost, unknown], ax=axes, redeals=False)
        assert [dashes(key) for key in axes.get_legend().get_lines()] == [dashes(first), dashes(second)]
    finally:
        plt.close(small)


def test_a_crossed_mark_is_the_mark_with_a_cross_inside():
    for marker in MARKERS:
        shape = MarkerStyle(marker)
        plain = shape.get_path().transformed(shape.get_transform())
        cross = crossed(marker).vertices[len(plain.vertices) :]
        assert (crossed(marker).vertices[: len(plain.vertices)] == plain.vertices).all()
        assert len(cross) == 4
        assert plain.contains_points(cross).all()


def test_a_game_that_is_not_won_is_drawn_whole_and_hollow():
    game = Game.dealt(seed=12)
    game.replay(["T2-T1", "S-W"])
    (curve,) = plot_progress(game).lines
    assert curve.get_linestyle() == "-"
    assert curve.get_markerfacecolor() == colour("table-top")


def test_each_curve_has_a_mark_of_its_own_and_names_do_not_lie_on_each_other():
    now, line = won_line("canfield")
    ax = plot_progress({f"line {n}": (now, line[: 3 + n]) for n in range(MOST_LABELS)})
    assert len({curve.get_marker() for curve in ax.lines}) == MOST_LABELS
    ax.figure.savefig(io.BytesIO())
    boxes = sorted((text.get_window_extent() for text in ax.texts), key=lambda box: box.y0)
    assert all(low.y0 + 0.75 * low.height <= high.y0 for low, high in pairwise(boxes))
    assert boxes[0].y0 >= 0
    assert max(box.x1 for box in boxes) <= ax.figure.bbox.x1


def test_many_lines_are_drawn_as_crowds_with_their_numbers():
    now, line = won_line("canfield")
    ax = plot_progress([(now, line)] * 9 + [(now, line[:n]) for n in range(1, 9)])
    assert names(ax) == []
    legend = ax.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["won (9)", "no win yet (8)"]
    assert len(ax.lines) == 17


# Colours for what lines have in common


def several() -> list:
    """Two deals under each of three rule sets, of which canfield loses one."""
    return [solve(deal(row, seed=seed), budget_states=100_000) for row in ("canfield", "superior", "acme")
            for seed in (3, 9)]  # fmt: skip


def colours(ax: Axes) -> list[object]:
    return [curve.get_color() for curve in ax.lines]


def test_lines_of_one_rule_set_share_colour_mark_and_name():
    ax = plot_progress(several(), by="variant")
    a, b, c, d, e, f = colours(ax)
    assert (a == b, c == d, e == f, len({a, c, e})) == (True, True, True, 3)
    won, lost, *_ = ax.lines
    assert lost.get_marker() is crossed(won.get_marker())
    won = [curve.get_linestyle() == "-" for curve in ax.lines]
    assert names(ax) == [
        f"{title}: {won[n] + won[n + 1]} of 2 won"
        for n, title in ((0, "Canfield"), (2, "Superior Canfield"), (4, "Acme"))
    ]
    assert won[:2] == [True, False]


def test_lines_of_the_same_cards_share_colour_whatever_their_rules():
    a, b, c, d, e, f = colours(plot_progress(several(), by="deal"))
    assert (a == c == e, b == d == f, a == b) == (True, True, False)
    assert colours(plot_progress(iter(several()), by="deal")) == [a, b, c, d, e, f]


def test_games_name_their_deal_by_its_number():
    games = [Game.dealt(row, seed=seed) for row in ("canfield", "superior") for seed in (12, 7)]
    assert names(plot_progress(games, by="deal", lang="de")) == [
        "Partie 12: 0 von 2 gewonnen", "Partie 7: 0 von 2 gewonnen",
    ]  # fmt: skip


def test_what_broken_curves_are_stands_in_a_key_where_the_names_do_not_say_it():
    legend = plot_progress(several(), by="variant").get_legend()
    said = [text.get_text() for text in legend.get_texts()]
    assert said[0] == "won"
    assert "lost" in said


def test_names_that_have_no_room_stand_in_a_key():
    now, line = won_line("canfield")
    figure, ax = plt.subplots(figsize=(4, 1.2))
    try:
        plot_progress({f"line {n}": (now, line[: 9 + n]) for n in range(9)}, ax=ax, redeals=False)
        assert names(ax) == []
        assert [text.get_text() for text in ax.get_legend().get_texts()] == [f"line {n}" for n in range(9)]
    finally:
        plt.close(figure)


# Redeals, other piles, suits


def strokes(ax: Axes) -> list[list[float]]:
    found = [part for part in ax.collections if str(part.get_gid()).endswith("redeals")]
    return [list(map(float, part.get_offsets()[:, 0])) for part in found]


def test_redeals_are_marked_on_the_curve_where_they_are():
    now, line = won_line("canfield")
    plies = [ply for ply, move in enumerate(line, 1) if str(move) == "W-S"]
    ax = plot_progress((now, line))
    assert strokes(ax) == [plies]
    heights = ax.lines[0].get_ydata()
    (part,) = [part for part in ax.collections if str(part.get_gid()).endswith("redeals")]
    assert [float(y) for y in part.get_offsets()[:, 1]] == [float(heights[ply]) for ply in plies]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["redeal"]


def test_redeals_that_are_too_many_or_not_wanted_are_not_marked():
    now, line = won_line("canfield")
    without = plot_progress((now, line), redeals=False)
    assert (strokes(without), without.get_legend()) == ([], None)
    (crowded,) = strokes(plot_progress((deal(seed=12), (["S-W"] * 12 + ["W-S"]) * 41)))
    assert crowded == []


def test_other_piles_are_thin_lines_of_their_own_style():
    now, line = won_line("canfield")
    ax = plot_progress({"a": (now, line)}, show=("waste", "reserve"))
    curve, *others = ax.lines
    assert [other.get_gid() for other in others] == ["a: reserve", "a: waste"]
    assert list(others[0].get_ydata()) == [row.reserve for row in progress_rows((now, line))]
    assert list(others[1].get_ydata()) == [row.waste for row in progress_rows((now, line))]
    assert others[0].get_linewidth() < curve.get_linewidth()
    assert len({str(other.get_linestyle()) for other in others}) == 2
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["redeal", "reserve", "waste"]
    assert ax.get_ylabel() == "cards"


def test_suits_are_areas_on_each_other_up_to_the_curve():
    now, line = won_line("superior")
    ax = plot_progress((now, line), stacked=True, lang="de")
    areas = [part for part in ax.collections if str(part.get_gid()).startswith("suit")]
    assert [part.get_gid() for part in areas] == ["suit S", "suit H", "suit D", "suit C"]
    tops = [float(part.get_paths()[0].vertices[:, 1].max()) for part in areas]
    assert tops == [13, 26, 39, 52]
    assert list(ax.lines[0].get_ydata()) == list(replay((now, line)).founded)
    assert names(ax) == ["13"] * 4


def test_several_lines_are_not_stacked():
    with pytest.raises(ValueError, match="stacked: read 2 lines, expected one"):
        plot_progress([won_line("canfield"), won_line("superior")], stacked=True)


# Axes, notebooks, mistakes


def test_it_draws_on_axes_that_are_there_and_leaves_none_open():
    figure, ax = plt.subplots()
    try:
        assert plot_progress(won_line("canfield"), ax=ax) is ax
        assert len(ax.lines) == 1
        assert plt.get_fignums() == [figure.number]
    finally:
        plt.close(figure)
    plot_progress(won_line("canfield"))
    assert plt.get_fignums() == []


def test_the_notebook_is_given_an_image_and_a_sentence_for_each_line():
    now, line = won_line("canfield")
    ax = plot_progress({"mine": (now, line)}, theme="dark")
    assert isinstance(ax, NotebookAxes)
    data, metadata = ax._repr_mimebundle_()
    assert data["text/plain"] == f"mine: 52 of 52 cards on the foundations after {len(line)} moves"
    assert metadata["image/png"]["alt"] == data["text/plain"]


@pytest.mark.parametrize(
    ("lines", "wrong", "message"),
    [
        ([], {}, "lines: read none"), ({}, {}, "lines: read none"), ((), {}, "lines: read none"),
        (5, {}, "lines: read 5"),
        ("S-W", {}, "expected a variant's id"), ([5], {}, "line: read 5"), ({"a": None}, {}, "line: read None"),
        (None, {"theme": "blue"}, "theme"), (None, {"lang": "fr"}, "lang"), (None, {"ax": "x"}, "ax: read 'x'"),
        (None, {"width": -1}, "width"),
        (None, {"by": "suit"}, "by: read 'suit', expected one of variant, deal"),
        (None, {"show": "tableau"}, "show: read 'tableau', expected some of reserve, stock, waste"),
        (None, {"show": 5}, "show: read 5"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(lines: object, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_progress(won_line("canfield") if wrong else lines, **wrong)  # type: ignore[arg-type]


def test_stock_and_waste_of_many_passes_are_a_step_for_each_pass_and_the_key_says_so():
    line = solve(deal("double", seed=1), budget_states=20_000)
    rows = progress_rows(line)
    assert rows[-1].redeals > 12
    ax = plot_progress({"a": line}, show=("reserve", "stock"))
    curves = {curve.get_gid(): list(curve.get_ydata()) for curve in ax.lines}
    assert curves["a: reserve"] == [row.reserve for row in rows]
    most = [max(row.stock for row in rows if row.redeals == turn) for turn in range(rows[-1].redeals + 1)]
    assert curves["a: stock"] == [most[row.redeals] for row in rows]
    assert "stock, most in each pass" in [label.get_text() for label in ax.get_legend().get_texts()]


def test_german_says_after_how_many_moves_in_the_right_case():
    said = plot_progress({"a": (deal(seed=12), ["T2-T1", "S-W"])}, lang="de").words
    assert said.endswith("nach 2 Zügen")
    assert plot_progress({"a": (deal(seed=12), ["S-W"])}, lang="de").words.endswith("nach 1 Zug")
