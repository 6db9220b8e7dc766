"""What the solver says of a view, as sentences and as JSON values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, final

from msweeper.actions import Verb
from msweeper.errors import BudgetExceeded
from msweeper.firstclick import FirstClick
from msweeper.game import Event, Game
from msweeper.solver import Analysis, Budget, Move, analyze, best_move, deduce, explain
from msweeper.solver.risk import risk
from msweeper.topology import Topology
from msweeper.view import CLOSED, View

__all__ = ["Thought", "analysis_json", "hint_line", "last_risk", "think", "why_line"]

PATIENCE = 5.0
"""Seconds that an answer in play may take."""


@final
class Thought:
    """A view with its analysis and the best move."""

    def __init__(self, view: View, analysis: Analysis, move: Move | None) -> None:
        self.view = view
        self.analysis = analysis
        self.move = move


def think(
    view: View,
    first: FirstClick | None = None,
    start: int | None = None,
    *,
    seconds: float | None = PATIENCE,
    estimate: bool = False,
) -> Thought:
    """Analyze `view` and choose the best move.

    Nothing is open yet where `first` is given, the rule that protects the first open, or `start`,
    the cell that the board was made to be opened at.

    Raises:
        InconsistentView: no minefield fits.
        BudgetExceeded: it takes longer than `seconds`, and no estimate is allowed.
    """
    analysis = analyze(view, budget=Budget(seconds), estimate=estimate)
    if start is not None:
        return Thought(view, analysis, Move(start, Verb.OPEN, 0.0, "this board begins there"))
    if first is not None:
        return Thought(view, analysis, _first_move(view.topology, first))
    return Thought(view, analysis, best_move(view, analysis=analysis, budget=Budget(seconds)))


def _first_move(topology: Topology, first: FirstClick) -> Move:
    """Return a good first cell: the middle opens most, the fewest neighbors are most often 0."""
    cell = topology.layout.middle()
    if first is FirstClick.SAFE:
        cell = min(topology, key=topology.degree)
    return Move(cell, Verb.OPEN, 0.0, f"by the first-click rule {first}, {first.promise}")


def analysis_json(thought: Thought) -> dict[str, Any]:
    """Return the document of ``analyze --json``."""
    view, analysis, move = thought.view, thought.analysis, thought.move
    label = view.topology.label
    odds: list[dict[str, Any]] = []
    for cell, chance in analysis.odds.items():
        row = {
            "cell": label(cell),
            "mine": None if chance is None else str(chance),
            "p": _rounded(analysis.p(cell)),
        }
        if not analysis.exact:
            row["se"] = _rounded(analysis.se(cell))
        odds.append(row)
    best = None
    if move is not None:
        best = {
            "cell": label(move.cell),
            "action": str(move.action),
            "p": _rounded(move.p),
            "why": move.why,
        }
    return {
        "spec": view.topology.spec,
        "mines": view.mines,
        "exact": analysis.exact,
        "minefields": None if analysis.minefields is None else str(analysis.minefields),
        "safe": [label(cell) for cell in analysis.safe],
        "mine": [label(cell) for cell in analysis.mine],
        "odds": odds,
        "best": best,
    }


def _rounded(p: float) -> float | None:
    return None if p != p else round(p, 9)


def hint_line(move: Move | None, view: View) -> str:
    """Return one line: what to do now, and why."""
    if move is None:
        return "the game is over"
    return f"{move.action} {view.topology.label(move.cell)}: {move.why}"


def why_line(view: View, cell: int, *, seconds: float | None = PATIENCE) -> str:
    """Return one line on what is known of `cell`, and why.

    Raises:
        InconsistentView, BudgetExceeded: as for `think`.
    """
    topology = view.topology
    label = topology.label(cell)
    number = view.cells[cell]
    if number >= 0:
        closed = [other for other in topology.neighbors(cell) if view.cells[other] < 0]
        where = ", ".join(map(topology.label, closed)) or "none"
        return f"{label} is open and shows {number}; closed around it: {where}"
    budget = Budget(seconds)
    facts = deduce(view, budget=budget)
    proof = next((fact for fact in facts if fact.cell == cell), None)
    if proof is None:
        analysis = analyze(view, budget=budget)
        chance = analysis.odds[cell]
        assert chance is not None
        if 0 < chance < 1:
            return (
                f"{label} is a mine with {percent(chance)} ({chance}):"
                " no number and no mine count settles it"
            )
        proof = explain(view, cell, budget=budget)
    assert proof is not None
    return proof.text(topology)


def percent(chance: Fraction | float) -> str:
    """Return a chance with a decimal, never rounded to one that is certain."""
    if 0 < chance < 1:
        return f"{min(99.9, max(0.1, round(float(chance) * 100, 1))):g}%"
    return f"{int(chance * 100)}%"


def last_risk(game: Game, event: Event, *, seconds: float | None = 2.0) -> str:
    """Return one line on the open or chord that lost: its risk, and whether a cell was safe."""
    cells = game.view.cells
    for change in event.changes:
        cells[change.cell] = change.before
    view = View(game.topology, game.mines, cells, event.status_before)
    what = f"{event.action.verb} {game.topology.label(event.action.cell)}"
    opened = [event.action.cell]
    if cells[event.action.cell] >= 0:  # a chord opened the closed cells around its number
        near = game.topology.neighbors(event.action.cell)
        opened = [cell for cell in near if cells[cell] == CLOSED]
    try:
        analysis = analyze(view, budget=Budget(seconds))
        chance = risk(view, opened, budget=Budget(seconds))
    except BudgetExceeded:
        return f"{what}: the risk is not known, counting it takes too long"
    safe = [cell for cell in analysis.safe if cells[cell] == CLOSED]
    other = f"{game.topology.label(safe[0])} was safe" if safe else "no cell was safe"
    return f"{what} was a mine with {percent(chance)} ({chance}); {other}"
