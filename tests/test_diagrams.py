"""Positions drawn with matplotlib: every card once, nothing that lies face down, nothing left in pyplot."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html import escape
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from canfield_widget.cards import RANK_LETTERS
from canfield_widget.diagrams import MOST_BOARDS, Drawing, _letters, draw, draw_moves
from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes, NotebookFigure
from canfield_widget.game import Game
from canfield_widget.lettering import Label
from canfield_widget.position import Position, deal
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import apply
from canfield_widget.solver import solve
from canfield_widget.speech import speak_position
from canfield_widget.variants import VARIANTS
from samples import play, position, random_walk, under, winning_line


def drawings(ax: Axes) -> list[Drawing]:
    return [artist for artist in ax.get_children() if isinstance(artist, Drawing)]


def names(ax: Axes) -> list[str]:
    return [str(drawing.get_gid()) for drawing in drawings(ax)]


def pixels(ax: Axes | NotebookFigure, dpi: int = 60) -> np.ndarray:
    """The figure of the axes as an image of heights, widths, and red, green, blue and alpha."""
    figure: Any = getattr(ax, "figure", None) or ax
    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).copy()


def box(ax: Axes, name: str, image: np.ndarray) -> np.ndarray:
    """The part of the image that the drawing `name` covers."""
    (drawing,) = [drawing for drawing in drawings(ax) if drawing.get_gid() == name]
    extent = drawing.get_window_extent()
    height = image.shape[0]
    return image[round(height - extent.y1) : round(height - extent.y0), round(extent.x0) : round(extent.x1)]


def near(image: np.ndarray, name: str, theme: str = "light") -> int:
    """How many pixels have the colour of that name, but for the edges of shapes."""
    paint = [int(colour(name, theme)[i : i + 2], 16) for i in (1, 3, 5)]
    return int(((np.abs(image[..., :3].astype(int) - paint).max(axis=-1) < 12) & (image[..., 3] == 255)).sum())


@pytest.mark.parametrize("row", VARIANTS)
def test_every_row_is_drawn_with_an_artist_for_each_pile_and_each_card_that_shows(row: str):
    *_, (now, _) = random_walk(row, 5, 15)
    drawn = Counter(name.rsplit(" card", 1)[0].removesuffix(" place") for name in names(draw(now)))
    for name in now.pile_names():
        pile = now.pile(name)
        if name[0] == "F" or (name == "S" and pile):
            assert drawn[name] == 1
        elif name == "W":
            assert drawn[name] == min(len(pile), max(now.packet, 1), 3)
        elif name[0] == "T":
            assert drawn[name] == max(len(pile), 1)
        elif name[0] == "R":
            assert drawn[name] == len(pile)


def test_a_card_takes_the_part_of_the_axes_that_it_lies_on():
    ax = draw(under("canfield", "7", tableau="8H 7S, 5D, -, 4C"))
    ax.figure.set_dpi(100)
    covered, top = (drawing.get_window_extent() for drawing in drawings(ax) if str(drawing.get_gid()).startswith("T1"))
    assert covered.x0 == pytest.approx(top.x0)
    assert top.height == pytest.approx(1.4 * top.width)
    assert covered.height == pytest.approx(0.35 * top.width)
    assert covered.y0 == pytest.approx(top.y1)


def test_all_faces_differ_and_have_the_colour_of_their_suit():
    faces = set()
    for rank in RANK_LETTERS:
        ax = draw(under("canfield", "7", tableau=", ".join(rank + suit for suit in "SHDC")))
        image = pixels(ax)
        for n, suit in enumerate("SHDC"):
            face = box(ax, f"T{n + 1} card 1", image)
            red, ink = near(face[: face.shape[0] // 4], "red"), near(face[: face.shape[0] // 4], "ink")
            assert (red > 15, ink > 15) == (suit in "HD", suit in "SC"), rank + suit
            faces.add(face.tobytes())
    assert len(faces) == 52


@pytest.mark.parametrize("row", ["canfield", "candike", "quadruple", "superior"])
def test_what_lies_face_down_makes_no_difference_to_the_image(row: str):
    *_, (now, _) = random_walk(row, 3, 8)
    hidden = replace(now, stock=now.stock[::-1])
    if now.variant.reserve_face != "all":
        hidden = replace(hidden, reserves=tuple((*pile[-2::-1], *pile[-1:]) for pile in now.reserves))
    assert hidden != now
    assert (pixels(draw(now)) == pixels(draw(hidden))).all()
    assert (pixels(draw(now)) == pixels(draw(now.player_view()))).all()


def test_cards_that_lie_face_down_and_unknown_cards_show_a_back():
    ax = draw(under("candike", "7", tableau="-, (3H) 5S, ?, 5S ?"))
    image = pixels(ax, 100)
    for name in ("T2 card 1", "T3 card 1", "T4 card 2"):
        back = box(ax, name, image)
        assert near(back, "back") > back.shape[0] * back.shape[1] / 3, name
        assert near(back, "red") == near(back, "ink") == 0, name
    assert near(box(ax, "T4 card 1", image), "ink") > 15


def test_an_empty_foundation_shows_the_base_rank_in_the_language():
    images = {
        (base, lang): box(ax := draw(under("canfield", base), lang=lang), "F1 place", pixels(ax)).tobytes()
        for base in "7J"
        for lang in ("en", "de")
    }
    assert images["7", "en"] == images["7", "de"]
    assert len(set(images.values())) == 3


def test_the_dark_theme_has_the_dark_colours():
    now = deal(seed=12)
    light, dark = (pixels(draw(now, theme=theme)) for theme in ("light", "dark"))
    assert near(light, "table-top") > light.shape[0] * light.shape[1] / 4
    assert near(dark, "table-top", "dark") > dark.shape[0] * dark.shape[1] / 4
    assert near(dark, "table-top") < 100  # where the edge of a card fades into the table


def test_lines_keep_their_thickness_in_units_of_a_card_at_every_size():
    now = under("canfield", "7", tableau="KH, QS, JD, TC")
    shades = []
    for dpi, width in ((60, 7.2), (60, 14.4), (180, 7.2)):
        ax = draw(now, width=width)
        place = box(ax, "F1 place", pixels(ax, dpi))
        middle = place[place.shape[0] // 4 : -place.shape[0] // 4, place.shape[1] // 4 : -place.shape[1] // 4]
        shades.append(middle[..., 0].mean())
    assert min(shades) < int(colour("place")[1:3], 16) - 5
    assert max(shades) - min(shades) < 1


def test_a_move_is_marked_where_it_begins_and_where_it_ends():
    ax = draw(deal(seed=12), move="T2-T1")
    assert [name for name in names(ax) if name.startswith("ring")] == ["ring 1", "ring 2"]
    assert ax.words.splitlines()[-1] == "Ace of clubs from column 2 onto the two of diamonds."
    assert near(pixels(ax), "hint") > 500
    assert near(pixels(draw(deal(seed=12))), "hint") == 0


def test_every_legal_move_of_a_game_can_be_marked():
    for row in ("canfield", "superior", "quadruple", "selective", "candike"):
        for now, move in [*random_walk(row, 2, 20)][:-1:3]:
            assert "ring 2" in names(draw(now, move=move))


def test_highlights_name_cards_and_piles():
    now = position("double; base 7; waste 7H; foundations 7H - - - - - - -; tableau 7H 6S, 5D, -, 4C, 2S")
    assert names(draw(now, highlight=["7H"])).count("ring") == 3
    assert names(draw(now, highlight=["T3", "6s", "W"])).count("ring") == 3
    assert names(draw(now, highlight="T3")).count("ring") == 1


def test_a_hidden_card_cannot_be_highlighted():
    now = deal("canfield", seed=7)
    for card in (now.reserves[0][0], now.stock[0], "?"):
        with pytest.raises(ValueError, match="to be seen"):
            draw(now, highlight=[card])


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove):
        draw(deal(seed=12), move="T1-T2")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"position": 5}, "position: read 5"), ({"position": "canfield; base 99"}, "base"),
        ({"theme": "blue"}, "theme"),
        ({"lang": "fr"}, "lang"), ({"width": 0}, "width"), ({"width": "wide"}, "width"), ({"ax": 3}, "ax: read 3"),
        ({"arrows": ["T9-T1"]}, "arrows: read 'T9-T1'"), ({"caption": 7}, "caption: read 7"),
        ({"width": True}, "width"),
        ({"highlight": ["T9"]}, "highlight: read 'T9'"), ({"highlight": ["XX"]}, "highlight"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        draw(**{"position": deal(seed=1), **wrong})  # type: ignore[arg-type]


def test_a_position_may_be_its_text():
    assert draw("canfield; base 7; tableau QS JD, -, -, -").words == speak_position(
        position("canfield; base 7; tableau QS JD, -, -, -")
    )


def test_it_draws_on_axes_that_are_there_and_leaves_the_others_alone():
    figure, (left, right) = plt.subplots(1, 2)
    try:
        right.plot([1, 2])
        assert draw(deal(seed=7), ax=left) is left
        assert len(drawings(left)) > 20
        assert len(right.lines) == 1
        assert plt.get_fignums() == [figure.number]
        figure.savefig(io.BytesIO(), format="svg")
    finally:
        plt.close(figure)


def test_no_figure_is_left_open_and_pyplot_is_not_even_loaded():
    draw(deal(seed=7))
    assert plt.get_fignums() == []
    code = "import canfield_widget as cw, sys; cw.draw(cw.deal(seed=7)); print('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_the_notebook_is_given_an_image_of_the_width_asked_for_and_the_words():
    now = deal("canfield", seed=7)
    ax = draw(now, width=5)
    assert isinstance(ax, NotebookAxes)
    data, metadata = ax._repr_mimebundle_()
    assert ax.figure._repr_mimebundle_() == (data, metadata)
    mimetype, shown = ax._mime_()  # marimo's way, which has no place for words but HTML
    assert (mimetype, shown) == ax.figure._mime_()
    assert data["image/png"] in shown
    assert f'alt="{escape(metadata["image/png"]["alt"])}"' in shown
    assert f"width:{metadata['image/png']['width']}px" in shown
    image = base64.b64decode(data["image/png"])
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20]) == 1000
    assert metadata["image/png"] == {"width": 500, "alt": speak_position(now)}
    assert data["text/plain"] == speak_position(now)


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_it_can_be_saved_as_lines(kind: str):
    out = io.BytesIO()
    draw(deal("quadruple", seed=7), move="S-W").figure.savefig(out, format=kind)
    assert len(out.getvalue()) > 10_000


def test_a_game_of_few_cards_is_drawn():
    few: Position = deal(replace(VARIANTS["canfield"], ranks=4, reserve_size=3, columns=3), seed=1)
    assert len([name for name in names(draw(few)) if name.startswith("T")]) == 3


def test_axes_that_were_handed_in_stay_those_of_their_figure():
    figure, ax = plt.subplots()
    try:
        assert not hasattr(draw(deal(seed=7), ax=ax), "_repr_mimebundle_")
    finally:
        plt.close(figure)


# Arrows, captions and what lies face down


def extent(ax: Axes, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the one drawing of that name, in units of the picture."""
    (drawing,) = [drawing for drawing in drawings(ax) if drawing.get_gid() == name]
    box = drawing.get_window_extent().transformed(ax.transData.inverted())
    return box.x0, box.y1, box.x1, box.y0


