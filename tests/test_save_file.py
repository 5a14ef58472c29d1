"""The file of saves: nothing a player did is lost, not by a kill, a lock or a full disk, and no file is harmed."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from canfield_widget import save_file
from canfield_widget.game import Game
from canfield_widget.moves import read_move
from canfield_widget.save_file import Trouble, TroubleKind
from canfield_widget.saves import Mark, SavedGame, Saves, State
from canfield_widget.session import Session
from samples import SOAK
from saving_player import ids, in_file, later, played

PLAYER = Path(__file__).parent / "saving_player.py"
KILLS = 300 if SOAK else 5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "saves.sqlite"


@pytest.fixture
def board(path: Path) -> Saves:
    return Saves(path)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No long waits for a lock."""
    monkeypatch.setattr(save_file, "_PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(save_file, "_PATIENCE_IN_TROUBLE", 0.01)


# Killed, and two at once


def player(path: Path, seed: int, actions: int = 10**9) -> subprocess.Popen[str]:
    command = [sys.executable, str(PLAYER), str(path), str(seed), str(actions)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")


def line_of(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


def test_a_kill_loses_no_more_than_the_action_in_flight(path: Path):
    chance = random.Random(1)
    for n in range(KILLS):
        with player(path, n) as process:
            go_on(process)
            words = line_of(process)
            time.sleep(chance.random() ** 2 * 0.3)
            process.send_signal(signal.SIGKILL)
            while len(more := line_of(process)) >= 4:
                words = more
        id, moves, action, trouble, *_ = words
        assert trouble == "None"
        board = Saves(path)
        found = board.running("canfield")
        assert found is not None
        assert found.milliseconds - int(action) in (0, 1)
        assert found.milliseconds > int(action) or (found.id, found.moves) == (id, int(moves))
        assert Game.from_text(found.text).ply == found.moves
        assert board.trouble is None
        in_file(path)
        board.close()


def test_two_processes_write_at_once_and_neither_loses_anything(path: Path):
    actions = 400 if SOAK else 60
    with player(path, 1, actions) as one, player(path, 2, actions) as other:
        both = [one, other]
        for process in both:
            go_on(process)
        told = [[line_of(process) for _ in range(actions)] for process in both]
        for process in both:
            go_on(process)
    troubles = [words for lines in told for words in lines if words[3] != "None"]
    assert len(troubles) * 100 <= actions, troubles
    kept = [{id: int(moves) for id, moves, *_ in lines} for lines in told]
    assert not kept[0].keys() & kept[1].keys()
    assert in_file(path) == kept[0] | kept[1]


# Trouble


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


def kinds(told: list[Trouble]) -> list[TroubleKind]:
    return [trouble.kind for trouble in told]


@pytest.mark.usefixtures("hasty")
def test_a_locked_file_gets_later_what_was_kept_meanwhile(path: Path):
    told = list[Trouble]()
    board = Saves(path, told=told.append)
    game, gone = board.keep(played()), board.keep(played(2, "acme", state=State.WON))
    with locked(path):
        game = board.keep(later(game))
        game = board.keep(later(game))
        board.forget(gone.id)
        board.set("sounds", True)
        board.star("rainbow")
        next_game = board.keep(played(1, deal=9))
        assert board.running("canfield") == next_game
        assert ids(board.left()) == [game.id]
        assert board.settings() == {"sounds": True}
        assert board.trouble == told[0]
    assert (kinds(told), told[0].path) == ([TroubleKind.LOCKED], path)
    assert in_file(path) == {game.id: 1, gone.id: 2}
    assert board.left() == (replace(game, state=State.LEFT),), "to read is enough"
    assert board.trouble is None
    assert in_file(path) == {game.id: 3, next_game.id: 1}
    assert board.settings() == {"sounds": True}
    assert [known.record for known in board.variants()] == ["rainbow"]
    others = list[Trouble]()
    board.told = others.append
    with locked(path):
        board.settings()
    assert kinds(told) == kinds(others) == [TroubleKind.LOCKED]


@pytest.mark.usefixtures("hasty")
def test_a_file_that_is_locked_from_the_first_keeps_its_running_game(board: Saves):
    game = board.keep(played())
    board.close()
    with locked(board.path):
        other = Saves(board.path)
        assert other.running("canfield") is None
        mine = other.keep(played(2))
    assert other.running("canfield") == mine
    assert other.left() == (game,)


@pytest.mark.usefixtures("hasty")
def test_a_file_that_is_only_being_written_to_can_be_read_meanwhile(board: Saves):
    game = board.keep(played())
    with closing(sqlite3.connect(board.path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert board.running("canfield") == game
        assert board.trouble is not None
        assert board.keep(later(game)).moves == 2
        assert board.game(game.id) == board.running("canfield")


def test_a_full_disk_stops_no_game(path: Path, monkeypatch: pytest.MonkeyPatch):
    told = list[Trouble]()
    board = Saves(path, told=told.append)
    before = board.keep(played(state=State.LEFT))
    connect = save_file._connection

    def full(path: Path, patience: float) -> sqlite3.Connection:
        connection = connect(path, patience)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(save_file, "_connection", full)
        many = [board.keep(played(n, state=State.LEFT)) for n in range(1, 40)]
        assert len(board.left()) == 40
        assert kinds(told) == [TroubleKind.FULL]
        written = len(in_file(path))
        assert 1 <= written < 40
    board.set("sounds", False)
    assert board.trouble is None
    assert {*in_file(path)} == {before.id, *ids(tuple(many))}


def test_a_write_that_fails_in_its_midst_leaves_the_file_whole(path: Path):
    told = list[Trouble]()
    board = Saves(path, told=told.append)
    board.keep(played(state=State.LEFT))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
    try:
        for n in range(1, 40):
            board.keep(played(n, state=State.LEFT))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(told) == 1
    assert told[0].kind in (TroubleKind.FAILED, TroubleKind.FULL)
    assert len(in_file(path)) < 40
    assert len(board.left()) == len(in_file(path)) == 40


def test_a_path_that_leads_nowhere_is_told_and_the_game_goes_on(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "saves.sqlite", tmp_path / "folder"):
        told = list[Trouble]()
        board = Saves(path, told=told.append)
        game = board.keep(played())
        assert board.running("canfield") == game
        assert kinds(told) == [TroubleKind.READ_ONLY]
        assert str(told[0].path) == str(path)
        assert "expected" in told[0].detail
    assert (tmp_path / "file").read_text() == "no folder"


def test_a_file_that_can_only_be_read_is_read(board: Saves, monkeypatch: pytest.MonkeyPatch):
    game = board.keep(played())
    board.close()
    before = board.path.read_bytes()

    def only_read(path: Path, patience: float) -> sqlite3.Connection:
        return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=patience, isolation_level=None)

    with monkeypatch.context() as patch:
        patch.setattr(save_file, "_connection", only_read)
        other = Saves(board.path)
        assert other.running("canfield") == game
        other.keep(later(game))
        assert other.trouble is not None
        assert other.trouble.kind is TroubleKind.READ_ONLY
        assert board.path.read_bytes() == before
    other.close()
    assert in_file(board.path) == {game.id: 2}


@contextmanager
def nobody() -> Iterator[None]:
    """This process as a user whom permissions stop."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.mark.parametrize("closed", ["folder", "file"])
def test_a_folder_or_file_without_permission_is_told_until_there_is_one(closed: str):
    folder = Path(tempfile.mkdtemp(prefix="saves-"))
    try:
        folder.chmod(0o777)
        path = folder / "saves.sqlite"
        with nobody():
            board = Saves(path)
            game = board.keep(played())
        stopped = folder if closed == "folder" else path
        stopped.chmod(stat.S_IMODE(stopped.stat().st_mode) & ~0o222)
        with nobody():
            game = board.keep(later(game))
            assert board.trouble is not None
            assert board.trouble.kind is TroubleKind.READ_ONLY
            assert board.running("canfield") == game
        assert in_file(path) == {game.id: 1}
        stopped.chmod(0o777)
        with nobody():
            board.set("sounds", True)
            assert board.trouble is None
        assert in_file(path) == {game.id: 2}
    finally:
        shutil.rmtree(folder)


def filled(path: Path, games: int = 30) -> Saves:
    board = Saves(path)
    for n in range(1, games + 1):
        board.keep(played(n, state=State.LEFT))
    board.close()
    return board


def harmed(path: Path, content: bytes) -> tuple[Saves, list[Trouble]]:
    """A board on a file of that content, on which a game was kept; the file is as it was."""
    path.write_bytes(content)
    told = list[Trouble]()
    board = Saves(path, told=told.append)
    game = board.keep(later(board.keep(played())))
    assert board.running("canfield") == game
    board.close()
    assert path.read_bytes() == content
    assert [*path.parent.iterdir()] == [path]
    return board, told


@pytest.mark.parametrize("size", [10, 100, 511, 512, 5000, 50_000])
def test_a_file_of_something_else_is_left_alone(path: Path, size: int):
    _, told = harmed(path, random.Random(size).randbytes(size))
    assert kinds(told) == [TroubleKind.DAMAGED]


def test_the_sqlite_file_of_something_else_is_left_alone(path: Path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE game (id)")
    _, told = harmed(path, path.read_bytes())
    assert kinds(told) == [TroubleKind.DAMAGED]
    assert "something else" in told[0].detail


@pytest.mark.parametrize("rest", [0.1, 0.5, 0.8, 0.999])
def test_a_file_that_was_cut_short_is_read_as_far_as_that_goes(path: Path, rest: float):
    content = filled(path).path.read_bytes()
    board, told = harmed(path, content[: int(len(content) * rest)])
    assert kinds(told) == [TroubleKind.DAMAGED]
    assert len(board.left()) > 0 or rest < 0.5


def test_pages_of_noise_are_found_when_the_board_is_made(path: Path):
    content = bytearray(filled(path).path.read_bytes())
    chance = random.Random(1)
    content[3 * 4096 : 4 * 4096] = chance.randbytes(4096)
    _, told = harmed(path, bytes(content))
    assert kinds(told) == [TroubleKind.DAMAGED]


def test_a_file_that_is_damaged_under_a_board_is_used_no_more(board: Saves):
    game = board.keep(played())
    noise = random.Random(1).randbytes(9000)
    board.path.write_bytes(noise)
    assert board.keep(later(game)).moves == 2
    assert board.running("canfield") == board.game(game.id)
    assert board.trouble is not None
    assert board.trouble.kind is TroubleKind.DAMAGED
    assert board.path.read_bytes() == noise


def test_a_file_that_is_gone_is_made_anew(board: Saves):
    game = board.keep(played())
    board.path.unlink()
    board.keep(later(game))
    assert (in_file(board.path), board.trouble) == ({game.id: 2}, None)


@pytest.mark.parametrize("under_a_board", [False, True])
def test_a_newer_file_is_read_and_left_alone(board: Saves, under_a_board: bool):
    game = board.keep(played())
    if not under_a_board:
        board.close()
    with closing(sqlite3.connect(board.path)) as connection:
        connection.execute("ALTER TABLE game ADD COLUMN mood TEXT NOT NULL DEFAULT 'glad'")
        connection.execute("PRAGMA user_version = 7")
    before = board.path.read_bytes()
    now = board if under_a_board else Saves(board.path)
    assert now.running("canfield") == game
    now.keep(later(game))
    assert now.trouble is not None
    assert (now.trouble.kind, now.trouble.detail) == (TroubleKind.NEWER, "read version 7, expected version 2 or older")
    assert board.path.read_bytes() == before


def test_who_is_told_may_use_the_saves(path: Path):
    path.write_bytes(b"no file of saves")
    found = list[object]()
    board: Saves | None = None

    def told(trouble: Trouble) -> None:
        with ThreadPoolExecutor(1) as pool:  # another thread would wait for ever for a lock that is held
            found.append(pool.submit(lambda: board.settings() if board else None).result(5))

    board = Saves(path, told=told)
    assert found == [None]
    board.path.unlink()


# Versions


def migrating(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    monkeypatch.setattr(save_file, "_MIGRATIONS", (*save_file._MIGRATIONS, statements))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


FIRST = f"""
    PRAGMA application_id = {int.from_bytes(b"CFsv", "big")};
    CREATE TABLE game (
      id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL, rules TEXT NOT NULL, text TEXT NOT NULL, deal INTEGER,
      state TEXT NOT NULL, stuck INTEGER NOT NULL, moves INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
      marks TEXT NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
      started INTEGER NOT NULL, holder TEXT, held REAL NOT NULL
    );
    CREATE INDEX game_by_rules ON game (rules, state, changed);
    CREATE INDEX game_by_state ON game (state, changed);
    CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE variant (
      rules TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL, starred INTEGER NOT NULL DEFAULT 0, played REAL
    ) WITHOUT ROWID;
    PRAGMA user_version = 1;
"""
"""A file of version 1, which knew no times of moves."""


@pytest.fixture
def old(path: Path) -> SavedGame:
    """The running game of a file of version 1 at `path`."""
    game = played(3, milliseconds=5000)
    values = (
        *(game.id, game.record, game.rules, game.text, game.deal, game.state, game.stuck, game.moves),
        *(game.milliseconds, "undo", game.begun, game.changed, True, None, 0.0),
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST)
        connection.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(values))})", values)
        connection.commit()
    return replace(game, marks=frozenset({Mark.UNDO}), times=())


def test_a_file_of_version_1_is_opened_with_its_games_and_without_times(path: Path, old: SavedGame):
    board = Saves(path)
    assert (board.running("canfield"), board.trouble, version(path)) == (old, None, 2)
    session = Session.resumed(old, board)
    assert session.game.times == (None,) * 3
    session.clock.milliseconds = 6500
    session.play((read_move("S-W"),), timed=True)
    session.keep()
    again = Saves(path).game(old.id)
    assert again is not None
    assert again.times == (None, None, None, 6500)


@pytest.mark.usefixtures("hasty")
def test_a_file_of_version_1_is_read_where_it_cannot_be_written_to_or_is_damaged(path: Path, old: SavedGame):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        board = Saves(path)
        assert board.trouble is not None
        assert board.running("canfield") == old
    board.close()
    path.write_bytes(path.read_bytes()[:-100])
    damaged = Saves(path)
    assert damaged.trouble is not None
    assert damaged.trouble.kind is TroubleKind.DAMAGED
    assert damaged.running("canfield") == old


def test_an_older_file_is_brought_to_this_version(board: Saves, monkeypatch: pytest.MonkeyPatch):
    game = board.keep(played())
    board.close()
    assert version(board.path) == 2
    migrating(monkeypatch, "ALTER TABLE game ADD COLUMN mood TEXT NOT NULL DEFAULT 'glad'", "CREATE TABLE more (id)")
    other = Saves(board.path)
    assert (other.running("canfield"), other.trouble, version(other.path)) == (game, None, 3)
    with closing(sqlite3.connect(board.path)) as connection:
        assert connection.execute("SELECT mood FROM game").fetchall() == [("glad",)]
    monkeypatch.undo()
    assert board.keep(later(game)).moves == 2
    assert board.trouble is not None
    assert board.trouble.kind is TroubleKind.NEWER


def test_a_new_file_takes_every_step(path: Path, monkeypatch: pytest.MonkeyPatch):
    migrating(monkeypatch, "CREATE TABLE more (id)")
    Saves(path).keep(played())
    assert version(path) == 3


def test_a_step_that_fails_leaves_the_older_file_as_it_was(board: Saves, monkeypatch: pytest.MonkeyPatch):
    board.keep(played(2, state=State.LEFT))
    game = board.keep(played())
    board.close()
    before = board.path.read_bytes()
    migrating(monkeypatch, "CREATE UNIQUE INDEX once ON game (rules)", "DROP INDEX once")
    other = Saves(board.path)
    assert other.trouble is not None
    assert other.running("canfield") == game
    assert board.path.read_bytes() == before
