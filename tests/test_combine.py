"""Products, masks and twins, against the definitions."""

from __future__ import annotations

from itertools import product as pairs_of
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.game import Game
from msweeper.lattice import (
    box_offsets,
    from_edges,
    from_offsets,
    mask,
    product,
    side_offsets,
    twins,
)
from msweeper.layout import Caption, Decoration, Ghost, Layout, Place
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology
from tests.support import REGISTRY, any_topology, cube, graph, graphs, hexagon, path, square, torus

TOUCH: st.SearchStrategy[Literal["strong", "box"]] = st.sampled_from(("strong", "box"))


def named(topology: Topology) -> Topology:
    """The same cells under labels that cannot run together."""
    labels = [f"{topology.label(cell).replace(',', '-')}" for cell in topology]
    return Topology(topology.adjacency, labels, topology.layout, spec=topology.spec)


@settings(max_examples=60)
@given(any_topology().filter(lambda t: t.size < 30), graphs(5), TOUCH)
def test_product_by_its_definition(
    one: Topology, other: Topology, touch: Literal["strong", "box"]
) -> None:
    one = named(one)
    both = product(one, other, touch=touch)
    cells = list(pairs_of(one, other))
    assert list(both.labels) == [f"{one.label(a)},{other.label(b)}" for a, b in cells]

    def touches(a: tuple[int, int], b: tuple[int, int]) -> bool:
        moved = [x != y for x, y in zip(a, b, strict=True)]
        near = [b[i] in (*half.neighbors(a[i]), a[i]) for i, half in enumerate((one, other))]
        return all(near) and (any(moved) if touch == "strong" else sum(moved) == 1)

    for cell, at in enumerate(cells):
        assert [cells[to] for to in both.neighbors(cell)] == [to for to in cells if touches(at, to)]
    verified = Topology(both.adjacency, both.labels, both.layout)
    assert verified.fingerprint == both.fingerprint


@pytest.mark.parametrize(("touch", "steps"), [("strong", box_offsets(3)), ("box", side_offsets(3))])
def test_products_of_paths_are_boxes(
    touch: Literal["strong", "box"], steps: tuple[tuple[int, ...], ...]
) -> None:
    made = product(path(2), path(3), path(4), touch=touch)
    axes = [range(2), range(3), range(4)]
    box = from_offsets(axes, steps, place=lambda z, y, x: (z * 3 + y, 0, 2 * x))
    assert made.adjacency == box.adjacency
    assert list(made.labels) == list(box.labels)
    assert list(made.layout.places) == list(box.layout.places)


def test_a_strong_product_of_a_path_and_a_square_is_a_cube() -> None:
    tower = product(path(4), square(3, 5))
    assert tower.adjacency == cube(4, 3, 5).adjacency
    assert tower.layout.titles == ("0", "1", "2", "3")
    assert tower.layout.panels == 4
    assert len(tower.layout.captions) == 4 * 8
    game = Game(tower, 7, seed="a")
    game.open(0)
    assert read(picture(game.view), tower, 7) == game.view


def test_a_prism_of_hexagons() -> None:
    prism = product(path(3), hexagon(2))
    middle = prism.cell("1,0,0")
    assert prism.degree(middle) == 6 + 2 * 7
    assert prism.degree(prism.cell("0,0,0")) == 6 + 7


def test_panels_of_a_product_of_panels_stand_in_a_grid() -> None:
    grid = product(path(3), path(2), square(2, 2))
    assert grid.layout.titles == ("0 0", "0 1", "1 0", "1 1", "2 0", "2 1")
    assert grid.layout.across == 2
    lines = picture(Game(grid, 0, seed="a").view, width=200).split("\n")
    assert next(line.split() for line in lines if " 0" in line[:4]) == ["0", "0", "0", "1"]


def test_ghosts_and_decorations_are_in_every_copy() -> None:
    ring = from_offsets(
        (range(4),),
        ((1,), (-1,)),
        place=lambda x: (0, 0, 2 * x),
        wrapped=(0,),
        ring={0: 1},
        decorations=[Decoration("!", Place(0, 2, 0))],
    )
    layout = product(path(2), ring).layout
    assert layout.ghosts == (
        Ghost(3, Place(0, 0, -2)), Ghost(0, Place(0, 0, 8)),
        Ghost(7, Place(1, 0, -2)), Ghost(4, Place(1, 0, 8)),
    )  # fmt: skip
    assert layout.decorations == (Decoration("!", Place(0, 2, 0)), Decoration("!", Place(1, 2, 0)))


def test_a_product_refuses() -> None:
    one = from_edges(["1", "1,2"], [], [(0, 0, 0), (0, 0, 2)])
    other = from_edges(["2,3", "3"], [], [(0, 0, 0), (0, 0, 2)])
    with pytest.raises(ValueError, match="labelled 1,2,3"):
        product(one, other)
    with pytest.raises(ValueError, match="strong or box"):
        product(path(2), path(3), touch="weak")  # type: ignore[arg-type]


