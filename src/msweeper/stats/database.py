"""The records: every finished game in one SQLite file, which no crash and no neighbor can harm.

One short transaction a game, with SQLite's rollback journal: what `add` has returned from is on
the disk, and a process that is killed leaves nothing half done. Writers take turns by a lock on a
second, empty file, so that one of them may also move a damaged file aside without taking away a
good one that another has just begun.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, final

from msweeper.errors import FileError
from msweeper.stats import schema
from msweeper.stats.entry import Entry
from msweeper.stats.schema import (
    COLUMNS,
    INSERT,
    NAMES,
    USELESS,
    Damaged,
    check_columns,
    entry_of,
    migrate,
    version_of,
)

__all__ = ["BUSY_SECONDS", "Filter", "Records"]

BUSY_SECONDS = 30.0
"""How long a writer waits for its turn."""

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BESIDE = ("", "-journal", "-wal", "-shm")
"""The endings of the file and of what SQLite may keep beside it."""


@final
@dataclass(frozen=True, slots=True)
class Filter:
    """Which games to list; None is all. `topology` is a name, `spec` the full canonical text."""

    topology: str | None = None
    spec: str | None = None
    mines: int | None = None
    first: str | None = None
    proof: str | None = None
    level: str | None = None
    result: str | None = None
    uid: str | None = None

    def where(self) -> tuple[str, list[str | int]]:
        """Return a condition and its values."""
        terms, values = ["1"], list[str | int]()
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if value is None:
                continue
            if name == "topology":
                terms.append("(spec = ? OR substr(spec, 1, length(?) + 1) = ? || ':')")
                values += [value] * 3
            else:
                terms.append(f'"{name}" = ?')
                values.append(value)
        return " AND ".join(terms), values


@final
class Records:
    """The games in the file `path`. Nothing is opened or created before it is needed.

    Args:
        clock: what says when a game ended that does not say so itself.
        busy: seconds to wait for a turn.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        busy: float = BUSY_SECONDS,
    ) -> None:
        self.path = Path(path)
        self._clock = clock
        self._busy = busy

    def add(self, entry: Entry) -> str | None:
        """Add a game; it is on the disk when this returns. A game added twice is there once.

        Makes the file and its folder where they are missing. A damaged file is moved aside, to
        ``NAME.broken-N.db``, and a new one begun with the games that can still be read. Looking
        for damage costs 15 ms per 1,000 games.

        Returns:
            A sentence on the damaged file and where it is now; None if all is well.

        Raises:
            FileError: the file cannot be written, belongs to a later version, or is somebody
                else's database; it is untouched.
        """
        if not entry.when:
            now = self._clock().astimezone(UTC).replace(tzinfo=None)
            entry = replace(entry, when=now.isoformat(timespec="milliseconds") + "Z")
        entry = replace(entry, uid=entry.new_uid())
        row = [getattr(entry, name) for name in COLUMNS]
        with self._errors("written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._turn():
                warning = None
                try:
                    self._insert(row)
                except Damaged as damage:
                    saved = self._salvage()
                    warning = self._put_aside(str(damage), len(saved))
                    self._insert(*saved, row)
                return warning

    def entries(self, which: Filter | None = None, *, games: bool = True) -> tuple[Entry, ...]:
        """Return the games in the order in which they were added; none where there is no file.

        Args:
            games: whether to read the games themselves too; without, `Entry.game` is empty.

        Raises:
            FileError: the file is damaged or of a later version, or cannot be read. It is
                untouched: only `add` moves a damaged file aside.
        """
        with self._errors("read"):
            if not self.path.exists():
                return ()
            return self._select(which or Filter(), games)

    # Inside

    def _insert(self, *rows: Sequence[Any]) -> None:
        with self._open("rwc") as db, _transaction(db):
            if version_of(db, self.path):
                self._whole(db)
            found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise Damaged(" ".join(found.split()))
            migrate(db, self.path)
            if db.execute(f"SELECT 1 FROM games WHERE {USELESS} LIMIT 1").fetchone():
                raise Damaged("it holds values that no game has")
            db.executemany(INSERT, rows)

    def _select(self, which: Filter, games: bool) -> tuple[Entry, ...]:
        with self._open("rw") as db:  # not "ro": it could not undo what a killed writer began
            db.execute("BEGIN")  # so that no writer comes between
            if 0 < version_of(db, self.path) < len(schema.MIGRATIONS):
                db.execute("ROLLBACK")
                with _transaction(db):
                    self._whole(db)
                    migrate(db, self.path)
                db.execute("BEGIN")
            if version_of(db, self.path) == 0:
                return ()
            self._whole(db)
            check_columns(db)
            where, values = which.where()
            names = NAMES if games else NAMES.replace('"game"', "''")
            rows = db.execute(f"SELECT {names} FROM games WHERE {where} ORDER BY number", values)
            found = tuple([entry_of(row) for row in rows])
            db.execute("COMMIT")
            return found

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Yield a connection. Raises Damaged."""
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        try:
            # isolation_level None: transactions begin where we say, also around the schema
            with closing(
                sqlite3.connect(uri, uri=True, timeout=self._busy, isolation_level=None)
            ) as db:
                db.text_factory = _text
                yield db
        except UnicodeDecodeError as error:
            raise Damaged(str(error)) from None
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is not None and code & 0xFF in _DAMAGE:
                raise Damaged(str(error)) from None
            raise

    def _whole(self, db: sqlite3.Connection) -> None:
        """Raise Damaged if the file is too short. To be called in a transaction, before writing.

        SQLite itself reads a last page that was cut short as if zeros followed.
        """
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
        pages_elsewhere = self.path.with_name(f"{self.path.name}-wal").exists()
        if self.path.stat().st_size < pages * size and not pages_elsewhere:
            raise Damaged("its end is missing")

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Hold the lock of all writers: a transaction on an empty database, released by death.

        Unlike a lock of the operating system it waits, with a limit, on every system.
        """
        lock = self.path.with_name(f"{self.path.stem}.lock")
        with closing(sqlite3.connect(lock, timeout=self._busy, isolation_level=None)) as held:
            try:
                held.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                raise FileError(
                    f"the records in {self.path} cannot be written: the lock {lock} cannot be"
                    f" taken: {error}",
                    path=str(lock),
                ) from None
            yield

    def _salvage(self) -> list[Sequence[Any]]:
        """Return the games of a damaged file that can still be read, oldest first.

        The uid proves that the game itself is whole.
        """
        found: dict[int, Sequence[Any]] = {}
        for order in ("", "DESC"):  # reading stops at the damage: come from both sides
            with suppress(Damaged, sqlite3.Error), self._open("rw") as db:
                db.execute("PRAGMA writable_schema = ON")  # lets a file be read that was cut
                for number, *row in db.execute(
                    f"SELECT number, {NAMES} FROM games ORDER BY number {order}"
                ):
                    with suppress(Damaged):
                        entry = entry_of(row)
                        if entry.uid == entry.new_uid():
                            found[number] = row
        return [found[number] for number in sorted(found)]

    def _put_aside(self, why: str, saved: int) -> str:
        """Move the damaged file, and what SQLite keeps beside it, to a name that is free."""
        name = self.path.name
        number = 1
        while True:
            aside = self.path.with_name(f"{self.path.stem}.broken-{number}{self.path.suffix}")
            if not any(aside.with_name(aside.name + end).exists() for end in _BESIDE):
                break
            number += 1
        for end in reversed(_BESIDE):  # the file last: a journal must never meet a new file
            if self.path.with_name(name + end).exists():
                self.path.with_name(name + end).rename(aside.with_name(aside.name + end))
        return (
            f"the records in {self.path} were damaged ({why}); that file is now {aside},"
            f" and new records have been begun with the {saved} games that could be read"
        )

    @contextmanager
    def _errors(self, what: str) -> Iterator[None]:
        """Turn errors of the system and of SQLite, and damage, into FileError."""
        try:
            yield
        except Damaged as damage:
            raise FileError(
                f"the records in {self.path} are damaged ({damage}); the next game recorded"
                " keeps that file aside and begins a new one",
                path=str(self.path),
            ) from None
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise FileError(
                f"the records in {self.path} cannot be {what}: {reason}", path=str(self.path)
            ) from None


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have done it, or be past doing anything
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _text(data: bytes) -> str:
    """Decode a text; one that was damaged must not keep all others from being read."""
    return data.decode(errors="replace")
