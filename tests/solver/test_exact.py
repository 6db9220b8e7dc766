"""The best chance to win, on boards where it was published or computed by others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from msweeper.errors import BudgetExceeded, InconsistentView
from msweeper.lattice import box_offsets, from_offsets
from msweeper.plugins import Registry
from msweeper.solver import analyze, optimal, win_chance
from msweeper.topology import Topology
from msweeper.view import View

TORUS = from_offsets(
    (range(3), range(3)),
    box_offsets(2),
    place=lambda row, column: (0, row, 2 * column),
    wrapped=(0, 1),
)


@pytest.mark.parametrize(
    ("spec", "wins"),
    [
        ("square:width=4,height=1", ["3/4", "2/6"]),
        ("square:width=2,height=2", ["1/4", "1/6"]),
        ("square:width=3,height=3", ["8/9", "24/36", "33/84", "27/126"]),
        ("hex:radius=1", ["6/7", "11/21", "11/35"]),
        ("cube:width=2,height=2,depth=2", ["1/8", "1/28"]),
        ("torus", ["1/9", "1/36", "1/84", "1/126"]),
    ],
)
def test_tiny_boards(registry: Registry, spec: str, wins: list[str]) -> None:
    board = TORUS if spec == "torus" else registry.topology(spec)
    for mines, expected in enumerate(wins, 1):
        view = View.of(board, mines)
        assert win_chance(view) == Fraction(expected)
        assert analyze(view).minefields == int(expected.partition("/")[2])


def labels(board: Topology, cells: tuple[int, ...]) -> list[str]:
    return [board.label(cell) for cell in cells]


def test_4x4_with_4_mines(registry: Registry) -> None:
    board = registry.topology("square:width=4,height=4")
    best = optimal(View.of(board, 4))
    assert best.chance == Fraction(961, 1820)
    assert labels(board, best.cells) == ["1,2", "1,3", "2,1", "2,4", "3,1", "3,4", "4,2", "4,3"]


def test_two_numbers_on_4x5(registry: Registry) -> None:
    board = registry.topology("square:width=5,height=4")
    best = optimal(View.of(board, 5, {board.cell("2,2"): 1, board.cell("3,2"): 3}))
    assert best.chance == Fraction(285, 360)
    assert labels(board, best.cells) == ["1,3"]


def test_safe_cells_come_first(registry: Registry) -> None:
    board = registry.topology("square:width=5,height=3")
    view = View.of(board, 1, {0: 0})
    assert optimal(view).cells == tuple(analyze(view).safe)


def test_too_much_is_refused(registry: Registry) -> None:
    board = registry.topology("square:width=5,height=3")
    with pytest.raises(BudgetExceeded, match="455 minefields"):
        optimal(View.of(board, 3), most=454)
    with pytest.raises(BudgetExceeded, match="10 positions"):
        optimal(View.of(board, 3), nodes=10)


def test_no_minefield(registry: Registry) -> None:
    board = registry.topology("square:width=5,height=1")
    with pytest.raises(InconsistentView):
        optimal(View.of(board, 1, {1: 2}))
