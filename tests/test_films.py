"""Lines as strips and animated pictures: which positions, how long, what is written, and no card too early."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from PIL import Image

from canfield_widget.diagrams import draw_moves
from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.films import KEY_MOMENTS, filmstrip, key_moments, save_gif
from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.replays import replay
from canfield_widget.solver import solve
from samples import winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)


def shown(strip: NotebookAxes) -> list[int]:
    """The plies of the boards but the last: each says which move follows."""
    return [int(n) - 1 for n in re.findall(r"^(\d+)\. ", strip.words, re.MULTILINE)]


# The strip


def test_a_strip_has_the_ends_and_at_most_twelve_boards():
    strip = filmstrip((START, LINE))
    plies = shown(strip)
    assert len(strip.child_axes) == KEY_MOMENTS == len(plies) + 1
    assert strip.words.endswith("The game is won.")
    assert plies[0] == 0
    assert plies == sorted(set(plies))


@pytest.mark.parametrize("row", ["canfield", "storehouse", "double"])
def test_the_moments_are_the_first_card_up_the_reserves_ends_redeals_and_full_foundations(row: str):
    deck, moves = winning_line(row)
    line = replay((deal(row, deck=deck), moves))
    moments, reserves = key_moments(line), [sum(map(len, now.reserves)) for now in line.positions]
    rises = [ply for ply, (now, then) in enumerate(pairwise(line.founded)) if then > now]
    frees = [ply for ply, (now, then) in enumerate(pairwise(reserves)) if then < now]
    redeals = [ply for ply, move in enumerate(line.moves) if move.target == "S"]
    assert {0, rises[0], frees[0], frees[-1], len(moves)} <= set(moments)
    assert len(set(redeals) & set(moments)) == min(3, len(redeals))
    assert moments == key_moments(line)


def test_a_line_of_mostly_deals_is_not_shown_as_deals():
    line = replay(solve(deal("storehouse", seed=3)))
    deals = [ply for ply in key_moments(line)[1:-1] if str(line.moves[ply]) == "S-W"]
    assert sum(str(move) == "S-W" for move in line.moves) > len(line.moves) / 2
    assert not deals


def test_the_last_board_of_a_best_line_says_its_verdict():
    lost = solve(deal("storehouse", seed=3))
    assert filmstrip(lost).words.endswith("After move 94: lost.")
    assert filmstrip(lost, lang="de").words.endswith("Nach Zug 94: verloren.")
    assert filmstrip(solve(deal("canfield", seed=9), budget_states=5)).words.endswith(": no win found.")


def captions_of(ax: Axes) -> list[str]:
    return [str(each.get_gid())[6:] for each in ax.get_children() if re.match("label .*[^0-9 ]", str(each.get_gid()))]


@pytest.mark.parametrize("columns", [None, 6])
@pytest.mark.parametrize("size", [(6.5, 5), (3, 3), (14, 4)])
def test_on_axes_the_boards_fit_and_no_word_is_broken(size: tuple[float, float], columns: int | None):
    figure, ax = plt.subplots(figsize=size)
    try:
        lost = solve(deal("storehouse", seed=3))
        filmstrip(lost, ax=ax, columns=columns, lang="de")
        figure.draw_without_rendering()
        whole = ax.get_window_extent()
        said = set(re.findall(r"\S+", filmstrip(lost, lang="de").words))
        for board in ax.child_axes:
            box = board.get_window_extent()
            assert whole.x0 - 1 <= box.x0
            assert box.x1 <= whole.x1 + 1
            assert whole.y0 - 1 <= box.y0
            assert box.y1 <= whole.y1 + 1
            assert {word for label in captions_of(board) if "Durchgang" not in label
                    for word in label.split()} <= said  # fmt: skip
    finally:
        plt.close(figure)


def test_on_axes_the_boards_stand_in_as_many_columns_as_make_them_large():
    figure, ax = plt.subplots(figsize=(14, 4))
    try:
        filmstrip((START, LINE), ax=ax)
        figure.draw_without_rendering()
        boxes = [board.get_window_extent() for board in ax.child_axes]
        covered = sum(box.width * box.height for box in boxes)
        whole = ax.get_window_extent()
        assert covered > 0.5 * whole.width * whole.height
    finally:
        plt.close(figure)


def test_a_short_line_is_shown_whole():
    strip = filmstrip((START, LINE[:4]))
    assert (shown(strip), len(strip.child_axes)) == ([0, 1, 2, 3], 5)
    assert len(filmstrip((START, [])).child_axes) == 1


def test_every_so_many_moves_have_a_board_and_the_end_has_one():
    strip = filmstrip((START, LINE[:11]), every=4)
    assert (shown(strip), len(strip.child_axes)) == ([0, 4, 8], 4)
    assert strip.words.endswith("After move 11.")
    assert shown(filmstrip((START, LINE[:11]), every=100)) == [0]


def test_the_boards_are_those_of_their_plies():
    strip, line = filmstrip((START, LINE), every=30), replay((START, LINE))
    for ax, ply in zip(strip.child_axes, shown(strip), strict=False):
        cards = [str(each.get_gid()) for each in ax.get_children() if re.match(r"T\d+ card", str(each.get_gid()))]
        assert len(cards) == sum(map(len, line.positions[ply].tableau))


def test_each_board_but_the_last_has_the_arrow_of_the_move_that_follows():
    strip = filmstrip((START, LINE[:11]), every=5)
    arrows = [[str(each.get_gid())[6:] for each in ax.get_children() if str(each.get_gid()).startswith("arrow")]
              for ax in strip.child_axes]  # fmt: skip
    assert arrows == [[str(LINE[0])], [str(LINE[5])], [str(LINE[10])], []]


def test_a_strip_takes_the_text_of_a_game_and_speaks_german():
    game = Game(START)
    game.replay(LINE)
    strip = filmstrip(game.text(), lang="de", theme="dark", columns=4)
    assert strip.words.splitlines()[-1] == "Die Partie ist gewonnen."
    assert strip.words == filmstrip(game, lang="de").words


@pytest.mark.parametrize("every", [0, -1, 2.0, True, 1])
def test_a_distance_that_is_none_or_gives_too_many_boards_is_told(every: Any):
    with pytest.raises(ValueError, match=r"every: read|plies: read \d+, expected 24"):
        filmstrip((START, LINE), every=every)


@pytest.mark.parametrize("plies", [[], [3, 1], [1, 1], [-1], [0, 5], [0.0]])
def test_plies_that_are_not_there_or_out_of_order_are_told(plies: Any):
    with pytest.raises(ValueError, match="plies: read"):
        draw_moves((START, LINE[:4]), plies=plies)


def test_a_strip_is_drawn_in_axes_that_are_there():
    figure, ax = plt.subplots()
    try:
        assert filmstrip((START, LINE), ax=ax) is ax
        assert len(ax.child_axes) == KEY_MOMENTS
    finally:
        plt.close(figure)


# The animated picture


def frames(path: Path) -> list[np.ndarray]:
    found = list[np.ndarray]()
    with Image.open(path) as film:
        for n in range(film.n_frames):
            film.seek(n)
            found.append(np.asarray(film.convert("RGB")).astype(int))
    return found


def test_a_gif_shows_each_position_once_and_the_last_one_longer(tmp_path: Path):
    path = save_gif((START, LINE[:6]), tmp_path / "line.gif", ms=200, width=300)
    with Image.open(path) as film:
        assert film.n_frames == 7
        assert film.width == 300
        assert film.info["loop"] == 0
        times = []
        for n in range(film.n_frames):
            film.seek(n)
            times.append(film.info["duration"])
    assert times == [200] * 6 + [800]
    shots = frames(path)
    assert all(np.abs(one - other).max() > 50 for one, other in pairwise(shots))


def test_the_frames_are_those_positions_with_their_colours(tmp_path: Path):
    for theme in ("light", "dark"):
        path = save_gif((START, LINE[:2]), tmp_path / f"{theme}.gif", width=300, theme=theme)
        for shot in frames(path):
            for name, least in (("table-top", 0.3), ("paper", 0.05)):
                wanted = np.array([int(colour(name, theme)[n : n + 2], 16) for n in (1, 3, 5)])
                assert (np.abs(shot - wanted).max(axis=2) < 12).mean() > least
    last = frames(tmp_path / "dark.gif")
    arrow = np.array([int(colour("hint", "dark")[n : n + 2], 16) for n in (1, 3, 5)])
    has = [(np.abs(shot - arrow).max(axis=2) < 12).sum() for shot in last]
    assert has[0] > 100
    assert has[1] > 100
    assert has[2] < 20


def test_no_frame_of_a_hidden_card_before_it_is_turned(tmp_path: Path):
    # The same cards in sight, others in the stock: the same first frame.
    one = deal("rainfall", seed=1)
    swapped = list(one.stock)
    swapped[-1], swapped[0] = swapped[0], swapped[-1]
    two = replace(one, stock=tuple(swapped))
    shots = [frames(save_gif((now, ["S-W"]), tmp_path / f"{n}.gif", width=300)) for n, now in enumerate((one, two))]
    # Colours are chosen for a whole film, so they differ by a shade; other cards by far more.
    differ = [(np.abs(first - second).max(axis=2) > 60).sum() for first, second in zip(*shots, strict=True)]
    assert differ[0] == 0
    assert differ[1] > 20


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"ms": 5}, "ms: read 5"),
        ({"width": 10}, "width: read 10"),
        ({"theme": "page"}, "theme"),
        ({"lang": "fr"}, "lang"),
    ],
)
def test_bad_arguments_are_told_and_nothing_is_written(tmp_path: Path, wrong: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        save_gif((START, LINE[:1]), tmp_path / "no.gif", **wrong)
    assert not (tmp_path / "no.gif").exists()
