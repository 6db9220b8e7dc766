"""Makes a board that needs no guess within a budget, or says that it found none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Literal, final

from msweeper.errors import GaveUp, OutOfRange, UsageError
from msweeper.firstclick import FirstClick, check_first, default_first, zone
from msweeper.generator.draw import drawn
from msweeper.generator.edit import edited
from msweeper.generator.proof import Prover
from msweeper.lottery import clean_seed
from msweeper.minefield import Minefield, check_mines
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.topology import Topology

__all__ = ["Generated", "Method", "generate"]

Method = Literal["auto", "draw", "edit"]

_TABLE = 200_000  # rows; it decides which boards are proved, so it must not depend on time
_SHARE = 0.6  # of the budget that goes to drawing before editing
_ATTEMPTS = 100  # after which drawing may be seen to be hopeless
_NEARLY = 0.9  # of the safe cells
_FEW = 0.1  # of the attempts: if no more open nearly everything, drawing is hopeless
_EACH = 20  # times as many attempts as there are minefields: each one was drawn
_LARGE = 100_000  # cells; from here one attempt may take longer than the budget
_CELL = 4e-6  # seconds for each of them, at least
_REPORT = 0.1  # seconds between two reports


@final
@dataclass(frozen=True, slots=True)
class Generated:
    """A board that opens by proof from `start`."""

    minefield: Minefield
    start: int
    attempt: int | None
    """Which attempt of the lottery drew it, from 1; None if it was edited."""
    attempts: int
    """How many minefields were tried, this one too."""
    seconds: float
    use_count: bool
    """Whether the proof may use the number of mines."""


def generate(
    topology: Topology,
    mines: int,
    *,
    seed: str,
    start: int | None = None,
    first: FirstClick | str | None = None,
    use_count: bool = True,
    seconds: float | None = 10.0,
    method: Method = "auto",
    clock: Callable[[], float] = time.monotonic,
    report: Callable[[int, float], None] | None = None,
) -> Generated:
    """Return a board that a fresh solver opens by proof from `start`.

    Args:
        start: the cell that is opened first; None is the middle of the layout.
        first: the first-click rule that holds for `start`; None is the default.
        use_count: whether the proof may use the number of mines.
        seconds: the budget; None is without end.
        method: ``draw`` samples evenly from all boards that need no guess. ``edit`` also finds
            dense ones. ``auto`` edits when drawing is seen to be hopeless, or takes long.
        report: told how many minefields were tried, and the seconds, now and then.

    The result depends on `seed` alone, as far as the budget lasts.

    Raises:
        OutOfRange: the mines do not fit, the rule cannot be kept, or there is no such cell.
        GaveUp: none was found within the budget.
    """
    began = clock()
    if method not in ("auto", "draw", "edit"):
        raise UsageError(f"there is no method {method}: auto, draw and edit are")
    check_mines(topology, mines)
    rule = (
        default_first(topology, mines)
        if first is None
        else check_first(topology, mines, FirstClick.named(first))
    )
    seed = clean_seed(seed)
    cell = topology.layout.middle() if start is None else start
    if not 0 <= cell < topology.size:
        raise OutOfRange("start", cell, f"cells go from 0 to {topology.size - 1}")
    protected = zone(topology, rule, cell)
    tried = 0
    reported = began
    try:
        if seconds is not None and topology.size > _LARGE and topology.size * _CELL > seconds:
            raise OutOfBudget
        for minefield, attempt in _candidates(
            topology, mines, seed, cell, protected, use_count, seconds, method, clock
        ):
            tried += 1
            now = clock()
            if minefield is not None:
                return Generated(minefield, cell, attempt, tried, now - began, use_count)
            if report is not None and now - reported > _REPORT:
                reported = now
                report(tried, now - began)
    except OutOfBudget:
        pass
    board = f"{topology.spec or 'this board'} with {mines} mine{'s' * (mines != 1)}"
    within = "" if seconds is None else f" in {seconds:g} s"
    raise GaveUp(
        f"no board of {board} that needs no guess was found{within}"
        f" ({tried} tried): {_advice(tried, use_count, seconds)}"
    )


def _advice(tried: int, use_count: bool, seconds: float | None) -> str:
    """Return what to try next."""
    ways = ["a larger budget"] if seconds is not None else []
    if tried:
        ways += ["fewer mines", "another seed"]
    if not use_count:
        ways.append("proofs that may use the number of mines")
    return f"try {', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else f"try {ways[0]}"


def _candidates(
    topology: Topology,
    mines: int,
    seed: str,
    start: int,
    protected: tuple[int, ...],
    use_count: bool,
    seconds: float | None,
    method: Method,
    clock: Callable[[], float],
) -> Iterator[tuple[Minefield | None, int | None]]:
    """Yield for each minefield that is tried: itself if it is proved, and its attempt if drawn.

    Ends where nothing else can be expected.

    Raises:
        OutOfBudget: the budget is used up.
    """
    meter = Budget(seconds, _TABLE, clock).meter()
    share = None if seconds is None or method == "draw" else seconds * _SHARE
    first_meter = meter if share is None else Budget(share, _TABLE, clock).meter()
    prover = Prover(topology, use_count=use_count)
    if method != "edit":
        free = topology.size - len(protected)
        most = _EACH * comb(free, mines) if min(mines, free - mines) < 4 else None
        nearly = 0
        draws = drawn(topology, mines, seed, start, protected, prover, first_meter)
        try:
            for attempt, (minefield, proved, opened) in enumerate(draws, 1):
                yield (minefield if proved else None), attempt
                nearly += opened >= _NEARLY * (topology.size - mines)
                if attempt == most:
                    return
                if method == "auto" and attempt >= _ATTEMPTS and nearly <= _FEW * attempt:
                    break
        except OutOfBudget:
            meter(0)  # raises again if there is no time for editing
            if method == "draw":
                raise
    for found in edited(topology, mines, seed, start, protected, prover, meter):
        yield found, None
