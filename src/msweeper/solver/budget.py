"""How much time and memory an answer may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from msweeper.errors import BudgetExceeded

__all__ = ["Budget", "OutOfBudget"]


class OutOfBudget(Exception):
    """Raised by a meter, and caught within the solver: what goes out is `BudgetExceeded`."""


@final
@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on one question to the solver."""

    seconds: float | None = None
    """None: as long as it takes."""
    table: int = 2_000_000
    """How many rows one table may have; some hundred bytes each."""
    clock: Callable[[], float] = time.monotonic

    def meter(self) -> Callable[[int], None]:
        """Start the clock. Return what the counting calls with the rows that come next.

        Raises (the function returned):
            OutOfBudget: too many rows, or too late.
        """
        end = None if self.seconds is None else self.clock() + self.seconds

        def meter(rows: int) -> None:
            if rows > self.table:
                raise OutOfBudget(f"a table of {rows} rows is more than the {self.table} allowed")
            if end is not None and self.clock() > end:
                raise OutOfBudget(f"{self.seconds:g} s were not enough")

        return meter

    def strict_meter(self) -> Callable[[int], None]:
        """Return a meter that raises `BudgetExceeded`, for questions with no part of an answer."""
        meter = self.meter()

        def strict(rows: int) -> None:
            try:
                meter(rows)
            except OutOfBudget as reason:
                raise BudgetExceeded(f"this would take too long: {reason}") from None

        return strict
