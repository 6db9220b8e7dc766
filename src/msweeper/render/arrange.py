"""From a layout to lines of text: where each cell's characters stand.

The host alone decides widths. A cell is as wide as the topology's highest number; between cells
of a row stands one blank, or none when compact. Where a layout uses odd half columns, the pitch
is made even, so that half a cell is a whole number of characters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import final

from msweeper.layout import Caption, Layout
from msweeper.topology import Topology

__all__ = ["Arrangement", "arrange"]

_PANEL_GAP = 3


@final
@dataclass(frozen=True, slots=True)
class Arrangement:
    """A picture without glyphs.

    ``lines`` holds the static text, all lines equally long, blank where a cell stands. Cell
    ``c`` covers `cell_width` characters of line ``at[c][0]`` from ``at[c][1]`` on; ``ghosts``
    are ``(cell, line, character)``.
    """

    lines: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    ghosts: tuple[tuple[int, int, int], ...]
    cell_width: int

    @property
    def width(self) -> int:
        return len(self.lines[0]) if self.lines else 0


@final
class _Block:
    """Text on one panel; lines and characters may start below 0."""

    def __init__(self) -> None:
        self.text: dict[tuple[int, int], str] = {}
        self.cells: dict[int, tuple[int, int]] = {}
        self.ghosts: list[tuple[int, int, int]] = []
        self.reserved: set[tuple[int, int]] = set()
        self.rules: tuple[int, ...] = ()

    def write(self, line: int, start: int, text: str) -> None:
        for offset, c in enumerate(text):
            if (line, start + offset) not in self.reserved:
                self.text[line, start + offset] = c

    def is_free(self, line: int, start: int, length: int) -> bool:
        return not any(
            (line, x) in self.reserved or (line, x) in self.text
            for x in range(start - 1, start + length + 1)
        )

    def bounds(self) -> tuple[int, int, int, int]:
        taken = [*self.text, *self.reserved]
        lines = [line for line, _ in taken] or [0]
        chars = [x for _, x in taken] or [0]
        return min(lines), max(lines) + 1, min(chars), max(chars) + 1


def arrange(
    topology: Topology, *, compact: bool = False, width: int = 80, cell_width: int = 0
) -> Arrangement:
    """Arrange the panels side by side as far as `width` allows, then in further rows.

    A single panel that is wider stays whole. `cell_width` is that of the highest number unless
    given. Cost: linear; remembered for the last layouts.
    """
    # by layout: topologies may be equal, or have no name, and be drawn differently
    cell_width = cell_width or len(str(topology.max_degree))
    return _arrange(topology.layout, cell_width, compact, width)


@lru_cache(maxsize=16)
def _arrange(layout: Layout, cell_width: int, compact: bool, width: int) -> Arrangement:
    pitch = cell_width + (not compact)
    odd = any(place.column % 2 for place in layout.places) and any(
        place.column % 2 == 0 for place in layout.places
    )
    if odd and pitch % 2:
        pitch += 1
    blocks = _blocks(layout, cell_width, pitch)
    sizes = [block.bounds() for block in blocks]
    widest = max((right - left for _, _, left, right in sizes), default=0)
    per_line = max(1, (width + _PANEL_GAP) // (widest + _PANEL_GAP))
    text: defaultdict[int, dict[int, str]] = defaultdict(dict)
    at: dict[int, tuple[int, int]] = {}
    ghosts: list[tuple[int, int, int]] = []
    top = 0
    right_end = 0
    for first in range(0, len(blocks), per_line):
        row = range(first, min(first + per_line, len(blocks)))
        if first:
            top += 1  # a blank line between rows of panels
        upper = min(sizes[panel][0] for panel in row)
        height = max(sizes[panel][1] for panel in row) - upper
        for slot, panel in enumerate(row):
            down = top - upper
            _, _, left, right = sizes[panel]
            shift = slot * (widest + _PANEL_GAP) - left
            right_end = max(right_end, right + shift)
            for (line, x), c in blocks[panel].text.items():
                text[line + down][x + shift] = c
            for cell, (line, x) in blocks[panel].cells.items():
                at[cell] = line + down, x + shift
            ghosts += [(cell, line + down, x + shift) for cell, line, x in blocks[panel].ghosts]
        top += height
    lines = []
    for line in range(top):
        row_text = [" "] * right_end
        for x, c in text[line].items():
            row_text[x] = c
        lines.append("".join(row_text))
    return Arrangement(
        tuple(lines), tuple(at[cell] for cell in range(len(layout))), tuple(ghosts), cell_width
    )


def _blocks(layout: Layout, cell_width: int, pitch: int) -> list[_Block]:
    blocks = [_Block() for _ in range(layout.panels)]
    edges: list[tuple[int, int, int, int]] = []
    framed = bool(layout.ghosts)
    for cell, place in enumerate(layout.places):
        home = blocks[place.panel]
        x = place.column * pitch // 2
        home.cells[cell] = place.row, x
        home.reserved.update((place.row, x + i) for i in range(cell_width))
    for block in blocks:
        lines = [line for line, _ in block.cells.values()] or [0]
        chars = [x for _, x in block.cells.values()] or [0]
        edges.append((min(lines), max(lines), min(chars), max(chars) + cell_width - 1))
    if framed:
        for ghost in layout.ghosts:
            block, (upper, lower, left, right) = blocks[ghost.place.panel], edges[ghost.place.panel]
            line, x = ghost.place.row, ghost.place.column * pitch // 2
            line += (line > lower) - (line < upper)
            x += 2 * ((x > right) - (x < left))
            block.ghosts.append((ghost.cell, line, x))
            block.reserved.update((line, x + i) for i in range(cell_width))
        for block, (upper, lower, left, right) in zip(blocks, edges, strict=True):
            rule = "+" + "-" * (right - left + 3) + "+"
            block.write(upper - 1, left - 2, rule)
            block.write(lower + 1, left - 2, rule)
            block.rules = (upper - 1, lower + 1)
            for line in range(upper, lower + 1):
                block.write(line, left - 2, "|")
                block.write(line, right + 2, "|")
    _write_captions(blocks, layout.captions, cell_width, pitch)
    for decoration in layout.decorations:
        panel, row, column = decoration.place
        if panel < len(blocks):
            blocks[panel].write(row, column * pitch // 2, decoration.text)
    for block, title in zip(blocks, layout.titles, strict=False):
        upper, _, left, _ = block.bounds()
        if title:
            block.write(upper - 1, left, title)
    return blocks


def _write_captions(
    blocks: list[_Block], captions: Iterable[Caption], cell_width: int, pitch: int
) -> None:
    """Write the captions; a line of them that would run together is written downwards."""
    above: defaultdict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for caption in captions:
        panel, row, column = caption.place
        if panel >= len(blocks):
            continue
        block = blocks[panel]
        x = column * pitch // 2
        text = caption.text
        if caption.side == "left":
            while not block.is_free(row, x - 1 - len(text), len(text)):
                x -= 1
            block.write(row, x - 1 - len(text), text)
        elif caption.side == "right":
            x += cell_width + 2  # farther than cells from each other: it is none of them
            while not block.is_free(row, x, len(text)):
                x += 1
            block.write(row, x, text)
        else:
            end = x + cell_width - (pitch // 2 if caption.side == "above-left" else 0)
            line = row - 1
            while line in block.rules or any(
                (line, end - 1 - i) in block.reserved for i in range(cell_width)
            ):
                line -= 1  # the frame or ghosts stand there
            above[panel, line].append((end, text))
    for (panel, line), row_captions in above.items():
        block = blocks[panel]
        taken: set[int] = set()
        flat = True
        for end, text in row_captions:
            span = range(end - len(text) - 1, end)
            free = block.is_free(line, end - len(text), len(text))
            flat = flat and free and taken.isdisjoint(span)
            taken.update(range(end - len(text), end))
        for end, text in row_captions:
            if flat:
                block.write(line, end - len(text), text)
            else:
                for up, c in enumerate(reversed(text)):
                    block.write(line - up, end - 1, c)
