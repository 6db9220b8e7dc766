"""The numbers of one game: its 3BV, what each action was worth, and the luck that it needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from msweeper.actions import Action, Verb
from msweeper.errors import BudgetExceeded, IllegalAction
from msweeper.firstclick import FirstClick
from msweeper.game import Event, Game
from msweeper.minefield import Minefield
from msweeper.solver import Analysis, Budget, analyze
from msweeper.solver.risk import risk
from msweeper.topology import Topology
from msweeper.view import CLOSED, Status, View

__all__ = ["Measures", "measure", "units"]


@final
@dataclass(frozen=True, slots=True)
class Measures:
    """The numbers of one game.

    Of the minefield: a *unit* is an opening (a connected region of zeros) or a lone cell (a safe
    cell that is no zero and touches none); 3BV is the number of units. Of the play: actions are
    counted as they were made, undone ones too, while `bbbv_done`, `useful`, `guesses` and `luck`
    are those of the history that stands at the end. A redo is no new action.
    """

    bbbv: int
    openings: int
    islands: int
    """Connected regions of lone cells: each must be opened cell by cell."""
    bbbv_done: int
    """The units done: openings of which all zeros are open, and open lone cells."""
    opens: int
    flags: int
    """Flags put and flags taken away."""
    chords: int
    undos: int
    useful: int
    """The opens and chords that opened a zero or a lone cell, and were not undone for good."""
    seconds: float
    guesses: int | None = None
    """The opens and chords that nothing proved safe, the fatal one too; None: not counted."""
    luck: Fraction | None = None
    """The product of the chances of all guesses that went well, exact; None: not counted."""

    @property
    def actions(self) -> int:
        return self.opens + self.flags + self.chords

    @property
    def wasted(self) -> int:
        """The opens and chords that were not useful: a fatal one, or only the rim of an opening."""
        return self.opens + self.chords - self.useful

    @property
    def efficiency(self) -> Fraction | None:
        """Units done per action; chords can take it above 1. None without actions."""
        return Fraction(self.bbbv_done, self.actions) if self.actions else None

    @property
    def bbbv_per_second(self) -> float | None:
        """Units done per second; None where no time passed."""
        return self.bbbv_done / self.seconds if self.seconds > 0 else None

    def to_json(self) -> dict[str, Any]:
        """Return all numbers as JSON values, fractions rounded."""
        speed, efficiency = self.bbbv_per_second, self.efficiency
        return {
            "bbbv": self.bbbv,
            "bbbv_done": self.bbbv_done,
            "openings": self.openings,
            "islands": self.islands,
            "opens": self.opens,
            "useful": self.useful,
            "wasted": self.wasted,
            "flags": self.flags,
            "chords": self.chords,
            "undos": self.undos,
            "seconds": round(self.seconds, 3),
            "efficiency": None if efficiency is None else round(float(efficiency), 4),
            "bbbv_per_second": None if speed is None else round(speed, 4),
            "guesses": self.guesses,
            "luck": None if self.luck is None else float(f"{float(self.luck):.6g}"),
        }


def measure(
    topology: Topology,
    minefield: Minefield,
    moves: Iterable[tuple[float, str]],
    *,
    seconds: float,
    think: bool = False,
    first: FirstClick = FirstClick.OPEN,
    budget: Budget | None = None,
) -> Measures:
    """Play `moves` again on `minefield` and return their numbers.

    Args:
        moves: the clock's seconds, which are not looked at, and ``open``, ``flag`` or ``chord``
            with a label, ``undo`` or ``redo``.
        seconds: what the clock showed at the end.
        think: whether to count guesses and luck. It takes one analysis an open.
        first: the rule the game was played by. Unless it is ``none``, the first open was
            protected, and is no guess.
        budget: how long one analysis may take; 1 s if left out. The first that takes longer
            leaves guesses and luck uncounted, unless it proved the open safe.

    A chord is one guess, whose chance is that none of the cells it opens is a mine.

    Raises:
        IllegalAction: a move that the rules do not allow there; names it.
        ParseError, UnknownName: a move that does not parse.
        UsageError: the minefield belongs to another topology.
    """
    game = Game(topology, minefield=minefield)
    counts = dict.fromkeys(Verb, 0)
    undos = 0
    protected: Event | None = None
    for number, (_, text) in enumerate(moves, 1):
        try:
            if text == "undo":
                game.undo()
                undos += 1
            elif text == "redo":
                game.redo()
            else:
                action = Action.parse(text, topology)
                event = game.act(action)
                counts[action.verb] += 1
                if counts[Verb.OPEN] == 1 and action.verb is Verb.OPEN:
                    protected = event
        except IllegalAction as error:
            raise IllegalAction(f"move {number}, {text}: {error}") from None
    unit_of, islands = units(minefield)
    shown = game.view.cells
    undone = {unit for cell, unit in enumerate(unit_of) if unit >= 0 and shown[cell] < 0}
    useful = sum(
        any(now >= 0 > was and unit_of[cell] >= 0 for cell, was, now in event.changes)
        for event in game.events
        if event.action.verb is not Verb.FLAG
    )
    guesses: int | None = None
    luck: Fraction | None = None
    if think:
        skipped = None if first is FirstClick.NONE else protected
        guesses, luck = _luck(game, skipped, budget or Budget(1.0))
    return Measures(
        minefield.bbbv,
        minefield.openings,
        islands,
        minefield.bbbv - len(undone),
        counts[Verb.OPEN],
        counts[Verb.FLAG],
        counts[Verb.CHORD],
        undos,
        useful,
        seconds,
        guesses,
        luck,
    )


def units(minefield: Minefield) -> tuple[list[int], int]:
    """Return the unit of each zero and lone cell, -1 elsewhere; and the number of islands."""
    numbers, (starts, flat) = minefield.numbers, minefield.topology.rows
    unit_of = [-1] * len(numbers)
    rim = bytearray(len(numbers))
    unit = 0
    for root, number in enumerate(numbers):
        if number or unit_of[root] >= 0:
            continue
        unit_of[root] = unit
        stack = [root]
        while stack:
            at = stack.pop()
            for near in flat[starts[at] : starts[at + 1]]:
                if numbers[near]:
                    rim[near] = 1
                elif unit_of[near] < 0:
                    unit_of[near] = unit
                    stack.append(near)
        unit += 1
    lone = [cell for cell, number in enumerate(numbers) if number > 0 and not rim[cell]]
    for cell in lone:
        unit_of[cell] = unit
        unit += 1
    assert unit == minefield.bbbv
    left, islands = set(lone), 0
    for root in lone:
        if root not in left:
            continue
        islands += 1
        left.discard(root)
        stack = [root]
        while stack:
            at = stack.pop()
            for near in flat[starts[at] : starts[at + 1]]:
                if near in left:
                    left.discard(near)
                    stack.append(near)
    return unit_of, islands


def _luck(
    played: Game, skipped: Event | None, budget: Budget
) -> tuple[int | None, Fraction | None]:
    """Return the guesses of the history of `played`, and the product of the chances survived."""
    assert played.minefield is not None
    game = Game(played.topology, minefield=played.minefield)
    guesses, luck = 0, Fraction(1)
    for past in played.events:
        action = past.action
        if action.verb is Verb.FLAG or past is skipped:
            game.act(action)
            continue
        view = game.view
        cells = [action.cell]
        if action.verb is Verb.CHORD:
            near = game.topology.neighbors(action.cell)
            cells = [cell for cell in near if view.cells[cell] == CLOSED]
        try:
            chance = _risk(view, cells, budget)
        except BudgetExceeded:
            return None, None
        game.act(action)
        guesses += chance > 0
        if game.status is not Status.LOST:
            luck *= 1 - chance
    return guesses, luck


def _risk(view: View, cells: list[int], budget: Budget) -> Fraction:
    """Return the chance of a mine among `cells`. Raises BudgetExceeded where it is not proved."""
    try:
        analysis = analyze(view, budget=budget)
    except BudgetExceeded as error:
        if isinstance(error.known, Analysis) and set(cells) <= set(error.known.safe):
            return Fraction(0)
        raise
    if set(cells) <= set(analysis.safe):
        return Fraction(0)
    if len(cells) > 1:
        return risk(view, cells, budget=budget)
    chance = analysis.odds[cells[0]]
    assert chance is not None, "an exact analysis knows every closed cell"
    return chance
