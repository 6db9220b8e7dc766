"""Checks of play: numbers and floods against a count from scratch, games to their end, saves."""

from __future__ import annotations

from collections.abc import Iterator

from msweeper.errors import MsweeperError
from msweeper.firstclick import default_first
from msweeper.game import Game, place
from msweeper.gameid import GameId
from msweeper.minefield import Minefield
from msweeper.record.gamerecord import GameRecord, Move
from msweeper.record.replay import play
from msweeper.simulate import play_game
from msweeper.solver.players import PLAYERS
from msweeper.testing.contract import CheckFailed, NotTried, at, breach_at, check
from msweeper.testing.graph import GRAPH
from msweeper.testing.moves import played, shuffled
from msweeper.testing.subject import SMALL, Subject
from msweeper.topology import Topology
from msweeper.view import Status, View

__all__ = ["check_floods", "check_games_end", "check_numbers", "check_saves"]

_PLAYABLE = ("builds", "labels-back", *GRAPH)
_SEEDS = ("maple", "birch")


def _boards(subject: Subject) -> Iterator[Topology]:
    """Yield boards that are small enough to be played; each has a name, as ids need one."""
    for topology, *_ in subject.small:
        yield topology if topology.spec else topology.with_spec("board")


def _mines(topology: Topology) -> tuple[int, ...]:
    """Return few, some and many mines for a board, each once."""
    size = topology.size
    return tuple(sorted({0, size // 8, size // 3, max(0, size - 2)} & set(range(size))))


def _fields(topology: Topology) -> Iterator[Minefield]:
    for mines in _mines(topology):
        for seed in _SEEDS:
            cells = shuffled(topology.size, seed)[:mines]
            yield Minefield.of(topology, cells)


@check(*_PLAYABLE)
def check_numbers(subject: Subject) -> None:
    """Every number is the count of mines among the cell's neighbors."""
    for topology in _boards(subject):
        near = [set(topology.neighbors(cell)) for cell in topology]
        for field in _fields(topology):
            mined = set(field.mines)
            for cell in topology:
                wanted = -1 if cell in mined else len(near[cell] & mined)
                if field.numbers[cell] != wanted:
                    raise breach_at(
                        topology, cell, f"has the number {field.numbers[cell]}, not {wanted}"
                    )


@check("numbers")
def check_floods(subject: Subject) -> None:
    """Opening a cell opens what is reached from it through zeros, and nothing else."""
    for topology in _boards(subject):
        for field in _fields(topology):
            mined = set(field.mines)
            for cell in _safe(topology, mined):
                game = Game(topology, minefield=field)
                game.open(cell)
                wanted = _reached(topology, mined, cell)
                shown = game.view.cells
                for other in topology:
                    is_open = shown[other] >= 0
                    if game.status is not Status.WON and is_open != (other in wanted):
                        raise breach_at(
                            topology,
                            other,
                            f"is {'open' if is_open else 'closed'} after"
                            f" {at(topology, cell)} was opened",
                        )
                if (game.status is Status.WON) != (len(wanted) == topology.size - len(mined)):
                    raise breach_at(topology, cell, f"was opened, and the game is {game.status}")


def _safe(topology: Topology, mined: set[int]) -> list[int]:
    """Return some safe cells, from all over the board."""
    safe = [cell for cell in topology if cell not in mined]
    return safe[:: max(1, len(safe) // 8)]


def _reached(topology: Topology, mined: set[int], cell: int) -> set[int]:
    """Return the cells that opening `cell` opens, counted from scratch."""
    reached, edge = {cell}, [cell]
    while edge:
        at_cell = edge.pop()
        near = topology.neighbors(at_cell)
        if mined.intersection(near):
            continue
        for other in near:
            if other not in reached:
                reached.add(other)
                edge.append(other)
    return reached


@check("floods")
def check_games_end(subject: Subject) -> str:
    """Every game ends, won or lost, played in any order and by the solver's player."""
    games = 0
    for topology in _boards(subject):
        for mines in _mines(topology):
            for seed in _SEEDS:
                game = Game(topology, mines, seed=seed)
                for _ in played(game, seed):
                    pass
                if not game.status.over:
                    raise CheckFailed(
                        f"the game {game.minefield_id} is still {game.status} after every cell was"
                        " opened",
                        spec=topology.spec,
                    )
                games += 1
        mines = topology.size // 6
        middle = topology.layout.middle()
        first = default_first(topology, mines)
        for seed in _SEEDS:
            play_game(place(topology, mines, seed, first, middle), PLAYERS["lowest-risk"](), middle)
            games += 1
    if not games:
        raise NotTried("no board is small enough to be played")
    return f"{games} games"


@check("floods")
def check_saves(subject: Subject) -> None:
    """A game that is saved at any move goes on from there, by its record and by its id."""
    for topology in _boards(subject):
        game = Game(topology, topology.size // 5, seed="saves")
        moves: list[Move] = []
        for move, view in played(game, "saves"):
            moves.append((float(len(moves)), move))
            if len(moves) % (1 + topology.size // (SMALL + 1)) == 0:
                _goes_on(topology, game, moves, view)


def _goes_on(topology: Topology, game: Game, moves: list[Move], view: View) -> None:
    field = game.minefield
    record = GameRecord(
        GameId.parse(str(game.minefield_id)),
        topology.fingerprint,
        None if field is None else tuple(map(topology.label, field.mines)),
        tuple(moves),
        "won" if game.status is Status.WON else "lost" if game.status is Status.LOST else "left",
        float(len(moves)),
    )
    what = f"after {len(moves)} moves of {game.id}, at {moves[-1][1]},"
    try:
        steps = list(play(GameRecord.loads(record.dumps()), topology))
    except MsweeperError as error:
        raise CheckFailed(
            f"{what} the saved game does not go on: {error}", spec=topology.spec
        ) from error
    game, again = steps[-1].game, steps[-1].game.view
    for cell in topology:
        if again.cells[cell] != view.cells[cell]:
            raise breach_at(
                topology,
                cell,
                f"shows {view.shows(cell)} and, saved and loaded, {again.shows(cell)} ({what})",
            )
    if again != view:
        raise CheckFailed(f"{what} the saved game is {again.status}", spec=topology.spec)
    if game.minefield != field:
        raise CheckFailed(f"{what} the saved game has other mines", spec=topology.spec)
