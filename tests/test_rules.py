"""The rules where the texts are silent: stock and passes, policies that few rows have, won and stuck."""

from __future__ import annotations

import pytest

from canfield_widget.moves import read_move
from canfield_widget.position import deal
from canfield_widget.rules import apply, is_stuck, is_won
from samples import TEXTS, column, counts, may, play, position, tokens, under, why

every_text = pytest.mark.parametrize("row", TEXTS)
WON = "canfield; base A; foundations KS KH KD KC"


# Stock, waste and passes


def test_a_deal_turns_the_packet_card_by_card():
    now = play(under("canfield", "5", stock="6S 5S 4S 3S", waste="KH"), "S-W")
    assert (column(now, "W"), column(now, "S"), now.packet) == ("KH 3S 4S 5S", "6S", 3)


def test_what_is_left_of_the_packet_is_counted_down_and_never_below_nothing():
    now = play(under("canfield", "5", stock="4H 3H 2H", waste="KH KD", tableau="5S, 4S, 3S, AS"), "S-W")
    left = [now.packet]
    for token in ["W-T1", "W-T2", "W-T3", "W-T4"]:
        now = play(now, token)
        left.append(now.packet)
    assert left == [3, 2, 1, 0, 0]


def test_rush_turns_three_then_two_then_one_and_then_no_more():
    now = under("rush", "5", stock="6S 5S 4S 3S 2S AS")
    packets = []
    for _ in range(3):
        while now.stock:
            now = play(now, "S-W")
            packets.append(now.packet)
        if may(now, "W-S"):
            now = play(now, "W-S")
    assert packets == [3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1]
    assert now.pass_number == 3
    assert why(now, "W-S") == ("no-pass-left", "")


@pytest.mark.parametrize(("row", "passes"), [("rainbow", 1), ("acme", 2), ("rainfall", 3)])
def test_so_many_passes_are_made_and_no_more(row: str, passes: int):
    now = under(row, "A", stock="3S 2S", tableau="KH, KH, KH, KH")
    made = 1
    for _ in range(9):
        now = play(now, "S-W S-W")
        assert now.pass_number == made
        if not may(now, "W-S"):
            break
        now, made = play(now, "W-S"), made + 1
    assert made == passes
    assert why(now, "W-S") == ("no-pass-left", "")


def test_without_a_limit_passes_are_not_counted():
    now = under("canfield", "5", stock="3S 2S")
    assert play(now, "S-W W-S S-W W-S") == now


def test_after_a_redeal_no_packet_lies_on_the_waste():
    now = play(under("canfield", "5", stock="4H 3H 2H"), "S-W W-S")
    assert (now.waste, now.packet) == ((), 0)


def test_nothing_is_turned_over_while_the_stock_has_cards():
    assert why(under("canfield", "5", stock="3S", waste="2S"), "W-S") == ("stock-left", "")


# Policies that only some rows have, or none


@pytest.mark.parametrize(
    ("wrap", "fits"),
    [
        ("cyclic", {"6H on 7S", "KC on AH", "AH on 2S", "4S on 5H"}),
        ("none", {"6H on 7S", "AH on 2S", "4S on 5H"}),
        ("stops_at_base", {"6H on 7S", "KC on AH", "AH on 2S"}),
    ],
)
def test_building_goes_round_the_corner_always_or_not_or_stops_at_the_base(wrap: str, fits: set[str]):
    tried = ["6H on 7S", "KC on AH", "AH on 2S", "4S on 5H"]
    row = f"canfield{{wrap={wrap}}}"
    pairs = {pair: pair.split(" on ") for pair in tried}
    assert {pair for pair, (card, on) in pairs.items() if may(under(row, "5", waste=card, tableau=on), "W-T1")} == fits


def test_where_building_stops_at_the_base_a_base_card_still_goes_on_another():
    now = under("canfield{wrap=stops_at_base}", "5", waste="5H", tableau="6S, KH, KD, KC")
    assert may(now, "W-T1")
    assert why(under("canfield{wrap=stops_at_base}", "5", waste="4S", tableau="5H"), "W-T1") == ("on-base", "4S 5H")


@pytest.mark.parametrize(
    ("build", "fits"),
    [("alternate", {"8H", "8D"}), ("suit", {"8C"}), ("rank", {"8H", "8D", "8C", "8S"})],
)
def test_building_looks_at_colour_or_suit_or_neither(build: str, fits: set[str]):
    row = f"canfield{{build={build}}}"
    free = ["8H", "8D", "8C", "8S", "9H", "TH"]
    assert {card for card in free if may(under(row, "5", waste=card, tableau="9C"), "W-T1")} == fits


