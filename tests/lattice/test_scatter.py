"""From positions to places: never two on one, and the picture keeps its order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.lattice.scatter import scatter

Position = tuple[float, float]
coordinate = st.one_of(
    st.integers(-30, 30),
    st.floats(-1e9, 1e9, allow_nan=False),
    st.sampled_from([0.0, 0.1, 0.5, 1e-9, 1e100, -1e100]),
)
crowds = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=40)


@settings(max_examples=300)
@given(crowds)
def test_no_two_stand_over_each_other(positions: list[Position]) -> None:
    places = scatter(positions)
    assert places is not None
    assert len(places) == len(positions)
    rows: dict[int, list[int]] = {}
    for row, column in places:
        assert row >= 0
        assert column >= 0
        rows.setdefault(row, []).append(column)
    for columns in rows.values():
        columns.sort()
        assert all(b - a >= 2 for a, b in pairwise(columns))


@settings(max_examples=200)
@given(crowds)
def test_who_stands_clearly_above_another_is_drawn_so(positions: list[Position]) -> None:
    places = scatter(positions)
    assert places is not None
    ys = [y for _, y in positions]
    clearly = (max(ys) - min(ys)) * 1e-9
    for (_, y), (row, _) in zip(positions, places, strict=True):
        for (_, other_y), (other_row, _) in zip(positions, places, strict=True):
            assert y + clearly >= other_y or row <= other_row


@settings(max_examples=200)
@given(crowds, st.integers(0, 8))
def test_with_room_there_is_room(positions: list[Position], room: int) -> None:
    places = scatter(positions, [room] * len(positions))
    if places is None:
        return
    ordered = sorted(places)
    for (row, column), (below, after) in pairwise(ordered):
        assert row != below or after - column >= 2 + room


@settings(max_examples=100)
@given(crowds)
def test_the_picture_of_many_cells_is_bounded(positions: list[Position]) -> None:
    places = scatter(positions)
    assert places is not None
    most = 40 + 4 * len(positions)
    assert max(row for row, _ in places) <= most
    assert max(column for _, column in places) <= 2 * most + 8


@pytest.mark.parametrize(
    ("positions", "places"),
    [
        pytest.param([(3, 7)], [(0, 0)], id="one"),
        pytest.param([(5, 1), (6, 1), (5.5, 2)], [(0, 0), (0, 2), (1, 1)], id="as they are"),
        pytest.param([(-2, 0), (4, 3)], [(0, 0), (3, 12)], id="far apart as they are"),
        pytest.param([(0.1, 0), (0.2, 0), (0.4, 0)], [(0, 0), (0, 2), (0, 6)], id="a row"),
        pytest.param([(1, 1)] * 5, [(0, 0), (0, 2), (0, 4), (1, 0), (1, 2)], id="at one point"),
        pytest.param([(0, 0), (0, 0), (4, 0)], [(0, 0), (0, 2), (0, 74)], id="two at one point"),
    ],
)
def test_some_by_hand(positions: list[Position], places: list[tuple[int, int]]) -> None:
    assert scatter(positions) == places


def test_names_that_do_not_fit() -> None:
    crowd = [(x / 7, y / 3) for x in range(12) for y in range(3)]
    assert scatter(crowd) is not None
    assert scatter(crowd, [4] * len(crowd)) is not None
    assert scatter(crowd, [9] * len(crowd)) is None
    assert scatter([(1, 1), (1, 1)], [3, 3]) is None
