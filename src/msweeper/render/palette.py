"""Colors of pictures, light and dark. Everything drawn can be read on what is under it.

WCAG 2.2 (w3.org/TR/WCAG22, success criterion 1.4.3) asks for a contrast of 4.5 between text and
what is behind it; a test holds every pair of colors to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

__all__ = ["DARK", "LIGHT", "Palette", "Scheme", "mix"]


class Scheme(StrEnum):
    """Which colors a picture has; `AUTO` follows the reader's screen."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


@final
@dataclass(frozen=True, slots=True)
class Palette:
    """Colors as ``#rrggbb``."""

    page: str
    text: str
    edge: str
    """Between cells."""
    rim: str
    """Around the board."""
    closed: str
    open: str
    ink: str
    """Symbols."""
    cloth: str
    """Of a flag, on `closed`, `right` and `wrong`."""
    star: str
    """The explosion, on `open`."""
    right: str
    """Under a right flag."""
    wrong: str
    """Under a wrong flag."""
    low: str
    """Under a chance of 0."""
    high: str
    """Under a chance of 1."""
    numbers: tuple[str, ...]
    """1 to 8, on `open`."""
    ramp: tuple[str, ...]
    """From the lowest number to the highest, where there are more than 8; on `open`."""

    def number(self, value: int, highest: int) -> str:
        """Return the color of a number from 1 up, on a board whose numbers end at `highest`."""
        if highest <= len(self.numbers):
            return self.numbers[value - 1]
        steps = len(self.ramp) - 1
        step, part = divmod((value - 1) * steps, highest - 1)
        if step == steps:
            return self.ramp[-1]
        return mix(self.ramp[step], self.ramp[step + 1], part / (highest - 1))

    def chance(self, percent: int) -> str:
        """Return what is under a cell that is a mine with that chance."""
        return mix(self.low, self.high, percent / 100)


def mix(one: str, other: str, share: float) -> str:
    """Return the color that is `share` of the way from `one` to `other`, channel by channel."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _channels(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


LIGHT = Palette(
    page="#ffffff",
    text="#4d5866",
    edge="#8d9aab",
    rim="#4d5866",
    closed="#c3cedb",
    open="#f7f9fb",
    ink="#161b22",
    cloth="#9c1420",
    star="#c4252f",
    right="#bfe3c4",
    wrong="#ffd9a8",
    low="#e8f4ea",
    high="#f08a80",
    numbers=(
        *("#1c5fd4", "#1d7a1d", "#c9211e", "#5b2bab"),
        *("#8f4a00", "#00727a", "#a3157f", "#4d5866"),
    ),
    ramp=(
        *("#1c5fd4", "#00727a", "#1d7a1d", "#7a5c00"),
        *("#b04000", "#c9211e", "#a3157f", "#5b2bab"),
    ),
)
DARK = Palette(
    page="#0f1319",
    text="#aab6c5",
    edge="#566375",
    rim="#aab6c5",
    closed="#384556",
    open="#171d26",
    ink="#f3f6fa",
    cloth="#ffa69e",
    star="#e85550",
    right="#1f4a2c",
    wrong="#5c3d10",
    low="#1d3626",
    high="#9c2f2b",
    numbers=(
        *("#7fb4ff", "#79d47f", "#ff938b", "#caaaff"),
        *("#ffb861", "#64d6db", "#ff97de", "#bcc8d6"),
    ),
    ramp=(
        *("#7fb4ff", "#64d6db", "#79d47f", "#d8d25e"),
        *("#ffb861", "#ff938b", "#ff97de", "#caaaff"),
    ),
)
