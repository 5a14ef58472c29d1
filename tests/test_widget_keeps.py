"""What the widget keeps: games, settings, records; and what it says where it cannot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import traitlets

from canfield_widget import CanfieldWidget
from canfield_widget.saves import Saves, saves_path
from canfield_widget.settings import SETTINGS


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
    ask(game, "move", move="S-W", card=None)
    game._board.session.clock._counted -= 5
    ask(game, "move", 2, move="S-W", card=None, ms=4000)
    assert game.state["clock"] == {"ms": 4000, "running": True}
    again = CanfieldWidget()
    assert again.state["clock"] == {"ms": 4000, "running": True}


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
