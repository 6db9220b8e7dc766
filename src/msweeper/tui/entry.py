"""A line that is being typed on the screen."""

from __future__ import annotations

from typing import final

from msweeper.render.themes import Theme
from msweeper.tui.canvas import Piece

__all__ = ["Entry"]


@final
class Entry:
    """A text, and where the next character goes.

    It takes keys as the screen does, one after the other. A widget that has to be focused first
    would miss those that come at once, from a fast hand or a slow line.
    """

    def __init__(self, about: str) -> None:
        self.about = about
        """What is to be typed; shown as long as nothing is."""
        self.text = ""
        self.at = 0

    def insert(self, text: str) -> None:
        """Put characters in; of what is pasted the first line, and what can be shown of it."""
        line = (text.splitlines() or [""])[0]
        line = "".join(c for c in line if c.isprintable())
        self.text = f"{self.text[: self.at]}{line}{self.text[self.at :]}"
        self.at += len(line)

    def press(self, key: str) -> None:
        """Take a key, by its name; one that means nothing here does nothing."""
        before, after = self.text[: self.at], self.text[self.at :]
        if key in ("backspace", "ctrl+h"):
            before = before[:-1]
        elif key == "delete":
            after = after[1:]
        elif key == "ctrl+u":
            before = ""
        elif key in ("left", "right", "home", "end"):
            way = {"left": -1, "right": 1, "home": -len(before), "end": len(after)}[key]
            self.at = max(0, min(self.at + way, len(self.text)))
            return
        elif key == "space" or len(key) == 1:
            self.insert(" " if key == "space" else key)
            return
        self.text, self.at = before + after, len(before)

    def pieces(self, width: int, theme: Theme) -> list[Piece]:
        """Return the line in `width` columns; the cursor's place is always among them."""
        room = max(1, width - 3)
        start = max(0, self.at - room)
        here = self.text[self.at : self.at + 1] or " "
        found = [
            Piece("> ", theme.faint),
            Piece(self.text[start : self.at], theme.text),
            Piece(here, theme.cursor),
            Piece(self.text[self.at + 1 : start + room], theme.text),
        ]
        if not self.text:
            found.append(Piece(f" {self.about}"[: max(0, width - 3)], theme.faint))
        return [piece for piece in found if piece.text]
