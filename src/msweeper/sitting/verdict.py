"""Whether a chosen board is fair, before anybody loses to it."""

from __future__ import annotations

from msweeper.errors import BudgetExceeded
from msweeper.fairness import Fairness, fairness
from msweeper.sitting.choose import Board

__all__ = ["judge", "unfair_line"]

_CELLS = 2_000  # larger boards take longer than a player should wait
_PATIENCE = 1.0


def judge(board: Board, *, given: bool, seconds: float = 8.0) -> Fairness:
    """Judge a board at the density of each level of its kind, or with its own mines if `given`.

    Raises:
        BudgetExceeded: it has too many cells to judge in time.
    """
    factory = board.registered.factory
    size = board.topology.size
    levels = {level.name: factory.level_mines(level, size) for level in board.levels}
    if given or not levels:
        levels = {f"{board.mines} mines": board.mines}
    return fairness(board.topology, levels, seconds=seconds)


def unfair_line(board: Board) -> str | None:
    """Return one line where a board of at most 2,000 cells is unfair as it will be played."""
    if board.topology.size > _CELLS:
        return None
    try:
        found = judge(board, given=True, seconds=_PATIENCE)
    except BudgetExceeded:
        return None
    if found.verdict != "unfair":
        return None
    share = max(found.loss.values())
    return (
        f"this board is unfair: about {share:.0%} of games are lost to cells that no number tells"
        f" apart (see msweeper fairness {board.topology.spec})"
    )
