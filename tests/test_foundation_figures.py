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
    figure = plot_foundations(line)
    rows = progress_rows(line)
    assert len(figure.axes) == line[0].variant.foundations
    for n, ax in enumerate(figure.axes):
        (own,) = [curve for curve in ax.lines if curve.get_gid() == f"F{n + 1}"]
        assert list(own.get_ydata()) == [counted.foundations[n] for counted in rows]
        assert len(ax.lines) == len(figure.axes)
        assert max(curve.get_linewidth() for curve in ax.lines if curve is not own) < own.get_linewidth()


def test_a_full_foundation_ends_in_a_filled_mark_and_another_in_a_hollow_one():
    full = plot_foundations(won_line("canfield")).axes[0]
    started = plot_foundations(solve(deal("canfield", seed=9), budget_states=20_000)).axes[0]
    fills = [next(c for c in ax.lines if c.get_gid() == "F1").get_markerfacecolor() for ax in (full, started)]
    assert fills == [colour("can"), colour("table-top")]


def test_the_sign_is_the_suit_of_the_foundation_and_one_without_cards_has_none():
    solution = solve(deal("canfield", seed=9), budget_states=20_000)
    figure = plot_foundations(solution, lang="de")
    last = progress_rows(solution)[-1].foundations
    signs = [[str(p.get_gid()) for p in ax.collections if str(p.get_gid()).startswith("suit")] for ax in figure.axes]
    assert signs[0] == [f"suit {solution.position.foundations[0][0].suit}"]
    assert [bool(sign) for sign in signs] == [bool(count) for count in last]
    assert [ax.texts[0].get_text() for ax in figure.axes] == [f"{count} von 13" for count in last]


def test_it_says_in_words_how_far_each_came():
    said = plot_foundations(won_line("canfield")).words.splitlines()
    assert said[0].startswith("Canfield: 52 of 52 cards on the foundations after ")
    assert said[1].startswith("foundation 1, ")
    assert [line.endswith(": 13 of 13 cards") for line in said[1:]] == [True] * 4


def test_the_signs_of_the_suits_are_those_of_the_cards_upright_and_centred():
    for suit in art()["suits"]:
        box = suit_marker(suit).get_extents()
        assert (box.x0 + box.x1, box.y0 + box.y1) == pytest.approx((0, 0), abs=0.1)
    spade, heart = (suit_marker(suit).get_extents() for suit in "SH")
    assert 0.8 < spade.y1 <= 1
    assert heart.y0 < -0.8


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pyplot_does_not_know_the_figure_and_it_can_be_written(theme: str):
    figure = plot_foundations(won_line("canfield"), theme=theme)
    figure.savefig(io.BytesIO())
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [(5, {}, "line: read 5"), (None, {"theme": "blue"}, "theme"), (None, {"lang": "fr"}, "lang"),
     (None, {"width": 0}, "width")],
)  # fmt: skip
def test_bad_arguments_are_told(line: object, wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        plot_foundations(won_line("canfield") if wrong else line, **wrong)  # type: ignore[arg-type]
