"""Every error that msweeper raises on purpose.

    MsweeperError
    |-- UsageError         options or parts of a request that contradict each other
    |-- ParseError         text that does not parse (text, position)
    |-- OutOfRange         a value outside what is allowed (name, value, allowed)
    |-- UnknownName        a name nobody answers to (what, name, near)
    |-- IllegalAction      an action that the rules do not allow now
    |-- InconsistentView   a view that no minefield fits
    |-- BudgetExceeded     time or memory ran out (known so far)
    |-- GaveUp             a generator that found nothing it may promise
    |-- PluginFault        a plugin that broke its contract (plugin, distribution)
    |   `-- TopologyError  a geometry that breaks the rules (cell, label)
    `-- FileError          a file that cannot be read or written (path)

Bad input raises one of these; a broken promise between our own modules is an ``assert``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

__all__ = [
    "BudgetExceeded",
    "FileError",
    "GaveUp",
    "IllegalAction",
    "InconsistentView",
    "MsweeperError",
    "OutOfRange",
    "ParseError",
    "PluginFault",
    "TopologyError",
    "UnknownName",
    "UsageError",
    "near_names",
    "printable",
]


_LONGEST = 600


class MsweeperError(Exception):
    """Base of all errors; its text is one line that a person can act on."""

    kind: ClassVar[str] = "usage"
    """The error's name in JSON."""
    exit_code: ClassVar[int] = 2

    @property
    def message(self) -> str:
        """The text as it may be printed: one line, no control characters, of bounded length."""
        text = printable(str(self))
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 100]} ... {text[-90:]}"


class UsageError(MsweeperError):
    """Options, or parts of a request, that do not go together."""


class ParseError(MsweeperError, ValueError):
    """Text that does not parse. ``position`` counts from 0 within ``text``."""

    kind = "parse"

    def __init__(self, message: str, *, text: str, position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class OutOfRange(MsweeperError, ValueError):
    """A value outside what is allowed; ``allowed`` says in words what is."""

    kind = "out-of-range"

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} {value} is not possible: {allowed}")
        self.name = name
        self.value = value
        self.allowed = allowed


class UnknownName(MsweeperError, LookupError):
    """A name nobody answers to; ``near`` holds the known names that come closest."""

    kind = "unknown-name"

    def __init__(
        self,
        what: str,
        name: str,
        known: Iterable[str],
        *,
        near: Iterable[str] | None = None,
        note: str = "",
    ) -> None:
        known = tuple(known)
        self.what = what
        self.name = name
        self.near = near_names(name, known) if near is None else tuple(near)
        text = f"no {what} is called {name}"
        if self.near:
            text += f"; did you mean {' or '.join(self.near)}?"
        if known:
            text += f" ({what}s: {', '.join(known)})"
        super().__init__(text + note)


class IllegalAction(MsweeperError):
    """An action that the rules do not allow now; nothing has changed."""

    kind = "illegal-action"


class InconsistentView(MsweeperError):
    """A view that no minefield fits; ``cells`` are the numbers in conflict, ascending."""

    kind = "inconsistent-view"
    exit_code = 1

    def __init__(self, message: str, *, cells: Iterable[int] = ()) -> None:
        super().__init__(message)
        self.cells = tuple(cells)


class BudgetExceeded(MsweeperError):
    """Time or memory ran out; ``known`` holds what was proved until then."""

    kind = "budget-exceeded"
    exit_code = 1

    def __init__(self, message: str, *, known: object = None) -> None:
        super().__init__(message)
        self.known = known


class GaveUp(MsweeperError):
    """A generator found nothing that it may promise."""

    kind = "gave-up"
    exit_code = 3


class PluginFault(MsweeperError):
    """A plugin broke its contract."""

    kind = "plugin-fault"
    exit_code = 4

    def __init__(self, message: str, *, plugin: str = "", distribution: str = "") -> None:
        super().__init__(message)
        self.plugin = plugin
        self.distribution = distribution


class TopologyError(PluginFault):
    """A geometry that breaks the rules of a topology; names the cell and its label.

    `rule` is the name of the check in `msweeper.testing` that looks for the same breach.
    """

    def __init__(
        self, message: str, *, cell: int | None = None, label: str = "", rule: str = ""
    ) -> None:
        super().__init__(message)
        self.cell = cell
        self.label = label
        self.rule = rule


class FileError(MsweeperError):
    """A file that cannot be read or written."""

    kind = "file"
    exit_code = 1

    def __init__(self, message: str, *, path: str = "") -> None:
        super().__init__(message)
        self.path = path


def printable(text: str) -> str:
    """Return `text` with everything escaped that a terminal could take for a command."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def near_names(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Return up to `most` of the `known` names that look like `name`, nearest first."""
    from difflib import get_close_matches  # late: errors are rare, imports are not

    folded = {k.casefold(): k for k in known}
    close = get_close_matches(name.casefold(), list(folded), n=most, cutoff=0.6)
    return tuple(folded[c] for c in close)
