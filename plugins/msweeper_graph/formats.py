"""The files that a graph can come in: edge lists, JSON and GraphML.

A fault is a ParseError that says in which line or at which node it is. What graphs can be and
cells cannot (directed, joined to themselves, far too large) is refused here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import NoReturn, final

from msweeper.errors import ParseError
from msweeper_graph.labels import label_of

__all__ = ["MAX_EDGES", "MAX_NODES", "Graph", "read_graph"]

MAX_NODES = 100_000
MAX_EDGES = 1_000_000
_LONGEST = 40_000_000  # characters of a file
_FORMATS = "the formats that are read are edge lists (two names a line), JSON and GraphML"
_ATTRIBUTES = re.compile(r"""\s*(\}|('[^']*'|"[^"]*"|[-0-9]+)\s*:)""")
"""How what networkx writes after an edge goes on: ``{}``, ``{'km': 7}``."""


@final
@dataclass(slots=True)
class Graph:
    """Nodes in the order of the file, the pairs that are joined, and where nodes stand."""

    names: dict[str, str] = field(default_factory=dict)
    """The label of each node by its name in the file."""
    edges: list[tuple[str, str]] = field(default_factory=list)
    positions: dict[str, tuple[float, float]] = field(default_factory=dict)
    _taken: dict[str, str] = field(default_factory=dict)
    _declared: set[str] = field(default_factory=set)

    def node(self, name: str) -> str:
        """Return the label of a node, which is new or known."""
        label = self.names.get(name)
        if label is not None:
            return label
        label = label_of(name)
        if not label:
            fault("a node has an empty name")
        if label in self._taken:
            fault(f"{self._taken[label]!r} and {name!r} would both be called {label}")
        if len(self.names) >= MAX_NODES:
            fault(f"it has more than {MAX_NODES:,} nodes")
        self.names[name], self._taken[label] = label, name
        return label

    def declare(self, name: str) -> None:
        """Add a node that the file lists, which it does once."""
        self.node(name)
        if name in self._declared:
            fault(f"the node {name!r} is listed twice")
        self._declared.add(name)

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
        at = numbers[0], numbers[1]
        if self.positions.setdefault(self.node(name), at) != at:
            fault(f"{name} stands at two places")


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
    the attributes of an edge there. What looks like another format (commas between names, braces
    elsewhere) is refused: it would be read as a board, and a wrong one.
    """
    commas, pairs = "", False
    for number, line in enumerate(lines, 1):
        try:
            words = _words(line)
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


def _words(line: str) -> list[str]:
    """Return the names in a line."""
    line = line.partition("#")[0] if "{" not in line.partition("#")[0] else line
    before, brace, after = line.partition("{")
    words = before.split()
    if brace and (len(words) != 2 or not _ATTRIBUTES.match(after)):
        fault(f"it has a brace, where only attributes can stand, after two names; {_FORMATS}")
    if words and (words[-1] == "[" or words[0][0] == "*"):  # GML, Pajek
        fault(f"{line.strip()[:40]!r} is no pair of names; {_FORMATS}")
    for word in words:
        for sign, name in ((",", "comma"), (";", "semicolon")):
            if word[0] == sign or word[-1] == sign:
                fault(
                    f"the {name} in {word[:40]!r} separates nothing: an edge list has one pair of"
                    " names a line, with a blank between them"
                )
    return words


def attributes(graph: Graph, name: str, values: Mapping[str, object]) -> None:
    """Take the position out of the attributes of a node, if it is among them."""
    if "pos" in values:
        pos = values["pos"]
        if not isinstance(pos, list) or len(pos) != 2:
            fault(f"the position of {name} is no pair of numbers")
        graph.put(name, *pos)
    elif "x" in values and "y" in values:
        graph.put(name, values["x"], values["y"])