def test_an_arrow_lies_between_what_moves_and_what_receives_it():
    ax = draw(deal(seed=12), arrows=["T2-T1", ("AH", "F")])
    assert [name for name in names(ax) if name.startswith("arrow")] == ["arrow T2-T1", "arrow AH-F"]
    left, top, right, bottom = extent(ax, "arrow T2-T1")
    one, two = extent(ax, "T1 card 1"), extent(ax, "T2 card 1")
    assert left == pytest.approx((one[0] + one[2]) / 2, abs=1)
    assert right == pytest.approx((two[0] + two[2]) / 2, abs=1)
    assert one[1] < top < bottom < one[3]
    assert near(pixels(ax), "hint") > 200
    assert near(pixels(draw(deal(seed=12), arrows=["T2-T1"], theme="dark")), "hint", "dark") > 200
    assert ax.words.splitlines()[-2:] == ["Arrow: ace of clubs to column 1.", "Arrow: ace of hearts to foundation 2."]


def test_an_arrow_may_show_a_move_that_is_not_allowed():
    ax = draw(deal(seed=12), arrows=["T1-T2"], lang="de")
    assert ax.words.splitlines()[-1] == "Pfeil: Karo-Zwei zu Spalte 2."


def test_arrows_lie_on_all_cards():
    ordered = sorted(drawings(draw(deal(seed=12), arrows=["T2-T1"])), key=lambda drawing: drawing.get_zorder())
    kinds = [str(drawing.get_gid()).split()[0] for drawing in ordered]
    assert kinds.index("arrow") > max(n for n, kind in enumerate(kinds) if kind[0] in "STFRW")


