"""What is said of a game that is over."""

from __future__ import annotations

from contextlib import suppress

from msweeper.errors import MsweeperError
from msweeper.sitting.keep import RECORDS, Keeper
from msweeper.sitting.lines import result_line
from msweeper.sitting.sitting import Sitting
from msweeper.view import Status

__all__ = ["end_lines", "risk_line"]


def risk_line(sitting: Sitting) -> str | None:
    """Return the risk of the move that lost; None for other games. Thinks: may take seconds."""
    from msweeper.sitting.thinking import last_risk

    game = sitting.game
    if game.status is Status.LOST and game.events:
        with suppress(MsweeperError):
            return last_risk(game, game.events[-1])
    return None


def end_lines(sitting: Sitting, keeper: Keeper, option: str = "") -> tuple[str, ...]:
    """Return the numbers of a game, whether it is a best time, and the line that plays it again.

    `option` is what else that line needs. Plays the game again to measure it: seconds on a board
    of a million cells.
    """
    from msweeper.stats.measure import measure

    game = sitting.game
    assert game.minefield is not None
    moves = ((when, move) for when, move in sitting.moves)
    found = measure(game.topology, game.minefield, moves, seconds=sitting.seconds)
    facts = [f"3BV {found.bbbv_done} of {found.bbbv}"]
    if found.bbbv_per_second is not None:
        facts.append(f"{found.bbbv_per_second:.2f} a second")
    if found.efficiency is not None:
        facts.append(f"efficiency {float(found.efficiency):.0%}")
    if game.status is Status.WON:
        facts.append(_place(sitting, keeper))
    return ", ".join(filter(None, facts)), result_line(sitting.result(), timed=True) + option


def _place(sitting: Sitting, keeper: Keeper) -> str:
    """Return what a win, recorded already, is among those on the same board by the same rules."""
    from msweeper.stats.database import Filter, Records

    if sitting.undos or sitting.helps:
        return "won with help: it stands apart in the records"
    game = sitting.game
    same = Filter(
        spec=game.topology.spec,
        mines=game.mines,
        first=str(game.first),
        proof=str(game.proof or ""),
        result="won",
    )
    try:
        entries = Records(keeper.data / RECORDS).entries(same, games=False)
    except MsweeperError:
        return ""
    times = sorted(entry.seconds for entry in entries if not entry.helped)
    if not times:
        return ""
    if round(sitting.seconds, 3) <= times[0]:
        before = f" (before: {times[1]:.1f} s)" if times[1:] else ""
        return f"the best time on this board{before}"
    return f"the best time on this board is {times[0]:.1f} s"
