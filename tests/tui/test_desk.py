"""A desk without a screen: motions, actions, help, counts, keeping, on every topology."""

from __future__ import annotations

from pathlib import Path

import pytest

from msweeper.actions import Verb
from msweeper.game import Game
from msweeper.render.compass import around
from msweeper.sitting.keep import Keeper
from msweeper.sitting.keymap import COMMANDS
from msweeper.sitting.lines import KEPT
from msweeper.stats.measure import measure
from msweeper.topology import Topology
from msweeper.tui.cursor import MOTIONS, Cursor
from msweeper.tui.ending import end_lines, risk_line
from msweeper.view import CLOSED, Status, View
from tests.support import ANY, BOARDS, GRAPHS, REGISTERED, cube, hexagon, square
from tests.tui.stage import act, desk_for

SEVERAL = [board for board in ANY if board.size > 3]
boards = pytest.mark.parametrize("topology", SEVERAL, ids=lambda t: t.spec)


@boards
def test_whole_games_by_keys_alone(topology: Topology, tmp_path: Path) -> None:
    """Every safe cell is gone to with `next` and opened; the mines are flagged. It is won."""
    desk = desk_for(tmp_path, topology, mines=2)
    desk.do("open")
    game = desk.sitting.game
    for _ in range(2 * topology.size):
        if game.status.over:
            break
        assert game.minefield is not None
        desk.do("next")
        assert desk.view.cells[desk.cursor] == CLOSED
        desk.do("flag" if desk.cursor in game.minefield.mines else "open")
    assert game.status is Status.WON
    found = measure(topology, game.minefield, desk.sitting.moves, seconds=1.0)  # type: ignore[arg-type]
    assert f"3BV {found.bbbv}" in desk.status()
    assert len(Keeper(tmp_path / "data").finished()) == 1


@boards
def test_changes_name_every_cell_that_looks_different(topology: Topology, tmp_path: Path) -> None:
    desk = desk_for(tmp_path, topology, mines=2, light="on")
    desk.take_changes()
    commands = ["open", "next", "flag", "flag", "hint", "right", "around", "undo", "redo", "odds"]
    for command in [*commands, "up", "on", "light", "down", "escape", "next", "open"]:
        before = desk.scene
        desk.do(command)
        after, changed = desk.scene, desk.take_changes()
        if changed is None:
            continue
        for cell in topology:
            if cell in changed:
                continue
            assert before.view.cells[cell] == after.view.cells[cell]
            assert (cell in before.near) == (cell in after.near)
            assert (cell in before.reason) == (cell in after.reason)
            assert (cell == before.cursor) == (cell == after.cursor)
        assert (before.odds is None) == (after.odds is None)


@boards
def test_around_goes_to_every_neighbor_clockwise(topology: Topology) -> None:
    view = View.of(topology, 0)
    for cell in topology:
        ring = around(topology, cell)
        cursor = Cursor(topology, cell)
        if not ring:
            assert cursor.move("around", 1, view) == f"{topology.label(cell)} has no neighbors"
            continue
        seen = []
        for _ in ring:
            cursor.move("around", 1, view)
            seen.append(cursor.cell)
        assert tuple(seen) == ring
        cursor.move("around", 1, view)
        assert cursor.cell == ring[0]
        cursor.move("around-back", 1, view)
        assert cursor.cell == ring[-1]
        again = Cursor(topology, cell)
        again.move("around", len(ring), view)
        assert again.cell == ring[-1]
        last = Cursor(topology, cell)
        last.move("around-back", 1, view)
        assert last.cell == ring[-1]


