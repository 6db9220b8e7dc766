"""Tilings against every shift from every cell, one by one."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import TopologyError
from msweeper.lattice import box_offsets, from_offsets, from_polygons, from_tiling
from msweeper.layout import Caption, Decoration, Ghost, Place
from msweeper.topology import Topology

Coordinate = tuple[int, ...]
Cell = tuple[str, Coordinate]


@dataclass(frozen=True)
class Case:
    """A tiling as its author would say it."""

    axes: tuple[range, ...]
    members: str
    shifts: tuple[tuple[str, str, Coordinate], ...]
    holes: frozenset[Cell]
    wrapped: frozenset[int]

    def place(self, member: str, *at: int) -> tuple[int, int, int]:
        """Members one below the other, the later ones first."""
        row = 0
        for axis, value in zip(self.axes[:-1], at, strict=False):
            row = row * len(axis) + value - axis.start
        return 0, 10 * row - self.members.index(member), 2 * at[-1]

    def cells(self) -> list[Cell]:
        found = [(m, at) for at in product(*self.axes) for m in self.members]
        found = [cell for cell in found if cell not in self.holes]
        return sorted(found, key=lambda cell: self.place(cell[0], *cell[1]))

    def adjacency(self) -> list[list[int]]:
        cells = self.cells()
        touching: set[tuple[Cell, Cell]] = set()
        for member, at in cells:
            for one, other, step in self.shifts:
                if one == member:
                    there = self.wrap(tuple(x + d for x, d in zip(at, step, strict=True)))
                    touching |= {((member, at), (other, there)), ((other, there), (member, at))}
        return [[i for i, there in enumerate(cells) if (here, there) in touching and here != there]
                for here in cells]  # fmt: skip

    def wrap(self, at: Coordinate) -> Coordinate:
        found = []
        for i, (value, axis) in enumerate(zip(at, self.axes, strict=True)):
            while i in self.wrapped and value < axis.start:
                value += len(axis)
            while i in self.wrapped and value >= axis.stop:
                value -= len(axis)
            found.append(value)
        return tuple(found)

    def build(self) -> Topology:
        return from_tiling(
            self.axes,
            self.members,
            self.shifts,
            place=self.place,
            outline=(lambda m, *at: (m, at) not in self.holes) if self.holes else None,
            wrapped=self.wrapped,
        )


@st.composite
def cases(draw: st.DrawFn) -> Case:
    dimensions = draw(st.integers(1, 3))
    axes = tuple(
        range(start, start + length)
        for start, length in draw(
            st.lists(
                st.tuples(st.integers(-3, 3), st.integers(1, 5 - dimensions)),
                min_size=dimensions,
                max_size=dimensions,
            )
        )
    )
    members = "abc"[: draw(st.integers(1, 3))]
    member = st.sampled_from(members)
    shift = st.tuples(member, member, st.tuples(*[st.integers(-3, 3)] * dimensions))
    shifts = draw(st.lists(shift.filter(lambda s: s[0] != s[1] or any(s[2])), max_size=9))
    everywhere = [(m, at) for at in product(*axes) for m in members]
    holes = draw(st.sets(st.sampled_from(everywhere), max_size=len(everywhere) - 1))
    wrapped = draw(st.sets(st.integers(0, dimensions - 1)))
    return Case(axes, members, tuple(shifts), frozenset(holes), frozenset(wrapped))


@settings(max_examples=300)
@given(cases())
def test_against_the_oracle(case: Case) -> None:
    topology = case.build()
    cells = case.cells()
    assert [list(row) for row in topology.adjacency] == case.adjacency()
    assert list(topology.labels) == [f"{','.join(map(str, at))},{m}" for m, at in cells]
    assert list(topology.layout.places) == [case.place(m, *at) for m, at in cells]
    assert Topology(topology.adjacency, topology.labels, topology.layout) == topology


@pytest.mark.parametrize("wrapped", [(), (0,), (1,), (0, 1)])
def test_one_member_is_a_lattice_of_offsets(wrapped: tuple[int, ...]) -> None:
    axes = (range(1, 4), range(1, 6))
    tiling = from_tiling(
        axes,
        ["cell"],
        [("cell", "cell", step) for step in ((0, 1), (1, -1), (1, 0), (1, 1))],
        place=lambda _, y, x: (0, y, 2 * x),
        label=lambda _, y, x: f"{y},{x}",
        wrapped=wrapped,
    )
    offsets = from_offsets(axes, box_offsets(2), place=lambda y, x: (0, y, 2 * x), wrapped=wrapped)
    assert tiling.fingerprint == offsets.fingerprint


def test_bricks_are_the_polygons_that_they_look_like() -> None:
    """Two kinds of bricks in turn, each shifted by half against the rows beside it."""
    tiling = from_tiling(
        (range(2), range(3)),
        ("upper", "lower"),
        [("upper", "lower", (0, 0)), ("upper", "lower", (0, -1)), ("upper", "upper", (0, 1)),
         ("lower", "lower", (0, 1)), ("lower", "upper", (1, 0)), ("lower", "upper", (1, 1))],
        place=lambda kind, y, x: (0, 2 * y + (kind == "lower"), 4 * x + 2 * (kind == "lower")),
    )  # fmt: skip
    bricks = []
    for y, x in product(range(4), range(3)):
        left = 2 * x + y % 2
        corners = [(left + dx, y + dy) for dx, dy in
                   ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))]  # fmt: skip
        bricks.append((f"{y // 2},{x},{'lower' if y % 2 else 'upper'}", corners, (0, y, 2 * left)))
    assert tiling.fingerprint == from_polygons(bricks, touch="edge").fingerprint


def test_what_is_drawn_besides() -> None:
    board = from_tiling(
        [range(3)],
        "ab",
        [("a", "b", (0,)), ("b", "a", (1,))],
        place=lambda m, x: (0, 0, 4 * x + 2 * (m == "b")),
        wrapped=[0],
        polygon=lambda m, x: [(x, 0), (x + 1, 0), (x, 1 if m == "a" else -1)],
        titles=["ring"],
        captions=[Caption("a", Place(0, 0, 0), "left")],
        decorations=[Decoration("!", Place(0, 1, 0))],
        ghosts=[("2,b", Place(0, 0, -2))],
    )
    assert board.adjacency == ((1, 5), (0, 2), (1, 3), (2, 4), (3, 5), (0, 4))
    layout = board.layout
    assert layout.titles == ("ring",)
    assert layout.captions == (Caption("a", Place(0, 0, 0), "left"),)
    assert layout.decorations == (Decoration("!", Place(0, 1, 0)),)
    assert layout.ghosts == (Ghost(5, Place(0, 0, -2)),)
    assert layout.polygon(3) == ((1, 0), (2, 0), (1, -1))
    assert pickle.loads(pickle.dumps(board)).layout.polygon(3) == layout.polygon(3)


@pytest.mark.parametrize(
    ("axes", "members", "shift", "wrapped", "why"),
    [
        ([range(3)], "ab", ("a", "c", (0,)), (), "a shift names c, which is none of a, b"),
        ([range(3)], "ab", ("a", "b", (0, 1)), (), "needs 1 entries"),
        ([range(3)], "ab", ("a", "a", (0,)), (), "to the cell itself"),
        ([range(3)], "aa", ("a", "a", (1,)), (), "a name each"),
        ([range(3)], "", ("a", "a", (1,)), (), "a name each"),
        ([range(3)], "a", ("a", "a", (1,)), (1,), "names an axis that is not there"),
        ([], "a", ("a", "a", ()), (), "names an axis that is not there"),
        ([range(0, 6, 2)], "a", ("a", "a", (1,)), (), "its step must be 1"),
        ([range(0)], "a", ("a", "a", (1,)), (), "no cell"),
    ],
)
def test_tilings_that_break_a_rule(
    axes: list[range],
    members: str,
    shift: tuple[str, str, Coordinate],
    wrapped: tuple[int, ...],
    why: str,
) -> None:
    with pytest.raises(ValueError, match=why):
        from_tiling(axes, members, [shift], place=lambda m, x: (0, 0, 2 * x), wrapped=wrapped)


def test_labels_are_checked() -> None:
    with pytest.raises(TopologyError, match="both labelled x"):
        from_tiling([range(2)], "a", [], place=lambda m, x: (0, 0, 2 * x), label=lambda m, x: "x")
