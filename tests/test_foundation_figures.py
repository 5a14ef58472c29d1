"""Foundations one by one: their curves, suits, numbers and words."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import pytest

from canfield_widget.curves import progress_rows
from canfield_widget.faces import art, colour
from canfield_widget.foundation_figures import plot_foundations
from canfield_widget.position import deal
from canfield_widget.progress_parts import suit_marker
from canfield_widget.solver import solve
from samples import winning_line


def won_line(row: str) -> tuple:
    deck, line = winning_line(row)
    return deal(row, deck=deck), line


@pytest.mark.parametrize("row", ["canfield", "coyote", "quadruple"])
def test_each_foundation_has_its_own_curve_among_those_of_the_others(row: str):
    line = won_line(row)
    axes = plot_foundations(line)
    rows = progress_rows(line)
    assert len(axes.child_axes) == line[0].variant.foundations
    for n, ax in enumerate(axes.child_axes):
        (own,) = [curve for curve in ax.lines if curve.get_gid() == f"F{n + 1}"]
        assert list(own.get_ydata()) == [counted.foundations[n] for counted in rows]
        assert len(ax.lines) == len(axes.child_axes)
        assert max(curve.get_linewidth() for curve in ax.lines if curve is not own) < own.get_linewidth()


def test_a_full_foundation_ends_in_a_filled_mark_and_another_in_a_hollow_one():
    full = plot_foundations(won_line("canfield")).child_axes[0]
    started = plot_foundations(solve(deal("canfield", seed=9), budget_states=20_000)).child_axes[0]
    fills = [next(c for c in ax.lines if c.get_gid() == "F1").get_markerfacecolor() for ax in (full, started)]
    assert fills == [colour("can"), colour("table-top")]


def test_the_sign_is_the_suit_of_the_foundation_and_one_without_cards_has_none():
    solution = solve(deal("canfield", seed=9), budget_states=20_000)
    axes = plot_foundations(solution, lang="de")
    last = progress_rows(solution)[-1].foundations
    signs = [[gid for p in ax.collections if (gid := str(p.get_gid())).startswith("suit")] for ax in axes.child_axes]
    assert signs[0] == [f"suit {solution.position.foundations[0][0].suit}"]
    assert [bool(sign) for sign in signs] == [bool(count) for count in last]
    assert [ax.texts[0].get_text() for ax in axes.child_axes] == [f"{count} von 13" for count in last]


def test_it_says_in_words_how_far_each_came():
    said = plot_foundations(won_line("canfield")).words.splitlines()
    assert said[0].startswith("Canfield: 52 of 52 cards on the foundations after ")
    assert said[1].startswith("foundation 1, ")
    assert [line.endswith(": 13 of 13 cards") for line in said[1:]] == [True] * 4


def test_a_line_that_is_lost_says_so_in_words_above_and_in_its_curves():
    axes = plot_foundations(solve(deal("storehouse", seed=3)), lang="de")
    assert axes.words.splitlines()[0].startswith(
        "Vorratshaus (verloren): 14 von 52 Karten auf den Zielstapeln nach 94 Zügen"
    )
    assert axes.get_title(loc="left") == "Vorratshaus (verloren)"
    own = next(curve for curve in axes.child_axes[0].lines if curve.get_gid() == "F1")
    assert own.get_linestyle() == "--"
    assert plot_foundations(won_line("canfield")).get_title(loc="left") == ""


def test_sixteen_signs_in_small_axes_lie_on_no_other_foundation():
    figure, whole = plt.subplots(figsize=(4, 3))
    try:
        plot_foundations(won_line("quadruple"), ax=whole)
        figure.draw_without_rendering()
        boxes = [ax.get_window_extent() for ax in whole.child_axes]
        for n, ax in enumerate(whole.child_axes[4:]):
            sign = next(p for p in ax.collections if str(p.get_gid()).startswith("suit"))
            middle = sign.get_offset_transform().transform(sign.get_offsets())[0]
            assert middle[1] + 0.5 * sign.get_sizes()[0] ** 0.5 * figure.dpi / 72 < boxes[n].y0
    finally:
        plt.close(figure)


def test_the_text_of_a_game_is_a_line():
    assert len(plot_foundations("canfield; deal 12; moves T2-T1 S-W").child_axes) == 4


def test_the_signs_of_the_suits_are_those_of_the_cards_upright_and_centred():
    for suit in art()["suits"]:
        box = suit_marker(suit).get_extents()
        assert (box.x0 + box.x1, box.y0 + box.y1) == pytest.approx((0, 0), abs=0.1)
    spade, heart = (suit_marker(suit).get_extents() for suit in "SH")
    assert 0.8 < spade.y1 <= 1
    assert heart.y0 < -0.8


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pyplot_does_not_know_the_figure_and_it_can_be_written(theme: str):
    axes = plot_foundations(won_line("canfield"), theme=theme)
    axes.figure.savefig(io.BytesIO())
    assert plt.get_fignums() == []


def test_it_draws_in_axes_that_are_there_one_beside_the_other():
    figure, (left, right) = plt.subplots(1, 2)
    try:
        assert plot_foundations(won_line("quadruple"), ax=left) is left
        figure.draw_without_rendering()
        boxes = [ax.get_window_extent() for ax in left.child_axes]
        assert not right.child_axes
        assert left.get_window_extent().x1 + 1 >= max(box.x1 for box in boxes)
        assert [sum(box.overlaps(other) for other in boxes) for box in boxes] == [1] * 16
    finally:
        plt.close(figure)


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [(5, {}, "line: read 5"), (None, {"theme": "blue"}, "theme"), (None, {"lang": "fr"}, "lang"),
     (None, {"width": 0}, "width"), (None, {"ax": "x"}, "ax: read 'x'")],
)  # fmt: skip
def test_bad_arguments_are_told(line: object, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_foundations(won_line("canfield") if wrong else line, **wrong)  # type: ignore[arg-type]
