"""What the tests of full screen share: an app that runs without a terminal, and its text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from msweeper.actions import Verb
from msweeper.plugins import Registered, Registry
from msweeper.render.glyphs import ASCII
from msweeper.sitting.choose import Board, Request, choose
from msweeper.sitting.keep import Keeper
from msweeper.sitting.opening import Opening
from msweeper.sitting.series import Series
from msweeper.sitting.settings import Paths, Settings
from msweeper.topology import Topology
from msweeper.tui.app import FullScreen
from msweeper.tui.boardview import BoardView
from msweeper.tui.desk import Desk
from msweeper.tui.worker import WorkingScreen
from tests.support import REGISTERED, REGISTRY

__all__ = ["Play", "act", "board_view", "cell_spot", "desk_for", "opening", "run", "text"]

Play = Callable[[Pilot[None], FullScreen], Awaitable[None]]


def series_for(board: str | Topology, mines: int = 3, seed: str = "maple") -> Series:
    """Return games on a board by its text, or on a topology that no plugin brings."""
    if isinstance(board, str):
        return Series(choose(REGISTRY, Request(board)))
    registered = REGISTERED[0]
    stranger = Registered("stranger", registered.factory, registered.plugin)
    return Series(Board(stranger, board, mines, seed=seed))


def desk_for(home: Path, board: str | Topology, mines: int = 3, light: str = "auto") -> Desk:
    return Desk(series_for(board, mines), Keeper(home / "data"), light=light)


def opening(
    home: Path,
    board: str | Topology | None,
    *,
    mines: int = 3,
    settings: Settings | None = None,
    registry: Registry = REGISTRY,
) -> Opening:
    return Opening(
        registry,
        settings or Settings(),
        Paths(home / "config.toml", home / "data"),
        Keeper(home / "data"),
        ASCII,
        series=None if board is None else series_for(board, mines),
    )


def run(opened: Opening, play: Play, size: tuple[int, int] = (80, 24)) -> FullScreen:
    """Open the full screen without a terminal, play, and return it as it was left."""
    app = FullScreen(opened)

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot, app)

    asyncio.run(main())
    return app


def text(app: FullScreen) -> str:
    """Return what stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def board_view(app: FullScreen) -> BoardView:
    return app.screen.query_one(BoardView)


def cell_spot(app: FullScreen, cell: int) -> tuple[int, int]:
    """Return where a cell stands in the widget of the board; it is panned to if need be."""
    view = board_view(app)
    view._window.show(cell)
    line, x = view._canvas.at(cell)
    found = view._window.find(line, x, view._canvas.cell_width)
    assert found is not None
    return found[0], found[1]


async def settle(pilot: Pilot[None], app: FullScreen) -> None:
    """Wait until nothing is being worked on."""
    for _ in range(400):
        await pilot.pause()
        if not (isinstance(app.screen, WorkingScreen) and app.screen.busy):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the work does not end")


def act(desk: Desk, verb: Verb, label: str) -> None:
    desk.go_to(label)
    desk.do(verb)