def test_a_run_is_built_as_the_variant_builds():
    assert counts(under("coyote", "A", tableau="9S 8S 7S, TS, 9S, 8S"), "T1") == {1, 2, 3}
    assert counts(under("coyote", "A", tableau="9S 8H 7H, TS, 9H, 8H"), "T1") == {1, 2}


def test_a_full_column_takes_no_more():
    now = under("canfield{build=suit,column_cap=3,group=single}", "5", waste="6S", tableau="9S 8S 7S, 8H 7H, KS, KC")
    assert why(now, "W-T1") == ("column-full", "7S")
    assert may(under("canfield{build=suit,column_cap=3}", "5", waste="7S", tableau="9S 8S, KH, KS, KC"), "W-T1")


def test_a_group_that_would_overfill_a_column_is_refused():
    now = under("superior{column_cap=3}", "5", tableau="9S 8H, TD, JS TD, KC")
    assert may(now, "T1-T2x2")
    assert why(now, "T1-T3x2") == ("column-full", "TD")


def test_a_space_for_kings_takes_no_other_card():
    row = "superior{space_rank=13}"
    assert why(under(row, "5", waste="QH", tableau="9S, 3C, 3D"), "W-T4") == ("space-rank", "QH")
    assert may(under(row, "5", waste="KH", tableau="9S, 3C, 3D"), "W-T4")
    assert {token for token in tokens(under(row, "5", tableau="AH KS QD, 3C, 3D")) if "T4" in token} == {"T1-T4x2"}


def test_a_space_for_the_rank_below_the_base_follows_the_base():
    row = 'canfield-relaxed{space_rank="base-1"}'
    assert may(under(row, "5", waste="4H", tableau="9S"), "W-T2")
    assert may(under(row, "A", waste="KH", tableau="9S"), "W-T2")
    assert why(under(row, "A", waste="4H", tableau="9S"), "W-T2") == ("space-rank", "4H")


def test_the_rank_for_spaces_does_not_bind_the_fill_from_the_reserve():
    now = under("canfield-relaxed{space_rank=13}", "5", reserve="2C", tableau="8S, 9H, 3S, 3D")
    assert column(play(now, "T1-T2"), "T1") == "2C"


def test_a_space_at_the_players_time_takes_the_reserve_alone():
    now = under("canfield{space_with_reserve=reserve}", "5", reserve="2C KH", waste="4D", tableau="8S, 9H, 3S TD")
    after = play(now, "T1-T2")
    assert (column(after, "T1"), column(after, "R")) == ("", "2C KH")
    assert {token for token in tokens(after) if "T1" in token} == {"R-T1"}
    assert why(after, "W-T1") == ("space-for-reserve", "KH")


def test_a_space_for_reserve_or_waste_takes_no_card_of_a_column():
    row = "superior{space_with_reserve=reserve_or_waste}"
    now = under(row, "5", reserve="2C KH", waste="4D", tableau="9S 8H, 3S, 3C")
    assert {token for token in tokens(now) if "T4" in token} == {"R-T4", "W-T4"}
    assert why(now, "T1-T4") == ("space-for-reserve-or-waste", "KH")


def test_spaces_that_are_closed_stay_empty():
    now = under("canfield{space_after=none}", "5", waste="4D", tableau="9S 8H, 3S, 3C")
    assert why(now, "W-T4") == ("space-closed", "")


def test_a_closed_reserve_opens_for_its_last_card():
    row = "canfield{reserve_face=none}"
    now = under(row, "5", reserve="2C 8H", tableau="9S, 3S, 3C, 3D")
    assert why(now, "R-T1") == ("reserve-closed", "")
    assert may(under(row, "5", reserve="8H", tableau="9S, 3S, 3C, 3D"), "R-T1")


def test_a_closed_reserve_fills_a_space_all_the_same():
    after = play(under("canfield{reserve_face=none}", "5", reserve="2C KH", tableau="8S, 9H, 3S, 3D"), "T1-T2")
    assert column(after, "T1") == "KH"


def test_of_several_reserves_each_plays_its_top():
    now = under("superior{reserve_piles=4,reserve_size=3}", "5", reserve="2C 8H, 2D 8D, -, 4S", tableau="9S, 3S, 5C")
    assert {token for token in tokens(now) if token[0] == "R" and token[-1] != "4"} == {"R1-T1", "R2-T1"}
    assert {token for token in tokens(now) if token[0] == "R" and token[-1] == "4"} == {"R1-T4", "R2-T4", "R4-T4"}
    assert why(now, "R3-T1") == ("empty", "")


