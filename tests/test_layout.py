"""Layouts: places, shapes, and the cell in the middle."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.layout import Layout, Place
from msweeper.topology import Topology
from tests.support import ANY, cube, hexagon, square

PLACES = st.builds(Place, st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9))


def test_a_layout_is_a_sequence_of_places() -> None:
    layout = Layout((Place(0, 0, 0), Place(2, 0, 1)))
    assert len(layout) == 2
    assert list(layout) == [(0, 0, 0), (2, 0, 1)]
    assert layout.panels == 3


def test_polygons_default_to_the_unit_square() -> None:
    layout = Layout((Place(0, 2, 3),))
    assert layout.polygon(0) == ((1.5, 2), (2.5, 2), (2.5, 3), (1.5, 3))
    triangle = ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))
    assert Layout((Place(0, 2, 3),), polygons=(triangle,)).polygon(0) == triangle


@pytest.mark.parametrize(
    ("topology", "label"),
    [
        pytest.param(square(3, 5), "2,3", id="square"),
        pytest.param(square(2, 4), "1,2", id="tie: the lowest cell"),
        pytest.param(hexagon(2), "0,0", id="hex"),
        pytest.param(cube(3, 4, 5), "2,2,3", id="cube"),
    ],
)
def test_middle(topology: Topology, label: str) -> None:
    assert topology.label(topology.layout.middle()) == label


@given(st.lists(PLACES, min_size=1, max_size=12))
def test_middle_is_the_nearest_to_the_midpoint(places: list[Place]) -> None:
    midpoint = [Fraction(min(axis) + max(axis), 2) for axis in zip(*places, strict=True)]
    far = [
        sum((value - mid) ** 2 for value, mid in zip(place, midpoint, strict=True))
        for place in places
    ]
    assert Layout(tuple(places)).middle() == far.index(min(far))


@pytest.mark.parametrize("topology", ANY, ids=lambda t: t.spec)
def test_every_cell_has_a_place(topology: Topology) -> None:
    assert len(topology.layout) == topology.size
