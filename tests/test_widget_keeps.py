"""What the widget keeps: games, settings, records; and what it says where it cannot."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import traitlets

from canfield_widget import CanfieldWidget
from canfield_widget.game import Game
from canfield_widget.saves import SavedGame, Saves, saves_path
from canfield_widget.settings import SETTINGS
from canfield_widget.variants import VARIANTS
from samples import winning_line


def ask(game: CanfieldWidget, do: str, seq: int = 1, **fields: object) -> None:
    """A command of a page that has seen everything."""
    command = {"client": "page", "seq": seq, "rev": game.state["rev"], "ack": seq - 1, "do": do, **fields}
    game.set_state({"outbox": [command]})


def python(code: str, *, kill: bool = False) -> str:
    """What another Python prints that runs `code`; with `kill` it ends by SIGKILL once it has printed a line."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout
    line = process.stdout.readline()
    if kill:
        os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    return line


PLAYS = """
import time
from canfield_widget import CanfieldWidget
game = CanfieldWidget({row!r}, seed=7)
game.play("S-W"); game.play("S-W")
print("played", flush=True)
time.sleep(60)
"""


def test_the_running_game_comes_back_after_a_kernel_was_killed():
    python(PLAYS.format(row="canfield"), kill=True)
    game = CanfieldWidget()
    assert (game.moves, game.game.deal) == (["S-W", "S-W"], 7)
    assert CanfieldWidget("superior").moves == []


def test_a_deal_comes_back_as_it_was_left_where_it_is_the_running_one():
    python(PLAYS.format(row="canfield"), kill=True)
    assert CanfieldWidget(seed=8).moves == []
    python(PLAYS.format(row="rainbow"), kill=True)
    assert CanfieldWidget("rainbow", seed=7).moves == ["S-W", "S-W"]


def test_the_cell_run_again_shows_the_game_that_was_on_the_board():
    first = CanfieldWidget()
    first.play("S-W")
    again = CanfieldWidget()
    assert (again.moves, again.game.deal) == (["S-W"], first.game.deal)
    first.play("S-W")
    again.play("S-W")
    kept = Saves().left("canfield")
    assert len(kept) == 0
    assert again.moves == first.moves == ["S-W", "S-W"]


def test_a_deal_that_is_asked_for_again_in_the_same_kernel_begins_anew():
    CanfieldWidget(seed=7).play("S-W")
    assert CanfieldWidget(seed=7).moves == []


def test_a_position_is_always_shown_as_it_is():
    game = CanfieldWidget(seed=7)
    game.play("S-W")
    game.close()
    assert CanfieldWidget(position=game.game.start).moves == []


def test_a_board_that_keeps_nothing_writes_no_file():
    game = CanfieldWidget(seed=7, saves=False)
    game.play("S-W")
    game.large = True
    game.new()
    assert not saves_path().exists()


def test_a_file_of_its_own_is_used_where_one_is_named(tmp_path: Path):
    CanfieldWidget(seed=7, saves=tmp_path / "mine.sqlite").play("S-W")
    assert (tmp_path / "mine.sqlite").exists()
    assert not saves_path().exists()


def test_a_game_that_is_left_by_new_or_restart_can_be_resumed_from_the_board():
    game = CanfieldWidget(seed=7)
    game.play("S-W")
    ask(game, "restart")
    ask(game, "new", 2)
    [left] = Saves().left("canfield")
    assert (left.deal, left.moves) == (7, 1)
    ask(game, "game", 3, id=left.id)
    assert (game.moves, game.game.deal) == (["S-W"], 7)
    assert Saves().left("canfield") == ()
    ask(game, "game", 4, id="nowhere")
    assert not game.state["answers"]["page"]["ok"]


def test_the_game_of_a_text_is_loaded():
    game = CanfieldWidget(seed=7)
    game.load("rainbow; deal 5; moves S-W S-W")
    assert (game.game.start.variant.id, game.moves) == ("rainbow", ["S-W", "S-W"])
    with pytest.raises(ValueError, match="expected one whole number"):
        game.load("rainbow; deal five")
    assert game.moves == ["S-W", "S-W"]


def test_time_comes_back_with_the_game():
    game = CanfieldWidget(seed=7)
    ask(game, "move", move="S-W", card=None, ms=0)
    game._board.session.clock._counted -= 5
    ask(game, "move", 2, move="S-W", card=None, ms=4000)
    assert game.state["clock"] == {"ms": 4000, "running": True}
    again = CanfieldWidget()
    assert again.state["clock"] == {"ms": 4000, "running": True}


def test_the_seconds_of_each_move_come_back_with_the_game():
    game = CanfieldWidget(seed=7, allow=())
    ask(game, "move", move="S-W", card=None, ms=0)
    game._board.session.clock._counted -= 5
    ask(game, "move", 2, move="S-W", card=None, ms=4000)
    game.play("S-W")
    seconds = [float("nan"), 4.0, float("nan")]
    again = CanfieldWidget()
    for board in (game, again):
        for frame in (board.frame(), board.game.frame()):
            assert frame["seconds"].to_list() == pytest.approx(seconds, nan_ok=True)
    ask(again, "hello", ms=0)
    again._board.session.clock._counted -= 10
    ask(again, "move", 2, move="S-W", card=None, ms=6500)
    assert again.frame()["seconds"].to_list() == pytest.approx([*seconds, 6.5], nan_ok=True)
    ask(again, "restart", 3)
    assert again.frame()["seconds"].isna().all()
    [left] = Saves().left("canfield")
    assert left.times == (None, 4000, None, 10_500)
    ask(again, "game", 4, id=left.id)
    assert again.game.seconds == (None, 4.0, None, 6.5)


