"""From a unit cell that is repeated along axes: a few kinds of cells, and how they touch."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product

from msweeper.layout import Caption, Decoration, Ghost, Layout, Place, Point
from msweeper.topology import Topology, check_labels

__all__ = ["from_tiling"]

Coordinate = tuple[int, ...]


def from_tiling(
    axes: Sequence[range],
    members: Sequence[str],
    shifts: Iterable[tuple[str, str, Coordinate]],
    *,
    place: Callable[..., tuple[int, int, int]],
    label: Callable[..., str] | None = None,
    outline: Callable[..., bool] | None = None,
    wrapped: Collection[int] = (),
    polygon: Callable[..., Iterable[Point]] | None = None,
    titles: Iterable[str] = (),
    captions: Iterable[Caption] = (),
    decorations: Iterable[Decoration] = (),
    ghosts: Iterable[tuple[str, Place]] = (),
) -> Topology:
    """Build a topology from copies of a unit cell.

    At each coordinate stands one cell of each of the `members`. The functions `place`, `label`,
    `outline` and `polygon` are called with the member and the coordinate, one argument an axis.

    Args:
        axes: the values of each coordinate, each a ``range`` with step 1.
        members: the names of the cells of a unit cell.
        shifts: ``(member, other, step)``: each `member` touches the `other` in the unit cell that
            is `step` away. One direction is enough.
        place: to ``(panel, row, column)``; cells are numbered in reading order of their places.
        label: to the label; without it ``coordinate,member``.
        outline: to whether that cell is there; all are if left out.
        wrapped: the axes that continue at the other end. A cell never becomes its own neighbor
            nor a neighbor twice, however short the axis.
        polygon: to the cell's outline in a picture, in units of one cell.
        titles, captions, decorations: see `msweeper.layout.Layout`.
        ghosts: a label and a second place for its cell.

    Cost: about 0.4 microseconds a neighbor.

    Raises:
        ValueError: a member that is not there or is named twice, a step of the wrong length or to
            the cell itself; an axis that is not there; no cell at all.
        TopologyError: a label that is repeated or cannot be typed.
    """
    if not axes or not set(wrapped) <= set(range(len(axes))):
        raise ValueError(f"wrapped {tuple(wrapped)} names an axis that is not there")
    if any(axis.step != 1 for axis in axes):
        raise ValueError("the values of an axis follow each other: its step must be 1")
    if not members or len(set(members)) < len(members):
        raise ValueError(f"the members {tuple(members)} need a name each")
    steps = _both_ways(shifts, members, len(axes))
    label = label or _plain_label
    found: list[tuple[tuple[int, int, int], int, Coordinate]] = []
    for coordinate in product(*axes):
        for m, member in enumerate(members):
            if outline is None or outline(member, *coordinate):
                found.append((place(member, *coordinate), m, coordinate))
    if not found:
        raise ValueError("there is no cell in these axes and this outline")
    found.sort()
    labels = tuple([label(members[m], *coordinate) for _, m, coordinate in found])
    check_labels(labels)
    numbers = {name: cell for cell, name in enumerate(labels)} if ghosts else {}
    layout = Layout(
        places=tuple([Place(*at) for at, _, _ in found]),
        titles=tuple(titles),
        captions=tuple(captions),
        decorations=tuple(decorations),
        ghosts=tuple(Ghost(numbers[name], Place(*at)) for name, at in ghosts),
        polygons=None
        if polygon is None
        else tuple([tuple(polygon(members[m], *at)) for _, m, at in found]),
    )
    cells = [(m, coordinate) for _, m, coordinate in found]
    return Topology.from_rows(*_rows(cells, axes, steps, frozenset(wrapped)), labels, layout)


def _plain_label(member: str, *coordinate: int) -> str:
    return ",".join([*map(str, coordinate), member])


def _both_ways(
    shifts: Iterable[tuple[str, str, Coordinate]], members: Sequence[str], dimensions: int
) -> list[set[tuple[int, Coordinate]]]:
    """Return, a member, the members that it touches and how far away their unit cells are."""
    number = {name: m for m, name in enumerate(members)}
    steps: list[set[tuple[int, Coordinate]]] = [set() for _ in members]
    for one, other, step in shifts:
        for name in (one, other):
            if name not in number:
                raise ValueError(f"a shift names {name}, which is none of {', '.join(members)}")
        if len(step) != dimensions:
            raise ValueError(f"the step {step} from {one} to {other} needs {dimensions} entries")
        if one == other and not any(step):
            raise ValueError(f"the step {step} leads from {one} to the cell itself")
        steps[number[one]].add((number[other], step))
        steps[number[other]].add((number[one], tuple(-d for d in step)))
    return steps


def _rows(
    cells: Sequence[tuple[int, Coordinate]],
    axes: Sequence[range],
    steps: Sequence[Collection[tuple[int, Coordinate]]],
    wrapped: frozenset[int],
) -> tuple[array[int], array[int]]:
    """Compile the compressed rows, a line of unit cells along the last axis at a time."""
    first, length = axes[-1].start, len(axes[-1])
    lines: defaultdict[tuple[int, Coordinate], list[int]] = defaultdict(lambda: [-1] * length)
    for cell, (m, coordinate) in enumerate(cells):
        lines[m, coordinate[:-1]][coordinate[-1] - first] = cell
    rows: list[tuple[int, ...]] = [()] * len(cells)
    for (m, prefix), line in lines.items():
        beside = []
        for other, step in steps[m]:
            there = tuple(
                axis.start + (x + d - axis.start) % len(axis) if i in wrapped else x + d
                for i, (x, d, axis) in enumerate(zip(prefix, step, axes, strict=False))
            )
            target = lines.get((other, there))
            if target is not None:
                beside.append(_shift(target, step[-1], len(axes) - 1 in wrapped))
        if beside:
            for cell, near in zip(line, zip(*beside, strict=True), strict=True):
                if cell >= 0:
                    rows[cell] = near
    starts = array("i", [0])
    flat = array("i")
    for cell, near in enumerate(rows):
        flat.extend(sorted({*near} - {-1, cell}))
        starts.append(len(flat))
    return starts, flat


def _shift(line: list[int], step: int, wraps: bool) -> list[int]:
    """Return what stands `step` after each entry, -1 beyond the ends."""
    if wraps:
        step %= len(line)
        return line[step:] + line[:step]
    if abs(step) >= len(line):
        return [-1] * len(line)
    return line[step:] + [-1] * step if step >= 0 else [-1] * -step + line[:step]
