"""Reviews: what is proved agrees with the solver at every position, and what wins is not told before it is asked."""

from __future__ import annotations

import re
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget.game import Game
from canfield_widget.hints import Hint, HintKind, Knowledge, Worth
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position
from canfield_widget.position import Position, deal
from canfield_widget.reviews import Cause, Review, review, speak_after
from canfield_widget.rules import apply, is_won
from canfield_widget.slices import Slices
from canfield_widget.solver import Verdict, solve
from canfield_widget.speech import sentence, speak_move
from canfield_widget.texts import LANGUAGES
from samples import wander, winning_line

EARLY = "canfield; deal 112; moves T2-F S-W W-T1 T4-T1 S-W W-T2 W-F S-W W-T2 S-W W-T3 S-W T4-T3"
"""Lost with the third move, which comes too early."""
OTHER = "canfield; deal 60; moves T4-T2 R-T2 T4-T3 R-T4 T2-T4x3 S-W S-W"
"""Lost with the first move."""
DEALT = "canfield; deal 108; moves S-W W-F S-W S-W S-W"
"""Lost by dealing on."""


def wins(position: Position, line: tuple[Move, ...]) -> bool:
    for move in line:
        position = apply(position, move)
    return is_won(position)


@settings(max_examples=24)
@given(st.integers(1, 10_000), st.sampled_from(["canfield", "superior", "canfield-relaxed", "storehouse"]))
def test_what_is_proved_agrees_with_the_solver_at_every_position(seed: int, row: str):
    game = wander(row, seed, 18, good=0.7)
    found = review(game, budget_states=5_000)
    assert len(found.verdicts) == len(game.positions)
    assert list(found.verdicts) == sorted(found.verdicts, key=[Verdict.WON, Verdict.UNKNOWN, Verdict.LOST].index)
    for position, verdict in zip(game.positions, found.verdicts, strict=True):
        alone = solve(position, budget_states=2_000).verdict
        if Verdict.UNKNOWN not in (alone, verdict):
            assert alone is verdict
    if found.last_good is None:
        assert not found.line
    else:
        assert wins(game.positions[found.last_good], found.line)


@settings(max_examples=24)
@given(st.integers(1, 10_000), st.integers(0, 300))
def test_a_smaller_budget_leaves_more_open_and_proves_nothing_else(seed: int, states: int):
    game = wander("canfield", seed, 24, good=0.7)
    whole, part = review(game, budget_states=20_000), review(game, budget_states=states)
    assert all(
        small in (large, Verdict.UNKNOWN) or large is Verdict.UNKNOWN
        for small, large in zip(part.verdicts, whole.verdicts, strict=True)
    )
    assert len(part.gap) == part.verdicts.count(Verdict.UNKNOWN)


def test_about_log_2_of_the_moves_positions_are_judged():
    game = Game.from_text(EARLY)
    found = review(game)
    assert found.judged <= 1 + len(game.line).bit_length()
    deck, line = winning_line("canfield")
    won = Game.dealt(deck=deck)
    won.replay(line)
    assert review(won).judged == 1


def test_a_game_that_was_won_is_won_all_along():
    deck, line = winning_line("canfield")
    game = Game.dealt(deck=deck)
    game.replay(line)
    found = review(game)
    assert set(found.verdicts) == {Verdict.WON}
    assert (found.last_good, found.first_lost, found.blunder, list(found.gap)) == (len(line), None, None, [])
    assert "was won" in found.say()
    assert "nothing to refute" in found.refutation()


@pytest.mark.parametrize(
    ("text", "number", "cause"), [(EARLY, 3, Cause.EARLY), (OTHER, 1, Cause.OTHER), (DEALT, 3, Cause.DEALT)]
)
def test_the_move_that_lost_the_game_is_found_with_its_reason(text: str, number: int, cause: Cause):
    found = review(text)
    blunder = found.blunder
    assert blunder is not None
    assert (blunder.number, blunder.cause) == (number, cause)
    assert blunder.move == found.replay.moves[number - 1]
    assert blunder.better == found.line[0] != blunder.move
    before = found.replay.positions[number - 1]
    assert solve(before).verdict is Verdict.WON
    assert solve(apply(before, blunder.move)).verdict is Verdict.LOST
    assert solve(apply(before, blunder.better)).verdict is Verdict.WON


