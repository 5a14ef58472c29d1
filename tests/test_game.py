"""A game in progress: its line and cursor, its text, how it stands, and the money."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.game import Game, Status
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import NotationError
from canfield_widget.position import Position, deal
from canfield_widget.refusals import IllegalMove, Reason
from canfield_widget.rules import legal_moves
from canfield_widget.variants import VARIANTS, Scoring
from samples import decks, random_walk, winning_line

LINE = ["T3-T2", "S-W", "S-W", "S-W"]


def game(seed: int = 2, variant: str = "canfield") -> Game:
    """A game whose first legal move is from column 3 to column 2."""
    return Game.dealt(variant, seed=seed)


def played(count: int = 4) -> Game:
    """A game after some moves."""
    made = game()
    for token in LINE[:count]:
        made.play(token)
    return made


def moves(of: Game) -> list[str]:
    """The moves made as tokens."""
    return [str(move) for move in of.moves]


# New games


def test_a_new_game_has_its_deal_number_and_no_moves():
    new = Game.dealt("superior", seed=7)
    assert (new.start, new.deal) == (deal("superior", seed=7), 7)
    assert (new.moves, new.line, new.ply, new.position) == ((), (), 0, new.start)


def test_a_game_from_a_deck_has_no_deal_number():
    deck = decks()["1-deck-1"]
    assert Game.dealt(deck=deck).deal is None
    assert Game.dealt(deck=deck).start == deal(deck=deck)


def test_a_game_without_a_number_draws_one_and_can_be_dealt_again():
    new = Game.dealt("rush")
    assert new.deal is not None
    assert Game.dealt("rush", seed=new.deal).start == new.start


def test_an_incomplete_position_is_refused_in_words():
    start = deal("canfield", seed=7)
    with pytest.raises(ValueError, match=r"the position is not complete: Missing: king of diamonds\.$"):
        Game(replace(start, reserves=(start.reserves[0][:-1],)))
    with pytest.raises(ValueError, match=r"the position is not complete: Too often: king of diamonds\.$"):
        Game(replace(start, waste=start.reserves[0][-1:]))
    with pytest.raises(ValueError, match=r"the position is not complete: 46 cards are not known\.$"):
        Game(start.player_view())


def test_everything_that_is_wrong_with_a_position_is_said():
    with pytest.raises(ValueError, match=r"The number of piles is not that of Canfield\. The base rank .*\. Missing:"):
        Game(Position(VARIANTS["canfield"]))


# The line and its cursor


def test_a_move_that_is_played_is_the_last_of_the_line():
    made = played()
    assert moves(made) == LINE
    assert made.ply == 4
    assert made.positions[-1] == made.position
    assert made.positions[0] == made.start
    assert len(made.positions) == 5


def test_a_move_is_given_as_a_token_or_as_a_move():
    assert game().play("T3-T2") == game().play(Move("T3", "T2")) == game().play(read_move("T3-T2"))


def test_undo_and_redo_go_back_and_on_along_the_line():
    made = played()
    after = made.position
    assert made.undo() == read_move("S-W")
    assert moves(made) == LINE[:3]
    assert made.redo() == read_move("S-W")
    assert made.position == after


def test_at_the_ends_of_the_line_there_is_nothing_to_undo_or_redo():
    assert game().undo() is None
    made = played()
    assert made.redo() is None
    assert (made.ply, moves(made)) == (4, LINE)


def test_a_new_move_drops_the_moves_that_were_taken_back():
    made = played()
    made.undo()
    made.undo()
    made.undo()
    assert len(made.line) == 4
    made.play("S-W")
    assert [str(move) for move in made.line] == ["T3-T2", "S-W"]
    assert len(made.positions) == 3
    assert made.redo() is None


def test_restart_goes_back_to_the_deal_and_keeps_the_way_forward():
    made = played()
    made.restart()
    assert (made.ply, made.position) == (0, made.start)
    for _ in LINE:
        made.redo()
    assert moves(made) == LINE


@pytest.mark.parametrize("ply", [0, 2, 4])
def test_the_cursor_can_be_put_anywhere_on_the_line(ply: int):
    made = played()
    made.go_to(ply)
    assert moves(made) == LINE[:ply]
    assert made.position == made.positions[ply]


@pytest.mark.parametrize("ply", [-1, 5])
def test_the_cursor_cannot_be_put_outside_the_line(ply: int):
    made = played()
    with pytest.raises(ValueError, match=f"ply: read {ply}, expected 0 to 4"):
        made.go_to(ply)
    assert made.ply == 4


@pytest.mark.parametrize("token", ["T1-T2", "R-F", "FH7-T1", "T9-F"])
def test_an_illegal_move_changes_nothing(token: str):
    made = played()
    made.undo()
    text = made.text()
    with pytest.raises(IllegalMove):
        made.play(token)
    assert made.text() == text


def test_a_token_that_cannot_be_read_changes_nothing():
    made = played()
    made.undo()
    text = made.text()
    for act in (made.play, made.why_not):
        with pytest.raises(ValueError, match="is no move"):
            act("x")
    with pytest.raises(ValueError, match="is no move"):
        made.replay(["S-W", "x"])
    assert made.text() == text


def test_a_game_says_what_may_move_and_why_not_at_its_cursor():
    made = played(1)
    assert made.legal_moves() == legal_moves(made.position)
    made.undo()
    assert made.legal_moves() == legal_moves(made.start)
    assert made.why_not("T3-T2") is None
    refusal = made.why_not("T1-T2")
    assert refusal is not None
    assert refusal.reason is Reason.WRONG_RANK


# Replaying


def test_a_list_of_moves_is_played_from_the_deal():
    made = game()
    made.replay(LINE)
    assert (moves(made), made.position) == (LINE, played().position)


def test_a_list_that_only_takes_back_keeps_the_moves_that_follow():
    made = played()
    made.replay(LINE[:2])
    assert moves(made) == LINE[:2]
    assert [str(move) for move in made.line] == LINE
    made.redo()
    assert moves(made) == LINE[:3]


def test_a_list_that_leaves_the_line_drops_what_followed():
    made = played()
    made.replay(["S-W", "S-W"])
    assert [str(move) for move in made.line] == ["S-W", "S-W"]
    assert made.redo() is None
    assert made.position == Game.from_text("canfield; deal 2; moves S-W S-W").position


def test_a_list_that_goes_on_where_the_line_ends_is_added():
    made = played(2)
    made.undo()
    made.replay(LINE)
    assert (moves(made), made.redo()) == (LINE, None)


@pytest.mark.parametrize("wanted", [["T3-T2", "T3-T2"], ["R-F"], [*LINE, "T1-T1"]])
def test_an_illegal_list_changes_nothing(wanted: list[str]):
    made = played()
    made.undo()
    text, positions = made.text(), made.positions
    with pytest.raises(IllegalMove):
        made.replay(wanted)
    assert (made.text(), made.positions) == (text, positions)


@given(st.sampled_from([*VARIANTS]), st.integers(0, 10**6), st.data())
def test_replaying_any_two_lines_one_after_the_other_is_playing_the_second(row: str, seed: int, data: st.DataObject):
    line = [move for _, move in random_walk(row, seed, 8) if move]
    start = deal(row, seed=seed)
    one, two = (data.draw(st.integers(0, len(line))) for _ in range(2))
    again, fresh = Game(start), Game(start)
    again.replay(line[:one])
    again.replay(line[:two])
    for move in line[:two]:
        fresh.play(move)
    assert (again.moves, again.position) == (fresh.moves, fresh.position)
    assert again.line == tuple(line[: max(one, two)])
    assert again.positions[: two + 1] == fresh.positions


# Times


def timed() -> Game:
    """A game of four moves of which the first and the third were not timed."""
    made = game()
    for token, at in zip(LINE, (None, 2000, None, 9500), strict=True):
        made.play(token, at=at)
    return made


def test_a_move_took_what_passed_on_the_clock_since_the_timed_move_before_it():
    assert timed().times == (None, 2000, None, 9500)
    assert timed().seconds == (None, 2.0, None, 7.5)
    assert played().seconds == (None,) * 4


def test_times_stay_with_moves_that_are_taken_back_and_go_with_those_that_are_dropped():
    made = timed()
    made.go_to(2)
    made.redo()
    made.undo()
    assert made.times == (None, 2000, None, 9500)
    made.play("S-W", at=12_000)
    assert (made.times, made.seconds) == ((None, 2000, 12_000), (None, 2.0, 10.0))


def test_a_list_of_moves_keeps_the_times_of_those_that_stay_and_tells_none_of_the_others():
    made = timed()
    made.replay(LINE[:2])
    assert made.times == (None, 2000, None, 9500)
    made.replay([*LINE[:2], "S-W", "S-W", "S-W"])
    assert made.times == (None, 2000, None, 9500, None)
    made.replay(["S-W", "S-W"])
    assert made.times == (None, None)


def test_a_text_tells_no_times():
    assert timed().text() == played().text()
    assert Game.from_text(timed().text()).times == (None,) * 4


def test_a_move_before_the_one_that_it_follows_is_refused_and_changes_nothing():
    made = timed()
    made.undo()
    with pytest.raises(
        ValueError, match=r"times: move 4: read 1999, expected a whole number, at least 2000 milliseconds"
    ):
        made.play("S-W", at=1999)
    assert (made.ply, made.times) == (3, (None, 2000, None, 9500))
    with pytest.raises(IllegalMove):
        made.play("T1-T2", at=3000)
    assert made.times == (None, 2000, None, 9500)


@pytest.mark.parametrize(
    ("times", "why"),
    [
        ((), "times: read 0, expected 4, one for each move of the line"),
        ((1, 2, 3, 4, 5), "times: read 5, expected 4"),
        ((None, 5, 4, 6), "times: move 3: read 4, expected a whole number, at least 5"),
        ((-1, None, None, None), "times: move 1: read -1, expected a whole number, at least 0"),
        (("soon", None, None, None), "times: move 1: read 'soon', expected a whole number"),
    ],
)
def test_times_that_cannot_be_those_of_the_moves_are_refused(times: tuple[Any, ...], why: str):
    made = timed()
    with pytest.raises(ValueError, match=why):
        made.times = times
    assert made.times == (None, 2000, None, 9500)


@given(st.lists(st.tuples(st.sampled_from(["play", "untimed", "undo", "redo"]), st.integers(0, 5000)), max_size=30))
def test_the_seconds_of_a_line_are_together_the_time_of_its_last_timed_move(done: list[tuple[str, int]]):
    made, clock = game(), 0
    for act, passed in done:
        clock += passed
        if act in ("undo", "redo"):
            made.undo() if act == "undo" else made.redo()
        else:
            made.play("S-W" if made.position.stock else "W-S", at=clock if act == "play" else None)
    assert len(made.seconds) == len(made.line)
    known = [at for at in made.times if at is not None]
    assert sum(each or 0 for each in made.seconds) == pytest.approx(max(known, default=0) / 1000)
    assert all(each is None or each >= 0 for each in made.seconds)


# Texts


def test_a_game_is_written_with_its_deal_number_and_a_bar_before_what_was_taken_back():
    assert game().text() == "canfield; deal 2"
    made = played()
    assert made.text() == "canfield; deal 2; moves T3-T2 S-W S-W S-W"
    made.undo()
    assert made.text() == "canfield; deal 2; moves T3-T2 S-W S-W | S-W"
    made.restart()
    assert made.text() == "canfield; deal 2; moves | T3-T2 S-W S-W S-W"


def test_a_game_is_read_back_with_its_cursor():
    made = played()
    made.undo()
    back = Game.from_text(made.text())
    assert (back.text(), back.ply, back.position) == (made.text(), made.ply, made.position)
    assert back.redo() == read_move("S-W")


def test_a_game_without_a_number_is_read_back_from_its_cards():
    made = Game.dealt("candike", deck=decks()["1-deck-1"])
    made.play("S-W")
    back = Game.from_text(made.text())
    assert (back.deal, back.start, back.position) == (None, made.start, made.position)


def test_a_text_with_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove):
        Game.from_text("canfield; deal 2; moves T1-T2")
    with pytest.raises(IllegalMove):
        Game.from_text("canfield; deal 2; moves S-W | T1-T2")


def test_a_text_that_cannot_be_read_or_played_is_refused():
    with pytest.raises(NotationError):
        Game.from_text("canfield; deal two")
    with pytest.raises(ValueError, match="the position is not complete: "):
        Game.from_text("canfield; base 7; tableau 7H, 8S, -, -")


# How it stands


def test_a_game_that_goes_on_is_playing():
    assert game().status is Status.PLAYING


@pytest.mark.parametrize("row", ["canfield", "superior", "quadruple", "selective", "rush"])
def test_a_line_that_wins_is_won_at_its_end_and_only_there(row: str):
    deck, line = winning_line(row)
    won = Game.dealt(row, deck=deck)
    won.replay(line)
    assert won.status is Status.WON
    assert won.legal_moves() == ()
    won.undo()
    assert won.status is Status.PLAYING


def test_a_game_that_brings_nothing_more_is_stuck_and_playing_again_after_undo():
    made = Game.dealt("casino", seed=1)
    while made.status is Status.PLAYING:
        made.play(made.legal_moves()[-1])  # a deal, as long as there is one
    assert made.status is Status.STUCK
    while made.status is Status.STUCK:
        assert made.undo()
    assert made.status is Status.PLAYING


def test_redeals_are_counted_up_to_the_cursor():
    made = game()
    while made.redeals < 2:
        made.play("S-W" if made.position.stock else "W-S")
    assert made.position.pass_number == 1  # canfield has no limit and does not count
    made.undo()
    assert made.redeals == 1
    made.restart()
    assert made.redeals == 0


# Money


def with_money(scoring: Scoring | None, cards: int = 52) -> Game:
    """A game of one's own after as many moves of a winning line as lay so many cards on the foundations."""
    deck, line = winning_line("canfield")
    made = Game.dealt(replace(VARIANTS["canfield"], scoring=scoring), deck=deck)  # type: ignore[arg-type]
    for move in line:
        if sum(map(len, made.position.foundations)) == cards:
            break
        made.play(move)
    return made


