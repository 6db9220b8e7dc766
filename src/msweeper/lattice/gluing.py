"""What lies beyond the ends of the axes: nothing, the other end, or the other end in a mirror."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import final

from msweeper.lattice.coordinates import Coordinate

__all__ = ["Gluing"]


@final
class Gluing:
    """Brings coordinates back between the ends of the axes.

    An axis in `wrapped` goes on at its other end. So does one in `flipped`, which maps it to the
    axis that is mirrored each time its end is crossed: ``{1: 0}`` is a Moebius strip, and with
    axis 0 wrapped a Klein bottle.

    Raises:
        ValueError: an axis that is not there, both wrapped and flipped, or mirrored by itself or
            by an axis that is mirrored too: where two mirrors meet, a corner has no
            neighborhood like that of others.
    """

    def __init__(
        self, axes: Sequence[range], wrapped: Collection[int], flipped: Mapping[int, int]
    ) -> None:
        numbers = range(len(axes))
        named = {*wrapped, *flipped, *flipped.values()}
        if not named <= set(numbers):
            raise ValueError(f"wrapped or flipped names an axis that is not there: {named}")
        if set(wrapped) & set(flipped):
            raise ValueError(f"an axis is wrapped or flipped, not both: {dict(flipped)}")
        if set(flipped) & set(flipped.values()):
            raise ValueError(f"an axis that is mirrored cannot be flipped itself: {dict(flipped)}")
        self.axes = tuple(axes)
        self.flipped = dict(flipped)
        self.around = frozenset(wrapped) | frozenset(flipped)
        """The axes that have no ends."""

    @property
    def last(self) -> int:
        """The number of the last axis."""
        return len(self.axes) - 1

    def mirror(self, axis: int, value: int) -> int:
        """Return `value` of `axis` in the mirror that keeps its ends."""
        return self.axes[axis].start + self.axes[axis].stop - 1 - value

    def glue(self, coordinate: Coordinate) -> tuple[Coordinate, bool]:
        """Return where `coordinate` is, and whether the last axis is mirrored there.

        A coordinate may leave out its last entry; else that is mirrored already.
        """
        if not self.around:
            return coordinate, False
        there = list(coordinate)
        mirrored = set[int]()
        for axis, value in enumerate(there):
            if axis in self.around:
                here = self.axes[axis]
                times, rest = divmod(value - here.start, len(here))
                there[axis] = here.start + rest
                if times % 2 and axis in self.flipped:
                    mirrored ^= {self.flipped[axis]}
        for axis in mirrored:
            if axis < len(there):
                there[axis] = self.mirror(axis, there[axis])
        return tuple(there), self.last in mirrored
