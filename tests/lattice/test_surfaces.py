"""Boards that are drawn as polygons are discs: outlines meet in whole sides, without a gap."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from msweeper.filemodule import import_file
from msweeper.topology import Topology
from tests.lattice.surface import area, surface
from tests.support import REGISTRY

CAIRO = Path(__file__).parents[2] / "examples" / "msweeper-cairo" / "msweeper_cairo.py"
HEXES = (
    *("radius=0", "radius=1", "radius=4"),
    *("width=5,height=4,outline=rectangle", "width=4,height=7,outline=rectangle"),
    *("width=1,height=5,outline=rectangle", "width=6,height=1,outline=rectangle"),
    *("width=5,height=4,outline=rhombus", "width=4,height=7,outline=rhombus"),
    *("side=1,outline=triangle", "side=2,outline=triangle", "side=6,outline=triangle"),
)


def sides_and_corners(board: Topology) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return the pairs of cells whose outlines share two corners, and those that share any."""
    corners = [
        {(round(x, 6), round(y, 6)) for x, y in board.layout.polygon(cell)} for cell in board
    ]
    shared = {pair: len(corners[pair[0]] & corners[pair[1]]) for pair in combinations(board, 2)}
    return {p for p, n in shared.items() if n == 2}, {p for p, n in shared.items() if n}


def touching(board: Topology) -> set[tuple[int, int]]:
    return {(cell, other) for cell in board for other in board.neighbors(cell) if cell < other}


@pytest.mark.parametrize("parameters", HEXES)
def test_outlines_of_hexagons_make_a_disc(parameters: str) -> None:
    board = REGISTRY.topology(f"hex:{parameters}")
    outlines = [board.layout.polygon(cell) for cell in board]
    assert surface(outlines) == (1, 1)
    assert [area(outline) for outline in outlines] == pytest.approx([3**0.5 / 2] * board.size)
    assert touching(board) == sides_and_corners(board)[0] == sides_and_corners(board)[1]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3), (3, 2), (4, 5), (6, 3)])
def test_cairo_pentagons_make_a_disc(width: int, height: int) -> None:
    (factory,) = import_file(CAIRO).msweeper_topologies()
    board = factory.topology(width=width, height=height)
    outlines = [board.layout.polygon(cell) for cell in board]
    assert surface(outlines) == (1, 1)
    assert [area(outline) for outline in outlines] == pytest.approx([1] * board.size)
    assert touching(board) == sides_and_corners(board)[1]
