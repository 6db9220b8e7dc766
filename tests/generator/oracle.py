"""Proof by listing every minefield there is: slow, and shares nothing with the solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msweeper.topology import Topology


def fields(topology: Topology, mines: int | None) -> list[int]:
    """Return all minefields as sets of bits: with that many mines, or any number of them.

    Without the count every subset is listed, so whatever a number does not forbid is there:
    parts are independent, and a cell that touches no open number is a mine in some of them.
    """
    if mines is None:
        return list(range(1 << topology.size))
    return [sum(1 << cell for cell in some) for some in combinations(topology, mines)]


def proofs(
    topology: Topology, minefield: int, start: int, some: list[int]
) -> Iterator[tuple[dict[int, int], set[int], set[int]]]:
    """Yield each position of a proof: what is open, and the closed cells safe and mines.

    Ends with the position where nothing is safe.
    """
    around = [sum(1 << other for other in topology.neighbors(cell)) for cell in topology]
    shown: dict[int, int] = {}
    fresh = {start}
    while True:
        for cell in fresh:
            assert not minefield >> cell & 1
            number = shown[cell] = (minefield & around[cell]).bit_count()
            near, bit = around[cell], 1 << cell
            some = [f for f in some if not f & bit and (f & near).bit_count() == number]
        ever, always = 0, -1
        for f in some:
            ever |= f
            always &= f
        closed = set(topology) - set(shown)
        fresh = {cell for cell in closed if not ever >> cell & 1}
        yield shown, fresh, {cell for cell in closed if always >> cell & 1}
        if not fresh:
            return
