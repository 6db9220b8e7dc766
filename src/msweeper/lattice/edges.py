"""From a list of the pairs that touch."""

from __future__ import annotations

from collections.abc import Iterable

from msweeper.layout import Caption, Decoration, Layout, Place
from msweeper.topology import Topology

__all__ = ["from_edges"]


def from_edges(
    labels: Iterable[str],
    edges: Iterable[tuple[str, str]],
    places: Iterable[tuple[int, int, int]],
    *,
    titles: Iterable[str] = (),
    captions: Iterable[Caption] = (),
    decorations: Iterable[Decoration] = (),
) -> Topology:
    """Build a topology from labels in reading order and the pairs of labels that touch.

    A pair may be given once or in both directions. `places` has one ``(panel, row, column)``
    a label.

    Raises:
        KeyError: an edge names a label that is not in `labels`.
        TopologyError: a label that is repeated or cannot be typed, or a pair of a cell with itself.
    """
    names = tuple(labels)
    number = {name: cell for cell, name in enumerate(names)}
    touching: list[set[int]] = [set() for _ in names]
    for one, other in edges:
        touching[number[one]].add(number[other])
        touching[number[other]].add(number[one])
    layout = Layout(
        places=tuple(Place(*place) for place in places),
        titles=tuple(titles),
        captions=tuple(captions),
        decorations=tuple(decorations),
    )
    return Topology(touching, names, layout)
