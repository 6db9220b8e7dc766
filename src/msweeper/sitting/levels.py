"""Which level is meant, and how many mines, where a person leaves it open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import eq

from msweeper.factory import Level, TopologyFactory, Value

__all__ = ["family", "plain_levels", "says_size", "share_of", "starting_level", "usual_mines"]

_PLAIN_DENSITY = Fraction(3, 20)
"""For a topology that declares no levels."""


def family(factory: TopologyFactory, values: Mapping[str, Value]) -> tuple[Level, ...]:
    """Return the levels that agree most with complete `values`, sizes and files aside.

    So a torus is compared with tori, and the levels of the torus do not touch those of the plane.
    """

    def kind(values: Mapping[str, Value]) -> list[Value | None]:
        return [
            values[p.name] if p.applies(values) else None
            for p in factory.parameters
            if p.name not in factory.size and p.type != "file"
        ]

    wanted = kind(values)
    agree = {
        level: sum(map(eq, wanted, kind(factory.values(level.parameters))))
        for level in factory.levels
    }
    most = max(agree.values(), default=0)
    return tuple(level for level in factory.levels if agree[level] == most)


def plain_levels(factory: TopologyFactory) -> tuple[Level, ...]:
    """Return the levels that a menu offers: those of the boards that a name alone means."""
    return family(factory, factory.values({}, complete=False))


def says_size(factory: TopologyFactory, given: Mapping[str, Value]) -> bool:
    """Whether `given` says how large the board is: by a size, or by what leaves no size open."""
    if any(name in factory.size for name in given):
        return True
    return bool(factory.size) and not factory.size_names(factory.values(given, complete=False))


def starting_level(
    factory: TopologyFactory, given: Mapping[str, Value], usual: str | None
) -> Level:
    """Return the level to play where nothing is said of size or level; there is at least one.

    Of the levels of the kind of `given` (see `family`) the `usual` one, else ``beginner``, else
    the first; ``torus-beginner`` counts as ``beginner`` among others of its kind.
    """
    levels = family(factory, factory.values(given, complete=False))
    return _called(levels, usual or "beginner") or _called(levels, "beginner") or levels[0]


def _called(levels: Sequence[Level], name: str) -> Level | None:
    known = {level.name: level for level in levels}
    ends = [level for level in levels if level.name.endswith(f"-{name}")]
    return known.get(name) or (ends[0] if ends else None)


def usual_mines(
    factory: TopologyFactory, level: Level | None, given: Mapping[str, Value], size: int
) -> int:
    """Return how many mines the density of `level` puts on a board of `size` cells.

    Without a level, that of the nearest one of the kind of `given`: whose number of cells is
    nearest by ratio; tie: the earlier.
    """

    def ratio(level: Level) -> Fraction:
        cells = factory.cells(factory.values(level.parameters))
        return max(Fraction(cells, size), Fraction(size, cells))

    if level is None and factory.levels:
        level = min(family(factory, factory.values(given, complete=False)), key=ratio)
    return share_of(_PLAIN_DENSITY, size) if level is None else factory.level_mines(level, size)


def share_of(density: Fraction, size: int) -> int:
    """Return ``floor(density x size + 1/2)`` within 1 to ``size - 1``."""
    return min(max(1, int(density * size + Fraction(1, 2))), size - 1)
