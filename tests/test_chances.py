"""Chances: nothing but what was seen plays a part, the counts are those of the fillings, and limits are said."""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.cards import UNKNOWN, Pile, full_pack
from canfield_widget.chances import Chance, _fillings, chance, seen_position
from canfield_widget.game import Game
from canfield_widget.notation import read_game, read_position
from canfield_widget.position import Position, deal, problems
from canfield_widget.replays import replay
from canfield_widget.slices import Slices
from canfield_widget.solver import Solution, Verdict, solve
from canfield_widget.solver.search import solving
from canfield_widget.study_summary import wilson
from canfield_widget.texts import LANGUAGES, percent
from samples import wander, winning_line

ROWS = ["canfield", "superior", "canfield-single", "canfield-hoyle", "storehouse", "rainfall", "selective", "candike",
        "double", "american-toad"]  # fmt: skip


def piles(position: Position) -> tuple[Pile, ...]:
    return (position.stock, position.waste, *position.reserves, *position.foundations, *position.tableau)


def with_other_unseen_cards(game: Game, seed: int) -> Game:
    """The same game as far as it was seen: other cards lay from the start where none has been seen to the end."""
    end, start = seen_position(game), game.start
    unseen = Counter(full_pack(start.variant.decks, start.variant.ranks))
    unseen -= Counter(card for card in chain.from_iterable(piles(end)) if card != UNKNOWN)
    # What is unseen at the end lies as it lay at the start: at the bottom of its pile.
    bottoms = [
        end.stock.count(UNKNOWN), *(pile.count(UNKNOWN) for pile in end.reserves),
        *(pile.count(UNKNOWN) for pile in end.tableau),
    ]  # fmt: skip
    there = (start.stock, *start.reserves, *start.tableau[: len(end.tableau)])
    hidden = [card for pile, count in zip(there, bottoms, strict=True) for card in pile[:count]]
    assert Counter(hidden) == unseen
    random.Random(seed).shuffle(hidden)

    def fill(pile: Pile, count: int) -> Pile:
        return tuple(hidden.pop() for _ in range(count)) + pile[count:]

    filled = [fill(pile, count) for pile, count in zip(there, bottoms, strict=True)]
    reserves = len(start.reserves)
    other = Game(replace(
        start, stock=filled[0], reserves=tuple(filled[1 : reserves + 1]),
        tableau=(*filled[reserves + 1 :], *start.tableau[len(end.tableau) :]),
    ))  # fmt: skip
    other.replay(game.line)
    other.go_to(game.ply)
    return other


@given(st.sampled_from(ROWS), st.integers(1, 10_000), st.integers(0, 40), st.integers(1, 99))
def test_hidden_cards_play_no_part(row: str, seed: int, moves: int, shuffle: int):
    game = wander(row, seed, moves, good=0.6)
    other = with_other_unseen_cards(game, shuffle)
    assert seen_position(other) == seen_position(game)
    assert chance(other, samples=4, budget_states=300) == chance(game, samples=4, budget_states=300)


def test_the_other_game_of_that_test_has_other_cards():
    game = wander("canfield", 7, 5, good=0.6)
    assert with_other_unseen_cards(game, 1).start != game.start


@given(st.sampled_from(ROWS), st.integers(1, 10_000), st.integers(0, 40), st.integers(0, 9))
def test_every_filling_is_a_whole_game_that_agrees_with_what_was_seen(row: str, seed: int, moves: int, draw: int):
    seen = seen_position(wander(row, seed, moves, good=0.6))
    fillings, _ = _fillings(seen, 5, draw)
    for filling in fillings:
        assert problems(filling) == ()
        for shown, pile in zip(piles(seen), piles(filling), strict=True):
            assert all(card in (UNKNOWN, other) for card, other in zip(shown, pile, strict=True))
        assert (filling.face_down, filling.base, filling.pass_number) == (seen.face_down, seen.base, seen.pass_number)


