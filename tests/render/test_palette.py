"""Everything drawn can be read: contrast of every pair of colors that meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from msweeper.render.palette import DARK, LIGHT, Palette, mix
from tests.render.contrast import contrast

LEAST = 4.5
BOTH = pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#000000", 21.0),
        ("#767676", "#ffffff", 4.54),  # the lightest gray that passes on white
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
        ("#123456", "#123456", 1.0),
    ],
)
def test_contrast(one: str, other: str, expected: float) -> None:
    assert contrast(one, other) == pytest.approx(expected, abs=0.005)


def pairs(colors: Palette) -> Iterator[tuple[str, str]]:
    """Yield what is drawn, and what is under it."""
    yield colors.text, colors.page
    yield colors.rim, colors.page
    yield colors.ink, colors.page  # the text of the page around a picture
    yield colors.text, colors.open  # the dot of a zero
    for under in (colors.closed, colors.open, colors.right, colors.wrong):
        yield colors.ink, under
    for under in (colors.closed, colors.right, colors.wrong):
        yield colors.cloth, under
    for percent in range(101):
        yield colors.ink, colors.chance(percent)
    for highest in range(1, 81):
        for value in range(1, highest + 1):
            yield colors.number(value, highest), colors.open


@BOTH
def test_all_that_is_drawn_can_be_read(colors: Palette) -> None:
    poor = [(a, b, contrast(a, b)) for a, b in pairs(colors) if contrast(a, b) < LEAST]
    assert poor == []


@BOTH
def test_what_is_larger_than_text_can_be_told_apart(colors: Palette) -> None:
    """WCAG 1.4.11 asks 3 for parts of graphics."""
    assert contrast(colors.star, colors.open) >= 3
    assert contrast(colors.ink, colors.star) >= 3


@BOTH
def test_a_higher_chance_is_a_stronger_color(colors: Palette) -> None:
    steps = [contrast(colors.chance(p), colors.chance(0)) for p in range(101)]
    assert steps[0] == 1
    assert steps[100] > 1.2
    assert colors.chance(0) == colors.low
    assert colors.chance(100) == colors.high
    assert len({colors.chance(p) for p in range(101)}) == 101


@BOTH
def test_neighbors_on_the_scale_of_numbers_differ(colors: Palette) -> None:
    for highest in (1, 2, 8, 9, 26, 80):
        shown = [colors.number(n, highest) for n in range(1, highest + 1)]
        assert len(set(shown)) == highest
    assert colors.number(26, 26) == colors.ramp[-1]


@BOTH
def test_colors_are_six_digits(colors: Palette) -> None:
    for field in fields(colors):
        value = getattr(colors, field.name)
        for color in [value] if isinstance(value, str) else value:
            assert len(color) == 7
            assert mix(color, color, 0.3) == color


def test_mix() -> None:
    assert mix("#000000", "#ff8040", 0.5) == "#804020"
