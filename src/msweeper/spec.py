"""The text that names a topology: ``hex``, ``hex:5``, ``square:width=9,height=9``.

A spec is parsed here without knowing any topology; what its keys mean is the factory's
business. Values are percent-encoded outside ``A-Za-z0-9._-`` so that a spec is safe
unquoted in a shell and inside a game id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import final
from urllib.parse import unquote_to_bytes

from msweeper.errors import ParseError

__all__ = ["NAME", "Spec", "decode", "encode"]

NAME = re.compile(r"[a-z][a-z0-9-]*")
"""What names of topologies, parameters and levels look like."""
QUALIFIED = re.compile(r"(?:[a-z0-9][a-z0-9_.-]*\.)?[a-z][a-z0-9-]*")
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._,-")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")


def encode(text: str, *, plain: frozenset[int] = _PLAIN) -> str:
    """Percent-encode `text` as UTF-8 outside ``A-Za-z0-9._,-``."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise ParseError("text is not valid Unicode", text=text, position=error.start) from None
    return "".join(chr(b) if b in plain else f"%{b:02X}" for b in data)


def decode(text: str, *, whole: str | None = None, offset: int = 0) -> str:
    """Undo `encode`; `whole` and `offset` say where `text` stands, for the error.

    Raises:
        ParseError: a ``%`` without two hexadecimal digits, or bytes that are not UTF-8.
    """
    for match in _ESCAPE.finditer(text):
        if match[1] is None:
            raise ParseError(
                f"% must be followed by two hexadecimal digits (position {offset + match.start()})",
                text=whole or text,
                position=offset + match.start(),
            )
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeError:
        raise ParseError(
            f"percent-encoded text is not UTF-8 (position {offset})",
            text=whole or text,
            position=offset,
        ) from None


@final
@dataclass(frozen=True, slots=True)
class Spec:
    """A spec as written: a name, the short size form if any, and key=value settings in order."""

    name: str
    size: str | None = None
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Parse `text`.

        Raises:
            ParseError: with the position of the first character that does not fit.
        """
        name, colon, rest = text.partition(":")
        if not QUALIFIED.fullmatch(name):
            good = QUALIFIED.match(name)
            at = good.end() if good else 0
            shown = repr(text[at]) if at < len(text) else "the end"
            raise ParseError(
                f"{text!r} is no spec: a topology name cannot go on with {shown} (position {at});"
                " write NAME, NAME:SIZE or NAME:key=value,...",
                text=text,
                position=at,
            )
        size: str | None = None
        settings: list[tuple[str, str]] = []
        position = len(name) + 1
        for index, item in enumerate(rest.split(",") if colon else ()):
            key, equals, value = item.partition("=")
            if not equals and index == 0 and item:
                size = item
            elif not (equals and NAME.fullmatch(key) and value):
                wanted = "SIZE or key=value" if index == 0 else "key=value"
                raise ParseError(
                    f"{text!r} is no spec: expected {wanted} at position {position},"
                    f" found {item!r}",
                    text=text,
                    position=position,
                )
            else:
                where = position + len(key) + 1
                if key in dict(settings):
                    raise ParseError(
                        f"{text!r} gives {key} twice (position {position})",
                        text=text,
                        position=position,
                    )
                settings.append((key, decode(value, whole=text, offset=where)))
            position += len(item) + 1
        return cls(name, size, tuple(settings))

    def __str__(self) -> str:
        items = [] if self.size is None else [self.size]
        plain = _PLAIN - frozenset(b",")
        items += [f"{key}={encode(value, plain=plain)}" for key, value in self.settings]
        return f"{self.name}:{','.join(items)}" if items else self.name
