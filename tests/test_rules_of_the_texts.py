"""What the five rule texts say: their examples, and twenty questions of a beginner under each of them.

The texts are "Canfield Solitär verstehen" (under the row `canfield`), "Superior Canfield Solitär" (`superior`), the
Cards4 guide to Canfield (`canfield-single`), "Canfield Solitaire" after Hoyle (`canfield-hoyle`) and "Quadruple
Canfield Solitär" (`quadruple`).
"""

from __future__ import annotations

import pytest

from canfield_widget.game import Game
from canfield_widget.moves import Move, read_move
from canfield_widget.position import deal
from canfield_widget.refusals import Reason
from canfield_widget.rules import Step, apply, is_stuck, is_won, legal_moves, steps, why_not
from samples import TEXTS, cards, column, counts, may, play, tokens, under, why

every_text = pytest.mark.parametrize("row", TEXTS)


# The examples of "Canfield Solitär verstehen"


@every_text
def test_a_black_king_goes_on_a_red_ace(row: str):
    now = under(row, "5", foundations="5S", tableau="KC, AH, 9D, 4S")
    assert may(now, "T1-T2")
    assert column(play(now, "T1-T2"), "T2") == "AH KC"


@every_text
def test_with_base_five_only_the_five_opens_a_foundation(row: str):
    now = under(row, "5", foundations="5S", tableau="5H, AH, 9D, 4S")
    assert may(now, "T1-F")
    assert why(now, "T2-F") == ("needs-base", "AH")


@every_text
def test_with_base_five_the_ace_is_an_ordinary_card(row: str):
    assert may(under(row, "5", foundations="KH", tableau="AH, 9D, 4S, 4C"), "T1-F")
    assert may(under(row, "5", tableau="AH, 2S, 9D, 4S"), "T1-T2")
    assert may(under(row, "5", tableau="AH, KC, 9D, 4S"), "T2-T1")


@every_text
def test_the_red_six_of_the_reserve_goes_on_the_black_seven_and_the_next_card_is_turned_up(row: str):
    now = under(row, "5", reserve="JS 6D", tableau="7C, KH, 9D", others="4S")
    after = play(now, "R-T1")
    assert column(after, "T1") == "7C 6D"
    assert after.player_view().reserves == (cards("JS"),)


# Twenty questions of a beginner


@pytest.mark.parametrize(
    ("row", "reserve", "stock", "columns", "foundations"),
    [(row, 13, 34, 4, 4) for row in TEXTS[:4]] + [("quadruple", 39, 160, 8, 16)],
)
def test_01_a_fresh_deal(row: str, reserve: int, stock: int, columns: int, foundations: int):
    start = deal(row, seed=1)
    assert [len(pile) for pile in start.reserves] == [reserve]
    assert len(start.stock) == stock
    assert [len(pile) for pile in start.tableau] == [1] * columns
    assert [len(pile) for pile in start.foundations] == [1] + [0] * (foundations - 1)
    assert reserve + stock + columns + 1 == 52 * start.variant.decks


@every_text
def test_02_every_foundation_begins_with_the_same_rank(row: str):
    now = under(row, "5", foundations="5S", tableau="5H, AH, 9D, 4S")
    assert [token for token in sorted(tokens(now)) if token.endswith("-F")] == ["T1-F"]
    assert play(now, "T1-F").foundations[:2] == (cards("5S"), cards("5H"))


def test_02_in_quadruple_a_second_five_of_hearts_opens_another_foundation():
    now = play(under("quadruple", "5", foundations="5H", waste="5H", tableau="AS"), "W-F")
    assert now.foundations[:3] == (cards("5H"), cards("5H"), ())


@every_text
def test_03_on_the_nine_of_diamonds_go_ten_to_king_ace_to_eight(row: str):
    order = ["TD", "JD", "QD", "KD", "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D"]
    now = under(row, "9", foundations="9D", waste=" ".join(reversed(order)))
    for card in order:
        assert column(now, "W").split()[-1] == card
        now = play(now, "W-F")
    assert column(now, "F1") == "9D " + " ".join(order)
    others = under(row, "9", foundations="9D", tableau="9C 8D, JD, AD, 2D")
    assert not any(token.endswith("-F") for token in tokens(others))


