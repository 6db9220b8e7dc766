"""Digits, letters and symbols as vector paths, so that a picture needs no font.

A sign is drawn with a pen of even width on a grid: capitals and digits reach from 0 down to 14,
small letters from 5.6, tails to 18.2. A path is made of ``M``, ``L``, ``C`` and ``Z`` with
absolute numbers; here, and only here, ``O x y r`` is a circle.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, final

__all__ = ["PEN", "SYMBOLS", "UNIT", "Writing", "fitted", "moved", "number", "write"]

UNIT = 100
"""Radius of the circle that `fitted` signs and `SYMBOLS` stay inside, around 0,0."""
PEN = 1.9
"""Width of the pen on the grid."""

_HEIGHT = 14.0
_GAP = 3.2  # between two signs
_BLANK = 5.0
_TALLEST = 1.12  # height of a sign as a share of the radius of its circle
_ROUND = 4 / 3 * (sqrt(2) - 1)  # handle of a quarter of a circle, as a share of its radius

_BOWL = "O4.2 9.8 4.2"
_SIGNS = {
    "0": "M4 0C6.7 0 8 2.6 8 7C8 11.4 6.7 14 4 14C1.3 14 0 11.4 0 7C0 2.6 1.3 0 4 0Z",
    "1": "M.8 3.2L4.4 0L4.4 14M1 14L7.8 14",
    "2": "M.3 3.7C.6 1.4 2 0 4.1 0C6.4 0 7.9 1.5 7.9 3.7C7.9 5.5 6.9 6.9 5.2 8.6L0 14L8.2 14",
    "3": "M.4 0L7.6 0L3.6 5.4C6.4 5.4 8.1 7.1 8.1 9.6C8.1 12.2 6.3 14 3.8 14C2 14 .7 13.2 0 11.8",
    "4": "M6 14L6 0L0 9.8L8.4 9.8",
    "5": "M7.3 0L1.3 0L.7 6.3C1.5 5.5 2.6 5.1 3.8 5.1C6.3 5.1 8 6.9 8 9.5C8 12.2 6.2 14 3.7 14"
    "C2 14 .8 13.3 0 12",
    "6": "M7 .8C6.3 .3 5.5 0 4.7 0C1.8 0 0 3 0 7.8C0 11.8 1.5 14 4 14C6.4 14 8 12.2 8 9.6"
    "C8 7.1 6.4 5.4 4.1 5.4C2.2 5.4 .7 6.6 .1 8.4",
    "7": "M0 0L8 0L3 14",
    "8": "M4 6.5C2 6.5 .6 5.2 .6 3.3C.6 1.3 2 0 4 0C6 0 7.4 1.3 7.4 3.3C7.4 5.2 6 6.5 4 6.5"
    "C1.7 6.5 0 8 0 10.2C0 12.5 1.7 14 4 14C6.3 14 8 12.5 8 10.2C8 8 6.3 6.5 4 6.5Z",
    "9": "M1 13.2C1.7 13.7 2.5 14 3.3 14C6.2 14 8 11 8 6.2C8 2.2 6.5 0 4 0C1.6 0 0 1.8 0 4.4"
    "C0 6.9 1.6 8.6 3.9 8.6C5.8 8.6 7.3 7.4 7.9 5.6",
    "%": "M9.4 0L1 14O2.3 2.9 2.5O8.1 11.1 2.5",
    "a": _BOWL + "M8.4 5.6L8.4 14",
    "b": "M0 0L0 14" + _BOWL,
    "c": "M7.6 7.2C6.8 6.2 5.6 5.6 4.2 5.6C1.8 5.6 0 7.4 0 9.8C0 12.2 1.8 14 4.2 14"
    "C5.6 14 6.8 13.4 7.6 12.4",
    "d": "M8.4 0L8.4 14" + _BOWL,
    "e": "M.1 9.6L8.4 9.6C8.4 7.2 6.6 5.6 4.2 5.6C1.8 5.6 0 7.4 0 9.8C0 12.2 1.8 14 4.2 14"
    "C5.8 14 7 13.4 7.8 12.3",
    "f": "M5.4 .2C3.2 -.4 2 .9 2 3L2 14M0 5.6L4.8 5.6",
    "g": _BOWL + "M8.4 5.6L8.4 14.4C8.4 17 6.6 18.2 4.2 18.2C2.8 18.2 1.6 17.8 .8 17",
    "h": "M0 0L0 14M0 9.4C0 7.2 1.6 5.6 3.8 5.6C6 5.6 7.4 7 7.4 9.4L7.4 14",
    "i": "M0 5.6L0 14M0 1.4L0 1.6",
    "j": "M3 5.6L3 15.4C3 17.4 2 18.2 0 18.2M3 1.4L3 1.6",
    "k": "M0 0L0 14M6.6 5.6L0 10.8M2.7 8.7L7 14",
    "l": "M0 0L0 12C0 13.4 .8 14 2.2 14",
    "m": "M0 5.6L0 14M0 8.8C0 6.8 1.4 5.6 3 5.6C4.8 5.6 5.8 6.8 5.8 8.8L5.8 14"
    "M5.8 8.8C5.8 6.8 7.2 5.6 8.8 5.6C10.6 5.6 11.6 6.8 11.6 8.8L11.6 14",
    "n": "M0 5.6L0 14M0 9.4C0 7.2 1.6 5.6 3.8 5.6C6 5.6 7.4 7 7.4 9.4L7.4 14",
    "o": _BOWL,
    "p": "M0 5.6L0 18.2" + _BOWL,
    "q": "M8.4 5.6L8.4 18.2" + _BOWL,
    "r": "M0 5.6L0 14M0 9.4C0 7 1.6 5.4 4.6 5.7",
    "s": "M6.6 7C5.9 6.1 4.8 5.6 3.5 5.6C1.6 5.6 .4 6.5 .4 7.8C.4 9.3 1.8 9.6 3.5 9.8"
    "C5.4 10 6.8 10.4 6.8 11.9C6.8 13.2 5.5 14 3.5 14C1.9 14 .7 13.5 0 12.6",
    "t": "M2 2L2 11.4C2 13.4 3 14.2 5 13.9M0 5.6L4.8 5.6",
    "u": "M0 5.6L0 10.2C0 12.6 1.4 14 3.6 14C5.8 14 7.4 12.4 7.4 10.2M7.4 5.6L7.4 14",
    "v": "M0 5.6L3.8 14L7.6 5.6",
    "w": "M0 5.6L2.8 14L5.6 5.6L8.4 14L11.2 5.6",
    "x": "M0 5.6L7 14M7 5.6L0 14",
    "y": "M0 5.6L3.9 14M7.6 5.6L3 15.8C2.4 17.4 1.5 18.2 0 18.1",
    "z": "M0 5.6L7 5.6L0 14L7.2 14",
    "A": "M0 14L5 0L10 14M1.8 9.2L8.2 9.2",
    "B": "M0 6.8L4.6 6.8C7 6.8 8.4 8.2 8.4 10.4C8.4 12.6 7 14 4.6 14L0 14L0 0L4.2 0"
    "C6.4 0 7.6 1.4 7.6 3.4C7.6 5.4 6.4 6.8 4.2 6.8",
    "C": "M10 3.2C9 1.2 7.4 0 5.4 0C2.2 0 0 2.8 0 7C0 11.2 2.2 14 5.4 14C7.4 14 9 12.8 10 10.8",
    "D": "M0 0L0 14L3.8 14C7.6 14 9.6 11.4 9.6 7C9.6 2.6 7.6 0 3.8 0Z",
    "E": "M7.6 0L0 0L0 14L7.8 14M0 6.8L6.6 6.8",
    "F": "M7.6 0L0 0L0 14M0 6.8L6.4 6.8",
    "G": "M9.8 3C8.8 1.2 7.3 0 5.4 0C2.2 0 0 2.8 0 7C0 11.2 2.2 14 5.4 14C8 14 10 12.2 10 8L5.8 8",
    "H": "M0 0L0 14M9 0L9 14M0 6.8L9 6.8",
    "I": "M0 0L0 14",
    "J": "M5.4 0L5.4 10.4C5.4 12.8 4.4 14 2.6 14C1.2 14 .3 13.2 0 11.8",
    "K": "M0 0L0 14M8.2 0L0 8.6M3 5.6L8.6 14",
    "L": "M0 0L0 14L7.2 14",
    "M": "M0 14L0 0L5.5 9.4L11 0L11 14",
    "N": "M0 14L0 0L9 14L9 0",
    "O": "M5.5 0C8.8 0 11 2.8 11 7C11 11.2 8.8 14 5.5 14C2.2 14 0 11.2 0 7C0 2.8 2.2 0 5.5 0Z",
    "P": "M0 14L0 0L4.4 0C6.8 0 8.2 1.5 8.2 3.8C8.2 6.1 6.8 7.6 4.4 7.6L0 7.6",
    "Q": "M5.5 0C8.8 0 11 2.8 11 7C11 11.2 8.8 14 5.5 14C2.2 14 0 11.2 0 7C0 2.8 2.2 0 5.5 0Z"
    "M7 10.4L10.8 15",
    "R": "M0 14L0 0L4.4 0C6.8 0 8.2 1.5 8.2 3.8C8.2 6.1 6.8 7.6 4.4 7.6L0 7.6M4.4 7.6L8.6 14",
    "S": "M8 2.4C7.2 .9 5.9 0 4.2 0C2 0 .5 1.3 .5 3.3C.5 5.6 2.4 6.2 4.4 6.8"
    "C6.6 7.4 8.4 8.2 8.4 10.5C8.4 12.6 6.8 14 4.3 14C2.3 14 .8 13 0 11.2",
    "T": "M0 0L9 0M4.5 0L4.5 14",
    "U": "M0 0L0 9.2C0 12.2 1.8 14 4.5 14C7.2 14 9 12.2 9 9.2L9 0",
    "V": "M0 0L4.8 14L9.6 0",
    "W": "M0 0L3.4 14L6.8 0L10.2 14L13.6 0",
    "X": "M0 0L8.6 14M8.6 0L0 14",
    "Y": "M0 0L4.6 7L9.2 0M4.6 7L4.6 14",
    "Z": "M0 0L8.4 0L0 14L8.6 14",
    "-": "M0 8L5 8",
    "+": "M0 8L7 8M3.5 4.5L3.5 11.5",
    "=": "M0 6L7 6M0 10L7 10",
    "/": "M0 15.5L5.4 -1",
    "\\": "M0 -1L5.4 15.5",
    "|": "M0 -1L0 16",
    "_": "M0 16L8 16",
    "*": "M3.2 1L3.2 8M.2 2.8L6.2 6.2M6.2 2.8L.2 6.2",
    "#": "M3 1L1.6 13M7 1L5.6 13M.6 4.8L8.4 4.8M.2 9.2L8 9.2",
    "!": "M0 0L0 9.4M0 13.8L0 14",
    "?": "M0 2.6C.6 1 2 0 3.7 0C5.9 0 7.2 1.3 7.2 3.2C7.2 6 3.7 6.2 3.7 9.4M3.7 13.8L3.7 14",
    ".": "M0 13.8L0 14",
    ",": "M1 13.4L0 16.6",
    ":": "M0 6.4L0 6.6M0 13.8L0 14",
    ";": "M1 6.4L1 6.6M1 13.4L0 16.6",
    "'": "M0 0L0 3.6",
    '"': "M0 0L0 3.6M3.4 0L3.4 3.6",
    "(": "M3 -1C.8 2 0 4.6 0 7.2C0 9.8 .8 12.6 3 15.6",
    ")": "M0 -1C2.2 2 3 4.6 3 7.2C3 9.8 2.2 12.6 0 15.6",
    "[": "M3 -1L0 -1L0 15.6L3 15.6",
    "]": "M0 -1L3 -1L3 15.6L0 15.6",
    "<": "M7 3.4L0 8L7 12.6",
    ">": "M0 3.4L7 8L0 12.6",
    "&": "M9.6 14L2.6 5C1 2.8 1.8 0 4.4 0C6.8 0 7.8 2.6 6 4.4L2 7.6C-1 10.2 0 14 3.8 14"
    "C6.8 14 8.8 11.6 9.2 8.4",
}
_OTHER = "M0 0L7 0L7 14L0 14Z"
"""A sign that has no drawing: an empty box, as everywhere."""

_FLAG = "M-24 -58L-24 58M-50 58L2 58"
_CLOTH = "M-24 -58L46 -30L-24 -2Z"
_SPIKES = "M0 -62L0 62M-62 0L62 0M-44 -44L44 44M44 -44L-44 44"
_STAR = (
    "M0 -94L24 -59L66 -66L59 -24L94 0L59 24L66 66L24 59L0 94L-24 59L-66 66L-59 24L-94 0"
    "L-59 -24L-66 -66L-24 -59Z"
)

SYMBOLS = {
    "zero": (("dot", "O0 0 7"),),
    "flag": (("pole", _FLAG), ("cloth", _CLOTH)),
    "right-flag": (("pole", _FLAG), ("cloth", _CLOTH), ("tick", "M2 26L22 50L62 2")),
    "wrong-flag": (
        ("pole", _FLAG),
        ("cloth", _CLOTH),
        ("cross", "M-60 -60L60 60M60 -60L-60 60"),
    ),
    "mine": (("spikes", _SPIKES), ("ball", "O0 0 40"), ("glint", "O-13 -13 9")),
    "hit": (
        ("star", _STAR),
        ("spikes", "M0 -50L0 50M-50 0L50 0M-35 -35L35 35M35 -35L-35 35"),
        ("ball", "O0 0 30"),
        ("glint", "O-10 -10 7"),
    ),
}
"""Symbols as parts drawn one over the other, each a class and a path; all inside `UNIT`."""

_TOKEN = re.compile(r"([MLCZO])|(-?(?:\d+(?:\.\d*)?|\.\d+))")


@final
class Writing(NamedTuple):
    """Text as strokes: a path, the pen that draws it, and how wide it is."""

    path: str
    pen: float
    width: float


def number(value: float, digits: int = 2) -> str:
    """Return a decimal as short as it can be, the same everywhere.

    Rounded twice, so that the last bits of a sum do not decide a tie.
    """
    text = f"{round(round(value, 6), digits):.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=512)
def _steps(path: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the commands of a path with their numbers, circles drawn out."""
    found: list[tuple[str, tuple[float, ...]]] = []
    for part in re.finditer(r"([MLCZO])([^MLCZO]*)", path):
        command = part[1]
        values = tuple(float(token[0]) for token in _TOKEN.finditer(part[2]))
        found += _circle(*values) if command == "O" else [(command, values)]
    return tuple(found)


