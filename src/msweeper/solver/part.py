"""One part of the frontier as a system of its own, and what counting it says."""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["NOTHING", "Counted", "Meter", "Part", "Thin"]


class Part(NamedTuple):
    """A connected system of groups and numbers, by local index; equal parts count equally."""

    sizes: tuple[int, ...]
    """How many cells each group has, at least one."""
    touches: tuple[tuple[int, ...], ...]
    """The numbers around each group, at least one; no two groups have the same."""
    needs: tuple[int, ...]
    """How many mines each number still needs, from 0 up."""


class Counted(NamedTuple):
    """The ways to fill a part, by mines used: index ``i`` is for ``low + i`` mines."""

    low: int
    ways: tuple[int, ...]
    """The first and the last entry are positive; empty if nothing fits."""
    shares: tuple[tuple[int, ...], ...]
    """For each group: the mines that it has, added up over all those ways."""


class Meter(Protocol):
    """Told how many rows come next; raises to stop the count."""

    def __call__(self, rows: int, /) -> None: ...


class Thin(Protocol):
    """Given a table and the bits of a power; returns the rows to keep, each with a factor.

    None: keep them all as they are.
    """

    def __call__(self, rows: dict[int, int], bits: int, /) -> dict[int, int] | None: ...


NOTHING = Counted(0, (), ())
"""No way at all."""
