"""Seconds and bytes of long games, of many games and of ten boards, for docs/reliability.md.

cd tests && PYTHONPATH=board python -m faults.measure_long_games
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

os.environ["CANFIELD_WIDGET_DATA"] = tempfile.mkdtemp()

import psutil

import canfield_widget as cw
from faults.test_long_games import ask, play_some, size


def seconds(act: Callable[[], object], times: int) -> float:
    """Processor seconds of this process for one of `times` acts: others on the machine do not count."""
    begun = time.process_time()
    for _ in range(times):
        act()
    return (time.process_time() - begun) / times


def resident() -> float:
    gc.collect()
    return psutil.Process().memory_info().rss / 2**20


def long_game() -> None:
    game: Any = cw.CanfieldWidget(seed=7)
    seq = 0

    def move() -> None:
        nonlocal seq
        seq += 1
        ask(game, "move", seq, move="S-W" if game.position.stock else "W-S", card=None)

    for goal in (100, 1000, 2000):
        while game.ply < goal - 50:
            move()
        each = seconds(move, 50)
        undo, redo = seconds(game.undo, 50), seconds(game.redo, 50)
        print(f"ply {goal}: a move {1000 * each:.1f} ms, undo {1000 * undo:.1f} ms, redo {1000 * redo:.1f} ms, "
              f"state {size(game)} bytes, game as text {len(game.game.text())} bytes")  # fmt: skip
    game.close()


def many_games() -> None:
    game, seq = cw.CanfieldWidget(seed=7, saves=False), 0
    for n in range(126):
        if n in (25, 75, 125):
            print(f"after {n} games: {resident():.1f} MiB")
        seq = play_some(game, seq)
    game.close()


def ten_boards() -> None:
    before = resident()
    boards = list[Any]()
    each = seconds(lambda: boards.append(cw.CanfieldWidget(seed=len(boards) + 1)), 10)
    print(f"ten boards: {1000 * each:.1f} ms each to make, {(resident() - before) / 10:.2f} MiB each")
    moves = seconds(lambda: [board.play("S-W") for board in boards], 5) / 10
    print(f"a move on one of ten: {1000 * moves:.1f} ms")
    for board in boards:
        board.close()


if __name__ == "__main__":
    cw.CanfieldWidget(seed=1, saves=False).close()
    ten_boards()
    many_games()
    long_game()
