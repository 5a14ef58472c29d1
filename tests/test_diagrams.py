"""Positions drawn with matplotlib: every card once, nothing that lies face down, nothing left in pyplot."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from canfield_widget.cards import RANK_LETTERS
from canfield_widget.diagrams import Drawing, draw
from canfield_widget.faces import colour
from canfield_widget.position import Position, deal
from canfield_widget.refusals import IllegalMove
from canfield_widget.speech import speak_position
from canfield_widget.variants import VARIANTS
from samples import position, random_walk, under


def drawings(figure: Figure) -> list[Drawing]:
    return [artist for artist in figure.axes[0].get_children() if isinstance(artist, Drawing)]


def names(figure: Figure) -> list[str]:
    return [str(drawing.get_gid()) for drawing in drawings(figure)]


def pixels(figure: Figure, dpi: int = 60) -> np.ndarray:
    """The figure as an image of heights, widths, and red, green, blue and alpha."""
    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).copy()


def box(figure: Figure, name: str, image: np.ndarray) -> np.ndarray:
    """The part of the image that the drawing `name` covers."""
    (drawing,) = [drawing for drawing in drawings(figure) if drawing.get_gid() == name]
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
    figure = draw(under("canfield", "7", tableau="8H 7S, 5D, -, 4C"))
    figure.set_dpi(100)
    covered, top = (
        drawing.get_window_extent() for drawing in drawings(figure) if str(drawing.get_gid()).startswith("T1")
    )
    assert covered.x0 == pytest.approx(top.x0)
    assert top.height == pytest.approx(1.4 * top.width)
    assert covered.height == pytest.approx(0.35 * top.width)
    assert covered.y0 == pytest.approx(top.y1)


def test_all_faces_differ_and_have_the_colour_of_their_suit():
    faces = set()
    for rank in RANK_LETTERS:
        figure = draw(under("canfield", "7", tableau=", ".join(rank + suit for suit in "SHDC")))
        image = pixels(figure)
        for n, suit in enumerate("SHDC"):
            face = box(figure, f"T{n + 1} card 1", image)
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
    figure = draw(under("candike", "7", tableau="-, (3H) 5S, ?, 5S ?"))
    image = pixels(figure, 100)
    for name in ("T2 card 1", "T3 card 1", "T4 card 2"):
        back = box(figure, name, image)
        assert near(back, "back") > back.shape[0] * back.shape[1] / 3, name
        assert near(back, "red") == near(back, "ink") == 0, name
    assert near(box(figure, "T4 card 1", image), "ink") > 15


def test_an_empty_foundation_shows_the_base_rank_in_the_language():
    images = {
        (base, lang): box(figure := draw(under("canfield", base), lang=lang), "F1 place", pixels(figure)).tobytes()
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
        figure = draw(now, width=width)
        place = box(figure, "F1 place", pixels(figure, dpi))
        middle = place[place.shape[0] // 4 : -place.shape[0] // 4, place.shape[1] // 4 : -place.shape[1] // 4]
        shades.append(middle[..., 0].mean())
    assert min(shades) < int(colour("place")[1:3], 16) - 5
    assert max(shades) - min(shades) < 1


def test_a_move_is_marked_where_it_begins_and_where_it_ends():
    figure = draw(deal(seed=12), move="T2-T1")
    assert [name for name in names(figure) if name.startswith("ring")] == ["ring 1", "ring 2"]
    assert figure.words.splitlines()[-1] == "Ace of clubs from column 2 onto the two of diamonds."
    assert near(pixels(figure), "hint") > 500
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
        assert len(drawings(figure)) > 20
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
    data, metadata = draw(now, width=5)._repr_mimebundle_()
    image = base64.b64decode(data["image/png"])
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20]) == 1000
    assert metadata["image/png"] == {"width": 500, "alt": speak_position(now)}
    assert data["text/plain"] == speak_position(now)


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_it_can_be_saved_as_lines(kind: str):
    out = io.BytesIO()
    draw(deal("quadruple", seed=7), move="S-W").savefig(out, format=kind)
    assert len(out.getvalue()) > 10_000


def test_a_game_of_few_cards_is_drawn():
    few: Position = deal(replace(VARIANTS["canfield"], ranks=4, reserve_size=3, columns=3), seed=1)
    assert len([name for name in names(draw(few)) if name.startswith("T")]) == 3
