"""What the tests share, all of it immutable: boards of every registered topology, and oracles.

Nothing here names a topology: boards come from what is registered, so that a new plugin is
tested without a change.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Final

from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction, OutOfRange, ParseError
from msweeper.factory import TopologyFactory, Value
from msweeper.firstclick import FirstClick, default_first
from msweeper.game import Game
from msweeper.lattice import box_offsets, from_edges, from_offsets
from msweeper.plugins import Registered, Registry, load_plugins
from msweeper.topology import Topology

REGISTRY: Final[Registry] = load_plugins(environ={})
REGISTERED: Final[tuple[Registered, ...]] = tuple(REGISTRY.topologies.values())
_SIZES: Mapping[int, tuple[tuple[int, ...], ...]] = {
    1: ((0,), (1,), (2,), (3,)),
    2: ((1, 1), (5, 1), (1, 4), (2, 2), (5, 3)),
    3: ((1, 1, 1), (5, 1, 2), (2, 2, 2), (5, 4, 3), (2, 3, 12)),
    4: ((1, 1, 1, 1), (3, 1, 2, 2), (3, 2, 4, 3)),
}
_VARIANTS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,), (4,)),
    2: ((5, 3), (4, 6)),
    3: ((4, 2, 3),),
    4: ((3, 2, 2, 4),),
    5: ((2, 3, 2, 2, 1),),
}
"""Sizes of boards whose other parameters differ from their defaults."""
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
    """Yield boards of unequal small sides, as far as the topology has them, and with each
    combination of its other parameters.
    """
    yield from _build(registered, _others(registered.factory))


def plain(registered: Registered) -> Iterator[Topology]:
    """Yield those whose other parameters have their defaults."""
    yield from _build(registered, [{}])


def _build(registered: Registered, others: Iterable[Mapping[str, Value]]) -> Iterator[Topology]:
    seen = set()
    for values in _small_values(registered.factory, others):
        try:
            topology = registered.build(values)
        except (OutOfRange, ParseError):
            continue
        if topology.spec not in seen and topology.size <= 200:
            seen.add(topology.spec)
            yield topology


def _small_values(
    factory: TopologyFactory, combinations: Iterable[Mapping[str, Value]]
) -> Iterator[dict[str, Value]]:
    """Yield parameters: the default ones with many sizes, each combination of others with few."""
    for others in combinations:
        sizes = factory.size_names(factory.values(others, complete=False))
        if not others:
            yield {}
        some = (_VARIANTS if others else _SIZES).get(len(sizes), ((3, 2) * len(sizes),))
        for numbers in some:
            yield {**others, **dict(zip(sizes, numbers, strict=False))}


def _others(factory: TopologyFactory) -> Iterator[dict[str, Value]]:
    """Yield every combination of the parameters that are no size, the defaults first."""
    choices: dict[str, list[Value]] = {}
    for p in factory.parameters:
        if p.name in factory.size or p.type == "text":
            continue
        values: dict[str, list[Value]] = {
            "flag": [False, True],
            "int": [*range(p.minimum or 0, min(p.maximum or 0, (p.minimum or 0) + 4) + 1)],
            "choice": [*p.choices],
            "file": ["", *_FILES],
        }
        choices[p.name] = [p.default, *(v for v in values[p.type] if v != p.default)]
    for combination in product(*choices.values()):
        others = dict(zip(choices, combination, strict=True))
        yield {
            name: value
            for name, value in others.items()
            if value != factory.parameter(name).default
        }


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


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Topology:
    """Any undirected graph of at most `most` cells, connected or not."""
    size = draw(st.integers(1, most))
    pairs = [(str(a), str(b)) for a, b in combinations(range(size), 2)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    width = draw(st.integers(1, size))
    return from_edges(
        [str(i) for i in range(size)],
        edges,
        [(0, i // width, 2 * (i % width)) for i in range(size)],
    ).with_spec(f"graph:width={width}")


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


VERBS: Final = ("open", "open", "flag", "chord")


def games(topologies: st.SearchStrategy[Topology]) -> st.SearchStrategy[Game]:
    """Games in any state: not begun, in the middle, won, lost, flags right and wrong."""
    return topologies.flatmap(_games)


@st.composite
def _games(draw: st.DrawFn, topology: Topology) -> Game:
    cells = st.integers(0, topology.size - 1)
    mines = draw(st.sets(cells, max_size=max(1, topology.size // 2)))
    game = Game(topology, minefield=sorted(mines)[: topology.size - 1])
    flags = draw(st.sets(st.sampled_from(sorted(mines)))) if mines else set()
    for cell in flags:
        game.flag(cell)
    for verb, cell in draw(st.lists(st.tuples(st.sampled_from(VERBS), cells), max_size=8)):
        _try(game, verb, cell)
    if draw(st.booleans()):
        for cell in topology:
            if cell not in mines or draw(st.integers(0, 40)) == 0:
                _try(game, "open", cell)
    return game


def _try(game: Game, verb: str, cell: int) -> None:
    with contextlib.suppress(IllegalAction):
        game.act(Action(Verb(verb), cell))
