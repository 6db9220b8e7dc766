"""Thinks about a view: what is certain and why, the odds of the rest, and what to do next.

It knows cells, neighbors, numbers and how many mines there are, so it works on every topology;
it never sees a minefield. Flags are closed cells to it.

    analyze     the exact chance of a mine in every closed cell
    deduce      what single numbers, pairs, chains and the mine count prove, with reasons
    explain     a reason for one cell that is certain
    best_move   what to do now, and why
    optimal     the best chance to win, for a few thousand minefields at most
    PLAYERS     players by name, for many games
"""

from msweeper.solver.budget import Budget
from msweeper.solver.deduce import Deduction, deduce, explain
from msweeper.solver.exact import Best, optimal, win_chance
from msweeper.solver.frontier import Frontier
from msweeper.solver.odds import Analysis, Share, analyze
from msweeper.solver.players import PLAYERS, Choice, Move, Player, best_move

__all__ = [
    "PLAYERS",
    "Analysis",
    "Best",
    "Budget",
    "Choice",
    "Deduction",
    "Frontier",
    "Move",
    "Player",
    "Share",
    "analyze",
    "best_move",
    "deduce",
    "explain",
    "optimal",
    "win_chance",
]
