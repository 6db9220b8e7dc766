"""Cubes in layers."""

from __future__ import annotations

import pytest

from msweeper.errors import OutOfRange
from tests.support import REGISTRY, cube, square

FACTORY = REGISTRY.find("cube").factory


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels] == [
        ("beginner", {"width": 6, "height": 6, "depth": 3}, 9),
        ("intermediate", {"width": 7, "height": 7, "depth": 4}, 22),
        ("expert", {"width": 9, "height": 9, "depth": 4}, 49),
    ]


def test_labels_are_layer_row_and_column_from_1() -> None:
    board = REGISTRY.topology("cube:5x4x3")
    assert board.spec == "cube:width=5,height=4,depth=3"
    assert [board.label(cell) for cell in (0, 1, 5, 20, 59)] == [
        "1,1,1", "1,1,2", "1,2,1", "2,1,1", "3,4,5",
    ]  # fmt: skip


def test_neighbors_in_three_layers() -> None:
    board = cube(3, 4, 5)
    centre = board.cell("2,2,3")
    near = [tuple(map(int, board.label(cell).split(","))) for cell in board.neighbors(centre)]
    assert len(near) == 26
    assert all(max(abs(z - 2), abs(y - 2), abs(x - 3)) == 1 for z, y, x in near)


def test_layers_are_panels() -> None:
    layout = cube(3, 4, 5).layout
    assert layout.panels == 3
    assert layout.titles == ("layer 1", "layer 2", "layer 3")
    assert layout.places[20] == (1, 1, 2)


def test_one_layer_is_a_square() -> None:
    assert cube(1, 3, 5).adjacency == square(3, 5).adjacency


def test_the_limit() -> None:
    with pytest.raises(OutOfRange, match="4,000,000"):
        REGISTRY.topology("cube:200x200x101")
