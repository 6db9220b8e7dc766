"""Simplifies a large part before it is counted."""

from __future__ import annotations

from msweeper.solver.part import Part

__all__ = ["untangle"]


def untangle(part: Part) -> tuple[Part | None, list[int]]:
    """Take numbers within other numbers out of them; None if that shows that nothing fits.

    Where all cells of one number are also cells of another, the other one says as much when it
    speaks of its other cells only, and of as many mines less. Then it is half used for a
    shorter time, and groups that only it told apart become one.

    Returns:
        An equivalent part, and for each group of `part` the group of it that holds its cells.
    """
    sizes, touches, needs = part
    need = list(needs)
    groups = [0] * len(needs)
    for g, around in enumerate(touches):
        for n in around:
            groups[n] |= 1 << g
    changed = True
    while changed:
        changed = False
        for one, inner in enumerate(groups):
            for other, outer in enumerate(groups):
                if inner and one != other and not inner & ~outer:
                    groups[other] ^= inner
                    need[other] -= need[one]
                    changed = True
    merged: dict[tuple[int, ...], int] = {}
    home: list[int] = []
    left = [n for n, mask in enumerate(groups) if mask]
    if any(need) and (min(need) < 0 or any(need[n] for n in set(range(len(need))) - set(left))):
        return None, home
    grown: list[int] = []
    for g, size in enumerate(sizes):
        key = tuple([i for i, n in enumerate(left) if groups[n] >> g & 1])
        at = merged.setdefault(key, len(merged))
        home.append(at)
        if at == len(grown):
            grown.append(0)
        grown[at] += size
    return Part(tuple(grown), tuple(merged), tuple([need[n] for n in left])), home
