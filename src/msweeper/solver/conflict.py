"""Which numbers cannot all be right, or prove a cell: as few of them as it takes.

Everything here asks one question again and again: does any minefield fit, if of all numbers
only these are read? A set of numbers none of which can be spared is *irreducible*.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence

from msweeper.errors import InconsistentView
from msweeper.solver.count import count
from msweeper.solver.frontier import Frontier
from msweeper.solver.joint import join
from msweeper.solver.part import Meter
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["conflict", "fits", "irreducible", "listed"]

_ATTEMPTS = 1_000  # sets that are tried, at most, in search of one smaller than irreducible


def fits(
    view: View,
    numbers: Collection[int],
    *,
    use_count: bool,
    safe: Collection[int] = (),
    mines: Collection[int] = (),
    meter: Meter | None = None,
) -> bool:
    """Return whether a minefield fits the view, if of its numbers only these are read.

    Args:
        use_count: whether it must have as many mines as the board.
        safe, mines: closed cells that are assumed to be so.
    """
    frontier = Frontier(view, numbers)
    frontier.learn(safe, mines)
    frontier.settle()
    pieces = frontier.pieces()
    if not frontier.sound:
        return False
    counted = [count(piece.part, meter) for piece in pieces]
    if not use_count:
        return all(part.ways for part in counted)
    rest = frontier.unknown - sum([sum(piece.part.sizes) for piece in pieces])
    return join(counted, rest, frontier.mines - frontier.found).ways > 0


def irreducible(
    numbers: Sequence[int], enough: Callable[[Collection[int]], bool], topology: Topology
) -> tuple[int, ...]:
    """Return some of `numbers`, ascending, that are `enough`, where none can be spared.

    Among sets that hang together it is a smallest one, wherever that takes no more than a
    thousand questions. Adding numbers must never make a set that is enough not enough.
    """
    kept = _reduce(numbers, enough)
    asked = 0
    for size in range(1, len(kept)):
        for some in _connected(numbers, size, topology):
            asked += 1
            if asked > _ATTEMPTS:
                return tuple(kept)
            if enough(some):
                return tuple(_reduce(sorted(some), enough))
    return tuple(kept)


def _reduce(numbers: Sequence[int], enough: Callable[[Collection[int]], bool]) -> list[int]:
    """Leave out numbers, half of them at once at first, until none can be spared."""
    kept = sorted(numbers)
    step = len(kept)
    while step:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + step :]
            if enough(fewer):
                kept = fewer
            else:
                at += step
        step //= 2
    return kept


def _connected(numbers: Sequence[int], size: int, topology: Topology) -> Iterator[frozenset[int]]:
    """Yield each set of `size` numbers that hang together by common neighbors, once."""
    adjacency = topology.adjacency
    known = frozenset(numbers)
    layer: dict[frozenset[int], None] = {frozenset((n,)): None for n in numbers}
    for _ in range(size - 1):
        wider: dict[frozenset[int], None] = {}
        for some in layer:
            around = {far for n in some for cell in adjacency[n] for far in adjacency[cell]}
            for n in sorted(around & known - some):
                wider[some | {n}] = None
            if len(wider) > _ATTEMPTS:
                break
        layer = wider
    yield from layer


def conflict(view: View, meter: Meter | None = None) -> InconsistentView:
    """Return the error for a view that no minefield fits, with numbers that clash.

    Raises:
        OutOfBudget: from the meter.
    """
    topology = view.topology
    numbers = [cell for cell, shown in enumerate(view.cells) if shown >= 0]
    use_count = fits(view, numbers, use_count=False, meter=meter)

    def clash(some: Collection[int]) -> bool:
        return not fits(view, some, use_count=use_count, meter=meter)

    cells = irreducible(numbers, clash, topology)
    total = f"{view.mines} mine{'s' * (view.mines != 1)}"
    if not cells:
        text = f"no minefield fits: {total} on {view.closed} closed cells"
    elif use_count:
        text = f"no minefield with {total} fits {listed(cells, topology)}"
    elif len(cells) == 1:
        text = f"no minefield fits {listed(cells, topology)}, which shows {view.cells[cells[0]]}"
    else:
        text = f"no minefield fits {listed(cells, topology)} together"
    return InconsistentView(text, cells=cells)


def listed(cells: Sequence[int], topology: Topology, most: int = 8) -> str:
    """Return labels as in a sentence: ``1,1; 1,2 and 1,3``."""
    labels = [topology.label(cell) for cell in itertools.islice(cells, most)]
    if len(cells) > most:
        return f"{'; '.join(labels)} and {len(cells) - most} more"
    if len(labels) == 1:
        return labels[0]
    return f"{'; '.join(labels[:-1])} and {labels[-1]}"
