"""First-click rules."""

from __future__ import annotations

import pytest

from msweeper.errors import OutOfRange
from msweeper.firstclick import FirstClick, check_first, default_first, largest_mines, zone
from msweeper.topology import Topology
from tests.support import ANY, cube, hexagon, names, square


@pytest.mark.parametrize(
    ("topology", "most"),
    [
        pytest.param(square(3, 5), 6, id="square"),
        pytest.param(square(1, 5), 2, id="line"),
        pytest.param(square(3, 3), 0, id="the centre sees all"),
        pytest.param(square(1, 1), 0, id="one cell"),
        pytest.param(hexagon(2), 12, id="hex"),
        pytest.param(cube(3, 3, 3), 0, id="cube"),
        pytest.param(cube(3, 4, 5), 33, id="larger cube"),
    ],
)
def test_the_limit_depends_on_the_degree(topology: Topology, most: int) -> None:
    assert largest_mines(topology, FirstClick.OPEN) == most
    assert largest_mines(topology, FirstClick.SAFE) == topology.size - 1
    assert largest_mines(topology, FirstClick.NONE) == topology.size - 1
    assert check_first(topology, most, FirstClick.OPEN) is FirstClick.OPEN
    assert default_first(topology, most) is FirstClick.OPEN
    assert default_first(topology, most + 1) is FirstClick.SAFE
    with pytest.raises(OutOfRange, match=f"at most {most} mines"):
        check_first(topology, most + 1, FirstClick.OPEN)


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_zones(topology: Topology) -> None:
    for cell in topology:
        assert zone(topology, FirstClick.NONE, cell) == ()
        assert zone(topology, FirstClick.SAFE, cell) == (cell,)
        whole = zone(topology, FirstClick.OPEN, cell)
        assert whole == tuple(sorted({cell, *topology.neighbors(cell)}))
        assert len(whole) <= topology.size - largest_mines(topology, FirstClick.OPEN)


def test_rules_have_words() -> None:
    assert [str(rule) for rule in FirstClick] == ["open", "safe", "none"]
    assert len({rule.promise for rule in FirstClick}) == 3
