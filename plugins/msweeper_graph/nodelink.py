"""Graphs in JSON: our own short form, and the node-link form that networkx writes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable
from typing import NoReturn, final

from msweeper_graph.formats import Graph, attributes, fault

__all__ = ["read_json"]

_DEEPEST = 16  # lists within lists of a name


def read_json(text: str, graph: Graph) -> None:
    """Read one of two forms.

    Ours: ``{"edges": [["a", "b"], ...], "nodes": ["a", ...], "positions": {"a": [x, y], ...}}``;
    ``nodes`` (for an order, or nodes without neighbors) and ``positions`` may be left out.

    Node-link: ``nodes`` are objects with an ``id``, ``links`` or ``edges`` objects with a
    ``source`` and a ``target``. A position is ``"pos": [x, y]``, or ``x`` and ``y``, at a node.
    """
    try:
        data = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        fault(f"this is no JSON: {error}")
    if not isinstance(data, dict):
        fault("JSON of a graph is an object with edges")
    try:
        _read(data, graph)
    except RecursionError:  # at the text of what is wrong
        fault("it is nested too deeply")


def _read(data: dict[str, object], graph: Graph) -> None:
    if data.get("directed", False) is not False:
        fault("it is directed, and neighbors go both ways: save it as an undirected graph")
    names = _Names()
    linked = False
    for node in _items(data, "nodes"):
        if isinstance(node, dict):
            if "id" not in node:
                fault(f"a node has no id: {str(node)[:60]}")
            linked = True
            name = names.text(node["id"])
            graph.declare(name)
            attributes(graph, name, node)
        else:
            graph.declare(names.text(node))
    edges, links = _items(data, "edges"), _items(data, "links")
    if edges and links and edges != links:
        fault("it has edges and links, and they differ: leave one of them out")
    if not data.keys() & {"edges", "links"} and (linked or "nodes" not in data):
        fault("JSON of a graph has edges, a list")
    for edge in edges or links:
        if isinstance(edge, dict) and "source" in edge and "target" in edge:
            pair = edge["source"], edge["target"]
        elif isinstance(edge, list) and len(edge) == 2:
            pair = edge[0], edge[1]
        else:
            fault(f"{str(edge)[:60]} is no edge: an edge is two names, or a source and a target")
        one, other = map(names.text, pair)
        if linked:
            for name in (one, other):  # not numbers of nodes, as old node-link files have
                if name not in graph.names:
                    fault(f"an edge has {name!r}, which is the id of no node")
        graph.edge(one, other)
    positions = data.get("positions", {})
    if not isinstance(positions, dict):
        fault('positions are an object: {"a": [x, y], ...}')
    for name, at in positions.items():
        if name not in graph.names:
            fault(f"{name!r} has a position, and is no node")
        if not isinstance(at, list) or len(at) != 2:
            fault(f"the position of {name} is no pair of numbers")
        graph.put(name, *at)


@final
class _Names:
    """The names of nodes as text; two that are different are never the same text."""

    def __init__(self) -> None:
        self.texts: dict[Hashable, str] = {}
        self.keys: dict[str, Hashable] = {}

    def text(self, value: object) -> str:
        """Return the text of a name: a text, a number, or a list of them (a tuple once)."""
        key = _key(value)
        text = _text(key)
        known = self.keys.setdefault(text, key)
        if known != key:
            fault(f"{_shown(known)} and {_shown(key)} would both be called {text}")
        written = self.texts.setdefault(key, text)  # 1 and 1.0 are the same number
        if written != text:
            fault(f"one node is called {written} and {text}")
        return text


def _key(value: object, depth: int = 0) -> Hashable:
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    if isinstance(value, list) and value:
        if depth == _DEEPEST:
            fault(f"the name of a node is more than {_DEEPEST} lists within each other")
        return tuple([_key(part, depth + 1) for part in value])
    fault(f"{str(value)[:40]!r} is no name of a node: a name is a text, a number or a list of them")


def _text(key: Hashable) -> str:
    return ",".join(map(_text, key)) if isinstance(key, tuple) else str(key)


def _shown(key: Hashable) -> str:
    return json.dumps(key, ensure_ascii=False)[:40]


def _items(data: dict[str, object], key: str) -> list[object]:
    found = data.get(key, [])
    if not isinstance(found, list):
        fault(f"{key} are a list")
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"{twice[:40]!r} stands twice in an object")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
