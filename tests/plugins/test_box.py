"""Boxes in one to five dimensions."""

from __future__ import annotations

from itertools import product as pairs_of
from math import prod

import pytest

from msweeper.errors import OutOfRange, ParseError
from msweeper.game import Game
from msweeper.lattice import product
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology
from tests.support import REGISTRY, cube, degrees, pairs, path, square

FACTORY = REGISTRY.find("box").factory
SIZES = ("5", "1", "4x3", "4x2x3", "3x3x3x3", "2x3x4x1", "2x1x3x2x3")


def box(size: str) -> Topology:
    return REGISTRY.topology(f"box:{size}")


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels] == [
        ("beginner", {"width": 3, "height": 3, "depth": 3, "fourth": 3}, 12),
        ("intermediate", {"width": 4, "height": 4, "depth": 4, "fourth": 4}, 28),
    ]


@pytest.mark.parametrize(
    ("size", "spec"),
    [
        ("5", "width=5,dimensions=1"),
        ("5x4", "width=5,height=4,dimensions=2"),
        ("5x4x3", "width=5,height=4,depth=3,dimensions=3"),
        ("5x4x3x2", "width=5,height=4,depth=3,fourth=2"),
        ("5x4x3x2x1", "width=5,height=4,depth=3,fourth=2,fifth=1,dimensions=5"),
    ],
)
def test_the_size_says_how_many_dimensions_there_are(size: str, spec: str) -> None:
    topology = box(size)
    assert topology.spec == f"box:{spec}"
    assert topology == box(spec)
    assert topology.size == prod(map(int, size.split("x")))
    assert len(topology.label(0).split(",")) == len(size.split("x"))


def test_a_size_that_does_not_fit() -> None:
    with pytest.raises(ParseError, match="4 numbers"):
        box("3x3x3x3x3x3")
    with pytest.raises(ParseError, match="2 numbers"):
        box("3x3x3,dimensions=2")
    with pytest.raises(OutOfRange, match=r"fifth 2 .* only where dimensions is 5"):
        box("fifth=2")
    with pytest.raises(OutOfRange, match="4,000,000"):
        box("50x50x50x50")


@pytest.mark.parametrize("size", SIZES)
def test_a_box_is_a_strong_product_of_paths(size: str) -> None:
    sides = [int(n) for n in size.split("x")][::-1]
    paths = [path(n) for n in sides]
    whole = paths[0] if len(paths) == 1 else product(paths[0], paths[1], *paths[2:])
    assert box(size).adjacency == whole.adjacency


@pytest.mark.parametrize("size", SIZES)
def test_neighbors_by_coordinates(size: str) -> None:
    topology = box(size)
    at = [tuple(map(int, label.split(","))) for label in topology.labels]
    sides = [int(n) for n in size.split("x")][::-1]
    assert at == list(pairs_of(*(range(1, n + 1) for n in sides)))
    for cell, here in enumerate(at):
        near = [
            other
            for other, there in enumerate(at)
            if max(abs(a - b) for a, b in zip(here, there, strict=True)) == 1
        ]
        assert list(topology.neighbors(cell)) == near


def test_two_and_three_dimensions_are_what_they_are_elsewhere() -> None:
    assert box("5x3").adjacency == square(3, 5).adjacency
    assert list(box("5x3").layout.places) == list(square(3, 5).layout.places)
    assert box("5x3").layout.captions == square(3, 5).layout.captions
    assert box("5x4x3").adjacency == cube(3, 4, 5).adjacency
    assert list(box("5x4x3").labels) == list(cube(3, 4, 5).labels)
    assert list(box("5x4x3").layout.places) == list(cube(3, 4, 5).layout.places)
    assert box("5x4x3").layout.titles == cube(3, 4, 5).layout.titles


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ("5", {1: 2, 2: 3}),
        ("9x9", {3: 4, 5: 28, 8: 49}),
        ("3x3x3", {7: 8, 11: 12, 17: 6, 26: 1}),
        ("4x3x2", {7: 8, 11: 12, 17: 4}),
        ("3x3x3x3", {15: 16, 23: 32, 35: 24, 53: 8, 80: 1}),
        ("3x3x3x3x3", {31: 32, 47: 80, 71: 80, 107: 40, 161: 10, 242: 1}),
    ],
)
def test_degrees(size: str, counts: dict[int, int]) -> None:
    assert degrees(box(size)) == counts


def test_pairs_of_neighbors_in_any_dimension() -> None:
    """On a side of n there are 3n - 2 ordered pairs of values that differ by at most 1."""
    for size in SIZES:
        sides = [int(n) for n in size.split("x")]
        assert 2 * pairs(box(size)) == prod(3 * n - 2 for n in sides) - prod(sides)


def test_four_dimensions_are_a_grid_of_grids() -> None:
    layout = box("3x2x3x2").layout
    assert layout.titles == (
        "layer 1,1", "layer 1,2", "layer 1,3", "layer 2,1", "layer 2,2", "layer 2,3",
    )  # fmt: skip
    assert layout.across == 3
    assert box("3x2x2x2x2").layout.titles[4] == "layer 2,1,1"


HYPER = """\
layer 1,1    layer 1,2    layer 1,3
   1  2  3      1  2  3      1  2  3
1  2  #  #   1  5  #  #   1  #  #  #
2  5  #  #   2  8  #  #   2  5  #  #
3  #  #  #   3  #  #  #   3  #  #  #

layer 2,1    layer 2,2    layer 2,3
   1  2  3      1  2  3      1  2  3
1  #  #  #   1  #  #  #   1  #  #  #
2  #  #  #   2  # 20  #   2  #  #  #
3  #  #  #   3  #  #  #   3  #  #  #

layer 3,1    layer 3,2    layer 3,3
   1  2  3      1  2  3      1  2  3
1  #  #  #   1  #  #  #   1  #  #  #
2  #  #  #   2  #  #  #   2  #  #  #
3  #  #  #   3  #  #  #   3  #  F  #"""


@pytest.mark.parametrize("width", [1, 20, 40, 80, 500])
def test_numbers_of_two_digits_read_back(width: int) -> None:
    board = box("3x3x3x3")
    middle = board.cell("2,2,2,2")
    mines = [cell for cell in board if cell % 4 == 2 and cell != middle]
    game = Game(board, minefield=mines)
    game.open(middle)
    assert game.shows(middle) == str(len(mines))
    for label in ("1,1,1,1", "1,1,2,1", "1,2,1,1", "1,2,2,1", "1,3,1,1", "1,3,2,1"):
        if board.cell(label) not in mines:
            game.open(board.cell(label))
    game.flag(board.cell("3,3,3,2"))
    for compact in (False, True):
        shown = picture(game.view, width=width, compact=compact)
        assert read(shown, board, len(mines)) == game.view
    assert picture(game.view, width=max(width, 60)) == HYPER


@pytest.mark.parametrize("size", SIZES)
def test_pictures_read_back(size: str) -> None:
    board = box(size)
    game = Game(board, board.size // 9, seed="maple")
    game.open(board.layout.middle())
    for width in (1, 30, 80, 1000):
        assert read(picture(game.view, width=width), board, game.mines) == game.view
