"""How many games a board takes, whoever plays: an estimate from its exchanges.

Minefields with equal mine counts that differ by an exchange show the same numbers to the end, so
nobody wins more than one in ``c`` of ``c`` minefields that differ by exchanges. (A game that wins
one of them opens a mine in each other: all have equally many safe cells, but not the same ones.)
So the share of games lost is at least ``1 - classes / minefields``. For exchanges on disjoint
cells that quotient is counted exactly; where they cross, families of disjoint ones are multiplied
as if they were independent.

An exchange with as many plus as minus cells, ``k`` of each, is met with chance
``2 C(n - 2k, m - k) / C(n, m)``, about ``2 p**k (1 - p)**k``, and then costs half a game. With
unequal sides the count of mines left tells them apart at the end of the game, when all else is
open: alone it costs nothing, and two such on disjoint cells cost what their sum does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import final

from msweeper.fairness.nullspace import PRIME, Exchange

__all__ = ["estimate_loss", "largest_that_matters"]

MATTERS = Fraction(1, 10_000)
"""An exchange that alone costs fewer games than this need not be looked for."""
_NEVER = Fraction(1, 10**15)
_PAIRED = 1_000  # exchanges with unequal sides that are paired with each other


@final
@dataclass(frozen=True, slots=True)
class _Ring:
    """Sets of cells any two of which are an exchange: `count` sets of `size` cells each.

    Twins are a ring of sets of one cell. A line that wraps around a torus of side 3 k is a ring
    of three sets of k cells.
    """

    count: int
    size: int
    cells: int  # bits


Kind = tuple[int, int]
"""Count and size of a ring."""
Family = tuple[tuple[Kind, int], ...]
"""How many rings of each kind stand side by side on disjoint cells."""


def largest_that_matters(size: int, mines: Iterable[int]) -> int:
    """Return how many cells an exchange can have that alone costs a game in 10,000.

    The largest over all mine counts; at least 2.
    """
    best = 1
    for m in mines:
        k = best
        while 2 * (k + 1) <= size and _meets(size, m, k + 1) >= MATTERS:
            k += 1
        best = max(best, k)
    return 2 * best


def _meets(size: int, mines: int, k: int) -> Fraction:
    """Return the chance that `k` given cells are mines and `k` given other ones are not."""
    if not k <= mines <= size - k:
        return Fraction(0)
    return Fraction(comb(size - 2 * k, mines - k), comb(size, mines))


def _is_met(size: int, mines: int, kind: Kind) -> bool:
    """Return whether a ring is ever met; those that are not would cost the most to count."""
    count, side = kind
    return count * count * _meets(size, mines, side) > _NEVER


def estimate_loss(
    size: int,
    mines: Iterable[int],
    twins: Iterable[Sequence[int]],
    exchanges: Iterable[Exchange],
) -> dict[int, Fraction]:
    """Return the estimated share of games lost for each number of mines.

    Args:
        size: how many cells the board has.
        mines: numbers of mines, at most `size`.
        twins: classes of cells with equal closed neighborhoods.
        exchanges: minimal exchanges, those of twins left out.

    An exchange that is a sum of smaller ones is left out: it is met mostly where these are.
    Counted besides them it made a 6x6 torus with 6 mines lose 66 %; without it is 41, counting
    classes of sampled minefields gives 43, and play, with an opened area, 38. Exact where rings
    are disjoint. The first click is not thought of: an area that it opens takes some exchanges
    away and makes the rest denser, a change of a few points where much is lost.
    """
    rings = [_Ring(len(cells), 1, _bits(cells)) for cells in twins]
    balanced: list[Exchange] = []
    unbalanced: list[Exchange] = []
    for exchange in exchanges:
        (unbalanced if sum(exchange.values()) else balanced).append(exchange)
    rings += _rings(_essential(balanced))
    families = Counter(_families(rings))
    paired = _pairs(unbalanced)
    result: dict[int, Fraction] = {}
    for m in set(mines):
        won = Fraction(1)
        seen: Counter[Family] = Counter()
        for family, times in families.items():
            seen[tuple(kind for kind in family if _is_met(size, m, kind[0]))] += times
        for family, times in seen.items():
            won *= _classes(size, m, family) ** times
        for k, times in paired.items():
            won *= (1 - _meets(size, m, k)) ** times
        result[m] = 1 - won
    return result


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _essential(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """Return the exchanges that are no sums of multiples of smaller ones (modulo the prime)."""
    by_size: defaultdict[int, list[Exchange]] = defaultdict(list)
    for exchange in exchanges:
        by_size[len(exchange)].append(exchange)
    kept: list[Exchange] = []
    pivots: dict[int, dict[int, int]] = {}
    for size in sorted(by_size):
        new = [(e, rest) for e in by_size[size] if (rest := _rest(e, pivots))]
        kept += [exchange for exchange, _ in new]
        for _, vector in new:
            rest = _rest(vector, pivots)
            if rest:
                pivot = min(rest)
                inverse = pow(rest[pivot], -1, PRIME)
                pivots[pivot] = {cell: v * inverse % PRIME for cell, v in rest.items()}
    return kept


def _rest(vector: Mapping[int, int], pivots: Mapping[int, Mapping[int, int]]) -> dict[int, int]:
    """Return what is left of `vector` after echelon rows: from the first cell without one on."""
    rest = dict(vector)
    while rest:
        cell = min(rest)
        pivot = pivots.get(cell)
        if pivot is None:
            break
        factor = rest[cell]
        for other, value in pivot.items():
            left = (rest.get(other, 0) - factor * value) % PRIME
            if left:
                rest[other] = left
            else:
                rest.pop(other, None)
    return rest


def _rings(exchanges: Iterable[Exchange]) -> list[_Ring]:
    """Join exchanges that share one whole side, where all their sides are disjoint."""
    sides: dict[int, set[int]] = {}  # a side to the group it is in
    groups: list[tuple[int, int]] = []
    for exchange in exchanges:
        one = _bits(cell for cell, value in exchange.items() if value == 1)
        other = _bits(cell for cell, value in exchange.items() if value == -1)
        groups.append((one, other))
        joined = sides.get(one, {one}) | sides.get(other, {other})
        for side in joined:
            sides[side] = joined
    rings: list[_Ring] = []
    tangled: set[int] = set()
    for group in {id(group): group for group in sides.values()}.values():
        cells = 0
        for side in group:
            if cells & side:
                tangled |= group
                break
            cells |= side
        else:
            rings.append(_Ring(len(group), min(group).bit_count(), cells))
    rings += [_Ring(2, one.bit_count(), one | other) for one, other in groups if one in tangled]
    return rings


def _families(rings: Iterable[_Ring]) -> list[Family]:
    """Sort rings into families on disjoint cells, those with the smallest sets first."""
    used: list[int] = []
    kinds: list[Counter[Kind]] = []
    for ring in sorted(rings, key=lambda ring: (ring.size, ring.cells & -ring.cells, ring.cells)):
        free = (i for i, cells in enumerate(used) if not cells & ring.cells)
        number = next(free, len(used))
        if number == len(used):
            used.append(0)
            kinds.append(Counter())
        used[number] |= ring.cells
        kinds[number][ring.count, ring.size] += 1
    return [tuple(sorted(family.items())) for family in kinds]


def _classes(size: int, mines: int, family: Family) -> Fraction:
    """Return classes per minefield where the rings of one family are all exchanges."""
    ways = [1]  # by number of mines, in the rings so far
    cells = 0
    for (count, side), times in family:
        ways = _times(ways, _power(_ring_classes(count, side), times, mines), mines)
        cells += count * side * times
    found = sum(
        number * comb(size - cells, mines - inside)
        for inside, number in enumerate(ways)
        if mines - inside <= size - cells
    )
    return Fraction(found, comb(size, mines))


def _ring_classes(count: int, size: int) -> list[int]:
    """Return, by the number of mines in a ring, how many classes of minefields it has.

    Of its sets some are mixed; of the other ones, only how many are full counts.
    """
    mixed = [comb(size, i) for i in range(size + 1)]
    mixed[0] -= 1
    mixed[size] -= 1
    total = [0] * (count * size + 1)
    power = [1]  # of the mixed sets
    for pure in range(count, -1, -1):
        for i, ways in enumerate(power):
            if ways:
                for full in range(pure + 1):
                    total[i + full * size] += comb(count, pure) * ways
        if not any(mixed):
            break
        power = _times(power, mixed, count * size)
    return total


def _times(one: Sequence[int], other: Sequence[int], degree: int) -> list[int]:
    """Return the product of two polynomials up to `degree`."""
    result = [0] * min(len(one) + len(other) - 1, degree + 1)
    for i, a in enumerate(one[: degree + 1]):
        if a:
            for j, b in enumerate(other[: degree + 1 - i]):
                result[i + j] += a * b
    return result


def _power(base: Sequence[int], exponent: int, degree: int) -> list[int]:
    """Return a power of a polynomial that begins with 1, up to `degree`.

    By the recurrence that follows from ``base * power' = exponent * base' * power``.
    """
    assert base[0] == 1
    result = [1]
    for j in range(1, min(degree, (len(base) - 1) * exponent) + 1):
        total = sum(
            ((exponent + 1) * i - j) * base[i] * result[j - i]
            for i in range(1, min(len(base) - 1, j) + 1)
        )
        result.append(total // j)
    return result


def _pairs(unbalanced: Sequence[Exchange]) -> Counter[int]:
    """Return how many pairs on disjoint cells balance each other, by half of their cells."""
    bits = [(abs(sum(e.values())), _bits(e), len(e)) for e in unbalanced[:_PAIRED]]
    return Counter(
        (many + others) // 2
        for (excess, cells, many), (other, more, others) in combinations(bits, 2)
        if excess == other and not cells & more
    )
