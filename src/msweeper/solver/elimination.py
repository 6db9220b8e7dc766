"""Counts the ways to place mines in one part, exactly, by closing one number after the other.

A *table* says, for some of the groups together, how many ways there are: a
row for each combination of what they give to the numbers that other groups touch too (numbers
*half used*), its entry a polynomial in the mines used. Folding a group into a table, or joining
two tables, combines rows; a number whose last group has come in is closed: only the rows that
give it just what it needs stay. The numbers are closed in an order that keeps tables small, the
one with the fewest half-used neighbors first: one sweep along a chain, branches that are joined
on a surface. The cost grows with the width of the frontier, not with its length.

Rows and polynomials are packed, each into one integer. A row has a field for each number with a
spare top bit, so one addition combines two rows, and one more with a mask tests all fields. A
polynomial has a fixed count of bits for each power, enough for the largest count.

The shares of the groups come from a pass backward over the same tables: the ways *outside* of
each row, for each table, the derivative of the whole with respect to that row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import comb
from operator import mul
from typing import NamedTuple, final

from msweeper.solver.part import NOTHING, Counted, Meter, Part, Thin

__all__ = ["Elimination"]

_Rows = dict[int, int]
_CHUNK = 4096  # rows between two calls of the meter
_WIDE = 64  # bits of a coefficient from which it pays to multiply without zeros at the ends


@final
class _Table:
    """Rows, and for each number half used the cells around it that are not in the table."""

    __slots__ = ("factors", "floor", "outside", "rest", "rows")

    def __init__(self, rows: _Rows, rest: dict[int, int], floor: int) -> None:
        self.rows = rows
        self.rest = rest
        self.floor = floor
        """Packed like a row: what each number must have got by now, or never gets."""
        self.outside: _Rows = {}
        self.factors: _Rows = {}
        """By how much rows were multiplied, because they stand for others."""


class _Fold(NamedTuple):
    """One step forward: `table` and a group make `made`."""

    table: _Table
    group: int
    made: _Table
    closed: int
    full: int
    """A number that this closes, or -1."""


class _Join(NamedTuple):
    """One step forward: `table` and `other` make `made`."""

    table: _Table
    other: _Table
    made: _Table
    closed: int
    matching: int


@final
class Elimination:
    """One count of one part.

    Args:
        order: the numbers in the order in which they are closed.
        bits: enough for each coefficient; 0 to count all ways without regard to mines.
        meter: see `count`.
        thin: makes tables shorter, for an estimate.
    """

    def __init__(
        self,
        part: Part,
        order: Sequence[int],
        bits: int,
        meter: Meter | None,
        thin: Thin | None = None,
    ) -> None:
        self.thin = thin
        self.part = part
        self.order = order
        self.bits = bits
        self.meter = meter
        sizes, touches, needs = part
        width = max(needs).bit_length() + 1
        unit = self.unit = [1 << width * n for n in range(len(needs))]
        self.field = (1 << width) - 1
        self.guards = sum(unit) << (width - 1)
        # a row plus this has the guard of each field set that is above what its number needs
        self.bias = self.guards - sum([(needs[n] + 1) * u for n, u in enumerate(unit)])
        self.keys = [sum([unit[n] for n in around]) for around in touches]
        self.room = [0] * len(needs)
        self.groups: list[list[int]] = [[] for _ in needs]
        for g, around in enumerate(touches):
            for n in around:
                self.room[n] += sizes[g]
                self.groups[n].append(g)
        self.steps: list[_Fold | _Join] = []

    def run(self) -> Counted:
        """Return the ways and the shares. Needs `bits` above 0."""
        last = self._forward()
        if not last.rows:
            return NOTHING
        shares = self._backward(last)
        bits = self.bits
        mask = (1 << bits) - 1
        total = last.rows[0]
        low = ((total & -total).bit_length() - 1) // bits
        count = -(-total.bit_length() // bits) - low
        powers = range(low * bits, (low + count) * bits, bits)
        return Counted(
            low,
            tuple([total >> at & mask for at in powers]),
            tuple([tuple([share >> at & mask for at in powers]) for share in shares]),
        )

    # Forward

    def ways(self) -> int:
        """Return the packed polynomial of all ways; with no bits, their number."""
        return self._forward().rows.get(0, 0)

    def _forward(self) -> _Table:
        folded = bytearray(len(self.keys))
        live: list[_Table] = []
        table = _Table({0: 1}, {}, 0)
        for number in self.order:
            fresh = [g for g in self.groups[number] if not folded[g]]
            coming = [t for t in live if number in t.rest]
            if not coming and not fresh:
                continue  # closed together with another one
            if coming:
                live = [t for t in live if number not in t.rest]
                coming.sort(key=lambda t: len(t.rows))
                table = coming.pop(0)
            else:
                table = _Table({0: 1}, {}, 0)
            for g in fresh:
                folded[g] = 1
                table = self._fold(table, g)
            for other in coming:
                table = self._join(table, other)
            if not table.rows:
                return table
            live.append(table)
        table, *others = live
        for other in others:  # what simplifying took apart
            table = self._join(table, other)
        return table

    def _fold(self, table: _Table, group: int) -> _Table:
        unit, needs, guards, bias, bits = (
            self.unit,
            self.part.needs,
            self.guards,
            self.bias,
            self.bits,
        )
        size = self.part.sizes[group]
        rest = table.rest.copy()
        floor = table.floor
        closed = 0
        full = -1
        most = size
        for n in self.part.touches[group]:
            need = needs[n]
            before = rest.get(n, self.room[n])
            after = before - size
            if need > after:
                floor += (need - max(after, 0) - max(need - before, 0)) * unit[n]
            if after:
                rest[n] = after
            else:
                rest.pop(n, None)
                closed += need * unit[n]
                floor -= need * unit[n]
                full = n
            if need < most:
                most = need
        rows = table.rows
        if self.meter is not None:
            self.meter(len(rows) * (most + 1))
        ground = guards - floor - closed
        key = self.keys[group]
        made: _Rows = {k - closed: p for k, p in rows.items() if (k + ground) & guards == guards}
        for mines in range(1, most + 1):
            shift = bits * mines
            ways = comb(size, mines)
            step = key * mines
            for k, p in rows.items():
                k += step
                if not (k + bias) & guards and (k + ground) & guards == guards:
                    k -= closed
                    p = p * ways << shift
                    if k in made:
                        made[k] += p
                    else:
                        made[k] = p
        result = self._thinned(_Table(made, rest, floor))
        self.steps.append(_Fold(table, group, result, closed, full))
        return result

    def _join(self, table: _Table, other: _Table) -> _Table:
        unit, needs, guards, bias = self.unit, self.part.needs, self.guards, self.bias
        rest = table.rest | other.rest
        floor = closed = matching = 0
        for n in list(rest):
            outside = self.room[n]
            after = table.rest.get(n, outside) + other.rest.get(n, outside) - outside
            if after:
                rest[n] = after
                floor += max(needs[n] - after, 0) * unit[n]
            else:
                del rest[n]
                closed += needs[n] * unit[n]
                matching += self.field * unit[n]
        by_match: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for k, p in other.rows.items():
            by_match[closed - (k & matching)].append((k, p))
        if self.meter is not None:
            self.meter(len(table.rows) * len(other.rows) // len(by_match))
        ground = guards - floor - closed
        made: _Rows = {}
        done = 0
        times = _product if self.bits > _WIDE else mul
        for k, p in table.rows.items():
            partners = by_match.get(k & matching, ())
            done += len(partners)
            if done > _CHUNK and self.meter is not None:
                self.meter(len(made))
                done = 0
            for k2, p2 in partners:
                k3 = k + k2
                if not (k3 + bias) & guards and (k3 + ground) & guards == guards:
                    k3 -= closed
                    if k3 in made:
                        made[k3] += times(p, p2)
                    else:
                        made[k3] = times(p, p2)
        result = self._thinned(_Table(made, rest, floor))
        self.steps.append(_Join(table, other, result, closed, matching))
        return result

    def _thinned(self, table: _Table) -> _Table:
        factors = None if self.thin is None else self.thin(table.rows, self.bits)
        if factors is not None:
            table.rows = {row: table.rows[row] * factor for row, factor in factors.items()}
            table.factors = factors
        return table

    # Backward

    def _backward(self, last: _Table) -> list[int]:
        """Return the share of each group.

        The groups around a number share out what it needs. So the group that closed it has the
        rest, and the product of inside and outside, which costs most, is spared.
        """
        shares = [0] * len(self.keys)
        last.outside = {0: 1}
        filled: list[tuple[int, int]] = []
        while self.steps:
            step = self.steps.pop()
            beyond = step.made.outside
            for row, factor in step.made.factors.items():
                if row in beyond:
                    beyond[row] *= factor
            if isinstance(step, _Join):
                self._unjoin(step)
                continue
            share = self._unfold(step)
            if step.full < 0:
                shares[step.group] = share
            else:
                filled.append((step.group, step.full))
        ways = last.rows[0]
        for group, number in reversed(filled):
            taken = sum([shares[g] for g in self.groups[number]])
            shares[group] = ways * self.part.needs[number] - taken
        return shares

    def _unfold(self, step: _Fold) -> int:
        """Write the outside of the table; return the share of the group, if nothing is full."""
        table, group, made, closed, full = step
        bits = self.bits
        get = made.outside.get
        most = min(
            [self.part.sizes[group], *[self.part.needs[n] for n in self.part.touches[group]]]
        )
        rows = table.rows
        if self.meter is not None:
            self.meter(len(rows) * (most + 1))
        outside = table.outside
        for k in rows:
            beyond = get(k - closed)
            if beyond is not None:
                outside[k] = beyond
        wide = bits > _WIDE
        share = 0
        for mines in range(1, most + 1):
            gift = self.keys[group] * mines - closed
            shift = bits * mines
            ways = comb(self.part.sizes[group], mines)
            part = 0
            for k, p in rows.items():
                beyond = get(k + gift)
                if beyond is not None:
                    if full < 0:
                        part += _product(p, beyond) if wide else p * beyond
                    beyond = beyond * ways << shift
                    if k in outside:
                        outside[k] += beyond
                    else:
                        outside[k] = beyond
            share += part * (ways * mines) << shift
        return share

    def _unjoin(self, step: _Join) -> None:
        table, other, made, closed, matching = step
        by_match: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for k, p in other.rows.items():
            by_match[closed - (k & matching)].append((k - closed, p))
        get = made.outside.get
        one, two = table.outside, other.outside
        times = _product if self.bits > _WIDE else mul
        done = 0
        for k, p in table.rows.items():
            partners = by_match.get(k & matching, ())
            done += len(partners)
            if done > _CHUNK and self.meter is not None:
                self.meter(len(made.rows))
                done = 0
            sum_one = 0
            for k2, p2 in partners:
                beyond = get(k + k2)
                if beyond is not None:
                    sum_one += times(p2, beyond)
                    k2 += closed
                    if k2 in two:
                        two[k2] += times(p, beyond)
                    else:
                        two[k2] = times(p, beyond)
            if sum_one:
                one[k] = sum_one


def _product(one: int, other: int) -> int:
    """Return the product of two positive integers, spared the zeros at their ends."""
    low = (one & -one).bit_length() - 1
    down = (other & -other).bit_length() - 1
    return (one >> low) * (other >> down) << (low + down)
