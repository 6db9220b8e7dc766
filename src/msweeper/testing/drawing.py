"""Checks of the layout: that it can be drawn, read back, and walked through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from msweeper.errors import MsweeperError
from msweeper.game import Game
from msweeper.layout import Caption, Decoration, Place
from msweeper.render.arrange import arrange
from msweeper.render.compass import Heading, compass
from msweeper.render.glyphs import ASCII, UNICODE
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.testing.contract import CheckFailed, NotTried, at, breach, check
from msweeper.testing.graph import GRAPH
from msweeper.testing.moves import played
from msweeper.testing.subject import LOOKED_AT, Subject
from msweeper.topology import Topology
from msweeper.view import View

__all__ = [
    "check_captions",
    "check_drawn_once",
    "check_motions",
    "check_picture_back",
    "check_places",
    "check_polygons",
    "check_reading_order",
]

_WIDE = 1_000_000  # characters: every panel beside the other


@check()
def check_places(subject: Subject) -> None:
    """Every cell has a place of its own, and two in a row are at least two half columns apart."""
    for topology, *_ in subject.boards:
        layout = topology.layout
        if len(layout) != topology.size:
            raise CheckFailed(
                f"it has {topology.size} cells and {len(layout)} places", spec=topology.spec
            )
        taken: dict[tuple[int, int, int], int] = {}
        for cell, place in enumerate(layout.places):
            if not (isinstance(place, Place) and all(type(value) is int for value in place)):
                raise breach(topology, cell, f"{at(topology, cell)} stands at {place!r}: no Place")
            for half in (place.column, place.column + 1):
                other = taken.setdefault((place.panel, place.row, half), cell)
                if other != cell:
                    raise breach(
                        topology,
                        cell,
                        f"{at(topology, other)} and {at(topology, cell)} are drawn over each other"
                        f" at panel {place.panel}, row {place.row}, column {half}",
                    )
        for ghost in layout.ghosts:
            if not 0 <= ghost.cell < topology.size:
                raise CheckFailed(f"a ghost repeats cell {ghost.cell}", spec=topology.spec)
            panel, row, column = ghost.place
            for half in (column, column + 1):
                covered = taken.get((panel, row, half))
                if covered is not None:
                    raise breach(
                        topology,
                        covered,
                        f"a ghost of {at(topology, ghost.cell)} is drawn over"
                        f" {at(topology, covered)}",
                    )
        panels = {place.panel for place in layout.places}
        missing = min(set(range(layout.panels)) - panels, default=min(panels))
        if missing not in panels or missing < 0:
            raise CheckFailed(f"panel {missing} holds no cell", spec=topology.spec)


@check("places")
def check_reading_order(subject: Subject) -> None:
    """The order of cells is reading order of the picture: panel, then row, then column."""
    for topology, *_ in subject.boards:
        places = topology.layout.places
        for cell, (one, other) in enumerate(pairwise(places), 1):
            if one > other:
                raise breach(
                    topology,
                    cell,
                    f"{at(topology, cell)} stands at {tuple(other)}, before"
                    f" {at(topology, cell - 1)} at {tuple(one)}",
                )


@check("places")
def check_captions(subject: Subject) -> None:
    """Titles, captions and decorations belong to a panel and are seen whole in the picture."""
    for topology, *_ in subject.small:
        layout = topology.layout
        if len(layout.titles) not in (0, layout.panels):
            raise CheckFailed(
                f"it has {len(layout.titles)} titles and {layout.panels} panels",
                spec=topology.spec,
            )
        beside: list[Caption | Decoration] = [*layout.captions, *layout.decorations]
        for one in beside:
            if not 0 <= one.place.panel < layout.panels:
                raise CheckFailed(f"{one.text!r} stands on no panel", spec=topology.spec)
            if one.text != one.text.strip() or not (one.text.isascii() and one.text.isprintable()):
                raise CheckFailed(f"{one.text!r} is no plain text", spec=topology.spec)
        wanted = sum(len(text.replace(" ", "")) for text in layout.titles)
        wanted += sum(len(one.text.replace(" ", "")) for one in beside)
        bare = replace(layout, titles=(), captions=(), decorations=())
        frame = Topology.from_rows(*topology.rows, topology.labels, bare)
        found = _characters(topology) - _characters(frame)
        if found != wanted:
            raise CheckFailed(
                f"{wanted} characters of text stand beside the cells, {found} are seen:"
                " some are drawn over others",
                spec=topology.spec,
            )


def _characters(topology: Topology) -> int:
    """Return how many characters stand beside the cells."""
    lines = arrange(topology, width=_WIDE).lines
    return sum(not c.isspace() for line in lines for c in line)


@check("places")
def check_drawn_once(subject: Subject) -> None:
    """The picture shows every cell once, each apart from the others."""
    for topology, *_ in subject.small:
        for compact in (False, True):
            arrangement = arrange(topology, compact=compact)
            taken: dict[tuple[int, int], int] = {}
            for cell, (line, x) in enumerate(arrangement.at):
                for character in range(x, x + arrangement.cell_width):
                    other = taken.setdefault((line, character), cell)
                    if other != cell:
                        raise breach(
                            topology, cell, f"{at(topology, cell)} covers {at(topology, other)}"
                        )
            ghosts = len(topology.layout.ghosts)
            text = picture(View.of(topology, 0), compact=compact, glyphs=UNICODE)
            closed = text.count(UNICODE.closed)
            if closed != topology.size + ghosts:
                raise CheckFailed(
                    f"the picture shows {closed} closed cells, it has {topology.size}"
                    + (f" and {ghosts} ghosts" if ghosts else ""),
                    spec=topology.spec,
                )


@check("drawn-once", "labels-back", *GRAPH)
def check_picture_back(subject: Subject) -> None:
    """What is drawn is read back as the same position, in both glyph sets, compact or not."""
    for topology, *_ in subject.small:
        for view in _views(topology):
            for glyphs in (ASCII, UNICODE):
                for compact in (False, True):
                    text = picture(view, glyphs=glyphs, compact=compact)
                    _read_back(topology, view, text, f"{glyphs.name}, compact {compact}")


def _views(topology: Topology) -> Iterator[View]:
    """Yield positions with all that a cell can show: at the beginning, in a game, at its end."""
    yield View.of(topology, 0)
    for number in range(2):
        game = Game(topology, min(topology.size // 4, topology.size - 1), seed=f"picture/{number}")
        views = [view for _, view in played(game, f"moves/{number}")]
        yield from views[:: max(1, len(views) // 4)]
        yield game.view


def _read_back(topology: Topology, view: View, text: str, how: str) -> None:
    try:
        again = read(text, topology, view.mines)
    except MsweeperError as error:
        raise CheckFailed(
            f"its picture ({how}) cannot be read: {error}", spec=topology.spec
        ) from error
    for cell in topology:
        if again.cells[cell] != view.cells[cell]:
            raise breach(
                topology,
                cell,
                f"{at(topology, cell)} shows {view.shows(cell)} and is read as"
                f" {again.shows(cell)} ({how})",
            )
    if again != view:
        raise CheckFailed(f"its picture ({how}) is read as {again.status}", spec=topology.spec)


@check("places")
def check_motions(subject: Subject) -> None:
    """The cursor's motions lead from every cell to every other one."""
    walked = [board for board in subject.boards if board.topology.size <= LOOKED_AT]
    if not walked:
        raise NotTried(f"not tried: it has more than {LOOKED_AT:,} cells")
    for topology, *_ in walked:
        where = compass(topology.layout)
        ways: list[set[int]] = [set() for _ in topology]
        back: list[set[int]] = [set() for _ in topology]
        for cell in topology:
            for heading in Heading:
                there = where.step(cell, heading).cell
                ways[cell].add(there)
                back[there].add(cell)
        reached, returned = _reached(ways), _reached(back)
        for cell in topology:
            if cell not in reached:
                raise breach(topology, cell, f"no motions lead to {at(topology, cell)}")
            if cell not in returned:
                raise breach(topology, cell, f"no motions lead away from {at(topology, cell)}")


def _reached(ways: Sequence[set[int]]) -> set[int]:
    """Return the cells to which `ways` lead from cell 0."""
    found, stack = {0}, [0]
    while stack:
        for cell in ways[stack.pop()] - found:
            found.add(cell)
            stack.append(cell)
    return found


@check("places")
def check_polygons(subject: Subject) -> str:
    """Every cell has an outline of at least three points that encloses an area."""
    if all(board.topology.layout.polygons is None for board in subject.boards):
        raise NotTried("it gives no outlines: each cell is drawn as a unit square")
    for topology, *_ in subject.boards:
        polygons = topology.layout.polygons
        if polygons is None:
            continue
        if len(polygons) != topology.size:
            raise CheckFailed(
                f"it has {topology.size} cells and {len(polygons)} outlines", spec=topology.spec
            )
        for cell, points in enumerate(polygons):
            turns = zip(points, (*points[1:], points[0]), strict=True) if points else ()
            area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)
            if len(points) < 3 or not abs(area) > 1e-9 or area != area:
                raise breach(
                    topology, cell, f"the outline of {at(topology, cell)} encloses nothing"
                )
    return "enclose an area each"
