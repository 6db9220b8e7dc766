"""Makes a board that needs no guess within a budget, or says that it found none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Literal, final

from msweeper.errors import GaveUp, OutOfRange, UsageError
from msweeper.firstclick import FirstClick, check_first, default_first, zone
from msweeper.generator.draw import Request, drawn
from msweeper.generator.edit import edited
from msweeper.generator.proof import Prover
from msweeper.layout import Layout
from msweeper.lottery import clean_seed
from msweeper.minefield import Minefield, check_mines
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.topology import Topology

__all__ = ["Generated", "Method", "generate", "usual_start"]

Method = Literal["auto", "draw", "edit"]

_TABLE = 200_000  # rows; it decides which boards are proved, so it must not depend on time
_SHARE = 0.6  # of the budget that goes to drawing before editing
_ATTEMPTS = 100  # after which drawing may be seen to be hopeless
_NEARLY = 0.9  # of the safe cells
_FEW = 0.1  # of the attempts: if no more open nearly everything, drawing is hopeless
_EACH = 20  # times as many attempts as there are minefields: each one was drawn
_CELL = 4e-6  # seconds a cell that an attempt takes at least
_MIDDLE = 9e-6  # the same for finding the middle
_DRAW = 2e-6  # and for drawing, which is not interrupted
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
    size = topology.size
    if start is not None and not 0 <= start < size:
        raise OutOfRange("start", start, f"cells go from 0 to {size - 1}")
    tried = 0
    reported = began
    try:
        if seconds is not None and seconds < size * (_CELL + _MIDDLE * (start is None)):
            raise OutOfBudget  # a single attempt would take longer
        cell = usual_start(topology, mines) if start is None else start
        request = Request(topology, mines, seed, cell, zone(topology, rule, cell))
        end = None if seconds is None else began + seconds - size * _DRAW
        for minefield, attempt in _candidates(request, method, use_count, end, clock):
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
    within = "" if seconds is None else f" in {max(0.1, clock() - began):.1f} s"
    raise GaveUp(
        f"no board of {board} that needs no guess was found{within}"
        f" ({tried} tried): {_advice(tried, use_count, seconds)}"
    )


def usual_start(topology: Topology, mines: int) -> int:
    """Return where to begin where nobody says: the middle, if it can open an area, else where most
    room is left for mines, at a cell that touches fewest.
    """
    middle = _middle(topology.layout)
    if mines < topology.size - topology.degree(middle):
        return middle
    return min(topology, key=topology.degree)


@lru_cache(maxsize=8)
def _middle(layout: Layout) -> int:
    """Return the middle of a layout: remembered, since finding it costs more than a proof."""
    return layout.middle()


def _candidates(
    request: Request,
    method: Method,
    use_count: bool,
    end: float | None,
    clock: Callable[[], float],
) -> Iterator[tuple[Minefield | None, int | None]]:
    """Yield for each minefield that is tried: itself if it is proved, and its attempt if drawn.

    Ends where all there are have been tried.

    Args:
        end: when the budget is used up.

    Raises:
        OutOfBudget: it is.
    """
    left = None if end is None else end - clock()
    meter = Budget(left, _TABLE, clock).meter()
    share = None if left is None or method == "draw" else left * _SHARE
    drawing = Budget(left if share is None else share, _TABLE, clock).meter()
    prover = Prover(request.topology, use_count=use_count)
    free = request.topology.size - len(request.zone)
    mines = request.mines
    most = _EACH * comb(free, mines) if min(mines, free - mines) < 4 else None
    if method != "edit":
        enough = _NEARLY * (request.topology.size - mines)
        nearly = 0
        try:
            for attempt, (minefield, proved, opened) in enumerate(
                drawn(request, prover, drawing), 1
            ):
                yield (minefield if proved else None), attempt
                nearly += opened >= enough
                if attempt == most:
                    return
                if method == "auto" and attempt >= _ATTEMPTS and nearly <= _FEW * attempt:
                    break
        except OutOfBudget:
            if method == "draw":
                raise
    for tried, found in enumerate(edited(request, prover, meter), 1):
        yield found, None
        if tried == most:
            return


def _advice(tried: int, use_count: bool, seconds: float | None) -> str:
    """Return what to try next."""
    ways = ["a larger budget"] if seconds is not None else []
    if tried:
        ways += ["fewer mines", "another seed", "another start"]
    if not use_count:
        ways.append("proofs that may use the number of mines")
    return f"try {', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else f"try {ways[0]}"
