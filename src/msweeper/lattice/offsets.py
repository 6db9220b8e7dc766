"""From steps on integer axes: boxes and outlines in any number of dimensions, wrapped or not."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import add
from typing import NamedTuple, final, overload

from msweeper.layout import Caption, Decoration, Ghost, Layout, Place, Point
from msweeper.topology import Topology

__all__ = ["box_offsets", "from_offsets"]

Coordinate = tuple[int, ...]


class _Run(NamedTuple):
    """Cells that follow each other on the last axis: ``base + x - start`` for x in the run."""

    start: int
    stop: int
    base: int


@final
class _Coordinates(Sequence[Coordinate]):
    """Cell to coordinate and back, kept as runs: a few numbers a row, none a cell."""

    def __init__(self, runs: Mapping[Coordinate, Sequence[_Run]]) -> None:
        self.runs = runs
        self.prefixes = [prefix for prefix, row in runs.items() for _ in row]
        self.flat = [run for row in runs.values() for run in row]
        self.bases = [run.base for run in self.flat]
        last = self.flat[-1] if self.flat else _Run(0, 0, 0)
        self.size = last.base + last.stop - last.start

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, cell: int) -> Coordinate: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[Coordinate]: ...
    def __getitem__(self, cell: int | slice) -> Coordinate | Sequence[Coordinate]:
        if isinstance(cell, slice):
            return tuple(self[c] for c in range(*cell.indices(self.size)))
        if not -self.size <= cell < self.size:
            raise IndexError(cell)
        cell %= self.size
        at = bisect_right(self.bases, cell) - 1
        run = self.flat[at]
        return (*self.prefixes[at], run.start + cell - run.base)

    def __iter__(self) -> Iterator[Coordinate]:
        for prefix, run in zip(self.prefixes, self.flat, strict=True):
            for x in range(run.start, run.stop):
                yield (*prefix, x)

    def find(self, coordinate: Coordinate) -> int | None:
        """Return the cell at `coordinate`, or None."""
        x = coordinate[-1]
        for run in self.runs.get(coordinate[:-1], ()):
            if run.start <= x < run.stop:
                return run.base + x - run.start
        return None


@final
class _Labels(Sequence[str]):
    """The coordinates as text, computed on demand, in the order of axes that people write."""

    def __init__(self, coordinates: _Coordinates, order: tuple[int, ...]) -> None:
        self.coordinates = coordinates
        self.order = order

    def __len__(self) -> int:
        return len(self.coordinates)

    @overload
    def __getitem__(self, cell: int) -> str: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[str]: ...
    def __getitem__(self, cell: int | slice) -> str | Sequence[str]:
        if isinstance(cell, slice):
            return tuple(self[c] for c in range(*cell.indices(len(self))))
        return self._text(self.coordinates[cell])

    def __iter__(self) -> Iterator[str]:
        return map(self._text, self.coordinates)

    def _text(self, coordinate: Coordinate) -> str:
        return ",".join([str(coordinate[axis]) for axis in self.order])

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the cell labelled `value` without a search; ValueError where there is none."""
        parts = str(value).split(",")
        if len(parts) == len(self.order):
            written = dict(zip(self.order, map(int, parts), strict=True))
            cell = self.coordinates.find(tuple(written[axis] for axis in range(len(parts))))
            if cell is not None and self[cell] == value:  # not 01,2 nor 1_0,2
                return cell
        raise ValueError(value)


@final
class _Places(Sequence[Place]):
    """Places computed on demand from the coordinates."""

    def __init__(self, coordinates: _Coordinates, place: Callable[..., tuple[int, int, int]]):
        self.coordinates = coordinates
        self.place = place

    def __len__(self) -> int:
        return len(self.coordinates)

    @overload
    def __getitem__(self, cell: int) -> Place: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[Place]: ...
    def __getitem__(self, cell: int | slice) -> Place | Sequence[Place]:
        if isinstance(cell, slice):
            return tuple(self[c] for c in range(*cell.indices(len(self))))
        return Place(*self.place(*self.coordinates[cell]))

    def __iter__(self) -> Iterator[Place]:
        for coordinate in self.coordinates:
            yield Place(*self.place(*coordinate))

    def __reduce__(self) -> tuple[type[tuple[Place, ...]], tuple[tuple[Place, ...]]]:
        return tuple, (tuple(self),)  # a plugin's function may be one that cannot be pickled


