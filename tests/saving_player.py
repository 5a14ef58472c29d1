"""What the tests of saves share, and a player who keeps every move and prints it until he is killed or made enough.

    python saving_player.py FILE SEED ACTIONS

It begins when it reads a line, and lives until it reads another one. The number of the action stands in place of the
time. A game that is stuck is left for a new one.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from canfield_widget.game import Game, Status
from canfield_widget.saves import SavedGame, Saves
from canfield_widget.variants import Variant

PAUSE = 0.02
"""Seconds at the most. SQLite queues nobody: who never pauses may keep another one out for long."""


def played(moves: int = 1, variant: str | Variant = "canfield", *, deal: int = 7, **values: Any) -> SavedGame:
    """A running game of some moves."""
    game = Game.dealt(variant, seed=deal)
    for _ in range(moves):
        game.play("S-W" if game.position.stock else "W-S")
    return replace(SavedGame.of(game), **values)


def later(game: SavedGame) -> SavedGame:
    """The game after one more move."""
    now = Game.from_text(game.text)
    now.play("S-W")
    return SavedGame.of(now, id=game.id, begun=game.begun)


def in_file(path: Path) -> dict[str, int]:
    """The games of a file that SQLite finds whole, each with its number of moves."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return dict(connection.execute("SELECT id, moves FROM game"))


def ids(games: tuple[SavedGame, ...]) -> list[str]:
    return [game.id for game in games]


def play(path: Path, seed: int, actions: int) -> None:
    chance = random.Random(seed)
    saves = Saves(path)
    sys.stdin.readline()
    before = saves.running("canfield")
    game, id = (Game.from_text(before.text), before.id) if before else (Game.dealt("canfield", seed=seed), None)
    for action in range(1, actions + 1):
        if game.status is not Status.PLAYING:
            game, id = Game.dealt("canfield", seed=chance.randrange(1000)), None
        else:
            game.play(chance.choice(game.legal_moves()))
        kept = saves.keep(SavedGame.of(game, id=id, milliseconds=action))
        id = kept.id
        print(kept.id, kept.moves, action, saves.trouble, flush=True)
        time.sleep(chance.random() * PAUSE)
    while saves.trouble:
        saves.settings()
    sys.stdin.readline()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
