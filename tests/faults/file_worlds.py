"""Files that someone or something has changed: lessons in TOML, and the file of saves.

A lesson is read or refused with a LessonError, and what was read can be asked to the end. Of the file of saves nothing
may raise, whatever is in it: what can be read is there, and the board is played on.
"""

from __future__ import annotations

import logging
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import canfield_widget as cw
from canfield_widget.lesson_board import LessonBoard
from canfield_widget.lesson_sheet import lesson_sheet
from canfield_widget.save_file import TABLES
from canfield_widget.saves import Mark, Saves, State
from canfield_widget.settings import SETTINGS, checked
from canfield_widget.teaching.tutor import Tutor
from faults import hostile
from faults.board_world import DOCUMENTED
from faults.fuzzer import HEARD, Fault, Step

LESSON_PIECES = (
    *hostile.STRINGS[:20], "[[task]]\n", "accept = [\"T1-T2\"]\n", "options = []\n",
    "options = [{en = 'x', right = true}]\n",
    "position = \"canfield\"\n", "question = \"\"\n", "question = \"{7H} {T1} {no}\"\n",
    "game = \"canfield; deal 5\"\n",
    "allows = [\"T1-T2\"]\namong = [\"canfield\", \"storehouse\"]\n", "pick = \"all\"\n", "hints = [1, 2]\n", "= 5\n",
    "after = {T1 = \"7H\"}\n", "after = {X9 = \"-\"}\n", "[wrong]\n", "arrows = [\"T9-T1\", \"S-W\"]\n",
    "1979-05-27", "nan",
    "'''", '"""', "{", "}", "[", "]", "rules = [\"canfield\"]\n", "twin = \"none\"\n", "id = \"\"\n",
)  # fmt: skip


@cache
def _sources() -> tuple[str, ...]:
    folder = files("canfield_widget.teaching") / "lessons"
    return tuple(file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name))


class LessonWorld:
    """Lessons of the package with changes, each read and, where that goes, asked."""

    def __init__(self, seed: str) -> None:
        self.source = random.Random(f"world {seed}").choice(_sources())

    def close(self) -> None:
        """Nothing is left."""

    def propose(self, draw: random.Random) -> Step:
        lines = self.source.splitlines(keepends=True)
        at = draw.randrange(len(lines))
        text = draw.choice((
            lambda: hostile.changed(draw, self.source, LESSON_PIECES),
            lambda: "".join([*lines[:at], draw.choice(LESSON_PIECES), *lines[at:]]),
            lambda: "".join([*lines[:at], *lines[at + 1 :]]),
            lambda: "".join([*lines[:at], hostile.changed(draw, lines[at], LESSON_PIECES), *lines[at + 1 :]]),
            lambda: "".join([*lines[:at], *lines[at : at + 3], *lines[at:]]),
            lambda: "".join(draw.choice((*LESSON_PIECES, *lines)) for _ in range(draw.randrange(8))),
        ))()  # fmt: skip
        return ["lesson", text, draw.randrange(10**6)]

    def take(self, step: Step) -> int:
        _, text, seed = step
        try:
            lesson = cw.read_lesson(text)
        except cw.LessonError as error:
            HEARD["lessons"]["refused"] += 1
            if len(str(error)) > 4000:
                raise Fault(f"a message without end\n{str(error)[:300]}") from None
            str(error).encode()
            return 1
        HEARD["lessons"]["read"] += 1
        draw = random.Random(seed)
        if draw.random() < 0.2:
            cw.check(lesson)
        board = LessonBoard.of(Tutor((lesson,)), checked({}))
        for seq in range(1, 13):
            what = draw.choice(("choose", "judge", "hint", "go-on", "back", "cost", "again", "show", "skip", "move"))
            legal = board.state()["moves"]
            command = {
                "client": "a",
                "seq": seq,
                "rev": board.rev,
                "ack": seq - 1,
                "do": "lesson",
                "what": what,
                "n": draw.randrange(3),
            }
            if what == "move" and legal:
                command |= {"do": "move", "move": (move := draw.choice(legal))["move"], "card": move["card"]}
            board._do(_read(command))
            for lang in ("en", "de"):
                board.message.say(lang)
                lesson_sheet(board.tutor, lang).encode()
        return 12


