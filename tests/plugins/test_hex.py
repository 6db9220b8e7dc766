"""Hexagons in a hexagon."""

from __future__ import annotations

import pytest

from msweeper.errors import OutOfRange
from tests.support import REGISTRY, hexagon

FACTORY = REGISTRY.find("hex").factory


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels] == [
        ("beginner", {"radius": 4}, 10),
        ("intermediate", {"radius": 9}, 48),
        ("expert", {"radius": 12}, 102),
    ]


def test_labels_are_axial_and_rows_go_down_from_minus_radius() -> None:
    assert REGISTRY.topology("hex:2").spec == "hex:radius=2"
    assert " ".join(hexagon(2).labels) == (
        "0,-2 1,-2 2,-2 -1,-1 0,-1 1,-1 2,-1 -2,0 -1,0 0,0 1,0 2,0 -2,1 -1,1 0,1 1,1 -2,2 -1,2 0,2"
    )


@pytest.mark.parametrize(
    ("label", "near"),
    [
        ("0,0", {"1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1"}),
        ("-1,1", {"0,1", "-2,1", "-1,2", "-1,0", "0,0", "-2,2"}),
        ("2,-2", {"1,-2", "2,-1", "1,-1"}),
        ("0,-2", {"1,-2", "0,-1", "-1,-1"}),
    ],
)
def test_neighbors(label: str, near: set[str]) -> None:
    board = hexagon(2)
    assert {board.label(cell) for cell in board.neighbors(board.cell(label))} == near


def test_the_limit() -> None:
    assert FACTORY.count(radius=FACTORY.parameter("radius").maximum) <= 4_000_000
    with pytest.raises(OutOfRange, match=r"radius 1155 .* 0 to 1154"):
        REGISTRY.topology("hex:1155")
