"""The numbers of one game, on every topology."""

from __future__ import annotations

import random
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper import solver
from msweeper.actions import Action
from msweeper.errors import BudgetExceeded, IllegalAction, MsweeperError, ParseError, UnknownName
from msweeper.firstclick import FirstClick
from msweeper.game import Game
from msweeper.minefield import Minefield
from msweeper.plugins import load_plugins
from msweeper.solver import Analysis, Budget
from msweeper.stats.measure import Measures, measure
from msweeper.topology import Topology
from msweeper.view import Status, View
from tests.support import ANY, any_topology, graph, names, path, small, square, torus

TOPOLOGIES = [
    *(board for registered in load_plugins().topologies.values() for board in small(registered)),
    torus(3, 5),
    graph("a b c d e f", "ab bc ca cd"),
]


def field(topology: Topology, *mines: str) -> Minefield:
    return Minefield.of(topology, map(topology.cell, mines))


def play(minefield: Minefield, *moves: str, seconds: float = 10.0, **rest: object) -> Measures:
    timed = [(float(i), move) for i, move in enumerate(moves)]
    return measure(minefield.topology, minefield, timed, seconds=seconds, **rest)  # type: ignore[arg-type]


def units(minefield: Minefield) -> list[set[int]]:
    """Return the cells of each unit, by joining zeros that touch: an oracle."""
    topology, shown = minefield.topology, minefield.numbers
    found: list[set[int]] = []
    for cell in topology:
        if shown[cell] == 0:
            near = [unit for unit in found if unit & set(topology.neighbors(cell))]
            found = [unit for unit in found if unit not in near] + [set[int]().union({cell}, *near)]
    zeros = set[int]().union(*found)
    return found + [
        {cell} for cell in topology if shown[cell] > 0 and not zeros & set(topology.neighbors(cell))
    ]


# Section 4 of the facts: 3BV


@pytest.mark.parametrize(
    ("topology", "mines", "openings", "bbbv"),
    [
        pytest.param(
            square(8, 8), "13 23 26 31 34 42 47 53 66 77", 3, 23, id="the question on 3BV"
        ),
        pytest.param(square(8, 8), "10 20 36 41 53 56 61 62 63 67", 2, 20, id="ms-toollib, utils"),
        pytest.param(square(8, 8), "11 14 16 17 24 34 36 55 56 66 72", 2, 26, id="ms-toollib"),
        pytest.param(square(4, 4), "01", 1, 2, id="minesweeper.org"),
        pytest.param(square(3, 3), "00 22", 2, 2, id="two corners"),
        pytest.param(square(3, 5), "", 1, 1, id="no mines"),
    ],
)
def test_3bv_of_given_boards(topology: Topology, mines: str, openings: int, bbbv: int) -> None:
    cells = [topology.cell(f"{int(at[0]) + 1},{int(at[1]) + 1}") for at in mines.split()]
    found = play(Minefield.of(topology, cells))
    assert (found.openings, found.bbbv, found.bbbv_done) == (openings, bbbv, 0)


@pytest.mark.parametrize(
    ("topology", "mines", "islands"),
    [
        pytest.param(square(1, 5), ("1,3",), 0, id="the rims of two openings"),
        pytest.param(square(1, 5), ("1,2", "1,4"), 3, id="three lone cells apart"),
        pytest.param(square(2, 4), ("1,1", "1,4"), 1, id="one of six"),
        pytest.param(square(3, 5), ("1,1", "2,1", "3,1", "1,4", "2,4", "3,4"), 2, id="columns"),
    ],
)
def test_islands_by_hand(topology: Topology, mines: tuple[str, ...], islands: int) -> None:
    assert play(field(topology, *mines)).islands == islands


@given(any_topology(), st.data())
def test_islands_against_joining(topology: Topology, data: st.DataObject) -> None:
    mines = data.draw(st.sets(st.integers(0, topology.size - 1), max_size=topology.size - 1))
    minefield = Minefield.of(topology, mines)
    all_units = units(minefield)
    lone = {cell for unit in all_units for cell in unit if minefield.numbers[cell] > 0}
    islands: list[set[int]] = []
    for cell in lone:
        near = [island for island in islands if island & set(topology.neighbors(cell))]
        islands = [i for i in islands if i not in near] + [set[int]().union({cell}, *near)]
    found = play(minefield)
    assert (found.bbbv, found.islands) == (len(all_units), len(islands))


# One open for each unit


