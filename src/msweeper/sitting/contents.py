"""Files that enter a spec: read where a person names a path, kept where a spec has their hash."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import final

from msweeper.content import digest_of, pack, tidy
from msweeper.errors import FileError
from msweeper.plugins import Registry
from msweeper.record.files import write_text

__all__ = ["FILES", "MAX_BYTES", "KeptContents", "put_files", "read_content"]

FILES = "files"
"""The folder of `KeptContents` among the data."""
MAX_BYTES = 32 * 2**20
"""The largest file that is read."""

_KEY_AND_PATH = re.compile(
    r"(?<=[:,])(?P<key>[a-z][a-z0-9-]*)=@(?P<path>.+?)(?=,[a-z][a-z0-9-]*=|@[0-9]+(?:/|$)|$)"
)


@final
class KeptContents:
    """A folder that holds contents under their hashes; made when the first one is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}.txt"

    def find(self, digest: str) -> str | None:
        """Return the content with this hash; None where it is not there, or damaged."""
        try:
            content = tidy(self._path(digest).read_bytes().decode())
        except (OSError, UnicodeError):
            return None
        return content if digest_of(content) == digest else None

    def keep(self, content: str) -> None:
        """Write `content` unless it is there. Where that fails, specs must bring the file anew."""
        digest = digest_of(content)
        if self.find(digest) is None:
            with suppress(FileError):
                write_text(self._path(digest), content)


def read_content(path: str) -> str:
    """Return what the file at `path` holds, tidied.

    Raises:
        FileError: it cannot be read, is too large, or is no UTF-8.
    """
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES // 2**20} MiB")
        return tidy(data.decode("utf-8-sig"))
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot read {path}: {why}", path=path) from error


def put_files(text: str, registry: Registry) -> str:
    """Return a BOARD, an argument of a command, with the content of its files for their paths.

    Only behind the name of a parameter that is a file, ``@PATH`` is one. A path ends before the
    next ``,key=`` or ``@MINES``, or with the text. Texts that come from elsewhere (saves, ids,
    positions) never go through here: they must not read files.

    Raises:
        FileError: a file cannot be read.
    """
    registered = registry.topologies.get(text.partition(":")[0])
    if registered is None:
        return text
    files = {p.name for p in registered.factory.parameters if p.type == "file"}

    def replace(match: re.Match[str]) -> str:
        if match["key"] not in files:
            return match[0]
        content = read_content(match["path"])
        registered.keep({match["key"]: content})
        return f"{match['key']}={pack(content)}"

    return _KEY_AND_PATH.sub(replace, text)
