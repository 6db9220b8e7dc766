"""Outlines in pixels, with the circle in each, and the rectangle around several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from msweeper.layout import Point
from msweeper.render.outline import Spot

__all__ = ["Box", "Shape"]


@final
@dataclass(frozen=True, slots=True)
class Shape:
    """One outline, and the circle in it."""

    polygon: tuple[Point, ...]
    spot: Spot

    def moved(self, dx: float, dy: float) -> Shape:
        x, y, radius = self.spot
        return Shape(tuple((a + dx, b + dy) for a, b in self.polygon), Spot(x + dx, y + dy, radius))

    def scaled(self, scale: float) -> Shape:
        x, y, radius = self.spot
        return Shape(
            tuple((a * scale, b * scale) for a, b in self.polygon),
            Spot(x * scale, y * scale, radius * scale),
        )


@final
class Box:
    """The smallest upright rectangle around what was added."""

    def __init__(self, points: Iterable[Point] = ()) -> None:
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")
        self.add(points)

    def add(self, points: Iterable[Point]) -> None:
        for x, y in points:
            self.left, self.right = min(self.left, x), max(self.right, x)
            self.top, self.bottom = min(self.top, y), max(self.bottom, y)
