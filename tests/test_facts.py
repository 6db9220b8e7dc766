"""What a correct engine must reproduce: published numbers, and laws of every topology."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from msweeper.game import Game
from msweeper.lattice import box_offsets, from_offsets
from msweeper.lottery import draw, key, tickets
from msweeper.minefield import Minefield
from msweeper.topology import Topology
from msweeper.view import Status
from tests.support import (
    any_topology,
    cube,
    degrees,
    hexagon,
    names,
    numbers,
    pairs,
    path,
    square,
    torus,
    zero_chance,
)


def hypercube(side: int, dimensions: int) -> Topology:
    return from_offsets(
        (range(side),) * dimensions,
        box_offsets(dimensions),
        place=lambda *at: (0, int("".join(map(str, at[:-1])) or "0", side), 2 * at[-1]),
    ).with_spec(f"box:{side}^{dimensions}")


# Section 1: topologies


@pytest.mark.parametrize(
    ("rows", "columns", "counts", "edges"),
    [
        (1, 1, {0: 1}, 0),
        (1, 5, {1: 2, 2: 3}, 4),
        (2, 2, {3: 4}, 6),
        (3, 5, {3: 4, 5: 8, 8: 3}, 38),
        (8, 8, {3: 4, 5: 24, 8: 36}, 210),
        (9, 9, {3: 4, 5: 28, 8: 49}, 272),
        (16, 16, {3: 4, 5: 56, 8: 196}, 930),
        (16, 30, {3: 4, 5: 84, 8: 392}, 1784),
    ],
)
def test_square_degrees(rows: int, columns: int, counts: dict[int, int], edges: int) -> None:
    topology = square(rows, columns)
    assert degrees(topology) == counts
    assert pairs(topology) == edges
    assert edges == rows * (columns - 1) + columns * (rows - 1) + 2 * (rows - 1) * (columns - 1)


@pytest.mark.parametrize(
    ("radius", "size", "edges", "counts"),
    [
        (0, 1, 0, {0: 1}),
        (1, 7, 12, {3: 6, 6: 1}),
        (2, 19, 42, {3: 6, 4: 6, 6: 7}),
        (3, 37, 90, {3: 6, 4: 12, 6: 19}),
        (4, 61, 156, {3: 6, 4: 18, 6: 37}),
        (5, 91, 240, {3: 6, 4: 24, 6: 61}),
        (6, 127, 342, {3: 6, 4: 30, 6: 91}),
    ],
)
def test_hex_degrees(radius: int, size: int, edges: int, counts: dict[int, int]) -> None:
    topology = hexagon(radius)
    assert (topology.size, pairs(topology), degrees(topology)) == (size, edges, counts)
    assert size == 3 * radius * (radius + 1) + 1
    assert edges == 3 * radius * (3 * radius + 1)


@pytest.mark.parametrize(
    ("sides", "counts", "edges"),
    [
        ((2, 2, 2), {7: 8}, 28),
        ((3, 3, 3), {7: 8, 11: 12, 17: 6, 26: 1}, 158),
        ((4, 4, 4), {7: 8, 11: 24, 17: 24, 26: 8}, 468),
        ((5, 5, 5), {7: 8, 11: 36, 17: 54, 26: 27}, 1036),
        ((6, 6, 6), {7: 8, 11: 48, 17: 96, 26: 64}, 1940),
        ((2, 3, 4), {7: 8, 11: 12, 17: 4}, 128),
    ],
)
def test_cube_degrees(sides: tuple[int, int, int], counts: dict[int, int], edges: int) -> None:
    topology = cube(*sides)
    assert degrees(topology) == counts
    assert pairs(topology) == edges


def test_four_dimensions() -> None:
    assert degrees(hypercube(3, 4)) == {15: 16, 23: 32, 35: 24, 53: 8, 80: 1}


def spiral(radius: int) -> list[tuple[int, int]]:
    """Number hexagons counter-clockwise, each ring from one step after its corner."""
    cells = [(0, 0)]
    for ring in range(1, radius + 1):
        q, r = ring, 0
        corner_first = []
        for dq, dr in ((0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1)):
            for _ in range(ring):
                corner_first.append((q, r))
                q, r = q + dq, r + dr
        cells += corner_first[1:] + corner_first[:1]
    return cells


@pytest.mark.parametrize(
    ("one", "other", "touch"),
    [
        (0, 1, True), (7, 18, True), (8, 22, True), (24, 45, True), (40, 64, True), (64, 65, True),
        (6, 57, False), (29, 90, False), (21, 38, False), (38, 60, False), (40, 63, False),
        (41, 39, False), (40, 40, False),
    ],
)  # fmt: skip
def test_hexagonal_adjacency_by_spiral_numbers(one: int, other: int, touch: bool) -> None:
    topology = hexagon(5)
    cells = [topology.cell(f"{q},{r}") for q, r in spiral(5)]
    assert sorted(cells) == list(topology)
    assert (cells[other] in topology.neighbors(cells[one])) is touch


@pytest.mark.parametrize("radius", [1, 2, 3])
def test_hex_neighbors_are_the_six_axial_steps_and_touch_on_the_picture(radius: int) -> None:
    topology = hexagon(radius)
    at = [tuple(map(int, label.split(","))) for label in topology.labels]
    places = topology.layout.places
    for one, other in product(topology, repeat=2):
        q, r = at[one][0] - at[other][0], at[one][1] - at[other][1]
        steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
        touch = other in topology.neighbors(one)
        assert touch == ((q, r) in steps)
        rows = abs(places[one].row - places[other].row)
        columns = abs(places[one].column - places[other].column)
        assert touch == ((rows, columns) in {(0, 2), (1, 1)})


# Section 2: laws


@given(any_topology(), st.data())
def test_minesweeper_theorem(topology: Topology, data: st.DataObject) -> None:
    cells = st.sets(st.integers(0, topology.size - 1), min_size=1, max_size=topology.size - 1)
    assume(topology.size > 1)
    mines = data.draw(cells)
    total = sum(n for n in Minefield.of(topology, mines).numbers if n > 0)
    mixed = sum(1 for m in mines for other in topology.neighbors(m) if other not in mines)
    assert total == mixed
    swapped = set(topology) - mines
    assert total == sum(n for n in Minefield.of(topology, swapped).numbers if n > 0)


@pytest.mark.parametrize(
    ("topology", "mines", "mean"),
    [
        pytest.param(square(8, 8), 10, Fraction("56.25"), id="8x8/10"),
        pytest.param(square(9, 9), 10, Fraction(4828, 81), id="9x9/10"),
        pytest.param(square(16, 16), 40, Fraction(4185, 17), id="16x16/40"),
        pytest.param(square(16, 30), 99, Fraction(2803779, 4790), id="16x30/99"),
        pytest.param(hexagon(4), 10, Fraction(2652, 61), id="hex 4/10"),
        pytest.param(cube(4, 4, 4), 6, Fraction(1131, 14), id="cube 4/6"),
        pytest.param(cube(5, 5, 5), 10, Fraction(23828, 155), id="cube 5/10"),
    ],
)
def test_mean_sum_of_numbers(topology: Topology, mines: int, mean: Fraction) -> None:
    size = topology.size
    assert Fraction(2 * pairs(topology) * mines * (size - mines), size * (size - 1)) == mean
    # and the lottery keeps to it: 300 seeds, within five standard errors
    sums = [
        sum(n for n in Minefield(topology, field(topology, mines, seed)).numbers if n > 0)
        for seed in range(300)
    ]
    average = sum(sums) / len(sums)
    spread = (sum((s - average) ** 2 for s in sums) / (len(sums) - 1)) ** 0.5
    assert abs(average - float(mean)) < 5 * spread / len(sums) ** 0.5


def field(topology: Topology, mines: int, seed: int) -> tuple[int, ...]:
    return draw(tickets(key(topology.spec, str(seed)), topology.size), mines)


@pytest.mark.parametrize(
    ("topology", "mines"),
    [
        pytest.param(square(2, 4), 3, id="square"),
        pytest.param(hexagon(1), 2, id="hex"),
        pytest.param(cube(1, 2, 3), 2, id="cube"),
        pytest.param(torus(2, 4), 3, id="torus"),
        pytest.param(path(7), 3, id="path"),
    ],
)
def test_means_by_counting_all_minefields(topology: Topology, mines: int) -> None:
    fields = [Minefield.of(topology, c).numbers for c in combinations(topology, mines)]
    size = topology.size
    total = sum(n for f in fields for n in f if n > 0)
    assert Fraction(total, len(fields)) == Fraction(
        2 * pairs(topology) * mines * (size - mines), size * (size - 1)
    )
    zeros = sum(list(f).count(0) for f in fields)
    assert Fraction(zeros, len(fields)) == sum(
        zero_chance(size, mines, topology.degree(cell)) for cell in topology
    )


@pytest.mark.parametrize(
    ("topology", "mines", "mean"),
    [
        (square(8, 8), 10, 17.209875),
        (square(9, 9), 10, 28.680072),
        (square(16, 16), 40, 63.363285),
        (square(16, 30), 99, 70.487706),
        (hexagon(4), 10, 19.799484),
        (hexagon(5), 15, 28.890817),
        (cube(4, 4, 4), 6, 13.227906),
        (cube(5, 5, 5), 10, 29.454883),
    ],
    ids=lambda value: getattr(value, "spec", None),
)
def test_mean_number_of_zeros(topology: Topology, mines: int, mean: float) -> None:
    chances = [zero_chance(topology.size, mines, topology.degree(cell)) for cell in topology]
    assert float(sum(chances)) == pytest.approx(mean, abs=5e-7)


# Section 3: counts and first moves


def test_counts_of_minefields() -> None:
    assert comb(square(8, 8).size, 10) == 151_473_214_816
    assert comb(square(9, 9).size, 10) == 1_878_392_407_320
    assert f"{comb(square(16, 16).size, 40):.6e}" == "1.049212e+47"
    assert len(str(comb(square(16, 30).size, 99))) == 105


@pytest.mark.parametrize(
    ("rows", "columns", "mines", "corner", "edge", "inside"),
    [
        (8, 8, 10, 0.589912, 0.408273, 0.228853),
        (9, 9, 10, 0.666261, 0.503453, 0.325669),
        (16, 16, 40, 0.598050, 0.422943, 0.250103),
        (16, 30, 99, 0.498463, 0.312508, 0.154487),
    ],
)
def test_chance_that_the_first_open_is_a_zero(
    rows: int, columns: int, mines: int, corner: float, edge: float, inside: float
) -> None:
    topology = square(rows, columns)
    cells = [topology.cell(label) for label in ("1,1", "1,3", "3,3")]
    for cell, chance in zip(cells, (corner, edge, inside), strict=True):
        degree, size = topology.degree(cell), topology.size
        exact = Fraction(comb(size - 1 - degree, mines), comb(size - 1, mines))
        assert float(exact) == pytest.approx(chance, abs=5e-7)
        assert exact * Fraction(size - mines, size) == zero_chance(size, mines, degree)
        zeros = 0
        for seed in range(1000):
            game = Game(topology, mines, seed=str(seed), first="safe")
            game.open(cell)
            zeros += game.shows(cell) == "0"
        assert abs(zeros / 1000 - chance) < 4.5 * (chance * (1 - chance) / 1000) ** 0.5


def test_chances_without_safety() -> None:
    chances = [float(zero_chance(480, 99, degree)) for degree in (3, 5, 8)]
    assert chances == pytest.approx([0.395655, 0.248053, 0.122624], abs=5e-7)


@pytest.mark.parametrize(
    ("topology", "mines", "cell"),
    [
        pytest.param(square(2, 4), 3, 0, id="square, corner"),
        pytest.param(square(3, 3), 2, 4, id="square, centre"),
        pytest.param(hexagon(1), 2, 0, id="hex, rim"),
        pytest.param(cube(1, 2, 3), 2, 1, id="cube"),
        pytest.param(torus(2, 4), 2, 5, id="torus"),
    ],
)
def test_chance_by_counting_all_minefields(topology: Topology, mines: int, cell: int) -> None:
    size, degree = topology.size, topology.degree(cell)
    fields = [Minefield.of(topology, c) for c in combinations(topology, mines)]
    safe = [f for f in fields if cell not in f.mines]
    zeros = sum(f.numbers[cell] == 0 for f in fields)
    assert Fraction(zeros, len(fields)) == zero_chance(size, mines, degree)
    assert Fraction(zeros, len(safe)) == Fraction(
        comb(size - 1 - degree, mines), comb(size - 1, mines)
    )


# Section 4: 3BV


@pytest.mark.parametrize(
    ("topology", "mines", "openings", "bbbv"),
    [
        pytest.param(
            square(8, 8), "13 23 26 31 34 42 47 53 66 77", 3, 23, id="the question on 3BV"
        ),
        pytest.param(square(8, 8), "10 20 36 41 53 56 61 62 63 67", 2, 20, id="ms-toollib utils"),
        pytest.param(
            square(8, 8), "11 14 16 17 24 34 36 55 56 66 72", 2, 26, id="ms-toollib engines"
        ),
        pytest.param(square(4, 4), "01", 1, 2, id="minesweeper.org"),
        pytest.param(square(3, 3), "00 22", 2, 2, id="two corners"),
        pytest.param(square(3, 5), "", 1, 1, id="no mines, square"),
        pytest.param(hexagon(2), "", 1, 1, id="no mines, hex"),
        pytest.param(cube(2, 3, 4), "", 1, 1, id="no mines, cube"),
    ],
)
def test_3bv_of_given_boards(topology: Topology, mines: str, openings: int, bbbv: int) -> None:
    cells = [topology.cell(f"{int(at[0]) + 1},{int(at[1]) + 1}") for at in mines.split()]
    board = Minefield.of(topology, cells)
    assert (len(cells), board.openings, board.bbbv) == (len(mines.split()), openings, bbbv)


@settings(max_examples=60)
@given(any_topology(), st.data())
def test_one_open_for_each_unit_wins_in_exactly_3bv(
    topology: Topology, data: st.DataObject
) -> None:
    cells = st.sets(st.integers(0, topology.size - 1), max_size=topology.size - 1)
    board = Minefield.of(topology, data.draw(cells))
    game = Game(topology, minefield=board)
    order = [cell for cell in topology if board.numbers[cell] == 0]
    order += [cell for cell in topology if board.numbers[cell] > 0]
    opens = 0
    for cell in order:
        assert not game.status.over or opens == board.bbbv
        if game.shows(cell) == "closed":
            game.open(cell)
            opens += 1
    assert game.status is Status.WON
    assert opens == board.bbbv


@settings(max_examples=40)
@given(any_topology(), st.data())
def test_no_order_wins_in_fewer_opens_than_3bv(topology: Topology, data: st.DataObject) -> None:
    cells = st.sets(st.integers(0, topology.size - 1), max_size=topology.size - 1)
    board = Minefield.of(topology, data.draw(cells))
    game = Game(topology, minefield=board)
    opens = 0
    for cell in data.draw(st.permutations(range(topology.size))):
        if cell not in board.mines and game.shows(cell) == "closed":
            game.open(cell)
            opens += 1
    assert game.status is Status.WON
    assert opens >= board.bbbv


# Section 7: other published numbers


def test_highest_numbers() -> None:
    boards = (square(3, 5), hexagon(2), cube(3, 4, 5), hypercube(3, 4))
    assert [board.max_degree for board in boards] == [8, 6, 26, 80]


def test_the_numbers_of_support_agree() -> None:
    assert numbers(square(1, 3), [0]) == [-1, 1, 0]
    assert names([square(1, 3)]) == ["square:width=3,height=1"]
