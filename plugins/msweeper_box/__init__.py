"""Boxes in one to five dimensions; cells touch by side, edge or corner, up to 242 neighbors.

Labels are written slowest first, as ``layer,row,column`` in three dimensions, from 1. Layers are
panels; those of the fourth dimension stand below each other, so that four dimensions are a grid
of grids.
"""

from __future__ import annotations

from itertools import product
from math import prod

from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import box_offsets, from_offsets
from msweeper.layout import Caption, Place
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

SIDES = ("width", "height", "depth", "fourth", "fifth")


def lengths(dimensions: int, **sides: int) -> list[int]:
    """Return the sides that there are, slowest first."""
    return [sides[name] for name in SIDES[:dimensions]][::-1]


def build(
    dimensions: int, width: int, height: int, depth: int, fourth: int, fifth: int
) -> Topology:
    """Build a box of `dimensions` sides, the first of those given."""
    sides = lengths(dimensions, width=width, height=height, depth=depth, fourth=fourth, fifth=fifth)
    *layers, height, width = sides if dimensions > 1 else [1, *sides]
    panel_of = {at: panel for panel, at in enumerate(product(*(range(1, n + 1) for n in layers)))}

    def place(*at: int) -> tuple[int, int, int]:
        return panel_of[at[:-2]], at[-2] if dimensions > 1 else 1, 2 * at[-1]

    rows = range(1, height + 1) if dimensions > 1 else ()
    captions = []
    for panel in range(len(panel_of)):
        captions += [Caption(str(x), Place(panel, 1, 2 * x), "above") for x in range(1, width + 1)]
        captions += [Caption(str(y), Place(panel, y, 2), "left") for y in rows]
    return from_offsets(
        [range(1, side + 1) for side in sides],
        box_offsets(dimensions),
        place=place,
        titles=[f"layer {','.join(map(str, at))}" for at in panel_of] if layers else (),
        across=layers[-1] if len(layers) > 1 else 0,
        captions=captions,
    )


def count(dimensions: int, **sides: int) -> int:
    return prod(lengths(dimensions, **sides))


def side(name: str, number: int, help: str) -> Parameter:
    when = ("dimensions", tuple(range(number, 6)))
    return Parameter(name, 3, 1, 4_000_000, help=help, when=when)


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    cube = {"width": 3, "height": 3, "depth": 3, "fourth": 3}
    return [
        TopologyFactory(
            name="box",
            summary="boxes in 1 to 5 dimensions, 80 neighbors in 4",
            parameters=(
                Parameter("dimensions", 4, 1, 5, help="how many sides the box has"),
                side("width", 1, "cells in a row"),
                side("height", 2, "rows in a layer"),
                side("depth", 3, "layers"),
                side("fourth", 4, "length in the fourth dimension"),
                side("fifth", 5, "length in the fifth dimension"),
            ),
            size=SIDES,
            levels=(
                Level("beginner", cube, 12),
                Level("intermediate", dict.fromkeys(cube, 4), 28),
            ),
            count=count,
            build=build,
            description="Labels are written slowest first and counted from 1: 2,1,3 in three "
            "dimensions is the third cell of the first row of the second layer, and 1,2,1,3 in "
            "four is that cell where the fourth coordinate is 1. Titles name the layers by the "
            "coordinates before row and column. Two cells touch where no coordinate differs by "
            "more than 1: in four dimensions, in all neighboring grids of the grid of grids, at "
            "the same place and the eight around it. The size alone says how many dimensions "
            "there are: box:4x3 has two.",
        )
    ]
