"""Triangles in rows, touching at corners or along sides."""

from __future__ import annotations

from collections import Counter
from math import hypot

import pytest

from msweeper.errors import OutOfRange, UnknownName
from msweeper.game import Game
from msweeper.lattice import from_tiling
from msweeper.render.text import picture
from msweeper.topology import Topology
from tests.lattice.surface import area, surface
from tests.support import REGISTRY, degrees

FACTORY = REGISTRY.find("triangle").factory
SIZES = [(2, 1), (3, 5), (4, 3), (5, 4), (11, 7), (8, 9)]


def triangles(width: int, height: int, touch: str = "corner") -> Topology:
    return REGISTRY.topology(f"triangle:width={width},height={height},touch={touch}")


def near(board: Topology, label: str) -> set[str]:
    return {board.label(cell) for cell in board.neighbors(board.cell(label))}


def test_levels() -> None:
    found = [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels]
    edge = {"touch": "edge"}
    assert found == [
        ("beginner", {"width": 11, "height": 7}, 8),
        ("intermediate", {"width": 21, "height": 12}, 43),
        ("expert", {"width": 30, "height": 16}, 111),
        ("edge-beginner", {"width": 11, "height": 8} | edge, 8),
        ("edge-intermediate", {"width": 23, "height": 11} | edge, 24),
        ("edge-expert", {"width": 30, "height": 16} | edge, 62),
    ]


def test_specs_and_labels() -> None:
    assert REGISTRY.topology("triangle:5x3").spec == "triangle:width=5,height=3"
    assert triangles(5, 3).spec == "triangle:width=5,height=3"
    board = triangles(5, 3, "edge")
    assert board.spec == "triangle:width=5,height=3,touch=edge"
    assert list(board.labels)[:6] == ["1,1", "1,2", "1,3", "1,4", "1,5", "2,1"]
    with pytest.raises(UnknownName, match="side"):
        triangles(5, 3, "side")


def test_a_triangle_that_points_up() -> None:
    assert near(triangles(7, 5), "3,3") == {
        "2,2", "2,3", "2,4",
        "3,1", "3,2", "3,4", "3,5",
        "4,1", "4,2", "4,3", "4,4", "4,5",
    }  # fmt: skip
    assert near(triangles(7, 5, "edge"), "3,3") == {"3,2", "3,4", "4,3"}


def test_a_triangle_that_points_down() -> None:
    assert near(triangles(7, 5), "3,4") == {
        "2,2", "2,3", "2,4", "2,5", "2,6",
        "3,2", "3,3", "3,5", "3,6",
        "4,3", "4,4", "4,5",
    }  # fmt: skip
    assert near(triangles(7, 5, "edge"), "3,4") == {"3,3", "3,5", "2,4"}


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("touch", ["corner", "edge"])
def test_against_a_tiling(width: int, height: int, touch: str) -> None:
    """Unit cells of two rows and two columns, named by where they stand and point."""
    beside = [("a", "b", (0, 0)), ("b", "a", (0, 1)), ("c", "d", (0, 0)), ("d", "c", (0, 1))]
    bases = [("a", "c", (0, 0)), ("d", "b", (1, 0))]  # a and d point up
    shifts = beside + bases
    if touch == "corner":
        shifts += [(one, one, (0, 1)) for one in "abcd"]  # two further in the row
        shifts += [("b", "d", (0, 0)), ("c", "a", (1, 0))]  # tip to tip
        for lower, upper, row in (("c", "a", 0), ("b", "d", -1)):  # around the ends of a base
            shifts += [(upper, lower, (-row, dx)) for dx in (-1, 1)]
        shifts += [("a", "d", (0, dx)) for dx in (-1, 0)] + [("b", "c", (0, dx)) for dx in (0, 1)]
        shifts += [("d", "a", (1, dx)) for dx in (0, 1)] + [("c", "b", (1, dx)) for dx in (-1, 0)]
    at = {"a": (0, 0), "b": (0, 1), "c": (1, 0), "d": (1, 1)}

    def where(kind: str, row: int, column: int) -> tuple[int, int]:
        down, right = at[kind]
        return 2 * row + down, 2 * column + right

    tiling = from_tiling(
        (range((height + 1) // 2), range((width + 1) // 2)),
        "abcd",
        shifts,
        place=lambda kind, y, x: (0, where(kind, y, x)[0], 2 * where(kind, y, x)[1]),
        label=lambda kind, y, x: "{},{}".format(*(1 + i for i in where(kind, y, x))),
        outline=lambda k, y, x: where(k, y, x)[0] < height and where(k, y, x)[1] < width,
    )
    assert tiling.fingerprint == triangles(width, height, touch).fingerprint


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_degrees_follow_from_how_many_meet_at_each_corner(width: int, height: int) -> None:
    """Those that share a side share two corners, and would be counted twice."""
    board, sides = triangles(width, height), triangles(width, height, "edge")
    outlines = [[(round(x, 6), round(y, 6)) for x, y in board.layout.polygon(c)] for c in board]
    meet = Counter(corner for outline in outlines for corner in outline)
    for cell, outline in enumerate(outlines):
        around = sum(meet[corner] - 1 for corner in outline)
        assert board.degree(cell) == around - sides.degree(cell)


def test_degrees() -> None:
    assert degrees(triangles(11, 7)) == {4: 2, 5: 2, 6: 2, 7: 19, 9: 7, 10: 10, 12: 35}
    assert degrees(triangles(5, 3, "edge")) == {1: 2, 2: 7, 3: 6}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_outlines_are_equilateral_and_make_a_disc(width: int, height: int) -> None:
    board = triangles(width, height)
    outlines = [board.layout.polygon(cell) for cell in board]
    assert surface(outlines) == (1, 1)
    for outline in outlines:
        assert area(outline) == pytest.approx(1)
        (ax, ay), (bx, by), (cx, cy) = outline
        sides = [(ax - bx, ay - by), (bx - cx, by - cy), (cx - ax, cy - ay)]
        assert [hypot(*side) for side in sides] == pytest.approx([2 / 3**0.25] * 3)


def test_outlines_stand_in_the_order_of_the_picture() -> None:
    board = triangles(5, 4)
    centers = []
    for cell in board:
        xs, ys = zip(*board.layout.polygon(cell), strict=True)
        top = min(ys)
        centers.append((round(top, 6), sum(xs) / 3))
    assert centers == sorted(centers)
    assert board.layout.polygon(0)[1][1] == min(y for _, y in board.layout.polygon(0))  # points up


def test_the_picture_shows_which_way_they_point() -> None:
    board = triangles(5, 3)
    assert picture(Game(board, 1, seed="a").view).splitlines() == [
        "     1  2  3  4  5",
        "1  / #\\ #/ #\\ #/ #\\",
        "2  \\ #/ #\\ #/ #\\ #/",
        "3  / #\\ #/ #\\ #/ #\\",
    ]
    assert picture(Game(triangles(3, 2, "edge"), 1, seed="a").view).splitlines() == [
        "   1 2 3",
        "1 /#\\#/#\\",
        "2 \\#/#\\#/",
    ]


def test_the_limit() -> None:
    with pytest.raises(OutOfRange, match=r"width 1001 .* 1 to 1000"):
        REGISTRY.topology("triangle:1001x2")
