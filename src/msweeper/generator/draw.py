"""Boards by drawing: each attempt of the lottery in turn, until one needs no guess.

So every board that needs no guess is as likely as every other one, and the number of the
attempt is all it takes to draw it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, final

from msweeper.generator.proof import Prover
from msweeper.lottery import draw, key, tickets
from msweeper.minefield import Minefield
from msweeper.solver.part import Meter
from msweeper.topology import Topology

__all__ = ["Drawn", "Request", "drawn"]


@final
@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a generator."""

    topology: Topology
    mines: int
    seed: str
    start: int
    zone: Collection[int]
    """Cells that stay free of mines."""

    def drawn(self, attempt: int) -> Minefield:
        """Return the minefield of an attempt, from 1 up."""
        size = self.topology.size
        order = tickets(key(self.topology.spec, self.seed, attempt), size)
        return Minefield(self.topology, draw(order, self.mines, self.zone))


class Drawn(NamedTuple):
    """One attempt."""

    minefield: Minefield
    proved: bool
    opened: int
    """How many cells opened by proof."""


def drawn(request: Request, prover: Prover, meter: Meter) -> Iterator[Drawn]:
    """Yield attempt 1, 2 and so on.

    Raises:
        OutOfBudget: from the meter, for want of time; a table too large only fails an attempt.
    """
    for attempt in count(1):
        minefield = request.drawn(attempt)
        run = prover.attempt(minefield, request.start, meter)
        if run is None:
            yield Drawn(minefield, False, 0)
        else:
            yield Drawn(minefield, run.complete, len(run.opened))
