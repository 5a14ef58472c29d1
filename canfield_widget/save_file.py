"""The file of saves, and memory in its place while the file cannot be used.

Every change is one short transaction on a connection of its own. Nothing raises for what is wrong with file or disk:
`SaveFile.trouble` says it, all goes on in memory, and the file stays as it is.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        import sqlite3
    except ImportError:  # a Python may be built without it, or without a part of it
        sqlite3 = None
HAS_SQLITE = bool(sqlite3)
"""True if this Python has SQLite."""

_APPLICATION = int.from_bytes(b"CFsv", "big")
_PATIENCE_SECONDS = 2.0
_PATIENCE_IN_TROUBLE = 0.05
_UNTOUCHED_SECONDS = 30 * 86400.0
_TROUBLES: tuple[type[Exception], ...] = (OSError, UnicodeDecodeError, *([sqlite3.Error] if HAS_SQLITE else []))
"""What a file can do to who reads it; the second is a damaged name that SQLite tells of in its own words."""
_T = TypeVar("_T")

_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {_APPLICATION}",
        """CREATE TABLE game (
             id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL, rules TEXT NOT NULL, text TEXT NOT NULL, deal INTEGER,
             state TEXT NOT NULL, stuck INTEGER NOT NULL, moves INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
             marks TEXT NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
             started INTEGER NOT NULL, holder TEXT, held REAL NOT NULL
           )""",
        "CREATE INDEX game_by_rules ON game (rules, state, changed)",
        "CREATE INDEX game_by_state ON game (state, changed)",
        "CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE variant (
             rules TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL, starred INTEGER NOT NULL DEFAULT 0, played REAL
           ) WITHOUT ROWID""",
    ),
    ("ALTER TABLE game ADD COLUMN times TEXT NOT NULL DEFAULT ''",),
)
"""The statements that lead from version 0 (no file) to 1, from 1 to 2 and so on; what is released never changes."""


TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game": (
            *("id", "record", "rules", "text", "deal", "state", "stuck", "moves", "milliseconds", "marks"),
            *("begun", "changed", "times", "started", "holder", "held"),
        ),
        "setting": ("name", "value"),
        "variant": ("rules", "record", "starred", "played"),
    }
)
"""The columns of each table in this version."""


class Fleeting(StrEnum):
    """Why games cannot outlast this Python: no SQLite, a disk that ends with the page, or visitors who share a user."""

    NO_SQLITE = "no-sqlite"
    NO_DISK = "no-disk"
    VISITORS = "visitors"


def fleeting(path: Path) -> Fleeting | None:
    """Why a file at `path` would not be there for the next Python, or None if it would, as far as can be known."""
    if not HAS_SQLITE:
        return Fleeting.NO_SQLITE
    if sys.platform != "emscripten":
        return None
    # In a browser most folders are memory; those that are not, are mounted by the page.
    place = next(folder for folder in (path, *path.parents) if folder.exists())
    try:
        files: Any = import_module("pyodide_js").FS
        in_memory = files.lookupPath(str(place)).node.mount.type == files.filesystems.MEMFS
    except Exception:  # another Python of a browser, whose page says nothing of its files
        in_memory = True
    return Fleeting.NO_DISK if in_memory else None


