"""Every reason why a move is refused, with the cards to blame and the rule sets that would allow the move."""

from __future__ import annotations

import copy
import pickle

import pytest

from canfield_widget.cards import UNKNOWN
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import NotationError, read_position
from canfield_widget.position import deal
from canfield_widget.refusals import IllegalMove, Reason
from canfield_widget.rules import apply, legal_moves, why_not
from canfield_widget.variants import VARIANTS
from samples import TEXTS, cards, may, position, under

KINGS_ALONE = {
    "minerva", "munger", "minerva-politaire", "munger-politaire", "mystique-politaire", "double-minerva",
    "triple-minerva",
}  # fmt: skip
NO_CORNER = KINGS_ALONE | {"candike", "mystique", "duke", "gate", "little-gate"}
PARTS_MOVE = NO_CORNER | {
    "superior", "quadruple", "canfield-relaxed", "canfield-aisleriot", "demon", "chameleon", "three-demons",
}  # fmt: skip
COMES_BACK = {"quadruple", "duke", "gate", "little-gate"}
TOPS_MOVE = {
    "canfield-single", "canfield-pysol", "superior-pysol", "rainfall", "rainbow", "rush", "casino", "double", "triple",
    "quadruple-pysol", "variegated",
}  # fmt: skip
SPACES_ARE_FREE = {"superior", "superior-pysol", "mystique", "duke"}
SINGLES = {"acme", "eagle-wing", "eagle-wing-classic"}
BY_SUIT = SINGLES | {"storehouse", "storehouse-pysol", "american-toad", "double-storehouse", "coyote"}
BY_RANK = {"rainbow", "chameleon"}
BY_COLOUR = set(VARIANTS) - BY_SUIT - BY_RANK
ANY_CARD_AFTER = {
    "superior", "superior-pysol", "quadruple", "quadruple-pysol", "canfield-relaxed", "canfield-pysol",
    "canfield-aisleriot", "rainfall", "rainbow", "storehouse-pysol", "rush", "casino", "double", "triple", "demon",
    "variegated", "double-storehouse", "acme", "coyote", "candike", "eagle-wing", "mystique", "duke", "gate",
    "little-gate",
}  # fmt: skip
ONE_PASS = {
    "rainbow", "chameleon", "casino", "munger", "mystique", "munger-politaire", "mystique-politaire", "gate",
    "little-gate",
}  # fmt: skip
WITH_A_LIMIT = ONE_PASS | KINGS_ALONE | {
    "rainfall", "storehouse", "storehouse-pysol", "rush", "variegated", "american-toad", "double-storehouse", "acme",
    "coyote", "eagle-wing", "eagle-wing-classic", "duke", "duchess",
}  # fmt: skip
WON = "canfield; base A; foundations KS KH KD KC"

