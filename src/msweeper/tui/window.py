"""Which part of a canvas a window of the screen shows, and what the edges say of the rest."""

from __future__ import annotations

from typing import Final, final

from msweeper.tui.canvas import Canvas

__all__ = ["Window"]

_MARKED: Final = 5
"""Lines of a window from which on two of them may be marks."""


@final
class Window:
    """A window of `width` times `height` on a canvas: centred where it fits, else it pans.

    Where a board is larger, a line above and below it and a column at each side are kept for the
    marks that say how much more there is; captions that stand straight stay in sight.
    """

    def __init__(self, canvas: Canvas, width: int, height: int) -> None:
        self.canvas = canvas
        self.width, self.height = max(0, width), max(0, height)
        self.pans_down = canvas.height > self.height
        self.pans_right = canvas.width > self.width
        above, left = canvas.pinned
        self.pinned_lines = above if self.pans_down and above < self.height // 3 else 0
        self.pinned_chars = left if self.pans_right and left < self.width // 3 else 0
        self.mark_lines = 1 if self.pans_down and self.height >= _MARKED else 0
        self.mark_chars = 1 if self.pans_right else 0
        self.room_lines = max(1, self.height - 2 * self.mark_lines - self.pinned_lines)
        self.room_chars = max(1, self.width - 2 * self.mark_chars - self.pinned_chars)
        self.top = self.pinned_lines
        self.left = self.pinned_chars
        self.down = 0 if self.pans_down else (self.height - canvas.height) // 2
        self.right = 0 if self.pans_right else (self.width - canvas.width) // 2

    # From the window to the canvas and back

    def line(self, y: int) -> int | None:
        """Return the line of the canvas that stands at `y`; None for marks and outside."""
        if not self.pans_down:
            line = y - self.down
            return line if 0 <= line < self.canvas.height else None
        y -= self.mark_lines
        if 0 <= y < self.pinned_lines:
            return y
        y -= self.pinned_lines
        return self.top + y if 0 <= y < self.room_lines else None

    def spans(self) -> tuple[tuple[int, int, int], ...]:
        """Return ``(x, start, stop)``: the characters of the canvas that stand from `x` on."""
        if not self.pans_right:
            return ((self.right, 0, self.canvas.width),)
        x = self.mark_chars
        pinned = ((x, 0, self.pinned_chars),) if self.pinned_chars else ()
        return (
            *pinned,
            (x + self.pinned_chars, self.left, self.left + self.room_chars),
        )

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a character of the window."""
        line = self.line(y)
        if line is None:
            return None
        for at, start, stop in self.spans():
            if at <= x < at + stop - start:
                return self.canvas.cell_at(line, start + x - at)
        return None

    def find(self, line: int, x: int, length: int) -> tuple[int, int, int] | None:
        """Return ``(x, y, length)`` in the window of a part of the canvas; None if out of sight."""
        if not self.pans_down:
            y = line + self.down
        elif line < self.pinned_lines:
            y = line + self.mark_lines
        elif self.top <= line < self.top + self.room_lines:
            y = line - self.top + self.pinned_lines + self.mark_lines
        else:
            return None
        for at, start, stop in self.spans():
            low, high = max(x, start), min(x + length, stop)
            if low < high:
                return at + low - start, y, high - low
        return None

    # Panning

    def pan(self, lines: int, chars: int) -> bool:
        """Move the window over the canvas as far as it goes; say whether it moved."""
        before = self.top, self.left
        if self.pans_down:
            most = self.canvas.height - self.room_lines
            self.top = max(self.pinned_lines, min(self.top + lines, most))
        if self.pans_right:
            most = self.canvas.width - self.room_chars
            self.left = max(self.pinned_chars, min(self.left + chars, most))
        return (self.top, self.left) != before

    def show(self, cell: int) -> bool:
        """Pan if `cell` is out of sight, or at the very edge of it; say whether it moved.

        A third of the window at once: every panning draws all of it again.
        """
        line, x = self.canvas.at(cell)
        pitch = self.canvas.cell_width + 1
        lines = _needed(line, 1, self.top, self.room_lines, 1)
        brackets = 1 if self.room_chars >= self.canvas.cell_width + 2 else 0
        chars = _needed(
            x - brackets,
            self.canvas.cell_width + 2 * brackets,
            self.left,
            self.room_chars,
            pitch,
        )
        return self.pan(lines, chars)

    # What the edges say

    def more(self) -> tuple[int, int, int, int]:
        """Return how many lines and characters are out of sight: above, below, left, right."""
        if self.pans_down:
            above = self.top - self.pinned_lines
            below = self.canvas.height - self.top - self.room_lines
        else:
            above = below = 0
        if self.pans_right:
            left = self.left - self.pinned_chars
            right = self.canvas.width - self.left - self.room_chars
        else:
            left = right = 0
        return above, max(0, below), left, max(0, right)


def _needed(at: int, length: int, start: int, room: int, sight: int) -> int:
    """Return how far to move so that `length` from `at` on lies in sight, `sight` from the edge."""
    spare = max(0, room - length)
    sight, ahead = min(sight, spare // 2), max(min(sight, spare // 2), spare // 3)
    if at - sight < start:
        return at - ahead - start
    if at + length + sight > start + room:
        return at + length + ahead - start - room
    return 0
