"""Every public function answers a wrong argument by saying what was read, and shows no hidden card in doing so."""

from __future__ import annotations

import enum
import inspect
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canfield_widget as cw
from canfield_widget.arguments import cancelling, expect, expect_path, expect_seconds, expect_whole, shown
from canfield_widget.cards import UNKNOWN
from canfield_widget.notation import read_game
from canfield_widget.replays import replay
from samples import wander

TEXT = "canfield; deal 112; moves T2-F S-W W-T1"
NOW = cw.deal(seed=112)
OTHER = cw.deal(seed=3)
LEGAL, ILLEGAL = cw.read_move("S-W"), cw.read_move("W-F")
PAIR = (NOW, ["S-W"])
LESSON = "king-on-ace"

RECORDS = frozenset((
    "Branch", "Chance", "ClassReport", "Comparison", "Example", "Explanation", "Hint", "IllegalMove", "Lesson",
    "LessonError", "NotationError", "Problem", "Refusal", "Review", "RuleTable", "Scoring", "Solution", "StateGraph",
    "Study", "Tally", "Trace", "WinnableDeal", "Worksheet", "Card", "Move", "Position", "Prunings", "Variant",
))  # fmt: skip
"""Values: what they are made of is looked at where they are used, not where they are made."""

WRONG: tuple[Any, ...] = (None, "x", -1, 5, object(), [], {}, float("nan"), OTHER)
EXAMPLE = re.compile(r"such as [^;]*")
"""The cards that an error has as examples."""


