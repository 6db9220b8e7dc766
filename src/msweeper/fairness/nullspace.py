"""Which swaps no number can see: twins, and the null space of adjacency plus identity.

Row ``c`` of that matrix holds a one for the cell ``c`` and each of its neighbors, so a vector of
the null space sums to zero over every closed neighborhood.
"""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from msweeper.topology import Topology

__all__ = [
    "PRIME",
    "Exchange",
    "NullSpace",
    "alike",
    "is_exchange",
    "null_space",
    "nullity",
    "signed",
    "twins",
]

Exchange = Mapping[int, int]
"""A vector of the null space with entries 1 and -1: cell to entry, the lowest cell has 1."""

PRIME = 67_108_859
"""The largest prime below 2**26: 4,096 products of two residues fit into one lane of 64 bits."""
_LANE = 64
_MASK = (1 << _LANE) - 1
_SUMS = 4_000  # products that a lane takes before it must be reduced


def twins(topology: Topology) -> tuple[tuple[int, ...], ...]:
    """Return the classes of two and more cells with equal closed neighborhoods, ascending.

    Twins touch each other and no number tells them apart. Classes are disjoint. Cost: linear.
    """
    return _twins(topology, lambda: None)


def alike(topology: Topology) -> tuple[tuple[int, ...], ...]:
    """Return the classes of two and more cells that do not touch and touch the same others.

    No number on another cell tells them apart, and their own are equal: with one mine among them
    it is a coin flip, as with twins. Classes are disjoint, also from those of twins. Cells without
    neighbors are one class. Cost: linear.
    """
    classes: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in topology:
        classes[topology.neighbors(cell)].append(cell)
    return tuple(tuple(cells) for cells in classes.values() if len(cells) > 1)


def _twins(topology: Topology, tick: Callable[[], None]) -> tuple[tuple[int, ...], ...]:
    classes: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in topology:
        tick()
        classes[tuple(sorted((cell, *topology.neighbors(cell))))].append(cell)
    return tuple(tuple(cells) for cells in classes.values() if len(cells) > 1)


def is_exchange(topology: Topology, vector: Mapping[int, int]) -> bool:
    """Return whether `vector` has entries 1 and -1 only and sums to zero around every cell."""
    if not vector or any(value not in (1, -1) for value in vector.values()):
        return False
    sums: defaultdict[int, int] = defaultdict(int)
    for cell, value in vector.items():
        sums[cell] += value
        for other in topology.adjacency[cell]:
            sums[other] += value
    return not any(sums.values())


def signed(exchange: Exchange) -> dict[int, int]:
    """Return the exchange in cell order, its lowest cell with 1."""
    cells = sorted(exchange)
    sign = exchange[cells[0]]
    return {cell: exchange[cell] * sign for cell in cells}


def nullity(topology: Topology) -> int:
    """Return the dimension of the null space of adjacency plus identity.

    Computed modulo `PRIME`: zero is proved, and the dimension over the rationals is never more.
    It is less only where the prime divides every minor of the rank's order, which is of the
    order of one matrix in ten million unless somebody builds it so. Cost: as `null_space`.
    """
    return null_space(topology).nullity


@final
@dataclass(frozen=True, slots=True)
class NullSpace:
    """The null space modulo `PRIME`, of the cells that stand for their twins.

    `cells` are all cells but the second, third, ... of each class of twins; a vector of the whole
    board is one on them plus swaps of twins. `forms` has for each of `cells` its value as a
    linear form in the `free` many free coordinates: coordinate to a coefficient between
    ``-PRIME / 2`` and ``PRIME / 2``, zeros left out. Free cells have the forms ``{i: 1}``.
    """

    twins: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    free: int
    forms: tuple[dict[int, int], ...]

    @property
    def nullity(self) -> int:
        """The dimension for the whole board, twins included."""
        return self.free + sum(len(cells) - 1 for cells in self.twins)

    def basis(self) -> list[dict[int, int]]:
        """Return one vector for each free coordinate: board cell to coefficient."""
        vectors: list[dict[int, int]] = [{} for _ in range(self.free)]
        for cell, form in zip(self.cells, self.forms, strict=True):
            for coordinate, value in form.items():
                vectors[coordinate][cell] = value
        return vectors


