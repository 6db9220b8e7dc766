"""Graphs in JSON: our own short form, and the node-link form that networkx writes."""

from __future__ import annotations

import json
from typing import NoReturn

from msweeper_graph.formats import Graph, attributes, fault, text_of

__all__ = ["read_json"]


def read_json(text: str, graph: Graph) -> None:
    """Read one of two forms.

    Ours: ``{"edges": [["a", "b"], ...], "nodes": ["a", ...], "positions": {"a": [x, y], ...}}``;
    ``nodes`` (for an order, or nodes without neighbors) and ``positions`` may be left out.

    Node-link: ``nodes`` are objects with an ``id``, ``links`` or ``edges`` objects with a
    ``source`` and a ``target``. A position is ``"pos": [x, y]``, or ``x`` and ``y``, at a node.
    """
    try:
        data = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        fault(f"this is no JSON: {error}")
    if not isinstance(data, dict):
        fault("JSON of a graph is an object with edges")
    if data.get("directed", False) is not False:
        fault("it is directed, and neighbors go both ways: save it as an undirected graph")
    for node in _items(data, "nodes"):
        if isinstance(node, dict):
            if "id" not in node:
                fault(f"a node has no id: {str(node)[:60]}")
            graph.node(text_of(node["id"]))
            attributes(graph, text_of(node["id"]), node)
        else:
            graph.node(text_of(node))
    linked = "links" if "links" in data else "edges"
    if linked not in data and "nodes" not in data:
        fault("JSON of a graph has edges, a list")
    for edge in _items(data, linked):
        if isinstance(edge, dict) and "source" in edge and "target" in edge:
            graph.edge(text_of(edge["source"]), text_of(edge["target"]))
        elif isinstance(edge, list) and len(edge) == 2:
            graph.edge(*map(text_of, edge))
        else:
            fault(f"{str(edge)[:60]} is no edge: an edge is two names, or a source and a target")
    positions = data.get("positions", {})
    if not isinstance(positions, dict):
        fault('positions are an object: {"a": [x, y], ...}')
    for name, at in positions.items():
        if name not in graph.names:
            fault(f"{name!r} has a position, and is no node")
        if not isinstance(at, list) or len(at) != 2:
            fault(f"the position of {name} is no pair of numbers")
        graph.put(name, *at)


def _items(data: dict[str, object], key: str) -> list[object]:
    found = data.get(key, [])
    if not isinstance(found, list):
        fault(f"{key} are a list")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
