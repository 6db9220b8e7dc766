"""A geometry without a package: the corners of a dodecahedron, 20 cells with 3 neighbors each.

python examples/inline_topology.py
msweeper play --plugin examples/inline_topology.py --topology dodecahedron
"""

from __future__ import annotations

from msweeper import Game, Topology, picture
from msweeper.factory import Level, TopologyFactory
from msweeper.hookspecs import hookimpl
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


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    """Say what msweeper needs to know of it; this is all that makes the file a plugin."""
    return [
        TopologyFactory(
            name="dodecahedron",
            summary="the corners of a dodecahedron, 3 neighbors",
            parameters=(),
            levels=(Level("beginner", {}, 3),),
            count=lambda: 20,
            build=dodecahedron,
            description="A to D are the rows from top to bottom, 0 to 4 go around. The corners of "
            "the upper and of the lower row make a ring each; each corner of the upper ring goes "
            "down to the one below it, and so do those of the lower ring upwards. The two rows "
            "between them make one ring of ten, up and down in turn.",
        )
    ]


if __name__ == "__main__":
    board = dodecahedron()
    game = Game(board, mines=3, seed="maple")
    for label in ("A0", "D2", "C4"):
        if not game.status.over and game.shows(board.cell(label)) == "closed":
            game.open(board.cell(label))
            print(f"open {label}\n{picture(game.view)}")
    print(game.status)