@pytest.mark.parametrize("topology", TOPOLOGIES, ids=names(TOPOLOGIES))
@pytest.mark.parametrize("share", [0, 6, 3, 2])
def test_one_open_for_each_unit_wins_and_wastes_nothing(topology: Topology, share: int) -> None:
    chance = random.Random(f"{topology.spec}/{share}")
    mines = chance.sample(range(topology.size), topology.size // share if share else 0)
    mines = mines[: topology.size - 1]
    minefield = Minefield.of(topology, mines)
    cells = [min(unit) for unit in units(minefield)]
    chance.shuffle(cells)
    moves = [f"open {topology.label(cell)}" for cell in cells]
    found = play(minefield, *moves, seconds=4.0)
    assert found.opens == found.useful == found.bbbv == found.bbbv_done == len(moves)
    assert (found.wasted, found.efficiency) == (0, Fraction(1))
    assert found.bbbv_per_second == len(moves) / 4
    game = Game(topology, minefield=minefield)
    for move in moves:
        game.act(Action.parse(move, topology))
    assert game.status is Status.WON


@settings(max_examples=150)
@given(st.sampled_from(ANY), st.randoms(use_true_random=False))
def test_counts_against_a_model(topology: Topology, chance: random.Random) -> None:
    """Any moves at all, undone ones among them: the counts follow from what each one changed."""
    if topology.size > 40:
        topology = path(7)
    mines = chance.sample(range(topology.size), chance.randrange(topology.size))
    minefield = Minefield.of(topology, mines)
    game = Game(topology, minefield=minefield)
    all_units = units(minefield)
    moves: list[str] = []
    tried: dict[str, int] = dict.fromkeys(("open", "flag", "chord", "undo", "redo"), 0)
    for _ in range(chance.randrange(40)):
        verb = chance.choice(["open", "open", "open", "flag", "flag", "chord", "undo", "redo"])
        text = verb
        try:
            if verb in ("undo", "redo"):
                getattr(game, verb)()
            else:
                cell = chance.randrange(topology.size)
                text = f"{verb} {topology.label(cell)}"
                game.act(Action.parse(text, topology))
        except IllegalAction:
            continue
        tried[verb] += 1
        moves.append(text)
    found = play(minefield, *moves)
    assert (found.opens, found.flags, found.chords, found.undos) == (
        tried["open"],
        tried["flag"],
        tried["chord"],
        tried["undo"],
    )
    assert found.bbbv_done == sum(
        all(game.view.cells[cell] >= 0 for cell in unit) for unit in all_units
    )
    counted = set[int]().union(*all_units)
    opened = [{c.cell for c in event.changes if c.after >= 0} for event in game.events]
    assert found.useful == sum(bool(cells & counted) for cells in opened)
    assert found.useful + found.wasted == found.opens + found.chords
    assert (found.bbbv_done == found.bbbv) or game.status is not Status.WON
    actions = found.opens + found.flags + found.chords
    assert found.efficiency == (Fraction(found.bbbv_done, actions) if actions else None)


# What is useful and what is wasted

FIVE = field(square(1, 5), "1,3")  # 0 1 * 1 0


def test_the_rim_of_an_opening_is_wasted() -> None:
    found = play(FIVE, "open 1,2", "open 1,1", "open 1,5")
    assert (found.opens, found.useful, found.wasted) == (3, 2, 1)
    assert found.efficiency == Fraction(2, 3)


def test_a_fatal_open_is_wasted() -> None:
    found = play(FIVE, "open 1,1", "open 1,3")
    assert (found.useful, found.wasted, found.bbbv_done) == (1, 1, 1)


def test_undone_opens_are_wasted_and_count() -> None:
    found = play(FIVE, "open 1,1", "undo", "open 1,5", "undo", "redo")
    assert (found.opens, found.useful, found.bbbv_done, found.undos) == (2, 1, 1, 2)


def test_a_chord_may_do_several_units() -> None:
    board = field(square(2, 3), "1,1")  # * 1 0 / 1 1 0
    found = play(board, "open 1,2", "flag 1,1", "chord 1,2")
    assert (found.opens, found.flags, found.chords) == (1, 1, 1)
    assert (found.useful, found.wasted) == (1, 1)  # 1,2 alone is rim
    assert found.bbbv_done == 2  # the opening, and 2,1
    assert found.efficiency == Fraction(2, 3)


def test_efficiency_can_exceed_1() -> None:
    star = graph("h m a b c d e", "hm ha hb hc hd he ma mb mc md me")
    found = play(field(star, "m"), "open h", "flag m", "chord h")
    assert (found.bbbv, found.bbbv_done, found.efficiency) == (6, 6, Fraction(2))


def test_a_flag_that_cuts_an_opening_leaves_it_undone() -> None:
    board = field(square(1, 6), "1,6")  # 0 0 0 0 1 *
    moves = ["flag 1,3", "open 1,1"]
    assert play(board, *moves).bbbv_done == 0
    found = play(board, *moves, "flag 1,3", "open 1,3")
    assert (found.bbbv, found.bbbv_done, found.useful, found.flags) == (1, 1, 2, 2)


def test_no_time_and_no_action_have_no_rate() -> None:
    found = play(FIVE, seconds=0.0)
    assert (found.efficiency, found.bbbv_per_second) == (None, None)
    assert found.to_json()["efficiency"] is None


# Guesses and luck


def test_a_coin_toss_is_one_guess() -> None:
    board = field(square(1, 5), "1,2")  # 1 * 1 0 0
    found = play(board, "open 1,5", "open 1,1", think=True)
    assert (found.guesses, found.luck) == (0, Fraction(1))  # 1,3 shows 1: the mine is 1,2
    # two ends of a path: 1 is proved nowhere
    board = field(square(2, 3), "1,1")
    found = play(board, "open 1,3", "open 2,1", think=True)
    assert (found.guesses, found.luck) == (1, Fraction(1, 2))
    found = play(board, "open 1,3", "open 1,1", think=True)
    assert (found.guesses, found.luck) == (1, Fraction(1))  # the fatal one was not survived


def test_the_first_open_counts_where_no_rule_protects_it() -> None:
    board = field(square(2, 3), "1,1")
    moves = "flag 1,1", "open 1,3", "open 2,1"
    found = play(board, *moves, think=True, first=FirstClick.NONE)
    assert (found.guesses, found.luck) == (2, Fraction(5, 6) * Fraction(1, 2))
    for rule in (FirstClick.SAFE, FirstClick.OPEN):
        found = play(board, *moves, think=True, first=rule)
        assert (found.guesses, found.luck) == (1, Fraction(1, 2))


def test_what_was_undone_needs_no_luck() -> None:
    board = field(square(2, 3), "1,1")
    found = play(board, "open 1,3", "open 1,1", "undo", "open 2,1", think=True)
    assert (found.guesses, found.luck, found.opens) == (1, Fraction(1, 2), 3)
    found = play(board, "open 1,3", "undo", "redo", think=True)
    assert (found.guesses, found.luck) == (0, Fraction(1))
    found = play(board, "open 1,3", "undo", "open 2,3", think=True)
    assert (found.guesses, found.luck) == (1, Fraction(5, 6))


def test_a_chord_is_one_guess() -> None:
    board = field(square(1, 3), "1,1")  # * 1 0
    found = play(board, "open 1,2", "flag 1,1", "chord 1,2", think=True)
    assert (found.guesses, found.luck) == (1, Fraction(1, 2))
    board = field(square(3, 3), "1,1", "3,3")  # a wrong guess of two flags among eight
    found = play(board, "open 2,2", "flag 1,1", "flag 3,3", "chord 2,2", think=True)
    assert (found.guesses, found.luck) == (1, Fraction(1, len(list(combinations(range(8), 2)))))


def test_luck_is_not_counted_beyond_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    def analyze(view: View, *, budget: Budget) -> Analysis:
        assert budget == Budget(7.0)
        raise BudgetExceeded("too long", known=solver.analyze(view))

    monkeypatch.setattr("msweeper.stats.measure.analyze", analyze)
    board = field(square(2, 3), "1,1")
    found = play(board, "open 1,3", "open 2,1", think=True, budget=Budget(7.0))
    assert (found.guesses, found.luck) == (None, None)
    proved = play(board, "open 1,3", "undo", "redo", think=True, budget=Budget(7.0))
    assert (proved.guesses, proved.luck) == (0, Fraction(1))
    found = play(FIVE, "open 1,1", "open 1,5", think=True, budget=Budget(7.0))
    assert (found.guesses, found.luck) == (0, Fraction(1))  # the part that is known proves it
    assert play(board, "open 1,3").luck is None


@pytest.mark.parametrize(
    "topology", [pytest.param(t, id=t.spec) for t in TOPOLOGIES if t.size <= 60]
)
def test_luck_lies_between_0_and_1_everywhere(topology: Topology) -> None:
    game = Game(topology, topology.size // 6, seed="maple")
    chance = random.Random(topology.spec)
    moves: list[str] = []
    while not game.status.over and len(moves) < 15:
        closed = [cell for cell in topology if game.view.cells[cell] < 0]
        moves.append(f"open {topology.label(chance.choice(closed))}")
        game.act(Action.parse(moves[-1], topology))
    assert game.minefield is not None
    found = play(game.minefield, *moves, think=True)
    assert found.guesses is not None
    assert found.luck is not None
    assert 0 <= found.guesses < len(moves) or not moves
    assert 0 < found.luck <= 1


# Bad input, and texts


@pytest.mark.parametrize(
    ("moves", "error", "words"),
    [
        pytest.param(["open 1,1", "open 1,1"], IllegalAction, "move 2, open 1,1: .*", id="illegal"),
        pytest.param(["undo"], IllegalAction, "move 1, undo: .*", id="nothing to undo"),
        pytest.param(["dig 1,1"], ParseError, "no action", id="verb"),
        pytest.param(["open 9,9"], UnknownName, "9,9", id="label"),
    ],
)
def test_bad_moves_are_named(moves: list[str], error: type[MsweeperError], words: str) -> None:
    with pytest.raises(error, match=words):
        play(FIVE, *moves)


def test_json() -> None:
    board = field(square(2, 3), "1,1")
    found = play(board, "open 1,3", "flag 1,1", "open 2,1", seconds=1.5, think=True)
    assert found.to_json() == {
        "bbbv": 2,
        "bbbv_done": 2,
        "openings": 1,
        "islands": 1,
        "opens": 2,
        "useful": 2,
        "wasted": 0,
        "flags": 1,
        "chords": 0,
        "undos": 0,
        "seconds": 1.5,
        "efficiency": 0.6667,
        "bbbv_per_second": 1.3333,
        "guesses": 1,
        "luck": 0.5,
    }
    assert eval(repr(found)) == found
    assert Measures(**asdict(found)) == found
