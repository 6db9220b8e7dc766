"""Cairo pentagons, 7 neighbors: a board woven of bricks that lie and stand in turn.

A block of two bricks that lie is beside blocks of two that stand. Each brick is a pentagon: its
long outer side is bent outwards where two bricks of the next block meet.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_polygons
from msweeper.layout import Caption, Decoration, Place, Point
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

Corner = tuple[int, int]
"""x and y, where a block is 2 wide and 2 high."""
DRAWN = 20_000
"""Cells up to which the ends of the bricks are drawn in text."""


def lies(row: int, column: int) -> bool:
    """Whether the bricks of a block lie; beside them, they stand."""
    return (row + column) % 2 == 0


def bricks(row: int, column: int) -> tuple[tuple[Corner, ...], tuple[Corner, ...]]:
    """Return the corners of the two bricks of a block, the upper or left one first."""
    x, y = 2 * column, 2 * row
    if lies(row, column):
        return (
            ((x, y), (x + 1, y), (x + 2, y), (x + 2, y + 1), (x, y + 1)),
            ((x, y + 1), (x + 2, y + 1), (x + 2, y + 2), (x + 1, y + 2), (x, y + 2)),
        )
    return (
        ((x, y), (x + 1, y), (x + 1, y + 2), (x, y + 2), (x, y + 1)),
        ((x + 1, y), (x + 2, y), (x + 2, y + 1), (x + 2, y + 2), (x + 1, y + 2)),
    )


def point(corner: Corner) -> Point:
    """Return where a corner is drawn: in the middle of a block's side, it is moved out of the
    block whose bricks have their long side there, so far that all wide angles have 120 degrees.
    """
    x, y = corner
    row, column = y // 2, x // 2  # the block below or right of it
    move = (1 if lies(row, column) else -1) / sqrt(3)
    right = x + move if y % 2 else x
    down = y - move if x % 2 else y
    return right / sqrt(2), down / sqrt(2)  # a brick of 2 squares has the area 1


def ends(row: int, column: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the row and column of the upper left end of each of the two bricks of a block."""
    y, x = 2 * row, 2 * column
    return (y, x), ((y + 1, x) if lies(row, column) else (y, x + 1))


def place(end: tuple[int, int], flat: bool) -> Place:
    """Return where the number stands: in the middle of a brick that lies, on top of the others."""
    return Place(0, end[0], 2 * end[1] + flat)


def marks(width: int, height: int) -> list[Decoration]:
    """Draw the rest of each brick: ``=#=`` lies, ``#`` above ``|`` stands."""
    found = []
    for row, column in product(range(height), range(width)):
        for y, x in ends(row, column):
            if lies(row, column):
                found.append(Decoration("=", Place(0, y, 2 * x)))
                found.append(Decoration("=", Place(0, y, 2 * x + 2)))
            else:
                found.append(Decoration("|", Place(0, y + 1, 2 * x)))
    return found


def build(width: int, height: int) -> Topology:
    """Build `height` rows of `width` blocks, two bricks each."""
    cells = (
        (f"{end[0] + 1},{end[1] + 1}", corners, place(end, lies(row, column)))
        for row, column in product(range(height), range(width))
        for end, corners in zip(ends(row, column), bricks(row, column), strict=True)
    )
    columns = [Caption(str(x + 1), Place(0, 0, 2 * x), "above") for x in range(2 * width)]
    rows = [Caption(str(y + 1), Place(0, y, 0), "left") for y in range(2 * height)]
    return from_polygons(
        cells,
        point=point,
        captions=columns + rows,
        decorations=marks(width, height) if 2 * width * height <= DRAWN else (),
    )


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    return [
        TopologyFactory(
            name="cairo",
            summary="Cairo pentagons, 7 neighbors",
            parameters=(
                Parameter("width", 7, 1, 500, help="blocks of two bricks in a row"),
                Parameter("height", 6, 1, 500, help="rows of blocks"),
            ),
            size=("width", "height"),
            levels=(
                Level("beginner", {"width": 7, "height": 6}, 11),
                Level("intermediate", {"width": 12, "height": 10}, 38),
                Level("expert", {"width": 19, "height": 12}, 90),
            ),
            count=lambda width, height: 2 * width * height,
            build=build,
            description="A label is row,column of a brick's upper left end, counted from 1. A "
            "brick that lies is drawn as =#=, one that stands as # above |. A brick touches the "
            "other one of its block, two along its outer long side, one at each end, and one "
            "across each of its two outer corners.",
        )
    ]
