"""A view as text, for every layout. `msweeper.render.read` reads the same text back."""

from __future__ import annotations

from collections.abc import Callable

from msweeper.render.arrange import arrange
from msweeper.render.color import paint
from msweeper.render.glyphs import ASCII, Glyphs
from msweeper.view import View

__all__ = ["header", "picture"]


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
    arrangement = arrange(view.topology, compact=compact, width=width)
    table = glyphs.table()
    size = arrangement.cell_width
    texts: Callable[[int], str] = lambda code: table.get(code, str(code)).rjust(size)  # noqa: E731
    lines = [list(line) for line in arrangement.lines]
    highest = view.topology.max_degree
    for cell, (line, x) in enumerate(arrangement.at):
        code = view.cells[cell]
        text = texts(code)
        if color:
            lines[line][x : x + size] = [paint(text, code, highest), *[""] * (size - 1)]
        else:
            lines[line][x : x + size] = text
    for cell, line, x in arrangement.ghosts:
        text = texts(view.cells[cell])
        if color:
            lines[line][x : x + size] = [f"\x1b[2m{text}\x1b[0m", *[""] * (size - 1)]
        else:
            lines[line][x : x + size] = text
    return "\n".join("".join(line).rstrip() for line in lines)
