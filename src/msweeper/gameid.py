"""The text that names a game: ``hex:radius=5@18/seed=maple``.

``SPEC@MINES/key=value/...`` with keys in the order ``first``, ``start``, ``proof``, ``try``, then
``seed`` or ``at``, then ``check``. `GameId` also holds what a person leaves open: a spec alone, or
a spec with mines.
Everything in an id is safe unquoted in sh, bash, zsh and fish.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import NoReturn, final

from msweeper.errors import ParseError, UsageError
from msweeper.firstclick import FirstClick
from msweeper.lottery import clean_seed
from msweeper.spec import decode, encode

__all__ = ["GameId", "Proof", "decode_mines", "encode_mines"]

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE = {digit: value for value, digit in enumerate(_DIGITS)}
_ORDER = ("first", "start", "proof", "try", "seed", "at", "check")
_ATTEMPT = re.compile(r"[1-9][0-9]{0,11}")
_CHECK = "abcdefghijklmnopqrstuvwxyz234567"
_CHECK_LENGTH = 4
_MISTYPED = "this game id is mistyped: its check does not fit"


class Proof(StrEnum):
    """What may prove the cells of a board that needs no guess."""

    COUNT = "count"
    """The numbers, and how many mines the board has."""
    FREE = "free"
    """The numbers alone."""


@final
@dataclass(frozen=True, slots=True)
class GameId:
    """A game not begun. `spec` is as written; it is canonical in every id that msweeper prints.

    Of `seed` and `at` at most one is given; `at` is a literal minefield (see `encode_mines`).
    """

    spec: str
    mines: int | None = None
    first: FirstClick | None = None
    seed: str | None = None
    at: str | None = None
    start: str | None = None
    """The label of the cell that is opened first: with it a seed gives the very minefield."""
    proof: Proof | None = None
    """What is claimed of a board without guesses: every cell can be proved from the start."""
    attempt: int = 0
    """Which attempt of a generator this is; 0 where none counted."""
    check: str | None = field(default=None, repr=False, compare=False)
    """A check that did not fit the short spec as written; `with_spec` tries it again."""

    def __post_init__(self) -> None:
        if self.at is not None and (self.seed is not None or self.first is not None):
            raise UsageError("a literal minefield goes with no seed and no first-click rule")
        if self.mines is None and (self.at is not None or self.seed is not None):
            raise UsageError("a game id needs a number of mines")
        if self.start is None and (self.proof is not None or self.attempt):
            raise UsageError("a proof and an attempt need a start")
        if self.attempt and self.seed is None:
            raise UsageError("an attempt needs a seed")

    @classmethod
    def parse(cls, text: str) -> GameId:
        """Parse a BOARD: ``SPEC``, ``SPEC@MINES`` or a whole id.

        Raises:
            ParseError: with the position of the fault; a wrong check is only called mistyped.
        """
        head, *parts = text.split("/")
        spec, at_sign, count = head.partition("@")
        if not at_sign:
            if parts:
                _fail(text, len(head), "a game id needs @MINES before the first /")
            return cls(spec)
        if not (count.isascii() and count.isdigit()) or len(count) > 9:
            if not spec or spec.endswith("="):
                _fail(text, len(spec), "only an argument of a command may name a path, as @PATH")
            _fail(text, len(spec) + 1, f"expected the number of mines, found {count!r}")
        found: dict[str, str] = {}
        pending: str | None = None
        position = len(head) + 1
        for part in parts:
            name, equals, value = part.partition("=")
            where = position + len(name) + 1
            if name not in _ORDER or not equals:
                _fail(text, position, f"expected one of {', '.join(_ORDER)}, found {part!r}")
            if found and _ORDER.index(name) <= max(map(_ORDER.index, found)):
                _fail(text, position, f"{name} must come once, in the order {', '.join(_ORDER)}")
            found[name] = (
                value if name in ("at", "check") else decode(value, whole=text, offset=where)
            )
            if name == "first" and value not in FirstClick.__members__.values():
                _fail(text, where, f"first is {', '.join(FirstClick)}, not {value!r}")
            if name == "proof" and value not in Proof.__members__.values():
                _fail(text, where, f"proof is {', '.join(Proof)}, not {value!r}")
            if name == "try" and not _ATTEMPT.fullmatch(value):
                _fail(text, where, f"try is a whole number from 1, not {value!r}")
            if name in ("proof", "try") and "start" not in found:
                _fail(text, position, f"{name} needs a start before it")
            if name == "seed":
                _check_seed(text, where, found[name])
            if name == "at" and "seed" in found:
                _fail(text, position, "seed and at do not go together")
            if name == "at" and found.keys() & {"first", "try"}:
                _fail(text, position, "a literal minefield has no first-click rule and no attempt")
            position += len(part) + 1
        if found and not found.keys() & {"seed", "at"}:
            _fail(text, len(text), "a game id ends with seed=TEXT or at=MINEFIELD")
        if "check" in found and found["check"] != _check(text.rpartition("/check=")[0]):
            if "=" in spec or ":" not in spec:
                raise ParseError(_MISTYPED, text=text)
            pending = found["check"]  # of the canonical spec, which only the topology knows
        return cls(
            spec,
            int(count),
            FirstClick(found["first"]) if "first" in found else None,
            found.get("seed"),
            found.get("at"),
            found.get("start"),
            Proof(found["proof"]) if "proof" in found else None,
            int(found.get("try", 0)),
            pending,
        )

    def __str__(self) -> str:
        """Return the text; a literal minefield, which nobody can proofread, carries a check."""
        text = self.spec if self.mines is None else f"{self.spec}@{self.mines}"
        if self.first is not None and self.at is None:
            text += f"/first={self.first}"
        if self.start is not None:
            text += f"/start={encode(self.start)}"
        if self.proof is not None:
            text += f"/proof={self.proof}"
        if self.attempt:
            text += f"/try={self.attempt}"
        if self.seed is not None:
            text += f"/seed={encode(self.seed)}"
        if self.at is not None:
            text += f"/at={self.at}"
            text += f"/check={_check(text)}"
        return text

    def with_spec(self, spec: str) -> GameId:
        """Return the id with the canonical `spec`.

        Raises:
            ParseError: the check that was written fits neither form.
        """
        found = replace(self, spec=spec, check=None)
        if self.check is not None and self.check != _check(str(found).partition("/check=")[0]):
            raise ParseError(_MISTYPED, text=str(self))
        return found


def _fail(text: str, position: int, why: str) -> NoReturn:
    raise ParseError(f"{why} (position {position} of {text!r})", text=text, position=position)


def _check_seed(text: str, where: int, seed: str) -> None:
    try:
        clean_seed(seed)
    except ParseError as error:
        _fail(text, where, str(error))


def _check(text: str) -> str:
    value = int.from_bytes(sha256(text.encode(errors="surrogatepass")).digest()[:4], "big")
    return "".join(_CHECK[value >> 5 * i & 31] for i in range(_CHECK_LENGTH))


def encode_mines(mines: Sequence[int], size: int) -> str:
    """Return the shorter of two texts for ascending `mines` among `size` cells.

    ``b`` and a bitmap: 6 cells a character, the first cell highest. ``g`` and gaps: before each
    mine how many safe cells follow the last one, 5 bits a character, lowest first; a character
    of 32 or more says that the gap goes on.
    """
    gaps = "g"
    last = -1
    for mine in mines:
        gap, last = mine - last - 1, mine
        while gap >= 32:
            gaps += _DIGITS[32 | gap & 31]
            gap >>= 5
        gaps += _DIGITS[gap]
    length = -(-size // 6)
    if len(gaps) <= length + 1:
        return gaps
    bits = bytearray(length)
    for mine in mines:
        bits[mine // 6] |= 32 >> mine % 6
    return "b" + "".join([_DIGITS[value] for value in bits])


def decode_mines(text: str, size: int) -> tuple[int, ...]:
    """Return the ascending mines that `text` stands for.

    Raises:
        ParseError: a character that does not belong there, or mines off the board.
    """
    for at, digit in enumerate(text[1:], 1):
        if digit not in _VALUE:
            raise ParseError(
                f"a minefield cannot hold {digit!r} (position {at})", text=text, position=at
            )
    kind, values = text[:1], [_VALUE[digit] for digit in text[1:]]
    if kind == "b":
        if len(values) != -(-size // 6):
            raise ParseError(
                f"a bitmap of {size} cells has {-(-size // 6)} characters, not {len(values)}",
                text=text,
                position=min(len(text), -(-size // 6) + 1),
            )
        mines = tuple(
            6 * index + bit
            for index, value in enumerate(values)
            for bit in range(6)
            if value << bit & 32
        )
        if mines and mines[-1] >= size:
            raise ParseError(
                "the minefield reaches off the board", text=text, position=len(text) - 1
            )
        return mines
    if kind != "g":
        raise ParseError("a minefield starts with b or g", text=text)
    found: list[int] = []
    cell, gap, shift = -1, 0, 0
    for at, value in enumerate(values, 1):
        gap |= (value & 31) << shift
        shift += 5
        if value < 32:
            cell += gap + 1
            found.append(cell)
            gap = shift = 0
        if cell >= size or shift > 40:
            raise ParseError(
                f"the minefield reaches off the board (position {at})", text=text, position=at
            )
    if shift:
        raise ParseError("the minefield ends in the middle", text=text, position=len(text))
    return tuple(found)
