"""From a layout to shapes on a page: outlines, where symbols stand, and text beside them.

What `msweeper.render.arrange` is for characters. Panels stand side by side and in further rows,
so that the whole is somewhat wider than high. The scale is such that the symbols of the usual
cell are equally large on every geometry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log
from typing import final

from msweeper.layout import Point
from msweeper.render.beside import Text, texts, title
from msweeper.render.outline import Spot, find_spot, read_polygon
from msweeper.render.plane import Plane
from msweeper.render.shape import Box, Shape
from msweeper.render.strokes import Writing
from msweeper.topology import Topology

__all__ = ["Figure", "make_figure"]

RADIUS = 15.0
"""Of the circle for a symbol in the usual cell, in pixels."""

_MARGIN = 14.0
_PANEL_GAP = 26.0
_TEXTS = 10_000  # more than that is not read, and would be most of the file
_ASPECT = 1.6
_RAGGED = 0.4  # what a last row of panels that is not full costs, against log of the aspect


@final
@dataclass(frozen=True, slots=True)
class Figure:
    """A picture without colors and symbols, in pixels from the upper left corner.

    ``cells`` has a shape for each cell, in cell order; ``ghosts`` are ``(cell, shape)``.
    """

    width: float
    height: float
    cells: tuple[Shape, ...]
    ghosts: tuple[tuple[int, Shape], ...]
    words: tuple[Writing, ...]


def make_figure(topology: Topology) -> Figure:
    """Arrange everything that a topology's layout says. Cost: linear.

    Raises:
        TopologyError: an outline that is none; names the cell.
    """
    layout = topology.layout
    shapes = list(_shapes(topology))
    radii = sorted(shape.spot.radius for shape in shapes)
    scale = RADIUS / (radii[len(radii) // 2] or 1.0)
    shapes = [shape.scaled(scale) for shape in shapes]
    plane = Plane(layout, [shape.spot[:2] for shape in shapes], 2 * RADIUS)
    drawn = dict(zip(layout.places, shapes, strict=True))
    ghosts: list[tuple[int, int, Shape]] = []
    for cell, place in ((ghost.cell, ghost.place) for ghost in layout.ghosts):
        if plane.has(place.panel):
            (x, y), (x0, y0) = plane.at(place), plane.at(layout.places[cell])
            shape = shapes[cell].moved(x - x0, y - y0)
            ghosts.append((place.panel, cell, shape))
            drawn.setdefault(place, shape)
    boxes = [Box() for _ in range(layout.panels)]
    for place, shape in zip(layout.places, shapes, strict=True):
        boxes[place.panel].add(shape.polygon)
    for panel, _, shape in ghosts:
        boxes[panel].add(shape.polygon)
    words: list[tuple[int, Text]] = []
    if len(layout.captions) + len(layout.decorations) + len(layout.titles) <= _TEXTS:
        words += texts(layout, plane, drawn, RADIUS)
        for panel, text in words:
            boxes[panel].add(text.corners())
        for panel, named in enumerate(layout.titles):
            if named.strip() and plane.has(panel):
                text = title(named, boxes[panel])
                boxes[panel].add(text.corners())
                words.append((panel, text))
    shift, width, height = _place_panels(boxes)
    return Figure(
        width,
        height,
        tuple(
            shape.moved(*shift[place.panel])
            for place, shape in zip(layout.places, shapes, strict=True)
        ),
        tuple((cell, shape.moved(*shift[panel])) for panel, cell, shape in ghosts),
        tuple(text.write(*shift[panel]) for panel, text in words if text.text.strip()),
    )


def _shapes(topology: Topology) -> Iterator[Shape]:
    """Yield the shapes as the layout has them. Outlines that are alike are measured once."""
    known: dict[tuple[Point, ...], Spot] = {}
    for cell in topology:
        polygon = read_polygon(topology.layout, cell, topology.label(cell))
        x0, y0 = polygon[0]
        alike = tuple((round(x - x0, 6), round(y - y0, 6)) for x, y in polygon)
        spot = known.get(alike)
        if spot is None:
            spot = known[alike] = find_spot(alike)
        yield Shape(polygon, Spot(spot.x + x0, spot.y + y0, spot.radius))


def _place_panels(boxes: Sequence[Box]) -> tuple[dict[int, Point], float, float]:
    """Return how far each panel is moved, and the size of the whole. Empty panels are left out."""
    shown = [panel for panel, box in enumerate(boxes) if box.left <= box.right]
    for box in boxes:  # whole pixels: sides of squares are sharp, and numbers short
        if box.left <= box.right:
            box.left, box.top = floor(box.left), floor(box.top)
            box.right, box.bottom = ceil(box.right), ceil(box.bottom)
    wide = max(boxes[panel].right - boxes[panel].left for panel in shown) + _PANEL_GAP
    high = max(boxes[panel].bottom - boxes[panel].top for panel in shown) + _PANEL_GAP
    count = len(shown)

    def cost(per_row: int) -> float:
        rows = -(-count // per_row)
        return abs(log(per_row * wide / (rows * high) / _ASPECT)) + _RAGGED * (count % per_row > 0)

    per_row = min(range(1, count + 1), key=cost)
    shift: dict[int, Point] = {}
    y = width = 0.0
    for first in range(0, count, per_row):
        row = shown[first : first + per_row]
        top = min(boxes[panel].top for panel in row)
        for slot, panel in enumerate(row):
            x = _MARGIN + slot * wide
            shift[panel] = (x - boxes[panel].left, _MARGIN + y - top)
            width = max(width, x + boxes[panel].right - boxes[panel].left)
        y += max(boxes[panel].bottom for panel in row) - top + _PANEL_GAP
    return shift, width + _MARGIN, y - _PANEL_GAP + 2 * _MARGIN
