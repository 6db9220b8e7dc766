"""The dimension of the null space, and twins."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from msweeper.fairness import nullity, twins
from msweeper.fairness.nullspace import null_space
from msweeper.plugins import load_plugins
from msweeper.topology import Topology
from tests.fairness.boards import SIDES, box, graph, rational_nullity, torus

BOXES = [
    sides
    for dimensions, longest in ((1, 14), (2, 9), (3, 6))
    for sides in combinations_with_replacement(range(1, longest + 1), dimensions)
]
TORI = [
    sides
    for dimensions, longest in ((1, 14), (2, 9), (3, 6))
    for sides in combinations_with_replacement(range(1, longest + 1), dimensions)
]


def random_graphs(count: int, largest: int) -> list[Topology]:
    random = Random(8)
    graphs = []
    for _ in range(count):
        size, density = random.randint(1, largest), random.random()
        pairs = [(i, j) for i in range(size) for j in range(i)]
        graphs.append(graph(size, [pair for pair in pairs if random.random() < density]))
    return graphs


@pytest.mark.parametrize("sides", BOXES, ids=str)
def test_a_box_has_a_null_space_when_a_side_is_2_modulo_3(sides: tuple[int, ...]) -> None:
    assert (nullity(box(*sides)) > 0) == any(side % 3 == 2 for side in sides)


@pytest.mark.parametrize("sides", TORI, ids=str)
def test_a_torus_has_one_when_a_side_is_2_or_a_multiple_of_3(sides: tuple[int, ...]) -> None:
    assert (nullity(torus(*sides)) > 0) == any(side == 2 or side % 3 == 0 for side in sides)


@pytest.mark.parametrize(
    ("sides", "dimension"),
    [((5,), 1), ((5, 3), 3), ((5, 8), 12), ((5, 5, 5), 125 - 4**3), ((2, 3, 4), 12)],
    ids=str,
)
def test_the_dimension_of_a_box_is_that_of_a_product(
    sides: tuple[int, ...], dimension: int
) -> None:
    assert nullity(box(*sides)) == dimension  # each side 2 modulo 3 loses one of its rank


def test_a_line_that_wraps_loses_two_where_it_is_a_multiple_of_3() -> None:
    assert [nullity(torus(side)) for side in (4, 5, 6, 7, 9)] == [0, 0, 2, 0, 2]


def test_the_dimension_is_that_over_the_rationals() -> None:
    for topology in random_graphs(150, 14):
        assert nullity(topology) == rational_nullity(topology)


@pytest.mark.parametrize("name", sorted(load_plugins().topologies))
def test_the_dimension_of_registered_boards_is_that_over_the_rationals(name: str) -> None:
    factory = load_plugins().topologies[name].factory
    sizes = factory.size_names(factory.values({}, complete=False))
    for change in range(3):
        given = dict(zip(sizes, (3 + change, 5, 2), strict=False))
        topology = factory.topology(**given)
        assert nullity(topology) == rational_nullity(topology), topology.spec


def test_hexagon_of_radius_5_has_dimension_2() -> None:
    hexes = load_plugins()
    dimensions = [nullity(hexes.topology(f"hex:{radius}")) for radius in range(1, 6)]
    assert dimensions[4] == 2
    assert dimensions == [rational_nullity(hexes.topology(f"hex:{r}")) for r in range(1, 6)]


def test_every_form_solves_the_equations() -> None:
    for topology in (box(5, 8), torus(6, 9), box(9, 9, offsets=SIDES), *random_graphs(40, 12)):
        space = null_space(topology)
        for vector in space.basis():
            for cell in topology:
                around = (cell, *topology.neighbors(cell))
                assert sum(vector.get(c, 0) for c in around) % 67_108_859 == 0


def test_twins_of_a_box_with_a_side_of_2_are_its_short_lines() -> None:
    assert twins(box(2, 3)) == ((0, 3), (1, 4), (2, 5))
    assert twins(box(3, 4)) == ()
    assert twins(box(2, 2, 3)) == ((0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11))


def test_twins_of_a_torus_with_a_side_of_3() -> None:
    assert twins(torus(3, 4)) == ((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11))
    assert twins(torus(3, 3)) == (tuple(range(9)),)


def test_twins_have_equal_closed_neighborhoods_and_no_others() -> None:
    for topology in random_graphs(60, 10):
        closed = [{cell, *topology.neighbors(cell)} for cell in topology]
        together = {cell: set(cells) for cells in twins(topology) for cell in cells}
        for one in topology:
            same = {other for other in topology if closed[other] == closed[one]}
            assert together.get(one, {one}) == same


def test_a_board_in_several_parts_and_a_lone_cell() -> None:
    assert nullity(graph(1, [])) == 0
    assert nullity(graph(3, [])) == 0
    assert nullity(graph(7, [(0, 1), (2, 3), (3, 4)])) == 1  # a pair, a line of 3, two alone
