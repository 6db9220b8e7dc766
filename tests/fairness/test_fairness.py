"""Verdicts and losses: against counting in full, and against what careful play measured."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from itertools import count
from random import Random

import pytest

from msweeper.errors import BudgetExceeded, OutOfRange, UsageError
from msweeper.factory import TopologyFactory
from msweeper.fairness import Fairness, fairness
from msweeper.fairness.loss import estimate_loss, largest_that_matters
from msweeper.plugins import load_plugins
from msweeper.topology import Topology
from tests.fairness.boards import SIDES, UNEQUAL, box, exact_loss, graph, torus

REGISTRY = load_plugins()
LEVELS = [
    pytest.param(registered.factory, level.name, id=f"{name} {level.name}")
    for name, registered in sorted(REGISTRY.topologies.items())
    for level in registered.factory.levels
]


def lost(topology: Topology, mines: int) -> float:
    return fairness(topology, {"any": mines}).loss["any"]


@pytest.mark.parametrize(("factory", "name"), LEVELS)
def test_no_registered_level_is_unfair(factory: TopologyFactory, name: str) -> None:
    level = factory.level(name)
    judged = fairness(factory.topology(**level.parameters), {name: level.mines})
    assert judged.verdict == "fair"
    assert judged.exhaustive


# what a careful player won, in percent (about 200 games each, so give or take 7)
MEASURED = [
    ("cube 4x4x4", box(4, 4, 4), 6, 99.5),
    ("cube 5x5x5", box(5, 5, 5), 12, 57),
    ("cube 6x6x6", box(6, 6, 6), 22, 100),
    ("cube 7x7x7", box(7, 7, 7), 34, 99.5),
    ("cube 8x8x8", box(8, 8, 8), 51, 87),
    ("cube 9x9x9", box(9, 9, 9), 73, 99.5),
    ("torus 6x6", torus(6, 6), 6, 62),
    ("torus 7x7", torus(7, 7), 8, 99),
    ("torus 8x8", torus(8, 8), 10, 100),
    ("torus 9x9", torus(9, 9), 13, 91),
    ("two layers of 7x7", box(2, 7, 7), 10, 0),
]


@pytest.mark.parametrize(
    ("topology", "mines", "won"), [row[1:] for row in MEASURED], ids=[row[0] for row in MEASURED]
)
def test_the_loss_is_that_of_measured_play(topology: Topology, mines: int, won: float) -> None:
    judged = fairness(topology, {"any": mines}, seconds=60)
    assert 100 * judged.loss["any"] == pytest.approx(100 - won, abs=5)
    assert judged.verdict == ("fair" if won >= 99 else "unfair")
    assert judged.exhaustive


@pytest.mark.parametrize(
    ("topology", "mines"),
    [
        (box(2, 3), 2),
        (box(2, 2, 2), 1),
        (box(2, 7), 4),
        (torus(3, 4), 3),
        (torus(3, 3), 4),
        (box(5), 2),
        (box(8), 3),
        (torus(6), 2),
        (torus(9), 4),
        (box(1, 5), 0),
    ],
    ids=repr,
)
def test_disjoint_rings_are_counted_exactly(topology: Topology, mines: int) -> None:
    assert lost(topology, mines) == pytest.approx(float(exact_loss(topology, mines)), abs=1e-12)


@pytest.mark.parametrize(
    ("topology", "mines"),
    [
        (box(3, 5), 3),
        (box(5, 5), 3),
        (box(5, 5), 4),
        (torus(6, 4), 4),
        (torus(5, 6), 4),
        (box(5, 7), 4),
        (box(8, 3), 4),
    ],
    ids=repr,
)
def test_crossing_exchanges_are_estimated_within_2_points(topology: Topology, mines: int) -> None:
    assert lost(topology, mines) == pytest.approx(float(exact_loss(topology, mines)), abs=0.02)


@pytest.mark.parametrize("seed", range(6))
def test_random_graphs_are_estimated_within_5_points(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        size, density = random.randint(4, 10), random.random()
        pairs = [(i, j) for i in range(size) for j in range(i) if random.random() < density]
        topology = graph(size, pairs)
        for mines in range(1, min(4, size)):
            exact = float(exact_loss(topology, mines))
            assert lost(topology, mines) == pytest.approx(exact, abs=0.05), pairs


def test_unequal_sides_cost_nothing_alone_and_their_sum_as_a_pair() -> None:
    alone = graph(7, UNEQUAL)
    pair = graph(14, [*UNEQUAL, *((a + 7, b + 7) for a, b in UNEQUAL)])
    for mines in range(6):
        assert lost(alone, mines) == exact_loss(alone, mines) == 0
        assert lost(pair, mines) == exact_loss(pair, mines) == 0
    assert exact_loss(pair, 6) == Fraction(1, 3003)  # four of one and two of the other
    assert lost(pair, 6) == pytest.approx(1 / 3003)


def test_unequal_sides_on_common_cells_are_no_pair() -> None:
    one, other = {0: 1, 1: 1, 2: -1}, {2: 1, 3: 1, 4: -1}
    assert estimate_loss(8, [3], [], [one, other]) == {3: 0}


def test_a_null_space_is_not_an_unfair_board() -> None:
    hexagon = fairness(REGISTRY.topology("hex:5"), {"any": 18})
    assert (hexagon.nullity, hexagon.verdict, hexagon.exchanges) == (2, "fair", ())
    assert hexagon.exhaustive
    plus = fairness(box(9, 9, offsets=SIDES), {"any": 9})
    assert (plus.nullity, plus.verdict, len(plus.exchanges[0])) == (2, "fair", 32)
    assert plus.loss["any"] < 1e-9


def test_full_rank_is_fair_and_proved() -> None:
    judged = fairness(box(3, 4, 6), {"easy": 5, "hard": 30})
    assert judged == Fairness(
        size=72,
        verdict="fair",
        loss={"easy": 0.0, "hard": 0.0},
        nullity=0,
        twins=(),
        exchanges=(),
        exhaustive=True,
    )


def test_the_worst_level_decides() -> None:
    topology = box(3, 8)  # 0.15 % with 3 mines, 1.8 % with 6, 5.3 % with 12
    assert [
        fairness(topology, levels).verdict
        for levels in ({"a": 3}, {"a": 3, "b": 6}, {"b": 6, "c": 12, "a": 3})
    ] == ["fair", "warn", "unfair"]


def test_more_mines_up_to_half_the_board_lose_more() -> None:
    topology = box(3, 8)
    losses = [lost(topology, mines) for mines in range(13)]
    assert losses == sorted(losses)
    assert losses[0] == 0


def test_as_json() -> None:
    topology = REGISTRY.topology("square:5x1")
    shown = fairness(topology, {"any": 2}).to_json(topology, topology.spec)
    assert json.loads(json.dumps(shown)) == {
        "spec": "square:width=5,height=1",
        "size": 5,
        "verdict": "unfair",
        "loss": {"any": 0.1},  # two of ten minefields are one
        "nullity": 1,
        "twins": [],
        "exchanges": [{"cells": {"1,1": 1, "1,2": -1, "1,4": 1, "1,5": -1}}],
        "exhaustive": True,
        "alike": [],
    }
    assert list(shown) == [
        "spec", "size", "verdict", "loss", "nullity", "twins", "exchanges", "exhaustive", "alike",
    ]  # fmt: skip
    pair = REGISTRY.topology("square:3x2")
    shown = fairness(pair, {"any": 1}).to_json(pair, pair.spec)
    assert shown["twins"] == [["1,1", "2,1"], ["1,2", "2,2"], ["1,3", "2,3"]]
    assert shown["exchanges"] == [
        {"cells": {f"1,{column}": 1, f"2,{column}": -1}} for column in (1, 2, 3)
    ]


def test_a_verdict_is_a_value() -> None:
    judged = fairness(box(3, 5), {"any": 2})
    assert eval(repr(judged), {"Fairness": Fairness}) == judged
    assert pickle.loads(pickle.dumps(judged)) == judged
    assert len({judged, fairness(box(3, 5), {"any": 2})}) == 1
    with pytest.raises(TypeError):
        judged.loss["any"] = 0.0  # type: ignore[index]


def test_the_clock_ends_the_search() -> None:
    ticks = count()  # three a cell for the null space, and then some
    judged = fairness(box(8, 8, 8), {"any": 77}, seconds=1_600, clock=lambda: float(next(ticks)))
    assert not judged.exhaustive
    assert judged.verdict == "unfair"


def test_no_time_at_all_is_said() -> None:
    ticks = count()
    with pytest.raises(BudgetExceeded, match="30 cells") as caught:
        fairness(box(2, 15), {"any": 3}, seconds=5, clock=lambda: float(next(ticks)))
    assert len(caught.value.known) == 15  # type: ignore[arg-type]


@pytest.mark.parametrize("mines", [-1, 15])
def test_mines_that_do_not_fit(mines: int) -> None:
    with pytest.raises(OutOfRange, match="0 to 14 fit on 15 cells"):
        fairness(box(3, 5), {"any": mines})


def test_a_verdict_needs_a_level() -> None:
    with pytest.raises(UsageError, match="level"):
        fairness(box(3, 5), {})


@pytest.mark.parametrize(
    ("size", "mines", "cells"),
    [(125, (12,), 6), (81, (13,), 8), (125, (12, 30), 10), (100, (0,), 2), (3, (1,), 2)],
)
def test_how_large_an_exchange_matters(size: int, mines: tuple[int, ...], cells: int) -> None:
    assert largest_that_matters(size, mines) == cells


def test_mines_of_a_level_on_another_size() -> None:
    factory = REGISTRY.find("cube").factory
    found = {level.name: factory.level_mines(level, 125) for level in factory.levels}
    assert found == {"beginner": 10, "intermediate": 14, "expert": 19}
    for name, registered in REGISTRY.topologies.items():
        for level in registered.factory.levels:
            cells = registered.factory.count(**registered.factory.values(level.parameters))
            assert registered.factory.level_mines(level, cells) == level.mines, name
