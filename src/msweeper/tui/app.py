"""The full screen: from opening it to leaving it, whatever happens between."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from functools import partial
from typing import Any, Final, final

from textual.app import App
from textual.screen import Screen

from msweeper.sitting.keep import Keeper
from msweeper.sitting.lines import KEPT, result_line, wish
from msweeper.sitting.opening import Opening
from msweeper.sitting.series import Series
from msweeper.sitting.settings import Settings
from msweeper.sitting.sitting import Result
from msweeper.tui.desk import Desk
from msweeper.tui.driver import driver_class
from msweeper.tui.looks import Looks
from msweeper.tui.play import PlayScreen
from msweeper.tui.quiet import Shadow, quiet
from msweeper.tui.watch import WatchScreen

__all__ = ["FullScreen", "run"]

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


@final
class FullScreen(App[None], inherit_bindings=False):
    """Shows a game, or the menu first. After `run`, `summary` and `code` say how it ended."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = "* { background: ansi_default; color: ansi_default; }"

    def __init__(self, opening: Opening) -> None:
        self._shadow = Shadow()  # first: the framework refreshes while it is made
        super().__init__(driver_class=driver_class(), ansi_color=True)
        self.opening = opening
        self.looks = self._looks_of(opening.settings)
        self.desk: Desk | None = None
        self.code = 0
        self.kept: str | None = None
        """What is said of keeping the game that was left."""

    def _looks_of(self, settings: Settings) -> Looks:
        opening = self.opening
        return Looks.of(
            settings,
            glyphs=opening.glyphs,
            color=opening.color,
            compact=opening.compact,
            chosen=opening.glyphs_chosen,
        )

    # Signals and faults

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._stop, number)
        if self.opening.tape is not None:
            self.push_screen(WatchScreen(self.opening.tape, self.looks), lambda _: self.exit())
        elif self.opening.series is not None:
            self.play(self.opening.series, self.opening.keeper)
        else:
            self.menu()

    def _stop(self, number: int) -> None:
        """A signal asks to stop: keep the game first, for the terminal may be gone."""
        self.code = 128 + number
        self.keep()
        self.exit()

    def keep(self) -> None:
        """Keep the game, and stop its clock."""
        if self.desk is not None:
            self.desk.sitting.pause()
            self.kept = self.desk.keep()

    @property
    def unkept(self) -> bool:
        """Whether there was a game to keep, and it could not be."""
        return self.kept not in (None, KEPT)

    def _fatal_error(self) -> None:
        """A fault of ours: keep the game and let go of the terminal; `run` raises it again."""
        with suppress(Exception):
            self.keep()
        self._close_messages_no_wait()

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, quiet(renderable, self._shadow))  # type: ignore[arg-type]

    def refresh(self, *regions: Any, **options: Any) -> Any:
        """Draw everything again, from the first character on."""
        self._shadow.forget()
        return super().refresh(*regions, **options)

    # Where one can be

    def play(self, series: Series, keeper: Keeper) -> None:
        """Show a game, which `keeper` keeps."""
        opening = self.opening
        self.kept = None
        self.desk = Desk(series, keeper, light=self.looks.light)
        notes, opening.notes = opening.notes, ()
        board = series.board
        later = None
        if board.level is None and board.proof is None:
            from msweeper.sitting.verdict import unfair_line

            later = partial(unfair_line, board)
        self.switch(
            PlayScreen(
                self.desk,
                self.looks,
                opening.settings.keymap,
                leave=self.leave,
                to_menu=self.menu,
                next_theme=self.next_theme,
                notes=notes,
                later=later,
            )
        )

    def menu(self) -> None:
        """Show the menu; the game that was played is kept."""
        from msweeper.tui.menu import MenuScreen

        self.keep()
        self.switch(
            MenuScreen(
                self.opening,
                self.looks,
                play=self.play,
                leave=self.leave,
                dress=self.dress,
                message=(self.kept or "") if self.unkept else "",
            )
        )

    def dress(self, settings: Settings) -> Looks:
        """Return and keep the looks of changed settings."""
        self.looks = self._looks_of(settings)
        return self.looks

    def next_theme(self) -> Looks:
        """Return and keep the looks in the next theme."""
        self.looks = self.looks.next_theme()
        return self.looks

    def switch(self, screen: Screen[None]) -> None:
        """Show a screen instead of the one that is shown."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def leave(self) -> None:
        """Keep the game and leave."""
        self.keep()
        if self.unkept:
            self.code = 1
        self.exit()

    @property
    def result(self) -> Result | None:
        """How the last game stands; None where none was played."""
        return None if self.desk is None else self.desk.sitting.result()

    def summary(self) -> list[str]:
        """Return what leaving prints into the scrollback."""
        if self.desk is None:
            return []
        sitting = self.desk.sitting
        option = self.desk.series.board.registered.plugin.option
        told = f"{result_line(sitting.result(), timed=True)}{wish(sitting.game)}{option}"
        return [told] if self.kept is None else [self.kept, told]


def run(opening: Opening) -> tuple[Result | None, int]:
    """Open the full screen; return how the last game stands, and the exit code.

    Raises:
        Exception: a fault inside; the terminal is restored and the game kept before.
    """
    app = FullScreen(opening)
    app.run()
    if app._exception is not None:
        raise app._exception
    with suppress(OSError):
        for line in app.summary():
            print(line)
    return app.result, app.code
