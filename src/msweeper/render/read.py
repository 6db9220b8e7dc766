"""Reads back what `msweeper.render.text` prints: a picture is a position."""

from __future__ import annotations

import re
from array import array

from msweeper.errors import OutOfRange, ParseError
from msweeper.render.arrange import Arrangement, arrange
from msweeper.render.glyphs import ASCII, UNICODE
from msweeper.topology import Topology
from msweeper.view import CLOSED, FLAG, RIGHT_FLAG, Status, View, status_of

__all__ = ["read"]

_SGR = re.compile(r"\x1b\[[0-9;]*m")
_CODES = {
    glyph: code
    for glyphs in (UNICODE, ASCII)
    for code, glyph in sorted(glyphs.table().items())  # FLAG stands after RIGHT_FLAG: it wins
}


def read(text: str, topology: Topology, mines: int) -> View:
    """Return the view that `text` shows: either glyph set, compact or not, any number of panels
    side by side, colored or not, indented or not.

    Raises:
        ParseError: it is no picture of this topology, or a cell shows something unknown; with
            the position in `text`.
        OutOfRange: a number above the cell's degree, or mines that do not fit.
    """
    View.of(topology, mines)  # refuses mines that do not fit
    given = [_SGR.sub("", line).rstrip() for line in text.expandtabs().splitlines()]
    while given and not given[0]:
        del given[0]
    while given and not given[-1]:
        del given[-1]
    fault: ParseError | None = None
    for arrangement in _arrangements(topology):
        lines = _align(given, arrangement)
        if lines is None:
            continue
        try:
            return _parse(lines, arrangement, topology, mines)
        except ParseError as error:
            fault = fault or error
    raise fault or ParseError(
        f"this is no picture of {topology.spec or 'this topology'}: {_expected(given, topology)}",
        text=text,
    )


def _arrangements(topology: Topology) -> list[Arrangement]:
    """Return every different way to arrange the panels, wide and compact."""
    found: dict[Arrangement, None] = {}
    panels = topology.layout.panels
    for compact in (False, True):
        alone = arrange(topology, compact=compact, width=1).width
        for per_line in range(panels, 0, -1) if panels <= 64 else (panels, 1):
            found[arrange(topology, compact=compact, width=per_line * (alone + 3))] = None
    return list(found)


def _align(given: list[str], arrangement: Arrangement) -> list[str] | None:
    """Return the lines shifted to where the arrangement has them, or None if they do not fit."""
    if len(given) != len(arrangement.lines):
        return None
    blank: list[set[int]] = [set() for _ in given]
    for line, x in (*arrangement.at, *(at[1:] for at in arrangement.ghosts)):
        blank[line].update(range(x, x + arrangement.cell_width))
    anchors = [
        min([*taken, *(x for x, c in enumerate(line) if c != " ")], default=None)
        for line, taken in zip(arrangement.lines, blank, strict=True)
    ]
    # a number narrower than its cell starts some characters later: the least shift is the true one
    shift = min(
        (
            len(line) - len(line.lstrip()) - anchor
            for line, anchor in zip(given, anchors, strict=True)
            if anchor is not None
        ),
        default=0,
    )
    shift = max(shift, -arrangement.cell_width)
    lines = []
    for row, static, taken in zip(given, arrangement.lines, blank, strict=True):
        moved = row[shift:] if shift >= 0 else " " * -shift + row
        moved = moved.ljust(len(static))
        if len(moved) > len(static) or any(
            moved[x] != c for x, c in enumerate(static) if x not in taken
        ):
            return None
        lines.append(moved)
    return lines


def _parse(lines: list[str], arrangement: Arrangement, topology: Topology, mines: int) -> View:
    cells = array("i", [CLOSED]) * topology.size
    size = arrangement.cell_width
    for cell, (line, x) in enumerate(arrangement.at):
        shown = lines[line][x : x + size].strip()
        if shown in _CODES:
            cells[cell] = _CODES[shown]
        elif shown.isascii() and shown.isdigit():
            cells[cell] = int(shown)
        else:
            raise ParseError(
                f"cell {topology.label(cell)} (line {line + 1}, character {x + 1}) shows {shown!r},"
                " which is no number and no known glyph",
                text=lines[line],
                position=x,
            )
        if cells[cell] > topology.degree(cell):
            raise OutOfRange(
                f"number of {topology.label(cell)}",
                cells[cell],
                f"it has {topology.degree(cell)} neighbors",
            )
    status = status_of(cells, mines)
    if status.over:
        for cell, code in enumerate(cells):
            if code == FLAG:
                cells[cell] = RIGHT_FLAG
    assert status is not Status.READY or CLOSED in cells or FLAG in cells
    return View(topology, mines, cells, status)


def _expected(given: list[str], topology: Topology) -> str:
    alone = arrange(topology)
    return (
        f"it would have {len(alone.lines)} lines, captions included, and has {len(given)}"
        if len(alone.lines) != len(given)
        else "its captions or the distances between its cells differ"
    )
