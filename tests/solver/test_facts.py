"""Published positions, and the faults that other programs had."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from msweeper.errors import InconsistentView
from msweeper.game import Game
from msweeper.plugins import Registry
from msweeper.solver import analyze
from msweeper.solver.frontier import Frontier
from msweeper.topology import Topology
from msweeper.view import View


def odds(view: View) -> dict[str, Fraction | None]:
    return {view.topology.label(cell): p for cell, p in analyze(view).odds.items()}


def at(topology: Topology, mines: int, **cells: int) -> View:
    """Return a view from labels written like ``c1_2``, with ``m`` for minus."""
    given = {label[1:].replace("_", ",").replace("m", "-"): n for label, n in cells.items()}
    return View.of(topology, mines, {topology.cell(label): n for label, n in given.items()})


def test_left_column_of_8x8(registry: Registry) -> None:
    board = registry.topology("square:width=8,height=8")
    view = at(board, 10, c1_1=1, c2_1=1, c3_1=2)
    assert analyze(view).minefields == 3_072_905_550
    expected = {
        "1,2": Fraction(4, 53),
        "2,2": Fraction(49, 53),
        "3,2": Fraction(0),
        "4,1": Fraction(57, 106),
        "4,2": Fraction(57, 106),
    }
    assert odds(view) == {label: expected.get(label, Fraction(15, 106)) for label in odds(view)}


@pytest.mark.parametrize("mines", [1, 58, 59])
def test_left_column_takes_2_to_59_mines(registry: Registry, mines: int) -> None:
    board = registry.topology("square:width=8,height=8")
    view = at(board, mines, c1_1=1, c2_1=1, c3_1=2)
    if mines == 1:
        with pytest.raises(InconsistentView):
            analyze(view)
    else:
        assert sum(filter(None, analyze(view).odds.values())) == mines


def test_single_2_on_8x8(registry: Registry) -> None:
    board = registry.topology("square:width=8,height=8")
    around = {board.label(cell) for cell in board.neighbors(board.cell("4,4"))}
    found = odds(at(board, 10, c4_4=2))
    assert found == {c: Fraction(1, 4) if c in around else Fraction(8, 55) for c in found}


def test_two_rows(registry: Registry) -> None:
    board = registry.topology("square:width=2,height=2")
    assert set(odds(at(board, 1, c2_2=1)).values()) == {Fraction(1, 3)}


def test_contradiction(registry: Registry) -> None:
    board = registry.topology("square:width=3,height=2")
    with pytest.raises(InconsistentView, match="0 mines"):
        analyze(at(board, 0, c1_2=1))


def test_readme_example_of_minesweepr(registry: Registry) -> None:
    """Cells A to I in a row above the numbers; only the sums matter, so any graph will do."""
    from msweeper.layout import Layout, Place

    sums = ["AB", "ABC", "BCD", "CDE", "DEFGH", "GHI", "HI"]
    needs = [1, 2, 3, 2, 2, 1, 1]
    names = [*"ABCDEFGHI", *[f"n{i}" for i in range(15)], *[f"r{i}" for i in range(76)]]
    near: list[set[int]] = [set() for _ in names]
    for i, letters in enumerate(sums):
        for letter in letters:
            near[names.index(letter)].add(names.index(f"n{i}"))
            near[names.index(f"n{i}")].add(names.index(letter))
    layout = Layout(places=tuple(Place(0, 0, 2 * i) for i in range(len(names))))
    board = Topology(near, names, layout)
    shown = {board.cell(f"n{i}"): needs[i] if i < 7 else 0 for i in range(15)}
    view = View.of(board, 10, shown)
    assert analyze(view).minefields == 237_093_780
    found = odds(view)
    certain = {"A": 0, "B": 1, "C": 1, "D": 1, "E": 0, "G": 0, "H": Fraction(71, 77)}
    assert found == {label: certain.get(label, Fraction(6, 77)) for label in found}


@pytest.mark.parametrize(
    ("mines", "expected"),
    [
        (1, ["1/2", "1/2", "0", "0"]),
        (2, ["1/2", "1/2", "1/2", "1/2"]),
        (3, ["1/2", "1/2", "1", "1"]),
    ],
)
def test_the_total_counts(registry: Registry, mines: int, expected: list[str]) -> None:
    view = at(registry.topology("square:width=5,height=1"), mines, c1_2=1)
    assert list(odds(view).values()) == list(map(Fraction, expected))


def test_the_total_can_contradict(registry: Registry) -> None:
    view = at(registry.topology("square:width=5,height=1"), 4, c1_2=1)
    with pytest.raises(InconsistentView, match="no minefield with 4 mines fits 1,2") as caught:
        analyze(view)
    assert caught.value.cells == (1,)


@pytest.mark.parametrize("length", range(3, 15))
def test_ones_along_a_wall(registry: Registry, length: int) -> None:
    board = registry.topology(f"square:width={length},height=2")
    ones = {length + i: 1 for i in range(length)}
    mines = -(-length // 3)
    found = list(analyze(View.of(board, mines, ones)).odds.values())
    if length % 3 == 2:
        assert found == [Fraction(i % 3 != 2, 2) for i in range(length)]
    else:
        assert found == [Fraction(i % 3 == (length % 3 == 0)) for i in range(length)]


def test_hex(registry: Registry) -> None:
    ring = registry.topology("hex:radius=1")
    assert analyze(at(ring, 3, c0_0=3)).minefields == 20
    assert set(odds(at(ring, 3, c0_0=3)).values()) == {Fraction(1, 2)}
    board = registry.topology("hex:radius=2")
    view = at(board, 4, c0_0=1)
    around = {board.label(cell) for cell in board.neighbors(board.cell("0,0"))}
    assert analyze(view).minefields == 1320
    assert odds(view) == {c: Fraction(1, 6 if c in around else 4) for c in odds(view)}


@pytest.mark.parametrize(
    ("mines", "count", "groups", "others"),
    [
        (3, 63, ["1/21", "3/7", "8/21"], "2/21"),
        (6, 1512, ["1/6", "1/4", "1/2"], "7/18"),
    ],
)
def test_two_numbers_on_hex(
    registry: Registry, mines: int, count: int, groups: list[str], others: str
) -> None:
    board = registry.topology("hex:radius=2")
    view = at(board, mines, c0_0=1, c1_0=2)
    cells = [["-1,0", "-1,1", "0,-1"], ["0,1", "1,-1"], ["1,1", "2,-1", "2,0"]]
    expected = {c: Fraction(p) for some, p in zip(cells, groups, strict=True) for c in some}
    assert analyze(view).minefields == count
    assert odds(view) == {c: expected.get(c, Fraction(others)) for c in odds(view)}


def test_cube(registry: Registry) -> None:
    board = registry.topology("cube:width=3,height=3,depth=3")
    view = at(board, 5, c1_1_1=2)
    around = {board.label(cell) for cell in board.neighbors(0)}
    assert analyze(view).minefields == 20_349
    assert odds(view) == {c: Fraction(2, 7) if c in around else Fraction(3, 19) for c in odds(view)}
    layer = registry.topology("cube:width=3,height=3,depth=1")
    flat = odds(at(layer, 3, c1_1_1=1, c1_2_2=3))
    assert flat == {c: Fraction(1, 2) if c in ("1,1,2", "1,2,1") else Fraction(2, 5) for c in flat}


@pytest.mark.parametrize(("spec", "mines"), [("30x16", 99), ("100x100", 2000)])
def test_nothing_open(registry: Registry, spec: str, mines: int) -> None:
    board = registry.topology(f"square:{spec}")
    analysis = analyze(View.of(board, mines))
    assert set(analysis.odds.values()) == {Fraction(mines, board.size)}
    assert analysis.minefields == comb(board.size, mines)
    assert analysis.p(0) == mines / board.size


def test_chance_of_an_opening_at_the_corner(registry: Registry) -> None:
    """The chance that the corner is a safe 0 is that of a view in which it is one."""
    board = registry.topology("square:30x16")
    opened = analyze(View.of(board, 99, {0: 0})).minefields
    everything = analyze(View.of(board, 99)).minefields
    assert opened is not None
    assert everything is not None
    assert opened == comb(476, 99)
    assert round(opened / everything, 6) == 0.395655


def test_a_checkerboard_of_numbers(registry: Registry) -> None:
    """One frontier of 450 cells, in which every cell touches two to four numbers."""
    board = registry.topology("square:30x30")
    game = Game(board, 90, seed="checkerboard", first="none")
    game.open(next(c for c in board if (c // 30 + c) % 2 == 0))
    field = game.minefield
    assert field is not None
    shown = {c: field.numbers[c] for c in board if (c // 30 + c) % 2 == 0 and field.numbers[c] >= 0}
    analysis = analyze(View.of(board, 90, shown))
    assert sum(filter(None, analysis.odds.values())) == 90


def test_flags_are_ignored(registry: Registry) -> None:
    board = registry.topology("square:width=5,height=1")
    plain = View.of(board, 1, {1: 1})
    flagged = View.of(board, 1, {1: 1, 0: "flag", 4: "flag"})
    assert dict(analyze(plain).odds) == dict(analyze(flagged).odds)


def test_what_is_called_safe_is_safe(registry: Registry) -> None:
    """Whole games: safe is odds 0, a mine is odds 1, and an opened safe cell is never a mine."""
    board = registry.topology("square:30x16")
    for n in range(25):
        game = Game(board, 99, seed=f"whole/{n}")
        game.open(board.size // 2)
        assert game.minefield is not None
        mines = set(game.minefield.mines)
        while not game.status.over:
            analysis = analyze(game.view)
            assert mines.issuperset(analysis.mine)
            assert mines.isdisjoint(analysis.safe)
            chances = {c: analysis.odds[c] for c in analysis.odds}
            assert analysis.safe == tuple(c for c in chances if chances[c] == 0)
            assert analysis.mine == tuple(c for c in chances if chances[c] == 1)
            assert sum(filter(None, chances.values())) == 99
            guess = min((c for c in chances if c not in mines), key=analysis.p)
            for cell in analysis.safe or (guess,):
                if game.view.cells[cell] < 0:
                    game.open(cell)


def test_a_frontier_that_grows_with_the_game_equals_a_new_one(registry: Registry) -> None:
    for spec, mines in (("square:16x16", 45), ("hex:5", 20), ("cube:4x3x5", 9)):
        board = registry.topology(spec)
        for n in range(10):
            game = Game(board, mines, seed=f"grow/{n}", first="safe")
            frontier = Frontier(game.view)
            game.open(0)
            assert game.minefield is not None
            safe = [cell for cell in board if cell not in game.minefield.mines]
            for event in game.events:
                frontier.open(event.cells, event.after)
            for cell in sorted(safe, key=lambda c: c * 7919 % 541):
                frontier.settle()
                new = Frontier(game.view)
                new.settle()
                assert frontier.state == new.state
                assert frontier.pieces() == new.pieces()
                assert (frontier.unknown, frontier.found) == (new.unknown, new.found)
                if game.view.cells[cell] < 0 and not game.status.over:
                    event = game.open(cell)
                    frontier.open(event.cells, event.after)
                if game.status.over:
                    break
