"""What is kept of sittings: unfinished games, the last one, records."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, final

from msweeper import __version__
from msweeper.errors import FileError, MsweeperError, ParseError, UnknownName, UsageError
from msweeper.gameid import Proof
from msweeper.plugins import Registry
from msweeper.record.files import keep_aside, lock, read_text, write_text
from msweeper.record.gamerecord import GameRecord
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.lines import KEPT
from msweeper.sitting.series import Series
from msweeper.sitting.settings import Settings
from msweeper.sitting.sitting import Sitting

if TYPE_CHECKING:
    from msweeper.stats.entry import Entry

__all__ = ["RECORDS", "Keeper", "go_on", "load_game", "record_of", "sit_down"]

LAST = "last.json"
RECORDS = "records.db"
UNFINISHED = "unfinished"


def record_of(sitting: Sitting) -> GameRecord:
    """Return the record of a sitting as it stands."""
    game, result = sitting.game, sitting.result()
    mines = None if game.minefield is None else game.minefield.mines
    return GameRecord(
        id=game.origin_id,
        fingerprint=game.topology.fingerprint,
        mines_at=None if mines is None else tuple(map(game.topology.label, mines)),
        moves=tuple(sitting.moves),
        result=result.result,
        seconds=result.seconds,
        helps=result.helps,
        undos=result.undos,
        program=__version__,
        wish=str(game.proof or "") if game.minefield is None else "",
    )


def load_game(path: Path) -> GameRecord:
    """Read a saved game; one that is damaged stays as it is.

    Raises:
        FileError: it cannot be read, or is no saved game.
    """
    try:
        return GameRecord.loads(read_text(path))
    except ParseError as error:
        raise FileError(f"{path}: {error}", path=str(path)) from None


def sit_down(record: GameRecord, registry: Registry) -> tuple[Sitting, str | None]:
    """Return a sitting that goes on where `record` ends, and a line if its geometry changed.

    Raises:
        UnknownName: the topology's plugin is not there; names it.
        UsageError: the geometry changed so that the game cannot go on.
    """
    try:
        topology = registry.topology(record.id.spec)
    except UnknownName as error:
        raise UsageError(f"this game needs the topology {record.id.spec}: {error}") from error
    wished = None
    if record.wish and record.mines_at is None:
        board = choose(
            registry,
            Request(
                f"{record.id.spec}@{record.id.mines}",
                seed=record.id.seed,
                first=record.id.first,
                proof=Proof(record.wish),
            ),
        )
        wished = board.game()
    note = None
    if topology.fingerprint != record.fingerprint:
        note = (
            f"the geometry of {topology.spec} has changed since this game was saved:"
            " it goes on with the mines it had"
        )
    return Sitting.restore(record, topology, game=wished), note


def go_on(
    record: GameRecord, registry: Registry, settings: Settings | None = None
) -> tuple[Series, str | None]:
    """Return a series whose first game goes on where `record` ends, further ones on its board.

    And a line if the geometry changed. Raises as `sit_down`.
    """
    sitting, note = sit_down(record, registry)
    wish = record.wish or record.id.proof
    board = choose(
        registry,
        Request(
            f"{record.id.spec}@{record.id.mines}",
            first=record.id.first,
            proof=Proof(wish) if wish else None,
        ),
        settings,
    )
    return Series(board, sitting=sitting), note


def _entry(sitting: Sitting, record: GameRecord, level: str | None) -> Entry:
    from msweeper.stats.entry import Entry

    game, result = sitting.game, sitting.result()
    return Entry(
        spec=game.topology.spec,
        mines=game.mines,
        first=str(game.first),
        proof=str(game.proof or ""),
        level=level or "",
        result=result.result,
        seconds=round(result.seconds, 3),
        bbbv=result.bbbv,
        opens=result.opens,
        flags=result.flags,
        chords=result.chords,
        undos=result.undos,
        helps=result.helps,
        id=str(game.origin_id),
        game=record.dumps(),
    )


@final
class Keeper:
    """The folder in which games are kept. Nothing is created before something is kept."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._mine: Path | None = None
        """The file of the game that is being played, if it was kept before."""

    def unfinished(self) -> list[Path]:
        """Return the files of unfinished games, the newest first."""
        found = []
        for path in (self.data / UNFINISHED).glob("*.json"):
            with suppress(OSError):  # a link to nowhere
                found.append((path.stat().st_mtime, path.name, path))
        return [path for _, _, path in sorted(found, reverse=True)]

    def kept(self) -> list[tuple[Path, GameRecord]]:
        """Return the unfinished games that can be read, the newest first."""
        found = []
        for path in self.unfinished():
            with suppress(FileError):
                found.append((path, load_game(path)))
        return found

    def take(self, path: Path) -> None:
        """Go on with the game of this file: it stays until that is finished or kept again."""
        self._mine = path

    def finished(self, most: int = 50) -> list[GameRecord]:
        """Return the last finished games, the newest first, at most `most`.

        Raises:
            FileError: the records cannot be read.
        """
        from msweeper.stats.database import Records

        entries = Records(self.data / RECORDS).entries()
        found = []
        for entry in reversed(entries[-most:]):
            with suppress(ParseError):
                found.append(GameRecord.loads(entry.game))
        return found

    def resume(self, registry: Registry) -> tuple[GameRecord | None, tuple[str, ...]]:
        """Return the newest unfinished game that can go on, and a line for each that cannot.

        A damaged file is put aside; one whose plugin is missing waits for it. The file that is
        taken stays until the game is finished or kept again.
        """
        lines: list[str] = []
        with lock(self.data / ".lock"):
            for path in self.unfinished():
                try:
                    record = load_game(path)
                except FileError as error:
                    aside = keep_aside(path)
                    lines.append(f"{error}; it is kept aside as {aside.name}")
                    continue
                try:
                    sit_down(record, registry)
                except MsweeperError as error:
                    lines.append(f"{path.name} cannot go on: {error.message}")
                    continue
                self._mine = path
                return record, tuple(lines)
        return None, tuple(lines)

    def keep(self, sitting: Sitting) -> Path:
        """Keep an unfinished game, for ``play --resume``.

        Raises:
            FileError: it cannot be written.
        """
        if self._mine is None:
            name = f"{time.time_ns():020d}-{os.getpid()}.json"
            self._mine = self.data / UNFINISHED / name
        with lock(self.data / ".lock"):
            write_text(self._mine, record_of(sitting).dumps())
        return self._mine

    def save(self, sitting: Sitting, name: str) -> str:
        """Write a game to the file `name`, or keep it if there is no name; return what was done.

        Raises:
            FileError: it cannot be written, or the file is there and is no saved game.
        """
        if not name:
            self.keep(sitting)
            return KEPT
        path = Path(name)
        if not path.parent.exists():
            raise FileError(f"there is no folder {path.parent}", path=name)
        there = path.exists()
        if there:
            try:
                load_game(path)
            except FileError as error:
                raise FileError(
                    f"{path} is there and is no saved game: choose another name", path=name
                ) from error
        write_text(path, record_of(sitting).dumps())
        return f"{'replaced' if there else 'saved'} {path}: msweeper play --load {path}"

    def finish(self, sitting: Sitting, level: str | None = None) -> str | None:
        """Record a finished game, keep it as the last one, and forget that it was unfinished.

        An end that a redo has come to again was recorded when it was first reached.

        Returns:
            A sentence on a damaged file that was put aside; None if all is well.

        Raises:
            FileError: it cannot be written.
        """
        from msweeper.stats.database import Records

        if sitting.moves and sitting.moves[-1][1] == "redo":
            self.forget()
            return None
        record = record_of(sitting)
        with lock(self.data / ".lock"):
            write_text(self.data / LAST, record.dumps())
        warning = Records(self.data / RECORDS).add(_entry(sitting, record, level))
        self.forget()
        return warning

    def forget(self) -> None:
        """Let the next game be kept in a file of its own, and drop this one's."""
        if self._mine is not None:
            mine, self._mine = self._mine, None
            try:
                mine.unlink(missing_ok=True)
            except OSError as error:
                raise FileError(f"cannot remove {mine}: {error.strerror}", path=str(mine)) from None

    def last(self) -> GameRecord:
        """Return the last finished game.

        Raises:
            FileError: there is none.
        """
        path = self.data / LAST
        if not path.exists():
            raise FileError("no game has been finished on this terminal yet", path=str(path))
        return load_game(path)
