"""Writes a package for a new topology from the templates that come with us."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path
from shlex import quote

from msweeper import __version__
from msweeper.errors import FileError, ParseError, UsageError
from msweeper.plugins import OWN, load_plugins

__all__ = ["next_steps", "package", "write_package"]

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""Stricter than for a topology: it is a distribution and a module too."""
_LONGEST = 60
_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "LICENSE": "LICENSE",
    ".gitignore": "gitignore",
    ".github/workflows/test.yml": "test.yml",
    "src/@MODULE@/__init__.py": "module.py",
    "src/@MODULE@/py.typed": "py.typed",
    "tests/test_@UNDER@.py": "test.py",
}
"""Where each template goes."""


def package(name: str) -> dict[str, str]:
    """Return the files of a package for the topology `name`: path to text.

    Raises:
        ParseError: it is no name for a topology and a distribution.
        UsageError: it is the name of one that comes with msweeper.
    """
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise ParseError(
            f"{name!r} is no name for a topology: lower-case letters, digits and single hyphens,"
            f" a letter first, at most {_LONGEST}, as in penrose-p3",
            text=name,
        )
    owner = load_plugins().topologies.get(name)
    if owner is not None and owner.plugin.distribution == OWN:
        raise UsageError(f"{name} comes with msweeper: choose another name")
    under = name.replace("-", "_")
    words = {
        "@NAME@": name,
        "@UNDER@": under,
        "@MODULE@": f"msweeper_{under}",
        "@CLASS@": "".join(map(str.capitalize, name.split("-"))),
        "@VERSION@": __version__,
    }

    def fill(text: str) -> str:
        for word, value in words.items():
            text = text.replace(word, value)
        return text

    home = files("msweeper") / "scaffold"
    return {
        fill(path): fill((home / f"{template}.in").read_text(encoding="utf-8"))
        for path, template in _FILES.items()
    }


def write_package(name: str, into: Path | None = None) -> Path:
    """Write the package into a folder that is new or empty (a repository may be there already).

    Raises:
        ParseError, UsageError: as for `package`.
        FileError: the folder is not empty, or cannot be written; nothing is overwritten.
    """
    texts = package(name)
    folder = Path(f"msweeper-{name}") if into is None else into
    try:
        folder = folder.expanduser()  # a shell leaves a quoted ~ alone
        if folder.exists() and (
            not folder.is_dir() or any(one.name != ".git" for one in folder.iterdir())
        ):
            raise FileError(f"{folder} is no empty folder: choose another", path=str(folder))
        for path, text in texts.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            with open(file, "x", encoding="utf-8", newline="\n") as out:
                out.write(text)
    except (OSError, RuntimeError) as error:  # the latter: ~ of nobody who is known
        why = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot write {folder}: {why}", path=str(folder)) from error
    return folder


def next_steps(name: str, folder: Path) -> str:
    """Return what was written and what to do with it."""
    where = quote(os.fspath(folder))
    module = quote(os.fspath(folder / "src" / f"msweeper_{name.replace('-', '_')}" / "__init__.py"))
    return (
        f"wrote {folder}: a wall of bricks, to be replaced by your geometry in {module}\n"
        f"  play it     msweeper play {name} --plugin {module}\n"
        f"  check it    msweeper check {module}\n"
        f"  install it  pip install -e {where}"
    )
