"""Help that was asked for in play, and what of it is lit up on the board."""

from __future__ import annotations

from typing import Final, final

from msweeper.sitting.sitting import Sitting
from msweeper.view import CLOSED, FLAG

__all__ = ["Aid"]

_LIT: Final = 60
"""Numbers of a reason that are lit up, at most."""


@final
class Aid:
    """A hint with its reason, or odds; each holds for the view that it was asked for."""

    def __init__(self) -> None:
        self.hint: int | None = None
        """The cell that the hint names."""
        self.reason: frozenset[int] = frozenset()
        """That cell, and the numbers that prove it."""
        self.odds: dict[int, float] | None = None
        """Closed cell to its chance of a mine."""

    def find_hint(self, sitting: Sitting) -> str:
        """Ask for a hint; return it in words. Raises as `Sitting.think`."""
        from msweeper.sitting.thinking import hint_line

        thought = sitting.think()
        self.forget()
        move = thought.move
        if move is not None:
            self.hint = move.cell
            self.reason = frozenset((move.cell, *move.because[:_LIT]))
        return hint_line(move, thought.view)

    def find_odds(self, sitting: Sitting) -> str:
        """Ask for the odds; return what they are. Raises as `Sitting.think`."""
        thought = sitting.think()
        self.forget()
        cells = thought.view.cells
        self.odds = {
            cell: thought.analysis.p(cell)
            for cell in thought.view.topology
            if cells[cell] in (CLOSED, FLAG)
        }
        return "the chance of a mine in each closed cell, in percent"

    def forget(self) -> None:
        self.hint, self.reason, self.odds = None, frozenset(), None