REFUSALS = {
    "there is no way from the stock to a column": (
        Reason.NO_SUCH_MOVE, "canfield; base 5; stock 8H; tableau 9S, -, -, -", "S-T1", "", set()),
    "there is no fifth column": (
        Reason.NO_SUCH_MOVE, "canfield; base 5; waste 8H; tableau 9S, -, -, -", "W-T5", "", set()),
    "there is no second reserve": (
        Reason.NO_SUCH_MOVE, "canfield; base 5; reserve 8H; tableau 9S, -, -, -", "R2-T1", "", set()),
    "no foundation shows that card": (
        Reason.NO_SUCH_MOVE, "quadruple; base 5; foundations 7H - - - - - - - - - - - - - - -", "FH6-T1", "", set()),
    "the waste gives one card at a time": (
        Reason.ONE_AT_A_TIME, "canfield; base 5; waste 9H 8H; tableau TS, 9S, -, -", "W-T1x2", "", set()),
    "a foundation takes one card at a time": (
        Reason.ONE_AT_A_TIME, "superior; base 5; foundations 6S - - -; tableau 8S 7S, -, -, -", "T1-Fx2", "", set()),
    "a game that is won is over": (Reason.GAME_OVER, WON, "S-W", "", set()),
    "the base must be chosen first": (
        Reason.CHOOSE_BASE, "selective; stock 3C; tableau 4C, 5H, 6S, 7S, 8S", "S-W", "", set()),
    "a reserve must give the base first": (
        Reason.CHOOSE_BASE, "duchess; stock 3C; reserve 2C, 3C, -, -; tableau 4C, 5H, 6S, 7S", "S-W", "", set()),
    "an empty stock deals nothing": (Reason.EMPTY, "canfield; base 5; waste 8H", "S-W", "", set()),
    "an empty waste is not turned over": (Reason.EMPTY, "canfield; base 5", "W-S", "", set()),
    "an empty column gives nothing": (Reason.EMPTY, "canfield; base 5; tableau 9S, -, -, -", "T2-T1", "", set()),
    "a column of two does not give three": (
        Reason.TOO_MANY, "superior; base 5; tableau 9S 8H, TD, -, -", "T1-T2x3", "", set()),
    "the stock is not empty yet": (Reason.STOCK_LEFT, "canfield; base 5; stock 3C; waste 4C", "W-S", "", set()),
    "the only pass is over": (
        Reason.NO_PASS_LEFT, "rainbow; base 5; waste 4C", "W-S", "",
        set(VARIANTS) - ONE_PASS),
    "the last of three passes is over": (
        Reason.NO_PASS_LEFT, "rush; base 5; pass 3; waste 4C", "W-S", "", set(VARIANTS) - WITH_A_LIMIT),
    "a card that lies face down stays": (
        Reason.FACE_DOWN, "candike; base 5; tableau (9S) 8H, TD, -, -, -, -, -", "T1-T2x2", "", set()),
    "a card that nobody has seen stays": (
        Reason.FACE_DOWN, "canfield; base 5; waste ?; tableau 9S, -, -, -", "W-T1", "", set()),
    "nothing is laid on a card that lies face down": (
        Reason.FACE_DOWN, "candike; base 5; waste 8H; tableau ?, -, -, -, -, -, -", "W-T1", "", set()),
    "a closed reserve gives nothing": (
        Reason.RESERVE_CLOSED, "canfield{reserve_face=none}; base 5; reserve 2C 8H; tableau 9S, -, -, -",
        "R-T1", "", set()),  # whether others would allow it would tell the card
    "a foundation is locked": (
        Reason.FOUNDATION_LOCKED, "canfield; base 5; foundations 7H - - -; tableau 8S, -, -, -",
        "FH7-T1", "7H", COMES_BACK | {"canfield-aisleriot"}),
    "a base card is locked": (
        Reason.BASE_LOCKED, "canfield-aisleriot; base 7; foundations 7H - - -; tableau 8S, -, -, -",
        "FH7-T1", "7H", COMES_BACK),
    "a foundation begins with the base": (
        Reason.NEEDS_BASE, "canfield; base 5; foundations 5S - - -; tableau AH, -, -, -", "T1-F", "AH", set()),
    "a foundation goes up one by one": (
        Reason.NOT_NEXT, "canfield; base 5; foundations 7H - - -; tableau 9H, -, -, -", "T1-F", "9H 7H", set()),
    "single cards alone move in acme": (
        Reason.SINGLE_ONLY, "acme; base A; tableau 9S 8S 7S, TS, -, -", "T1-T2x3", "8S 7S",
        BY_SUIT - SINGLES | BY_RANK),
    "part of a column stays where whole columns move": (
        Reason.WHOLE_ONLY, "canfield; base 5; tableau 9S 8H 7C, 9C, -, -", "T1-T2x2", "9S", PARTS_MOVE),
    "the top card stays where whole columns move": (
        Reason.WHOLE_ONLY, "canfield; base 5; tableau 9S 8H 7C, 8D, -, -", "T1-T2", "8H", PARTS_MOVE | TOPS_MOVE),
    "part of a column stays where top cards or whole columns move": (
        Reason.SINGLE_OR_WHOLE, "canfield-single; base 5; tableau 9S 8H 7C, 9C, -, -", "T1-T2x2", "9S", PARTS_MOVE),
    "cards that are no run do not move together": (
        Reason.NOT_A_RUN, "superior; base 5; tableau KS 9S 7H 6C, TD, -, -", "T1-T2x3", "9S 7H", set()),
    "a whole column in a space changes nothing": (
        Reason.NO_EFFECT, "superior; base 5; tableau 9S 8H, TD, -, -", "T1-T3x2", "", set()),
    "a space belongs to the reserve": (
        Reason.SPACE_FOR_RESERVE, "canfield; base 5; reserve 2C KH; waste 4D; tableau 9S, -, -, -",
        "W-T2", "KH", SPACES_ARE_FREE),
    "a space belongs to a reserve that lies face down": (
        Reason.SPACE_FOR_RESERVE, "canfield{reserve_face=none}; base 5; reserve 2C KH; waste 4D; tableau 9S, -, -, -",
        "W-T2", "", SPACES_ARE_FREE),
    "a space belongs to reserve or waste": (
        Reason.SPACE_FOR_RESERVE_OR_WASTE,
        "canfield-relaxed{space_with_reserve=reserve_or_waste}; base 5; reserve 2C KH; tableau 9S 8H, -, -, -",
        "T1-T2", "KH", SPACES_ARE_FREE),
    "a space belongs to the waste": (
        Reason.SPACE_FOR_WASTE, "canfield{group=suffix}; base 5; waste 2C 4D; tableau 9S 8H, -, -, -",
        "T1-T2", "4D", ANY_CARD_AFTER),
    "a space stays empty": (
        Reason.SPACE_CLOSED, "canfield{space_after=none}; base 5; waste 4D; tableau 9S, -, -, -",
        "W-T2", "", set(VARIANTS) - KINGS_ALONE),
    "a space waits for a king": (
        Reason.SPACE_RANK, "superior{space_rank=13}; base 5; waste 4D; tableau 9S, -, -, -",
        "W-T2", "4D", set(VARIANTS) - KINGS_ALONE),
    "a column is full": (
        Reason.COLUMN_FULL, "canfield{column_cap=3}; base 5; waste 6D; tableau 9S 8H 7C, -, -, -",
        "W-T1", "7C", BY_COLOUR | BY_RANK),
    "no king goes on an ace": (
        Reason.NO_WRAP, "candike; base 5; waste KC; tableau AH, -, -, -, -, -, -", "W-T1", "KC AH",
        BY_COLOUR - NO_CORNER | BY_RANK),
    "nothing goes on a base card": (
        Reason.ON_BASE, "canfield{wrap=stops_at_base}; base 5; waste 4C; tableau 5H, -, -, -", "W-T1", "4C 5H",
        BY_COLOUR | BY_RANK),
    "a column goes down one by one": (
        Reason.WRONG_RANK, "canfield; base 5; waste 7H; tableau 9S, -, -, -", "W-T1", "7H 9S", set()),
    "red and black must alternate": (
        Reason.WRONG_COLOUR, "canfield; base 5; waste 8C; tableau 9S, -, -, -", "W-T1", "8C 9S", BY_RANK),
    "the suit must be the same": (
        Reason.WRONG_SUIT, "acme; base A; waste 8H; tableau 9S, -, -, -", "W-T1", "8H 9S", BY_COLOUR | BY_RANK),
}  # fmt: skip


