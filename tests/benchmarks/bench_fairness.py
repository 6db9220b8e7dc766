"""Time of a verdict on large boards, and estimated losses beside measured ones.

Run with ``python tests/benchmarks/bench_fairness.py [SECONDS]``, which is the time for the search.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import perf_counter

from msweeper.fairness import fairness, nullity
from msweeper.lattice import box_offsets, from_offsets
from msweeper.plugins import load_plugins
from msweeper.topology import Topology

MEASURED = (
    ((4, 4, 4), False, 6, 99.5),
    ((5, 5, 5), False, 12, 57),
    ((6, 6, 6), False, 22, 100),
    ((7, 7, 7), False, 34, 99.5),
    ((8, 8, 8), False, 51, 87),
    ((9, 9, 9), False, 73, 99.5),
    ((6, 6), True, 6, 62),
    ((7, 7), True, 8, 99),
    ((8, 8), True, 10, 100),
    ((9, 9), True, 13, 91),
    ((2, 7, 7), False, 10, 0),
)
LARGE = (
    ((40, 50), False),
    ((2, 1000), False),
    ((42, 45), True),
    ((11, 11, 11), False),
    ((11, 12, 14), False),
    ((12, 12, 13), False),
    ((12, 12, 12), True),
    ((6, 6, 6, 6), False),
)


def box(sides: Iterable[int], wrapped: bool) -> Topology:
    sides = tuple(sides)
    return from_offsets(
        [range(1, side + 1) for side in sides],
        box_offsets(len(sides)),
        place=lambda *at: (sum(at[:-2]), at[-2], 2 * at[-1]),
        wrapped=range(len(sides)) if wrapped else (),
    )


def main(seconds: float) -> int:
    print("board            mines  estimated loss  measured  exhaustive  seconds")
    for sides, wrapped, mines, won in MEASURED:
        start = perf_counter()
        judged = fairness(box(sides, wrapped), {"any": mines}, seconds=seconds)
        name = ("torus " if wrapped else "") + "x".join(map(str, sides))
        print(
            f"{name:16} {mines:5} {100 * judged.loss['any']:13.1f} % {100 - won:7.1f} %"
            f"  {judged.exhaustive!s:10} {perf_counter() - start:8.2f}"
        )
    print("\nboard             cells  nullity  in s    loss at 10 %  exhaustive  seconds")
    boards = [
        (("torus " if wrapped else "") + "x".join(map(str, sides)), box(sides, wrapped))
        for sides, wrapped in LARGE
    ]
    boards.append(("hex radius 25", load_plugins().topology("hex:25")))
    slowest = 0.0
    for name, topology in boards:
        start = perf_counter()
        dimension = nullity(topology)
        middle = perf_counter()
        judged = fairness(topology, {"any": topology.size // 10}, seconds=seconds)
        end = perf_counter()
        slowest = max(slowest, end - middle)
        print(
            f"{name:16} {topology.size:6} {dimension:8} {middle - start:5.2f}"
            f" {100 * judged.loss['any']:13.2f} %  {judged.exhaustive!s:10} {end - middle:8.2f}"
        )
    print(f"\nslowest verdict: {slowest:.2f} s (to stay under 10)")
    return 0 if slowest < 10 else 1


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0))
