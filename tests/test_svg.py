"""A position as a picture: well-formed, whole, and without a word about what lies face down."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import RANK_LETTERS, UNKNOWN
from canfield_widget.faces import art, back_fragment, card_fragment, card_marks, colour
from canfield_widget.lettering import width_of
from canfield_widget.picture import lay_out
from canfield_widget.position import Position, deal
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import legal_moves
from canfield_widget.speech import card_name, speak_position
from canfield_widget.svg import position_svg
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS
from samples import position, random_walk, under

ROWS = st.sampled_from([*VARIANTS])
SEEDS = st.integers(0, 10**6)
WIDE = 1600
"""So wide that the cards of every variant have the large face."""
NAMESPACE = "{http://www.w3.org/2000/svg}"


def shuffled_out_of_sight(now: Position) -> Position:
    """The same for a player, with the cards that lie face down in another order."""
    stock = now.stock[::-1]
    if now.variant.reserve_face == "all":
        return replace(now, stock=stock)
    return replace(now, stock=stock, reserves=tuple((*pile[-2::-1], *pile[-1:]) for pile in now.reserves))


def words_in(picture: str) -> str:
    """All text of the picture: title, description and counts."""
    return " ".join(ElementTree.fromstring(picture).itertext())


def places(picture: str) -> list[tuple[float, float]]:
    """Where cards and empty places are drawn."""
    root = ElementTree.fromstring(picture)
    found = [re.fullmatch(r"translate\((\S+) (\S+)\)", child.get("transform", "")) for child in root]
    return [(float(match[1]), float(match[2])) for match in found if match]


@given(ROWS, SEEDS, st.sampled_from(LANGUAGES))
def test_every_position_of_a_game_is_a_well_formed_picture(row: str, seed: int, lang: str):
    for now, _ in [*random_walk(row, seed, 12)][::4]:
        root = ElementTree.fromstring(position_svg(now, lang=lang))
        assert root.tag == f"{NAMESPACE}svg"
        assert root.findtext(f"{NAMESPACE}desc") == speak_position(now, lang)


@given(ROWS, SEEDS, st.sampled_from(LANGUAGES))
def test_no_hidden_card_is_named_in_the_picture(row: str, seed: int, lang: str):
    for now, _ in [*random_walk(row, seed, 12)][::4]:
        seen = now.player_view()
        shown = {card for name in seen.pile_names() for card in seen.pile(name)}
        hidden = {card for name in now.pile_names() for card in now.pile(name)} - shown
        written = words_in(position_svg(now, lang=lang))
        assert not [card for card in hidden if card_name(card, lang) in written or f" {card}" in written]


@given(ROWS, SEEDS)
def test_what_lies_face_down_makes_no_difference_to_the_picture(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 12)][::6]:
        assert position_svg(now) == position_svg(now.player_view()) == position_svg(shuffled_out_of_sight(now))


@given(ROWS, SEEDS, st.sampled_from(LANGUAGES))
def test_every_card_that_lies_free_is_drawn_whole(row: str, seed: int, lang: str):
    *_, (now, _) = random_walk(row, seed, 10)
    picture = position_svg(now, lang=lang, width=WIDE)
    for name in now.player_view().pile_names():
        for card in now.player_view().pile(name)[-1:]:
            if card != UNKNOWN:
                assert card_fragment(str(card), lang=lang) in picture


@given(ROWS, SEEDS)
def test_everything_lies_inside_the_picture(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 25)][::8]:
        picture = position_svg(now)
        _, _, width, height = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
        for x, y in places(picture):
            assert 0 <= x <= width - 100
            assert 0 <= y <= height - 140


def test_as_many_cards_are_drawn_as_lie_open_or_show_an_edge():
    now = position(
        """canfield; base 7; stock 3C 4C; waste 9C 2S | 4H JC; reserve 2D 3D TS; foundations 9S 7D - -;
        tableau QS JD TC, 5D, -, 7H"""
    )
    # The stock is one back; two of the packet lie in the fan; the reserve is three; foundations and columns 4 + 4,
    # with two cards more in the first column.
    assert len(places(position_svg(now))) == 1 + 2 + 3 + 4 + 4 + 2
    assert position_svg(now).count(back_fragment()) == 1


def test_a_waste_without_a_packet_shows_its_top_and_a_large_packet_three():
    assert len(places(position_svg(under("canfield", "7", waste="3C 4C 5C")))) == 1 + 1 + 4 + 4
    assert len(places(position_svg(under("canfield", "7", waste="| 3C 4C 5C 6C 7C")))) == 1 + 3 + 4 + 4


def test_a_column_is_squeezed_where_its_cards_lie_face_down():
    picture = position_svg(under("candike", "7", tableau="-, -, -, -, -, -, (3C) (4C) 5H 4S"))
    right = max(x for x, _ in places(picture))
    column = [y for x, y in places(picture) if x == right]
    assert [low - high for high, low in pairwise(column)] == [10, 10, 43]


def test_stock_and_reserve_say_how_many_they_are():
    counted = re.findall(r"<text [^>]*>(\d+)</text>", position_svg(deal("canfield", seed=7)))
    assert counted == ["34", "13"]


def test_an_empty_foundation_shows_the_rank_it_waits_for():
    def waiting(picture: str, letter: str) -> int:
        return picture.count(f'd="{art()["ranks"][letter]}" stroke="{colour("ghost")}"')

    for base, lang, letter in (("7", "en", "7"), ("J", "en", "J"), ("J", "de", "B")):
        assert waiting(position_svg(under("canfield", base), lang=lang), letter) == 4
    assert waiting(position_svg(under("canfield", "8")), "7") == 0
    unknown = position_svg(deal("selective", seed=1))
    assert not any(waiting(unknown, letter) for letter in RANK_LETTERS)


def test_german_pictures_have_german_letters_and_words():
    now = under("canfield", "7", tableau="JH, QS, KC, AD")
    picture = position_svg(now, lang="de")
    assert "<title>Canfield</title>" in picture
    assert "Herz-Bube" in picture
    assert card_fragment("JH", lang="de") in picture
    assert card_fragment("JH", lang="en") not in picture


def test_the_width_is_what_was_asked_for():
    assert ElementTree.fromstring(position_svg(deal(seed=7))).get("width") == "720"
    assert ElementTree.fromstring(position_svg(deal(seed=7), width=300)).get("width") == "300"


def test_a_title_of_ones_own_is_written_as_text():
    mine = replace(deal(seed=7), variant=replace(VARIANTS["canfield"], title='<b> & "c"'))
    assert ElementTree.fromstring(position_svg(mine)).findtext(f"{NAMESPACE}title") == '<b> & "c"'


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_foundations_of_all_decks_are_drawn(decks: int):
    row = {1: "canfield", 2: "double", 3: "triple", 4: "quadruple"}[decks]
    now = under(row, "7", foundations=" ".join(["7S"] * 4 * decks))
    assert position_svg(now, width=WIDE).count(card_fragment("7S")) == 4 * decks


def test_several_reserves_lie_beside_and_below_each_other():
    now = under("superior{reserve_piles=4,reserve_size=3}", "7", reserve="3C 4C, 5C, 6C 7C 8C, -")
    picture = position_svg(now)
    assert all(card_fragment(card) in picture for card in ("4C", "5C", "8C"))
    _, _, _, height = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
    assert all(y + 140 <= height for _, y in places(picture))


def rings(picture: str, name: str) -> int:
    """How many frames are drawn in a colour; each is a ring and its halo."""
    return picture.count(f'stroke="{colour(name)}" stroke-width="4"') // 2


def test_a_move_is_marked_with_its_numbers_and_told():
    now = deal(seed=12)
    picture = position_svg(now, move="T2-T1")
    assert rings(picture, "hint") == 2
    assert re.findall(r'font-weight="600"[^>]*>(.)</text>', picture) == ["1", "2"]
    assert words_in(picture).count("Ace of clubs from column 2 onto the two of diamonds.") == 1
    assert rings(position_svg(now), "hint") == 0


def test_a_move_that_is_not_legal_is_not_marked():
    with pytest.raises(IllegalMove):
        position_svg(deal(seed=12), move="T1-T2")


def test_highlights_frame_cards_and_tops_of_piles():
    now = under("canfield", "7", tableau="8H 7S, 5D, -, 4C", waste="| 9S 7C")
    assert rings(position_svg(now, highlight=["7S", "T3", "W"]), "can") == 3
    with pytest.raises(ValueError, match="highlight: read 'KD'"):
        position_svg(now, highlight=["KD"])


@given(ROWS, SEEDS)
def test_every_legal_move_is_marked_inside_the_picture(row: str, seed: int):
    for now, _ in [*random_walk(row, seed, 12)][::6]:
        for move in legal_moves(now):
            drawn = lay_out(now, move=move)
            assert len(drawn.rings) == 2
            for ring in drawn.rings:
                assert 0 < ring.x < ring.x + ring.wide < drawn.width
                assert 0 < ring.y < ring.y + ring.high < drawn.height


def test_what_is_free_of_a_card_is_covered_by_no_other_card():
    for row in ("canfield", "superior", "candike", "quadruple", "double"):
        *_, (now, _) = random_walk(row, 4, 60)
        pieces = [piece for piece in lay_out(now).pieces if piece.marks]
        for n, piece in enumerate(pieces):
            left, top, right, bottom = piece.box()
            for above in pieces[n + 1 :]:
                apart = above.x >= right or above.x + 100 <= left or above.y >= bottom or above.y + 140 <= top
                # A staircase is let down to the right: the next card lies a step further along.
                assert apart or (piece.pile == above.pile and piece.pile[0] == "R"), (row, piece.pile, above.pile)


def test_colours_are_those_of_the_theme_or_left_to_the_page():
    now = deal(seed=7)
    assert colour("table-top", "dark") in position_svg(now, theme="dark")
    assert colour("table-top") not in position_svg(now, theme="dark")
    page = position_svg(now, theme="page")
    assert f'fill="var(--cfw-table-top,{colour("table-top")})"' in page
    ElementTree.fromstring(page)
    with pytest.raises(ValueError, match="theme: read 'blue'"):
        position_svg(now, theme="blue")


def test_the_picture_may_be_given_a_least_height():
    height = float(ElementTree.fromstring(position_svg(deal(seed=7))).get("viewBox", "").split()[3])
    for least, expected in ((height + 50, height + 50), (10, height)):
        picture = position_svg(deal(seed=7), least_height=least)
        assert float(ElementTree.fromstring(picture).get("viewBox", "").split()[3]) == expected


def test_the_stock_shows_an_arrow_only_while_a_pass_is_left():
    arrow = art()["symbols"]["turn"]
    assert arrow in position_svg(under("canfield", "7", waste="3C 4C"))
    assert arrow not in position_svg(under("rainbow", "7", waste="3C 4C"))
    assert "Pass 2 of 3" in position_svg(position("rainfall; base 7; pass 2; waste 3C; tableau 7H, -, -, -"))
    assert "Durchgang" not in position_svg(under("canfield", "7", waste="3C"), lang="de")


def test_foundations_stand_in_rows_of_equal_length():
    pieces = [piece for piece in lay_out(deal("double", seed=1)).pieces if piece.pile[0] == "F"]
    rows = {piece.y for piece in pieces}
    assert len(rows) == 2
    assert all(sum(piece.y == row for piece in pieces) == 4 for row in rows)


def test_small_cards_have_the_small_face_and_show_all_of_it_in_a_fan():
    now = under("quadruple", "7", tableau="8H TD", waste="| 9C TH JC")
    small, large = position_svg(now), position_svg(now, width=WIDE)
    assert card_fragment("TD", small=True) in small
    assert card_fragment("TD") in large
    _, _, _, gap, size = art()["small"]
    corner = art()["small"][0] + art()["widths"]["T"] * art()["small"][2] / 100 + gap + size
    ten = next(piece for piece in lay_out(now).pieces if piece.pile == "W" and piece.index == 1)
    assert ten.free[2] >= corner
    eight = next(piece for piece in lay_out(now).pieces if piece.pile == "T1")
    assert eight.free[3] >= art()["small"][1] + art()["small"][2]


# Arrows, captions and what lies face down


def arrow_shapes(picture: str) -> list[str]:
    """The paths that are filled in the colour of arrows."""
    return re.findall(rf'<path d="([^"]*)" fill="{colour("hint")}" stroke="{colour("hint")}"', picture)


def test_arrows_are_drawn_each_once_and_told_in_both_languages():
    now = under("canfield", "7", tableau="8H 7S 6H, 5D, -, 9S", waste="| 7C")
    picture = position_svg(now, arrows=["T1-T4x2", "T2-T4", ("7C", "8H")])
    assert len(set(arrow_shapes(picture))) == 3
    assert ElementTree.fromstring(picture).findtext(f"{NAMESPACE}desc", "").splitlines()[-3:] == [
        "Arrow: seven of spades with the card on it to column 4.",
        "Arrow: five of diamonds to column 4.",
        "Arrow: seven of clubs to the eight of hearts.",
    ]
    german = words_in(position_svg(now, arrows=["T2-F", "W-T3"], lang="de"))
    assert "Pfeil: Karo-Fünf zu Zielstapel 1." in german
    assert "Pfeil: Kreuz-Sieben zu Spalte 3." in german
    assert not arrow_shapes(position_svg(now))


def test_a_caption_stands_below_the_board_and_is_escaped():
    now = deal(seed=12)
    bare, captioned = lay_out(now), lay_out(now, caption="Why <not>? " * 20)
    lines = [label for label in captioned.labels if label not in bare.labels]
    assert len(lines) > 1
    assert min(line.y - line.size for line in lines) >= max(piece.y + 140 for piece in bare.pieces)
    assert max(line.y for line in lines) < captioned.height
    assert ElementTree.fromstring(position_svg(now, caption="a <b> & c")).findtext(f"{NAMESPACE}text[last()]") == (
        "a <b> & c"
    )
    with pytest.raises(ValueError, match="caption: read 5, expected text"):
        position_svg(now, caption=5)  # type: ignore[arg-type]


@given(ROWS, SEEDS)
def test_with_all_cards_in_sight_each_is_drawn_and_named(row: str, seed: int):
    *_, (now, _) = random_walk(row, seed, 10)
    drawn = lay_out(now, player_view=False, pixels=WIDE)
    corners = Counter(piece.marks[1:3] for piece in drawn.pieces if piece.index >= 0)
    for name in now.pile_names():
        if name[0] in "RT":
            for card in now.pile(name):
                assert corners[card_marks(str(card))[1:3]] >= 1
                assert card_name(card) in drawn.words
    if now.stock:
        assert f"next {card_name(now.stock[-1])}" in drawn.words


def test_words_of_all_cards_tell_open_from_closed_ones():
    now = under("candike", "7", stock="2C 3C", tableau="-, (5H) (9C) 4S, JD")
    assert (
        "column 2: face down five of hearts, nine of clubs; face up four of spades."
        in lay_out(now, player_view=False).words.splitlines()
    )
    assert "Stapel: 2 Karten; als Nächstes Kreuz-Drei." in lay_out(now, player_view=False, lang="de").words.splitlines()
    assert "column 3: jack of diamonds." in lay_out(now, player_view=False).words.splitlines()


@given(ROWS, SEEDS, st.sampled_from(LANGUAGES))
def test_no_hidden_card_is_told_by_a_move_or_an_arrow(row: str, seed: int, lang: str):
    for now, move in [*random_walk(row, seed, 12)][::3]:
        if move is not None:
            assert position_svg(now, move=move, arrows=[move], lang=lang) == position_svg(
                shuffled_out_of_sight(now) if move.source != "R" else now.player_view(), move=move, arrows=[move],
                lang=lang,
            )  # fmt: skip


@given(ROWS, SEEDS)
def test_a_position_is_shown_as_its_picture_and_names_no_hidden_card(row: str, seed: int):
    *_, (now, _) = random_walk(row, seed, 8)
    assert now._repr_svg_() == position_svg(now) == now.player_view()._repr_svg_()
    mimetype, shown = now._mime_()
    assert (mimetype, shown.replace(' style="max-width:100%;height:auto"', "")) == ("text/html", position_svg(now))


def test_a_position_loads_its_picture_only_when_it_is_asked_for():
    code = "import canfield_widget as cw, sys; now = cw.deal(seed=1); print('canfield_widget.svg' in sys.modules); "
    code += "now._repr_svg_(); print('canfield_widget.svg' in sys.modules, 'matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("pixels", [120, 300, 720])
def test_no_number_and_no_pass_lie_on_each_other(lang: str, pixels: int):
    for variant in VARIANTS:
        labels = lay_out(deal(variant, seed=1), lang=lang, pixels=pixels).labels
        spans = sorted((round(label.y), label.x - width_of(label.text, label.size) / 2,
                        label.x + width_of(label.text, label.size) / 2) for label in labels)  # fmt: skip
        assert all(one[0] != other[0] or one[2] < other[1] for one, other in pairwise(spans)), variant
