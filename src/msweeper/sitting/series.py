"""Game after game on one board."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import final

from msweeper.game import Game
from msweeper.lottery import new_seed
from msweeper.sitting.choose import Board
from msweeper.sitting.sitting import Sitting

__all__ = ["Series"]


@final
class Series:
    """Sittings at one board, one at a time.

    With `games`, there are that many, and game ``n`` (from 0) has the seed ``SEED/n``. Without,
    the first has the seed that was asked for, or a literal minefield, and each further one
    ``SEED/n``, or a random seed where none was asked for. A given `sitting` is the first.
    """

    def __init__(
        self,
        board: Board,
        games: int | None = None,
        *,
        sitting: Sitting | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = board
        self.games = games
        self.number = 0
        self._clock = clock
        self._seed = board.seed
        if games is not None and self._seed is None:
            self._seed = new_seed()
        self.sitting = sitting or Sitting(self._game(), clock=clock)

    def _game(self) -> Game:
        if self.games is None and self.number == 0:
            return self.board.game()
        return self.board.game(new_seed() if self._seed is None else f"{self._seed}/{self.number}")

    @property
    def has_next(self) -> bool:
        """Whether `new` may begin another game."""
        return self.games is None or self.number + 1 < self.games

    def new(self) -> None:
        """Begin the next game."""
        assert self.has_next
        self.number += 1
        self.sitting = Sitting(self._game(), clock=self._clock)

    def same(self) -> None:
        """Begin the same game again: the very mines, where they are placed already.

        Knowing them is help, so the record of such a game stands apart.
        """
        old = self.sitting.game
        if old.minefield is None and old.proof is not None:
            game = self.board.game(old.seed)  # a generator is still to make it
        else:
            game = Game.from_id(old.minefield_id, old.topology)
        self.sitting = Sitting(game, clock=self._clock)
        if old.minefield is not None:
            self.sitting.helps = 1
