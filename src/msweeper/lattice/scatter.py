"""From positions to places: cells of a text picture that stand as far apart as they need."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, isqrt

__all__ = ["scatter"]

Position = tuple[float, float]
# The cells of graphs are numbered in the order of these places, so ids and saves rest on these
# figures, on the default width and on each step below: changed, they would mean other boards.
_HEIGHT = 40  # rows of the largest picture that a small graph gets
_TRIED = 5_000  # cells up to which more than the largest size is tried
_STEP = 1.125  # from one size that is tried to the next
_EVEN = 1.5  # how much larger a picture may be for even distances


def scatter(
    positions: Sequence[Position], room: Sequence[int] = (), *, width: int = 74
) -> list[tuple[int, int]] | None:
    """Return a row and a column (in half cells) for each position, no two over each other.

    Whole rows and half columns that are free already stay as they are, moved to the top left.
    Other positions are scaled, both axes alike, to the smallest picture in which no two fall on
    one place; where even the largest is too crowded, cells move to the right, and where there is
    no room for that, only the order of rows and of cells in a row is left.

    Args:
        positions: x to the right, y downwards, finite.
        room: half columns that each cell needs free at its left, for its name. With it, None is
            returned where no picture has them.
        width: half columns of the largest picture, where the cells are not too many for it.

    Exact arithmetic where the positions are whole, else deterministic: only sums, products,
    quotients. Cost: a few passes.
    """
    need = room or [0] * len(positions)
    left, top = (min(position[axis] for position in positions) for axis in (0, 1))
    moved = [(x - left, y - top) for x, y in positions]
    wide, high = (max(position[axis] for position in moved) for axis in (0, 1))
    if all(y == floor(y) and 2 * x == floor(2 * x) for x, y in moved):
        places = _snap(moved, 1.0)
        if max(wide, high) <= _HEIGHT + 4 * len(moved) and _is_free(places, need):
            return places
    extent = max(wide, high)
    if not extent:  # all stand at one point
        return None if room else _rank(moved)
    moved = [(x / extent, y / extent) for x, y in moved]  # so that nothing can overflow
    crowded = 8 * len(moved) > width * _HEIGHT
    most = isqrt(4 * len(moved)) if crowded else 0
    limits = (max(width / 2, most), wide / extent), (max(_HEIGHT, most), high / extent)
    largest = min(limit / side for limit, side in limits if side)
    scale = min(largest, isqrt(len(moved)))
    gap = _least_gap([x for x, _ in moved]) or _least_gap([y for _, y in moved])
    while scale < largest and len(moved) <= _TRIED:
        for even in (ceil(2 * gap * scale) / (2 * gap), scale):  # even distances look better
            if even <= min(largest, _EVEN * scale):
                places = _snap(moved, even)
                if _is_free(places, need):
                    return places
        scale *= _STEP
    places = _snap(moved, largest)
    if _is_free(places, need):
        return places
    return None if room else _push(places) or _rank(moved)


def _least_gap(values: Sequence[float]) -> float:
    """Return the least distance between two different values; 0 where all are the same."""
    ordered = sorted(set(values))
    return min((b - a for a, b in pairwise(ordered)), default=0.0)


def _snap(positions: Sequence[Position], scale: float) -> list[tuple[int, int]]:
    return [(floor(y * scale + 0.5), floor(2 * x * scale + 0.5)) for x, y in positions]


def _is_free(places: Sequence[tuple[int, int]], need: Sequence[int]) -> bool:
    before: tuple[int, int] | None = None
    for (row, column), room in sorted(zip(places, need, strict=True)):
        if before is not None and before[0] == row and column - before[1] < 2 + room:
            return False
        before = row, column
    return True


def _push(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Move cells to the right until each row is free; None if one has to go far."""
    far = 8 + max(column for _, column in places) // 4
    found = list(places)
    before: tuple[int, int] | None = None
    for cell in sorted(range(len(places)), key=lambda cell: (places[cell], cell)):
        row, column = places[cell]
        free = column
        if before is not None and before[0] == row:
            free = max(column, before[1] + 2)
        if free - column > far:
            return None
        found[cell] = before = row, free
    return found


def _rank(positions: Sequence[Position]) -> list[tuple[int, int]]:
    """Fill rows of equal length from top to bottom, each in order from left to right."""
    order = sorted(range(len(positions)), key=lambda cell: (positions[cell][1], cell))
    length = isqrt(len(order) - 1) + 1
    found = [(0, 0)] * len(order)
    for row in range(0, len(order), length):
        line = sorted(order[row : row + length], key=lambda cell: (positions[cell][0], cell))
        for i, cell in enumerate(line):
            found[cell] = row // length, 2 * i
    return found