def test_each_card_comes_to_each_unseen_place_about_as_often():
    seen = seen_position(Game.dealt(seed=7))
    fillings, whole = _fillings(seen, 4000, 0)
    assert not whole
    tops = Counter(filling.stock[-1] for filling in fillings)
    missing = 46
    assert len(tops) == missing
    assert sum((count - 4000 / missing) ** 2 / (4000 / missing) for count in tops.values()) < 85  # 99.97 % of chi²(45)


def test_a_stock_that_has_been_gone_through_is_known():
    game = Game.dealt(seed=7)
    assert seen_position(game).stock == (UNKNOWN,) * 34
    game.replay(["S-W"] * 2)
    assert seen_position(game).stock.count(UNKNOWN) == 28
    game.replay([*["S-W"] * 12, "W-S"])
    assert seen_position(game).stock == game.position.stock
    game.play("S-W")
    assert seen_position(game).stock == game.position.stock
    assert seen_position(game).reserves[0][:-1] == (UNKNOWN,) * 12


def test_what_was_seen_ends_at_the_cursor():
    game = Game.dealt(seed=7)
    game.replay([*["S-W"] * 12, "W-S"])
    game.go_to(0)
    assert chance(game, samples=3) == chance(Game.dealt(seed=7), samples=3)


def test_the_counts_are_the_verdicts_of_the_fillings():
    game = wander("canfield", 5, 20, good=0.6)
    fillings, _ = _fillings(seen_position(game), 12, 3)
    verdicts = Counter(solve(filling, budget_states=200).verdict for filling in fillings)
    found = chance(game, samples=12, budget_states=200, seed=3)
    counted = {Verdict.WON: found.won, Verdict.LOST: found.lost, Verdict.UNKNOWN: found.unknown}
    assert counted == {verdict: verdicts[verdict] for verdict in Verdict}
    assert found.n == 12


def test_a_larger_budget_makes_the_range_no_wider():
    small, large = (chance(Game.dealt("superior", seed=4), samples=20, budget_states=n) for n in (200, 20_000))
    assert small.low <= large.low <= large.high <= small.high
    assert small.low < large.low or large.high < small.high


def test_the_ends_have_the_intervals_of_wilson():
    found = Chance(deal(seed=1).player_view(), 31, 42, 27, False, 1)
    assert (found.low, found.high) == (0.31, pytest.approx(0.58))
    assert found.low_interval == wilson(31, 100)
    assert found.high_interval == wilson(58, 100)
    assert found.interval == (wilson(31, 100)[0], wilson(58, 100)[1])
    assert found.short() == "Chance 23–67% (100 samples, open cards)"


def few_unseen(hidden: int) -> Position:
    """A game near its end with some cards that nobody has seen."""
    deck, line = winning_line("canfield")
    game = Game.dealt(deck=deck)
    game.replay(line)
    for ply in range(len(line), -1, -1):
        game.go_to(ply)
        reserve = game.position.reserves[0]
        if len(reserve) == hidden + 1:
            return game.position
    raise AssertionError


