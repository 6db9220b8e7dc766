"""Strategies for hypothesis: graphs, boards, games in any state, and what is seen of them.

The only module here that needs hypothesis.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction
from msweeper.factory import TopologyFactory
from msweeper.game import Game
from msweeper.lattice import from_edges
from msweeper.testing.subject import Subject
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["boards", "games", "graphs", "views"]

_VERBS = ("open", "open", "flag", "chord")


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Topology:
    """Any undirected graph of at most `most` cells, connected or not."""
    size = draw(st.integers(1, most))
    pairs = [(str(a), str(b)) for a, b in combinations(range(size), 2)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    width = draw(st.integers(1, size))
    return from_edges(
        [str(i) for i in range(size)],
        edges,
        [(0, i // width, 2 * (i % width)) for i in range(size)],
    ).with_spec(f"graph:width={width}")


def boards(factory: TopologyFactory) -> st.SearchStrategy[Topology]:
    """Small boards of a family, of unequal sides and every choice."""
    return st.sampled_from([board.topology for board in Subject(factory).small])


def games(topologies: st.SearchStrategy[Topology]) -> st.SearchStrategy[Game]:
    """Games in any state: not begun, in the middle, won, lost, flags right and wrong."""
    return topologies.flatmap(_games)


def views(topologies: st.SearchStrategy[Topology]) -> st.SearchStrategy[View]:
    """What a player sees of such games. Every one fits at least one minefield."""
    return games(topologies).map(lambda game: game.view)


@st.composite
def _games(draw: st.DrawFn, topology: Topology) -> Game:
    cells = st.integers(0, topology.size - 1)
    mines = draw(st.sets(cells, max_size=max(1, topology.size // 2)))
    game = Game(topology, minefield=sorted(mines)[: topology.size - 1])
    flags = draw(st.sets(st.sampled_from(sorted(mines)))) if mines else set()
    for cell in flags:
        game.flag(cell)
    for verb, cell in draw(st.lists(st.tuples(st.sampled_from(_VERBS), cells), max_size=8)):
        _try(game, verb, cell)
    if draw(st.booleans()):
        for cell in topology:
            if cell not in mines or draw(st.integers(0, 40)) == 0:
                _try(game, "open", cell)
    return game


def _try(game: Game, verb: str, cell: int) -> None:
    with suppress(IllegalAction):
        game.act(Action(Verb(verb), cell))
