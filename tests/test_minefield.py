"""Where mines are, numbers, openings and 3BV."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.errors import OutOfRange
from msweeper.minefield import Minefield, check_mines
from msweeper.topology import Topology
from tests.support import any_topology, cube, numbers, square


def test_of_sorts() -> None:
    assert Minefield.of(square(3, 5), [9, 2]).mines == (2, 9)
    assert Minefield.of(square(3, 5), {9, 2}) == Minefield(square(3, 5), (2, 9))


@pytest.mark.parametrize(
    ("mines", "words"),
    [
        pytest.param([15], "cell 15", id="off the board"),
        pytest.param([-1], "cell -1", id="negative"),
        pytest.param([4, 4], "mine 1,5 .* twice", id="twice"),
        pytest.param(range(15), "takes 0 to 14", id="no safe cell"),
    ],
)
def test_of_refuses(mines: list[int], words: str) -> None:
    with pytest.raises(OutOfRange, match=words):
        Minefield.of(square(3, 5), mines)


@pytest.mark.parametrize("mines", [-1, 15, 10**30])
def test_a_count_that_does_not_fit_names_the_largest(mines: int) -> None:
    with pytest.raises(OutOfRange, match=r"square:width=5,height=3 takes 0 to 14"):
        check_mines(square(3, 5), mines)
    assert [check_mines(square(3, 5), good) for good in (0, 14)] == [0, 14]


@given(any_topology(), st.data())
def test_numbers_openings_and_3bv_against_the_oracle(
    topology: Topology, data: st.DataObject
) -> None:
    cells = st.sets(st.integers(0, topology.size - 1), max_size=topology.size - 1)
    mines = data.draw(cells)
    field = Minefield.of(topology, mines)
    expected = numbers(topology, mines)
    assert list(field.numbers) == expected
    zeros = {cell for cell in topology if expected[cell] == 0}
    regions: list[set[int]] = []
    for cell in sorted(zeros):  # join by repeated union, not by a walk
        near = [r for r in regions if r.intersection(topology.neighbors(cell))]
        regions = [r for r in regions if r not in near] + [set().union({cell}, *near)]
    lone = [
        c for c in topology if expected[c] > 0 and not zeros.intersection(topology.neighbors(c))
    ]
    assert field.openings == len(regions)
    assert field.bbbv == len(regions) + len(lone)


def test_one_layer_of_a_cube_is_a_square() -> None:
    flat, layer = square(3, 5), cube(1, 3, 5)
    assert layer.adjacency == flat.adjacency
    for mines in ([], [0], [0, 7, 14]):
        one, other = Minefield.of(flat, mines), Minefield.of(layer, mines)
        assert one.numbers == other.numbers
        assert one.bbbv == other.bbbv
