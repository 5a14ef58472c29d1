"""Figures of reviews and chances: what their artists show against the numbers they come from."""

from __future__ import annotations

import io
from itertools import pairwise, product
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import same_color
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from canfield_widget.analysis_figures import plot_chance, plot_review
from canfield_widget.analysis_svg import chance_html, chance_svg, review_html, review_key, review_svg
from canfield_widget.chances import Chance
from canfield_widget.faces import THEMES, colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.reviews import Review, review
from canfield_widget.rules import legal_moves
from canfield_widget.solver import Verdict
from canfield_widget.texts import LANGUAGES, words

LOST = "canfield; deal 112; moves T2-F S-W W-T1 T4-T1 S-W W-T2 W-F S-W"
W, U, L = Verdict.WON, Verdict.UNKNOWN, Verdict.LOST


@pytest.fixture(scope="module")
def found() -> Review:
    return review(LOST)


def judged(found: Review, *verdicts: Verdict) -> Review:
    """A review of the same line with other verdicts, and some move in place of the winning line."""
    good = verdicts.count(W) - 1
    return Review(found.replay, verdicts, legal_moves(found.replay.positions[good])[:1] if good >= 0 else ())


def chance(won: int, lost: int, unknown: int, *, exact: bool = False) -> Chance:
    return Chance(deal(seed=1).player_view(), won, lost, unknown, exact, 1000)


def bars(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


# A review


def test_the_curve_is_the_number_of_cards_up_and_the_bar_covers_every_position_once(found: Review):
    gap = judged(found, W, W, U, U, U, L, L, L, L)
    ax = plot_review(gap)
    assert list(ax.lines[0].get_ydata()) == list(found.replay.founded)
    assert [(bar.get_x(), bar.get_width()) for bar in bars(ax)] == [(-0.5, 2), (1.5, 3), (4.5, 4)]


@pytest.mark.parametrize("theme", THEMES)
def test_won_unknown_and_lost_differ_in_shape_as_well_as_in_colour(found: Review, theme: str):
    won, unknown, lost = bars(plot_review(judged(found, W, W, U, U, U, L, L, L, L), theme=theme))
    assert same_color(won.get_facecolor(), colour("can", theme))
    assert same_color(lost.get_facecolor(), colour("blame", theme))
    assert unknown.get_hatch()
    assert not won.get_hatch()
    assert lost.get_height() < won.get_height()


def test_the_move_that_lost_the_game_is_marked_where_it_was_made(found: Review):
    ax = plot_review(found)
    assert set(ax.lines[1].get_xdata()) == {2.5}
    assert [text.get_text() for text in ax.texts] == ["move 3"]
    assert [text.get_text() for text in plot_review(found, lang="de").texts] == ["Zug 3"]
    without = plot_review(judged(found, W, W, U, U, U, L, L, L, L))
    assert len(without.lines) == 1
    assert not without.texts


def test_only_what_is_there_is_in_the_key(found: Review):
    names = [text.get_text() for text in plot_review(found).get_legend().get_texts()]
    assert names == [words("en")["review-bar-won"], words("en")["review-bar-lost"]]


def test_the_figure_shows_itself_with_words_that_do_not_tell_what_wins(found: Review):
    ax = found.plot(theme="dark")
    assert isinstance(ax, NotebookAxes)
    data, _ = ax._repr_mimebundle_()
    assert data["text/plain"] == found.say()
    assert plt.get_fignums() == []


def test_both_figures_draw_on_axes_that_are_there(found: Review):
    figure, (one, other) = plt.subplots(2)
    try:
        assert plot_review(found, ax=one) is one
        assert plot_chance(chance(3, 2, 1), ax=other) is other
        assert len(bars(one)) == 2
        assert len(bars(other)) == 3
    finally:
        plt.close(figure)


def test_the_mark_lies_beside_the_key(found: Review):
    for lost, width in product(range(1, 9), (3.5, 7.2)):
        ax = plot_review(judged(found, *(W,) * lost, *(L,) * (9 - lost)), width=width)
        ax.figure.savefig(io.BytesIO())
        label, key = ax.texts[0].get_window_extent(), ax.get_legend().get_window_extent()
        assert not label.overlaps(key)


# Chances


def test_a_chance_is_three_stretches_that_fill_the_bar():
    ax = plot_chance(chance(31, 42, 27))
    won, unknown, lost = bars(ax)
    assert [bar.get_x() for bar in (won, unknown, lost)] == pytest.approx([0, 0.31, 0.58])
    assert won.get_width() + unknown.get_width() + lost.get_width() == pytest.approx(1)
    assert unknown.get_hatch()
    assert lost.get_height() < won.get_height()
    assert [text.get_text() for text in ax.texts] == ["23–67%"]


def test_beside_a_bar_stands_the_sampling_error_too():
    for found in (chance(30, 0, 0), chance(0, 1, 0), chance(4, 2, 0, exact=True)):
        assert [text.get_text() for text in plot_chance(found).texts] == [found.range]


def test_where_nothing_was_solved_nothing_is_drawn_and_that_is_said():
    for lang in LANGUAGES:
        ax = plot_chance({"a": chance(0, 0, 0)}, lang=lang)
        assert not bars(ax)
        assert not ax.lines
        assert [text.get_text() for text in ax.texts] == [words(lang)["chance-none"]]
    assert len(ElementTree.fromstring(chance_svg(chance(0, 0, 0)))) == 1


@pytest.mark.parametrize("width", [3.5, 7.2])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_of_a_figure_is_cut_off_or_lies_on_its_neighbour(found: Review, width: float, lang: str):
    several = {"after move 3": chance(9, 8, 6), "then": chance(30, 0, 0)}
    for ax in (plot_chance(several, width=width, lang=lang), plot_review(found, width=width, lang=lang)):
        ax.figure.savefig(io.BytesIO())
        labels = [*ax.texts, *ax.get_legend().get_texts(), *ax.get_yticklabels(), ax.yaxis.label]
        for label in filter(Text.get_text, labels):
            box = label.get_window_extent()
            assert ax.figure.bbox.x0 - 1 <= box.x0
            assert box.x1 <= ax.figure.bbox.x1 + 1
            assert ax.figure.bbox.y0 - 1 <= box.y0
            assert box.y1 <= ax.figure.bbox.y1 + 1
        ticks = [label.get_window_extent() for label in ax.get_xticklabels() if label.get_text()]
        assert all(right.x0 - left.x1 > 3 for left, right in pairwise(ticks))


def test_the_line_above_the_bar_is_the_sampling_error_and_there_is_none_where_the_chance_is_exact():
    found = chance(31, 42, 27)
    assert tuple(plot_chance(found).lines[0].get_xdata()) == found.interval
    assert not plot_chance(chance(1, 1, 0, exact=True)).lines


def test_several_chances_have_their_names_the_first_on_top():
    several = {"first": chance(1, 1, 2), "then": chance(4, 0, 0)}
    ax = plot_chance(several)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["first", "then"]
    assert ax.yaxis_inverted()
    assert len(bars(ax)) == 4
    assert ax.words.startswith("first: ")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"theme": "blue"}, "theme"), ({"lang": "fr"}, "lang"), ({"ax": "x"}, "ax: read 'x'"), ({"width": -1}, "width")],
)
def test_bad_arguments_are_told(found: Review, wrong: dict[str, object], message: str):
    for plot in (lambda: plot_review(found, **wrong), lambda: plot_chance(chance(1, 1, 1), **wrong)):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=message):
            plot()


