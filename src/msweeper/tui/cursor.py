"""The cursor: a cell, and all the ways to get from it to another, on any layout."""

from __future__ import annotations

from typing import Final, final

from msweeper.render.compass import Heading, around, compass
from msweeper.topology import Topology
from msweeper.view import CLOSED, View

__all__ = ["MOTIONS", "Cursor"]

_HEADINGS: Final = {heading.value: heading for heading in Heading}
MOTIONS: Final = frozenset(_HEADINGS) | {
    *("around", "around-back"),
    *("next", "previous"),
    *("first", "last"),
}
"""The commands of the key table that move the cursor and need nothing else."""


@final
class Cursor:
    """A cell of a topology, with what its last motions keep in mind."""

    def __init__(self, topology: Topology, cell: int) -> None:
        self.topology = topology
        self.cell = cell
        compass(topology.layout)  # made now: on a large board the first key would wait for it
        self._column: int | None = None
        """The column, in half cells, that going straight up and down keeps to."""
        self._turning: int | None = None
        """The cell that is being gone around."""

    def go(self, cell: int) -> None:
        """Go straight to a cell; going up and down, or around, begins anew there."""
        self.cell = cell
        self._column = self._turning = None

    def move(self, motion: str, count: int, view: View) -> str | None:
        """Do one of `MOTIONS`, `count` times; return a line where there is no way."""
        if motion in ("around", "around-back"):
            return self._turn(count if motion == "around" else -count)
        self._turning = None
        if motion in ("next", "previous"):
            return self._next_closed(count if motion == "next" else -count, view)
        if motion in ("first", "last"):
            self._row_end(Heading.RIGHT if motion == "last" else Heading.LEFT)
        else:
            self._step(_HEADINGS[motion], count)
        return None

    def _step(self, heading: Heading, count: int) -> None:
        where = compass(self.topology.layout)
        straight = heading.downwards and not heading.sideways
        column = self._column if straight else None
        for _ in range(count):
            step = where.step(self.cell, heading, column)
            if step.cell == self.cell:
                break
            self.cell, column = step
        self._column = column if straight else None

    def _turn(self, count: int) -> str | None:
        """Go around the cell where turning began, clockwise for a positive count."""
        home = self.cell if self._turning is None else self._turning
        ring = around(self.topology, home)
        if not ring:
            return f"{self.topology.label(home)} has no neighbors"
        if self._turning is None:
            at = count - 1 if count > 0 else count
        else:
            at = ring.index(self.cell) + count
        self.go(ring[at % len(ring)])
        self._turning = home
        return None

    def _next_closed(self, count: int, view: View) -> str | None:
        cells, size = view.cells, self.topology.size
        for _ in range(abs(count)):
            if count > 0:
                order = range(self.cell + 1, size + self.cell + 1)
            else:
                order = range(size + self.cell - 1, self.cell - 1, -1)
            found = next((cell % size for cell in order if cells[cell % size] == CLOSED), None)
            if found is None:
                return "no closed cell is left without a flag"
            self.go(found)
        return None

    def _row_end(self, heading: Heading) -> None:
        where = compass(self.topology.layout)
        places = self.topology.layout.places
        cell = self.cell
        while True:
            step = where.step(cell, heading).cell
            here, there = places[cell], places[step]
            if (there.column - here.column) * heading.sideways <= 0 or there[:2] != here[:2]:
                break  # at the end, or through a ghost to another place
            cell = step
        self.go(cell)
