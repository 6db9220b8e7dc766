"""From any undirected graph: drawn where its nodes stand, else so that neighbors are found."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib import import_module
from math import isqrt
from typing import Any

from msweeper.errors import TopologyError, UsageError
from msweeper.lattice.scatter import scatter
from msweeper.layout import Caption, Layout, Place
from msweeper.topology import Topology, check_labels

__all__ = ["from_graph", "from_networkx"]

Position = tuple[float, float]
_FAR = 1e100
# Cells are numbered in the order of the picture, so ids and saves rest on these figures: changed,
# they would mean other boards. A nicer drawing has to keep the order.
_LISTED = 24  # cells up to which each has a row of its own, with the names of its neighbors
_NAMED = 2_000  # cells up to which names stand beside them
_LONGEST = 16  # characters of a name that stands beside its cell
_WIDTH = 78  # characters of a row
_BESIDE = 3  # characters besides the name and its cell: a colon, a blank before and after


def from_graph(
    names: Iterable[str],
    edges: Iterable[tuple[str, str]],
    positions: Mapping[str, Position] | None = None,
) -> Topology:
    """Build a topology from the nodes of a graph and the pairs that are joined.

    With `positions` (x to the right, y downwards) cells stand there, as well as text can show it:
    see `msweeper.lattice.scatter`. Without, a small graph is a list, each cell with the names of
    its neighbors; a larger one stands in rows by the distance from its first node, so that a cell
    touches only cells of its own row and of those before and after it.

    An edge may be given more than once, and in both directions.

    Raises:
        KeyError: an edge names no node, or a node has no position.
        TopologyError: an edge from a node to itself; a name that is repeated or cannot be typed;
            no node.
    """
    names = tuple(names)
    check_labels(names)
    if not names:
        raise TopologyError("a graph needs at least one node")
    number = {name: node for node, name in enumerate(names)}
    near: list[list[int]] = [[] for _ in names]
    for one, other in edges:
        a, b = number[one], number[other]
        if a == b:
            raise TopologyError(f"the edge from {one} to itself joins no two cells", label=one)
        near[a].append(b)
        near[b].append(a)
    near = [sorted({*nodes}) for nodes in near]
    captions: list[Caption] = []
    if positions is not None:
        for name in names:
            if not all(abs(value) <= _FAR for value in positions[name]):  # nor what is no number
                raise TopologyError(f"{name} stands at {positions[name]}: that is no place")
        places, captions = _at(names, near, [positions[name] for name in names])
    else:
        places, captions = _listed(names, near) or _by_distance(names, near)
    order = sorted(range(len(names)), key=places.__getitem__)
    cell_of = [0] * len(names)
    for cell, node in enumerate(order):
        cell_of[node] = cell
    starts, flat = array("i", [0]), array("i")
    for node in order:
        flat.extend(sorted([cell_of[other] for other in near[node]]))
        starts.append(len(flat))
    layout = Layout(places=tuple([places[node] for node in order]), captions=tuple(captions))
    return Topology.from_rows(starts, flat, tuple([names[node] for node in order]), layout)


def from_networkx(
    graph: object,
    positions: Mapping[Any, Iterable[float]] | None = None,
    *,
    label: Callable[[Any], str] | None = None,
) -> Topology:
    """Build a topology from a ``networkx.Graph``; parallel edges count once.

    Args:
        positions: node to x and y, as the layouts of networkx return them. In the picture y goes
            downwards.
        label: node to its label; without it the node as text, the parts of a tuple with commas.

    Raises:
        UsageError: networkx is not installed, or `graph` is none of its undirected graphs.
        KeyError, TopologyError: see `from_graph`.
    """
    try:
        networkx = import_module("networkx")
    except ImportError:
        raise UsageError("from_networkx needs networkx: pip install networkx") from None
    if not isinstance(graph, networkx.Graph):
        raise UsageError(f"from_networkx takes a networkx.Graph, not {type(graph).__name__}")
    if graph.is_directed():
        raise UsageError(
            "neighbors go both ways, and this graph is directed: to_undirected() of it"
        )
    label = label or _plain_label
    nodes: list[Hashable] = list(graph.nodes)
    at: dict[str, Position] | None = None
    if positions is not None:
        at = {}
        for node in nodes:
            x, y = positions[node]
            at[label(node)] = float(x), float(y)
    pairs = ((label(one), label(other)) for one, other in graph.edges())
    return from_graph([label(node) for node in nodes], pairs, at)


def _plain_label(node: object) -> str:
    return ",".join(map(_plain_label, node)) if isinstance(node, tuple) else str(node)


def _at(
    names: Sequence[str], near: Sequence[Sequence[int]], positions: Sequence[Position]
) -> tuple[list[Place], list[Caption]]:
    """Place the cells where they stand, with their names where all of those fit."""
    digits = _digits(near)
    half = (digits + 2) // 2  # characters of half a column
    width = (_WIDTH - _BESIDE) // half
    found = None
    if len(names) <= _NAMED and max(map(len, names)) <= _LONGEST:
        room = [(digits + len(name) + _BESIDE - 1) // half - 1 for name in names]
        found = scatter(positions, room, width=width)
    named = found is not None
    found = found or scatter(positions, width=width) or []
    places = [Place(0, row, column) for row, column in found]
    return places, _names(names, places) if named else []


def _digits(near: Sequence[Sequence[int]]) -> int:
    """Return how many characters a cell is wide."""
    return len(str(max(map(len, near))))


def _names(names: Sequence[str], places: Sequence[Place]) -> list[Caption]:
    return [Caption(f"{n}:", place, "left") for n, place in zip(names, places, strict=True)]


def _listed(
    names: Sequence[str], near: Sequence[Sequence[int]]
) -> tuple[list[Place], list[Caption]] | None:
    """Give each cell a row, with its name before and those of its neighbors after it.

    None where they are too many, or too long.
    """
    if len(names) > _LISTED:
        return None
    beside = [" ".join(sorted((names[n] for n in nodes), key=_natural)) for nodes in near]
    if max(map(len, names)) + max(map(len, beside)) + 8 > _WIDTH:
        return None
    order = sorted(range(len(names)), key=lambda node: _natural(names[node]))
    places = [Place(0, 0, 0)] * len(names)
    for row, node in enumerate(order):
        places[node] = Place(0, row, 0)
    after = [Caption(text, place, "right") for text, place in zip(beside, places, strict=True)]
    return places, _names(names, places) + [caption for caption in after if caption.text]


def _natural(name: str) -> tuple[tuple[bool, int, str], ...]:
    """Sort numbers within a name as numbers."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]", name)
    plain = ["0" <= part[0] <= "9" for part in parts]  # isdigit takes signs that int does not
    return tuple(
        (not is_plain, int(p) if is_plain else 0, p)
        for is_plain, p in zip(plain, parts, strict=True)
    )


