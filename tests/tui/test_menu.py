"""The menu: two keys to a board, sizes, no guess, resuming, records, replays, settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from msweeper.gameid import Proof
from msweeper.plugins import Registered, load_plugins
from msweeper.record.replay import Tape
from msweeper.sitting.keep import Keeper
from msweeper.sitting.levels import plain_levels
from msweeper.sitting.settings import load_settings
from msweeper.tui.app import FullScreen
from msweeper.tui.menu import MenuScreen
from msweeper.tui.pages import Main
from msweeper.tui.play import PlayScreen
from msweeper.tui.watch import WatchScreen
from msweeper.view import CLOSED
from tests.support import REGISTERED, REGISTRY, hexagon
from tests.tui.stage import desk_for, opening, run, settle, text


def letter(app: FullScreen, name: str) -> str:
    """Return the key of a topology."""
    assert isinstance(app.screen, MenuScreen)
    main = app.screen._pages[0]
    assert isinstance(main, Main)
    return main._letters[name]


def finish(home: Path) -> None:
    """Win a game on hex:2."""
    desk = desk_for(home, "hex:2@3/seed=maple")
    desk.do("open")
    mines = desk.sitting.game.minefield
    assert mines is not None
    for cell in desk.topology:
        if desk.view.cells[cell] == CLOSED and cell not in mines.mines:
            desk.go(cell)
            desk.do("open")
    assert desk.over


@pytest.mark.parametrize(
    ("registered", "number"),
    [(r, number) for r in REGISTERED for number, _ in enumerate(plain_levels(r.factory), 1)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_two_keys_lead_to_every_level(registered: Registered, number: int, tmp_path: Path) -> None:
    name = plain_levels(registered.factory)[number - 1].name

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press(letter(app, registered.name))
        await settle(pilot, app)
        assert f"{number}  {name}" in text(app)
        await pilot.press(str(number))
        await settle(pilot, app)
        assert isinstance(app.screen, PlayScreen)
        assert app.desk is not None
        assert app.desk.series.board.level == name

    run(opening(tmp_path, None), play)


def test_one_key_plays_and_one_leaves(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("enter")
        await settle(pilot, app)
        assert isinstance(app.screen, PlayScreen)

    run(opening(tmp_path, None), play)

    async def leave(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("0")

    app = run(opening(tmp_path, None), leave)
    assert app.summary() == []
    assert app.result is None


def test_a_size_of_ones_own(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press(letter(app, "cube"), "C")
        await pilot.press("5", "down", *"99999999999", "enter")
        await settle(pilot, app)
        assert "is not possible" in text(app)
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("backspace", *["backspace"] * 12, "4", "down", "right", "right")
        await pilot.press("down", *"10%", "down", "right", "down", *"my seed", "enter")
        await settle(pilot, app)
        assert isinstance(app.screen, PlayScreen)
        assert app.desk is not None
        game = app.desk.sitting.game
        assert game.topology.spec.startswith("cube:width=5,height=4,depth=")
        assert game.mines == round(game.topology.size / 10)
        assert game.seed == "my seed"

    run(opening(tmp_path, None), play)


def test_no_guess_and_the_board_of_the_day(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("G", "D", letter(app, "hex"), "1")
        await settle(pilot, app)
        assert app.desk is not None
        assert app.desk.series.board.proof is Proof.COUNT
        assert (app.desk.series.board.seed or "").startswith("daily/")
        await pilot.press("space")
        await settle(pilot, app)
        assert app.desk.sitting.game.minefield is not None
        assert "proof=count" in str(app.desk.sitting.game.id)

    run(opening(tmp_path, None), play)


def test_a_kept_game_is_taken_up_and_keeps_its_file(tmp_path: Path) -> None:
    for seed in ("maple", "oak"):
        desk = desk_for(tmp_path, f"hex:2@3/seed={seed}")
        desk.do("open")
        assert desk.keep()
    files = sorted(Keeper(tmp_path / "data").unfinished())

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("U", "down", "enter")
        await settle(pilot, app)
        assert isinstance(app.screen, PlayScreen)
        assert app.desk is not None
        assert app.desk.sitting.game.seed == "maple"
        await pilot.press("full_stop", "f", "M")
        await settle(pilot, app)
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("enter")  # another game has a file of its own
        await settle(pilot, app)
        await pilot.press("space", "q")

    run(opening(tmp_path, None), play, size=(80, 40))
    kept = Keeper(tmp_path / "data").kept()
    assert {path for path, _ in kept} > set(files)
    assert len(kept) == 3


def test_a_kept_game_can_be_dropped(tmp_path: Path) -> None:
    for seed in ("maple", "oak", "ash"):
        desk = desk_for(tmp_path, f"hex:2@3/seed={seed}")
        desk.do("open")
        assert desk.keep()

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("U", "down", "X")
        await settle(pilot, app)
        assert "seed=oak" not in text(app)
        await pilot.press("escape")
        await settle(pilot, app)
        assert "resume: 2 kept" in text(app)

    run(opening(tmp_path, None), play, size=(80, 60))
    kept = [record.id.seed for _, record in Keeper(tmp_path / "data").kept()]
    assert kept == ["ash", "maple"]


def test_records_and_replays(tmp_path: Path) -> None:
    finish(tmp_path)

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("T")
        await settle(pilot, app)
        assert "1: 1 won, 0 lost" in text(app)
        await pilot.press("q")
        await settle(pilot, app)
        await pilot.press("P", "enter")
        await settle(pilot, app)
        assert isinstance(app.screen, WatchScreen)
        assert "0/" in text(app)
        assert text(app).count("#") == 19
        await pilot.press("right")
        await settle(pilot, app)
        assert "open 0,0" in text(app)
        assert text(app).count("#") < 19
        await pilot.press("end", "left", "home", "right", "end")
        await settle(pilot, app)
        assert text(app).count("F") == 3
        await pilot.press("q")
        await settle(pilot, app)
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("escape", "escape")

    run(opening(tmp_path, None), play)


def test_a_replay_opens_by_itself(tmp_path: Path) -> None:
    finish(tmp_path)
    record = Keeper(tmp_path / "data").last()
    opened = opening(tmp_path, None)
    opened.tape = Tape(record, hexagon(2))

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert isinstance(app.screen, WatchScreen)
        await pilot.press("right")
        await settle(pilot, app)
        assert "open 0,0" in text(app)
        await pilot.press("q", "q")

    app = run(opened, play)
    assert not app.is_running


def test_there_may_be_nothing_to_show(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("P")
        await settle(pilot, app)
        assert "there are none" in text(app)
        await pilot.press("enter", "down", "escape", "T")
        await settle(pilot, app)
        assert "no games are recorded" in text(app)

    run(opening(tmp_path, None), play)
    assert not (tmp_path / "data").exists()


def test_settings_are_written_and_hold_at_once(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('# mine\nlevel = "expert"\n[keys]\nflag = ["x"]\n')

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("S", "down", "right")
        await settle(pilot, app)
        assert "theme    light" in text(app)
        assert "written to" in text(app)
        await pilot.press("escape", "enter")
        await settle(pilot, app)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.looks.theme.name == "light"

    run(opening(tmp_path, None), play)
    assert load_settings(config).theme == "light"
    assert config.read_text().startswith('# mine\nlevel = "expert"\ntheme = "light"\n[keys]')


def test_no_topology_at_all(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        assert "no topology is installed" in text(app)
        await pilot.press("enter", "1", "C", "down", "S", "escape", "q")

    run(opening(tmp_path, None, registry=load_plugins(found=[], environ={})), play)


def test_a_narrow_menu_shows_what_is_chosen(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        names = sorted(REGISTRY.topologies)
        chosen = names.index("square")
        for step in range(1, len(names) + 1):
            await pilot.press("down")
            await settle(pilot, app)
            name = names[(chosen + step) % len(names)]
            assert f"  {name}  " in text(app)
            assert "1  beginner" in text(app) or not REGISTRY.topologies[name].factory.levels

    run(opening(tmp_path, None), play, size=(40, 10))


def test_leaving_from_the_menu_keeps_the_game(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        await pilot.press("space", "M")
        await settle(pilot, app)
        await pilot.press("q")

    app = run(opening(tmp_path, hexagon(2)), play)
    assert app.desk is not None
    assert len(Keeper(tmp_path / "data").unfinished()) == 1
