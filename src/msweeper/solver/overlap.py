"""What two numbers prove together, fast and without reasons: it shrinks parts before a count.

In three dimensions a number shares its cells with many others, and this decides whether the
count takes milliseconds or minutes. `msweeper.solver.deduce` does the same with reasons.
"""

from __future__ import annotations

from msweeper.solver.frontier import Piece

__all__ = ["overlaps"]


def overlaps(piece: Piece) -> tuple[list[int], list[int]]:
    """Return the cells that pairs of numbers of `piece` prove: those safe, and the mines.

    Cost: a microsecond for each pair of numbers that share a cell.
    """
    sizes, touches, needs = piece.part
    inside = [0] * len(needs)
    partners: list[set[int]] = [set() for _ in needs]
    masks: list[int] = []
    first = 0
    for size, around in zip(sizes, touches, strict=True):
        mask = ((1 << size) - 1) << first
        first += size
        masks.append(mask)
        for n in around:
            inside[n] |= mask
            partners[n].update(around)
    safe = mines = 0
    for one, mask in enumerate(inside):
        need = needs[one]
        for other in partners[one]:
            alone = mask & ~inside[other]
            if not alone:
                continue
            room = alone.bit_count()
            shared = mask.bit_count() - room
            if need - room == min(needs[other], shared):
                mines |= alone
            elif need == needs[other] - inside[other].bit_count() + shared:
                safe |= alone
    found: tuple[list[int], list[int]] = ([], [])
    for which, proved in zip(found, (safe, mines), strict=True):
        for mask, cells in zip(masks, piece.groups, strict=True):
            if mask & proved:
                which += cells
    return found