def test_a_caption_is_drawn_inside_the_picture_and_makes_it_higher():
    caption = "Whoever empties the stock first loses sight of the waste, and that costs $5 or $10 at the least. " * 2
    bare, ax = draw(deal(seed=12)), draw(deal(seed=12), caption=caption)
    width, height = ax.figure.get_size_inches()
    assert width == bare.figure.get_size_inches()[0]
    assert height > bare.figure.get_size_inches()[1]
    lines = [drawing.marks[0] for drawing in drawings(ax) if isinstance(drawing.marks[0], Label)]
    written = [line for line in lines if line.paint == "text"]
    assert " ".join(line.text for line in written) == " ".join(caption.split())
    for line in written:
        assert _letters(line.text, line.size, line.bold).get_extents().width < ax.get_xlim()[1]
    assert ax.words.startswith("Whoever empties the stock first")


def test_a_dollar_begins_no_formula():
    assert _letters("$a$", 10, False).get_extents().width > 2.4 * _letters("a", 10, False).get_extents().width


def test_all_cards_are_drawn_where_it_is_not_the_view_of_a_player():
    now = deal("canfield", seed=7)
    ax = draw(now, player_view=False)
    image = pixels(ax, 100)
    for index in range(1, 13):
        card = box(ax, f"R card {index}", image)
        assert card.shape[0] > 20
    assert near(image, "back") == 0
    assert "face down" in ax.words
    assert near(pixels(draw(now), 100), "back") > 1000


