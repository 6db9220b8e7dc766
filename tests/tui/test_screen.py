"""Full screen as a whole, without a terminal: games by keys and by mouse, resizes, snapshots."""

from __future__ import annotations

import asyncio
import itertools
import os
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from msweeper.game import Game
from msweeper.render.compass import Heading, compass
from msweeper.render.themes import THEMES
from msweeper.sitting.keymap import Keymap
from msweeper.sitting.settings import Settings
from msweeper.topology import Topology
from msweeper.tui.app import FullScreen
from msweeper.tui.play import PlayScreen
from msweeper.view import CLOSED, Status
from tests.support import ANY, GRAPHS, REGISTERED, cube, hexagon, plain, square
from tests.tui.stage import board_view, cell_spot, opening, run, settle, text

GOLDEN = Path(__file__).parent.parent / "golden" / "screen"
ONE_EACH = [
    max((b for b in plain(registered) if b.size <= 60), key=lambda board: board.size)
    for registered in REGISTERED
]
PLAYED = [board for board in (*ONE_EACH, *GRAPHS) if board.size > 4]
boards = pytest.mark.parametrize("topology", PLAYED, ids=lambda t: t.spec)
KEYS = {Heading.LEFT: "h", Heading.RIGHT: "l", Heading.UP: "k", Heading.DOWN: "j"}
KEYS |= {Heading.BACK: "less_than_sign", Heading.ON: "greater_than_sign"}


def way(topology: Topology, start: int, goal: int) -> list[str]:
    """Return the shortest way in keys, found by breadth first search over single steps."""
    where = compass(topology.layout)
    found: dict[int, list[str]] = {start: []}
    for cell in (queue := [start]):
        if cell == goal:
            break
        for heading, key in KEYS.items():
            step = where.step(cell, heading).cell
            if step not in found:
                found[step] = [*found[cell], key]
                queue.append(step)
    return found[goal]