def _read(command: dict[str, Any]) -> Any:
    from canfield_widget.commands import read_commands

    return read_commands([command])[0]


class SaveWorld:
    """A file of saves with games in it that is changed under nobody, then used by everything."""

    def __init__(self, seed: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        self.whole = self.folder / "whole.sqlite"
        draw = random.Random(f"world {seed}")
        _fill(self.whole, draw)
        self.heard: list[str] = []

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def propose(self, draw: random.Random) -> Step:
        size = self.whole.stat().st_size
        return draw.choice((
            lambda: ["bytes", [[draw.randrange(size), draw.randrange(256)] for _ in range(draw.choice((1, 3, 30,
            800)))]],
            lambda: ["bytes", [[draw.randrange(200), draw.randrange(256)] for _ in range(draw.choice((1, 2, 5)))]],
            lambda: ["cut", draw.randrange(size)],
            lambda: ["sql", _pragma(draw)],
            lambda: ["row", *_cell(draw)],
            lambda: ["row", *_cell(draw)],
            lambda: ["row", *_cell(draw)],
            lambda: ["row", *_cell(draw)],
        ))()  # fmt: skip

    def take(self, step: Step) -> int:
        path = self.folder / "changed.sqlite"
        shutil.copyfile(self.whole, path)
        kind, *more = step
        with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):  # SQLite keeps no such thing
            _CHANGES[kind](path, *more)
        before = path.read_bytes()
        saves = Saves(path)
        found = saves.trouble
        _use(saves)
        HEARD["saves"][str(saves.trouble.kind) if saves.trouble else "used"] += 1
        saves.close()
        if found is not None and not found.passing and path.read_bytes() != before:
            raise Fault("a file that is not used was written to")
        path.write_bytes(before)
        _play(path)
        path.unlink()
        return 1


def _fill(path: Path, draw: random.Random) -> None:
    """Games of several rules in every state, settings, favourites."""
    saves = Saves(path)
    for n in range(14):
        rules = cw.read_variant(draw.choice(("canfield", "canfield", "superior", "canfield{passes=2}")))
        game = cw.Game.dealt(rules, seed=n)
        for _ in range(draw.randrange(1, 12)):
            game.play(draw.choice(game.legal_moves()))
        state = draw.choice([*State])
        marks = frozenset(mark for mark in Mark if draw.random() < 0.2)
        saves.keep(_saved(game, state, marks, draw.randrange(10**6)))
        saves.played(game.start.variant)
    saves.star("rainbow")
    for name in SETTINGS:
        saves.set(name, draw.choice(SETTINGS[name].values))
    saves.close()


def _saved(game: cw.Game, state: State, marks: frozenset[Mark], milliseconds: int) -> Any:
    from canfield_widget.saves import SavedGame

    return SavedGame.of(game, state=state, marks=marks, milliseconds=milliseconds)


def _pragma(draw: random.Random) -> str:
    return draw.choice((
        f"PRAGMA user_version = {draw.choice((0, 1, 2, 3, 99, -1, 2**31 - 1))}",
        f"PRAGMA application_id = {draw.choice((0, 1, -1))}", "DROP TABLE setting", "DROP TABLE game",
        "DROP TABLE variant",
        "ALTER TABLE game DROP COLUMN times", "ALTER TABLE game RENAME COLUMN marks TO remarks",
        "DROP INDEX game_by_rules",
        "ALTER TABLE variant ADD COLUMN more TEXT", "PRAGMA journal_mode = WAL", "PRAGMA page_size = 512",
        "CREATE TRIGGER sting AFTER INSERT ON game BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER sting AFTER UPDATE ON game BEGIN DELETE FROM game; END",
        "CREATE TABLE other (x)", "PRAGMA auto_vacuum = 1", "PRAGMA encoding = 'UTF-16'",
    ))  # fmt: skip


