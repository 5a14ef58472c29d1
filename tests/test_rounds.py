"""What dealing on brings, what is said of a game that is stuck, and when the same cards come again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from miniatures import miniature

from canfield_widget.cards import UNKNOWN, Card, Pile
from canfield_widget.hints import play_ranked
from canfield_widget.moves import STOCK, read_move
from canfield_widget.position import Position, deal
from canfield_widget.rounds import MOST_NAMED, explain_stuck, round_cards, same_cards_again, seen_round
from canfield_widget.rules import advance, apply, is_stuck, legal_moves, steps
from canfield_widget.speech import card_name
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS
from samples import SOAK, random_walk, under

GAMES = st.tuples(st.sampled_from([*VARIANTS]), st.integers(0, 60), st.integers(0, 60))
"""A row, the number of a deal and how many random moves are made."""
EXAMPLES = settings(max_examples=1000 if SOAK else 60, deadline=None)
DEAD = "9C, TC, 9S, TS"
"""Columns of which no card moves to another."""


def words(pile: Pile) -> str:
    """Cards as text."""
    return " ".join(map(str, pile))


# The cards of a round


def test_a_round_brings_the_last_card_of_every_packet_of_three():
    assert words(round_cards(under("canfield", "5", stock="9S 8S 7S 6S 5S 4S 3S"))) == "5S 8S 9S"


def test_after_a_redeal_the_packets_lie_otherwise():
    now = under("canfield", "5", stock="4C 2C AC 8H", waste="3S 3C")
    assert words(round_cards(now)) == "2C 4C 8H"


def test_where_no_pass_is_left_the_round_ends_with_the_stock():
    now = under("canfield{passes=1}", "5", stock="4C 2C AC 8H", waste="3S 3C")
    assert words(round_cards(now)) == "2C 4C"


def test_packets_that_get_smaller_bring_other_cards():
    assert words(round_cards(under("rush", "5", stock="7S 6S 5S 4S 3S 2S"))) == "4S 7S 3S 5S 2S 6S"


def test_without_stock_and_waste_a_round_brings_nothing():
    assert round_cards(under("canfield", "5", tableau=DEAD)) == ()


def test_equal_cards_of_two_decks_are_two():
    assert words(round_cards(under("double{deal_count=1}", "5", stock="7S 7S 6S"))) == "6S 7S 7S"


def dealt_round(now: Position) -> set[Card]:
    """The waste's top cards while dealing on as long as it brings anything new, by the moves alone."""
    tops, seen = set[Card](), set[Position]()
    while now not in seen:
        seen.add(now)
        turns = [move for move in legal_moves(now) if STOCK in (move.source, move.target)]
        if not turns:
            break
        now = apply(now, turns[0])
        tops |= set(now.waste[-1:])
    return tops


@EXAMPLES
@given(GAMES)
def test_a_round_is_what_dealing_on_shows(game: tuple[str, int, int]):
    *_, (now, _) = random_walk(*game)
    assert set(round_cards(now)) == dealt_round(now)


# What the player has seen of it


def test_waste_cards_are_seen_and_stock_cards_are_not():
    now = under("canfield{deal_count=1}", "5", stock="4C 2C", waste="3S 3C")
    assert words(seen_round(now)) == "? ? 3S 3C"
    assert words(seen_round(now, seen=True)) == "2C 4C 3S 3C"


def test_in_the_second_pass_the_stock_is_seen():
    now = under("rainfall", "5", stock="4C 2C", **{"pass": "2"})
    assert words(seen_round(now)) == "2C 4C"


@EXAMPLES
@given(GAMES, st.integers())
def test_no_card_of_the_stock_is_told_before_it_is_seen(game: tuple[str, int, int], seed: int):
    *_, (now, _) = random_walk(*game)
    told = seen_round(now)
    assert len(told) == len(round_cards(now))
    if now.pass_number == 1:
        other = replace(now, stock=tuple(random.Random(seed).sample(now.stock, len(now.stock))))
        assert seen_round(other) == told
        assert told.count(UNKNOWN) >= bool(now.stock)


# Why a game is stuck