class TroubleKind(StrEnum):
    """Why the file is not used. All but `DAMAGED` and `NEWER` may pass, and the file is tried again."""

    LOCKED = "locked"
    FULL = "full"
    READ_ONLY = "read-only"
    FAILED = "failed"
    DAMAGED = "damaged"
    NEWER = "newer"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the file at `path` is not used; `detail` says what was read and what was expected."""

    kind: TroubleKind
    path: Path
    detail: str

    @property
    def passing(self) -> bool:
        """True if the file is tried again, and what was kept in memory meanwhile is written then."""
        return self.kind not in (TroubleKind.DAMAGED, TroubleKind.NEWER)


class SaveFile:
    """The file at `path`; `told` is called once for each trouble, outside of the lock, on the thread that met it."""

    def __init__(self, path: Path, told: Callable[[Trouble], object] | None = None) -> None:
        if not HAS_SQLITE:
            raise ImportError("Saves needs sqlite3, which this Python was built without")
        self.path = path.absolute()
        self.trouble: Trouble | None = None
        self.told = told
        self._lock = threading.RLock()
        self._memory: sqlite3.Connection | None = None
        self._late: dict[tuple[str, str], Callable[[sqlite3.Connection], object]] = {}
        self.run(_look_through)

    def run(self, act: Callable[[sqlite3.Connection], _T], change: tuple[str, str] | None = None) -> _T:
        """What `act` gives, in one transaction on the file, or in memory where the file cannot be used.

        `change` names what it changes, if anything: the last change of that name is made good on the file later.
        """
        new: Trouble | None = None
        with self._lock:
            if self.trouble is None or self.trouble.passing:
                try:
                    return self._on_file(act, change)
                except (*_TROUBLES, _Unfit) as error:
                    new = self._met(error)
            if self._memory is None:
                self._memory = _rescued(self.path)
            if change is not None:
                self._late.pop(change, None)
                self._late[change] = act
            done = _in_one_go(self._memory, act)
        if new is not None and self.told is not None:
            self.told(new)
        return done

    def _on_file(self, act: Callable[[sqlite3.Connection], _T], change: tuple[str, str] | None) -> _T:
        late = [made for name, made in self._late.items() if name != change]

        def whole(connection: sqlite3.Connection) -> _T:
            _fit(connection)
            for made in late:
                made(connection)
            return act(connection)

        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(_connection(self.path, _PATIENCE_IN_TROUBLE if self.trouble else _PATIENCE_SECONDS)) as connection:
            done = _in_one_go(connection, whole)
        self._late.clear()
        self.trouble = None
        if self._memory is not None:
            self._memory.close()
            self._memory = None
        return done

    def _met(self, error: Exception) -> Trouble | None:
        """The trouble, if it is another kind than before."""
        kind = error.kind if isinstance(error, _Unfit) else _kind(error)
        before, self.trouble = self.trouble, Trouble(kind, self.path, f"read {error}, expected {_expected(kind)}")
        return None if before is not None and before.kind is kind else self.trouble


class _Unfit(Exception):
    """A file that can be read but is none for us."""

    def __init__(self, kind: TroubleKind, read: str) -> None:
        super().__init__(read)
        self.kind = kind


_KINDS = {
    TroubleKind.LOCKED: ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"),
    TroubleKind.FULL: ("SQLITE_FULL",),
    TroubleKind.READ_ONLY: ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"),
    TroubleKind.FAILED: ("SQLITE_IOERR", "SQLITE_NOMEM"),
}


def _kind(error: Exception) -> TroubleKind:
    if isinstance(error, OSError):
        return TroubleKind.FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else TroubleKind.READ_ONLY
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    found = (kind for kind, names in _KINDS.items() if code in [getattr(sqlite3, name) for name in names])
    return next(found, TroubleKind.DAMAGED)


def _expected(kind: TroubleKind) -> str:
    return {
        TroubleKind.LOCKED: f"a file that is free within {_PATIENCE_SECONDS:g} seconds",
        TroubleKind.FULL: "room on the disk",
        TroubleKind.READ_ONLY: "a folder and a file that may be written",
        TroubleKind.FAILED: "a disk that can be read and written",
        TroubleKind.DAMAGED: "a whole file of saves",
        TroubleKind.NEWER: f"version {len(_MIGRATIONS)} or older",
    }[kind]


def _connection(path: Path, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _in_one_go(connection: sqlite3.Connection, act: Callable[[sqlite3.Connection], _T]) -> _T:
    """What `act` gives, in a transaction that is written as a whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = act(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk has rolled back already
            connection.execute("ROLLBACK")
        raise
    return done


def _fit(connection: sqlite3.Connection) -> None:
    """Brings the file to this version. Raises _Unfit for one that is newer, or not ours.

    SQLite reads the head, not we: closing a second handle of the file would drop the locks of other boards here.
    """
    application, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    is_empty = (application, version) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if application != _APPLICATION and not is_empty:
        raise _Unfit(TroubleKind.DAMAGED, "an SQLite file of something else")
    if version > len(_MIGRATIONS):
        raise _Unfit(TroubleKind.NEWER, f"version {version}")
    if version < len(_MIGRATIONS):
        for statement in (statement for step in _MIGRATIONS[version:] for statement in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")


def _look_through(connection: sqlite3.Connection) -> None:
    """Drops deals that nobody touched for weeks. Raises DatabaseError where the file is not whole."""
    faults = _pragma(connection, "quick_check(1)")
    if faults != "ok":
        raise sqlite3.DatabaseError(faults)
    path, size = connection.execute("PRAGMA database_list").fetchone()[2], _pragma(connection, "page_size")
    if path and os.stat(path).st_size % size:  # SQLite would read zeros for the end of the last page
        raise sqlite3.DatabaseError("a part of a page at the end")
    connection.execute(
        "DELETE FROM game WHERE state = 'running' AND NOT started AND held < ?", (time.time() - _UNTOUCHED_SECONDS,)
    )


def _rescued(path: Path) -> sqlite3.Connection:
    """A database in memory with what can be read of the file, which is not written to."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _in_one_go(memory, _fit)
    with (
        suppress(*_TROUBLES),
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_PATIENCE_IN_TROUBLE)) as file,
    ):
        file.execute("PRAGMA writable_schema = ON")  # else SQLite reads nothing of a file that is cut short
        for table, known in TABLES.items():
            with suppress(*_TROUBLES):
                there = {name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")}
                columns = [name for name in known if name in there]  # an older file does not have them all
                names, places = ", ".join(columns), ", ".join("?" * len(columns))
                for row in file.execute(f"SELECT {names} FROM {table} NOT INDEXED"):
                    memory.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})", row)
    return memory
