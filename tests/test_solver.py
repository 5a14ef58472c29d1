"""What `solve` promises: honest verdicts, lines that the rules replay, budgets, cancelling, words for bad arguments."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.moves import Move
from canfield_widget.notation import read_position, write_variant
from canfield_widget.position import deal
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Proof, Prunings, StoppedBy, Verdict, compiled, encoding, search, solve
from canfield_widget.variants import VARIANTS, Variant
from samples import HOPELESS, SLOW, SOAK, known_deal, random_walk, replayed, table, told

STATES = 20_000 if compiled else 800
PRUNINGS = [field.name for field in fields(Prunings)]
KNOWN = [tuple(row) for row in table("verdicts.txt")]


@pytest.mark.parametrize("row", KNOWN, ids=lambda row: "-".join(row[:3]))
def test_no_verdict_differs_from_what_other_solvers_found(row: tuple[str, ...]):
    variant, wrap, verdict, by, *numbers = row
    decided = 0
    for number in numbers if SOAK or compiled else numbers[:8]:
        solution = solve(known_deal(variant, wrap, int(number)), budget_states=60_000_000 if SOAK else STATES)
        assert solution.verdict in (verdict, Verdict.UNKNOWN), number
        decided += solution.verdict is not Verdict.UNKNOWN
    assert decided == len(numbers) if SOAK else decided * 2 >= min(len(numbers), 8) or by == "self"


def test_a_column_that_could_lie_on_its_own_end_leads_to_no_false_loss():
    # With five ranks a column of ten cards has a bottom that may lie on its end; the rule for parts of columns
    # then misses the win, so the search that moves every part must decide.
    variant = Variant("gap", "Gap", "Gap", "made up", ranks=5, columns=2, reserve_size=8, group="suffix",
                      space_after="any")  # type: ignore[arg-type] # fmt: skip
    position = deal(variant, deck="5H 5C 2H 2D 5D 4D 2C AD AH 4C 5S 3C 3S 4H AS 4S 2S 3H AC 3D")
    assert encoding.is_for_one_deck_search(position)
    solution = solve(position, budget_states=100_000)
    assert solution.verdict is Verdict.WON
    assert is_won(replayed(position, solution.line))


def test_a_reserve_card_that_fills_a_space_in_place_of_going_up_is_thought_of():
    # The ace of diamonds could go to the foundation at once; it must lie in the space for the three of spades.
    rules = replace(
        VARIANTS["rush"], id="small", column_deal="uu", reserve_size=3, build="rank", space_after="waste", space_rank=1,
        column_cap=3, ranks=3,
    )  # type: ignore[arg-type] # fmt: skip
    piles = "reserve AS AD AH; foundations AC - - -; tableau 2S 3S, 2C 3H, 3C 2H, 3D 2D"
    now = read_position(f"{write_variant(rules)}; base A; {piles}")
    assert solve(now, budget_states=1000).verdict is Verdict.WON


@pytest.mark.parametrize("row", VARIANTS)
def test_every_row_gets_an_answer_and_its_lines_are_played_by_the_rules(row: str):
    position = deal(row, seed=2)
    solution = solve(position, budget_states=STATES if compiled else 300)
    assert isinstance(solution.verdict, Verdict)
    end = replayed(position, solution.line or solution.best_line)
    assert is_won(end) == (solution.verdict is Verdict.WON)
    assert bool(solution.line) == (solution.verdict is Verdict.WON)
    assert (solution.stopped_by is not None) == (solution.verdict is Verdict.UNKNOWN)
    assert (solution.proof is not None) == (solution.verdict is Verdict.LOST)


@pytest.mark.skipif(not compiled, reason="takes a minute where it is interpreted")
@pytest.mark.parametrize("row", ["double", "triple", "quadruple", "quadruple-pysol", "demon"])
def test_games_of_several_decks_are_won(row: str):
    assert solve(deal(row, seed=1), budget_states=100_000).verdict is Verdict.WON


@given(st.sampled_from([*VARIANTS]), st.integers(0, 20))
def test_from_any_position_of_a_game_the_line_goes_on(row: str, seed: int):
    *_, (position, _) = random_walk(row, seed, 25)
    solution = solve(position, budget_states=300)
    replayed(position, solution.line or solution.best_line)


def test_a_won_position_is_won_by_no_move():
    position = deal("canfield", seed=2)
    end = replayed(position, solve(position, budget_states=STATES).line)
    assert (solve(end).verdict, solve(end).line) == (Verdict.WON, ())


@pytest.mark.parametrize("row", ["canfield", "superior", "rainfall", "quadruple", "selective"])
def test_a_budget_in_states_gives_the_same_answer_every_time(row: str):
    position = deal(row, seed=1)
    states = STATES // 10
    first = solve(position, budget_states=states)
    assert told(solve(position, budget_states=states, progress=lambda _: None)) == told(first)
    assert first.states <= states + 1000


def test_what_is_decided_stays_decided_with_more_states():
    for seed in range(1, 20):
        few = solve(deal("canfield", seed=seed), budget_states=200)
        more = solve(deal("canfield", seed=seed), budget_states=STATES)
        assert few.verdict in (Verdict.UNKNOWN, more.verdict)
        if few.verdict is not Verdict.UNKNOWN:
            assert told(few) == told(more)


@pytest.mark.parametrize("wanted", [lambda event: event, lambda event: event.is_set])
def test_a_search_that_is_cancelled_says_so(wanted: Callable[[threading.Event], object]):
    event = threading.Event()
    event.set()
    solution = solve(deal("rainbow", seed=1), budget_s=None, cancel=wanted(event))  # type: ignore[arg-type]
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNKNOWN, StoppedBy.CANCEL)


@pytest.mark.parametrize("one_deck", [True, False], ids=["one-deck", "broad"])
def test_cancelling_from_progress_ends_the_search(one_deck: bool):
    seen: list[int] = []
    solution = solve(
        HOPELESS,
        budget_s=None,
        progress=lambda now: seen.append(now.states),
        cancel=lambda: len(seen) > 2,
        prunings=replace(SLOW, one_deck=one_deck),
    )
    assert solution.stopped_by is StoppedBy.CANCEL
    assert seen == sorted(seen)
    assert seen[-1] == solution.states


@pytest.mark.parametrize("row", ["rainbow", "canfield"])
def test_the_memory_limit_ends_in_unknown(row: str):
    seed = next(seed for seed in range(1, 50) if solve(deal(row, seed=seed), budget_states=8000).stopped_by)
    solution = solve(deal(row, seed=seed), budget_s=None, memory=1000)
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNKNOWN, StoppedBy.MEMORY)


@pytest.mark.skipif(not compiled, reason="takes minutes where it is interpreted")
@pytest.mark.parametrize("row", ["rainbow", "variegated"])
def test_stores_that_grow_change_nothing(row: str, monkeypatch: pytest.MonkeyPatch):
    position = deal(row, seed=1)
    grown = solve(position, budget_states=60_000)
    monkeypatch.setattr(search, "_FIRST_ROOM", 1 << 17)
    assert told(solve(position, budget_states=60_000)) == told(grown)


@pytest.mark.skipif(not compiled, reason="takes minutes where it is interpreted")
def test_the_stores_never_take_more_than_the_memory_allowed(monkeypatch: pytest.MonkeyPatch):
    taken: list[int] = []
    stores = encoding.broad_stores

    def counted(*arguments: object) -> tuple[object, ...]:
        made = stores(*arguments)  # type: ignore[arg-type]
        taken.append(sum(memoryview(part).nbytes for part in made))  # type: ignore[arg-type]
        return made

    monkeypatch.setattr(encoding, "broad_stores", counted)
    solution = solve(deal("variegated", seed=1), budget_s=None, memory=20_000_000)
    assert solution.stopped_by is StoppedBy.MEMORY
    assert len(taken) > 1
    assert taken[-1] + taken[-2] <= 20_000_000  # both live while the search moves


def test_no_time_and_no_states_are_budgets():
    assert solve(deal("variegated", seed=1), budget_s=0).stopped_by is StoppedBy.TIME
    assert solve(deal("variegated", seed=1), budget_states=0).stopped_by is StoppedBy.STATES


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"budget_s": -1}, "budget_s: read -1, expected seconds"), ({"budget_s": "1"}, "budget_s: read '1'"),
     ({"budget_states": 1.5}, "budget_states: read 1.5, expected a whole number"),
     ({"budget_states": True}, "budget_states: read True"), ({"memory": -1}, "memory: read -1")],
)  # fmt: skip
def test_bad_arguments_are_refused_with_what_was_expected(arguments: dict[str, object], words: str):
    with pytest.raises(ValueError, match=words):
        solve(deal("canfield", seed=1), **arguments)  # type: ignore[arg-type]


def test_a_position_that_is_not_complete_is_refused_in_words():
    with pytest.raises(ValueError, match="read 'canfield', expected a Position"):
        solve("canfield")  # type: ignore[arg-type]
    position = deal("canfield", seed=1)
    with pytest.raises(ValueError, match=r"missing .*expected every card"):
        solve(replace(position, stock=position.stock[1:]))
    with pytest.raises(ValueError, match="hidden"):
        solve(position.player_view())


def test_a_lost_verdict_names_its_proof():
    solution = next(
        found for seed in range(1, 99) if (found := solve(deal("canfield", seed=seed), budget_states=800)).proof
    )
    assert (solution.verdict, solution.proof, solution.line) == (Verdict.LOST, Proof.EXACT, ())


def test_a_line_has_no_position_twice():
    for row in ("canfield", "canfield-aisleriot", "candike"):
        position = deal(row, seed=2)
        line = solve(position, budget_states=STATES).line
        seen = {position}
        for move in line:
            position = apply(position, move)
            assert position not in seen
            seen.add(position)


def test_moves_that_lead_back_are_cut_out():
    position = deal("canfield-relaxed", seed=2)
    around = [Move("S", "W")] * 12 + [Move("W", "S")]
    assert search.without_detours(position, tuple(around)) == ()


@pytest.mark.parametrize("row", VARIANTS)
def test_what_the_encoding_lays_out_is_the_position(row: str):
    for now, _ in random_walk(row, 3, 30):
        if now.base is None:
            continue
        buffers = encoding.broad_buffers(now, compiled=False)
        assert encoding.read_broad_buffers(now.variant, now, buffers) == replace(now, packet=0)


@pytest.mark.parametrize(
    ("one_deck", "off"),
    [(True, off) for off in PRUNINGS] + [(False, off) for off in PRUNINGS if off not in ("covers", "one_deck")],
)
def test_each_pruning_on_and_off_decides_alike(one_deck: bool, off: str):
    on = Prunings(one_deck=one_deck)
    rows = ("canfield", "superior", "canfield-relaxed") if one_deck else ("canfield", "storehouse", "canfield-single")
    both = 0
    for row in rows:
        for seed in range(1, 9 if compiled else 4):
            one = solve(deal(row, seed=seed), budget_states=STATES, prunings=on)
            two = solve(deal(row, seed=seed), budget_states=STATES, prunings=replace(on, **{off: False}))
            if Verdict.UNKNOWN not in (one.verdict, two.verdict):
                assert one.verdict is two.verdict, (row, seed)
                both += 1
    assert both
