"""The smallest swaps of mines for safe cells that no number anywhere can see.

An exchange is a vector of the null space with entries -1, 0 and 1: with mines on its plus cells
and none on its minus cells all numbers are as with the two sides swapped. One that splits into
two exchanges on disjoint cells says nothing new; those that do not split are called minimal, and
only they are listed, each once up to its sign.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import final

from msweeper.fairness.bases import every_exchange, some_exchanges
from msweeper.fairness.nullspace import PRIME, Exchange, NullSpace, signed
from msweeper.fairness.search import MOST, Search, Stop
from msweeper.topology import Topology

__all__ = ["Found", "find_exchanges"]


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
    walked = every_exchange(topology, space, over)
    if walked is not None:
        return _found(pairs + _minimal(walked), topology.size, topology.size)
    known = some_exchanges(topology, space, over)
    search = Search(topology, space, over)
    # where all vectors of the space sum to zero, sides are equal and sizes are even
    step = 1 if any(sum(vector.values()) % PRIME for vector in space.basis()) else 2
    reach, size = 1, 2
    smallest = min([topology.size, *map(len, known)])
    while size <= min(max(target, smallest), topology.size):
        try:
            # sizes are searched again from 2 on: the last round costs more than those before
            search.collect(size)
        except Stop:
            break
        reach = size + step - 1
        smallest = min([smallest, *map(len, search.found)])
        size += step
    most = max(target, smallest, reach)  # larger ones are what a basis happened to hold
    known = [exchange for exchange in (*known, *search.found) if len(exchange) <= most]
    return _found(pairs + _minimal(known), reach, topology.size)


def _found(exchanges: Iterable[Exchange], reach: int, size: int) -> Found:
    ordered = sorted(map(signed, exchanges), key=lambda e: (len(e), *sorted(e.items())))
    if len(ordered) > MOST:  # only now: what is left out must be the largest
        reach = min(reach, len(ordered[MOST]) - 1)
        ordered = ordered[:MOST]
    return Found(tuple(ordered), reach)


def _minimal(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """Return those that hold no smaller one of the list, each once."""
    kept: list[Exchange] = []
    # two signs of each kept one, filed under its lowest cell: a part holds its own lowest cell
    by_cell: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
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
        kept.append(exchange)
    return kept
