"""What `lattice` builds is not verified at run time, so here it is: against a naive oracle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pickle import dumps, loads
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import TopologyError
from msweeper.lattice import box_offsets, from_edges, from_offsets, rows, side_offsets
from msweeper.layout import Caption, Decoration, Ghost, Place, Point
from msweeper.topology import Topology
from tests.support import torus

Coordinate = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A lattice as its author would say it."""

    axes: tuple[range, ...]
    offsets: frozenset[Coordinate]
    holes: frozenset[Coordinate]
    wrapped: frozenset[int]
    flipped: tuple[tuple[int, int], ...]
    order: tuple[int, ...]

    def cells(self) -> list[Coordinate]:
        return [c for c in product(*self.axes) if c not in self.holes]

    def adjacency(self) -> list[list[int]]:
        """Take every step from every cell, one by one."""
        cells = self.cells()
        number = {coordinate: cell for cell, coordinate in enumerate(cells)}
        result = []
        for cell, coordinate in enumerate(cells):
            found = set()
            for step in self.offsets:
                there = self.brought_back([v + d for v, d in zip(coordinate, step, strict=True)])
                if there in number:
                    found.add(number[there])
            result.append(sorted(found - {cell}))
        return result

    def brought_back(self, at: list[int]) -> Coordinate:
        """Cross one end of one axis after the other until none is left."""
        for i, axis in enumerate(self.axes):
            if i not in self.wrapped and i not in dict(self.flipped):
                continue
            while at[i] not in axis:
                at[i] += len(axis) if at[i] < axis.start else -len(axis)
                for one, mirrored in self.flipped:
                    if one == i:
                        at[mirrored] = (
                            self.axes[mirrored][0] + self.axes[mirrored][-1] - at[mirrored]
                        )
        return tuple(at)

    def build(self) -> Topology:
        return from_offsets(
            self.axes,
            self.offsets,
            place=lambda *at: (0, cells_before(self.axes, at), 2 * at[-1]),
            outline=(lambda *at: at not in self.holes) if self.holes else None,
            wrapped=self.wrapped,
            flipped=dict(self.flipped),
            label_order=self.order,
        )


def cells_before(axes: tuple[range, ...], at: Coordinate) -> int:
    """Number the rows of a box of any dimension."""
    row = 0
    for axis, value in zip(axes[:-1], at, strict=False):
        row = row * len(axis) + value - axis.start
    return row


@st.composite
def cases(draw: st.DrawFn) -> Case:
    dimensions = draw(st.integers(1, 3))
    axes = tuple(
        range(start, start + length)
        for start, length in draw(
            st.lists(
                st.tuples(st.integers(-3, 3), st.integers(1, 6 - dimensions)),
                min_size=dimensions,
                max_size=dimensions,
            )
        )
    )
    step = st.tuples(*[st.integers(-2, 2)] * dimensions).filter(any)
    roles = draw(st.lists(st.sampled_from("bwf"), min_size=dimensions, max_size=dimensions))
    straight = [i for i in range(dimensions) if roles[i] != "f"]
    flipped = (
        tuple((i, draw(st.sampled_from(straight))) for i in range(dimensions) if roles[i] == "f")
        if straight
        else ()
    )
    half = draw(st.sets(step, max_size=8))
    for mirrored in {axis for _, axis in flipped}:
        half |= {(*s[:mirrored], -s[mirrored], *s[mirrored + 1 :]) for s in half}
    offsets = frozenset(half | {tuple(-d for d in s) for s in half})
    box = list(product(*axes))
    holes = set[Coordinate]()  # a whole box half of the time: it is compressed in its own way
    if draw(st.booleans()):
        holes = draw(st.sets(st.sampled_from(box), max_size=len(box) - 1))
    wrapped = frozenset(i for i in range(dimensions) if roles[i] == "w")
    order = tuple(draw(st.permutations(range(dimensions))))
    return Case(axes, offsets, frozenset(holes), wrapped, flipped, order)


@settings(max_examples=300)
@given(cases())
def test_from_offsets_against_the_oracle(case: Case) -> None:
    topology = case.build()
    cells = case.cells()
    assert [list(row) for row in topology.adjacency] == case.adjacency()
    assert list(topology.labels) == [",".join(str(c[i]) for i in case.order) for c in cells]
    assert list(topology.layout.places) == [
        Place(0, cells_before(case.axes, c), 2 * c[-1]) for c in cells
    ]


@settings(max_examples=100)
@given(cases())
def test_from_offsets_passes_the_verification(case: Case) -> None:
    topology = case.build()
    verified = Topology(topology.adjacency, topology.labels, topology.layout)
    assert verified == topology
    assert verified.fingerprint == topology.fingerprint


