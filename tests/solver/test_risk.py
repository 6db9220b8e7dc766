from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.solver.odds import analyze
from msweeper.solver.risk import risk

REGISTRY = load_plugins()


@pytest.mark.parametrize("spec", ["square:width=5,height=3", "hex:radius=2", "cube:2x3x2"])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_risk_of_several_cells_equals_counting(spec: str, seed: str) -> None:
    board = REGISTRY.topology(spec)
    game = Game(board, 3, seed=seed, first="safe")
    game.open(0)
    view = game.view
    numbers = [(cell, shown) for cell, shown in enumerate(view.cells) if shown >= 0]
    closed = [cell for cell, shown in enumerate(view.cells) if shown < 0]
    fields = [
        set(mines)
        for mines in combinations(closed, 3)
        if all(len(set(mines) & set(board.neighbors(cell))) == shown for cell, shown in numbers)
    ]
    for count in (1, 2, 3):
        for cells in list(combinations(closed, count))[:40]:
            bad = sum(1 for mines in fields if mines & set(cells))
            assert risk(view, cells) == Fraction(bad, len(fields))
    analysis = analyze(view)
    assert all(risk(view, [cell]) == analysis.odds[cell] for cell in closed)
