"""Pictures: short golden ones, and what holds for every one."""

from __future__ import annotations

import re
import unicodedata
from itertools import combinations
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.game import Game
from msweeper.lattice import box_offsets, from_edges, from_offsets
from msweeper.layout import Caption, Decoration, Place
from msweeper.render.arrange import arrange
from msweeper.render.color import paint
from msweeper.render.glyphs import ASCII, UNICODE, Glyphs, fits
from msweeper.render.read import read
from msweeper.render.text import header, picture
from msweeper.topology import Topology
from msweeper.view import SHOWS, View
from tests.support import ANY, cube, games, hexagon, square, torus

SGR = re.compile(r"\x1b\[[0-9;]*m")
EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf"
    "\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e"
    "\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640"
    "\u2642\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699"
    "\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce"
    "\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d"
    "\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755"
    "\u2757\u2763\u2764\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50"
    "\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
"""What some terminals draw two columns wide."""


def play(topology: Topology, mines: list[int], actions: str) -> View:
    game = Game(topology, minefield=mines)
    for action in actions.split():
        {"o": game.open, "f": game.flag}[action[0]](int(action[1:]))
    return game.view


def lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in dedent(text).strip("\n").splitlines())


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        pytest.param(
            play(square(3, 5), [2, 9, 11], "o0"),
            """
              1 2 3 4 5
            1 . 1 # # #
            2 1 2 # # #
            3 # # # # #
            """,
            id="square",
        ),
        pytest.param(
            play(square(3, 5), [2, 9, 11], "o0 f2 f3 o9"),
            """
              1 2 3 4 5
            1 . 1 F x #
            2 1 2 # # @
            3 # * # # #
            """,
            id="square lost",
        ),
        pytest.param(
            play(square(1, 12), [5], "o0 o11"),
            """
                                1 1 1
              1 2 3 4 5 6 7 8 9 0 1 2
            1 . . . . 1 F 1 . . . . .
            """,
            id="two digits run downwards",
        ),
        pytest.param(
            play(hexagon(2), [0, 7, 12], "o18"),
            """
               0 1 2
             -1 # 1 .  -2
            -2 # 1 . .  -1
              # 2 . . .  0
               # 1 . .  1
                1 . .  2
            """,
            id="hex",
        ),
        pytest.param(
            play(cube(2, 3, 4), [0, 3, 8, 20, 23], "o7 f0 f1"),
            """
            layer 1         layer 2
               1  2  3  4      1  2  3  4
            1  F  F  #  #   1  #  #  #  #
            2  #  #  #  2   2  #  #  #  #
            3  #  #  #  #   3  #  #  #  #
            """,
            id="cube",
        ),
    ],
)
def test_golden(view: View, expected: str) -> None:
    assert picture(view) == lines(expected)


def test_compact() -> None:
    view = play(square(3, 5), [2, 9, 11], "o0")
    assert picture(view, compact=True) == "  12345\n1 .1###\n2 12###\n3 #####"


def test_compact_keeps_half_columns() -> None:
    view = play(hexagon(2), [0, 7, 12], "o18")
    assert picture(view, compact=True) == picture(view)


def test_unicode() -> None:
    view = play(square(1, 5), [2], "o0 f4 o2")
    assert picture(view, glyphs=UNICODE).splitlines()[1] == "1 ⋅ 1 ⊗ ▮ ✗"


def test_panels_go_to_further_rows_when_narrow() -> None:
    view = play(cube(3, 2, 4), [0], "")
    wide, middle, narrow = (picture(view, width=width) for width in (80, 35, 20))
    assert [len(text.splitlines()) for text in (wide, middle, narrow)] == [4, 9, 14]
    assert "layer 1         layer 2\n" in middle
    assert middle.splitlines()[4] == ""
    assert middle.splitlines()[5] == "layer 3"


