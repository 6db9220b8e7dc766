"""The search for exchanges: sound, complete where it says so, and judged by trying all vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import pytest

from msweeper.fairness import bases, is_exchange
from msweeper.fairness.exchanges import Found, find_exchanges
from msweeper.fairness.nullspace import null_space
from msweeper.plugins import load_plugins
from msweeper.topology import Topology
from tests.fairness.boards import (
    DOUBLE_STAR,
    SIDES,
    Vector,
    box,
    every_exchange,
    graph,
    minimal,
    torus,
)
from tests.support import small

Search = Callable[[Topology, int], Found]


def walk(topology: Topology, target: int) -> Found:
    return find_exchanges(topology, null_space(topology), target, lambda: False)


@pytest.fixture(params=["walk through the basis", "small supports"])
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Search:
    if request.param == "small supports":
        monkeypatch.setattr(bases, "_FREE", 0)
    return walk


def as_set(
    vectors: tuple[Mapping[int, int], ...] | list[Vector],
) -> set[frozenset[tuple[int, int]]]:
    assert len({frozenset(v.items()) for v in vectors}) == len(vectors)
    return {frozenset(v.items()) for v in vectors}


def expected(topology: Topology) -> list[Vector]:
    """Return all minimal exchanges, twins given by the first cell of their class."""
    classes = null_space(topology).twins
    first = {cells[0] for cells in classes}
    others = {cell for cells in classes for cell in cells[1:]}
    return [
        vector
        for vector in minimal(every_exchange(topology))
        if not others & vector.keys() or (len(vector) == 2 and min(vector) in first)
    ]


def test_the_exchange_of_a_line_of_5(search: Search) -> None:
    assert search(box(5), 4) == Found(({0: 1, 1: -1, 3: 1, 4: -1},), 5)


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs_against_all_vectors(search: Search, seed: int) -> None:
    random = Random(seed)
    for _ in range(12):
        size, density = random.randint(3, 8), random.random()
        pairs = [(i, j) for i in range(size) for j in range(i) if random.random() < density]
        topology = graph(size, pairs)
        found = search(topology, size)
        assert found.reach >= size
        assert as_set(found.exchanges) == as_set(expected(topology)), pairs


@pytest.mark.parametrize(
    "topology",
    [
        box(1, 11),
        box(2, 5),
        box(5, 2, offsets=SIDES),
        box(3, 3, offsets=SIDES),
        torus(9),
        torus(3, 3),
        box(2, 5, offsets=SIDES, wrapped=(1,)),
        graph(6, DOUBLE_STAR),
        graph(8, [(0, 1), (1, 3), (2, 3), (1, 5), (3, 6), (1, 7), (2, 7)]),
    ],
    ids=repr,
)
def test_small_boards_against_all_vectors(search: Search, topology: Topology) -> None:
    found = search(topology, topology.size)
    assert as_set(found.exchanges) == as_set(expected(topology))


@pytest.mark.parametrize("name", sorted(load_plugins().topologies))
def test_registered_boards_against_all_vectors(search: Search, name: str) -> None:
    factory = load_plugins().topologies[name].factory
    sizes = factory.size_names(factory.values({}, complete=False))
    tried = 0
    for numbers in ((1, 1, 1), (5, 1, 1), (2, 5, 1), (1, 2, 5), (3, 3, 1), (1, 3, 3)):
        topology = factory.topology(**dict(zip(sizes, numbers, strict=False)))
        if topology.size <= 10:
            tried += 1
            found = search(topology, topology.size)
            assert as_set(found.exchanges) == as_set(expected(topology)), topology.spec
    for topology in small(load_plugins().topologies[name]):
        if topology.size <= 9:
            tried += 1
            found = search(topology, topology.size)
            assert as_set(found.exchanges) == as_set(expected(topology)), topology.spec
    assert tried


def test_an_exchange_with_unequal_sides(search: Search) -> None:
    found = search(graph(6, DOUBLE_STAR), 6)
    assert found.exchanges == ({0: 1, 1: -1, 2: 1, 3: 1, 4: 1, 5: -1},)


@pytest.mark.parametrize(
    ("topology", "smallest", "count"),
    [
        (box(5, 5, 5), 4, 75),  # the lines along each axis
        (box(8, 8), 6, 16),
        (box(5, 8), 4, 8),
        (torus(6, 6), 4, 36),  # three in each line
        (torus(9, 7), 6, 21),
        (box(7, 17), 12, 7),
    ],
    ids=["5x5x5", "8x8", "5x8", "torus 6x6", "torus 9x7", "7x17"],
)
def test_the_smallest_exchanges_of_boxes_are_their_lines(
    topology: Topology, smallest: int, count: int
) -> None:
    found = walk(topology, 4)
    assert all(is_exchange(topology, exchange) for exchange in found.exchanges)
    sizes = Counter(map(len, found.exchanges))
    assert (min(sizes), sizes[smallest]) == (smallest, count)
    assert found.reach >= smallest


def test_both_ways_of_searching_agree_on_a_board_too_large_to_try_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    topology = box(5, 5)
    one = walk(topology, 8)
    monkeypatch.setattr(bases, "_FREE", 0)
    other = walk(topology, 8)
    small = [e for e in one.exchanges if len(e) <= 8]
    assert [e for e in other.exchanges if len(e) <= 8] == small
    assert Counter(map(len, small)) == {4: 10, 6: 16, 8: 66}


def test_hexagon_of_radius_5_has_no_exchange_and_that_is_proved() -> None:
    topology = load_plugins().topology("hex:5")
    assert walk(topology, 4) == Found((), topology.size)


def test_the_smallest_exchange_of_9x9_with_4_neighbors_has_32_cells() -> None:
    topology = box(9, 9, offsets=SIDES)
    found = walk(topology, 4)
    assert len(found.exchanges[0]) == 32
    assert found.reach == topology.size


def test_without_time_the_reach_is_small_and_all_that_is_listed_is_true() -> None:
    topology = box(8, 8, 8)
    found = find_exchanges(topology, null_space(topology), 6, lambda: True)
    assert found.reach < 6
    assert found.exchanges
    assert all(is_exchange(topology, exchange) for exchange in found.exchanges)


def test_too_many_exchanges_are_cut_by_size() -> None:
    topology = torus(6, 6)
    found = walk(topology, 12)
    assert len(found.exchanges) <= 2_000
    assert found.reach < 10
    sizes = list(map(len, found.exchanges))
    assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("vector", "right"),
    [
        ({0: 1, 1: -1, 3: 1, 4: -1}, True),
        ({0: -1, 1: 1, 3: -1, 4: 1}, True),
        ({0: 2, 1: -2, 3: 2, 4: -2}, False),
        ({0: 1, 1: -1}, False),
        ({0: 1, 1: -1, 2: 0, 3: 1, 4: -1}, False),
        ({}, False),
    ],
)
def test_is_exchange(vector: dict[int, int], right: bool) -> None:
    assert is_exchange(box(5), vector) is right