def stuck(row: str = "canfield", *, seen: bool = False, lang: str = "en", tableau: str = DEAD, **piles: str) -> str:
    """What is said of a game of few cards that is stuck."""
    now = under(row, "5", foundations="5S 6H", tableau=tableau, **piles)
    return explain_stuck(now, lang, seen=seen)


UP = "The foundations wait for: five of clubs, five of diamonds, seven of hearts, six of spades"
WANTS = f"{UP}; the columns take: red 8, red 9."


def test_the_cards_of_a_round_are_set_against_what_is_wanted():
    said = stuck(waste="2C 3C KS KC 2S")
    assert said == (
        "No card can move, and a full round brings only cards that fit nowhere: king of spades, two of spades. " + WANTS
    )


def test_cards_that_nobody_has_seen_are_counted():
    assert stuck(stock="2C 8H KS").startswith("No card can move, and the only card that a full round brings fits")
    assert "none of the 2 cards that a full round brings" in stuck(stock="2C 8H KS 2S 4S")
    assert "fits nowhere: two of clubs. " in stuck(stock="2C 8H KS", seen=True)
    assert stuck("canfield{deal_count=1}", stock="2C", waste="KS").startswith(
        "No card can move, and a full round brings only cards that fit nowhere: king of spades, and one that nobody"
    )
    assert "king of spades, and 2 that nobody has seen yet." in stuck(
        "canfield{deal_count=1}", stock="2C 2S", waste="KS"
    )


def test_without_a_card_to_deal_it_says_so():
    assert stuck() == "No card can move, and none is left to be dealt. " + WANTS


def test_of_a_long_round_only_the_number_is_said():
    many = " ".join(rank + suit for rank in "234TJQK" for suit in "CS")
    assert f"none of the {len(many.split())} cards" in stuck("rainfall", waste=many, seen=True)
    assert len(many.split()) > MOST_NAMED


def test_columns_that_take_nothing_are_left_out():
    said = stuck("canfield{wrap=none}", tableau="AS, AC, AH, AD")
    assert said.endswith(f"{UP}.")


@pytest.mark.parametrize(
    ("row", "tableau", "taken"),
    [
        ("canfield", "9C, QC, 9H, QS", "any 8, red jack"),
        ("rainbow", "9C, 9S, 9H, 6D", "any 5, any 8"),
        ("storehouse", "9C, TH, JS, QD", "eight of clubs, nine of hearts, ten of spades, jack of diamonds"),
    ],
)
def test_what_columns_take_is_said_as_the_rules_build(row: str, tableau: str, taken: str):
    now = under(row, "2", foundations="2S 3H", tableau=tableau)
    assert explain_stuck(now).endswith(f"the columns take: {taken}.")


def test_cards_that_can_come_back_are_spoken_of():
    said = explain_stuck(under("quadruple", "5", foundations="7H", tableau="8S, TC, TS, TC, TS, TC, TS, TC"))
    assert said.startswith("No card can move except back from a foundation, and none is left to be dealt.")


def test_in_german_as_well():
    assert stuck(waste="2C 3C KS KC 2S", lang="de") == (
        "Keine Karte kann ziehen, und ein ganzer Durchgang bringt nur Karten, die nirgends passen: Pik-König, "
        "Pik-Zwei. Die Zielstapel warten auf: Kreuz-Fünf, Karo-Fünf, Herz-Sieben, Pik-Sechs; die Spalten nehmen: "
        "8 in Rot, 9 in Rot."
    )


def test_a_game_that_is_not_stuck_is_refused():
    with pytest.raises(ValueError, match="the game is not stuck"):
        explain_stuck(deal("canfield", seed=1))


@pytest.mark.parametrize("row", VARIANTS)
def test_of_every_game_that_is_stuck_something_is_said_and_nothing_hidden(row: str):
    found = 0
    for seed in range(1, 40 if SOAK else 4):
        now = deal(row, seed=seed)
        line, _ = play_ranked(now, most_moves=150)
        for move in line:
            now = advance(now, move, steps(now, move))
            if is_stuck(now):
                break
        if not is_stuck(now):
            continue
        found += 1
        for lang in LANGUAGES:
            said = explain_stuck(now, lang)
            assert said.count(". ") == 1
            wanted = said.split(". ")[1]
            hidden = set(now.stock) - set(now.waste) if now.pass_number == 1 else set[Card]()
            assert not any(card_name(card, lang) in said.removesuffix(wanted) for card in hidden)


