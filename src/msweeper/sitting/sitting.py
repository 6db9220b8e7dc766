"""One sitting at a game: the game with its clock, its counts and its commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, final

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction
from msweeper.game import Event, Game
from msweeper.gameid import GameId
from msweeper.record.gamerecord import GameRecord, Move
from msweeper.record.replay import begin, play
from msweeper.sitting.typed import Command
from msweeper.topology import Topology
from msweeper.view import Status

if TYPE_CHECKING:
    from msweeper.sitting.thinking import Thought

__all__ = ["Result", "Sitting"]


@final
@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `opens`, `flags` and `chords` count actions, undone ones too."""

    result: Literal["won", "lost", "left"]
    id: GameId
    """The id of the very minefield, where there was one."""
    mines_at: tuple[str, ...] | None
    """The labels of the mines in cell order; None for a game that was left."""
    bbbv: int | None
    """3BV; None where no mine was placed yet."""
    seconds: float
    opens: int
    flags: int
    chords: int
    undos: int
    helps: int

    @property
    def moves(self) -> int:
        return self.opens + self.flags + self.chords


@final
class Sitting:
    """One sitting: from a game not begun to its result.

    The clock starts with the first open, stops at the end, and stands still while paused.
    """

    def __init__(self, game: Game, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        self.undos = 0
        self.helps = 0
        """How often help was asked for: hints, odds, reasons."""
        self.moves: list[Move] = []
        """All that was done, with the clock's time: undone actions and ``undo`` too."""
        self._clock = clock
        self._counts = dict.fromkeys(Verb, 0)
        self._spent = 0.0
        self._since: float | None = None

    @classmethod
    def restore(
        cls,
        record: GameRecord,
        topology: Topology,
        *,
        game: Game | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Sitting:
        """Return a sitting that stands where `record` ends; its clock waits for the next action.

        A given `game` is the one that the record began with.

        Raises:
            UsageError: the geometry has changed so that the moves cannot be played.
        """
        game = begin(record, topology) if game is None else game
        sitting = cls(game, clock=clock)
        for step in play(record, topology, game):
            sitting.game = step.game
            verb = step.move.partition(" ")[0]
            if verb in sitting._counts:
                sitting._counts[Verb(verb)] += 1
        sitting.moves = list(record.moves)
        sitting.undos, sitting.helps = record.undos, record.helps
        sitting._spent = record.seconds
        return sitting

    def _note(self, move: str) -> None:
        self.moves.append((round(self.seconds, 3), move))

    def run(self, command: Command) -> Event | None:
        """Do what was typed; verbs that only ask for something change nothing and return None.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if command.verb == "undo":
            return self.undo()
        if command.verb == "redo":
            return self.redo()
        if command.cell is None or command.verb in ("why", "look"):
            return None
        if command.verb == "unflag":
            shown = self.game.shows(command.cell)
            if shown != "flag" and not self.game.status.over:
                label = self.game.topology.label(command.cell)
                raise IllegalAction(f"{label} has no flag")
            return self.act(Action(Verb.FLAG, command.cell))
        return self.act(Action(Verb(command.verb), command.cell))

    def act(self, action: Action) -> Event:
        """Do one action. Raises IllegalAction as `Game.act` does."""
        event = self.game.act(action)
        self._counts[action.verb] += 1
        self._tick()
        self._note(action.text(self.game.topology))
        return event

    def undo(self) -> Event:
        """Take the last action back; it is counted. Raises IllegalAction if there is none."""
        event = self.game.undo()
        self.undos += 1
        self._tick()
        self._note("undo")
        return event

    def redo(self) -> Event:
        """Do the last undone action again. Raises IllegalAction if there is none."""
        event = self.game.redo()
        self._tick()
        self._note("redo")
        return event

    def think(self) -> Thought:
        """Return what the solver says of the game now; it counts as help.

        Raises:
            IllegalAction: the game is over.
            BudgetExceeded: it would take too long.
        """
        from msweeper.sitting.thinking import think  # late: most games never ask

        self._ask()
        game = self.game
        named = game.start if game.status is Status.READY else None
        return think(game.view, game.free_first_click, named)

    def why(self, cell: int) -> str:
        """Return a line on what is known of `cell`; it counts as help. Raises as `think`."""
        from msweeper.sitting.thinking import why_line

        self._ask()
        return why_line(self.game.view, cell)

    def _ask(self) -> None:
        if self.game.status.over:
            raise IllegalAction(
                f"the game is {self.game.status}: there is nothing left to find out"
            )
        self.helps += 1

    def _tick(self) -> None:
        """Start or stop the clock as the status asks for."""
        if self.game.status.over:
            self.pause()
        elif self.game.status is Status.PLAYING and self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Let the clock stand still, until the next action or `resume`."""
        self._spent = self.seconds
        self._since = None

    def resume(self) -> None:
        self._tick()

    @property
    def runs(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """How long the clock ran; never negative."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._spent + max(0.0, running)

    def result(self) -> Result:
        """Return how the game stands, as it would be recorded if it ended here."""
        game, field = self.game, self.game.minefield
        over = game.status.over
        labels = None
        if over:
            assert field is not None
            labels = tuple(map(game.topology.label, field.mines))
        return Result(
            "won" if game.status is Status.WON else "lost" if over else "left",
            game.minefield_id,
            labels,
            None if field is None else field.bbbv,
            self.seconds,
            self._counts[Verb.OPEN],
            self._counts[Verb.FLAG],
            self._counts[Verb.CHORD],
            self.undos,
            self.helps,
        )
