"""Checks of who touches whom."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from msweeper.testing.contract import CheckFailed, NotTried, at, breach_at, check
from msweeper.testing.subject import Subject

__all__ = [
    "check_ascending",
    "check_builds",
    "check_degrees",
    "check_in_range",
    "check_no_self",
    "check_size",
    "check_symmetric",
    "check_symmetries",
    "check_unique",
]

GRAPH = ("in-range", "ascending", "unique", "no-self", "symmetric")
"""What must hold before anything can be played."""


@check()
def check_builds(subject: Subject) -> str:
    """Every board that is looked at can be built, and has as many cells as were counted."""
    most = max(board.topology.size for board in subject.boards)
    many = len(subject.boards)
    return f"{many} board{'s' * (many != 1)}, up to {most} cells"


@check()
def check_in_range(subject: Subject) -> None:
    """Every neighbor is a cell of the board."""
    for topology, *_ in subject.boards:
        for cell in topology:
            for other in topology.neighbors(cell):
                if not 0 <= other < topology.size:
                    raise breach_at(
                        topology,
                        cell,
                        f"has the neighbor {other}, which is not in range({topology.size})",
                    )


@check()
def check_ascending(subject: Subject) -> None:
    """Neighbors are listed in ascending order."""
    for topology, *_ in subject.boards:
        for cell in topology:
            for one, other in pairwise(topology.neighbors(cell)):
                if one > other:
                    raise breach_at(
                        topology,
                        cell,
                        f"lists {at(topology, one)} before {at(topology, other)}",
                    )


@check()
def check_unique(subject: Subject) -> None:
    """No neighbor is listed twice."""
    for topology, *_ in subject.boards:
        for cell in topology:
            near = topology.neighbors(cell)
            if len(set(near)) < len(near):
                twice = next(other for other, many in Counter(near).items() if many > 1)
                raise breach_at(topology, cell, f"lists {at(topology, twice)} more than once")


@check()
def check_no_self(subject: Subject) -> None:
    """No cell is its own neighbor."""
    for topology, *_ in subject.boards:
        for cell in topology:
            if cell in topology.neighbors(cell):
                raise breach_at(topology, cell, "is its own neighbor")


@check("in-range")
def check_symmetric(subject: Subject) -> None:
    """Neighbors go both ways."""
    for topology, *_ in subject.boards:
        near = [frozenset(topology.neighbors(cell)) for cell in topology]
        for cell in topology:
            for other in near[cell]:
                if cell not in near[other]:
                    raise breach_at(
                        topology,
                        cell,
                        f"has the neighbor {at(topology, other)}, which does not have it",
                    )


@check()
def check_size(subject: Subject) -> str:
    """The board has as many cells as its author expects."""
    if subject.size is None:
        raise NotTried("no expected size is declared")
    topology = subject.one.topology
    if topology.size != subject.size:
        raise CheckFailed(
            f"it has {topology.size} cells, {subject.size} are expected", spec=topology.spec
        )
    return f"{topology.size} cells"


@check(*GRAPH)
def check_degrees(subject: Subject) -> str:
    """As many cells have as many neighbors as the author's table of degrees says."""
    if subject.degrees is None:
        raise NotTried("no expected degrees are declared")
    topology = subject.one.topology
    found = Counter(map(topology.degree, topology))
    expected = {degree: count for degree, count in subject.degrees.items() if count}
    # first what there is too much of: a cell can be named for it
    for degree in sorted({*found, *expected}, key=lambda d: (found[d] <= expected.get(d, 0), d)):
        if found[degree] == expected.get(degree, 0):
            continue
        cell = next((cell for cell in topology if topology.degree(cell) == degree), None)
        raise CheckFailed(
            f"{found[degree]} cells have {degree} neighbors, {expected.get(degree, 0)} are"
            " expected" + ("" if cell is None else f"; one of them is {at(topology, cell)}"),
            spec=topology.spec,
            cell=cell,
            label="" if cell is None else topology.label(cell),
        )
    return ", ".join(f"{count} with {degree}" for degree, count in sorted(found.items()))


@check(*GRAPH)
def check_symmetries(subject: Subject) -> str:
    """Every symmetry that the author declares keeps who touches whom."""
    if not subject.symmetries:
        raise NotTried("no symmetry is declared")
    for symmetry in subject.symmetries:
        for topology, *_ in subject.boards:
            moved = list(symmetry(topology))
            name = getattr(symmetry, "__name__", "a symmetry")
            if sorted(moved) != list(topology):
                raise CheckFailed(
                    f"{name} is no permutation of {topology.size} cells", spec=topology.spec
                )
            for cell in topology:
                wanted = tuple(sorted(moved[other] for other in topology.neighbors(cell)))
                if topology.neighbors(moved[cell]) != wanted:
                    raise breach_at(
                        topology,
                        cell,
                        f"goes to {at(topology, moved[cell])} by {name}, but its neighbors do not"
                        " go to the neighbors of that cell",
                    )
    return f"{len(subject.symmetries)} on each board"
