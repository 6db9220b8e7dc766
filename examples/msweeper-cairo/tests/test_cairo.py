"""The bricks against a second construction, and against what is known of Cairo pentagons."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import acos, degrees, hypot

import msweeper_cairo
import pytest

from msweeper import Game, Topology, load_plugins, picture, read
from msweeper.lattice import from_tiling
from msweeper.testing import TopologySuite

(FACTORY,) = msweeper_cairo.msweeper_topologies()
SIZES = [(1, 1), (2, 1), (1, 3), (3, 2), (4, 5)]


def board(width: int, height: int) -> Topology:
    return FACTORY.topology(width=width, height=height)


def near(topology: Topology, label: str) -> set[str]:
    return {topology.label(cell) for cell in topology.neighbors(topology.cell(label))}


def outline(topology: Topology, cell: int) -> list[tuple[float, float]]:
    """Return the corners so that those that were computed alike are equal."""
    return [(round(x, 6), round(y, 6)) for x, y in topology.layout.polygon(cell)]


def turned(topology: Topology) -> list[int]:
    """Half a turn; where it would swap bricks that lie and stand, a mirror along the odd side."""
    sides = Counter(caption.side for caption in topology.layout.captions)
    width, height = sides["above"] // 2, sides["left"] // 2
    across = (width + height) % 2 == 0 or width % 2 == 1
    down = (width + height) % 2 == 0 or height % 2 == 1
    middles = [
        tuple(map(sum, zip(*topology.layout.polygon(cell), strict=True))) for cell in topology
    ]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*middles, strict=True))
    there = {(round(x, 6), round(y, 6)): cell for cell, (x, y) in enumerate(middles)}
    return [
        there[
            round(left + right - x if across else x, 6), round(top + bottom - y if down else y, 6)
        ]
        for x, y in middles
    ]


class TestCairo(TopologySuite):
    """The checks of msweeper; the numbers were counted in a drawing of 2 by 2 blocks."""

    factory = FACTORY
    parameters = {"width": 2, "height": 2}
    expected_size = 8
    expected_degrees = {2: 4, 5: 4}
    expected_labels = {0: "1,1", 1: "1,3", 2: "1,4", 3: "2,1", 7: "4,3"}
    symmetries = [turned]


def test_neighbors_of_a_brick_that_lies_and_of_one_that_stands() -> None:
    # in the middle block of 3 x 3, and in the block above it
    assert near(board(3, 3), "3,3") == {"4,3", "1,3", "1,4", "3,2", "3,5", "2,1", "2,5"}
    assert near(board(3, 3), "1,3") == {"1,4", "1,1", "2,1", "3,3", "3,2"}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_against_a_tiling(width: int, height: int) -> None:
    """Say of each kind of brick in a unit cell of 2 x 2 blocks whom it touches, and compare."""
    kinds = {  # of the two blocks that lie, l and L, and the two that stand, s and S
        "l1": (0, 0), "l2": (1, 0), "s1": (0, 2), "s2": (0, 3),
        "S1": (2, 0), "S2": (2, 1), "L1": (2, 2), "L2": (3, 2),
    }  # fmt: skip
    shifts = [(a, b, (0, 0)) for a, b in pairwise(kinds) if a[0] == b[0]]
    # the bricks of the blocks on both sides, above and below
    shifts += [
        ("l1", "s1", (0, 0)),
        ("l2", "s1", (0, 0)),
        ("s2", "l1", (0, 1)),
        ("s2", "l2", (0, 1)),
    ]
    shifts += [
        ("S2", "L1", (0, 0)),
        ("S2", "L2", (0, 0)),
        ("L1", "S1", (0, 1)),
        ("L2", "S1", (0, 1)),
    ]
    shifts += [
        ("l2", "S1", (0, 0)),
        ("l2", "S2", (0, 0)),
        ("S1", "l1", (1, 0)),
        ("S2", "l1", (1, 0)),
    ]
    shifts += [
        ("s1", "L1", (0, 0)),
        ("s2", "L1", (0, 0)),
        ("L2", "s1", (1, 0)),
        ("L2", "s2", (1, 0)),
    ]
    # across the corners where four blocks meet
    shifts += [("l2", "L1", (0, 0)), ("s1", "S2", (0, 0))]
    shifts += [("s2", "S1", (0, 1)), ("L1", "l2", (0, 1))]
    shifts += [("S2", "s1", (1, 0)), ("L2", "l1", (1, 0))]
    shifts += [("L2", "l1", (1, 1)), ("S1", "s2", (1, -1))]

    def end(kind: str, row: int, column: int) -> tuple[int, int]:
        down, right = kinds[kind]
        return 4 * row + down, 4 * column + right

    def inside(kind: str, row: int, column: int) -> bool:
        y, x = end(kind, row, column)
        return y < 2 * height and x < 2 * width

    tiling = from_tiling(
        (range((height + 1) // 2), range((width + 1) // 2)),
        list(kinds),
        shifts,
        place=lambda kind, *at: (
            0,
            end(kind, *at)[0],
            2 * end(kind, *at)[1] + (kind in "l1 l2 L1 L2"),
        ),
        label=lambda kind, *at: "{},{}".format(*(1 + i for i in end(kind, *at))),
        outline=inside,
    )
    assert tiling.fingerprint == board(width, height).fingerprint


def test_inner_bricks_have_seven_neighbors() -> None:
    topology = board(7, 6)
    found = Counter(topology.degree(cell) for cell in topology)
    assert found == {7: 49, 5: 22, 3: 9, 2: 4}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_outlines_make_a_disc(width: int, height: int) -> None:
    """Corners - sides + cells is 1, and the sides with one cell make one loop."""
    topology = board(width, height)
    rings = [outline(topology, cell) for cell in topology]
    sides = Counter(frozenset(side) for ring in rings for side in pairwise([*ring, ring[0]]))
    corners = {corner for ring in rings for corner in ring}
    assert len(corners) - len(sides) + topology.size == 1
    ends = Counter(corner for side, cells in sides.items() if cells == 1 for corner in side)
    assert set(ends.values()) == {2}
    assert set(sides.values()) <= {1, 2}


def test_the_angles_of_a_cairo_pentagon() -> None:
    """Three of 120 degrees, and two right ones that are not beside each other."""
    topology = board(3, 3)
    for cell in topology:
        ring = outline(topology, cell)
        angles = []
        for i, (x, y) in enumerate(ring):
            (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % 5]
            dot = (ax - x) * (bx - x) + (ay - y) * (by - y)
            angles.append(round(degrees(acos(dot / hypot(ax - x, ay - y) / hypot(bx - x, by - y)))))
        assert sorted(angles) == [90, 90, 120, 120, 120]
        assert 90 not in {a for a, b in pairwise([*angles, angles[0]]) if b == 90}


def test_the_picture_is_woven_and_reads_back() -> None:
    topology = board(2, 2)
    game = Game(topology, mines=1, seed="nile")
    assert picture(game.view).splitlines() == [
        "  1 2 3 4",
        "1 =#= # #",
        "2 =#= | |",
        "3 # # =#=",
        "4 | | =#=",
    ]
    game.open(0)
    assert read(picture(game.view), topology, 1) == game.view


def test_it_is_installed() -> None:
    registered = load_plugins().topologies.get("cairo")
    if registered is None:
        pytest.skip("msweeper-cairo is not installed here")
    assert registered.plugin.distribution == "msweeper-cairo"
