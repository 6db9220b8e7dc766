"""From steps on integer axes: boxes and outlines in any number of dimensions, wrapped or not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import add

from msweeper.lattice.coordinates import (
    Coordinate,
    Coordinates,
    Labels,
    Places,
    Polygons,
    find_runs,
)
from msweeper.lattice.gluing import Gluing
from msweeper.lattice.rows import Steps, compress
from msweeper.layout import Caption, Decoration, Ghost, Layout, Place, Point
from msweeper.topology import Topology

__all__ = ["box_offsets", "from_offsets", "side_offsets"]


def box_offsets(dimensions: int) -> tuple[Coordinate, ...]:
    """Return the ``3**dimensions - 1`` steps to all that touch by side, edge or corner."""
    zero = (0,) * dimensions
    return tuple(step for step in product((-1, 0, 1), repeat=dimensions) if step != zero)


def side_offsets(dimensions: int) -> tuple[Coordinate, ...]:
    """Return the ``2 * dimensions`` steps to all that touch by a whole side."""
    return tuple(step for step in box_offsets(dimensions) if sum(map(abs, step)) == 1)


def from_offsets(
    axes: Sequence[range],
    offsets: Iterable[Coordinate] | Callable[..., Iterable[Coordinate]],
    *,
    place: Callable[..., tuple[int, int, int]],
    outline: Callable[..., bool] | None = None,
    wrapped: Collection[int] = (),
    flipped: Mapping[int, int] | None = None,
    label_order: Sequence[int] | None = None,
    titles: Iterable[str] = (),
    across: int = 0,
    captions: Iterable[Caption] = (),
    decorations: Iterable[Decoration] = (),
    ghosts: Iterable[tuple[Coordinate, Place]] = (),
    polygon: Callable[..., Iterable[Point]] | None = None,
    ring: Mapping[int, int] | None = None,
) -> Topology:
    """Build a topology whose cells are integer coordinates and whose neighbors are steps.

    Args:
        axes: the values of each coordinate, slowest first: the order of cells, so choose them
            in reading order. Each is a ``range`` with step 1.
        offsets: the steps to the neighbors, in any order; with each its opposite. Where they
            depend on the row, a function of all coordinates but the last that returns them.
        place: coordinate (one argument an axis) to ``(panel, row, column)``, columns in half
            cells.
        outline: coordinate to whether a cell stands there; all of the box if left out.
        wrapped: the axes that continue at the other end. A cell never becomes its own neighbor
            nor a neighbor twice, however short the axis.
        flipped: axes that continue at the other end in a mirror, each with the axis that is
            mirrored: ``{1: 0}`` is a Moebius strip, and with ``wrapped=[0]`` a Klein bottle.
        label_order: the axes in the order in which labels write them.
        titles, across, captions, decorations: see `msweeper.layout.Layout`.
        ghosts: a coordinate and a second place for its cell.
        polygon: coordinate to the outline in a picture; the square at its place if left out.
        ring: axes without ends, each with how many steps beyond its ends ghosts are drawn, at the
            places that `place` gives for coordinates there.

    Cost: for a box about 0.01 microseconds a neighbor and 3 a row. With an outline a call of it and
    0.3 microseconds a coordinate of the box, and 5 to 20 for each run of cells along the last axis.
    Where the last axis is flipped, 0.3 a neighbor and 20 a row, since no two rows are as far from
    their mirrors; other flipped axes cost nothing.

    Raises:
        ValueError: an offset without its opposite, of the wrong length or to the cell itself, or
            not in the mirror of a flipped axis; axes that are not there, or flipped in a way that
            makes no surface; no cell at all.
    """
    numbers = range(len(axes))
    order = tuple(numbers if label_order is None else label_order)
    if not numbers or sorted(order) != list(numbers):
        raise ValueError(f"label_order {order} must name each of {len(axes)} axes once")
    if any(axis.step != 1 for axis in axes):
        raise ValueError("the values of an axis follow each other: its step must be 1")
    gluing = Gluing(axes, wrapped, flipped or {})
    coordinates = Coordinates(find_runs(axes, outline))
    if not len(coordinates):
        raise ValueError("there is no cell in these axes and this outline")
    steps: Steps | Callable[[Coordinate], Steps]
    if callable(offsets):
        steps = _steps_of_rows(offsets, coordinates, gluing)
    else:
        steps = _checked(frozenset(offsets), gluing)
    starts, flat = compress(coordinates, steps, gluing, whole=outline is None)
    beyond = _beyond(gluing, place, ring or {})
    seen = ((coordinates.find(at), to) for at, to in (*ghosts, *beyond))
    layout = Layout(
        places=Places(coordinates, place),
        titles=tuple(titles),
        captions=tuple(captions),
        decorations=tuple(decorations),
        ghosts=tuple(Ghost(cell, Place(*to)) for cell, to in seen if cell is not None),
        polygons=None if polygon is None else Polygons(coordinates, polygon),
        across=across,
    )
    return Topology.from_rows(starts, flat, Labels(coordinates, order), layout)


def _checked(steps: Steps, gluing: Gluing) -> Steps:
    """Return `steps` that hold everywhere, or raise ValueError for the first bad one."""
    _check_shape(steps, gluing)
    for step in sorted(steps):
        if tuple(-d for d in step) not in steps:
            raise ValueError(f"the offset {step} needs its opposite beside it")
        for axis in gluing.flipped.values():
            if (*step[:axis], -step[axis], *step[axis + 1 :]) not in steps:
                raise ValueError(
                    f"the offset {step} needs its mirror image beside it: axis {axis} is mirrored"
                )
    return steps


def _check_shape(steps: Steps, gluing: Gluing) -> None:
    for step in steps:
        if len(step) != len(gluing.axes):
            raise ValueError(f"the offset {step} needs {len(gluing.axes)} entries")
        if not any(step):
            raise ValueError(f"the offset {step} leads to the cell itself")


def _steps_of_rows(
    offsets: Callable[..., Iterable[Coordinate]], coordinates: Coordinates, gluing: Gluing
) -> Callable[[Coordinate], Steps]:
    """Return `offsets` as sets that are made once, checked to go both ways between rows."""
    if gluing.flipped:
        raise ValueError("offsets that depend on the row go with no flipped axis")

    known: dict[Steps, Steps] = {}

    @cache
    def steps(prefix: Coordinate) -> Steps:
        found = frozenset(offsets(*prefix))
        if found not in known:
            _check_shape(found, gluing)
        return known.setdefault(found, found)

    fit: set[tuple[Steps, Coordinate, Steps]] = set()  # steps, to which row, and its steps
    for prefix in coordinates.runs:
        here = steps(prefix)
        for shift in {step[:-1] for step in here}:
            there, _ = gluing.glue(tuple(map(add, prefix, shift)))
            if there not in coordinates.runs or (here, shift, steps(there)) in fit:
                continue
            for step in here:
                if step[:-1] == shift and tuple(-d for d in step) not in steps(there):
                    raise ValueError(f"the offset {step} at {prefix} has no opposite at {there}")
            fit.add((here, shift, steps(there)))
    return steps


def _beyond(
    gluing: Gluing, place: Callable[..., tuple[int, int, int]], ring: Mapping[int, int]
) -> Iterator[tuple[Coordinate, Place]]:
    """Yield what is seen beyond the ends of the axes: a coordinate and where it is drawn."""
    if not set(ring) <= gluing.around:
        raise ValueError(f"ring {dict(ring)} names an axis that has ends")
    wide = [
        range(axis.start - ring.get(i, 0), axis.stop + ring.get(i, 0))
        for i, axis in enumerate(gluing.axes)
    ]
    last, wide_last = gluing.axes[-1], wide[-1]
    ends = (*range(wide_last.start, last.start), *range(last.stop, wide_last.stop))
    for prefix in product(*wide[:-1]):
        inside = all(x in axis for x, axis in zip(prefix, gluing.axes, strict=False))
        for x in ends if inside else wide_last:
            there, _ = gluing.glue((*prefix, x))
            yield there, Place(*place(*prefix, x))
