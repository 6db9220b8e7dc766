"""What a player can do to a cell, as a value with a one-line text: ``open 3,4``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

from msweeper.errors import ParseError
from msweeper.topology import Topology

__all__ = ["Action", "Verb"]


class Verb(StrEnum):
    OPEN = "open"
    FLAG = "flag"
    """Puts a flag on a closed cell, or takes it away."""
    CHORD = "chord"


@final
@dataclass(frozen=True, slots=True)
class Action:
    """One verb on one cell."""

    verb: Verb
    cell: int

    @classmethod
    def parse(cls, text: str, topology: Topology) -> Action:
        """Parse exactly what `text` prints; what people may type is a matter of the sitting.

        Raises:
            ParseError: no known verb, or no label.
            UnknownName: no such cell.
        """
        verb, _, label = text.partition(" ")
        if verb not in Verb.__members__.values():
            raise ParseError(
                f"{text!r} is no action: it starts with {', '.join(Verb)}, then a label", text=text
            )
        return cls(Verb(verb), topology.cell(label))

    def text(self, topology: Topology) -> str:
        """Return the one-line text, with the cell's label."""
        return f"{self.verb} {topology.label(self.cell)}"
