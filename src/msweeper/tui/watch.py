"""A finished game again, move by move."""

from __future__ import annotations

from typing import Final, final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from msweeper.actions import Action
from msweeper.errors import MsweeperError
from msweeper.record.replay import Tape
from msweeper.sitting.lines import clock_text
from msweeper.tui.boardview import BoardView
from msweeper.tui.canvas import Piece, Scene
from msweeper.tui.keys import key_name
from msweeper.tui.lines import Lines
from msweeper.tui.looks import Looks

__all__ = ["WatchScreen"]

_KEYS: Final = "right next   left back   up and down by ten   home and end   q leaves"
_STEPS: Final = {
    **dict.fromkeys(("right", "l", "space", "enter", "d"), 1),
    **dict.fromkeys(("left", "h", "a"), -1),
    **dict.fromkeys(("down", "j", "s", "pagedown"), 10),
    **dict.fromkeys(("up", "k", "w", "pageup"), -10),
}


@final
class WatchScreen(Screen[None], inherit_bindings=False):
    """A tape on the terminal."""

    CSS = "WatchScreen { layout: vertical; overflow: hidden; }"

    def __init__(self, tape: Tape, looks: Looks) -> None:
        super().__init__()
        self.tape = tape
        self._left = False
        self._looks = looks

    def compose(self) -> ComposeResult:
        looks = self._looks
        self._status = Lines(looks.theme, id="status")
        self._board = BoardView(self._scene(), looks.theme, looks.glyphs, compact=looks.compact)
        self._footer = Lines(looks.theme, id="footer")
        yield self._status
        yield self._board
        yield self._footer

    def on_mount(self) -> None:
        self._write()

    def on_resize(self) -> None:
        self._write()

    def _scene(self) -> Scene:
        """Return the board as it stands, the cursor on the cell of the last move."""
        cursor = None
        if self.tape.at:
            move = self.tape.record.moves[self.tape.at - 1][1]
            try:
                cursor = Action.parse(move, self.tape.topology).cell
            except MsweeperError:  # undo and redo are about no cell
                cursor = None
        return Scene(self.tape.game.view, cursor)

    def _write(self) -> None:
        tape, theme = self.tape, self._looks.theme
        seconds, move = tape.record.moves[tape.at - 1] if tape.at else (0.0, "the beginning")
        text = f"{tape.at}/{len(tape)}  {clock_text(seconds)}  {move}  {tape.record.id}"
        self._status.show([[Piece(text[: self.size.width], theme.text)]], theme)
        self._footer.show([[Piece(_KEYS[: self.size.width], theme.faint)]], theme)
        scene = self._scene()
        self._board.show(scene, None, sight=scene.cursor)

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self._left:  # by a key before this one
            return
        key = key_name(event.key, event.character)
        if key in _STEPS:
            self.tape.jump(self.tape.at + _STEPS[key])
        elif key in ("home", "end"):
            self.tape.jump(0 if key == "home" else len(self.tape))
        elif key in ("q", "escape", "ctrl+c"):
            self._left = True
            self.dismiss(None)
            return
        self._write()
