"""Where the mines are, and what follows from that: numbers, openings, 3BV."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from msweeper.errors import OutOfRange
from msweeper.topology import Topology

__all__ = ["Minefield", "check_mines"]


def check_mines(topology: Topology, mines: int) -> int:
    """Return `mines` if a board can hold that many: 0 to size - 1.

    Raises:
        OutOfRange: it cannot; names the largest number that fits.
    """
    if type(mines) is not int:
        raise OutOfRange("mines", mines, "it is a whole number")
    if not 0 <= mines < topology.size:
        raise OutOfRange(
            "mines", mines, f"{topology.spec or 'this board'} takes 0 to {topology.size - 1}"
        )
    return mines


@final
@dataclass(frozen=True)
class Minefield:
    """The mines of a topology: ascending cells."""

    topology: Topology
    mines: tuple[int, ...]

    @classmethod
    def of(cls, topology: Topology, mines: Iterable[int]) -> Minefield:
        """Return the minefield with mines at these cells, in any order.

        Raises:
            OutOfRange: a cell twice or not on the board, or no safe cell left.
        """
        cells = tuple(sorted(mines))
        for cell in cells:
            if not 0 <= cell < topology.size:
                raise OutOfRange("cell", cell, f"cells go from 0 to {topology.size - 1}")
        for one, other in itertools.pairwise(cells):
            if one == other:
                raise OutOfRange("mine", topology.label(one), "it is given twice")
        check_mines(topology, len(cells))
        return cls(topology, cells)

    @cached_property
    def numbers(self) -> array[int]:
        """The number of each safe cell; -1 for a mine. Cost: mines times degree."""
        numbers = array("i", bytes(4 * self.topology.size))
        starts, flat = self.topology.rows
        for mine in self.mines:
            for cell in flat[starts[mine] : starts[mine + 1]]:
                numbers[cell] += 1
        for mine in self.mines:
            numbers[mine] = -1
        return numbers

    @cached_property
    def openings(self) -> int:
        """The number of connected regions of zeros."""
        return self._count[0]

    @cached_property
    def bbbv(self) -> int:
        """3BV: openings, and safe cells that touch no zero. The least opens that win unchorded."""
        return sum(self._count)

    @cached_property
    def _count(self) -> tuple[int, int]:
        numbers, (starts, flat) = self.numbers, self.topology.rows
        seen = bytearray(self.topology.size)
        openings = 0
        for cell, number in enumerate(numbers):
            if number or seen[cell]:
                continue
            openings += 1
            seen[cell] = 1
            stack = [cell]
            while stack:
                at = stack.pop()
                for near in flat[starts[at] : starts[at + 1]]:
                    if not seen[near]:
                        seen[near] = 1
                        if not numbers[near]:
                            stack.append(near)
        lone = sum(1 for cell, number in enumerate(numbers) if number > 0 and not seen[cell])
        return openings, lone

    def __repr__(self) -> str:
        return f"<Minefield {self.topology.spec}@{len(self.mines)}>"
