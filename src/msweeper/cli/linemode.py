"""Typed play: the board in text, one action a line, on a terminal or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, final

from msweeper.cli.screen import Screen
from msweeper.errors import FileError, GaveUp, MsweeperError, printable
from msweeper.game import Event
from msweeper.render.arrange import arrange
from msweeper.render.glyphs import legend
from msweeper.render.text import header
from msweeper.sitting.keep import Keeper
from msweeper.sitting.lines import KEPT, first_line, result_line, wish
from msweeper.sitting.series import Series
from msweeper.sitting.sitting import Result
from msweeper.sitting.typed import HELP, Command, parse_command, split_line
from msweeper.view import Status, View

if TYPE_CHECKING:
    from msweeper.cli.spoken import Voice

__all__ = ["LineMode", "finish", "read_lines"]

_AFTER = {"l": "board", "look": "board", "u": "undo", "s": "same", "n": "new"}
"""Short answers once a game is over; before, each could be a cell's label."""
_READABLE = 100_000  # cells of a board that is printed unasked
_CHOICES = "l look   u undo   s same mines again   n new mines   q leave"


def read_lines(stdin: TextIO, prompt: Callable[[], str] | None) -> Iterator[str]:
    """Yield the lines of `stdin`; with `prompt`, edit them on the terminal."""
    if prompt is None:
        for number, line in enumerate(stdin):
            yield line.rstrip("\r\n").removeprefix("" if number else "\ufeff")
        return
    with suppress(ImportError):
        import readline  # noqa: F401  (gives input() history and editing)
    while True:
        try:
            yield input(prompt())
        except EOFError:
            print()
            return


def finish(keeper: Keeper, series: Series) -> None:
    """Record a game at the moment it ends; what cannot be written is told on stderr."""
    try:
        warning = keeper.finish(series.sitting, series.board.level)
    except FileError as error:
        warning = error.message
    if warning is not None:
        print(warning, file=sys.stderr)


