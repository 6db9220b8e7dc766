"""What is drawn where: data that a plugin gives and only the host draws.

A layout knows no mine, no number and no flag. It says where each cell stands, which static
text stands beside it, and which shape the cell has in a picture. Glyphs, colors, widths,
cursor and scrolling belong to the host.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, final

__all__ = ["Caption", "Decoration", "Ghost", "Layout", "Place", "Point", "Side"]

Side = Literal["above", "above-left", "left", "right"]
"""Where a caption stands, seen from the place it belongs to."""

Point = tuple[float, float]
"""x to the right, y downwards, in units of one cell."""


class Place(NamedTuple):
    """Where a cell is drawn.

    `panel` counts from 0; `row` grows downwards; `column` grows to the right in half cells,
    so that a row can stand half a cell beside its neighbor row. A cell covers the columns
    ``column`` and ``column + 1``. Rows and columns may start anywhere, also below 0.
    """

    panel: int
    row: int
    column: int


@final
@dataclass(frozen=True, slots=True)
class Caption:
    """Text of an axis, standing at one `side` of the place of a cell (or where one could be)."""

    text: str
    place: Place
    side: Side


@final
@dataclass(frozen=True, slots=True)
class Decoration:
    """Static text that starts at a place where no cell stands.

    Where all cells stand on even columns, an odd one is the gap after a cell, however wide cells
    are; there is none when the board is drawn compact.
    """

    text: str
    place: Place


@final
@dataclass(frozen=True, slots=True)
class Ghost:
    """A second place of a cell, for boards that wrap: drawn dim, outside a ruled frame."""

    cell: int
    place: Place


@final
@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where everything of a topology is drawn. Compared by identity: places may be computed.

    `places` has one place a cell, in cell order; `titles` one text a panel (or none at all);
    `polygons`, where given, one outline a cell, at least three points, in either direction.
    No more than `across` panels stand side by side (0: as many as fit), so that panels can form a
    grid themselves.
    """

    places: Sequence[Place]
    titles: tuple[str, ...] = ()
    captions: tuple[Caption, ...] = ()
    decorations: tuple[Decoration, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    polygons: Sequence[tuple[Point, ...]] | None = None
    across: int = 0

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places)

    @property
    def panels(self) -> int:
        """How many panels there are, empty ones at the end left out. Cost: one pass, once."""
        return _panels(self)

    def polygon(self, cell: int) -> tuple[Point, ...]:
        """Return the outline of `cell`: the plugin's, else the unit square around its place."""
        if self.polygons is not None:
            return self.polygons[cell]
        _, row, column = self.places[cell]
        x, y = column / 2, float(row)
        return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))

    def middle(self) -> int:
        """Return the cell nearest to the midpoint of all places; of equals, the lowest.

        Distance is squared, over panel, row and column; exact in integers. Cost: two passes.
        """
        places = tuple(self.places)  # they may be computed on demand: once is enough
        panel, row, column = (
            min(axis) + max(axis) for axis in map(list, zip(*places, strict=True))
        )
        far = [
            (2 * p - panel) ** 2 + (2 * r - row) ** 2 + (2 * c - column) ** 2 for p, r, c in places
        ]
        return far.index(min(far))


@lru_cache(maxsize=16)
def _panels(layout: Layout) -> int:
    return max((place.panel for place in layout.places), default=-1) + 1
