"""What is said beside the board: the side panel, the keys at the end, a window too small."""

from __future__ import annotations

from msweeper.render.speak import describe
from msweeper.sitting.keymap import Keymap
from msweeper.tui.desk import Desk
from msweeper.tui.rows import fold

__all__ = ["end_keys", "side_lines", "too_small"]

_END = (
    ("undo", "undo"),
    ("same", "same mines"),
    ("new", "new mines"),
    ("menu", "menu"),
    ("leave", "leave"),
)


def end_keys(keymap: Keymap) -> tuple[tuple[str, str], ...]:
    """Return key and word of what can be done once a game is over."""
    return tuple((keymap.keys[name][0], word) for name, word in _END if keymap.keys[name])


def side_lines(desk: Desk, width: int, height: int, look: str) -> list[str]:
    """Return the cell under the mouse or the cursor and its neighbors, in `height` lines.

    What has no room is said to be there; `look` is what to type for all of it.
    """
    if desk.paused:
        return []
    cell = desk.cursor if desk.hover is None else desk.hover
    lines = [line for text in describe(desk.view, cell) for line in fold(text, width)]
    room = max(2, height)
    if len(lines) > room:
        more = len(lines) - room + 1
        lines[room - 1 :] = [f"and {more} more ({look} {desk.topology.label(cell)})"]
    return lines


def too_small(width: int, height: int, least_width: int, least_height: int) -> str:
    """Return what a window lacks."""
    missing = [
        f"{more} {what}{'s' * (more != 1)}"
        for more, what in ((least_width - width, "column"), (least_height - height, "row"))
        if more > 0
    ]
    return f"{' and '.join(missing)} missing: {least_width}x{least_height} is enough"
