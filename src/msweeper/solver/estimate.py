"""An estimate of the odds by sampling, for frontiers too wide to be counted."""
from __future__ import annotations
from typing import NamedTuple
from msweeper.solver.frontier import Frontier
class Sampled(NamedTuple):
    p: dict[int,float]
    se: dict[int,float]
def sample(frontier: Frontier, spec: str, seed: str) -> Sampled: 
    raise NotImplementedError
