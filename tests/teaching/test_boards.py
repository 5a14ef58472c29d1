"""The boards of tasks: games of few cards, other rule sets, and tasks that go on from those before."""

from __future__ import annotations

import pytest

from canfield_widget.game import Game, Status
from canfield_widget.moves import read_move
from canfield_widget.notation import read_position, write_position
from canfield_widget.refusals import IllegalMove
from canfield_widget.rules import MOVE_POLICIES, under_rules, why_not
from canfield_widget.teaching.boards import allowing, board_for, do, under, ways_to
from canfield_widget.teaching.lessons import read_lesson
from canfield_widget.teaching.relabelling import SUIT_CHANGES
from canfield_widget.teaching.tasks import UNDO
from canfield_widget.variants import VARIANTS
from samples import position

FEW = position("canfield; base 5; reserve 2D 8H; tableau 9S 8H 7C, 8D, KC, KS")

LESSON = read_lesson(
    """
    [[task]]
    position = "canfield; base 5; tableau 9C, 8H, 8D, 7S"
    question = "A red eight."
    accept = ["T2-T1", "T3-T1"]
    [[task]]
    question = "Which ranks?"
    options = ["7", {en = "8", right = true}]
    [[task]]
    question = "Now the seven."
    accept = ["T4-T1"]
    [[task]]
    question = "And back."
    accept = ["undo"]
    [[task]]
    rules = ["superior", "quadruple"]
    question = "A part of it."
    accept = ["T1-T4"]
    """
)


# Games of few cards


def test_a_partial_game_may_begin_with_few_cards():
    with pytest.raises(ValueError, match="the position is not complete"):
        Game(FEW)
    assert Game(FEW, partial=True).position == FEW


def test_a_partial_game_is_never_stuck():
    now = position("canfield; base 5; tableau 9C, 9S, TC, TS")
    game = Game(now, partial=True)
    assert game.legal_moves() == ()
    assert game.status is Status.PLAYING


def test_a_partial_game_is_won_only_with_every_foundation_complete():
    almost = position("canfield; base 5; foundations 4S 4H 4D 3C; tableau 4C, -, -, -")
    game = Game(almost, partial=True)
    assert game.status is Status.PLAYING
    game.play("T1-F")
    assert game.status is Status.WON
    assert Game(position("canfield; base 5; foundations 4S - - -"), partial=True).status is Status.PLAYING


def test_the_same_cards_are_stuck_in_a_whole_game_and_not_in_a_partial_one():
    now = position("canfield{ranks=2,reserve_size=0}; base A; foundations 2S - - -; tableau AH 2H, AD 2D, AC 2C, -")
    assert Game(now).status is Status.STUCK
    assert Game(now, partial=True).status is Status.PLAYING


def test_the_text_of_a_partial_game_is_read_back_where_it_is_said_to_be_one():
    game = Game(position("canfield; base 5; stock 3C 4C; tableau 9C, 8H, KC, KS"), partial=True)
    game.replay(["T2-T1", "S-W"])
    game.undo()
    text = game.text()
    assert Game.from_text(text, partial=True).position == game.position
    with pytest.raises(ValueError, match="the position is not complete"):
        Game.from_text(text)


# Other rules on the same cards


@pytest.mark.parametrize("row", VARIANTS)
def test_under_other_rules_lie_the_same_cards(row: str):
    other = under_rules(FEW, row)
    assert (other.tableau, other.reserves, other.base) == (FEW.tableau, FEW.reserves, FEW.base)
    assert (other.variant.id, other.variant.title) == (row, VARIANTS[row].title)
    assert all(getattr(other.variant, name) == getattr(VARIANTS[row], name) for name in MOVE_POLICIES)
    assert (other.variant.decks, other.variant.columns) == (1, 4)
    assert read_position(write_position(other)) == other


def test_what_other_rules_allow_is_what_a_refusal_says():
    move = read_move("T1-T2")
    refusal = why_not(FEW, move)
    assert refusal is not None
    assert refusal.allowed_by == tuple(row for row in VARIANTS if why_not(under_rules(FEW, row), move) is None)


