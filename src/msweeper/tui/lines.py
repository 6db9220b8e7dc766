"""Lines of styled text in the terminal: the status line, answers, the footer, lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from msweeper.render.themes import Ink, Theme
from msweeper.tui.canvas import Piece

__all__ = ["Lines", "footer_line", "strip", "style"]

Line = Sequence[Piece]


@lru_cache(maxsize=512)
def style(ink: Ink) -> Style:
    """Return an ink as the terminal library has it."""
    return Style(
        color=None if ink.color is None else f"color({ink.color})",
        bgcolor=None if ink.background is None else f"color({ink.background})",
        bold=ink.bold or None,
        underline=ink.underline or None,
        reverse=ink.reverse or None,
        dim=ink.dim or None,
    )


def strip(pieces: Sequence[Piece], width: int, rest: Ink) -> Strip:
    """Return a line of exactly `width` columns."""
    made = Strip([Segment(piece.text, style(piece.ink)) for piece in pieces])
    return made.adjust_cell_length(width, style(rest))


def footer_line(keys: Sequence[tuple[str, str]], width: int, theme: Theme) -> list[Piece]:
    """Return as many ``key word`` as the width has room for."""
    pieces: list[Piece] = []
    used = 0
    for key, word in keys:
        text = f" {word}"
        used += len(key) + len(text) + 2
        if used > width + 2:
            break
        pieces += [Piece(key, theme.text._replace(bold=True)), Piece(f"{text}  ", theme.faint)]
    return pieces


@final
class Lines(Widget):
    """Lines that are set from outside; a click on one tells its number."""

    DEFAULT_CSS = "Lines { height: 1; }"

    def __init__(
        self, theme: Theme, *, id: str, clicked: Callable[[int], None] | None = None
    ) -> None:
        super().__init__(id=id)
        self._theme = theme
        self._lines: list[Line] = []
        self._clicked = clicked

    def show(self, lines: Sequence[Line], theme: Theme) -> None:
        """Show these lines; only those that differ are drawn again."""
        old, self._lines = self._lines, [list(line) for line in lines]
        if theme is not self._theme or not self.size.width:
            self._theme = theme
            self.refresh()
            return
        changed = [
            y
            for y in range(max(len(old), len(self._lines)))
            if old[y : y + 1] != self._lines[y : y + 1]
        ]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        pieces = self._lines[y] if y < len(self._lines) else ()
        return strip(pieces, self.size.width, self._theme.text)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self._clicked is not None and event.button == 1:
            event.stop()
            self._clicked(event.y)
