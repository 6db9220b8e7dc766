"""Every check, once, in the order in which they run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msweeper.testing.contract import Check, CheckFailed, Result, run
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
from msweeper.testing.subject import Source, Subject, Symmetry
from msweeper.testing.value import (
    check_frozen,
    check_pickle,
    check_same_elsewhere,
    check_same_twice,
)

__all__ = ["CHECKS", "check_topology", "run_checks"]

CHECKS: Final[tuple[Check, ...]] = tuple(
    one.check
    for one in (
        check_factory,
        check_builds,
        check_in_range,
        check_ascending,
        check_unique,
        check_no_self,
        check_symmetric,
        check_size,
        check_degrees,
        check_symmetries,
        check_same_twice,
        check_same_elsewhere,
        check_frozen,
        check_pickle,
        check_labels,
        check_labels_back,
        check_labels_known,
        check_label_junk,
        check_spec_canonical,
        check_spec_partial,
        check_spec_junk,
        check_spec_range,
        check_spec_absurd,
        check_levels,
        check_levels_differ,
        check_not_square,
        check_places,
        check_reading_order,
        check_captions,
        check_drawn_once,
        check_picture_back,
        check_motions,
        check_polygons,
        check_numbers,
        check_floods,
        check_games_end,
        check_saves,
        check_fairness,
    )
)
"""A check stands behind those that it needs."""


def run_checks(subject: Subject, only: Iterable[str] = ()) -> Iterator[Result]:
    """Run every check, or `only` these and those that they need; yield what became of each."""
    wanted = set(only) or {one.name for one in CHECKS}
    for one in reversed(CHECKS):
        if one.name in wanted:
            wanted.update(one.needs)
    return run([one for one in CHECKS if one.name in wanted], subject)


def check_topology(
    source: Source,
    *,
    size: int | None = None,
    degrees: Mapping[int, int] | None = None,
    labels: Mapping[int, str] | None = None,
    symmetries: Iterable[Symmetry] = (),
) -> None:
    """Run every check on a factory, or on a function that makes one board.

    Args:
        source: a `TopologyFactory`, or a function without arguments that returns a `Topology`.
        size: how many cells the board has; of a factory, the board of its defaults.
        degrees: how many of its cells have how many neighbors, as ``{3: 4, 5: 28, 8: 49}``.
        labels: the labels of some of its cells, as ``{0: "1,1"}``.
        symmetries: each gives for a board a permutation of its cells that must keep who touches
            whom.

    Raises:
        CheckFailed: a rule does not hold. Where several do not, the others are its notes.
    """
    subject = Subject(source, size=size, degrees=degrees, labels=labels, symmetries=symmetries)
    results = list(run_checks(subject))
    failures = [result.error for result in results if result.error is not None]
    failures += [  # only where no other tells why
        CheckFailed(result.message, check=result.check.name)
        for result in results
        if result.ok is None and not failures
    ]
    if failures:
        for other in failures[1:]:
            failures[0].add_note(str(other))
        raise failures[0]