def test_without_money_there_is_no_score():
    assert with_money(None).score is None


@pytest.mark.parametrize(("cards", "score"), [(1, -45), (2, -40), (9, -5), (10, 0), (11, 5), (51, 205), (52, 450)])
def test_after_hoyle_the_pack_costs_fifty_a_card_pays_five_and_a_full_game_five_hundred(cards: int, score: int):
    made = with_money(Scoring(50, 5, 500), cards)
    assert sum(map(len, made.position.foundations)) == cards
    assert made.score == score


def test_the_base_card_that_is_dealt_counts():
    assert Game.dealt("canfield-hoyle", seed=7).score == 5 - 50


@pytest.mark.parametrize(("cards", "score"), [(1, -47), (10, -2), (11, 3), (52, 208)])
def test_in_the_casino_the_pack_costs_fifty_two_and_a_full_game_pays_card_by_card(cards: int, score: int):
    assert with_money(Scoring(52, 5), cards).score == score


def test_the_rows_that_are_played_for_money_are_two():
    assert {row: v.scoring for row, v in VARIANTS.items() if v.scoring} == {
        "canfield-hoyle": Scoring(50, 5, 500),
        "casino": Scoring(52, 5),
    }


def test_a_redeal_may_cost_a_fee():
    free = with_money(Scoring(52, 5), 20)
    dear = with_money(Scoring(52, 5, None, 5), 20)
    assert free.redeals > 0
    assert free.score is not None
    assert dear.score == free.score - 5 * free.redeals


def test_taking_a_move_back_takes_its_money_back():
    made = with_money(Scoring(50, 5, 500))
    assert made.score == 450
    made.undo()
    assert made.score == 205
    made.restart()
    assert made.score == -45
