"""An estimate of the odds by sampling, where a part of the frontier is too wide to be counted.

Such a part is filled group by group with random mines, as the numbers around a group suggest;
a filling counts as many times as it is rarer under this drawing than among all fillings
(importance sampling), and one that gets stuck counts nothing. The weighted fillings then stand
in for the count, and all else is joined as always. Doing so for separate batches shows by how
much the answer is off.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import comb, sqrt
from typing import NamedTuple

from msweeper.lottery import key, tickets
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.count import NOTHING, Counted, Part, count
from msweeper.solver.frontier import UNKNOWN, Frontier
from msweeper.solver.joint import join
from msweeper.solver.order import closing_order

__all__ = ["Sampled", "sample"]

PURPOSE = "msweeper-estimate/1"
_TABLE = 20_000  # rows; parts that need no larger table are counted
_BATCHES = 16
_FILLINGS = 250  # a batch
_UNIT = 1 << 40  # the heaviest filling, as an integer


class Sampled(NamedTuple):
    """Chances of a mine that were not counted, by cell."""

    p: dict[int, float]
    se: dict[int, float]
    """Standard errors of `p`: 0.5 where no filling was found."""


def sample(frontier: Frontier, seed: str) -> Sampled:
    """Return estimates for all unknown cells of a settled frontier; the same for the same seed.

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
    batches: list[list[float]] = []
    for _ in range(_BATCHES):
        counted = [
            exact[i] if i in exact else _fill(piece.part, chance) for i, piece in enumerate(pieces)
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


def _fill(part: Part, chance: Iterator[float]) -> Counted:
    """Return weighted fillings of `part` in the form of a count."""
    sizes, touches, needs = part
    order: dict[int, None] = {}
    for number in closing_order(*part):
        order.update(dict.fromkeys([g for g, around in enumerate(touches) if number in around]))
    room = [0] * len(needs)
    for size, around in zip(sizes, touches, strict=True):
        for n in around:
            room[n] += size
    found: list[tuple[float, list[int]]] = []
    for _ in range(_FILLINGS):
        filling = _draw(part, list(order), list(needs), room[:], chance)
        if filling is not None:
            found.append(filling)
    if not found:
        return NOTHING
    heaviest = max([weight for weight, _ in found])
    low = min([sum(mines) for _, mines in found])
    span = max([sum(mines) for _, mines in found]) - low + 1
    ways = [0] * span
    shares = [[0] * span for _ in sizes]
    for weight, mines in found:
        whole = round(weight / heaviest * _UNIT)
        at = sum(mines) - low
        ways[at] += whole
        for share, m in zip(shares, mines, strict=True):
            share[at] += whole * m
    return Counted(low, tuple(ways), tuple(map(tuple, shares)))


def _draw(
    part: Part, order: list[int], need: list[int], room: list[int], chance: Iterator[float]
) -> tuple[float, list[int]] | None:
    """Return one filling, mines by group, and its weight; None if it gets stuck."""
    weight = 1.0
    filled = [0] * len(part.sizes)
    for g in order:
        size, around = part.sizes[g], part.touches[g]
        least = max(0, *[need[n] - room[n] + size for n in around])
        most = min(size, *[need[n] for n in around])
        if least > most:
            return None
        wanted = sum([need[n] / room[n] for n in around]) / len(around)
        wanted = min(max(wanted, 0.02), 0.98)
        drawn = [
            comb(size, m) * wanted**m * (1 - wanted) ** (size - m) for m in range(least, most + 1)
        ]
        total = sum(drawn)
        mark = next(chance) * total
        mines = least
        for mines, likely in enumerate(drawn, least):  # noqa: B007
            mark -= likely
            if mark < 0:
                break
        weight *= comb(size, mines) * total / drawn[mines - least]
        filled[g] = mines
        for n in around:
            need[n] -= mines
            room[n] -= size
    return weight, filled