def _by_distance(
    names: Sequence[str], near: Sequence[Sequence[int]]
) -> tuple[list[Place], list[Caption]]:
    """Place the cells in rows by their distance from the first one that each can reach.

    A row that is too long goes on below; then, and between parts that do not touch, a row stays
    free.
    """
    digits = _digits(near)
    named = len(names) <= _NAMED and max(map(len, names)) <= _LONGEST
    width = _WIDTH if len(names) <= _NAMED else max(_WIDTH, 4 * isqrt(len(names)))
    places = [Place(0, 0, 0)] * len(names)
    row = 0
    for part in _levels(near):
        lines = []
        for level in part:
            longest = max(len(names[node]) for node in level) + _BESIDE if named else 1
            pitch = -(-(digits + longest) // (digits + 1))  # whole columns, all even: no half ones
            lines.append((level, pitch, max(1, width // (pitch * (digits + 1)))))
        gap = any(len(level) > most for level, _, most in lines)
        for level, pitch, most in lines:
            for i, node in enumerate(level):
                places[node] = Place(0, row + i // most, 2 * (i % most) * pitch)
            row += (len(level) - 1) // most + 1 + gap
        row += not gap and len(part) > 1
    return places, _names(names, places) if named else []


def _levels(near: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Return, a connected part, its nodes by distance from the first; single nodes together."""
    seen = [False] * len(near)
    parts: list[list[list[int]]] = []
    alone: list[int] = []
    for first in range(len(near)):
        if seen[first]:
            continue
        seen[first] = True
        levels, level = [], [first]
        while level:
            levels.append(level)
            after: list[int] = []
            for node in level:
                for other in near[node]:
                    if not seen[other]:
                        seen[other] = True
                        after.append(other)
            level = after
        if len(levels) == 1:
            alone.append(first)
        else:
            parts.append(levels)
    return [*parts, [alone]] if alone else parts