def _cell(draw: random.Random) -> tuple[str, str, Any, int]:
    """A table, a column, a value that nobody wrote, and how many of the rows get it."""
    table = draw.choice(("game", "game", "game", "setting", "variant"))
    column = draw.choice(TABLES[table])
    value = draw.choice((*hostile.STRINGS, *hostile.NUMBERS, None, {"bytes": "00ff8041"}, {"bytes": ""},
    {"text": "ff41"},
                         "9" * 18, "- - 5", "5 4 x", "[" * 100_000, "undo undo", "won", "running", "left", "canfield",
                         "canfield; deal 5; moves T9-T1", "canfield; base 7; tableau 7H, -, -, -", -5, "NaN",
                         "Infinity"))  # fmt: skip
    return table, column, value, draw.choice((1, 1, 99))


def _bytes(path: Path, places: list[list[int]]) -> None:
    data = bytearray(path.read_bytes())
    for at, byte in places:
        if at < len(data):
            data[at] = byte
    path.write_bytes(data)


def _cut(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


def _sql(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def _row(path: Path, table: str, column: str, value: Any, most: int) -> None:
    place = "?"
    if isinstance(value, dict):
        ((kind, digits),) = value.items()
        value, place = bytes.fromhex(digits), "CAST(? AS TEXT)" if kind == "text" else "?"
    key = TABLES[table][0]
    _sql(
        path,
        f"UPDATE OR REPLACE {table} SET {column} = {place} WHERE {key} IN (SELECT {key} FROM {table} LIMIT {most})",
        value,
    )


_CHANGES: dict[str, Callable[..., None]] = {"bytes": _bytes, "cut": _cut, "sql": _sql, "row": _row}


def _use(saves: Saves) -> None:
    """Everything that can be asked of saves."""
    for rules in ("canfield", "superior"):
        if (game := saves.running(rules)) is not None:
            saves.keep(game)
        saves.record(rules)
    for listed in (saves.left(), saves.finished()):
        for game in listed:
            saves.claim(game.id)
            saves.game(game.id)
    saves.settings()
    saves.variants()
    saves.star("rush")
    saves.played("acme")
    saves.set("large", True)
    saves.forget("none")


def _play(path: Path) -> None:
    """A board on the file: its games and records are opened, one game after the other, and each is played on."""
    broken: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            broken.append(self.format(record))

    widget = cw.CanfieldWidget("canfield", saves=path, chance=False)
    seq = 0

    def ask(do: str, **more: Any) -> None:
        nonlocal seq
        seq += 1
        before = widget._board._do
        widget._board._do = lambda command: _loud(before, command)
        widget.set_state(
            {"outbox": [{"client": "p", "seq": seq, "rev": widget.state["rev"], "ack": seq - 1, "do": do, **more}]}
        )
        del widget._board._do

    try:
        for name in ("records", "games", "settings", "menu"):
            ask("open", page=name, view="v")
        kept = (*widget._board.saves.left(), *widget._board.saves.finished())
        for game in kept[:5]:
            ask("open", page="records", view="v")
            ask("game", id=game.id)
            for move in widget.legal_moves()[:1]:
                with suppress(*DOCUMENTED):
                    widget.play(move)
            ask("new")
        if widget._board.saves.trouble is None and widget._board.saves.settings().get("lang") not in (None, "en", "de"):
            HEARD["saves"]["odd settings"] += 1
    finally:
        widget.close()


def _loud(do: Callable[[Any], Any], command: Any) -> Any:
    """Carries out a command; what the board would answer for is not let go."""
    try:
        return do(command)
    except Exception as error:
        raise SystemError(f"swallowed by the board: {error!r}") from error
