"""What a teacher points at: keys of cards and names of piles in the state, gone after a move, never what is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import canfield_widget as cw
from canfield_widget.cards import Card
from canfield_widget.game import Game
from canfield_widget.moves import Move
from canfield_widget.pointing import NOTHING, Pointed, pointed
from canfield_widget.position import Position, deal
from canfield_widget.rules import legal_moves
from canfield_widget.variants import VARIANTS
from canfield_widget.view import CardKeys
from samples import random_walk, with_hidden_cards_permuted

ROWS = st.sampled_from([*VARIANTS])
FEW = (
    "canfield; base 5; stock 3S 4S; waste 9C 4C 6C 8C; reserve JC 2D TS; foundations 6H - - -; "
    "tableau 9S 8H 7C, KC QD, 4D, -"
)


def keys(text: str = FEW) -> tuple[Position, CardKeys]:
    """A position of few cards with the keys of its cards."""
    game = Game(cw.read_position(text), partial=True)
    return game.position, CardKeys(game)


def point(cards: Any = (), arrows: Any = ()) -> tuple[list[str], list[tuple[str, str]]]:
    """What is pointed at in `FEW`, as `pile index` for a card and the pile's name for a place."""
    now, names = keys()
    found = pointed(now, names, cards, arrows)
    where = {key: f"{pile} {index}" for pile, keys in names.now().items() for index, key in enumerate(keys)}
    return (
        [where.get(key, key) for key in found.marked],
        [(where.get(one, one), where.get(other, other)) for one, other in found.arrows],
    )


# What is meant


@pytest.mark.parametrize(
    ("wanted", "marked"),
    [
        ("8H", ["T1 1"]), ("8h", ["T1 1"]), (Card(9, cw.Suit.SPADES), ["T1 0"]), (["8H", "TS"], ["T1 1", "R 2"]),
        ("T1", ["T1 2"]), ("T4", ["T4"]), ("W", ["W 3"]), ("R", ["R 2"]), ("S", ["S 1"]), ("F1", ["F1 1"]),
        ("F2", ["F2"]), ("6H", ["F1 1"]), ((), []), (["QD", Card(13, cw.Suit.CLUBS)], ["T2 1", "T2 0"]),
    ],
    ids=str,
)  # fmt: skip
def test_a_card_or_pile_is_marked(wanted: Any, marked: list[str]):
    assert point(wanted) == (marked, [])


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        ("T3-T1", [("T3 0", "T1 2")]), ("T1-T4x2", [("T1 1", "T4")]), (Move("R", "T2"), [("R 2", "T2 1")]),
        ("W-F", [("W 3", "F2")]), ("FH6-T1", [("F1 1", "T1 2")]), ("S-W", [("S 1", "W 3")]),
        ([("QD", "TS")], [("T2 1", "R 2")]), ([("R", "T4")], [("R 2", "T4")]),
        (["R-T2", ("4D", "T1")], [("R 2", "T2 1"), ("T3 0", "T1 2")]), ([], []),
    ],
    ids=str,
)  # fmt: skip
def test_an_arrow_leads_from_one_end_to_the_other(wanted: Any, ends: list[tuple[str, str]]):
    assert point((), wanted) == ([], ends)


@pytest.mark.parametrize("hidden", ["3S", "JC", "2D", "9C", "5H", "AS", "?"])
def test_a_card_that_is_not_to_be_seen_is_refused(hidden: str):
    with pytest.raises(
        ValueError, match=r"^cards: read '.+', expected a card that is to be seen, or one of S, W, R, F1"
    ):
        point(hidden)
    with pytest.raises(ValueError, match=r"^arrows: read .*, expected two ends that are to be seen"):
        point((), [(hidden, "T1")])


@pytest.mark.parametrize("wanted", ["T5", "R2", "X", "", "7X", "T1-T2"])
def test_what_is_no_card_and_no_pile_is_refused(wanted: str):
    with pytest.raises(ValueError, match=rf"^cards: read '{wanted}', expected a card that is to be seen"):
        point(wanted)


def test_of_two_equal_cards_in_sight_the_pile_is_wanted():
    now, names = keys("double; base 5; tableau 9S, 9S, -, -, -")
    with pytest.raises(ValueError, match=r"9S, which is to be seen in T1, T2: expected the pile"):
        pointed(now, names, "9S")
    assert pointed(now, names, "T2").marked == names.now()["T2"]


@given(ROWS, st.integers(0, 999))
def test_every_legal_move_can_be_shown(row: str, seed: int):
    *_, (now, _) = random_walk(row, seed, 16)
    game = Game(now)
    names = CardKeys(game)
    moves = legal_moves(now)
    found = pointed(now, names, (), moves)
    known = {*names.now(), *(key for pile in names.now().values() for key in pile)}
    assert len(found.arrows) == len(moves)
    assert {end for ends in found.arrows for end in ends} <= known
    for move, (source, _) in zip(moves, found.arrows, strict=True):
        assert "S" in (move.source, move.target) or source in names.lifted(move)


def answer(now: Position, names: CardKeys, wanted: Any) -> Any:
    """What is pointed at, or what is said against it."""
    try:
        return pointed(now, names, wanted)
    except ValueError as error:
        return str(error)


