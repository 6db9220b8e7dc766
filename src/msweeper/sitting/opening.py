"""What a full screen needs to open: handed from the command line to whatever draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from msweeper.plugins import Registry
from msweeper.record.replay import Tape
from msweeper.render.glyphs import Glyphs
from msweeper.sitting.keep import Keeper
from msweeper.sitting.series import Series
from msweeper.sitting.settings import Paths, Settings
from msweeper.sitting.sitting import Result

__all__ = ["OpenFullScreen", "Opening"]


@final
@dataclass(slots=True)
class Opening:
    """A game, a game to be watched again or, without either, the menu."""

    registry: Registry
    settings: Settings
    paths: Paths
    keeper: Keeper
    glyphs: Glyphs
    series: Series | None = None
    tape: Tape | None = None
    glyphs_chosen: bool = False
    """Whether an option asks for the glyphs; else the settings may."""
    color: bool = True
    compact: bool = False
    notes: tuple[str, ...] = ()
    """Lines to be shown with the first game."""


OpenFullScreen = Callable[[Opening], tuple[Result | None, int]]
"""Opens the full screen and returns when it is left: how the last game stands, the exit code."""
