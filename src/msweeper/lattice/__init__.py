"""Build a topology in a dozen lines, from what is easiest to say of it.

* `from_offsets`: cells at whole coordinates, neighbors as steps.
* `from_polygons`: polygons that touch where they share a corner or a side.
* `from_tiling`: a unit cell of several kinds of cells that is repeated.
* `from_edges`: labels, places and the pairs that touch.
* `from_graph`, `from_networkx`: nodes and edges, drawn at their positions or without any.
* `product`, `mask`: other topologies, multiplied or with cells left out.

What these functions build is right by construction (and by their tests), so it is not
verified cell by cell: a million cells compile in about a second where they lie in rows.
"""

from msweeper.lattice.combine import mask, product, twins
from msweeper.lattice.edges import from_edges
from msweeper.lattice.graph import from_graph, from_networkx
from msweeper.lattice.offsets import box_offsets, from_offsets, side_offsets
from msweeper.lattice.polygons import from_polygons
from msweeper.lattice.tiling import from_tiling

__all__ = [
    "box_offsets",
    "from_edges",
    "from_graph",
    "from_networkx",
    "from_offsets",
    "from_polygons",
    "from_tiling",
    "mask",
    "product",
    "side_offsets",
    "twins",
]
