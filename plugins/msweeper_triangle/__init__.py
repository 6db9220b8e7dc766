"""Triangles in rows, pointing up and down in turn; labels ``row,column`` from 1.

They touch where they share a corner (12 neighbors inside) or only along their sides (3).
"""

from __future__ import annotations

from math import sqrt

from msweeper.factory import Level, Parameter, TopologyFactory, Value
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_polygons
from msweeper.layout import Caption, Decoration, Place, Point
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

SIDE = 2 / 3**0.25
"""The side of a triangle whose area is 1."""
MARKED = 20_000
"""Cells up to which the sides of the triangles are drawn in text."""


def corners(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """Return the corners in half sides and whole heights: what matters is which are the same."""
    if points_up(row, column):
        return (column, row + 1), (column + 1, row), (column + 2, row + 1)
    return (column, row), (column + 1, row + 1), (column + 2, row)


def points_up(row: int, column: int) -> bool:
    return (row + column) % 2 == 0


def point(corner: tuple[int, int]) -> Point:
    x, y = corner
    return x * SIDE / 2, y * SIDE * sqrt(3) / 2


def marks(width: int, height: int) -> list[Decoration]:
    """Draw the sides between the cells: ``/#\\`` points up and ``\\#/`` down."""
    return [
        Decoration("/" if points_up(row, column) else "\\", Place(0, row, 2 * column - 1))
        for row in range(height)
        for column in range(width + 1)
    ]


def build(width: int, height: int, touch: str) -> Topology:
    """Build `height` rows of `width` triangles; that at the upper left points up."""
    columns = [Caption(str(x + 1), Place(0, 0, 2 * x), "above") for x in range(width)]
    rows = [Caption(str(y + 1), Place(0, y, -1), "left") for y in range(height)]
    return from_polygons(
        [
            (f"{y + 1},{x + 1}", corners(y, x), (0, y, 2 * x))
            for y in range(height)
            for x in range(width)
        ],
        touch="edge" if touch == "edge" else "corner",
        point=point,
        captions=columns + rows,
        decorations=marks(width, height) if width * height <= MARKED else (),
    )


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    edge: dict[str, Value] = {"touch": "edge"}
    return [
        TopologyFactory(
            name="triangle",
            summary="triangles in rows, 12 neighbors at corners or 3 along sides",
            parameters=(
                Parameter("width", 11, 1, 1_000, help="triangles in a row, up and down in turn"),
                Parameter("height", 7, 1, 1_000, help="rows"),
                Parameter(
                    "touch",
                    "corner",
                    choices=("corner", "edge"),
                    help="where neighbors touch: at a corner too, or only along an edge",
                ),
            ),
            size=("width", "height"),
            levels=(
                Level("beginner", {"width": 11, "height": 7}, 8),
                Level("intermediate", {"width": 21, "height": 12}, 43),
                Level("expert", {"width": 30, "height": 16}, 111),
                Level("edge-beginner", {"width": 11, "height": 8, **edge}, 8),
                Level("edge-intermediate", {"width": 23, "height": 11, **edge}, 24),
                Level("edge-expert", {"width": 30, "height": 16, **edge}, 62),
            ),
            count=lambda width, height, touch: width * height,
            build=build,
            description="Labels are row,column, counted from 1 at the top left: 2,3 is the third "
            "triangle of the second row. The triangle 1,1 points up, and from there they point up "
            "and down in turn, along a row and from row to row; the strokes between the cells are "
            "their sides. With touch=corner a triangle that points up touches three in the row "
            "above, two on either side and five in the row below; one that points down the other "
            "way round. With touch=edge it touches those beside it and the one below, or above.",
        )
    ]
