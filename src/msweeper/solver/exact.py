"""The best chance to win, exactly, where few minefields are left: every way to go on is tried.

The minefields that fit are numbered, and a set of them is the bits of one integer. So is the
knowledge of a player: opening a cell leaves those minefields in which it shows what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, final

from msweeper.errors import BudgetExceeded
from msweeper.solver.frontier import MINE, SAFE, UNKNOWN, Frontier, Piece
from msweeper.solver.odds import analyze, solve
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["Best", "OutOfNodes", "Search", "minefields", "optimal", "search", "win_chance"]


class OutOfNodes(Exception):
    """The search met more positions than it was allowed; caught within the solver."""


class Best(NamedTuple):
    """The best play from a position."""

    chance: Fraction
    """The chance to win."""
    cells: tuple[int, ...]
    """The cells to open first that have this chance, ascending."""


def minefields(frontier: Frontier, pieces: Sequence[Piece]) -> Iterator[tuple[int, ...]]:
    """Yield all minefields that fit a settled frontier: the unknown cells that are mines.

    Cost: proportional to the ways to fill the pieces, whatever the number of mines.
    """
    left = frontier.mines - frontier.found
    taken = {cell for piece in pieces for group in piece.groups for cell in group}
    rest = [c for c, s in enumerate(frontier.state) if s == UNKNOWN and c not in taken]
    groups = [
        (cells, [piece.numbers[n] for n in around])
        for piece in pieces
        for cells, around in zip(piece.groups, piece.part.touches, strict=True)
    ]
    need = {number: frontier.need[number] for piece in pieces for number in piece.numbers}
    room = {number: frontier.left[number] for piece in pieces for number in piece.numbers}

    def fill(at: int, mines: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(mines) > left:
            return
        if at == len(groups):
            if left - len(mines) <= len(rest):
                for others in combinations(rest, left - len(mines)):
                    yield mines + others
            return
        cells, numbers = groups[at]
        least = max(0, *[need[n] - room[n] + len(cells) for n in numbers])
        most = min(len(cells), *[need[n] for n in numbers])
        for count in range(least, most + 1):
            for n in numbers:
                need[n] -= count
                room[n] -= len(cells)
            for some in combinations(cells, count):
                yield from fill(at + 1, mines + some)
            for n in numbers:
                need[n] += count
                room[n] += len(cells)

    yield from fill(0, ())


@final
class Search:
    """All ways to play on from one position.

    Args:
        fields: the minefields that fit, by the mines among `cells`.
        cells: the closed cells that are not proved to be mines.
        known: for each of `cells`, mines around it that are not in `fields`.
        nodes: how many positions may be met.
    """

    def __init__(
        self,
        topology: Topology,
        fields: Sequence[tuple[int, ...]],
        cells: Sequence[int],
        known: Sequence[int],
        nodes: int | None = None,
    ) -> None:
        self.cells = cells
        self.nodes = nodes
        self.everything = (1 << len(fields)) - 1
        mines = [frozenset(field) for field in fields]
        self.shows: list[list[int]] = []
        """For each of the cells: the minefields in which it is safe, by what it shows."""
        self.safe: list[int] = []
        for cell, more in zip(cells, known, strict=True):
            by_number: dict[int, int] = {}
            near = topology.adjacency[cell]
            for i, field in enumerate(mines):
                if cell not in field:
                    number = more + sum([other in field for other in near])
                    by_number[number] = by_number.get(number, 0) | 1 << i
            self.shows.append(list(by_number.values()))
            self.safe.append(sum(self.shows[-1]))
        self._won: dict[tuple[int, int], int] = {}

    def best(self) -> tuple[int, tuple[int, ...]]:
        """Return in how many minefields the best play wins, and the cells it may begin with.

        Raises:
            OutOfNodes: after too many positions.
        """
        closed = (1 << len(self.cells)) - 1
        everything = self.everything
        free = [i for i, safe in enumerate(self.safe) if safe == everything]
        if free:
            return self._value(everything, closed), tuple([self.cells[i] for i in free])
        best = 0
        chosen: list[int] = []
        for i in sorted(range(len(self.cells)), key=lambda i: -self.safe[i].bit_count()):
            if self.safe[i].bit_count() < max(best, 1):
                break
            won = self._open(everything, closed, i, best - 1)
            if won > best:
                best, chosen = won, []
            if won == best:
                chosen.append(self.cells[i])
        return best, tuple(sorted(chosen))

    def _open(self, alive: int, closed: int, i: int, bar: int) -> int:
        """Return in how many minefields opening cell `i` wins, or anything up to `bar`."""
        hope = (self.safe[i] & alive).bit_count()
        closed ^= 1 << i
        for shown in self.shows[i]:
            part = alive & shown
            if part:
                hope += self._value(part, closed) - part.bit_count()
                if hope <= bar:
                    break
        return hope

    def _value(self, alive: int, closed: int) -> int:
        """Return in how many of the minefields `alive` the best play wins."""
        if not alive & (alive - 1):
            return 1  # all is known
        key = alive, closed
        won = self._won.get(key)
        if won is not None:
            return won
        if self.nodes is not None:
            self.nodes -= 1
            if self.nodes < 0:
                raise OutOfNodes
        choices: list[tuple[int, int]] = []
        left = closed
        while left:
            bit = left & -left
            left ^= bit
            i = bit.bit_length() - 1
            safe = self.safe[i] & alive
            if safe == alive:
                if any(safe & shown == safe for shown in self.shows[i]):
                    closed ^= bit  # free, and tells nothing
                    continue
                won = self._won[key] = self._open(alive, closed, i, -1)
                return won
            if safe:
                choices.append((-safe.bit_count(), i))
        choices.sort()
        won = 0
        for count, i in choices:
            if -count <= won:
                break
            won = max(won, self._open(alive, closed, i, won))
        self._won[key] = won
        return won


def search(frontier: Frontier, pieces: Sequence[Piece], nodes: int | None = None) -> Search:
    """Return the search from a settled frontier."""
    state = frontier.state
    cells = [cell for cell, s in enumerate(state) if s in (UNKNOWN, SAFE)]
    known = [[state[other] for other in frontier.near[cell]].count(MINE) for cell in cells]
    fields = list(minefields(frontier, pieces))
    return Search(frontier.topology, fields, cells, known, nodes)


def optimal(view: View, *, most: int = 5_000, nodes: int | None = None) -> Best:
    """Return the best chance to win from `view`, and the cells that have it.

    Cost: exponential in the number of minefields; a second for 2,000 of them on a tiny board.

    Raises:
        InconsistentView: no minefield fits.
        BudgetExceeded: more than `most` minefields fit, or more than `nodes` positions are met.
    """
    ways = analyze(view).minefields
    assert ways is not None
    if ways > most:
        raise BudgetExceeded(f"{ways} minefields fit: too many to try them all")
    frontier = Frontier(view)
    solution = solve(frontier)
    assert solution is not None
    try:
        won, cells = search(frontier, solution.pieces, nodes).best()
    except OutOfNodes:
        raise BudgetExceeded(f"the best play takes more than {nodes} positions") from None
    return Best(Fraction(won, ways), cells)


def win_chance(view: View) -> Fraction:
    """Return the chance to win from `view` with the best play. See `optimal`."""
    return optimal(view).chance
