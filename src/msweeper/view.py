"""All that a player may know of a game. Solvers and renderers get this and nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import final

from msweeper.errors import OutOfRange, ParseError
from msweeper.minefield import check_mines
from msweeper.topology import Topology

__all__ = [
    "CLOSED",
    "FLAG",
    "HIT",
    "MINE",
    "RIGHT_FLAG",
    "SHOWS",
    "WRONG_FLAG",
    "Status",
    "View",
    "shows",
]

CLOSED = -1
FLAG = -2
MINE = -3
"""A mine, shown at the end."""
HIT = -4
"""The mine that went off."""
RIGHT_FLAG = -5
"""A flag on a mine, shown at the end."""
WRONG_FLAG = -6
"""A flag on a safe cell, shown at the end."""

SHOWS = {
    CLOSED: "closed",
    FLAG: "flag",
    MINE: "mine",
    HIT: "hit",
    RIGHT_FLAG: "right-flag",
    WRONG_FLAG: "wrong-flag",
}
"""The texts of what a cell shows; a number shows itself in decimal."""
_PARSE = {text: code for code, text in SHOWS.items()}


def shows(code: int) -> str:
    """Return the text of what a cell shows."""
    return SHOWS[code] if code < 0 else str(code)


class Status(StrEnum):
    READY = "ready"
    """No cell has been opened."""
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"

    @property
    def over(self) -> bool:
        return self in (Status.WON, Status.LOST)


@final
@dataclass(frozen=True, slots=True)
class View:
    """What each cell shows, in cell order: a number from 0 up, or one of the codes below 0."""

    topology: Topology
    mines: int
    """How many mines the whole board has."""
    cells: array[int]
    """Not to be written to."""
    status: Status

    @classmethod
    def of(
        cls, topology: Topology, mines: int, cells: Mapping[int, int | str] | None = None
    ) -> View:
        """Return a view with these cells as given, and all others closed.

        A value is a number, its decimal text, or one of the texts of `SHOWS`.

        Raises:
            OutOfRange: a number above the cell's degree, more mines than fit.
            ParseError: a text that is neither.
        """
        check_mines(topology, mines)
        known = array("i", [CLOSED]) * topology.size
        for cell, value in (cells or {}).items():
            label = topology.label(cell)  # first: it refuses a cell that is not on the board
            if isinstance(value, str) and value in _PARSE:
                known[cell] = _PARSE[value]
                continue
            if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
                value = int(value)
            if not isinstance(value, int) or isinstance(value, bool):
                raise ParseError(
                    f"{label} shows {value!r}; it can show a number or {', '.join(_PARSE)}",
                    text=str(value),
                )
            if not 0 <= value <= topology.degree(cell):
                raise OutOfRange(
                    f"number of {label}",
                    value,
                    f"it has {topology.degree(cell)} neighbors",
                )
            known[cell] = value
        return cls(topology, mines, known, status_of(known, mines))

    def shows(self, cell: int) -> str:
        """Return the text of what `cell` shows."""
        return shows(self.cells[cell])

    def count(self, codes: Iterable[int]) -> int:
        """Return how many cells show one of `codes`."""
        return sum(map(self.cells.count, codes))

    @property
    def flags(self) -> int:
        return self.count((FLAG, RIGHT_FLAG, WRONG_FLAG))

    @property
    def mines_left(self) -> int:
        """Mines minus flags; may be negative."""
        return self.mines - self.flags

    @property
    def closed(self) -> int:
        """How many cells are not open, flagged ones counted too."""
        return self.count(SHOWS)

    def __hash__(self) -> int:
        return hash((self.topology, self.mines, self.cells.tobytes(), self.status))


def status_of(cells: array[int], mines: int) -> Status:
    """Return the status that follows from what is shown."""
    if HIT in cells or MINE in cells or WRONG_FLAG in cells:
        return Status.LOST
    closed = sum(map(cells.count, SHOWS))
    if closed == mines:
        return Status.WON
    return Status.READY if closed == len(cells) else Status.PLAYING