@every_text
@pytest.mark.parametrize(
    ("card", "refused"),
    [("8H", None), ("8D", None), ("8S", "wrong-colour"), ("TH", "wrong-rank")],
)
def test_04_on_the_nine_of_clubs_go_the_red_eights(row: str, card: str, refused: str | None):
    now = under(row, "5", waste=card, tableau="9C, KC, 3C, 4S")
    assert may(now, "W-T1") == (refused is None)
    if refused:
        assert why(now, "W-T1") == (refused, f"{card} 9C")


@every_text
def test_05_down_from_the_ace_comes_the_king(row: str):
    assert may(under(row, "7", waste="KC", tableau="AH"), "W-T1")
    assert may(under(row, "7", waste="KH", tableau="AS"), "W-T1")
    assert why(under(row, "7", waste="KD", tableau="AH"), "W-T1") == ("wrong-colour", "KD AH")


def test_05_where_columns_end_with_the_ace_no_king_goes_on_it():
    assert why(under("candike", "7", waste="KC", tableau="AH"), "W-T1") == ("no-wrap", "KC AH")


@every_text
def test_06_columns_go_down_and_foundations_go_up(row: str):
    on_a_column = under(row, "8", waste="AH", tableau="KC")
    assert why(on_a_column, "W-T1") == ("wrong-rank", "AH KC")
    assert may(under(row, "8", waste="QH", tableau="KC"), "W-T1")
    assert may(under(row, "8", waste="AC", foundations="KC"), "W-F")


@pytest.mark.parametrize(
    ("row", "left"),
    [("canfield", "2S"), ("superior", ""), ("canfield-single", "2S"), ("canfield-hoyle", "2S"), ("quadruple", "2S")],
)
def test_07_a_whole_column_moves_and_its_place_is_filled_at_once_or_stays_empty(row: str, left: str):
    after = play(under(row, "5", reserve="KH 2S", tableau="9S 8H 7C, TD", others="3C"), "T1-T2x3")
    assert column(after, "T2") == "TD 9S 8H 7C"
    assert column(after, "T1") == left
    assert len(after.reserves[0]) == (1 if left else 2)


@pytest.mark.parametrize(
    ("row", "refused"),
    [
        ("canfield", ("whole-only", "9S")),
        ("superior", None),
        ("canfield-single", ("single-or-whole", "9S")),
        ("canfield-hoyle", ("whole-only", "9S")),
        ("quadruple", None),
    ],
)
def test_08_part_of_a_column_moves_in_superior_and_quadruple_alone(row: str, refused: tuple[str, str] | None):
    now = under(row, "5", tableau="9S 8H 7C, 9C, 3S, 3D")
    assert may(now, "T1-T2x2") == (refused is None)
    if refused:
        assert why(now, "T1-T2x2") == refused


@pytest.mark.parametrize(
    ("row", "refused"),
    [
        ("canfield", ("whole-only", "8H")),
        ("superior", None),
        ("canfield-single", None),
        ("canfield-hoyle", ("whole-only", "8H")),
        ("quadruple", None),
    ],
)
def test_09_the_top_card_alone_goes_to_another_column_or_only_up(row: str, refused: tuple[str, str] | None):
    now = under(row, "5", foundations="6C", tableau="9S 8H 7C, 8D, 3S, 3D")
    assert may(now, "T1-F")
    assert may(now, "T1-T2") == (refused is None)
    if refused:
        assert why(now, "T1-T2") == refused


@every_text
def test_10_the_reserve_plays_from_its_top_one_card_at_a_time(row: str):
    now = under(row, "5", reserve="5D JS 6D", tableau="7C, KH, 9D", others="4S")
    assert "R-T1" in tokens(now)
    assert why_not(now, Move("R", "T1", 2)).reason is Reason.ONE_AT_A_TIME  # type: ignore[union-attr]
    after = play(now, "R-T1")
    assert why(after, "R-T1") == ("wrong-rank", "JS 6D")


