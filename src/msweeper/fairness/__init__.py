"""Whether a geometry is unfair by construction: what nobody can tell apart, and what it costs.

Reads only who touches whom. A vector with entries -1, 0 and 1 in the null space of adjacency plus
identity swaps mines for safe cells without a change of any number: an exchange. Whether a board
is fair goes by the games that its exchanges take, never by the dimension of that space.

Exchanges are the swaps that no number sees, also none on the swapped cells themselves. A player
never sees the numbers of closed cells, so there are further coin flips. Of those, cells that do not
touch and touch the same others (two leaves of a star) count in the verdict as twins do; those that
depend on the minefield are no part of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, final

from msweeper.errors import BudgetExceeded, OutOfRange, UsageError
from msweeper.fairness.exchanges import find_exchanges
from msweeper.fairness.loss import estimate_loss, largest_that_matters
from msweeper.fairness.nullspace import (
    Exchange,
    alike,
    is_exchange,
    null_space,
    nullity,
    twins,
)
from msweeper.topology import Topology

__all__ = [
    "UNFAIR",
    "WARN",
    "Exchange",
    "Fairness",
    "Verdict",
    "alike",
    "fairness",
    "is_exchange",
    "nullity",
    "twins",
]

Verdict = Literal["fair", "warn", "unfair"]

UNFAIR = Fraction(5, 100)
"""From this share of lost games on, a board is unfair."""
WARN = Fraction(5, 1000)
"""From this share of lost games on, a board deserves a warning."""
_TWINS_AFTER_ALL = 20_000  # cells whose twins are looked for although the time is over


@final
@dataclass(frozen=True, slots=True)
class Fairness:
    """What is known of a board's exchanges, and what they cost."""

    size: int
    verdict: Verdict
    """By the highest loss: unfair from 5 %, warn from 0.5 %."""
    loss: Mapping[str, float]
    """For each level an estimate of the share of games that exchanges cost even the best player."""
    nullity: int
    """The dimension of the null space of adjacency plus identity; see `nullity`."""
    twins: tuple[tuple[int, ...], ...]
    """Classes of cells with equal closed neighborhoods, two cells and more."""
    exchanges: tuple[Exchange, ...]
    """Minimal exchanges found, smallest first, each once up to its sign: the lowest cell has 1.

    Of each class of twins, its first cell with each other; elsewhere the first stands for all.
    """
    exhaustive: bool
    """Whether no exchange that matters is missing, which is then proved.

    Missing are at most exchanges that are larger than the smallest ones listed, and of which each
    alone costs less than a game in 10,000 at every level. Without any exchange listed: there is
    none at all.
    """
    alike: tuple[tuple[int, ...], ...] = ()
    """Classes of cells that do not touch and touch the same others, two cells and more."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "loss", MappingProxyType(dict(self.loss)))
        frozen = tuple(MappingProxyType(dict(exchange)) for exchange in self.exchanges)
        object.__setattr__(self, "exchanges", frozen)

    def __hash__(self) -> int:
        exchanges = tuple(tuple(exchange.items()) for exchange in self.exchanges)
        return hash((self.size, self.verdict, self.nullity, self.twins, exchanges))

    def __repr__(self) -> str:
        return (
            f"Fairness(size={self.size}, verdict={self.verdict!r}, loss={dict(self.loss)},"
            f" nullity={self.nullity}, twins={self.twins},"
            f" exchanges={tuple(map(dict, self.exchanges))}, exhaustive={self.exhaustive},"
            f" alike={self.alike})"
        )

    def __reduce__(self) -> tuple[type[Fairness], tuple[object, ...]]:
        exchanges = tuple(map(dict, self.exchanges))
        return Fairness, (
            self.size,
            self.verdict,
            dict(self.loss),
            self.nullity,
            self.twins,
            exchanges,
            self.exhaustive,
            self.alike,
        )

    def to_json(self, topology: Topology, spec: str) -> dict[str, object]:
        """Return what ``fairness --json`` prints, cells as labels."""
        return {
            "spec": spec,
            "size": self.size,
            "verdict": self.verdict,
            "loss": dict(self.loss),
            "nullity": self.nullity,
            "twins": [[topology.label(cell) for cell in cells] for cells in self.twins],
            "exchanges": [
                {"cells": {topology.label(cell): value for cell, value in exchange.items()}}
                for exchange in self.exchanges
            ],
            "exhaustive": self.exhaustive,
            "alike": [[topology.label(cell) for cell in cells] for cells in self.alike],
        }


def fairness(
    topology: Topology,
    levels: Mapping[str, int],
    *,
    seconds: float = 8.0,
    clock: Callable[[], float] = time.monotonic,
) -> Fairness:
    """Judge a board by the games that its exchanges cost at each of `levels`.

    Args:
        topology: the board.
        levels: name to number of mines.
        seconds: after that long, no more exchanges are looked for.
        clock: the time in seconds.

    Full rank modulo a prime proves that there is no exchange; a small null space is walked
    through as a whole; in a large one all small supports are tried. The same answer each time,
    unless the time runs out.

    Raises:
        UsageError: there are no levels.
        OutOfRange: a number of mines that the board cannot hold.
        BudgetExceeded: the time ran out before the dimension was known (far more than 2,000
            cells); known are the twins, up to 20,000 cells.
    """
    if not levels:
        raise UsageError("fairness is judged by lost games: it needs a level or a number of mines")
    size = topology.size
    for mines in levels.values():
        if not 0 <= mines < size:
            raise OutOfRange("mines", mines, f"0 to {size - 1} fit on {size} cells")
    end = clock() + seconds

    def over() -> bool:
        return clock() >= end

    def tick() -> None:
        if over():
            raise BudgetExceeded(
                f"{size} cells are too many to judge within {seconds:g} s",
                known=twins(topology) if size <= _TWINS_AFTER_ALL else (),
            )

    space = null_space(topology, tick)
    target = largest_that_matters(size, levels.values())
    found = find_exchanges(topology, space, target, over)
    smallest = min(map(len, found.exchanges), default=size)
    others = [exchange for exchange in found.exchanges if len(exchange) > 2]  # two are twins
    same = alike(topology)
    losses = estimate_loss(size, levels.values(), (*space.twins, *same), others)
    worst = max(losses.values())
    return Fairness(
        size=size,
        verdict="unfair" if worst >= UNFAIR else "warn" if worst >= WARN else "fair",
        loss={name: float(losses[mines]) for name, mines in levels.items()},
        nullity=space.nullity,
        twins=space.twins,
        exchanges=found.exchanges,
        exhaustive=found.reach >= min(size, max(target, smallest)),
        alike=same,
    )
