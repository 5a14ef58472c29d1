"""The process killed at each place of a transaction of the saves: the file has the action whole, or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from canfield_widget import CanfieldWidget
from canfield_widget.saves import Saves
from saving_player import in_file

PLAYS = """
import os, signal, sqlite3, sys
from pathlib import Path
import canfield_widget as cw
from canfield_widget import save_file

game = cw.CanfieldWidget(seed=7, saves=Path(sys.argv[1]))
game.play("S-W")
make, place = save_file._connection, sys.argv[2]

class Dying(sqlite3.Connection):
    def execute(self, statement, *values):
        if statement.startswith(place):
            if sys.argv[3] == "after":
                super().execute(statement, *values)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().execute(statement, *values)

save_file._connection = lambda path, patience: sqlite3.connect(
    path, timeout=patience, isolation_level=None, check_same_thread=False, factory=Dying)
game.play("S-W")
"""


@pytest.mark.parametrize(("statement", "when", "moves"), [
    ("BEGIN", "before", 1), ("BEGIN", "after", 1), ("INSERT INTO game", "before", 1), ("INSERT INTO game", "after", 1),
    ("COMMIT", "before", 1), ("COMMIT", "after", 2),
])  # fmt: skip
def test_a_kill_in_a_transaction_leaves_the_action_whole_or_out(tmp_path: Path, statement: str, when: str, moves: int):
    path = tmp_path / "saves.sqlite"
    done = subprocess.run([sys.executable, "-c", PLAYS, str(path), statement, when], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert [*in_file(path).values()] == [moves]
    saves = Saves(path)
    assert saves.trouble is None
    saves.close()
    game = CanfieldWidget(saves=path)
    assert (game.moves, game.game.deal) == (["S-W"] * moves, 7)
    game.play("S-W")
    assert [*in_file(path).values()] == [moves + 1]
    game.close()
