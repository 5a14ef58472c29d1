"""Saves: what comes back and what is counted, whose game it is, and keys of rules that never change."""

from __future__ import annotations

import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canfield_widget import holders
from canfield_widget.game import Game
from canfield_widget.notation import read_variant, write_variant
from canfield_widget.position import BIGGEST_DEAL
from canfield_widget.save_file import TABLES
from canfield_widget.saves import KnownVariant, Mark, Record, SavedGame, Saves, State, rules_key, saves_path
from canfield_widget.variants import RULE_FIELDS, VARIANTS, Scoring
from samples import SOAK, winning_line
from saving_player import ids, in_file, later, played


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "saves.sqlite"


@pytest.fixture
def board(path: Path) -> Saves:
    return Saves(path)


# Rules and their keys


def test_a_key_of_rules_never_changes():
    known = {
        "canfield": "44136fa355b3678a",
        "superior": "e52c0f2b81754975",
        "rush": "bf74fe9a1fcad724",
        "casino": "fac8e4904b2d8834",
        "storehouse": "356e834a46fd5d14",
        "selective": "b6da5f6bad384b3c",
    }
    assert {id: rules_key(id) for id in known} == known


def test_every_row_has_a_key_of_its_own():
    assert len({rules_key(row) for row in VARIANTS.values()}) == len(VARIANTS)


@pytest.mark.parametrize("row", VARIANTS)
def test_names_and_sources_are_no_rules(row: str):
    renamed = replace(VARIANTS[row], id="mine", title="Mine", title_de="Meins", source="made up")
    assert rules_key(renamed) == rules_key(row) == rules_key(write_variant(renamed))


def test_each_rule_value_and_money_change_the_key():
    changes: dict[str, Any] = {
        "decks": 2, "columns": 5, "column_deal": "du", "reserve_size": 12, "reserve_face": "all", "reserve_piles": 2,
        "base_rank": 1, "foundation_return": "top", "build": "suit", "wrap": "none", "group": "single",
        "space_with_reserve": "any", "space_after": "any", "space_rank": 1, "column_cap": 9, "deal_count": 1,
        "passes": 1, "scoring": Scoring(50, 5), "ranks": 12,
    }  # fmt: skip
    assert {*changes} == {*RULE_FIELDS} - {"id", "title", "title_de", "source", "prefounded"}
    variants = [replace(VARIANTS["canfield"], **{name: value}) for name, value in changes.items()]
    variants += [replace(VARIANTS["canfield"], base_rank=1, prefounded=True), VARIANTS["canfield"]]
    variants += [replace(VARIANTS["canfield"], scoring=Scoring(50, 5, redeal_fee=1))]
    assert len({*map(rules_key, variants)}) == len(variants)


# What comes back