def test_11_in_superior_the_reserve_is_seen_but_only_its_top_plays():
    now = under("superior", "5", reserve="JS 6D", tableau="QH, 7C, 9D, 4S")
    assert now.player_view().reserves == now.reserves
    assert why(now, "R-T1") == ("wrong-rank", "6D QH")
    assert {token for token in tokens(now) if token[0] == "R"} == {"R-T2"}
    assert may(play(now, "R-T2"), "R-T1")


@pytest.mark.parametrize("row", ["canfield", "canfield-single", "canfield-hoyle", "quadruple"])
def test_12_a_space_takes_the_top_of_the_reserve_in_the_same_move(row: str):
    now = under(row, "5", reserve="2C KH", tableau="8S, 9H", others="3C")
    assert steps(now, read_move("T1-T2")) == (Step("T1", "T2", 1), Step("R", "T1", 1))
    after = play(now, "T1-T2")
    assert (column(after, "T1"), column(after, "T2"), column(after, "R")) == ("KH", "9H 8S", "2C")


def test_12_one_undo_takes_back_the_move_and_the_fill():
    game = Game(deal("canfield", seed=2))
    before = game.position
    assert len(steps(before, read_move("T3-T2"))) == 2
    game.play("T3-T2")
    assert game.ply == 1
    game.undo()
    assert game.position == before


def test_13_in_superior_a_space_takes_any_card_at_any_time_or_none():
    now = under("superior", "5", reserve="2C KH", waste="7S 4D", tableau="9H 8S, TD, JH TC 9D")
    assert {token for token in tokens(now) if token.endswith("T4") or "T4x" in token} == {
        "R-T4", "W-T4", "T1-T4", "T3-T4", "T3-T4x2",
    }  # fmt: skip
    assert column(play(under("superior", "5", reserve="KH", tableau="8S, 9H, 3S, 3D"), "T1-T2"), "T1") == ""


@pytest.mark.parametrize(
    ("row", "into_the_space"),
    [
        ("canfield", {"W-T4"}),
        ("canfield-single", {"W-T4"}),
        ("canfield-hoyle", {"W-T4"}),
        ("superior", {"W-T4", "T2-T4", "T2-T4x2", "T3-T4"}),
        ("quadruple", {"W-T4", "T2-T4", "T2-T4x2", "T3-T4"}),
    ],
)
def test_14_once_the_reserve_is_gone_a_space_waits_for_the_waste_or_for_any_card(row: str, into_the_space: set[str]):
    now = under(row, "5", stock="3S", waste="7S 4D", tableau="8D, JH TC 9D, QS JD, -", others="6S")
    assert {token for token in tokens(now) if token.split("-")[1].startswith("T4")} == into_the_space
    assert why(now, "T1-T4") == ("no-effect", "")


@pytest.mark.parametrize("row", ["canfield", "canfield-single", "canfield-hoyle"])
def test_14_once_the_reserve_is_gone_a_space_may_stay_empty(row: str):
    now = under(row, "5", stock="3S 2S", waste="4D", tableau="9D, TC, 8S, -")
    assert {"S-W", "T1-T2", "T3-T1"} <= tokens(now)
    assert column(play(now, "S-W T1-T2"), "T4") == ""


@every_text
def test_15_one_pass_through_seven_cards_shows_the_third_sixth_and_seventh(row: str):
    now = under(row, "5", stock="7S 6S 5S 4S 3S 2S AS")
    tops = []
    while now.stock:
        now = play(now, "S-W")
        tops.append(column(now, "W").split()[-1])
    assert tops == ["3S", "6S", "7S"]
    assert column(now, "W") == "AS 2S 3S 4S 5S 6S 7S"
    assert now.packet == 1


@every_text
def test_16_taking_a_card_uncovers_the_one_below_and_shifts_the_next_pass(row: str):
    now = play(under(row, "5", stock="6S 5S 4S 3S 2S AS", tableau="4H, KH, 9D, JD"), "S-W")
    now = play(now, "W-T1")
    assert (column(now, "W"), now.packet) == ("AS 2S", 2)
    now = play(now, "S-W W-S S-W")
    assert column(now, "W") == "AS 2S 4S"
    assert column(play(now, "S-W"), "W") == "AS 2S 4S 5S 6S"


