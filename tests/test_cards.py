"""Suits, ranks and cards: how they are read, and what comes after what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import (
    RANK_LETTERS,
    SUITS,
    UNKNOWN,
    Card,
    Suit,
    full_pack,
    next_rank,
    rank_before,
    ranks_up,
    read_card,
)

LIMITS = st.integers(1, 13)
CARDS = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)]


def test_a_card_is_read_as_it_is_written():
    assert [read_card(str(card)) for card in CARDS] == CARDS
    assert len({str(card) for card in CARDS}) == 52


def test_the_letters_stand_for_ranks_and_suits():
    assert read_card("AS") == Card(1, Suit.SPADES)
    assert read_card("TH") == Card(10, Suit.HEARTS)
    assert read_card("JD") == Card(11, Suit.DIAMONDS)
    assert read_card("QC") == Card(12, Suit.CLUBS)
    assert read_card("KC") == Card(13, Suit.CLUBS)


def test_small_letters_and_the_ten_in_figures_are_read_too():
    assert read_card("qh") == read_card("QH")
    assert read_card("10d") == read_card("10D") == read_card("TD")


def test_a_card_that_nobody_has_seen_is_a_question_mark():
    assert read_card("?") is UNKNOWN
    assert str(UNKNOWN) == "?"
    assert UNKNOWN not in CARDS


@pytest.mark.parametrize("text", ["", " ", "7", "H", "H7", "1H", "0S", "11S", "7X", "7HH", " 7H", "7♥", "XX", "??"])
def test_what_is_no_card_is_refused_with_what_was_read_and_what_was_expected(text: str):
    with pytest.raises(ValueError, match="expected a rank A 2-9 T J Q K and a suit S H D C") as refused:
        read_card(text)
    assert repr(text) in str(refused.value)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_value_error(text: str):
    try:
        card = read_card(text)
    except ValueError:
        return
    assert card is UNKNOWN or card in CARDS


def test_a_card_shows_itself_by_its_letters():
    assert repr(Card(12, Suit.SPADES)) == "Card('QS')"


def test_equal_cards_of_two_decks_are_equal():
    assert len(set(full_pack(2))) == 52
    assert full_pack(2).count(Card(7, Suit.HEARTS)) == 2


def test_hearts_and_diamonds_are_red():
    assert [suit for suit in Suit if suit.red] == [Suit.HEARTS, Suit.DIAMONDS]


def test_a_pack_has_every_card_once_for_each_deck():
    assert sorted(map(str, full_pack(1))) == sorted(map(str, CARDS))
    assert all(full_pack(4).count(card) == 4 for card in CARDS)


def test_the_pack_is_in_the_order_from_which_deals_are_shuffled():
    assert " ".join(map(str, full_pack(1)[:14])) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert " ".join(map(str, full_pack(2)[49:55])) == "JS QS KS AC 2C 3C"


def test_a_miniature_pack_has_the_lowest_ranks_only():
    assert " ".join(map(str, full_pack(1, ranks=3))) == "AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S"


def test_after_the_king_comes_the_ace():
    assert [next_rank(rank) for rank in range(1, 14)] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1]


def test_below_the_ace_comes_the_king():
    assert [rank_before(rank) for rank in range(1, 14)] == [13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


@given(LIMITS, st.data())
def test_up_and_down_take_each_other_back_in_packs_of_any_size(ranks: int, data: st.DataObject):
    rank = data.draw(st.integers(1, ranks))
    assert rank_before(next_rank(rank, ranks), ranks) == rank
    assert next_rank(rank_before(rank, ranks), ranks) == rank
    assert 1 <= next_rank(rank, ranks) <= ranks


@given(LIMITS, st.data())
def test_a_foundation_has_every_rank_once_and_ends_below_its_base(ranks: int, data: st.DataObject):
    base = data.draw(st.integers(1, ranks))
    going_up = ranks_up(base, ranks, ranks)
    assert going_up[0] == base
    assert sorted(going_up) == list(range(1, ranks + 1))
    assert going_up[-1] == rank_before(base, ranks)


def test_a_foundation_on_the_nine_ends_with_the_eight():
    assert "".join(RANK_LETTERS[rank - 1] for rank in ranks_up(9, 13)) == "9TJQKA2345678"
