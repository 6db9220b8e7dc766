"""Random choices for editing boards: a stream of tickets of the lottery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, final

from msweeper.lottery import GAMMA, key, tickets

__all__ = ["EDIT", "Chance"]

EDIT = "msweeper-edit/1"
"""The first line of the text behind the keys of edited boards."""
_BLOCK = 256
_T = TypeVar("_T")


@final
class Chance:
    """What is drawn for one try to edit a board: the same for the same spec, seed and try."""

    def __init__(self, spec: str, seed: str, attempt: int) -> None:
        self.key = key(spec, seed, attempt, EDIT)
        self._stream = self._tickets()

    def _tickets(self) -> Iterator[int]:
        at = self.key
        while True:
            yield from tickets(at, _BLOCK)
            at = (at + _BLOCK * GAMMA) % (1 << 64)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``; uneven by less than `limit` in 2^64."""
        return next(self._stream) % limit

    def pick(self, some: Sequence[_T]) -> _T:
        """Return one of `some`, which is not empty."""
        return some[self.below(len(some))]
