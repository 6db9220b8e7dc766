"""In which order the numbers of a part are closed, so that the tables of `elimination` stay small.

Closing a number brings all cells around it into one table, together with every table that
already holds some of them; what stays half used there is its scope. Finding the best order is
as hard as finding the treewidth of a graph, so the number that costs least now goes next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import inf, log2
from typing import NamedTuple, final

__all__ = ["closing_order"]

_NARROW = 8  # numbers half used; up to here counting costs less than a better order
_WORTH = 1 << 12  # rows that take about as long as some more tries
_SLANTS = (0.0, 0.3, 1.0)

_Groups = Sequence[Sequence[int]]


def closing_order(sizes: Sequence[int], touches: _Groups, needs: Sequence[int]) -> Sequence[int]:
    """Return all numbers in the order to close them; for the arguments see `part.Part`."""
    near = [0] * len(needs)
    for around in touches:
        mask = 0
        for n in around:
            mask |= 1 << n
        for n in around:
            near[n] |= mask
    order, width = _fewest_neighbors(near[:])
    if width <= _NARROW:
        return order
    cells = [0] * len(needs)
    first = 0
    for size, around in zip(sizes, touches, strict=True):
        mask = ((1 << size) - 1) << first
        first += size
        for n in around:
            cells[n] |= mask
    best = _Plan(near, cells, needs)
    best.branch()
    if best.work > _WORTH:
        one = max(far := _steps(near, 0), key=far.__getitem__)
        other = max(far := _steps(near, one), key=far.__getitem__)
        for start, slant in product((one, other), _SLANTS):
            plan = _Plan(near, cells, needs, limit=best.work)
            plan.sweep(start, slant)
            best = min(best, plan, key=lambda plan: plan.work)
    return best.order


def _fewest_neighbors(near: list[int]) -> tuple[list[int], int]:
    """Return the order by the fewest numbers half used then, and the most that there ever are."""
    order: list[int] = []
    width = 0
    left = list(range(len(near)))
    degree = [mask.bit_count() for mask in near]
    while left:
        number = min(left, key=degree.__getitem__)
        left.remove(number)
        order.append(number)
        width = max(width, degree[number])
        scope = near[number] & ~(1 << number)
        for n in _bits(scope):
            near[n] = mask = (near[n] | scope) & ~(1 << number)
            degree[n] = mask.bit_count()
    return order, width


def _steps(near: Sequence[int], start: int) -> dict[int, int]:
    """Return how many steps each number is from `start`, nearest first."""
    far = {start: 0}
    queue = [start]
    for number in queue:
        for n in _bits(near[number]):
            if n not in far:
                far[n] = far[number] + 1
                queue.append(n)
    return far


class _Table(NamedTuple):
    """What a table will look like: masks of cells and numbers, log2 of its rows."""

    inside: int
    scope: int
    rows: float


@final
class _Plan:
    """An order, and the rows that it takes to count by it, about.

    Rows are estimated: a number half used has got between what the cells outside cannot give it
    and what the cells inside can.
    """

    def __init__(
        self,
        near: Sequence[int],
        cells: Sequence[int],
        needs: Sequence[int],
        limit: float = inf,
    ) -> None:
        self.near = near
        self.cells = cells
        self.needs = needs
        self.limit = limit
        """The plan is given up where it takes more work than this."""
        self.room = [mask.bit_count() for mask in cells]
        self.widens = [_WIDENS * log2(n + 1) for n in range(max(self.room) + 1)]
        self.live: list[_Table] = []
        self.used = 0
        self.work = 0.0
        self.order: list[int] = []
        self.left = dict.fromkeys(range(len(needs)))

    def branch(self) -> None:
        """Close the number that costs least next, wherever it is: tables grow and are joined."""
        ahead = {n: self._close(n) for n in self.left}
        while self.left:
            number = min(self.left, key=lambda n: ahead[n][0])
            made = self._take(number, *ahead[number])
            changed = made.scope
            for n in _bits(made.scope):
                changed |= self.near[n]
            for n in self.left:
                if changed >> n & 1:
                    ahead[n] = self._close(n)

    def sweep(self, start: int, slant: float) -> None:
        """Close only numbers half used, so that there is one table and nothing to join.

        Among them the one that costs least goes next, where each step away from `start` costs
        `slant` more.
        """
        far = _steps(self.near, start)
        front = [start]
        while self.left and self.work < self.limit:
            ahead = {n: self._close(n) for n in front}
            number = min(front, key=lambda n: ahead[n][0] + slant * far.get(n, 0))
            front = list(_bits(self._take(number, *ahead[number]).scope)) or list(self.left)[:1]

    def _take(self, number: int, cost: float, made: _Table) -> _Table:
        self.order.append(number)
        self.work += 2.0 ** min(cost, 60.0)
        self.live = [t for t in self.live if not t.scope >> number & 1]
        self.live.append(made)
        self.used |= made.inside
        for n in [n for n in self.left if not self.cells[n] & ~made.inside]:
            del self.left[n]
        return made

    def _close(self, number: int) -> tuple[float, _Table]:
        """Return log2 of the rows that closing `number` now makes, and the table."""
        coming = sorted([t for t in self.live if t.scope >> number & 1], key=lambda t: t.rows)
        inside = self.cells[number] & ~self.used
        scope = self.near[number]
        if coming:
            inside |= coming[0].inside
            scope |= coming[0].scope
        table = self._table(inside, scope)
        pairs = 0.0
        for other in coming[1:]:
            joined = self._table(table.inside | other.inside, table.scope | other.scope)
            matched = table.rows - self._rows(
                table.inside, table.scope & joined.scope
            )  # a row joins only those that fill what closes now
            pairs += 2.0 ** min(table.rows + other.rows - matched, 60.0)
            table = joined
        return log2(pairs + 2.0 ** min(table.rows + 1.0, 60.0)), table

    def _table(self, inside: int, scope: int) -> _Table:
        cells = self.cells
        for n in _bits(scope):
            if not cells[n] & ~inside or not cells[n] & inside:
                scope ^= 1 << n
        return _Table(inside, scope, self._rows(inside, scope))

    def _rows(self, inside: int, scope: int) -> float:
        cells, needs, room, widens = self.cells, self.needs, self.room, self.widens
        total = 0.0
        for n in _bits(scope):
            count = (cells[n] & inside).bit_count()
            need = needs[n]
            least = need - room[n] + count
            free = (need if need < count else count) - (least if least > 0 else 0)
            if free > 0:
                total += widens[free]
        return total


_WIDENS = 0.65
"""How much of log2(n + 1) a number that can get 0 to n adds to that of the rows: not all of it,
since not all numbers are free at once. Fitted to tables of wide frontiers."""


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
