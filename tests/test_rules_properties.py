"""What holds in every game of every variant, and how the rule sets contain each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.arranging import set_up
from canfield_widget.cards import Card, full_pack, next_rank
from canfield_widget.game import Game
from canfield_widget.legality import build_refusal
from canfield_widget.moves import Move, read_move
from canfield_widget.position import Position, deal, problems
from canfield_widget.refusals import Reason
from canfield_widget.rules import apply, is_stuck, is_won, legal_moves, steps, under_rules, why_not
from canfield_widget.variants import VARIANTS, Variant
from samples import random_walk

ROWS = st.sampled_from([*VARIANTS])
SEEDS = st.integers(0, settings().max_examples // 40)
"""So few that games come up again in other tests, unless very many examples are asked for."""


@lru_cache(maxsize=1000)
def walk(row: str, seed: int, length: int = 20) -> list[tuple[Position, Move, Position]]:
    """The moves of a random game, each between the positions before and after it."""
    return [(before, move, after) for (before, move), (after, _) in pairwise(random_walk(row, seed, length)) if move]


def all_cards(now: Position) -> Counter[Card]:
    """How often every card is somewhere."""
    return Counter(chain.from_iterable(now.pile(name) for name in now.pile_names()))


@given(ROWS, SEEDS)
def test_every_card_is_always_there_exactly_once(row: str, seed: int):
    pack = Counter(full_pack(VARIANTS[row].decks))
    for before, move, after in walk(row, seed):
        assert all_cards(after) == pack, (before, move)


@given(ROWS, SEEDS)
def test_a_move_leads_to_what_it_says_and_changes_nothing_before_it(row: str, seed: int):
    for before, move, after in walk(row, seed):
        kept = hash(before)
        assert apply(before, move) == after
        assert hash(before) == kept
        assert before != after


@given(ROWS, SEEDS)
def test_undo_leads_back_through_equal_positions(row: str, seed: int):
    line = walk(row, seed)
    game = Game(line[0][0])
    for _, move, after in line:
        assert game.play(move) == after
    for before, move, _ in reversed(line):
        assert game.undo() == move
        assert game.position == before
        assert hash(game.position) == hash(before)
    assert game.undo() is None


@given(ROWS, SEEDS)
def test_no_move_is_listed_twice_and_every_one_listed_is_legal(row: str, seed: int):
    for before, _, _ in walk(row, seed)[::2]:
        moves = legal_moves(before)
        assert len(set(moves)) == len(moves)
        assert all(why_not(before, move) is None for move in moves)
        assert [read_move(str(move)) for move in moves] == [*moves]


def every_move(now: Position) -> list[Move]:
    """Every source, target and count that can be asked for, sensible or not."""
    tops = {f"F{pile[-1].suit}{str(pile[-1])[0]}" for pile in now.foundations if pile}
    sources = [name for name in now.pile_names() if name[0] != "F"] + sorted(tops)
    targets = ["S", "W", "R", "F", *(name for name in now.pile_names() if name[0] == "T")]
    counts = {source: len(now.pile(source)) + 1 if source[0] == "T" else 2 for source in sources}
    return [Move(s, t, n) for s in sources for t in targets for n in range(1, counts[s] + 1)]


@given(ROWS, SEEDS)
def test_every_move_is_either_legal_or_refused_for_one_reason_and_others_that_are_named_allow_it(row: str, seed: int):
    for now, _, _ in walk(row, seed)[::7]:
        answers = {move: why_not(now, move) for move in every_move(now)}
        assert {move for move, refusal in answers.items() if refusal is None} == set(legal_moves(now))
        for move, refusal in answers.items():
            if refusal is None:
                continue
            assert refusal.reason in Reason
            assert row not in refusal.allowed_by
            for other in refusal.allowed_by[:2]:
                assert why_not(under_rules(now, other), move) is None


def folded(before: Position, move: Move) -> dict[str, list[Card]]:
    """The piles after the steps of a move, carried out card by card."""
    piles = {name: list(before.pile(name)) for name in before.pile_names()}
    for step in steps(before, move):
        lifted = [piles[step.source].pop() for _ in range(step.count)]
        piles[step.target] += lifted if step.turned else reversed(lifted)
    return piles


@given(ROWS, SEEDS)
def test_the_steps_of_a_move_carried_out_card_by_card_give_its_piles(row: str, seed: int):
    for before, _, _ in walk(row, seed)[::3]:
        for move in legal_moves(before):
            after, piles = apply(before, move), folded(before, move)
            assert {name: list(after.pile(name)) for name in after.pile_names()} == {
                name: piles[name] for name in after.pile_names()
            }
            assert not any(pile for name, pile in piles.items() if name not in after.pile_names())


@given(ROWS, SEEDS)
def test_every_position_of_a_game_can_be_played_on(row: str, seed: int):
    for _, _, after in walk(row, seed)[::4]:
        assert problems(after) == ()
        assert legal_moves(after) or is_won(after) or is_stuck(after)


@given(ROWS, SEEDS)
def test_columns_stay_built_as_the_variant_builds(row: str, seed: int):
    dealt = {pair for pile in deal(row, seed=seed).tableau for pair in pairwise(pile)}
    for _, _, after in walk(row, seed):
        # What was dealt on each other need not be built, as long as nobody has parted it.
        dealt &= {pair for pile in after.tableau for pair in pairwise(pile)}
        for n, pile in enumerate(after.tableau):
            for i, (lower, upper) in enumerate(pairwise(pile)):
                if not after.is_face_down(n, i) and (lower, upper) not in dealt:
                    assert build_refusal(after, upper, lower) is None


@given(ROWS, SEEDS)
def test_foundations_go_up_in_suit_round_the_corner(row: str, seed: int):
    for _, _, after in walk(row, seed):
        for pile in after.foundations:
            assert len(pile) <= 13
            assert not pile or pile[0].rank == after.base
            assert all(upper.suit is lower.suit for lower, upper in pairwise(pile))
            assert all(upper.rank == next_rank(lower.rank) for lower, upper in pairwise(pile))


@given(ROWS, SEEDS)
def test_no_space_stays_open_where_the_reserve_fills_it_at_once(row: str, seed: int):
    for _, _, after in walk(row, seed):
        if after.variant.space_with_reserve == "auto" and any(after.reserves):
            assert all(after.tableau)


@given(ROWS, SEEDS)
def test_only_a_foundation_that_gives_cards_back_ever_shrinks(row: str, seed: int):
    for before, move, after in walk(row, seed):
        grown = sum(map(len, after.foundations)) - sum(map(len, before.foundations))
        assert grown == (move.target == "F") - (move.source[0] == "F")


@given(ROWS, SEEDS)
def test_what_may_move_and_why_not_follows_from_what_a_player_sees(row: str, seed: int):
    for before, _, _ in walk(row, seed)[::4]:
        seen = before.player_view()
        assert legal_moves(seen) == legal_moves(before)
        for asked in (Move("R", "T1"), Move("T2", "T1", 2)):
            assert why_not(seen, asked) == why_not(before, asked)


def test_a_closed_reserve_tells_nothing_of_its_top_by_what_others_would_allow():
    closed = replace(VARIANTS["canfield"], reserve_face="none")
    tableau = ["AH", "9C", "3C", "QC"]
    fits, fits_not = (set_up(closed, base="5", tableau=tableau, reserve=f"9S {top}") for top in ("KC", "4D"))
    assert why_not(fits, Move("R", "T1")) == why_not(fits_not, Move("R", "T1"))


@given(ROWS, SEEDS)
def test_a_game_is_stuck_only_if_dealing_on_shows_no_card_that_moves(row: str, seed: int):
    *_, (now, _) = random_walk(row, seed, 25)
    stuck, won = is_stuck(now), is_won(now)
    passed = set[Position]()
    shown = False
    while not shown and now not in passed:
        passed.add(now)
        moves = [move for move in legal_moves(now) if move.source[0] != "F"]
        shown = any("S" not in (move.source, move.target) for move in moves)
        now = apply(now, moves[-1]) if moves else now  # deal and redeal are the last of the list
    assert stuck == (not shown and not won)


# How the rule sets contain each other: (field, wider, narrower)

WIDER = [
    ("group", "suffix", "single_or_whole"),
    ("group", "single_or_whole", "whole"),
    ("group", "single_or_whole", "single"),
    ("space_after", "any", "waste"),
    ("space_after", "waste", "none"),
    ("space_with_reserve", "any", "reserve_or_waste"),
    ("space_with_reserve", "reserve_or_waste", "reserve"),
    ("foundation_return", "top", "top_not_base"),
    ("foundation_return", "top_not_base", "never"),
    ("build", "rank", "alternate"),
    ("build", "rank", "suit"),
    ("wrap", "cyclic", "stops_at_base"),
    ("wrap", "cyclic", "none"),
    ("passes", None, 1),
    ("space_rank", None, "base-1"),
    ("column_cap", None, 2),
    ("reserve_face", "top", "none"),
]


@cache
def samples() -> list[Position]:
    """Positions of every variant, with and without a reserve, a stock and spaces, in the first pass."""
    found: list[Position] = []
    free = {"build": "rank", "group": "suffix", "space_with_reserve": "any", "space_after": "any"}
    for n, (row, v) in enumerate(VARIANTS.items()):
        # The longer games are freer, so that spaces stay and the small reserve runs out.
        longer = replace(v, **free, reserve_size=2 + n % 2 * 10) if v.base_rank != "chosen" else v  # type: ignore[arg-type]
        games = [*random_walk(row, n, 8)][8:] + [*random_walk(longer, n, 50)][25::24]
        found += [replace(now, variant=v, pass_number=1) for now, _ in games]
        found.append(replace(found[-1], stock=(), waste=found[-1].waste + found[-1].stock[::-1]))
    return found


def moves_with(now: Position, field: str, value: object) -> set[Move]:
    """The legal moves at the same position under rules that differ in one field."""
    changes: dict[str, object] = {field: value}
    if field in ("passes", "column_cap"):
        changes |= {"deal_count": 3, "column_deal": "u"}
    rules: Variant = replace(now.variant, **changes)  # type: ignore[arg-type]
    return set(legal_moves(replace(now, variant=rules)))


@pytest.mark.parametrize(("field", "wider", "narrower"), WIDER)
def test_the_wider_rule_allows_all_that_the_narrower_one_does_and_more(field: str, wider: object, narrower: object):
    more = 0
    for now in samples():
        wide, narrow = moves_with(now, field, wider), moves_with(now, field, narrower)
        assert narrow <= wide, now
        more += len(wide - narrow)
    assert more > 0


def test_filling_at_once_and_at_the_players_time_leave_the_same_choice_of_cards():
    for now in samples():
        assert moves_with(now, "space_with_reserve", "auto") == moves_with(now, "space_with_reserve", "reserve")


def test_where_foundations_give_cards_back_only_their_own_moves_are_added():
    for now in samples():
        added = moves_with(now, "foundation_return", "top") - moves_with(now, "foundation_return", "never")
        assert all(move.source[0] == "F" and move.target[0] == "T" for move in added)


def test_no_single_card_fits_by_colour_and_by_suit():
    fits = dict.fromkeys(("alternate", "suit"), 0)
    for now in samples():
        built = {
            build: {
                move
                for move in moves_with(now, "build", build)
                if move.target[0] == "T" and move.count == 1 and now.pile(move.target)
            }
            for build in fits
        }
        assert not built["alternate"] & built["suit"]
        fits = {build: fits[build] + len(built[build]) for build in fits}
    assert all(fits.values())
