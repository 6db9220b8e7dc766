"""The files that a graph can come in: edge lists, JSON and GraphML.

A fault is a ParseError that says in which line or at which node it is. What graphs can be and
cells cannot (directed, joined to themselves, far too large) is refused here as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import NoReturn, final

from msweeper.errors import ParseError
from msweeper.topology import RESERVED

__all__ = ["MAX_EDGES", "MAX_NODES", "Graph", "read_graph"]

MAX_NODES = 100_000
MAX_EDGES = 1_000_000
_LONGEST = 40_000_000  # characters of a file


@final
@dataclass(slots=True)
class Graph:
    """Nodes in the order of the file, the pairs that are joined, and where nodes stand."""

    names: dict[str, str] = field(default_factory=dict)
    """The label of each node by its name in the file."""
    edges: list[tuple[str, str]] = field(default_factory=list)
    positions: dict[str, tuple[float, float]] = field(default_factory=dict)
    _taken: dict[str, str] = field(default_factory=dict)

    def node(self, name: str) -> str:
        """Return the label of a node, which is new or known."""
        label = self.names.get(name)
        if label is not None:
            return label
        label = _label(name)
        if label in self._taken:
            fault(f"{self._taken[label]!r} and {name!r} would both be called {label}")
        if len(self.names) >= MAX_NODES:
            fault(f"it has more than {MAX_NODES:,} nodes")
        self.names[name], self._taken[label] = label, name
        return label

    def edge(self, one: str, other: str) -> None:
        """Join two nodes, new or known."""
        if one == other:
            fault(f"an edge joins {one} to itself, and no cell is its own neighbor")
        if len(self.edges) >= MAX_EDGES:
            fault(f"it has more than {MAX_EDGES:,} edges")
        self.edges.append((self.node(one), self.node(other)))

    def put(self, name: str, x: object, y: object) -> None:
        """Say where a node stands."""
        numbers = []
        for value in (x, y):
            try:
                number = float(value) if isinstance(value, int | float | str) else float("nan")
            except (ValueError, OverflowError):
                number = float("nan")
            if not isfinite(number) or abs(number) > 1e100 or isinstance(value, bool):
                fault(f"the position of {name} is {str(value)[:40]!r}, which is no number")
            numbers.append(number)
        self.positions[self.node(name)] = numbers[0], numbers[1]


def fault(why: str) -> NoReturn:
    raise ParseError(f"this graph cannot be a board: {why}", text="")


@lru_cache(maxsize=4)
def read_graph(text: str) -> Graph:
    """Return the graph that a file holds; `text` is its content.

    The first character tells the format: ``<`` is GraphML, ``{`` JSON, anything else an edge list.

    Raises:
        ParseError: it is none of them, or no cells can be made of it.
    """
    if len(text) > _LONGEST:
        fault(f"the file has more than {_LONGEST:,} characters")
    start = text.lstrip()[:1]
    if start == "<":
        from msweeper_graph.graphml import read_graphml

        read_graphml(text, graph := Graph())
    elif start in ("{", "["):
        from msweeper_graph.nodelink import read_json

        read_json(text, graph := Graph())
    else:
        read_edges(text.splitlines(), graph := Graph())
    if not graph.names:
        fault("it has no nodes")
    if 0 < len(graph.positions) < len(graph.names):
        label = next(label for label in graph.names.values() if label not in graph.positions)
        fault(f"{label} has no position, and other nodes have one")
    return graph


def read_edges(lines: Iterable[str], graph: Graph) -> None:
    """Read pairs of names, one a line; a name alone is a node without neighbors.

    ``#`` begins a comment, and what stands in braces after a pair is left out: networkx writes
    the attributes of an edge there.
    """
    commas, pairs = "", False
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].partition("{")[0].split()
        try:
            if len(words) == 2:
                graph.edge(*words)
                pairs = True
            elif len(words) == 1:
                graph.node(words[0])
                commas = commas or (words[0] if "," in words[0] else "")
            elif words:
                fault(f"it has {len(words)} names: an edge list has one pair of names a line")
        except ParseError as error:
            message = str(error).partition(": ")[2]
            fault(f"line {number}: {message}")
    if commas and not pairs:
        fault(f"{commas[:40]!r} is one name: put a blank between the two names of an edge")


def _label(name: str) -> str:
    """Return `name` so that it can be typed: what is reserved becomes ``_``."""
    if name.isalnum():
        return name
    label = "".join("_" if c in RESERVED or c.isspace() or not c.isprintable() else c for c in name)
    while ",," in label:
        label = label.replace(",,", ",_")
    if label[:1] == ",":
        label = f"_{label[1:]}"
    if label[-1:] == ",":
        label = f"{label[:-1]}_"
    if not label:
        fault("a node has an empty name")
    return label


def text_of(value: object) -> str:
    """Return the name of a node in JSON: a text, a number, or a list of them (a tuple once)."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and value:
        return ",".join(map(text_of, value))
    fault(f"{str(value)[:40]!r} is no name of a node: a name is a text, a number or a list of them")


def attributes(graph: Graph, name: str, values: Mapping[str, object]) -> None:
    """Take the position out of the attributes of a node, if it is among them."""
    pos = values.get("pos")
    if isinstance(pos, list) and len(pos) == 2:
        graph.put(name, *pos)
    elif "x" in values and "y" in values:
        graph.put(name, values["x"], values["y"])
