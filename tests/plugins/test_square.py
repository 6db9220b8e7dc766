"""The classic board."""

from __future__ import annotations

import pytest

from msweeper.errors import OutOfRange
from tests.support import REGISTRY, square

FACTORY = REGISTRY.find("square").factory


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels] == [
        ("beginner", {"width": 9, "height": 9}, 10),
        ("intermediate", {"width": 16, "height": 16}, 40),
        ("expert", {"width": 30, "height": 16}, 99),
    ]


def test_labels_are_row_and_column_from_1() -> None:
    board = REGISTRY.topology("square:5x3")
    assert board.spec == "square:width=5,height=3"
    assert list(board.labels)[:6] == ["1,1", "1,2", "1,3", "1,4", "1,5", "2,1"]
    assert board.label(14) == "3,5"


def test_neighbors() -> None:
    board = square(3, 5)
    assert [board.label(c) for c in board.neighbors(board.cell("1,5"))] == ["1,4", "2,4", "2,5"]
    assert [board.label(c) for c in board.neighbors(board.cell("2,3"))] == [
        "1,2", "1,3", "1,4", "2,2", "2,4", "3,2", "3,3", "3,4",
    ]  # fmt: skip


def test_the_limit() -> None:
    assert REGISTRY.topology("square:1000x1").size == 1000
    with pytest.raises(OutOfRange, match="4,000,000"):
        REGISTRY.topology("square:2001x2000")
