"""The card faces: one data file, its colours in the style sheet, and what is put together from it."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from canfield_widget.cards import RANK_LETTERS
from canfield_widget.faces import art, back_fragment, card_fragment, card_svg, fragment, rank_marks

TOKENS = Path(__file__).parent.parent / "js" / "src" / "tokens.css"
CARDS = [rank + suit for suit in "SHDC" for rank in RANK_LETTERS]
STROKE = 15
"""How thick the strokes of an index are, on the ranks' grid."""


def declared() -> dict[str, dict[str, str]]:
    """The colours in tokens.css: selector to name to value."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {
        selector.strip(): dict(re.findall(r"--cfw-([\w-]+):\s*(.+?);", body))
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    }


def test_the_style_sheet_has_the_colours_of_the_data() -> None:
    sheet = declared()
    light, dark = sheet[".cfw-root"], sheet[".cfw-root.cfw-dark"]
    literal = {name: value for name, value in light.items() if value.startswith("#")}
    assert literal == {name: pair[0] for name, pair in art()["colours"].items()}
    assert literal | dark == {name: pair[1] for name, pair in art()["colours"].items()}


def test_suits_are_painted_by_name_in_two_and_in_four_colours() -> None:
    sheet = declared()
    two = dict(zip("shdc", ("ink", "red", "red", "ink"), strict=True))
    four = {"d": "blue", "c": "green"}
    for selector, names in ((".cfw-root", two), (".cfw-root.cfw-four", four)):
        for suit, name in names.items():
            assert sheet[selector][suit] == f"var(--cfw-{name})"
            assert sheet[selector][f"panel-{suit}"] == f"var(--cfw-panel-{name})"


def paths() -> Iterator[str]:
    """Every path of the data."""
    for part in ("suits", "ranks", "symbols"):
        yield from art()[part].values()
    yield art()["panel"]
    yield art()["star"]
    for shapes in (art()["back"], *art()["courts"].values()):
        yield from (shape[1] for shape in shapes if isinstance(shape[1], str))


def segments(path: str) -> list[tuple[str, list[float]]]:
    """The commands of a path with their numbers."""
    return [
        (command, [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)])
        for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path)
    ]


def test_paths_use_five_absolute_commands_with_all_their_numbers() -> None:
    needed = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
    for path in paths():
        assert path[0] == "M"
        for command, numbers in segments(path):
            assert needed[command] == len(numbers), path


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("small", [False, True])
def test_every_face_is_well_formed_and_like_no_other(lang: str, small: bool) -> None:
    faces = [card_svg(card, lang=lang, small=small) for card in CARDS]
    for face in faces:
        root = ElementTree.fromstring(face)
        assert root.attrib["viewBox"] == "0 0 100 140"
        assert "var(" not in face
    # The small face has one suit for every rank below the jack, so there the index alone tells them apart.
    assert len(set(faces)) == 52


def test_the_back_and_the_ghost_are_well_formed() -> None:
    assert ElementTree.fromstring(back_fragment()).tag == "g"
    ElementTree.fromstring(fragment(rank_marks("T", 40)))
    assert ElementTree.fromstring(card_fragment("AS")).tag == "g"


def test_german_courts_have_german_letters() -> None:
    ranks = art()["ranks"]
    for rank, letter in {"J": "B", "Q": "D", "K": "K", "A": "A", "T": "T"}.items():
        assert f'd="{ranks[letter]}"' in card_svg(rank + "H", lang="de")
        assert f'd="{ranks[rank]}"' in card_svg(rank + "H", lang="en")
    assert f'd="{ranks["J"]}"' not in card_svg("JH", lang="de")


@pytest.mark.parametrize("text", ["", "?", "1S", "KX"])
def test_what_is_no_card_has_no_face(text: str) -> None:
    with pytest.raises(ValueError, match="card"):
        card_svg(text)


def points(path: str) -> Iterator[tuple[float, float]]:
    """Points along a path, close together."""
    here = (0.0, 0.0)
    for _, numbers in segments(path):
        handles = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
        if len(numbers) > 2:
            degree = len(handles) - 1
            for step in range(33):
                t = step / 32
                weights = [math.comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)]
                yield (
                    sum(w * x for w, (x, _) in zip(weights, handles, strict=True)),
                    sum(w * y for w, (_, y) in zip(weights, handles, strict=True)),
                )
        elif numbers:
            yield handles[-1]
        here = handles[-1]


def test_ranks_fill_their_box_and_stay_inside() -> None:
    for letter, path in art()["ranks"].items():
        xs, ys = zip(*points(path), strict=True)
        assert min(xs) - STROKE / 2 >= 0, letter
        assert max(xs) + STROKE / 2 <= art()["widths"].get(letter, 60), letter
        assert min(ys) - STROKE / 2 == pytest.approx(0.5), letter
        assert max(ys) + STROKE / 2 == pytest.approx(99.5), letter


def test_the_index_keeps_its_measures() -> None:
    x, y, height, gap, size = art()["index"]
    widest = max(art()["widths"].values()) * height / 100
    assert x + widest + gap + size == pytest.approx(45.5)  # the ten; the waste shows 47 of each card
    assert y + height <= 28  # the least strip of a squeezed column is 29
    assert y + height / 2 + size / 2 <= 28


def test_the_index_of_the_small_face_fits_its_strip() -> None:
    x, y, height, gap, size = art()["small"]
    assert y + height <= 42  # small columns show 43 of each card
    assert x + max(art()["widths"].values()) * height / 100 + gap + size <= 100


def test_pips_count_their_rank_and_stay_in_their_field() -> None:
    for rank, (size, sides, middle) in art()["pips"].items():
        if rank == "small":
            continue
        assert 2 * len(sides) + len(middle) == RANK_LETTERS.index(rank) + 1
        # The suits leave the uppermost and undermost two hundredths of their grid free.
        for row in (*sides, *middle):
            assert row - 0.48 * size >= 39
            assert row + 0.48 * size <= 129