def test_small_games_that_are_stuck_are_spoken_of_under_all_rule_values():
    found = 0
    for seed in range(3000 if SOAK else 400):
        now = miniature(random.Random(seed))
        if is_stuck(now):
            found += 1
            assert all(explain_stuck(now, lang, seen=bool(seed % 2)) for lang in LANGUAGES)
    assert found > 20


# The same cards again


def again(start: Position, moves: str) -> list[int]:
    """The plies of a line at which the same cards come again."""
    positions = [start]
    for token in moves.split():
        positions.append(apply(positions[-1], read_move(token)))
    return [ply for ply in range(len(positions)) if same_cards_again(positions[: ply + 1])]


QUIET = "3C 2C 2S 3S 4S 4C KC KS"
"""Cards none of which fits on the columns `DEAD`."""


def test_from_the_beginning_the_redeal_closes_the_round():
    now = under("canfield", "5", stock=QUIET, tableau=DEAD)
    assert again(now, "S-W S-W S-W W-S S-W S-W S-W W-S S-W S-W S-W W-S") == [4]


def test_from_the_middle_of_a_pass_the_round_closes_where_it_began():
    now = under("canfield", "5", stock=QUIET, waste="2C 2S 2C", tableau=DEAD)
    assert again(now, "S-W S-W S-W W-S S-W S-W S-W") == [5]


def test_where_the_packets_lie_otherwise_after_the_redeal_the_end_of_the_next_pass_closes_the_round():
    now = under("canfield", "5", stock="4S 4C KC KS", waste="3S", tableau=DEAD)
    assert again(now, "S-W S-W W-S S-W S-W W-S S-W S-W") == [5]


def test_as_long_as_a_card_can_move_the_same_cards_are_not_spoken_of():
    now = under("canfield", "5", stock=QUIET, tableau="9C, 8D, 9S, TS")
    assert again(now, "S-W S-W S-W W-S S-W") == []


def test_a_card_that_fits_and_was_left_lying_does_not_hide_that_the_round_is_closed():
    now = under("canfield", "5", stock="3C 2C 2S 8H 4S 4C", tableau=DEAD)
    assert again(now, "S-W S-W W-S S-W S-W W-S") == [3]


def test_a_card_that_moved_begins_the_round_anew():
    now = under("canfield", "5", stock="3C 2C 2S 8H 4S 4C", tableau=DEAD)
    assert again(now, "S-W W-T1 S-W W-S S-W S-W W-S S-W") == [6]
    now = under("canfield", "5", stock="8H 3C 2C 2S", tableau=DEAD)
    assert again(now, "S-W S-W W-S S-W S-W W-T1 W-S S-W W-S S-W") == [3, 8]


def test_packets_of_another_size_bring_other_cards():
    assert again(under("rush", "5", stock=QUIET, tableau=DEAD), "S-W S-W S-W W-S S-W S-W S-W S-W W-S S-W") == []


def test_where_no_pass_is_left_no_card_comes_again():
    now = under("canfield{passes=2}", "5", stock="3C 2C 2S", waste="2S", tableau=DEAD)
    assert again(now, "S-W W-S S-W S-W") == []
    now = under("canfield{passes=3}", "5", stock="3C 2C 2S", waste="2S", tableau=DEAD)
    assert again(now, "S-W W-S S-W S-W") == [4]


def test_without_stock_and_waste_nothing_comes_again():
    assert not same_cards_again([under("canfield", "5", tableau=DEAD)])


@EXAMPLES
@given(GAMES, st.integers(0, 100))
def test_between_two_times_a_card_has_moved(game: tuple[str, int, int], seed: int):
    chance, (row, number, _) = random.Random(seed), game
    positions, moved_since = [deal(row, seed=number)], True
    for _ in range(60):
        moves = legal_moves(positions[-1])
        turns = [move for move in moves if STOCK in (move.source, move.target)]
        if not moves:
            break
        move = chance.choice(turns if turns and chance.random() < 0.9 else moves)
        positions.append(advance(positions[-1], move, steps(positions[-1], move)))
        moved_since = moved_since or move not in turns
        if same_cards_again(positions):
            assert move in turns
            assert moved_since
            moved_since = False
