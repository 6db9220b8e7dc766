"""A view as text, for every layout. `msweeper.render.read` reads the same text back."""

from __future__ import annotations

import re
from collections.abc import Callable

from msweeper.render.arrange import Arrangement, arrange
from msweeper.render.color import dim, paint
from msweeper.render.glyphs import ASCII, Glyphs
from msweeper.topology import Topology
from msweeper.view import CLOSED, FLAG, HIT, View

__all__ = ["cells_picture", "header", "labels", "odds_picture", "odds_text", "picture"]


def header(view: View) -> str:
    """Return the line ``SPEC@MINES`` that makes a picture a position."""
    return f"{view.topology.spec}@{view.mines}"


def picture(
    view: View,
    *,
    glyphs: Glyphs = ASCII,
    compact: bool = False,
    width: int = 80,
    color: bool = False,
) -> str:
    """Return the board as lines of text, without a line break at the end.

    Args:
        glyphs: the characters to use.
        compact: no blank between cells of a row.
        width: how many characters a line may have before panels go to a further row of panels.
        color: add SGR color sequences; without them nothing is lost.

    Cost: linear in the size of the picture.
    """
    table = glyphs.table()
    cells, highest = view.cells, view.topology.max_degree
    return _draw(
        arrange(view.topology, compact=compact, width=width),
        lambda cell: table.get(cells[cell], str(cells[cell])),
        (lambda cell, text: paint(text, cells[cell], highest)) if color else None,
    )


def odds_picture(
    view: View,
    chance: Callable[[int], float],
    *,
    glyphs: Glyphs = ASCII,
    width: int = 80,
    color: bool = False,
) -> str:
    """Return the board with the chance of a mine, in percent, in each closed cell.

    ``chance(cell)`` is 0 or 1 only where that is proved: 0 is printed as ``0%``, 1 as a mine, and
    nothing else is rounded to either; a chance that is not known (nan) is printed as ``?``.
    """
    table = glyphs.table()
    cells, highest = view.cells, view.topology.max_degree

    def text(cell: int) -> str:
        code = cells[cell]
        if code >= 0:
            return table.get(code, str(code))
        p = chance(cell)
        return glyphs.mine if p == 1 else odds_text(p)

    def style(cell: int, shown: str) -> str:
        if cells[cell] >= 0:
            return dim(shown)
        p = chance(cell)
        return paint(shown, FLAG if p == 0 else HIT if p == 1 else 0 if p != p else CLOSED, highest)

    size = max(3, len(str(highest)))
    arrangement = arrange(view.topology, width=width, cell_width=size)
    if arrangement.width > width:
        arrangement = arrange(view.topology, width=width, cell_width=size, compact=True)
    return _draw(arrangement, text, style if color else None)


def odds_text(p: float) -> str:
    """Return a chance in percent: 0% and 100% only where it is certain, ``?`` for nan."""
    if p != p:
        return "?"
    return f"{min(99, max(1, round(100 * p)))}%" if 0 < p < 1 else f"{round(100 * p)}%"


def cells_picture(topology: Topology, mark: Callable[[int], str], *, width: int = 80) -> str:
    """Return the board with any short text in each cell."""
    texts = [mark(cell) for cell in topology]
    return _draw(arrange(topology, width=width, cell_width=max(map(len, texts))), texts.__getitem__)


def labels(topology: Topology, *, width: int = 80) -> str:
    """Return the label of every cell where the cell stands."""
    return cells_picture(topology, topology.label, width=width)


def _draw(
    arrangement: Arrangement,
    text: Callable[[int], str],
    style: Callable[[int, str], str] | None = None,
) -> str:
    """Return the lines with the `text` of each cell; with `style`, all other text is dim."""
    size = arrangement.cell_width
    rest = [""] * (size - 1)
    lines = [list(line) for line in arrangement.lines]
    if style is not None:
        for row, static in zip(lines, arrangement.lines, strict=True):
            for word in re.finditer(r"\S+", static):
                row[word.start() : word.end()] = [dim(word[0]), *[""] * (len(word[0]) - 1)]
    for cell, (line, x) in enumerate(arrangement.at):
        shown = text(cell).rjust(size)
        lines[line][x : x + size] = [style(cell, shown) if style else shown, *rest]
    for cell, line, x in arrangement.ghosts:
        shown = text(cell).rjust(size)
        lines[line][x : x + size] = [dim(shown) if style else shown, *rest]
    return "\n".join("".join(line).rstrip() for line in lines)
