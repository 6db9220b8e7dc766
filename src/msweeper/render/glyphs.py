"""Which characters show what. Every glyph is one column wide in every terminal.

The ASCII set is fixed: scripts and people paste it. The Unicode set is free to change, but for
its width: no ambiguous, wide or emoji characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import final

from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG

__all__ = ["ASCII", "UNICODE", "Glyphs", "fits", "legend"]


@final
@dataclass(frozen=True, slots=True)
class Glyphs:
    """One character for each code of `msweeper.view` and for 0; numbers are decimal."""

    name: str
    closed: str
    zero: str
    flag: str
    mine: str
    hit: str
    wrong_flag: str

    def table(self) -> MappingProxyType[int, str]:
        """Return the character of each code that has one."""
        return MappingProxyType(
            {
                0: self.zero,
                CLOSED: self.closed,
                FLAG: self.flag,
                MINE: self.mine,
                HIT: self.hit,
                RIGHT_FLAG: self.flag,
                WRONG_FLAG: self.wrong_flag,
            }
        )


ASCII = Glyphs("ascii", "#", ".", "F", "*", "@", "x")
UNICODE = Glyphs("unicode", "\u25ae", "\u22c5", "\u2691", "\u2731", "\u2297", "\u2717")


def legend(glyphs: Glyphs) -> str:
    """Return one line that says what the characters mean."""
    return (
        f"closed {glyphs.closed}  no mine around {glyphs.zero}  flag {glyphs.flag};"
        f" at the end: mine {glyphs.mine}  the mine hit {glyphs.hit}"
        f"  wrong flag {glyphs.wrong_flag}"
    )


def fits(glyphs: Glyphs, encoding: str | None) -> bool:
    """Whether a stream with this encoding can print these glyphs."""
    try:
        "".join(glyphs.table().values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