def test_a_move_is_called_early_only_where_the_winning_line_moves_the_same_cards_to_the_same_place():
    found = review(EARLY)
    now, later = found.replay.positions[2], list[Position]()
    for move in found.line:
        if move.target == "T1" and move.source == "W" and now.waste[-1] == found.replay.positions[2].waste[-1]:
            later.append(now)
        now = apply(now, move)
    assert later


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_is_said_first_and_what_wins_only_when_it_is_asked_for(lang: str):
    found = review(EARLY, lang=lang)
    good = speak_move(found.replay.positions[2], found.line[0], lang)
    made = speak_move(found.replay.positions[2], found.replay.moves[2], lang)
    assert made in str(found)
    assert str(found) == found.say(lang)
    shown = found._repr_html_().split("<details>")[0]
    for told in (str(found), repr(found), repr(found.blunder), shown):
        assert good not in told
    assert good in found.refutation()
    assert found.speak_line()[0] == sentence(good)
    assert len(found.speak_line()) == len(found.line)
    assert found.furthest is not None
    assert str(found.furthest) in found.refutation()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_limits_are_said_plainly(lang: str):
    game = Game.from_text(EARLY)
    line = review(game, lang=lang)
    said = {
        "blunder": line,
        "unknown": review(game, budget_states=0, lang=lang),
        "winnable": review("canfield; deal 2; moves S-W", lang=lang),
        "lost": review("canfield; deal 12; moves T2-T1 S-W", lang=lang),
        "open-end": _with(line, (Verdict.WON, *(Verdict.UNKNOWN,) * 13)),
        "open-start": _with(line, (Verdict.UNKNOWN, *(Verdict.LOST,) * 13)),
        "gap": _with(line, (Verdict.WON, Verdict.UNKNOWN, *(Verdict.LOST,) * 12)),
    }
    sentences = {name: found.say() for name, found in said.items()}
    assert len(set(sentences.values())) == len(sentences)
    assert said["unknown"].last_good is said["unknown"].first_lost is None
    assert said["lost"].first_lost == 0
    assert said["gap"].blunder is None
    assert "1" in sentences["gap"]
    assert "2" in sentences["gap"]
    assert said["gap"].reasons()
    assert said["unknown"].refutation() == said["lost"].refutation() != said["winnable"].refutation()


def _with(found: Review, verdicts: tuple[Verdict, ...]) -> Review:
    return Review(found.replay, verdicts, found.line if verdicts[0] is Verdict.WON else (), lang=found.lang)


def test_rows_have_the_moves_the_cards_up_and_the_verdicts():
    game = Game.from_text(EARLY)
    rows = review(game).rows
    assert [row.ply for row in rows] == list(range(14))
    assert [row.move for row in rows] == [None, *map(str, game.line)]
    assert [row.founded for row in rows] == [sum(map(len, now.foundations)) for now in game.positions]
    assert [row.verdict for row in rows] == [Verdict.WON] * 3 + [Verdict.LOST] * 11


def test_rows_are_a_frame():
    pytest.importorskip("pandas")
    frame = review(EARLY).frame()
    assert list(frame.columns) == ["ply", "move", "founded", "verdict"]
    assert list(frame.verdict) == ["won"] * 3 + ["lost"] * 11


def test_a_game_its_text_and_a_pair_are_reviewed_alike_with_what_was_taken_back():
    game = Game.from_text(EARLY)
    game.go_to(1)
    found = review(game)
    assert found.verdicts == review(EARLY).verdicts == review((game.start, game.line)).verdicts
    assert len(found.verdicts) == 14


def test_a_win_that_comes_through_later_positions_proves_these_too():
    solution = solve(deal("canfield", seed=2))
    game = Game(solution.position)
    game.replay(solution.line[:40])
    assert review(game).judged == 1
    assert review(game).last_good == 40


def test_without_moves_the_position_is_judged():
    found = review(Game.dealt("canfield", seed=12))
    assert found.verdicts == (Verdict.LOST,)
    assert found.gap == range(0)


def test_the_solver_tells_how_far_it_is_and_is_cancelled():
    told = list[int]()
    review(EARLY, progress=lambda now: told.append(now.states))
    assert told
    assert told == sorted(told)
    stop = threading.Event()
    stop.set()
    assert set(review(EARLY, cancel=stop).verdicts) == {Verdict.UNKNOWN}
    assert set(review(EARLY, budget_s=0).verdicts) == {Verdict.UNKNOWN}


