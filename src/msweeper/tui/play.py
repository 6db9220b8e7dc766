"""The screen on which a game is played: status line, board, answers, keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from msweeper.sitting.keymap import Keymap
from msweeper.tui.boardview import BoardView
from msweeper.tui.canvas import Piece
from msweeper.tui.desk import Desk
from msweeper.tui.driver import has_shell
from msweeper.tui.ending import end_lines, risk_line
from msweeper.tui.entry import Entry
from msweeper.tui.keys import key_name
from msweeper.tui.lines import Lines, footer_line
from msweeper.tui.looks import Looks
from msweeper.tui.page import Page
from msweeper.tui.rows import fold
from msweeper.tui.words import end_keys, side_lines, too_small
from msweeper.tui.worker import WorkingScreen
from msweeper.view import Status

__all__ = ["PlayScreen"]

_WIDTH: Final = 20
_HEIGHT: Final = 7
"""The smallest window that shows a game."""
_DEAF: Final = 0.3
"""Seconds after the end in which keys meant for the board are not taken for answers."""
_MOST_LINES: Final = 6
_FOCUS: Final = 30


@final
class PlayScreen(WorkingScreen, inherit_bindings=False):
    """A desk on the terminal. Quits through `leave`, goes to the menu through `to_menu`."""

    CSS = """
    PlayScreen { layout: vertical; overflow: hidden; }
    PlayScreen #middle { height: 1fr; width: 1fr; }
    PlayScreen #focus { width: 30; height: 1fr; display: none; }
    PlayScreen #small { height: 1fr; display: none; }
    """

    def __init__(
        self,
        desk: Desk,
        looks: Looks,
        keymap: Keymap,
        *,
        leave: Callable[[], None],
        to_menu: Callable[[], None],
        next_theme: Callable[[], Looks],
        notes: Sequence[str] = (),
        later: Callable[[], str | None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.desk = desk
        self.looks = looks
        self.keymap = keymap
        self._leave = leave
        self._to_menu = to_menu
        self._restyle = next_theme
        self._clock = clock
        self._later = later
        """Finds out something that is worth a line, beside the game."""
        self._deaf_until = 0.0
        self._end: tuple[str, ...] = ()
        self._focus = False
        self._hidden = False
        """Whether the window is too small to see the board: then nothing is played."""
        self._asks = ""
        """The command that typing is for."""
        self._entry = Entry("")
        if notes:
            desk.lines = (*notes, *desk.lines)

    def compose(self) -> ComposeResult:
        theme = self.looks.theme
        self._status = Lines(theme, id="status")
        self._board = BoardView(
            self.desk.scene, theme, self.looks.glyphs, compact=self.looks.compact
        )
        self._side = Lines(theme, id="focus")
        self._answers = Lines(theme, id="answers")
        self._footer = Lines(theme, id="footer")
        self._small = Lines(theme, id="small")
        self._middle = Horizontal(self._board, self._side, id="middle")
        yield self._status
        yield self._middle
        yield self._answers
        yield self._footer
        yield self._small

    def on_mount(self) -> None:
        self._dress()
        self._tick()
        if self.desk.over:
            self._ended()
        if self._later is not None:
            found: list[str | None] = []
            later = self._later
            self.beside(lambda: found.append(later()), lambda: self._say(found[0]), "")

    def _say(self, line: str | None) -> None:
        if line is not None:
            self.desk.lines = (*self.desk.lines, line)
            self.write()

    # What is shown

    def _dress(self) -> None:
        looks = self.looks
        self._board.dress(looks.theme, looks.glyphs, compact=looks.compact)
        self.write()

    def _tick(self) -> None:
        """Write the time now, and again when the next second begins."""
        self._write_status()
        sitting = self.desk.sitting
        self.set_timer(1.02 - sitting.seconds % 1 if sitting.runs else 1.0, self._tick)

    def show(self, *, follow: bool = True) -> None:
        """Draw what a command has changed."""
        desk = self.desk
        sight = desk.cursor if desk.sight is None else desk.sight
        self._board.show(
            desk.scene,
            desk.take_changes(),
            sight=sight if follow else None,
            hidden=desk.paused,
        )
        self.write()

    def _write_status(self) -> None:
        text = self.desk.status()
        width = self.size.width
        if len(text) > width > 3:
            text = f"{text[: width - 3]}..."
        theme = self.looks.theme
        self._status.show([[Piece(text, theme.text)]], theme)

    def write(self) -> None:
        """Write everything that is no board."""
        self._write_status()
        theme, width = self.looks.theme, self.size.width or 80
        texts = [line for text in self._texts() for line in fold(text, width)]
        most = max(1, min(_MOST_LINES, self.size.height // 2 - 2))
        if len(texts) > most:
            texts = [*texts[: most - 1], f"{texts[most - 1][: width - 4]} ..."]
        shown = [[Piece(text, theme.text)] for text in texts]
        if self._asks:
            shown = [self._entry.pieces(width, theme)]
        height = max(1, len(shown))
        if self._answers.styles.height is None or self._answers.styles.height.value != height:
            self._answers.styles.height = height
        self._answers.show(shown, theme)
        keys = end_keys(self.keymap) if self.desk.over else self.keymap.footer()
        self._footer.show([footer_line(keys, width, theme)], theme)
        if self._focus:
            look = f"{self._first('type')}look"
            lines = side_lines(self.desk, _FOCUS - 2, self._middle.size.height, look)
            self._side.show([[Piece(f" {line}", theme.text)] for line in lines], theme)

    def _texts(self) -> tuple[str, ...]:
        if self.busy:
            return (self.busy,)
        told = self.desk.lines or self._end
        cell, view = self.desk.hover, self.desk.view
        if cell is None and told:
            return told
        cell = self.desk.cursor if cell is None else cell
        here = f"{view.topology.label(cell)}  {view.shows(cell)}"
        return (f"{here}  {told[0]}", *told[1:]) if told else (here,)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        small = self._hidden = width < _WIDTH or height < _HEIGHT
        for widget in (self._status, self._middle, self._answers, self._footer):
            widget.display = not small
        self._small.display = small
        theme = self.looks.theme
        if small:
            text = too_small(width, height, _WIDTH, _HEIGHT)
            lines = fold(text, width)
            self._small.show([[Piece(line, theme.text)] for line in lines], theme)
        else:
            self._side.styles.width = min(_FOCUS, width // 2)
            self.write()
            if self._focus:  # how much it has room for is known when all have their places
                self.call_after_refresh(self.write)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_current:  # a key before this one has led elsewhere
            return
        self.press(key_name(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self._asks:
            self._entry.insert(event.text)
            self.write()

    def press(self, key: str) -> None:
        """Do what a key asks for."""
        if self._asks:
            self._type(key)
            return
        command = self.keymap.commands.get(key)
        if self.busy:
            if command == "leave":
                self._leave()
            else:
                self.wait(key)
            return
        if (self._clock() < self._deaf_until or self._hidden) and command != "leave":
            return
        if self.desk.digit(key):
            self.write()
            return
        if command is None:
            self.desk.count = ""
            self.desk.lines = (f"the key {key} does nothing: {self._first('help')} lists the keys",)
            self.write()
            return
        self._do(command)

    def _first(self, command: str) -> str:
        return next(iter(self.keymap.keys[command]), command)

    def _do(self, command: str) -> None:
        desk = self.desk
        desk.point(None)
        if desk.paused and command != "leave":
            self._work(lambda: desk.do("escape"), slow=False)  # any key goes on, and nothing else
            return
        fronts: dict[str, Callable[[], object]] = {
            "leave": self._leave,
            "menu": self._to_menu,
            "help": self._help,
            "theme": self._next_theme,
            "redraw": self.app.refresh,
            "suspend": self._suspend,
            "focus": self._toggle_focus,
            "type": lambda: self._ask("type"),
            "go": lambda: self._ask("go"),
        }
        front = fronts.get(command)
        if front is not None:
            desk.count = ""
            front()
            return
        if desk.over and command in ("open", "flag", "chord", "hint", "odds", "why", "save"):
            desk.lines = ()
            self.write()
            return
        self._work(lambda: desk.do(command), slow=desk.is_slow(command))

    def _work(
        self,
        work: Callable[[], None],
        *,
        slow: bool,
        follow: bool = True,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Do something now, or beside while the screen stays awake; then show it."""
        before = self.desk.over, self.desk.sitting

        def done() -> None:
            if self.desk.over and before != (True, self.desk.sitting):
                self._ended()
            elif not self.desk.over:
                self._end = ()
            self.show(follow=follow)
            if then is not None:
                then()

        if slow:
            self.beside(work, done, f"working ... ({self._first('leave')} leaves)")
        else:
            work()
            done()

    def _toggle_focus(self) -> None:
        self._focus = not self._focus
        self._side.display = self._focus
        self.write()

    def _next_theme(self) -> None:
        self.looks = self._restyle()
        self.desk.lines = (f"theme {self.looks.theme.name}: {self.looks.theme.summary}",)
        self._dress()

    def _help(self) -> None:
        self.desk.sitting.pause()

        def back(_: object) -> None:
            self.desk.sitting.resume()

        self.app.push_screen(Page.help(self.keymap, self.looks), back)

    def _suspend(self) -> None:
        """Let the shell have the terminal; the game is paused when it comes back."""
        if not has_shell():
            self.desk.lines = ("no shell is there that could let this program go on",)
            self.write()
            return
        if self.desk.sitting.game.status is Status.PLAYING and not self.desk.paused:
            self.desk.do("pause")
            self.show()
        self.call_after_refresh(self.app.action_suspend_process)

    # Typing

    def _ask(self, command: str) -> None:
        """Ask for a line; empty: ask no more."""
        self._asks = command
        self._entry = Entry(
            "a label" if command == "go" else "an action, as open 3 4 or 3 4; help lists them"
        )
        self.write()

    def _type(self, key: str) -> None:
        if key == "enter":
            command, text = self._asks, self._entry.text
            self._ask("")
            self._submit(command, text)
        elif key in ("escape", "ctrl+c"):
            self._ask("")
        else:
            self._entry.press(key)
            self.write()

    def _submit(self, command: str, text: str) -> None:
        if not text.strip():
            return
        if command == "go":
            self._work(lambda: self.desk.go_to(text), slow=False)
            return
        asked: list[str | None] = []

        def then() -> None:
            if asked[0] is not None:
                self._do(asked[0])

        self._work(lambda: asked.append(self.desk.typed(text)), slow=True, then=then)

    # The mouse

    def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        message.stop()
        if self.busy or self._asks or self._clock() < self._deaf_until or self.desk.over:
            return
        self._work(
            lambda: self.desk.click(message.cell, message.button),
            slow=self.desk.is_slow("open" if message.button == 1 else "chord"),
            follow=False,
        )

    def on_board_view_hovered(self, message: BoardView.Hovered) -> None:
        message.stop()
        if not self.busy:
            self.desk.point(message.cell)
            self.show(follow=False)

    # The end

    def _ended(self) -> None:
        """Say how the game went; what takes thought comes when it is found."""
        desk = self.desk
        self._deaf_until = self._clock() + _DEAF
        self._end = desk.lines
        sitting = desk.sitting
        found: list[str] = []

        def look() -> None:
            found.extend(filter(None, [risk_line(sitting)]))
            option = desk.series.board.registered.plugin.option
            found.extend(end_lines(sitting, desk.keeper, option))

        def then() -> None:
            if desk.sitting is sitting and desk.over:
                self._end = (*found, *self._end)
                desk.lines = ()
                self.write()

        self.beside(look, then, "")