def test_settings_are_traits_that_can_be_set_observed_and_are_kept():
    game = CanfieldWidget(seed=7)
    seen: list[object] = []
    game.observe(lambda change: seen.append(change["new"]), "large")
    ask(game, "set", name="large", value=True)
    assert (game.large, seen, game.state["settings"]["large"]) == (True, [True], True)
    game.click = "select"
    assert game.state["settings"]["click"] == "select"
    other = CanfieldWidget("superior")
    assert (other.large, other.click) == (True, "select")
    with pytest.raises(traitlets.TraitError):
        game.click = "twice"


def test_a_setting_given_by_name_is_for_that_board_alone():
    assert CanfieldWidget(seed=7, mirrored=True).mirrored
    assert not CanfieldWidget(seed=8).mirrored


def test_a_wrong_setting_or_name_says_what_was_expected():
    with pytest.raises(ValueError, match="speed: read 'warp', expected one of 'slow'"):
        CanfieldWidget(speed="warp")
    with pytest.raises(TypeError, match="read lives=, expected a setting: lang"):
        CanfieldWidget(lives=3)
    with pytest.raises(ValueError, match="allow: read wishes, expected some of undo"):
        CanfieldWidget(allow=["wishes"])


def test_the_settings_of_the_table_are_all_told_but_those_of_python():
    told = CanfieldWidget(seed=7).state["settings"]
    assert set(told) == {name for name, setting in SETTINGS.items() if setting.of_board}
    assert json.loads(json.dumps(told)) == told


def test_a_file_that_cannot_be_used_is_left_as_it_is_and_the_board_says_so():
    path = saves_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"this is no database" * 100)
    game = CanfieldWidget(seed=7, lang="en")
    assert game.state["message"]["text"] == (
        f"Games are not kept now: the file of the saves is damaged and is left as it is ({path})."
        " The game goes on in memory."
    )
    game.play("S-W")
    ask(game, "new")
    assert game.moves == []
    assert path.read_bytes() == b"this is no database" * 100


def test_trouble_on_the_way_is_said_at_once():
    game = CanfieldWidget(seed=7, lang="de")
    path = saves_path()
    path.write_bytes(b"broken" * 1000)
    ask(game, "move", move="S-W", card=None)
    assert game.moves == ["S-W"]
    assert game.state["message"]["text"].startswith("Die Partien werden jetzt nicht gespeichert")


def test_a_board_that_is_left_unplayed_takes_no_game_of_another_away():
    first = CanfieldWidget()
    second = CanfieldWidget()
    second.play("S-W")
    first.new()
    assert [game.moves for game in in_file(second)] == [1]


def in_file(game: CanfieldWidget) -> list[SavedGame]:
    saves = game._board.saves
    found = saves and saves.game(game._board.session.id)
    return [found] if found else []


def test_a_kept_game_of_another_version_stops_no_board():
    game = CanfieldWidget(seed=7)
    game.play("S-W")
    saved = in_file(game)[0]
    assert game._board.saves
    game._board.saves.keep(replace(saved, text="canfield-of-tomorrow; deal 7"))
    game._board.saves.close()
    again = CanfieldWidget()
    assert again.moves == []
    again.play("S-W")


def test_a_rule_set_of_another_version_is_left_out_of_the_other_games():
    game = CanfieldWidget(seed=7)
    with sqlite3.connect(saves_path()) as file:
        file.execute("INSERT INTO variant (record, rules, starred, played) VALUES ('tomorrow', 'x', 1, 5)")
    ask(game, "open", page="games", view="v")
    assert game.state["answers"]["page"]["ok"]
    assert "Canfield" in game.page["html"]
    assert "tomorrow" not in game.page["html"]


def test_a_win_whose_moves_came_with_a_text_or_from_python_is_no_record():
    deck, line = winning_line("canfield")
    whole = Game.dealt("canfield", deck=deck)
    whole.replay(line)
    game = CanfieldWidget(seed=7)
    game.load(whole.text())
    ask(game, "new", text=whole.text())
    game.new(deck=deck)
    game.moves = [str(move) for move in line]
    assert game.status == "won"
    assert Saves().record("canfield").won == 0


def test_moves_that_are_made_again_after_a_restart_are_no_record():
    deck, line = winning_line("canfield")
    game = CanfieldWidget(deck=deck)
    for move in line:
        game.play(move)
    assert Saves().record("canfield").won == 1
    game.restart()
    while game.redo():
        pass
    assert game.status == "won"
    assert Saves().record("canfield").won == 1


def test_after_a_restart_time_waits_for_the_first_move():
    game = CanfieldWidget(seed=7)
    game.play("S-W")
    ask(game, "restart")
    assert game.state["clock"] == {"ms": 0, "running": False}


def test_a_saves_object_is_shared_by_its_file_and_each_board_keeps_its_own_game():
    saves = Saves()
    first, second = CanfieldWidget(seed=7, saves=saves), CanfieldWidget(seed=8, saves=saves)
    first.play("S-W")
    second.play("S-W")
    assert [in_file(game)[0].deal for game in (first, second)] == [7, 8]


def test_an_observer_that_plays_leaves_all_traits_at_what_it_played():
    game = CanfieldWidget(seed=7)
    game.observe(lambda change: game.play("S-W") if len(change["new"]) == 1 else None, "moves")
    game.play("S-W")
    assert (len(game.moves), game.ply, game.game.ply) == (2, 2, 2)


def test_a_title_that_cannot_be_sent_is_refused():
    with pytest.raises(ValueError, match="expected a text that UTF-8 can carry"):
        replace(VARIANTS["canfield"], title="\ud800")
