"""The verdict on the levels: whether games are lost to cells that nobody can tell apart."""

from __future__ import annotations

from msweeper.errors import BudgetExceeded
from msweeper.fairness import fairness
from msweeper.testing.contract import CheckFailed, NotTried, check
from msweeper.testing.graph import GRAPH
from msweeper.testing.subject import Subject

__all__ = ["check_fairness"]

_CELLS = 2_000
"""Larger boards take longer to judge than anyone waits."""
_SECONDS = 4.0


@check("builds", *GRAPH)
def check_fairness(subject: Subject) -> str:
    """No level is unfair: a board whose mines and safe cells can be exchanged unseen."""
    factory = subject.factory
    if factory is None or not factory.levels:
        raise NotTried("it declares no level")
    if subject.alone:
        board = subject.one
        size = board.topology.size
        levels = {level.name: factory.level_mines(level, size) for level in factory.levels}
        wanted = [(board.topology, levels)] if size > 1 else []
    else:
        wanted = [
            (subject.build(factory.values(level.parameters)), {level.name: level.mines})
            for level in factory.levels
            if factory.cells(factory.values(level.parameters)) <= _CELLS
        ]
    said, unfair, verdict = [], [], "fair"
    for topology, levels in wanted:
        if topology.size > _CELLS:
            continue
        try:
            found = fairness(topology, levels, seconds=_SECONDS)
        except BudgetExceeded:
            continue
        for name, share in found.loss.items():
            said.append(f"{name} {100 * share:.2g}%")
        if found.verdict != "fair":
            verdict = found.verdict
        if found.verdict == "unfair":
            unfair.append(topology.spec)
    if unfair:
        raise CheckFailed(
            f"unfair: games lost to cells that nobody can tell apart: {', '.join(said)}"
            f" (see msweeper fairness {unfair[0]})",
            spec=unfair[0],
        )
    if not said:
        raise NotTried("no level is small enough to be judged")
    return f"{verdict}: games lost to cells that nobody can tell apart: {', '.join(said)}"
