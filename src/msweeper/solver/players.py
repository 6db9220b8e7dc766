"""Players: from what was opened to what is opened next. The same game is always played the same.

A player is begun on a view, then asked for cells to open and told what they show, in turn. It
keeps what it knows between moves, so a move costs as much as what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, Protocol, final

from msweeper.actions import Verb
from msweeper.errors import BudgetExceeded
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.deduce import Deduction, deduce, explain
from msweeper.solver.exact import OutOfNodes, search
from msweeper.solver.frontier import MINE, UNKNOWN, Frontier
from msweeper.solver.odds import Analysis, Share, Solution, analyze, shrink, solve
from msweeper.view import FLAG, View

__all__ = ["PLAYERS", "Careful", "Choice", "LowestRisk", "Move", "Player", "best_move"]

_TABLE = 200_000  # rows; a limit in time would make the result depend on the machine
_FIELDS = 150  # minefields left, from which the end is played exactly
_NODES = 20_000
_CANDIDATES = 8
_AHEAD = 100_000  # rows that looking ahead may take for one move
_CERTAIN = 1 - 1e-9  # of the chance to survive: no other number can be shown
_DEAD = -0.5  # worse than any cell that may tell something
_SEEN = 0.98  # of the chance to survive: rarer numbers are not looked at
_NEARLY = 0.92  # of the best chance to survive: riskier cells are not looked at


class Choice(NamedTuple):
    """Cells to open, one after the other."""

    cells: tuple[int, ...]
    """All of them proved safe, or a single guess; some may get open before their turn."""
    risk: float
    """The chance that the first one is a mine; 0.0 only if that is proved."""
    why: str


class Player(Protocol):
    """What `simulate` plays with. Called in turn: ``begin``, then ``choose`` and ``see``."""

    name: str

    def begin(self, view: View) -> None:
        """Start on a view of any game that is not over."""

    def choose(self) -> Choice:
        """Return what to open next."""

    def see(self, cells: Iterable[int], shows: Iterable[int]) -> None:
        """Take in what an event changed: cells, and the codes that they show after it."""


class _Certain:
    """Opens what is certain; what to guess is left to the subclass."""

    name = ""

    def begin(self, view: View) -> None:
        self.frontier = Frontier(view)

    def see(self, cells: Iterable[int], shows: Iterable[int]) -> None:
        self.frontier.open(cells, shows)

    def choose(self) -> Choice:
        frontier = self.frontier
        frontier.settle()
        safe = frontier.take_safe()
        if safe:
            return Choice(tuple(safe), 0.0, "proved safe")
        pieces = frontier.pieces()
        while shrink(frontier, pieces, 0):  # most of what is certain takes no counting
            frontier.settle()
            safe = frontier.take_safe()
            if safe:
                return Choice(tuple(safe), 0.0, "proved safe by two numbers")
            pieces = frontier.pieces()
        try:
            solution = solve(frontier, Budget(table=_TABLE).meter(), pieces)
            assert solution is not None, "the view contradicts itself"
            mines = frontier.found
            safe = _certain(frontier, solution)
            if safe:
                return Choice(tuple(safe), 0.0, "proved safe by counting")
            if frontier.found > mines:  # so the pieces have changed
                solution = solve(frontier, Budget(table=_TABLE).meter())
                assert solution is not None
        except OutOfBudget:
            return _rough(frontier)
        return self.guess(solution)

    def guess(self, solution: Solution) -> Choice:
        raise NotImplementedError


def _certain(frontier: Frontier, solution: Solution) -> list[int]:
    """Let the frontier learn what counting proves; return the safe cells."""
    safe: list[int] = []
    mines: list[int] = []
    for share in solution.shares():
        if not share.mines:
            safe += share.cells
        elif share.mines == share.ways * len(share.cells):
            mines += share.cells
    if solution.rest and not solution.joint.rest[0]:
        safe += _rest(frontier, solution)
    frontier.learn(safe, mines)
    frontier.settle()
    return frontier.take_safe()


def _rest(frontier: Frontier, solution: Solution) -> list[int]:
    """Return the unknown cells that touch no open number."""
    taken = {cell for piece in solution.pieces for group in piece.groups for cell in group}
    return [cell for cell, s in enumerate(frontier.state) if s == UNKNOWN and cell not in taken]


def _rough(frontier: Frontier) -> Choice:
    """Return a guess where counting takes too long: the lowest risk that a number tells."""
    risk = dict.fromkeys([c for c, s in enumerate(frontier.state) if s == UNKNOWN], 0.0)
    left = frontier.mines - frontier.found
    rest = max(0.0, left / max(1, frontier.unknown))
    for number in frontier.border:
        if frontier.left[number]:
            for cell in frontier.near[number]:
                if frontier.state[cell] == UNKNOWN:
                    risk[cell] = max(risk[cell], frontier.need[number] / frontier.left[number])
    cell = min(risk, key=lambda c: (risk[c] or rest, c))
    return Choice((cell,), risk[cell] or rest, "roughly the lowest risk: counting takes too long")


def _shares(frontier: Frontier, solution: Solution) -> list[tuple[float, tuple[int, ...]]]:
    """Return risk and cells of all groups of unknown cells, the lowest risk first.

    A risk is the float nearest to the exact fraction, so it is the same everywhere.
    """
    shares = [(_risk(share), share.cells) for share in solution.shares()]
    if solution.rest:
        mines, ways = solution.joint.rest
        shares.append((mines / (ways * solution.rest), tuple(_rest(frontier, solution))))
    shares.sort()
    return shares


@final
class LowestRisk(_Certain):
    """Opens what is certain, else a cell of the lowest risk; the lowest cell of those."""

    name = "lowest-risk"

    def guess(self, solution: Solution) -> Choice:
        shares = _shares(self.frontier, solution)
        lowest = shares[0][0]
        cell = min([min(cells) for risk, cells in shares if risk == lowest])
        return Choice((cell,), lowest, "the lowest risk")


@final
class Careful(_Certain):
    """Looks one move ahead, and plays the end exactly.

    Where nothing is certain: with few minefields left, the best chance to win, by trying every
    way to go on. Else, of cells near the lowest risk, the one with the best chance to survive
    this move and the next; of equal ones, the one that is likelier to make a cell safe. A dead
    cell, whose number is certain already, is opened only where all are dead; a coin flip that
    nothing can avoid is not put off.
    """

    name = "careful"

    def guess(self, solution: Solution) -> Choice:
        frontier = self.frontier
        flip = self._flip(solution)
        if flip is not None:
            return Choice((flip,), 0.5, "a coin flip that nothing can avoid")
        shares = _shares(frontier, solution)
        if solution.joint.ways <= _FIELDS:
            try:
                won, cells = search(frontier, solution.pieces, _NODES).best()
            except OutOfNodes:
                pass
            else:
                risk = next(risk for risk, group in shares if cells[0] in group)
                chance = won / solution.joint.ways
                return Choice(cells[:1], risk, f"the best chance to win, {chance:.1%}")
        best = (-1.0, -1.0)
        chosen = -1
        chances = {cell: risk for risk, cells in shares for cell in cells}
        work = _Work(_AHEAD)
        at = 0.0
        for cell, risk in self._candidates(shares):
            if 1 - risk < best[0]:
                break
            try:
                value = self._ahead(cell, solution.joint.ways, chances, work)
            except OutOfBudget:
                break  # what has been looked at has to do
            if value > best:
                best, chosen, at = value, cell, risk
        if chosen < 0:
            risk, cells = shares[0]
            return Choice((min(cells),), risk, "the lowest risk: looking ahead takes too long")
        if best[0] == _DEAD:
            return Choice((chosen,), at, "the lowest risk, and no cell can tell anything")
        return Choice((chosen,), at, f"survives this and the next move with {best[0]:.1%}")

    def _flip(self, solution: Solution) -> int | None:
        """Return a cell of a part that is a coin flip whatever is opened elsewhere, or None.

        It can be filled in two ways with as many mines each, and its cells touch no other unknown
        cell: so no number, and no mine count, will ever tell them apart.
        """
        state, near = self.frontier.state, self.frontier.near
        for piece, counted in zip(solution.pieces, solution.counted, strict=True):
            if counted.ways != (2,):
                continue
            cells = {cell for group in piece.groups for cell in group}
            if all(state[o] != UNKNOWN or o in cells for cell in cells for o in near[cell]):
                return min(cells)
        return None

    def _candidates(self, shares: list[tuple[float, tuple[int, ...]]]) -> list[tuple[int, float]]:
        """Return the cells that are worth a look with their risk, the lowest risk first."""
        limit = 1 - _NEARLY * (1 - shares[0][0])
        found: list[tuple[int, float]] = []
        for risk, cells in shares:
            if risk > limit or len(found) >= _CANDIDATES:
                break
            if len(cells) > 4:
                cells = self._promising(cells)
            found += [(cell, risk) for cell in cells]
        return found

    def _promising(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        """Return some of many equal cells: those likely to show 0, and those near numbers."""
        frontier = self.frontier
        near, state, left = frontier.near, frontier.state, frontier.left
        open_ends = {cell: [state[other] for other in near[cell]].count(UNKNOWN) for cell in cells}
        few = sorted(open_ends, key=lambda c: (open_ends[c], c))[:3]
        border = {
            beyond
            for number in frontier.border
            if left[number]
            for cell in near[number]
            if state[cell] == UNKNOWN
            for beyond in near[cell]
        }
        close = sorted(
            [cell for cell in open_ends if cell in border],
            key=lambda c: (-sum([other in border for other in near[c]]), c),
        )[:3]
        return tuple(dict.fromkeys(few + close))

    def _ahead(
        self, cell: int, ways: int, chances: dict[int, float], work: Callable[[int], None]
    ) -> tuple[float, float]:
        """Return the chance to survive this move and the next, and that it makes a cell safe.

        The numbers that it may show are tried from the expected one outwards, until those that
        are left hardly ever come: where a number can be high, most of them never do.

        Raises:
            OutOfBudget: from `work`.
        """
        frontier = self.frontier
        near = frontier.near[cell]
        around = [frontier.state[other] for other in near]
        mines = around.count(MINE)
        expected = mines + sum([chances[o] for o in near if frontier.state[o] == UNKNOWN])
        numbers = range(mines, mines + around.count(UNKNOWN) + 1)
        survive = progress = seen = 0.0
        for shows in sorted(numbers, key=lambda number: (abs(number - expected), number)):
            if seen >= _SEEN * (1 - chances[cell]):
                break
            twin = frontier.copy()
            twin.open((cell,), (shows,))
            after = solve(twin, work)
            if after is None:
                continue
            safe = len(twin.take_safe())
            weight = after.joint.ways / ways
            seen += weight
            lowest = 1.0
            for share in after.shares():
                lowest = min(lowest, _risk(share))
            if after.rest:
                lowest = min(lowest, after.joint.rest[0] / (after.joint.rest[1] * after.rest))
            if safe or not lowest or after.joint.ways == 1:
                progress += weight
                lowest = 0.0
            survive += weight * (1 - lowest)
            if not progress and weight >= _CERTAIN * (1 - chances[cell]):
                return _DEAD, survive  # it always shows this, and that makes nothing safe
        return survive, progress


@final
class _Work:
    """A meter for many counts together: so many rows of all their tables.

    A limit in rows and not in time, so that the same game is played the same everywhere.
    """

    def __init__(self, rows: int) -> None:
        self.left = rows

    def __call__(self, rows: int) -> None:
        self.left -= rows
        if self.left < 0:
            raise OutOfBudget(f"{-self.left} rows too many")


def _risk(share: Share) -> float:
    return share.mines / (share.ways * len(share.cells))


PLAYERS: dict[str, Callable[[], Player]] = {
    LowestRisk.name: LowestRisk,
    Careful.name: Careful,
}
"""Players by name; each call makes a new one."""


@final
class Move(NamedTuple):
    """What to do now, and why."""

    cell: int
    action: Verb
    """Open; or flag, to take away the flag of a cell that is to be opened."""
    p: float
    """The chance that the cell is a mine."""
    why: str
    """A sentence in labels."""
    because: tuple[int, ...] = ()
    """The open cells whose numbers prove it; empty where it is a guess."""


def best_move(
    view: View, *, analysis: Analysis | None = None, budget: Budget | None = None
) -> Move | None:
    """Return the move that the careful player makes; None if the game is over.

    A safe cell comes with its proof, the easiest that is found in time.

    Args:
        analysis: what is known of the view, if that is known already.
        budget: how long looking for a proof may take.

    Raises:
        InconsistentView: no minefield fits.
    """
    if view.status.over:
        return None
    budget = budget or Budget()
    if analysis is None:
        with suppress(BudgetExceeded):  # the player copes with that
            analysis = analyze(view, budget=Budget(table=_TABLE))
    if analysis is not None and analysis.safe:
        fact = _proof(view, analysis, budget)
        verb = Verb.FLAG if view.cells[fact.cell] == FLAG else Verb.OPEN
        return Move(fact.cell, verb, 0.0, fact.text(view.topology), fact.because)
    if analysis is not None and not analysis.exact:
        closed = [cell for cell, shown in enumerate(view.cells) if shown < 0]
        cell = min(closed, key=lambda c: (analysis.p(c), c))
        choice = Choice((cell,), analysis.p(cell), "the lowest risk, as far as it is estimated")
    else:
        player = Careful()
        player.begin(view)
        choice = player.choose()
    cell = choice.cells[0]
    verb = Verb.FLAG if view.cells[cell] == FLAG else Verb.OPEN
    why = f"{view.topology.label(cell)} is a mine with {choice.risk:.1%}: {choice.why}"
    return Move(cell, verb, choice.risk, why)


def _proof(view: View, analysis: Analysis, budget: Budget) -> Deduction:
    """Return a safe cell with the easiest reason found in time; one without a flag first."""
    safe = [fact for fact in deduce(view, budget=budget) if not fact.is_mine]
    safe.sort(key=lambda fact: view.cells[fact.cell] == FLAG)
    if safe:
        return safe[0]
    cell = min(analysis.safe, key=lambda c: (view.cells[c] == FLAG, c))
    try:
        found = explain(view, cell, budget=budget)
    except BudgetExceeded:
        found = None
    if found is not None:
        return found
    numbers = tuple(n for n, shown in enumerate(view.cells) if shown >= 0)
    reason = "every minefield that fits has no mine here, as counting all of them shows"
    return Deduction(cell, False, numbers, True, "every minefield", reason)