@every_text
def test_17_the_waste_is_turned_over_and_never_shuffled(row: str):
    now = under(row, "5", stock="6S 5S 4S 3S 2S AS")
    again = play(now, "S-W S-W W-S")
    assert again.stock == now.stock
    assert again.waste == ()


@every_text
def test_17_when_the_same_tops_come_round_and_fit_nowhere_the_game_is_stuck(row: str):
    now = under(row, "5", stock="6S 5H 4C 3S 2H AC", others="9C")
    assert tokens(now) == {"S-W"}
    assert is_stuck(now)
    assert is_stuck(under(row, "5", stock="6S 5H 4C 3S 8D AC", others="9C"))  # the eight is a second card,
    assert not is_stuck(under(row, "5", stock="6S 5H 4C 8D 2H AC", others="9C"))  # and here a third one


def test_18_a_king_sent_up_never_returns_for_the_queen():
    now = under("canfield", "5", foundations="QS", reserve="2D QH", waste="KC 4H", tableau="AH KS, 7S, 8D, 9S")
    assert {"T1-F", "R-T1"} <= tokens(now)
    sent_up = play(now, "T1-F")
    assert why(sent_up, "R-T1") == ("wrong-rank", "QH AH")
    assert why(sent_up, "FSK-T1") == ("foundation-locked", "KS")
    assert column(play(now, "R-T1"), "T1") == "AH KS QH"


@pytest.mark.parametrize("row", TEXTS[:4])
def test_19_foundations_are_locked(row: str):
    now = under(row, "5", foundations="7H", waste="6C", tableau="8S, KH, 9D, JD")
    assert why(now, "FH7-T1") == ("foundation-locked", "7H")
    assert not any(token[0] == "F" for token in tokens(now))


def test_19_in_quadruple_a_foundation_card_comes_back_for_another():
    now = under("quadruple", "5", foundations="7H", waste="6C", tableau="8S, KH, 9D, JD, KH, 9D, JD, JD")
    assert {token for token in tokens(now) if token[0] == "F"} == {"FH7-T1"}
    assert not may(now, "W-T1")
    after = play(now, "FH7-T1 W-T1")
    assert column(after, "T1") == "8S 7H 6C"
    assert column(after, "F1") == "5H 6H"


def test_20_four_ordered_columns_go_up_one_after_the_other():
    now = under(
        "canfield", "A", foundations="8S 8H 8D 7C",
        tableau="KS QH JS TH 9S, KH QS JH TS 9H 8C, KD QC JD TC 9D, KC QD JC TD 9C",
    )  # fmt: skip
    assert sum(map(len, now.foundations)) == 31
    made = 0
    while up := [move for move in legal_moves(now) if move.target == "F"]:
        now, made = apply(now, up[0]), made + 1
    assert made == 21
    assert is_won(now)
    assert legal_moves(now) == ()


# What the texts say beyond the examples


@pytest.mark.parametrize(
    ("row", "how_many"),
    [
        ("canfield", {3}),
        ("canfield-hoyle", {3}),
        ("canfield-single", {1, 3}),
        ("superior", {1, 2, 3}),
        ("quadruple", {1, 2, 3}),
        ("canfield{group=single}", {1}),
    ],
)
def test_of_a_column_of_three_so_many_cards_may_move(row: str, how_many: set[int]):
    assert counts(under(row, "5", tableau="9S 8H 7C, TD, 9C, 8D"), "T1") == how_many


@every_text
def test_a_column_of_one_card_is_a_whole_column(row: str):
    assert counts(under(row, "5", tableau="8S, 9D, 3C, 3S"), "T1") == {1}


@every_text
def test_dealing_is_always_allowed_while_the_stock_has_cards(row: str):
    now = under(row, "5", foundations="6H", stock="2S", waste="7H", tableau="9S, 8H, 3C, 3S")
    assert {"S-W", "W-F", "T2-T1"} <= tokens(now)


@every_text
def test_the_waste_plays_its_top_card_alone(row: str):
    now = under(row, "5", waste="8D 8H 2S", tableau="9S", others="KC")
    assert tokens(now) == {"W-S"}
    assert {"W-T1"} < tokens(under(row, "5", waste="8D 2S 8H", tableau="9S", others="KC"))


