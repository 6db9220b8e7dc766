"""Boards that need no guess, on every topology.

    generate    makes one within a budget, from a seed
    prove       whether a minefield opens by proof from a start cell
    certain     which closed cells of a view are proved, by the same notion

A board is delivered only with that proof: every safe cell opens without a guess, for a solver
that is given the start cell and, if the proof may use it, the number of mines.
"""

from msweeper.generator.certain import Certain, certain
from msweeper.generator.draw import Request
from msweeper.generator.generate import Generated, Method, generate
from msweeper.generator.proof import prove

__all__ = ["Certain", "Generated", "Method", "Request", "certain", "generate", "prove"]
