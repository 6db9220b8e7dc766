"""The tables of the records, and how an older file gets the newest ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msweeper.errors import FileError, OutOfRange
from msweeper.stats.entry import Entry

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = [
    "APPLICATION_ID",
    "COLUMNS",
    "INSERT",
    "MIGRATIONS",
    "NAMES",
    "USELESS",
    "Damaged",
    "check_columns",
    "entry_of",
    "migrate",
    "version_of",
]

APPLICATION_ID = 0x6D737770
"""Marks the file as ours (``mswp``), so that nobody else's database is taken for a damaged one."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        """
        CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            uid TEXT NOT NULL UNIQUE,
            spec TEXT NOT NULL,
            mines INTEGER NOT NULL,
            first TEXT NOT NULL,
            proof TEXT NOT NULL,
            level TEXT NOT NULL,
            result TEXT NOT NULL,
            seconds REAL NOT NULL,
            bbbv INTEGER,
            opens INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            chords INTEGER NOT NULL,
            undos INTEGER NOT NULL,
            helps INTEGER NOT NULL,
            id TEXT NOT NULL,
            "when" TEXT NOT NULL,
            game TEXT NOT NULL
        )
        """,
        "CREATE INDEX games_by_key ON games (spec, mines, first, proof)",
    ),
)
"""The statements that lead from each version (PRAGMA user_version) to the next. Append only."""

COLUMNS = tuple(field.name for field in fields(Entry))
NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
INSERT = (
    f"INSERT INTO games ({NAMES}) VALUES ({', '.join('?' * len(COLUMNS))})"
    " ON CONFLICT (uid) DO NOTHING"
)
_COUNTS = ("mines", "bbbv", "opens", "flags", "chords", "undos", "helps")
_TYPES = {"seconds": float} | dict.fromkeys(_COUNTS, int)
USELESS = " OR ".join(
    [
        *(f"typeof(\"{name}\") != 'text'" for name in COLUMNS if name not in _TYPES),
        *(f"typeof({name}) != 'integer' OR {name} < 0" for name in _COUNTS if name != "bbbv"),
        "typeof(bbbv) NOT IN ('integer', 'null') OR bbbv < 0",
        "typeof(seconds) != 'real' OR NOT seconds BETWEEN 0 AND 1e308",
        "result NOT IN ('won', 'lost', 'left') OR proof NOT IN ('', 'count', 'free')",
    ]
)
"""What `entry_of` refuses, as a condition: a writer looks for the same damage as a reader."""


class Damaged(Exception):
    """The file is no database, or one whose pages contradict each other."""


def version_of(db: Connection, path: Path) -> int:
    """Return the version of the file `path`; 0 is an empty one.

    Raises:
        FileError: it is of a later version, or somebody else's database.
        Damaged: its version cannot be.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    used = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (owner or version or used):
        raise FileError(
            f"{path} is a database, but not of msweeper's records; it is left as it is:"
            " move it elsewhere to begin new ones",
            path=str(path),
        )
    if version > len(MIGRATIONS):
        raise FileError(
            f"{path} was written by a later msweeper (records version {version}, this one"
            f" knows up to {len(MIGRATIONS)}); it is left as it is",
            path=str(path),
        )
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    # SQLite takes a file of one byte for an empty one
    if version < 0 or (version == 0 and (used or pages > 1 or path.stat().st_size == 1)):
        raise Damaged("it is not empty, but has no version")
    return version


def migrate(db: Connection, path: Path) -> None:
    """Bring the file to the newest version; to be called in a transaction."""
    version = version_of(db, path)
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            db.execute(statement)
    if version < len(MIGRATIONS):
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    check_columns(db)


def check_columns(db: Connection) -> None:
    columns = {row[1] for row in db.execute("PRAGMA table_info(games)")}
    if not columns.issuperset(("number", *COLUMNS)):
        raise Damaged("columns of its table of games are missing")


def entry_of(row: Sequence[Any]) -> Entry:
    """Return the game of a row. Raises Damaged where a value is of no use."""
    values = dict(zip(COLUMNS, row, strict=True))
    for name, value in values.items():
        if type(value) is not _TYPES.get(name, str) and not (name == "bbbv" and value is None):
            raise Damaged(f"a game has {value!r:.80} for its {name}")
    try:
        return Entry(**values)
    except OutOfRange as error:
        raise Damaged(str(error)) from None
