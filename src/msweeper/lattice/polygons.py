"""From polygons: who touches whom follows from the corners and sides that they share."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count, pairwise
from numbers import Rational
from typing import Literal, TypeVar

from msweeper.lattice.coordinates import Polygons
from msweeper.layout import Caption, Decoration, Ghost, Layout, Place, Point
from msweeper.topology import Topology, check_labels

__all__ = ["Touch", "from_polygons", "plain_point"]

Touch = Literal["corner", "edge"]
"""Cells touch where they share a corner, or only where they share a side."""

_V = TypeVar("_V", bound=Hashable)


def plain_point(vertex: object) -> Point:
    """Return a vertex that is a pair of whole numbers or fractions as a point of the picture.

    Raises:
        ValueError: it is something else.
    """
    if isinstance(vertex, tuple) and len(vertex) == 2:
        x, y = vertex
        if isinstance(x, Rational) and isinstance(y, Rational):
            return float(x), float(y)
    raise ValueError(f"the vertex {vertex!r} is no pair of numbers: say with point where it stands")


def from_polygons(
    cells: Iterable[tuple[str, Sequence[_V], tuple[int, int, int]]],
    *,
    touch: Touch = "corner",
    point: Callable[[_V], Point] | None = plain_point,
    titles: Iterable[str] = (),
    captions: Iterable[Caption] = (),
    decorations: Iterable[Decoration] = (),
    ghosts: Iterable[tuple[str, Place]] = (),
) -> Topology:
    """Build a topology whose cells are polygons.

    Corners are compared by ``==``, so they are exact: whole numbers, fractions, or anything
    else that can be hashed, but no floats. Where the corner of one cell lies on a side of
    another, it is a corner of both. Corners that are the same vertex are the same place, so a
    board is wrapped by taking vertices modulo its sides.

    Args:
        cells: ``(label, corners, (panel, row, column))`` in any order: cells are numbered in
            reading order of their places. The corners go around in either direction.
        touch: at a ``corner`` (a side has two, so at sides too), or only along an ``edge``.
        point: vertex to its place in a picture, in units of one cell (take care that the area of
            a cell is about 1), y downwards; None: the picture shows squares.
        titles, captions, decorations: see `msweeper.layout.Layout`.
        ghosts: a label and a second place for its cell.

    Cost: 0.9 to 1.4 microseconds for each corner of each cell, so about 5 a pentagon; half as much
    again or more while the garbage collector runs.

    Raises:
        ValueError: fewer than three corners, a corner twice, a float; no cell at all.
        TopologyError: a label that is repeated or cannot be typed.
    """
    ordered = sorted(cells, key=lambda cell: cell[2])
    if not ordered:
        raise ValueError("there is no polygon")
    labels = tuple(label for label, _, _ in ordered)
    check_labels(labels)
    corners = tuple([tuple(polygon) for _, polygon, _ in ordered])
    rings = _number(labels, corners)
    if point is not None:
        point(corners[0][0])  # a fault shows now and not in the first picture
    numbers = {label: cell for cell, label in enumerate(labels)} if ghosts else {}
    layout = Layout(
        places=tuple([Place._make(place) for _, _, place in ordered]),
        titles=tuple(titles),
        captions=tuple(captions),
        decorations=tuple(decorations),
        ghosts=tuple(Ghost(numbers[label], Place(*place)) for label, place in ghosts),
        polygons=None if point is None else Polygons(corners, lambda *polygon: map(point, polygon)),
    )
    return Topology.from_rows(*_rows(_shared(rings, touch)), labels, layout)


def _number(labels: Sequence[str], corners: Sequence[Sequence[Hashable]]) -> list[list[int]]:
    """Return each polygon with its vertices numbered."""
    numbers: defaultdict[Hashable, int] = defaultdict(count().__next__)
    rings = [list(map(numbers.__getitem__, polygon)) for polygon in corners]
    for label, ring, polygon in zip(labels, rings, corners, strict=True):
        if len(ring) < 3 or len(set(ring)) < len(ring):
            raise ValueError(f"{label} needs at least three corners, each once, not {polygon}")
    kinds = {type(x) for v in numbers for x in (v if isinstance(v, tuple) else (v,))}
    if float in kinds:
        raise ValueError(
            "a vertex holds a float, and two floats that should be equal often are not: give"
            " whole numbers or fractions, and say with point where they stand"
        )
    return rings


def _shared(rings: Sequence[list[int]], touch: Touch) -> Iterator[Iterator[list[int]]]:
    """Return, a cell, the lists of all cells at each of its corners or sides."""
    if touch == "corner":
        parts = rings
    elif touch == "edge":
        size = 1 + max(map(max, rings))
        parts = [
            [a * size + b if a < b else b * size + a for a, b in pairwise([*ring, ring[0]])]
            for ring in rings
        ]
    else:
        raise ValueError(f"polygons touch at a corner or an edge, not at {touch!r}")
    there: defaultdict[int, list[int]] = defaultdict(list)
    for cell, part in enumerate(parts):
        for number in part:
            there[number].append(cell)
    return (map(there.__getitem__, part) for part in parts)


def _rows(shared: Iterable[Iterable[Iterable[int]]]) -> tuple[array[int], array[int]]:
    starts = array("i", [0])
    flat = array("i")
    for cell, groups in enumerate(shared):
        near: set[int] = set()
        near.update(*groups)
        near.discard(cell)
        flat.extend(sorted(near))
        starts.append(len(flat))
    return starts, flat