@final
class LineMode:
    """The typed game. With `final`, only the last board is printed, and faults go to stderr."""

    def __init__(
        self,
        series: Series,
        screen: Screen,
        keeper: Keeper,
        *,
        keeps: bool = False,
        records: bool = False,
        echo: bool = False,
        final: bool = False,
        voice: Voice | None = None,
    ) -> None:
        self.series = series
        self.keeper = keeper
        self.keeps = keeps
        """Whether an unfinished game is kept without being asked."""
        self.records = records
        """Whether finished games are recorded."""
        self.screen = screen
        self.echo = echo
        self.final = final
        self.voice = voice
        """Says in words what else would be drawn."""
        self.changed: Event | None = None
        """The last event of this line, while its board is not printed."""
        self.note: str | None = None
        """A line to print with the first board."""

    def play(self, lines: Iterator[str]) -> Result:
        """Play until ``quit`` or the end of input; return the last game's result."""
        try:
            self._begin()
            for line in lines:
                if self.echo:
                    print(f"> {printable(line)}")
                for text in split_line(line):
                    if not self._do(text):
                        self._show_change()
                        return self._leave()
                self._show_change()
                sys.stdout.flush()
        except KeyboardInterrupt:
            kept = self._keep()  # first: after a hang-up nothing can be printed
            with suppress(OSError):
                print()
                self._say_kept(kept)
                self._finish()
            raise
        return self._leave()

    def _keep(self) -> bool:
        """Keep an unfinished game that was begun; say whether there was one."""
        sitting = self.series.sitting
        if not self.keeps or sitting.game.status.over or not sitting.moves:
            return False
        try:
            self.keeper.keep(sitting)
        except FileError as error:  # the line that plays it again is all that is left
            with suppress(OSError):
                print(error.message)
            return False
        return True

    def _say_kept(self, kept: bool) -> None:
        if kept and not self.final:
            print(KEPT)

    def prompt(self) -> str:
        return "(over) > " if self.series.sitting.game.status.over else "> "

    def board(self) -> str:
        """Return the board as it stands, with the line that names it."""
        view = self.series.sitting.game.view
        if self.voice is not None:
            return self.voice.board(view)
        return f"{self._title(view)}\n{self.screen.draw(view)}"

    @staticmethod
    def _title(view: View) -> str:
        left = f"{view.mines_left} mine{'s' * (view.mines_left != 1)} left"
        return f"{header(view)}  {view.status}, {left}"

    def _begin(self) -> None:
        if self.final:
            return
        if self.voice is not None:
            print(self.voice.begin(self.series))
        else:
            self._print_board()
        first = first_line(self.series.sitting.game)
        if first is not None:
            print(first)
        if self.note is not None:
            print(self.note)
            self.note = None
        if self.screen.interactive and self.voice is None:
            self._warn_of_the_window()
        sys.stdout.flush()

    def _warn_of_the_window(self) -> None:
        if self.series.sitting.game.topology.size > _READABLE:
            return
        arrangement = arrange(
            self.series.sitting.game.topology,
            compact=self.screen.compact,
            width=self.screen.width,
        )
        width, height = arrangement.width, len(arrangement.lines) + 2  # its name, the prompt
        if width > self.screen.width or height > self.screen.height:
            tip = "" if self.screen.compact else ", or try --compact"
            print(
                f"this board needs a window of {width}x{height}, and this one is"
                f" {self.screen.width}x{self.screen.height}: make it larger{tip}"
            )

    def _leave(self) -> Result:
        if self.final:
            print(self.board())
        self._say_kept(self._keep())
        return self._finish()

    def _finish(self) -> Result:
        sitting = self.series.sitting
        result = sitting.result()
        if not self.final:
            option = self.series.board.registered.plugin.option
            line = result_line(result, timed=self.screen.interactive)
            print(f"{line}{wish(sitting.game)}{option}")
        return result

    def _do(self, text: str) -> bool:
        """Do one action; False where it ends the sitting."""
        sitting = self.series.sitting
        try:
            over = sitting.game.status.over
            text = _AFTER.get(text.strip(), text) if over and self.screen.interactive else text
            command = parse_command(text, sitting.game.topology)
            if command.verb == "quit" or (command.verb == "new" and not self.series.has_next):
                return False
            if command.verb in ("new", "same"):
                self._show_change()
                self._finish()
                self.keeper.forget()
                self.series.new() if command.verb == "new" else self.series.same()
                self._begin()
                return True
            self._answer(command, sitting.run(command))
        except GaveUp:
            if not self.screen.interactive:
                raise  # what was asked for cannot be played
            print("no such board was found for this first cell: try another, or new")
        except MsweeperError as error:
            print(error.message, file=sys.stderr if self.final else sys.stdout)
        return True

    def _answer(self, command: Command, event: Event | None) -> None:
        sitting = self.series.sitting
        if event is None:
            if command.verb in ("hint", "odds", "why"):
                self._think(command)
            elif command.verb == "help":
                sitting.pause()
                print(HELP if self.voice else f"{HELP}\n{legend(self.screen.glyphs)}")
                sitting.resume()
            elif command.verb == "save":
                print(self.keeper.save(sitting, command.argument))
            elif command.verb == "look" and command.cell is not None:
                from msweeper.render.speak import sentence

                print(sentence(sitting.game.view, command.cell))
            elif command.verb == "id":
                print(sitting.game.id)
            elif command.verb == "board" and not self.final:
                print(self.board())
                if self.voice is None:  # else it still has to be said how a game has ended
                    self.changed = None
            return
        if sitting.game.status.over and self.records:
            finish(self.keeper, self.series)
        if self.final:
            return
        self.changed = event
        if self.voice is not None:
            print(self.voice.answer(sitting.game.view, event, redo=command.verb == "redo"))

    def _show_change(self) -> None:
        """Print the board once for all that a line has changed, and how a game has ended.

        A voice has told each change already.
        """
        event, self.changed = self.changed, None
        if event is None:
            return
        if self.voice is None:
            self._print_board()
        game = self.series.sitting.game
        if not game.status.over:
            return
        if game.status is Status.LOST:
            from msweeper.sitting.thinking import last_risk

            print(last_risk(game, event))
        if self.screen.interactive:
            option = self.series.board.registered.plugin.option
            print(f"{result_line(self.series.sitting.result(), timed=True)}{option}\n{_CHOICES}")

    def _print_board(self) -> None:
        """Print the board as after each change: one that nobody could read only by its name."""
        game = self.series.sitting.game
        if game.topology.size <= _READABLE:
            print(self.board())
        else:
            print(f"{self._title(game.view)}  ({game.topology.size} cells: board prints them)")

    def _think(self, command: Command) -> None:
        from msweeper.sitting.thinking import hint_line

        sitting = self.series.sitting
        if command.cell is not None:
            print(sitting.why(command.cell))
            return
        thought = sitting.think()
        if command.verb == "odds":
            if self.voice is not None:
                print(self.voice.odds(thought))
            else:
                print(self.screen.draw_odds(thought.view, thought.analysis.p))
        else:
            print(hint_line(thought.move, thought.view))
