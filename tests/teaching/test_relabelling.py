"""Other cards in the same places: what stays alike, and that the engine says the same of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import SUITS, UNKNOWN, Card, Suit, full_pack, read_card
from canfield_widget.moves import FOUNDATION, read_move
from canfield_widget.notation import read_position, write_position
from canfield_widget.position import deal
from canfield_widget.rules import advance, legal_moves, steps, why_not
from canfield_widget.teaching.relabelling import RANK_CHANGES, SAME, SUIT_CHANGES, Relabelling
from canfield_widget.teaching.twins import ranks_are_alike
from canfield_widget.variants import VARIANTS
from samples import random_walk

CYCLIC = [row for row in VARIANTS if ranks_are_alike(VARIANTS[row])]
EVERY = st.sampled_from(RANK_CHANGES)


def test_there_are_eight_changes_of_suit_that_keep_colours_apart():
    alike = [new for new in permutations(SUITS) if len({(a.red, b.red) for a, b in zip(SUITS, new, strict=True)}) == 2]
    assert {change.suits for change in SUIT_CHANGES} == set(alike)
    assert len(SUIT_CHANGES) == 8
    assert SUIT_CHANGES[0] == RANK_CHANGES[0] == SAME


def test_every_change_of_suits_comes_with_every_shift():
    assert len(set(RANK_CHANGES)) == 8 * 13


@pytest.mark.parametrize("changes", [SUIT_CHANGES, RANK_CHANGES])
def test_neighbours_differ_in_every_suit(changes: tuple[Relabelling, ...]):
    for one, other in zip(changes, (*changes[1:], changes[0]), strict=True):
        assert all(one.suit(suit) is not other.suit(suit) for suit in SUITS)


def test_neighbours_differ_in_every_rank():
    for one, other in zip(RANK_CHANGES, (*RANK_CHANGES[1:], RANK_CHANGES[0]), strict=True):
        assert one.shift != other.shift


@pytest.mark.parametrize("suits", ["SSHD", "SHC", "HSDC", ""])
def test_suits_that_do_not_keep_colours_together_are_refused(suits: str):
    with pytest.raises(ValueError, match="expected all four, those of a colour together"):
        Relabelling(tuple(map(Suit, suits)))


@given(EVERY)
def test_cards_are_exchanged_and_colours_stay_apart(change: Relabelling):
    pack = full_pack(1)
    assert sorted(map(str, change.pile(pack))) == sorted(map(str, pack))
    for one in pack[::7]:
        for other in pack[::5]:
            assert (one.suit.red == other.suit.red) == (change.card(one).suit.red == change.card(other).suit.red)


@given(EVERY)
def test_what_was_relabelled_is_taken_back_by_the_inverse(change: Relabelling):
    pack = full_pack(1)
    assert change.inverse().pile(change.pile(pack)) == pack
    assert change.inverse().move(change.move(read_move("FH7-T3"))) == read_move("FH7-T3")


def test_a_card_that_nobody_knows_stays_unknown():
    assert RANK_CHANGES[5].card(UNKNOWN) == UNKNOWN


def test_a_position_is_relabelled_pile_by_pile_and_keeps_what_lies_face_down():
    change = Relabelling((Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS), shift=2)
    now = read_position("canfield; base Q; stock 2C ?; waste 3C | 4H; reserve 5D; foundations AS - - -; "
                        "tableau (KH) QC, -, 7S, 8D")  # fmt: skip
    assert write_position(change.position(now)) == (
        "canfield; base A; stock 4D ?; waste 5D | 6S; reserve 7C; foundations 3H - - -; tableau (2S) AD, -, 9H, TC"
    )


def test_other_ranks_are_refused_where_there_are_not_thirteen():
    now = deal(replace(VARIANTS["canfield"], ranks=5, reserve_size=3), seed=1)
    assert SUIT_CHANGES[3].position(now)
    with pytest.raises(ValueError, match="read a shift of 5 for 5 ranks, expected 13 ranks"):
        RANK_CHANGES[1].position(now)


@given(st.sampled_from(CYCLIC), st.integers(0, 3), st.integers(0, 40), EVERY)
def test_the_moves_of_a_relabelled_position_are_the_relabelled_moves(
    row: str, seed: int, length: int, change: Relabelling
):
    *_, (now, _) = random_walk(row, seed, length)
    other = change.position(now)
    assert {change.move(move) for move in legal_moves(now)} == set(legal_moves(other))
    for move in legal_moves(now):
        twin = change.move(move)
        assert change.position(advance(now, move, steps(now, move))) == advance(other, twin, steps(other, twin))


@given(st.sampled_from([*VARIANTS]), st.integers(0, 3), st.integers(0, 40), st.sampled_from(SUIT_CHANGES))
def test_a_change_of_suits_changes_no_rule_of_any_row(row: str, seed: int, length: int, change: Relabelling):
    *_, (now, _) = random_walk(row, seed, length)
    assert {change.move(move) for move in legal_moves(now)} == set(legal_moves(change.position(now)))


@given(st.sampled_from(CYCLIC), st.integers(0, 3), st.integers(5, 30), EVERY)
def test_a_refusal_blames_the_relabelled_cards(row: str, seed: int, length: int, change: Relabelling):
    *_, (now, _) = random_walk(row, seed, length)
    for token in ("T1-T2", "W-T1", "R-F", "T3-F", "W-S"):
        move = read_move(token if token[0] != "R" or now.variant.reserve_piles == 1 else "W-F")
        here, there = why_not(now, move), why_not(change.position(now), change.move(move))
        assert (here is None) == (there is None)
        if here and there:
            assert (here.reason, change.pile(here.cards), here.allowed_by and set(here.allowed_by) & set(CYCLIC)) == (
                there.reason,
                there.cards,
                there.allowed_by and set(there.allowed_by) & set(CYCLIC),
            )


def test_a_token_without_a_card_stays():
    assert RANK_CHANGES[9].move(read_move("T1-T2x3")) == read_move("T1-T2x3")
    assert str(RANK_CHANGES[9].move(read_move("FH7-T3")))[0] == FOUNDATION


def test_a_card_is_named_as_the_relabelling_says():
    assert Relabelling(shift=12).card(read_card("AS")) == Card(13, Suit.SPADES)
