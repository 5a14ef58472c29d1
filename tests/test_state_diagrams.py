"""State diagrams drawn with matplotlib: a sign for each position by its verdict, lines for the moves, the rest said."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.lettering import Label
from canfield_widget.position import deal
from canfield_widget.small_boards import small_board
from canfield_widget.solver import Verdict, solve
from canfield_widget.state_diagrams import draw_states
from canfield_widget.state_graphs import state_graph
from samples import position, with_hidden_cards_permuted

END = position("canfield; base A; foundations JS QH KD KC; tableau KH, KS QS, -, -")
SOLVED = solve(deal("canfield", seed=2))


def drawn(ax: Axes, gid: str) -> int:
    """How many spots or lines the artists of that name have."""
    found = [artist for artist in ax.collections if artist.get_gid() == gid]
    return sum(len(artist.get_offsets()) if hasattr(artist, "get_sizes") else len(artist.get_segments())  # type: ignore[attr-defined]
               for artist in found)  # fmt: skip


def texts(ax: Axes, gid: str | None = None) -> list[str]:
    return [str(label.get_text()) for label in ax.texts if gid is None or label.get_gid() == gid]


def boards(ax: Axes) -> list[str]:
    return [str(artist.get_gid()) for artist in ax.artists if str(artist.get_gid()).startswith("board")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_position_has_a_sign_of_its_verdict(theme: str):
    graph = state_graph(deal("canfield", seed=3), depth=7, budget_states=300)
    ax = draw_states(graph, theme=theme)
    counted = Counter(node.verdict for node in graph.nodes)
    assert len([verdict for verdict in counted if counted[verdict]]) == 3
    for verdict, count in counted.items():
        assert drawn(ax, f"nodes {verdict}") == count
    for way, gid in ((True, "line"), (False, "edges")):
        onward = [w for w in graph.edges if graph.nodes[w.target].ply == graph.nodes[w.source].ply + 1]
        assert drawn(ax, gid) == sum(w.on_line is way for w in onward)
    assert len([p for p in ax.patches if p.get_gid() == "back"]) == len(graph.edges) - drawn(ax, "line") - drawn(
        ax, "edges"
    )
    assert drawn(ax, "more") == graph.unfollowed > 10


def test_verdicts_differ_in_shape_and_colour():
    graph = state_graph(deal("canfield", seed=3), depth=7, budget_states=300)
    ax = draw_states(graph)
    signs = [next(a for a in ax.collections if a.get_gid() == f"nodes {verdict}") for verdict in Verdict]
    assert len({a.get_paths()[0].vertices.tobytes() for a in signs}) == 3
    assert len({to_hex(a.get_edgecolor()[0]) for a in signs}) == 3
    filled = [to_hex(a.get_facecolor()[0]) == to_hex(a.get_edgecolor()[0]) for a in signs]
    assert filled == [True, False, False]


def test_a_won_game_is_a_star_and_its_line_is_thick():
    ax = draw_states(END, depth=9, boards=False)
    assert drawn(ax, "nodes end") == 1
    (line,) = [a for a in ax.collections if a.get_gid() == "line"]
    (edges,) = [a for a in ax.collections if a.get_gid() == "edges"]
    assert line.get_linewidths()[0] > 3 * edges.get_linewidths()[0]
    assert to_hex(line.get_colors()[0]) == colour("can").lower()


def test_a_line_that_does_not_win_is_dashed_in_another_colour():
    lost = solve(deal("canfield", seed=1), budget_states=50_000)
    ax = draw_states(lost, lang="de")
    (line,) = [a for a in ax.collections if a.get_gid() == "line not won"]
    assert line.get_linestyles()[0][1] is not None
    assert drawn(ax, "line") == 0
    assert "gezeigte Zugfolge" in texts(ax)
    assert "gewinnende Zugfolge" not in texts(ax)


def test_few_positions_are_boards_with_the_number_of_cards_up():
    graph = state_graph(deal("canfield", seed=2), depth=2)
    ax = draw_states(graph)
    assert boards(ax) == [f"board {n}" for n in range(len(graph.nodes))]
    assert sorted(texts(ax, "founded")) == sorted(str(node.founded) for node in graph.nodes)
    assert boards(draw_states(graph, boards=False)) == []
    assert boards(draw_states(deal("canfield", seed=3), depth=5, budget_states=0)) == []
    assert len(boards(draw_states(deal("canfield", seed=3), depth=2, boards=True, budget_states=0))) > 11


def test_the_key_explains_only_what_is_there():
    said = " ".join(texts(draw_states(SOLVED, first=0, last=12, boards=False)))
    assert "winning line" in said
    assert "lost" not in said
    assert "undecided" not in said
    assert "game won" not in said
    assert "game won" in " ".join(texts(draw_states(END, depth=9, boards=False)))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_was_left_out_stands_below(lang: str):
    graph = state_graph(deal("quadruple", seed=2), depth=2, limit=20, budget_states=0)
    ax = draw_states(graph, lang=lang)
    assert " ".join(texts(ax, "left out")[::-1]) == graph.say_left_out(lang)
    assert isinstance(ax, NotebookAxes)
    assert ax.words == graph.say(lang)


def test_few_edges_have_the_token_of_the_move_or_its_words():
    graph = state_graph(deal("canfield", seed=1), depth=4, budget_states=0)
    assert {way.label for way in graph.edges} == set(texts(draw_states(graph))) & {way.label for way in graph.edges}
    said = " ".join(texts(draw_states(deal("canfield", seed=2), depth=1, lang="de"))).replace("\n", " ")
    assert "auf Herz-Bube" in said


def test_everything_lies_inside_the_figure():
    for what, options in ((SOLVED, {}), (deal("quadruple", seed=2), {"depth": 2, "budget_states": 0}),
                          (deal("canfield", seed=3), {"depth": 8, "budget_states": 0})):  # fmt: skip
        ax = draw_states(what, **options)  # type: ignore[arg-type]
        width, height = ax.figure.get_size_inches()
        for artist in ax.collections:
            if str(artist.get_gid()).startswith("nodes"):
                points = np.asarray(artist.get_offsets())
                assert points.min() > 0.1
                assert (points < (width - 0.1, height - 0.1)).all()


def test_hidden_cards_are_not_drawn_on_small_boards():
    now = deal("canfield", seed=7)
    assert small_board(now) == small_board(with_hidden_cards_permuted(now, 1))
    counts = [mark.text for mark in small_board(now).marks if isinstance(mark, Label)]
    assert counts == [str(len(now.stock)), "12"]


def test_a_long_column_shows_its_ends():
    column = "KS QH JS TH 9S 8H 7S"
    board = small_board(position(f"canfield; base A; foundations - - - -; tableau {column}, -, -, -"))
    assert [mark.text for mark in board.marks if isinstance(mark, Label)] == ["+3"]


def test_it_draws_on_axes_that_are_there():
    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 6))
    try:
        assert draw_states(deal("canfield", seed=1), depth=3, ax=left) is left
        assert drawn(left, "nodes unknown") > 3
        assert len(right.texts) == 0
        figure.savefig(io.BytesIO(), format="svg")
    finally:
        plt.close(figure)


def test_on_low_axes_everything_becomes_smaller():
    figure, ax = plt.subplots(figsize=(6, 3))
    try:
        graph = state_graph(SOLVED, first=0, last=24, depth=0, budget_states=0)
        large, small = draw_states(graph, width=6), draw_states(graph, ax=ax)
        assert small.texts[0].get_fontsize() < large.texts[0].get_fontsize()
        sizes = [
            next(a for a in axes.collections if a.get_gid() == "nodes won").get_sizes()[0] for axes in (large, small)
        ]  # type: ignore[attr-defined]
        assert sizes[1] < sizes[0]
        assert drawn(small, "nodes won") >= len(graph.nodes)
    finally:
        plt.close(figure)


@pytest.mark.parametrize("size", [(6, 4), (6, 3), (3, 3)])
@pytest.mark.parametrize("row", ["superior", "canfield"])
def test_on_axes_that_are_too_small_fewer_positions_are_drawn_and_letters_can_be_read(
    row: str, size: tuple[float, float]
):
    figure, ax = plt.subplots(figsize=size)
    try:
        graph = state_graph(solve(deal(row, seed=2)), budget_states=0)
        draw_states(graph, ax=ax)
        assert min(label.get_fontsize() for label in ax.texts) > 5.2
        assert (
            1
            <= sum(drawn(ax, str(a.get_gid())) for a in ax.collections if str(a.get_gid()).startswith("nodes"))
            < len(graph.nodes)
        )
        assert "The line is drawn from move 0 to move" in " ".join(texts(ax, "left out")[::-1])
    finally:
        plt.close(figure)


def overlapping(ax: Axes) -> list[tuple[str, str]]:
    """Pairs of small boards that share a part of the paper."""
    boxes = [(str(a.get_gid()), a.get_window_extent()) for a in ax.artists if str(a.get_gid()).startswith("board")]
    return [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if a.overlaps(b)]


@pytest.mark.parametrize("boards_asked", ["auto", True])
@pytest.mark.parametrize("row", ["canfield", "superior", "storehouse", "chameleon", "double"])
def test_no_two_boards_overlap(row: str, boards_asked: bool | str):
    shown = 0
    for seed in range(1, 7):
        ax = draw_states(deal(row, seed=seed), depth=2, limit=14, budget_states=0, boards=boards_asked)
        assert overlapping(ax) == []
        shown += len(boards(ax))
    assert shown > 5


def test_many_boards_make_the_figure_higher_and_none_lies_on_another():
    graph = state_graph(deal("canfield", seed=3), depth=3, budget_states=0)
    ax = draw_states(graph, boards=True)
    assert len(boards(ax)) == len(graph.nodes) > 20
    assert overlapping(ax) == []


def strokes(ax: Axes, gid: str) -> list[np.ndarray]:
    return [np.asarray(s) for a in ax.collections if a.get_gid() == gid for s in a.get_segments()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("boards_asked", [False, True])
def test_no_stroke_for_what_is_not_drawn_lies_under_the_line(boards_asked: bool):
    graph = state_graph(solve(deal("superior", seed=3)), last=12, limit=20, budget_states=0)
    ax = draw_states(graph, boards=boards_asked)
    more = strokes(ax, "more")
    assert len(more) == graph.unfollowed
    upright = [s for s in more if s[0][0] == s[1][0]]
    assert len(upright) >= sum(node.on_line and not node.followed for node in graph.nodes) - 1 > 3
    order = {a.get_gid(): a.get_zorder() for a in ax.collections}
    assert order["more"] > order["line"]
    for segment in strokes(ax, "line"):
        (x0, y0), (x1, y1) = segment
        assert not [s for s in more if (s[:, 1] == y0).all() and y0 == y1 and x0 <= s[0][0] < x1]


def test_dotted_arrows_do_not_leave_the_figure():
    for row in ("superior", "quadruple"):
        line = solve(deal(row, seed=3), budget_states=100_000)
        graph = state_graph(line, limit=200, budget_states=0, budget_s=None)
        for width in (5, 9.6):
            ax = draw_states(graph, width=width)
            ax.figure.draw_without_rendering()
            size = ax.figure.bbox
            found = [p.get_window_extent() for p in ax.patches if p.get_gid() == "back"]
            assert len(found) > 3
            assert all(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= size.x1 and box.y1 <= size.y1 for box in found)


def test_only_what_has_a_line_goes_on_in_a_row_below():
    for what, rows in ((deal("canfield", seed=4), 1), (SOLVED, 5)):
        said = [label for label in texts(draw_states(what, width=6), "step") if label.startswith("step")]
        assert len(said) == rows if rows == 1 else len(said) >= rows


def test_themes_have_their_background():
    shades = []
    for theme in ("light", "dark"):
        figure = draw_states(END, depth=9, theme=theme).figure
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        shades.append(np.asarray(canvas.buffer_rgba())[2, 2, :3].mean())
    assert shades[0] > 200 > 60 > shades[1]


def test_three_hundred_signs_are_a_few_artists():
    graph = state_graph(deal("canfield", seed=3), depth=9, budget_states=0)
    assert len(graph.nodes) == 300
    ax = draw_states(graph)
    signs = [artist for artist in ax.collections if str(artist.get_gid()).startswith("nodes")]
    assert sum(drawn(ax, str(artist.get_gid())) for artist in signs) == 300
    assert len(ax.collections) < 12
    assert len(ax.texts) < 40


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"theme": "blue"}, "theme"), ({"lang": "fr"}, "lang"), ({"width": 0}, "width"), ({"ax": 3}, "ax: read 3"),
        ({"boards": "many"}, "boards: read 'many'"), ({"what": 5}, "line: read 5"), ({"depth": -1}, "depth"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        draw_states(**{"what": deal(seed=1), **wrong})  # type: ignore[arg-type]