def test_the_fuller_of_several_reserves_fills_a_space_and_the_first_of_equal_ones():
    row = "canfield{reserve_piles=2,reserve_size=3}"
    fuller = under(row, "5", reserve="2C, 2D KH", tableau="8S, 9H, 3S, 3D")
    assert column(play(fuller, "T1-T2"), "T1") == "KH"
    equal = under(row, "5", reserve="2C QC, 2D KH", tableau="8S, 9H, 3S, 3D")
    assert column(play(equal, "T1-T2"), "T1") == "QC"


@pytest.mark.parametrize(
    ("reserve", "left"),
    [
        ("2C QC KH", "KH | 9H 8S | QC | 2C | "),
        ("2D 2C QC KH", "KH | 9H 8S | QC | 2C | 2D"),
        ("QC KH", "KH | 9H 8S | QC |  | "),
    ],
)
def test_every_space_is_filled_as_long_as_the_reserve_lasts(reserve: str, left: str):
    after = play(under("canfield", "5", reserve=reserve, tableau="8S, 9H"), "T1-T2")
    assert [column(after, name) for name in ("T1", "T2", "T3", "T4", "R")] == left.split(" | ")


def test_several_reserves_take_turns_in_filling_several_spaces():
    row = "canfield{reserve_piles=2,reserve_size=3}"
    after = play(under(row, "5", reserve="2C QC, 2D KH", tableau="8S, 9H"), "T1-T2")
    assert [column(after, name) for name in ("T1", "T3", "T4", "R1", "R2")] == ["QC", "KH", "2C", "", "2D"]


def test_face_down_cards_do_not_move_and_turn_up_when_they_lie_free():
    now = under("candike", "5", reserve="2C KH", tableau="(3S) 8S, (3D) 9H, QS, QC, 4S, 4C, 6S")
    assert why(now, "T1-T2x2") == ("face-down", "")
    after = play(now, "T1-T2")
    assert (column(after, "T1"), column(after, "T2")) == ("3S", "3D 9H 8S")
    assert after.face_down == (0, 1, 0, 0, 0, 0, 0)


# Choosing the base


def test_the_first_move_of_selective_is_the_choice_of_the_base():
    start = deal("selective", seed=3)
    assert tokens(start) == {"T1-F", "T2-F", "T3-F", "T4-F", "T5-F"}


@pytest.mark.parametrize(
    ("token", "base", "left"), [("T1-F", 4, "5C 6S 7S 8S"), ("T3-F", 6, "4C 5C 7S 8S"), ("T5-F", 8, "4C 5C 6S 7S")]
)
def test_the_chosen_card_opens_a_foundation_and_the_others_close_up(token: str, base: int, left: str):
    now = position("selective; stock KC; reserve 2C KH; tableau 4C, 5C, 6S, 7S, 8S")
    after = play(now, token)
    assert after.base == base
    assert [column(after, f"T{n}") for n in (1, 2, 3, 4)] == left.split()
    assert len(after.tableau) == len(after.face_down) == 4
    assert column(after, "R") == "2C KH"
    assert "S-W" in tokens(after)


@pytest.mark.parametrize("token", ["S-W", "R-F", "R-T1", "T1-T2"])
def test_until_the_base_is_chosen_nothing_else_moves(token: str):
    now = position("selective; stock KC; reserve 2C 4H; tableau 4C, 5H, 6S, 7S, 8S")
    assert why(now, token) == ("choose-base", "")


DUCHESS = "duchess; stock KC; reserve 2C 4H, 9S, -, 7D 5D; tableau 4C, 5H, 6S, 3S"


def test_the_first_move_of_duchess_takes_the_top_of_a_reserve():
    now = position(DUCHESS)
    assert tokens(now) == {"R1-F", "R2-F", "R4-F"}
    after = play(now, "R4-F")
    assert (after.base, column(after, "F1"), column(after, "R4")) == (5, "5D", "7D")
    assert [column(after, f"T{n}") for n in (1, 2, 3, 4)] == ["4C", "5H", "6S", "3S"]
    assert {"S-W", "R4-F", "T1-T2", "R1-T4"} & tokens(after) == {"S-W", "T1-T2"}


@pytest.mark.parametrize("token", ["S-W", "R1-T1", "T1-T2", "T1-F"])
def test_until_a_reserve_has_given_the_base_nothing_else_moves(token: str):
    assert why(position(DUCHESS), token) == ("choose-base", "")


# Spaces that the waste fills

GATE = (
    "gate; base A; stock 2C 3C; waste KH 9S; reserve {}; foundations 4H - - -; tableau 5H, 6S, 7D, 8D, 9D, TD, JD, QD"
)


def test_while_a_reserve_has_cards_the_fuller_one_fills_a_space():
    after = play(position(GATE.format("3S, 8S 9C")), "T1-F")
    assert (column(after, "T1"), column(after, "R1"), column(after, "R2")) == ("9C", "3S", "8S")
    assert column(after, "W") == "KH 9S"