@settings(max_examples=100)
@given(any_topology(), st.data())
def test_mask_by_its_definition(topology: Topology, data: st.DataObject) -> None:
    keep = data.draw(st.sets(st.sampled_from(range(topology.size)), min_size=1))
    masked = mask(topology, keep)
    kept = sorted(keep)
    assert masked == mask(topology, keep.__contains__)
    assert [topology.label(cell) for cell in kept] == list(masked.labels)
    for cell, old in enumerate(kept):
        assert [kept[to] for to in masked.neighbors(cell)] == [
            to for to in topology.neighbors(old) if to in keep
        ]
        assert masked.layout.places[cell][1:] == topology.layout.places[old][1:]
    verified = Topology(masked.adjacency, masked.labels, masked.layout)
    assert verified.fingerprint == masked.fingerprint
    assert {place.panel for place in masked.layout.places} == set(range(masked.layout.panels))
    assert len(masked.layout.titles) in (0, masked.layout.panels)
    game = Game(masked, 0, seed="a")
    assert read(picture(game.view), masked, 0) == game.view


def test_captions_that_still_make_sense() -> None:
    board = square(3, 5)
    left = mask(board, [board.cell(label) for label in ("1,2", "3,2", "3,5")])
    assert [(c.side, c.text) for c in left.layout.captions] == [
        ("above", "2"), ("above", "5"), ("left", "1"), ("left", "3"),
    ]  # fmt: skip
    hexes = hexagon(2)
    corner = mask(hexes, [hexes.cell("-2,1"), hexes.cell("-1,1")])
    assert [(c.side, c.text) for c in corner.layout.captions] == [
        ("above-left", "-2"), ("above-left", "-1"), ("right", "1"),
    ]  # fmt: skip


def test_captions_of_columns_stay_where_half_shifted_rows_are_left() -> None:
    wall = REGISTRY.topology("hex:width=5,height=4,outline=rectangle")
    even = [cell for cell in wall if wall.label(cell).split(",")[0] in "24"]
    texts = [(c.side, c.text) for c in mask(wall, even).layout.captions]
    assert texts == [*(("above", x) for x in "12345"), ("left", "2"), ("left", "4")]
    one = mask(wall, [wall.cell("2,4")]).layout.captions
    assert ("above", "4") in [(c.side, c.text) for c in one]
    assert ("above", "2") not in [(c.side, c.text) for c in one]


def test_decorations_of_removed_cells_go() -> None:
    """Of the text behind each third cell stays what a kept cell touches, and what none touched."""
    board = from_offsets(
        (range(3), range(0, 12, 1)),
        side_offsets(2),
        place=lambda y, x: (y // 2, 2 * (y % 2), 2 * x),
        decorations=[
            *(Decoration("|", Place(0, 0, 2 * x + 1)) for x in (1, 4, 7, 10)),
            Decoration("=" * 9, Place(0, 1, 2)),
            Decoration("far", Place(0, 9, 0)),
            Decoration("|", Place(1, 0, 3)),
        ],
    )
    kept = mask(board, [board.cell(label) for label in ("0,4", "0,11", "1,5")])
    assert kept.layout.decorations == (
        Decoration("|", Place(0, 0, 9)),
        Decoration("|", Place(0, 0, 21)),
        Decoration("=" * 9, Place(0, 1, 2)),
        Decoration("far", Place(0, 9, 0)),
    )
    assert mask(board, range(board.size)).layout.decorations == board.layout.decorations


def test_panels_without_cells_go() -> None:
    board = cube(3, 2, 2)
    left = mask(board, [cell for cell in board if not board.label(cell).startswith("2")])
    assert left.layout.titles == ("layer 1", "layer 3")
    assert left.layout.panels == 2
    assert {caption.place.panel for caption in left.layout.captions} == {0, 1}
    assert max(map(left.degree, left)) == 3


def test_polygons_go_with_their_cells() -> None:
    shapes = [((i, 0.0), (i + 1, 0.0), (i, 1.0)) for i in range(3)]
    layout = Layout(tuple(Place(0, 0, 2 * i) for i in range(3)), polygons=shapes)
    three = Topology([[1], [0, 2], [1]], ("a", "b", "c"), layout)
    assert mask(three, [0, 2]).layout.polygons == [shapes[0], shapes[2]]
    twice = product(path(2), three).layout
    assert [twice.polygon(cell) for cell in range(6)] == shapes * 2


def test_a_mask_that_leaves_nothing() -> None:
    with pytest.raises(ValueError, match="no cell"):
        mask(path(3), [])


def test_a_masked_ghost_goes() -> None:
    board = from_offsets(
        (range(2), range(3)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(1,),
        ring={1: 1},
        captions=[Caption("x", Place(0, 0, 0), "above")],
    )
    assert mask(board, [0, 1, 3, 4]).layout.ghosts == (
        Ghost(0, Place(0, 0, 6)), Ghost(2, Place(0, 1, 6)),
    )  # fmt: skip


@settings(max_examples=100)
@given(st.one_of(any_topology(), graphs(7)))
def test_twins_by_their_definition(topology: Topology) -> None:
    near = [set(topology.neighbors(cell)) for cell in topology]
    pairs = [
        (a, b)
        for b in topology
        for a in range(b)
        if near[a] - {b} == near[b] - {a} and (near[a] or near[b])
    ]
    found = twins(topology)
    assert found in pairs if pairs else found is None


def test_twins() -> None:
    assert twins(graph("a b c d", "ab bc cd")) is None
    assert twins(graph("a b c d", "ab bc ac cd")) == (0, 1)
    assert twins(graph("a b c d", "ab bc cd da")) == (0, 2)  # they do not touch
    assert twins(graph("a b c", "")) is None
    assert twins(square(2, 5)) == (0, 5)
    assert twins(torus(5, 3)) == (0, 1)
    assert twins(torus(4, 5)) is None
