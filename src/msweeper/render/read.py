"""Reads back what `msweeper.render.text` prints: a picture is a position."""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Iterator

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
    for arrangement in _arrangements(topology, len(given)):
        for lines in _align(given, arrangement):
            try:
                return _parse(lines, arrangement, topology, mines)
            except ParseError as error:
                fault = fault or error
    raise fault or ParseError(
        f"this is no picture of {topology.spec or 'this topology'}: {_expected(given, topology)}",
        text=text,
    )


def _arrangements(topology: Topology, height: int) -> Iterator[Arrangement]:
    """Yield every different way to arrange the panels, wide and compact.

    Of many panels (they look alike) only ways that have `height` lines.
    """
    found: set[Arrangement] = set()
    panels = topology.layout.panels
    for compact in (False, True):
        alone = arrange(topology, compact=compact, width=1)
        each = (len(alone.lines) + 1) // panels  # lines of a panel and the blank one after it
        for per_line in range(panels, 0, -1):
            if panels > 64 and -(-panels // per_line) * each - 1 != height:
                continue
            way = arrange(topology, compact=compact, width=per_line * (alone.width + 3))
            if way not in found:
                found.add(way)
                yield way


def _align(given: list[str], arrangement: Arrangement) -> Iterator[list[str]]:
    """Yield the lines shifted to where the arrangement may have them."""
    cells = {line for line, _ in arrangement.at} | {line for _, line, _ in arrangement.ghosts}
    empty = itertools.takewhile(
        lambda line: line not in cells and not arrangement.lines[line].strip(),
        range(len(arrangement.lines)),
    )
    given = [""] * sum(1 for _ in empty) + given  # empty panels on top
    if len(given) != len(arrangement.lines):
        return
    blank: list[set[int]] = [set() for _ in given]
    for line, x in (*arrangement.at, *(at[1:] for at in arrangement.ghosts)):
        blank[line].update(range(x, x + arrangement.cell_width))
    anchors = [
        min([*taken, *(x for x, c in enumerate(line) if c != " ")], default=None)
        for line, taken in zip(arrangement.lines, blank, strict=True)
    ]
    # a number narrower than its cell starts some characters later: the least shift is the true
    # one, or where no line starts with its widest, one that is less by what is missing
    least = min(
        (
            len(line) - len(line.lstrip()) - anchor
            for line, anchor in zip(given, anchors, strict=True)
            if anchor is not None
        ),
        default=0,
    )
    least = max(least, -arrangement.cell_width)
    for shift in range(least, least - arrangement.cell_width, -1):
        lines = _shift(given, shift, arrangement.lines, blank)
        if lines is not None:
            yield lines


def _shift(
    given: list[str], shift: int, statics: tuple[str, ...], blank: list[set[int]]
) -> list[str] | None:
    """Return the lines moved left by `shift`, or None where they do not fit the static text."""
    lines = []
    for row, static, taken in zip(given, statics, blank, strict=True):
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
