"""Themes: every pair of states differs without color, and every color can be read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from msweeper.render.glyphs import ASCII, UNICODE, Glyphs
from msweeper.render.themes import THEMES, Ink, Theme
from msweeper.view import FLAG, RIGHT_FLAG, SHOWS
from tests.render.contrast import contrast, rgb

HIGHEST = (1, 3, 6, 8, 12, 26, 80)

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def inks(theme: Theme) -> Iterator[tuple[str, Ink]]:
    """Yield every way in which a cell can be written, marks laid under it included."""
    plain: dict[str, Ink] = {"faint": theme.faint, "text": theme.text, "finished": theme.finished}
    for highest in HIGHEST:
        for code in (*SHOWS, *range(highest + 1)):
            plain[f"{code} of {highest}"] = theme.ink(code, highest)
    for name, ink in plain.items():
        yield name, ink
        yield f"{name}, near", theme.over(ink, theme.near)
        yield f"{name}, reason", theme.over(ink, theme.reason)
        yield f"{name}, cursor", theme.over(ink, theme.cursor)


@themes
def test_every_color_can_be_read_on_every_background(theme: Theme) -> None:
    for name, ink in inks(theme):
        if theme.name == "mono":
            assert ink.color is None
            assert ink.background is None
            continue
        assert ink.color is not None
        assert ink.background is not None
        assert contrast(ink.color, ink.background) >= 4.5, name


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE], ids=lambda glyphs: glyphs.name)
def test_states_differ_without_color(glyphs: Glyphs) -> None:
    """But for a right flag, which is what a flag is at the end."""
    table = glyphs.table() | {number: str(number) for number in range(1, 81)}
    for one, other in combinations(table, 2):
        if {one, other} != {FLAG, RIGHT_FLAG}:
            assert table[one] != table[other]


@themes
def test_marks_change_how_a_cell_looks(theme: Theme) -> None:
    for code in (*SHOWS, *range(9)):
        plain = theme.ink(code, 8)
        marked = [theme.over(plain, mark) for mark in (theme.near, theme.cursor)]
        assert len({plain, *marked}) == 3


@pytest.mark.parametrize("name", ["dark", "light", "colorblind"])
def test_numbers_next_to_each_other_differ_in_color(name: str) -> None:
    theme = THEMES[name]
    for highest in HIGHEST[:4]:
        found = [theme.ink(number, highest) for number in range(1, highest + 1)]
        assert len(set(found)) == len(found)


def test_the_color_blind_can_tell_low_numbers_apart() -> None:
    """Seen without red or without green cones, 1 to 4 stay further apart than in the other themes.

    The matrices are those of Vienot, Brettel and Mollon (1999) on linear RGB.
    """

    def closest(theme: Theme) -> float:
        found = []
        for matrix in (
            ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
            ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
        ):
            seen = []
            for color in theme.numbers[:4]:
                linear = [(channel / 255) ** 2.2 for channel in rgb(color)]
                seen.append([sum(map(float.__mul__, row, linear)) for row in matrix])
            for one, other in combinations(seen, 2):
                gaps = [
                    max(0.0, a) ** (1 / 2.2) - max(0.0, b) ** (1 / 2.2)
                    for a, b in zip(one, other, strict=True)
                ]
                found.append(sum(gap * gap for gap in gaps) ** 0.5)
        return float(min(found))

    safe = closest(THEMES["colorblind"])
    assert safe > 0.2
    assert safe > 1.5 * closest(THEMES["dark"])


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(16, 231) == pytest.approx(21)
    assert contrast(231, 231) == 1
    assert rgb(16) == (0, 0, 0)
    assert rgb(196) == (255, 0, 0)
    assert rgb(244) == (128, 128, 128)
    assert contrast(244, 231) == pytest.approx(
        3.95, abs=0.01
    )  # the known value of #808080 on white
