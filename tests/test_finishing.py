"""Games that end by themselves: what is offered, that nothing hidden plays a part, and that what goes up is safe."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from miniatures import miniature, plain_verdict

from canfield_widget.finishing import finish, is_ordered, safe_up
from canfield_widget.hints import play_ranked
from canfield_widget.moves import FOUNDATION
from canfield_widget.notation import read_variant
from canfield_widget.position import Position, deal
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Verdict, solve
from canfield_widget.variants import VARIANTS
from samples import SOAK, position, random_walk, replayed, under, winning_line, with_hidden_cards_permuted

GAMES = st.tuples(st.sampled_from([*VARIANTS]), st.integers(0, 60), st.integers(0, 60))
"""A row, the number of a deal and how many random moves are made."""
EXAMPLES = settings(max_examples=1000 if SOAK else 60, deadline=None)
WON = "canfield; base A; foundations KS KH KD KC"
NEAR = "foundations TS KH KD TC; tableau"


def ace(row: str, rest: str) -> Position:
    """A position of few cards whose base is the ace."""
    return position(f"{row}; base A; {rest}")


def ordered(rest: str, row: str = "canfield") -> bool:
    """Whether the columns go up by themselves."""
    return is_ordered(ace(row, f"{NEAR} {rest}"))


def up(row: str, base: str, foundations: str, tableau: str, **piles: str) -> str:
    """The token of the safe move, or nothing."""
    return str(safe_up(under(row, base, foundations=foundations, tableau=tableau, **piles)) or "")


# Ordered


def test_columns_that_go_up_without_a_thought_are_ordered():
    assert ordered("KS QC JS, KC QS JC, -, -")


def test_a_lower_card_of_a_suit_under_a_higher_one_is_not_ordered():
    assert not ordered("JS QS KS, KC QC JC, -, -")


def test_two_columns_that_wait_for_each_other_are_not_ordered():
    assert ordered("KS QS JS, KC QC JC, -, -")
    assert not ordered("JC QS KS, JS QC KC, -, -")


def test_a_column_of_two_suits_needs_no_order_between_them():
    assert ordered("KS JC, KC QC QS JS, -, -")


def test_round_the_corner_the_order_is_that_of_the_foundations():
    now = "canfield; base 3; foundations QS 2H 2D 2C; tableau {}, -, -, -"
    assert is_ordered(position(now.format("2S AS KS")))
    assert not is_ordered(position(now.format("AS 2S KS")))


def test_a_card_in_the_waste_the_stock_or_the_reserve_is_not_ordered():
    assert not is_ordered(ace("canfield", f"waste KS; {NEAR} KC QC JC, QS JS, -, -"))
    assert not is_ordered(ace("canfield", f"stock KS; {NEAR} KC QC JC, QS JS, -, -"))
    assert not is_ordered(ace("canfield", f"reserve KS; {NEAR} KC QC JC, QS JS, -, -"))


def test_a_card_that_lies_face_down_is_not_ordered():
    columns = "foundations QS KH KD TC; tableau {} QC, JC, KS, -, -, -, -"
    assert is_ordered(ace("candike", columns.format("KC")))
    assert not is_ordered(ace("candike", columns.format("(KC)")))


def test_with_two_decks_it_may_matter_which_of_two_equal_cards_goes_up_first():
    # One place is free for a king of spades: the one that lies on the second jack has to take it.
    rest = "foundations QS TS KH KH KD KD KC KC; tableau"
    for columns in ("KS, QS JS KS, -, -, -", "QS JS KS, KS, -, -, -"):
        assert is_ordered(position(f"double; base A; {rest} {columns}"))
    assert not is_ordered(position(f"double; base A; {rest} KS, QS KS JS KS KS, -, -, -"))
    assert not is_ordered(position(f"double; base A; {rest} JS QS KS, QS KS, -, -, -".replace("QS TS", "TS TS")))


def test_long_columns_of_four_decks_are_ordered_too():
    column = " ".join(rank + suit for suit in "SHDC" for rank in "KQJT98765432")
    tops = " ".join(["AS AH AD AC"] * 4)
    now = position(f"quadruple; base A; foundations {tops}; tableau {', '.join([column] * 4)}, -, -, -, -")
    line = finish(now)
    assert is_ordered(now)
    assert line is not None
    assert len(line) == 192
    assert is_won(replayed(now, line))


def test_a_won_game_is_ordered_and_not_finished():
    assert is_ordered(position(WON))
    assert finish(position(WON)) is None


# Finish


def test_an_ordered_game_is_finished_by_moves_to_the_foundation():
    now = ace("canfield", f"{NEAR} KS QC JS, KC QS JC, -, -")
    line = finish(now)
    assert line is not None
    assert {move.target for move in line} == {FOUNDATION}
    assert is_won(replayed(now, line))


def test_waste_cards_are_known_and_turned_over():
    rest = f"waste KS JS QS; {NEAR} KC QC JC, -, -, -"
    now = ace("rainfall{space_after=none}", rest)
    line = finish(now)
    assert line is not None
    assert "W-S" in map(str, line)
    assert is_won(replayed(now, line))
    assert finish(ace("rainfall{space_after=none}", f"pass 3; {rest}")) is None


def test_a_card_that_nobody_has_seen_keeps_the_end_from_being_offered():
    assert finish(ace("canfield", f"stock KS; {NEAR} KC QC JC, QS JS, -, -")) is None
    assert finish(ace("candike", "foundations QS KH KD TC; tableau (KC) QC, JC, KS, -, -, -, -")) is None


def test_no_end_is_offered_while_the_reserve_has_cards():
    assert finish(ace("superior", f"reserve KS QS; {NEAR} KC QC JC, JS, -, -")) is None


@pytest.mark.parametrize("row", ["canfield", "superior", "rainfall", "quadruple", "storehouse"])
def test_the_end_is_offered_in_a_game_that_is_won_and_wins_it(row: str):
    deck, line = winning_line(row)
    now, offered = deal(row, deck=deck), 0
    for move in line:
        found = finish(now)
        if found is not None:
            offered += 1
            assert is_won(replayed(now, found))
        assert not is_ordered(now) or found is not None
        now = apply(now, move)
    assert offered


def hinted(game: tuple[str, int, int]) -> Position:
    """A position late in a game that is played by the ranked hints."""
    row, seed, back = game
    line, _ = play_ranked(deal(row, seed=seed), most_moves=250)
    return replayed(deal(row, seed=seed), line[: max(len(line) - back, 0)])


@EXAMPLES
@given(GAMES, st.integers(), st.booleans())
def test_no_hidden_card_changes_what_is_offered(game: tuple[str, int, int], seed: int, late: bool):
    now = hinted(game) if late and VARIANTS[game[0]].decks == 1 else [*random_walk(*game)][-1][0]
    other = with_hidden_cards_permuted(now, seed)
    assert finish(other) == finish(now) == finish(now.player_view())
    assert is_ordered(other) == is_ordered(now) == is_ordered(now.player_view())
    assert safe_up(other) == safe_up(now) == safe_up(now.player_view())


@EXAMPLES
@given(st.integers(0, 10**6))
def test_every_line_that_is_offered_wins(seed: int):
    now = miniature(random.Random(seed), column_deal="u", reserve_size=0)
    line, _ = play_ranked(now, most_moves=60)
    for move in (*line, None):
        found = finish(now)
        assert found is None or is_won(replayed(now, found))
        assert found is not None or is_won(now) or not is_ordered(now)
        now = now if move is None else apply(now, move)


# Cards that go up at no cost


def test_a_card_goes_up_once_nothing_is_left_to_lie_on_it():
    assert up("canfield", "A", "3S 2H 2D 2C", "3H, 9C, 8S, JD") == "T1-F"
    assert up("canfield", "A", "AS 4H AD AC", "5H, 9C, 8S, JD") == ""


def test_a_card_goes_up_if_what_might_lie_on_it_can_go_up_itself():
    # Either black two can go up instead of lying on the three of hearts, and no ace is left to lie on it.
    assert up("canfield", "A", "AS 2H AD AC", "3H, 9C, 8S, JD") == "T1-F"
    assert up("canfield", "A", "AS 2H - AC", "3H, 9C, 8S, JD") == ""


def test_a_base_card_may_be_a_place_for_the_last_cards():
    assert up("canfield", "5", "5S", "5H, 9C, 8S, JD") == ""
    assert up("canfield{wrap=stops_at_base}", "5", "5S", "5H, 9C, 8S, JD") == "T1-F"
    assert up("canfield{wrap=none}", "A", "AS", "AH, 9C, 8S, JD") == "T1-F"


def test_a_base_card_goes_up_once_all_last_cards_of_the_other_colour_are_up():
    assert up("canfield", "5", "4S 4C", "5H, 9D, 8D, JD") == "T1-F"
    assert up("canfield", "5", "4S 3C", "5H, 9D, 8D, JD") == ""


def test_in_suit_only_the_base_card_is_a_place_for_another():
    assert up("storehouse", "2", "2S 7H 2D 2C", "8H, 9C, 8S, JD") == "T1-F"
    assert up("storehouse{prefounded=false}", "2", "2S", "2H, 9C, 8S, JD") == ""


def test_a_card_of_the_waste_stays_where_it_would_shift_later_packets():
    piles = {"foundations": "2S 2H 2D 2C", "tableau": "9H, 9C, 8S, JD", "waste": "3H"}
    assert str(safe_up(under("rainfall", "A", **piles)) or "") == "W-F"
    assert safe_up(under("canfield", "A", **piles)) is None
    assert safe_up(under("rush", "A", **piles)) is None
    late = {name: text for name, text in piles.items() if name != "foundations"}
    assert str(safe_up(replace(under("rush", "A", foundations=piles["foundations"], **late), pass_number=2))) == "W-F"
    assert str(safe_up(under("canfield{passes=1}", "A", **piles))) == "W-F"


@pytest.mark.parametrize(
    "row", ["double", "canfield-aisleriot", "superior{space_after=waste}", "canfield{reserve_piles=2,reserve_size=3}"]
)
def test_where_nothing_is_proved_no_card_is_safe(row: str):
    assert up(row, "A", "2S 2H 2D 2C", "3H", others="9C") == ""


def test_until_the_base_is_chosen_no_card_is_safe():
    assert safe_up(deal("selective", seed=1)) is None


def test_a_safe_card_leaves_every_small_game_that_can_be_won_one_that_can():
    played = 0
    for seed in range(20_000 if SOAK else 1000):
        now = miniature(random.Random(seed), decks=1)
        move = safe_up(now)
        if move is not None and plain_verdict(now, 3000):
            played += 1
            assert plain_verdict(apply(now, move), 20_000) is not False, (seed, now, move)
    assert played > 20


SOLVED = ["canfield", "canfield-relaxed", "superior", "canfield{deal_count=1}", "canfield{wrap=stops_at_base}"]


@pytest.mark.parametrize("row", SOLVED)
def test_a_safe_card_leaves_every_game_that_is_won_one_that_is(row: str):
    tried = 0
    for seed in range(1, 150 if SOAK else 14):
        start = deal(read_variant(row), seed=seed)
        walk = [now for now, _ in random_walk(start.variant, seed, 60)]
        line = solve(start, budget_states=20_000).line
        for now in [*walk[::5], *(replayed(start, line[:n]) for n in range(0, len(line), 8))]:
            move = safe_up(now)
            if move is not None and solve(now, budget_states=20_000).verdict is Verdict.WON:
                tried += 1
                assert solve(apply(now, move), budget_states=60_000).verdict is not Verdict.LOST, (seed, now, move)
    assert tried > 5