@final
class _Polygons(Sequence[tuple[Point, ...]]):
    """The outlines of the cells in a picture, computed on demand."""

    def __init__(self, coordinates: _Coordinates, polygon: Callable[..., Iterable[Point]]) -> None:
        self.coordinates = coordinates
        self.polygon = polygon

    def __len__(self) -> int:
        return len(self.coordinates)

    @overload
    def __getitem__(self, cell: int) -> tuple[Point, ...]: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[tuple[Point, ...]]: ...
    def __getitem__(self, cell: int | slice) -> tuple[Point, ...] | Sequence[tuple[Point, ...]]:
        if isinstance(cell, slice):
            return tuple(self[c] for c in range(*cell.indices(len(self))))
        return tuple(self.polygon(*self.coordinates[cell]))

    def __reduce__(self) -> tuple[type[tuple[Point, ...]], tuple[tuple[tuple[Point, ...], ...]]]:
        return tuple, (tuple(self),)  # as for the places


def box_offsets(dimensions: int) -> tuple[Coordinate, ...]:
    """Return the ``3**dimensions - 1`` steps to all that touch by side, edge or corner."""
    zero = (0,) * dimensions
    return tuple(step for step in product((-1, 0, 1), repeat=dimensions) if step != zero)


def from_offsets(
    axes: Sequence[range],
    offsets: Iterable[Coordinate],
    *,
    place: Callable[..., tuple[int, int, int]],
    outline: Callable[..., bool] | None = None,
    wrapped: Collection[int] = (),
    label_order: Sequence[int] | None = None,
    titles: Iterable[str] = (),
    captions: Iterable[Caption] = (),
    decorations: Iterable[Decoration] = (),
    ghosts: Iterable[tuple[Coordinate, Place]] = (),
    polygon: Callable[..., Iterable[Point]] | None = None,
) -> Topology:
    """Build a topology whose cells are integer coordinates and whose neighbors are steps.

    Args:
        axes: the values of each coordinate, slowest first: the order of cells, so choose them
            in reading order. Each is a ``range`` with step 1.
        offsets: the steps to the neighbors, in any order; with each its opposite.
        place: coordinate (one argument an axis) to ``(panel, row, column)``, columns in half
            cells.
        outline: coordinate to whether a cell stands there; all of the box if left out.
        wrapped: the axes that continue at the other end. A cell never becomes its own neighbor
            nor a neighbor twice, however short the axis.
        label_order: the axes in the order in which labels write them.
        titles, captions, decorations: see `msweeper.layout.Layout`.
        ghosts: a coordinate and a second place for its cell.
        polygon: coordinate to the outline in a picture; the square at its place if left out.

    Cost: for a box about 0.2 microseconds a neighbor, with an outline the calls of it besides.

    Raises:
        ValueError: an offset without its opposite, of the wrong length or to the cell itself; axes
            in `wrapped` or `label_order` that are not there; no cell at all.
    """
    steps = set(offsets)
    for step in steps:
        if len(step) != len(axes) or tuple(-d for d in step) not in steps:
            raise ValueError(
                f"the offset {step} needs {len(axes)} entries, and its opposite beside it"
            )
        if not any(step):
            raise ValueError(f"the offset {step} leads to the cell itself")
    numbers = range(len(axes))
    order = tuple(numbers if label_order is None else label_order)
    if sorted(order) != list(numbers):
        raise ValueError(f"label_order {order} must name each of {len(axes)} axes once")
    if not numbers or not set(wrapped) <= set(numbers):
        raise ValueError(f"wrapped {tuple(wrapped)} names an axis that is not there")
    if any(axis.step != 1 for axis in axes):
        raise ValueError("the values of an axis follow each other: its step must be 1")
    coordinates = _Coordinates(_find_runs(axes, outline))
    if not len(coordinates):
        raise ValueError("there is no cell in these axes and this outline")
    starts, flat = _rows(coordinates, axes, steps, frozenset(wrapped))
    seen = (((coordinates.find(at)), to) for at, to in ghosts)
    layout = Layout(
        places=_Places(coordinates, place),
        titles=tuple(titles),
        captions=tuple(captions),
        decorations=tuple(decorations),
        ghosts=tuple(Ghost(cell, Place(*to)) for cell, to in seen if cell is not None),
        polygons=None if polygon is None else _Polygons(coordinates, polygon),
    )
    return Topology.from_rows(starts, flat, _Labels(coordinates, order), layout)


