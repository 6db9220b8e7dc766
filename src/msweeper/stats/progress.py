"""How much of a board is done while it is played, in units of 3BV, kept up move by move."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import final

from msweeper.minefield import Minefield
from msweeper.stats.measure import units

__all__ = ["Progress"]


@final
class Progress:
    """Counts the units that are done: openings of which all zeros are open, and open lone cells.

    Cost: one pass over the board at the beginning, then one step a changed cell.
    """

    def __init__(self, minefield: Minefield, shown: Iterable[int]) -> None:
        self._units, _ = units(minefield)
        self._left = array("i", bytes(4 * minefield.bbbv))
        for unit, code in zip(self._units, shown, strict=True):
            if unit >= 0 and code < 0:
                self._left[unit] += 1
        self.done = self._left.count(0)

    def change(self, cells: Iterable[int], before: Iterable[int], after: Iterable[int]) -> None:
        """Take note of what cells showed before and show after."""
        for cell, was, now in zip(cells, before, after, strict=True):
            unit = self._units[cell]
            if unit < 0 or (was < 0) is (now < 0):
                continue
            if now >= 0:
                self._left[unit] -= 1
                self.done += not self._left[unit]
            else:
                self.done -= not self._left[unit]
                self._left[unit] += 1
