"""Games by a player, many of them: who wins how often.

Game ``n`` has the seed ``SEED/n``, so any part of a run can be played anywhere and again, and the
result does not depend on how the games are shared out.
"""

from __future__ import annotations

import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from math import sqrt
from multiprocessing import connection, get_context, parent_process
from typing import final

from msweeper.errors import UnknownName
from msweeper.firstclick import FirstClick
from msweeper.game import Game, flood, place
from msweeper.minefield import Minefield
from msweeper.solver.players import PLAYERS, Player
from msweeper.topology import Topology
from msweeper.view import CLOSED, Status, View

__all__ = ["Played", "Tally", "play_game", "simulate", "wilson"]


@final
@dataclass(frozen=True, slots=True)
class Played:
    """One game by a player."""

    won: bool
    guesses: int
    """Opens that were not proved safe, the first one left out."""


@final
@dataclass(frozen=True, slots=True)
class Tally:
    """What a number of games came to; tallies add up."""

    games: int = 0
    won: int = 0
    guesses: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.won + other.won, self.guesses + other.guesses)

    @property
    def rate(self) -> float:
        """The share of games won; 0 without games."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `rate`."""
        return wilson(self.won, self.games)

    @property
    def guesses_per_game(self) -> float:
        return self.guesses / self.games if self.games else 0.0


def wilson(won: int, games: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the Wilson score interval of a share; the default `z` gives 95 %.

    Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), formula for the inverted normal test.
    """
    if not games:
        return 0.0, 1.0
    share = won / games
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    middle = share + z * z / (2 * games)
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def play_game(minefield: Minefield, player: Player, start: int) -> Played:
    """Let `player` play a minefield to its end; the first open is `start`.

    The rules are those of `Game`, and so are the floods; there is no history, since nobody asks.
    """
    topology, numbers = minefield.topology, minefield.numbers
    if numbers[start] < 0:
        return Played(False, 0)
    shown = array("i", [CLOSED]) * topology.size
    opened = flood(topology.near, numbers, shown, [start])
    left = topology.size - len(minefield.mines) - len(opened)
    if left:
        cells = shown[:]
        for cell in opened:
            cells[cell] = numbers[cell]
        player.begin(View(topology, len(minefield.mines), cells, Status.PLAYING))
    guesses = 0
    while left:
        choice = player.choose()
        roots = [cell for cell in choice.cells if shown[cell] == CLOSED]
        if choice.risk:
            guesses += 1
        if any(numbers[cell] < 0 for cell in roots):
            return Played(False, guesses)
        opened = flood(topology.near, numbers, shown, roots)
        left -= len(opened)
        if left:
            player.see(opened, [numbers[cell] for cell in opened])
    return Played(True, guesses)


@final
@dataclass(frozen=True, slots=True)
class _Task:
    """A run of games that one process plays in one go."""

    topology: Topology
    mines: int
    first: FirstClick
    player: str
    seed: str
    start: int
    numbers: range


def _play(task: _Task) -> Tally:
    player = PLAYERS[task.player]()
    tally = Tally()
    for number in task.numbers:
        seed = f"{task.seed}/{number}"
        field = place(task.topology, task.mines, seed, task.first, task.start)
        played = play_game(field, player, task.start)
        tally += Tally(1, int(played.won), played.guesses)
    return tally


def simulate(
    topology: Topology,
    mines: int,
    *,
    player: str = "careful",
    seed: str,
    games: int,
    begin: int = 0,
    first: FirstClick | None = None,
    start: int | None = None,
    jobs: int = 1,
    report: Callable[[Tally, float], None] = lambda tally, seconds: None,
    clock: Callable[[], float] = time.monotonic,
) -> Tally:
    """Play `games` games from number `begin` on and return what they came to.

    Args:
        player: a name of `msweeper.solver.PLAYERS`.
        first: the first-click rule; None is the default.
        start: the cell that is opened first; None is the middle of the layout.
        jobs: how many processes; 1 plays here.
        report: told the games so far and the seconds they took, now and then.

    Raises:
        UnknownName: there is no such player.
        OutOfRange: the mines do not fit, or the rule cannot be kept.
    """
    if player not in PLAYERS:
        raise UnknownName("player", player, sorted(PLAYERS))
    rule = Game(topology, mines, seed=seed, first=first).first  # refuses what is not possible
    cell = topology.layout.middle() if start is None else start
    began = clock()
    total = Tally()
    for tally in _tallies(
        [
            _Task(topology, mines, rule, player, seed, cell, numbers)
            for numbers in _chunks(begin, games, jobs)
        ],
        jobs,
    ):
        total += tally
        report(total, clock() - began)
    return total


def _chunks(begin: int, games: int, jobs: int) -> Iterator[range]:
    """Yield runs of games: short enough to share out evenly and to report on."""
    size = max(1, min(50, games // (4 * jobs)))
    for low in range(begin, begin + games, size):
        yield range(low, min(low + size, begin + games))


def _follow() -> None:
    """End this process with its parent, however that ends."""
    parent = parent_process()
    if parent is None:
        return

    def wait_for_it() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=wait_for_it, daemon=True).start()


def _tallies(tasks: list[_Task], jobs: int) -> Iterator[Tally]:
    """Yield the tallies of all tasks as they come in; leaving early stops the processes."""
    if jobs == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    # a fresh interpreter in each: the same on every system, and nothing is inherited
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), mp_context=get_context("spawn"), initializer=_follow
    )
    try:
        waiting = iter(tasks)
        running: set[Future[Tally]] = set()
        while True:
            for task in waiting:
                running.add(pool.submit(_play, task))
                if len(running) >= 2 * jobs:
                    break
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