def test_once_the_reserves_are_gone_the_waste_fills_the_space_that_a_move_leaves():
    now = position(GATE.format("-, -").replace("KH 9S", "KH | 9S"))
    after = play(now, "T1-F")
    assert (column(after, "T1"), column(after, "W"), after.packet) == ("9S", "KH", 0)


def test_the_reserve_that_gives_its_last_card_fills_before_the_waste_does():
    after = play(position(GATE.format("-, 3S")), "T1-F")
    assert (column(after, "T1"), column(after, "W")) == ("3S", "KH 9S")


def test_where_the_waste_is_empty_the_space_stays_and_takes_anything():
    now = play(position(GATE.format("-, -").replace("waste KH 9S; ", "")), "T1-F")
    assert column(now, "T1") == ""
    dealt = play(now, "S-W")
    assert (column(dealt, "T1"), column(dealt, "W")) == ("", "3C")
    assert {"W-T1", "T3-T1"} & tokens(dealt) == {"W-T1"}  # a whole column gains nothing in a space
    moved = play(dealt, "T2-T3")
    assert (column(moved, "T1"), column(moved, "T2"), column(moved, "T3")) == ("", "3C", "7D 6S")
    assert "T3-T1" in tokens(moved)


def test_a_card_of_the_waste_itself_leaves_no_space_to_fill():
    now = position(GATE.format("-, -").replace("9S", "6C"))
    after = play(now, "W-T3")
    assert (column(after, "T3"), column(after, "W")) == ("7D 6C", "KH")


# Won and stuck


def test_a_game_is_won_when_every_foundation_is_complete():
    assert is_won(position(WON))
    assert not is_won(position("canfield; base A; foundations KS KH KD QC; waste KC"))
    assert is_won(apply(position("canfield; base A; foundations KS KH KD QC; waste KC"), read_move("W-F")))


def test_a_won_game_is_not_stuck():
    assert not is_stuck(position(WON))


@every_text
def test_a_card_that_can_move_now_is_seen(row: str):
    assert not is_stuck(under(row, "5", stock="6S", tableau="9C, 8H", others="TS"))


@every_text
def test_a_card_that_the_next_packet_brings_is_seen(row: str):
    assert not is_stuck(under(row, "5", stock="8H 2C 2S", others="9C"))
    assert is_stuck(under(row, "5", stock="2C 8H 2S", others="9C"))


def test_a_card_that_only_the_next_pass_brings_is_seen():
    # This pass shows 2C and 4C; the next one 8H, which is the third card then.
    now = under("canfield", "5", stock="4C 2C AC 8H", waste="3S 3C", tableau="9C, TC, 9S, TS")
    assert not is_stuck(now)
    shown = [column(play(now, " ".join(["S-W"] * n)), "W").split()[-1] for n in (1, 2)]
    assert shown == ["2C", "4C"]


def test_smaller_packets_of_a_later_pass_are_seen():
    stock, tableau = "6C 4S 3C 2S 8H AS", "9C, TC, 9S, TS"
    assert is_stuck(under("canfield", "5", stock=stock, tableau=tableau))  # 2S... the third and sixth, for ever
    assert not is_stuck(under("rush", "5", stock=stock, tableau=tableau))  # the second pass turns two at a time


def test_passes_that_are_used_up_bring_nothing():
    waste, tableau = "8H 2C", "9C, TC, 9S, TS"
    assert is_stuck(position(f"canfield{{passes=1}}; base 5; waste {waste}; tableau {tableau}"))
    assert is_stuck(position(f"rush; base 5; pass 3; waste {waste}; tableau {tableau}"))
    assert not is_stuck(position(f"rush; base 5; pass 2; waste {waste}; tableau {tableau}"))


def test_without_stock_and_waste_a_game_without_moves_is_stuck():
    assert is_stuck(under("canfield", "5", tableau="9C, TC, 9S, TS"))


def test_a_foundation_card_that_can_come_back_is_a_move_but_leads_nowhere():
    now = under("quadruple", "5", foundations="7H", tableau="8S, TC, TS, TC, TS, TC, TS, TC")
    assert tokens(now) == {"FH7-T1"}
    assert is_stuck(now)


def test_a_space_for_the_waste_keeps_a_game_alive():
    assert not is_stuck(under("canfield", "5", stock="4C 2C AC", tableau="9C, TC, 9S, -"))
    assert is_stuck(under("canfield{space_after=none}", "5", stock="4C 2C AC", tableau="9C, TC, 9S, -"))


def test_until_the_base_is_chosen_no_game_is_stuck():
    assert not is_stuck(deal("selective", seed=1))
