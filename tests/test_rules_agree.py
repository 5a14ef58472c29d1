"""The engine against the second reading of the rules: same moves, same results, same counts, in every variant."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import second_rules
from canfield_widget.moves import read_move
from canfield_widget.position import Position, deal
from canfield_widget.rules import Reason, apply, is_won, legal_moves, why_not
from canfield_widget.variants import VARIANTS, Variant
from samples import SOAK, decks, random_walk, table, tokens

ROWS = [*VARIANTS]
LIMIT = 20_000 if SOAK else 400
GAMES = range(50) if SOAK else range(5)


def second(position: Position) -> second_rules.Position:
    """The position in the shape of the second reading."""
    return {
        "stock": [*map(str, position.stock)],
        "waste": [*map(str, position.waste)],
        "reserves": [[*map(str, pile)] for pile in position.reserves],
        "foundations": [[*map(str, pile)] for pile in position.foundations],
        "tableau": [[*map(str, pile)] for pile in position.tableau],
        "down": [
            {i for i in range(len(pile)) if position.is_face_down(n, i)} for n, pile in enumerate(position.tableau)
        ],
        "base": position.base,
        "pass": position.pass_number,
    }


def rules_of(variant: Variant) -> second_rules.Rules:
    """The parameters of a record in the words of the second reading."""
    names = second_rules.RULES["canfield"]
    return {name: getattr(variant, name) for name in names}


def test_both_name_the_same_variants():
    assert set(second_rules.RULES) == set(VARIANTS)


@pytest.mark.parametrize("row", ROWS)
def test_both_read_the_same_parameters_from_the_texts(row: str):
    assert rules_of(VARIANTS[row]) == second_rules.RULES[row]


def test_every_parameter_of_the_record_is_known_to_the_second_reading():
    of_the_record = {f.name for f in fields(Variant) if f.init} - {"id", "title", "title_de", "source", "scoring"}
    assert of_the_record == set(second_rules.RULES["canfield"])


@pytest.mark.parametrize("row", ROWS)
def test_both_deal_the_same_position(row: str):
    variant = VARIANTS[row]
    for name, deck in decks().items():
        if name.startswith(f"{variant.decks}-deck"):
            assert second(deal(variant, deck=deck)) == second_rules.start(second_rules.RULES[row], deck.split())


@pytest.mark.parametrize("row", ROWS)
def test_both_allow_the_same_moves_with_the_same_results_in_random_games(row: str):
    rules, seen = second_rules.RULES[row], 0
    for seed in GAMES:
        for position, played in random_walk(row, seed, 60):
            other, moves = second(position), legal_moves(position)
            assert {str(move) for move in moves} == second_rules.tokens(rules, other), position
            assert len(set(moves)) == len(moves)
            seen += 1
            for move in moves if seen % 8 == 0 else [played] if played else []:
                assert second(apply(position, move)) == second_rules.play(rules, other, str(move)), (position, move)
    assert seen > 100


@pytest.mark.parametrize("row", ROWS)
def test_every_move_that_can_be_asked_for_is_legal_or_has_one_reason(row: str):
    rules = second_rules.RULES[row]
    for position, _ in list(random_walk(row, 11, 40))[::4]:
        legal = second_rules.tokens(rules, second(position))
        for token in second_rules.candidate_tokens(rules, second(position)):
            refusal = why_not(position, read_move(token))
            assert (refusal is None) == (token in legal), (position, token)
            assert refusal is None or isinstance(refusal.reason, Reason)


RECORDS = st.builds(
    lambda choice, policies, sizes: replace(VARIANTS["canfield"], id="own", **{**choice, **policies, **sizes}),
    st.sampled_from([
        {"base_rank": "dealt"}, {"base_rank": "chosen"}, {"base_rank": "reserve"},
        {"base_rank": 3, "prefounded": True}, {"base_rank": 1},
        {"column_deal": "du"}, {"column_deal": "dudu", "columns": 3, "base_rank": 2},
    ]),
    st.fixed_dictionaries({
        "build": st.sampled_from(["alternate", "suit", "rank"]),
        "wrap": st.sampled_from(["none", "cyclic", "stops_at_base"]),
        "group": st.sampled_from(["single", "whole", "single_or_whole", "suffix"]),
        "space_with_reserve": st.sampled_from(["auto", "reserve", "reserve_or_waste", "any"]),
        "space_after": st.sampled_from(["waste", "any", "none", "auto_waste"]),
        "space_rank": st.sampled_from([None, None, "base-1", 4]),
        "column_cap": st.sampled_from([None, None, 1, 4]),
        "foundation_return": st.sampled_from(["never", "top", "top_not_base"]),
        "reserve_face": st.sampled_from(["top", "all", "none"]),
    }),
    st.one_of(
        st.fixed_dictionaries({"deal_count": st.integers(1, 3), "passes": st.sampled_from([None, 1, 3]),
                               "ranks": st.integers(4, 6), "reserve_size": st.integers(1, 2),
                               "reserve_piles": st.integers(1, 2), "decks": st.integers(1, 2)}),
        st.just({"reserve_size": 0, "ranks": 5, "base_rank": 2}),
        st.just({"deal_count": (2, 1), "passes": 2, "ranks": 5, "reserve_size": 3}),
    ),
)  # fmt: skip


@given(RECORDS, st.integers(0, 10**6))
def test_both_agree_on_any_record_a_user_may_build(variant: Variant, seed: int):
    rules = rules_of(variant)
    for position, _ in random_walk(variant, seed, 60):
        other = second(position)
        assert tokens(position) == second_rules.tokens(rules, other), position
        for move in legal_moves(position):
            assert second(apply(position, move)) == second_rules.play(rules, other, str(move)), (position, move)


def perft(position: Position, depth: int) -> int:
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(perft(apply(position, move), depth - 1) for move in moves)


@pytest.mark.parametrize("row", ROWS)
def test_the_number_of_lines_is_that_of_the_table(row: str):
    all_decks, counted = decks(), 0
    for variant, deck, *rest in table("perft.txt"):
        if variant != row:
            continue
        position, walked = deal(variant, deck=all_decks[deck]), 0
        if rest[0].startswith("after="):
            walked = int(rest.pop(0).removeprefix("after="))
        for i in range(walked):
            legal = sorted(tokens(position))
            position = apply(position, read_move(legal[(7 * i + 3) % len(legal)]))
        depth, count = map(int, rest)
        if count <= LIMIT:
            assert perft(position, depth) == count, (variant, deck, walked, depth)
            counted += 1
    assert counted


@pytest.mark.parametrize("row", sorted({row for row, *_ in table("perft_on_lines.txt")}))
def test_the_number_of_lines_from_the_middle_of_a_won_game_is_that_of_the_table(row: str):
    all_decks = decks()
    games = {(variant, deck): line for variant, deck, _, *line in table("lines.txt")}
    for variant, deck, walked, depth, count in table("perft_on_lines.txt"):
        if variant == row and int(count) <= LIMIT:
            position = deal(variant, deck=all_decks[deck])
            for token in games[variant, deck][: int(walked.removeprefix("line="))]:
                position = apply(position, read_move(token))
            assert perft(position, int(depth)) == int(count), (variant, deck, walked, depth)


def test_a_whole_game_is_won_along_its_line():
    all_decks, rows = decks(), 0
    for variant, deck, _, *line in table("lines.txt"):
        position = deal(variant, deck=all_decks[deck])
        for token in line:
            assert not is_won(position)
            position = apply(position, read_move(token))
        assert is_won(position)
        assert legal_moves(position) == ()
        rows += 1
    assert rows
