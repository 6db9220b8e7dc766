"""From a layout to lines of text: where each cell's characters stand.

The host alone decides widths. A cell is as wide as the topology's highest number; between cells
of a row stands one blank, or none when compact. Where a layout uses odd half columns, the pitch
is made even, so that half a cell is a whole number of characters.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import final

from msweeper.layout import Caption, Layout, Place
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
    """Text on one panel; lines and characters may start below 0.

    First everything is reserved that cells and ghosts cover, then text is written around it.
    """

    def __init__(self, cell_width: int) -> None:
        self.cell_width = cell_width
        self.text: defaultdict[int, dict[int, str]] = defaultdict(dict)
        """Line to character to what is written there."""
        self.reserved: defaultdict[int, list[int]] = defaultdict(list)
        """Line to where its cells and ghosts start, ascending once `sort` was called."""
        self.ghosts: list[tuple[int, int, int]] = []
        self.framed = False
        self.rows_above = 0
        """Rows of ghosts above the frame."""
        self.side: int | None = None
        """Where all lines have their left captions, if they do not follow the rows."""

    def sort(self) -> None:
        for starts in self.reserved.values():
            starts.sort()

    def write(self, line: int, start: int, text: str) -> None:
        for x, c in enumerate(text, start):
            if not self.is_reserved(line, x):
                self.text[line][x] = c

    def is_reserved(self, line: int, x: int) -> bool:
        starts = self.reserved.get(line)
        if not starts:
            return False
        at = bisect_right(starts, x) - 1
        return at >= 0 and x < starts[at] + self.cell_width

    def is_free(self, line: int, start: int, length: int) -> bool:
        written = self.text.get(line, {})
        return not any(
            x in written or self.is_reserved(line, x) for x in range(start - 1, start + length + 1)
        )

    def edges(self) -> tuple[int, int, int, int]:
        """Return the first and last line and character that are reserved."""
        lines = self.reserved.keys() or [0]
        left = min((starts[0] for starts in self.reserved.values()), default=0)
        right = max((starts[-1] for starts in self.reserved.values()), default=0)
        return min(lines), max(lines), left, right + self.cell_width - 1

    def bounds(self) -> tuple[int, int, int, int]:
        """Return the lines and characters of everything, the ends not included."""
        written = {line: row for line, row in self.text.items() if row}
        boxes = [(min(written), max(written))] if written else []
        chars = [(min(row), max(row)) for row in written.values()]
        if self.reserved or not written:
            upper, lower, left, right = self.edges()
            boxes.append((upper, lower))
            chars.append((left, right))
        return (
            min(upper for upper, _ in boxes),
            max(lower for _, lower in boxes) + 1,
            min(left for left, _ in chars),
            max(right for _, right in chars) + 1,
        )


def arrange(
    topology: Topology, *, compact: bool = False, width: int = 80, cell_width: int = 0
) -> Arrangement:
    """Arrange the panels side by side as far as `width` and the layout allow, then in further rows.

    A single panel that is wider stays whole. `cell_width` is that of the highest number unless
    given. Cost: linear; remembered for the last layouts.
    """
    # by layout: topologies may be equal, or have no name, and be drawn differently
    cell_width = cell_width or len(str(topology.max_degree))
    return _arrange(topology.layout, cell_width, compact, width)


@lru_cache(maxsize=16)
def _arrange(layout: Layout, cell_width: int, compact: bool, width: int) -> Arrangement:
    places = tuple(layout.places)  # they may be computed on demand: once is enough
    pitch = cell_width + (not compact)
    if pitch % 2 and len({place.column % 2 for place in places}) == 2:
        pitch += 1
    blocks = _blocks(layout, places, cell_width, pitch)
    sizes = [block.bounds() for block in blocks]
    widest = max((right - left for _, _, left, right in sizes), default=0)
    per_line = max(1, (width + _PANEL_GAP) // (widest + _PANEL_GAP))
    if layout.across:
        per_line = min(per_line, layout.across)
    moves: list[tuple[int, int]] = []  # how far each panel goes down and to the right
    top = 0
    right_end = 0
    for first in range(0, len(blocks), per_line):
        row = range(first, min(first + per_line, len(blocks)))
        if first:
            top += 1  # a blank line between rows of panels
        upper = min(sizes[panel][0] for panel in row)
        for slot, panel in enumerate(row):
            _, _, left, right = sizes[panel]
            shift = slot * (widest + _PANEL_GAP) - left
            right_end = max(right_end, right + shift)
            moves.append((top - upper, shift))
        top += max(sizes[panel][1] for panel in row) - upper
    text = [[" "] * right_end for _ in range(top)]
    ghosts: list[tuple[int, int, int]] = []
    for block, (down, shift) in zip(blocks, moves, strict=True):
        for line, written in block.text.items():
            for x, c in written.items():
                text[line + down][x + shift] = c
        ghosts += [(cell, line + down, x + shift) for cell, line, x in block.ghosts]
    at = []
    for panel, place_row, column in places:
        down, shift = moves[panel]
        at.append((place_row + down, column * pitch // 2 + shift))
    return Arrangement(tuple(map("".join, text)), tuple(at), tuple(ghosts), cell_width)


def _blocks(layout: Layout, places: Sequence[Place], cell_width: int, pitch: int) -> list[_Block]:
    panels = max((place.panel for place in places), default=-1) + 1
    blocks = [_Block(cell_width) for _ in range(panels)]
    for panel, row, column in places:
        blocks[panel].reserved[row].append(column * pitch // 2)
    for block in blocks:
        block.sort()
    if layout.ghosts:
        ghosts: list[list[tuple[int, int, int]]] = [[] for _ in blocks]
        for cell, (panel, row, column) in ((ghost.cell, ghost.place) for ghost in layout.ghosts):
            ghosts[panel].append((cell, row, column * pitch // 2))
        for block, outside in zip(blocks, ghosts, strict=True):
            _frame(block, outside)
    _write_captions(blocks, layout.captions, cell_width, pitch)
    parities = {place.column % 2 for place in layout.places}
    for decoration in layout.decorations:
        panel, row, column = decoration.place
        if panel < len(blocks):
            x = column * pitch // 2
            if len(parities) == 1 and column % 2 not in parities:  # between two cells: in the gap
                if pitch == cell_width:
                    continue  # there is none
                x = (column - 1) * pitch // 2 + cell_width
            blocks[panel].write(row, x, decoration.text)
    for block, title in zip(blocks, layout.titles, strict=False):
        upper, _, left, _ = block.bounds()
        if title:
            block.write(upper - 1, left, title)
    return blocks


def _frame(block: _Block, ghosts: Sequence[tuple[int, int, int]]) -> None:
    """Draw a frame around the cells and the ghosts outside it.

    Where rows stand aslant, so that a ghost beside one row is above or below others, the sides of
    the frame follow the rows.
    """
    if not block.reserved:
        return
    size = block.cell_width
    upper, lower, *box = block.edges()
    straight = all(not upper <= line <= lower or not box[0] <= x <= box[1] for _, line, x in ghosts)
    sides = {  # the first and the last character between the sides of the frame
        line: (box[0], box[1]) if straight else (starts[0], starts[-1] + size - 1)
        for line, starts in block.reserved.items()
    }
    if straight:
        sides |= dict.fromkeys(range(upper, lower + 1), (box[0], box[1]))
    slope = sides[upper + 1][0] - sides[upper][0] if upper + 1 in sides else 0

    def ends(line: int) -> tuple[int, int]:
        """Return where the sides stand, drawn on above and below the frame."""
        over = line - max(upper, min(line, lower))
        left, right = sides.get(line - over, (box[0], box[1]))
        return left + over * slope, right + over * slope

    beside = []  # on which side of the frame each ghost is, and how far from the cells
    for _, line, x in ghosts:
        left, right = ends(line)
        beside.append((-1, left - x - size + 1) if x < left else (int(x > right), x - right))
    away = max(2, 4 - min((far for side, far in beside if side), default=4))
    for (cell, line, x), (side, _) in zip(ghosts, beside, strict=True):
        x += side * away  # so that a blank is beside the frame
        block.ghosts.append((cell, line + (line > lower) - (line < upper), x))
    for _, line, x in block.ghosts:
        block.reserved[line].append(x)
    block.sort()
    for line, edge in ((upper - 1, upper), (lower + 1, lower)):
        left, right = sides[edge]
        block.write(line, left - 2, "+" + "-" * (right - left + 3) + "+")
    for line, (left, right) in sides.items():
        block.write(line, left - 2, "|")
        block.write(line, right + 2, "|")
    if straight:
        block.side = min([box[0] - 2, *(x for _, _, x in block.ghosts)])
    block.framed = True
    block.rows_above = len({line for _, line, _ in ghosts if line < upper})


def _write_captions(
    blocks: list[_Block], captions: Iterable[Caption], cell_width: int, pitch: int
) -> None:
    """Write the captions; a line of them that would run together is written downwards."""
    above: defaultdict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    tops = [block.bounds()[0] if block.framed else 0 for block in blocks]
    for caption in captions:
        panel, row, column = caption.place
        if panel >= len(blocks):
            continue
        block = blocks[panel]
        x = column * pitch // 2
        text = caption.text
        if caption.side == "left":
            x = x if block.side is None else min(x, block.side)
            while not block.is_free(row, x - 1 - len(text), len(text)):
                x -= 1
            block.write(row, x - 1 - len(text), text)
        elif caption.side == "right":
            x += cell_width + 2  # farther than cells from each other: it is none of them
            while not block.is_free(row, x, len(text)):
                x += 1
            block.write(row, x, text)
        else:
            end, line = x + cell_width, row - 1
            if block.framed:  # above the frame and all ghosts
                line = tops[panel] - 1
            if caption.side == "above-left":
                end -= (1 + block.rows_above) * pitch // 2
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
