"""Faults that people reported elsewhere, under Engine and Topology (B01 to B19), tried here.

The command line's part of them (what is typed and what is printed) is tried with the command line.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from msweeper.errors import IllegalAction, OutOfRange
from msweeper.firstclick import FirstClick
from msweeper.game import Game
from msweeper.lottery import draw, key, tickets
from msweeper.minefield import Minefield
from msweeper.topology import Topology
from msweeper.view import Status
from tests.support import chi_square, cube, hexagon, numbers, path, square, torus


def at(topology: Topology, *label: int) -> int:
    """Return the cell that faults.md writes from zero, of a square or cube."""
    return topology.cell(",".join(str(value + 1) for value in label))


def given(topology: Topology, *mines: tuple[int, ...]) -> Game:
    return Game(topology, minefield=[at(topology, *mine) for mine in mines])


def shown(game: Game) -> str:
    return " ".join(map(game.shows, game.topology))


B01 = [
    pytest.param(square(9, 9), 10, "5,5", id="square"),
    pytest.param(hexagon(4), 9, "0,0", id="hex"),
    pytest.param(hexagon(4), 9, "0,-4", id="hex, corner"),
    pytest.param(cube(4, 4, 4), 9, "2,2,2", id="cube"),
]


@pytest.mark.parametrize(("topology", "mines", "label"), B01)
def test_b01_the_first_move_never_loses(topology: Topology, mines: int, label: str) -> None:
    cell = topology.cell(label)
    zone = {cell, *topology.neighbors(cell)}
    for seed in range(5000):
        drawn = tickets(key(topology.spec, str(seed)), topology.size)
        assert cell not in draw(drawn, mines, [cell])
        assert zone.isdisjoint(draw(drawn, mines, zone))
    for seed in range(300):
        for rule in (FirstClick.OPEN, FirstClick.SAFE):
            game = Game(topology, mines, seed=str(seed), first=rule)
            game.open(cell)
            assert game.status is not Status.LOST
            assert rule is FirstClick.SAFE or game.shows(cell) == "0"


@pytest.mark.parametrize(
    ("topology", "mines", "seeds", "bound"),
    [
        # 99.99 % quantiles of chi-square with 5 and 1819 degrees of freedom
        pytest.param(square(1, 4), 2, 60_000, 25.7, id="1x4/2"),
        pytest.param(square(4, 4), 4, 182_000, 2052.0, id="4x4/4"),
    ],
)
def test_b02_every_minefield_equally_often(
    topology: Topology, mines: int, seeds: int, bound: float
) -> None:
    counts = Counter(
        draw(tickets(key(topology.spec, str(seed)), topology.size), mines) for seed in range(seeds)
    )
    fields = list(combinations(topology, mines))
    assert chi_square((counts[f] for f in fields), Fraction(seeds, len(fields))) < bound


@pytest.mark.parametrize(
    ("topology", "mines", "first", "most"),
    [
        pytest.param(square(5, 5), 25, None, 24, id="5x5/25"),
        pytest.param(square(5, 5), 17, "open", 16, id="5x5/17 open"),
        pytest.param(square(3, 3), 1, "open", 0, id="3x3/1 open"),
        pytest.param(square(1, 1), 1, None, 0, id="1x1/1"),
        pytest.param(square(3, 5), -1, None, 14, id="-1"),
        pytest.param(hexagon(1), 7, None, 6, id="hex 1/7"),
        pytest.param(hexagon(2), 13, "open", 12, id="hex 2/13 open"),
        pytest.param(cube(3, 3, 3), 27, None, 26, id="cube 3/27"),
    ],
)
def test_b03_impossible_counts_are_refused_with_the_largest(
    topology: Topology, mines: int, first: str | None, most: int
) -> None:
    with pytest.raises(OutOfRange, match=rf"\b{most}\b") as caught:
        Game(topology, mines, first=first)
    assert caught.value.value == mines
    Game(topology, most, first=first)


@pytest.mark.parametrize(
    ("topology", "mines"), [(square(5, 5), 24), (square(1, 1), 0), (hexagon(1), 6)]
)
def test_b03_the_densest_boards_are_played(topology: Topology, mines: int) -> None:
    for cell in topology:
        game = Game(topology, mines, seed="maple")
        game.open(cell)
        assert game.status is Status.WON


@pytest.mark.parametrize("mines", [99, 90, 50, 1, 0])
@pytest.mark.parametrize("topology", [square(10, 10), hexagon(6), cube(4, 5, 6)], ids=str)
def test_b04_exactly_as_many_mines_as_asked(topology: Topology, mines: int) -> None:
    for seed in range(200):
        game = Game(topology, mines, seed=str(seed))
        game.open(seed % topology.size)
        assert game.minefield is not None
        assert len(set(game.minefield.mines)) == mines


@pytest.mark.parametrize(
    ("topology", "mines", "cell"),
    [
        pytest.param(square(300, 300), [0], 89_999, id="square 300x300"),
        pytest.param(cube(30, 30, 30), [], 0, id="cube 30x30x30"),
        pytest.param(path(100_000), [], 50_000, id="path of 100 000"),
    ],
)
def test_b05_a_big_opening_needs_no_recursion(
    topology: Topology, mines: list[int], cell: int
) -> None:
    game = Game(topology, minefield=mines)
    event = game.open(cell)
    assert game.status is Status.WON
    assert game.closed == len(mines)
    assert len(event.cells) == topology.size
    game.undo()
    assert game.closed == topology.size


def test_b06_a_cascade_never_starts_from_a_number() -> None:
    game = given(square(3, 3), (0, 0))
    game.open(at(game.topology, 1, 1))
    assert shown(game).split().count("closed") == 8
    assert game.shows(at(game.topology, 1, 1)) == "1"
    game.open(at(game.topology, 2, 2))
    assert game.status is Status.WON


def test_b07_nothing_wraps_at_the_edge() -> None:
    board = square(4, 4)
    field = Minefield.of(board, [at(board, 0, 3), at(board, 3, 0), at(board, 3, 3)])
    assert list(field.numbers) == [0, 0, 1, -1, 0, 0, 1, 1, 1, 1, 1, 1, -1, 1, 1, -1]


@pytest.mark.parametrize(
    ("topology", "labels"),
    [
        pytest.param(hexagon(2), ["2,-2", "0,2", "-2,2", "2,0"], id="hex"),
        pytest.param(cube(3, 3, 3), ["3,3,3", "1,1,3", "1,3,1", "3,1,1"], id="cube"),
        pytest.param(square(3, 5), ["1,5", "3,1", "3,5"], id="square"),
    ],
)
def test_b07_mines_in_far_corners(topology: Topology, labels: list[str]) -> None:
    mines = [topology.cell(label) for label in labels]
    field = Minefield.of(topology, mines)
    assert list(field.numbers) == numbers(topology, mines)
    assert field.numbers[0] == 0


def test_b08_open_does_not_act_on_a_flag() -> None:
    game = given(square(3, 5), (0, 0))
    game.flag(0)
    before = game.view
    with pytest.raises(IllegalAction, match="1,1 is flagged: unflag it first"):
        game.open(0)
    assert game.view == before
    assert len(game.events) == 1


def test_b09_a_flag_on_an_open_cell_moves_no_counter() -> None:
    game = given(square(3, 5), (0, 0))
    game.open(1)
    for _ in range(2):
        with pytest.raises(IllegalAction, match="is open"):
            game.flag(1)
        assert (game.mines_left, game.flags, game.shows(1)) == (1, 0, "1")


@pytest.mark.parametrize(("board", "mines", "flags"), [((3, 3), 1, 3), ((9, 9), 10, 12)])
def test_b10_the_counter_goes_below_zero(board: tuple[int, int], mines: int, flags: int) -> None:
    game = Game(square(*board), mines, seed="maple")
    left = []
    for cell in range(flags):
        game.flag(cell)
        left.append(game.mines_left)
    assert left == [mines - n for n in range(1, flags + 1)]
    assert game.mines_left == game.view.mines_left == -2
    for cell in range(flags):
        game.flag(cell)
        left.append(game.mines_left)
    assert left[flags:] == [n - 1 for n in range(mines - flags + 2, mines + 2)]


def test_b11_chords_with_wrong_flags_or_counts() -> None:
    game = given(square(3, 3), (0, 0))
    one = at(game.topology, 1, 1)
    with pytest.raises(IllegalAction, match="is closed"):
        game.chord(one)
    game.open(one)
    with pytest.raises(IllegalAction, match="0 flags"):
        game.chord(one)
    game.flag(1)
    game.flag(2)
    with pytest.raises(IllegalAction, match="2 flags"):
        game.chord(one)
    assert game.closed == 8
    game.flag(2)
    game.chord(one)
    assert game.status is Status.LOST
    assert (game.shows(0), game.shows(1)) == ("hit", "wrong-flag")


def test_b11_a_chord_on_zero_does_nothing() -> None:
    game = given(square(1, 7), (0, 0), (0, 2))
    game.open(6)
    with pytest.raises(IllegalAction, match="shows 0"):
        game.chord(6)


def test_b12_a_number_beside_a_mine_is_no_hit() -> None:
    game = given(square(3, 5), (0, 0))
    game.open(1)
    before = game.view
    for _ in range(3):
        with pytest.raises(IllegalAction, match="open already"):
            game.open(1)
    assert game.view == before
    assert len(game.events) == 1


def test_b13_flags_never_decide_a_win() -> None:
    board = square(2, 2)
    game = Game(board, minefield=[0])
    for cell in (1, 2, 3):
        game.open(cell)
    assert (game.status, game.flags) == (Status.WON, 1)
    assert not any(event.action.verb == "flag" for event in game.events)


def test_b13_flags_tell_nothing() -> None:
    answers = set()
    for mine in (1, 2, 3):
        game = Game(square(2, 2), minefield=[mine])
        game.open(0)
        told = []
        for cell in (1, 2, 3):
            event = game.flag(cell)
            told.append((event.changes, event.status, game.flags, game.mines_left, game.closed))
        assert game.status is Status.PLAYING
        answers.add(tuple(told))
    assert len(answers) == 1


def test_b14_two_openings_that_share_a_number() -> None:
    game = given(square(3, 3), (0, 0), (2, 2))
    assert game.minefield is not None
    assert game.minefield.bbbv == 2
    counted = []
    for cell in (2, 6):
        game.open(cell)
        closed = shown(game).count("closed") + shown(game).count("flag")
        counted.append((9 - game.closed, game.closed - 2))
        assert closed == game.closed
    assert counted == [(4, 3), (7, 0)]
    assert game.status is Status.WON


@pytest.mark.parametrize("end", ["lost", "won"])
def test_b15_nothing_moves_after_the_end(end: str) -> None:
    game = Game(square(1, 4), minefield=[0, 2])
    game.open(1)
    game.open(2 if end == "lost" else 3)
    assert game.status == end
    before = game.view, game.events, game.flags, game.closed
    for method, cell in product((game.open, game.flag, game.chord), game.topology):
        with pytest.raises(IllegalAction, match=f"the game is {end}"):
            method(cell)
    assert (game.view, game.events, game.flags, game.closed) == before


def test_b16_the_first_open_can_be_told_from_flags() -> None:
    """The clock belongs to the sitting; here, `ready` ends with the first open and not before."""
    game = Game(square(3, 5), 2, seed="maple")
    game.flag(3)
    assert game.status is Status.READY
    game.flag(3)
    assert game.open(0).status_before is Status.READY
    assert game.status is not Status.READY


@pytest.mark.parametrize("radius", [2, 3])
def test_b17_neighbors_touch_in_even_and_odd_rows(radius: int) -> None:
    board = hexagon(radius)
    places = board.layout.places
    for cell in board:
        q, r = map(int, board.label(cell).split(","))
        steps = [(q + a, r + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))]
        labels = [f"{a},{b}" for a, b in steps]
        assert set(map(board.label, board.neighbors(cell))) == set(labels) & set(board.labels)
        _, row, column = places[cell]
        touching = {(row, column - 2), (row, column + 2)}
        touching |= {(row + dy, column + dx) for dy in (-1, 1) for dx in (-1, 1)}
        assert {places[other][1:] for other in board.neighbors(cell)} == touching & {
            place[1:] for place in places
        }
        for other in board.neighbors(cell):
            assert cell in board.neighbors(other)


@pytest.mark.parametrize(
    ("rows", "columns", "degree"),
    [(1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 2, 3), (2, 3, 5), (2, 4, 5), (3, 3, 8)],
)
def test_b18_no_neighbor_twice_on_small_torus(rows: int, columns: int, degree: int) -> None:
    board = torus(rows, columns)
    for cell in board:
        near = board.neighbors(cell)
        assert len(set(near) - {cell}) == len(near) == degree
    if board.size > 1:
        field = Minefield.of(board, [0])
        assert {field.numbers[other] for other in board.neighbors(0)} == {1}


def test_b19_the_first_open_in_three_dimensions() -> None:
    board = cube(3, 3, 3)
    with pytest.raises(OutOfRange, match="at most 0 mines"):
        Game(board, 15, first="open")
    game = Game(board, 15, seed="maple")
    assert game.first is FirstClick.SAFE
    assert game.first.promise == "the first cell is no mine"
    for cell in board:
        other = Game(board, 15, seed="maple")
        other.open(cell)
        assert other.status is not Status.LOST
