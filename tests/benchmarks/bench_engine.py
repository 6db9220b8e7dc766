"""What the engine costs: run ``python tests/benchmarks/bench_engine.py``.

Prints CPU seconds (of the process, the best of several where short) and the highest memory.
"""

from __future__ import annotations

import gc
import resource
import sys
import time

from msweeper.game import Game
from msweeper.plugins import Registry, load_plugins


def peak() -> float:
    """Return the highest memory of this process so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def whole(registry: Registry, side: int, mines: int, times: int) -> float:
    """Build, place and open all of a square board; print the least times, return their sum."""
    build = play = float("inf")
    opens = 0
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        board = registry.topology(f"square:{side}x{side}")
        built = time.process_time()
        game = Game(board, mines, seed="maple")
        game.open(board.size // 2 + side // 2)
        first = time.process_time()
        assert game.minefield is not None
        mined = set(game.minefield.mines)
        rest = [c for c, code in enumerate(game.view.cells) if code < 0 and c not in mined]
        again = time.process_time()
        for cell in rest:
            if game.shows(cell) == "closed":
                game.open(cell)
        end = time.process_time()
        assert game.status == "won"
        build, play = min(build, built - start), min(play, first - built + end - again)
        opens = len(game.events)
    print(
        f"square {side}x{side}, {mines} mines: build {build:.3f} s, place and open all {play:.3f} s"
        f" in {opens} opens, {(build + play) / side**2 * 1e6:.2f} us a cell;"
        f" {peak():.0f} MB at most"
    )
    return build + play


def main() -> None:
    registry = load_plugins(environ={})
    print(f"memory before: {peak():.0f} MB")
    small, large = whole(registry, 100, 10, 30), whole(registry, 1000, 1000, 3)
    print(f"cost per cell, 10^6 over 10^4 cells: {large / small / 100:.2f}")
    for level in registry.find("square").factory.levels:
        board = registry.find("square").build(level.parameters)
        best = float("inf")
        for seed in range(50):
            start = time.process_time()
            Game(board, level.mines, seed=str(seed)).open(board.size // 2)
            best = min(best, time.process_time() - start)
        print(f"{board.spec}@{level.mines}: new game to first open {best * 1e3:.3f} ms")


if __name__ == "__main__":
    main()
