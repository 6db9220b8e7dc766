"""Graphs in GraphML, read event by event; a document type or an entity is refused."""

from __future__ import annotations

from typing import NoReturn, final
from xml.parsers import expat

from msweeper.errors import ParseError
from msweeper_graph.formats import Graph, attributes, fault

__all__ = ["read_graphml"]


def read_graphml(text: str, graph: Graph) -> None:
    """Read nodes and edges.

    A position is the node's data ``x`` and ``y``, or the ``Geometry`` that yEd draws it with.
    """
    reader = _Reader(graph)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        fault(f"this is no GraphML: {error}")
    except ParseError as error:
        message = str(error).partition(": ")[2]
        fault(f"line {parser.CurrentLineNumber}: {message}")
    if not reader.graphs:
        fault("this XML has no graph in it")


def _refuse(*_: object) -> NoReturn:
    fault("a document type and entities are not allowed in GraphML")


@final
class _Reader:
    """What has been read so far, and where in the document we are."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.graphs = 0
        self.keys: dict[str, str] = {}
        """What the data of a node mean, by the id of their key."""
        self.node: str | None = None
        self.data: dict[str, object] = {}
        self.key: str | None = None
        self.words: list[str] = []

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        if name == "key" and given.get("for", "all") in ("node", "all"):
            self.keys[given.get("id", "")] = given.get("attr.name", "").lower()
        elif name == "graph":
            self.graphs += 1
            if self.graphs > 1:
                fault("it has more than one graph, or graphs within nodes")
            if given.get("edgedefault") == "directed":
                _refuse_direction()
        elif name == "node":
            self.node, self.data = self._given(given, "id"), {}
            self.graph.declare(self.node)
        elif name == "edge":
            if given.get("directed") == "true":
                _refuse_direction()
            self.graph.edge(self._given(given, "source"), self._given(given, "target"))
        elif name == "hyperedge":
            fault("it has an edge that joins more than two nodes")
        elif self.node is not None and name == "data":
            self.key, self.words = self.keys.get(given.get("key", ""), ""), []
        elif self.node is not None and name == "Geometry" and "x" in given and "y" in given:
            self.data |= {"x": given["x"], "y": given["y"]}

    def text(self, words: str) -> None:
        if self.key in ("x", "y"):
            self.words.append(words)

    def end(self, tag: str) -> None:
        name = tag.rpartition(" ")[2]
        if name == "data":
            if self.key in ("x", "y"):
                self.data[self.key] = "".join(self.words)
            self.key = None
        elif name == "node" and self.node is not None:
            attributes(self.graph, self.node, self.data)
            self.node = None

    def _given(self, given: dict[str, str], key: str) -> str:
        if key not in given:
            fault(f"an element has no {key}")
        return given[key]


def _refuse_direction() -> NoReturn:
    fault("it is directed, and neighbors go both ways: save it as an undirected graph")
