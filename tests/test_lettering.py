"""Captions: no line too wide, none of the text lost, lines of about the same length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from canfield_widget.lettering import lay_caption, width_of, wrap

WORDS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=30)


@given(st.lists(WORDS, max_size=30), st.floats(30, 400))
def test_lines_are_no_wider_than_asked_for_and_nothing_is_lost(words: list[str], width: float):
    lines = wrap(" ".join(words), 10, width)
    assert "".join("".join(lines).split()) == "".join("".join(words).split())
    assert all(width_of(line, 10) <= width or len(line) == 1 for line in lines)


def test_lines_are_about_the_same_length():
    first, second = wrap("Whoever empties the stock first loses sight of the waste soon.", 10, 320)
    assert abs(len(first) - len(second)) < 8


def test_line_breaks_of_its_own_stay():
    assert wrap("one\ntwo three\n\nfour", 10, 500) == ("one", "two three", "", "four")
    assert wrap("", 10, 500) == ()


@pytest.mark.parametrize(
    "line",
    ["Drei Karten vom Stapel auf die Ablage.", "WAHRE MÄNNER MÖGEN MAIS", "King of clubs, 10 of hearts (7H) - why?",
     "31. Pik-Fünf aus Spalte 2 auf Herz-Sechs."],
)  # fmt: skip
def test_the_width_that_is_reckoned_is_no_less_than_that_of_the_font_and_not_much_more(line: str):
    drawn = TextPath((0, 0), line, size=10, prop=FontProperties(family="DejaVu Sans")).get_extents().width
    assert drawn * 0.99 <= width_of(line, 10) <= drawn * 1.2


def test_captions_are_centred_and_told_apart_from_counts_by_their_colour():
    (label,) = lay_caption("A run", size=10, middle=50, top=100, width=90)
    assert (label.text, label.x, label.paint) == ("A run", 50, "text")
    assert 100 < label.y < 115
    with pytest.raises(ValueError, match="caption: read 3, expected text"):
        lay_caption(3, size=10, middle=50, top=100, width=90)
