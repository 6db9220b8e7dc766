"""The chance of a mine in every closed cell, as exact fractions, and what is certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, final

from msweeper.errors import BudgetExceeded
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.conflict import conflict
from msweeper.solver.count import count
from msweeper.solver.estimate import Sampled, sample
from msweeper.solver.frontier import MINE, SAFE, UNKNOWN, Frontier, Piece
from msweeper.solver.joint import Joint, join
from msweeper.solver.overlap import overlaps
from msweeper.solver.part import Counted
from msweeper.view import View

__all__ = ["Analysis", "Share", "Solution", "analyze", "shrink", "solve", "split"]


_SMALL = 24  # groups; up to here a piece is counted as fast as looked at in another way
_FAST = 2_000  # rows of a table, where time has run out already


class Share(NamedTuple):
    """Cells with the same chance of a mine each, ``mines / (ways * len(cells))``."""

    cells: tuple[int, ...]
    mines: int
    ways: int


class Solution(NamedTuple):
    """All that counting says about a frontier."""

    pieces: tuple[Piece, ...]
    counted: tuple[Counted, ...]
    joint: Joint
    rest: int
    """How many unknown cells touch no open number."""

    def shares(self) -> Iterator[Share]:
        """Yield the groups of all pieces."""
        for piece, chances in zip(self.pieces, self.joint.groups, strict=True):
            for cells, (mines, ways) in zip(piece.groups, chances, strict=True):
                yield Share(cells, mines, ways)


def solve(
    frontier: Frontier,
    meter: Callable[[int], None] | None = None,
    pieces: Sequence[Piece] | None = None,
) -> Solution | None:
    """Count the minefields that fit; None if there is none.

    Args:
        pieces: those of `split`, if it was called since the frontier last changed.

    Raises:
        OutOfBudget: from the meter.
    """
    if pieces is None:
        pieces = split(frontier)
    if not frontier.sound:
        return None
    counted = [count(piece.part, meter) for piece in pieces]
    rest = frontier.unknown - sum([sum(piece.part.sizes) for piece in pieces])
    joint = join(counted, rest, frontier.mines - frontier.found)
    return Solution(tuple(pieces), tuple(counted), joint, rest) if joint.ways else None


def split(frontier: Frontier) -> list[Piece]:
    """Settle the frontier and return its pieces, the large ones shrunk."""
    while True:
        frontier.settle()
        pieces = frontier.pieces()
        if not shrink(frontier, pieces):
            return pieces


def shrink(frontier: Frontier, pieces: Sequence[Piece], small: int = _SMALL) -> bool:
    """Take in what pairs of numbers prove in pieces of more than `small` groups.

    Returns:
        Whether that was anything, so that there are other pieces now.
    """
    before = frontier.unknown
    for piece in pieces:
        if len(piece.groups) > small:
            safe, mines = overlaps(piece.part)
            if safe or mines:
                frontier.learn(
                    [cell for g in safe for cell in piece.groups[g]],
                    [cell for g in mines for cell in piece.groups[g]],
                )
    return frontier.unknown < before


def prove(frontier: Frontier) -> None:
    """Take in what can be proved fast, for want of a full count: by pairs, and piece by piece."""
    frontier.settle()
    pieces = frontier.pieces()
    while shrink(frontier, pieces, 0):
        frontier.settle()
        pieces = frontier.pieces()
    for piece in pieces:
        try:
            counted = count(piece.part, Budget(table=_FAST).meter())
        except OutOfBudget:
            continue
        ways = sum(counted.ways)
        for cells, share in zip(piece.groups, counted.shares, strict=True):
            if not any(share):
                frontier.learn(cells)
            elif sum(share) == ways * len(cells):
                frontier.learn((), cells)
    frontier.settle()


@final
class Analysis:
    """What a view says about its closed cells. Frozen; flags are closed cells like any other.

    Chances are computed when they are asked for: comparing big fractions costs more than
    counting them.
    """

    def __init__(
        self, view: View, frontier: Frontier, solution: Solution | None, sampled: Sampled | None
    ) -> None:
        self._frontier = frontier
        self._solution = solution
        self._sampled = sampled
        self.view = view

    @property
    def exact(self) -> bool:
        """Whether everything was counted; if not, only `safe` and `mine` are certain."""
        return self._solution is not None

    @property
    def minefields(self) -> int | None:
        """How many minefields fit the view and the number of mines; None if not exact."""
        return None if self._solution is None else self._solution.joint.ways

    @cached_property
    def shares(self) -> tuple[Share, ...]:
        """The closed cells in groups of equal chance, certain ones first; empty if not exact."""
        if self._solution is None:
            return ()
        state = self._frontier.state
        groups = list(self._solution.shares())
        taken = {cell for share in groups for cell in share.cells}
        rest = [cell for cell, s in enumerate(state) if s == UNKNOWN and cell not in taken]
        safe = [cell for cell, s in enumerate(state) if s == SAFE]
        mine = [cell for cell, s in enumerate(state) if s == MINE]
        return tuple(
            share
            for share in (
                Share(tuple(safe), 0, 1),
                Share(tuple(mine), len(mine), 1),
                *groups,
                Share(tuple(rest), *self._solution.joint.rest),
            )
            if share.cells
        )

    @cached_property
    def _at(self) -> dict[int, int]:
        return {cell: i for i, share in enumerate(self.shares) for cell in share.cells}

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The closed cells that are proved to be no mine, ascending: all of them, if exact."""
        return self._certain(SAFE)

    @cached_property
    def mine(self) -> tuple[int, ...]:
        """The closed cells that are proved to be mines, ascending: all of them, if exact."""
        return self._certain(MINE)

    def _certain(self, what: int) -> tuple[int, ...]:
        solution, state = self._solution, self._frontier.state
        found = [cell for cell, s in enumerate(state) if s == what]
        if solution is not None:
            for cells, mines, ways in solution.shares():
                if mines == (0 if what == SAFE else ways * len(cells)):
                    found += cells
            mines, ways = solution.joint.rest
            if solution.rest and mines == (0 if what == SAFE else ways * solution.rest):
                found += self.shares[-1].cells
        return tuple(sorted(found))

    @cached_property
    def odds(self) -> Mapping[int, Fraction | None]:
        """The exact chance of a mine in each closed cell, in cell order; None where not known."""
        return _Odds(self)

    def _chance(self, cell: int) -> Fraction | None:
        if self._solution is not None:
            return self._fractions[self._at[cell]]
        known = self._frontier.state[cell]
        return Fraction(known == MINE) if known in (SAFE, MINE) else None

    @cached_property
    def _fractions(self) -> tuple[Fraction, ...]:
        return tuple([Fraction(s.mines, s.ways * len(s.cells)) for s in self.shares])

    def p(self, cell: int) -> float:
        """Return the chance of a mine in the closed `cell`, rounded or estimated; nan: unknown."""
        if self._solution is not None:
            share = self.shares[self._at[cell]]
            return share.mines / (share.ways * len(share.cells))
        known = self._frontier.state[cell]
        if known in (SAFE, MINE):
            return float(known == MINE)
        return float("nan") if self._sampled is None else self._sampled.p[cell]

    def se(self, cell: int) -> float:
        """Return the standard error of `p`: 0 where it is exact, nan where it is not known."""
        if self._solution is not None or self._frontier.state[cell] in (SAFE, MINE):
            return 0.0
        return float("nan") if self._sampled is None else self._sampled.se[cell]

    def __repr__(self) -> str:
        what = "not exact" if self.minefields is None else f"{self.minefields} minefields"
        return f"<Analysis {what}, {len(self.safe)} safe, {len(self.mine)} mines>"


