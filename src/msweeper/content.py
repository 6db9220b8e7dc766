"""A file's content as the value of a parameter: tidied, and packed into a short safe text.

A spec holds what a file says, never where it is. A short content stands in the spec itself,
``lz.`` and a packed text; a long one by its hash, ``sha256.`` and 64 hexadecimal digits, and
somebody who has the content must be asked for it.

The packed text goes into seeds, so its form is our own and fixed: zlib compresses the same text
to other bytes in other versions. It is a string of bits, highest first, 6 a character: the
number of bytes plus 1; then, until that many are there, either a 0 and a byte, or a 1 and a
repeat: its length minus 1, and how far back it starts minus 1, in as many bits as the farthest
possible start needs. Numbers without a width are Elias gamma codes. Repeats are the longest
that are there, of these the nearest, and taken where they are shorter than the bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import Protocol, final

from msweeper.errors import ParseError

__all__ = [
    "LONGEST_PACKED",
    "Contents",
    "Remembered",
    "digest_of",
    "hashed",
    "pack",
    "tidy",
    "unpack",
]

LONGEST_PACKED = 2_000
"""Characters of a packed text; what needs more goes by its hash."""
_MOST_BYTES = 20_000  # of a content that is packed: unpacking takes no longer than that
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE = {digit: value for value, digit in enumerate(_DIGITS)}
_PACKED, _HASHED = "lz.", "sha256."
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Contents(Protocol):
    """Who knows the contents that specs name by their hash."""

    def find(self, digest: str) -> str | None:
        """Return the content with this SHA-256 (hexadecimal), or None."""

    def keep(self, content: str) -> None:
        """Know `content` from now on."""


@final
class Remembered:
    """Contents that are known as long as the program runs."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def find(self, digest: str) -> str | None:
        return self._known.get(digest)

    def keep(self, content: str) -> None:
        self._known[digest_of(content)] = content


def tidy(content: str) -> str:
    """Return `content` as it counts: lines end with a newline, and blanks at their ends and at
    the end of the text are left out, so that invisible differences make no other board.
    """
    if "\r" in content:
        content = content.replace("\r\n", "\n").replace("\r", "\n")
    if " \n" in content or "\t\n" in content:
        content = "\n".join([line.rstrip(" \t") for line in content.split("\n")])
    return content.rstrip()


def digest_of(content: str) -> str:
    """Return the SHA-256 of `content` in UTF-8, hexadecimal."""
    return sha256(content.encode()).hexdigest()


@lru_cache(maxsize=4)
def pack(content: str) -> str:
    """Return the text that stands for `content` in a spec; it needs no percent-encoding.

    Raises:
        ParseError: `content` is not valid Unicode.
    """
    try:
        data = content.encode()
    except UnicodeEncodeError as error:
        raise ParseError("text is not valid Unicode", text=content, position=error.start) from None
    bits = _compress(data) if len(data) <= _MOST_BYTES else None
    if bits is None:
        return _HASHED + digest_of(content)
    bits += "0" * (-len(bits) % 6)
    return _PACKED + "".join(_DIGITS[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))


def hashed(text: str) -> bool:
    """Whether a packed `text` is only a hash."""
    return text.startswith(_HASHED)


def unpack(text: str, contents: Contents | None = None) -> str | None:
    """Return the content that `text` stands for; None if only its hash is known.

    Raises:
        ParseError: `text` stands for no content.
    """
    if text.startswith(_HASHED) and _DIGEST.fullmatch(text, len(_HASHED)):
        return None if contents is None else contents.find(text.removeprefix(_HASHED))
    if text.startswith("@"):
        raise ParseError(
            f"{text[:40]!r} names a path, and only an argument of a command may", text=text
        )
    if not text.startswith(_PACKED):
        raise ParseError(f"{text[:40]!r} is no content of a file", text=text)
    if len(text) > LONGEST_PACKED:
        raise ParseError(
            f"a packed file has at most {LONGEST_PACKED} characters, not {len(text)}", text=text
        )
    for at, digit in enumerate(text[len(_PACKED) :], len(_PACKED)):
        if digit not in _VALUE:
            raise ParseError(
                f"a packed file cannot hold {digit!r} (position {at})", text=text, position=at
            )
    bits = "".join(f"{_VALUE[digit]:06b}" for digit in text[len(_PACKED) :])
    try:
        return _expand(bits).decode()
    except (ValueError, IndexError):
        raise ParseError("a packed file is damaged", text=text) from None


def _gamma(number: int) -> str:
    """Return the Elias gamma code of a positive number."""
    digits = f"{number:b}"
    return "0" * (len(digits) - 1) + digits


def _compress(data: bytes) -> str | None:
    """Return the bits, or None where they would be too long."""
    parts = [_gamma(len(data) + 1)]
    total, at = len(parts[0]), 0
    while at < len(data):
        length, start = 1, -1
        while at + length < len(data):
            found = data.rfind(data[at : at + length + 1], 0, at + length)
            if found < 0:
                break
            length, start = length + 1, found
        part = ""
        if start >= 0:
            back = at - start - 1
            width = (at - 1).bit_length()
            part = "1" + _gamma(length - 1) + (f"{back:0{width}b}" if width else "")
        if not part or len(part) >= 9 * length:
            length, part = 1, f"0{data[at]:08b}"
        parts.append(part)
        at += length
        total += len(part)
        if total > 6 * (LONGEST_PACKED - len(_PACKED)):
            return None
    return "".join(parts)


def _expand(bits: str) -> bytes:
    """Undo `_compress`. Raises ValueError or IndexError for what it never made."""
    at = 0

    def take(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise IndexError(at)
        return int(bits[at - width : at] or "0", 2)

    def gamma() -> int:
        one = bits.index("1", at)
        width = 2 * (one - at) + 1
        return take(width)

    size = gamma() - 1
    if size > _MOST_BYTES:
        raise ValueError(size)
    data = bytearray()
    while len(data) < size:
        if take(1):
            length = gamma() + 1
            start = len(data) - take((len(data) - 1).bit_length()) - 1
            if start < 0 or len(data) + length > size:
                raise ValueError(start)
            for i in range(start, start + length):
                data.append(data[i])
        else:
            data.append(take(8))
    return bytes(data)
