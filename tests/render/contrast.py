"""How well colors can be told apart: the formula of WCAG 2.2, for every kind of color we have."""

from __future__ import annotations

__all__ = ["contrast", "rgb"]

Color = int | str
"""A number of the 256-color palette from 16 on, or ``#rrggbb``."""


def rgb(color: Color) -> tuple[int, int, int]:
    """Return red, green and blue from 0 to 255.

    Source of the palette: the table of xterm, a cube of 6 levels and 24 grays.
    """
    if isinstance(color, str):
        red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
        return red, green, blue
    assert 16 <= color <= 255
    if color >= 232:
        gray = 8 + 10 * (color - 232)
        return gray, gray, gray
    level = (0, 95, 135, 175, 215, 255)
    first, rest = divmod(color - 16, 36)
    return level[first], level[rest // 6], level[rest % 6]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, from 1 to 21."""

    def luminance(color: Color) -> float:
        parts = [
            share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
            for share in (channel / 255 for channel in rgb(color))
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
