"""Who touches whom on a lattice, as compressed rows."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import final

from msweeper.lattice.coordinates import Coordinate, Coordinates, Run
from msweeper.lattice.gluing import Gluing

__all__ = ["Steps", "compress"]

Steps = frozenset[Coordinate]


_Group = tuple[Coordinate, tuple[int, ...]]
"""Steps that lead to one row: to which, and how far along the last axis each."""
_Target = tuple[int, int, int, int, bool, bool | None]
"""A run that steps lead to, seen from the run where they begin: start and stop; its first cell
minus that of the other run; which group of steps; whether the last axis is mirrored there; and
whether it is reached by crossing the ends of a flipped last axis an odd number of times, None
where that makes no difference. Plain, since there is one for every row and group."""


def compress(
    coordinates: Coordinates,
    steps: Steps | Callable[[Coordinate], Steps],
    gluing: Gluing,
    *,
    whole: bool,
) -> tuple[array[int], array[int]]:
    """Return the rows as `Topology` keeps them.

    `steps` holds everywhere, or says which hold in a row of the lattice. With `whole` there is a
    cell at every coordinate of the axes.

    A run whose surroundings look like those of an earlier run has the same rows, moved by the
    difference of their first cells. So each kind of run is looked up cell by cell once (a box of
    any size has ``3 ** (dimensions - 1)`` kinds), and the others are copies: one addition of
    packed integers moves a whole run. In a whole box the kind is seen from how near the ends of
    the axes are; mirrors aside, nothing else about a run makes a difference.
    """
    if whole and not gluing.flipped and not callable(steps):
        return _compress_whole(coordinates, steps, gluing)
    grouped: dict[Steps, list[_Group]] = {}
    starts = array("i", [0])
    flat = array("i")
    kinds: dict[tuple[object, ...], _Kind] = {}
    for prefix, run in zip(coordinates.prefixes, coordinates.flat, strict=True):
        here = steps(prefix) if callable(steps) else steps
        groups = grouped.get(here)
        if groups is None:
            groups = grouped[here] = _group(here)
        around = _look_around(prefix, run, groups, coordinates, gluing)
        key = (run.start, run.stop, here, *around)
        kind = kinds.get(key)
        if kind is None:
            kind = kinds[key] = _Kind(run, around, groups, gluing)
        kind.append(run.base, starts, flat)
    return starts, flat


def _compress_whole(
    coordinates: Coordinates, steps: Steps, gluing: Gluing
) -> tuple[array[int], array[int]]:
    starts = array("i", [0])
    flat = array("i")
    groups = _group(steps)
    kinds: dict[tuple[tuple[int, int], ...], _Kind] = {}
    nearness: list[dict[int, tuple[int, int]]] = []
    for number, axis in enumerate(gluing.axes[:-1]):
        reach = max((step[number] for step in steps), default=0)
        nearness.append({x: (min(x - axis.start, reach), min(axis[-1] - x, reach)) for x in axis})
    for prefix, run in zip(coordinates.prefixes, coordinates.flat, strict=True):
        key = tuple([near[x] for near, x in zip(nearness, prefix, strict=True)])
        kind = kinds.get(key)
        if kind is None:
            around = _look_around(prefix, run, groups, coordinates, gluing)
            kind = kinds[key] = _Kind(run, around, groups, gluing)
        kind.append(run.base, starts, flat)
    return starts, flat


def _look_around(
    prefix: Coordinate,
    run: Run,
    groups: Sequence[_Group],
    coordinates: Coordinates,
    gluing: Gluing,
) -> list[_Target]:
    """Return the runs that the steps lead to from a run of the row `prefix`."""
    around: list[_Target] = []
    runs = coordinates.runs
    twisted = gluing.flipped.get(gluing.last)
    for number, (shift, moves) in enumerate(groups):
        low, high = run.start + moves[0], run.stop - 1 + moves[-1]
        there, mirrored = tuple(map(add, prefix, shift)), False
        if gluing.around:
            there, mirrored = gluing.glue(there)
        odd = None if twisted is None else False
        for start, stop, base in _between(runs.get(there, ()), low, high, mirrored, gluing):
            around.append((start, stop, base - run.base, number, mirrored, odd))
        if twisted is not None:
            beyond = list(there)
            beyond[twisted] = gluing.mirror(twisted, beyond[twisted])
            row = runs.get(tuple(beyond), ())
            for start, stop, base in _between(row, low, high, mirrored, gluing):
                around.append((start, stop, base - run.base, number, mirrored, True))
    return around


def _between(
    row: Sequence[Run], low: int, high: int, mirrored: bool, gluing: Gluing
) -> Iterable[Run]:
    """Return the runs of `row` with a cell from `low` to `high`, or more where they are few.

    Without ends of the last axis, `low` and `high` may lie beyond it.
    """
    if len(row) < 3:
        return row
    axis = gluing.axes[gluing.last]
    if gluing.last in gluing.around:
        if high - low + 1 >= len(axis):
            return row
        low, high = (axis.start + (x - axis.start) % len(axis) for x in (low, high))
    if mirrored:
        low, high = gluing.mirror(gluing.last, high), gluing.mirror(gluing.last, low)
    first = bisect_left(row, (low + 1,))
    if first and row[first - 1].stop > low:
        first -= 1
    end = bisect_left(row, (high + 1,))
    if low <= high:
        return row[first:end]
    return row if first < end else (*row[:end], *row[first:])  # around the end of the axis


def _group(steps: Steps) -> list[_Group]:
    groups: defaultdict[Coordinate, list[int]] = defaultdict(list)
    for step in sorted(steps):
        groups[step[:-1]].append(step[-1])
    return [(shift, tuple(moves)) for shift, moves in groups.items()]


@final
class _Kind:
    """The rows of one kind of run, relative to its first cell, packed 32 bits an entry."""

    def __init__(
        self,
        run: Run,
        around: Iterable[_Target],
        groups: Sequence[_Group],
        gluing: Gluing,
    ) -> None:
        self.ends = array("i")
        found: list[list[int]] = [[] for _ in range(run.start, run.stop)]
        for target in around:
            for move in groups[target[3]][1]:
                _add(found, run, target, move, gluing)
        cells: list[int] = []
        for at, row in enumerate(found):
            if gluing.around:  # only then can a cell be met twice, or meet itself
                row = list({*row} - {at})
            row.sort()
            cells += row
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


def _add(found: list[list[int]], run: Run, target: _Target, move: int, gluing: Gluing) -> None:
    """Add the neighbors that one step leads to in one run, for all cells of `run` at once.

    Without ends the last axis is laid out again and again: its copy number ``n`` begins
    ``n * length`` further on, and between ends there is only copy 0.
    """
    start, stop, shift, _, mirrored, odd = target
    last = gluing.axes[gluing.last]
    length, lowest, highest = len(last), run.start + move, run.stop - 1 + move
    copies = range(1)
    if gluing.last in gluing.around:
        copies = range((lowest - last.start) // length, (highest - last.start) // length + 1)
    if mirrored:
        start, stop = gluing.mirror(gluing.last, stop - 1), gluing.mirror(gluing.last, start) + 1
    for copy in copies:
        if odd is not None and odd != bool(copy % 2):
            continue
        first = start + copy * length - move  # the value from which the step leads to `start`
        end = first + stop - start
        low, high = max(first, run.start), min(end, run.stop)
        if low >= high:
            continue
        if mirrored:
            cells = range(shift + end - 1 - low, shift + end - 1 - high, -1)
        else:
            cells = range(shift + low - first, shift + high - first)
        for row, cell in zip(found[low - run.start : high - run.start], cells, strict=True):
            row.append(cell)


def _pack(values: Iterable[int]) -> int:
    return int.from_bytes(array("i", values).tobytes(), sys.byteorder)