def test_a_level_fits_80_columns() -> None:
    sides = ((3, 6, 6), (4, 7, 7), (4, 9, 9))
    for view in (play(cube(*side), [0], "") for side in sides):
        text = picture(view, width=80)
        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) <= 24


def test_header() -> None:
    assert header(play(hexagon(2), [0, 7], "")) == "hex:radius=2@2"


def test_ghosts_stand_outside_a_frame() -> None:
    ring = from_offsets(
        (range(1), range(3)),
        ((0, 1), (0, -1)),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(1,),
        ghosts=[((0, 2), Place(0, 0, -2)), ((0, 0), Place(0, 0, 6))],
    )
    view = Game(ring, minefield=[2])
    view.open(0)
    assert picture(view.view) == lines(
        """
          +-------+
        # | 1 # # | 1
          +-------+
        """
    )
    assert "\x1b[2m1\x1b[0m" in picture(view.view, color=True)


def test_captions_stand_outside_the_ghosts() -> None:
    ring = from_offsets(
        (range(1), range(3)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(0, 1),
        ghosts=[
            *(((0, x), Place(0, y, 2 * x)) for y in (-1, 1) for x in range(3)),
            ((0, 2), Place(0, 0, -2)),
            ((0, 0), Place(0, 0, 6)),
        ],
        captions=[Caption("abc"[x], Place(0, 0, 2 * x), "above") for x in range(3)]
        + [Caption("1", Place(0, 0, 0), "left"), Caption("one", Place(0, 0, 4), "right")],
    ).with_spec("captioned")
    game = Game(ring, minefield=[2])
    game.open(0)
    text = picture(game.view)
    assert text == lines(
        """
              a b c
              1 # #
            +-------+
        1 # | 1 # # | 1 one
            +-------+
              1 # #
        """
    )
    assert read(text, ring, 1) == game.view


def test_decorations_and_titles() -> None:
    board = from_edges(
        ["a", "b"],
        [("a", "b")],
        [(0, 0, 0), (1, 0, 0)],
        titles=["left", "right"],
        captions=[Caption("A", Place(0, 0, 0), "left")],
        decorations=[Decoration("--", Place(0, 0, 4))],
    ).with_spec("two")
    assert picture(Game(board, 1, seed="a").view) == lines(
        """
        left       right
        A #   --   #
        """
    )


@pytest.mark.parametrize(
    ("columns", "compact", "cell_width", "text"),
    [
        pytest.param((0, 2), False, 1, "<#>#<", id="one column"),
        pytest.param((0, 2), False, 2, "< #> #<", id="two columns"),
        pytest.param((0, 2), False, 3, "<  #>  #<", id="three columns"),
        pytest.param((1, 3), False, 2, "< #> #<", id="cells on odd columns"),
        pytest.param((0, 2), True, 1, "##", id="compact"),
        pytest.param((0, 2), True, 2, " # #", id="compact, two columns"),
    ],
)
def test_decorations_between_cells_stand_in_the_gap(
    columns: tuple[int, int], compact: bool, cell_width: int, text: str
) -> None:
    first, second = columns
    board = from_edges(
        ["a", "b"],
        [("a", "b")],
        [(0, 0, first), (0, 0, second)],
        decorations=[
            Decoration("<", Place(0, 0, first - 1)),
            Decoration(">", Place(0, 0, first + 1)),
            Decoration("<", Place(0, 0, second + 1)),
        ],
    )
    arrangement = arrange(board, compact=compact, cell_width=cell_width)
    (line,) = arrangement.lines
    drawn = list(line)
    for _, x in arrangement.at:
        drawn[x + cell_width - 1] = "#"
    assert "".join(drawn).rstrip() == text


def test_two_boards_without_a_name_keep_their_own_pictures() -> None:
    flat = from_edges(["a", "b"], [("a", "b")], [(0, 0, 0), (0, 0, 2)])
    tall = from_edges(["a", "b"], [("a", "b")], [(0, 0, 0), (0, 1, 0)])
    assert picture(Game(flat, 1, seed="a").view) == "# #"
    assert picture(Game(tall, 1, seed="a").view) == "#\n#"


def test_numbers_of_two_digits_stand_in_two_columns() -> None:
    labels = [str(i) for i in range(12)]
    board = from_edges(
        labels, combinations(labels, 2), [(0, i // 4, 2 * (i % 4)) for i in range(12)]
    ).with_spec("all")
    view = View.of(board, 11, {0: 11, 1: 9})
    assert picture(view).splitlines()[0] == "11  9  #  #"
    assert picture(view, compact=True).splitlines()[0] == "11 9 # #"


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE], ids=lambda g: g.name)
def test_every_glyph_is_one_column_wide(glyphs: Glyphs) -> None:
    table = glyphs.table()
    assert set(table) == {0, *SHOWS}
    for glyph in table.values():
        assert len(glyph) == 1
        assert unicodedata.east_asian_width(glyph) not in ("W", "F", "A")
        assert not unicodedata.combining(glyph)
        assert not EMOJI.match(glyph)
        assert not glyph.isalnum() or glyph in "Fx"
        assert glyph.isprintable()
    distinct = [glyph for code, glyph in table.items() if SHOWS.get(code) != "right-flag"]
    assert len(set(distinct)) == len(distinct)


def test_the_ascii_glyphs_are_fixed() -> None:
    table = {SHOWS.get(code, "0"): glyph for code, glyph in ASCII.table().items()}
    assert table == {
        "0": ".", "closed": "#", "flag": "F",
        "mine": "*", "hit": "@", "right-flag": "F", "wrong-flag": "x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "good"),
    [("utf-8", True), ("ascii", False), ("cp1252", False), ("latin-1", False), (None, False),
     ("no-such-encoding", False)],
)  # fmt: skip
def test_where_unicode_fits(encoding: str | None, good: bool) -> None:
    assert fits(UNICODE, encoding) is good
    assert fits(ASCII, encoding) is (encoding != "no-such-encoding")


@pytest.mark.parametrize("highest", [0, 1, 2, 6, 8, 9, 26, 80])
def test_every_number_has_a_color(highest: int) -> None:
    painted = [paint("n", number, highest) for number in range(highest + 1)]
    for text in painted:
        assert re.fullmatch(r"\x1b\[[0-9;]+mn\x1b\[0m", text)
    if highest <= 20:
        assert len(set(painted)) == len(painted)
    marks = {paint("n", code, highest) for code in SHOWS}
    assert len(marks) == len(SHOWS)


@settings(max_examples=150)
@given(
    games(st.sampled_from(ANY)),
    st.sampled_from([ASCII, UNICODE]),
    st.booleans(),
    st.integers(1, 90),
)
def test_color_adds_nothing_but_color(
    game: Game, glyphs: Glyphs, compact: bool, width: int
) -> None:
    plain = picture(game.view, glyphs=glyphs, compact=compact, width=width)
    colored = picture(game.view, glyphs=glyphs, compact=compact, width=width, color=True)
    assert SGR.sub("", colored) == plain
    assert "\x1b" not in plain
    assert plain == lines_stripped(plain)
    alone = picture(game.view, glyphs=glyphs, compact=compact, width=1)
    widest = max(map(len, alone.splitlines()))
    assert max(map(len, plain.splitlines())) <= max(width, widest)


def lines_stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("topology", ANY, ids=lambda t: t.spec)
def test_each_cell_is_drawn_once(topology: Topology) -> None:
    for width in (1, 40, 80):
        for compact in (False, True):
            closed = picture(Game(topology, 0, seed="a").view, width=width, compact=compact)
            assert closed.count("#") == topology.size + len(topology.layout.ghosts)


def test_a_torus_without_captions() -> None:
    assert picture(Game(torus(2, 3), 1, seed="a").view) == "# # #\n# # #"
