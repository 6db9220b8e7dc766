"""Pictures of every board: what the view shows, where the layout says, and nothing else."""

from __future__ import annotations

import itertools
import os
import pickle
import re
import subprocess
import sys
from fractions import Fraction
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.errors import TopologyError
from msweeper.game import Game
from msweeper.lattice import box_offsets, from_edges, from_offsets
from msweeper.layout import Caption, Decoration, Layout, Place, Point
from msweeper.render.marks import Mark, marks
from msweeper.render.palette import DARK, LIGHT, Scheme
from msweeper.render.svg import MADE, clean, svg
from msweeper.solver import analyze
from msweeper.topology import Topology
from msweeper.view import SHOWS, View
from tests.render.drawn import SVG, Cell, Drawn, pairs, parse
from tests.support import ANY, cube, games, hexagon, names, path, square

CLASSES = {text: text for text in SHOWS.values()} | {str(n): f"n{n}" for n in range(81)}


def triangles(rows: int, columns: int) -> Topology:
    def outline(y: int, x: int) -> list[Point]:
        flat, tip = (y + 1, y) if (x + y) % 2 == 0 else (y, y + 1)
        return [(x / 2, flat), ((x + 2) / 2, flat), ((x + 1) / 2, tip)]

    return from_offsets(
        (range(rows), range(columns)),
        ((0, 1), (0, -1), (1, 0), (-1, 0)),
        place=lambda y, x: (0, y, 2 * x),
        polygon=outline,
        captions=[Caption(str(x), Place(0, 0, 2 * x), "above") for x in range(columns)]
        + [Caption(str(y), Place(0, y, 0), "left") for y in range(rows)],
    )


def ringed(rows: int, columns: int) -> Topology:
    """A torus, with its ghosts around it."""
    around = [
        ((y % rows, x % columns), Place(0, y, 2 * x))
        for y in range(-1, rows + 1)
        for x in range(-1, columns + 1)
        if not (0 <= y < rows and 0 <= x < columns)
    ]
    return from_offsets(
        (range(rows), range(columns)),
        box_offsets(2),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(0, 1),
        ghosts=around,
        captions=[Caption(str(x), Place(0, 0, 2 * x), "above") for x in range(columns)],
    )


STRANGERS = (
    triangles(3, 5).with_spec("triangles"),
    ringed(3, 5).with_spec("ringed"),
    from_offsets(
        (range(-2, 1), range(-3, 2)), box_offsets(2), place=lambda y, x: (y + 2, -y, 2 * x)
    ).with_spec("below-0"),
    from_offsets((range(3),), (), place=lambda x: (0, 0, 2 * x), titles=("one",)).with_spec("lone"),
    path(7).with_spec("path"),
)
BOARDS = pytest.mark.parametrize("board", [*ANY, *STRANGERS], ids=names([*ANY, *STRANGERS]))


def played(board: Topology) -> View:
    """Some cells open, one flag."""
    game = Game(board, minefield=range(0, board.size - 1, 4))
    if board.size > 1:
        game.flag(0)
    game.open(board.size - 1)
    return game.view


@BOARDS
def test_what_cells_show_is_what_is_drawn(board: Topology) -> None:
    view = played(board)
    drawn = parse(svg(view))
    assert [cell.mark for cell in drawn.cells] == [CLASSES[view.shows(c)] for c in board]
    for cell, label in zip(drawn.cells, board.labels, strict=True):
        assert cell.title == f"{label}: {cell.mark.removeprefix('n').replace('-', ' ')}"
        assert f".{cell.mark} path{{fill:" in drawn.style
        assert not cell.symbol or cell.symbol in drawn.symbols
        assert bool(cell.symbol) is (cell.mark != "closed")
    assert drawn.symbols == {cell.symbol for cell in drawn.cells if cell.symbol}


