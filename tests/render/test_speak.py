"""Speech: literals on small boards, then sentences read back and held against the view."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.game import Event, Game
from msweeper.render.compass import around
from msweeper.render.speak import answer, describe, sentence, survey
from msweeper.topology import Topology
from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG, Status, View
from tests.support import ANY, any_topology, cube, games, graph, hexagon, names, square

LISTED = {
    "closed": CLOSED,
    "flag": FLAG,
    "mine": MINE,
    "exploded mine": HIT,
    "correct flag": RIGHT_FLAG,
    "wrong flag": WRONG_FLAG,
}
TOLD = {
    "is closed": CLOSED,
    "has a flag": FLAG,
    "is a mine": MINE,
    "is a mine that went off": HIT,
    "has a correct flag": RIGHT_FLAG,
    "has a wrong flag": WRONG_FLAG,
}


def code(text: str, states: dict[str, int]) -> int:
    number = re.fullmatch(r"shows (\d+)", text)
    return int(number[1]) if number else states[text]


def missing(text: str) -> int:
    """Read how many mines are missing, below 0 where there are too many flags."""
    if text == "no mine missing":
        return 0
    found = re.fullmatch(r"(\d+) (mines?) still missing|(\d+) (flags?) too many", text)
    assert found is not None, text
    count = int(found[1] or found[3])
    assert count > 0
    assert (found[2] or found[4]).endswith("s") is (count != 1)
    return count if found[1] else -count


def item(topology: Topology, text: str, states: dict[str, int]) -> tuple[int, int]:
    label, _, state = text.partition(" ")
    return topology.cell(label), code(state, states)


def labels(topology: Topology, text: str) -> list[int]:
    return [topology.cell(label) for label in text.split(" ")]


Read = tuple[tuple[int, int], int | None, list[tuple[int, int]]]


def read_sentence(topology: Topology, text: str) -> Read:
    """Read back the cell with its code, what is missing around it, and its neighbors."""
    head, _, rest = text.partition("; ")
    first, *lacking = head.split(", ")
    count, _, listed = rest.partition(": ") if ": " in rest else (rest, "", "")
    near = [item(topology, part, LISTED) for part in listed.split(", ")] if listed else []
    assert_count(count, len(near))
    own = item(topology, first, TOLD)
    return own, missing(lacking[0]) if lacking else None, near


def assert_count(text: str, count: int) -> None:
    expected = {0: "no neighbors", 1: "1 neighbor"}.get(count, f"{count} neighbors clockwise")
    assert text == expected


def read_lines(topology: Topology, lines: tuple[str, ...]) -> Read:
    """Read `describe` back; the same as `read_sentence`."""
    first, *rest = lines
    lacking = None if "neighbor" in rest[0] else missing(rest.pop(0))
    count, *listed = rest
    near = []
    for number, line in enumerate(listed, 1):
        assert line.startswith(f"{number}. ")
        near.append(item(topology, line.partition(". ")[2], LISTED))
    assert_count(count.removesuffix(":"), len(near))
    return item(topology, first, TOLD), lacking, near


@given(games(any_topology()), st.data())
def test_a_cell_is_told_as_the_view_has_it(game: Game, data: st.DataObject) -> None:
    view, topology = game.view, game.topology
    cell = data.draw(st.integers(0, topology.size - 1))
    flags = sum(view.shows(other).endswith("flag") for other in topology.neighbors(cell))
    goes_on = view.cells[cell] >= 0 and view.status in (Status.READY, Status.PLAYING)
    expected = (
        (cell, view.cells[cell]),
        view.cells[cell] - flags if goes_on else None,
        [(other, view.cells[other]) for other in around(topology, cell)],
    )
    assert read_sentence(topology, sentence(view, cell)) == expected
    assert read_lines(topology, describe(view, cell)) == expected
    assert "\n" not in sentence(view, cell)


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_a_neighbor_fits_into_a_narrow_panel(topology: Topology) -> None:
    ends = View(topology, 0, array("i", [HIT]) * topology.size, Status.LOST)
    for cell in topology:
        assert max(map(len, describe(ends, cell)[1:])) <= 28


def expect_survey(view: View) -> tuple[dict[str, list[int]], dict[int, tuple[int, int, list[int]]]]:
    """Count cell by cell what a survey should hold: the lists, and the numbers not done."""
    cells, topology = list(enumerate(view.cells)), view.topology
    codes = [
        ("flags", FLAG),
        ("went off", HIT),
        ("other mines", MINE),
        ("correct flags", RIGHT_FLAG),
        ("wrong flags", WRONG_FLAG),
    ]
    lists = {name: [c for c, shown in cells if shown == wanted] for name, wanted in codes}
    numbers = {}
    if view.status is Status.PLAYING:
        reached: set[int] = set()
        for cell, shown in cells:
            near = topology.neighbors(cell)
            closed = [other for other in near if view.cells[other] == CLOSED]
            if shown >= 0 and closed:
                flags = sum(view.cells[other] == FLAG for other in near)
                numbers[cell] = shown, shown - flags, closed
                reached |= set(closed)
        apart = [c for c, shown in cells if shown == CLOSED and c not in reached]
        lists["closed beside no open cell"] = apart
    return {name: found for name, found in lists.items() if found}, numbers


@given(games(any_topology()))
def test_a_survey_holds_what_is_shown_and_nothing_else(game: Game) -> None:
    view, topology = game.view, game.topology
    first, *rest = survey(view)
    assert first == (
        f"{topology.spec}@{view.mines}: {view.status}, {view.mines_left} mine"
        f"{'' if view.mines_left == 1 else 's'} left,"
        f" {view.closed} of {topology.size} cell{'' if topology.size == 1 else 's'} closed"
    )
    lists: dict[str, list[int]] = {}
    numbers = {}
    for line in rest:
        found = re.fullmatch(r"(\S+) shows (\d+), (.+); closed around it: (.+)", line)
        if found is not None:
            closed = labels(topology, found[4])
            numbers[topology.cell(found[1])] = int(found[2]), missing(found[3]), closed
        else:
            name, _, listed = line.partition(": ")
            lists[name] = labels(topology, listed)
    assert (lists, numbers) == expect_survey(view)
    assert list(numbers) == sorted(numbers)


def test_a_survey_of_a_huge_board_ends() -> None:
    board = square(60, 61)
    chess = Game(board, minefield=[cell for cell in board if cell % 2])
    for cell in islice((cell for cell in board if not cell % 2), 500):
        chess.open(cell)
    lines = survey(chess.view)
    assert len([line for line in lines if " shows " in line]) == 200
    assert lines[-2] == "and 300 numbers more; look LABEL tells of a cell"
    assert lines[-1].startswith("closed beside no open cell: ")
    assert lines[-1].endswith(" more")
    assert max(map(len, lines)) < 1000
    shown = lines[-1].partition(": ")[2].partition(" and ")
    apart = expect_survey(chess.view)[0]["closed beside no open cell"]
    assert labels(board, shown[0]) == apart[:100]
    assert shown[2] == f"{len(apart) - 100} more"


def differences(before: View, after: View) -> dict[int, int]:
    """Return what cells show now that showed something else."""
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    return {cell: new for cell, (old, new) in pairs if old != new}


def check_answer(text: str, before: View, after: View, action: Action, *, undone: bool) -> None:
    """Read an answer back and hold it against the difference of two views."""
    topology = after.topology
    label = topology.label(action.cell)
    left = f"{after.mines_left} mine{'' if after.mines_left == 1 else 's'} left"
    closed = f"{after.closed} closed cell{'' if after.closed == 1 else 's'} left"
    if action.verb is Verb.FLAG:
        on = (before if undone else after).cells[action.cell] == FLAG
        assert text == f"{'undone: ' * undone}flag {'on' if on else 'off'} {label}, {left}"
        return
    changed = differences(after, before) if undone else differences(before, after)
    opened = {cell: new for cell, new in changed.items() if new >= 0 or new == HIT}
    told, _, end = text.partition("; ")
    if undone:
        cells = f"{len(opened)} cell{'' if len(opened) == 1 else 's'}"
        assert told == f"undone: {action.verb} {label}, {cells} closed again"
        assert end == ("the game goes on" if before.status.over else closed)
        return
    told, _, rest = told.partition(", and ")
    start = "opened " if action.verb is Verb.OPEN else f"chord on {label} opened "
    assert told.startswith(start)
    found = {}
    for part in told.removeprefix(start).split(", "):
        name, _, value = part.partition(": ")
        found[topology.cell(name)] = HIT if value == "a mine" else int(value)
    count = 0
    if rest:
        them = "it" if action.verb is Verb.OPEN else "them"
        number = re.fullmatch(rf"(\d+) cells? around {them}", rest)
        assert number is not None, text
        count = int(number[1])
    assert found.items() <= opened.items()
    assert count == len(opened) - len(found)
    near = set(topology.neighbors(action.cell))
    assert set(found) == ({action.cell} if action.verb is Verb.OPEN else near & set(opened))
    if after.status.over:
        assert end == f"the game is {after.status}"
    else:
        assert end == (closed if count else "")


@given(games(any_topology()))
def test_an_answer_tells_the_difference_of_two_views(game: Game) -> None:
    """There and back again over a whole game: undone, redone, and done for the first time."""
    steps = len(game.events)
    for _ in range(steps):
        before = game.view
        event = game.undo()
        check_answer(answer(game.view, event), before, game.view, event.action, undone=True)
    for _ in range(steps):
        before = game.view
        event = game.redo()
        text = answer(game.view, event)
        check_answer(text, before, game.view, event.action, undone=False)
        assert answer(game.view, event, redo=True) == f"again: {text}"


def everything(view: View, event: Event) -> Iterator[str]:
    yield answer(view, event)
    yield from survey(view)
    for cell in view.topology:
        yield sentence(view, cell)
        yield from describe(view, cell)


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_two_minefields_that_look_the_same_sound_the_same(topology: Topology) -> None:
    """Two mines anywhere among the first cells, and what opening the last ones shows."""
    for one, other in combinations(combinations(range(min(topology.size, 9)), 2), 2):
        first, second = (Game(topology, minefield=mines) for mines in (one, other))
        for cell in range(max(9, topology.size - 4), topology.size):
            if first.shows(cell) != "closed":
                continue
            events = first.open(cell), second.open(cell)
            if first.view != second.view or first.status.over:
                break
            assert list(everything(first.view, events[0])) == list(
                everything(second.view, events[1])
            )


def test_twins_sound_the_same() -> None:
    """The case above on a board where it is known to happen: both mines exchanged."""
    board = square(1, 5)
    said = []
    for mines in ("1,1 1,4", "1,2 1,5"):
        game, answers = play(board, mines, "open 1,3", "flag 1,4")
        said.append([*answers, *everything(game.view, game.events[-1])])
    assert said[0] == said[1]
    assert said[0][:2] == ["opened 1,3: 1", "flag on 1,4, 1 mine left"]


def play(topology: Topology, mines: str, *typed: str) -> tuple[Game, list[str]]:
    """Play actions; return the game and the answers."""
    game = Game(topology, minefield=[topology.cell(label) for label in mines.split()])
    said = []
    for text in typed:
        event = game.undo() if text == "undo" else game.act(Action.parse(text, topology))
        said.append(answer(game.view, event))
    return game, said


def test_square() -> None:
    game, said = play(
        square(3, 5), "1,1 3,5", "open 2,2", "flag 1,1", "flag 3,5", "flag 3,5", "chord 2,2"
    )
    assert said == [
        "opened 2,2: 1",
        "flag on 1,1, 1 mine left",
        "flag on 3,5, 0 mines left",
        "flag off 3,5, 1 mine left",
        "chord on 2,2 opened 1,2: 1, 1,3: 0, 2,1: 1, 2,3: 0, 3,1: 0, 3,2: 0, 3,3: 0,"
        " and 5 cells around them; the game is won",
    ]
    event = game.undo()
    assert answer(game.view, event) == "undone: chord 2,2, 12 cells closed again; the game goes on"
    assert describe(game.view, 6) == (
        "2,2 shows 1",
        "no mine missing",
        "8 neighbors clockwise:",
        "1. 1,2 closed",
        "2. 1,3 closed",
        "3. 2,3 closed",
        "4. 3,3 closed",
        "5. 3,2 closed",
        "6. 3,1 closed",
        "7. 2,1 closed",
        "8. 1,1 flag",
    )


def test_a_closed_cell_beside_a_flag_is_not_forgotten() -> None:
    game, _ = play(square(1, 5), "1,2", "flag 1,2", "open 1,4")
    assert survey(game.view)[1:] == ("flags: 1,2", "closed beside no open cell: 1,1")


def test_hex() -> None:
    game, said = play(hexagon(2), "2,-1 -2,1 -1,2", "open 0,0", "flag 1,1", "open -1,2")
    assert said == [
        "opened 0,0: 0, and 11 cells around it; 7 closed cells left",
        "flag on 1,1, 2 mines left",
        "opened -1,2: a mine; the game is lost",
    ]
    assert survey(game.view) == (
        "hex:radius=2@3: lost, 2 mines left, 7 of 19 cells closed",
        "went off: -1,2",
        "other mines: 2,-1 -2,1",
        "wrong flags: 1,1",
    )
    assert sentence(game.view, game.topology.cell("0,1")) == (
        "0,1 shows 1; 6 neighbors clockwise: 1,0 shows 1, 1,1 wrong flag, 0,2 closed,"
        " -1,2 exploded mine, -1,1 shows 2, 0,0 shows 0"
    )
    event = game.undo()
    assert answer(game.view, event) == "undone: open -1,2, 1 cell closed again; the game goes on"
    assert survey(game.view) == (
        "hex:radius=2@3: playing, 2 mines left, 7 of 19 cells closed",
        "flags: 1,1",
        "2,-2 shows 1, 1 mine still missing; closed around it: 2,-1",
        "1,-1 shows 1, 1 mine still missing; closed around it: 2,-1",
        "-2,0 shows 1, 1 mine still missing; closed around it: -2,1",
        "-1,0 shows 1, 1 mine still missing; closed around it: -2,1",
        "1,0 shows 1, no mine missing; closed around it: 2,-1 2,0",
        "-1,1 shows 2, 2 mines still missing; closed around it: -2,1 -2,2 -1,2",
        "0,1 shows 1, no mine missing; closed around it: -1,2 0,2",
    )


def test_cube() -> None:
    game, said = play(cube(3, 4, 5), "1,1,1 3,4,5 3,4,4", "open 2,2,2", "flag 2,1,2", "flag 1,2,2")
    assert said == ["opened 2,2,2: 1", "flag on 2,1,2, 2 mines left", "flag on 1,2,2, 1 mine left"]
    lines = describe(game.view, game.topology.cell("2,2,2"))
    assert lines[:6] == (
        "2,2,2 shows 1",
        "1 flag too many",
        "26 neighbors clockwise:",
        "1. 2,1,2 flag",
        "2. 2,1,3 closed",
        "3. 2,2,3 closed",
    )
    assert lines[3 + 8] == "9. 1,2,2 flag"  # after those of its own layer
    assert lines[3 + 17] == "18. 3,2,2 closed"


def test_no_neighbors_and_one() -> None:
    board = graph("oslo rome bern", "").with_spec("islands")
    assert sentence(View.of(board, 1, {0: 0}), 0) == "oslo shows 0, no mine missing; no neighbors"
    assert sentence(View.of(square(1, 2), 1), 1) == "1,2 is closed; 1 neighbor: 1,1 closed"
