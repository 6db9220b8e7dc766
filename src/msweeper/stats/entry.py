"""One finished game as the records keep it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple, final

from msweeper.errors import OutOfRange

__all__ = ["Entry", "Key"]

_ALLOWED = {
    "result": ("won", "lost", "left"),
    "proof": ("", "count", "free"),
}


class Key(NamedTuple):
    """What two games must share to be compared."""

    spec: str
    mines: int
    first: str
    proof: str


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One finished game, as the records keep it.

    Raises:
        OutOfRange: a value that no game can have: a negative or endless time, a negative count,
            an unknown result or proof.
    """

    spec: str
    """The full canonical spec."""
    mines: int
    first: str
    """The first-click rule."""
    proof: str = ""
    """``count`` or ``free`` for a board that needs no guess, else empty."""
    level: str = ""
    """The level's name; a label only: the same board chosen by its size is the same board."""
    result: str
    """``won``, ``lost`` or ``left``."""
    seconds: float
    """From a monotonic clock."""
    bbbv: int | None = None
    """3BV; None where no mine was placed."""
    opens: int = 0
    flags: int = 0
    chords: int = 0
    undos: int = 0
    helps: int = 0
    id: str = ""
    """The game id."""
    when: str = ""
    """The end of the game, ISO 8601 in UTC; the database fills it in where it is empty."""
    game: str = field(default="", repr=False)
    """The whole game as JSON; kept as it is, never read here."""
    uid: str = field(default="", compare=False)
    """SHA-256 of `game` and `when`, which the database gives."""

    def __post_init__(self) -> None:
        for name, allowed in _ALLOWED.items():
            if getattr(self, name) not in allowed:
                raise OutOfRange(name, getattr(self, name), f"it is one of {', '.join(allowed)}")
        if not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise OutOfRange("seconds", self.seconds, "a game takes 0 s or more")
        for name in ("mines", "bbbv", "opens", "flags", "chords", "undos", "helps"):
            if not 0 <= (getattr(self, name) or 0) < 2**63:
                raise OutOfRange(name, getattr(self, name), "it is 0 or more")
        for name in ("spec", "first", "level", "id", "when", "game"):
            text = getattr(self, name)
            try:
                text.encode()
            except UnicodeEncodeError:
                raise OutOfRange(name, ascii(text[:80]), "it must be Unicode text") from None

    @property
    def key(self) -> Key:
        return Key(self.spec, self.mines, self.first, self.proof)

    @property
    def helped(self) -> bool:
        """Whether help or undo was used."""
        return self.undos > 0 or self.helps > 0

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV per second of a game that was won; None where there is none."""
        if self.result != "won" or self.bbbv is None or self.seconds <= 0:
            return None
        return self.bbbv / self.seconds

    def new_uid(self) -> str:
        """Return what makes this game the same game when it is added again."""
        return sha256(f"{self.when}\n{self.game}".encode()).hexdigest()
