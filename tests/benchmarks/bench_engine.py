"""What the engine costs: run ``python tests/benchmarks/bench_engine.py``.

Prints CPU seconds (of the process, best of three where short) and the highest memory.
"""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Callable

from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.topology import Topology


def cpu(work: Callable[[], object], times: int = 1) -> float:
    """Return the least CPU seconds that `work` took."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def peak() -> float:
    """Return the highest memory of this process so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    registry = load_plugins(environ={})
    per_cell = {}
    empty = peak()
    for side, mines in ((100, 10), (1000, 1000)):
        boards: list[Topology] = []
        games: list[Game] = []

        def build(side: int = side, boards: list[Topology] = boards) -> None:
            boards[:] = [registry.topology(f"square:{side}x{side}")]

        def play(
            mines: int = mines, boards: list[Topology] = boards, games: list[Game] = games
        ) -> None:
            game = Game(boards[0], mines, seed="maple")
            game.open(boards[0].size // 2 + side // 2)
            assert game.minefield is not None
            while not game.status.over:  # what the one big opening left
                mined = set(game.minefield.mines)
                for cell in boards[0]:
                    if cell not in mined and game._shown[cell] < 0:
                        game.open(cell)
            games[:] = [game]

        times = 20 if side == 100 else 1
        built, played = cpu(build, times), cpu(play, times)
        per_cell[side] = (built + played) / side**2
        print(
            f"square {side}x{side}, {mines} mines: build {built:.3f} s, place and open all"
            f" {played:.3f} s, together {per_cell[side] * 1e6:.2f} us a cell, {games[0].status},"
            f" {len(games[0].events)} opens, {peak():.0f} MB at most ({empty:.0f} before)"
        )
    print(f"cost per cell, 10^6 over 10^4 cells: {per_cell[1000] / per_cell[100]:.2f}")

    for level in registry.find("square").factory.levels:
        board = registry.find("square").build(level.parameters)

        def create(board: Topology = board, mines: int = level.mines) -> None:
            Game(board, mines, seed="maple").open(board.size // 2)

        print(f"{board.spec}@{level.mines}: new game to first open {cpu(create, 50) * 1e3:.3f} ms")


if __name__ == "__main__":
    main()
