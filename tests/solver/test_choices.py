"""What the careful player does where a choice is clear."""

from __future__ import annotations

from fractions import Fraction

import pytest

from msweeper.errors import InconsistentView
from msweeper.game import Game
from msweeper.lattice import from_edges
from msweeper.plugins import load_plugins
from msweeper.solver.odds import analyze
from msweeper.solver.players import Careful, best_move
from msweeper.view import View

REGISTRY = load_plugins()


def test_a_coin_flip_that_nothing_avoids_is_not_put_off() -> None:
    """Two cells behind one number, cut off from a large rest where a lower risk waits."""
    labels = ["n", "x", "y", *[f"r{i}" for i in range(40)]]
    edges = [("n", "x"), ("n", "y"), ("x", "y")]
    edges += [(f"r{i}", f"r{i + 1}") for i in range(39)]
    board = from_edges(labels, edges, [(0, 0, 2 * i) for i in range(len(labels))])
    view = View.of(board, 6, {0: 1})
    analysis = analyze(view)
    assert analysis.odds[1] == Fraction(1, 2)
    assert analysis.odds[5] == Fraction(5, 40)
    player = Careful()
    player.begin(view)
    choice = player.choose()
    assert (choice.cells, choice.risk) == ((1,), 0.5)
    assert choice.why == "a coin flip that nothing can avoid"


def test_a_flip_that_the_mine_count_may_decide_is_put_off() -> None:
    """One mine or two: the rest of the board can tell."""
    labels = ["x", "n", "y", "m", *[f"r{i}" for i in range(40)]]
    edges = [("x", "n"), ("n", "y"), ("y", "m"), ("m", "r0")]
    edges += [(f"r{i}", f"r{i + 1}") for i in range(39)]
    board = from_edges(labels, edges, [(0, 0, 2 * i) for i in range(len(labels))])
    view = View.of(board, 6, {1: 1, 3: 1})
    player = Careful()
    player.begin(view)
    assert "coin flip" not in player.choose().why


def test_a_dead_cell_is_not_opened_while_another_may_tell() -> None:
    """In games with guesses: a cell that can show one number only has no better one beside it."""
    board = REGISTRY.topology("square:width=9,height=6")
    looked = 0
    for seed in range(60):
        game = Game(board, 12, seed=str(seed))
        game.open(board.layout.middle())
        move = best_move(game.view)
        while move is not None and not move.p:
            game.open(move.cell)
            move = best_move(game.view)
        if move is None or "coin flip" in move.why or "to win" in move.why:
            continue
        looked += 1
        if len(_possible(game.view, move.cell)) == 1:
            analysis = analyze(game.view)
            near = [c for c in analysis.odds if 0 < analysis.p(c) <= move.p]
            assert all(len(_possible(game.view, c)) == 1 for c in near), (seed, move)
    assert looked > 5


def _possible(view: View, cell: int) -> list[int]:
    """Return the numbers that `cell` can show if it is safe."""
    found = []
    known = {c: n for c, n in enumerate(view.cells) if n >= 0}
    for number in range(view.topology.degree(cell) + 1):
        try:
            analyze(View.of(view.topology, view.mines, {**known, cell: number}))
        except InconsistentView:
            continue
        found.append(number)
    return found


@pytest.mark.parametrize("name", sorted(REGISTRY.topologies))
def test_every_first_choice_is_made_in_time(name: str) -> None:
    for level in REGISTRY.topologies[name].factory.levels:
        topology = REGISTRY.topologies[name].build(level.parameters)
        player = Careful()
        player.begin(View.of(topology, level.mines))
        assert 0 < player.choose().risk < 1