@pytest.mark.parametrize("saying", REFUSALS)
def test_a_move_is_refused_because(saying: str):
    expected, text, token, blamed, allowed_by = REFUSALS[saying]
    now, move = position(text), read_move(token)
    refusal = why_not(now, move)
    assert refusal is not None
    assert refusal.reason is expected
    assert refusal.cards == cards(blamed)
    assert set(refusal.allowed_by) == allowed_by
    assert move not in legal_moves(now)


def test_every_reason_has_its_example():
    assert {example[0] for example in REFUSALS.values()} == set(Reason)


def test_part_of_a_column_would_move_under_superior_and_quadruple():
    now = position("canfield; base 5; tableau 9S 8H 7C, 9C, -, -")
    refusal = why_not(now, read_move("T1-T2x2"))
    assert refusal is not None
    assert {"superior", "quadruple"} <= set(refusal.allowed_by)


@pytest.mark.parametrize("row", TEXTS[:4])
def test_a_rule_set_that_would_allow_a_move_does_allow_it(row: str):
    asked = 0
    for reason, text, token, _, allowed_by in REFUSALS.values():
        if reason is Reason.RESERVE_CLOSED:  # who would allow it is not said
            continue
        if position(text).variant.columns == 4 and not text.startswith(("selective", "duchess")) and "pass" not in text:
            assert may(position(row + text[text.index(";") :]), token) == (row in allowed_by), text
            asked += 1
    assert asked > 25


