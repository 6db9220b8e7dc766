"""Boards by editing: for boards so dense that hardly any drawn one needs no guess.

A drawn minefield is opened by proof until that is stuck. Then one mine moves between the stuck
frontier and the untouched rest (or anywhere, when little of that is left), and all is proved
again from the start; a move that opens less than before is taken back. So mines move one at a
time, and only where the proof was stuck: what comes out is spread like random boards, but not
evenly drawn from all boards that need no guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from msweeper.generator.chance import Chance
from msweeper.generator.draw import Request
from msweeper.generator.proof import Prover
from msweeper.generator.run import CLOSED, OPEN, Run
from msweeper.lottery import draw, tickets
from msweeper.minefield import Minefield
from msweeper.solver.part import Meter

__all__ = ["edited"]

_PATIENCE = 400  # moves in a row that open no more than before, until another board is begun
_LITTLE = 4  # a rest of less than one cell in so many is left alone: it would fill up with mines


def edited(request: Request, prover: Prover, meter: Meter) -> Iterator[Minefield | None]:
    """Yield None for each minefield that is not proved, and each that is; edit without end.

    Raises:
        OutOfBudget: from the meter, for want of time; a table too large only fails a move.
    """
    topology = request.topology
    protected = frozenset((request.start, *request.zone))
    for attempt in count(1):
        chance = Chance(topology.spec, request.seed, attempt)
        first = draw(tickets(chance.key, topology.size), request.mines, protected)
        field = Minefield(topology, first)
        yield from _edited(field, request.start, protected, chance, prover, meter)


def _edited(
    minefield: Minefield,
    start: int,
    protected: frozenset[int],
    chance: Chance,
    prover: Prover,
    meter: Meter,
) -> Iterator[Minefield | None]:
    """Yield None for each move that is tried, and at last the proved minefield, if there is one."""
    best = prover.attempt(minefield, start, meter)
    patience = _PATIENCE
    while best is not None and patience:
        if best.complete:
            yield minefield
            return
        yield None
        moved = _move(minefield, best, protected, chance)
        if moved is None:
            return
        run = prover.attempt(moved, start, meter)
        patience -= 1
        if run is not None and len(run.opened) >= len(best.opened):
            if len(run.opened) > len(best.opened):
                patience = _PATIENCE
            best, minefield = run, moved
    yield None


def _move(
    minefield: Minefield, stuck: Run, protected: frozenset[int], chance: Chance
) -> Minefield | None:
    """Return the minefield with one mine moved to or from the frontier; None if none can be."""
    state, near = stuck.state, stuck.near
    frontier: list[int] = []
    rest: list[int] = []
    for cell, known in enumerate(state):
        if known == OPEN or cell in protected:
            continue
        # a wall of proved mines holds up a proof just like cells that cannot be told apart
        wanted = OPEN if known == CLOSED else CLOSED
        if wanted in map(state.__getitem__, near[cell]):
            frontier.append(cell)
        elif known == CLOSED:
            rest.append(cell)
    mines = set(minefield.mines)
    if not frontier:  # nothing that touches the start can move
        frontier = rest
    if not frontier:
        return None
    here = chance.pick(frontier)
    is_mine = here in mines
    others: list[int] = []
    if len(rest) * _LITTLE >= len(state):
        others = [cell for cell in rest if (cell in mines) != is_mine]
    if not others:  # so a mine comes from anywhere, or goes there
        others = [
            cell
            for cell in range(len(state))
            if (cell in mines) != is_mine and cell not in protected
        ]
    if not others:
        return None
    mines ^= {here, chance.pick(others)}
    return Minefield(minefield.topology, tuple(sorted(mines)))
