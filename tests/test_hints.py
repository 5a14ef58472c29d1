"""What hints promise: their worth and knowledge, an order that no hidden card changes, no going round in circles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.hints import (
    HintKind,
    Knowledge,
    Preference,
    Worth,
    default_kind,
    hint,
    play_ranked,
    ranking,
    speak_hint,
)
from canfield_widget.moves import STOCK, Move
from canfield_widget.position import Position, deal
from canfield_widget.rules import apply, is_won, legal_moves
from canfield_widget.solver import StoppedBy, Verdict
from canfield_widget.texts import LANGUAGES, words
from canfield_widget.variants import VARIANTS
from samples import SOAK, position, random_walk, under, winning_line, with_hidden_cards_permuted

GAMES = st.tuples(st.sampled_from([*VARIANTS]), st.integers(0, 60), st.integers(0, 60))
"""A row, the number of a deal and how many random moves are made."""
EXAMPLES = settings(max_examples=1000 if SOAK else 60)
FEW = settings(max_examples=100 if SOAK else 15)


def walked(game: tuple[str, int, int]) -> Position:
    """The position after some random moves of a game."""
    *_, (now, _) = random_walk(*game)
    return now


# The order of the ranked moves


@EXAMPLES
@given(GAMES, st.integers())
def test_no_hidden_card_changes_the_ranked_hint(game: tuple[str, int, int], seed: int):
    now = walked(game)
    other = with_hidden_cards_permuted(now, seed)
    first, second = hint(now, "ranked"), hint(other, "ranked")
    assert ranking(other) == ranking(now) == ranking(now.player_view())
    assert (first.moves, first.reason, first.worth) == (second.moves, second.reason, second.worth)
    assert speak_hint(first) == speak_hint(second)
    assert hint(now, "legal").moves == hint(other, "legal").moves


def test_permuting_hidden_cards_does_change_positions():
    now = deal("candike", seed=1)
    other = with_hidden_cards_permuted(now, 1)
    assert other != now
    assert other.player_view() == now.player_view()


@EXAMPLES
@given(GAMES)
def test_every_legal_move_is_ranked_once(game: tuple[str, int, int]):
    now = walked(game)
    assert sorted(move for move, _ in ranking(now)) == sorted(legal_moves(now))
    places = [list(Preference).index(why) for _, why in ranking(now)]
    assert places == sorted(places)


REASONS = {
    "T1-F safe": under("canfield", "5", foundations="8S 7H 8C 7D", tableau="8D, QS, QC, KC", reserve="2H"),
    "R-F reserve-up": under("canfield", "5", foundations="8S", tableau="QS, QH, QC, QD", reserve="9S", stock="2H"),
    "T1-T2 frees-reserve": under("canfield", "5", foundations="5S", tableau="8S, 9H, QC, QD", reserve="2H"),
    "T1-F frees-reserve": under("canfield", "5", foundations="8S", tableau="9S, QH, QC, QD", reserve="2H"),
    "R-T3 reserve-down": under("canfield", "5", foundations="5S", tableau="3S, 6D, QC, 7D", reserve="JH"),
    "W-T3 waste-down": under("canfield", "5", foundations="5D", tableau="TS, 8D, QC, 3S", waste="JH", reserve="4H"),
    "T1-F up": under("canfield", "5", foundations="8H", tableau="TS 9H, KD, 3C, 2S", reserve="4H"),
    "R-T4 reserve-space": under("superior", "5", foundations="5D", tableau="QS, KS, 7S, -", reserve="4H", waste="7C"),
    "T1-T2 prepares": under("superior", "5", foundations="8H", tableau="9H 8C, 9D, KS, AS", reserve="3H"),
    "W-T4 waste-space": under("canfield", "5", foundations="5D", tableau="QS, KS, 7S, -", waste="7C"),
    "T1-T2 makes-space": under("canfield", "5", foundations="5D", tableau="QS, KH, 7S, 9S", waste="7C"),
    "S-W deal": under("canfield", "5", foundations="5D", tableau="QS, KS, 7S, 9S", reserve="2H", stock="JC"),
    "W-S redeal": under("canfield", "5", foundations="5D", tableau="QS, KS, 7S, 9S", reserve="2H", waste="JC"),
    "T1-T2 no-gain": under("canfield", "5", foundations="5D", tableau="QS, KH, 7S, 9S"),
}
"""The move of the ranked hint and its reason, with the position."""


@pytest.mark.parametrize("wanted", REASONS)
def test_the_first_of_the_ranked_moves_has_its_reason(wanted: str):
    move, why = ranking(REASONS[wanted])[0]
    assert f"{move} {why}" == wanted


def test_the_reasons_above_are_all_but_the_choice_of_a_base():
    assert {wanted.split()[1] for wanted in REASONS} | {"base"} == {str(why) for why in Preference}


def test_the_base_that_opens_most_is_chosen():
    # with a three as base the four of the reserve goes up next
    chosen = position("selective; reserve 4H; tableau KS, 3H, 9C, 7D, 5C")
    assert ranking(chosen)[0] == (Move("T2", "F"), Preference.BASE)


@pytest.mark.parametrize(
    ("foundations", "why"),
    [
        ("7S 6H 7C 7D", Preference.SAFE),  # the black sevens are up
        ("6S 6H 7C 7D", Preference.SAFE),  # the seven of spades may go up, and nothing is left to lie on it
        ("6S 5H 7C 7D", Preference.FREES_RESERVE),  # the six of hearts may have to lie on the seven of spades
        ("5S 6H 7C 7D", Preference.FREES_RESERVE),  # the seven of spades may have to lie on the eight
    ],
)
def test_a_card_that_may_still_be_needed_is_not_called_safe(foundations: str, why: Preference):
    now = under("canfield", "5", foundations=foundations, tableau="8D, QS, QC, KC", reserve="2H")
    assert ranking(now)[0] == (Move("T1", "F"), why)


def test_a_base_card_is_safe_only_where_no_king_of_it_is_left():
    wraps = under("canfield", "A", foundations="2S", tableau="AH, 4D, 7C, 9C", reserve="2H", stock="KC")
    stops = under("canfield{wrap=stops_at_base}", "A", foundations="2S", tableau="AH, 4D, 7C, 9C", reserve="2H")
    assert ranking(wraps)[0] == (Move("T1", "F"), Preference.FREES_RESERVE)
    assert ranking(stops)[0] == (Move("T1", "F"), Preference.SAFE)


def test_nothing_comes_back_from_a_foundation_on_a_ranked_hint():
    now = under("quadruple", "5", foundations="8H", tableau="9S", others="QS", stock="2H")
    assert ranking(now)[-1] == (Move("FH8", "T1"), Preference.NO_GAIN)


# Hints followed one after the other


@FEW
@given(GAMES)
def test_hints_that_are_followed_come_round_only_by_dealing(game: tuple[str, int, int]):
    now = walked(game)
    seen, line = {now: 0}, list[Move]()
    for _ in range(400 if SOAK else 80):
        order = ranking(now)
        if not order or order[0][1] is Preference.NO_GAIN:
            break
        line.append(order[0][0])
        now = apply(now, order[0][0])
        if now in seen:
            assert all(STOCK in (move.source, move.target) for move in line[seen[now] :])
            break
        seen[now] = len(line)


@FEW
@given(GAMES)
def test_playing_the_ranked_hints_is_to_follow_them(game: tuple[str, int, int]):
    now = walked(game)
    line, end = play_ranked(now, most_moves=20)
    for move in line:
        assert move == hint(now, "ranked").move
        now = apply(now, move)
    assert now == end
    assert len(line) <= 20


def test_playing_the_ranked_hints_wins_some_deals():
    for row in ("canfield", "rainfall"):
        ends = [play_ranked(deal(row, seed=seed))[1] for seed in range(1, 20)]
        assert 0 < sum(map(is_won, ends)) < 19


def test_dealing_round_and_round_is_left_out_of_the_line():
    now = REASONS["S-W deal"]
    assert play_ranked(now) == ((), now)


@pytest.mark.parametrize("wrong", [-1, 1.5, True, "9"])
def test_a_wrong_number_of_moves_is_refused(wrong: object):
    with pytest.raises(ValueError, match=r"most_moves: read .*, expected a whole number, at least 0"):
        play_ranked(deal("canfield", seed=1), most_moves=wrong)  # type: ignore[arg-type]


# What a hint is worth and what it knows

LOST_DEAL = next(seed for seed in range(1, 99) if hint(deal(seed=seed), "solver", budget_states=800).worth == "lost")


def test_the_legal_hint_is_some_legal_move_and_promises_nothing():
    found = hint(deal("canfield", seed=2), HintKind.LEGAL)
    assert (found.worth, found.knowledge, found.reason) == (Worth.LEGAL, Knowledge.VISIBLE, None)
    assert found.moves == legal_moves(found.position)


def test_the_ranked_hint_knows_the_visible_cards_alone():
    found = hint(deal("canfield", seed=2), "ranked")
    assert (found.worth, found.knowledge, found.reason) == (
        Worth.PREFERRED,
        Knowledge.VISIBLE,
        Preference.FREES_RESERVE,
    )
    assert (found.line, found.solution, str(found.move)) == ((), None, "T3-T2")


def test_the_solvers_hint_is_the_first_move_of_a_line_that_wins():
    found = hint(deal("canfield", seed=2), "solver", budget_states=20_000)
    assert (found.worth, found.knowledge, found.reason) == (Worth.WIN, Knowledge.ALL, None)
    assert found.moves == found.line[:1]
    end = found.position
    for move in found.line:
        end = apply(end, move)
    assert is_won(end)


def test_the_solvers_hint_for_a_lost_position_falls_back_on_the_ranked_moves():
    now = deal("canfield", seed=LOST_DEAL)
    found, ranked = hint(now, "solver", budget_states=800), hint(now, "ranked")
    assert (found.worth, found.knowledge, found.line) == (Worth.LOST, Knowledge.ALL, ())
    assert (found.moves, found.reason) == (ranked.moves, ranked.reason)
    assert found.solution
    assert found.solution.verdict is Verdict.LOST


def test_without_a_budget_no_win_is_found_and_the_hint_says_so():
    seed = next(seed for seed in range(1, 30) if not is_won(play_ranked(deal("canfield", seed=seed))[1]))
    found = hint(deal("canfield", seed=seed), "solver", budget_states=0)
    assert (found.worth, found.moves) == (Worth.NO_WIN_FOUND, hint(found.position, "ranked").moves)
    assert found.solution
    assert found.solution.stopped_by is StoppedBy.STATES


def test_a_win_by_the_ranked_moves_alone_is_a_proof_too():
    seed = next(seed for seed in range(1, 30) if is_won(play_ranked(deal("rainfall", seed=seed))[1]))
    found = hint(deal("rainfall", seed=seed), "solver", budget_states=0)
    assert (found.worth, found.line) == (Worth.WIN, play_ranked(found.position)[0])


def test_a_hint_that_is_cancelled_is_the_ranked_one():
    found = hint(deal("rainfall", seed=1), "solver", cancel=lambda: True)
    assert (found.worth, found.moves) == (Worth.NO_WIN_FOUND, hint(found.position, "ranked").moves)


@pytest.mark.parametrize("kind", HintKind)
def test_a_won_game_has_no_hint(kind: HintKind):
    won = deal("canfield", deck=winning_line("canfield")[0])
    for move in winning_line("canfield")[1]:
        won = apply(won, move)
    found = hint(won, kind)
    assert (found.worth, found.move, found.moves) == (Worth.NONE, None, ())


def test_the_solver_is_asked_where_the_reserve_lies_open_and_else_the_moves_are_ranked():
    assert default_kind(VARIANTS["superior"]) is HintKind.SOLVER
    assert {default_kind(VARIANTS[row]) for row in ("canfield", "canfield-single", "canfield-hoyle", "quadruple")} == {
        HintKind.RANKED
    }
    assert hint(deal("superior", seed=2), budget_states=100).kind is HintKind.SOLVER
    assert hint(deal("canfield", seed=2)).kind is HintKind.RANKED


def test_a_kind_that_is_none_is_refused():
    with pytest.raises(ValueError, match="kind: read 'best', expected one of legal, ranked, solver"):
        hint(deal("canfield", seed=2), "best")


def test_the_solver_refuses_a_position_with_hidden_cards_and_the_others_take_it():
    seen = deal("canfield", seed=2).player_view()
    with pytest.raises(ValueError, match="hidden"):
        hint(seen, "solver")
    assert hint(seen, "ranked").moves == hint(deal("canfield", seed=2), "ranked").moves
    assert hint(seen, "legal").moves


# In words


def test_hints_are_spoken_with_what_they_are_worth():
    now = deal("canfield", seed=2)
    said = {kind: speak_hint(hint(now, kind, budget_states=20_000)) for kind in HintKind}
    assert said[HintKind.LEGAL].endswith("A legal move; it promises nothing.")
    assert said[HintKind.RANKED].endswith("Preferred by the cards you can see: the reserve fills its place.")
    assert "Proved win from here" in said[HintKind.SOLVER]
    assert "sees all cards" in said[HintKind.SOLVER]


def test_a_fallback_is_called_one():
    lost = hint(deal("canfield", seed=LOST_DEAL), "solver", budget_states=800)
    for said in (speak_hint(lost), speak_hint(replace(lost, worth=Worth.NO_WIN_FOUND))):
        assert "all cards" in said
        assert "as a fallback" in said
    assert "verloren" in speak_hint(lost, "de")
    assert "als Ersatz" in speak_hint(lost, "de")


def test_the_last_move_of_a_win_is_spoken_in_the_singular():
    lines = winning_line("canfield")
    now = deal("canfield", deck=lines[0])
    for move in lines[1][:-1]:
        now = apply(now, move)
    assert "with this move" in speak_hint(hint(now, "solver"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_spoken(lang: str):
    for wanted, now in REASONS.items():
        because = words(lang)[f"hint-because-{wanted.split()[1]}"]
        assert because in speak_hint(hint(now, "ranked"), lang)
    assert words(lang)["hint-because-base"] in speak_hint(hint(deal("selective", seed=1)), lang)


def test_a_card_that_is_about_to_be_turned_is_not_named():
    now = next(p for p in (deal("rainfall", seed=s) for s in range(99)) if ranking(p)[0][1] == "deal")
    assert speak_hint(hint(now)).startswith("A hidden card from the stock to the waste.")
