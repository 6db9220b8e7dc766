"""Tests for the author of a topology: one list of checks, by functions, pytest or the command.

    from msweeper.testing import check_topology
    check_topology(factory, size=20, degrees={4: 20})

`check_topology` runs every check on a factory, or on a function that makes one board. Each check
is also a function of its own, and `TopologySuite` has a test for each. pytest is not needed but
by pytest itself; the strategies for hypothesis are in `msweeper.testing.strategies`.
"""

# ruff: noqa: F403 (what the modules of checks offer is offered here)
from msweeper.testing import drawing, fair, family, graph, names, playing, value
from msweeper.testing.catalog import CHECKS, check_topology, run_checks
from msweeper.testing.contract import Check, CheckFailed, Result
from msweeper.testing.drawing import *
from msweeper.testing.fair import *
from msweeper.testing.family import *
from msweeper.testing.graph import *
from msweeper.testing.names import *
from msweeper.testing.playing import *
from msweeper.testing.subject import Subject
from msweeper.testing.suite import TopologySuite
from msweeper.testing.value import *

__all__ = [
    "CHECKS",
    "Check",
    "CheckFailed",
    "Result",
    "Subject",
    "TopologySuite",
    "check_topology",
    "run_checks",
]
__all__ += drawing.__all__
__all__ += fair.__all__
__all__ += family.__all__
__all__ += graph.__all__
__all__ += names.__all__
__all__ += playing.__all__
__all__ += value.__all__
