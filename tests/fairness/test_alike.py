"""Cells that do not touch and touch the same others: as bad as twins, by counting games."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

from msweeper.fairness import alike, fairness, twins
from msweeper.solver import win_chance
from msweeper.topology import Topology
from msweeper.view import View
from tests.support import ANY, any_topology, graph, path, square


def star(arms: int) -> Topology:
    """A hub and its leaves, which touch nothing else."""
    names = "habcdefgi"[: arms + 1]
    return graph(" ".join(names), " ".join(f"h{name}" for name in names[1:]), width=5)


@given(any_topology())
def test_by_definition(topology: Topology) -> None:
    same = {
        pair
        for pair in combinations(topology, 2)
        if topology.neighbors(pair[0]) == topology.neighbors(pair[1])
    }
    found = {pair for cells in alike(topology) for pair in combinations(cells, 2)}
    assert found == same
    assert not {c for cells in alike(topology) for c in cells} & {
        c for cells in twins(topology) for c in cells
    }


@pytest.mark.parametrize(
    ("topology", "mines"),
    [(star(4), 1), (star(4), 2), (star(6), 2), (path(3), 1), (graph("a b c", ""), 1)],
)
def test_the_loss_is_what_the_best_player_loses_at_most(topology: Topology, mines: int) -> None:
    found = fairness(topology, {"some": mines})
    won = win_chance(View.of(topology, mines))
    assert found.verdict == "unfair"
    assert 0 < found.loss["some"] <= float(1 - won) + 1e-9


def test_the_classic_boards_have_none() -> None:
    for rows, columns in ((9, 9), (16, 16), (16, 30), (2, 5)):
        assert not alike(square(rows, columns))
    assert any(alike(topology) for topology in ANY)
