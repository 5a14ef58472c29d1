"""What the browser may see: opaque keys that stay with their cards, no hidden face, the legal moves by key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN, Card
from canfield_widget.game import Game
from canfield_widget.moves import Move, read_move
from canfield_widget.position import Position, deal
from canfield_widget.rules import legal_moves
from canfield_widget.variants import VARIANTS, Scoring
from canfield_widget.view import CardKeys, Message, money, random_names, standing, state_of
from samples import cards, random_walk, winning_line

ROWS = st.sampled_from([*VARIANTS])
SEEDS = st.integers(0, 10**6)


def who(game: Game, keys: CardKeys) -> dict[str, Card]:
    """The true card behind every key at the cursor."""
    now, names = game.position, keys.now()
    assert set(names) == set(now.pile_names())
    pairs = [pair for name in now.pile_names() for pair in zip(names[name], now.pile(name), strict=True)]
    assert len(dict(pairs)) == len(pairs) == now.variant.pack_size
    return dict(pairs)


def line_of(row: str, seed: int, length: int) -> list[Move]:
    """The moves of a random game."""
    return [move for _, move in random_walk(row, seed, length) if move]


def two_sixes_of_hearts() -> Game:
    """A complete game of quadruple with two foundations that show the six of hearts, and a black seven in column 1."""
    start = deal("quadruple", seed=1)
    rest = [card for name in start.pile_names() for card in start.pile(name)]
    up, columns = cards("5H 6H"), [cards(card) for card in ("7S", "7C", "9H", "9H", "9D", "9D", "JH", "JH")]
    for card in (*up, *up, *(card for column in columns for card in column)):
        rest.remove(card)
    return Game(
        replace(
            start, stock=tuple(rest), reserves=((),), foundations=(up, up, *[()] * 14), tableau=tuple(columns), base=5
        )
    )


# Keys


@given(ROWS, SEEDS)
def test_a_key_stays_with_its_card_through_moves_undo_and_redo(row: str, seed: int):
    game = Game.dealt(row, seed=seed)
    keys = CardKeys(game)
    first = who(game, keys)
    for move in line_of(row, seed, 15):
        game.play(move)
        assert who(game, keys) == first
    while game.undo():
        assert who(game, keys) == first
    while game.redo():
        assert who(game, keys) == first


@given(ROWS, SEEDS, st.data())
def test_a_key_stays_with_its_card_wherever_the_game_is_taken(row: str, seed: int, data: st.DataObject):
    game = Game.dealt(row, seed=seed)
    keys = CardKeys(game)
    first = who(game, keys)
    for _ in range(8):
        match data.draw(st.sampled_from(["play", "go", "replay", "look"])):
            case "play" if moves := game.legal_moves():
                game.play(data.draw(st.sampled_from(moves)))
            case "go":
                game.go_to(data.draw(st.integers(0, len(game.line))))
            case "replay":
                game.replay([*game.line[: data.draw(st.integers(0, len(game.line)))]])
            case _:
                assert who(game, keys) == first
    assert who(game, keys) == first


def test_the_cards_that_a_move_lifts_are_the_ones_that_arrive():
    game = Game.dealt("canfield", seed=2)
    keys = CardKeys(game)
    before = keys.now()
    game.play("T3-T2")
    after = keys.now()
    assert after["T2"] == (*before["T2"], *before["T3"])
    assert after["T3"] == before["R"][-1:]
    assert after["R"] == before["R"][:-1]


def test_a_deal_turns_the_packet_over_key_by_key():
    game = Game.dealt("canfield", seed=2)
    keys = CardKeys(game)
    before = keys.now()
    game.play("S-W")
    assert keys.now()["W"] == before["S"][-1:-4:-1]


def test_keys_are_drawn_anew_for_every_game():
    games = [Game.dealt("canfield", seed=7) for _ in range(20)]
    seen = [CardKeys(game) for game in games]
    assert len({keys.name for keys in seen}) >= 19
    named = [key for keys in seen for pile in keys.now().values() for key in pile]
    assert len(set(named)) > 0.99 * len(named)


def test_names_are_short_different_and_say_nothing():
    names = random_names(208)
    assert len(set(names)) == 208
    assert {len(name) for name in names} == {4}
    assert random_names(208) != names


def test_a_move_lifts_the_key_of_its_deepest_card():
    game = Game.dealt("canfield", seed=2)
    keys = CardKeys(game)
    game.play("T3-T2")
    now = keys.now()
    assert keys.lifted(read_move("T2-T1x2")) == now["T2"][:1]
    assert keys.lifted(read_move("T2-T1")) == now["T2"][-1:]
    assert keys.lifted(read_move("R-F")) == now["R"][-1:]
    assert keys.lifted(read_move("T2-T1x3")) == ()
    assert keys.lifted(read_move("W-F")) == ()
    assert keys.lifted(read_move("T9-F")) == ()


# Equal foundations


def test_of_equal_foundations_each_top_may_stand_for_the_card_that_comes_back():
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    tops = tuple(keys.now()[name][-1] for name in ("F1", "F2"))
    assert keys.lifted(read_move("FH6-T1")) == tops
    assert keys.lifted(read_move("FH7-T1")) == ()


@pytest.mark.parametrize("taken", ["F1", "F2"])
def test_the_card_that_was_taken_is_the_one_that_moves(taken: str):
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    first, move = who(game, keys), read_move("FH6-T1")
    key = keys.now()[taken][-1]
    other = keys.now()["F1" if taken == "F2" else "F2"][-1]
    keys.take(move, key)
    game.play(move)
    assert keys.now()["T1"][-1] == key
    assert keys.now()["F2"][-1] == other
    assert who(game, keys) == first
    game.undo()
    assert who(game, keys) == first


def test_taking_the_other_card_after_undo_moves_the_other_card():
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    first, move = who(game, keys), read_move("FH6-T1")
    for _ in range(3):
        for key in keys.lifted(move):
            keys.take(move, key)
            game.play(move)
            assert keys.now()["T1"][-1] == key
            assert who(game, keys) == first
            game.undo()


def test_taking_changes_nothing_where_no_foundation_gives_a_card():
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    before = keys.now()
    for token in ("S-W", "T1-T3", "FH9-T1"):
        keys.take(read_move(token), before["F2"][-1])
    assert keys.now() == before


# Cards to blame


def test_cards_to_blame_are_named_by_their_keys_as_far_as_they_lie_face_up():
    game = Game.dealt("canfield", seed=7)
    keys, now = CardKeys(game), game.position
    shown, hidden = now.tableau[0][0], now.reserves[0][0]
    assert keys.of([shown]) == keys.now()["T1"]
    assert keys.of([hidden, *now.stock[:1]]) == ()
    assert keys.of([shown, now.tableau[1][0]]) == (*keys.now()["T1"], *keys.now()["T2"])


def test_two_equal_cards_to_blame_have_two_keys():
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    found = keys.of(cards("6H 6H"))
    assert set(found) == {keys.now()["F1"][-1], keys.now()["F2"][-1]}
    assert keys.of(cards("6H")) in {(key,) for key in found}


def test_of_equal_cards_the_one_nearest_to_the_top_is_blamed():
    game = two_sixes_of_hearts()
    start = game.start
    deep = replace(
        start, foundations=(start.foundations[0], *start.foundations[2:], ()), stock=start.stock,
        tableau=((*start.tableau[0], *start.foundations[1][1:], *start.foundations[1][:1]), *start.tableau[1:]),
    )  # fmt: skip
    game = Game(deep)
    keys = CardKeys(game)
    assert keys.of(cards("6H")) == keys.now()["F1"][-1:]


# The state


def texts(value: Any) -> Iterator[str]:
    """Every text in a state, keys of dictionaries left out."""
    if isinstance(value, dict):
        for inside in value.values():
            yield from texts(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from texts(inside)
    elif isinstance(value, str):
        yield value


def anonymous(state: dict[str, Any]) -> dict[str, Any]:
    """The state with its keys numbered in the order of the piles.

    The status is left out: a game is stuck if dealing brings no card that moves, whether or not these were seen.
    """
    numbers = {key: n for n, (key, _) in enumerate(pair for pile in state["piles"].values() for pair in pile)}
    moves = [{**move, "card": numbers.get(move["card"])} for move in state["moves"]]
    piles = {name: [[numbers[key], face] for key, face in pile] for name, pile in state["piles"].items()}
    return {**state, "game": None, "status": None, "moves": moves, "piles": piles}


@given(ROWS, SEEDS)
def test_every_pile_is_told_as_a_player_sees_it(row: str, seed: int):
    game = Game.dealt(row, seed=seed)
    keys = CardKeys(game)
    for move in line_of(row, seed, 6):
        game.play(move)
    state, seen = state_of(game, keys, "en"), game.position.player_view()
    assert list(state["piles"]) == list(seen.pile_names())
    for name, pile in state["piles"].items():
        assert [key for key, _ in pile] == list(keys.now()[name])
        assert [face for _, face in pile] == [None if card == UNKNOWN else str(card) for card in seen.pile(name)]


@given(ROWS, SEEDS)
def test_what_lies_face_down_makes_no_difference_to_the_state(row: str, seed: int):
    now, other = Game.dealt(row, seed=seed), deal(row, seed=seed)
    hidden = [*other.stock]
    if other.variant.reserve_face == "top":
        hidden += other.reserves[0][:-1]
    hidden.reverse()
    size = len(other.stock)
    if other.variant.reserve_face == "top":
        other = replace(other, reserves=((*hidden[size:], other.reserves[0][-1]),))
    swapped = Game(replace(other, stock=tuple(hidden[:size])), deal=seed)
    assert now.start != swapped.start
    told = [state_of(game, CardKeys(game), "en") for game in (now, swapped)]
    assert anonymous(told[0]) == anonymous(told[1])


@given(ROWS, SEEDS)
def test_no_hidden_face_is_anywhere_in_the_state(row: str, seed: int):
    game = Game.dealt(row, seed=seed)
    keys = CardKeys(game)
    for move in line_of(row, seed, 6):
        game.play(move)
    seen = game.position.player_view()
    shown = {str(card) for name in seen.pile_names() for card in seen.pile(name)}
    every = {str(card) for name in seen.pile_names() for card in game.position.pile(name)}
    assert not (every - shown) & set(texts(state_of(game, keys, "en")))


@given(ROWS, SEEDS)
def test_the_legal_moves_are_listed_with_the_card_they_lift_and_where_it_goes(row: str, seed: int):
    game = Game.dealt(row, seed=seed)
    keys = CardKeys(game)
    for move in line_of(row, seed, 9):
        game.play(move)
    state, before = state_of(game, keys, "en"), keys.now()
    assert [listed["move"] for listed in state["moves"]] == [str(move) for move in legal_moves(game.position)]
    for listed in state["moves"]:
        source, target, count, card = (listed[name] for name in ("from", "to", "count", "card"))
        lifted = before[source][len(before[source]) - count :]
        assert len(lifted) == count
        assert card == (None if "S" in (source, target) else lifted[0])
        game.play(listed["move"])
        assert set(lifted) <= set(keys.now()[target])
        game.undo()


def test_a_card_from_a_foundation_is_listed_under_the_pile_that_gives_it():
    game = two_sixes_of_hearts()
    keys = CardKeys(game)
    listed = {move["move"]: move for move in state_of(game, keys, "en")["moves"]}
    assert listed["FH6-T1"] == {
        "move": "FH6-T1", "from": "F1", "to": "T1", "card": keys.now()["F1"][-1], "count": 1,
    }  # fmt: skip


def test_the_state_is_all_that_a_page_draws():
    game = Game.dealt("canfield", seed=7)
    state = state_of(game, CardKeys(game), "de")
    assert set(state) == {
        "game", "title", "deal", "lang", "ranks", "base", "shape", "piles", "fan", "moves", "ply", "undo", "redo",
        "pass", "score", "status",
    }  # fmt: skip
    assert json.loads(json.dumps(state)) == state
    assert (state["title"], state["deal"], state["lang"], state["base"]) == ("Canfield", 7, "de", 11)
    assert (state["ranks"], state["fan"], state["score"], state["status"]) == (13, 0, None, "playing")


@pytest.mark.parametrize("row", VARIANTS)
def test_the_shape_stays_the_same_all_through_a_game(row: str):
    game = Game.dealt(row, seed=3)
    keys = CardKeys(game)
    shape = state_of(game, keys, "en")["shape"]
    v = VARIANTS[row]
    assert (shape["columns"], shape["foundations"], shape["decks"]) == (v.columns, 4 * v.decks, v.decks)
    assert (shape["reserves"], shape["reserveSize"], shape["reserveFace"]) == (
        v.reserve_piles,
        v.reserve_size,
        v.reserve_face,
    )
    assert shape["packet"] == (3 if row == "rush" else v.deal_count)
    while (moves := game.legal_moves()) and game.redeals < 2 and game.ply < 60:
        game.play(moves[-1])
    assert state_of(game, keys, "en")["shape"] == shape


def test_the_state_says_whether_there_is_a_way_back_and_on():
    game = Game.dealt("canfield", seed=2)
    keys = CardKeys(game)

    def ways() -> tuple[int, bool, bool]:
        state = state_of(game, keys, "en")
        return state["ply"], state["undo"], state["redo"]

    assert ways() == (0, False, False)
    game.play("T3-T2")
    game.play("S-W")
    assert ways() == (2, True, False)
    game.undo()
    assert ways() == (1, True, True)
    game.restart()
    assert ways() == (0, False, True)


def test_the_state_says_which_pass_it_is_with_and_without_a_limit():
    for row, of in (("canfield", None), ("rush", 3)):
        game = Game.dealt(row, seed=2)
        keys = CardKeys(game)
        assert state_of(game, keys, "en")["pass"] == {"number": 1, "of": of}
        while game.redeals < 1:
            game.play("S-W" if game.position.stock else "W-S")
        assert state_of(game, keys, "en")["pass"] == {"number": 2, "of": of}


def test_the_fan_is_what_is_left_of_the_packet():
    game = Game.dealt("canfield", seed=2)
    keys = CardKeys(game)
    game.play("S-W")
    assert state_of(game, keys, "en")["fan"] == 3


def test_a_base_that_is_to_be_chosen_is_told_as_none():
    game = Game.dealt("selective", seed=2)
    keys = CardKeys(game)
    state = state_of(game, keys, "en")
    assert (state["base"], [name for name in state["piles"] if name[0] == "T"]) == (
        None,
        ["T1", "T2", "T3", "T4", "T5"],
    )
    game.play("T2-F")
    state = state_of(game, keys, "en")
    assert [name for name in state["piles"] if name[0] == "T"] == ["T1", "T2", "T3", "T4"]
    assert state["base"] == game.position.foundations[0][0].rank


def test_money_is_told_with_its_sign():
    assert (money(-45, "en"), money(0, "en"), money(450, "en")) == ("−$45", "$0", "+$450")
    assert (money(-45, "de"), money(0, "de"), money(450, "de")) == ("−45 $", "0 $", "+450 $")
    game = Game.dealt("canfield-hoyle", seed=7)
    assert state_of(game, CardKeys(game), "en")["score"] == "−$45"


def test_breaking_even_is_no_missing_score():
    game = Game.dealt(replace(VARIANTS["canfield"], scoring=Scoring(5, 5)), seed=7)
    assert state_of(game, CardKeys(game), "en")["score"] == "$0"


# How a game stands


def test_the_message_says_that_a_game_is_won_or_stuck_and_else_what_happened():
    plain = Message("move", lambda lang: "moved")
    deck, line = winning_line("canfield")
    won = Game.dealt("canfield", deck=deck)
    assert standing(won, plain) is plain
    won.replay(line)
    assert (standing(won, plain).kind, standing(won, plain).say("en")) == (
        "won", "All 52 cards lie on the foundations.",
    )  # fmt: skip
    stuck = Game.dealt("casino", seed=1)
    while stuck.status == "playing":
        stuck.play(stuck.legal_moves()[-1])
    assert standing(stuck, plain).kind == "stuck"
    assert standing(stuck, plain).say("de").startswith("Keine Karte kann ziehen")


def test_won_with_four_decks_is_all_their_cards():
    start = deal("quadruple", seed=1)
    suits = [
        tuple(card for card in sorted(cards_of(start), key=lambda card: card.rank) if card.suit == s) for s in "SHDC"
    ]
    full = tuple(tuple(dict.fromkeys(suit)) for suit in suits) * 4
    won = Game(
        replace(start, stock=(), reserves=((),), tableau=((),) * 8, foundations=full, base=1, face_down=(0,) * 8)
    )
    assert standing(won, Message("move", str)).say("en") == "All 208 cards lie on the foundations."


def cards_of(now: Position) -> list[Card]:
    """All cards of a position."""
    return [card for name in now.pile_names() for card in now.pile(name)]
