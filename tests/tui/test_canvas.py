"""What is painted is the picture of line mode, any part of it; windows lose no cell."""

from __future__ import annotations

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.game import Game
from msweeper.lattice import from_offsets
from msweeper.layout import Caption, Place
from msweeper.render.glyphs import ASCII, UNICODE
from msweeper.render.text import odds_picture, picture
from msweeper.render.themes import THEMES, Theme
from msweeper.topology import Topology
from msweeper.tui.canvas import Canvas, Painter, Scene
from msweeper.tui.window import Window
from msweeper.view import CLOSED, FLAG, View
from tests.support import ANY, any_topology, cube, games, hexagon, square

DARK = THEMES["dark"]
widths = st.integers(1, 90)


def painted(canvas: Canvas, scene: Scene, painter: Painter) -> str:
    lines = [
        "".join(piece.text for piece in painter.line(scene, line, 0, canvas.width))
        for line in range(canvas.height)
    ]
    assert all(len(line) == canvas.width for line in lines)
    return "\n".join(line[1:].rstrip() for line in lines)


@given(games(any_topology()), st.booleans(), widths)
def test_what_is_painted_is_the_picture(game: Game, compact: bool, width: int) -> None:
    canvas = Canvas(game.topology, compact=compact, width=width + 2)
    for glyphs in (ASCII, UNICODE):
        painter = Painter(canvas, DARK, glyphs)
        expected = picture(game.view, glyphs=glyphs, compact=compact, width=width)
        assert painted(canvas, Scene(game.view), painter) == expected


@given(any_topology(), st.data())
def test_any_part_of_a_line_is_that_part(topology: Topology, data: st.DataObject) -> None:
    canvas = Canvas(topology, compact=data.draw(st.booleans()), width=data.draw(widths))
    painter = Painter(canvas, DARK, ASCII)
    cursor = data.draw(st.one_of(st.none(), st.integers(0, topology.size - 1)))
    scene = Scene(View.of(topology, 0), cursor, near=frozenset(topology.neighbors(0)))
    line = data.draw(st.integers(0, canvas.height - 1))
    start = data.draw(st.integers(0, canvas.width - 1))
    stop = data.draw(st.integers(start + 1, canvas.width))

    def characters(low: int, high: int) -> list[tuple[str, object]]:
        pieces = painter.line(scene, line, low, high)
        return [(c, piece.ink) for piece in pieces for c in piece.text]

    whole, part = characters(0, canvas.width), characters(start, stop)
    assert len(part) == stop - start
    halves: set[int] = set()  # what is seen in part is left out, and its brackets are
    for x, _, _ in canvas.seen(line, start, stop):
        if x < start or x + canvas.cell_width > stop:
            halves.update(range(x - 1, x + canvas.cell_width + 1))
    for at, found in enumerate(part, start):
        if at in halves:
            assert found[0] == " " or found == whole[at]
        else:
            assert found == whole[at] or (at in (start, stop - 1) and whole[at][0] in "[]")


@pytest.mark.parametrize("topology", ANY, ids=lambda t: t.spec)
def test_brackets_show_the_cursor_and_hide_no_cell(topology: Topology) -> None:
    canvas = Canvas(topology, compact=False, width=80)
    painter = Painter(canvas, THEMES["mono"], ASCII)
    view = View.of(topology, 0)

    def text(line: int, cursor: int | None) -> str:
        pieces = painter.line(Scene(view, cursor), line, 0, canvas.width)
        return "".join(piece.text for piece in pieces)

    for cell in topology:
        line, x = canvas.at(cell)
        shown, plain = text(line, cell), text(line, None)
        left, right = x - 1, x + canvas.cell_width
        assert (shown[left], shown[right]) == ("[", "]")
        assert plain[left] + plain[right] in ("  ", "/\\", "\\/")  # blanks, or a triangle's sides
        for at in {*range(canvas.width)} - {left, right}:
            assert shown[at] == plain[at]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_compact_has_no_room_for_brackets_and_stands_in_reverse(theme: Theme) -> None:
    canvas = Canvas(square(3, 5), compact=True, width=80)
    painter = Painter(canvas, theme, ASCII)
    pieces = painter.line(Scene(View.of(square(3, 5), 0), 7), 2, 0, canvas.width)
    assert "".join(piece.text for piece in pieces) == " 2 ##### "
    assert [piece.text for piece in pieces if piece.ink.reverse] == ["#"]


