"""The cells of a lattice as runs along the last axis: coordinate, label and place on demand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar, final, overload

from msweeper.layout import Place, Point

__all__ = ["Coordinate", "Coordinates", "Labels", "Places", "Polygons", "Run", "find_runs"]

Coordinate = tuple[int, ...]
_T = TypeVar("_T")


class Run(NamedTuple):
    """Cells that follow each other on the last axis: ``base + x - start`` for x in the run."""

    start: int
    stop: int
    base: int


_START = itemgetter(0)


@final
class Coordinates(Sequence[Coordinate]):
    """Cell to coordinate and back, kept as runs: a few numbers a row, none a cell."""

    def __init__(self, runs: Mapping[Coordinate, Sequence[Run]]) -> None:
        self.runs = runs
        self.prefixes = [prefix for prefix, row in runs.items() for _ in row]
        self.flat = [run for row in runs.values() for run in row]
        self.bases = [run.base for run in self.flat]
        last = self.flat[-1] if self.flat else Run(0, 0, 0)
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
        row = self.runs.get(coordinate[:-1], ())
        at = bisect_right(row, x, key=_START) - 1
        if at < 0 or x >= row[at].stop:
            return None
        return row[at].base + x - row[at].start


class _OnDemand(Sequence[_T]):
    """What each cell has, computed from its coordinate when it is asked for."""

    def __init__(self, coordinates: Sequence[tuple[Any, ...]]) -> None:
        self.coordinates = coordinates

    def _at(self, coordinate: tuple[Any, ...]) -> _T:
        """Return what the cell at `coordinate` has."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.coordinates)

    @overload
    def __getitem__(self, cell: int) -> _T: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[_T]: ...
    def __getitem__(self, cell: int | slice) -> _T | Sequence[_T]:
        if isinstance(cell, slice):
            return tuple(self[c] for c in range(*cell.indices(len(self))))
        return self._at(self.coordinates[cell])

    def __iter__(self) -> Iterator[_T]:
        return map(self._at, self.coordinates)


@final
class Labels(_OnDemand[str]):
    """The coordinates as text, in the order of axes that people write."""

    coordinates: Coordinates

    def __init__(self, coordinates: Coordinates, order: tuple[int, ...]) -> None:
        super().__init__(coordinates)
        self.order = order

    def _at(self, coordinate: Coordinate) -> str:
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
class Places(_OnDemand[Place]):
    """Where each cell is drawn."""

    def __init__(
        self, coordinates: Coordinates, place: Callable[..., tuple[int, int, int]]
    ) -> None:
        super().__init__(coordinates)
        self.place = place

    def _at(self, coordinate: Coordinate) -> Place:
        return Place(*self.place(*coordinate))

    def __reduce__(self) -> tuple[type[tuple[Place, ...]], tuple[tuple[Place, ...]]]:
        return tuple, (tuple(self),)  # a plugin's function may be one that cannot be pickled


@final
class Polygons(_OnDemand[tuple[Point, ...]]):
    """The outline of each cell in a picture, from what the cell has."""

    def __init__(
        self, coordinates: Sequence[tuple[Any, ...]], polygon: Callable[..., Iterable[Point]]
    ) -> None:
        super().__init__(coordinates)
        self.polygon = polygon

    def _at(self, coordinate: tuple[Any, ...]) -> tuple[Point, ...]:
        return tuple(self.polygon(*coordinate))

    def __reduce__(self) -> tuple[type[tuple[Point, ...]], tuple[tuple[tuple[Point, ...], ...]]]:
        return tuple, (tuple(self),)  # as for the places


def find_runs(
    axes: Sequence[range], outline: Callable[..., bool] | None
) -> dict[Coordinate, list[Run]]:
    """Return the runs of each row that has any, in cell order."""
    runs: dict[Coordinate, list[Run]] = {}
    base = 0
    last = axes[-1]
    for prefix in product(*axes[:-1]):
        row: list[Run] = []
        if outline is None:
            row.append(Run(last.start, last.stop, base))
            base += len(last)
        else:
            start: int | None = None
            for x in (*last, None):
                inside = x is not None and outline(*prefix, x)
                if inside and start is None:
                    start = x
                elif not inside and start is not None:
                    stop = last.stop if x is None else x
                    row.append(Run(start, stop, base))
                    base += stop - start
                    start = None
        if row:
            runs[prefix] = row
    return runs
