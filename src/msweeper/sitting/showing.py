"""What a picture shows: a board, a position or a game, from whatever names it.

Also the games of the gallery: half played, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import final

from msweeper.errors import BudgetExceeded, UsageError
from msweeper.game import Game, place
from msweeper.plugins import Registered, Registry
from msweeper.record.gamerecord import FORMAT, GameRecord
from msweeper.record.replay import begin, play
from msweeper.render.page import Frame
from msweeper.sitting.choose import Board, Request, choose
from msweeper.sitting.position import parse_position
from msweeper.solver import Budget, analyze, deduce
from msweeper.solver.players import Careful
from msweeper.topology import Topology
from msweeper.view import Status, View

__all__ = ["MOST", "Shown", "gallery_game", "show_board", "show_record", "show_text"]

MOST = 50_000
"""Cells that a picture may have: it takes some hundred bytes each."""
_TABLE = 200_000  # rows; a limit in time would make a picture depend on the machine
_GAMES = 9  # of which the gallery takes the one that went farthest
_HIDDEN = "a move that was taken back"


@final
@dataclass(frozen=True, slots=True)
class Shown:
    """A topology and positions on it; `frames` yields them anew at each call."""

    topology: Topology
    frames: Callable[[], Iterator[Frame]]
    moves: int = 0
    again: str = ""
    """The id of the game, where it is over and may be played again."""

    def last(self) -> Frame:
        """Return the last position."""
        frame = None
        for frame in self.frames():  # noqa: B007 (the last one is what is wanted)
            pass
        assert frame is not None
        return frame

    def with_odds(self, *, every: bool) -> Shown:
        """Return the same with the chance of each closed cell, `every` position or only the last.

        Of many positions, those are without that take too long to count.

        Raises (`last` and `frames` of what is returned):
            BudgetExceeded: the only one takes too long.
            InconsistentView: no minefield fits.
            UsageError: the game is over: nothing is open to chance.
        """

        def frames() -> Iterator[Frame]:
            for frame in self.frames():
                chance = None
                if not frame.view.status.over:
                    try:
                        chance = analyze(frame.view, budget=Budget(table=_TABLE)).p
                    except BudgetExceeded:
                        chance = None
                yield frame._replace(chance=chance)

        def only() -> Iterator[Frame]:
            frame = self.last()
            if frame.view.status.over:
                raise UsageError(f"this game is {frame.view.status}: it has no odds any more")
            yield frame._replace(chance=analyze(frame.view, budget=Budget(table=_TABLE)).p)

        return Shown(self.topology, frames if every else only, self.moves, self.again)


def show_board(board: Board, *, solution: bool = False) -> Shown:
    """Return a board with all cells closed, or with `solution` as it is when it is won.

    Raises:
        UsageError: too large for a picture, or no mines yet whose place could be shown.
    """
    _check_size(board.topology)
    if not solution:
        return _still(View.of(board.topology, board.mines))
    if board.given is None and board.seed is None:
        raise UsageError("a solution belongs to a game: give its id, or a seed")
    game = board.game()
    if game.free_first_click is not None:
        label = board.topology.label(board.topology.layout.middle())
        raise UsageError(
            "the first click decides where these mines are: an id can name it, as in"
            f" {replace(game.id, start=label)}"
        )
    return _still(_solve(game))


def _solve(game: Game) -> View:
    """Open all that is safe."""
    minefield = game.minefield
    if minefield is None:  # no rule protects the first click: it may be any cell
        assert game.seed is not None
        minefield = place(game.topology, game.mines, game.seed, game.first, 0, game.attempt)
        game = Game(game.topology, minefield=minefield)
    for cell, number in enumerate(minefield.numbers):
        if number >= 0 and game.shows(cell) == "closed":
            game.open(cell)
    return game.view


def show_text(text: str, registry: Registry) -> Shown:
    """Return what a file holds: a saved game, a position, or a game id.

    Raises:
        ParseError: it is none of these.
        UnknownName, PluginFault: it names what is not there.
        UsageError: too large for a picture, or changed since it was saved.
    """
    bare = text.strip().removeprefix("\ufeff")
    if bare.startswith("{") and f'"{FORMAT}"' in bare:
        record = GameRecord.loads(bare)
        return show_record(record, registry.topology(record.id.spec))
    if bare and "\n" not in bare and not bare.startswith(("{", "@")):
        return show_board(choose(registry, Request(bare)))
    return _still(parse_position(text, registry))


def show_record(record: GameRecord, topology: Topology) -> Shown:
    """Return every position of a game that was saved.

    A game that is not over keeps its secrets: where a fatal move was taken back, nothing is shown
    of it, and there is no id.

    Raises:
        UsageError: too large for a picture; the geometry has changed, or a move cannot be played.
    """
    _check_size(topology)
    game = begin(record, topology)
    for step in play(record, topology):
        game = step.game
    over = game.status.over

    def frames() -> Iterator[Frame]:
        game = begin(record, topology)
        frame = Frame(game.view)
        yield frame
        for step in play(record, topology, game):
            if game.status.over and not over:
                frame = frame._replace(move=_HIDDEN, seconds=step.seconds)
            else:
                frame = Frame(game.view, step.move, step.seconds)
            yield frame

    return Shown(topology, frames, len(record.moves), str(record.id) if over else "")


def _still(view: View) -> Shown:
    _check_size(view.topology)
    return Shown(view.topology, lambda: iter((Frame(view),)))


def _check_size(topology: Topology) -> None:
    if topology.size > MOST:
        raise UsageError(
            f"a picture has at most {MOST} cells, and {topology.spec} has {topology.size}"
        )


def gallery_game(registered: Registered, registry: Registry) -> Game:
    """Return a game on the first level of a topology, half played by the careful player.

    Mines that are proved are flagged. Depends on nothing but the topology.

    Raises:
        MsweeperError: there is no such board: it cannot be built without parameters, say.
    """
    levels = registered.factory.levels
    board = choose(registry, Request(registered.name, level=levels[0].name if levels else None))
    _check_size(board.topology)
    half = (board.topology.size - board.mines + 1) // 2
    best: Game | None = None
    for number in range(_GAMES):
        game = _half_played(board, f"gallery/{number}", half)
        if best is None or game.closed < best.closed:
            best = game
        if board.topology.size - best.closed >= half:
            break
    assert best is not None
    if not best.status.over:
        for fact in deduce(best.view, budget=Budget(table=_TABLE)):
            if fact.is_mine:
                best.flag(fact.cell)
    return best


def _half_played(board: Board, seed: str, half: int) -> Game:
    """Play until `half` cells are open, or up to the guess that would lose."""
    game = board.game(seed)
    game.open(board.topology.layout.middle())
    if game.status.over:
        if game.status is Status.LOST:
            game.undo()
        return game
    player = Careful()
    player.begin(game.view)
    while True:
        for cell in player.choose().cells:
            if board.topology.size - game.closed >= half:
                return game
            if game.shows(cell) != "closed":
                continue
            event = game.open(cell)
            if game.status is Status.LOST:
                game.undo()
                return game
            if game.status.over:
                return game
            player.see(event.cells, event.after)
