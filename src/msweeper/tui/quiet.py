"""Writes to the terminal only what has changed, cell by cell.

The framework repaints a widget from its left edge to the last changed character, each piece with
all its attributes. Here a shadow of what stands on the screen is kept; of each update only the
characters that differ from it are written, those of one look together, so that a look is asked
for once. That is what makes a key press cost about a hundred bytes and not a few thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, final

from rich.cells import get_character_cell_size
from rich.control import Control
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.strip import Strip

__all__ = ["Shadow", "quiet"]

_NO_STYLE: Final = Style()


@final
class Shadow:
    """What stands on the screen: a character and its style for each place that is known."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, tuple[str, Style]]] = {}

    def forget(self) -> None:
        """Know nothing: everything is written again."""
        self._known.clear()

    def learn(self, y: int, x: int, strips: Iterable[Strip]) -> None:
        """Take note of what the framework writes itself from `x` on."""
        row = self._known.setdefault(y, {})
        for strip in strips:
            for text, style in _characters(strip):
                row[x] = text, style
                x += 1

    def differing(self, y: int, x: int, strip: Strip, start: int, stop: int) -> Iterator[Run]:
        """Yield what is new of a strip that stands at `x`, between `start` and `stop`."""
        row = self._known.setdefault(y, {})
        run: Run | None = None
        for at, (text, style) in enumerate(_characters(strip), x):
            if at >= stop:
                break
            if at < start or row.get(at) == (text, style):
                continue
            row[at] = text, style
            if run is not None and run[0] + len(run[1]) == at and run[2] == style:
                run = run[0], run[1] + text, style
                continue
            if run is not None:
                yield run
            run = at, text, style
        if run is not None:
            yield run


Run = tuple[int, str, Style]
"""Where it starts, characters, and their look."""


def _characters(strip: Strip) -> Iterator[tuple[str, Style]]:
    """Yield each column of a strip; the second one of a wide character is empty."""
    for text, style, control in strip:
        if control:
            continue
        for c in text:
            yield c, style or _NO_STYLE
            if not c.isascii() and get_character_cell_size(c) == 2:
                yield "", style or _NO_STYLE


@final
class Quiet(ChopsUpdate):
    """A partial update that writes what differs from the shadow, grouped by its look."""

    def __init__(self, update: ChopsUpdate, shadow: Shadow) -> None:
        super().__init__(update.chops, update.spans, update.chop_ends)
        self._shadow = shadow

    def render_segments(self, console: Any) -> str:
        runs: dict[Style, list[tuple[int, int, str]]] = {}
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                for at, text, style in self._shadow.differing(y, x, strip, x1, min(end, x2)):
                    runs.setdefault(style, []).append((y, at, text))
        looks = [(_codes(style, console._color_system), at) for style, at in runs.items()]
        parts: list[str] = []
        now = _PLAIN
        for look, places in sorted(looks):  # those that differ least stand together
            before, now = now, look
            parts.append(_turn(before, now))
            line = -1
            for y, at, text in places:
                # within a line the column alone is shorter to say
                parts.append(
                    f"\x1b[{at + 1}G" if y == line else Control.move_to(at, y).segment.text
                )
                parts.append(text)
                line = y
        return "".join([*parts, "\x1b[0m"]) if parts else ""


class _Codes(NamedTuple):
    """What asks the terminal for a look: attributes, color, background; empty for none."""

    attributes: str
    color: str
    background: str


_PLAIN: Final = _Codes("", "", "")


@lru_cache(maxsize=1024)
def _codes(style: Style, system: Any) -> _Codes:
    color, background = style.color, style.bgcolor
    return _Codes(
        Strip.render_ansi(style.without_color, system),
        ";".join(color.downgrade(system).get_ansi_codes()) if color else "",
        ";".join(background.downgrade(system).get_ansi_codes(False)) if background else "",
    )


def _turn(old: _Codes, new: _Codes) -> str:
    """Return the sequence that turns one look into another: only what differs, where it can."""
    gone = (old.color and not new.color) or (old.background and not new.background)
    if old.attributes == new.attributes and not gone:
        parts = [n for o, n in zip(old[1:], new[1:], strict=True) if n != o]
    else:
        parts = ["0", *filter(None, new)]
    return f"\x1b[{';'.join(parts)}m" if parts else ""


def quiet(update: object, shadow: Shadow) -> object:
    """Return an update of the framework as it is to be written, and keep the shadow up to date."""
    if isinstance(update, ChopsUpdate):
        return Quiet(update, shadow)
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            shadow.learn(y, update.region.x, line)
    else:
        shadow.forget()
    return update
