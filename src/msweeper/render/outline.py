"""Where a symbol stands in a polygon: the middle and radius of a circle inside it."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple, final

from msweeper.errors import TopologyError
from msweeper.layout import Layout, Point

__all__ = ["Spot", "find_spot", "read_polygon"]

_MOST = 1e7  # units of a cell; farther out, hundredths of a pixel are lost
_NEAR = 0.92  # a circle around the balance point is good enough from this share of the largest
_FINE = 0.01  # how near the largest circle must be found, as a share of the polygon's width


@final
class Spot(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float


def read_polygon(layout: Layout, cell: int, label: str) -> tuple[Point, ...]:
    """Return the outline of `cell`, checked: a plugin may compute it only now.

    Raises:
        TopologyError: fewer than three points, or one that is no pair of numbers, or none can be
            had; names the cell.
    """
    why = "it takes three points or more, each x and y"
    try:
        polygon = tuple((float(x), float(y)) for x, y in layout.polygon(cell))
        good = len(polygon) >= 3 and all(abs(v) <= _MOST for point in polygon for v in point)
    except Exception as error:  # the plugin's code, or what it made
        good, why = False, f"{type(error).__name__}: {error}"
    if not good:
        raise TopologyError(
            f"cell {cell} ({label}) has no outline that can be drawn: {why}",
            cell=cell,
            label=label,
        )
    return polygon


def find_spot(polygon: Sequence[Point]) -> Spot:
    """Return where a symbol stands: around the balance point, or where the circle is larger.

    People see a symbol as centered at the balance point; in a bent or a very uneven polygon, it
    would stand too near an edge there, or outside. A polygon without an inside gives radius 0.

    Cost: some dozen distances to the outline. The largest circle is found by halving squares and
    dropping those that can hold no better middle.
    """
    balance = _balance(polygon)
    if balance is None:
        count = len(polygon)
        return Spot(fsum(x for x, _ in polygon) / count, fsum(y for _, y in polygon) / count, 0.0)
    home = Spot(*balance, _depth(polygon, *balance))
    left, right = min(x for x, _ in polygon), max(x for x, _ in polygon)
    top, bottom = min(y for _, y in polygon), max(y for _, y in polygon)
    width, height = right - left, bottom - top
    half = max(min(width, height) / 2, max(width, height) / 64)
    fine = 2 * half * _FINE
    best = home
    heap: list[tuple[float, float, float, float]] = []

    def look(x: float, y: float, half: float) -> None:
        nonlocal best
        depth = _depth(polygon, x, y)
        if depth > best.radius + 1e-9:
            best = Spot(x, y, depth)
        reach = depth + half * sqrt(2)
        if reach > best.radius + fine:
            heapq.heappush(heap, (-reach, y, x, half))

    for i in range(int(width / (2 * half)) + 1):
        for j in range(int(height / (2 * half)) + 1):
            look(left + half * (2 * i + 1), top + half * (2 * j + 1), half)
    while heap:
        reach, y, x, half = heapq.heappop(heap)
        if -reach <= best.radius + fine:
            break
        half /= 2
        for dx, dy in ((-half, -half), (half, -half), (-half, half), (half, half)):
            look(x + dx, y + dy, half)
    return home if home.radius >= _NEAR * best.radius else best


def _balance(polygon: Sequence[Point]) -> Point | None:
    """Return the centroid of the area; None where there is no area."""
    x0, y0 = polygon[0]  # far from 0,0 the products would lose what matters
    points = [(x - x0, y - y0) for x, y in polygon]
    turns = [
        (ax * by - bx * ay, ax + bx, ay + by)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    ]
    area = fsum(cross for cross, _, _ in turns)
    if abs(area) < 1e-9:
        return None
    return (
        x0 + fsum(cross * x for cross, x, _ in turns) / (3 * area),
        y0 + fsum(cross * y for cross, _, y in turns) / (3 * area),
    )


def _depth(polygon: Sequence[Point], x: float, y: float) -> float:
    """Return the distance of a point to the outline, negative outside of it."""
    inside = False
    nearest = float("inf")
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / long)) if long else 0.0
        px, py = ax + share * dx - x, ay + share * dy - y
        nearest = min(nearest, px * px + py * py)
        ax, ay = bx, by
    return sqrt(nearest) if inside else -sqrt(nearest)
