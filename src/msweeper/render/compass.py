"""Which way is where: headings and clockwise order, derived from the layout of any topology.

The plugin says where each cell is drawn, and nothing more. A step left or right goes to the next
cell of the row; up or down to the nearest cell of the next row that has any; aslant to the nearest
one on that side of it; back or on to the nearest cell of another panel. So every cell can be
reached on every layout. Ghosts lead to the cells that they repeat: off the edge of a board that
wraps, the way goes on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from enum import StrEnum
from functools import cmp_to_key, lru_cache
from typing import NamedTuple, final

from msweeper.layout import Layout, Place
from msweeper.topology import Topology

__all__ = ["Compass", "Heading", "Step", "around", "compass"]


class Heading(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    UP_LEFT = "up-left"
    UP_RIGHT = "up-right"
    DOWN_LEFT = "down-left"
    DOWN_RIGHT = "down-right"
    BACK = "back"
    """To the panel before."""
    ON = "on"
    """To the panel after."""

    @property
    def sideways(self) -> int:
        """-1 for headings to the left, 1 to the right, 0 for those straight up or down."""
        if self.endswith("left"):
            return -1
        return 1 if self.endswith("right") else 0

    @property
    def downwards(self) -> int:
        """-1 for headings up, 1 down, 0 along the row."""
        return -1 if self.startswith("up") else 1 if self.startswith("down") else 0


class Step(NamedTuple):
    """Where a step ends: the cell, and the column (in half cells) that is kept in mind.

    Going straight up and down over rows that stand half a cell beside each other keeps to that
    column instead of drifting away from it.
    """

    cell: int
    column: int


class _Row(NamedTuple):
    """What stands in a row, left to right: the columns, and the cell at each (also of ghosts)."""

    columns: list[int]
    cells: list[int]


@final
class Compass:
    """All rows of a layout. Cost: one pass over the places."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        found: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for cell, (panel, row, column) in enumerate(layout.places):
            found[panel, row].append((column, cell))
        self._panels = sorted({panel for panel, _ in found})
        for ghost in layout.ghosts:
            panel, row, column = ghost.place
            found[panel, row].append((column, ghost.cell))
        self._rows: dict[tuple[int, int], _Row] = {}
        self._heights: defaultdict[int, list[int]] = defaultdict(list)
        for (panel, row), entries in sorted(found.items()):
            entries.sort()
            self._rows[panel, row] = _Row([c for c, _ in entries], [cell for _, cell in entries])
            self._heights[panel].append(row)

    def step(self, cell: int, heading: Heading, column: int | None = None) -> Step:
        """Return where a step from `cell` ends; where nothing lies that way, at the cell itself.

        `column` is the one kept in mind by the steps before.
        """
        panel, row, own = self._layout.places[cell]
        if heading in (Heading.BACK, Heading.ON):
            return self._other_panel(cell, 1 if heading is Heading.ON else -1)
        if not heading.downwards:
            columns, cells = self._rows[panel, row]
            if heading.sideways > 0:
                at = bisect_right(columns, own)
            else:
                at = bisect_left(columns, own) - 1
            return self._arrive(cells[at] if 0 <= at < len(cells) else cell)
        heights = self._heights[panel]
        at = bisect_left(heights, row) + heading.downwards
        if not 0 <= at < len(heights):
            return Step(cell, own if column is None else column)
        columns, cells = self._rows[panel, heights[at]]
        if heading.sideways > 0:
            at = bisect_right(columns, own)
            return self._arrive(cells[at] if at < len(cells) else cell)
        if heading.sideways < 0:
            at = bisect_left(columns, own) - 1
            return self._arrive(cells[at] if at >= 0 else cell)
        goal = own if column is None else column
        right = min(bisect_left(columns, goal), len(columns) - 1)
        left = max(0, right - 1)
        at = left if goal - columns[left] <= columns[right] - goal else right
        there = self._layout.places[cells[at]]
        if there.column != columns[at]:  # through a ghost: its cell stands elsewhere
            return Step(cells[at], there.column)
        return Step(cells[at], goal)

    def _arrive(self, cell: int) -> Step:
        return Step(cell, self._layout.places[cell].column)

    def _other_panel(self, cell: int, direction: int) -> Step:
        panel, row, column = self._layout.places[cell]
        at = self._panels.index(panel) + direction
        if not 0 <= at < len(self._panels):
            return self._arrive(cell)
        there = self._panels[at]
        best: tuple[int, int] | None = None
        for height in self._heights[there]:
            down = (2 * (height - row)) ** 2
            if best is not None and down > best[0]:
                continue
            for other, target in zip(*self._rows[there, height], strict=True):
                far = down + (other - column) ** 2
                if best is None or (far, target) < best:
                    best = far, target
        assert best is not None, "a panel in the list has cells"
        return self._arrive(best[1])


@lru_cache(maxsize=8)
def compass(layout: Layout) -> Compass:
    """Return the compass of `layout`; those of the last layouts are remembered."""
    return Compass(layout)


def around(topology: Topology, cell: int) -> tuple[int, ...]:
    """Return the neighbors of `cell` clockwise, from straight up on; then those on other panels.

    Neighbors in one direction come nearest first. On another panel the one at the same place
    comes first, then the others clockwise around it. Exact, in integers. Where a ghost stands
    nearer than the neighbor that it repeats, the ghost's place counts. Cost: the degree times its
    logarithm, and the ghosts.
    """
    layout = topology.layout
    home = layout.places[cell]
    near = topology.neighbors(cell)
    places = {other: layout.places[other] for other in near}
    for ghost in layout.ghosts:
        if ghost.cell in places and _far(ghost.place, home) < _far(places[ghost.cell], home):
            places[ghost.cell] = ghost.place

    def compare(one: int, other: int) -> int:
        return _compare(places[one], places[other], home) or one - other

    return tuple(sorted(near, key=cmp_to_key(compare)))


def _far(place: Place, home: Place) -> tuple[int, int]:
    return (
        abs(place.panel - home.panel),
        (2 * (place.row - home.row)) ** 2 + (place.column - home.column) ** 2,
    )


def _compare(one: Place, other: Place, home: Place) -> int:
    """Return below 0 where `one` comes before `other`, seen from `home`, above 0 after it."""
    panels = [(place.panel != home.panel, place.panel) for place in (one, other)]
    if panels[0] != panels[1]:
        return -1 if panels[0] < panels[1] else 1
    (x1, y1), (x2, y2) = (
        (place.column - home.column, 2 * (place.row - home.row)) for place in (one, other)
    )
    if not (x1 or y1) or not (x2 or y2):  # straight through to another panel
        return bool(x1 or y1) - bool(x2 or y2)
    halves = [x < 0 or (x == 0 and y > 0) for x, y in ((x1, y1), (x2, y2))]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    cross = x1 * y2 - y1 * x2  # y grows downwards: above 0 where `other` is further clockwise
    return -cross or (x1 * x1 + y1 * y1) - (x2 * x2 + y2 * y2)