@pytest.mark.parametrize("hidden", [0, 2, 3])
def test_of_few_unseen_cards_each_filling_is_solved_once_and_there_is_no_sampling_error(hidden: int):
    now = few_unseen(hidden)
    game = Game(replace(now, waste=now.waste + now.stock[::-1], stock=()))
    found = chance(game, samples=10)
    assert found.unseen == hidden
    assert found.exact
    assert found.n == {0: 1, 2: 2, 3: 6}[hidden]
    assert found.interval == (found.low, found.high)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_range_is_told_with_its_error_and_that_open_cards_flatter(lang: str):
    found = chance(Game.dealt(seed=2), samples=30, lang=lang)
    said = str(found)
    assert said == found.say(lang)
    for number in (found.n, found.unseen, found.won, found.lost, found.unknown):
        assert re.search(rf"\b{number}\b", said)
    assert percent(*found.interval, lang=lang) in said
    assert {"en": "open cards", "de": "offenen Karten"}[lang] in said
    assert {"en": "flatters", "de": "schmeichelt"}[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("counts", [(30, 0, 0), (0, 30, 0), (0, 1, 0), (49, 0, 11), (500_000, 500_000, 0)])
def test_a_sampled_chance_is_never_told_as_one_number(lang: str, counts: tuple[int, int, int]):
    found = Chance(deal(seed=1).player_view(), *counts, False, 1, lang)
    assert re.fullmatch(r"[\d.,]+–[\d.,]+\s?%", found.range)
    said = {"en": "The chance to win is ", "de": "Die Gewinnchance ist "}[lang] + found.range
    assert said in found.say()
    assert found.range in found.short()


def test_the_range_is_the_interval_and_that_of_all_fillings_has_no_error():
    seen = deal(seed=1).player_view()
    assert Chance(seen, 30, 0, 0, False, 1).range == percent(wilson(30, 30)[0], 1, lang="en") == "89–100%"
    assert Chance(seen, 4, 2, 0, True, 1).range == "67%"
    assert Chance(seen, 3, 2, 1, True, 1).range == "50–67%"
    assert Chance(seen, 5000, 5000, 0, False, 1).speak_range("de") == "49–51\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_filling_is_spoken_of_as_one(lang: str):
    said = Chance(deal(seed=1).player_view(), 0, 1, 0, False, 1, lang).say()
    assert said.startswith({"en": "One way was ", "de": "Eine Möglichkeit wurde "}[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_every_card_is_known_the_answer_is_the_solver_s(lang: str):
    deck, line = winning_line("canfield")
    game = Game.dealt(deck=deck)
    game.replay(line)
    found = chance(game, lang=lang)
    assert (found.won, found.n, found.exact, found.unseen) == (1, 1, True, 0)
    said = {Chance(found.seen, *counts, True, 1, lang).say() for counts in ((1, 0, 0), (0, 1, 0), (0, 0, 1))}
    assert len(said) == 3
    assert found.say() in said


def test_a_position_with_hidden_cards_is_a_game_too():
    game = Game.dealt(seed=2)
    assert chance(game.start.player_view(), samples=5) == chance(game.start, samples=5) == chance(game, samples=5)


def test_several_at_once_give_the_same():
    with ThreadPoolExecutor(2) as pool:
        assert chance(Game.dealt(seed=2), samples=8, executor=pool) == chance(Game.dealt(seed=2), samples=8)


def test_it_is_asked_about_the_cursor_the_end_of_a_pair_and_the_start_of_a_solution():
    game = Game.dealt(seed=2)
    game.replay(["S-W", "S-W", "S-W"])
    game.go_to(2)
    solved = solve(game.start, budget_states=100_000)
    assert seen_position((game.start, game.line[:2])) == seen_position(game) == seen_position(game.text())
    assert seen_position(read_game(game.text())) == seen_position(replay(game)) == seen_position(game)
    assert seen_position(solved) == seen_position(game.start) != seen_position(game)


def test_other_seeds_give_other_fillings():
    seen = seen_position(Game.dealt(seed=2))
    assert _fillings(seen, 3, 0)[0] != _fillings(seen, 3, 1)[0]


def test_it_tells_how_many_are_solved_and_stops():
    told, stop = list[int](), threading.Event()

    def tell(solved: int) -> None:
        told.append(solved)
        if solved == 3:
            stop.set()

    found = chance(Game.dealt(seed=2), samples=20, progress=tell, cancel=stop)
    assert told == [1, 2, 3]
    assert found.n == 3
    none = chance(Game.dealt(seed=2), cancel=stop)
    assert (none.n, none.low, none.high, none.exact) == (0, 0, 1, False)
    assert none.say("de") == none.short("de") == "Es wurde nichts gelöst."
    assert "%" not in none.range


@pytest.mark.parametrize(
    ("game", "how", "message"),
    [
        (5, {}, "game: read 5"), (None, {"samples": 0}, "samples"), (None, {"budget_states": -1}, "budget_states"),
        (None, {"seed": -1}, "seed"), (None, {"seed": True}, "seed"), (None, {"lang": "fr"}, "lang"),
        (read_position("canfield; base 5; stock 6S 5S 4S 3S; waste KH"), {}, "expected the 52 cards of canfield"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(game: object, how: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        chance(Game.dealt(seed=2) if game is None else game, **how)  # type: ignore[arg-type]


def test_the_few_words_of_a_sampled_chance_have_its_error():
    found = chance("canfield; deal 12", samples=20, budget_states=2000)
    assert not found.exact
    assert percent(*found.interval, lang="en") in found.short("en")


def stopping(monkeypatch: pytest.MonkeyPatch, *, hard: int) -> Chance:
    """A chance whose time is up while filling number `hard` is in work."""
    begun, stop = list[Position](), threading.Event()

    def solved(position: Position, **how: object) -> Slices[Solution]:
        begun.append(position)
        if len(begun) == hard:
            stop.set()
        return (yield from solving(position, budget_states=200, cancel=how["cancel"]))  # type: ignore[arg-type]

    monkeypatch.setattr("canfield_widget.chances.solving", solved)
    found = chance(Game.dealt(seed=2), samples=20, cancel=stop)
    assert len(begun) == hard
    return found


def test_the_filling_in_work_when_the_time_is_up_counts_as_unknown(monkeypatch: pytest.MonkeyPatch):
    found = stopping(monkeypatch, hard=5)
    assert (found.n, found.wanted, found.is_cut, found.exact) == (5, 20, True, False)
    monkeypatch.undo()
    fillings, _ = _fillings(seen_position(Game.dealt(seed=2)), 20, 0)
    verdicts = Counter(solve(filling, budget_states=200).verdict for filling in fillings[:4])
    assert (found.won, found.lost) == (verdicts[Verdict.WON], verdicts[Verdict.LOST])
    assert found.unknown == verdicts[Verdict.UNKNOWN] + 1
    assert found.broken_off
    assert "in number 5 of 20, which counts as undecided" in found.say()


def test_of_a_filling_in_work_is_spoken_only_where_there_was_one():
    stop = threading.Event()
    between = chance(Game.dealt(seed=2), samples=20, progress=lambda _: stop.set(), cancel=stop)
    assert (between.n, between.broken_off) == (1, False)
    assert between.say().startswith("It was stopped after 1 of 20. ")
    assert between.say("de").startswith("Nach 1 von 20 war Schluss. ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chance_that_was_stopped_says_after_how_many_of_how_many(lang: str):
    seen = deal(seed=1).player_view()
    cut, whole = (Chance(seen, 9, 8, 6, False, 1, lang, wanted) for wanted in (40, 23))
    assert cut.is_cut
    assert not whole.is_cut
    for said in (cut.say(), cut.short()):
        assert re.search(r"\b23 (of|von) 40\b", said)
    assert "40" not in whole.say() + whole.short()
    one = Chance(seen, 0, 0, 1, False, 1, lang, 40)
    assert "40" in one.say()
    assert one.low == 0
    assert one.high == 1


def test_of_few_unseen_cards_those_solved_until_it_is_stopped_are_drawn_at_random():
    seen = Game(replace(few_unseen(3), stock=(), waste=few_unseen(3).waste + few_unseen(3).stock[::-1])).position
    orders = [_fillings(seen_position(seen), 10, seed) for seed in range(20)]
    assert all(whole and len(found) == len(set(found)) == 6 for found, whole in orders)
    assert len({found[0] for found, _ in orders}) > 1
    assert len({frozenset(found) for found, _ in orders}) == 1


def test_what_an_executor_has_begun_is_waited_for():
    stop, told = threading.Event(), list[int]()

    def tell(solved: int) -> None:
        told.append(solved)
        stop.set()

    with ThreadPoolExecutor(2) as pool:
        found = chance(Game.dealt(seed=2), samples=60, executor=pool, progress=tell, cancel=stop)
    assert 1 <= found.n < 60
    assert found.n == told[-1] == len(told)
    assert found.is_cut
    assert not found.broken_off