def test_an_unknown_rule_set_is_refused():
    with pytest.raises(ValueError, match="'klondike' is no variant"):
        under_rules(FEW, "klondike")


def test_a_record_of_ones_own_stays_as_it_is_under_its_own_id():
    own = position("canfield{group=suffix}; base 5; tableau 9S 8H 7C, 8D, KC, KS")
    assert under(own, "canfield") == own
    assert allowing(own, [read_move("T1-T2")], ["canfield", "canfield-hoyle", "superior"]) == ("canfield", "superior")


def test_a_rule_set_has_to_allow_every_move():
    moves = [read_move("T1-T2"), read_move("R-T1")]
    assert allowing(FEW, moves[:1], ["superior"]) == ("superior",)
    assert allowing(FEW, moves, ["superior"]) == ()


# Tasks that go on


def test_a_task_goes_on_where_the_first_accepted_move_leads():
    board = board_for(LESSON, 2)
    assert write_position(board.position) == "canfield; base 5; tableau 9C 8H, -, 8D, 7S"
    assert board_for(LESSON, 1).position == board.position


def test_a_task_goes_on_with_what_was_made_instead():
    board = board_for(LESSON, 2, made={0: read_move("T3-T1")})
    assert write_position(board.position) == "canfield; base 5; tableau 9C 8D, 8H, -, 7S"


def test_what_is_taken_back_may_be_asked_for():
    assert [str(move) for move in board_for(LESSON, 3).moves] == ["T2-T1", "T4-T1"]
    assert [str(move) for move in board_for(LESSON, 4, rules="superior").moves] == []
    assert board_for(LESSON, 4).position.tableau == board_for(LESSON, 2).position.tableau


def test_under_rules_of_its_own_a_task_goes_on_from_the_board_that_was_shown():
    board = board_for(LESSON, 4, rules="quadruple")
    assert board.position.variant.id == "quadruple"
    assert board.position.variant.decks == 1


def test_a_twin_goes_on_with_the_same_cards_as_it_began():
    change = SUIT_CHANGES[1]
    assert board_for(LESSON, 2, relabelling=change).position == change.position(board_for(LESSON, 2).position)


def test_all_ways_to_a_task_are_those_of_the_tasks_that_it_goes_on_from():
    first, second = read_move("T2-T1"), read_move("T3-T1")
    assert [*ways_to(LESSON, 0)] == [{}]
    assert [*ways_to(LESSON, 2)] == [{0: first}, {0: second}]
    assert [*ways_to(LESSON, 3)] == [{0: made, 2: read_move("T4-T1")} for made in (first, second)]


def test_a_move_that_is_not_accepted_by_the_engine_stops_the_board():
    broken = read_lesson(
        """
        [[task]]
        position = "canfield; base 5; tableau 9C, 8S, 8D, 7S"
        question = "?"
        accept = ["T2-T1"]
        [[task]]
        question = "?"
        accept = ["T3-T1"]
        """
    )
    with pytest.raises(IllegalMove, match="wrong-colour"):
        board_for(broken, 1)


def test_nothing_is_taken_back_where_nothing_was_made():
    with pytest.raises(ValueError, match="read 'undo', expected a move before it"):
        do(Game(FEW, partial=True), UNDO)


def test_a_game_is_dealt_whole_with_its_number_and_without_it_as_a_twin():
    lesson = read_lesson('question = "Win."\ngame = "canfield{reserve_size=4}; deal 17; moves S-W"')
    board, twin = board_for(lesson, 0), board_for(lesson, 0, relabelling=SUIT_CHANGES[1])
    assert (board.deal, twin.deal, board.partial) == (17, None, False)
    assert twin.position == SUIT_CHANGES[1].position(board.position)
    assert twin.ply == board.ply == 1


def test_a_game_that_is_not_complete_is_refused():
    with pytest.raises(ValueError, match="the position is not complete"):
        board_for(read_lesson('question = "Win."\ngame = "canfield; base 5; tableau 9C, 8H, 8S, -"'), 0)
