"""Joins the parts of the frontier and the cells beyond it, by how many mines the board has.

A part that always takes the same number of mines is independent of all else. The others weigh
on each other: when one takes a mine more, there is one less for the rest. So for each of them
the ways of all else are needed, by the mines that it takes itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, gcd, prod
from operator import mul
from typing import NamedTuple

from msweeper.solver.part import Counted

__all__ = ["Joint", "join"]

_Polynomial = tuple[int, ...]


class Joint(NamedTuple):
    """The ways to fill everything, and the chances that follow. Exact."""

    ways: int
    """How many minefields fit; 0 if none does, and then the rest is empty."""
    groups: tuple[tuple[tuple[int, int], ...], ...]
    """For each part, for each group: its mines on average, as numerator and denominator."""
    rest: tuple[int, int]
    """The mines beyond the frontier on average, likewise."""


_NONE = Joint(0, (), (0, 1))


def join(parts: Sequence[Counted], rest: int, mines: int) -> Joint:
    """Return how the `parts` and `rest` cells beyond them share `mines`.

    Cost: about the square of how many mines the parts may differ by.
    """
    low = 0
    common = 1
    scales: list[int] = []
    shapes: list[_Polynomial] = []
    for part in parts:
        if not part.ways:
            return _NONE
        low += part.low
        scale = gcd(*part.ways)
        scales.append(scale)
        common *= scale
        shapes.append(tuple([ways // scale for ways in part.ways]) if scale > 1 else part.ways)
    kinds = Counter([shape for shape in shapes if len(shape) > 1])
    together = _product(kinds)
    beyond = _binomials(rest, mines - low, len(together))
    terms = list(map(mul, together, beyond))
    ways = sum(terms)
    if not ways:
        return _NONE
    outside: dict[_Polynomial, list[int]] = {(1,): [1]}
    for shape in kinds:
        others = _quotient(together, shape)
        more = [sum(map(mul, others, beyond[m:])) for m in range(1, len(shape))]
        least = (ways - sum(map(mul, shape[1:], more))) // shape[0]  # all ways together are known
        outside[shape] = [least, *more]
    chances = []
    for part, shape, scale in zip(parts, shapes, scales, strict=True):
        weights = outside[shape]
        whole = scale if len(shape) == 1 else scale * ways
        chances.append(tuple([(sum(map(mul, share, weights)), whole) for share in part.shares]))
    left = mines - low
    spare = sum([term * (left - m) for m, term in enumerate(terms)])
    return Joint(ways * common, tuple(chances), (spare, ways))


def _product(kinds: Counter[_Polynomial]) -> list[int]:
    """Multiply all polynomials, packed into integers, the small ones first."""
    if not kinds:
        return [1]
    size = 1
    bound = 1
    for shape, times in kinds.items():
        size += (len(shape) - 1) * times
        bound *= sum(shape) ** times
    bits = bound.bit_length()
    factors = [_pack(shape, bits) ** times for shape, times in kinds.items()]
    while len(factors) > 2:
        factors.sort()
        factors = [prod(factors[i : i + 2]) for i in range(0, len(factors), 2)]
    packed = prod(factors)
    mask = (1 << bits) - 1
    return [packed >> at & mask for at in range(0, size * bits, bits)]


def _pack(shape: _Polynomial, bits: int) -> int:
    return sum([ways << bits * m for m, ways in enumerate(shape)])


def _binomials(cells: int, mines: int, count: int) -> list[int]:
    """Return the ways to put ``mines - m`` mines on `cells` cells, for m below `count`."""
    result = [0] * count
    start = max(0, mines - cells)  # the first m for which there is room
    if start >= count or mines < start:
        return result
    ways = comb(cells, mines - start)
    for m in range(start, min(count, mines + 1)):
        result[m] = ways
        left = mines - m
        ways = ways * left // (cells - left + 1)
    return result


def _quotient(dividend: Sequence[int], divisor: _Polynomial) -> list[int]:
    """Return dividend / divisor, which leaves no remainder; the lowest power comes first."""
    first, *others = divisor
    result: list[int] = []
    if len(others) == 1:
        last = 0
        for at in range(len(dividend) - 1):
            last = (dividend[at] - others[0] * last) // first
            result.append(last)
        return result
    for at in range(len(dividend) - len(others)):
        value = dividend[at]
        for back, factor in enumerate(others[:at], 1):
            value -= factor * result[at - back]
        result.append(value // first)
    return result
