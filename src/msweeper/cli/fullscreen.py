"""From the command line to the full screen: whether there is one, and opening it."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer

from msweeper.sitting.keep import Keeper
from msweeper.sitting.settings import Settings

if TYPE_CHECKING:
    from msweeper.sitting.opening import Opening
    from msweeper.sitting.sitting import Result

_LARGE = 100_000
"""Cells of a board that takes seconds to be drawn first."""

__all__ = ["kept_lines", "no_full_screen", "open_full_screen"]


def no_full_screen(ctx: typer.Context, settings: Settings, *, asked: bool) -> str | None:
    """Return a line on how to get the full screen, perhaps an empty one; None if it can open.

    `asked` says that options ask for lines.
    """
    if asked:
        return "typed play; without --plain, --speak, --echo and --final it has the whole screen"
    if settings.mode == "line":
        return ""  # the config file says so: nothing that has to be told each time
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "typed play; with a terminal for input, output and errors it has the whole screen"
    if sys.platform != "win32" and (os.environ.get("TERM") or "dumb") == "dumb":
        return "typed play; a terminal that can move its cursor has the whole screen"
    if find_spec("textual") is None or ctx.find_root().obj is None:
        return "typed play; pip install 'msweeper[tui]' adds the whole screen"
    return None


def open_full_screen(ctx: typer.Context, opening: Opening) -> tuple[Result | None, int]:
    """Open it; return how the last game stands when it is left, and the exit code."""
    series = opening.series
    if series is not None and series.sitting.game.topology.size > _LARGE:
        cells = series.sitting.game.topology.size
        print(f"drawing {cells:,} cells takes a moment ...", file=sys.stderr, flush=True)
    opened: tuple[Result | None, int] = ctx.find_root().obj(opening)
    return opened


def kept_lines(keeper: Keeper) -> list[str]:
    """Return a line on the games that are kept, if there are any."""
    kept = len(keeper.unfinished())
    if not kept:
        return []
    if kept == 1:
        return ["an unfinished game is kept: msweeper play --resume goes on with it"]
    return [f"{kept} unfinished games are kept: msweeper play --resume takes the newest"]
