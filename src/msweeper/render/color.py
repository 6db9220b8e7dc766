"""Colors of the text renderer: a ramp over the numbers up to the topology's highest."""

from __future__ import annotations

from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG

__all__ = ["dim", "paint"]

_FIXED = {
    0: "2",
    CLOSED: "90",
    FLAG: "1;33",
    MINE: "1;31",
    HIT: "1;97;41",
    RIGHT_FLAG: "1;32",
    WRONG_FLAG: "1;31;7",
}
_CLASSIC = (39, 34, 203, 63, 130, 37, 171, 245)
"""Numbers 1 to 8, in the order of hues that players know."""
_RAMP = (39, 38, 37, 36, 35, 34, 70, 106, 142, 178, 172, 166, 160, 161, 162, 163, 164, 129, 93, 99)
"""Blue over green and yellow to red and violet, of the 256-color palette."""


def paint(text: str, code: int, highest: int) -> str:
    """Return `text` colored by what a cell shows, on a board whose numbers end at `highest`."""
    if code in _FIXED:
        sgr = _FIXED[code]
    elif highest <= len(_CLASSIC):
        sgr = f"1;38;5;{_CLASSIC[code - 1]}"
    else:
        sgr = f"1;38;5;{_RAMP[(code - 1) * (len(_RAMP) - 1) // (highest - 1)]}"
    return f"\x1b[{sgr}m{text}\x1b[0m"


def dim(text: str) -> str:
    """Return `text` as it stands beside the board: captions, frames, ghosts."""
    return f"\x1b[2m{text}\x1b[0m"