def null_space(topology: Topology, tick: Callable[[], None] = lambda: None) -> NullSpace:
    """Return the null space of adjacency plus identity.

    Elimination in a band: cells are ordered so that neighbors stand close to each other, and a row
    is one integer with 64 bits a column, so that taking a multiple of a row from another is one
    multiplication and one addition. Lanes are reduced only when their row is finished. Plain rows
    of residues took 30 times as long.

    Args:
        topology: the board. Nothing but who touches whom is used.
        tick: called once a cell in each of three passes; may raise to stop.

    Cost: cells times the square of the bandwidth, with a small constant: 2,000 cells of a cube
    within seconds.
    """
    classes = _twins(topology, tick)
    dropped = {cell for cells in classes for cell in cells[1:]}
    cells = tuple(cell for cell in topology if cell not in dropped)
    index = {cell: i for i, cell in enumerate(cells)}
    closed = [
        sorted(index[c] for c in (cell, *topology.adjacency[cell]) if c in index) for cell in cells
    ]
    tick()
    order = _order(closed)
    at = [0] * len(order)
    for position, i in enumerate(order):
        at[i] = position
    rows = [[at[j] for j in closed[i]] for i in order]
    forms, free = _solve(_eliminate(rows, tick), tick)
    return NullSpace(classes, cells, free, tuple(forms[at[i]] for i in range(len(cells))))


def _eliminate(
    rows: Sequence[Sequence[int]], tick: Callable[[], None]
) -> list[list[tuple[int, int]] | None]:
    """Return the echelon form of 0-1 rows: for each column its pivot row, or None where free.

    A pivot row is ``(column, coefficient)`` without its own leading one.
    """
    pivots: list[int | None] = [None] * len(rows)  # columns after the pivot, lowest lane first
    result: list[list[tuple[int, int]] | None] = [None] * len(rows)
    for columns in sorted(rows, key=min):
        tick()
        column = min(columns)
        row = sum(1 << _LANE * (c - column) for c in columns)
        sums = 0
        while row:
            factor = (row & _MASK) % PRIME
            row >>= _LANE
            if factor:
                pivot = pivots[column]
                if pivot is None:
                    inverse = pow(factor, -1, PRIME)
                    rest = [value * inverse % PRIME for value in _unpack(row)]
                    pivots[column] = _pack(rest)
                    result[column] = [(column + 1 + i, v) for i, v in enumerate(rest) if v]
                    break
                if pivot:
                    row += (PRIME - factor) * pivot
                sums += 1
                if sums == _SUMS:
                    row, sums = _pack([value % PRIME for value in _unpack(row)]), 0
            column += 1
    return result


def _solve(
    pivots: Sequence[list[tuple[int, int]] | None], tick: Callable[[], None]
) -> tuple[list[dict[int, int]], int]:
    """Return each column as a form in the free columns, and how many of these there are."""
    free = [column for column, pivot in enumerate(pivots) if pivot is None]
    if not free:
        return [{} for _ in pivots], 0
    number = {column: i for i, column in enumerate(free)}
    packed: list[int] = [0] * len(pivots)
    forms: list[dict[int, int]] = [{} for _ in pivots]
    for column in range(len(pivots) - 1, -1, -1):
        tick()
        pivot = pivots[column]
        if pivot is None:
            packed[column] = 1 << _LANE * number[column]
            forms[column] = {number[column]: 1}
            continue
        form, sums = 0, 0
        for other, value in pivot:
            if packed[other]:
                form += (PRIME - value) * packed[other]
                sums += 1
                if sums == _SUMS:
                    form, sums = _pack([v % PRIME for v in _unpack(form)]), 0
        if form:
            values = [v % PRIME for v in _unpack(form)]
            packed[column] = _pack(values)
            forms[column] = {
                i: v if v <= PRIME // 2 else v - PRIME for i, v in enumerate(values) if v
            }
    return forms, len(free)


def _unpack(packed: int) -> array[int]:
    lanes = array("Q", packed.to_bytes(8 * (-(-packed.bit_length() // _LANE)), "little"))
    if sys.byteorder == "big":
        lanes.byteswap()
    return lanes


def _pack(values: Iterable[int]) -> int:
    lanes = array("Q", values)
    if sys.byteorder == "big":
        lanes.byteswap()
    return int.from_bytes(lanes.tobytes(), "little")


def _order(closed: Sequence[Sequence[int]]) -> list[int]:
    """Return an order in which neighbors stand close: as given, or breadth first (Cuthill-McKee).

    The given order is the better one for boxes, breadth first for boards that wrap.
    """
    given = list(range(len(closed)))
    found: list[int] = []
    seen: set[int] = set()
    for start in sorted(given, key=lambda i: len(closed[i])):
        if start in seen:
            continue
        part = _breadth_first(closed, _breadth_first(closed, start)[-1])  # from a far end
        seen.update(part)
        found += part
    return min(given, found, key=lambda order: _width(closed, order))


def _breadth_first(closed: Sequence[Sequence[int]], start: int) -> list[int]:
    part, seen = [start], {start}
    for i in part:
        for j in sorted(closed[i], key=lambda j: len(closed[j])):
            if j not in seen:
                seen.add(j)
                part.append(j)
    return part


def _width(closed: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Return the sum over all cells of how far back their first neighbor stands, squared."""
    at = {i: position for position, i in enumerate(order)}
    return sum((at[i] - min(at[j] for j in row)) ** 2 for i, row in enumerate(closed))
