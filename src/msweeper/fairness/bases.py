"""Exchanges among the combinations of a basis: all of them, or those that a basis shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from msweeper.fairness.nullspace import PRIME, Exchange, NullSpace, is_exchange, signed
from msweeper.fairness.search import MOST
from msweeper.topology import Topology

__all__ = ["every_exchange", "some_exchanges"]

_STEPS = 200_000  # of the walk through all combinations
_FREE = 40  # more free coordinates than this are not walked through
_ORDERS = 20  # in which bases are reduced


def every_exchange(
    topology: Topology, space: NullSpace, over: Callable[[], bool]
) -> list[Exchange] | None:
    """Return every exchange of the null space up to sign, or None where they are too many.

    A coordinate is the value of its own cell, so it is -1, 0 or 1. Forms are checked as soon as
    their last coordinate has a value.
    """
    if space.free > _FREE:
        return None
    checks: list[list[list[tuple[int, int]]]] = [[] for _ in range(space.free)]
    order = _coordinates(space)
    rank = {coordinate: i for i, coordinate in enumerate(order)}
    for distinct in {tuple(sorted(form.items())) for form in space.forms if len(form) > 1}:
        terms = [(rank[i], value) for i, value in distinct]
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
        if steps > _STEPS or (not steps & 255 and over()) or len(found) > MOST:
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
            vector: dict[int, int] = {}
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


def some_exchanges(
    topology: Topology, space: NullSpace, over: Callable[[], bool]
) -> list[Exchange]:
    """Return the exchanges among the vectors of some reduced bases, and sums of the smallest.

    A vector of a reduced basis is the only one within the pivots' cells and its own, so each order
    of pivots gives other ones: from the first cell, from the last, and outwards from and inwards
    to cells all over the board (these found 1,295 of the 1,296 smallest of a 12x12x12 torus in a
    second; shuffled cells found 1,071).
    """
    found: dict[tuple[tuple[int, int], ...], Exchange] = {}
    vectors = space.basis()  # sparse: always start from it
    cells = sorted(space.cells)
    for number in range(_ORDERS):
        if number:
            if over():
                break
            vectors = _reduce(space.basis(), cells[::-1] if number % 2 else cells)
        for vector in vectors:
            if all(value in (1, -1) for value in vector.values()):
                exchange = signed(vector)
                if is_exchange(topology, exchange):
                    found[tuple(exchange.items())] = exchange
        if number % 2:
            # multiples of the golden ratio spread over the board; fixed, so that answers are
            cells = _outwards(topology, space, topology.size * (number * 0x9E3779B1 % 2**32) >> 32)
    smallest = min(map(len, found.values()), default=0)
    return [*found.values(), *_sums([e for e in found.values() if len(e) == smallest], over)]


def _outwards(topology: Topology, space: NullSpace, start: int) -> list[int]:
    """Return the cells of `space` by distance from `start`; what it does not reach comes last."""
    order = dict.fromkeys([start])
    queue = [start]
    for cell in queue:
        for other in topology.adjacency[cell]:
            if other not in order:
                order[other] = None
                queue.append(other)
    order.update(dict.fromkeys(topology))
    kept = set(space.cells)
    return [cell for cell in order if cell in kept]


def _sums(exchanges: Sequence[Exchange], over: Callable[[], bool]) -> list[Exchange]:
    """Return sums and differences of exchanges that are no larger exchanges, until none is new."""
    known = {tuple(exchange.items()) for exchange in exchanges}
    queue = list(exchanges)
    by_cell: defaultdict[int, list[Exchange]] = defaultdict(list)
    for one in queue:
        if over() or len(queue) > MOST:
            break
        near = {id(other): other for cell in one for other in by_cell[cell]}
        for other, sign in [(other, sign) for other in near.values() for sign in (1, -1)]:
            total = dict(one)
            for cell, value in other.items():
                total[cell] = total.get(cell, 0) + sign * value
            total = {cell: value for cell, value in total.items() if value}
            if 0 < len(total) <= len(one) and all(abs(value) == 1 for value in total.values()):
                new = signed(total)
                if tuple(new.items()) not in known:
                    known.add(tuple(new.items()))
                    queue.append(new)
        for cell in one:
            by_cell[cell].append(one)
    return queue[len(exchanges) :]


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