@pytest.fixture(scope="module")
def calls() -> Mapping[str, dict[str, Any]]:
    """For each function the arguments of a small call that works, one for each of its parameters."""
    stop: dict[str, Any] = {"progress": None, "cancel": None}
    budgets = {"budget_s": 0.02, "budget_states": 5, "memory": None}
    look = {"lang": "en", "theme": "light", "width": 4.0}
    figure = {"ax": None, **look}
    line = {"line": TEXT, "position": None}
    states = {"what": NOW, "depth": 1, "limit": 3, "first": 0, "last": None, "fold_deals": True,
              "merge_columns": False, "budget_states": 5, "budget_s": 0.1}  # fmt: skip
    pointing = {"move": None, "highlight": (), "arrows": (), "caption": None, "player_view": True}
    searched = cw.solve(NOW, budget_states=50, record=True)
    return {
        "CanfieldWidget": {"variant": "canfield", "seed": 1, "position": None, "deck": None, "saves": False,
                           "allow": ()},
        "Game": {"start": NOW, "deal": None, "partial": False},
        "LessonWidget": {"asked": [cw.lessons[LESSON]]},
        "apply": {"position": NOW, "move": LEGAL},
        "card_name": {"card": cw.read_card("7H"), "lang": "en"},
        "chance": {"game": TEXT, "samples": 1, "budget_states": 5, "seed": 0, "executor": None, **stop, "lang": "en"},
        "check": {"lesson": LESSON},
        "check_games": {"texts": TEXT, "deal": None, "lang": None},
        "compare": {"deck": 1, "variants": ["canfield"], "budget_states": 5, "lang": "en", "store": None,
                    "executor": None, "workers": None, "progress": False},
        "compare_rules": {"position": NOW, "moves": LEGAL, "rules": ["canfield"], "lang": "en"},
        "compare_searches": {"position": NOW, "settings": {"all": cw.Prunings()}, "budget_states": 5, "memory": None,
                             "lang": None},
        "course": {"asked": "canfield"},
        "daily": {"variant": "canfield-relaxed", "date": "2026-12-24", **stop},
        "deal": {"variant": "canfield", "seed": 1, "deck": None},
        "pysol_deal": {"variant": "canfield", "number": 1},
        "deal_winnable": {"variant": "canfield", "seed": 1, "tries": 1, "budget_states": 5, **stop},
        "default_kind": {"variant": cw.VARIANTS["canfield"]},
        "draw": {"position": NOW, "ax": None, **pointing, **look},
        "draw_moves": {"start": NOW, "moves": ["S-W"], "first": 0, "last": None, "plies": None, "columns": 3,
                       "captions": True, "player_view": True, **figure},
        "draw_states": {**states, "boards": False, **figure},
        "explain": {"position": NOW, "move": ILLEGAL},
        "filmstrip": {**line, "every": None, "columns": 3, "captions": True, **figure},
        "hint": {"position": NOW, "kind": "solver", **budgets, **stop},
        "html_replay": {**line, "lang": "en", "theme": "light"},
        "is_stuck": {"position": NOW, "legal": None},
        "is_won": {"position": NOW},
        "legal_moves": {"position": NOW},
        "lesson": {"asked": LESSON},
        "line_frame": line,
        "line_rows": line,
        "play_ranked": {"position": NOW, "most_moves": 5},
        "plot_chance": {"chances": cw.chance(TEXT, samples=1, budget_states=5), **figure},
        "plot_foundations": {"line": PAIR, **figure},
        "plot_progress": {"lines": PAIR, "by": None, "show": (), "stacked": False, "redeals": True, "share": None,
                          **figure},
        "plot_review": {"review": cw.review(TEXT, budget_states=5), **figure},
        "plot_search": {"searches": searched, "panels": ("founded",),
                        "x": "states", **figure},
        "plot_search_tree": {"search": searched, "depth": 4, **figure},
        "plot_study": {"studies": cw.study("canfield", [1], player="ranked", progress=False, executor=Now()),
                       "against": None, **figure},
        "position_svg": {"position": NOW, **pointing, "lang": "en", "width": 720, "theme": "light", "least_height": 0},
        "problems": {"position": NOW},
        "progress_frame": {"line": PAIR, "position": None},
        "progress_rows": {"line": PAIR, "position": None},
        "ranking": {"position": NOW},
        "read_card": {"text": "7H"},
        "read_game": {"text": TEXT},
        "read_lesson": {"source": 'position = "canfield; tableau AH, QC, -, -"\nquestion = "?"\naccept = ["T2-T1"]',
                        "name": "own"},
        "read_move": {"token": "S-W"},
        "read_position": {"text": cw.write_position(NOW)},
        "read_variant": {"text": "canfield"},
        "review": {"game": TEXT, "budget_states": 5, "budget_s": 0.1, **stop, "lang": "en"},
        "save_gif": {"line": PAIR, "path": "a.gif", "position": None, "ms": 600, "width": 120, "lang": "en",
                     "theme": "light"},
        "save_html": {"line": PAIR, "path": "a.html", "position": None, "lang": "en", "theme": "light"},
        "search_tree": {"trace": searched.trace, "depth": 4},
        "seen_position": {"game": TEXT},
        "set_up": {"variant": "canfield", "base": 5, "foundations": (), "tableau": (), "reserve": (), "waste": (),
                   "stock": (), "rest": None, "seed": None, "pass_number": 1},
        "solve": {"position": NOW, **budgets, **stop, "prunings": None, "record": False},
        "speak_hint": {"hint": cw.hint(NOW, "legal"), "lang": "en"},
        "speak_move": {"position": NOW, "move": LEGAL, "lang": "en"},
        "speak_position": {"position": NOW, "lang": "en"},
        "speak_refusal": {"position": NOW, "move": ILLEGAL, "refusal": cw.why_not(NOW, ILLEGAL), "lang": "en"},
        "speak_winnable": {"found": cw.deal_winnable(seed=1, tries=1, budget_states=5), "lang": "en"},
        "state_graph": states,
        "step_through": {**line, "lang": "en", "width": 300},
        "step_together": {"lines": {"a": PAIR}, "lang": "en", "width": 300},
        "steps": {"position": NOW, "move": LEGAL},
        "stock_wheel": {"position": NOW, "take": None, "seen": False, **figure},
        "study": {"variant": "canfield", "deals": [1], "player": "solver", "budget_states": 5, "store": None,
                  "name": None, "executor": Now(), "workers": None, "memory": 1 << 24, "progress": False},
        "under_rules": {"position": NOW, "id": "canfield"},
        "variants_table": {"rules": ["canfield"], "lang": "en"},
        "watch_search": {"position": NOW, **budgets, "prunings": None, "record": 10, "held": False, "lang": "en",
                         "width": 300},
        "why_not": {"position": NOW, "move": ILLEGAL},
        "wilson": {"successes": 1, "n": 2},
        "worksheet": {"lessons": [LESSON], "path": None, "lang": "en", "title": None, "answers": False},
        "write_game": {"start": NOW, "moves": (LEGAL,), "ply": None, "deal": None},
        "write_position": {"position": NOW},
        "write_variant": {"variant": cw.VARIANTS["canfield"]},
    }  # fmt: skip


