"""A picture is a position: what is printed is read back."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import MsweeperError, OutOfRange, ParseError
from msweeper.game import Game
from msweeper.lattice import box_offsets, from_edges, from_offsets
from msweeper.layout import Ghost, Layout, Place
from msweeper.plugins import Registered
from msweeper.render.glyphs import ASCII, UNICODE, Glyphs
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology
from msweeper.view import View
from tests.support import ANY, BOARDS, REGISTERED, cube, games, graphs, hexagon, square


def ghosted(rows: int, columns: int) -> Topology:
    """A torus with a ring of ghosts around it."""
    around = [
        ((y % rows, x % columns), Place(0, y, 2 * x))
        for y in range(-1, rows + 1)
        for x in range(-1, columns + 1)
        if y in (-1, rows) or x in (-1, columns)
    ]
    return from_offsets(
        (range(rows), range(columns)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(0, 1),
        ghosts=around,
    ).with_spec(f"ghosted:{rows}x{columns}")


GHOSTED = ghosted(3, 5)


@settings(max_examples=400)
@given(
    games(st.one_of(st.sampled_from((*ANY, GHOSTED)), graphs())),
    st.sampled_from([ASCII, UNICODE]),
    st.booleans(),
    st.sampled_from([1, 30, 45, 80, 200]),
    st.booleans(),
    st.integers(0, 9),
    st.booleans(),
)
def test_what_is_printed_is_read_back(
    game: Game, glyphs: Glyphs, compact: bool, width: int, color: bool, indent: int, around: bool
) -> None:
    view = game.view
    text = picture(view, glyphs=glyphs, compact=compact, width=width, color=color)
    text = "\n".join((" " * indent + line) for line in text.splitlines())
    if around:
        text = f"\n  \n{text}\n\n"
    assert read(text, view.topology, view.mines) == view


@pytest.mark.parametrize("topology", BOARDS, ids=lambda t: t.spec)
@pytest.mark.parametrize("end", ["won", "lost"])
def test_ends_are_read_back(topology: Topology, end: str) -> None:
    mines = range(0, topology.size - 1, 3)
    game = Game(topology, minefield=mines)
    for cell in list(mines)[:-1:2]:
        game.flag(cell)
    if end == "lost" and topology.size > 1:
        game.flag(topology.size - 1)
        game.open(list(mines)[-1])
    else:
        for cell in topology:
            if cell not in mines and game.shows(cell) == "closed":
                game.open(cell)
    assert game.status == ("won" if topology.size == 1 else end)
    for glyphs in (ASCII, UNICODE):
        for compact in (False, True):
            text = picture(game.view, glyphs=glyphs, compact=compact)
            assert read(text, topology, game.mines) == game.view


@pytest.mark.parametrize("registered", REGISTERED, ids=lambda r: r.name)
def test_levels_are_read_back(registered: Registered) -> None:
    for level in registered.factory.levels:
        topology = registered.build(level.parameters)
        game = Game(topology, level.mines, seed="maple")
        game.open(topology.layout.middle())
        for width in (60, 80, 200):
            text = picture(game.view, width=width)
            assert read(text, topology, level.mines) == game.view


PLACES = st.builds(
    Place, st.integers(0, 2), st.integers(-2, 3), st.integers(-2, 3).map(lambda x: 3 * x)
)


@settings(max_examples=150)
@given(st.lists(PLACES, min_size=1, max_size=8, unique=True), st.data())
def test_any_places_are_read_back(places: list[Place], data: st.DataObject) -> None:
    size = len(places)
    titles = data.draw(st.sampled_from([(), ("a", "b", "c")]))
    used = sorted({place.panel for place in places})  # an empty one: see below
    places = [place._replace(panel=used.index(place.panel)) for place in places]
    topology = Topology(
        [[other for other in range(size) if other != cell] for cell in range(size)],
        [str(cell) for cell in range(size)],
        Layout(sorted(places), titles=titles),
        # a name of its own: equal adjacency under one name is one topology
        spec=f"places:{sorted(places)},{titles}",
    )
    game = data.draw(games(st.just(topology)))
    width = data.draw(st.sampled_from([1, 20, 80]))
    assert read(picture(game.view, width=width), topology, game.mines) == game.view


@pytest.mark.parametrize("width", [1, 80])
@pytest.mark.parametrize("panels", [(1,), (0, 2), (1, 3)], ids=str)
def test_empty_panels_are_read_back(panels: tuple[int, ...], width: int) -> None:
    places = [Place(panel, 0, 0) for panel in panels]
    topology = Topology([[] for _ in panels], [str(p) for p in panels], Layout(places))
    topology = topology.with_spec(f"panels:{panels}")
    view = View.of(topology, 0)
    assert read(picture(view, width=width), topology, 0) == view


def test_two_digits_without_captions_are_read_back() -> None:
    labels = [str(i) for i in range(12)]
    topology = from_edges(
        labels, combinations(labels, 2), [(0, i // 4, 2 * (i % 4)) for i in range(12)]
    ).with_spec("all")
    for cell in topology:
        view = View.of(topology, 11, {cell: 11})
        if view.status == "won":
            game = Game(topology, minefield=[c for c in topology if c != cell])
            game.open(cell)
            view = game.view
        for indent in ("", "   "):
            text = "\n".join(indent + line for line in picture(view).splitlines())
            assert read(text, topology, 11) == view


@pytest.mark.parametrize("depth", [64, 65, 130])
@pytest.mark.parametrize("width", [1, 80, 10_000])
def test_many_panels_are_read_back(depth: int, width: int) -> None:
    view = View.of(cube(depth, 1, 2), 3, {0: 1})
    assert read(picture(view, width=width), view.topology, 3) == view


def test_windows_line_ends_and_tabs() -> None:
    game = Game(hexagon(2), 3, seed="maple")
    game.open(0)
    text = picture(game.view)
    assert read(text.replace("\n", "\r\n"), hexagon(2), 3) == game.view
    assert read("\n".join("\t" + line for line in text.splitlines()), hexagon(2), 3) == game.view


def test_both_sets_of_glyphs_in_one_picture() -> None:
    view = read("  1 2 3 4 5\n1 # ▮ ⚑ F 1", square(1, 5), 2)
    assert [view.shows(cell) for cell in view.topology] == ["closed", "closed", "flag", "flag", "1"]


def test_a_zero_may_be_written_as_a_number() -> None:
    assert read("  1 2 3\n1 0 1 #", square(1, 3), 1).shows(0) == "0"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        pytest.param("", ParseError, "2 lines, captions included, and has 0", id="nothing"),
        pytest.param("  1 2 3", ParseError, "2 lines", id="a line missing"),
        pytest.param("  1 2 3\n1 # # #\n2 # # #", ParseError, "2 lines", id="a line too many"),
        pytest.param("  1 2 3\n1 # # # #", ParseError, "no picture", id="a cell too many"),
        pytest.param("  1 2 3\n1 # #", ParseError, "1,3", id="a cell missing"),
        pytest.param("  1 2 4\n1 # # #", ParseError, "captions", id="caption"),
        pytest.param("  1 2 3\n1 # ? #", ParseError, r"1,2 \(line 2, character 5\) shows '\?'",
                     id="glyph"),
        pytest.param("  1 2 3\n1 # ٣ #", ParseError, "1,2", id="digit of another script"),
        pytest.param("  1 2 3\n1 # 3 #", OutOfRange, "number of 1,2 3.*2 neighbors", id="degree"),
    ],
)  # fmt: skip
def test_what_is_no_picture(text: str, error: type[MsweeperError], words: str) -> None:
    with pytest.raises(error, match=words):
        read(text, square(1, 3), 1)


def test_mines_that_do_not_fit() -> None:
    with pytest.raises(OutOfRange, match="0 to 2"):
        read("  1 2 3\n1 # # #", square(1, 3), 3)


@given(st.text(max_size=40))
def test_any_text_is_a_picture_or_refused(text: str) -> None:
    try:
        read(text, hexagon(1), 2)
    except MsweeperError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_ghosts_are_skipped() -> None:
    assert isinstance(GHOSTED.layout.ghosts[0], Ghost)
    game = Game(GHOSTED, minefield=[7])
    game.open(1)
    game.flag(7)
    game.flag(14)
    text = picture(game.view)
    assert text.splitlines() == [
        "F   # # # # F   #",
        "  +-----------+",
        "# | # 1 # # # | #",
        "# | # # F # # | #",
        "F | # # # # F | #",
        "  +-----------+",
        "#   # 1 # # #   #",
    ]
    assert read(text, GHOSTED, 1) == game.view
