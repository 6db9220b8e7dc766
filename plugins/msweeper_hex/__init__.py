"""Hexagonal cells, up to 6 neighbors: a hexagon, a rectangle, a rhombus, a triangle, or a torus.

In a hexagon the labels are axial, ``q,r``, and the centre is ``0,0``. Rows are lines of equal r,
from ``-radius`` up; each stands half a cell right of the row above, so the lines of equal q run
down to the right. In the other outlines the labels are ``row,column`` from 1, the column counted
from the left end of the row.
"""

from __future__ import annotations

from math import sqrt

from msweeper.factory import Level, Parameter, TopologyFactory, Value
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_offsets
from msweeper.layout import Caption, Place, Point, Side
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""The six steps as (r, q)."""
ODD = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, -1))
"""The six steps as (row, column) from odd rows, where the next row stands half a cell right."""
EVEN = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1))


def place(r: int, q: int) -> Place:
    return Place(0, r, 2 * q + r)


def outline_at(place: Place) -> tuple[Point, ...]:
    """Return a regular hexagon, 1 wide, that stands on a corner."""
    left, middle, right = ((place.column + half) / 2 for half in (0, 1, 2))
    # in halves of a side: rows are three of them apart, so corners that meet are equal numbers
    top, upper, lower, bottom = ((3 * place.row + step) * sqrt(1 / 12) for step in (-2, -1, 1, 2))
    return (
        *((middle, top), (right, upper), (right, lower)),
        *((middle, bottom), (left, lower), (left, upper)),
    )


def polygon(r: int, q: int) -> tuple[Point, ...]:
    return outline_at(place(r, q))


def place_in_rectangle(row: int, column: int) -> Place:
    return Place(0, row, 2 * column + (row + 1) % 2)


def hexagon(radius: int) -> Topology:
    """Build all cells at most `radius` steps from the centre."""
    axis = range(-radius, radius + 1)
    diagonals = []
    for q in axis:
        side: Side = "above-left"
        diagonals.append(Caption(str(q), place(max(-radius, -radius - q), q), side))
    rows = [Caption(str(r), place(r, min(radius, radius - r)), "right") for r in axis]
    return from_offsets(
        (axis, axis),
        STEPS,
        place=place,
        polygon=polygon,
        outline=lambda r, q: abs(q + r) <= radius,
        label_order=(1, 0),
        captions=diagonals + rows,
    )


def rectangle(width: int, height: int, torus: bool) -> Topology:
    """Build rows of `width` cells, each even one half a cell right of the odd ones."""
    columns = [Caption(str(x), place_in_rectangle(1, x), "above") for x in range(1, width + 1)]
    rows = [Caption(str(y), place_in_rectangle(y, 1), "left") for y in range(1, height + 1)]
    return from_offsets(
        (range(1, height + 1), range(1, width + 1)),
        lambda row: ODD if row % 2 else EVEN,
        place=place_in_rectangle,
        polygon=lambda row, column: outline_at(place_in_rectangle(row, column)),
        wrapped=(0, 1) if torus else (),
        ring={0: 1, 1: 1} if torus else {},
        captions=columns + rows,
    )


def rhombus(width: int, height: int, torus: bool) -> Topology:
    """Build rows of `width` cells, each half a cell right of the one above."""
    columns = [Caption(str(x), place(1, x), "above-left") for x in range(1, width + 1)]
    rows = [Caption(str(y), place(y, 1), "left") for y in range(1, height + 1)]
    return from_offsets(
        (range(1, height + 1), range(1, width + 1)),
        STEPS,
        place=place,
        polygon=polygon,
        wrapped=(0, 1) if torus else (),
        ring={0: 1, 1: 1} if torus else {},
        captions=columns + rows,
    )


def triangle(side: int) -> Topology:
    """Build a first row of `side` cells and below it rows with one cell less each."""
    axis = range(1, side + 1)
    columns = [Caption(str(x), place(1, x), "above-left") for x in axis]
    rows = [Caption(str(y), place(y, 1), "left") for y in axis]
    return from_offsets(
        (axis, axis),
        STEPS,
        place=place,
        polygon=polygon,
        outline=lambda row, column: row + column <= side + 1,
        captions=columns + rows,
    )


def build(radius: int, width: int, height: int, side: int, outline: str, wrap: str) -> Topology:
    torus = wrap == "torus"
    if outline == "rectangle":
        return rectangle(width, height, torus)
    if outline == "rhombus":
        return rhombus(width, height, torus)
    return triangle(side) if outline == "triangle" else hexagon(radius)


def count(radius: int, width: int, height: int, side: int, outline: str, wrap: str) -> int:
    if outline == "triangle":
        return side * (side + 1) // 2
    return 3 * radius * (radius + 1) + 1 if outline == "hexagon" else width * height


def check(radius: int, width: int, height: int, side: int, outline: str, wrap: str) -> str | None:
    if wrap == "none":
        return None
    if outline in ("hexagon", "triangle"):
        return f"wrap={wrap} needs outline=rhombus, or outline=rectangle with an even height"
    if outline == "rectangle" and height % 2:
        return (
            f"wrap={wrap} needs an even height with outline=rectangle, since every other row stands"
            " half a cell right; outline=rhombus takes any"
        )
    if min(width, height) < 3:
        return (
            f"with wrap={wrap} width and height are at least 3: on a smaller board there can be"
            " cells that no number tells apart"
        )
    if outline == "rhombus" and width == height == 3:
        return (
            f"with wrap={wrap} a rhombus is not 3 wide and 3 high: there would be cells that touch"
            " the same others, which no number tells apart"
        )
    return None


def level(name: str, width: int, height: int, mines: int, **more: Value) -> Level:
    return Level(name, {"width": width, "height": height, **more}, mines)


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    oblong = ("outline", ("rectangle", "rhombus"))
    return [
        TopologyFactory(
            name="hex",
            summary="hexagonal cells in a hexagon, 6 neighbors",
            parameters=(
                Parameter(
                    "radius",
                    4,
                    0,
                    1_154,
                    help="steps from the centre to a corner",
                    when=("outline", ("hexagon",)),
                ),
                Parameter("width", 9, 1, 4_000_000, help="cells in a row", when=oblong),
                Parameter("height", 9, 1, 4_000_000, help="rows", when=oblong),
                Parameter(
                    "side",
                    10,
                    1,
                    2_827,
                    help="cells on each side",
                    when=("outline", ("triangle",)),
                ),
                Parameter(
                    "outline",
                    "hexagon",
                    choices=("hexagon", "rectangle", "rhombus", "triangle"),
                    help="the shape of the board",
                ),
                Parameter(
                    "wrap",
                    "none",
                    choices=("none", "torus"),
                    help="torus joins opposite edges",
                    when=oblong,
                ),
            ),
            size=("radius", "width", "height", "side"),
            levels=(
                Level("beginner", {"radius": 4}, 10),
                Level("intermediate", {"radius": 9}, 48),
                Level("expert", {"radius": 12}, 102),
                level("rectangle-beginner", 9, 9, 11, outline="rectangle"),
                level("rectangle-intermediate", 16, 16, 43, outline="rectangle"),
                level("rectangle-expert", 30, 16, 99, outline="rectangle"),
                level("rhombus-beginner", 9, 9, 11, outline="rhombus"),
                level("rhombus-intermediate", 16, 16, 43, outline="rhombus"),
                level("rhombus-expert", 22, 22, 99, outline="rhombus"),
                level("torus-beginner", 10, 8, 16, outline="rectangle", wrap="torus"),
                level("torus-intermediate", 16, 16, 59, outline="rectangle", wrap="torus"),
                level("torus-expert", 30, 16, 123, outline="rectangle", wrap="torus"),
            ),
            count=count,
            build=build,
            check=check,
            description="Labels are q,r (axial); the centre is 0,0. r is the row and stands at its "
            "right end. q is the line that runs down to the right; its number stands at the upper "
            "left end. A cell touches the two beside it and the two half-shifted ones above and "
            "below. With another outline than hexagon, labels are row,column from 1, the column "
            "counted from the left end of the row. wrap=torus joins opposite edges of a rhombus, "
            "or of a rectangle of even height; what stands outside the frame then is the other "
            "side of the board, drawn once more.",
        )
    ]