def test_no_language_is_english():
    assert draw(deal(seed=7), lang=None).words == draw(deal(seed=7), lang="en").words


def test_the_cards_of_four_decks_have_the_small_face_at_the_usual_width():
    now = deal("quadruple", seed=7)
    usual, wide = draw(now), draw(now, width=12)
    corners = [next(d for d in drawings(ax) if d.get_gid() == "T1 card 1").marks[1].down for ax in (usual, wide)]
    assert corners[0] == pytest.approx(1.5 * corners[1])
    figure, (left, _) = plt.subplots(1, 2, figsize=(7.2, 4))
    try:
        draw(deal(seed=7), ax=left)
        assert next(d for d in drawings(left) if d.get_gid() == "T1 card 1").marks[1].down == corners[0]
    finally:
        plt.close(figure)


# Strips


START, LINE = deal("canfield", deck=winning_line("canfield")[0]), winning_line("canfield")[1]


def test_a_strip_has_a_board_for_each_position_and_an_arrow_for_each_move():
    strip = draw_moves(START, LINE[:6])
    assert isinstance(strip, NotebookAxes)
    assert len(strip.child_axes) == 7
    pointed = [[name for name in names(ax) if name.startswith("arrow")] for ax in strip.child_axes]
    assert pointed == [*([f"arrow {move}"] for move in LINE[:6]), []]
    now = START
    for ax, move in zip(strip.child_axes, LINE[:6], strict=False):
        shown = {name for name in names(ax) if name[0] in "STFRW"}
        assert shown == {name for name in names(draw(now, width=3)) if name[0] in "STFRW"}
        now = apply(now, move)


def test_the_boards_of_a_strip_stand_in_rows_of_the_same_height():
    strip = draw_moves(START, LINE, first=30, last=37, columns=3)
    strip.figure.draw_without_rendering()
    boxes = [ax.get_position() for ax in strip.child_axes]
    assert [sum(box.y0 == pytest.approx(other.y0) for other in boxes) for box in boxes] == [3] * 6 + [2] * 2
    assert len({round(box.width, 6) for box in boxes}) == 1
    for one, other in pairwise(boxes):
        assert other.x0 > one.x1 or other.y1 < one.y0
    assert min(box.y0 for box in boxes) == pytest.approx(0)
    assert max(box.x1 for box in boxes) == pytest.approx(1)


