"""All that a topology says, as plain values: two builds are compared part by part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from msweeper.topology import Topology

__all__ = ["Portrait", "differences", "portrait"]

_WHOLE = 20_000
"""Cells up to which a portrait holds everything, so that a difference can be shown."""


class Portrait(NamedTuple):
    """All that a topology says, as plain values in cell order; of a large one, its hashes."""

    labels: Sequence[str]
    neighbors: Sequence[Sequence[int]]
    places: Sequence[Any]
    texts: list[str]
    """Titles, captions, decorations and ghosts."""
    polygons: Sequence[Any]
    spec: str


def portrait(topology: Topology) -> Portrait:
    layout = topology.layout
    beside = (*layout.captions, *layout.decorations, *layout.ghosts)
    polygons = layout.polygons or ()
    found = Portrait(
        topology.labels,
        topology.near,
        layout.places,
        [*layout.titles, *map(repr, beside)],
        polygons,
        topology.spec,
    )
    if topology.size <= _WHOLE:
        return found._replace(
            labels=list(topology.labels),
            neighbors=[list(row) for row in topology.near],
            places=[list(place) for place in layout.places],
            polygons=[list(map(list, points)) for points in polygons],
        )
    return found._replace(
        labels=[topology.fingerprint],
        neighbors=[],  # the fingerprint has them
        places=_hash(map(tuple, layout.places)),
        texts=_hash(found.texts),
        polygons=_hash(polygons),
    )


def _hash(values: Iterable[object]) -> list[str]:
    from hashlib import sha256

    digest = sha256()
    for value in values:
        digest.update(repr(value).encode())
    return [digest.hexdigest()]


_PARTS = {
    "labels": "labels",
    "neighbors": "neighbors",
    "places": "places",
    "texts": "titles, captions, decorations or ghosts",
    "polygons": "polygons",
    "spec": "specs",
}


def differences(one: Portrait, other: Portrait) -> tuple[str, int | None] | None:
    """Return the first part that differs, with the first cell where it does; None if none does."""
    for field, words in _PARTS.items():
        mine, its = getattr(one, field), getattr(other, field)
        if mine == its:
            continue
        if field in ("texts", "spec"):
            return words, None
        pairs = zip_longest(mine, its)
        cell = next(cell for cell, (a, b) in enumerate(pairs) if a != b)
        return words, cell if len(one.labels) > 1 and cell < len(one.labels) else None
    return None
