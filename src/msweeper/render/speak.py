"""A view in words: for the side panel of the full screen, and for ears instead of eyes.

Labels hold no blank, so a list of them needs nothing but blanks, and a comma with a blank behind it
always stands between two things that are said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msweeper.actions import Verb
from msweeper.game import Change, Event
from msweeper.render.compass import around
from msweeper.render.text import header
from msweeper.topology import Topology
from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG, Status, View

__all__ = ["answer", "describe", "sentence", "some_labels", "survey"]

_STATES = {  # how a neighbor is listed, how a cell is introduced; "right" would be a direction
    CLOSED: ("closed", "is closed"),
    FLAG: ("flag", "has a flag"),
    MINE: ("mine", "is a mine"),
    HIT: ("exploded mine", "is a mine that went off"),
    RIGHT_FLAG: ("correct flag", "has a correct flag"),
    WRONG_FLAG: ("wrong flag", "has a wrong flag"),
}
_LINES = 200
"""How many numbers `survey` tells."""
_LABELS = 100
"""How many labels a list has before the rest is only counted."""


def describe(view: View, cell: int) -> tuple[str, ...]:
    """Return lines on `cell` and its neighbors: a neighbor a line, for a narrow panel.

    First what the cell shows; for an open number of a game that goes on, how many mines are still
    missing around it; then how many neighbors there are, and each with what it shows, numbered
    from 1: clockwise from straight up, those on other panels last.
    """
    near = around(view.topology, cell)
    return (
        *_head(view, cell),
        _neighbors(near),
        *(f"{number}. {_listed(view, other)}" for number, other in enumerate(near, 1)),
    )


def sentence(view: View, cell: int) -> str:
    """Return what `describe` says, on one line."""
    near = around(view.topology, cell)
    listed = ", ".join(_listed(view, other) for other in near)
    return f"{', '.join(_head(view, cell))}; {_neighbors(near)} {listed}".rstrip()


def _head(view: View, cell: int) -> Iterator[str]:
    code = view.cells[cell]
    yield f"{view.topology.label(cell)} {f'shows {code}' if code >= 0 else _STATES[code][1]}"
    if code >= 0 and not view.status.over:
        yield _missing(view, cell)


def _neighbors(near: tuple[int, ...]) -> str:
    if not near:
        return "no neighbors"
    return f"{len(near)} neighbors clockwise:" if len(near) > 1 else "1 neighbor:"


def _listed(view: View, cell: int) -> str:
    code = view.cells[cell]
    return f"{view.topology.label(cell)} {f'shows {code}' if code >= 0 else _STATES[code][0]}"


def _missing(view: View, cell: int) -> str:
    """Return how the flags around an open cell stand to its number."""
    cells = view.cells
    near = view.topology.near[cell]
    count = cells[cell] - sum(1 for other in near if cells[other] == FLAG)
    if count < 0:
        return f"{_some(-count, 'flag')} too many"
    return f"{_some(count, 'mine')} still missing" if count else "no mine missing"


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def answer(view: View, event: Event, *, redo: bool = False) -> str:
    """Return one sentence on what `event` has done; `view` is the one after it.

    An undone event is told by the view, which shows again what was shown before it; whether it was
    done for the second time only the caller knows (`redo`). Nothing is told that `view` does not
    show. Cost: linear in the changes, and one count of the closed cells.
    """
    if view.cells[event.cells[0]] == event.before[0]:
        return _undone(view, event)
    verb, cell = event.action.verb, event.action.cell
    label = view.topology.label(cell)
    if verb is Verb.FLAG:
        told = f"{_flagged(event, label)}, {_some(view.mines_left, 'mine')} left"
    elif verb is Verb.OPEN:
        opened = _opened(event)
        told = f"opened {_result(view.topology, opened.pop(cell))}"
        if opened:
            told += f", and {_some(len(opened), 'cell')} around it"
        told += _after(view, flooded=bool(opened))
    else:
        opened = _opened(event)
        near = [opened.pop(other) for other in view.topology.near[cell] if other in opened]
        told = f"chord on {label} opened "
        told += ", ".join(_result(view.topology, change) for change in near)
        if opened:
            told += f", and {_some(len(opened), 'cell')} around them"
        told += _after(view, flooded=bool(opened))
    return f"again: {told}" if redo else told


def _undone(view: View, event: Event) -> str:
    label = view.topology.label(event.action.cell)
    if event.action.verb is Verb.FLAG:
        return f"undone: {_flagged(event, label)}, {_some(view.mines_left, 'mine')} left"
    told = f"undone: {event.action.verb} {label}, {_some(len(_opened(event)), 'cell')} closed again"
    return told + ("; the game goes on" if event.status.over else _after(view, flooded=True))


def _opened(event: Event) -> dict[int, Change]:
    """Return the changes of the cells that were opened, mines too: not what the end uncovered."""
    changes = map(Change, event.cells, event.before, event.after)
    return {change.cell: change for change in changes if change.after >= 0 or change.after == HIT}


def _flagged(event: Event, label: str) -> str:
    return f"flag {'on' if event.after[0] == FLAG else 'off'} {label}"


def _result(topology: Topology, change: Change) -> str:
    return f"{topology.label(change.cell)}: {'a mine' if change.after == HIT else change.after}"


def _after(view: View, *, flooded: bool) -> str:
    if view.status.over:
        return f"; the game is {view.status}"
    return f"; {_some(view.closed, 'closed cell')} left" if flooded else ""


def survey(view: View) -> tuple[str, ...]:
    """Return the board in lines: all that a picture would tell to somebody who goes on from here.

    One line on the whole; then the flags; then in cell order each open number that has a closed
    neighbor without a flag, and these neighbors; then the closed cells that touch no open one. At
    the end of a game: the mines, those that went off, and the flags. Long lists end with a count.
    Cost: one pass over the board.
    """
    topology, cells = view.topology, view.cells
    lines = [
        f"{header(view)}: {view.status}, {_some(view.mines_left, 'mine')} left,"
        f" {view.closed} of {_some(topology.size, 'cell')} closed"
    ]
    ends = {
        "flags": FLAG,
        "went off": HIT,
        "other mines": MINE,
        "correct flags": RIGHT_FLAG,
        "wrong flags": WRONG_FLAG,
    }
    for what, code in ends.items():
        found = [cell for cell, shown in enumerate(cells) if shown == code] if code in cells else []
        if found:
            lines.append(f"{what}: {some_labels(topology, found)}")
    if view.status.over or view.status is Status.READY:
        return tuple(lines)
    told = [cell for cell in topology if cells[cell] >= 0 and _closed_around(view, cell)]
    for cell in islice(told, _LINES):
        lines.append(
            f"{topology.label(cell)} shows {cells[cell]}, {_missing(view, cell)};"
            f" closed around it: {some_labels(topology, _closed_around(view, cell))}"
        )
    if len(told) > _LINES:
        lines.append(f"and {_some(len(told) - _LINES, 'number')} more; look LABEL tells of a cell")
    near = topology.near
    apart = [
        cell
        for cell in topology
        if cells[cell] == CLOSED and all(cells[other] < 0 for other in near[cell])
    ]
    if apart:
        lines.append(f"closed beside no open cell: {some_labels(topology, apart)}")
    return tuple(lines)


def _closed_around(view: View, cell: int) -> list[int]:
    cells = view.cells
    return [other for other in view.topology.near[cell] if cells[other] == CLOSED]


def some_labels(topology: Topology, cells: Iterable[int]) -> str:
    """Return the labels of `cells` with blanks between them; of many, the first and a count."""
    cells = list(cells)
    text = " ".join(topology.label(cell) for cell in cells[:_LABELS])
    return f"{text} and {len(cells) - _LABELS} more" if len(cells) > _LABELS else text
