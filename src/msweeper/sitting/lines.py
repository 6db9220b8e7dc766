"""Lines that every way to play prints: how a game begins, how it ended, what plays it again."""

from __future__ import annotations

from typing import Final

from msweeper.game import Game
from msweeper.gameid import Proof
from msweeper.sitting.sitting import Result
from msweeper.view import Status

__all__ = ["KEPT", "clock_text", "first_line", "result_line", "wish"]

KEPT: Final = "kept: msweeper play --resume goes on with it"


def clock_text(seconds: float, *, tenths: bool = True) -> str:
    """Return a time as minutes and seconds: ``1:02.3``, or ``1:02`` without tenths."""
    if not tenths:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}"


def first_line(game: Game) -> str | None:
    """Return what protects the first open of a game not begun; None where nothing does."""
    if game.status is not Status.READY:
        return None
    if game.minefield is None:
        free = "" if game.proof is None else ", and from there nothing needs a guess"
        return f"first click {game.first}: {game.first.promise}{free}"
    if game.start is None:
        return None
    free = "" if game.proof is None else ": from there nothing needs a guess"
    count = ", not even the number of mines" if game.proof == Proof.FREE else ""
    return f"start at {game.topology.label(game.start)}{free}{count}"


def result_line(result: Result, *, timed: bool) -> str:
    """Return the line to paste to a friend. Time is left out where output must not vary."""
    parts: list[str] = [result.result]
    if timed:
        parts.append(clock_text(result.seconds))
    if result.bbbv is not None:
        parts.append(f"3BV {result.bbbv}")
    parts.append(f"{result.moves} move{'s' * (result.moves != 1)}")
    if result.undos:
        parts.append(f"{result.undos} undone")
    if result.helps:
        parts.append(f"{result.helps} help{'s' * (result.helps != 1)}")
    return f"{', '.join(parts)}; again: msweeper play {result.id}"


def wish(game: Game) -> str:
    """Return what must stand behind an id of a game whose mines are still to be made."""
    if game.proof is None or game.minefield is not None:
        return ""
    return " --no-guess" + (" --without-count" if game.proof is Proof.FREE else "")