def test_a_count_repeats_a_motion(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, cube(3, 4, 15), mines=2)
    desk.go_to("2 2 1")
    assert desk.digit("1")
    assert desk.digit("0")
    assert desk.lines == ("10 times: a motion",)
    desk.do("right")
    assert desk.topology.label(desk.cursor) == "2,2,11"
    assert not desk.digit("0")  # a zero begins no count
    desk.digit("9")
    desk.do("right")
    assert desk.topology.label(desk.cursor) == "2,2,15"
    desk.do("first")
    assert desk.topology.label(desk.cursor) == "2,2,1"
    desk.do("last")
    assert desk.topology.label(desk.cursor) == "2,2,15"
    desk.digit("2")
    desk.do("previous")
    assert desk.topology.label(desk.cursor) == "2,2,13"


def test_labels_are_typed_as_in_line_mode(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, hexagon(2))
    desk.go_to("2 -1")
    assert desk.topology.label(desk.cursor) == "2,-1"
    desk.go_to("5,5")
    assert desk.lines == ("no cell is called 5,5; did you mean 1,1? (labels run from 0,-2 to 0,2)",)
    assert desk.typed("0 0; flag 2 -1") is None
    assert desk.sitting.game.shows(desk.topology.cell("2,-1")) == "flag"
    assert desk.typed("unflag 0 0") is None
    assert desk.lines == ("0,0 has no flag",)
    assert desk.typed("opne 3 4") is None
    assert "did you mean open?" in desk.lines[0]
    assert desk.typed("quit") == "leave"
    assert desk.typed("help") == "help"
    assert desk.typed("why 2 -1") is None
    assert "2,-1" in desk.lines[0]
    assert desk.typed("look 2 -1") is None
    assert desk.lines[0].startswith("2,-1 has a flag")
    assert desk.typed("board") is None


