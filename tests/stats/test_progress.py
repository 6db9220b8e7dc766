"""3BV done, kept up move by move, is that of a measure made afresh."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction
from msweeper.game import Game
from msweeper.stats.measure import measure
from msweeper.stats.progress import Progress
from msweeper.topology import Topology
from tests.support import any_topology, hexagon


def test_an_opening_counts_when_all_its_zeros_are_open() -> None:
    game = Game(hexagon(2), minefield=[0])
    assert game.minefield is not None
    progress = Progress(game.minefield, game.view.cells)
    assert progress.done == 0
    event = game.open(game.topology.cell("0,2"))
    progress.change(event.cells, event.before, event.after)
    assert progress.done == game.minefield.bbbv == 1
    event = game.undo()
    progress.change(event.cells, event.after, event.before)
    assert progress.done == 0


@given(any_topology(), st.data())
def test_it_agrees_with_the_measure(topology: Topology, data: st.DataObject) -> None:
    cells = st.integers(0, topology.size - 1)
    mines = sorted(data.draw(st.sets(cells, max_size=max(1, topology.size // 3))))
    game = Game(topology, minefield=mines[: topology.size - 1])
    assert game.minefield is not None
    progress = Progress(game.minefield, game.view.cells)
    moves: list[tuple[float, str]] = []
    for verb in data.draw(st.lists(st.sampled_from([*Verb, "undo", "redo"]), max_size=12)):
        with suppress(IllegalAction):
            if verb == "undo":
                event = game.undo()
                progress.change(event.cells, event.after, event.before)
                moves.append((0.0, "undo"))
                continue
            if verb == "redo":
                event = game.redo()
                moves.append((0.0, "redo"))
            else:
                action = Action(Verb(verb), data.draw(cells))
                event = game.act(action)
                moves.append((0.0, action.text(topology)))
            progress.change(event.cells, event.before, event.after)
    found = measure(topology, game.minefield, moves, seconds=1.0)
    assert progress.done == found.bbbv_done
    assert Progress(game.minefield, game.view.cells).done == progress.done