def test_numbers_of_moves_are_spoken():
    assert [speak_after(0), speak_after(1), speak_after(12, "de")] == ["at the start", "after move 1", "nach Zug 12"]


@pytest.mark.parametrize(
    ("game", "how", "message"),
    [
        (5, {}, "line: read 5"), ("canfield; dea", {}, "read"), (EARLY, {"lang": "fr"}, "lang"),
        (EARLY, {"budget_states": -1}, "budget_states"), (EARLY, {"budget_s": -1}, "budget_s"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(game: object, how: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        review(game, **how)  # type: ignore[arg-type]


def test_a_position_with_hidden_cards_is_refused():
    seen = deal("canfield", seed=2).player_view()
    with pytest.raises(ValueError, match="not complete"):
        review((seen, [read_move("S-W")]))
    with pytest.raises(ValueError, match="not complete"):
        review((read_position("canfield; base 5; stock 6S 5S 4S 3S; waste KH"), []))


# What is asked about where the solver finds no answer


class Oracle:
    """A solver that knows each position of a line, but for those left `open`, and counts what it is asked."""

    def __init__(self, positions: tuple[Position, ...], lost_from: int, open: set[int]) -> None:
        self.places = {position: ply for ply, position in enumerate(positions)}
        self.lost_from, self.open = lost_from, open
        self.asked = list[int]()

    def __call__(self, position: Position, *how: object, **more: object) -> Slices[Hint]:
        yield from ()
        ply = self.places[position]
        self.asked.append(ply)
        worth = Worth.NO_WIN_FOUND if ply in self.open else Worth.LOST if ply >= self.lost_from else Worth.WIN
        return Hint(position, HintKind.SOLVER, worth, Knowledge.ALL, ())


def long_line(moves: int) -> Game:
    game = Game.dealt("canfield", seed=7)
    for _ in range(moves):
        game.play("S-W" if game.position.stock else "W-S")
    return game


def reviewed(open: set[int], lost_from: int, monkeypatch: pytest.MonkeyPatch, **how: float) -> tuple[Review, list[int]]:
    game = long_line(12)
    oracle = Oracle(game.positions, lost_from, open)
    monkeypatch.setattr("canfield_widget.reviews.hinting", oracle)
    return review(game, **how), oracle.asked  # type: ignore[arg-type]


def test_between_two_undecided_positions_the_outer_ones_come_first(monkeypatch: pytest.MonkeyPatch):
    _, asked = reviewed(set(range(2, 12)), 12, monkeypatch, budget_s=60)
    assert asked[0] == 12
    assert len(asked) == len(set(asked))
    assert set(range(2, 12)) <= set(asked)
    inside = asked[asked.index(11) + 1 :]
    first, last = min(set(range(2, 12)) - set(inside)), 11
    depths = [min(ply - first, last - ply) for ply in inside]
    assert depths == sorted(depths)


def test_a_position_proved_inside_the_gap_narrows_it(monkeypatch: pytest.MonkeyPatch):
    narrow, _ = reviewed(set(range(2, 12)) - {10}, 9, monkeypatch, budget_s=60)
    assert narrow.first_lost == 10
    wide, _ = reviewed(set(range(2, 12)), 9, monkeypatch, budget_s=60)
    assert wide.first_lost == 12


def test_without_seconds_at_most_twice_log_2_of_the_moves_positions_are_asked(monkeypatch: pytest.MonkeyPatch):
    found, asked = reviewed(set(range(13)), 13, monkeypatch)
    assert len(asked) == found.judged == 2 * (13).bit_length()
    _, normal = reviewed(set(), 6, monkeypatch)
    assert len(normal) <= 1 + (13).bit_length()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_that_nothing_is_decided_is_said_of_as_many_as_were_looked_at(lang: str):
    stop = threading.Event()
    stop.set()
    none, one = review(EARLY, cancel=stop, lang=lang), review(EARLY, budget_s=0, lang=lang)
    many = review(EARLY, budget_states=0, lang=lang)
    assert (none.judged, one.judged) == (0, 1)
    assert many.judged > 1
    assert len({none.say(), one.say(), many.say()}) == 3
    assert re.search(rf"\b{many.judged}\b", many.say())
    assert not re.search(r"\d", none.say() + one.say())
