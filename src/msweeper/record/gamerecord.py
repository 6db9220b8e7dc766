"""A game as it was played, as a value and as JSON: saves, replays and records share this form.

Moves are text, as typed: ``open 3,4``, ``undo``. So a record needs no plugin to be read, and is
played again by the same path that played it first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final, Literal, final

from msweeper.errors import ParseError, UsageError
from msweeper.gameid import GameId, Proof

__all__ = ["FORMAT", "VERSION", "GameRecord", "Move", "Outcome"]

FORMAT: Final = "msweeper-game"
VERSION: Final = 1
"""Goes up when the meaning of a key changes; every older version stays readable."""

Outcome = Literal["won", "lost", "left"]
Move = tuple[float, str]
"""When, in seconds of the game's clock, and what."""


@final
@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: what it began with, every move, and how it stood at the end."""

    id: GameId
    """The very minefield, or where it was not placed yet, what it would be placed by."""
    fingerprint: str
    """Of the topology: a plugin whose geometry changed later is noticed."""
    mines_at: tuple[str, ...] | None
    """The labels of the mines in cell order; None before they were placed."""
    moves: tuple[Move, ...]
    result: Outcome
    seconds: float
    helps: int = 0
    """How often help was asked for."""
    undos: int = 0
    program: str = field(default="", compare=False)
    """The version that wrote it."""
    wish: str = ""
    """The proof that a board still to be made must have; empty where none was asked for."""

    def dumps(self) -> str:
        """Return the JSON text; the same record gives the same text."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "program": self.program,
                "id": str(self.id),
                "fingerprint": self.fingerprint,
                "mines_at": None if self.mines_at is None else list(self.mines_at),
                "moves": [[round(when, 3), what] for when, what in self.moves],
                "result": self.result,
                "seconds": round(self.seconds, 3),
                "helps": self.helps,
                "undos": self.undos,
                **({"proof": self.wish} if self.wish else {}),
            },
            ensure_ascii=False,
        )

    @classmethod
    def loads(cls, text: str) -> GameRecord:
        """Parse a JSON text that any version so far has written.

        Raises:
            ParseError: it is no such text, damaged, or from a later version.
        """
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"this is no saved game: {error}", text=text) from None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ParseError("this is no saved game of msweeper", text=text)
        version = found.get("version")
        if not isinstance(version, int) or not 1 <= version <= VERSION:
            raise ParseError(
                f"this game was saved in form {version}; this version reads up to {VERSION}",
                text=text,
            )
        try:
            return cls._from(found)
        except (KeyError, TypeError, ValueError, UsageError) as error:
            raise ParseError(f"this saved game is damaged: {error!r}", text=text) from None

    @classmethod
    def _from(cls, found: dict[str, Any]) -> GameRecord:
        mines, result = found["mines_at"], found["result"]
        if result not in ("won", "lost", "left"):
            raise ValueError(result)
        return cls(
            GameId.parse(_text(found["id"])),
            _text(found["fingerprint"]),
            None if mines is None else tuple(map(_text, _list(mines))),
            tuple((_number(when), _text(what)) for when, what in found["moves"]),
            result,
            _number(found["seconds"]),
            _count(found["helps"]),
            _count(found["undos"]),
            _text(found["program"]),
            "" if "proof" not in found else str(Proof(found["proof"])),
        )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise TypeError(value)
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1e12:
        raise TypeError(value)
    return float(value)
