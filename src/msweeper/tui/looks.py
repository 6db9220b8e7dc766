"""How full screen looks, from settings and options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from msweeper.render.glyphs import ASCII, UNICODE, Glyphs
from msweeper.render.themes import THEMES, Theme
from msweeper.sitting.settings import Settings

__all__ = ["Looks"]


@final
@dataclass(frozen=True, slots=True)
class Looks:
    """Theme, glyphs and cell style, and how neighbors are lit up."""

    theme: Theme
    glyphs: Glyphs
    compact: bool
    light: str
    color: bool = True
    """Whether the terminal is to show color: else there is one theme."""

    @classmethod
    def of(
        cls, settings: Settings, *, glyphs: Glyphs, color: bool, compact: bool, chosen: bool = False
    ) -> Looks:
        """Return the looks that the settings ask for, as far as the terminal can show them.

        Args:
            glyphs: those that the terminal can show, or that an option asks for.
            color: whether it is to show color at all.
            compact: whether an option asks for it.
            chosen: whether an option asks for the glyphs.
        """
        if not chosen and settings.glyphs != "auto":
            glyphs = ASCII if settings.glyphs == "ascii" else UNICODE
        return cls(
            THEMES[settings.theme if color else "mono"],
            glyphs,
            compact or settings.cells == "compact",
            settings.light,
            color,
        )

    def next_theme(self) -> Looks:
        """Return the same in the theme that comes next, where color is to be shown."""
        if not self.color:
            return self
        names = list(THEMES)
        name = names[(names.index(self.theme.name) + 1) % len(names)]
        return replace(self, theme=THEMES[name])
