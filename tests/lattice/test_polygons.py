"""Polygons against a comparison of every cell with every other."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import TopologyError
from msweeper.lattice import box_offsets, from_offsets, from_polygons
from msweeper.lattice.polygons import Touch
from msweeper.layout import Caption, Decoration, Ghost, Place
from msweeper.topology import Topology
from tests.lattice.surface import area, surface
from tests.support import hexagon, torus

Vertex = tuple[int, int]
Cell = tuple[str, Sequence[Vertex], tuple[int, int, int]]

SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))
SHAPES: tuple[tuple[Vertex, ...], ...] = (
    SQUARE,
    SQUARE[:3],
    (SQUARE[0], SQUARE[2], SQUARE[3]),
    ((0, 0), (2, 0), (2, 1), (0, 1)),
    ((0, 0), (1, 0), (2, 0), (2, 2), (0, 2)),
)


def squares(columns: int, rows: int) -> list[Cell]:
    return [
        (f"{y},{x}", [(x + dx, y + dy) for dx, dy in SQUARE], (0, y, 2 * x))
        for y, x in product(range(rows), range(columns))
    ]


@st.composite
def heaps(draw: st.DrawFn) -> list[Cell]:
    """Polygons thrown on a small grid, also over each other, listed in any order."""
    thrown = draw(
        st.lists(
            st.tuples(st.sampled_from(SHAPES), st.integers(0, 3), st.integers(0, 3), st.booleans()),
            min_size=1,
            max_size=12,
        )
    )
    cells: list[Cell] = []
    for i, (shape, x, y, back) in enumerate(thrown):
        polygon = [(x + dx, y + dy) for dx, dy in shape]
        start = i % len(polygon)
        polygon = polygon[start:] + polygon[:start]
        cells.append((f"c{i}", polygon[::-1] if back else polygon, (0, i, 0)))
    return draw(st.permutations(cells))


def sides(polygon: Sequence[Vertex]) -> set[frozenset[Vertex]]:
    return {frozenset(side) for side in pairwise([*polygon, polygon[0]])}


@settings(max_examples=300)
@given(heaps(), st.sampled_from(["corner", "edge"]))
def test_against_a_comparison_of_all_pairs(cells: list[Cell], touch: Touch) -> None:
    topology = from_polygons(cells, touch=touch)
    ordered = sorted(cells, key=lambda cell: cell[2])
    assert list(topology.labels) == [label for label, _, _ in ordered]
    assert list(topology.layout.places) == [place for _, _, place in ordered]
    corners = [polygon for _, polygon, _ in ordered]
    for cell, polygon in enumerate(corners):
        near = [
            other
            for other in topology
            if other != cell
            and (
                set(polygon) & set(corners[other])
                if touch == "corner"
                else sides(polygon) & sides(corners[other])
            )
        ]
        assert list(topology.neighbors(cell)) == near


@settings(max_examples=100)
@given(heaps())
def test_it_passes_the_verification(cells: list[Cell]) -> None:
    topology = from_polygons(cells)
    assert Topology(topology.adjacency, topology.labels, topology.layout) == topology


@pytest.mark.parametrize(
    ("touch", "offsets"),
    [("corner", box_offsets(2)), ("edge", ((0, 1), (0, -1), (1, 0), (-1, 0)))],
)
def test_squares(touch: Touch, offsets: tuple[tuple[int, ...], ...]) -> None:
    steps = from_offsets((range(3), range(5)), offsets, place=lambda y, x: (0, y, 2 * x))
    board = from_polygons(squares(5, 3)[::-1], touch=touch)
    assert board.adjacency == steps.adjacency
    assert board.fingerprint == steps.fingerprint


@pytest.mark.parametrize("touch", ["corner", "edge"])
def test_hexagons_touch_alike_at_corners_and_sides(touch: Touch) -> None:
    # on axes of 30 degrees, three units a side: the corners of a hexagon are whole numbers
    corners = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
    plain = hexagon(3)
    cells = []
    for cell, label in enumerate(plain.labels):
        q, r = map(int, label.split(","))
        polygon = [(3 * q + dq, 3 * r + dr) for dq, dr in corners]
        cells.append((label, polygon, plain.layout.places[cell]))
    assert from_polygons(cells, touch=touch).fingerprint == plain.fingerprint
    assert surface(polygon for _, polygon, _ in cells) == (1, 1)


@pytest.mark.parametrize(
    ("holes", "expected"),
    [((), (1, 1)), ({(1, 1)}, (0, 2)), ({(1, 1), (1, 3)}, (-1, 3)), ({(0, 2)}, (1, 1))],
)
def test_the_measure_of_surfaces_itself(
    holes: set[tuple[int, int]], expected: tuple[int, int]
) -> None:
    polygons = [
        p for label, p, _ in squares(5, 3) if tuple(map(int, label.split(","))) not in holes
    ]
    assert surface(polygons) == expected
    assert {area(polygon) for polygon in polygons} == {1}


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (5, 3), (4, 7)])
def test_vertices_modulo_the_sides_make_a_torus(columns: int, rows: int) -> None:
    cells = [
        (label, [(x % columns, y % rows) for x, y in polygon], place)
        for label, polygon, place in squares(columns, rows)
    ]
    board = from_polygons(cells, point=None)
    assert board.adjacency == torus(rows, columns).adjacency
    assert surface(polygon for _, polygon, _ in cells) == (0, 0)
    assert board.layout.polygons is None
    assert board.layout.polygon(1) == ((1, 0), (2, 0), (2, 1), (1, 1))


def test_a_corner_on_a_side_is_a_corner_of_both() -> None:
    brick = ("brick", ((0, 0), (1, 0), (2, 0), (2, 1), (0, 1)), (0, 0, 1))
    halves = [
        ("left", ((0, 0), (1, 0), (1, -1), (0, -1)), (0, -1, 0)),
        ("right", ((2, 0), (1, 0), (1, -1), (2, -1)), (0, -1, 2)),
    ]
    board = from_polygons([brick, *halves], touch="edge")
    assert list(board.labels) == ["left", "right", "brick"]
    assert board.adjacency == ((1, 2), (0, 2), (0, 1))


def test_outlines() -> None:
    half, no = Fraction(1, 2), Fraction(0)
    cells = [
        ("a", ((no, no), (half, no), (half, half)), (0, 0, 0)),
        ("b", ((no, no), (half, half), (no, half)), (0, 0, 2)),
    ]
    board = from_polygons(cells, point=lambda v: (2 * float(v[0]), 4 * float(v[1])))
    outlines = board.layout.polygons
    assert outlines is not None
    assert list(outlines) == [((0, 0), (1, 0), (1, 2)), ((0, 0), (1, 2), (0, 2))]
    assert outlines[-1] == board.layout.polygon(1)
    assert [*outlines] == [outlines[cell] for cell in board]
    assert list(outlines[:1]) == [board.layout.polygon(0)]
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert list(again.layout.polygons) == list(outlines)
    assert from_polygons(cells).layout.polygon(0) == ((0, 0), (0.5, 0), (0.5, 0.5))


def test_vertices_may_be_anything_that_can_be_compared() -> None:
    faces = ["abc", "abd", "acd", "bcd"]
    solid = from_polygons([(face, face, (0, 0, 2 * i)) for i, face in enumerate(faces)], point=None)
    assert solid.adjacency == tuple(tuple(o for o in range(4) if o != c) for c in range(4))
    assert surface([[(ord(v), 0) for v in face] for face in faces]) == (2, 0)
    with pytest.raises(ValueError, match="the vertex 'a' is no pair of numbers"):
        from_polygons([("abc", "abc", (0, 0, 0))])


def test_what_is_drawn_besides() -> None:
    layout = from_polygons(
        squares(3, 1),
        titles=["ring"],
        captions=[Caption("a", Place(0, 0, 0), "left")],
        decorations=[Decoration("!", Place(0, 1, 0))],
        ghosts=[("0,2", Place(0, 0, 6))],
    ).layout
    assert layout.titles == ("ring",)
    assert layout.captions == (Caption("a", Place(0, 0, 0), "left"),)
    assert layout.decorations == (Decoration("!", Place(0, 1, 0)),)
    assert layout.ghosts == (Ghost(2, Place(0, 0, 6)),)


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        pytest.param([], "no polygon", id="none"),
        pytest.param([("a", ((0, 0), (1, 1)), (0, 0, 0))], "three corners", id="two corners"),
        pytest.param(
            [("a", ((0, 0), (1, 1), (0, 0), (1, 0)), (0, 0, 0))], "each once", id="corner twice"
        ),
        pytest.param([("a", ((0, 0), (1, 0.5), (0, 1)), (0, 0, 0))], "float", id="float"),
        pytest.param([("a", (0.5, 1, 2), (0, 0, 0))], "float", id="bare float"),
        pytest.param([("a", ((0, 0, 0), (1, 0, 0), (0, 1, 0)), (0, 0, 0))], "pair", id="in space"),
    ],
)
def test_polygons_that_are_none(cells: list[Cell], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        from_polygons(cells)


def test_other_refusals() -> None:
    (label, polygon, place), second = squares(2, 1)
    with pytest.raises(TopologyError, match="both labelled 0,0"):
        from_polygons([(label, polygon, place), (label, *second[1:])])
    with pytest.raises(TopologyError, match="reserved"):
        from_polygons([("a b", polygon, place)])
    with pytest.raises(ValueError, match="not at 'side'"):
        from_polygons(squares(2, 1), touch="side")  # type: ignore[arg-type]
