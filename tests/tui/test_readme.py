"""The screens, keys and themes in the README are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from msweeper.render.glyphs import ASCII, UNICODE
from msweeper.render.themes import THEMES
from msweeper.sitting.keymap import Keymap
from msweeper.sitting.settings import Settings
from msweeper.tui.app import FullScreen
from msweeper.tui.menu import MenuScreen
from tests.tui.stage import cell_spot, opening, run, settle, text

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
SCREENS = re.findall(r"^```screen\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
FIRST = re.compile(r"\$ msweeper( play (?P<board>\S+))?(?P<options>( --\S+)*) *# (?P<keys>.*)")


def show(first: str, home: Path) -> str:
    """Return the screen after the keys that the first line of a block names."""
    found = FIRST.fullmatch(first)
    assert found is not None, first
    options = found["options"].split()
    settings = Settings(cells="compact" if "--compact" in options else "roomy")
    opened = opening(home, found["board"], settings=settings)
    opened.glyphs = ASCII if "--ascii" in options else UNICODE
    frames: list[str] = []

    async def play(pilot: Pilot[None], app: FullScreen) -> None:
        if app.desk is not None:
            app.desk.sitting._clock = lambda: 0.0
        for key in found["keys"].split(", "):
            if key.startswith("mouse over "):
                assert app.desk is not None
                cell = app.desk.topology.cell(key.removeprefix("mouse over "))
                await pilot.hover("#board", offset=cell_spot(app, cell))
            elif key != "nothing yet":
                await pilot.press({".": "full_stop"}.get(key, key))
            await settle(pilot, app)
        screen = app.screen
        for _ in range(400):  # the preview of the menu is drawn beside
            await pilot.pause(0.05)
            if not isinstance(screen, MenuScreen) or all(screen._previews.values()):
                break
        await pilot.pause()
        frames.append(text(app))

    run(opened, play, size=(76, 20))
    return frames[0]


def lines(screen: str) -> list[str]:
    """Return the lines of a screen, without the empty ones above and below the board."""
    kept = screen.splitlines()
    return [line for n, line in enumerate(kept) if line or (kept[n - 1] and n)]


@pytest.mark.parametrize("block", SCREENS, ids=[block.partition("\n")[0] for block in SCREENS])
def test_screens(block: str, tmp_path: Path) -> None:
    first, _, shown = block.partition("\n")
    assert lines(show(first, tmp_path)) == [line.rstrip() for line in shown.splitlines()]


def test_there_are_screens() -> None:
    assert len(SCREENS) >= 5


def test_the_key_table_is_that_of_the_program() -> None:
    for _, keys, what in Keymap().help():
        shown = " ".join(f"`{key}`" for key in keys.split())
        assert f"| {shown} | {what} |" in README


def test_every_theme_is_named() -> None:
    for theme in THEMES.values():
        assert f"| `{theme.name}` | {theme.summary} |" in README
