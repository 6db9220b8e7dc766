"""A view as text, for every layout. `msweeper.render.read` reads the same text back."""

from __future__ import annotations

import re
from collections.abc import Callable

from msweeper.render.arrange import Arrangement, arrange
from msweeper.render.color import dim, paint
from msweeper.render.glyphs import ASCII, Glyphs
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["header", "labels", "picture"]


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


def labels(topology: Topology, *, width: int = 80) -> str:
    """Return the label of every cell where the cell stands."""
    names = topology.labels
    longest = max(map(len, names))
    return _draw(arrange(topology, width=width, cell_width=longest), names.__getitem__)


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
