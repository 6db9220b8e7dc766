"""What two numbers prove together, fast and without reasons: it shrinks parts before a count.

In three dimensions a number shares its cells with many others, and this decides whether the
count takes milliseconds or minutes. `msweeper.solver.deduce` does the same with reasons.
"""

from __future__ import annotations

from functools import lru_cache

from msweeper.solver.part import Part

__all__ = ["overlaps"]


@lru_cache(maxsize=1 << 12)
def overlaps(part: Part) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the groups that pairs of numbers of `part` prove: those safe, and those all mines.

    Remembered, since most parts stay as they are when another one changes. Cost: a microsecond
    for each pair of numbers that share a cell.
    """
    sizes, touches, needs = part
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
    room = [mask.bit_count() for mask in inside]
    safe = mines = 0
    for one, mask in enumerate(inside):
        need = needs[one]
        cells = room[one]
        for other in partners[one]:
            shared = (mask & inside[other]).bit_count()
            if shared == cells:
                continue
            bound = needs[other]
            if need - cells + shared == (bound if bound < shared else shared):
                mines |= mask & ~inside[other]
            elif need == bound - room[other] + shared:
                safe |= mask & ~inside[other]
    return (
        tuple([g for g, mask in enumerate(masks) if mask & safe]) if safe else (),
        tuple([g for g, mask in enumerate(masks) if mask & mines]) if mines else (),
    )
