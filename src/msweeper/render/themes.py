"""Colors as data: what each state of a cell looks like, in light, dark, for the color-blind, mono.

Colors are numbers of the 256-color palette from 16 up, whose values every terminal agrees on (those
below are the user's own). Color is never all: each state has a glyph of its own, and the cursor has
brackets or stands in reverse. Every color stands at least 4.5:1 against each background that it
can meet, the measure of the WCAG for text; a test counts it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, final

from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG

__all__ = ["THEMES", "Ink", "Theme"]


class Ink(NamedTuple):
    """How text is written. None: the terminal's own color."""

    color: int | None = None
    background: int | None = None
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    dim: bool = False


@final
@dataclass(frozen=True, slots=True)
class Theme:
    """One look. `numbers` are for 1 to 8; where a topology has higher ones, `ramp` spans them."""

    name: str
    summary: str
    text: Ink
    """All that is no cell: the status line, menus, help."""
    faint: Ink
    """Captions, frames, ghosts."""
    zero: Ink
    finished: Ink
    """A number whose mines all have flags."""
    states: Mapping[int, Ink]
    """By code: closed, flag, and the four marks of the end."""
    numbers: tuple[int, ...]
    ramp: tuple[int, ...]
    near: Ink
    """Laid under the neighbors of a cell: its background and attributes count."""
    reason: Ink
    """Laid under the numbers that a hint rests on."""
    cursor: Ink
    """In reverse, so that it stands out where no color does."""

    def ink(self, code: int, highest: int) -> Ink:
        """Return how what a cell shows is written, on a board whose numbers end at `highest`."""
        if code < 0:
            return self.states[code]
        if code == 0:
            return self.zero
        if not self.numbers:
            return self.text._replace(bold=True)
        if highest <= len(self.numbers):
            return Ink(self.numbers[code - 1], self.text.background, bold=True)
        at = (code - 1) * (len(self.ramp) - 1) // (highest - 1)
        return Ink(self.ramp[at], self.text.background, bold=True)

    def over(self, ink: Ink, mark: Ink) -> Ink:
        """Return `ink` with `mark` laid under it.

        A state that has a background of its own keeps it, and is underlined instead.
        """
        if mark.reverse:
            return mark._replace(reverse=mark.color is not None or not ink.reverse)
        if ink.background != self.text.background:
            return ink._replace(underline=True)
        return ink._replace(
            background=ink.background if mark.background is None else mark.background,
            underline=ink.underline or mark.underline,
            bold=ink.bold or mark.bold,
        )


def _theme(
    name: str,
    summary: str,
    *,
    ground: int,
    text: int,
    faint: int,
    zero: int,
    closed: int,
    flag: int,
    mine: int,
    hit: tuple[int, int],
    right: int,
    wrong: tuple[int, int],
    numbers: tuple[int, ...],
    ramp: tuple[int, ...],
    near: int,
    reason: int,
    cursor: tuple[int, int],
) -> Theme:
    return Theme(
        name,
        summary,
        text=Ink(text, ground),
        faint=Ink(faint, ground),
        zero=Ink(zero, ground),
        finished=Ink(faint, ground),
        states={
            CLOSED: Ink(closed, ground),
            FLAG: Ink(flag, ground, bold=True),
            MINE: Ink(mine, ground, bold=True),
            HIT: Ink(*hit, bold=True),
            RIGHT_FLAG: Ink(right, ground, bold=True),
            WRONG_FLAG: Ink(*wrong, bold=True),
        },
        numbers=numbers,
        ramp=ramp,
        near=Ink(background=near),
        reason=Ink(background=reason, underline=True),
        cursor=Ink(cursor[1], cursor[0], bold=True, reverse=True),
    )


_DARK: Final = _theme(
    "dark",
    "bright colors on nearly black",
    ground=233,
    text=252,
    faint=248,
    zero=248,
    closed=252,
    flag=221,
    mine=210,
    hit=(231, 124),
    right=120,
    wrong=(16, 209),
    numbers=(75, 114, 210, 147, 215, 80, 255, 250),
    ramp=(
        75,
        117,
        80,
        79,
        78,
        114,
        113,
        149,
        185,
        221,
        222,
        215,
        216,
        209,
        210,
        211,
        212,
        177,
        183,
    ),
    near=237,
    reason=17,
    cursor=(16, 229),
)
_LIGHT: Final = _theme(
    "light",
    "dark colors on white",
    ground=231,
    text=236,
    faint=241,
    zero=241,
    closed=238,
    flag=94,
    mine=124,
    hit=(231, 124),
    right=22,
    wrong=(231, 88),
    numbers=(19, 22, 124, 54, 88, 23, 16, 238),
    ramp=(19, 18, 24, 23, 22, 58, 94, 88, 124, 125, 89, 90, 91, 55, 54, 53),
    near=255,
    reason=195,
    cursor=(231, 24),
)
_COLORBLIND: Final = _theme(
    "colorblind",
    "blue to yellow, told apart without red and green",
    ground=233,
    text=252,
    faint=248,
    zero=248,
    closed=252,
    flag=229,
    mine=214,
    hit=(16, 214),
    right=117,
    wrong=(16, 229),
    numbers=(75, 229, 143, 226, 51, 181, 155, 255),
    ramp=(75, 111, 117, 153, 159, 195, 230, 229, 228, 227, 221, 220, 214, 178),
    near=237,
    reason=17,
    cursor=(16, 231),
)
_MONO: Final = Theme(
    "mono",
    "no color: the terminal's own, bold, underlined and in reverse",
    text=Ink(),
    faint=Ink(),
    zero=Ink(),
    finished=Ink(),
    states={
        CLOSED: Ink(),
        FLAG: Ink(bold=True),
        MINE: Ink(bold=True),
        HIT: Ink(bold=True, reverse=True),
        RIGHT_FLAG: Ink(bold=True),
        WRONG_FLAG: Ink(bold=True, reverse=True),
    },
    numbers=(),
    ramp=(),
    near=Ink(underline=True),
    reason=Ink(underline=True, bold=True),
    cursor=Ink(reverse=True),
)
THEMES: Final = {theme.name: theme for theme in (_DARK, _LIGHT, _COLORBLIND, _MONO)}
