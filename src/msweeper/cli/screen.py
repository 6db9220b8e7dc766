"""What the terminal can do: color, glyphs, width."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO, final

from msweeper.render.glyphs import ASCII, UNICODE, Glyphs, fits

__all__ = ["Color", "Screen", "look_at"]


class Color(StrEnum):
    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@final
@dataclass(frozen=True, slots=True)
class Screen:
    """How to draw: on a terminal in Unicode and color where it can, else plain ASCII."""

    interactive: bool
    """Both ends are a terminal: prompt, and offer what to do next."""
    glyphs: Glyphs = ASCII
    color: bool = False
    compact: bool = False
    width: int = 80
    height: int = 24


def look_at(
    stdin: TextIO,
    stdout: TextIO,
    *,
    color: Color = Color.AUTO,
    ascii_only: bool | None = None,
    compact: bool = False,
) -> Screen:
    """Return how to draw on `stdout`; an option beats a variable, a variable beats a guess."""
    terminal = stdout.isatty()
    if ascii_only is None:
        ascii_only = not terminal
    able = fits(UNICODE, getattr(stdout, "encoding", None))
    size = shutil.get_terminal_size((80, 24))
    return Screen(
        interactive=terminal and stdin.isatty(),
        glyphs=ASCII if ascii_only or not able else UNICODE,
        color=_wants_color(color, terminal),
        compact=compact,
        width=max(1, size.columns) if terminal else 80,
        height=max(1, size.lines) if terminal else 24,
    )


def _wants_color(color: Color, terminal: bool) -> bool:
    if color is not Color.AUTO:
        return color is Color.ALWAYS
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    if terminal and sys.platform == "win32":  # pragma: no cover
        os.system("")  # old consoles take escape sequences only after a first process
    return terminal
