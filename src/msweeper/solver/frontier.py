"""What single numbers prove, kept up to date from move to move; and the parts that are left.

The solver's memory of a game. Each open number keeps how many mines it still needs and how
many unknown cells it has left; when one is nothing or both are equal, its cells are settled,
and that is passed on. The cost of a move is that of the cells it opens and settles, not that
of the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, final

from msweeper.solver.part import Part
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["Frontier", "Piece"]

UNKNOWN = 0
SAFE = 1
"""Closed, and proved to be no mine."""
MINE = 2
"""Proved to be a mine."""
OPEN = 3

_CLOSED = -(1 << 40)  # what a closed cell "needs": no rule ever meets it


class Piece(NamedTuple):
    """One part of the frontier, with the cells that it stands for."""

    part: Part
    numbers: tuple[int, ...]
    """The cell of each number, ascending."""
    groups: tuple[tuple[int, ...], ...]
    """The cells of each group."""


@final
class Frontier:
    """Knowledge of a view that grows with the game. Flags are ignored. Not thread-safe."""

    def __init__(self, view: View, only: Collection[int] | None = None) -> None:
        """Start from `view`; `only`: numbers that are looked at, all others count as unread."""
        self.topology: Topology = view.topology
        self.mines = view.mines
        """How many mines the whole board has."""
        self.found = 0
        """How many of them are proved."""
        self.near = near = view.topology.adjacency
        self._queue: list[int] = []
        self._fresh: list[int] = []
        cells = view.cells
        self.state = state = [UNKNOWN if shown < 0 else OPEN for shown in cells]
        self.need = need = [_CLOSED] * len(state)
        self.left = left = [0] * len(state)
        closed = [cell for cell, shown in enumerate(cells) if shown < 0]
        touched: set[int] = set().union(*[near[cell] for cell in closed])
        border = [cell for cell in touched if state[cell]]
        border.sort()
        untouched = len(state) - len(closed) - len(border)
        zeros = cells.count(0)
        if only is not None:
            border = [cell for cell in border if cell in only]
            untouched = len(only) - len(border)
            zeros = [cells[cell] for cell in only].count(0)
        self.border = border
        self.unknown = len(closed)
        get = state.__getitem__
        for number in border:
            count = list(map(get, near[number])).count(UNKNOWN)
            shown = cells[number]
            left[number] = count
            need[number] = shown
            if not shown:
                zeros -= 1
                self._queue.append(number)
            elif shown == count:
                self._queue.append(number)
        self.sound = zeros == untouched
        """False once a number is found that cannot be right."""

    def copy(self) -> Frontier:
        """Return an independent copy of a settled frontier, to try out what might be opened."""
        twin = Frontier.__new__(Frontier)
        twin.topology = self.topology
        twin.mines = self.mines
        twin.found = self.found
        twin.near = self.near
        twin.sound = self.sound
        twin.unknown = self.unknown
        twin.state = self.state[:]
        twin.need = self.need[:]
        twin.left = self.left[:]
        twin.border = self.border[:]
        twin._queue = self._queue[:]
        twin._fresh = self._fresh[:]
        return twin

    def open(self, cells: Iterable[int], numbers: Iterable[int]) -> None:
        """Take in that `cells` were opened, and what they show."""
        near, state, left, need = self.near, self.state, self.left, self.need
        queue = self._queue
        opened = [(cell, shown) for cell, shown in zip(cells, numbers, strict=True) if shown >= 0]
        for cell, _ in opened:
            before = state[cell]
            state[cell] = OPEN
            if before == UNKNOWN:
                self.unknown -= 1
                for number in near[cell]:
                    count = left[number] - 1
                    left[number] = count
                    if need[number] == count:
                        queue.append(number)
            elif before == MINE:
                self.sound = False
        get = state.__getitem__
        for cell, shown in opened:
            around = list(map(get, near[cell]))
            count = around.count(UNKNOWN)
            missing = shown - around.count(MINE)
            left[cell] = count
            need[cell] = missing
            if count:
                self.border.append(cell)
                if not missing or missing == count:
                    queue.append(cell)
            elif missing:
                self.sound = False

    def settle(self) -> None:
        """Apply single numbers until nothing new follows."""
        near, state, left, need = self.near, self.state, self.left, self.need
        queue = self._queue
        while queue:
            number = queue.pop()
            if not left[number]:
                continue
            if not need[number]:
                for cell in near[number]:
                    if not state[cell]:
                        self._mark_safe(cell)
            elif need[number] == left[number]:
                for cell in near[number]:
                    if not state[cell]:
                        self._mark_mine(cell)

    def take_safe(self) -> list[int]:
        """Return the cells that were proved safe since this was last asked."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def learn(self, safe: Iterable[int], mines: Iterable[int] = ()) -> None:
        """Take in what was proved elsewhere."""
        for cell in safe:
            if not self.state[cell]:
                self._mark_safe(cell)
        for cell in mines:
            if not self.state[cell]:
                self._mark_mine(cell)

    def _mark_safe(self, cell: int) -> None:
        left, need, queue = self.left, self.need, self._queue
        self.state[cell] = SAFE
        self.unknown -= 1
        self._fresh.append(cell)
        for number in self.near[cell]:
            count = left[number] - 1
            left[number] = count
            if need[number] == count:
                queue.append(number)

    def _mark_mine(self, cell: int) -> None:
        left, need, queue = self.left, self.need, self._queue
        self.state[cell] = MINE
        self.unknown -= 1
        self.found += 1
        for number in self.near[cell]:
            left[number] -= 1
            missing = need[number] - 1
            need[number] = missing
            if not missing:
                queue.append(number)

    def pieces(self) -> list[Piece]:
        """Return the independent parts of what single numbers leave open. Call `settle` first.

        Where `sound` is false afterwards, a number cannot be right, and the answer means nothing.
        """
        near, state, left, need = self.near, self.state, self.left, self.need
        border: list[int] = []
        for number in self.border:
            if left[number]:
                border.append(number)
                if not 0 <= need[number] <= left[number]:
                    self.sound = False
            elif need[number]:
                self.sound = False
        border.sort()
        self.border = border
        if not self.sound:
            return []
        around: dict[int, list[int]] = {}
        for number in border:
            for cell in near[number]:
                if not state[cell]:
                    if cell in around:
                        around[cell].append(number)
                    else:
                        around[cell] = [number]
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell, numbers in around.items():
            key = tuple(numbers)
            if key in groups:
                groups[key].append(cell)
            else:
                groups[key] = [cell]
        return _split(groups, need)


