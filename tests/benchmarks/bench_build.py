"""How long 100,000 cells of each geometry take to build, of every choice that it has.

    python tests/benchmarks/bench_build.py [NAME ...]

CPU seconds, the best of three. Figures depend on the machine; nothing here fails. Aim: 1 s.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from msweeper.errors import MsweeperError
from msweeper.factory import TopologyFactory, Value
from msweeper.filemodule import import_file
from msweeper.plugins import load_plugins

CELLS = 100_000
OUTSIDE = Path(__file__).parents[2] / "examples" / "msweeper-cairo" / "msweeper_cairo.py"


def kinds(factory: TopologyFactory) -> Iterator[dict[str, Value]]:
    """Yield the defaults, then each choice by itself."""
    yield {}
    for parameter in factory.parameters:
        for choice in parameter.choices:
            if choice != parameter.default:
                yield {parameter.name: choice}
    if any(parameter.file for parameter in factory.parameters):
        draw = random.Random(1)
        edges = "\n".join(
            f"{a} {b}" for a in range(CELLS) for b in draw.sample(range(CELLS), 2) if a != b
        )
        yield {next(p.name for p in factory.parameters if p.file): edges}


def large(factory: TopologyFactory, given: dict[str, Value]) -> dict[str, Value] | None:
    """Return values of about as many cells as wanted, all sides grown alike; None if none are."""
    names = factory.size_names(factory.values(given, complete=False))
    for side in range(4, CELLS + 1, 2):
        values = {**given, **dict.fromkeys(names, side)}
        try:
            complete = factory.values(values)
        except MsweeperError:
            if names:
                continue
            return None
        if factory.cells(complete) >= CELLS * 0.9:
            return values
        if not names:
            return None
    return None


def main() -> None:
    factories = [r.factory for r in load_plugins(environ={}).topologies.values()]
    factories += import_file(OUTSIDE).msweeper_topologies()
    for factory in factories:
        if sys.argv[1:] and factory.name not in sys.argv[1:]:
            continue
        for given in kinds(factory):
            values = large(factory, given)
            if values is None:
                continue
            times = []
            for _ in range(3):
                start = time.process_time()
                topology = factory.topology(**values)
                times.append(time.process_time() - start)
            said = ",".join(f"{k}={str(v)[:12]!r}" for k, v in values.items())
            print(
                f"{min(times):6.2f} s  {topology.size:7} cells  {factory.name} {said}", flush=True
            )


if __name__ == "__main__":
    main()
