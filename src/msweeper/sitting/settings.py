"""Where our files are, and what the config file says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import final

from msweeper.errors import FileError, near_names

__all__ = ["Paths", "Settings", "find_paths", "load_settings"]


@final
@dataclass(frozen=True, slots=True)
class Paths:
    """The platform's places, or all below ``MSWEEPER_HOME``. Nothing is created here."""

    config: Path
    """The config file."""
    data: Path
    """The folder of saves, replays and records."""


@final
@dataclass(frozen=True, slots=True)
class Settings:
    """What the config file can set."""

    topology: str = "square"
    level: str | None = None
    disabled: tuple[str, ...] = ()
    """Entry points of plugins that are not loaded."""


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

    plugins = content.get("plugins", {})
    for table, names in ((content, ("topology", "level", "plugins")), (plugins, ("disable",))):
        for name in table if isinstance(table, dict) else ():
            if name not in names:
                near = near_names(name, names)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise FileError(
                    f"the config file {path} sets {name}, which is unknown{hint}", path=str(path)
                )
    topology, level = content.get("topology", "square"), content.get("level")
    if not isinstance(topology, str):
        raise wrong("topology", "a text")
    if not isinstance(level, str | None):
        raise wrong("level", "a text")
    disabled = plugins.get("disable", []) if isinstance(plugins, dict) else None
    if not isinstance(disabled, list) or not all(isinstance(name, str) for name in disabled):
        raise wrong("plugins.disable", "a list of names")
    return Settings(topology, level, tuple(disabled))
