"""The ring of stock and waste: what comes to the top, what taking a card changes, and nothing that nobody has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN, full_pack
from canfield_widget.diagrams import Drawing
from canfield_widget.faces import THEMES
from canfield_widget.game import Game
from canfield_widget.lettering import width_of
from canfield_widget.moves import Move
from canfield_widget.position import Position, deal
from canfield_widget.rounds import MOST_NAMED, round_cards
from canfield_widget.rules import apply, is_won, legal_moves
from canfield_widget.speech import card_name
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS
from canfield_widget.wheel import Wheel, speak_wheel, wheel_of
from canfield_widget.wheel_picture import WheelPicture, lay_wheel
from canfield_widget.wheel_svg import wheel_svg
from canfield_widget.wheels import stock_wheel
from samples import SOAK, cards, play, random_walk, under, with_hidden_cards_permuted

GAMES = st.tuples(st.sampled_from([*VARIANTS]), st.integers(0, 60), st.integers(0, 60))
"""A row, the number of a deal and how many random moves are made."""
EXAMPLES = settings(max_examples=600 if SOAK else 50, deadline=None)
SEVEN = "8S 7S 6S 5S 4S 3S 2S"
TURN, AGAIN = Move("S", "W"), Move("W", "S")


def walked(row: str, seed: int, length: int) -> list[Position]:
    """The positions of a random game, the last one where it stands."""
    return [now for now, _ in random_walk(row, seed, length)]


def ring(size: int, *, turned: int = 0, packet: int = 3, then: int | None = 3) -> Wheel:
    """A ring whose cards tell their places."""
    return Wheel(full_pack(4)[:size], turned, packet, then)


def numbers(places: tuple[int, ...] | None) -> list[int]:
    """Places as a player counts them, from 1."""
    return [place + 1 for place in places or ()]


# What comes to the top


def test_of_seven_cards_three_at_a_time_the_third_the_sixth_and_the_seventh_come():
    seven = wheel_of(under("canfield", "K", stock=SEVEN))
    assert numbers(seven.this_pass) == numbers(seven.next_pass) == [3, 6, 7]
    assert [len(packet) for packet in seven.packets] == [3, 3, 1]


def test_of_six_cards_taking_the_third_brings_the_fourth():
    taking = ring(6).after(2)
    assert numbers(ring(6).next_pass) == [3, 6]
    assert numbers(taking.next_pass) == [4, 6]
    assert (numbers(taking.new), numbers(taking.lost)) == ([4], [])


def test_taking_shifts_only_the_packets_behind_it():
    taking = ring(12).after(5)
    assert numbers(taking.next_pass) == [3, 7, 10, 12]
    assert (numbers(taking.new), numbers(taking.lost)) == ([7, 10], [9])
    assert numbers(ring(12).after(11).next_pass) == [3, 6, 9, 11]


def test_the_card_that_is_taken_is_not_called_lost_and_the_one_under_it_lies_open():
    taking = ring(9, turned=6).after(5)
    assert 5 not in (*taking.lost, *(taking.next_pass or ()))
    assert taking.wheel.open == 4
    assert taking.wheel.cards == full_pack(4)[:5] + full_pack(4)[6:9]


@pytest.mark.parametrize(
    ("packet", "turned", "this", "then"),
    [(1, 2, [3, 4, 5], [1, 2, 3, 4, 5]), (2, 2, [4, 5], [2, 4, 5]), (2, 3, [5], [2, 4, 5]), (3, 5, [], [3, 5])],
)
def test_what_comes_depends_on_the_size_of_a_packet_and_on_where_the_pass_stands(
    packet: int, turned: int, this: list[int], then: list[int]
):
    wheel = ring(5, turned=turned, packet=packet, then=packet)
    assert (numbers(wheel.this_pass), numbers(wheel.next_pass)) == (this, then)


def test_packets_that_get_smaller_are_those_of_the_next_pass():
    wheel = wheel_of(under("rush", "5", stock="7S 6S 5S 4S 3S 2S"))
    assert (numbers(wheel.this_pass), numbers(wheel.next_pass)) == ([3, 6], [2, 4, 6])
    assert numbers(wheel.after(2).next_pass) == [2, 5, 6]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_the_last_pass_there_is_no_next_one_and_it_is_said(lang: str):
    last = wheel_of(under("rainfall", "5", stock="4C 2C", waste="3S", **{"pass": "3"}))
    assert last.next_pass is None
    assert last.after(0).next_pass is None
    said = " ".join(speak_wheel(last, 0, lang))
    assert ("There is no next pass." if lang == "en" else "Einen weiteren Durchgang gibt es nicht.") in said
    assert not [part for part in lay_wheel(last, take=0).parts if part.name.split()[0] in ("next", "new", "lost")]
    assert wheel_of(under("rainfall", "5", stock="4C 2C", **{"pass": "2"})).next_pass == (0, 1)


def test_without_stock_and_waste_the_ring_is_empty():
    empty = wheel_of(under("canfield", "5"))
    assert (empty.cards, empty.open, empty.takes, empty.next_pass) == ((), None, (), ())
    assert speak_wheel(empty) == ("Stock and waste are empty.",)
    assert lay_wheel(empty).parts == ()
    assert stock_wheel("canfield; base 5").words == "Stock and waste are empty."


@pytest.mark.parametrize("take", [-1, 0, 2, 12])
def test_a_card_that_does_not_come_to_the_top_cannot_be_taken(take: int):
    with pytest.raises(ValueError, match=f"take: read place {take}, expected one that comes.*: 5, 8, 11$"):
        ring(12, turned=6).after(take)
    with pytest.raises(ValueError, match="there is none"):
        ring(0).after(0)


def dealt(now: Position) -> list[int]:
    """The places that the rest of a pass brings to the top, by the moves alone."""
    places = list[int]()
    while TURN in legal_moves(now):
        now = apply(now, TURN)
        places.append(len(now.waste) - 1)
    return places


@EXAMPLES
@given(GAMES)
def test_the_ring_says_what_dealing_does(game: tuple[str, int, int]):
    now = walked(*game)[-1]
    wheel = wheel_of(now, seen=True)
    if is_won(now) or now.base is None:
        return
    assert [*wheel.this_pass] == dealt(now)
    if now.variant.passes is None:
        assert Counter(round_cards(now)) == Counter(
            wheel.cards[place] for place in {*dealt(now), *(wheel.next_pass or ())}
        )
    for _ in wheel.packets:
        now = apply(now, TURN)
    assert (AGAIN in legal_moves(now)) == (wheel.next_pass is not None and bool(wheel.cards))
    if AGAIN in legal_moves(now):
        assert [*(wheel.next_pass or ())] == dealt(apply(now, AGAIN))


@EXAMPLES
@given(GAMES, st.integers(0))
def test_after_a_card_was_taken_the_game_brings_what_the_ring_said(game: tuple[str, int, int], choice: int):
    now = walked(*game)[-1]
    wheel = wheel_of(now, seen=True)
    if not wheel.takes or is_won(now) or now.base is None:
        return
    take = wheel.takes[choice % len(wheel.takes)]
    while len(now.waste) <= take:
        now = apply(now, TURN)
    taken, left = now.waste[-1], replace(now, waste=now.waste[:-1])
    taking = wheel.after(take)
    assert taken == wheel.cards[take]
    assert taking.wheel == wheel_of(left, seen=True)
    if wheel.next_pass is not None:
        assert {*wheel.next_pass} - {take} - {*taking.lost} | {*taking.new} == {*(taking.next_pass or ())}
        assert not {*taking.new} & {*wheel.next_pass}
    while TURN in legal_moves(left):
        left = apply(left, TURN)
    if AGAIN in legal_moves(left):
        then = dealt(apply(left, AGAIN))
        assert [wheel.cards[place] for place in taking.next_pass or ()] == [left.waste[place] for place in then]


def test_no_deal_and_no_redeal_changes_the_order():
    start = deal("canfield", seed=3)
    line = [start]
    for token in ("S-W " * 12 + "W-S S-W S-W").split():
        line.append(play(line[-1], token))
    assert len({wheel_of(now, seen=True).cards for now in line}) == 1


# What has been seen


def test_only_waste_cards_are_seen_at_first():
    wheel = wheel_of(under("canfield", "5", stock="4C 2C", waste="3S 3C"))
    assert wheel.cards == (*cards("3S 3C"), UNKNOWN, UNKNOWN)


def test_what_lay_in_the_waste_before_is_seen():
    start = under("canfield{deal_count=1}", "5", stock="6C 4C 2C")
    assert wheel_of(start, before=[play(start, "S-W"), play(start, "S-W S-W")]).cards == (*cards("2C 4C"), UNKNOWN)
    assert wheel_of(start).cards == (UNKNOWN,) * 3
    assert wheel_of(start, seen=True).cards == cards("2C 4C 6C")


@EXAMPLES
@given(GAMES)
def test_a_card_is_seen_if_and_only_if_it_lay_in_the_waste(game: tuple[str, int, int]):
    line = walked(*game)
    lay = list[bool]()
    for before, now in pairwise([line[0], *line]):
        if not lay:
            lay = [False] * (len(now.stock) + len(now.waste))
        if len(now.stock) + len(now.waste) < len(lay):
            del lay[len(before.waste) - 1]
        lay[: len(now.waste)] = [True] * len(now.waste)
    wheel = wheel_of(line[-1], before=line)
    assert [card != UNKNOWN for card in wheel.cards] == lay


def told(wheel: Wheel, lang: str) -> tuple[object, ...]:
    """All that is said and drawn of a ring."""
    takes = (None, *wheel.takes[:1])
    return (
        wheel,
        *(speak_wheel(wheel, take, lang) for take in takes),
        *(wheel_svg(wheel, take=take) for take in takes),
    )


@EXAMPLES
@given(GAMES, st.integers(), st.sampled_from(LANGUAGES))
def test_hidden_cards_make_no_difference_and_are_not_named(game: tuple[str, int, int], seed: int, lang: str):
    line = walked(*game)
    now = line[-1]
    if min(len(each.stock) for each in line) == len(now.stock) and now.pass_number == 1:
        other = with_hidden_cards_permuted(now, seed)
        assert told(wheel_of(now, before=line), lang) == told(wheel_of(other, before=line), lang)
    assert told(wheel_of(now.player_view()), lang) == told(wheel_of(now), lang) or now.pass_number > 1
    wheel = wheel_of(now, before=line)
    said = " ".join(map(str, told(wheel, lang)[1:]))
    hidden = {*now.stock} - {*wheel.cards}
    assert not [card for card in hidden if card_name(card, lang) in said]


# In words


def test_the_ring_is_told_in_english():
    said = speak_wheel(wheel_of(under("canfield", "K", stock="8S TS 6S 5S 4S 3S", waste="2S"), seen=True), 0)
    assert said == (
        "Stock and waste are one ring in the order of dealing: 7 cards, 1 in the waste and 6 in the stock.",
        "Open now: two of spades.",
        "Still to come in this pass: five of spades, eight of spades.",
        "In the next pass, if the two of spades is taken: five of spades, eight of spades.",
        "New: five of spades.",
        "No longer: four of spades, ten of spades.",
    )


def test_the_ring_is_told_in_german():
    said = speak_wheel(wheel_of(under("canfield", "K", stock="8S TS", waste="2S JS")), 1, "de")
    assert said == (
        "Stapel und Ablage sind ein Ring in der Reihenfolge des Gebens: 4 Karten, 2 in der Ablage und 2 im Stapel.",
        "Jetzt offen: Pik-Bube.",
        "In diesem Durchgang kommen noch: eine noch nicht gesehene Karte.",
        "Ist Pik-Bube genommen, liegt offen: Pik-Zwei.",
        "Im nächsten Durchgang, wenn Pik-Bube genommen wird: eine noch nicht gesehene Karte.",
        "Nicht mehr: eine noch nicht gesehene Karte.",
    )


def test_a_card_that_nobody_has_seen_is_taken_by_its_number():
    said = speak_wheel(wheel_of(under("canfield", "K", stock=SEVEN)), 2)
    assert "In the next pass, if card 3 of the ring is taken: 2 cards not seen yet." in said


def test_if_no_card_is_left_the_next_pass_brings_none():
    assert "In the next pass, if the two of spades is taken: no card." in speak_wheel(
        wheel_of(under("canfield", "K", waste="2S")), 0
    )


def test_of_many_cards_only_the_number_is_said():
    wheel = ring(52, packet=1, then=1)
    assert len(wheel.this_pass) > MOST_NAMED
    assert "Still to come in this pass: 52 cards." in speak_wheel(wheel)


# The picture


def kinds(drawn: WheelPicture, kind: str) -> list[int]:
    """The numbers of the parts of a kind, such as the places with a plus."""
    return [int(part.name.split()[1]) for part in drawn.parts if part.name.split()[0] == kind and " " in part.name]


@pytest.mark.parametrize("pixels", [320, 340, 700])
@pytest.mark.parametrize("size", [1, 2, 7, 34, 48, 85, 122, 160])
def test_everything_lies_inside_and_every_place_is_drawn_once(size: int, pixels: float):
    wheel = ring(size, turned=size // 4)
    drawn = lay_wheel(wheel, pixels=pixels, take=wheel.takes[0], caption=True)
    assert kinds(drawn, "place") == [*range(1, size + 1)]
    assert kinds(drawn, "packet") == [*range(1, len(wheel.packets) + 1)]
    taking = wheel.after(wheel.takes[0])
    assert kinds(drawn, "new") == numbers(taking.new)
    assert kinds(drawn, "lost") == numbers(taking.lost)
    for part in drawn.parts:
        for mark in part.marks:
            if isinstance(mark.path, str):
                points = [float(word) for word in mark.path.translate(dict.fromkeys(map(ord, "MLQCZ"), " ")).split()]
                xs = [mark.x + mark.across * x for x in points[::2]]
                ys = [mark.y + mark.down * y for y in points[1::2]]
                assert min(xs) >= 0, part.name
                assert max(xs) <= drawn.width, part.name
                assert min(ys) >= 0, part.name
                assert max(ys) <= drawn.height, part.name
    assert all(0 < label.y < drawn.height for label in drawn.labels)


def boxes(drawn: WheelPicture) -> list[tuple[float, float, float, float]]:
    """Where the labels with rank and suit lie: left, top, right, bottom."""
    found = list[tuple[float, float, float, float]]()
    for part in drawn.parts:
        if part.name.split()[0] in ("place", "comes", "then") and len(part.marks) > 1:
            path = str(part.marks[0].path)
            points = [float(word) for word in path.translate(dict.fromkeys(map(ord, "MLQCZ"), " ")).split()]
            found.append((min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2])))
    return found


@pytest.mark.parametrize("pixels", [340, 700])
@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("size", [7, 34, 48, 55, 85, 122, 160])
def test_labels_do_not_cover_each_other_nor_what_the_signs_mean(size: int, taken: bool, pixels: float):
    wheel = ring(size, turned=size // 4)
    drawn = lay_wheel(wheel, pixels=pixels, lang="de", take=wheel.open if taken else None)
    labels = boxes(drawn)
    assert labels
    words = [
        (label.x - width_of(label.text, label.size) / 2, label.y - label.size,
         label.x + width_of(label.text, label.size) / 2, label.y)
        for label in drawn.labels
    ]  # fmt: skip
    assert len(words) >= 4
    for n, one in enumerate(labels):
        for other in (*labels[n + 1 :], *words):
            apart = max(one[0], other[0]) - min(one[2], other[2]), max(one[1], other[1]) - min(one[3], other[3])
            assert max(apart) > -1, (one, other)


def test_on_four_decks_only_what_comes_has_a_label():
    wheel = ring(160, turned=9)
    drawn = lay_wheel(wheel, pixels=340)
    assert kinds(drawn, "comes") == numbers(wheel.takes)
    game = Game.from_text("demon; deal 7; moves S-W S-W S-W S-W S-W")
    few = lay_wheel(wheel_of(game.position), pixels=340)
    assert (kinds(few, "comes"), kinds(few, "then")) == ([15], [3, 6, 9, 12, 15])
    unseen = wheel_of(deal("quadruple", seed=7))
    assert len(unseen.cards) == 160
    assert boxes(lay_wheel(unseen, pixels=340)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("theme", [*THEMES, "page"])
def test_the_svg_is_well_formed_and_has_its_words_as_its_name(theme: str, lang: str):
    game = Game.from_text("canfield; deal 7; moves " + "S-W " * 12 + "W-S S-W")
    wheel = wheel_of(game.position, before=game.positions)
    picture = wheel_svg(wheel, take=2, lang=lang, theme=theme, caption=True)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.get("aria-label") == " ".join(speak_wheel(wheel, 2, lang))
    assert ("var(--cfw-can,#0B6E69)" in picture) == (theme == "page")
    with pytest.raises(ValueError, match="theme: read 'blue'"):
        wheel_svg(wheel, theme="blue")


def test_the_name_of_the_svg_is_escaped():
    assert ElementTree.fromstring(wheel_svg(ring(3), name='<b>"&')).get("aria-label") == '<b>"&'


def test_ranks_are_lettered_in_the_language():
    jack = wheel_of(under("canfield", "5", waste="JS"))
    assert wheel_svg(jack, lang="en").split("aria-label")[1] != wheel_svg(jack, lang="de").split("aria-label")[1]
    faces = [[part.marks for part in lay_wheel(jack, lang=lang).parts if part.name == "place 1"] for lang in LANGUAGES]
    assert faces[0] != faces[1]


# The figure


def drawn_names(ax: object) -> list[str]:
    return [str(artist.get_gid()) for artist in ax.get_children() if isinstance(artist, Drawing)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", THEMES)
def test_the_figure_draws_every_place_and_is_not_left_in_pyplot(theme: str):
    ax = stock_wheel("canfield; deal 7; moves S-W S-W", theme=theme, width=3.4)
    assert [name for name in drawn_names(ax) if name.startswith("place")] == [f"place {n}" for n in range(1, 35)]
    data, _ = ax._repr_mimebundle_()
    assert data["image/png"]
    assert data["text/plain"] == "\n".join(speak_wheel(wheel_of(play(deal(seed=7), "S-W S-W"))))
    assert plt.get_fignums() == []


def test_a_game_knows_what_was_seen_and_a_position_does_not():
    game = Game.from_text("canfield; deal 7; moves " + "S-W " * 12 + "W-S")
    assert "not seen yet" not in stock_wheel(game).words
    assert "not seen yet" in stock_wheel(game.position).words
    assert stock_wheel(game.position, seen=True).words == stock_wheel(game).words
    game.go_to(1)
    assert "not seen yet" in stock_wheel(game).words


def test_a_card_is_taken_by_its_name_or_its_place():
    now = under("canfield", "5", stock="4C 2C 8H 7H", waste="3S 3C")
    by_place = stock_wheel(now, take=2, lang="de").words
    assert (
        by_place
        == stock_wheel(now, take="3c", lang="de").words
        == stock_wheel(now, take=cards("3C")[0], lang="de").words
    )
    assert "wenn Kreuz-Drei genommen wird" in by_place


@pytest.mark.parametrize("take", ["3S", "4C", "2C", "?", 1, 0, True, 3.5])
def test_what_cannot_be_taken_is_refused(take: object):
    now = under("canfield", "5", stock="4C 2C 8H 7H", waste="3S 3C")
    with pytest.raises(ValueError, match=r"take: read .*, expected a seen card .* \(3C\) or its place \(2, 5, 6\)"):
        stock_wheel(now, take=take)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "message"),
    [({"theme": "blue"}, "theme: read"), ({"width": 0}, "width: read"), ({"lang": "fr"}, "lang: read"),
     ({"ax": 3}, "ax: read"), ({"take": "XX"}, "'XX' is no card")],
)  # fmt: skip
def test_what_is_none_is_told(more: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        stock_wheel("canfield; base 5; waste 3C", **more)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="position: read 5"):
        stock_wheel(5)  # type: ignore[arg-type]


def test_it_is_drawn_on_axes_that_are_handed_in():
    figure, ax = plt.subplots(figsize=(5, 5))
    assert stock_wheel("canfield; base 5; waste 3C", ax=ax) is ax
    assert "place 1" in drawn_names(ax)
    plt.close(figure)
