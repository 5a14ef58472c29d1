"""Lines as strips and animated pictures: which positions, how long, what is written, and no card too early."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from canfield_widget.diagrams import draw_moves
from canfield_widget.faces import colour
from canfield_widget.figures import NotebookFigure
from canfield_widget.films import KEY_MOMENTS, filmstrip, save_gif
from canfield_widget.game import Game
from canfield_widget.position import deal
from canfield_widget.replays import replay
from samples import winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)


def shown(strip: NotebookFigure) -> list[int]:
    """The plies of the boards but the last: each says which move follows."""
    return [int(n) - 1 for n in re.findall(r"^(\d+)\. ", strip.words, re.MULTILINE)]


# The strip


def test_a_strip_has_the_ends_and_at_most_twelve_boards_evenly_over_the_line():
    strip = filmstrip((START, LINE))
    plies = shown(strip)
    assert len(strip.axes) == KEY_MOMENTS == len(plies) + 1
    assert strip.words.endswith("The game is won.")
    steps = np.diff([*plies, len(LINE)])
    assert plies[0] == 0
    assert steps.max() - steps.min() <= 1


def test_a_short_line_is_shown_whole():
    strip = filmstrip((START, LINE[:4]))
    assert (shown(strip), len(strip.axes)) == ([0, 1, 2, 3], 5)
    assert len(filmstrip((START, [])).axes) == 1


def test_every_so_many_moves_have_a_board_and_the_end_has_one():
    strip = filmstrip((START, LINE[:11]), every=4)
    assert (shown(strip), len(strip.axes)) == ([0, 4, 8], 4)
    assert strip.words.endswith("After move 11.")
    assert shown(filmstrip((START, LINE[:11]), every=100)) == [0]


def test_the_boards_are_those_of_their_plies():
    strip, line = filmstrip((START, LINE), every=30), replay((START, LINE))
    for ax, ply in zip(strip.axes, shown(strip), strict=False):
        cards = [str(each.get_gid()) for each in ax.get_children() if re.match(r"T\d+ card", str(each.get_gid()))]
        assert len(cards) == sum(map(len, line.positions[ply].tableau))


def test_each_board_but_the_last_has_the_arrow_of_the_move_that_follows():
    strip = filmstrip((START, LINE[:11]), every=5)
    arrows = [[str(each.get_gid())[6:] for each in ax.get_children() if str(each.get_gid()).startswith("arrow")]
              for ax in strip.axes]  # fmt: skip
    assert arrows == [[str(LINE[0])], [str(LINE[5])], [str(LINE[10])], []]


def test_a_strip_takes_the_text_of_a_game_and_speaks_german():
    game = Game(START)
    game.replay(LINE)
    strip = filmstrip(game.text(), lang="de", theme="dark", columns=4)
    assert strip.words.splitlines()[-1] == "Das Spiel ist gewonnen."
    assert strip.words == filmstrip(game, lang="de").words


@pytest.mark.parametrize("every", [0, -1, 2.0, True, 1])
def test_a_distance_that_is_none_or_gives_too_many_boards_is_told(every: Any):
    with pytest.raises(ValueError, match=r"every: read|plies: read \d+, expected 24"):
        filmstrip((START, LINE), every=every)


@pytest.mark.parametrize("plies", [[], [3, 1], [1, 1], [-1], [0, 5], [0.0]])
def test_plies_that_are_not_there_or_out_of_order_are_told(plies: Any):
    with pytest.raises(ValueError, match="plies: read"):
        draw_moves((START, LINE[:4]), plies=plies)


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
