"""Curves of progress: their data against another count, their names, styles and what is left to pyplot."""

from __future__ import annotations

import io
from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes

from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.game import Game
from canfield_widget.position import Position, deal
from canfield_widget.progress import MOST_LABELS, plot_progress
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
        ("S-W", {}, "lines: read 'S-W'"), ([5], {}, "line: read 5"), ({"a": None}, {}, "line: read None"),
        (None, {"theme": "blue"}, "theme"), (None, {"lang": "fr"}, "lang"), (None, {"ax": "x"}, "ax: read 'x'"),
        (None, {"width": -1}, "width"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(lines: object, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_progress(won_line("canfield") if wrong else lines, **wrong)  # type: ignore[arg-type]
