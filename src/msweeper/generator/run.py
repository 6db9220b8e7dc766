"""How far a minefield opens by proof: what is known of each cell, and the rules that add to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, final

from msweeper.generator.certain import overall, slack, within
from msweeper.solver.count import count
from msweeper.solver.part import Counted, Meter, Part

__all__ = ["CLOSED", "MINE", "OPEN", "Run"]

CLOSED = 0
OPEN = 1
MINE = 2
"""Closed, and proved to be a mine."""
_SLICE = 20_000  # numbers that are looked at between two calls of the meter


class _Piece(NamedTuple):
    """A part of the frontier that was counted."""

    numbers: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    counted: Counted


@final
class Run:
    """How far one minefield was opened.

    `need` and `left` count for every safe cell, open or not, so a cell that is settled is
    accounted for once; of closed cells they are never used.
    """

    __slots__ = (
        "_border",
        "_counted",
        "_home",
        "_mines",
        "_paired",
        "_queue",
        "found",
        "left",
        "meter",
        "near",
        "need",
        "opened",
        "state",
    )

    def __init__(
        self,
        near: Sequence[tuple[int, ...]],
        need: list[int],
        left: list[int],
        mines: int,
        meter: Meter,
    ) -> None:
        self.near = near
        self.need = need
        """How many mines each number has that are not found; below 0 for a mine."""
        self.left = left
        """How many unknown neighbors each cell has."""
        self.state = bytearray(len(need))
        self.opened: list[int] = []
        """The open cells in the order in which they were opened."""
        self.found = 0
        """How many mines are proved."""
        self.meter = meter
        self._mines = mines
        self._queue: list[int] = []
        self._border: tuple[int, list[int]] = 0, []  # opened cells seen; those not done with
        self._paired: dict[int, int] = {}  # number -> `left` when its pairs were looked at
        self._counted: dict[int, int] = {}  # the same for counting
        self._home: dict[int, _Piece] = {}  # number -> its part

    @property
    def complete(self) -> bool:
        """Whether all safe cells are open."""
        return len(self.opened) == len(self.state) - self._mines

    @property
    def more(self) -> bool:
        """Whether a safe cell is closed."""
        return len(self.opened) < len(self.state) - self._mines

    def border(self) -> list[int]:
        """Return the open cells with unknown neighbors."""
        seen, border = self._border
        left = self.left
        border = [n for n in border if left[n]]
        border += [n for n in self.opened[seen:] if left[n]]
        self._border = len(self.opened), border
        return border

    def learn(self, safe: Iterable[int], mines: Iterable[int]) -> None:
        """Open cells that are proved safe, and mark those that are proved to be mines."""
        near, state, need, left, queue = self.near, self.state, self.need, self.left, self._queue
        for cell in safe:
            if not state[cell]:
                state[cell] = OPEN
                self.opened.append(cell)
                queue.append(cell)
                for other in near[cell]:
                    left[other] -= 1
                    queue.append(other)
        for cell in mines:
            if not state[cell]:
                state[cell] = MINE
                self.found += 1
                for other in near[cell]:
                    left[other] -= 1
                    need[other] -= 1
                    queue.append(other)

    def settle(self) -> None:
        """Apply single numbers until nothing new follows. A 0 opens what a flood would."""
        near, state, need, left = self.near, self.state, self.need, self.left
        queue, opened = self._queue, self.opened
        turn = iter(queue)
        done = found = 0
        while done < len(queue):
            for number in islice(turn, _SLICE):  # which the queue outgrows meanwhile
                if not left[number] or state[number] != OPEN:
                    continue
                if not need[number]:
                    for cell in near[number]:
                        if not state[cell]:
                            state[cell] = OPEN
                            opened.append(cell)
                            for other in near[cell]:
                                count = left[other] - 1
                                left[other] = count
                                if need[other] == count:
                                    queue.append(other)
                            if not need[cell] or need[cell] == left[cell]:
                                queue.append(cell)
                elif need[number] == left[number]:
                    for cell in near[number]:
                        if not state[cell]:
                            state[cell] = MINE
                            found += 1
                            for other in near[cell]:
                                left[other] -= 1
                                missing = need[other] - 1
                                need[other] = missing
                                if not missing:
                                    queue.append(other)
            done += _SLICE
            self.meter(0)
        self.found += found
        queue.clear()

    def pairs(self) -> bool:
        """Learn what pairs of numbers prove together; return whether that was anything."""
        left, paired = self.left, self._paired
        opened, found = len(self.opened), self.found
        for number in self.border():
            while paired.get(number) != left[number]:
                if self._pair(number):
                    self.settle()
                else:
                    paired[number] = left[number]
        return len(self.opened) > opened or self.found > found

    def _pair(self, number: int) -> bool:
        """Learn what `number` and another one prove; return whether that was anything."""
        near, state, left, need = self.near, self.state, self.left, self.need
        shared: dict[int, int] = {}
        for cell in near[number]:
            if not state[cell]:
                for other in near[cell]:
                    if state[other] == OPEN:
                        shared[other] = shared.get(other, 0) + 1
        room, missing = left[number], need[number]
        for other, both in shared.items():
            # beyond what is shared, all are mines if even the most shared leave no choice, and
            # none is if the least shared are all that there are
            far, theirs = left[other], need[other]
            if both < room:
                if missing - (theirs if theirs < both else both) == room - both:
                    return self._split(number, other, mines=True)
                if missing == theirs - far + both:
                    return self._split(number, other, mines=False)
            if both < far:
                if theirs - (missing if missing < both else both) == far - both:
                    return self._split(other, number, mines=True)
                if theirs == missing - room + both:
                    return self._split(other, number, mines=False)
        return False

    def _split(self, number: int, other: int, *, mines: bool) -> bool:
        """Learn what the unknown cells are that touch `number` and not `other`."""
        beyond = self.near[other]
        cells = [c for c in self.near[number] if not self.state[c] and c not in beyond]
        self.learn(() if mines else cells, cells if mines else ())
        return True

    def parts(self) -> bool:
        """Count the parts that have changed; return whether one proves anything by itself."""
        left, home = self.left, self._home
        for first in self.border():
            if self._counted.get(first) == left[first]:
                continue
            piece = self._piece(first)
            safe, mines = within(piece.groups, piece.counted)
            if safe or mines:
                self.learn(safe, mines)
                return True
            for number in piece.numbers:
                self._counted[number] = left[number]
                home[number] = piece
        return False

    def _piece(self, first: int) -> _Piece:
        """Return the part of the frontier that the number `first` belongs to, counted."""
        near, state, need = self.near, self.state, self.need
        local = {first: 0}
        numbers = [first]
        seen: set[int] = set()
        groups: dict[tuple[int, ...], list[int]] = {}
        for number in numbers:
            for cell in near[number]:
                if not state[cell] and cell not in seen:
                    seen.add(cell)
                    key = tuple([n for n in near[cell] if state[n] == OPEN])
                    if key in groups:
                        groups[key].append(cell)
                        continue
                    groups[key] = [cell]
                    for n in key:
                        if n not in local:
                            local[n] = len(numbers)
                            numbers.append(n)
        cells = tuple(map(tuple, groups.values()))
        part = Part(
            tuple(map(len, cells)),
            tuple([tuple(sorted([local[n] for n in key])) for key in groups]),
            tuple([need[n] for n in numbers]),
        )
        return _Piece(tuple(numbers), cells, count(part, self.meter))

    def board(self) -> bool:
        """Learn what the number of mines proves; return whether that was anything.

        To be called when all parts are counted.
        """
        pieces = list({id(p): p for p in map(self._home.__getitem__, self.border())}.values())
        parts = [piece.groups for piece in pieces]
        counted = [piece.counted for piece in pieces]
        beyond = len(self.state) - len(self.opened) - self.found
        beyond -= sum([len(cells) for groups in parts for cells in groups])
        mines = self._mines - self.found
        if slack(counted, beyond, mines):
            return False
        rest: Sequence[int] = ()
        if beyond:
            inside = {cell for groups in parts for cells in groups for cell in cells}
            rest = [c for c, s in enumerate(self.state) if not s and c not in inside]
        safe, full = overall(parts, counted, rest, mines)
        self.learn(safe, full)
        return bool(safe or full)
