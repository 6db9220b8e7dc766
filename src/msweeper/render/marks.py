"""What a cell looks like in a picture: what it shows, or its chance of being a mine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from msweeper.render.strokes import SYMBOLS
from msweeper.view import FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG, View, shows

__all__ = ["Mark", "marks"]

_WORDS = {
    FLAG: "flag",
    MINE: "mine",
    HIT: "hit",
    RIGHT_FLAG: "right flag",
    WRONG_FLAG: "wrong flag",
}


@final
@dataclass(frozen=True, slots=True)
class Mark:
    """What a cell looks like: a class of the style sheet, a symbol, and words for it."""

    name: str
    symbol: str
    """The id of what is drawn in the cell; empty for nothing."""
    words: str
    code: int
    """What the cell shows, as a code of `msweeper.view`."""
    percent: int = -1
    """Its chance of being a mine; -1 where that is not shown."""

    @classmethod
    def of(cls, code: int, chance: float | None = None) -> Mark:
        """Return the mark of a cell; a closed one may be given its chance of being a mine.

        A chance is 0 or 1 only where that is proved: nothing else is rounded to either.
        """
        if code > 0:
            return cls(f"n{code}", f"n{code}", str(code), code)
        if code == 0:
            return cls("n0", "zero", "0", code)
        words = _WORDS.get(code, shows(code))
        if chance is None or chance != chance:
            name = shows(code)
            return cls(name, name if name in SYMBOLS else "", words, code)
        percent = round(100 * chance)
        if 0 < chance < 1:
            percent = min(99, max(1, percent))
        symbol = "mine" if percent == 100 else f"p{percent}"
        return cls(f"p{percent}", symbol, f"{words}, mine {percent}%", code, percent)


def marks(view: View, chance: Callable[[int], float] | None = None) -> list[Mark]:
    """Return the mark of each cell; with `chance`, closed cells show it."""
    if chance is None:
        by_code = {code: Mark.of(code) for code in set(view.cells)}
        return [by_code[code] for code in view.cells]
    return [
        Mark.of(code, None if code >= 0 else chance(cell)) for cell, code in enumerate(view.cells)
    ]
