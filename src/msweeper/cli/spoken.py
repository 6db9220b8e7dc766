"""Typed play without a picture, as ``play --speak`` tells it: for screen readers, and for ears."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, final

from msweeper.game import Event
from msweeper.render.speak import answer, some_labels, survey
from msweeper.sitting.series import Series
from msweeper.view import Status, View

if TYPE_CHECKING:
    from msweeper.sitting.thinking import Thought

__all__ = ["Voice"]

_SHORT = 200
"""Characters that a plugin's description may have; of a longer one, only its first sentence."""


@final
class Voice:
    """What line mode says where it would draw."""

    def begin(self, series: Series) -> str:
        """Return what board this is, how its cells are called, and how it stands if begun."""
        game = series.sitting.game
        topology, factory = game.topology, series.board.registered.factory
        mines = f"{game.mines} mine{'s' * (game.mines != 1)}"
        cells = f"{topology.size} cell{'s' * (topology.size != 1)}"
        lines = [f"{topology.spec}: {factory.summary}", f"{cells}, {mines}; {_names(series)}"]
        if game.status is not Status.READY or game.flags:
            lines += survey(game.view)
        return "\n".join(lines)

    def board(self, view: View) -> str:
        """Return the board in words."""
        return "\n".join(survey(view))

    def answer(self, view: View, event: Event, *, redo: bool) -> str:
        """Return what a move has done."""
        return answer(view, event, redo=redo)

    def odds(self, thought: Thought) -> str:
        """Return the closed cells by their chance of a mine, a line a chance, safest first."""
        from msweeper.sitting.thinking import percent  # late: most games never ask

        chances: defaultdict[Fraction, list[int]] = defaultdict(list)
        for cell, chance in thought.analysis.odds.items():
            assert chance is not None, "play allows no estimate"
            chances[chance].append(cell)
        topology = thought.view.topology
        return "\n".join(
            f"{percent(chance)}: {some_labels(topology, chances[chance])}"
            for chance in sorted(chances)
        )


def _names(series: Series) -> str:
    """Return how labels are written: the first and the last, and what the plugin says of them."""
    labels = series.sitting.game.topology.labels
    told = f"labels run from {labels[0]} to {labels[-1]}"
    if len(labels) == 1:
        told = f"its label is {labels[0]}"
    text = " ".join(series.board.registered.factory.description.split())
    if len(text) > _SHORT:
        text = text.partition(". ")[0].removesuffix(".") + "."
    return f"{told}. {text}" if 1 < len(text) <= _SHORT else told
