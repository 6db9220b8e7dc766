"""Where our files are, and what the config file says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, final

from msweeper.errors import FileError, MsweeperError, near_names
from msweeper.render.themes import THEMES
from msweeper.sitting.keymap import COMMANDS, Keymap

__all__ = [
    "SETTINGS",
    "Paths",
    "Setting",
    "Settings",
    "change_setting",
    "find_paths",
    "load_settings",
    "write_settings",
]


@final
@dataclass(frozen=True, slots=True)
class Paths:
    """The platform's places, or all below ``MSWEEPER_HOME``. Nothing is created here."""

    config: Path
    """The config file."""
    data: Path
    """The folder of saves, replays and records."""


class Setting(NamedTuple):
    """Something at the top of the config file: a text."""

    name: str
    what: str
    choices: tuple[str, ...] = ()
    """All that it can be; empty: any text."""
    example: str = ""


SETTINGS: Final = (
    Setting("topology", "the topology, or whole board, where none is named"),
    Setting("level", "the level where nothing is said of level or size", example="beginner"),
    Setting("mode", "how play begins on a terminal", ("screen", "line")),
    Setting("theme", "the colors of full screen", tuple(THEMES)),
    Setting("glyphs", "the characters of full screen", ("auto", "unicode", "ascii")),
    Setting("cells", "roomy has a blank between cells, for the cursor", ("roomy", "compact")),
    Setting(
        "light",
        "light up the cursor's neighbors; auto: where a number can exceed 8, or of several panels",
        ("auto", "on", "off"),
    ),
)
"""All settings but those in tables of their own."""


@final
@dataclass(frozen=True, slots=True)
class Settings:
    """What the config file can set."""

    topology: str = "square"
    level: str | None = None
    disabled: tuple[str, ...] = ()
    """Entry points of plugins that are not loaded."""
    mode: str = "screen"
    theme: str = "dark"
    glyphs: str = "auto"
    cells: str = "roomy"
    light: str = "auto"
    keymap: Keymap = field(default_factory=Keymap)


def find_paths(environ: Mapping[str, str] | None = None) -> Paths:
    """Return where our files are; ``MSWEEPER_HOME`` moves all of them."""
    environ = os.environ if environ is None else environ
    home = environ.get("MSWEEPER_HOME")
    if home:
        return Paths(Path(home) / "config.toml", Path(home) / "data")
    from platformdirs import user_config_path, user_data_path

    return Paths(
        user_config_path("msweeper", appauthor=False) / "config.toml",
        user_data_path("msweeper", appauthor=False),
    )


def load_settings(path: Path) -> Settings:
    """Read the config file; without one, the defaults.

    Raises:
        FileError: it cannot be read, is no TOML, or sets something to a wrong type.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot read the config file {path}: {error}", path=str(path)) from error
    import tomllib

    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"the config file {path} is no TOML: {error}", path=str(path)) from error

    def wrong(name: str, wanted: str) -> FileError:
        return FileError(f"the config file {path} must give {name} as {wanted}", path=str(path))

    known = {setting.name: setting for setting in SETTINGS}
    tables = {"plugins": ("disable",), "keys": tuple(command.name for command in COMMANDS)}
    for prefix, table, names in (("", content, (*known, *tables)), *_tables(content, tables)):
        for name in table:
            if name not in names:
                near = near_names(name, names)
                hint = f"; did you mean {prefix}{near[0]}?" if near else ""
                raise FileError(
                    f"the config file {path} sets {prefix}{name}, which is unknown{hint}",
                    path=str(path),
                )
    for name in tables:
        if not isinstance(content.get(name, {}), dict):
            raise wrong(name, "a table")
    given: dict[str, Any] = {}
    for name, setting in known.items():
        if name not in content:
            continue
        value = given[name] = content[name]
        if not isinstance(value, str):
            raise wrong(name, "a text")
        if setting.choices and value not in setting.choices:
            raise wrong(name, f"one of {', '.join(setting.choices)}, not {value!r}")
    disabled = content.get("plugins", {}).get("disable", [])
    if not _are_texts(disabled):
        raise wrong("plugins.disable", "a list of names")
    keys = {
        name: [value] if isinstance(value, str) else value
        for name, value in content.get("keys", {}).items()
    }
    for name, value in keys.items():
        if not _are_texts(value):
            raise wrong(f"keys.{name}", "a key or a list of keys")
    try:
        keymap = Keymap(keys)
    except MsweeperError as error:
        raise FileError(f"the config file {path}: {error}", path=str(path)) from error
    return Settings(**given, disabled=tuple(disabled), keymap=keymap)


def _tables(
    content: Mapping[str, Any], tables: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    for name, known in tables.items():
        table = content.get(name)
        if isinstance(table, dict):
            yield f"{name}.", table, known


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def write_settings(settings: Settings) -> str:
    """Return the config file that says `settings`, with what it could say in comments.

    What is as it would be anyway is commented out, so that a later default holds.
    """
    usual = Settings()
    lines = ["# msweeper reads this file when it starts. A line without # changes something.", ""]
    for setting in SETTINGS:
        value, default = getattr(settings, setting.name), getattr(usual, setting.name)
        choices = f": {', '.join(setting.choices)}" if setting.choices else ""
        lines.append(f"# {setting.what}{choices}")
        mark = "# " if value == default else ""
        lines += [f"{mark}{setting.name} = {_toml(value or setting.example)}", ""]
    lines += ["[plugins]", "# entry points that are not loaded"]
    mark = "" if settings.disabled else "# "
    lines += [f"{mark}disable = {_toml(list(settings.disabled))}", ""]
    lines += ["[keys]", "# a key or a list of them; a key that is set here is taken from others"]
    for command in COMMANDS:
        keys = settings.keymap.keys[command.name]
        mark = "# " if keys == usual.keymap.keys[command.name] else ""
        lines += [f"# {command.what}", f"{mark}{command.name} = {_toml(list(keys))}"]
    return "\n".join(lines)


def change_setting(text: str, name: str, value: str) -> str:
    """Return the config file `text` with one setting of `SETTINGS` changed, all else as it was.

    A line that sets it is changed, else the comment that shows it is made one, else one is added.
    """
    assert name in {setting.name for setting in SETTINGS}
    lines = text.splitlines()
    top = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    line = f"{name} = {_toml(value)}"
    text_or_none = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*')?"""
    there = re.compile(rf"""\s*(?:{name}|"{name}"|'{name}')\s*=\s*{text_or_none}""")
    commented = re.compile(rf"\s*#\s*{name}\s*=\s*{text_or_none}\s*$")
    for pattern in (there, commented):
        for number in range(top):
            found = pattern.match(lines[number])
            if found is not None:
                lines[number] = line + lines[number][found.end() :]
                return "\n".join(lines) + "\n"
    lines.insert(top, line)
    return "\n".join(lines) + "\n"


def _toml(value: str | list[str]) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)  # what JSON writes of these, TOML reads