class Now(ThreadPoolExecutor):
    """An executor of one thread, so that a study starts no process."""

    def __init__(self) -> None:
        super().__init__(1)


def functions() -> set[str]:
    """The public names that can be called and are neither values nor enumerations."""
    there = {name: getattr(cw, name) for name in cw.__all__}
    return {name for name, it in there.items() if callable(it) and not isinstance(it, enum.EnumMeta)} - RECORDS


def call(name: str, arguments: Mapping[str, Any]) -> Any:
    """What the function answers."""
    given = dict(arguments)
    many = given.pop("studies", None)
    return getattr(cw, name)(*([] if name != "plot_study" else [many]), **given)


def refusal_of(name: str, arguments: Mapping[str, Any]) -> Exception | None:
    """What the function raises, if it does."""
    try:
        call(name, arguments)
    except Exception as error:
        return error
    return None


@cache
def places() -> set[str]:
    """The cards that a player has seen in the games of the calls."""
    seen = [OTHER.player_view(), *(now.player_view() for now in replay(TEXT).positions)]
    piles = chain.from_iterable((now.waste, *now.reserves, *now.foundations, *now.tableau) for now in seen)
    return {str(card) for card in chain.from_iterable(piles) if card != UNKNOWN}


def named(words: str) -> set[str]:
    """The cards that a text names."""
    return set(re.findall(r"(?<![\w-])[A2-9TJQK][SHDC](?![\w])", words))


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)


def test_every_public_function_has_a_call(calls: Mapping[str, dict[str, Any]]):
    assert set(calls) == functions()
    assert set(cw.__all__) >= RECORDS


def test_every_parameter_is_in_its_call(calls: Mapping[str, dict[str, Any]]):
    for name, arguments in calls.items():
        asked = inspect.signature(getattr(cw, name)).parameters.values()
        assert set(arguments) == {each.name for each in asked if each.kind is not each.VAR_KEYWORD}, name


@pytest.mark.parametrize("name", sorted(functions()))
def test_a_wrong_argument_is_told_with_what_was_read_and_expected(name: str, calls: Mapping[str, dict[str, Any]]):
    call(name, calls[name])
    for parameter in calls[name]:
        for value in WRONG:
            error = refusal_of(name, {**calls[name], parameter: value})
            said, what = str(error), f"{name}({parameter}={shown(value)})"
            # An id that there is not is a KeyError, as of every mapping.
            assert isinstance(error, (ValueError, NoneType)) or "expected a course" in said, f"{what}: {error!r}"
            assert error is None or "expected" in said.lower() or isinstance(error, cw.IllegalMove), f"{what}: {said}"
            assert named(EXAMPLE.sub("", said)) <= places(), f"{what}: {said}"
            assert "Card(" not in said, what


def test_the_watch_for_cards_sees_one_that_is_hidden():
    hidden = NOW.reserves[0][0]
    assert str(hidden) not in places()
    assert named(f"read {hidden}, (QC)") == {str(hidden), "QC"}
    assert named("FH7-T2 S-W T2-F") == set()


@pytest.mark.parametrize("name", sorted(name for name in cw.__all__ if isinstance(getattr(cw, name), enum.EnumMeta)))
def test_an_enumeration_takes_no_other_value(name: str):
    for value in WRONG:
        with pytest.raises(ValueError, match="is not a valid"):
            getattr(cw, name)(value)


# What is shown of a game


