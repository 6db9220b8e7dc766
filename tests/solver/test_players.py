"""Players on whole games: fair, repeatable, and about as good as they should be."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from msweeper.actions import Verb
from msweeper.errors import InconsistentView
from msweeper.game import Game
from msweeper.plugins import Registry
from msweeper.solver import PLAYERS, analyze, best_move, optimal
from msweeper.topology import Topology
from msweeper.view import Status, View


def play(game: Game, name: str, start: int | None = None) -> list[int]:
    """Play to the end; return the cells that were guessed. A proved cell is never a mine."""
    player = PLAYERS[name]()
    if start is not None:
        game.open(start)
    guesses: list[int] = []
    if game.status.over:
        return guesses
    player.begin(game.view)
    while True:
        choice = player.choose()
        assert choice.cells
        assert choice.risk == 0 or len(choice.cells) == 1
        if choice.risk:
            guesses += choice.cells
        for cell in choice.cells:
            if game.view.cells[cell] < 0:
                event = game.open(cell)
                if event.status.over:
                    assert event.status is Status.WON or choice.risk > 0
                    return guesses
                player.see(event.cells, event.after)


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize(
    ("spec", "mines", "games", "least"),
    [
        ("square:9x9", 10, 60, 50),
        ("square:16x16", 40, 30, 20),
        ("hex:4", 10, 30, 22),
        ("cube:6x6x3", 18, 20, 14),
    ],
)
def test_games_are_won(
    registry: Registry, name: str, spec: str, mines: int, games: int, least: int
) -> None:
    board = registry.topology(spec)
    won = 0
    for n in range(games):
        game = Game(board, mines, seed=f"players/{n}")
        play(game, name, board.size // 2)
        won += game.status is Status.WON
    assert won >= least


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_every_topology_is_played_without_a_first_open(registry: Registry, name: str) -> None:
    for registered in registry.topologies.values():
        levels = registered.factory.levels
        board = registered.build(levels[0].parameters if levels else {})
        game = Game(board, levels[0].mines if levels else board.size // 6, seed="start")
        play(game, name)
        assert game.status.over


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_the_same_game_is_played_the_same(registry: Registry, name: str) -> None:
    board = registry.topology("square:16x16")
    games = [Game(board, 55, seed="same", first="safe") for _ in range(2)]
    guesses = [play(game, name, 0) for game in games]
    assert guesses[0] == guesses[1]
    assert games[0].view == games[1].view


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_no_player_beats_the_best_play(registry: Registry, name: str) -> None:
    """4 mines on 3x5, over all minefields that fit the first open."""
    board = registry.topology("square:width=5,height=3")
    first = View.of(board, 4, {0: 1})
    best = optimal(first)
    ways = analyze(first).minefields
    assert ways is not None
    won = 0
    closed = [c for c in board if c]
    near = set(board.neighbors(0))
    for field in combinations(closed, 4):
        if len(near.intersection(field)) == 1:
            game = Game(board, minefield=field)
            play(game, name, 0)
            won += game.status is Status.WON
    assert won <= best.chance * ways
    if name == "careful":
        assert won >= best.chance * ways * 9 / 10


def test_a_player_that_joins_later(registry: Registry) -> None:
    board = registry.topology("hex:4")
    game = Game(board, 10, seed="later")
    game.open(board.size // 2)
    game.flag(next(c for c in board if game.view.cells[c] < 0))
    chance = Random(1)
    assert game.minefield is not None
    safe = [c for c in board if game.view.cells[c] == -1 and c not in game.minefield.mines]
    game.open(chance.choice(safe))
    player = PLAYERS["careful"]()
    player.begin(game.view)
    assert player.choose().cells


def line(registry: Registry, cells: int) -> Topology:
    return registry.topology(f"square:width={cells},height=1")


def test_the_best_move_is_proved(registry: Registry) -> None:
    view = View.of(line(registry, 5), 1, {1: 1})
    move = best_move(view)
    assert move is not None
    assert (move.cell, move.action, move.p) == (3, Verb.OPEN, 0.0)
    assert (
        move.why
        == "1,4 is safe: the board has 1 mine: 1 left, 1 of them elsewhere, so no other cell is one"
    )


def test_the_best_move_is_a_guess(registry: Registry) -> None:
    move = best_move(View.of(line(registry, 3), 1, {1: 1}))
    assert move is not None
    assert move.p == 0.5
    assert "50.0%" in move.why


def test_a_flag_in_the_way_is_taken_off(registry: Registry) -> None:
    move = best_move(View.of(line(registry, 3), 1, {1: 1, 0: 1, 2: "flag"}))
    assert move is None  # all safe cells are open
    view = View.of(line(registry, 4), 1, {0: 0, 1: "flag"})
    move = best_move(view)
    assert move is not None
    assert (move.cell, move.action) == (1, Verb.FLAG)


def test_no_move_after_the_end_nor_from_nonsense(registry: Registry) -> None:
    assert best_move(View.of(line(registry, 4), 1, {0: 0, 1: 0, 2: 1})) is None
    with pytest.raises(InconsistentView):
        best_move(View.of(line(registry, 4), 1, {0: 1, 3: 1}))
