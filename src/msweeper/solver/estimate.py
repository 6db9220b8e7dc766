"""An estimate of the odds by sampling, where a part of the frontier is too wide to be counted.

Such a part is counted all the same, but a table that grows too long is thinned: some of its
rows are drawn, and stand for the others. Then all is joined as always. Doing so for separate
batches shows by how much the answer is off.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from math import ceil, sqrt
from typing import NamedTuple

from msweeper.lottery import key, tickets
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.count import count, count_thinned
from msweeper.solver.frontier import UNKNOWN, Frontier
from msweeper.solver.joint import join
from msweeper.solver.part import Counted, Part

__all__ = ["Sampled", "sample"]

PURPOSE = "msweeper-estimate/1"
_TABLE = 20_000  # rows; parts that need no larger table are counted
_BATCHES = 16
_ROWS = 400  # of a thinned table


class Sampled(NamedTuple):
    """Chances of a mine that were not counted, by cell."""

    p: dict[int, float]
    se: dict[int, float]
    """Standard errors of `p`: 0.5 where nothing was found."""


def sample(frontier: Frontier, seed: str, over: Callable[[], bool] = lambda: False) -> Sampled:
    """Return estimates for all unknown cells of a settled frontier; the same for the same seed.

    When `over` says so, no further batch is begun: fewer of them make larger errors.

    Cost: about a second for a frontier of a hundred cells.
    """
    pieces = frontier.pieces()
    exact: dict[int, Counted] = {}
    for i, piece in enumerate(pieces):
        with contextlib.suppress(OutOfBudget):
            exact[i] = count(piece.part, Budget(table=_TABLE).meter())
    taken = {cell for piece in pieces for group in piece.groups for cell in group}
    rest = [c for c, s in enumerate(frontier.state) if s == UNKNOWN and c not in taken]
    groups = [cells for piece in pieces for cells in piece.groups]
    left = frontier.mines - frontier.found
    chance = _chances(key(frontier.topology.spec, seed, purpose=PURPOSE))
    odds = min(max(left / max(1, frontier.unknown - left), 0.01), 100.0)
    batches: list[list[float]] = []
    for number in range(_BATCHES if len(exact) < len(pieces) else 1):
        if number and over():
            break
        counted = [
            exact[i] if i in exact else _fill(piece.part, odds, chance)
            for i, piece in enumerate(pieces)
        ]
        joint = join(counted, len(rest), left)
        if joint.ways:
            mines = [share for part in joint.groups for share in part]
            shares = [m / (w * len(cells)) for (m, w), cells in zip(mines, groups, strict=True)]
            m, w = joint.rest
            batches.append([*shares, m / (w * max(1, len(rest)))])
    p: dict[int, float] = {}
    se: dict[int, float] = {}
    for i, cells in enumerate([*groups, rest]):
        values = [batch[i] for batch in batches]
        if len(exact) == len(pieces):
            mean, error = values[0], 0.0
        else:
            mean, error = _mean(values) if values else (left / frontier.unknown, 0.5)
        for cell in cells:
            p[cell] = mean
            se[cell] = error
    return Sampled(p, se)


def _chances(start: int) -> Iterator[float]:
    """Yield numbers from 0 up to 1 from the lottery's function, without end."""
    while True:
        *block, start = tickets(start, 4096)
        for ticket in block:
            yield ticket / 2.0**64


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, 0.5
    spread = sum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


def _fill(part: Part, odds: float, chance: Iterator[float]) -> Counted:
    """Return an estimate of the count of `part`.

    A row weighs as much as its fillings do, where each mine weighs `odds`, as it does beyond the
    frontier. Of rows below a mark one in k is kept, the rarer the lighter it is, and stands for
    k of its like; so the table stays right on average.
    """

    def thin(rows: dict[int, int], bits: int) -> dict[int, int] | None:
        if len(rows) <= _ROWS:
            return None
        weights = [_weight(ways, bits, odds) for ways in rows.values()]
        mark = _mark(weights)
        kept: dict[int, int] = {}
        for row, weight in zip(rows, weights, strict=True):
            one_in = ceil(min(mark / weight, 1e9)) if weight > 0 else 1
            if one_in == 1 or next(chance) * one_in < 1:
                kept[row] = one_in
        return kept

    return count_thinned(part, thin)


def _weight(ways: int, bits: int, odds: float) -> float:
    """Return the value of a packed polynomial at `odds`."""
    low = ((ways & -ways).bit_length() - 1) // bits
    ways >>= low * bits
    mask = (1 << bits) - 1
    spare = max(0, bits - 900)  # what a float cannot hold
    total = 0.0
    power = odds**low
    while ways:
        total += ((ways & mask) >> spare) * power
        power *= odds
        ways >>= bits
    return total


def _mark(weights: list[float]) -> float:
    """Return the mark for which about `_ROWS` rows are kept."""
    tail = sum(weights)
    for i, weight in enumerate(sorted(weights, reverse=True)):
        if i >= _ROWS - 1 or weight * (_ROWS - i) <= tail:
            return tail / (_ROWS - min(i, _ROWS - 1))
        tail -= weight
    return 0.0
