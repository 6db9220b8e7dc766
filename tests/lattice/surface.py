"""What a set of polygons is as a surface, counted from their corners alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

Corner = tuple[float, float]


def surface(polygons: Iterable[Sequence[Corner]]) -> tuple[int, int]:
    """Return the Euler characteristic V - E + F, and how many loops the boundary has.

    A disc has 1 and one loop, a ring 0 and two, a torus 0 and none.

    Raises:
        AssertionError: a side with more than two cells, or a boundary that crosses itself.
    """
    faces = [[_same(corner) for corner in polygon] for polygon in polygons]
    sides = Counter(frozenset(side) for ring in faces for side in pairwise([*ring, ring[0]]))
    assert set(sides.values()) <= {1, 2}
    vertices = {corner for ring in faces for corner in ring}
    ends: defaultdict[Corner, set[Corner]] = defaultdict(set)
    for side, count in sides.items():
        if count == 1:
            one, other = side
            ends[one].add(other)
            ends[other].add(one)
    assert all(len(near) == 2 for near in ends.values())
    loops, left = 0, set(ends)
    while left:
        loops += 1
        walk = [left.pop()]
        while walk:
            near = ends[walk.pop()] & left
            left -= near
            walk += near
    return len(vertices) - len(sides) + len(faces), loops


def area(polygon: Sequence[Corner]) -> float:
    """Return the area by the shoelace formula."""
    around = pairwise([*polygon, polygon[0]])
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in around)) / 2


def _same(corner: Corner) -> Corner:
    """Return `corner` so that two that were computed alike are equal."""
    x, y = corner
    return round(float(x), 6) + 0.0, round(float(y), 6) + 0.0