def test_what_is_no_review_and_no_chance_is_told():
    for wrong in (None, 5, "x"):
        with pytest.raises(ValueError, match="review: read"):
            plot_review(wrong)  # type: ignore[arg-type]
    for wrong in (None, {}, {"a": 5}, [chance(1, 1, 1)]):
        with pytest.raises(ValueError, match="chances: read"):
            plot_chance(wrong)  # type: ignore[arg-type]


# The same as SVG


@pytest.mark.parametrize("theme", [*THEMES, "page"])
def test_the_picture_of_a_review_is_whole_and_has_a_part_for_each_verdict(found: Review, theme: str):
    gap = judged(found, W, W, U, U, U, L, L, L, L)
    root = ElementTree.fromstring(review_svg(gap, ply=3, theme=theme))
    parts = sorted((each for each in root if each.tag.endswith("rect")), key=lambda part: float(part.get("x", 0)))
    assert [round(float(part.get("width", 0))) for part in parts] == [63, 94, 126]
    assert len({part.get("height") for part in parts}) >= 2
    assert root.get("aria-label") == gap.say()
    ElementTree.fromstring(review_key("de", theme))


@pytest.mark.parametrize("moves", [0, 1, 8])
@pytest.mark.parametrize("ply", [None, 0, 40])
def test_pictures_of_short_lines_are_whole(moves: int, ply: int | None):
    game = Game.from_text(LOST)
    root = ElementTree.fromstring(review_svg(review((game.start, game.line[:moves])), ply=ply))
    for label in (each for each in root if each.tag.endswith("text")):
        assert 0 <= float(label.get("x", -1)) <= 300


def test_labels_of_a_picture_do_not_lie_on_each_other(found: Review):
    for lost in range(1, 9):
        shown = judged(found, *(W,) * lost, *(L,) * (9 - lost))
        root = ElementTree.fromstring(review_svg(shown))
        places = sorted(float(each.get("x", 0)) for each in root if each.tag.endswith("text"))
        assert all(right - left > 30 for left, right in pairwise(places))


def test_the_bar_of_a_chance_is_as_long_as_its_shares():
    root = ElementTree.fromstring(chance_svg(chance(30, 40, 30), width=200))
    _, won, unknown = (each for each in root if each.tag.endswith("rect"))
    assert float(won.get("width", 0)) == 60
    assert float(unknown.get("width", 0)) == 59
    assert len(ElementTree.fromstring(chance_svg(None))) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notebooks_are_given_words_beside_the_pictures(found: Review, lang: str):
    assert found.say(lang) in review_html(found, lang)
    assert chance(3, 2, 1).say(lang) in chance_html(chance(3, 2, 1), lang)
