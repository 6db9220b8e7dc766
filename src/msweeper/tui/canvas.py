"""The board as styled text, any part of it: what is drawn at which line and character.

Knows no terminal. A canvas is an arrangement with a margin of one character at both sides, so that
the brackets of the cursor have room; drawing a line costs what is seen of it, not the board.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import nan
from typing import Final, NamedTuple, final
from unicodedata import combining, east_asian_width

from msweeper.render.arrange import Arrangement, arrange
from msweeper.render.glyphs import Glyphs
from msweeper.render.text import odds_text
from msweeper.render.themes import Ink, Theme
from msweeper.topology import Topology
from msweeper.view import CLOSED, FLAG, View

__all__ = ["Canvas", "Painter", "Piece", "Scene"]

_MARGIN: Final = 1
_BRACKETS: Final = ("[", "]")


class Piece(NamedTuple):
    """Characters that are written alike."""

    text: str
    ink: Ink


@dataclass(slots=True)
class Scene:
    """What is to be seen of a game now."""

    view: View
    cursor: int | None = None
    near: frozenset[int] = frozenset()
    """Cells to light up: the neighbors of the cursor, or of the cell under the mouse."""
    reason: frozenset[int] = frozenset()
    """The numbers that a hint rests on, and the cell that it names."""
    odds: Mapping[int, float] | None = None
    """Closed cell to its chance of a mine, nan where it is not known; None: not shown."""


@final
class Canvas:
    """Where everything of a board stands: lines from 0 down, characters from 0 to the right."""

    def __init__(
        self, topology: Topology, *, compact: bool, width: int, cell_width: int = 0
    ) -> None:
        self.topology = topology
        found = arrange(topology, compact=compact, width=width - 2 * _MARGIN, cell_width=cell_width)
        self.arrangement: Arrangement = found
        self.cell_width = found.cell_width
        self.width = found.width + 2 * _MARGIN
        self.height = len(found.lines)
        rows: defaultdict[int, list[tuple[int, int, bool]]] = defaultdict(list)
        for cell, (line, x) in enumerate(found.at):
            rows[line].append((x + _MARGIN, cell, False))
        first = min(rows, default=0), min((row[0][0] for row in rows.values()), default=0)
        self._ghosts: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for cell, line, x in found.ghosts:
            rows[line].append((x + _MARGIN, cell, True))
            self._ghosts[cell].append((line, x + _MARGIN))
        self._rows: dict[int, list[tuple[int, int, bool]]] = {}
        self._starts: dict[int, list[int]] = {}
        for line, row in rows.items():
            row.sort()
            self._rows[line] = row
            self._starts[line] = [x for x, _, _ in row]
        straight = topology.layout.panels == 1 and not topology.layout.ghosts
        straight = straight and all(
            caption.side in ("above", "left") for caption in topology.layout.captions
        )
        self.pinned = (first[0], max(0, first[1] - 1)) if straight else (0, 0)
        """How many lines above and characters left of the cells are captions that stay in sight.

        The character before the first cells is theirs: a bracket may stand there.
        """

    def at(self, cell: int) -> tuple[int, int]:
        """Return the line and the first character of `cell`."""
        line, x = self.arrangement.at[cell]
        return line, x + _MARGIN

    def cell_at(self, line: int, x: int) -> int | None:
        """Return the cell that covers a character or the blank beside it; a ghost is its cell."""
        starts = self._starts.get(line)
        if starts is None:
            return None
        at = bisect_right(starts, x) - 1
        if at < 0 or x > starts[at] + self.cell_width:
            at += 1  # the blank before a cell is its own too, where no cell stands before it
            if at == len(starts) or x != starts[at] - 1:
                return None
        return self._rows[line][at][1]

    def places(self, cell: int) -> Iterator[tuple[int, int]]:
        """Yield the line and character of `cell` and of its ghosts."""
        yield self.at(cell)
        yield from self._ghosts.get(cell, ())

    def seen(self, line: int, start: int, stop: int) -> Iterator[tuple[int, int, bool]]:
        """Yield ``(character, cell, is a ghost)`` of what a part of a line shows any of."""
        starts = self._starts.get(line)
        if starts is not None:
            low = bisect_left(starts, start - self.cell_width + 1)
            yield from self._rows[line][low : bisect_left(starts, stop)]

    def static(self, line: int) -> str:
        """Return the captions and frames of a line."""
        text = f"{' ' * _MARGIN}{self.arrangement.lines[line]}{' ' * _MARGIN}"
        return text if text.isascii() else "".join(map(_narrow, text))


def _narrow(c: str) -> str:
    """Return a character that is surely one column wide."""
    wide = east_asian_width(c) in "WF" or combining(c) or not c.isprintable()
    return "?" if wide else c


@final
class Painter:
    """Writes a scene on a canvas in a theme and a set of glyphs."""

    def __init__(self, canvas: Canvas, theme: Theme, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.theme = theme
        table = dict(glyphs.table())
        highest = canvas.topology.max_degree
        for number in range(1, highest + 1):
            table[number] = str(number)
        size = canvas.cell_width
        self._texts = {code: text.rjust(size) for code, text in table.items()}
        self._mine = glyphs.mine
        self._inks = {code: theme.ink(code, highest) for code in table}

    def line(self, scene: Scene, line: int, start: int, stop: int) -> list[Piece]:
        """Return the characters `start` to `stop` of a line, blanks at the end included."""
        canvas, theme = self.canvas, self.theme
        if not 0 <= line < canvas.height:
            return [Piece(" " * (stop - start), theme.text)]
        text = canvas.static(line)[start:stop].ljust(stop - start)
        pieces: list[Piece] = []
        at = start
        bracket: str | None = None
        for x, cell, ghost in canvas.seen(line, start, stop):
            gap = text[at - start : max(0, x - start)]
            here = cell == scene.cursor and not ghost
            if bracket is not None and gap:
                pieces.append(Piece(bracket, theme.cursor))
                gap = gap[1:]
            bracket = None
            if here and gap:
                pieces.append(Piece(gap[:-1], theme.faint))
                pieces.append(Piece(_BRACKETS[0], theme.cursor))
            else:
                pieces.append(Piece(gap, theme.faint))
            shown, ink = self._cell(scene, cell, ghost, here)
            low, high = max(0, start - x), min(canvas.cell_width, stop - x)
            if high - low < canvas.cell_width:  # half a number would be another one
                shown, ink, here = " " * canvas.cell_width, theme.faint, False
            pieces.append(Piece(shown[low:high], ink))
            at = x + high
            if here and high == canvas.cell_width:
                bracket = _BRACKETS[1]
        rest = text[at - start :]
        if bracket is not None and rest:
            pieces.append(Piece(bracket, theme.cursor))
            rest = rest[1:]
        pieces.append(Piece(rest, theme.faint))
        return [piece for piece in pieces if piece.text]

    def _cell(self, scene: Scene, cell: int, ghost: bool, here: bool) -> tuple[str, Ink]:
        code = scene.view.cells[cell]
        theme = self.theme
        text, ink = self._texts[code], self._inks[code]
        if scene.odds is not None and code in (CLOSED, FLAG):
            text, ink = self._odds(scene.odds.get(cell, nan), code)
        if here:
            return text, theme.over(ink, theme.cursor)
        if code > 0 and not scene.view.status.over and self._is_finished(scene.view, cell):
            ink = theme.finished
        if ghost:
            ink = theme.faint._replace(dim=theme.faint.color is None)
        if cell in scene.reason:
            ink = theme.over(ink, theme.reason)
        elif cell in scene.near:
            ink = theme.over(ink, theme.near)
        return text, ink

    def _odds(self, chance: float, code: int) -> tuple[str, Ink]:
        """Return a chance; a certain mine is shown as one, and what has a flag is underlined."""
        ink = self._inks[code]._replace(underline=code == FLAG)
        text = self._mine if chance == 1 else odds_text(chance)
        return text.rjust(self.canvas.cell_width), ink

    @staticmethod
    def _is_finished(view: View, cell: int) -> bool:
        """Whether the number of `cell` has all its flags."""
        cells = view.cells
        flags = sum(1 for other in view.topology.neighbors(cell) if cells[other] == FLAG)
        return flags == cells[cell]
