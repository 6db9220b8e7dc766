"""The line that is typed on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from msweeper.render.themes import THEMES
from msweeper.tui.entry import Entry

THEME = next(iter(THEMES.values()))


def typed(keys: Sequence[str]) -> Entry:
    entry = Entry("a label")
    for key in keys:
        entry.press(key)
    return entry


@pytest.mark.parametrize(
    ("keys", "text", "at"),
    [
        ("3,4", "3,4", 3),
        (["f", "space", "é"], "f é", 3),
        (["1", "2", "backspace", "backspace", "backspace", "3"], "3", 1),
        (["1", "3", "left", "2"], "123", 2),
        (["1", "2", "left", "left", "left", "0", "end", "3"], "0123", 4),
        (["1", "2", "home", "delete", "delete", "delete"], "", 0),
        (["1", "2", "3", "left", "ctrl+u"], "3", 0),
        (["1", "right", "f5", "up", "tab", "ctrl+l"], "1", 1),
    ],
)
def test_keys(keys: Sequence[str], text: str, at: int) -> None:
    entry = typed(keys)
    assert (entry.text, entry.at) == (text, at)


def test_what_is_pasted_is_one_line_that_can_be_shown() -> None:
    entry = typed(["1", "3", "left"])
    entry.insert("a\x1bb\nc")
    assert entry.text == "1ab3"
    entry.insert("")
    assert (entry.text, entry.at) == ("1ab3", 3)


@pytest.mark.parametrize("width", [4, 7, 20])
@pytest.mark.parametrize("back", [0, 1, 6, 12])
def test_the_place_of_the_next_character_is_always_shown(width: int, back: int) -> None:
    entry = typed([*"abcdefghijkl", *["left"] * back])
    pieces = entry.pieces(width, THEME)
    assert len("".join(piece.text for piece in pieces)) <= width
    (here,) = [piece.text for piece in pieces if piece.ink == THEME.cursor]
    assert here == "abcdefghijkl "[12 - back]


def test_what_is_to_be_typed_is_said_until_something_is() -> None:
    assert "a label" in "".join(piece.text for piece in typed("").pieces(40, THEME))
    assert "a label" not in "".join(piece.text for piece in typed("1").pieces(40, THEME))
