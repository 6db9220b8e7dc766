"""What people type: one action a line, several with ``;``, ``#`` starts a comment.

The same grammar holds on a terminal, from a pipe and in full screen, on every topology.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import final

from msweeper.errors import MsweeperError, ParseError, near_names
from msweeper.topology import Topology

__all__ = ["HELP", "VERBS", "Command", "parse_command", "split_line"]

VERBS = {
    "open": ("o", "LABEL", "open a cell; the label alone does too"),
    "flag": ("f", "LABEL", "put a flag on a cell, or take it away"),
    "unflag": ("", "LABEL", "take a flag away"),
    "chord": ("c", "LABEL", "open all around a number that has its flags"),
    "hint": ("", "", "what now, and why"),
    "odds": ("", "", "the board with the chance of a mine in each cell"),
    "why": ("", "LABEL", "what is known of a cell, and why"),
    "look": ("", "LABEL", "what a cell and its neighbors show, in words"),
    "undo": ("", "", "take the last action back, the fatal one too"),
    "redo": ("", "", "do what was undone again"),
    "board": ("", "", "print the board"),
    "save": ("", "[FILE]", "write the game to a file, or keep it for play --resume"),
    "id": ("", "", "print the id of this game"),
    "new": ("", "", "begin another game on this board"),
    "same": ("", "", "begin this very game again"),
    "help": ("", "", "print this list"),
    "quit": ("q", "", "leave"),
}
"""Each verb with its short form, what follows it, and what it does."""

_SHORT = {short: verb for verb, (short, _, _) in VERBS.items() if short}
_MEANT = {"exit": ("quit",), "h": ("help",), "?": ("help",), "r": ("redo",), "u": ("undo",)}
"""What people type in other programs, for the suggestion."""
_GAP = re.compile(r"[\s,]+")


def _help() -> str:
    rows = []
    for verb, (short, argument, what) in VERBS.items():
        written = f"{verb} {argument}".strip() + (f" ({short})" if short else "")
        rows.append(f"  {written:<18}{what}")
    return "\n".join(
        [
            "one action a line, several with ; and # for a comment:",
            *rows,
            "a label is written as printed, with a comma or a blank: 3,4 or 3 4",
        ]
    )


HELP = _help()


@final
@dataclass(frozen=True, slots=True)
class Command:
    """One thing typed: a verb, the cell it is about, or the rest of the line for ``save``."""

    verb: str
    cell: int | None = None
    argument: str = ""

    def text(self, topology: Topology) -> str:
        """Return it as scripts see it: ``open 1,1``."""
        what = self.argument if self.cell is None else topology.label(self.cell)
        return f"{self.verb} {what}".rstrip()


def split_line(line: str) -> tuple[str, ...]:
    """Return the actions in a line, comments and empty ones left out."""
    parts = (part.strip() for part in line.partition("#")[0].split(";"))
    return tuple(part for part in parts if part)


def parse_command(text: str, topology: Topology) -> Command:
    """Parse one action.

    Raises:
        ParseError: it is no action; says what would be.
        UnknownName: the cell does not exist; names the nearest.
    """
    first, *rest = _GAP.split(text.strip())
    verb = _SHORT.get(first, first)
    if verb not in VERBS and len(first) > 1:
        verb = first.lower() if first.lower() in VERBS else verb
    if verb not in VERBS:
        return Command("open", _label_alone(text, first, topology))
    takes = VERBS[verb][1]
    if takes == "[FILE]":
        return Command(verb, argument=text.strip()[len(first) :].strip())
    if takes == "LABEL":
        if not rest:
            note = f" (open {first} opens the cell)" if _is_label(first, topology) else ""
            raise ParseError(
                f"{verb} needs a label, as in {verb} {topology.label(0)}{note}", text=text
            )
        return Command(verb, topology.cell(",".join(rest).strip(",")))
    if rest:
        raise ParseError(f"{verb} takes nothing after it, found {' '.join(rest)!r}", text=text)
    return Command(verb)


def _is_label(text: str, topology: Topology) -> bool:
    try:
        topology.cell(text)
    except MsweeperError:
        return False
    return True


def _label_alone(text: str, first: str, topology: Topology) -> int:
    label = ",".join(part for part in _GAP.split(text) if part)
    try:
        return topology.cell(label)
    except MsweeperError:
        near = _MEANT.get(first) or near_names(first, VERBS, most=1)
        wordy = topology.labels[0][:1].isalpha()
        if near or (first[:1].isalpha() and not wordy):
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ParseError(
                f"{first!r} is neither an action nor a cell{hint} (help lists the actions)",
                text=text,
            ) from None
        raise
