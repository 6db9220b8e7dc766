"""Signs drawn with a pen: all of it stays inside its circle, whatever the number."""

from __future__ import annotations

import re
import string
from itertools import pairwise
from math import hypot

import pytest

from msweeper.render.strokes import PEN, SYMBOLS, UNIT, Writing, fitted, moved, number, write

Point = tuple[float, float]
WIDEST = 16  # of the pens that symbols are drawn with, as in the style sheet of pictures


def points(path: str) -> list[Point]:
    """Return points along a path, read and drawn by its own means: de Casteljau on the curves."""
    found: list[Point] = []
    at = start = (0.0, 0.0)
    for command, rest in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", rest)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command == "Z":
            ends = [start]
        if command == "M":
            start = ends[0]
            found += ends
        elif command in "LZ":
            found += [_between(at, ends[0], i / 20) for i in range(21)]
        else:
            found += [_curve([at, *ends], i / 20) for i in range(21)]
        at = ends[-1]
    return found


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _curve(hull: list[Point], t: float) -> Point:
    while len(hull) > 1:
        hull = [_between(a, b, t) for a, b in pairwise(hull)]
    return hull[0]


@pytest.mark.parametrize("text", [*map(str, range(81)), *(f"{p}%" for p in range(101))])
def test_numbers_and_chances_stay_in_their_circle(text: str) -> None:
    sign = fitted(text, "88%" if text.endswith("%") else "")
    far = max(hypot(x, y) for x, y in points(sign.path)) + sign.pen / 2
    assert 0.5 * UNIT < far <= UNIT


@pytest.mark.parametrize("name", SYMBOLS)
def test_symbols_stay_in_their_circle(name: str) -> None:
    for part, path in SYMBOLS[name]:
        pen = 0 if part in ("cloth", "ball", "dot", "glint", "star") else WIDEST
        assert max(hypot(x, y) for x, y in points(moved(path, 0, 0))) + pen / 2 <= UNIT


def test_numbers_differ_and_are_centered() -> None:
    paths = {fitted(str(n)).path for n in range(81)}
    assert len(paths) == 81
    for n in range(81):
        drawn = points(fitted(str(n)).path)
        assert min(y for _, y in drawn) == pytest.approx(-max(y for _, y in drawn), abs=0.2)


def test_percentages_are_equally_tall() -> None:
    def height(text: str) -> float:
        drawn = [y for _, y in points(fitted(text, "88%").path)]
        return max(drawn) - min(drawn)

    assert height("7%") == pytest.approx(height("88%"), abs=0.2)
    assert height("100%") < height("88%")


def test_every_printable_sign_of_ascii_is_drawn() -> None:
    box = write("\u4e2d", 0, 0, 14).path  # has no drawing
    known = string.ascii_letters + string.digits + "-+=/\\|_*#!?.,:;'\"()[]<>&%"
    drawn = {sign: write(sign, 0, 0, 14).path for sign in known}
    assert box not in drawn.values()
    assert len(set(drawn.values())) == len(known)


def test_accents_are_left_out_and_blanks_have_no_path() -> None:
    assert write("\u00c9l", 0, 0, 10) == write("El", 0, 0, 10)
    assert write("  ", 3, 3, 10) == Writing("", PEN * 10 / 14, 0.0)
    assert write("a b", 0, 0, 14).width > write("ab", 0, 0, 14).width


@pytest.mark.parametrize("align", [0, 0.5, 1])
def test_text_is_aligned(align: float) -> None:
    text = write("H12H", 50, 20, 14, align=align)
    drawn = points(text.path)
    left, right = min(x for x, _ in drawn), max(x for x, _ in drawn)
    assert right - left == pytest.approx(text.width, abs=0.05)
    assert left + (right - left) * align == pytest.approx(50, abs=0.05)
    assert (min(y for _, y in drawn), max(y for _, y in drawn)) == (13, 27)


def test_a_path_is_moved_after_it_is_scaled() -> None:
    assert moved("M1 2L-3 4Z", 10, 20, 2) == "M12 24L4 28Z"
    assert moved("M0 0C1 1 2 2 3 3", 0, 0, 0.5) == "M0 0C0.5 0.5 1 1 1.5 1.5"
    circle = points(moved("O10 20 5", 0, 0, digits=6))
    assert {round(hypot(x - 10, y - 20), 2) for x, y in circle} == {5.0}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (-0.001, "0"),
        (3.0, "3"),
        (3.10, "3.1"),
        (100.0, "100"),
        (-2.345, "-2.35"),
        (2.675, "2.67"),
        (2.675 + 1e-12, "2.67"),
        (2.675 - 1e-12, "2.67"),
        (1e6, "1000000"),
    ],
)
def test_decimals_are_short_and_stable(value: float, text: str) -> None:
    assert number(value) == text
