"""Hexagons in a hexagon."""

from __future__ import annotations

from math import dist

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


@pytest.mark.parametrize("radius", [0, 2, 3])
def test_cells_touch_where_their_outlines_share_a_side(radius: int) -> None:
    board = hexagon(radius)
    corners = [set(board.layout.polygon(cell)) for cell in board]
    for cell in board:
        side = {c for c in board if c != cell and len(corners[c] & corners[cell]) == 2}
        assert side == set(board.neighbors(cell))
        others = set(board) - side - {cell}
        assert not any(corners[c] & corners[cell] for c in others)


def test_outlines_are_regular_and_follow_the_places() -> None:
    board = hexagon(2)
    for cell, place in enumerate(board.layout):
        outline = board.layout.polygon(cell)
        assert len(outline) == 6
        x, y = (sum(axis) / 6 for axis in zip(*outline, strict=True))
        assert (x, y) == pytest.approx((place.column / 2 + 0.5, place.row * 3**0.5 / 2))
        assert [dist((x, y), corner) for corner in outline] == pytest.approx([3**-0.5] * 6)
