"""Boards by drawing: each attempt of the lottery in turn, until one needs no guess.

So every board that needs no guess is as likely as every other one, and the number of the
attempt is all it takes to draw it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from msweeper.generator.proof import Prover
from msweeper.lottery import draw, key, tickets
from msweeper.minefield import Minefield
from msweeper.solver.part import Meter
from msweeper.topology import Topology

__all__ = ["Drawn", "drawn", "minefield_of"]


class Drawn(NamedTuple):
    """One attempt."""

    minefield: Minefield
    proved: bool
    opened: int
    """How many cells opened by proof."""


def minefield_of(
    topology: Topology, mines: int, seed: str, attempt: int, zone: Collection[int]
) -> Minefield:
    """Return the minefield of an attempt, from 1 up; `zone` stays free of mines."""
    order = tickets(key(topology.spec, seed, attempt), topology.size)
    return Minefield(topology, draw(order, mines, zone))


def drawn(
    topology: Topology,
    mines: int,
    seed: str,
    start: int,
    zone: Collection[int],
    prover: Prover,
    meter: Meter,
) -> Iterator[Drawn]:
    """Yield attempt 1, 2 and so on.

    Raises:
        OutOfBudget: from the meter, for want of time; a table too large only fails an attempt.
    """
    attempt = 0
    while True:
        attempt += 1
        minefield = minefield_of(topology, mines, seed, attempt, zone)
        run = prover.attempt(minefield, start, meter)
        yield Drawn(minefield, run is not None and run.complete, len(run.opened) if run else 0)
