"""The smallest swaps of mines for safe cells that no number anywhere can see.

An exchange is a vector of the null space with entries -1, 0 and 1: with mines on its plus cells
and none on its minus cells all numbers are as with the two sides swapped. One that splits into
two exchanges on disjoint cells says nothing new; those that do not split are called minimal, and
only they are listed, each once up to its sign.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from msweeper.fairness.nullspace import PRIME, NullSpace
from msweeper.topology import Topology

__all__ = ["MOST", "Exchange", "Found", "find_exchanges", "is_exchange"]

Exchange = Mapping[int, int]
"""Cell to 1 or -1; the lowest cell has 1."""

MOST = 2_000
"""More exchanges than this are not collected: the search stops and is not exhaustive."""
_ENUMERATED = 200_000  # nodes of the walk through all combinations of a small basis
_FREE = 40  # more free coordinates than this are not walked through

Signed = tuple[int, int]
"""Plus and minus cells as bits."""


class _Stop(Exception):
    """The time is over, or there are too many exchanges."""


@final
@dataclass(frozen=True, slots=True)
class Found:
    """Minimal exchanges, smallest first, and how far the list is known to be complete.

    Every minimal exchange of at most `reach` cells is listed, but for those that differ from a
    listed one only by twins, or by a swap of twins: of each class of twins all pairs with its
    first cell are listed, and elsewhere the first cell stands for all. `reach` is the size of the
    board where no exchange at all is missing.
    """

    exchanges: tuple[Exchange, ...]
    reach: int


def is_exchange(topology: Topology, vector: Mapping[int, int]) -> bool:
    """Return whether `vector` has entries 1 and -1 only and sums to zero around every cell."""
    if not vector or any(value not in (1, -1) for value in vector.values()):
        return False
    sums: defaultdict[int, int] = defaultdict(int)
    for cell, value in vector.items():
        sums[cell] += value
        for other in topology.adjacency[cell]:
            sums[other] += value
    return not any(sums.values())


def find_exchanges(
    topology: Topology, space: NullSpace, target: int, over: Callable[[], bool]
) -> Found:
    """Find minimal exchanges, all of them up to `target` cells if time allows.

    Where the null space is small, all combinations of a basis with coefficients -1, 0, 1 are
    walked through. Where it is not, the vectors of a few reduced bases are tried (this finds
    large ones, such as lines across a long box), and then all small supports, deeper and deeper:
    by the row with the fewest cells that can still bring it back to zero.

    Args:
        topology: the board.
        space: its null space.
        target: deepen to this many cells, even beyond the first size at which some are found.
        over: says whether the time is over.
    """
    pairs = [{cells[0]: 1, other: -1} for cells in space.twins for other in cells[1:]]
    if not space.free:
        return _found(pairs, topology.size, topology.size)
    walked = _walk(topology, space, over) if space.free <= _FREE else None
    if walked is not None:
        return _found(pairs + _minimal(walked), topology.size, topology.size)
    known = _reduced(topology, space, over)
    search = _Search(topology, space, over)
    # where all vectors of the space sum to zero, sides are equal and sizes are even
    step = 1 if any(sum(vector.values()) % PRIME for vector in space.basis()) else 2
    reach, size = 1, 2
    smallest = min([topology.size, *map(len, known)])
    while size <= min(max(target, smallest), topology.size):
        try:
            # sizes are searched again from 2 on: the last round costs more than those before
            search.collect(size)
        except _Stop:
            break
        reach = size + step - 1
        smallest = min([smallest, *map(len, search.found)])
        size += step
    most = max(target, smallest, reach)  # larger ones are what a basis happened to hold
    known = [exchange for exchange in (*known, *search.found) if len(exchange) <= most]
    return _found(pairs + _minimal(known), reach, topology.size)


def _found(exchanges: Iterable[Exchange], reach: int, size: int) -> Found:
    ordered = sorted(map(_signed, exchanges), key=lambda e: (len(e), *sorted(e.items())))
    if len(ordered) > MOST:  # only now: what is left out must be the largest
        reach = min(reach, len(ordered[MOST]) - 1)
        ordered = ordered[:MOST]
    return Found(tuple(ordered), reach)


def _signed(exchange: Exchange) -> dict[int, int]:
    """Return the exchange in cell order, its lowest cell with 1."""
    cells = sorted(exchange)
    sign = exchange[cells[0]]
    return {cell: exchange[cell] * sign for cell in cells}


def _minimal(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """Return those that hold no smaller one of the list, each once."""
    kept: list[tuple[Signed, Exchange]] = []
    # two signs of each kept one, filed under its lowest cell: a part holds its own lowest cell
    by_cell: defaultdict[int, list[Signed]] = defaultdict(list)
    for exchange in sorted(exchanges, key=len):
        plus = sum(1 << cell for cell, value in exchange.items() if value == 1)
        minus = sum(1 << cell for cell, value in exchange.items() if value == -1)
        if any(
            not (a & ~plus or b & ~minus) or not (a & ~minus or b & ~plus)
            for cell in exchange
            for a, b in by_cell[cell]
        ):
            continue
        by_cell[min(exchange)].append((plus, minus))
        kept.append(((plus, minus), exchange))
    return [exchange for _, exchange in kept]


def _walk(
    topology: Topology, space: NullSpace, over: Callable[[], bool]
) -> list[Exchange] | None:
    """Return every exchange of the null space up to sign, or None where they are too many.

    A coordinate is the value of its own cell, so it is -1, 0 or 1. Forms are checked as soon as
    their last coordinate has a value.
    """
    checks: list[list[list[tuple[int, int]]]] = [[] for _ in range(space.free)]
    order = _coordinates(space)
    rank = {coordinate: i for i, coordinate in enumerate(order)}
    for form in {tuple(sorted(form.items())) for form in space.forms if len(form) > 1}:
        terms = [(rank[i], value) for i, value in form]
        checks[max(i for i, _ in terms)].append(terms)
    allowed = {0, 1, PRIME - 1}
    for form in space.forms:
        if len(form) == 1:
            ((coordinate, value),) = form.items()
            if value not in (1, -1):  # then only zero is possible
                checks[rank[coordinate]].append([(rank[coordinate], value)])
    chosen = [0] * space.free
    found: list[Exchange] = []
    steps = 0
    # depth first without recursion: at each depth the values still to try
    waiting: list[list[int]] = [[0, 1]]
    started = [False] * (space.free + 1)  # whether a coordinate before this one is not zero
    while waiting:
        depth = len(waiting) - 1
        if not waiting[depth]:
            waiting.pop()
            continue
        chosen[depth] = waiting[depth].pop()
        steps += 1
        if steps > _ENUMERATED or (not steps & 255 and over()) or len(found) > MOST:
            return None
        if any(
            sum(value * chosen[i] for i, value in terms) % PRIME not in allowed
            for terms in checks[depth]
        ):
            continue
        started[depth + 1] = started[depth] or chosen[depth] != 0
        if depth + 1 < space.free:
            waiting.append([0, 1, -1] if started[depth + 1] else [0, 1])
        elif started[depth + 1]:
            vector = {}
            for cell, form in zip(space.cells, space.forms, strict=True):
                value = sum(v * chosen[rank[i]] for i, v in form.items()) % PRIME
                if value:
                    vector[cell] = 1 if value == 1 else -1
            if is_exchange(topology, vector):
                found.append(vector)
    return found


def _coordinates(space: NullSpace) -> list[int]:
    """Return an order of coordinates in which many forms are complete early."""
    forms = [set(form) for form in space.forms if len(form) > 1]
    order: list[int] = []
    left = set(range(space.free))
    while left:
        need = min((form & left for form in forms if form & left), key=len, default=left)
        order += sorted(need)
        left -= need
    return order


def _reduced(topology: Topology, space: NullSpace, over: Callable[[], bool]) -> list[Exchange]:
    """Return the exchanges among the vectors of some reduced bases.

    A vector of a reduced basis has the smallest support within the cells of its pivots and one
    more, so each basis gives other ones. Bases are reduced from the first cell, from the last,
    and from cells as SplitMix-like steps shuffle them: fixed, so that the answer is, too.
    """
    found: dict[tuple[tuple[int, int], ...], Exchange] = {}
    vectors = space.basis()
    orders: list[Callable[[int], int]] = [
        lambda cell: cell,
        lambda cell: -cell,
        lambda cell: cell * 0x9E3779B1 & 0xFFFFFFFF,
        lambda cell: cell * 0x85EBCA77 & 0xFFFFFFFF,
    ]
    for key in [None, *orders]:
        if key is not None:
            if over() or space.free * len(space.cells) > 500_000:
                break
            vectors = _reduce(vectors, sorted(space.cells, key=key))
        for vector in vectors:
            if any(value not in (1, -1) for value in vector.values()):
                continue
            signed = _signed(vector)
            if is_exchange(topology, signed):
                found[tuple(signed.items())] = signed
    return list(found.values())


def _reduce(vectors: Sequence[Mapping[int, int]], order: Sequence[int]) -> list[dict[int, int]]:
    """Return a reduced basis of the same space whose pivots come first in `order`."""
    rows = [dict(vector) for vector in vectors]
    at = {cell: i for i, cell in enumerate(order)}
    done: dict[int, dict[int, int]] = {}
    for row in rows:
        for cell in [c for c in row if c in done]:
            _subtract(row, done[cell], row[cell])
        if not row:
            continue
        pivot = min(row, key=at.__getitem__)
        inverse = pow(row[pivot], -1, PRIME)
        for cell, value in row.items():
            row[cell] = _centered(value * inverse)
        for other in done.values():
            if pivot in other:
                _subtract(other, row, other[pivot])
        done[pivot] = row
    return list(done.values())


def _subtract(row: dict[int, int], other: Mapping[int, int], factor: int) -> None:
    for cell, value in other.items():
        rest = _centered(row.get(cell, 0) - factor * value)
        if rest:
            row[cell] = rest
        else:
            row.pop(cell, None)


def _centered(value: int) -> int:
    value %= PRIME
    return value if value <= PRIME // 2 else value - PRIME


@final
class _Search:
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
            _Stop: not all could be searched; what was found before is kept.
        """
        before, self.found = self.found, []
        everything = (1 << len(self.groups)) - 1
        try:
            for first in range(len(self.groups)):
                later = everything & ~((2 << first) - 1)
                left = most - self.weights[first]
                if left >= 0:
                    self._grow({}, first, 1, ((), ()), (later, later), left)
        except _Stop:
            self.found = [*before, *self.found]
            raise

    def _grow(
        self,
        sums: dict[int, int],
        variable: int,
        value: int,
        chosen: tuple[tuple[int, ...], tuple[int, ...]],
        free: Signed,
        left: int,
    ) -> None:
        """Give `variable` its value and go on; `free` are those that may become 1, and -1."""
        self.steps += 1
        if not self.steps & 255 and self.over():
            raise _Stop
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
        self.found.append(_signed(vector))
        if len(self.found) > MOST:
            raise _Stop

