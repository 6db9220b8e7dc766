"""Every registered topology passes the checks that authors get, and what we ask of our own besides.

Driven by what is registered: a topology that is new needs only its expectations here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import pytest

from msweeper.errors import ParseError, UnknownName
from msweeper.layout import Place
from msweeper.plugins import OWN, Registered
from msweeper.sitting.levels import family
from msweeper.testing import TopologySuite
from msweeper.topology import RESERVED, Topology
from tests.support import BOARDS, REGISTERED, REGISTRY, small

LEVELS = [(registered, level) for registered in REGISTERED for level in registered.factory.levels]
LEVEL_BOARDS = [registered.build(level.parameters) for registered, level in LEVELS]
every_factory = pytest.mark.parametrize("registered", REGISTERED, ids=lambda r: r.name)
every_board = pytest.mark.parametrize("topology", [*BOARDS, *LEVEL_BOARDS], ids=lambda t: t.spec)
every_level = pytest.mark.parametrize(
    ("registered", "level"), LEVELS, ids=[f"{r.name}-{level.name}" for r, level in LEVELS]
)


def turned(board: Topology) -> list[int]:
    """Half a turn of the picture, where it looks the same then; else nothing moves."""
    places = {place: cell for cell, place in enumerate(board.layout.places)}
    ends = [(min(axis), max(axis)) for axis in zip(*places, strict=True)]
    found = [
        places.get(Place(*(low + high - at for at, (low, high) in zip(place, ends, strict=True))))
        for place in places
    ]
    cells = [cell for cell in found if cell is not None]
    return cells if len(cells) == board.size else list(board)


EXPECTED: Final[Mapping[str, Mapping[str, Any]]] = {
    "square": {
        "expected_size": 81,
        "expected_degrees": {3: 4, 5: 28, 8: 49},
        "expected_labels": {0: "1,1", 8: "1,9", 9: "2,1", 80: "9,9"},
        "symmetries": [turned],
    },
    "hex": {
        "expected_size": 61,
        "expected_degrees": {3: 6, 4: 18, 6: 37},
        "expected_labels": {0: "0,-4", 30: "0,0", 60: "0,4"},
        "symmetries": [turned],
    },
    "cube": {
        "parameters": {"width": 4, "height": 3, "depth": 2},
        "expected_size": 24,
        "expected_degrees": {7: 8, 11: 12, 17: 4},
        "expected_labels": {0: "1,1,1", 3: "1,1,4", 4: "1,2,1", 12: "2,1,1", 23: "2,3,4"},
        "symmetries": [turned],
    },
    "box": {
        "parameters": {"dimensions": 3, "width": 4, "height": 3, "depth": 2},
        "expected_size": 24,
        "expected_degrees": {7: 8, 11: 12, 17: 4},
        "expected_labels": {0: "1,1,1", 3: "1,1,4", 4: "1,2,1", 12: "2,1,1", 23: "2,3,4"},
        "symmetries": [turned],
    },
    "triangle": {
        "parameters": {"width": 4, "height": 3, "touch": "edge"},
        "expected_size": 12,
        "expected_degrees": {1: 2, 2: 6, 3: 4},
        "expected_labels": {0: "1,1", 3: "1,4", 4: "2,1", 11: "3,4"},
        "symmetries": [],
    },
    "graph": {
        "expected_size": 20,
        "expected_degrees": {3: 20},
        "expected_labels": {0: "0", 19: "19"},
    },
}
"""What we know of the board of the defaults, or of the `parameters` given."""

SUITES = {
    f"Test{''.join(map(str.title, registered.name.split('-')))}": type(
        registered.name,
        (TopologySuite,),
        {"factory": registered.factory, **EXPECTED.get(registered.name, {})},
    )
    for registered in REGISTERED
}
globals().update(SUITES)


def test_every_topology_of_ours_has_expectations() -> None:
    ours = {one.name for one in REGISTERED if one.plugin.distribution == OWN}
    assert ours <= set(EXPECTED)


def test_every_suite_is_collected() -> None:
    assert len(SUITES) == len(REGISTERED)
    assert all(hasattr(suite, "test_symmetric") for suite in SUITES.values())


# The factory


@every_factory
def test_small_boards_exist(registered: Registered) -> None:
    assert len(list(small(registered))) > bool(registered.factory.size)


@every_factory
def test_levels_differ_and_grow(registered: Registered) -> None:
    factory = registered.factory
    boards = {level: registered.build(level.parameters) for level in factory.levels}
    assert len({(board, level.mines) for level, board in boards.items()}) == len(factory.levels)
    assert not boards or "beginner" in {level.name for level in factory.levels}
    for level in factory.levels:
        kind = family(factory, factory.values(level.parameters))
        assert level in kind
        for easy, hard in pairwise(kind):
            assert boards[easy].size <= boards[hard].size
            assert easy.mines < hard.mines


# The topology


@every_board
def test_neighbors_keep_the_rules(topology: Topology) -> None:
    """The same verification that a plugin's own lists go through."""
    verified = Topology(topology.adjacency, topology.labels, topology.layout, spec=topology.spec)
    assert verified == topology
    assert topology.max_degree == max(map(topology.degree, topology))


@every_board
@pytest.mark.parametrize("sign", [*sorted(RESERVED), " ", "\t", "\n", "\u00a0", "\u2003"])
def test_labels_with_reserved_signs_do_not_parse(topology: Topology, sign: str) -> None:
    with pytest.raises(ParseError) as caught:
        topology.cell(f"{topology.label(0)}{sign}1")
    assert caught.value.position == len(topology.label(0))
    assert "\n" not in str(caught.value)


@every_board
def test_a_label_off_the_board_offers_the_nearest(topology: Topology) -> None:
    last = topology.label(topology.size - 1).split(",")
    if not all(part.lstrip("-").isdigit() for part in last):
        pytest.skip("its labels are no numbers")
    with pytest.raises(UnknownName) as caught:
        topology.cell(",".join(str(int(part) + 1000) for part in last))
    assert len(caught.value.near) == 1
    topology.cell(caught.value.near[0])


@every_board
def test_the_spec_comes_back(topology: Topology) -> None:
    again = REGISTRY.topology(topology.spec)
    assert again.spec == topology.spec
    assert again == topology
    assert hash(again) == hash(topology)
    assert again.fingerprint == topology.fingerprint
    assert list(again.layout.places) == list(topology.layout.places)
    assert again.layout.captions == topology.layout.captions


@every_board
def test_boards_differ_from_each_other(topology: Topology) -> None:
    for other in BOARDS:
        assert (other == topology) == (other.spec == topology.spec)


@every_board
def test_the_middle_is_a_cell_like_any(topology: Topology) -> None:
    assert topology.layout.middle() in topology
