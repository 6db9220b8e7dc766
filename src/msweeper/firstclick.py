"""First-click rules: what the first opened cell is sure to be, and how many mines allow it."""

from __future__ import annotations

from enum import StrEnum

from msweeper.errors import OutOfRange, UnknownName
from msweeper.topology import Topology

__all__ = ["FirstClick", "check_first", "default_first", "largest_mines", "zone"]


class FirstClick(StrEnum):
    OPEN = "open"
    """The first opened cell is a 0: neither it nor a neighbor is a mine."""
    SAFE = "safe"
    """The first opened cell is no mine."""
    NONE = "none"
    """The first opened cell may be a mine."""

    @classmethod
    def named(cls, name: str) -> FirstClick:
        """Return the rule called `name`.

        Raises:
            UnknownName: there is none.
        """
        if name not in cls.__members__.values():
            raise UnknownName("first-click rule", name, cls)
        return cls(name)

    @property
    def promise(self) -> str:
        """The rule in words."""
        return {
            FirstClick.OPEN: "the first cell opens an area",
            FirstClick.SAFE: "the first cell is no mine",
            FirstClick.NONE: "the first cell may be a mine",
        }[self]


def largest_mines(topology: Topology, rule: FirstClick) -> int:
    """Return the largest number of mines with which `rule` holds for every first cell."""
    if rule is FirstClick.OPEN:
        return topology.size - 1 - topology.max_degree
    return topology.size - 1


def default_first(topology: Topology, mines: int) -> FirstClick:
    """Return ``open`` where it can be kept, else ``safe``."""
    fits = mines <= largest_mines(topology, FirstClick.OPEN)
    return FirstClick.OPEN if fits else FirstClick.SAFE


def check_first(topology: Topology, mines: int, rule: FirstClick) -> FirstClick:
    """Return `rule` if it can be kept for every first cell.

    Raises:
        OutOfRange: it cannot; names the largest number of mines with which it could.
    """
    most = largest_mines(topology, rule)
    if mines > most:
        raise OutOfRange(
            "mines",
            mines,
            f"on {topology.spec or 'this board'} the first-click rule {rule} can be kept for every"
            f" first cell with at most {most} mines",
        )
    return rule


def zone(topology: Topology, rule: FirstClick, cell: int) -> tuple[int, ...]:
    """Return the cells that stay free of mines when `cell` is opened first, ascending."""
    if rule is FirstClick.OPEN:
        return tuple(sorted((cell, *topology.neighbors(cell))))
    return (cell,) if rule is FirstClick.SAFE else ()