def test_the_captions_of_a_row_stand_level_below_its_longest_column():
    strip = draw_moves(START, LINE, first=30, last=35)
    for row in (strip.child_axes[:3], strip.child_axes[3:]):
        tops = set()
        for ax in row:
            captions = [
                d.marks[0] for d in drawings(ax) if isinstance(d.marks[0], Label) and d.marks[0].paint == "text"
            ]
            tops.add(min(label.y for label in captions))
            assert min(label.y - label.size for label in captions) > max(
                extent(ax, n)[3] for n in names(ax) if n[0] == "T"
            )
        assert len(tops) == 1


def test_captions_and_words_of_a_strip_number_the_moves():
    strip = draw_moves(START, LINE, first=30, last=32, lang="de")
    now = play(START, " ".join(map(str, LINE[:30])))
    first, second, after = strip.words.splitlines()[-3:]
    assert strip.words.startswith(speak_position(now, "de"))
    assert first.startswith("31. ")
    assert second.startswith("32. ")
    assert after == "Nach Zug 32."
    for ax, words in zip(strip.child_axes, (first, second, after), strict=True):
        assert " ".join(name.removeprefix("label ") for name in names(ax) if name.startswith("label")).endswith(words)
    assert not any("32." in name for ax in draw_moves(START, LINE[:33], first=30, captions=False).child_axes
                   for name in names(ax))  # fmt: skip


def test_a_strip_is_drawn_in_axes_that_are_there_as_wide_as_they_are():
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 3))
    try:
        assert draw_moves(START, LINE[:6], columns=4, ax=left) is left
        figure.draw_without_rendering()
        boxes = [ax.get_position() for ax in left.child_axes]
        whole = left.get_position()
        assert (len(boxes), right.child_axes) == (7, [])
        assert min(box.x0 for box in boxes) == pytest.approx(whole.x0)
        assert max(box.x1 for box in boxes) == pytest.approx(whole.x1)
        assert all(box.width / box.height == pytest.approx(boxes[0].width / boxes[0].height) for box in boxes[:4])
    finally:
        plt.close(figure)


def test_a_strip_takes_whatever_can_be_played_out():
    game = Game.dealt(seed=12)
    game.replay(["T2-T1", "S-W"])
    said = draw_moves(game).words
    for start in (str(game.text()), (game.start, ["T2-T1", "S-W"])):
        assert draw_moves(start).words == said
    assert draw_moves("canfield; deal 12", ["T2-T1", "S-W"]).words == said
    assert len(draw_moves(deal(seed=12)).child_axes) == 1
    won = solve(deal("canfield", seed=2), budget_states=100_000)
    assert draw_moves(won, first=len(won.line) - 1).words.endswith("The game is won.")


def test_a_strip_names_no_card_before_it_is_turned():
    now = deal("rainfall", seed=3)
    assert "1. A hidden card from the stock to the waste." in draw_moves(now, ["S-W"]).words
    assert "1. A hidden card" not in draw_moves(now, ["S-W"], player_view=False).words
    assert (pixels(draw_moves(now, ["S-W"], last=0)) == pixels(draw_moves(now.player_view(), [], last=0))).all()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"first": 3, "last": 2}, "first, last: read 3 and 2, expected plies from 0 to 2"),
        ({"last": 9}, "first, last"),
        ({"first": -1}, "first, last"), ({"first": 0.5}, "first, last"), ({"columns": 0}, "columns: read 0"),
        ({"start": 5}, "start: read 5"), ({"start": "canfield; deal 12; moves S-W"}, "start: read a game with 1 moves"),
        ({"start": 5, "moves": None}, "line: read 5"), ({"lang": "fr"}, "lang"), ({"theme": "x"}, "theme"),
        ({"width": -2}, "width"), ({"ax": "x"}, "ax: read 'x'"), ({"moves": ["T1-T2"]}, "is not legal"),
        ({"moves": "S-W"}, "line: read 'S-W'"),
    ],
)  # fmt: skip
def test_a_strip_tells_what_is_wrong(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        draw_moves(**{"start": deal(seed=12), "moves": ["T2-T1", "S-W"], **wrong})  # type: ignore[arg-type]


def test_a_long_strip_is_refused_with_what_to_do():
    with pytest.raises(ValueError, match=rf"expected {MOST_BOARDS} at the most.*first=2, last=25"):
        draw_moves(START, LINE, first=2)