@given(ROWS, st.integers(0, 99), st.integers(0, 99))
def test_what_lies_face_down_makes_no_difference(row: str, seed: int, other: int):
    *_, (now, _) = random_walk(row, seed, 12)
    names = CardKeys(Game(now))
    exchanged = with_hidden_cards_permuted(now, other)
    for card in {card for name in now.pile_names() for card in now.pile(name)}:
        assert answer(now, names, card) == answer(exchanged, names, card)


# On the board


@pytest.fixture
def board() -> cw.CanfieldWidget:
    return cw.CanfieldWidget(seed=7, saves=False)


def key_of(board: cw.CanfieldWidget, pile: str, index: int = -1) -> str:
    return board.state["piles"][pile][index][0]


def test_marks_and_arrows_are_in_the_state(board: cw.CanfieldWidget):
    assert (board.state["marked"], board.state["arrows"]) == ([], [])
    board.mark(["R", "T2"], arrows=["S-W"])
    assert board.state["marked"] == [key_of(board, "R"), key_of(board, "T2")]
    assert board.state["arrows"] == [[key_of(board, "S"), "W"]]
    board.mark(arrows=[("T1", "T2")])
    assert board.state["marked"] == []
    assert board.state["arrows"] == [[key_of(board, "T1"), key_of(board, "T2")]]


def test_a_note_is_said(board: cw.CanfieldWidget):
    board.mark("R", note="Look at the reserve.")
    assert board.state["message"]["text"] == "Look at the reserve."


def test_the_look_of_arrows_comes_with_them(board: cw.CanfieldWidget):
    assert board.state["sheet"] == ""
    board.mark("R")
    assert board.state["sheet"] == ""
    board.mark(arrows="S-W")
    assert ".cfw-arrows" in board.state["sheet"]
    board.unmark()
    assert board.state["sheet"] == ""


@pytest.mark.parametrize(
    "change",
    [lambda board: board.play("S-W"), lambda board: board.undo(), lambda board: board.restart(),
     lambda board: board.new(seed=8), lambda board: board.unmark(), lambda board: board.mark()],
    ids=["a move", "undo", "a restart", "a new game", "unmark", "other marks"],
)  # fmt: skip
def test_marks_are_gone_after(board: cw.CanfieldWidget, change: Any):
    board.play("S-W")
    board.mark("R", arrows="R-T1", note="Look.")
    assert board.state["marked"]
    change(board)
    assert (board.state["marked"], board.state["arrows"]) == ([], [])


def test_unmark_takes_the_note_away(board: cw.CanfieldWidget):
    before = board.state["message"]["text"]
    board.mark("R", note="Look.")
    board.unmark()
    assert board.state["message"]["text"] == before


def test_a_hint_and_a_setting_leave_the_marks(board: cw.CanfieldWidget):
    board.mark("R")
    board.hint()
    board.large = True
    assert board.state["marked"] == [key_of(board, "R")]


def test_what_is_refused_leaves_the_marks_as_they_were(board: cw.CanfieldWidget):
    board.mark("R")
    hidden = board.position.stock[0]
    for wanted in (hidden, str(hidden), "T9", "nonsense"):
        with pytest.raises(ValueError, match=r"^cards: read"):
            board.mark(wanted)
    with pytest.raises(ValueError, match=r"^arrows: read"):
        board.mark(arrows=[("R", str(hidden))])
    with pytest.raises(ValueError, match=r"^arrows: read"):
        board.mark(arrows=7)  # type: ignore[arg-type]
    assert board.state["marked"] == [key_of(board, "R")]


def test_a_refusal_says_nothing_of_where_a_hidden_card_lies(board: cw.CanfieldWidget):
    def said(card: Card) -> str:
        with pytest.raises(ValueError, match=r"^cards: read") as why:
            board.mark(card)
        return str(why.value).replace(str(card), "X")

    now = board.position
    seen = {card for name in now.pile_names() for card in now.player_view().pile(name)}
    hidden = {card for name in now.pile_names() for card in now.pile(name)} - seen
    assert len(hidden) > 40
    assert len({said(card) for card in hidden}) == 1


def test_no_hidden_face_is_in_the_state_that_points(board: cw.CanfieldWidget):
    board.mark(["S", "R"], arrows=["S-W", ("R", "T1")])
    now = board.position
    told = json.dumps({name: board.state[name] for name in ("marked", "arrows", "piles", "message")})
    faces = {str(card) for pile in (now.stock, now.reserves[0][:-1]) for card in pile}
    assert not [face for face in faces if f'"{face}"' in told]


def test_nothing_is_pointed_at_to_begin_with():
    assert Pointed() == NOTHING
    now = deal(seed=7)
    assert pointed(now, CardKeys(Game(now))) == NOTHING


def test_marks_of_the_game_are_not_shown_while_a_position_is_set_up(board: cw.CanfieldWidget):
    board.mark("R", arrows="S-W")
    board.edit()
    assert (board.state["marked"], board.state["arrows"]) == ([], [])


@pytest.mark.parametrize("wrong", [{"cards": 5}, {"cards": None}, {"arrows": 5}, {"note": 5}])
def test_what_is_nothing_to_point_at_is_told(wrong: dict):
    game = cw.CanfieldWidget(seed=7, saves=False)
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}: read"):
        game.mark(**wrong)
    assert game.state["arrows"] == []
