"""Plays a record again, and says whether it agrees with itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, final

from msweeper.actions import Action
from msweeper.errors import MsweeperError, ParseError, UsageError
from msweeper.game import Event, Game
from msweeper.minefield import Minefield
from msweeper.record.gamerecord import GameRecord
from msweeper.topology import Topology
from msweeper.view import Status

__all__ = ["Step", "Tape", "begin", "do_move", "play", "verify"]

_SLACK = 0.0015  # seconds: times are kept in thousandths


@final
class Step(NamedTuple):
    """One move of a replay; `game` is as it stands after it."""

    seconds: float
    move: str
    event: Event
    game: Game


def begin(record: GameRecord, topology: Topology) -> Game:
    """Begin the game of a record again, not a move played.

    By its id where that gives the very mines; else from the mine list, which outlives a geometry
    that changed elsewhere.

    Raises:
        UsageError: the topology has no such cells any more.
    """
    same = record.fingerprint == topology.fingerprint
    if record.mines_at is None:
        if not same:
            raise UsageError(f"the geometry of {topology.spec} has changed since this was saved")
        return Game.from_id(record.id, topology)
    try:
        mines = sorted(map(topology.cell, record.mines_at))
    except (ParseError, LookupError) as error:
        raise UsageError(f"the geometry of {topology.spec} has changed: {error}") from None
    if same:
        game = Game.from_id(record.id, topology)
        if game.minefield is not None and list(game.minefield.mines) == mines:
            return game
    return Game(topology, minefield=Minefield.of(topology, mines))


def do_move(game: Game, move: str) -> Event:
    """Do one recorded move.

    Raises:
        ParseError, UnknownName, IllegalAction: it is none, or was not allowed.
    """
    if move == "undo":
        return game.undo()
    if move == "redo":
        return game.redo()
    return game.act(Action.parse(move, game.topology))


def play(record: GameRecord, topology: Topology, game: Game | None = None) -> Iterator[Step]:
    """Yield each move of a record, played on `game`, or from its own beginning.

    Raises:
        UsageError: the geometry has changed, or a move cannot be played; says which.
    """
    game = begin(record, topology) if game is None else game
    for number, (seconds, move) in enumerate(record.moves, 1):
        try:
            event = do_move(game, move)
        except MsweeperError as error:
            raise UsageError(f"move {number}, {move}, cannot be played: {error}") from None
        yield Step(seconds, move, event, game)


@final
class Tape:
    """A record and the place in it: `game` stands as after the first `at` moves.

    Raises:
        UsageError: it cannot be played; says which move.
    """

    def __init__(self, record: GameRecord, topology: Topology) -> None:
        self.record = record
        self.topology = topology
        for _ in play(record, topology):  # a move that cannot be played is told before any is shown
            pass
        self.at = 0
        self.game = begin(record, topology)

    def __len__(self) -> int:
        return len(self.record.moves)

    def jump(self, to: int) -> None:
        """Go to a place, or as near to it as there is. Back costs all moves up to it."""
        to = max(0, min(to, len(self)))
        if to < self.at:
            self.game, self.at = begin(self.record, self.topology), 0
        for _, move in self.record.moves[self.at : to]:
            do_move(self.game, move)
        self.at = to


def verify(record: GameRecord, topology: Topology) -> tuple[str, ...]:
    """Play a record again and return what does not agree, a sentence each; none if all does."""
    faults: list[str] = []
    if record.fingerprint != topology.fingerprint:
        faults.append(f"the geometry of {topology.spec} is not the one it was played on")
    try:
        game = begin(record, topology)
        by_id = Game.from_id(record.id, topology) if record.mines_at is not None else game
        if by_id.minefield is not None and by_id.minefield != game.minefield:
            faults.append("the mines are not those of its id")
        last = 0.0
        undos = 0
        for step in play(record, topology):
            game = step.game
            undos += step.move == "undo"
            if step.seconds < last:
                faults.append(f"{step.move} at {step.seconds:g} s comes after {last:g} s")
            last = max(last, step.seconds)
    except MsweeperError as error:
        return (*faults, str(error))
    result = {Status.WON: "won", Status.LOST: "lost"}.get(game.status, "left")
    if result != record.result:
        faults.append(f"it says {record.result}, its moves say {result}")
    if undos != record.undos:
        faults.append(f"it says {record.undos} undone, its moves say {undos}")
    if last > record.seconds + _SLACK or (
        record.result != "left" and record.seconds > last + _SLACK and record.moves[-1:]
    ):
        faults.append(f"it says {record.seconds:g} s, its last move was at {last:g} s")
    return tuple(faults)
