"""Hexagonal cells in a hexagon, up to 6 neighbors, axial labels ``q,r``, the centre is ``0,0``.

Rows are lines of equal r, from ``-radius`` up; each stands half a cell right of the row above,
so the lines of equal q run down to the right.
"""

from __future__ import annotations

from math import sqrt

from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_offsets
from msweeper.layout import Caption, Place, Point, Side
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""The six steps as (r, q)."""


def place(r: int, q: int) -> Place:
    return Place(0, r, 2 * q + r)


def polygon(r: int, q: int) -> tuple[Point, ...]:
    """Return a regular hexagon, 1 wide, that stands on a corner."""
    left, middle, right = ((2 * q + r + half) / 2 for half in (0, 1, 2))
    # in halves of a side: rows are three of them apart, so corners that meet are equal numbers
    top, upper, lower, bottom = ((3 * r + step) * sqrt(1 / 12) for step in (-2, -1, 1, 2))
    return (
        *((middle, top), (right, upper), (right, lower)),
        *((middle, bottom), (left, lower), (left, upper)),
    )


def build(radius: int) -> Topology:
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
        outline=lambda r, q: abs(q + r) <= radius,
        label_order=(1, 0),
        captions=diagonals + rows,
        polygon=polygon,
    )


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    return [
        TopologyFactory(
            name="hex",
            summary="hexagonal cells in a hexagon, 6 neighbors",
            parameters=(
                Parameter("radius", 4, 0, 1_154, help="steps from the centre to a corner"),
            ),
            size=("radius",),
            levels=(
                Level("beginner", {"radius": 4}, 10),
                Level("intermediate", {"radius": 9}, 48),
                Level("expert", {"radius": 12}, 102),
            ),
            count=lambda radius: 3 * radius * (radius + 1) + 1,
            build=build,
            description="Labels are q,r (axial); the centre is 0,0. r is the row and stands at its "
            "right end. q is the line that runs down to the right; its number stands at the upper "
            "left end. A cell touches the two beside it and the two half-shifted ones above and "
            "below.",
        )
    ]
