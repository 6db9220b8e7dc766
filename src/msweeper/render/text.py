"""A view as text, for every layout. `msweeper.render.read` reads the same text back."""

from __future__ import annotations

from collections.abc import Callable

from msweeper.render.arrange import Arrangement, arrange
from msweeper.render.color import paint
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
    highest = view.topology.max_degree

    def text(cell: int, width: int) -> str:
        code = view.cells[cell]
        shown = table.get(code, str(code)).rjust(width)
        return paint(shown, code, highest) if color else shown

    return _draw(arrange(view.topology, compact=compact, width=width), text, dim=color)


def labels(topology: Topology, *, width: int = 80) -> str:
    """Return the label of every cell where the cell stands; without captions' help."""
    names = topology.labels
    longest = max(map(len, names))
    return _draw(
        arrange(topology, width=width, cell_width=longest),
        lambda cell, _: names[cell].rjust(longest),
    )


def _draw(arrangement: Arrangement, text: Callable[[int, int], str], *, dim: bool = False) -> str:
    """Return the lines with ``text(cell, width)`` where cells and ghosts stand."""
    size = arrangement.cell_width
    rest = [""] * (size - 1)
    lines = [list(line) for line in arrangement.lines]
    for cell, (line, x) in enumerate(arrangement.at):
        lines[line][x : x + size] = [text(cell, size), *rest]
    for cell, line, x in arrangement.ghosts:
        shown = text(cell, size)
        lines[line][x : x + size] = [f"\x1b[2m{shown}\x1b[0m" if dim else shown, *rest]
    return "\n".join("".join(line).rstrip() for line in lines)
