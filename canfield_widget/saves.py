"""Saves: a player's running games, the ones he left or ended, records, settings and favourites in one SQLite file.

Games belong to the values of their rules, not to a name. Where the file cannot be used all goes on in memory. Why it is
so: docs/decisions/15-saves.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from canfield_widget.game import Game, Status
from canfield_widget.holders import is_here, is_living, new_holder, release
from canfield_widget.notation import read_variant, write_variant
from canfield_widget.save_file import TABLES, Fleeting, SaveFile, Trouble, fleeting
from canfield_widget.variants import Scoring, Variant

if TYPE_CHECKING:
    import sqlite3

FOLDER_VARIABLE = "CANFIELD_WIDGET_DATA"
MOST_LISTED = 100
_NAMES = ("id", "title", "title_de", "source")


class State(StrEnum):
    """How a saved game stands: on a board or to come back there, left before its end, won, or lost."""

    RUNNING = "running"
    LEFT = "left"
    WON = "won"
    LOST = "lost"


class Mark(StrEnum):
    """What a game was played with: undo, hints, a deal played before, one known to be winnable, the deal of the day."""

    UNDO = "undo"
    HINT = "hint"
    REPEATED = "repeated"
    GIVEN = "given"
    WINNABLE = "winnable"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it is kept.

    `record` and `text` are the variant and the game as text, `rules` is the key of the variant's rules. `stuck` says
    that no move could help when it was kept, `moves` how many were made. `begun` and `changed` are seconds since 1970.
    `times` are those of `Game.times`; empty in what a version kept that knew none.
    """

    id: str
    record: str
    rules: str
    text: str
    deal: int | None
    state: State
    stuck: bool
    moves: int
    milliseconds: int
    marks: frozenset[Mark]
    begun: float
    changed: float
    times: tuple[int | None, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        *,
        id: str | None = None,
        milliseconds: int = 0,
        marks: frozenset[Mark] = frozenset(),
        begun: float | None = None,
        state: State | None = None,
    ) -> SavedGame:
        """The game as it stands now: won, or running, unless another state is given; with a new id unless one is."""
        variant, now, status = game.start.variant, time.time(), game.status
        return cls(
            id=id or new_id(), record=write_variant(variant), rules=rules_key(variant), text=game.text(),
            deal=game.deal, state=state or (State.WON if status is Status.WON else State.RUNNING),
            stuck=status is Status.STUCK, moves=game.ply, milliseconds=milliseconds, marks=marks,
            begun=now if begun is None else begun, changed=now, times=game.times,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """What came of the games of some rules, and the best of the won ones; None where none is won."""

    won: int = 0
    lost: int = 0
    abandoned: int = 0
    best_ms: int | None = None
    fewest_moves: int | None = None


@dataclass(frozen=True, slots=True)
class KnownVariant:
    """A rule set that was played or starred: its record as text, its key, and when it was played last."""

    record: str
    rules: str
    starred: bool
    played: float | None


_FIELDS = tuple(f.name for f in fields(SavedGame))
_GAME = f"SELECT {', '.join(_FIELDS)}, holder, held FROM game"
_KEEP = (
    f"INSERT INTO game ({', '.join(TABLES['game'])}) VALUES ({', '.join('?' * len(TABLES['game']))})"
    f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{n} = excluded.{n}' for n in TABLES['game'] if n != 'started')},"
    " started = max(started, excluded.started)"
)


def rules_key(variant: str | Variant) -> str:
    """A short digest of the rules, the same for records that differ only in what they are called and who is cited.

    Only what differs from the defaults of `Variant` goes into it, so that a rule added later changes no key. Money
    counts as a rule. Raises NotationError for a text that names no variant.

    >>> rules_key("canfield"), rules_key("canfield-hoyle")
    ('44136fa355b3678a', 'df54ba964dc3457c')
    """
    record = read_variant(variant) if isinstance(variant, str) else variant
    values = _unusual(record)
    if record.scoring is not None:
        values["scoring"] = _unusual(record.scoring)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def _unusual(record: Variant | Scoring) -> dict[str, object]:
    values = {f.name: (getattr(record, f.name), f.default) for f in fields(record) if f.compare}
    return {name: value for name, (value, usual) in values.items() if value != usual and name not in _NAMES}


def new_id() -> str:
    """A random id for a game."""
    return secrets.token_hex(6)


def saves_path() -> Path:
    """The file of saves: in the folder that `CANFIELD_WIDGET_DATA` names, else in the user's data folder."""
    folder = os.environ.get(FOLDER_VARIABLE) or platformdirs.user_data_dir("canfield-widget", False)
    return Path(os.path.expanduser(folder)) / "saves.sqlite"


class Saves:
    """The saves of one board in the file at `path`, else at `saves_path()`.

    Each board has a `Saves` of its own, whose `holder` stands with its running games, so that boards and kernels that
    share a file leave each other's games alone. `told` is called once for each trouble, outside of the lock here, on
    the thread that met it, which may be while the `Saves` is made. Any thread may call any method; none raises for
    what is wrong with file or disk. Raises ImportError where Python has no sqlite3.
    """

    def __init__(self, path: Path | None = None, *, told: Callable[[Trouble], object] | None = None) -> None:
        self.holder: str | None = new_holder(self)
        self._file = SaveFile(path or saves_path(), told)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    @property
    def trouble(self) -> Trouble | None:
        """Why the file is not used, or None if it is."""
        return self._file.trouble

    @property
    def fleeting(self) -> Fleeting | None:
        """Why what is kept would not be there for the next Python, or None if it would, as far as can be known."""
        return fleeting(self.path)

    @property
    def told(self) -> Callable[[Trouble], object] | None:
        """Who is told of a trouble from now on."""
        return self._file.told

    @told.setter
    def told(self, told: Callable[[Trouble], object] | None) -> None:
        self._file.told = told

    # Games

    def running(self, variant: str | Variant, *, here: bool = False) -> SavedGame | None:
        """The running game of these rules, this board's from now on: its own, else the newest that no board has.

        With `here` it is taken from another board of this process too, which goes on with a copy.
        """
        rules = rules_key(variant)

        def is_free(holder: str | None, held: float) -> bool:
            return not self._has_another(holder, held) or (here and is_here(holder))

        def find(connection: sqlite3.Connection) -> str | None:
            found = connection.execute(
                f"{_GAME} WHERE rules = ? AND state = ? ORDER BY holder IS ? DESC, changed DESC, rowid DESC",
                (rules, State.RUNNING, self.holder),
            )
            return next((game.id for game, holder, held in _games(found) if is_free(holder, held)), None)

        while id := self._file.run(find):
            if game := self.claim(id, takeover=here):  # else another board was faster
                return game
        return None

    def claim(self, id: str, *, takeover: bool = False) -> SavedGame | None:
        """The game, running on this board from now on; None if it is over, or gone, or another board has it.

        With `takeover` it is taken from another board too, which goes on with a copy. This board's running game of
        the same rules is left.
        """

        def take(connection: sqlite3.Connection) -> SavedGame | None:
            for game, holder, held in _games(connection.execute(f"{_GAME} WHERE id = ?", (id,))):
                if game.state in (State.RUNNING, State.LEFT) and (takeover or not self._has_another(holder, held)):
                    taken = replace(game, state=State.RUNNING)
                    connection.execute(
                        "UPDATE game SET state = ?, holder = ?, held = ? WHERE id = ?",
                        (State.RUNNING, self.holder, time.time(), id),
                    )
                    self._leave_others(connection, taken)
                    return taken
            return None

        return self._file.run(take, ("claim", id))

    def keep(self, game: SavedGame) -> SavedGame:
        """The game as it is kept: under a new id if another board has it by now.

        Another running game of this board and these rules is left, or forgotten if no move was ever made in it.
        """
        copy = replace(game, id=new_id())

        def put(connection: sqlite3.Connection) -> SavedGame:
            row = connection.execute("SELECT holder, held FROM game WHERE id = ?", (game.id,)).fetchone()
            kept = copy if row is not None and self._has_another(*row) else game
            holder = self.holder if kept.state is State.RUNNING else None
            connection.execute(_KEEP, (*_row(kept), kept.moves > 0, holder, time.time()))
            if kept.state is State.RUNNING:
                self._leave_others(connection, kept)
            connection.execute("DELETE FROM game WHERE id = ? AND state = ? AND NOT started", (kept.id, State.LEFT))
            return kept

        return self._file.run(put, ("game", game.id))

    def left(self, variant: str | Variant | None = None, *, most: int = MOST_LISTED) -> tuple[SavedGame, ...]:
        """The started games that were left, and running ones that no board has any more, newest first."""
        return self._listed((State.LEFT, State.RUNNING), variant, most)

    def finished(self, variant: str | Variant | None = None, *, most: int = MOST_LISTED) -> tuple[SavedGame, ...]:
        """The games that are won or lost, newest first."""
        return self._listed((State.WON, State.LOST), variant, most)

    def game(self, id: str) -> SavedGame | None:
        """The game of that id, or None."""
        found = self._file.run(lambda connection: [*_games(connection.execute(f"{_GAME} WHERE id = ?", (id,)))])
        return found[0][0] if found else None

    def forget_unplayed(self, id: str) -> None:
        """Takes the game out of the file if no move was ever made in it and no other board has it."""
        mine = "DELETE FROM game WHERE id = ? AND NOT started AND (holder IS NULL OR holder = ?)"
        self._file.run(lambda connection: connection.execute(mine, (id, self.holder)), ("game", id))

    def forget(self, id: str) -> None:
        """Takes the game out of the file, and out of the record of its rules."""
        self._file.run(lambda connection: connection.execute("DELETE FROM game WHERE id = ?", (id,)), ("game", id))

    def record(self, variant: str | Variant) -> Record:
        """What came of the games of these rules; one that was left counts as lost if it was stuck.

        Games with the mark `GIVEN`, whose moves came from elsewhere, are not counted.
        """
        rules = rules_key(variant)
        rows = self._file.run(
            lambda connection: connection.execute(
                "SELECT state, stuck, count(*), min(milliseconds), min(moves) FROM game"
                " WHERE rules = ? AND started AND state IN (?, ?, ?) AND marks NOT LIKE ?"
                " AND typeof(milliseconds) = 'integer' AND milliseconds >= 0"
                " AND typeof(moves) = 'integer' AND moves >= 0"
                " GROUP BY state, stuck",
                (rules, State.WON, State.LOST, State.LEFT, f"%{Mark.GIVEN}%"),
            ).fetchall()
        )
        won, lost, abandoned, times, lengths = 0, 0, 0, list[int](), list[int]()
        for state, stuck, count, milliseconds, moves in rows:
            if state == State.WON:
                won += count
                times.append(milliseconds)
                lengths.append(moves)
            elif state == State.LOST or stuck:
                lost += count
            else:
                abandoned += count
        return Record(won, lost, abandoned, min(times, default=None), min(lengths, default=None))

    # Settings, favourites

    def settings(self) -> dict[str, object]:
        """Every setting by its name."""
        rows = self._file.run(lambda connection: connection.execute("SELECT name, value FROM setting").fetchall())
        found: dict[str, object] = {}
        for name, value in rows:
            with suppress(ValueError, TypeError, RecursionError):  # whatever someone has written there
                found[name] = json.loads(value)
        return found

    def set(self, name: str, value: object) -> None:
        """Keeps a setting. Raises TypeError for what JSON cannot say."""
        row = name, json.dumps(value)
        self._file.run(
            lambda connection: connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", row),
            ("setting", name),
        )

    def variants(self) -> tuple[KnownVariant, ...]:
        """The rule sets that are starred or were played, the one played last first."""
        rows = self._file.run(
            lambda connection: connection.execute(
                "SELECT record, rules, starred, played FROM variant WHERE starred OR played IS NOT NULL"
                " ORDER BY played DESC, record"
            ).fetchall()
        )
        return tuple(
            KnownVariant(record, rules, bool(starred), played)
            for record, rules, starred, played in rows
            if isinstance(record, str) and isinstance(rules, str) and isinstance(played, (int, float, type(None)))
        )

    def star(self, variant: str | Variant, on: bool = True) -> None:
        """Makes the rule set a favourite, or none any more."""
        self._note(variant, "starred", int(on))

    def played(self, variant: str | Variant) -> None:
        """Notes that the rule set is played now."""
        self._note(variant, "played", time.time())

    def close(self) -> None:
        """Lets go of the running games, which come back on the next board."""
        holder = self.holder
        if holder is not None:
            self._file.run(
                lambda connection: connection.execute("UPDATE game SET holder = NULL WHERE holder = ?", (holder,)),
                ("holder", holder),
            )
            self.holder = None
            release(holder)

    def _note(self, variant: str | Variant, column: str, value: float) -> None:
        record = read_variant(variant) if isinstance(variant, str) else variant
        rules = rules_key(record)
        self._file.run(
            lambda connection: connection.execute(
                f"INSERT INTO variant (rules, record, {column}) VALUES (?, ?, ?)"
                f" ON CONFLICT (rules) DO UPDATE SET record = excluded.record, {column} = excluded.{column}",
                (rules, write_variant(record), value),
            ),
            (column, rules),
        )

    def _listed(self, states: tuple[State, State], variant: str | Variant | None, most: int) -> tuple[SavedGame, ...]:
        rules = None if variant is None else rules_key(variant)

        def read(connection: sqlite3.Connection) -> tuple[SavedGame, ...]:
            found = list[SavedGame]()
            rows = connection.execute(
                f"{_GAME} WHERE state IN (?, ?) AND started {'' if rules is None else 'AND rules = ?'}"
                " ORDER BY changed DESC, rowid DESC",
                (*states, *(() if rules is None else (rules,))),
            )
            for game, holder, held in _games(rows):
                if len(found) >= most:
                    break
                if game.state is not State.RUNNING or not is_living(holder, held):
                    found.append(game)
            return tuple(found)

        return self._file.run(read)

    def _has_another(self, holder: str | None, held: float) -> bool:
        return holder != self.holder and is_living(holder, held)

    def _leave_others(self, connection: sqlite3.Connection, game: SavedGame) -> None:
        others = "rules = ? AND state = ? AND holder = ? AND id <> ?"
        values = game.rules, State.RUNNING, self.holder, game.id
        connection.execute(f"DELETE FROM game WHERE {others} AND NOT started", values)
        connection.execute(f"UPDATE game SET state = ?, holder = NULL WHERE {others}", (State.LEFT, *values))


def _row(game: SavedGame) -> Iterator[object]:
    for name in _FIELDS:
        write = _WRITTEN.get(name)
        yield write(game) if write else getattr(game, name)


_WRITTEN: Mapping[str, Callable[[SavedGame], str]] = {
    "marks": lambda game: " ".join(sorted(game.marks)),
    "times": lambda game: " ".join("-" if at is None else str(at) for at in game.times),
}
"""What a column has that cannot have the value itself."""


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 0


_IS: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(("id", "record", "rules", "text"), lambda value: isinstance(value, str)),
    **dict.fromkeys(("moves", "milliseconds"), _is_count),
    **dict.fromkeys(("begun", "changed"), lambda value: isinstance(value, (int, float))),
    "deal": lambda value: value is None or _is_count(value),
}
"""What a column must have for its game to be read: SQLite lets any column have anything."""


def _read_times(text: str) -> tuple[int | None, ...]:
    """The times as they were written, or none where they cannot be read: no game is lost for them."""
    try:
        return tuple(None if word == "-" else int(word) for word in text.split())
    except ValueError:
        return ()


def _games(rows: sqlite3.Cursor) -> Iterator[tuple[SavedGame, str | None, float]]:
    """The games of some rows, each with who holds it and since when; what cannot be read is left out."""
    for *values, holder, held in rows:
        named = dict(zip(_FIELDS, values, strict=True))
        if not all(is_one(named[name]) for name, is_one in _IS.items()):
            continue
        with suppress(ValueError):
            state, marks = State(named["state"]), frozenset(map(Mark, str(named["marks"]).split()))
            named |= {"state": state, "marks": marks, "stuck": bool(named["stuck"])}
            named["times"] = _read_times(str(named["times"]))
            yield SavedGame(**named), holder, held