@settings(max_examples=100)
@given(cases())
def test_labels_and_places_answer_like_lists(case: Case) -> None:
    topology = case.build()
    labels, places = topology.labels, topology.layout.places
    assert [topology.cell(label) for label in labels] == list(topology)
    for sequence in (labels, places):
        assert [sequence[cell] for cell in topology] == list(sequence)
        assert sequence[-1] == list(sequence)[-1]
        assert list(sequence[1:3]) == list(sequence)[1:3]
        with pytest.raises(IndexError):
            sequence[topology.size]


@settings(max_examples=150)
@given(st.data())
def test_rows_of_many_runs_against_the_oracle(data: st.DataObject) -> None:
    """Steps that are longer than runs and gaps, around the ends and in mirrors too."""
    axes = (range(1, data.draw(st.integers(2, 5))), range(-2, data.draw(st.integers(4, 13))))
    half = data.draw(st.sets(st.tuples(st.integers(0, 2), st.integers(-4, 4)), min_size=1))
    half = {(d, e) for d, e in half if (d, e) != (0, 0)}
    offsets = {(s * d, t * e) for d, e in half for s in (1, -1) for t in (1, -1)}
    flipped, wrapped = data.draw(
        st.sampled_from(
            [
                *(((), ()), ((), (0,)), ((), (1,)), ((), (0, 1))),
                *((((0, 1),), ()), (((0, 1),), (1,)), (((1, 0),), ()), (((1, 0),), (0,))),
            ]
        )
    )
    box = list(product(*axes))
    holes = data.draw(st.sets(st.sampled_from(box), min_size=len(box) // 3, max_size=len(box) - 1))
    case = Case(axes, frozenset(offsets), frozenset(holes), frozenset(wrapped), flipped, (0, 1))
    assert [list(row) for row in case.build().adjacency] == case.adjacency()


@pytest.mark.parametrize("wrapped", [(), (0, 1)])
def test_many_runs_a_row_take_no_longer_each(wrapped: tuple[int, ...]) -> None:
    before = process_time()
    board = from_offsets(
        (range(50), range(4000)),
        lambda row: [(0, 2), (0, -2), *((d, e) for d in (1, -1) for e in (1, -1))],
        place=lambda y, x: (0, y, 2 * x),
        outline=lambda y, x: (x + y) % 2 == 0,
        wrapped=wrapped,
        ring=dict.fromkeys(wrapped, 1),
    )
    assert process_time() - before < 12  # a second; where each run looks at all, minutes
    assert board.size == 100_000
    assert board.degree(board.cell("25,2001")) == 6


def test_rows_of_a_whole_board_are_looked_up_once_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where steps depend on the row: at the upper end, the lower one, and two in between."""
    looked: list[Coordinate] = []
    look_around = rows._look_around

    def counted(prefix: Coordinate, *rest: Any) -> Any:
        looked.append(prefix)
        return look_around(prefix, *rest)

    monkeypatch.setattr(rows, "_look_around", counted)
    wall = from_offsets((range(1000), range(1)), brick, place=lambda y, x: (0, y, 2 * x + y % 2))
    assert wall.size == 1000
    assert looked == [(0,), (1,), (2,), (999,)]


def test_steps_between_like_runs_are_worked_out_once() -> None:
    """On a Moebius strip every row has a mirror at another distance, but they lie the same way."""
    rows._meetings.cache_clear()
    from_offsets(
        (range(1000), range(4)), box_offsets(2), place=lambda y, x: (0, y, 2 * x), flipped={1: 0}
    )
    assert rows._meetings.cache_info().misses < 10


def test_side_offsets() -> None:
    assert side_offsets(1) == ((-1,), (1,))
    assert side_offsets(2) == ((-1, 0), (0, -1), (0, 1), (1, 0))
    assert [len(side_offsets(n)) for n in range(5)] == [0, 2, 4, 6, 8]


def test_box_offsets() -> None:
    assert box_offsets(1) == ((-1,), (1,))
    assert [len(box_offsets(n)) for n in range(5)] == [0, 2, 8, 26, 80]


def test_an_outline_with_a_hole() -> None:
    ring = from_offsets(
        (range(3), range(3)),
        ((0, 1), (0, -1), (1, 0), (-1, 0)),
        place=lambda y, x: (0, y, 2 * x),
        outline=lambda y, x: (y, x) != (1, 1),
    )
    assert list(ring.labels) == ["0,0", "0,1", "0,2", "1,0", "1,2", "2,0", "2,1", "2,2"]
    assert ring.neighbors(ring.cell("1,2")) == (ring.cell("0,2"), ring.cell("2,2"))
    assert [ring.degree(cell) for cell in ring] == [2] * 8


@pytest.mark.parametrize(
    "offsets",
    [
        pytest.param([(0, 1)], id="no opposite"),
        pytest.param([(1,), (-1,)], id="too short"),
        pytest.param([(0, 0, 1), (0, 0, -1)], id="too long"),
        pytest.param([(0, 0)], id="to itself"),
        pytest.param([(0, 1), (0, -1), (0, 0)], id="to itself besides"),
    ],
)
def test_offsets_that_break_a_rule(offsets: list[Coordinate]) -> None:
    with pytest.raises(ValueError, match="offset"):
        from_offsets((range(3), range(5)), offsets, place=lambda y, x: (0, y, 2 * x))


@pytest.mark.parametrize(
    "order",
    [
        pytest.param((0,), id="too few"),
        pytest.param((0, 0), id="twice"),
        pytest.param((0, 2), id="unknown"),
    ],
)
def test_a_label_order_that_makes_no_labels(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        from_offsets(
            (range(3), range(5)),
            box_offsets(2),
            place=lambda y, x: (0, y, 2 * x),
            label_order=order,
        )


@pytest.mark.parametrize(
    ("wrapped", "flipped", "why"),
    [
        pytest.param((2,), {}, "not there", id="wraps what is not there"),
        pytest.param((), {2: 0}, "not there", id="flips what is not there"),
        pytest.param((), {0: 2}, "not there", id="mirrors what is not there"),
        pytest.param((0,), {0: 1}, "not both", id="wrapped and flipped"),
        pytest.param((), {0: 0}, "cannot be flipped", id="mirrors itself"),
        pytest.param((), {0: 1, 1: 0}, "cannot be flipped", id="each mirrors the other"),
    ],
)
def test_gluings_that_make_no_surface(
    wrapped: tuple[int, ...], flipped: dict[int, int], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        from_offsets(
            (range(3), range(5)),
            box_offsets(2),
            place=lambda y, x: (0, y, 2 * x),
            wrapped=wrapped,
            flipped=flipped,
        )


def test_offsets_that_differ_in_the_mirror() -> None:
    hexagonal = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
    with pytest.raises(ValueError, match="mirror image"):
        from_offsets(
            (range(3), range(5)), hexagonal, place=lambda y, x: (0, y, 2 * x), flipped={1: 0}
        )


def brick(row: int) -> list[Coordinate]:
    """The steps of a wall in which every other row stands half a brick further right."""
    right = row % 2
    return [(0, 1), (0, -1), *((d, e) for d in (1, -1) for e in (right - 1, right))]


@pytest.mark.parametrize("wrapped", [(), (0,), (1,), (0, 1)])
def test_offsets_that_depend_on_the_row(wrapped: tuple[int, ...]) -> None:
    high, wide = range(-2, 4), range(1, 6)
    wall = from_offsets((high, wide), brick, place=lambda y, x: (0, y, 2 * x + y % 2),
                        wrapped=wrapped)  # fmt: skip
    cells = list(product(high, wide))
    middle = {at: (at[0], 2 * at[1] + at[0] % 2) for at in cells}
    for cell, at in enumerate(cells):
        touching = set()
        for other in cells:  # by distance of the places, on the plane laid out nine times
            for up, right in product((-6, 0, 6) if 0 in wrapped else (0,),
                                     (-10, 0, 10) if 1 in wrapped else (0,)):  # fmt: skip
                y, x = middle[other][0] + up, middle[other][1] + right
                far = abs(y - middle[at][0]), abs(x - middle[at][1])
                if far in ((0, 2), (1, 1)):
                    touching.add(cells.index(other))
        assert set(wall.neighbors(cell)) == touching
    verified = Topology(wall.adjacency, wall.labels, wall.layout)
    assert verified == wall


def test_offsets_of_rows_that_do_not_go_both_ways() -> None:
    with pytest.raises(ValueError, match="no opposite"):
        from_offsets((range(5), range(3)), brick, place=lambda y, x: (0, y, 2 * x), wrapped=(0,))
    with pytest.raises(ValueError, match="no flipped axis"):
        from_offsets((range(4), range(3)), brick, place=lambda y, x: (0, y, 2 * x), flipped={0: 1})
    with pytest.raises(ValueError, match="itself"):
        from_offsets((range(2), range(3)), lambda y: [(0, 0)], place=lambda y, x: (0, y, 2 * x))


@settings(max_examples=100)
@given(cases(), st.data())
def test_a_ring_shows_what_lies_beyond(case: Case, data: st.DataObject) -> None:
    """Each ghost repeats the cell that steps of one, taken outwards from inside, lead to."""
    around = sorted(case.wrapped | dict(case.flipped).keys())
    ring = {axis: data.draw(st.integers(0, 2)) for axis in around}
    topology = from_offsets(
        case.axes,
        case.offsets,
        place=lambda *at: (0, cells_before(case.axes, at), 2 * at[-1]),
        outline=(lambda *at: at not in case.holes) if case.holes else None,
        wrapped=case.wrapped,
        flipped=dict(case.flipped),
        ring=ring,
    )
    beyond = [
        range(a.start - ring.get(i, 0), a.stop + ring.get(i, 0)) for i, a in enumerate(case.axes)
    ]
    cells = case.cells()
    expected = []
    for at in product(*beyond):
        if all(x in axis for x, axis in zip(at, case.axes, strict=True)):
            continue
        there = case.brought_back(list(at))
        if there in cells:
            expected.append(
                Ghost(cells.index(there), Place(0, cells_before(case.axes, at), 2 * at[-1]))
            )
    assert list(topology.layout.ghosts) == expected


def test_a_ring_around_an_axis_with_ends_is_refused() -> None:
    with pytest.raises(ValueError, match="ring"):
        from_offsets(
            (range(3), range(5)),
            box_offsets(2),
            place=lambda y, x: (0, y, 2 * x),
            wrapped=(0,),
            ring={1: 1},
        )


def test_an_outline_without_cells_is_refused() -> None:
    with pytest.raises((ValueError, TopologyError)):
        from_offsets(
            (range(3), range(5)),
            box_offsets(2),
            place=lambda y, x: (0, y, 2 * x),
            outline=lambda y, x: False,
        )


def test_what_is_drawn_besides() -> None:
    topology = from_offsets(
        (range(1), range(3)),
        ((0, 1), (0, -1)),
        place=lambda y, x: (0, y, 2 * x),
        wrapped=(1,),
        titles=["ring"],
        captions=[Caption("a", Place(0, 0, 0), "left")],
        decorations=[Decoration("!", Place(0, 1, 0))],
        ghosts=[((0, 0), Place(0, 0, 6)), ((9, 9), Place(0, 0, 8))],
    )
    layout = topology.layout
    assert layout.titles == ("ring",)
    assert layout.captions == (Caption("a", Place(0, 0, 0), "left"),)
    assert layout.decorations == (Decoration("!", Place(0, 1, 0)),)
    assert layout.ghosts == (Ghost(0, Place(0, 0, 6)),)


def test_outlines_in_a_picture() -> None:
    def triangle(y: int, x: int) -> list[Point]:
        return [(x, y), (x + 1, y), (x, y + 1)]

    axes = (range(3), range(-1, 4))
    board = from_offsets(axes, box_offsets(2), place=lambda y, x: (0, y, 2 * x), polygon=triangle)
    polygons = board.layout.polygons
    assert polygons is not None
    assert len(polygons) == board.size
    assert list(polygons) == [tuple(triangle(y, x)) for y in axes[0] for x in axes[1]]
    assert polygons[6:8] == (((0, 1), (1, 1), (0, 2)), ((1, 1), (2, 1), (1, 2)))
    assert list(loads(dumps(board)).layout.polygons) == list(polygons)


@pytest.mark.parametrize(
    ("rows", "columns", "degree"),
    [
        (1, 1, 0), (1, 2, 1), (2, 1, 1), (1, 3, 2), (1, 4, 2), (2, 2, 3),
        (2, 3, 5), (3, 2, 5), (2, 4, 5), (3, 3, 8), (3, 5, 8),
    ],
)  # fmt: skip
def test_torus(rows: int, columns: int, degree: int) -> None:
    topology = torus(rows, columns)
    assert [topology.degree(cell) for cell in topology] == [degree] * (rows * columns)


def test_from_edges() -> None:
    towns = from_edges(
        ["oslo", "rome", "bern"],
        [("bern", "oslo"), ("oslo", "bern"), ("rome", "bern")],
        [(0, 0, 0), (0, 0, 2), (0, 1, 1)],
    )
    assert towns.adjacency == ((2,), (2,), (0, 1))
    assert list(towns.layout.places) == [(0, 0, 0), (0, 0, 2), (0, 1, 1)]
    assert towns.cell("rome") == 1


def test_from_edges_refuses() -> None:
    with pytest.raises(TopologyError, match="both labelled a"):
        from_edges(["a", "a"], [], [(0, 0, 0), (0, 0, 2)])
    with pytest.raises(TopologyError, match="own neighbor"):
        from_edges(["a"], [("a", "a")], [(0, 0, 0)])
    with pytest.raises(TopologyError, match="labels and 1 places"):
        from_edges(["a", "b"], [], [(0, 0, 0)])
    with pytest.raises(KeyError, match="b"):
        from_edges(["a"], [("a", "b")], [(0, 0, 0)])