def _split(groups: dict[tuple[int, ...], list[int]], need: Sequence[int]) -> list[Piece]:
    """Return the groups in connected pieces."""
    home: dict[int, list[tuple[int, ...]]] = {}  # number -> the keys of its piece, shared
    members: dict[int, list[int]] = {}  # id of that list -> the numbers of the piece
    for key in groups:
        first = key[0]
        mine = home.get(first)
        if mine is None:
            mine = home[first] = []
            members[id(mine)] = [first]
        for number in key[1:]:
            other = home.get(number)
            if other is None:
                home[number] = mine
                members[id(mine)].append(number)
            elif other is not mine:
                if len(other) > len(mine):
                    mine, other = other, mine
                mine += other
                moved = members.pop(id(other))
                members[id(mine)] += moved
                for n in moved:
                    home[n] = mine
        mine.append(key)
    pieces: list[Piece] = []
    for numbers in members.values():
        numbers.sort()
        keys = home[numbers[0]]
        local = {number: n for n, number in enumerate(numbers)}
        cells = tuple([tuple(groups[key]) for key in keys])
        part = Part(
            tuple(map(len, cells)),
            tuple([tuple([local[n] for n in key]) for key in keys]),
            tuple([need[n] for n in numbers]),
        )
        pieces.append(Piece(part, tuple(numbers), cells))
    return pieces
