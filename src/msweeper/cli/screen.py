"""What the terminal can do: color, glyphs, width."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO, final

from msweeper.render.glyphs import ASCII, UNICODE, Glyphs, fits
from msweeper.render.text import odds_picture, picture
from msweeper.view import View

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

    def draw(self, view: View) -> str:
        """Return the board as this screen shows it."""
        return picture(
            view, glyphs=self.glyphs, compact=self.compact, width=self.width, color=self.color
        )

    def draw_odds(self, view: View, chance: Callable[[int], float]) -> str:
        """Return the board with the chance of a mine in each closed cell."""
        return odds_picture(view, chance, glyphs=self.glyphs, width=self.width, color=self.color)


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