def _find_runs(
    axes: Sequence[range], outline: Callable[..., bool] | None
) -> dict[Coordinate, list[_Run]]:
    runs: dict[Coordinate, list[_Run]] = {}
    base = 0
    last = axes[-1]
    for prefix in product(*axes[:-1]):
        row: list[_Run] = []
        if outline is None:
            row.append(_Run(last.start, last.stop, base))
            base += len(last)
        else:
            start: int | None = None
            for x in (*last, None):
                inside = x is not None and outline(*prefix, x)
                if inside and start is None:
                    start = x
                elif not inside and start is not None:
                    stop = last.stop if x is None else x
                    row.append(_Run(start, stop, base))
                    base += stop - start
                    start = None
        if row:
            runs[prefix] = row
    return runs


def _rows(
    coordinates: _Coordinates,
    axes: Sequence[range],
    steps: set[Coordinate],
    wrapped: frozenset[int],
) -> tuple[array[int], array[int]]:
    """Compile the compressed rows.

    A run whose surroundings look like those of an earlier run has the same rows, moved by the
    difference of their bases. So each kind of run is looked up cell by cell once (a box of any
    size has ``3 ** (dimensions - 1)`` kinds), and the others are copies: one addition of packed
    integers moves a whole run.
    """
    groups: defaultdict[Coordinate, list[int]] = defaultdict(list)
    for step in sorted(steps):
        groups[step[:-1]].append(step[-1])
    last = axes[-1] if len(axes) - 1 in wrapped else None
    starts = array("i", [0])
    flat = array("i")
    kinds: dict[tuple[object, ...], _Kind] = {}
    for prefix, run in zip(coordinates.prefixes, coordinates.flat, strict=True):
        around: list[tuple[int, int, int, int]] = []  # start, stop, cell - x, which group
        for number, shift in enumerate(groups):
            there = _wrap(tuple(map(add, prefix, shift)), axes, wrapped)
            for start, stop, base in coordinates.runs.get(there, ()):
                around.append((start, stop, base - start - run.base, number))
        key = (run.start, run.stop, *around)
        kind = kinds.get(key)
        if kind is None:
            moves = [*groups.values()]
            targets = [
                (start, stop, shift, m) for start, stop, shift, n in around for m in moves[n]
            ]
            kind = kinds[key] = _Kind(run, targets, last, bool(wrapped))
        kind.append(run.base, starts, flat)
    return starts, flat


@final
class _Kind:
    """The rows of one kind of run, relative to its first cell, packed 32 bits an entry."""

    def __init__(
        self,
        run: _Run,
        targets: Sequence[tuple[int, int, int, int]],
        last: range | None,
        any_wrapped: bool,
    ) -> None:
        self.ends = array("i")
        cells: list[int] = []
        for x in range(run.start, run.stop):
            found = []
            for start, stop, shift, move in targets:
                to = x + move
                if last is not None:
                    to = last.start + (to - last.start) % len(last)
                if start <= to < stop:
                    found.append(to + shift)
            if any_wrapped:  # only then can a cell be met twice, or meet itself
                found = list(set(found) - {x - run.start})
            found.sort()
            cells += found
            self.ends.append(len(cells))
        self.lowest = min(cells, default=0)
        self.bytes = 4 * len(cells)
        self.packed = _pack([cell - self.lowest for cell in cells])
        self.ones = _pack([1] * len(cells))
        self.packed_ends = _pack(self.ends)
        self.ones_ends = _pack([1] * len(self.ends))

    def append(self, base: int, starts: array[int], flat: array[int]) -> None:
        """Append the rows of a run of this kind whose first cell is `base`."""
        ends = self.packed_ends + self.ones_ends * len(flat)
        starts.frombytes(ends.to_bytes(4 * len(self.ends), sys.byteorder))
        moved = self.packed + self.ones * (base + self.lowest)
        flat.frombytes(moved.to_bytes(self.bytes, sys.byteorder))


def _pack(values: Iterable[int]) -> int:
    return int.from_bytes(array("i", values).tobytes(), sys.byteorder)


def _wrap(prefix: Coordinate, axes: Sequence[range], wrapped: frozenset[int]) -> Coordinate:
    if not wrapped:
        return prefix
    return tuple(
        axes[i].start + (value - axes[i].start) % len(axes[i]) if i in wrapped else value
        for i, value in enumerate(prefix)
    )
