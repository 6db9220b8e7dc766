"""Hexagonal cells: the hexagon, other outlines, the torus."""

from __future__ import annotations

from itertools import combinations, product
from math import dist

import pytest

from msweeper.errors import OutOfRange, ParseError
from msweeper.game import Game
from msweeper.lattice import twins
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology
from tests.support import REGISTRY, degrees, hexagon

FACTORY = REGISTRY.find("hex").factory
At = tuple[int, int]
AROUND = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Where the neighbors of a hexagon stand: rows, and columns in half cells."""
BOARDS = (
    "radius=3",
    "width=5,height=4,outline=rectangle",
    "width=4,height=7,outline=rectangle",
    "width=1,height=5,outline=rectangle",
    "width=5,height=4,outline=rhombus",
    "width=4,height=7,outline=rhombus",
    "side=5,outline=triangle",
    "side=1,outline=triangle",
)
TORI = (
    "width=3,height=4,outline=rectangle,wrap=torus",
    "width=5,height=4,outline=rectangle,wrap=torus",
    "width=4,height=8,outline=rectangle,wrap=torus",
    "width=3,height=4,outline=rhombus,wrap=torus",
    "width=5,height=4,outline=rhombus,wrap=torus",
    "width=4,height=7,outline=rhombus,wrap=torus",
)


def hexes(parameters: str) -> Topology:
    return REGISTRY.topology(f"hex:{parameters}")


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels[:3]] == [
        ("beginner", {"radius": 4}, 10),
        ("intermediate", {"radius": 9}, 48),
        ("expert", {"radius": 12}, 102),
    ]


@pytest.mark.parametrize(
    ("name", "spec", "mines"),
    [
        ("rectangle-beginner", "width=9,height=9,outline=rectangle", 11),
        ("rectangle-intermediate", "width=16,height=16,outline=rectangle", 43),
        ("rectangle-expert", "width=30,height=16,outline=rectangle", 99),
        ("rhombus-beginner", "width=9,height=9,outline=rhombus", 11),
        ("rhombus-intermediate", "width=16,height=16,outline=rhombus", 43),
        ("rhombus-expert", "width=22,height=22,outline=rhombus", 99),
        ("torus-beginner", "width=10,height=8,outline=rectangle,wrap=torus", 16),
        ("torus-intermediate", "width=16,height=16,outline=rectangle,wrap=torus", 59),
        ("torus-expert", "width=30,height=16,outline=rectangle,wrap=torus", 123),
    ],
)
def test_levels_of_the_variants(name: str, spec: str, mines: int) -> None:
    level = FACTORY.level(name)
    assert FACTORY.text(FACTORY.values(level.parameters)) == f"hex:{spec}"
    assert level.mines == mines


def test_labels_are_axial_and_rows_go_down_from_minus_radius() -> None:
    assert REGISTRY.topology("hex:2").spec == "hex:radius=2"
    assert " ".join(hexagon(2).labels) == (
        "0,-2 1,-2 2,-2 -1,-1 0,-1 1,-1 2,-1 -2,0 -1,0 0,0 1,0 2,0 -2,1 -1,1 0,1 1,1 -2,2 -1,2 0,2"
    )


def test_labels_of_the_other_outlines_are_row_and_column() -> None:
    assert " ".join(hexes("width=3,height=2,outline=rectangle").labels) == "1,1 1,2 1,3 2,1 2,2 2,3"
    assert " ".join(hexes("width=3,height=2,outline=rhombus").labels) == "1,1 1,2 1,3 2,1 2,2 2,3"
    assert " ".join(hexes("side=3,outline=triangle").labels) == "1,1 1,2 1,3 2,1 2,2 3,1"


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


@pytest.mark.parametrize("parameters", BOARDS)
def test_cells_touch_where_they_stand_side_by_side(parameters: str) -> None:
    board = hexes(parameters)
    at = {(place.row, place.column): cell for cell, place in enumerate(board.layout.places)}
    for (row, column), cell in at.items():
        near = {at[row + d, column + e] for d, e in AROUND if (row + d, column + e) in at}
        assert set(board.neighbors(cell)) == near
    triangles = [
        set(three)
        for cell in board
        for three in combinations((cell, *board.neighbors(cell)), 3)
        if cell == min(three) and three[2] in board.neighbors(three[1])
    ]
    pairs = sum(map(board.degree, board)) // 2
    assert board.size - pairs + len(triangles) == 1  # Euler characteristic of a disk


@pytest.mark.parametrize("parameters", TORI)
def test_a_torus_is_the_plane_glued(parameters: str) -> None:
    """Shift the whole board by its two periods: what comes to stand beside a cell touches it."""
    board = hexes(parameters)
    values = dict(item.split("=") for item in parameters.split(","))
    width, height = int(values["width"]), int(values["height"])
    slant = height if values["outline"] == "rhombus" else 0
    for cell, (_, row, column) in enumerate(board.layout.places):
        near = set()
        for other, (_, r, c) in enumerate(board.layout.places):
            for up, right in product(range(-2, 3), repeat=2):
                to = (r + up * height, c + up * slant + right * 2 * width)
                if (to[0] - row, to[1] - column) in AROUND:
                    near.add(other)
        assert set(board.neighbors(cell)) == near - {cell}
    assert degrees(board) == {6: board.size}
    assert twins(board) is None


@pytest.mark.parametrize("parameters", TORI)
def test_ghosts_stand_beside_their_neighbors(parameters: str) -> None:
    board = hexes(parameters)
    seen: dict[At, int] = {}
    for cell, place in enumerate(board.layout.places):
        seen[place.row, place.column] = cell
    for ghost in board.layout.ghosts:
        at = ghost.place.row, ghost.place.column
        assert at not in seen
        seen[at] = ghost.cell
    for cell, place in enumerate(board.layout.places):
        around = {seen[place.row + d, place.column + e] for d, e in AROUND}
        assert around == set(board.neighbors(cell))


@pytest.mark.parametrize(
    ("parameters", "counts"),
    [
        ("side=5,outline=triangle", {2: 3, 4: 9, 6: 3}),
        ("width=5,height=4,outline=rhombus", {2: 2, 3: 2, 4: 10, 6: 6}),
        ("width=5,height=3,outline=rectangle", {2: 2, 3: 3, 4: 6, 5: 1, 6: 3}),
        ("width=5,height=4,outline=rectangle", {2: 2, 3: 4, 4: 6, 5: 2, 6: 6}),
        ("width=1,height=4,outline=rectangle", {1: 2, 2: 2}),
    ],
)
def test_degrees(parameters: str, counts: dict[int, int]) -> None:
    assert degrees(hexes(parameters)) == counts


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ("radius=4,wrap=torus", "applies only where outline is rectangle or rhombus"),
        ("outline=triangle,wrap=torus", "applies only where outline is rectangle or rhombus"),
        ("outline=rectangle,height=5,wrap=torus", "even height .* outline=rhombus takes any"),
        ("outline=rectangle,height=2,wrap=torus", "at least 3"),
        ("outline=rhombus,width=2,wrap=torus", "at least 3"),
        ("outline=rhombus,width=3,height=3,wrap=torus", "not 3 wide and 3 high.* same others"),
        ("outline=rhombus,radius=3", "radius 3 .* applies only where outline is hexagon"),
        ("width=5", "width 5 .* applies only where outline is rectangle or rhombus"),
        ("9x9", "it fits outline=rectangle or outline=rhombus"),
    ],
)
def test_what_does_not_go_together(parameters: str, why: str) -> None:
    with pytest.raises((OutOfRange, ParseError), match=why):
        hexes(parameters)


@pytest.mark.parametrize("outline", ["rectangle", "rhombus"])
def test_no_torus_that_is_allowed_has_twins(outline: str) -> None:
    allowed = set()
    for width, height in product(range(1, 13), repeat=2):
        try:
            board = hexes(f"width={width},height={height},outline={outline},wrap=torus")
        except OutOfRange:
            continue
        allowed.add((width, height))
        assert twins(board) is None
    high = range(4, 13, 2) if outline == "rectangle" else range(3, 13)
    assert allowed == set(product(range(3, 13), high)) - {(3, 3)}


def test_the_limit() -> None:
    assert FACTORY.count(**FACTORY.values({"radius": 1154})) <= 4_000_000
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


@pytest.mark.parametrize("parameters", [*BOARDS, *TORI])
def test_pictures_read_back(parameters: str) -> None:
    board = hexes(parameters)
    game = Game(board, max(1, board.size // 9) if board.size > 1 else 0, seed="maple")
    game.open(board.layout.middle())
    for compact in (False, True):
        assert read(picture(game.view, compact=compact), board, game.mines) == game.view


RHOMBUS = """\
    1 2 3 4 5 6
 1   1 1 # 2 . 1   1
    +-------------+
1 # | # # # 1 1 # | #
 2 # | # 2 1 . 2 # | #
  3 2 | 1 . . . 1 2 | 1
   4 . | . . 1 1 . . | .
    5 1 | 1 1 # 2 . 1 | 1
        +-------------+
       #   # # # 1 1 #   #"""
RECTANGLE = """\
       1 2 3 4 5 6
   #    1 1 1 # # #    1
     +--------------+
1 #  | # # # # # #  | #
2  # |  2 1 1 # # # |  2
3 #  | 2 . . 1 # #  | 2
4  # |  1 1 1 # # # |  1
     +--------------+
  #    # # # # # #    #"""


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ("width=6,height=5,outline=rhombus,wrap=torus", RHOMBUS),
        ("width=6,height=4,outline=rectangle,wrap=torus", RECTANGLE),
    ],
)
def test_the_picture_of_a_torus(parameters: str, text: str) -> None:
    game = Game(hexes(parameters), 5, seed="x")
    game.open(game.topology.cell("3,3"))
    assert picture(game.view) == text
