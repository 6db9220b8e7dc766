"""Who touches whom on a lattice, as compressed rows."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
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
    if whole and not gluing.flipped:
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
    coordinates: Coordinates, steps: Steps | Callable[[Coordinate], Steps], gluing: Gluing
) -> tuple[array[int], array[int]]:
    starts = array("i", [0])
    flat = array("i")
    prefixes = coordinates.prefixes
    each = list(map(steps, prefixes)) if callable(steps) else [steps] * len(prefixes)
    grouped = {here: _group(here) for here in set(each)}
    kinds: dict[tuple[object, ...], _Kind] = {}
    nearness: list[dict[int, tuple[int, int]]] = []
    for number, axis in enumerate(gluing.axes[:-1]):
        reach = max((step[number] for here in grouped for step in here), default=0)
        nearness.append({x: (min(x - axis.start, reach), min(axis[-1] - x, reach)) for x in axis})
    for prefix, run, here in zip(prefixes, coordinates.flat, each, strict=True):
        key = (here, *[near[x] for near, x in zip(nearness, prefix, strict=True)])
        kind = kinds.get(key)
        if kind is None:
            groups = grouped[here]
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
    """The rows of one kind of run, relative to its first cell.

    Many kinds on a flipped board or of an outline are met once only, so what moves a run is packed,
    32 bits an entry, when it is met again.
    """

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
            _add(found, run, target, groups[target[3]][1], gluing)
        self.cells = array("i")
        for at, row in enumerate(found):
            if gluing.around:  # only then can a cell be met twice, or meet itself
                row = list({*row} - {at})
            row.sort()
            self.cells.extend(row)
            self.ends.append(len(self.cells))
        self.met = False
        self.packed: int | None = None

    def pack(self) -> int:
        """Prepare what is added for the other runs of the kind, and return the packed cells."""
        self.lowest = min(self.cells, default=0)
        self.bytes = 4 * len(self.cells)
        self.ones = _pack([1] * len(self.cells))
        self.packed_ends = _pack(self.ends)
        self.ones_ends = _pack([1] * len(self.ends))
        return _pack([cell - self.lowest for cell in self.cells])

    def append(self, base: int, starts: array[int], flat: array[int]) -> None:
        """Append the rows of a run of this kind whose first cell is `base`."""
        if not self.met:
            self.met = True
            before = len(flat)
            starts.extend([before + end for end in self.ends])
            flat.extend([base + cell for cell in self.cells])
            return
        if self.packed is None:
            self.packed = self.pack()
        ends = self.packed_ends + self.ones_ends * len(flat)
        starts.frombytes(ends.to_bytes(4 * len(self.ends), sys.byteorder))
        moved = self.packed + self.ones * (base + self.lowest)
        flat.frombytes(moved.to_bytes(self.bytes, sys.byteorder))


def _add(
    found: list[list[int]], run: Run, target: _Target, moves: tuple[int, ...], gluing: Gluing
) -> None:
    """Add the neighbors that some steps lead to in one run, for all cells of `run` at once."""
    start, stop, shift, _, mirrored, odd = target
    if mirrored:
        start, stop = gluing.mirror(gluing.last, stop - 1), gluing.mirror(gluing.last, start) + 1
    length = len(gluing.axes[-1]) if gluing.last in gluing.around else 0
    begin, count = run.start, run.stop - run.start
    for at, low, high, step in _meetings(
        count, start - begin, stop - begin, moves, length, mirrored, odd
    ):
        for row, cell in enumerate(range(shift + low, shift + high, step), at):
            found[row].append(cell)


@lru_cache(maxsize=1024)
def _meetings(
    count: int,
    start: int,
    stop: int,
    moves: tuple[int, ...],
    length: int,
    mirrored: bool,
    odd: bool | None,
) -> list[tuple[int, int, int, int]]:
    """Return where steps from a run of `count` cells end in one that goes from `start` to `stop`.

    Each is the first cell of the run and, for it and the next ones, the range of cells in the other
    run. Values count from the first cell of the run. Without ends (then it has a `length`) the last
    axis is laid out again and again: its copy number ``n`` begins ``n * length`` further on.
    """
    meetings = []
    copies, every = range(1), 1 if odd is None else 2
    for move in moves:
        if length:
            least = -((stop - 1 - move) // length)
            most = (count - 1 + move - start) // length
            copies = range(least + (every == 2 and least % 2 != odd), most + 1, every)
        for copy in copies:
            first = start + copy * length - move  # the value from which the step leads to `start`
            end = first + stop - start
            low, high = max(first, 0), min(end, count)
            if low >= high:
                continue
            if mirrored:
                meetings.append((low, end - 1 - low, end - 1 - high, -1))
            else:
                meetings.append((low, low - first, high - first, 1))
    return meetings


def _pack(values: Iterable[int]) -> int:
    return int.from_bytes(array("i", values).tobytes(), sys.byteorder)
