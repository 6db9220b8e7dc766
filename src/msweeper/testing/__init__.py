"""Tests for the author of a topology: one list of checks, by functions, pytest or the command.

    from msweeper.testing import check_topology
    check_topology(factory, size=20, degrees={4: 20})

`check_topology` runs every check on a factory, or on a function that makes one board. Each check
is also a function of its own, and `TopologySuite` has a test for each. pytest is not needed but
by pytest itself; the strategies for hypothesis are in `msweeper.testing.strategies`.
"""

from msweeper.testing.catalog import CHECKS, check_topology, run_checks
from msweeper.testing.contract import Check, CheckFailed, Result
from msweeper.testing.drawing import (
    check_captions,
    check_drawn_once,
    check_motions,
    check_picture_back,
    check_places,
    check_polygons,
    check_reading_order,
)
from msweeper.testing.fair import check_fairness
from msweeper.testing.family import (
    check_factory,
    check_levels,
    check_levels_differ,
    check_not_square,
)
from msweeper.testing.graph import (
    check_ascending,
    check_builds,
    check_degrees,
    check_in_range,
    check_no_self,
    check_size,
    check_symmetric,
    check_symmetries,
    check_unique,
)
from msweeper.testing.names import (
    check_label_junk,
    check_labels,
    check_labels_back,
    check_labels_known,
    check_spec_absurd,
    check_spec_canonical,
    check_spec_junk,
    check_spec_partial,
    check_spec_range,
)
from msweeper.testing.playing import (
    check_floods,
    check_games_end,
    check_numbers,
    check_saves,
)
from msweeper.testing.subject import Subject
from msweeper.testing.suite import TopologySuite
from msweeper.testing.value import (
    check_frozen,
    check_pickle,
    check_same_elsewhere,
    check_same_twice,
)

__all__ = [
    "CHECKS",
    "Check",
    "CheckFailed",
    "Result",
    "Subject",
    "TopologySuite",
    "check_ascending",
    "check_builds",
    "check_captions",
    "check_degrees",
    "check_drawn_once",
    "check_factory",
    "check_fairness",
    "check_floods",
    "check_frozen",
    "check_games_end",
    "check_in_range",
    "check_label_junk",
    "check_labels",
    "check_labels_back",
    "check_labels_known",
    "check_levels",
    "check_levels_differ",
    "check_motions",
    "check_no_self",
    "check_not_square",
    "check_numbers",
    "check_pickle",
    "check_picture_back",
    "check_places",
    "check_polygons",
    "check_reading_order",
    "check_same_elsewhere",
    "check_same_twice",
    "check_saves",
    "check_size",
    "check_spec_absurd",
    "check_spec_canonical",
    "check_spec_junk",
    "check_spec_partial",
    "check_spec_range",
    "check_symmetric",
    "check_symmetries",
    "check_topology",
    "check_unique",
    "run_checks",
]