def test_a_card_to_blame_that_lies_face_down_is_not_told():
    now = position("candike{group=whole}; base 5; tableau (9S) 8H, 9C, -, -, -, -, -")
    refusal = why_not(now, read_move("T1-T2"))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.WHOLE_ONLY, (UNKNOWN,))
    either = position("candike{group=single_or_whole}; base 5; tableau (9S) 8H 7C, 9C, -, -, -, -, -")
    refusal = why_not(either, read_move("T1-T2x2"))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.SINGLE_OR_WHOLE, (UNKNOWN,))


@pytest.mark.parametrize(
    "move",
    [
        Move("", ""), Move("S", "S"), Move("T1", "T1"), Move("T", "F"), Move("T", "T2"), Move("T01", "F"),
        Move("T1", "T"), Move("T1", "T02"), Move("Tx", "F"), Move("T1", "Tx"), Move("T0", "F"), Move("T-1", "F"),
        Move("R1", "F"),
        Move("R", "R"), Move("W", "R"), Move("Stock", "W"), Move("F", "T1"), Move("F1", "T1"), Move("FH77", "T1"),
        Move("F", "F"), Move("T1", "F1"), Move("T1", "FH6"), Move("X", "F"), Move("T1", "X"), Move("T١", "F"),
    ],
    ids=repr,
)  # fmt: skip
def test_names_that_no_pile_has_move_nothing(move: Move):
    now = under(
        "quadruple", "5", foundations="6H", reserve="5S", stock="3C", waste="8C",
        tableau="7H, 8S, 9H, 9H, 9H, 9H, 9H, 9H",
    )  # fmt: skip
    refusal = why_not(now, move)
    assert refusal is not None
    assert refusal.reason is Reason.NO_SUCH_MOVE
    with pytest.raises(IllegalMove):
        apply(now, move)


@pytest.mark.parametrize("count", [0, -1, 2, 99])
def test_a_count_that_makes_no_sense_moves_nothing(count: int):
    now = under("canfield", "5", stock="3C", waste="8C", tableau="7H, 8S, 9H, 9D")
    for source, target in (("S", "W"), ("W", "T3"), ("T1", "F")):
        assert why_not(now, Move(source, target, count)).reason is Reason.ONE_AT_A_TIME  # type: ignore[union-attr]
    expected = Reason.ONE_AT_A_TIME if count < 1 else Reason.TOO_MANY
    assert why_not(now, Move("T1", "T2", count)).reason is expected  # type: ignore[union-attr]


def test_an_illegal_move_carries_move_position_and_refusal_and_tells_nothing_hidden():
    now = deal("canfield", seed=7)
    with pytest.raises(IllegalMove, match=r"^R-T1 is not legal: wrong-rank \(KD TC\); in the position ") as told:
        apply(now, read_move("R-T1"))
    assert (told.value.move, told.value.position) == (read_move("R-T1"), now)
    assert told.value.refusal == why_not(now, read_move("R-T1"))
    assert isinstance(told.value, ValueError)
    hidden = {str(card) for card in (*now.stock, *now.reserves[0][:-1])}
    assert not hidden & set(str(told.value).replace(",", " ").replace(";", " ").split())


def test_what_a_game_raises_can_go_to_another_process():
    with pytest.raises(IllegalMove) as raised:
        apply(position("canfield; base 5; tableau AH, 9C, -, -"), read_move("T2-T1"))
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.move, again.refusal) == (str(raised.value), raised.value.move, raised.value.refusal)
    with pytest.raises(NotationError) as unread:
        read_position("canfield; base X")
    assert str(copy.copy(unread.value)) == str(pickle.loads(pickle.dumps(unread.value))) == str(unread.value)
