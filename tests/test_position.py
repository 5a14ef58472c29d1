"""Positions and deals: the same cards for the same number, the order of a deck, what is wrong, what is seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN, Card, Pile, full_pack, read_card
from canfield_widget.position import (
    BIGGEST_DEAL,
    Position,
    Problem,
    ProblemCode,
    deal,
    problems,
    random_seed,
    read_deck,
    shuffled,
)
from canfield_widget.rules import is_won
from canfield_widget.variants import VARIANTS, ReserveFace
from samples import decks, position, random_walk

ROWS = [*VARIANTS]
DECK = decks()["1-deck-1"]
WORDS = DECK.split()
CANFIELD = VARIANTS["canfield"]
DUCHESS = replace(
    CANFIELD, id="duchess", base_rank="chosen", reserve_size=3, reserve_piles=4, reserve_face="all",
    space_with_reserve="reserve", passes=2, deal_count=1,
)  # fmt: skip


def cards(words: list[str] | str) -> Pile:
    """The cards of some words."""
    return tuple(read_card(word) for word in (words.split() if isinstance(words, str) else words))


def in_deal_order(position: Position) -> list[Card]:
    """The cards of a fresh deal as they came off the pack, pre-founded bases left out."""
    v = position.variant
    rows = [card for row in zip(*position.tableau, strict=True) for card in row]
    base = [] if v.prefounded or v.base_rank == "chosen" else list(position.foundations[0])
    return [*(card for pile in position.reserves for card in pile), *base, *rows, *reversed(position.stock)]


# Deal numbers


@pytest.mark.parametrize("row", ROWS)
def test_the_same_number_deals_the_same_position(row: str):
    assert deal(row, seed=11) == deal(VARIANTS[row], seed=11)
    assert deal(row, seed=11) != deal(row, seed=12)


@pytest.mark.parametrize("row", ROWS)
def test_a_deal_number_is_the_same_cards_in_every_variant_with_as_many_decks(row: str):
    v = VARIANTS[row]
    pack = [card for card in shuffled(11, v.decks) if not (v.prefounded and card.rank == v.base_rank)]
    assert in_deal_order(deal(row, seed=11)) == pack


def test_the_shuffle_never_changes():
    assert shuffled(7, 1) == cards(
        "4D 5C JH 3S 4H TH KS 6D 4S 7H 9D 2C KD JS TC 2H 7C 4C 7S 2S TS 9S 3C QH 2D 8D 6S AC 9C JD 6H 3D 3H 8H AH KH "
        "6C AS 7D 5H 9H 5S QS AD KC TD 8C JC 5D 8S QD QC"
    )
    assert shuffled(0, 1)[:17] == cards("8S JH 9C 2S 2D QD 6S TC 3D AC JC 7C 9H 8C QS KH 5H")
    assert shuffled(BIGGEST_DEAL, 1)[:17] == cards("5C JC 8H AH TD 9H 2C TC 8S QH 3H 3C TS QC 8D AS 2D")
    assert shuffled(7, 2)[:17] == cards("9C 2S AC KD 4S KS 8S 4D TS 8S QD 9S 7H 3S 6D 2H 3D")
    assert shuffled(7, 4)[:17] == cards("TH 5H 6H 5C QH QH 5D 5S AH 9S AH 8H AS JH 6H TD 2S")
    assert shuffled(7, 1, ranks=4) == cards("3S 3D AD 3C 2D 4H 2S 2C 4C AS 4S 3H AH AC 2H 4D")


@given(st.integers(0, BIGGEST_DEAL), st.integers(1, 4), st.integers(1, 13))
def test_a_shuffle_loses_and_doubles_no_card(seed: int, number_of_decks: int, ranks: int):
    assert Counter(shuffled(seed, number_of_decks, ranks)) == Counter(full_pack(number_of_decks, ranks))


def test_every_card_comes_to_every_place():
    first = Counter(shuffled(seed, 1)[0] for seed in range(2_000))
    last = Counter(shuffled(seed, 1)[51] for seed in range(2_000))
    for seen in (first, last):
        assert len(seen) == 52
        assert max(seen.values()) < 80  # 38 on average


def test_numbers_that_differ_deal_differently():
    assert len({shuffled(seed, 1) for seed in range(1_000)}) == 1_000


def test_a_random_deal_number_has_at_most_six_digits():
    numbers = {random_seed() for _ in range(200)}
    assert len(numbers) > 190
    assert min(numbers) >= 1
    assert max(numbers) <= 999_999


def test_without_a_number_every_deal_is_another():
    assert deal() != deal()


@pytest.mark.parametrize("seed", [-1, BIGGEST_DEAL + 1, 1.0, "7", True])
def test_a_number_that_is_none_is_refused(seed: object):
    with pytest.raises(ValueError, match=r"seed: read .*, expected a whole number from 0 to 9223372036854775807"):
        deal(seed=seed)  # type: ignore[arg-type]


def test_a_number_together_with_a_deck_is_refused():
    with pytest.raises(ValueError, match=r"both a seed \(7\) and a deck"):
        deal(seed=7, deck=DECK)


def test_an_unknown_variant_is_refused():
    with pytest.raises(ValueError, match="'klondike' is no variant"):
        deal("klondike", seed=7)


# The order of a deck


def test_the_thirteenth_card_is_the_top_of_the_reserve_and_the_fourteenth_the_base():
    start = deal(deck=DECK)
    assert start.reserves == (cards(WORDS[:13]),)
    assert start.foundations == (cards(WORDS[13:14]), (), (), ())
    assert start.base == start.foundations[0][0].rank


def test_the_next_four_are_the_columns_and_the_nineteenth_is_turned_first():
    start = deal(deck=DECK)
    assert start.tableau == tuple(cards([word]) for word in WORDS[14:18])
    assert start.stock[::-1] == cards(WORDS[18:])
    assert start.stock[-1] == read_card(WORDS[18])
    assert (start.waste, start.packet, start.pass_number) == ((), 0, 1)


def test_chameleon_deals_a_reserve_of_twelve_and_three_columns():
    start = deal("chameleon", deck=DECK)
    assert start.reserves == (cards(WORDS[:12]),)
    assert start.foundations[0] == cards(WORDS[12:13])
    assert start.tableau == tuple(cards([word]) for word in WORDS[13:16])
    assert start.stock[::-1] == cards(WORDS[16:])


def test_candike_deals_its_columns_row_by_row_the_lower_row_face_down():
    start = deal("candike", deck=DECK)
    assert start.tableau == tuple(cards([WORDS[14 + n], WORDS[21 + n]]) for n in range(7))
    assert start.face_down == (1,) * 7
    assert start.stock[-1] == read_card(WORDS[28])


def test_storehouse_lifts_its_twos_out_where_they_lie():
    start = deal("storehouse", deck=DECK)
    rest = [word for word in WORDS if word[0] != "2"]
    assert start.foundations == tuple(cards([word]) for word in ("2S", "2H", "2D", "2C"))
    assert start.reserves == (cards(rest[:13]),)
    assert start.tableau == tuple(cards([word]) for word in rest[13:17])
    assert start.stock[::-1] == cards(rest[17:])


def test_two_packs_have_eight_bases_laid_out():
    start = deal("variegated", deck=decks()["2-deck-1"])
    assert [str(pile[0]) for pile in start.foundations] == ["AS", "AH", "AD", "AC"] * 2
    assert len(start.stock) == 78


def test_selective_deals_five_to_choose_from_and_no_base():
    start = deal("selective", deck=DECK)
    assert start.base is None
    assert start.foundations == ((),) * 4
    assert start.tableau == tuple(cards([word]) for word in WORDS[13:18])
    assert start.stock[-1] == read_card(WORDS[18])


def test_several_reserves_are_dealt_one_after_the_other():
    start = deal(DUCHESS, deck=DECK)
    assert start.reserves == tuple(cards(WORDS[n : n + 3]) for n in (0, 3, 6, 9))
    assert start.tableau == tuple(cards([word]) for word in WORDS[12:17])


def test_quadruple_deals_a_reserve_of_39_eight_columns_and_a_stock_of_160():
    start = deal("quadruple", seed=7)
    assert [len(pile) for pile in start.reserves] == [39]
    assert [len(pile) for pile in start.tableau] == [1] * 8
    assert len(start.stock) == 160
    assert [len(pile) for pile in start.foundations] == [1] + [0] * 15


@pytest.mark.parametrize("row", ROWS)
def test_every_deal_is_complete(row: str):
    assert problems(deal(row, seed=3)) == ()


def test_a_deck_may_be_written_over_many_lines_in_small_letters_and_with_ten_in_figures():
    lines = "\n".join(DECK.lower().replace("t", "10").split())
    assert deal(deck=lines) == deal(deck=DECK)


# Decks that are wrong


def changed(place: int, word: str) -> str:
    """The deck with another word at a place counted from 1."""
    return " ".join([*WORDS[: place - 1], word, *WORDS[place:]])


def test_an_unreadable_card_is_named_with_its_place():
    with pytest.raises(ValueError, match=r"deck: card 20: '1X' is no card"):
        deal(deck=changed(20, "1X"))


def test_a_hidden_card_is_refused_with_its_place():
    with pytest.raises(ValueError, match=r"deck: card 52 is hidden \('\?'\)"):
        deal(deck=changed(52, "?"))


def test_a_card_twice_is_named_and_so_is_the_one_that_is_missing():
    with pytest.raises(ValueError, match=f"missing: {WORDS[4]}; too often: {WORDS[9]}$"):
        deal(deck=changed(5, WORDS[9]))


def test_a_deck_that_is_too_short_says_how_many_it_has_and_what_is_missing():
    with pytest.raises(ValueError, match="read 50 cards, expected all 52 once each; missing:") as refused:
        deal(deck=" ".join(WORDS[:50]))
    assert set(str(refused.value).split("missing: ")[1].split()) == set(WORDS[50:])


def test_two_packs_for_one_are_too_much():
    with pytest.raises(ValueError, match="read 104 cards, expected all 52 once each; too often:"):
        deal(deck=f"{DECK} {DECK}")


def test_one_pack_for_four_decks_is_too_little():
    with pytest.raises(ValueError, match=r"expected all 208 once each \(4 decks: 4 times each\); missing:"):
        deal("quadruple", deck=DECK)


def test_a_miniature_game_refuses_ranks_it_does_not_have():
    small = replace(CANFIELD, id="small", ranks=4, reserve_size=3)
    with pytest.raises(ValueError, match="deck: card 1 is JS: expected ranks up to 4"):
        read_deck("JS " * 16, small)


# What is wrong with a position


def codes(position: Position) -> set[str]:
    """The codes of the problems."""
    return {str(problem.code) for problem in problems(position)}


START = deal(deck=DECK)


def test_a_card_that_is_nowhere_is_missing():
    short = replace(START, stock=START.stock[1:])
    assert problems(short) == (Problem(ProblemCode.MISSING, START.stock[:1]),)


def test_a_card_that_is_there_twice_is_doubled():
    more = replace(START, waste=START.stock[:1])
    assert problems(more) == (Problem(ProblemCode.DOUBLED, START.stock[:1]),)


def test_cards_nobody_has_seen_are_hidden_and_not_missing_too():
    view = START.player_view()
    assert problems(view) == (Problem(ProblemCode.HIDDEN, (UNKNOWN,) * 46),)
    assert codes(replace(view, stock=view.stock[1:])) == {"hidden", "missing"}


@pytest.mark.parametrize(
    "changes",
    [
        {"tableau": (*START.tableau, ()), "face_down": (0,) * 5},
        {"face_down": (0, 0, 0)},
        {"foundations": START.foundations[:3]},
        {"reserves": (*START.reserves, ())},
    ],
)
def test_the_number_of_piles_must_be_that_of_the_variant(changes: dict[str, object]):
    assert codes(replace(START, **changes)) == {"piles"}  # type: ignore[arg-type]


def test_a_position_with_no_piles_at_all_says_so():
    assert codes(Position(CANFIELD, base=5)) == {"piles", "missing"}


def test_the_base_must_be_known():
    assert "base" in codes(replace(START, base=None))


def test_the_base_must_be_that_of_the_variant():
    acme = deal("acme", seed=1)
    assert codes(replace(acme, base=2)) == {"base", "foundation"}


@pytest.mark.parametrize("base", [0, 14, -1])
def test_the_base_must_be_a_rank(base: int):
    assert codes(replace(START, base=base)) == {"base", "foundation"}


def test_a_base_that_is_still_to_be_chosen_is_no_problem():
    start = deal("selective", deck=DECK)
    assert problems(start) == ()
    assert codes(replace(start, base=7)) == {"piles"}


def test_the_pass_must_be_one_of_the_variant():
    rush = deal("rush", seed=1)
    assert codes(replace(rush, pass_number=3)) == set()
    assert codes(replace(rush, pass_number=4)) == {"pass"}
    assert codes(replace(rush, pass_number=0)) == {"pass"}
    assert codes(replace(START, pass_number=2)) == {"pass"}  # a variant without a limit does not count


@pytest.mark.parametrize(
    "foundation",
    ["+7H+9H", "+7H+8D", "+8H+9H", "+?", "+7H+8H+9H+TH+JH+QH+KH+AH+2H+3H+4H+5H+6H+7H"],
)
def test_a_foundation_goes_up_in_suit_from_the_base(foundation: str):
    wrong = position(f"canfield; base 7; foundations {foundation} - - -")
    blamed = [problem for problem in problems(wrong) if problem.code is ProblemCode.FOUNDATION]
    assert blamed == [Problem(ProblemCode.FOUNDATION, wrong.foundations[0][:1], "F1")]


def test_the_top_of_a_column_lies_face_up():
    start = deal("candike", deck=DECK)
    wrong = replace(start, face_down=(1, 3, *start.face_down[2:]))
    assert problems(wrong) == (Problem(ProblemCode.TOP_DOWN, start.tableau[1][-1:], "T2"),)


def test_everything_wrong_is_said_at_once():
    wrong = position("rush; base 7; pass 2; stock 3C 3C; foundations 9H - - -; tableau (QS), -, -, -")
    assert codes(wrong) == {"missing", "doubled", "top-down"}


@given(st.sampled_from(ROWS), st.integers(0, 10**6))
def test_every_position_of_a_game_is_complete(row: str, seed: int):
    assert all(problems(now) == () for now, _ in random_walk(row, seed, 25))


# What a player sees


def test_a_player_sees_the_top_of_the_reserve_alone():
    seen = deal("canfield", deck=DECK).player_view()
    assert seen.reserves == ((UNKNOWN,) * 12 + cards(WORDS[12:13]),)
    assert seen.stock == (UNKNOWN,) * 34


def test_the_reserve_of_superior_is_seen_whole():
    seen = deal("superior", deck=DECK).player_view()
    assert seen.reserves == (cards(WORDS[:13]),)


def test_a_closed_reserve_is_hidden_until_its_last_card():
    closed = replace(deal(deck=DECK), variant=replace(CANFIELD, reserve_face="none"))
    assert closed.player_view().reserves == ((UNKNOWN,) * 13,)
    assert replace(closed, reserves=(cards("7H"),)).player_view().reserves == (cards("7H"),)


def test_a_player_sees_the_waste_the_foundations_and_what_lies_face_up():
    now = position("candike; base 7; waste 3C 4D; foundations 9H - - -; tableau (QS) (2D) 5H 4C, -, 8S, -, -, -, -")
    seen = now.player_view()
    assert (seen.waste, seen.foundations) == (now.waste, now.foundations)
    assert seen.tableau[0] == (UNKNOWN, UNKNOWN, *cards("5H 4C"))
    assert seen.tableau[2] == cards("8S")


@given(st.sampled_from(ROWS), st.integers(0, 10**6))
def test_a_view_hides_exactly_what_lies_face_down(row: str, seed: int):
    for now, _ in random_walk(row, seed, 12):
        seen = now.player_view()
        for name in now.pile_names():
            for i, (card, shown) in enumerate(zip(now.pile(name), seen.pile(name), strict=True)):
                is_top = i == len(now.pile(name)) - 1
                hidden = {
                    "S": True,
                    "W": False,
                    "F": False,
                    "R": now.variant.reserve_face is not ReserveFace.ALL and not is_top,
                    "T": name[0] == "T" and now.face_down[int(name[1:]) - 1] >> i & 1,
                }[name[0]]
                assert shown == (UNKNOWN if hidden else card)


def test_a_view_of_a_view_is_the_same():
    seen = deal("candike", deck=DECK).player_view()
    assert seen.player_view() == seen


# Positions as values


def test_equal_positions_are_equal_and_hash_alike():
    assert deal(seed=7) == deal(seed=7)
    assert len({deal(seed=7), deal(seed=7), deal(seed=8)}) == 2


def test_the_packet_that_is_shown_makes_no_difference():
    assert replace(START, packet=3) == START
    assert hash(replace(START, packet=3)) == hash(START)


def test_the_same_cards_under_other_rules_are_another_position():
    assert deal("canfield", seed=7) != deal("canfield-single", seed=7)


def test_a_position_prints_what_a_player_sees():
    now = position(
        """canfield; base 7; stock 3C 4D; waste 9C 4H JC TH; reserve 2D TS; foundations 9S 7D - -;
        tableau QS JD, 5D, -, 7H"""
    )
    assert str(now).splitlines() == [
        "canfield, base 7",
        "stock 2, waste 4H JC TH (4)",
        "reserve 1 + TS",
        "foundations 9S 7D - -",
        "tableau QS JD | 5D | - | 7H",
    ]
    assert "base not chosen" in str(deal("selective", seed=1))


@pytest.mark.parametrize("name", ["", "X", "S1", "T", "T0", "T5", "Tx", "T-1", "F", "F5", "R2"])
def test_a_pile_that_is_not_there_is_a_key_error(name: str):
    with pytest.raises(KeyError):
        START.pile(name)


@pytest.mark.parametrize("row", [*ROWS, DUCHESS])
def test_every_pile_is_found_under_its_name(row: str):
    start = deal(row, seed=5)
    names = start.pile_names()
    assert len(set(names)) == len(names)
    assert sorted(str(card) for name in names for card in start.pile(name)) == sorted(
        map(str, full_pack(start.variant.decks))
    )


def test_a_single_reserve_has_no_number_and_several_do():
    assert [name for name in START.pile_names() if name[0] == "R"] == ["R"]
    assert [name for name in deal(DUCHESS, seed=1).pile_names() if name[0] == "R"] == ["R1", "R2", "R3", "R4"]


def test_a_deal_is_not_won():
    assert not is_won(START)


def test_a_position_built_by_hand_lies_face_up_where_nothing_else_is_said():
    built = Position(VARIANTS["canfield"], tableau=((read_card("7H"), read_card("6S")), (), (), ()))
    assert built.face_down == (0, 0, 0, 0)
    assert built.player_view().tableau == built.tableau
    assert str(built.tableau[0][1]) in str(built)
