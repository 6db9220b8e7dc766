"""From what the terminal says of a key to its name in the key table."""

from __future__ import annotations

__all__ = ["key_name"]


def key_name(key: str, character: str | None) -> str:
    """Return the name of a key: the character that it types, else what the terminal calls it."""
    if character == " ":
        return "space"
    if character and len(character) == 1 and character.isprintable():
        return character
    return {"backtab": "shift+tab", "return": "enter"}.get(key, key)