def test_the_file_is_in_the_users_data_folder_or_where_the_variable_says(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CANFIELD_WIDGET_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    if sys.platform == "linux":
        assert saves_path() == Path("/data/canfield-widget/saves.sqlite")
    monkeypatch.setenv("CANFIELD_WIDGET_DATA", "~/elsewhere")
    assert saves_path() == Path.home() / "elsewhere" / "saves.sqlite"


def test_the_folder_is_made(tmp_path: Path):
    board = Saves(tmp_path / "not" / "there" / "saves.sqlite")
    board.keep(played())
    assert board.trouble is None
    assert len(in_file(board.path)) == 1


def test_the_columns_of_a_game_are_its_fields():
    assert TABLES["game"][:-3] == tuple(field.name for field in fields(SavedGame))


words = st.text(st.characters(codec="utf-8"), max_size=20)
counts = st.integers(0, BIGGEST_DEAL)
moments = st.floats(0, 1e11)
times = st.lists(st.none() | counts, max_size=8).map(tuple)
games = st.builds(
    SavedGame,
    id=words, record=words, rules=words, text=words, deal=st.none() | counts, state=st.sampled_from(State),
    stuck=st.booleans(), moves=counts, milliseconds=counts, marks=st.frozensets(st.sampled_from(Mark)),
    begun=moments, changed=moments, times=times,
)  # fmt: skip


@settings(max_examples=1000 if SOAK else 30)
@given(games)
def test_a_game_is_read_as_it_was_kept(game: SavedGame):
    with tempfile.TemporaryDirectory() as folder:
        board = Saves(Path(folder) / "saves.sqlite")
        assert board.keep(game) == game
        assert Saves(board.path).game(game.id) == (None if game.state is State.LEFT and not game.moves else game)
        assert board.trouble is None


@pytest.mark.parametrize("written", ["soon", "1 2 x", "1.5", "0x10"])
def test_a_game_whose_times_cannot_be_read_comes_back_without_them(board: Saves, written: str):
    game = board.keep(played(2, times=(None, 1500)))
    with closing(sqlite3.connect(board.path)) as connection, connection:
        connection.execute("UPDATE game SET times = ?", (written,))
    assert board.running("canfield") == replace(game, times=())


def test_a_game_comes_back_on_the_next_board_of_the_same_rules_only(board: Saves):
    game = board.keep(played(3, marks=frozenset({Mark.UNDO, Mark.DAILY})))
    other = board.keep(played(2, "storehouse"))
    board.close()
    again = Saves(board.path)
    assert again.running("canfield") == game
    assert again.running(replace(VARIANTS["storehouse"], id="mine", title="Mine")) == other
    assert again.running("superior") is None
    assert Game.from_text(game.text).ply == 3


def test_a_game_without_a_move_comes_back_but_was_never_left_and_counts_for_nothing(board: Saves):
    game = board.keep(played(0))
    assert board.running("canfield") == game
    assert (board.left(), board.record("canfield")) == ((), Record())
    board.keep(replace(game, state=State.LEFT))
    assert board.game(game.id) is None


def test_the_next_game_of_a_board_leaves_the_one_before_it(board: Saves):
    first, second = board.keep(played(1, changed=1.0)), board.keep(played(2, changed=2.0))
    assert board.running("canfield") == second
    assert board.left() == (replace(first, state=State.LEFT),)
    board.keep(played(0, "acme"))
    board.keep(played(0, "acme", deal=8))
    assert len(in_file(board.path)) == 3


def test_a_game_whose_moves_are_all_taken_back_was_played_all_the_same(board: Saves):
    game = board.keep(played(1))
    board.keep(replace(game, moves=0, state=State.LEFT))
    assert ids(board.left()) == [game.id]
    assert board.record("canfield") == Record(abandoned=1)


def test_a_game_that_was_left_can_be_gone_on_with(board: Saves):
    first, second = board.keep(played(1)), board.keep(played(2))
    assert board.claim(first.id) == first
    assert board.running("canfield") == first
    assert ids(board.left("canfield")) == [second.id]
    assert board.record("canfield") == Record(abandoned=1)


def test_a_finished_game_can_be_read_but_not_gone_on_with(board: Saves):
    deck, line = winning_line("canfield")
    won = Game.dealt("canfield", deck=deck)
    for move in line:
        won.play(move)
    kept = board.keep(SavedGame.of(won))
    assert (kept.state, kept.deal) == (State.WON, None)
    assert board.finished() == (kept,)
    assert Game.from_text(kept.text).position == won.position
    assert board.claim(kept.id) is None
    assert board.running("canfield") is None


def test_lists_are_of_some_rules_or_all_newest_first_and_no_longer_than_wanted(board: Saves):
    for n, variant in enumerate(("canfield", "acme", "canfield", "canfield")):
        for state in (State.LEFT, State.WON):
            board.keep(played(1, variant, id=f"{state}{n}", state=state, changed=float(n % 3)))
    assert ids(board.left()) == ["left2", "left1", "left3", "left0"]
    assert ids(board.left("canfield")) == ["left2", "left3", "left0"]
    assert ids(board.finished("canfield", most=2)) == ["won2", "won3"]


def test_a_record_counts_every_game_once(board: Saves):
    states = [State.WON, State.WON, State.LOST, State.LEFT, State.LEFT]
    for n, state in enumerate(states):
        board.keep(played(5 - n, state=state, stuck=n == 3, milliseconds=1000 - n, marks=frozenset({Mark.HINT})))
    board.keep(played(9))
    board.keep(played(1, "canfield-hoyle", state=State.WON))
    assert board.record("canfield") == Record(won=2, lost=2, abandoned=1, best_ms=999, fewest_moves=4)
    assert board.record("superior") == Record()


def test_a_forgotten_game_is_gone(board: Saves):
    game = board.keep(played(state=State.WON))
    board.forget(game.id)
    assert (board.game(game.id), board.finished(), board.record("canfield")) == (None, (), Record())


def test_settings_are_values_of_json(board: Saves):
    for value in (True, 3, None, "Gaeß", [1, {"a": 2.5}]):
        board.set("one", value)
        assert Saves(board.path).settings() == {"one": value}
    with pytest.raises(TypeError):
        board.set("two", object())


def test_favourites_and_what_was_played_last(board: Saves, monkeypatch: pytest.MonkeyPatch):
    own = write_variant(replace(VARIANTS["rush"], id="mine", passes=2, deal_count=(3, 1)))
    for moment, variant in enumerate(("canfield", "acme", own)):
        monkeypatch.setattr(time, "time", lambda moment=moment: float(moment))
        board.played(variant)
    board.star("acme")
    board.star("superior")
    board.star("rainbow")
    board.star("rainbow", False)
    assert board.variants() == (
        KnownVariant(own, rules_key(own), False, 2.0),
        KnownVariant("acme", rules_key("acme"), True, 1.0),
        KnownVariant("canfield", rules_key("canfield"), False, 0.0),
        KnownVariant("superior", rules_key("superior"), True, None),
    )
    assert read_variant(board.variants()[0].record).passes == 2


# Whose game it is


def test_another_board_does_not_take_a_running_game(board: Saves):
    game, other = board.keep(played()), Saves(board.path)
    assert other.running("canfield") is None
    assert other.claim(game.id) is None
    assert other.left() == ()
    mine = other.keep(played(2))
    assert (board.running("canfield"), other.running("canfield")) == (game, mine)


def test_a_board_prefers_its_own_game_to_a_newer_one_that_nobody_has(board: Saves):
    game, other = board.keep(played()), Saves(board.path)
    newer = other.keep(later(played()))
    other.close()
    assert board.running("canfield") == game
    assert board.left() == (newer,), "it does not come back by itself, but can be found"


def test_a_board_that_is_gone_without_a_word_holds_nothing(path: Path):
    gone = Saves(path)
    game = gone.keep(played())
    del gone
    gc.collect()
    assert Saves(path).running("canfield") == game


def held(path: Path, holder: str, since: float = 0.0) -> None:
    """Lets a holder of another process have all games."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE game SET holder = ?, held = ?", (holder, since))


def test_a_process_that_ended_holds_nothing_and_one_that_lives_does(board: Saves):
    game = board.keep(played())
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        host, began = holders._host(), holders._began(other.pid)
        held(board.path, f"{host}:{other.pid}:{began}:abc")
        assert board.running("canfield") is None
        held(board.path, f"{host}:{other.pid}:1:abc")  # of that number, but begun at another time
        assert board.running("canfield") == game
        held(board.path, f"{host}:{other.pid}:{began}:abc")
        other.kill()
        while (Path("/proc") / str(other.pid) / "stat").exists() and holders._began(other.pid):
            time.sleep(0.01)  # what is dead and not buried holds nothing either
        assert board.running("canfield") == game
    held(board.path, f"{host}:{os.getpid()}:{holders._began(os.getpid())}:abc")
    assert board.running("canfield") == game, "this process knows its boards"


def test_a_holder_on_another_host_is_believed_for_some_minutes(board: Saves):
    game = board.keep(played())
    held(board.path, "far:1:1:abc", time.time() - 60)
    assert board.running("canfield") is None
    held(board.path, "far:1:1:abc", time.time() - 3600)
    assert board.running("canfield") == game
    held(board.path, "nonsense", time.time())
    assert board.running("canfield") == game


def test_a_board_whose_game_was_taken_goes_on_with_a_copy(board: Saves):
    game, other = board.keep(played()), Saves(board.path)
    assert other.claim(game.id, takeover=True) == game
    theirs = other.keep(later(game))
    mine = board.keep(later(later(game)))
    assert mine.id != game.id
    assert board.keep(later(mine)).id == mine.id
    assert (other.running("canfield"), in_file(board.path)) == (theirs, {game.id: 2, mine.id: 4})


def test_a_late_word_of_a_closed_board_harms_nothing(board: Saves):
    game = board.keep(played())
    board.close()
    board.close()
    other = Saves(board.path)
    assert other.running("canfield") == game
    board.keep(later(game))
    assert other.running("canfield") == game
    assert board.game(game.id) == game


def test_deals_without_a_move_are_dropped_after_some_weeks(board: Saves):
    fresh, game = board.keep(played(0, "acme")), board.keep(played())
    held(board.path, "far:1:1:abc", time.time() - 20 * 86400)
    Saves(board.path)
    assert len(in_file(board.path)) == 2
    held(board.path, "far:1:1:abc", time.time() - 40 * 86400)
    Saves(board.path)
    assert [*in_file(board.path)] == [game.id]
    assert fresh.id != game.id


def test_any_thread_may_keep(board: Saves):
    def keep(n: int) -> None:
        for moves in range(1, 6):
            board.keep(played(moves, id=f"game {n}", state=State.LEFT))

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(keep, range(8))] == [None] * 8
    assert in_file(board.path) == {f"game {n}": 5 for n in range(8)}