@final
class _Odds(Mapping[int, Fraction | None]):
    """Closed cells and their chances; a fraction is made when first asked for."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._cells = [cell for cell, shown in enumerate(analysis.view.cells) if shown < 0]

    def __getitem__(self, cell: int) -> Fraction | None:
        if not 0 <= cell < len(self._analysis.view.cells) or self._analysis.view.cells[cell] >= 0:
            raise KeyError(cell)
        return self._analysis._chance(cell)

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)


def analyze(
    view: View, *, budget: Budget | None = None, estimate: bool = False, seed: str = ""
) -> Analysis:
    """Return the odds of every closed cell of `view`.

    Args:
        budget: how much time and memory counting may take; without one, the default table and
            as long as it takes.
        estimate: where the budget is not enough, sample instead, by `seed`; what is called safe
            or a mine is still proved.

    Cost: a middle game of 30x16 takes half a millisecond. It grows with the width of the
    frontier, exponentially, and with its length, linearly.

    Raises:
        InconsistentView: no minefield fits; names numbers in conflict.
        BudgetExceeded: ``known`` is an Analysis with what was proved.
    """
    budget = budget or Budget()
    frontier = Frontier(view)
    end = None if budget.seconds is None else budget.clock() + budget.seconds
    try:
        solution = solve(frontier, budget.meter())
    except OutOfBudget as reason:
        prove(frontier)
        if not estimate:
            raise BudgetExceeded(
                f"the odds would take too long: {reason}",
                known=Analysis(view, frontier, None, None),
            ) from None
        sampled = sample(frontier, seed, lambda: end is not None and budget.clock() > end)
        return Analysis(view, frontier, None, sampled)
    if solution is None:
        raise conflict(view, budget.strict_meter())
    return Analysis(view, frontier, solution, None)
