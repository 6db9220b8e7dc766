"""Counts the ways to fill one part: which order, which shortcut, and how many bits."""

from __future__ import annotations

from math import comb

from msweeper.solver.elimination import Elimination
from msweeper.solver.order import closing_order
from msweeper.solver.part import NOTHING, Counted, Meter, Part, Thin
from msweeper.solver.untangle import untangle

__all__ = ["count", "count_thinned"]

_SMALL = 24  # groups; parts up to here are remembered, since they are met again and again
_REMEMBERED = 1 << 14  # parts
_WIDE = 64  # bits of a coefficient from which a better bound is worth a pass for it
_SPARE = 64  # bits more for a coefficient that is only an estimate, and can be too large


def count(part: Part, meter: Meter | None = None) -> Counted:
    """Return the ways to fill `part`. Exact; small parts are remembered.

    Args:
        meter: called before each step with the rows that it makes at most, and now and then
            within a step.
    """
    if len(part.needs) == 1:
        size, need = part.sizes[0], part.needs[0]
        ways = comb(size, need)
        return Counted(need, (ways,), ((ways * need,),)) if ways else NOTHING
    known = _memory.get(part)
    if known is None:
        if len(part.sizes) > _SMALL:
            return _count_simpler(part, meter)
        known = _count(part, meter)
        if len(_memory) >= _REMEMBERED:
            _memory.clear()
        _memory[part] = known
    return known


_memory: dict[Part, Counted] = {}


def _count_simpler(part: Part, meter: Meter | None, thin: Thin | None = None) -> Counted:
    """Count a large part by way of a simpler one."""
    simpler, home = untangle(part)
    if simpler is None:
        return NOTHING
    low, ways, shares = _count(simpler, meter, thin)
    if not ways:
        return NOTHING
    # the cells of a merged group are alike, so each of them has its part of the mines
    split = [
        tuple([share // simpler.sizes[at] * size for share in shares[at]])
        for size, at in zip(part.sizes, home, strict=True)
    ]
    return Counted(low, ways, tuple(split))


def _count(part: Part, meter: Meter | None, thin: Thin | None = None) -> Counted:
    order = closing_order(*part)
    bits = _bits(part)
    if thin is not None:
        return Elimination(part, order, bits + _SPARE, None, thin).run()
    if bits > _WIDE:  # the number of ways, counted without regard to mines, is a better bound
        ways = Elimination(part, order, 0, meter).ways()
        if not ways:
            return NOTHING
        bits = (ways * sum(part.sizes)).bit_length()
    return Elimination(part, order, bits, meter).run()


def count_thinned(part: Part, thin: Thin) -> Counted:
    """Return an estimate: like `count`, but of tables that are thinned at every step."""
    return _count_simpler(part, None, thin)


def _bits(part: Part) -> int:
    """Return how many bits hold any coefficient: a bound on cells times the number of ways."""
    sizes, touches, needs = part
    free = [True] * len(sizes)
    around: list[list[int]] = [[] for _ in needs]
    for g, numbers in enumerate(touches):
        for n in numbers:
            around[n].append(g)
    bound = sum(sizes)
    for n, need in enumerate(needs):
        fresh = sum([sizes[g] for g in around[n] if free[g]])
        if fresh:
            bound *= sum([comb(fresh, v) for v in range(min(need, fresh) + 1)])
            for g in around[n]:
                free[g] = False
    return bound.bit_length()
