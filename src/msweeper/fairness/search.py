"""All small exchanges, by depth-first search over the equations of the null space."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from msweeper.fairness.nullspace import Exchange, NullSpace, signed
from msweeper.topology import Topology

__all__ = ["MOST", "Search", "Stop"]

MOST = 2_000
"""More exchanges than this are not collected: the search stops and is not exhaustive."""


class Stop(Exception):
    """The time is over, or there are too many exchanges."""


@final
class Search:
    """All minimal exchanges up to a number of cells.

    Cells whose forms are equal up to sign always have equal values up to sign: they are one
    variable. Cells that are zero in the whole null space are none.
    """

    def __init__(self, topology: Topology, space: NullSpace, over: Callable[[], bool]) -> None:
        self.over = over
        self.found: list[Exchange] = []
        self.steps = 0
        self.groups: list[dict[int, int]] = []
        known: dict[tuple[tuple[int, int], ...], int] = {}
        for cell, form in zip(space.cells, space.forms, strict=True):
            if not form:
                continue
            terms = tuple(sorted(form.items()))
            sign = 1 if terms[0][1] > 0 else -1
            terms = tuple((i, value * sign) for i, value in terms)
            if terms not in known:
                known[terms] = len(self.groups)
                self.groups.append({})
            self.groups[known[terms]][cell] = sign
        sums: list[dict[int, int]] = [{} for _ in topology]
        for variable, group in enumerate(self.groups):
            for cell, sign in group.items():
                for row in (cell, *topology.adjacency[cell]):
                    sums[row][variable] = sums[row].get(variable, 0) + sign
        rows = {tuple(sorted((v, c) for v, c in row.items() if c)) for row in sums}
        rows.discard(())
        self.plus: list[int] = []  # variables with a positive coefficient in each row
        self.minus: list[int] = []
        self.most: list[int] = []  # what one variable can take from a row
        self.changes: list[list[tuple[int, int]]] = [[] for _ in self.groups]
        for number, terms in enumerate(sorted(rows)):
            self.plus.append(sum(1 << v for v, c in terms if c > 0))
            self.minus.append(sum(1 << v for v, c in terms if c < 0))
            self.most.append(max(abs(c) for _, c in terms))
            for variable, c in terms:
                self.changes[variable].append((number, c))
        self.weights = [len(group) for group in self.groups]
        self.lightest = min(self.weights, default=1)

    def collect(self, most: int) -> None:
        """Find every minimal exchange of at most `most` cells anew; some that split may come, too.

        Raises:
            Stop: not all could be searched; what was found before is kept.
        """
        before, self.found = self.found, []
        everything = (1 << len(self.groups)) - 1
        try:
            for first in range(len(self.groups)):
                later = everything & ~((2 << first) - 1)
                left = most - self.weights[first]
                if left >= 0:
                    self._grow({}, first, 1, ((), ()), (later, later), left)
        except Stop:
            self.found = [*before, *self.found]
            raise

    def _grow(
        self,
        sums: dict[int, int],
        variable: int,
        value: int,
        chosen: tuple[tuple[int, ...], tuple[int, ...]],
        free: tuple[int, int],
        left: int,
    ) -> None:
        """Give `variable` its value and go on; `free` are those that may become 1, and -1."""
        self.steps += 1
        if not self.steps & 255 and self.over():
            raise Stop
        sums = dict(sums)
        for row, c in self.changes[variable]:
            rest = sums.get(row, 0) + value * c
            if rest:
                sums[row] = rest
            else:
                del sums[row]
        plus, minus = chosen
        chosen = ((*plus, variable), minus) if value == 1 else (plus, (*minus, variable))
        if not sums:
            self._keep(chosen)
            return
        may_plus, may_minus = free
        fewest, best, sign = 1 << 60, 0, 0
        needed, seen = 0, 0  # cells that rows without a common candidate ask for
        for row, rest in sums.items():
            if rest > 0:
                able = self.plus[row] & may_minus | self.minus[row] & may_plus
            else:
                able = self.plus[row] & may_plus | self.minus[row] & may_minus
            count = able.bit_count()
            steps = -(-abs(rest) // self.most[row])
            if count < steps:
                return
            if count < fewest:
                fewest, best, sign = count, row, -1 if rest > 0 else 1
            if not able & seen:
                seen |= able
                needed += steps
        if needed * self.lightest > left:
            return
        for mask, v in (
            (self.plus[best] & (may_plus if sign > 0 else may_minus), sign),
            (self.minus[best] & (may_minus if sign > 0 else may_plus), -sign),
        ):
            while mask:
                bit = mask & -mask
                mask ^= bit
                # later branches may not give it this value: each vector is met once
                if v > 0:
                    may_plus &= ~bit
                else:
                    may_minus &= ~bit
                number = bit.bit_length() - 1
                if self.weights[number] <= left:
                    self._grow(
                        sums,
                        number,
                        v,
                        chosen,
                        (may_plus & ~bit, may_minus & ~bit),
                        left - self.weights[number],
                    )

    def _keep(self, chosen: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        vector: dict[int, int] = {}
        for value, variables in zip((1, -1), chosen, strict=True):
            for variable in variables:
                for cell, sign in self.groups[variable].items():
                    vector[cell] = sign * value
        self.found.append(signed(vector))
        if len(self.found) > MOST:
            raise Stop