@boards
def test_a_whole_game_by_motions_and_keys(topology: Topology, tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        desk = app.desk
        await pilot.press("space")
        game = desk.sitting.game
        assert game.minefield is not None
        for cell in topology:
            if game.status.over:
                break
            if desk.view.cells[cell] != CLOSED or cell in game.minefield.mines:
                continue
            desk._cursor.go(desk.cursor)  # the way is one of single steps: no column in mind
            for key in way(topology, desk.cursor, cell):
                await pilot.press(key)
                desk._cursor.go(desk.cursor)
            assert desk.cursor == cell
            await pilot.press("enter")
        assert game.status is Status.WON
        await pilot.pause()
        assert f"again: msweeper play {game.minefield_id}" in text(app).replace("\n", " ")

    run(opening(tmp_path, topology, mines=2), play, size=(200, 40))


@boards
def test_a_whole_game_by_mouse_and_through_resizes(topology: Topology, tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        desk = app.desk
        sizes = [(80, 24), (30, 10), (80, 24), (24, 8), (120, 50)]
        await pilot.press("space")
        game = desk.sitting.game
        assert game.minefield is not None
        for turn, mine in enumerate(game.minefield.mines):
            await pilot.resize_terminal(*sizes[turn % len(sizes)])
            await pilot.pause()
            if not game.status.over:
                await pilot.click("#board", offset=cell_spot(app, mine), button=3)
                assert game.shows(mine) == "flag"
        for turn, cell in enumerate(topology):
            if game.status.over:
                break
            if desk.view.cells[cell] != CLOSED:
                continue
            await pilot.resize_terminal(*sizes[turn % len(sizes)])
            await pilot.pause()
            at = cell_spot(app, cell)
            await pilot.hover("#board", offset=at)
            assert desk.scene.near == {cell, *topology.neighbors(cell)}
            await pilot.click("#board", offset=at)
        assert game.status is Status.WON

    run(opening(tmp_path, topology, mines=2), play)


def test_the_middle_button_and_a_click_on_a_number_chord(tmp_path: Path) -> None:
    game = Game(square(3, 5), minefield=[0, 14])

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        shows, cell = app.desk.sitting.game.shows, app.desk.topology.cell

        async def click(label: str, button: int) -> None:
            await pilot.click("#board", offset=cell_spot(app, cell(label)), button=button)

        await click("1,2", 1)
        await click("1,1", 3)
        assert (shows(cell("1,2")), shows(cell("2,2"))) == ("1", "closed")
        await click("1,2", 2)
        assert shows(cell("2,2")) == "1"
        await click("2,2", 1)
        assert shows(cell("3,1")) == "0"

    run(opening(tmp_path, str(game.id)), play)


def test_the_wheel_pans_and_the_edges_say_so(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        view = board_view(app)
        shown = text(app)
        assert "^ " in shown
        assert "v " in shown
        before = view._window.more()
        for _ in range(30):
            await pilot._post_mouse_events(  # the pilot has no method for the wheel
                [_scroll()], "#board", offset=(5, 5), button=0
            )
        await pilot.pause()
        assert view._window.more()[1] == 0
        assert view._window.more() != before
        assert "more" in text(app)
        await pilot.press("l")  # the cursor comes in sight again
        assert "[" in text(app)

    run(opening(tmp_path, "square:40x60@200"), play, size=(50, 20))


def _scroll() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


def test_keys_after_the_end_are_not_answers(tmp_path: Path) -> None:
    game = Game(square(3, 5), minefield=[0, 14])
    now = [100.0]

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        assert app.desk is not None
        screen._clock = lambda: now[0]
        for label in ("1,1",):
            app.desk.go_to(label)
        await pilot.press("space")
        assert app.desk.over
        await pilot.press("N", "R", "z", "h")
        assert app.desk.over
        now[0] += 0.29
        await pilot.press("z")
        assert app.desk.over
        now[0] += 0.02
        await pilot.press("space", "f", "O")
        assert app.desk.over
        await settle(pilot, app)
        await asyncio.sleep(0.1)
        await pilot.pause()
        shown = text(app)
        assert "open 1,1 was a mine with 13.3% (2/15); no cell was safe" in shown
        assert "z undo  R same mines  N new mines  M menu  q leave" in shown
        assert "@" in shown
        await pilot.press("z")
        assert not app.desk.over

    run(opening(tmp_path, str(game.id)), play)


def test_the_keys_are_those_of_the_config_file(tmp_path: Path) -> None:
    settings = Settings(keymap=Keymap({"flag": ["x"], "open": ["o"], "light": []}))

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        assert "o open  x flag" in text(app)
        cell = app.desk.cursor
        await pilot.press("x")
        assert app.desk.sitting.game.shows(cell) == "flag"
        await pilot.press("f")
        assert "the key f does nothing: ? lists the keys" in text(app)
        await pilot.press("question_mark")
        shown = text(app)
        assert "x  put a flag, or take it away" in " ".join(shown.split(" " * 9))
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert "(no key)" in text(app) or "(no key)" in shown
        await pilot.press("q")
        assert "[F]" in text(app)

    run(opening(tmp_path, hexagon(2), settings=settings), play)


def test_keys_at_once_close_a_page_once(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        for keys in (["question_mark"], ["M"], ["T"]):
            await pilot.press(*keys)
            screen = app.screen
            for _ in range(3):
                screen.post_message(Key("z", "z"))
            await pilot.pause()
        await pilot.press("0")

    run(opening(tmp_path, hexagon(2)), play)


def test_the_first_column_of_a_panned_board_has_both_brackets(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("1", "0", "0", "h")
        await pilot.pause()
        assert "[#]" in text(app)

    run(opening(tmp_path, "square:60x5@20"), play)


def test_typing_actions_and_labels(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        desk = app.desk
        await pilot.press("colon", *"flag 0 1", "enter")
        await settle(pilot, app)
        assert desk.sitting.game.shows(desk.topology.cell("0,1")) == "flag"
        await pilot.press("g", *"2 -1", "enter")
        assert desk.topology.label(desk.cursor) == "2,-1"
        await pilot.press("g", *"9 9", "enter")
        assert "no cell is called 9,9" in text(app)
        await pilot.press("colon", *"open", "escape", "l")
        assert "open" not in text(app).splitlines()[-2]
        await pilot.press("colon", *"quit", "enter")
        await settle(pilot, app)

    app = run(opening(tmp_path, hexagon(2)), play)
    assert app.summary()[0].startswith("kept: msweeper play --resume")


def test_help_in_play_and_the_side_panel(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        await pilot.press("space", "H")
        await settle(pilot, app)
        assert "is safe" in text(app) or "is a mine with" in text(app)
        await pilot.press("O")
        await settle(pilot, app)
        assert "%" in text(app)
        await pilot.press("W")
        await settle(pilot, app)
        await pilot.press("v")
        await pilot.pause()
        shown = text(app)
        assert "neighbors clockwise:" in shown
        near = app.desk.topology.neighbors(app.desk.cursor)
        assert all(f" {app.desk.topology.label(cell)} " in shown for cell in near[:5])
        assert app.desk.sitting.helps == 3

    run(opening(tmp_path, cube(3, 4, 5), mines=9), play, size=(90, 40))


@pytest.mark.parametrize("size", [(5, 2), (1, 1), (19, 24), (80, 5), (19, 6)])
def test_a_window_that_is_too_small_says_so_and_recovers(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("space")
        before = text(app)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        small = text(app)
        assert "#" not in small
        lacks = [
            f"{least - has} {what}"
            for least, has, what in ((20, size[0], "column"), (7, size[1], "row"))
            if least > has
        ]
        assert small.replace("\n", " ").startswith(lacks[0][: size[0]])
        assert len(small) > 30 or size[0] < 6
        await pilot.press("h", "space", "f")  # unseen, nothing is played
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text(app) == before

    run(opening(tmp_path, hexagon(3), mines=6), play)


def test_every_theme_draws_the_same_text(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("space", "l")
        seen = {text(app)}
        for _ in THEMES:
            await pilot.press("t")
            await pilot.press("h", "l")
            seen.add(text(app))
        assert len(seen) == 1
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.looks.theme.name == "dark"

    run(opening(tmp_path, hexagon(3), mines=6), play)


def test_looks_follow_the_settings(tmp_path: Path) -> None:
    settings = Settings(theme="light", cells="compact", light="on")

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.looks.theme.name == "light"
        assert "1 #####" in text(app)
        assert app.desk is not None
        assert app.desk.scene.near

    run(opening(tmp_path, square(3, 5), settings=settings), play)


@pytest.mark.parametrize("topology", ONE_EACH, ids=lambda t: t.spec.partition(":")[0])
def test_snapshots(topology: Topology, tmp_path: Path) -> None:
    """The screen as text: the first frame, in the middle of a game, the side panel, the end."""
    frames: list[str] = []

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert app.desk is not None
        assert isinstance(app.screen, PlayScreen)
        desk = app.desk
        desk.sitting._clock = lambda: 0.0
        app.screen._clock = itertools.count().__next__  # a second a look: no key is unheard
        frames.append(text(app))
        await pilot.press("space", "full_stop", "f", "full_stop")
        frames.append(text(app))
        await pilot.press("v", "H")
        await settle(pilot, app)
        frames.append(text(app))
        game = desk.sitting.game
        assert game.minefield is not None
        mine = game.minefield.mines[0]
        desk.go(mine)
        await pilot.press("v", *("f" if desk.view.cells[mine] != CLOSED else ""), "space")
        for _ in range(100):
            await asyncio.sleep(0.02)
            await pilot.pause()
            if "was a mine with" in text(app):
                break
        frames.append(text(app))

    run(opening(tmp_path, topology, mines=max(4, topology.size // 7)), play)
    found = f"\n{'=' * 80}\n".join(frames) + "\n"
    path = GOLDEN / f"{topology.spec.partition(':')[0]}.txt"
    if "MSWEEPER_GOLDEN" in os.environ:  # to be looked at, then committed
        path.write_text(found)
    assert found == path.read_text()


def test_any_board_of_the_tests_can_be_shown(tmp_path: Path) -> None:
    for topology in {*ANY[::7], *ONE_EACH, *GRAPHS}:

        async def play(pilot: Pilot[None], app: FullScreen) -> None:
            await pilot.press("h", "j", "tab", "greater_than_sign", "v")
            assert "[" in text(app)

        run(opening(tmp_path, topology, mines=0), play)