@pytest.mark.parametrize("registered", REGISTERED, ids=lambda r: r.name)
def test_a_hint_lights_its_reason_and_is_marked_on_the_record(
    registered: object, tmp_path: Path
) -> None:
    for topology in [b for b in BOARDS if b.spec.startswith(f"{registered.name}:")][:3]:  # type: ignore[attr-defined]
        if topology.size < 9:
            continue
        desk = desk_for(tmp_path, topology, mines=max(1, topology.size // 8))
        desk.do("open")
        if desk.over:
            continue
        desk.do("hint")
        assert desk.lines
        assert desk.scene.reason
        numbers = [cell for cell in desk.scene.reason if desk.view.cells[cell] >= 0]
        for cell in numbers:
            assert desk.topology.label(cell)
        desk.do("go-hint")
        assert desk.cursor in desk.scene.reason
        assert desk.sitting.helps == 1  # going to it asks nothing new
        desk.do("open")
        assert not desk.scene.reason
        assert desk.sitting.result().helps == 1


def test_odds_are_those_of_the_solver_and_go_with_the_next_action(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, hexagon(2))
    desk.do("odds")
    assert desk.scene.odds == dict.fromkeys(desk.topology, 3 / 19)
    desk.do("right")
    assert desk.scene.odds is not None
    desk.do("odds")
    assert desk.scene.odds is None
    desk.do("odds")
    desk.do("open")
    assert desk.scene.odds is None
    assert desk.sitting.helps == 2


def test_opening_an_open_number_chords(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, square(3, 5), mines=2)
    desk.do("open")
    game = desk.sitting.game
    assert game.minefield is not None
    number = next(
        cell
        for cell in game.topology
        if desk.view.cells[cell] > 0
        and any(other in game.minefield.mines for other in game.topology.neighbors(cell))
    )
    desk.go(number)
    desk.do("open")
    assert "a chord needs as many flags" in desk.lines[0]
    for mine in game.minefield.mines:
        if mine in game.topology.neighbors(number):
            desk.click(mine, 3)
    desk.click(number, 1)
    assert desk.sitting.moves[-1][1] in (
        f"chord {game.topology.label(number)}",
        f"flag {game.topology.label(game.minefield.mines[-1])}",
    )


def test_a_loss_tells_the_risk_and_undo_takes_it_back(tmp_path: Path) -> None:
    game = Game(square(3, 5), minefield=[0, 14])
    desk = desk_for(tmp_path, f"{game.id}")
    act(desk, Verb.OPEN, "1 1")
    assert desk.over
    assert risk_line(desk.sitting) == "open 1,1 was a mine with 13.3% (2/15); no cell was safe"
    lines = end_lines(desk.sitting, desk.keeper)
    assert lines[0].startswith("3BV 0 of ")
    assert "lost" in lines[1]
    assert str(game.id) in lines[1]
    desk.do("undo")
    assert not desk.over
    assert risk_line(desk.sitting) is None
    assert desk.sitting.result().undos == 1


def test_a_win_is_told_to_be_the_best_or_not(tmp_path: Path) -> None:
    seconds = [0.0]
    game = Game(square(3, 5), minefield=[0, 14])

    def play(taken: float) -> str:
        desk = desk_for(tmp_path, f"{game.id}")
        desk.sitting._clock = lambda: seconds[0]
        for cell in game.topology:
            if cell not in (0, 14) and desk.view.cells[cell] == CLOSED:
                act(desk, Verb.OPEN, game.topology.label(cell))
                seconds[0] += taken
        return end_lines(desk.sitting, desk.keeper)[0]

    assert play(2.0).endswith("the best time on this board")
    assert "the best time on this board is" in play(3.0)
    assert "the best time on this board (before: " in play(1.0)
    desk = desk_for(tmp_path, f"{game.id}")
    desk.do("hint")
    for cell in game.topology:
        if cell not in (0, 14) and desk.view.cells[cell] == CLOSED:
            act(desk, Verb.OPEN, game.topology.label(cell))
    assert end_lines(desk.sitting, desk.keeper)[0].endswith("it stands apart in the records")


def test_pause_hides_the_board_and_any_key_only_goes_on(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, hexagon(3), mines=8)
    desk.do("pause")
    assert desk.lines == ("the clock does not run",)
    desk.do("open")
    desk.do("pause")
    assert desk.paused
    before = desk.view.cells[:]
    desk.do("next")
    assert not desk.paused
    desk.do("pause")
    desk.do("open")
    assert desk.view.cells == before


def test_new_and_same_begin_and_drop_what_was_begun(tmp_path: Path) -> None:
    desk = desk_for(tmp_path, hexagon(3), mines=8)
    desk.do("open")
    mines = desk.sitting.game.minefield
    desk.do("same")
    assert desk.lines == ("this game is not over: once more drops it and begins another",)
    desk.do("right")
    desk.do("same")
    assert desk.sitting.moves  # a key between takes the question back
    desk.do("same")
    assert desk.sitting.game.minefield == mines
    assert not desk.sitting.moves
    assert desk.sitting.result().helps == 1  # knowing the mines is help
    desk.do("open")
    assert desk.keep() == KEPT
    desk.do("new")
    desk.do("new")
    assert not desk.keeper.unfinished()
    assert desk.sitting.game.minefield is None
    assert desk.sitting.game.status is Status.READY


def test_no_neighbor_lights_up_but_where_that_helps(tmp_path: Path) -> None:
    assert not desk_for(tmp_path, square(3, 5)).scene.near
    assert desk_for(tmp_path, cube(3, 4, 5)).scene.near
    assert desk_for(tmp_path, GRAPHS[-1], mines=1).scene.near  # it has two panels
    desk = desk_for(tmp_path, square(3, 5))
    desk.point(7)
    assert desk.scene.near == {7, *desk.topology.neighbors(7)}
    desk.point(None)
    desk.do("light")
    assert desk.scene.near == set(desk.topology.neighbors(desk.cursor))


def test_every_command_is_for_the_desk_or_the_screen() -> None:
    front = {"leave", "menu", "help", "theme", "redraw", "suspend", "focus", "type", "go"}
    desk = {
        *MOTIONS,
        *("open", "flag", "chord", "undo", "redo", "hint", "go-hint", "odds", "why", "light"),
        *("new", "same", "pause", "save", "escape"),
    }
    assert front | desk == {command.name for command in COMMANDS}
    assert not front & desk
