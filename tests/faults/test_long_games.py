"""Long games and many of them: what the page is told stays small, and neither the kernel nor the page grows.

Nothing is measured by a clock here; the seconds are in docs/reliability.md, by `python -m faults.measure_long_games`.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from typing import Any

import psutil
import pytest
from playwright.sync_api import Page

import canfield_widget as cw
from live_host import LiveHost
from samples import SOAK

MOVES = 2000 if SOAK else 300
GAMES = 100
WARM = 15
"""Games after which caches are filled and what grows still grows for good."""


def ask(game: Any, do: str, seq: int, **fields: Any) -> None:
    move = {"client": "page", "seq": seq, "rev": game.state["rev"], "ack": seq - 1, "do": do, **fields}
    game.set_state({"outbox": [move]})


def round_and_round(game: Any, first: int, last: int) -> None:
    """Deals on and turns the waste over, as a page asks for it."""
    for seq in range(first, last + 1):
        ask(game, "move", seq, move="S-W" if game.position.stock else "W-S", card=None)


def size(game: Any) -> int:
    return len(json.dumps([game.state, game.page, game.search]))


def test_a_long_game_is_told_in_few_bytes_can_be_taken_back_and_is_kept():
    game = cw.CanfieldWidget(seed=7)
    round_and_round(game, 1, 10)
    short = size(game)
    round_and_round(game, 11, MOVES)
    assert game.ply == MOVES
    assert size(game) < short + 2000
    for _ in range(100):
        game.undo()
    for _ in range(100):
        game.redo()
    assert game.ply == MOVES
    text, id = game.game.text(), game._board.session.id
    kept = game._board.saves.game(id)
    assert kept.text == text
    game.close()
    assert cw.CanfieldWidget(seed=7).game.text() == text


def play_some(game: Any, seq: int) -> int:
    """Another game with some moves, a look at a page of the panel and a hint."""
    for do, fields in (("new", {}), ("open", {"page": "games", "view": "v"}), ("hint", {})):
        seq += 1
        ask(game, do, seq, **fields)
    for n in range(12 if SOAK else 4):
        seq += 1
        legal = game.state["moves"]
        ask(game, "move", seq, move=legal[n % len(legal)]["move"], card=legal[n % len(legal)]["card"])
    return seq


def test_a_hundred_games_in_a_row_leave_nothing_behind_in_the_kernel():
    game, seq, process = cw.CanfieldWidget(seed=7, saves=False), 0, psutil.Process()
    for _ in range(WARM):
        seq = play_some(game, seq)
    tracemalloc.start()
    for _ in range(3):
        seq = play_some(game, seq)
    gc.collect()
    before, rss = tracemalloc.get_traced_memory()[0], process.memory_info().rss
    for _ in range(GAMES):
        seq = play_some(game, seq)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # One game with its positions takes some 60 kB: a hundred that stay would be six million.
    assert after - before < 1_000_000
    assert process.memory_info().rss - rss < 40_000_000


def heap(page: Page) -> dict[str, float]:
    """The page's memory after all that is garbage is gone."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    told = {item["name"]: item["value"] for item in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return told


@pytest.mark.filterwarnings("ignore")
def test_a_hundred_games_in_a_row_leave_nothing_behind_in_the_page(page: Page):
    game = cw.CanfieldWidget(seed=7, saves=False, speed="instant")
    host = LiveHost(page, game)

    def play() -> None:
        game.new(seed=game.game.deal + 1)
        for _ in range(6):
            game.play(game.legal_moves()[0])
        host.pull()

    for _ in range(WARM):
        play()
    before = heap(page)
    for _ in range(GAMES):
        play()
    after = heap(page)
    # A game has 52 cards of some dozen nodes: a hundred games that stay would be more than 50,000.
    assert after["Nodes"] - before["Nodes"] < 3000
    assert after["JSEventListeners"] - before["JSEventListeners"] < 50
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < 3_000_000
