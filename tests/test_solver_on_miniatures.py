"""The solver against a plain search of all positions by the readable engine, on small games of all rule values."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest
from miniatures import miniature, one_deck_values, plain_verdict

from canfield_widget.notation import write_position
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Prunings, Verdict, compiled, encoding, solve
from samples import SOAK

GAMES = 3000 if SOAK else 25
MOST = 2000 if SOAK else 250


def judge(seed: int, one_deck: bool, prunings: Prunings, rules: dict[str, object] | None = None) -> None:
    """Compares the verdicts on one random game, if it is small enough."""
    chance = random.Random(seed)
    position = miniature(chance, **(one_deck_values(chance) if one_deck else rules or {}))
    expected = plain_verdict(position, MOST)
    if expected is None:
        return
    assert not one_deck or encoding.is_for_one_deck_search(position)
    solution = solve(position, budget_s=None, prunings=prunings)
    assert solution.verdict is (Verdict.WON if expected else Verdict.LOST), (seed, write_position(position))
    now = position
    for move in solution.line:
        now = apply(now, move)
    assert is_won(now) == expected


@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "all"])
def test_verdicts_are_those_of_a_search_of_all_positions(part: int, one_deck: bool):
    for seed in range(part * GAMES, (part + 1) * GAMES):
        judge(seed, one_deck, Prunings())


FEW_ROWS_HAVE = {
    "the waste fills": {"space_after": "auto_waste", "space_with_reserve": "auto", "reserve_piles": 2},
    "the waste alone fills": {"space_after": "auto_waste", "reserve_size": 0},
    "the base from a reserve": {"base_rank": "reserve", "reserve_piles": 3},
    "no building": {"column_cap": 1},
    "three cards and a closed reserve": {"column_cap": 3, "reserve_face": "none", "space_with_reserve": "auto"},
}  # fmt: skip


@pytest.mark.parametrize("rules", FEW_ROWS_HAVE.values(), ids=FEW_ROWS_HAVE)
def test_so_they_are_under_rules_that_few_rows_have(rules: dict[str, object]):
    for seed in range(3 * 10**6, 3 * 10**6 + 2 * GAMES):
        chance = random.Random(seed)
        judge(seed, False, Prunings(), {"reserve_size": chance.randint(1, 3), **rules})


@pytest.mark.parametrize("decks", [1, 2])
def test_the_broad_search_decides_alike_with_and_without_what_it_leaves_out(decks: int):
    without = Prunings(one_deck=False, safe_moves=False, restarts=False)
    for seed in range(2 * 10**6, 2 * 10**6 + (GAMES * 2 if compiled else GAMES // 3)):
        chance = random.Random(seed)
        position = miniature(chance, decks=decks, ranks=chance.choice((2, 3, 4)))
        plain = solve(position, budget_states=8000 if compiled else 500, prunings=without)
        if plain.verdict is not Verdict.UNKNOWN:
            for restarts in (True, False):
                found = solve(position, budget_s=None, prunings=Prunings(one_deck=False, restarts=restarts))
                assert found.verdict is plain.verdict, (seed, write_position(position))


@pytest.mark.parametrize("off", [field.name for field in fields(Prunings)])
@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "all"])
def test_without_a_pruning_too(one_deck: bool, off: str):
    for seed in range(10**6, 10**6 + GAMES // 2):
        judge(seed, one_deck, Prunings(**{off: False}))
