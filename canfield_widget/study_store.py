"""Studies in an SQLite file: several in one file, each with what it was made with and a row for every deal.

A file is looked at before SQLite may touch it, so that nothing foreign is ever written to. Connections are short, and
so are transactions: a study may be read, or another one written to the same file, while one is running.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        import sqlite3
    except ImportError:  # a Python may be built without it; all but studies does without
        sqlite3 = None

_MAGIC = b"SQLite format 3\0"
_APPLICATION = int.from_bytes(b"CFst", "big")
_VERSION = 1
_WAIT_SECONDS = 30.0
_PAGE = 5000

_SCHEMA = """
CREATE TABLE IF NOT EXISTS study (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  player TEXT NOT NULL,
  knowledge TEXT NOT NULL,
  budget INTEGER,
  made_by TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS played (
  study INTEGER NOT NULL REFERENCES study,
  deal INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  moves INTEGER NOT NULL,
  states INTEGER,
  search_seconds REAL NOT NULL,
  stopped_by TEXT,
  founded INTEGER NOT NULL,
  PRIMARY KEY (study, deal)
) WITHOUT ROWID;
"""


class Ending(StrEnum):
    """How a deal ended: won; proved lost; neither within the budget; or not won by a player who proves nothing."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"
    NOT_WON = "not won"


class Row(NamedTuple):
    """What came of one deal.

    `moves` counts those of the winning line, else of the line that brought the most cards, `founded`, to the
    foundations. `states` is how many states were looked at, None for a player who looks at none. `stopped_by` says
    which budget was used up. All but `search_seconds` is the same every time.
    """

    deal: int
    verdict: Ending
    moves: int
    states: int | None
    search_seconds: float
    stopped_by: str | None
    founded: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What a study is made with: the rules as text, who plays, what he knows, his budget, and the version of him."""

    record: str
    player: str
    knowledge: str
    budget: int | None
    made_by: str


class Store:
    """A file of studies, or one in memory where `path` is None. Raises ValueError for a file that is no such store.

    `new` makes the file where there is none; without it a file that is not there is an error too.
    """

    def __init__(self, path: str | os.PathLike[str] | None, *, new: bool = False) -> None:
        self.path = None if path is None else _path(path)
        self._memory = _connection(":memory:") if self.path is None else None
        if self.path is not None:
            _look_at(self.path, new)
        with self._open() as connection:
            faults = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if faults != "ok":
                raise sqlite3.DatabaseError(faults)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise ValueError(f"store: read {self}, of version {version}, expected version {_VERSION} or older")
        if version < _VERSION:
            self._make()

    def __str__(self) -> str:
        return "a store in memory" if self.path is None else str(self.path)

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        """A connection for a moment. Raises ValueError where the file is damaged."""
        connection = self._memory or _connection(str(self.path))
        try:
            yield connection
        except sqlite3.OperationalError:
            raise  # a full disk or a lock says nothing about the file
        except sqlite3.DatabaseError as error:
            raise ValueError(f"store: read {self}, which is damaged ({error}), expected a store of studies") from error
        finally:
            if connection is not self._memory:
                connection.close()

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """A connection within a transaction that is written as a whole or not at all."""
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _make(self) -> None:
        with self._writing() as connection:
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
            for statement in _SCHEMA.split(";\n"):
                connection.execute(statement)

    def studies(self) -> dict[str, tuple[int, Settings]]:
        """The studies of the store by name: the key of each and its settings."""
        with self._open() as connection:
            found = connection.execute(
                "SELECT name, id, record, player, knowledge, budget, made_by FROM study ORDER BY id"
            ).fetchall()
        return {name: (key, Settings(*settings)) for name, key, *settings in found}

    def begin(self, name: str, settings: Settings) -> int:
        """The key of the study `name`, new or there already. Raises ValueError if it was begun with other settings."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO study (name, record, player, knowledge, budget, made_by) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (name) DO NOTHING",
                (name, settings.record, settings.player, settings.knowledge, settings.budget, settings.made_by),
            )
        key, begun = self.studies()[name]
        now, then = asdict(settings), asdict(begun)
        differing = [
            f"{field}: read {now[field]!r}, expected {then[field]!r}" for field in now if now[field] != then[field]
        ]
        if differing:
            raise ValueError(
                f"store: the study {name!r} in {self} was begun with other settings; {'; '.join(differing)}."
                " Give this one another name, or another file"
            )
        return key

    def add(self, study: int, rows: Iterable[Row]) -> None:
        """Adds rows in one transaction; a deal that is there already stays as it is."""
        with self._writing() as connection:
            connection.executemany(
                f"INSERT INTO played (study, {', '.join(Row._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (study, deal) DO NOTHING",
                ((study, *row) for row in rows),
            )

    def deals(self, study: int) -> set[int]:
        """The deals that have a row."""
        with self._open() as connection:
            return {deal for (deal,) in connection.execute("SELECT deal FROM played WHERE study = ?", (study,))}

    def rows(self, study: int) -> Iterator[Row]:
        """The rows in the order of the deals, a page at a time, so that a slow reader holds nobody up."""
        after = -1
        while True:
            with self._open() as connection:
                page: Sequence[tuple[int, str, int, int | None, float, str | None, int]] = connection.execute(
                    f"SELECT {', '.join(Row._fields)} FROM played WHERE study = ? AND deal > ? ORDER BY deal LIMIT ?",
                    (study, after, _PAGE),
                ).fetchall()
            for deal, verdict, *rest in page:
                yield Row(deal, Ending(verdict), *rest)
            if len(page) < _PAGE:
                return
            after = page[-1][0]

    def counts(self, study: int) -> dict[Ending, int]:
        """How many deals ended in each way."""
        with self._open() as connection:
            found = connection.execute(
                "SELECT verdict, COUNT(*) FROM played WHERE study = ? GROUP BY verdict", (study,)
            ).fetchall()
        return {Ending(verdict): count for verdict, count in found}


def _path(path: object) -> Path:
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"store: read {path!r}, expected the path of a file")
    return Path(path)  # type: ignore[arg-type]


def _connection(name: str) -> sqlite3.Connection:
    if not sqlite3:
        raise ImportError("a study needs sqlite3, which this Python was built without")
    return sqlite3.connect(name, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)


def _look_at(path: Path, new: bool) -> None:
    """Raises ValueError unless the file is a store of studies or, with `new`, not there yet or empty."""
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"store: read {str(path)!r}, expected a file in a folder that is there")
    if not path.exists():
        if new:
            return
        raise ValueError(f"store: read {str(path)!r}, expected a file that is there")
    with path.open("rb") as file:
        head = file.read(100)
    if not head and new:
        return
    if head[:16] != _MAGIC:
        raise ValueError(f"store: read {str(path)!r}, expected a store of studies, but this is no SQLite file")
    if int.from_bytes(head[68:72], "big") != _APPLICATION:
        raise ValueError(f"store: read {str(path)!r}, expected a store of studies, but this is another SQLite file")
