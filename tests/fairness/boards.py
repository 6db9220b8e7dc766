"""Boards that only these tests need, and oracles that share no code with what they judge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

from msweeper.lattice import box_offsets, from_offsets
from msweeper.layout import Layout, Place
from msweeper.topology import Topology

Vector = dict[int, int]
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
DOUBLE_STAR = ((0, 1), (1, 3), (1, 5), (2, 5), (4, 5))
"""Two touching cells with two leaves each: all leaves mines, or both of those cells."""
UNEQUAL = ((0, 2), (0, 3), (1, 3), (2, 3), (2, 5), (2, 6), (3, 6), (4, 6), (5, 6))
"""Of 7 cells, 0, 1, 4 and 5 are mines, or 3 and 6: no number tells, but the count does."""


def box(
    *sides: int,
    offsets: Iterable[tuple[int, ...]] | None = None,
    wrapped: Iterable[int] = (),
) -> Topology:
    """Build a box of any dimension whose cells touch by side, edge or corner, slowest first."""
    return from_offsets(
        [range(1, side + 1) for side in sides],
        box_offsets(len(sides)) if offsets is None else offsets,
        place=lambda *at: (sum(at[:-2]), at[-2] if len(at) > 1 else 0, 2 * at[-1]),
        wrapped=frozenset(wrapped),
    )


def torus(*sides: int) -> Topology:
    return box(*sides, wrapped=range(len(sides)))


def graph(size: int, edges: Iterable[tuple[int, int]]) -> Topology:
    touching: list[set[int]] = [set() for _ in range(size)]
    for one, other in edges:
        touching[one].add(other)
        touching[other].add(one)
    places = tuple(Place(0, 0, 2 * cell) for cell in range(size))
    return Topology(touching, [str(cell) for cell in range(size)], Layout(places))


def every_exchange(topology: Topology) -> list[Vector]:
    """Return all vectors with entries -1, 0, 1 that no closed neighborhood sees, by trying all."""
    closed = [(cell, *topology.neighbors(cell)) for cell in topology]
    found = []
    for vector in product((0, 1, -1), repeat=topology.size):
        if next(filter(None, vector), 0) == 1 and not any(
            sum(vector[c] for c in row) for row in closed
        ):
            found.append({cell: value for cell, value in enumerate(vector) if value})
    return found


def minimal(exchanges: Sequence[Vector]) -> list[Vector]:
    """Return those that hold no other one, as it is or with its signs turned."""

    def holds(whole: Vector, part: Vector) -> bool:
        return len(part) < len(whole) and any(
            all(whole.get(cell) == sign * value for cell, value in part.items()) for sign in (1, -1)
        )

    return [e for e in exchanges if not any(holds(e, other) for other in exchanges)]


def exact_loss(topology: Topology, mines: int) -> Fraction:
    """Return the share of minefields that are like another, counted in full.

    Alike are those with the same closed sums, and those that differ by cells which do not touch and
    touch the same others. Of ``c`` minefields that are alike at most one can be won, so this is
    ``1 - classes / all``.
    """
    closed = [(cell, *topology.neighbors(cell)) for cell in topology]
    open_ = [topology.neighbors(cell) for cell in topology]
    parent: dict[object, object] = {}

    def root(key: object) -> object:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for field in combinations(range(topology.size), mines):
        sums = [0] * topology.size
        for mine in field:
            for cell in closed[mine]:
                sums[cell] += 1
        touched = tuple(sorted(open_[mine] for mine in field))
        parent[root(("sums", bytes(sums)))] = root(("touched", touched))
    classes = sum(1 for key in list(parent) if root(key) == key)
    return 1 - Fraction(classes, comb(topology.size, mines))


def rational_nullity(topology: Topology) -> int:
    """Return the dimension of the null space of adjacency plus identity, with fractions."""
    size = topology.size
    rows = [
        [Fraction(int(i == j or j in topology.neighbors(i))) for j in range(size)] for i in topology
    ]
    rank = 0
    for column in range(size):
        pivot = next((r for r in range(rank, size) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for r in range(rank + 1, size):
            factor = rows[r][column] / rows[rank][column]
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[rank], strict=True)]
        rank += 1
    return size - rank
