"""Where a place lies in the plane of the polygons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import fsum
from operator import sub
from typing import final

from msweeper.layout import Layout, Place, Point

__all__ = ["Plane"]


@final
class Plane:
    """A linear map from places to points, and a shift a panel.

    Fitted to the cells by least squares: exact where the polygons of a lattice follow the places.
    """

    def __init__(self, layout: Layout, middles: Sequence[Point], unit: float) -> None:
        """`middles` has the middle of each cell; `unit` is how wide the usual cell is."""
        by_panel: defaultdict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
        for (panel, row, column), (x, y) in zip(layout.places, middles, strict=True):
            by_panel[panel].append((column / 2, float(row), x, y))
        self._centers: dict[int, tuple[float, ...]] = {}
        pairs: list[tuple[float, ...]] = []
        for panel, members in by_panel.items():
            center = tuple(fsum(axis) / len(members) for axis in zip(*members, strict=True))
            self._centers[panel] = center
            pairs += [tuple(map(sub, member, center)) for member in members]
        little = 1e-6  # of the plain map, for a direction in which all cells stand alike
        uu = fsum(a * a for a, _, _, _ in pairs) + little
        uv = fsum(a * b for a, b, _, _ in pairs)
        vv = fsum(b * b for _, b, _, _ in pairs) + little
        det = uu * vv - uv * uv
        rows = []
        for i, plain in ((2, (little * unit, 0.0)), (3, (0.0, little * unit))):
            ux = fsum(pair[0] * pair[i] for pair in pairs) + plain[0]
            vx = fsum(pair[1] * pair[i] for pair in pairs) + plain[1]
            rows.append(((ux * vv - vx * uv) / det, (vx * uu - ux * uv) / det))
        self._rows = rows

    def has(self, panel: int) -> bool:
        """Whether there is a cell on a panel: else nothing lies anywhere."""
        return panel in self._centers

    def at(self, place: Place) -> Point:
        """Return where the middle of a cell at `place` would be."""
        panel, row, column = place
        u, v, x, y = self._centers[panel]
        a, b = column / 2 - u, row - v
        (ax, bx), (ay, by) = self._rows
        return x + a * ax + b * bx, y + a * ay + b * by