@BOARDS
def test_cells_stand_beside_each_other_on_the_page(board: Topology) -> None:
    drawn = parse(svg(View.of(board, 0, dict.fromkeys(board, 0))))
    circles = [cell.circle for cell in (*drawn.cells, *drawn.ghosts)]
    for one, other in itertools.combinations(circles, 2):
        assert dist(one[:2], other[:2]) >= one[2] + other[2] - 0.05
    for cell in (*drawn.cells, *drawn.ghosts):
        assert _is_around(cell)
        for x, y in cell.outline:
            assert 0 <= x <= drawn.size[0]
            assert 0 <= y <= drawn.size[1]
    radii = sorted(radius for _, _, radius in circles[: board.size])
    assert radii[len(radii) // 2] == pytest.approx(15, abs=0.01)
    for text in drawn.words:
        for x, y in text:
            assert 0 <= x <= drawn.size[0]
            assert 0 <= y <= drawn.size[1]
            assert all(dist((x, y), circle[:2]) > circle[2] for circle in circles)


def _is_around(cell: Cell) -> bool:
    """Whether no side of the outline comes into the circle."""
    x, y, radius = cell.circle
    sides = zip(cell.outline, cell.outline[1:] + cell.outline[:1], strict=True)
    return all(
        dist((x, y), (a[0] + (b[0] - a[0]) * i / 50, a[1] + (b[1] - a[1]) * i / 50))
        >= radius - 0.05
        for a, b in sides
        for i in range(51)
    )


@BOARDS
def test_panels_and_rows_stay_in_order(board: Topology) -> None:
    drawn = parse(svg(View.of(board, 0, dict.fromkeys(board, 0))))
    by_place = sorted(zip(board.layout.places, drawn.cells, strict=True), key=lambda at: at[0])
    for (one, a), (other, b) in itertools.pairwise(by_place):
        if one.panel == other.panel and one.row == other.row:
            assert a.circle[0] < b.circle[0]
        elif one.panel == other.panel and board.spec != "triangles":
            assert a.circle[1] < b.circle[1]


@given(games(st.sampled_from([*ANY, *STRANGERS])))
def test_any_game_can_be_drawn(game: Game) -> None:
    drawn = parse(svg(game.view))
    assert [cell.mark for cell in drawn.cells] == [CLASSES[game.shows(c)] for c in game.topology]
    for ghost, cell in zip(drawn.ghosts, game.topology.layout.ghosts, strict=True):
        assert ghost.mark == CLASSES[game.shows(cell.cell)]


def test_the_four_marks_of_the_end_differ_without_color() -> None:
    view = View.of(
        square(3, 5), 3, dict(enumerate(["mine", "hit", "right-flag", "wrong-flag", "flag"]))
    )
    drawn = parse(svg(view))
    shapes = {}
    for symbol in drawn.root.findall(f"{SVG}defs/*"):
        shapes[symbol.get("id")] = tuple(part.get("d") for part in symbol)
    used = [cell.symbol for cell in drawn.cells[:5]]
    assert used == ["mine", "hit", "right-flag", "wrong-flag", "flag"]
    assert len({shapes[symbol] for symbol in used}) == 5


def test_ghosts_are_dim_and_outside_of_the_rim() -> None:
    view = played(STRANGERS[1])
    text = svg(view)
    drawn = parse(text)
    assert len(drawn.ghosts) == 20
    assert "#ghosts{opacity:.5}" in drawn.style
    assert text.index('id="ghosts"') < text.index('class="rim"') < text.index('id="cells"')
    real = {cell.outline for cell in drawn.cells}
    assert not real & {ghost.outline for ghost in drawn.ghosts}
    corner = next(
        ghost
        for ghost, what in zip(drawn.ghosts, view.topology.layout.ghosts, strict=True)
        if what.place == (0, -1, -2)
    )
    first = drawn.cells[0].outline
    assert corner.outline == tuple((x - 30, y - 30) for x, y in first)
    assert drawn.cells[14].title.removesuffix("0") == corner.title.removesuffix("0")


def test_ghosts_of_hexagons_stand_where_the_outlines_continue() -> None:
    board = hexagon(2)
    whole = from_offsets(
        (range(-2, 3), range(-2, 3)),
        ((0, 1), (0, -1)),
        place=lambda r, q: (0, r, 2 * q + r),
        outline=lambda r, q: abs(q + r) <= 2,
        polygon=lambda r, q: (
            board.layout.polygon(board.cell(f"{q},{r}")) if abs(q + r) <= 2 else ()
        ),
        ghosts=[((0, 0), Place(0, -3, 3)), ((0, 0), Place(0, 0, 6))],
    )
    drawn = parse(svg(View.of(whole, 0, dict.fromkeys(whole, 0))))
    home = drawn.cells[9].circle
    up, right = (ghost.circle for ghost in drawn.ghosts)
    assert (up[0] - home[0], up[1] - home[1]) == pytest.approx((45, -45 * 3**0.5), abs=0.05)
    assert (right[0] - home[0], right[1] - home[1]) == pytest.approx((90, 0), abs=0.05)


@pytest.mark.parametrize("board", [square(3, 5), hexagon(2), hexagon(3), cube(3, 4, 5)], ids=str)
def test_odds_are_those_of_the_solver(board: Topology) -> None:
    view = played(board)
    found = analyze(view)
    drawn = parse(svg(view, found.p))
    closed = 0
    for cell, shown in zip(board, drawn.cells, strict=True):
        if view.cells[cell] >= 0:
            assert shown.mark == CLASSES[view.shows(cell)]
            continue
        closed += 1
        chance = found.odds[cell]
        assert chance is not None
        percent = int(shown.mark.removeprefix("p"))
        assert abs(Fraction(percent, 100) - chance) <= Fraction(1, 100)
        assert (percent == 0) is (chance == 0)
        assert (percent == 100) is (chance == 1)
        assert shown.symbol == ("mine" if percent == 100 else f"p{percent}")
        assert shown.title.endswith(f", mine {percent}%")
        assert f".p{percent} path{{fill:{LIGHT.chance(percent)}}}" in drawn.style
    assert closed == view.closed


@pytest.mark.parametrize(
    ("chance", "percent"),
    [(0.0, 0), (1e-9, 1), (0.004, 1), (0.5, 50), (0.995, 99), (1 - 1e-12, 99), (1.0, 100)],
)
def test_only_what_is_proved_is_0_or_100(chance: float, percent: int) -> None:
    assert Mark.of(-1, chance).percent == percent
    assert Mark.of(-1, float("nan")) == Mark.of(-1)
    assert Mark.of(3, chance) == Mark.of(3)


def test_schemes() -> None:
    view = played(square(3, 5))
    auto, light, dark = (parse(svg(view, scheme=scheme)).style for scheme in Scheme)
    assert "prefers-color-scheme" not in light + dark
    before, condition, after = auto.partition("@media (prefers-color-scheme:dark){")
    assert condition
    for colors, inside, outside in ((LIGHT, light, dark), (DARK, dark, light)):
        assert f".page{{fill:{colors.page}}}" in inside
        assert f".page{{fill:{colors.page}}}" not in outside
    assert f".page{{fill:{LIGHT.page}}}" in before
    assert f".page{{fill:{DARK.page}}}" in after


def test_nothing_is_needed_from_elsewhere() -> None:
    for board in (*ANY, *STRANGERS):
        text = svg(played(board))
        assert text.count("http") == 1  # the name of the format
        assert not re.search(r"<(text|script|image|foreignObject|a)\b|font|url\(|@import", text)
        tags = {part.tag.removeprefix(SVG) for part in ElementTree.fromstring(text).iter()}
        assert tags <= {"svg", "title", "desc", "style", "defs", "g", "path", "rect", "use"}


def test_people_who_do_not_see_it_are_told() -> None:
    drawn = parse(svg(played(square(3, 5))))
    assert drawn.root.get("role") == "img"
    told = [drawn.root.findtext(f"{SVG}{tag}[@id='{tag}']") for tag in ("title", "desc")]
    assert drawn.root.get("aria-labelledby") == "title desc"
    assert told == [
        "square:width=5,height=3@4, playing",
        "Minesweeper: 15 cells, 1 open, 3 mines left, playing.",
    ]


HOSTILE = "</title></svg><script>alert('\"1\"')</script>&amp;\x00\x1b\ud800\uffff"


def test_texts_of_a_plugin_stay_texts() -> None:
    board = from_edges(
        ["<b>&\"'", "<g>", "b"],
        [("<g>", "b")],
        [(0, 0, 0), (0, 0, 2), (1, 0, 0)],
        titles=[HOSTILE, HOSTILE],
        captions=[Caption(HOSTILE, Place(0, 0, 0), "left")],
        decorations=[Decoration(HOSTILE, Place(0, 1, 0))],
    ).with_spec("<i>&'\"")
    text = svg(View.of(board, 1))
    drawn = parse(text)
    assert [cell.title for cell in drawn.cells] == ["<b>&\"': closed", "<g>: closed", "b: closed"]
    assert drawn.root.findtext(f"{SVG}title") == "<i>&'\"@1, ready"
    assert "script" not in text  # titles and captions are drawn, not written
    text.encode()


def test_clean() -> None:
    assert clean("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;"
    assert clean("\x00\x1b\x7f\x85\ud800\ufffe\uffff") == "\ufffd" * 7
    assert clean("\u00e9\u4e2d\U0001f600\t\n") == "\u00e9\u4e2d\U0001f600\t\n"
    every = "".join(map(chr, range(0x3000))) + "\ud800\udfff\ufffe\U0010ffff"
    assert ElementTree.fromstring(f"<a b='{clean(every)}'>{clean(every)}</a>").text


def test_an_outline_that_is_none_is_the_plugins_fault() -> None:
    good = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    layout = Layout((Place(0, 0, 0), Place(0, 0, 2)), polygons=(good, ((0.0, 0.0),)))
    board = Topology([[1], [0]], ["a", "b"], layout)
    with pytest.raises(TopologyError, match=r"cell 1 \(b\) has no outline"):
        svg(View.of(board, 1))


def test_outlines_without_an_inside_are_drawn_without_symbols() -> None:
    flat = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    board = Topology([[]], ["a"], Layout((Place(0, 0, 0),), polygons=(flat,)))
    assert parse(svg(View.of(board, 0, {0: 0}))).cells[0].circle[2] == 0


def test_many_panels_are_wrapped() -> None:
    def slots(panels: int) -> list[int]:
        board = cube(panels, 2, 2)
        drawn = parse(svg(View.of(board, 0, dict.fromkeys(board, 0))))
        tops = [drawn.cells[4 * panel].circle[1] for panel in range(panels)]
        return [tops.count(top) for top in sorted(set(tops))]

    assert slots(2) == [2]
    assert slots(3) == [3]
    assert slots(9) == [3, 3, 3]
    assert sum(slots(31)) == 31
    assert max(slots(31)) <= 9


def test_large_boards_have_no_titles() -> None:
    text = svg(View.of(square(50, 60), 10))
    assert text.count("<title") == 1
    assert len(text) < 3000 * 100


def test_the_rim_is_what_only_one_cell_has() -> None:
    def sides(board: Topology) -> list[str]:
        drawn = parse(svg(View.of(board, 0)))
        rim = drawn.root.find(f"{SVG}path[@class='rim']")
        assert rim is not None
        return rim.get("d", "").split("M")[1:]

    assert len(sides(square(3, 5))) == 2 * (3 + 5)
    assert len(sides(hexagon(2))) == 6 * (2 * 2 + 1)
    assert len(sides(cube(3, 4, 5))) == 3 * 2 * (4 + 5)


def test_links_are_drawn_between_neighbors_that_stand_apart() -> None:
    def links(board: Topology) -> list[tuple[str, str]]:
        drawn = parse(svg(View.of(board, 0, dict.fromkeys(board, 0)), links=True))
        found = drawn.root.find(f"{SVG}path[@class='links']")
        if found is None:
            return []
        middles = {cell.circle[:2]: cell.title.partition(":")[0] for cell in drawn.cells}
        ends = iter(pairs(found.get("d", "")))
        return [(middles[one], middles[next(ends)]) for one in ends]

    for board in (square(3, 5), hexagon(2), triangles(3, 5), cube(2, 2, 2), path(7)):
        assert links(board) == []
    towns = from_edges(
        ["a", "b", "c", "d", "e"],
        [("a", "b"), ("a", "c"), ("b", "d"), ("a", "e"), ("c", "d")],
        [(0, 0, 0), (0, 0, 2), (0, 2, 0), (0, 3, 4), (1, 0, 0)],
    )
    assert links(towns) == [("a", "c"), ("b", "d"), ("c", "d")]
    assert "links" not in {g.get("class") for g in parse(svg(View.of(towns, 1))).root.iter()}


def test_captions_of_a_row_stand_on_a_line_and_apart() -> None:
    captions = [Caption(str(1000 + x), Place(0, 0, x), "above") for x in range(0, 9, 2)]
    captions += [Caption("ab" * y, Place(0, y, 0), "left") for y in (1, 2)]
    board = from_edges(["a", "b", "c"], [], [(0, 0, 0), (0, 1, 3), (0, 2, 2)], captions=captions)
    words = parse(svg(View.of(board, 0))).words
    assert len(words) == 7
    boxes = [[(min(axis), max(axis)) for axis in zip(*text, strict=True)] for text in words]
    above, left = boxes[:5], boxes[5:]
    assert len({bottom for _, (_, bottom) in above}) == 1
    for ((_, right), _), ((to_left, _), _) in itertools.pairwise(above):
        assert right < to_left
    ends = [right for (_, right), _ in left]
    assert ends[0] == pytest.approx(ends[1], abs=0.05)


def test_decorations_stand_for_outlines_where_there_are_none() -> None:
    decorations = [Decoration("/", Place(0, 0, 2))]
    places = [(0, 0, 0), (0, 0, 4)]
    plain = from_edges(["a", "b"], [], places, decorations=decorations)
    assert len(parse(svg(View.of(plain, 0))).words) == 1
    square_ = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    layout = Layout(
        plain.layout.places,
        decorations=tuple(decorations),
        polygons=[square_, tuple((x + 2, y) for x, y in square_)],
    )
    outlined = Topology([[], []], ["a", "b"], layout)
    assert parse(svg(View.of(outlined, 0))).words == []


def test_thousands_of_texts_are_left_out() -> None:
    few, many = cube(2, 1, 1), cube(4000, 1, 1)
    assert len(parse(svg(View.of(few, 0))).words) == 2 * 3
    assert parse(svg(View.of(many, 0))).words == []


PROGRAM = """
import sys
from msweeper.plugins import load_plugins
from msweeper.game import Game
from msweeper.render.svg import svg
for spec in sys.argv[1:]:
    board = load_plugins(environ={}).topology(spec)
    game = Game(board, minefield=range(0, board.size - 1, 4))
    if board.size > 1:
        game.flag(0)
    game.open(board.size - 1)
    sys.stdout.write(svg(game.view))
"""


def test_the_same_view_gives_the_same_bytes() -> None:
    specs = [board.spec for board in ANY if ":" in board.spec and not board.spec.startswith("tor")]
    here = "".join(svg(played(board)) for board in ANY if board.spec in specs)
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *specs],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        assert done.stdout.decode() == here
    board = hexagon(3)
    again = pickle.loads(pickle.dumps(board))
    assert svg(played(again)) == svg(played(board))
    assert MADE in here[:300]


def test_marks_of_a_view() -> None:
    view = View.of(square(3, 5), 2, {0: "flag", 1: 2, 2: 0})
    assert [mark.name for mark in marks(view)][:4] == ["flag", "n2", "n0", "closed"]
    assert [mark.name for mark in marks(view, lambda cell: 0.25)][:4] == ["p25", "n2", "n0", "p25"]


def test_the_reader_of_pictures_itself() -> None:
    drawn: Drawn = parse(svg(View.of(path(1), 0)))
    assert len(drawn.cells) == 1
    (x, y), *_ = drawn.cells[0].outline
    assert drawn.cells[0].outline == ((x, y), (x + 30, y), (x + 30, y + 30), (x, y + 30))
