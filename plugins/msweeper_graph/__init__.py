"""Any undirected graph from a file: nodes are cells, and cells touch where an edge joins them."""

from __future__ import annotations

from msweeper.errors import ParseError
from msweeper.factory import Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

DODECAHEDRON = "\n".join(
    f"{i} {(i + 1) % 10}\n{i} {i + 10}\n{i + 10} {(i + 2) % 10 + 10}" for i in range(10)
)
"""What is played where no file is given: a ring of ten, and two rings of five within it."""


def check(file: str) -> str | None:
    """Say why `file` can be no board."""
    from msweeper_graph.formats import read_graph

    try:
        read_graph(file or DODECAHEDRON)
    except ParseError as error:
        return str(error)
    return None


def count(file: str) -> int:
    from msweeper_graph.formats import read_graph

    return len(read_graph(file or DODECAHEDRON).names)


def build(file: str) -> Topology:
    """Build the graph that `file` holds."""
    from msweeper.lattice import from_graph
    from msweeper_graph.formats import read_graph

    graph = read_graph(file or DODECAHEDRON)
    return from_graph(graph.names.values(), graph.edges, graph.positions or None)


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    return [
        TopologyFactory(
            name="graph",
            summary="any undirected graph from a file; without one, the dodecahedron",
            parameters=(
                Parameter(
                    "file",
                    "",
                    file=True,
                    help="an edge list (two names a line), JSON or GraphML",
                ),
            ),
            count=count,
            build=build,
            check=check,
            description="Give a graph with --set file=@PATH. Its nodes are the cells, and labels "
            "are their names; what a label cannot hold (blanks and : ; = @ # / %) becomes _, "
            "and a character newer than Unicode 3.2 (an emoji) U+ and its number. In an edge list "
            "each line holds two names with a blank between, # begins a comment, and a name alone "
            'is a node without neighbors. JSON is {"edges": [["a", "b"], ...]}, also with nodes '
            "and positions, or the node-link form of networkx. With positions, cells stand there. "
            "Without, a small graph is a list: the name, the cell, the names of its neighbors. A "
            "larger one stands in rows by the distance from its first node, so that a cell touches "
            "only cells of its own row and of the rows before and after it.",
        )
    ]
