"""Build a topology in a dozen lines: from offsets on integer axes, from a list of edges, or from
other topologies.

What these functions build is right by construction (and by their tests), so it is not
verified cell by cell: a million cells compile in about a second.
"""

from msweeper.lattice.combine import mask, product, twins
from msweeper.lattice.edges import from_edges
from msweeper.lattice.offsets import box_offsets, from_offsets, side_offsets

__all__ = [
    "box_offsets",
    "from_edges",
    "from_offsets",
    "mask",
    "product",
    "side_offsets",
    "twins",
]
