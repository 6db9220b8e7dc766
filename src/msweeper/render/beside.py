"""Text beside a board in a picture: captions, decorations, titles of panels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import final

from msweeper.layout import Caption, Layout, Place, Point
from msweeper.render.plane import Plane
from msweeper.render.shape import Box, Shape
from msweeper.render.strokes import Writing, write

__all__ = ["Text", "texts", "title"]

_CAPTION = 9.0  # height of a capital
_TITLE = 11.0
_SPACE = 10.5  # between the board and the middle of text
_PAD = 3.0  # before text that stands where a cell could
_APART = 3.0  # between two captions
_DIRECTIONS = {"above": (-1, 0), "above-left": (-1, -1), "left": (0, -2), "right": (0, 2)}
_ALIGN = {"above": 0.5, "above-left": 0.5, "left": 1.0, "right": 0.0}


@final
@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on a panel; `align` says which part of it stands at `x` (see `write`)."""

    text: str
    x: float
    y: float
    size: float
    align: float

    def write(self, dx: float = 0.0, dy: float = 0.0) -> Writing:
        return write(self.text, self.x + dx, self.y + dy, self.size, align=self.align)

    def corners(self) -> tuple[Point, Point]:
        width = self.write().width
        left = self.x - self.align * width
        return (left, self.y - self.size / 2), (left + width, self.y + self.size / 2)


def title(text: str, box: Box) -> Text:
    """Return the title of the panel that fills `box`: above it, at its left."""
    return Text(text, box.left, box.top - _SPACE - _TITLE / 2, _TITLE, 0.0)


def texts(
    layout: Layout, plane: Plane, drawn: Mapping[Place, Shape], radius: float
) -> Iterator[tuple[int, Text]]:
    """Yield captions and decorations with their panels.

    Args:
        drawn: what is drawn at each place, cells and ghosts.
        radius: of the circle in the usual cell.

    Decorations are left out where the plugin gives outlines: they stand in text for what the
    outlines show.
    """
    groups: defaultdict[tuple[int, str, int], list[Text]] = defaultdict(list)
    for caption in layout.captions:
        panel, row, column = caption.place
        if plane.has(panel):
            found = _caption(caption, plane, drawn, radius)
            if found is not None:
                line = row if caption.side.startswith("above") else column
                groups[panel, caption.side, line].append(found)
    for (panel, side, _), group in groups.items():
        for text in _aligned(group, side):
            yield panel, text
    for decoration in layout.decorations if layout.polygons is None else ():
        if plane.has(decoration.place.panel):
            x, y = plane.at(decoration.place)
            text = Text(decoration.text, x - radius + _PAD, y, _CAPTION, 0.0)
            yield decoration.place.panel, text


def _caption(
    caption: Caption, plane: Plane, drawn: Mapping[Place, Shape], radius: float
) -> Text | None:
    """Return a caption beyond the last cell or ghost on its side of its place.

    None where the outlines do not follow the places, so that there is no such side.
    """
    down, right = _DIRECTIONS[caption.side]
    here = caption.place
    ahead = Place(here.panel, here.row + down, here.column + right)
    while (beyond := _near(ahead, drawn)) is not None:
        here, ahead = beyond, Place(here.panel, beyond.row + down, beyond.column + right)
    x, y = plane.at(here)
    dx, dy = plane.at(Place(here.panel, here.row + down, here.column + right))
    dx, dy = dx - x, dy - y
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return None
    dx, dy = dx / length, dy / length
    last = _near(here, drawn)
    reach = radius
    if last is not None:
        reach = max((px - x) * dx + (py - y) * dy for px, py in drawn[last].polygon)
    reach += _SPACE
    return Text(caption.text, x + dx * reach, y + dy * reach, _CAPTION, _ALIGN[caption.side])


def _near(place: Place, drawn: Mapping[Place, Shape]) -> Place | None:
    """Return a place that overlaps `place` and has a cell or a ghost."""
    panel, row, column = place
    around = (Place(panel, row, column + step) for step in (0, -1, 1))
    return next((near for near in around if near in drawn), None)


def _aligned(group: Sequence[Text], side: str) -> list[Text]:
    """Return captions of one row or column on one line, smaller where they would run together."""
    if not side.startswith("above"):
        x = min(text.x for text in group) if side == "left" else max(text.x for text in group)
        return [replace(text, x=x) for text in group]
    y = min(text.y for text in group)
    group = sorted(group, key=lambda text: text.x)
    share = 1.0
    for one, other in pairwise(group):
        (_, (right, _)), ((left, _), _) = one.corners(), other.corners()
        need = (right - one.x) + (other.x - left)
        if need:
            share = min(share, max(0.5, (other.x - one.x - _APART) / need))
    return [replace(text, y=y, size=text.size * share) for text in group]
