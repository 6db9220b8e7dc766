"""Files that are whole or not there: written beside, then moved into place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msweeper.errors import FileError

__all__ = ["keep_aside", "lock", "read_text", "write_text"]


def read_text(path: Path) -> str:
    """Return what a file holds.

    Raises:
        FileError: it cannot be read, or is no UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {path}: {_why(error)}", path=str(path)) from error


def write_text(path: Path, text: str) -> None:
    """Write a file so that at any moment it holds all of the old text or all of the new.

    Raises:
        FileError: it cannot be written; the old text stays.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink()
        raise FileError(f"cannot write {path}: {_why(error)}", path=str(path)) from error


def keep_aside(path: Path) -> Path:
    """Rename a damaged file so that nothing overwrites it; return its new name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise FileError(f"cannot move {path} aside: {_why(error)}", path=str(path)) from error
    return aside


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Keep other processes out of what the file `path` stands for, until the block ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise FileError(f"cannot write {path}: {_why(error)}", path=str(path)) from error
    with file:
        try:
            import fcntl
        except ImportError:  # another system: what is written is whole all the same
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