def _circle(x: float, y: float, r: float) -> list[tuple[str, tuple[float, ...]]]:
    h = r * _ROUND
    return [
        ("M", (x + r, y)),
        ("C", (x + r, y + h, x + h, y + r, x, y + r)),
        ("C", (x - h, y + r, x - r, y + h, x - r, y)),
        ("C", (x - r, y - h, x - h, y - r, x, y - r)),
        ("C", (x + h, y - r, x + r, y - h, x + r, y)),
        ("Z", ()),
    ]


def moved(path: str, x: float, y: float, scale: float = 1.0, digits: int = 2) -> str:
    """Return a path drawn `scale` times as large and then moved by `x`, `y`."""
    parts = []
    for command, values in _steps(path):
        pairs = zip(values[::2], values[1::2], strict=True)
        flat = " ".join(
            f"{number(a * scale + x, digits)} {number(b * scale + y, digits)}" for a, b in pairs
        )
        parts.append(command + flat)
    return "".join(parts)


def _drawings(text: str) -> list[tuple[str, float, float]]:
    """Return the path of each sign, where it starts and how wide it is; blanks have no path."""
    plain = unicodedata.normalize("NFKD", text)
    found = []
    x = 0.0
    for sign in plain:
        if unicodedata.combining(sign):
            continue
        if sign.isspace():
            x += _BLANK
            continue
        path = _SIGNS.get(sign, _OTHER)
        right = max(max(values[::2]) for _, values in _steps(path) if values)
        found.append((path, x, right))
        x += right + _GAP
    return found


