"""How many boards that need no guess are made in a second: ``python bench_generator.py [BOARDS]``.

For each level of the built-in topologies, and two dense boards: boards a second on this core, the
start in the middle; attempts for each board; how many were edited; the longest time for one; and,
not timed, how many are solved again by the odds of one view after the other.
"""

from __future__ import annotations

import sys
import time

from msweeper.errors import GaveUp
from msweeper.game import Game
from msweeper.generator import Generated, generate
from msweeper.plugins import load_plugins
from msweeper.solver import analyze
from msweeper.topology import Topology

DENSE = (("square:30x16", 130), ("square:30x30", 240), ("square:30x30", 300))


def solved(made: Generated) -> bool:
    """Return whether the exact odds alone open the board, from nothing but the start."""
    game = Game(made.minefield.topology, minefield=made.minefield)
    game.open(made.start)
    while not game.status.over:
        safe = analyze(game.view).safe
        if not safe:
            return False
        for cell in safe:
            if game.view.cells[cell] < 0:
                game.open(cell)
    return game.status == "won"


def measure(name: str, board: Topology, mines: int, boards: int) -> None:
    """Make `boards` boards and print one line."""
    generate(board, mines, seed="warm")
    began = time.perf_counter()
    attempts = edited = gave_up = 0
    all_made: list[Generated] = []
    longest = 0.0
    for number in range(boards):
        try:
            made = generate(board, mines, seed=f"maple/{number}")
        except GaveUp:
            gave_up += 1
            continue
        all_made.append(made)
        attempts += made.attempts
        edited += made.attempt is None
        longest = max(longest, made.seconds)
    took = time.perf_counter() - began
    print(
        f"{name:28} {len(all_made) / took:9.1f} a second"
        f" {attempts / max(1, len(all_made)):7.1f} attempts"
        f" {edited:4} edited {gave_up:3} given up {longest:8.3f} s at most"
        f" {sum(map(solved, all_made)):4} of {len(all_made)} solved again",
        flush=True,
    )


def main(boards: int) -> None:
    registry = load_plugins(environ={})
    for name in ("square", "hex", "cube"):
        found = registry.find(name)
        for level in found.factory.levels:
            board = found.build(level.parameters)
            measure(f"{name} {level.name}, {level.mines} mines", board, level.mines, boards)
    for spec, mines in DENSE:
        measure(f"{spec}, {mines} mines", registry.topology(spec), mines, min(boards, 10))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
