"""The widget that shows a board: draws what is seen of it, tells where the mouse is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from msweeper.render.glyphs import Glyphs
from msweeper.render.themes import Theme
from msweeper.topology import Topology
from msweeper.tui.canvas import Canvas, Painter, Piece, Scene
from msweeper.tui.lines import strip
from msweeper.tui.window import Window

__all__ = ["BoardView"]

_WHEEL: Final = 3
_MANY: Final = 300
"""Changed cells from which on the whole window is drawn again."""
_ODDS_WIDTH: Final = 3


@final
class BoardView(Widget):
    """A window on the board of a scene."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    class Clicked(Message):
        """A mouse button went down on a cell."""

        def __init__(self, cell: int, button: int) -> None:
            super().__init__()
            self.cell = cell
            self.button = button

    class Hovered(Message):
        """The mouse is over a cell, or over none."""

        def __init__(self, cell: int | None) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, scene: Scene, theme: Theme, glyphs: Glyphs, *, compact: bool) -> None:
        super().__init__(id="board")
        self.scene = scene
        self.compact = compact
        self._glyphs = glyphs
        self._theme = theme
        self.hidden = False
        """Whether the board is not to be seen: the clock stands still."""
        self._many_panels = scene.view.topology.layout.panels > 1
        self._of: tuple[Topology, bool, int] | None = (scene.view.topology, False, 80)
        """What the canvas was made for: the board, with odds or without, the width."""
        self._over: int | None = None
        self._canvas = Canvas(scene.view.topology, compact=compact, width=80)
        self._painter: Painter
        self._window = Window(self._canvas, 80, 24)
        self._rebuild(80, 24)

    def _rebuild(self, width: int, height: int) -> None:
        """Make canvas and window for this size, as far as they are not made for it already."""
        topology, odds = self.scene.view.topology, self.scene.odds is not None
        self._many_panels = topology.layout.panels > 1
        wanted = topology, odds, width if self._many_panels else 80
        at = self._window.top, self._window.left
        if self._of != wanted:
            self._of, at = wanted, (0, 0)
            self._canvas = Canvas(
                topology,
                compact=self.compact and not odds,  # or they would run together
                width=wanted[2],
                cell_width=max(_ODDS_WIDTH, len(str(topology.max_degree))) if odds else 0,
            )
        self._painter = Painter(self._canvas, self._theme, self._glyphs)
        self._window = Window(self._canvas, width, height)
        self._window.pan(*at)
        if self.scene.cursor is not None:
            self._window.show(self.scene.cursor)

    def show(
        self,
        scene: Scene,
        changed: Iterable[int] | None,
        *,
        sight: int | None = None,
        hidden: bool = False,
    ) -> None:
        """Show a scene of which these cells look different; None: all of it may.

        The cell `sight` comes in sight.
        """
        other = self.scene.view.topology is not scene.view.topology
        odds = (self.scene.odds is None) is not (scene.odds is None)
        self.scene = scene
        if other or odds:
            self._rebuild(self.size.width, self.size.height)
            changed = None
        if hidden is not self.hidden:
            self.hidden, changed = hidden, None
        cells = None if changed is None else list(changed)
        moved = sight is not None and self._window.show(sight)
        if cells is None or moved or len(cells) > _MANY:
            self.refresh()
            return
        regions = []
        length = self._canvas.cell_width + 2
        for cell in cells:
            for line, x in self._canvas.places(cell):
                found = self._window.find(line, x - 1, length)
                if found is not None:
                    at, y, seen = found
                    regions.append(Region(at, y, seen, 1))
        if regions:
            self.refresh(*regions)

    def dress(self, theme: Theme, glyphs: Glyphs, *, compact: bool) -> None:
        """Change the looks."""
        if compact is not self.compact:
            self._of = None
        self._theme, self._glyphs, self.compact = theme, glyphs, compact
        self._rebuild(self.size.width, self.size.height)
        self.refresh()

    # Drawing

    def render_line(self, y: int) -> Strip:
        window, theme, width = self._window, self._theme, self.size.width
        if self.hidden:
            return strip([], width, theme.text)
        mark = self._edge(y)
        if mark is not None:
            return strip([Piece(mark.center(width), theme.faint)], width, theme.text)
        line = window.line(y)
        if line is None:
            return strip([], width, theme.text)
        pieces: list[Piece] = []
        _, _, left, right = window.more()
        middle = y == window.height // 2
        at = 0
        for x, start, stop in window.spans():
            if x > at:
                blank = "<".ljust(x) if left and middle and not at else " " * (x - at)
                pieces.append(Piece(blank, theme.faint))
            pieces += self._painter.line(self.scene, line, start, stop)
            at = x + stop - start
        if right and middle:
            pieces.append(Piece(" " * (width - at - 1) + ">", theme.faint))
        return strip(pieces, width, theme.text)

    def _edge(self, y: int) -> str | None:
        """Return what stands on the lines above and below that say how much more there is."""
        window = self._window
        if not window.mark_lines or 0 < y < window.height - 1:
            return None
        above, below, _, _ = window.more()
        if y == 0:
            return f"^ {above} more" if above else ""
        return f"v {below} more" if below else ""

    # The mouse and the window

    def on_resize(self, event: events.Resize) -> None:
        self._rebuild(event.size.width, event.size.height)
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        cell = self._window.cell_at(event.x, event.y)
        if cell is not None and not self.hidden:
            self.post_message(self.Clicked(cell, event.button))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        event.stop()
        self._hover(self._window.cell_at(event.x, event.y))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, cell: int | None) -> None:
        if cell != self._over:
            self._over = cell
            self.post_message(self.Hovered(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        self._pan(event, 0, _WHEEL)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        self._pan(event, 0, -_WHEEL)

    def _wheel(self, event: events.MouseEvent, direction: int) -> None:
        """Pan down; sideways with a modifier, or where the board is too wide and not too high."""
        sideways = event.shift or event.ctrl or not self._window.pans_down
        way = _WHEEL * direction
        self._pan(event, 0 if sideways else way, 2 * way if sideways else 0)

    def _pan(self, event: events.MouseEvent, lines: int, chars: int) -> None:
        event.stop()
        if self._window.pan(lines, chars):
            self.refresh()
