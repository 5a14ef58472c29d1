"""The icicle of a search: its bars against the tree, its words, and what it says of what it leaves out."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.legend import Legend

from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.position import deal
from canfield_widget.search_icicle import plot_search_tree
from canfield_widget.solver import Solution, compiled, solve
from canfield_widget.solver.search_tree import Branch, search_tree

STATES = 100_000 if compiled else 3000


def recorded(row: str, seed: int) -> Solution:
    return solve(deal(row, seed=seed), budget_states=STATES, record=True)


LOST, WON, OPEN = recorded("storehouse", 2), recorded("canfield", 11), recorded("chameleon", 1)


def bars(ax: NotebookAxes, kind: str = "choices") -> set[tuple[float, float, float]]:
    """Left, width and row of the bars."""
    (drawn,) = (artist for artist in ax.collections if artist.get_gid() == kind)
    assert isinstance(drawn, PolyCollection)
    found = set[tuple[float, float, float]]()
    for path in drawn.get_paths():
        (left, top), (right, bottom) = path.vertices.min(axis=0), path.vertices.max(axis=0)
        assert bottom - top == pytest.approx(1)
        found.add((round(left, 6), round(right - left, 6), round(bottom)))
    return found


def expected(branch: Branch, whole: int, left: float = 0.0) -> set[tuple[float, float, float]]:
    """The same of the branches beyond one, but for those too narrow."""
    made = set[tuple[float, float, float]]()
    for on in branch.branches:
        share = on.states / whole
        if share >= 0.0025 or on.found:
            made |= {(round(left, 6), round(share, 6), on.depth)} | expected(on, whole, left)
        left += share
    return made


def tree(solution: Solution, depth: int) -> Branch:
    assert solution.trace is not None
    return search_tree(solution.trace, depth=depth)


@pytest.mark.parametrize("depth", [1, 6, 24])
@pytest.mark.parametrize("solution", [LOST, WON, OPEN], ids=["lost", "won", "undecided"])
def test_bars_are_the_branches_as_wide_as_their_share(solution: Solution, depth: int):
    root = tree(solution, depth)
    assert bars(plot_search_tree(solution, depth=depth)) == expected(root, root.states)


def test_only_the_way_to_a_won_game_is_emphasised():
    root = tree(WON, 24)
    found = sum(branch.found for branch in root.walk()) - 1
    assert len(bars(plot_search_tree(WON), "found")) == found == 24
    for solution in (LOST, OPEN):
        assert bars(plot_search_tree(solution), "found") == set()


def test_colours_tell_the_cards_on_the_foundations():
    ax = plot_search_tree(WON)
    (drawn,) = (artist for artist in ax.collections if artist.get_gid() == "choices")
    counts = sorted(branch.founded for branch in tree(WON, 24).walk() if branch.depth)
    assert sorted(drawn.get_array()) == counts
    key = [label.get_text() for label in ax.get_legend().get_texts()]
    assert len(key) == 4
    assert key[0] == str(min(branch.founded for branch in tree(WON, 24).walk()))
    assert key[2:] == [f"{counts[-1]} cards on the foundations", "the way to the won game"]


def test_the_headline_names_the_verdict_and_where_most_states_went():
    root = tree(LOST, 24)
    most = max(root.branches, key=lambda branch: branch.states)
    deals = sum(str(move) == "S-W" for move in most.moves)
    said = plot_search_tree(LOST).words.splitlines()
    assert said[0] == (
        f"Proved lost after {LOST.states:,} states. {round(100 * most.states / root.states)}% of them lie beyond "
        f"{deals}× S-W {most.moves[-1]}, choice 1."
    )
    assert len(said) == 2 + min(len(root.branches), 6)
    assert plot_search_tree(WON).words.startswith(f"Won after {WON.states:,} states.")
    assert plot_search_tree(OPEN, lang="de").words.startswith("Offen nach ")


def test_a_short_search_is_sampled_finely_enough_to_tell_where_it_went():
    solution = recorded("superior", 3)
    assert solution.states < 200
    root = tree(solution, 24)
    assert root.samples > 12
    assert len({branch.states for branch in root.walk()}) > 5


def test_where_nearly_all_states_lie_on_one_way_no_choice_is_named():
    at_once = recorded("double", 1)
    assert plot_search_tree(at_once).words.startswith(
        f"Won after {at_once.states} states. Nearly all of them lie along one way."
    )
    assert "choice 1." in plot_search_tree(LOST).words.splitlines()[0]


def test_what_is_left_out_is_said_on_the_figure():
    below = " ".join(plot_search_tree(OPEN, depth=5).get_xlabel().split())
    assert "what lies deeper than 5 choices is not drawn" in below
    assert f"From {len(OPEN.trace or ())} samples" in below
    deep = " ".join(plot_search_tree(LOST, depth=60).get_xlabel().split())
    assert "deeper" not in deep


def test_labels_lie_in_their_bars():
    ax = plot_search_tree(OPEN)
    figure = ax.figure
    figure.draw_without_rendering()
    widths = {row: sorted((left, left + wide) for left, wide, at in bars(ax) if at == row) for row in range(1, 25)}
    assert ax.texts
    for label in ax.texts:
        box = label.get_window_extent().transformed(ax.transData.inverted())
        low, high = sorted((box.x0, box.x1))
        row = round(label.get_position()[1] + 0.5)
        assert any(left <= low and high <= right for left, right in widths[row]), label.get_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [4, 7.2, 12])
@pytest.mark.parametrize("solution", [LOST, WON, OPEN], ids=["lost", "won", "undecided"])
def test_nothing_is_cut_off_at_any_width(theme: str, width: float, solution: Solution):
    for lang in ("en", "de"):
        ax = plot_search_tree(solution, theme=theme, width=width, lang=lang)
        figure = ax.figure
        figure.draw_without_rendering()
        assert figure.get_facecolor()[:3] == pytest.approx(
            tuple(int(colour("table-top", theme)[n : n + 2], 16) / 255 for n in (1, 3, 5)), abs=0.003
        )
        keys = [artist for artist in ax.get_children() if isinstance(artist, Legend)]
        for artist in (ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label, *keys):  # type: ignore[attr-defined]
            box = artist.get_window_extent()
            if box.width:
                assert box.x0 >= -1, artist
                assert box.x1 <= figure.bbox.width + 1, artist
                assert box.y0 >= -1, artist
                assert box.y1 <= figure.bbox.height + 1, artist
        title, key = ax._left_title.get_window_extent(), keys[-1].get_window_extent()  # type: ignore[attr-defined]
        assert title.y0 >= key.y1 - 1


def test_it_draws_on_axes_that_are_there():
    figure, ax = plt.subplots()
    try:
        assert plot_search_tree(LOST, ax=ax) is ax
        figure.savefig(io.BytesIO())
    finally:
        plt.close(figure)


@pytest.mark.parametrize(
    ("search", "options", "said"),
    [
        (solve(deal("storehouse", seed=2)), {}, "search: read a solution without a trace"),
        (5, {}, "search: read 5"),
        (LOST, {"depth": 0}, "depth: read 0"),
        (LOST, {"theme": "pink"}, "theme"),
        (LOST, {"lang": "fr"}, "fr"),
        (LOST, {"width": 0}, "width: read 0"),
        (LOST, {"ax": 3}, "ax: read 3"),
    ],
)
def test_bad_input_is_told(search: object, options: dict[str, object], said: str):
    with pytest.raises(ValueError, match=said):
        plot_search_tree(search, **options)  # type: ignore[arg-type]
