"""Games without a player: moves drawn from a seed, on any board, until the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from msweeper.errors import IllegalAction
from msweeper.game import Game
from msweeper.lottery import key, tickets
from msweeper.view import View

__all__ = ["played", "shuffled"]

_FLAGS = 4  # every so many-th cell is flagged before it is opened


def shuffled(size: int, seed: str) -> list[int]:
    """Return all cells in an order that depends on the seed alone."""
    drawn = tickets(key("", seed, purpose="msweeper-check/1"), size)
    return sorted(range(size), key=drawn.__getitem__)


def played(game: Game, seed: str) -> Iterator[tuple[str, View]]:
    """Play `game` to its end in an order drawn from `seed`; yield each move and what it left.

    Some cells are flagged first, rightly or not, some of these flags are taken back, and what
    ended the game in a loss is undone once, so that every kind of move comes up.
    """
    topology = game.topology
    undone = False
    for number, cell in enumerate(shuffled(topology.size, seed)):
        label = topology.label(cell)
        verbs = ["open", "chord"]
        if number % _FLAGS == 1:
            verbs = ["flag"] if number % (2 * _FLAGS) == 1 else ["flag", "flag", "open"]
        for verb in verbs:
            try:
                getattr(game, verb)(cell)
            except IllegalAction:
                continue  # open already, or no chord
            yield f"{verb} {label}", game.view
            if game.status.over and not undone:
                undone = True
                game.undo()
                yield "undo", game.view
            if game.status.over:
                return
    for cell in topology:  # what is left stands under flags or was passed over
        if game.status.over:
            return
        if game.shows(cell) == "flag":
            game.flag(cell)
            yield f"flag {topology.label(cell)}", game.view
        if game.shows(cell) == "closed":
            game.open(cell)
            yield f"open {topology.label(cell)}", game.view