def _width(drawings: list[tuple[str, float, float]]) -> float:
    return max((x + right for _, x, right in drawings), default=0.0)


def write(text: str, x: float, y: float, height: float, *, align: float = 0.0) -> Writing:
    """Return `text` with its middle line at `y`, capitals `height` tall.

    `align` says which part of its width stands at `x`: 0 its left end, 0.5 its middle, 1 its
    right end. Accents are left out; a sign that is not known is an empty box.
    """
    drawings = _drawings(text)
    scale = height / _HEIGHT
    width = _width(drawings) * scale
    left = x - width * align
    path = "".join(
        moved(sign, left + start * scale, y - height / 2, scale) for sign, start, _ in drawings
    )
    return Writing(path, PEN * scale, width)


@lru_cache(maxsize=512)
def fitted(text: str, least: str = "") -> Writing:
    """Return `text` around 0,0, as large as it may be inside a circle of radius `UNIT`.

    It is no larger than `least` would be, so that texts beside each other look alike.
    """
    drawings = _drawings(text)
    width = _width(drawings)
    widest = max(width, _width(_drawings(least)))
    corner = sqrt((widest / 2) ** 2 + (_HEIGHT / 2) ** 2) + PEN / 2
    scale = UNIT * min(0.94 / corner, _TALLEST / _HEIGHT)
    path = "".join(
        moved(sign, (start - width / 2) * scale, -_HEIGHT / 2 * scale, scale, 1)
        for sign, start, _ in drawings
    )
    return Writing(path, PEN * scale, width * scale)
