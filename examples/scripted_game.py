"""Play one game through the Python API: on hexagons, or on the board named on the command line.

python examples/scripted_game.py
python examples/scripted_game.py cube:4x3x3
"""

from __future__ import annotations

import sys

import msweeper


def play(spec: str, mines: int, seed: str) -> msweeper.Game:
    """Open cells in order, take back what was a mine, and flag it."""
    board = msweeper.load_plugins().topology(spec)
    game = msweeper.Game(board, mines, seed=seed)
    game.open(board.layout.middle())
    print(msweeper.picture(game.view), end="\n\n")
    for cell in board:
        if game.status is msweeper.Status.WON:
            break
        if game.shows(cell) != "closed":
            continue
        game.open(cell)
        if game.status is msweeper.Status.LOST:
            game.undo()
            game.flag(cell)
    print(msweeper.picture(game.view))
    return game


if __name__ == "__main__":
    game = play(sys.argv[1] if len(sys.argv) > 1 else "hex:radius=3", 6, "maple")
    print(f"{game.status} after {len(game.events)} actions: {game.minefield_id}")
