"""The flat board: square cells, up to 8 neighbors, labels ``row,column`` from 1."""

from __future__ import annotations

from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import box_offsets, from_offsets
from msweeper.layout import Caption, Place
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]


def build(width: int, height: int) -> Topology:
    """Build `height` rows of `width` cells."""
    columns = [Caption(str(x), Place(0, 1, 2 * x), "above") for x in range(1, width + 1)]
    rows = [Caption(str(y), Place(0, y, 2), "left") for y in range(1, height + 1)]
    return from_offsets(
        (range(1, height + 1), range(1, width + 1)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        captions=columns + rows,
    )


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    return [
        TopologyFactory(
            name="square",
            summary="square cells, 8 neighbors: the classic board",
            parameters=(
                Parameter("width", 9, 1, 4_000_000, help="cells in a row"),
                Parameter("height", 9, 1, 4_000_000, help="rows"),
            ),
            size=("width", "height"),
            levels=(
                Level("beginner", {"width": 9, "height": 9}, 10),
                Level("intermediate", {"width": 16, "height": 16}, 40),
                Level("expert", {"width": 30, "height": 16}, 99),
            ),
            count=lambda width, height: width * height,
            build=build,
            description="Labels are row,column, counted from 1 at the top left: 2,3 is the third "
            "cell of the second row.",
        )
    ]
