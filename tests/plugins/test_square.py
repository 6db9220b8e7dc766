"""The square board: the classic one, other neighbors, joined edges, masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from time import process_time
from typing import Any

import pytest

from msweeper.errors import OutOfRange
from msweeper.game import Game
from msweeper.lattice import mask, twins
from msweeper.lattice.coordinates import Coordinates
from msweeper.lattice.rows import compress
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology
from tests.support import REGISTRY, degrees, square

FACTORY = REGISTRY.find("square").factory
At = tuple[int, int]
STEPS = {
    "8": [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)],
    "4": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "knight": [(y, x) for y in range(-2, 3) for x in range(-2, 3) if y * y + x * x == 5],
}
WRAPS = ("none", "cylinder", "torus", "mobius", "klein")
every_wrap = pytest.mark.parametrize("wrap", WRAPS)
every_neighbors = pytest.mark.parametrize("neighbors", STEPS)
every_size = pytest.mark.parametrize(("rows", "columns"), [(4, 4), (9, 4), (4, 7), (7, 5), (6, 9)])


def board(rows: int, columns: int, wrap: str, neighbors: str = "8") -> Topology:
    return REGISTRY.topology(
        f"square:width={columns},height={rows},neighbors={neighbors},wrap={wrap}"
    )


def test_levels() -> None:
    assert [(level.name, dict(level.parameters), level.mines) for level in FACTORY.levels[:3]] == [
        ("beginner", {"width": 9, "height": 9}, 10),
        ("intermediate", {"width": 16, "height": 16}, 40),
        ("expert", {"width": 30, "height": 16}, 99),
    ]


@pytest.mark.parametrize(
    ("name", "spec", "mines"),
    [
        ("torus-beginner", "width=10,height=8,wrap=torus", 17),
        ("torus-intermediate", "width=16,height=16,wrap=torus", 60),
        ("torus-expert", "width=31,height=16,wrap=torus", 132),
        ("edges-beginner", "width=9,height=9,neighbors=4", 9),
        ("edges-intermediate", "width=16,height=16,neighbors=4", 35),
        ("edges-expert", "width=30,height=16,neighbors=4", 81),
        ("knight-beginner", "width=9,height=9,neighbors=knight", 14),
        ("knight-intermediate", "width=16,height=16,neighbors=knight", 53),
        ("knight-expert", "width=30,height=16,neighbors=knight", 134),
    ],
)
def test_levels_of_the_variants(name: str, spec: str, mines: int) -> None:
    level = FACTORY.level(name)
    assert FACTORY.text(FACTORY.values(level.parameters)) == f"square:{spec}"
    assert level.mines == mines


def test_labels_are_row_and_column_from_1() -> None:
    topology = REGISTRY.topology("square:5x3")
    assert topology.spec == "square:width=5,height=3"
    assert list(topology.labels)[:6] == ["1,1", "1,2", "1,3", "1,4", "1,5", "2,1"]
    assert topology.label(14) == "3,5"


def test_neighbors() -> None:
    topology = square(3, 5)
    near = [topology.label(c) for c in topology.neighbors(topology.cell("1,5"))]
    assert near == ["1,4", "2,4", "2,5"]
    assert [topology.label(c) for c in topology.neighbors(topology.cell("2,3"))] == [
        "1,2", "1,3", "1,4", "2,2", "2,4", "3,2", "3,3", "3,4",
    ]  # fmt: skip


def test_the_limit() -> None:
    assert REGISTRY.topology("square:1000x1").size == 1000
    with pytest.raises(OutOfRange, match="4,000,000"):
        REGISTRY.topology("square:2001x2000")


# Joined edges: the plane, or a strip of it, with points that a map glues together called the same


def gluing_maps(rows: int, columns: int, wrap: str) -> list[Callable[[At], At]]:
    """Return the motions of the plane of which the board is what is left."""
    right: Callable[[At], At] = lambda p: (p[0], p[1] + columns)  # noqa: E731
    down: Callable[[At], At] = lambda p: (p[0] + rows, p[1])  # noqa: E731
    twisted: Callable[[At], At] = lambda p: (rows - 1 - p[0], p[1] + columns)  # noqa: E731
    return {
        "none": [], "cylinder": [right], "torus": [right, down],
        "mobius": [twisted], "klein": [twisted, down],
    }[wrap]  # fmt: skip


def quotient(rows: int, columns: int, wrap: str, steps: list[At]) -> list[list[int]]:
    """Return who touches whom, from a piece of the plane in which glued points are joined."""
    joined = {"none": (0, 0), "cylinder": (0, 1), "mobius": (0, 1)}.get(wrap, (1, 1))
    ys = range(-3 * rows * joined[0], rows + 3 * rows * joined[0])
    xs = range(-3 * columns * joined[1], columns + 3 * columns * joined[1])
    parent = {point: point for point in product(ys, xs)}

    def root(point: At) -> At:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for point, glue in product(list(parent), gluing_maps(rows, columns, wrap)):
        if glue(point) in parent:
            parent[root(glue(point))] = root(point)
    cells = {root(point): n for n, point in enumerate(product(range(rows), range(columns)))}
    assert len(cells) == rows * columns  # no two cells of the board are glued
    result = []
    for n, (y, x) in enumerate(product(range(rows), range(columns))):
        around = {(y + d, x + e) for d, e in steps} & parent.keys()
        result.append(sorted({cells[root(point)] for point in around} - {n}))
    return result


@every_wrap
@every_neighbors
@every_size
def test_the_board_is_the_plane_glued(rows: int, columns: int, neighbors: str, wrap: str) -> None:
    topology = board(rows, columns, wrap, neighbors)
    assert [list(row) for row in topology.adjacency] == quotient(
        rows, columns, wrap, STEPS[neighbors]
    )


def drawn(topology: Topology) -> dict[At, int]:
    """Return which cell stands where, ghosts too; none stands over another."""
    found: dict[At, int] = {}
    for cell, place in enumerate(topology.layout.places):
        found[place.row, place.column // 2] = cell
    for ghost in topology.layout.ghosts:
        at = ghost.place.row, ghost.place.column // 2
        assert at not in found
        found[at] = ghost.cell
    return found


@every_wrap
@every_neighbors
@every_size
def test_neighbors_are_what_is_seen_around_a_cell(
    rows: int, columns: int, neighbors: str, wrap: str
) -> None:
    """So ghosts are right: also behind a twist, at corners, and two deep for the knight."""
    topology = board(rows, columns, wrap, neighbors)
    seen = drawn(topology)
    for cell, place in enumerate(topology.layout.places):
        y, x = place.row, place.column // 2
        around = {seen[y + d, x + e] for d, e in STEPS[neighbors] if (y + d, x + e) in seen}
        assert around - {cell} == set(topology.neighbors(cell))


@every_wrap
@every_size
def test_any_two_that_stand_side_by_side_touch(rows: int, columns: int, wrap: str) -> None:
    """Two ghosts as well: a piece of the surface is drawn, not only its cells."""
    topology = board(rows, columns, wrap)
    seen = drawn(topology)
    for (y, x), cell in seen.items():
        for d, e in STEPS["8"]:
            other = seen.get((y + d, x + e), cell)
            assert other == cell or other in topology.neighbors(cell)


def squares(topology: Topology) -> set[frozenset[int]]:
    """Return the faces: four cells that meet at a corner, wherever that is drawn."""
    seen = drawn(topology)
    corners = ((0, 0), (0, 1), (1, 0), (1, 1))
    blocks = ([(y + d, x + e) for d, e in corners] for y, x in seen)
    return {frozenset(seen[at] for at in b) for b in blocks if all(at in seen for at in b)}


@pytest.mark.parametrize(
    ("wrap", "characteristic", "edges"),
    [("none", 1, 1), ("cylinder", 0, 2), ("torus", 0, 0), ("mobius", 0, 1), ("klein", 0, 0)],
)
def test_euler_characteristic_and_boundary(wrap: str, characteristic: int, edges: int) -> None:
    """Cells are the corners of a net of squares; its edge is where a cell has less than 4 sides."""
    topology = board(5, 7, wrap, "4")
    pairs = sum(map(topology.degree, topology)) // 2
    assert topology.size - pairs + len(squares(topology)) == characteristic
    rim = {cell for cell in topology if topology.degree(cell) < 4}
    assert len(list(components(topology, rim))) == edges


def components(topology: Topology, cells: set[int]) -> Iterator[set[int]]:
    left = set(cells)
    while left:
        part = {left.pop()}
        todo = list(part)
        while todo:
            near = set(topology.neighbors(todo.pop())) & left
            left -= near
            part |= near
            todo += near
        yield part


@pytest.mark.parametrize("wrap", ["mobius", "klein"])
def test_a_walk_to_the_right_comes_back_upside_down(wrap: str) -> None:
    topology = board(5, 7, wrap, "4")
    at, before = topology.cell("2,7"), topology.cell("2,6")
    assert topology.cell("4,1") in topology.neighbors(at)
    assert topology.cell("2,1") not in topology.neighbors(at)
    assert before in topology.neighbors(at)


@pytest.mark.parametrize(
    ("wrap", "counts"),
    [
        ("none", {3: 4, 5: 16, 8: 15}),
        ("cylinder", {5: 14, 8: 21}),
        ("torus", {8: 35}),
        ("mobius", {5: 14, 8: 21}),
        ("klein", {8: 35}),
    ],
)
def test_degrees(wrap: str, counts: dict[int, int]) -> None:
    assert degrees(board(5, 7, wrap)) == counts


def test_degrees_of_the_other_neighbors() -> None:
    assert degrees(board(8, 8, "none", "4")) == {2: 4, 3: 24, 4: 36}
    # a knight on the board of chess: 168 moves each way
    assert degrees(board(8, 8, "none", "knight")) == {2: 4, 3: 8, 4: 20, 6: 16, 8: 16}
    assert degrees(board(5, 7, "torus", "knight")) == {8: 35}


@every_wrap
@every_neighbors
def test_refused_are_sides_that_make_twins(neighbors: str, wrap: str) -> None:
    """No joined board that is allowed has any; with all eight neighbors, each that is refused has
    some, but for sides of 1, and short Moebius strips and Klein bottles of even height."""
    for rows, columns in product(range(1, 13), repeat=2):
        try:
            topology = board(rows, columns, wrap, neighbors)
        except OutOfRange as error:
            assert wrap != "none"
            assert f"with wrap={wrap} the " in str(error)  # noqa: PT017
            whole = quotient(rows, columns, wrap, STEPS[neighbors])
            if "touch the same others" in str(error):
                around = [row for row in whole if row]
                assert any(row in around[:n] for n, row in enumerate(around))
            elif "no cell touches another" in str(error):
                assert not any(whole)
            elif neighbors == "8" and min(rows, columns) > 1:
                closed = [{n, *row} for n, row in enumerate(whole)]
                twisted = wrap in ("mobius", "klein") and rows % 2 == 0
                assert twisted or any(a == b for i, a in enumerate(closed) for b in closed[:i])
        else:
            if wrap != "none":
                assert twins(topology) is None
                assert any(map(topology.degree, topology))


@pytest.mark.parametrize(
    ("neighbors", "wrap", "rows", "columns", "why"),
    [
        ("knight", "torus", 6, 6, "not 6 wide and 6 high for neighbors=knight"),
        ("knight", "cylinder", 4, 6, "not 6 wide and 4 high for neighbors=knight"),
        ("knight", "mobius", 7, 4, "not 4 wide and 7 high for neighbors=knight"),
        ("8", "cylinder", 1, 4, "touch the same others, which no number tells apart"),
        ("4", "mobius", 1, 4, "not 4 wide and 1 high for neighbors=4"),
        ("knight", "cylinder", 1, 9, "height is not 1 for neighbors=knight: no cell touches"),
    ],
)
def test_joined_boards_that_are_refused(
    neighbors: str, wrap: str, rows: int, columns: int, why: str
) -> None:
    with pytest.raises(OutOfRange, match=why):
        board(rows, columns, wrap, neighbors)
    full = "\n".join(["#" * columns] * rows)
    with pytest.raises(OutOfRange, match=why):
        masked(full, wrap=wrap, neighbors=neighbors)
    assert masked(full[:-2] + ".#", wrap=wrap, neighbors=neighbors).size == rows * columns - 1


# Masks

DRAWING = "..##\n #..#\n\n#####"


def masked(drawing: str, **more: str) -> Topology:
    return REGISTRY.topology("square", mask=drawing, **more)


def test_a_mask_gives_size_and_holes() -> None:
    topology = masked(DRAWING)
    assert " ".join(topology.labels) == "1,3 1,4 2,2 2,5 4,1 4,2 4,3 4,4 4,5"
    cells = {tuple(map(int, label.split(","))) for label in topology.labels}
    for cell, label in enumerate(topology.labels):
        y, x = map(int, label.split(","))
        near = {(y + d, x + e) for d, e in STEPS["8"]} & cells
        assert {topology.label(c) for c in topology.neighbors(cell)} == {
            f"{a},{b}" for a, b in near
        }
    assert [c.text for c in topology.layout.captions] == ["1", "2", "3", "4", "5", "1", "2", "4"]


def test_a_mask_without_holes_is_the_plain_board() -> None:
    plain = masked("####\n####\n####")
    assert plain.adjacency == square(3, 4).adjacency
    assert list(plain.layout.places) == list(square(3, 4).layout.places)
    assert plain.layout.captions == square(3, 4).layout.captions


@every_wrap
@every_neighbors
def test_a_masked_board_is_the_whole_one_without_some_cells(neighbors: str, wrap: str) -> None:
    drawing = "#####.#\n##.####\n ######\n#######\n######"
    whole = board(5, 7, wrap, neighbors)
    part = masked(drawing, wrap=wrap, neighbors=neighbors)
    names = set(part.labels)
    assert names == {
        f"{y},{x}"
        for y, line in enumerate(drawing.split("\n"), 1)
        for x, sign in enumerate(line, 1)
        if sign == "#"
    }
    for cell, label in enumerate(part.labels):
        near = {whole.label(to) for to in whole.neighbors(whole.cell(label))} & names
        assert {part.label(to) for to in part.neighbors(cell)} == near
    seen = drawn(part)
    assert {at: part.label(cell) for at, cell in seen.items()} == {
        at: whole.label(cell) for at, cell in drawn(whole).items() if whole.label(cell) in names
    }


@pytest.mark.parametrize(
    ("drawing", "more", "why"),
    [
        ("##\n#o", {}, "line 2 of the mask has 'o'; # is a cell"),
        ("#\t#", {}, "line 1 of the mask has '\\\\t'"),
        ("....", {}, "no cell"),
        ("####\n####\n####", {"wrap": "torus"}, "height is at least 4"),
        ("###\n###\n###\n###", {"wrap": "torus"}, "width is at least 4"),
    ],
)
def test_masks_that_are_refused(drawing: str, more: dict[str, str], why: str) -> None:
    with pytest.raises(OutOfRange, match=why):
        masked(drawing, **more)


def test_a_drawing_is_as_large_as_a_board_at_most() -> None:
    """Few cells can span a large box: it is refused before anything of it is built."""
    before = process_time()
    with pytest.raises(OutOfRange, match=r"2,001 wide and 2,000 high.* at most 4,000,000"):
        masked("#" * 2_001 + "\n#" * 1_999)
    with pytest.raises(OutOfRange, match="9,000 wide and 5,001 high"):
        REGISTRY.topology("square:mask=lz.AAJRyI4ACMmBUABOHAAI")
    assert process_time() - before < 3


def test_of_a_drawing_only_the_cells_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def measured(coordinates: Coordinates, *rest: Any, **more: Any) -> Any:
        sizes.append(len(coordinates))
        return compress(coordinates, *rest, **more)

    monkeypatch.setattr("msweeper.lattice.offsets.compress", measured)
    corner = masked("#" * 300 + "\n#" * 299)
    assert sizes == [599]
    assert corner.neighbors(corner.cell("1,1")) == (1, 300)


@every_wrap
@every_neighbors
def test_a_masked_board_is_what_mask_makes_of_the_whole_one(neighbors: str, wrap: str) -> None:
    drawing = "##.##.#\n#.. #\n\n.#.#\n#..####"
    cells = "".join(line.ljust(7) for line in drawing.split("\n"))
    part = masked(drawing, neighbors=neighbors, wrap=wrap)
    other = mask(
        board(5, 7, wrap, neighbors), [cell for cell, sign in enumerate(cells) if sign == "#"]
    )
    assert part.adjacency == other.adjacency
    assert list(part.labels) == list(other.labels)
    assert list(part.layout.places) == list(other.layout.places)
    assert part.layout.captions == other.layout.captions
    assert part.layout.ghosts == other.layout.ghosts


def test_a_size_does_not_go_with_a_mask() -> None:
    with pytest.raises(OutOfRange, match=r"width 5 .* only where mask is not given"):
        REGISTRY.topology("square", mask="##\n##", width=5)


@every_wrap
@every_neighbors
def test_pictures_read_back(neighbors: str, wrap: str) -> None:
    for topology in (
        board(5, 7, wrap, neighbors),
        board(11, 12, wrap, neighbors),
        masked("#####.#\n##.####\n ######\n#######\n######", wrap=wrap, neighbors=neighbors),
    ):
        game = Game(topology, topology.size // 9, seed="maple")
        game.open(topology.layout.middle())
        for cell in [c for c in topology if game.shows(c) == "closed"][:2]:
            game.flag(cell)
        for compact in (False, True):
            shown = picture(game.view, compact=compact)
            assert read(shown, topology, game.mines) == game.view


KLEIN = """\
      1 2 3 4 5 6 7
  #   2 1 . 1 # # #   1
    +---------------+
1 # | 1 . . 1 # # # | 2
2 # | 1 1 . 2 # # # | #
3 # | # 2 . 3 # # # | #
4 # | # 2 . 2 # # # | 1
5 # | 2 1 . 1 # # # | 1
    +---------------+
  #   1 . . 1 # # #   2"""


def test_the_picture_of_a_klein_bottle() -> None:
    game = Game(board(5, 7, "klein"), 7, seed="x")
    game.open(game.topology.cell("3,3"))
    assert picture(game.view) == KLEIN


HOLES = """\
      1 2 3 4 5
      # # # #     #
    +-----------+
1   |     # #   |
2 # |   #     # |
3 # | #   #   # | #
4   | # # # #   | #
    +-----------+
          # #"""


def test_captions_stand_beyond_all_ghosts() -> None:
    topology = masked("  ##\n #  #\n# # #\n####", wrap="torus")
    assert picture(Game(topology, 0, seed="a").view) == HOLES