@pytest.mark.parametrize("row", ["canfield", "canfield-single", "canfield-hoyle"])
def test_sending_the_last_card_of_a_column_up_fills_its_place_too(row: str):
    after = play(under(row, "5", foundations="5S", reserve="2C KH", tableau="6S, 9H, 3S, 3D"), "T1-F")
    assert column(after, "T1") == "KH"


@pytest.mark.parametrize("row", ["canfield", "canfield-single", "canfield-hoyle", "quadruple"])
def test_the_last_card_of_the_reserve_fills_a_space_and_then_spaces_stay(row: str):
    now = play(under(row, "5", reserve="8C", tableau="8S, 9H", others="KC"), "T1-T2")
    assert (column(now, "T1"), column(now, "R")) == ("8C", "")
    assert column(play(under(row, "5", tableau="8S, 9H", others="KC"), "T1-T2"), "T1") == ""


def test_a_card_from_the_waste_makes_no_space():
    after = play(under("canfield", "5", reserve="2C KH", waste="8S", tableau="7S, 9H, 3S, 3D"), "W-T2")
    assert column(after, "R") == "2C KH"


def test_while_the_reserve_has_cards_a_space_that_is_filled_at_once_takes_no_other():
    now = under("canfield", "5", reserve="2C KH", waste="4D", tableau="9H 8S, TC, 3S")
    assert why(now, "W-T4") == ("space-for-reserve", "KH")
    assert why(now, "T1-T4x2") == ("no-effect", "")
    assert may(now, "R-T4")


def test_in_quadruple_a_base_card_may_leave_its_foundation_for_a_space():
    now = under("quadruple", "5", foundations="5H 6S", tableau="KS, KS, KS, KS, KS, KS, KS")
    after = play(now, "FH5-T8")
    assert (column(after, "T8"), column(after, "F1")) == ("5H", "")
    assert play(after, "T8-F").foundations == now.foundations


def test_in_quadruple_no_foundation_card_fills_a_space_while_the_reserve_has_cards():
    now = under("quadruple", "5", reserve="2C KH", foundations="5H 6S", tableau="KS, KS, KS, KS, KS, KS, KS")
    assert why(now, "FH5-T8") == ("space-for-reserve", "KH")


def test_no_foundation_card_goes_to_another_foundation():
    now = under("quadruple", "5", foundations="5H 6H - -", tableau="KS")
    assert why_not(now, Move("FH6", "F")).reason is Reason.NO_SUCH_MOVE  # type: ignore[union-attr]
    assert not any(token[0] == "F" and token.endswith("-F") for token in tokens(now))


def test_of_two_equal_foundations_either_gives_its_card_and_the_first_takes_the_next():
    now = under("quadruple", "5", foundations="6H 6H", waste="7H", tableau="7S, KS, KS, KS, KS, KS, KS, KS")
    assert [len(pile) for pile in play(now, "W-F").foundations[:2]] == [3, 2]
    assert [len(pile) for pile in play(now, "FH6-T1").foundations[:2]] == [1, 2]
    assert sum(token.startswith("FH6") for token in tokens(now)) == 1


def test_a_foundation_of_thirteen_is_full():
    now = under("quadruple", "5", foundations="4H", waste="5H", tableau="KS")
    after = play(now, "W-F")
    assert [len(pile) for pile in after.foundations[:2]] == [13, 1]


def test_where_the_base_stays_the_other_foundation_cards_may_come_back():
    now = under("canfield-aisleriot", "5", foundations="5H 6S", tableau="6C, 7D, KS, KC")
    assert why(now, "FH5-T1") == ("base-locked", "5H")
    assert may(now, "FS6-T2")


def test_a_foundation_card_that_comes_back_must_fit():
    now = under("quadruple", "5", foundations="7H", tableau="8D, 9S, KS, KS, KS, KS, KS, KS")
    assert why(now, "FH7-T1") == ("wrong-colour", "7H 8D")
    assert why(now, "FH7-T2") == ("wrong-rank", "7H 9S")
