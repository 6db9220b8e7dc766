"""A page of lines over everything else, read and closed: help, records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from msweeper.render.glyphs import legend
from msweeper.render.themes import Theme
from msweeper.sitting.keymap import Keymap
from msweeper.tui.canvas import Piece
from msweeper.tui.keys import key_name
from msweeper.tui.lines import Lines
from msweeper.tui.looks import Looks
from msweeper.tui.rows import fold

__all__ = ["Page", "paint_rows"]

_SCROLL: Final = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "pageup": -10}


@final
class Page(Screen[None], inherit_bindings=False):
    """Text that is read and closed. `write` makes its lines for a width."""

    CSS = """
    Page { layout: vertical; overflow: hidden; }
    Page #page { height: 1fr; }
    """

    def __init__(self, write: Callable[[int], Sequence[tuple[str, str]]], looks: Looks) -> None:
        super().__init__()
        self._make = write
        self._looks = looks
        self._top = 0
        self._shut = False

    @classmethod
    def help(cls, keymap: Keymap, looks: Looks) -> Page:
        """Return the page of all keys, as they are bound, and of what the glyphs mean."""

        def write(width: int) -> list[tuple[str, str]]:
            rows = keymap.help()
            wide = max(len(keys) for _, keys, _ in rows) + 2
            lines: list[tuple[str, str]] = []
            group = ""
            for name, keys, what in rows:
                if name != group:
                    lines.append(("title", name))
                    group = name
                first, *more = fold(what, width - wide - 2)
                lines.append(("text", f"  {keys.ljust(wide)}{first}"))
                lines += [("text", " " * (wide + 2) + line) for line in more]
            lines.append(("title", "Mouse"))
            lines += [
                ("text", f"  {what.ljust(wide)}{does}")
                for what, does in (
                    ("left", "opens; on an open number, chords"),
                    ("right", "puts a flag, or takes it away"),
                    ("middle", "chords"),
                    ("wheel", "pans a board that is larger than the window"),
                    ("hover", "lights up the neighborhood and names the cell"),
                )
            ]
            lines.append(("title", "Cells"))
            lines += [("text", f"  {line}") for line in fold(legend(looks.glyphs), width - 2)]
            lines += [
                ("", ""),
                (
                    "faint",
                    "digits before a motion repeat it; up and down scroll, any other key closes",
                ),
            ]
            return lines

        return cls(write, looks)

    def compose(self) -> ComposeResult:
        self._lines = Lines(self._looks.theme, id="page")
        yield self._lines

    def on_mount(self) -> None:
        self._write()

    def on_resize(self) -> None:
        self._write()

    def _write(self) -> None:
        rows = self._make(max(20, self.size.width))
        height = max(1, self.size.height)
        self._top = max(0, min(self._top, len(rows) - height))
        shown = rows[self._top : self._top + height]
        below = len(rows) - self._top - height
        if below > 0:
            shown = [*shown[:-1], ("faint", f"v {below + 1} more (down)")]
        self._lines.show(paint_rows(shown, self._looks.theme), self._looks.theme)

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key = key_name(event.key, event.character)
        if key in _SCROLL:
            self._top += _SCROLL[key]
            self._write()
        else:
            self._close()

    def on_mouse_scroll_down(self) -> None:
        self._top += 3
        self._write()

    def on_mouse_scroll_up(self) -> None:
        self._top -= 3
        self._write()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._close()

    def _close(self) -> None:
        """Close the page, once: a key may come after the one that closed it."""
        if not self._shut:
            self._shut = True
            self.dismiss(None)


def paint_rows(rows: Sequence[tuple[str, str]], theme: Theme) -> list[list[Piece]]:
    """Return rows of ``(role, text)`` as pieces; roles are title, text, faint and chosen."""
    inks = {
        "title": theme.text._replace(bold=True),
        "text": theme.text,
        "faint": theme.faint,
        "chosen": theme.cursor,
        "": theme.text,
    }
    return [[Piece(text, inks[role])] for role, text in rows]
