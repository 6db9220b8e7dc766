"""The menu on the terminal: a page of rows, a preview beside it, and where the rows lead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from msweeper.errors import MsweeperError
from msweeper.game import Game
from msweeper.record.files import read_text, write_text
from msweeper.record.gamerecord import GameRecord
from msweeper.record.replay import Tape
from msweeper.render.text import picture
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.keep import RECORDS, Keeper, go_on
from msweeper.sitting.opening import Opening
from msweeper.sitting.series import Series
from msweeper.sitting.settings import Settings, change_setting
from msweeper.tui.keys import key_name
from msweeper.tui.lines import Lines
from msweeper.tui.looks import Looks
from msweeper.tui.page import Page, paint_rows
from msweeper.tui.pages import Main
from msweeper.tui.rows import MenuPage, Row, fold
from msweeper.tui.watch import WatchScreen
from msweeper.tui.worker import WorkingScreen

__all__ = ["MenuScreen"]

_PREVIEW_FROM: Final = 72
"""Columns from which on there is room for a preview."""
_LIST: Final = 48
_BELOW: Final = 7
"""Rows below the chosen one that stay in sight: its levels."""
_SMALL: Final = 2_000
"""Cells of a board that is worth a preview."""


@final
class MenuScreen(WorkingScreen, inherit_bindings=False):
    """Pages one over the other; leaving the first leaves the program.

    Boards are built beside: a plugin may take its time, and the keys that leave work all the same.
    """

    CSS = """
    MenuScreen { layout: vertical; overflow: hidden; }
    MenuScreen #middle { height: 1fr; width: 1fr; }
    MenuScreen #rows { height: 1fr; width: 1fr; }
    MenuScreen #preview { height: 1fr; width: 1fr; }
    """

    def __init__(
        self,
        opening: Opening,
        looks: Looks,
        *,
        play: Callable[[Series, Keeper], None],
        leave: Callable[[], None],
        dress: Callable[[Settings], Looks],
        message: str = "",
    ) -> None:
        super().__init__()
        self._opening = opening
        self._looks = looks
        self._play = play
        self._leave = leave
        self._dress = dress
        self._pages: list[MenuPage] = [
            Main(
                opening.registry,
                lambda: opening.settings,
                self,
                unfinished=opening.keeper.kept,
                finished=opening.keeper.finished,
            )
        ]
        self._message = message
        self._rows: list[Row] = []
        self._top = 0
        self._previews: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        theme = self._looks.theme
        self._list = Lines(theme, id="rows", clicked=self._clicked)
        self._preview = Lines(theme, id="preview")
        yield Horizontal(self._list, self._preview, id="middle")

    def on_mount(self) -> None:
        self.write()

    def on_resize(self) -> None:
        self._previews = {}
        self.write()

    def write(self) -> None:
        """Show the page on top."""
        width, height = self.size
        page, theme = self._pages[-1], self._looks.theme
        beside = page.previewed is not None and width >= _PREVIEW_FROM
        self._preview.display = beside
        self._list.styles.width = _LIST if beside else width
        room = _LIST if beside else width
        rows = page.rows(room)
        told = self.busy or self._message
        if told:
            rows += [Row("", ""), *(Row("title", line) for line in fold(told, room))]
        chosen = next((n for n, row in enumerate(rows) if row.role == "chosen"), 0)
        if told:
            chosen = len(rows) - 1
        self._top = max(0, min(self._top, len(rows) - height, chosen - 2))
        self._top = max(self._top, chosen + (0 if told else _BELOW) + 1 - height)
        self._top = max(0, min(self._top, len(rows) - 1))
        self._rows = rows[self._top : self._top + height]
        below = len(rows) - self._top - height
        if below > 0:
            self._rows[-1] = Row("faint", f" v {below + 1} more", self._rows[-1].key)
        self._list.show(paint_rows([(row.role, row.text) for row in self._rows], theme), theme)
        if beside:
            assert page.previewed is not None
            lines = [("", ""), ("", "")]
            lines += [("faint", f" {line}") for line in self._picture(page.previewed).splitlines()]
            self._preview.show(paint_rows(lines[:height], theme), theme)

    def _picture(self, name: str) -> str:
        """Return a small board of a topology, a few cells open; nothing until it is drawn."""
        if name not in self._previews:
            previews, width = self._previews, self.size.width - _LIST - 2
            previews[name] = ""

            def draw() -> None:
                try:
                    previews[name] = self._draw(name, width)
                except MsweeperError as error:
                    previews[name] = error.message

            self.beside(draw, self.write, "")
        return self._previews[name]

    def _draw(self, name: str, width: int) -> str:
        board = choose(self._opening.registry, Request(name), Settings())
        if board.topology.size > _SMALL:
            return ""
        game = Game(board.topology, board.mines, seed="preview")
        game.open(board.topology.layout.middle())
        return picture(game.view, glyphs=self._looks.glyphs, width=width)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_current:  # a key before this one has led elsewhere
            return
        key = key_name(event.key, event.character)
        if key == "ctrl+c" or (self.busy and key in ("q", "0", "escape")):
            self._leave()
        elif self.busy:
            self.wait(key)
        else:
            self.press(key)

    def _clicked(self, y: int) -> None:
        if y < len(self._rows) and self._rows[y].key and not self.busy:
            self.press(self._rows[y].key)

    def press(self, key: str) -> None:
        """Do what a key asks the page on top for; what cannot be is told."""
        self._message = ""
        try:
            self._pages[-1].press(key)
        except MsweeperError as error:
            self._message = error.message
        if self.is_current:
            self.write()

    # Where pages lead

    def play(self, request: Request) -> None:
        opening = self._opening
        self._begin(
            lambda: Series(choose(opening.registry, request, opening.settings)),
            Keeper(opening.keeper.data),
        )

    def _begin(self, build: Callable[[], Series], keeper: Keeper) -> None:
        """Play what `build` makes, beside; what it refuses is told."""
        made: list[Series] = []

        def work() -> None:
            try:
                made.append(build())
            except MsweeperError as error:
                self._message = error.message

        def then() -> None:
            if made:
                self._play(made[0], keeper)
            else:
                self.write()

        self.beside(work, then, "building the board ... (q leaves)")

    def take_up(self, path: Path, record: GameRecord) -> None:
        opening = self._opening
        keeper = Keeper(opening.keeper.data)
        keeper.take(path)

        def build() -> Series:
            series, note = go_on(record, opening.registry, opening.settings)
            opening.notes = () if note is None else (note,)
            return series

        self._begin(build, keeper)

    def drop(self, path: Path) -> None:
        keeper = Keeper(self._opening.keeper.data)
        keeper.take(path)
        keeper.forget()

    def replay(self, record: GameRecord) -> None:
        tape = Tape(record, self._opening.registry.topology(record.id.spec))
        self.app.push_screen(WatchScreen(tape, self._looks))

    def open(self, page: MenuPage) -> None:
        self._pages.append(page)
        self._top = 0

    def back(self) -> None:
        if len(self._pages) == 1:
            self._leave()
        else:
            self._pages.pop()

    def records(self) -> None:
        from msweeper.render.glyphs import ASCII
        from msweeper.stats import tables
        from msweeper.stats.database import Records
        from msweeper.stats.summary import summarize

        path = self._opening.keeper.data / RECORDS
        summaries = summarize(Records(path).entries(games=False))

        def write(width: int) -> list[tuple[str, str]]:
            ascii_only = self._looks.glyphs is ASCII
            text = tables.text(summaries, width=width, ascii=ascii_only)
            return [("text", line) for line in text.splitlines()]

        self.app.push_screen(Page(write, self._looks))

    def change(self, settings: Settings, name: str, value: str) -> None:
        """Hold a setting from now on, here and in the config file."""
        self._opening.settings = settings
        self._looks = self._dress(settings)
        self._previews = {}
        path = self._opening.paths.config
        text = read_text(path) if path.exists() else ""
        write_text(path, change_setting(text, name, value))
        self._message = f"written to {path}"
