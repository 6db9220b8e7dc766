"""Cubes in a block, up to 26 neighbors, labels ``layer,row,column`` from 1.

The layers are drawn as panels: a cell also touches the nine cells around its own place in the
layer before and in the layer after.
"""

from __future__ import annotations

from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import box_offsets, from_offsets
from msweeper.layout import Caption, Place
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]


def build(width: int, height: int, depth: int) -> Topology:
    """Build `depth` layers of `height` rows of `width` cells."""
    layers, rows, columns = (range(1, n + 1) for n in (depth, height, width))
    captions = [
        Caption(str(x), Place(z - 1, 1, 2 * x), "above") for z in layers for x in columns
    ] + [Caption(str(y), Place(z - 1, y, 2), "left") for z in layers for y in rows]
    return from_offsets(
        (layers, rows, columns),
        box_offsets(3),
        place=lambda z, y, x: (z - 1, y, 2 * x),
        titles=[f"layer {z}" for z in layers],
        captions=captions,
    )


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    return [
        TopologyFactory(
            name="cube",
            summary="cubes in layers, 26 neighbors",
            parameters=(
                Parameter("width", 6, 1, 4_000_000, help="cells in a row"),
                Parameter("height", 6, 1, 4_000_000, help="rows in a layer"),
                Parameter("depth", 3, 1, 4_000_000, help="layers"),
            ),
            size=("width", "height", "depth"),
            levels=(
                Level("beginner", {"width": 6, "height": 6, "depth": 3}, 9),
                Level("intermediate", {"width": 7, "height": 7, "depth": 4}, 22),
                Level("expert", {"width": 9, "height": 9, "depth": 4}, 49),
            ),
            count=lambda width, height, depth: width * height * depth,
            build=build,
            description="Labels are layer,row,column, counted from 1: 2,1,3 is the third cell of "
            "the first row of the second layer. A cell touches the eight around it in its own "
            "layer and the nine at the same place in the layers before and after.",
        )
    ]
