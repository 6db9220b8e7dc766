"""Headings and clockwise order: literals on one screen, then what holds on every board."""

from __future__ import annotations

from math import atan2, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.lattice import box_offsets, from_offsets
from msweeper.layout import Place
from msweeper.render.compass import Heading, around, compass
from msweeper.topology import Topology
from tests.support import ANY, BOARDS, any_topology, cube, graph, hexagon, square

H = Heading


def walk(topology: Topology, start: str, *headings: Heading) -> list[str]:
    """Return the labels on the way, keeping the column in mind as a player does."""
    cell, column = topology.cell(start), None
    found = []
    for heading in headings:
        if not heading.downwards or heading.sideways:
            column = None
        cell, column = compass(topology.layout).step(cell, heading, column)
        found.append(topology.label(cell))
    return found


def ring(wrapped: int) -> Topology:
    """3 rows of 5, the ends of an axis joined, with ghosts where the other end continues."""
    ghosts = {
        0: [((y, x), Place(0, y + (3 if y == 0 else -3), 2 * x)) for y in (0, 2) for x in range(5)],
        1: [
            ((y, x), Place(0, y, 2 * (x + (5 if x == 0 else -5)))) for y in range(3) for x in (0, 4)
        ],
    }
    return from_offsets(
        (range(3), range(5)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(wrapped,),
        ghosts=ghosts[wrapped],
    )


@pytest.mark.parametrize(
    ("topology", "start", "headings", "labels"),
    [
        pytest.param(square(3, 5), "2,2", [H.LEFT, H.LEFT], ["2,1", "2,1"], id="an edge stops"),
        pytest.param(square(3, 5), "1,4", [H.DOWN, H.DOWN_RIGHT], ["2,4", "3,5"], id="square"),
        pytest.param(square(3, 5), "2,5", [H.UP_RIGHT, H.UP_LEFT], ["2,5", "1,4"], id="aslant"),
        pytest.param(
            hexagon(2), "0,0", [H.UP, H.UP], ["0,-1", "1,-2"], id="straight up keeps the column"
        ),
        pytest.param(
            hexagon(2),
            "0,0",
            [H.UP_LEFT, H.UP_RIGHT, H.RIGHT, H.DOWN_RIGHT, H.DOWN_LEFT, H.LEFT],
            ["0,-1", "1,-2", "2,-2", "2,-1", "1,0", "0,0"],
            id="six directions",
        ),
        pytest.param(
            cube(3, 4, 5), "2,3,4", [H.BACK, H.BACK, H.ON], ["1,3,4", "1,3,4", "2,3,4"], id="layers"
        ),
        pytest.param(ring(1), "1,4", [H.RIGHT, H.LEFT], ["1,0", "1,4"], id="around, sideways"),
        pytest.param(ring(0), "0,3", [H.UP, H.UP, H.DOWN], ["2,3", "1,3", "2,3"], id="around, up"),
    ],
)
def test_steps(topology: Topology, start: str, headings: list[Heading], labels: list[str]) -> None:
    assert walk(topology, start, *headings) == labels


def test_a_step_jumps_over_holes_and_to_the_nearest_column() -> None:
    board = graph("a b c d e", "ab", width=3)  # d and e stand below a and b
    assert walk(board, "c", H.DOWN, H.UP) == ["e", "c"]
    assert walk(board, "c", H.DOWN, H.LEFT, H.UP) == ["e", "d", "a"]


@pytest.mark.parametrize("topology", ANY, ids=lambda t: t.spec)
def test_every_cell_can_be_reached_from_every_cell(topology: Topology) -> None:
    where = compass(topology.layout)
    ways = {cell: {where.step(cell, heading).cell for heading in Heading} for cell in topology}
    for start in (0, topology.size - 1):
        found, stack = {start}, [start]
        while stack:
            for cell in ways[stack.pop()] - found:
                found.add(cell)
                stack.append(cell)
        assert len(found) == topology.size


@pytest.mark.parametrize("topology", BOARDS, ids=lambda t: t.spec)
def test_where_a_step_goes_the_opposite_one_returns(topology: Topology) -> None:
    """Ghosts aside, left undoes right, and back undoes on where both have the place."""
    where = compass(topology.layout)
    for cell in topology:
        places = topology.layout.places
        right = where.step(cell, H.RIGHT).cell
        if places[right].column > places[cell].column:  # not through a ghost
            assert where.step(right, H.LEFT).cell == cell
        on = where.step(cell, H.ON).cell
        if on != cell and places[on][1:] == places[cell][1:]:
            assert where.step(on, H.BACK).cell == cell


@pytest.mark.parametrize(
    ("topology", "cell", "labels"),
    [
        pytest.param(square(3, 5), "2,2", "1,2 1,3 2,3 3,3 3,2 3,1 2,1 1,1", id="square"),
        pytest.param(square(3, 5), "1,1", "1,2 2,2 2,1", id="corner"),
        pytest.param(hexagon(2), "0,0", "1,-1 1,0 0,1 -1,1 -1,0 0,-1", id="hex"),
        pytest.param(ring(1), "0,4", "0,0 1,0 1,4 1,3 0,3", id="ghosts are nearer"),
        pytest.param(
            cube(3, 2, 2),
            "2,1,1",
            "2,1,2 2,2,2 2,2,1 1,1,1 1,1,2 1,2,2 1,2,1 3,1,1 3,1,2 3,2,2 3,2,1",
            id="own layer, straight through, around",
        ),
    ],
)
def test_neighbors_clockwise(topology: Topology, cell: str, labels: str) -> None:
    found = around(topology, topology.cell(cell))
    assert " ".join(map(topology.label, found)) == labels


@given(any_topology(), st.data())
def test_the_order_is_that_of_the_angles(topology: Topology, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, topology.size - 1))
    found = around(topology, cell)
    assert sorted(found) == list(topology.neighbors(cell))
    if topology.layout.ghosts:
        return
    panel, row, column = topology.layout.places[cell]

    def angle(other: int) -> float:
        _, y, x = topology.layout.places[other]
        return atan2(x - column, -2 * (y - row)) % (2 * pi)

    own = [other for other in found if topology.layout.places[other].panel == panel]
    angles = [round(angle(other), 9) for other in own]
    assert angles == sorted(angles)
    assert list(found[: len(own)]) == own
