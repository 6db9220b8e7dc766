"""What a player at a full screen does and sees, without the screen.

A desk holds the cursor, the count typed before a key, what is lit up, and the lines that answer.
Front ends hand it commands of the key table and ask it for a scene; it never draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, final

from msweeper.actions import Action, Verb
from msweeper.errors import FileError, GaveUp, IllegalAction, MsweeperError
from msweeper.game import Event
from msweeper.render.speak import sentence, survey
from msweeper.sitting.keep import Keeper
from msweeper.sitting.keymap import DIGITS
from msweeper.sitting.lines import KEPT, clock_text, first_line, wish
from msweeper.sitting.series import Series
from msweeper.sitting.sitting import Sitting
from msweeper.sitting.typed import Command, parse_command, split_line
from msweeper.stats.progress import Progress
from msweeper.topology import Topology
from msweeper.tui.aid import Aid
from msweeper.tui.canvas import Scene
from msweeper.tui.cursor import MOTIONS, Cursor
from msweeper.view import Status, View

__all__ = ["Desk"]

_MOST: Final = 9_999
"""The highest count."""
_COUNTED: Final = 100_000
"""Cells of a board on which 3BV is counted while it is played."""
_FEW: Final = 100
"""Changed cells up to which each of them, and what is around it, is drawn by itself."""
_MANY: Final = 20_000
"""Cells from which on placing mines is work that a screen should not wait for."""


@final
class Desk:
    """One seat at a series of games.

    `changed` gathers the cells that look different since it was last taken; None in it stands for
    all of them.
    """

    def __init__(self, series: Series, keeper: Keeper, *, light: str = "auto") -> None:
        self.series = series
        self.keeper = keeper
        self.light = light
        self.lines: tuple[str, ...] = ()
        """What answers the last command."""
        self.count = ""
        self._asked = ""
        """The command that was answered with a question: again, it means yes."""
        self.paused = False
        self.hover: int | None = None
        """The cell under the mouse."""
        self.sight: int | None = None
        """The cell that should be in sight now; None: the cursor's."""
        self._sit_down()

    # What is to be seen

    @property
    def sitting(self) -> Sitting:
        return self.series.sitting

    @property
    def topology(self) -> Topology:
        return self.sitting.game.topology

    def _sit_down(self) -> None:
        """Begin at the game that the series is at."""
        game = self.sitting.game
        start = game.start if game.start is not None else self.topology.layout.middle()
        self._cursor = Cursor(self.topology, start)
        layout = self.topology.layout
        self._helpful = self.topology.max_degree > 8 or layout.panels > 1  # a pass: once a game
        self._aid = Aid()
        self._view: View | None = None
        self._progress: Progress | None = None
        self._count_units()
        self.changed: set[int] | None = None
        first = first_line(game)
        self.lines = () if first is None else (first,)
        self.paused = False

    @property
    def cursor(self) -> int:
        return self._cursor.cell

    @property
    def view(self) -> View:
        """What the player may know; made anew only after a change."""
        if self._view is None:
            self._view = self.sitting.game.view
        return self._view

    @property
    def lights(self) -> bool:
        """Whether the neighbors of the cursor are lit up."""
        return self._helpful if self.light == "auto" else self.light == "on"

    @property
    def scene(self) -> Scene:
        return Scene(self.view, self.cursor, self._near(), self._aid.reason, self._aid.odds)

    def _near(self) -> frozenset[int]:
        if self.hover is not None:
            return frozenset((self.hover, *self.topology.neighbors(self.hover)))
        return frozenset(self.topology.neighbors(self.cursor)) if self.lights else frozenset()

    @property
    def over(self) -> bool:
        return self.sitting.game.status.over

    def status(self) -> str:
        """Return the parts of the status line: mines left, time, 3BV done, board, id."""
        sitting = self.sitting
        game, board = sitting.game, self.series.board
        parts = [
            f"{game.mines_left} mine{'s' * (game.mines_left != 1)} left",
            clock_text(sitting.seconds, tenths=False) + (" paused" if self.paused else ""),
        ]
        done = self._done()
        if done is not None:
            parts.append(f"3BV {done}")
        name = board.registered.name
        parts.append(f"{name} {board.level}" if board.level else name)
        if self.over:
            parts.append(str(game.status))
        parts.append(f"{game.origin_id}{wish(game)}")
        return "  ".join(parts)

    def _done(self) -> int | None:
        """Return the units of 3BV that are done; None on boards too large to count."""
        game = self.sitting.game
        if game.topology.size > _COUNTED:
            return None
        return 0 if self._progress is None else self._progress.done

    def _count_units(self) -> None:
        """Begin to count the units that are done, once the mines are placed."""
        game = self.sitting.game
        if game.minefield is not None and game.topology.size <= _COUNTED:
            self._progress = Progress(game.minefield, game.view.cells)

    def take_changes(self) -> set[int] | None:
        """Return the cells that look different since this was last asked; None: all of them."""
        changed, self.changed = self.changed, set()
        return changed

    def _change(self, cells: Iterable[int]) -> None:
        if self.changed is not None:
            self.changed.update(cells)

    # Commands

    def is_slow(self, command: str) -> bool:
        """Whether a command may take longer than a screen should wait."""
        if command in ("hint", "odds", "why", "go-hint"):
            return not self.over
        game = self.sitting.game
        if command in ("new", "same", "open", "chord"):
            made = command in ("open", "chord", "same") and game.minefield is not None
            makes = self.series.board.proof is not None and not made
            return makes or self.topology.size > _MANY
        return self.topology.size > _MANY and command in ("undo", "redo", "type")

    def digit(self, key: str) -> bool:
        """Take a digit of a count; False for other keys, and for a 0 that begins none."""
        if len(key) != 1 or key not in DIGITS or (key == "0" and not self.count):
            return False
        if self.paused:
            self.do("escape")
            return True
        self.count = str(min(_MOST, int(self.count + key)))
        self.lines = (f"{self.count} times: a motion",)
        return True

    def do(self, command: str) -> None:
        """Do a command of the key table; what it answers is in `lines` afterwards."""
        count, self.count = int(self.count or 1), ""
        self.lines = ()
        if self.paused:  # any key goes on; what it does on a board unseen, nobody meant
            self._resume()
            return
        self.sight = None
        if command in MOTIONS:
            self._asked = ""
            self._see_cursor(lambda: self._cursor.move(command, count, self.view))
        elif command in ("open", "flag", "chord"):
            self._answering(lambda: self.act(Verb(command), self.cursor))
        else:
            self._answering(lambda: self._other(command))

    def _answering(self, work: Callable[[], None]) -> None:
        """Do something; what it refuses is answered in a line."""
        try:
            work()
        except GaveUp:
            self.lines = ("no such board was found for this first cell: try another one",)
        except MsweeperError as error:
            self.lines = (error.message,)

    def _other(self, command: str) -> None:
        asked, self._asked = self._asked, ""
        if command == "undo":
            self._took(self.sitting.undo(), back=True)
        elif command == "redo":
            self._took(self.sitting.redo())
        elif command == "hint":
            self._see_aid(lambda: self._aid.find_hint(self.sitting))
            self.sight = self._aid.hint
        elif command == "go-hint":
            if self._aid.hint is None:
                self._see_aid(lambda: self._aid.find_hint(self.sitting))
            if self._aid.hint is not None:
                self.go(self._aid.hint)
        elif command == "odds":
            self._toggle_odds()
        elif command == "why":
            self.lines = (self.sitting.why(self.cursor),)
        elif command == "light":
            before = self._near()
            self.light = "off" if self.lights else "on"
            self._change(before | self._near())
            self.lines = (f"neighbors of the cursor: {self.light}",)
        elif command in ("new", "same"):
            if asked != command and self.sitting.moves and not self.over:
                self._asked = command
                self.lines = ("this game is not over: once more drops it and begins another",)
            else:
                self.begin(again=command == "same")
        elif command == "pause":
            self._pause()
        elif command == "save":
            self.lines = (self.keeper.save(self.sitting, ""),)
        elif command == "escape":
            self._forget_help()
        else:
            raise AssertionError(f"{command} is not for a desk")

    def begin(self, *, again: bool) -> None:
        """Begin the same game again, or another one on this board."""
        if not again and not self.series.has_next:
            raise IllegalAction("these were all the games that were asked for")
        self.keeper.forget()
        self.series.same() if again else self.series.new()
        self._sit_down()

    def typed(self, line: str) -> str | None:
        """Do what was typed, as in line mode; return a command that only the front end can do."""
        self.lines = ()
        for text in split_line(line):
            try:
                command = parse_command(text, self.topology)
            except MsweeperError as error:
                self.lines = (error.message,)
                return None
            if command.verb in ("help", "quit"):
                return "leave" if command.verb == "quit" else "help"
            if command.verb in ("new", "same", "hint", "odds", "undo", "redo"):
                self.do(command.verb)
            else:
                self._answering(lambda command=command: self._typed(command))  # type: ignore[misc]
        return None

    def _typed(self, command: Command) -> None:
        if command.verb == "save":
            self.lines = (self.keeper.save(self.sitting, command.argument),)
        elif command.verb == "id":
            self.lines = (str(self.sitting.game.id),)
        elif command.verb == "board":
            self.lines = survey(self.view)
        elif command.cell is not None:
            self.go(command.cell)
            if command.verb == "why":
                self.lines = (self.sitting.why(command.cell),)
                return
            if command.verb == "look":
                self.lines = (sentence(self.view, command.cell),)
                return
            event = self.sitting.run(command)
            if event is not None:
                self._took(event)

    def go_to(self, label: str) -> None:
        """Put the cursor on the cell of a label as it is typed, with commas or blanks."""
        self.lines = ()
        parts = label.replace(",", " ").split()
        self._answering(lambda: self.go(self.topology.cell(",".join(parts))))

    def go(self, cell: int) -> None:
        """Put the cursor on a cell."""
        self._see_cursor(lambda: self._cursor.go(cell))

    def _see_cursor(self, move: Callable[[], str | None]) -> None:
        """Move the cursor, and take note of what looks different then."""
        at, before = self.cursor, self._near()
        answer = move()
        if answer is not None:
            self.lines = (answer,)
        if self.cursor != at:
            self._change((at, self.cursor))
            self._change(before ^ self._near())

    def point(self, cell: int | None) -> None:
        """The mouse is over a cell, or over none."""
        if cell == self.hover:
            return
        before = self._near()
        self.hover = cell
        self._change(before ^ self._near())

    def act(self, verb: Verb, cell: int) -> None:
        """Do one action on a cell; opening an open number chords.

        Raises:
            IllegalAction: the rules do not allow it now.
            GaveUp: no board without guesses was found.
        """
        self.lines = ()
        self.go(cell)
        if verb is Verb.OPEN and self.view.cells[cell] > 0:
            verb = Verb.CHORD
        self._took(self.sitting.act(Action(verb, cell)))

    def click(self, cell: int, button: int) -> None:
        """Left opens, on an open number it chords; right flags; the middle chords."""
        self.count = ""
        verb = {1: Verb.OPEN, 2: Verb.CHORD, 3: Verb.FLAG}.get(button)
        if verb is None:
            return
        self._answering(lambda: self.act(verb, cell))

    def _took(self, event: Event, *, back: bool = False) -> None:
        """Take note of what an action, or taking it `back`, has changed."""
        if self._progress is None:
            self._count_units()
        else:
            one, other = (event.after, event.before) if back else (event.before, event.after)
            self._progress.change(event.cells, one, other)
        self._view = None
        if len(event.cells) > _FEW or event.status.over:
            self.changed = None  # at the end, finished numbers do not fade any more
        else:
            self._change(event.cells)
            for cell in event.cells:  # a number is finished, or is not any more
                self._change(self.topology.neighbors(cell))
        self._forget_help()
        if self.over:
            self.lines = tuple(filter(None, [self._finish()]))

    def _finish(self) -> str | None:
        try:
            return self.keeper.finish(self.sitting, self.series.board.level)
        except FileError as error:
            return error.message

    # Help in play

    def _toggle_odds(self) -> None:
        if self._aid.odds is not None:
            self._forget_help()
            return
        self._see_aid(lambda: self._aid.find_odds(self.sitting))

    def _forget_help(self) -> None:
        """Let go of what a hint or odds have shown: it holds for one view."""
        self._see_aid(self._aid.forget)

    def _see_aid(self, work: Callable[[], str | None]) -> None:
        """Do something about help, and take note of what looks different then."""
        reason, odds = self._aid.reason, self._aid.odds
        answer = work()
        if answer is not None:
            self.lines = (answer,)
        self._change(reason ^ self._aid.reason)
        if odds is not self._aid.odds:
            self.changed = None

    # The clock, keeping, the end

    def _pause(self) -> None:
        if self.sitting.game.status is not Status.PLAYING:
            self.lines = ("the clock does not run",)
            return
        self.sitting.pause()
        self.paused = True
        self.changed = None
        self.lines = ("paused: any key goes on",)

    def _resume(self) -> None:
        self.sitting.resume()
        self.paused = False
        self.changed = None

    def keep(self) -> str | None:
        """Keep an unfinished game that was begun; return what is to be said of that."""
        sitting = self.sitting
        if self.over or not sitting.moves:
            return None
        try:
            self.keeper.keep(sitting)
        except FileError as error:
            return error.message
        return KEPT
