"""What the tests share, all of it immutable: boards of every registered topology, and oracles.

Nothing here names a topology: boards come from what is registered, so that a new plugin is
tested without a change.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import Final

from hypothesis import strategies as st

from msweeper.errors import MsweeperError
from msweeper.firstclick import FirstClick, default_first
from msweeper.lattice import box_offsets, from_edges, from_offsets
from msweeper.plugins import Registered, Registry, load_plugins
from msweeper.spec import Spec
from msweeper.testing.strategies import games as games
from msweeper.testing.strategies import graphs as graphs
from msweeper.testing.subject import Subject
from msweeper.topology import Topology

REGISTRY: Final[Registry] = load_plugins(environ={})
REGISTERED: Final[tuple[Registered, ...]] = tuple(REGISTRY.topologies.values())


_FILES = (
    " #.##\n#####\n## #",
    "b a\nb c\nd b\nc d\ne",
    '{"edges": [[1, 2], [2, 3], [3, 1], [3, 4], [4, 5], [5, 6]],'
    ' "positions": {"1": [0, 0], "2": [2, 0.3], "3": [1, 1], "4": [1, 2], "5": [2, 2.4],'
    ' "6": [0.2, 3]}}',
    "\n".join(f"{i} {j}" for i in range(60) for j in (i + 1, 2 * i, i + 7) if i < j < 60),
)
"""What a file may hold: a drawing, and graphs; a topology builds those of its kind."""


def small(registered: Registered) -> Iterator[Topology]:
    """Yield boards of unequal small sides, of each choice, and of files that it can read."""
    for board in Subject(registered.factory, name=registered.name).small:
        yield board.topology
    for parameter in registered.factory.parameters:
        for content in _FILES if parameter.file else ():
            with contextlib.suppress(MsweeperError):
                yield registered.build({parameter.name: content})


def plain(registered: Registered) -> Iterator[Topology]:
    """Yield those whose other parameters than the size have their defaults."""
    for board in small(registered):
        given = registered.factory.parse(Spec.parse(board.spec))
        if set(given) <= set(registered.factory.size):
            yield board


def roomy(registered: Registered) -> str:
    """Return SPEC@MINES of the easiest level whose first click is sure to open an area.

    Without levels it is the default board, with few mines.
    """
    factory = registered.factory
    if not factory.levels:
        return f"{registered.name}@{registered.build({}).size // 5}"
    for level in factory.levels:
        topology = registered.build(level.parameters)
        if default_first(topology, level.mines) is FirstClick.OPEN:
            return f"{topology.spec}@{level.mines}"
    raise AssertionError(f"{registered.name} has no level whose first click opens an area")


def torus(rows: int, columns: int) -> Topology:
    """A board that continues at both ends of both axes."""
    return from_offsets(
        (range(rows), range(columns)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(0, 1),
    ).with_spec(f"torus:width={columns},height={rows}")


def graph(names: str, edges: str, width: int = 4) -> Topology:
    """``graph("a b c", "ab bc")``: cells by name in rows of `width`, and the pairs that touch."""
    labels = names.split()
    return from_edges(
        labels,
        [(pair[0], pair[1]) for pair in edges.split()],
        [(0, i // width, 2 * (i % width)) for i in range(len(labels))],
    )


BOARDS: Final[tuple[Topology, ...]] = tuple(
    board for registered in REGISTERED for board in small(registered)
)
"""Small boards of every registered topology."""
GRAPHS: Final[tuple[Topology, ...]] = (
    torus(3, 5),
    graph("oslo rome bern lima", "").with_spec("islands"),
    from_edges(
        ["oslo", "rome", "bern", "lima", "kyiv"],
        [("oslo", "rome"), ("rome", "bern"), ("oslo", "bern"), ("bern", "lima"), ("lima", "kyiv")],
        [(0, 0, 0), (0, 0, 2), (0, 1, 1), (0, 1, 5), (1, 0, 0)],
    ).with_spec("towns"),
)
"""Boards that no plugin brings."""
ANY: Final = (*BOARDS, *GRAPHS)


def names(topologies: Iterable[Topology]) -> list[str]:
    """Return test ids."""
    return [topology.spec for topology in topologies]


def square(rows: int, columns: int) -> Topology:
    """The classic board, as facts.md writes it: R x C."""
    return REGISTRY.topology(f"square:width={columns},height={rows}")


def hexagon(radius: int) -> Topology:
    return REGISTRY.topology(f"hex:radius={radius}")


def cube(depth: int, rows: int, columns: int) -> Topology:
    return REGISTRY.topology(f"cube:width={columns},height={rows},depth={depth}")


def path(size: int) -> Topology:
    return from_offsets((range(size),), ((1,), (-1,)), place=lambda x: (0, 0, 2 * x))


def any_topology() -> st.SearchStrategy[Topology]:
    """A small board of a registered topology, or any graph."""
    return st.one_of(st.sampled_from(ANY), graphs())


def numbers(topology: Topology, mines: Iterable[int]) -> list[int]:
    """Count each cell's number cell by cell; -1 for a mine."""
    mined = set(mines)
    return [
        -1 if cell in mined else len(mined.intersection(topology.neighbors(cell)))
        for cell in topology
    ]


def pairs(topology: Topology) -> int:
    """Return how many pairs of neighbors there are."""
    return sum(map(topology.degree, topology)) // 2


def degrees(topology: Topology) -> dict[int, int]:
    """Return how many cells there are of each degree."""
    found = [topology.degree(cell) for cell in topology]
    return {degree: found.count(degree) for degree in sorted(set(found))}


def zero_chance(size: int, mines: int, degree: int) -> Fraction:
    """The chance that a cell of `degree` is a 0."""
    return Fraction(comb(size - 1 - degree, mines), comb(size, mines))


def chi_square(counts: Iterable[int], expected: Fraction) -> float:
    """Return the chi-square statistic of `counts` that should all be `expected`."""
    return float(sum((count - expected) ** 2 for count in counts) / expected)
