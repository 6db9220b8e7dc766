"""A geometry without a package: the corners of a dodecahedron, 20 cells with 3 neighbors each.

python examples/inline_topology.py
"""

from __future__ import annotations

from msweeper import Game, Topology, picture
from msweeper.lattice import from_edges


def dodecahedron() -> Topology:
    """Build it from its edges: two pentagons, and a ring of ten between them."""
    labels = [f"{row}{i}" for row in "ABCD" for i in range(5)]
    edges = []
    for i in range(5):
        after = (i + 1) % 5
        edges += [(f"A{i}", f"A{after}"), (f"A{i}", f"B{i}")]
        edges += [(f"B{i}", f"C{i}"), (f"B{after}", f"C{i}")]
        edges += [(f"C{i}", f"D{i}"), (f"D{i}", f"D{after}")]
    shifts = (0, 0, 1, 1)  # the lower rows stand half a cell to the right
    places = [(0, row, 2 * i + shifts[row]) for row in range(4) for i in range(5)]
    return from_edges(labels, edges, places).with_spec("dodecahedron")


if __name__ == "__main__":
    board = dodecahedron()
    game = Game(board, mines=3, seed="maple")
    for label in ("A0", "D2", "C4"):
        if not game.status.over and game.shows(board.cell(label)) == "closed":
            game.open(board.cell(label))
            print(f"open {label}\n{picture(game.view)}")
    print(game.status)
