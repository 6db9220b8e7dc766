"""The chance that opening several cells at once goes wrong."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from msweeper.errors import BudgetExceeded
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.frontier import MINE, Frontier
from msweeper.solver.odds import solve
from msweeper.view import View

__all__ = ["risk"]


def risk(view: View, cells: Collection[int], *, budget: Budget | None = None) -> Fraction:
    """Return the exact chance that at least one of the closed `cells` is a mine.

    ``1 - (minefields that fit with all of them safe) / (minefields that fit)``. Cost: two counts.
    The view must be one that a minefield fits.

    Raises:
        BudgetExceeded: it could not be counted in time.
    """
    meter = (budget or Budget()).meter()
    try:
        frontier = Frontier(view)
        solution = solve(frontier, meter)
        assert solution is not None, "the view contradicts itself"
        frontier.learn(cells)
        if any(frontier.state[cell] == MINE for cell in cells):
            return Fraction(1)
        without = solve(frontier, meter)
    except OutOfBudget as reason:
        raise BudgetExceeded(f"the risk would take too long: {reason}") from None
    return 1 - Fraction(without.joint.ways if without else 0, solution.joint.ways)
