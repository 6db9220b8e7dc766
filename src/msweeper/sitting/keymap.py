"""Which key does what in full screen: one table, from which help, footer and config are made.

Keys have names as people write them: a character stands for itself (``z``, ``Z``, ``?``), the
others are ``space``, ``enter``, ``tab``, ``shift+tab``, ``up``, ``f1``, ``ctrl+l``. Digits are
counts and cannot be bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, final

from msweeper.errors import ParseError, UnknownName, UsageError

__all__ = ["COMMANDS", "DIGITS", "KeyCommand", "Keymap", "check_key"]


class KeyCommand(NamedTuple):
    """Something that a key can ask for."""

    name: str
    group: str
    keys: tuple[str, ...]
    """Those it has unless the config file says otherwise."""
    what: str
    footer: str = ""
    """The word for it in the footer; empty: it is not there."""


DIGITS: Final = "0123456789"
"""What counts are made of; other characters that stand for numbers are keys like any other."""
_TABLE: Final = """
Move    left         left h a         one cell to the left
Move    right        right l d        one cell to the right
Move    up           up k w           one row up
Move    down         down j s         one row down
Move    up-left      y                aslant: up to the left
Move    up-right     u                aslant: up to the right
Move    down-left    b                aslant: down to the left
Move    down-right   n                aslant: down to the right
Move    back         <                to the layer or panel before
Move    on           >                to the layer or panel after
Move    around       tab              around the cell where this began: the next neighbor, clockwise
Move    around-back  shift+tab        the same, counterclockwise
Move    next         .                to the next closed cell without a flag
Move    previous     ,                to the closed cell before
Move    first        home             to the first cell of the row
Move    last         end              to the last cell of the row
Move    go           g                to a label that you type
Move    go-hint      x                to the cell of the hint
Play    open         space enter      open; on an open number, chord
Play    flag         f                put a flag, or take it away
Play    chord        c                open all around a number that has its flags
Play    undo         z                take the last action back, the fatal one too
Play    redo         Z                do what was undone again
Play    type         :                type an action, as in line mode
Help    hint         H                what now, and why; the reason is lit up
Help    odds         O                the chance of a mine in each closed cell
Help    why          W                what is known of this cell, and why
Help    focus        v                the cell and its neighbors in words, beside the board
Help    light        i                light up the neighbors of the cursor, or not
Help    help         ? f1             these keys
Game    new          N                another game on this board
Game    same         R                this very game again
Game    pause        p                let the clock stand still, and hide the board
Game    save         S                keep the game now
Game    theme        t                the next theme
Game    redraw       ctrl+l           draw everything again
Game    suspend      ctrl+z           to the shell for now; fg goes on
Game    menu         M                to the menu; the game is kept
Game    leave        q ctrl+c         leave; the game is kept
Game    escape       escape           close what is open, forget a count
"""
_FOOTER: Final = {
    "open": "open",
    "flag": "flag",
    "chord": "chord",
    "undo": "undo",
    "hint": "hint",
    "new": "new",
    "help": "help",
    "leave": "leave",
}


def _read(table: str) -> tuple[KeyCommand, ...]:
    found = []
    for line in table.strip().splitlines():
        group, name, keys, what = line[:8], line[8:21], line[21:38], line[38:]
        name = name.strip()
        found.append(
            KeyCommand(
                name, group.strip(), tuple(keys.split()), what.strip(), _FOOTER.get(name, "")
            )
        )
    return tuple(found)


COMMANDS: Final = _read(_TABLE)
"""All commands, in the order in which help shows them."""
_NAMED: Final = (
    *("space", "enter", "tab", "shift+tab", "escape", "backspace", "delete", "insert"),
    *("home", "end", "pageup", "pagedown", "up", "down", "left", "right"),
    *(f"f{number}" for number in range(1, 13)),
)


def check_key(text: str) -> str:
    """Return `text` if it names a key that can be bound.

    Raises:
        ParseError: it does not; says what would.
    """
    if len(text) == 1 and text.isprintable() and not text.isspace() and text not in DIGITS:
        return text
    if text in _NAMED:
        return text
    if text.startswith("ctrl+") and len(text) == 6 and text[5].isascii() and text[5].islower():
        return text
    why = (
        "digits are counts"
        if text and text in DIGITS
        else f"one character, ctrl+a, {', '.join(_SOME)}"
    )
    raise ParseError(f"{text!r} is no key that can be bound: {why}", text=text)


_SOME: Final = ("space", "enter", "tab", "shift+tab", "up", "home", "f1")


@final
class Keymap:
    """The keys of every command: the table's, or those that were set instead.

    Raises:
        UnknownName: a command that does not exist.
        ParseError: a key that cannot be bound.
        UsageError: a key that is bound to two commands, or no key left to leave with.
    """

    def __init__(self, changes: Mapping[str, Iterable[str]] | None = None) -> None:
        keys = {command.name: command.keys for command in COMMANDS}
        changes = {} if changes is None else changes
        for name, given in changes.items():
            if name not in keys:
                raise UnknownName("key command", name, keys)
            keys[name] = tuple(dict.fromkeys(map(check_key, given)))
        owners: dict[str, str] = {}
        for name in [*changes, *keys]:  # what was set wins over what the table says
            free = [key for key in keys[name] if owners.setdefault(key, name) == name]
            if name in changes and len(free) < len(keys[name]):
                key = next(key for key in keys[name] if key not in free)
                raise UsageError(f"the key {key} is set for {owners[key]} and for {name}")
            keys[name] = tuple(free)
        if not keys["leave"]:
            raise UsageError("no key is left to leave with: set one for leave")
        owners.setdefault("ctrl+c", "leave")  # the last resort
        self.keys: Mapping[str, tuple[str, ...]] = MappingProxyType(keys)
        """Command to its keys, the first one shown first."""
        self.commands: Mapping[str, str] = MappingProxyType(owners)
        """Key to its command."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keymap) and self.keys == other.keys

    def __hash__(self) -> int:
        return hash(tuple(self.keys.items()))

    def __repr__(self) -> str:
        usual = {command.name: command.keys for command in COMMANDS}
        return f"Keymap({ {k: v for k, v in self.keys.items() if v != usual[k]} })"

    def footer(self) -> tuple[tuple[str, str], ...]:
        """Return key and word of each command that the footer names and that has a key."""
        return tuple(
            (self.keys[command.name][0], command.footer)
            for command in COMMANDS
            if command.footer and self.keys[command.name]
        )

    def help(self) -> tuple[tuple[str, str, str], ...]:
        """Return group, keys and meaning of each command, also of those that have no key."""
        return tuple(
            (command.group, " ".join(self.keys[command.name]) or "(no key)", command.what)
            for command in COMMANDS
        )