def test_odds_stand_in_the_cells() -> None:
    topology = hexagon(2)
    view = View.of(topology, 4, {0: 1, 5: "flag"})
    canvas = Canvas(topology, compact=False, width=82, cell_width=3)
    odds = {cell: cell / 18 for cell in topology if view.cells[cell] in (CLOSED, FLAG)}
    del odds[7]
    scene = Scene(view, odds=odds)
    painter = Painter(canvas, DARK, ASCII)
    expected = odds_picture(view, lambda cell: odds.get(cell, nan), glyphs=ASCII)
    assert painted(canvas, scene, painter) == expected
    assert {"*", "?"} < set(expected)
    line, _ = canvas.at(5)
    flagged = [p.text for p in painter.line(scene, line, 0, canvas.width) if p.ink.underline]
    assert flagged == ["28%"]


def test_a_finished_number_fades() -> None:
    topology = square(3, 5)
    cell = topology.cell("2,2")
    canvas = Canvas(topology, compact=False, width=80)
    painter = Painter(canvas, DARK, ASCII)

    def ink(view: View) -> object:
        pieces = painter.line(Scene(view), canvas.at(cell)[0], 0, canvas.width)
        return next(piece.ink for piece in pieces if piece.text == "1")

    assert ink(View.of(topology, 3, {cell: 1})) == DARK.ink(1, 8)
    assert ink(View.of(topology, 3, {cell: 1, 0: "flag"})) == DARK.finished


def test_what_is_wide_in_a_caption_takes_one_column() -> None:
    topology = from_offsets(
        (range(3),),
        ((1,), (-1,)),
        place=lambda x: (0, 0, 2 * x),
        captions=[Caption("\u6f22\u0301x", Place(0, 0, 0), "left")],
    )
    assert Canvas(topology, compact=False, width=80).static(0).startswith(" ??x")


# Windows

sides = st.integers(1, 40)


@given(any_topology(), sides, sides, st.booleans())
def test_a_window_shows_every_cell_and_knows_where(
    topology: Topology, width: int, height: int, compact: bool
) -> None:
    canvas = Canvas(topology, compact=compact, width=width)
    window = Window(canvas, width, height)
    chars = width - 2 * window.mark_chars - window.pinned_chars
    room = chars >= canvas.cell_width and height > 2 * window.mark_lines + window.pinned_lines
    for cell in topology:
        window.show(cell)
        line, x = canvas.at(cell)
        found = window.find(line, x, canvas.cell_width)
        if not room:
            continue
        assert found is not None
        at, y, seen = found
        assert seen == canvas.cell_width
        assert 0 <= at <= width - seen
        assert 0 <= y < height
        for offset in range(seen):
            assert window.cell_at(at + offset, y) == cell


@given(any_topology(), sides, sides, st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9))))
def test_what_is_in_sight_and_what_is_more_make_the_whole(
    topology: Topology, width: int, height: int, moves: list[tuple[int, int]]
) -> None:
    canvas = Canvas(topology, compact=False, width=width)
    window = Window(canvas, width, height)
    for lines, chars in moves:
        window.pan(lines, chars)
        above, below, left, right = window.more()
        assert min(above, below, left, right) >= 0
        if window.pans_down:
            seen = {window.line(y) for y in range(height)} - {None}
            if height > 2 * window.mark_lines + window.pinned_lines:
                assert above + below + len(seen) == canvas.height
        else:
            assert (above, below) == (0, 0)
        if window.pans_right:
            total = sum(stop - start for _, start, stop in window.spans())
            assert left + right + total == canvas.width
        else:
            assert (left, right) == (0, 0)


def test_captions_stay_in_sight_where_they_stand_straight() -> None:
    window = Window(Canvas(square(40, 60), compact=False, width=30), 30, 12)
    window.pan(20, 40)
    assert window.line(1) == 0  # below the mark, the line of captions above
    assert window.spans()[0][1:] == (0, window.pinned_chars)
    slanted = Window(Canvas(hexagon(20), compact=False, width=30), 30, 12)
    assert (slanted.pinned_lines, slanted.pinned_chars) == (0, 0)


def test_panels_wrap_to_the_width() -> None:
    topology = cube(3, 4, 5)
    assert Canvas(topology, compact=False, width=80).height == 6
    assert Canvas(topology, compact=False, width=40).height == 13
