"""Circles in polygons: known ones, and every circle against the outline itself."""

from __future__ import annotations

from math import cos, dist, pi, sin, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.errors import TopologyError
from msweeper.lattice import from_offsets
from msweeper.layout import Layout, Place, Point
from msweeper.render.outline import find_spot, read_polygon

SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
TRIANGLE = ((0, 0), (1, 0), (0.5, sqrt(3) / 2))
ELL = ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3))
DART = ((0, 0), (4, 1), (0, 2), (1, 1))


def regular(corners: int, radius: float = 1.0) -> tuple[Point, ...]:
    return tuple(
        (radius * cos(2 * pi * i / corners), radius * sin(2 * pi * i / corners))
        for i in range(corners)
    )


def along(polygon: tuple[Point, ...], steps: int = 200) -> list[Point]:
    return [
        (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps)
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
        for i in range(steps)
    ]


def turns(polygon: tuple[Point, ...], x: float, y: float) -> int:
    """Return how often the outline winds around a point."""
    count = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        left = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        if ay <= y < by and left > 0:
            count += 1
        elif by <= y < ay and left < 0:
            count -= 1
    return count


@pytest.mark.parametrize(
    ("polygon", "x", "y", "radius"),
    [
        pytest.param(SQUARE, 0.5, 0.5, 0.5, id="square"),
        pytest.param(TRIANGLE, 0.5, 1 / sqrt(12), 1 / sqrt(12), id="triangle"),
        pytest.param(regular(6), 0, 0, sqrt(3) / 2, id="hexagon"),
        pytest.param(regular(5), 0, 0, cos(pi / 5), id="pentagon"),
        pytest.param(((0, 0), (4, 0), (4, 1), (0, 1)), 2, 0.5, 0.5, id="brick"),
        pytest.param(((0, 0), (3, 0), (0, 4)), 1, 1, 1, id="3-4-5"),
    ],
)
def test_known_circles(polygon: tuple[Point, ...], x: float, y: float, radius: float) -> None:
    for outline in (polygon, polygon[::-1]):
        spot = find_spot(outline)
        assert spot[:2] == pytest.approx((x, y), abs=0.1 * radius)
        assert 0.9 * radius <= spot.radius <= radius + 1e-9


def test_the_balance_point_is_preferred_to_a_slightly_larger_circle() -> None:
    trapezoid = ((0, 0), (1, 0), (0.9, 1), (0.1, 1))
    spot = find_spot(trapezoid)
    assert spot[:2] == pytest.approx((0.5, (1 + 2 * 0.8) / (3 * 1.8)))
    assert spot.radius < 0.5 - 0.01


@pytest.mark.parametrize("polygon", [ELL, DART], ids=["ell", "dart"])
def test_where_the_balance_point_is_no_place_for_a_symbol(polygon: tuple[Point, ...]) -> None:
    spot = find_spot(polygon)
    assert turns(polygon, spot.x, spot.y)
    best = max(
        min(dist((x, y), point) for point in along(polygon, 40))
        for i in range(60)
        for j in range(60)
        if turns(polygon, x := i / 15, y := j / 15)
    )
    assert spot.radius >= 0.9 * best


@st.composite
def stars(draw: st.DrawFn) -> tuple[Point, ...]:
    """A polygon of any corners around a point, seen from which it is all there."""
    corners = draw(st.integers(3, 9))
    far = draw(st.lists(st.floats(0.2, 3), min_size=corners, max_size=corners))
    x, y = draw(st.floats(-50, 50)), draw(st.floats(-50, 50))
    return tuple(
        (x + r * cos(2 * pi * i / corners), y + r * sin(2 * pi * i / corners))
        for i, r in enumerate(far)
    )


@given(stars())
def test_the_circle_is_inside_and_nearly_the_largest(polygon: tuple[Point, ...]) -> None:
    spot = find_spot(polygon)
    assert turns(polygon, spot.x, spot.y)
    outline = along(polygon)
    assert min(dist(spot[:2], point) for point in outline) >= spot.radius - 1e-6
    xs, ys = zip(*polygon, strict=True)
    tries = [
        (min(xs) + (max(xs) - min(xs)) * i / 14, min(ys) + (max(ys) - min(ys)) * j / 14)
        for i in range(15)
        for j in range(15)
    ]
    best = max(
        (min(dist(at, point) for point in outline) for at in tries if turns(polygon, *at)),
        default=0.0,
    )
    assert spot.radius >= 0.9 * (best - 0.03)  # 0.03: between two points of the outline


def test_a_line_holds_no_circle() -> None:
    assert find_spot(((0, 0), (4, 4), (2, 2))).radius == 0
    assert find_spot(((1, 1), (1, 1), (1, 1))) == (1, 1, 0)
    assert find_spot(((0, 0), (1e6, 0), (1e6, 1e-3), (0, 1e-3))).radius <= 5e-4 + 1e-9


@pytest.mark.parametrize(
    ("polygon", "why"),
    [
        (((0, 0), (1, 1)), "it takes three points or more, each x and y"),
        ((), "it takes three points"),
        (((0, 0), (1, 0), (float("nan"), 1)), "it takes three points"),
        (((0, 0), (1, 0), (0, float("inf"))), "it takes three points"),
        (((0, 0), (1, 0), (0, 1e300)), "it takes three points"),
        (((0, 0), (1, 0), (0, 1, 2)), "ValueError: too many values"),
        (((0, 0), (1, 0), ("a", 1)), "ValueError: could not convert"),
        ((1, 2, 3), "TypeError: "),
        (None, "TypeError: "),
    ],
)
def test_what_is_no_outline(polygon: Any, why: str) -> None:
    layout = Layout((Place(0, 0, 0), Place(0, 0, 2)), polygons=[SQUARE, polygon])
    assert read_polygon(layout, 0, "f") == SQUARE
    with pytest.raises(TopologyError, match=r"cell 1 \(g\) has no outline that can be drawn") as no:
        read_polygon(layout, 1, "g")
    assert why in str(no.value)
    assert (no.value.cell, no.value.label) == (1, "g")


def test_an_outline_that_fails_when_it_is_asked_for() -> None:
    board = from_offsets(
        (range(3),), (), place=lambda x: (0, 0, 2 * x), polygon=lambda x: [(x, 1 // (x - 1))] * 3
    )
    with pytest.raises(TopologyError, match=r"cell 1 \(1\) .*: ZeroDivisionError: "):
        read_polygon(board.layout, 1, "1")
