"""What counting proves, with and without the number of mines of the whole board.

With the count, a minefield that fits has as many mines as the board. Without it, each part of
the frontier stands for itself, and nothing is ever known of cells that touch no open number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msweeper.errors import InconsistentView
from msweeper.solver.budget import Budget
from msweeper.solver.count import count
from msweeper.solver.frontier import MINE, SAFE, UNKNOWN, Frontier
from msweeper.solver.joint import join
from msweeper.solver.odds import split
from msweeper.solver.part import Counted
from msweeper.view import View

__all__ = ["Certain", "Groups", "certain", "overall", "slack", "within"]

Groups = Sequence[tuple[int, ...]]
"""The cells of each group of a part."""


class Certain(NamedTuple):
    """Closed cells that are proved."""

    safe: tuple[int, ...]
    mines: tuple[int, ...]


def certain(view: View, *, use_count: bool = True, budget: Budget | None = None) -> Certain:
    """Return all closed cells of `view` that are proved, ascending: the notion behind `prove`.

    Flags are closed cells like any other.

    Raises:
        InconsistentView: no minefield fits.
        BudgetExceeded: it could not be found out in time.
    """
    meter = (budget or Budget()).strict_meter()
    frontier = Frontier(view)
    pieces = split(frontier)
    if not frontier.sound:
        raise InconsistentView("no minefield fits this view")
    counted = [count(piece.part, meter) for piece in pieces]
    groups = [piece.groups for piece in pieces]
    state = frontier.state
    touched = {cell for piece in groups for cells in piece for cell in cells}
    rest = tuple([c for c, s in enumerate(state) if s == UNKNOWN and c not in touched])
    safe = [cell for cell, s in enumerate(state) if s == SAFE]
    mines = [cell for cell, s in enumerate(state) if s == MINE]
    if not all(part.ways for part in counted):
        raise InconsistentView("no minefield fits this view")
    found = [within(*piece) for piece in zip(groups, counted, strict=True)]
    if use_count:
        found.append(overall(groups, counted, rest, view.mines - frontier.found))
    safe += {cell for more in found for cell in more.safe}
    mines += {cell for more in found for cell in more.mines}
    return Certain(tuple(sorted(set(safe))), tuple(sorted(set(mines))))


def within(groups: Groups, counted: Counted) -> Certain:
    """Return what a part proves by itself, however many mines it takes."""
    ways = sum(counted.ways)
    safe: list[int] = []
    mines: list[int] = []
    for cells, share in zip(groups, counted.shares, strict=True):
        total = sum(share)
        if not total:
            safe += cells
        elif total == ways * len(cells):
            mines += cells
    return Certain(tuple(safe), tuple(mines))


def slack(counted: Sequence[Counted], rest: int, mines: int) -> bool:
    """Return whether `rest` cells make up for whatever the parts take, so that nothing follows."""
    low = sum([part.low for part in counted])
    high = sum([part.low + len(part.ways) - 1 for part in counted])
    return high < mines < low + rest


def overall(
    parts: Sequence[Groups], counted: Sequence[Counted], rest: Sequence[int], mines: int
) -> Certain:
    """Return what is proved by how many mines there are in all parts and the `rest` together.

    Args:
        rest: the unknown cells that belong to no part.
        mines: how many there are in the parts and the rest.

    Raises:
        InconsistentView: they do not add up.
    """
    if slack(counted, len(rest), mines):
        return Certain((), ())
    joint = join(counted, len(rest), mines)
    if not joint.ways:
        raise InconsistentView("no minefield fits this view")
    safe: list[int] = []
    full: list[int] = []
    for groups, chances in zip(parts, joint.groups, strict=True):
        for cells, (share, ways) in zip(groups, chances, strict=True):
            if not share:
                safe += cells
            elif share == ways * len(cells):
                full += cells
    share, ways = joint.rest
    if not share:
        safe += rest
    elif share == ways * len(rest):
        full += rest
    return Certain(tuple(safe), tuple(full))