def shows(game: cw.Game) -> Iterator[tuple[str, str]]:
    """What each public object that comes of a game in play shows of itself unasked."""
    now, line = game.position, replay(game)
    solution = cw.solve(now, budget_states=300, record=True)
    reviewed = cw.review(game, budget_states=300)
    graph = cw.state_graph(now, depth=1, limit=4, budget_states=50)
    illegal = next(move for move in map(cw.read_move, ("R-F", "W-F", "T1-F", "W-S")) if cw.why_not(now, move))
    explained = cw.explain(now, illegal)
    assert explained is not None
    things: list[object] = [
        game, now, line, solution, solution.trace, solution.trace and cw.search_tree(solution.trace, depth=3),
        reviewed, reviewed.blunder, *reviewed.rows, graph, *graph.nodes,
        *graph.edges, cw.chance(game, samples=2, budget_states=50), cw.hint(now, "solver", budget_states=300),
        cw.hint(now, "ranked"), cw.ranking(now), explained, cw.why_not(now, illegal), cw.steps(now, LEGAL),
        cw.step_through(game), cw.seen_position(game), cw.WinnableDeal(now, 7, 1, cw.Verdict.WON), [now], {"a": (now,)},
        cw.compare_rules(now, illegal, rules=["canfield"]), read_game(str(game.text()))
    ]  # fmt: skip
    for thing in things:
        yield type(thing).__name__, repr(thing)
        yield type(thing).__name__, str(thing)
        for name in ("_repr_html_", "_repr_svg_"):
            if not isinstance(thing, type) and (made := getattr(thing, name, None)):
                html: str = made()
                yield type(thing).__name__, html.split("<details")[0]
    for wrong in ({"line": now}, {"line": [now]}, {"line": (now, now)}, {"line": [LEGAL], "position": [now]}):
        for function in (cw.html_replay, cw.step_through, cw.line_rows, lambda line, position=None: replay(line)):
            try:
                function(**wrong)
            except ValueError as error:
                yield "error", str(error)
    with pytest.raises(cw.IllegalMove) as refused:
        cw.apply(now, illegal)
    yield "IllegalMove", str(refused.value) + repr(refused.value)


@settings(max_examples=12)
@given(st.sampled_from(["canfield", "superior", "candike", "canfield-hoyle"]), st.integers(1, 999), st.integers(0, 30))
def test_nothing_shows_a_card_that_the_player_has_not_seen(row: str, seed: int, moves: int):
    game = wander(row, seed, moves, good=0.6)
    game.go_to(len(game.line))
    if game.status is not cw.Status.PLAYING or not game.position.stock:
        return
    unseen = cw.seen_position(game)
    known = {str(card) for pile in map(unseen.pile, unseen.pile_names()) for card in pile}
    hidden = {str(card) for card in (*game.position.stock, *chain.from_iterable(game.position.reserves),
                                     *chain.from_iterable(game.position.tableau))} - known  # fmt: skip
    spoken = {cw.card_name(cw.read_card(card)) for card in hidden}
    for what, words in shows(game):
        assert not named(words) & hidden, f"{what}: {words}"
        told = re.sub(r"the [a-z ]+ comes first", "", words.lower())  # what a foundation waits for is no secret
        assert not [card for card in spoken if card in told], f"{what}: {words}"


def test_a_position_is_named_by_its_rules_and_what_is_seen_of_it():
    assert repr(NOW).startswith("<Position canfield, base T; stock 34, waste - (0); reserve 12 + ")
    with pytest.raises(ValueError, match="line: read <Position canfield"):
        cw.save_html(NOW, "a.html")  # type: ignore[arg-type]


# The checks themselves


def test_what_is_read_is_cut_where_it_is_long():
    assert shown(5) == "5"
    assert len(shown(list(range(1000)))) == 120


@pytest.mark.parametrize(
    ("check", "good", "wrong"),
    [
        (lambda value: expect(value, (str, type(None)), "name", "text"), ["a", None], [5, [], b"a"]),
        (lambda value: expect_whole(value, "name", 1), [1, 10**9], [0, True, 1.0, None, "1"]),
        (lambda value: expect_seconds(value), [0, 1.5, None, float("inf")], [-1, float("nan"), True, "1"]),
        (lambda value: expect_path(value), ["a", Path("a")], [5, None, b"a", []]),
        (cancelling, [None, threading.Event(), lambda: True], [5, "x", object(), []]),
    ],
)
def test_a_check_is_silent_or_says_what_was_read(check: Callable[[Any], object], good: list[Any], wrong: list[Any]):
    for value in good:
        check(value)
    for value in wrong:
        with pytest.raises(ValueError, match=f"read {re.escape(repr(value))}, expected"):
            check(value)


def test_what_cancels_is_asked_each_time():
    event = threading.Event()
    asked = cancelling(event)
    assert (cancelling(None)(), asked()) == (False, False)
    event.set()
    assert asked()


def test_no_file_is_left_where_the_arguments_are_wrong():
    for wrong in ({"ms": 1}, {"width": "x"}, {"theme": 5}):
        with pytest.raises(ValueError, match="expected"):
            cw.save_gif(PAIR, "a.gif", **wrong)  # type: ignore[arg-type]
    assert os.listdir() == []
