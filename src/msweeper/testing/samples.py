"""Which boards of a family are worth looking at: small, of unequal sides, of every choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from msweeper.errors import OutOfRange, UnknownName
from msweeper.factory import Parameter, TopologyFactory, Value

__all__ = ["samples"]

_SIZES: Mapping[int, tuple[tuple[int, ...], ...]] = {
    1: ((3,), (2,), (1,), (0,), (4,), (5,)),
    2: ((5, 3), (3, 5), (1, 4), (5, 1), (2, 2), (1, 1), (3, 2), (7, 5)),
    3: ((5, 4, 3), (2, 3, 12), (5, 1, 2), (2, 2, 2), (1, 1, 1)),
    4: ((3, 2, 4, 3), (3, 1, 2, 2), (2, 1, 2, 1), (1, 1, 1, 1)),
    5: ((2, 3, 2, 2, 1), (1, 2, 1, 2, 2)),
}
"""By the number of size parameters, the most telling first; the last are for families that take
no smaller ones.

Seldom only equal sides: swapped ones would go unnoticed.
"""
_NO_CHOICE, _ONE_CHOICE, _TWO_CHOICES = 7, 3, 1
"""How many of these sizes a board with so many choices besides the defaults has."""
_KINDS = 60


def samples(factory: TopologyFactory) -> Iterator[dict[str, Value]]:
    """Yield complete values that the factory allows: the defaults, then small sizes of each kind.

    A kind is one value of a choice or a flag, then two of them. A text without choices keeps its
    default: nobody else knows what it means.
    """
    seen: set[tuple[tuple[str, Value], ...]] = set()
    for kind, most in islice(_kinds(factory), _KINDS):
        found = 0
        for given in _sizes(factory, kind):
            values = _allowed(factory, given)
            if values is None or found > most:
                continue
            found += 1
            key = tuple(values.items())
            if key not in seen:
                seen.add(key)
                yield values


def _kinds(factory: TopologyFactory) -> Iterator[tuple[dict[str, Value], int]]:
    yield {}, _NO_CHOICE
    for parameter in factory.parameters:
        for value in _others(parameter):
            wanted: dict[str, Value] = {parameter.name: value}
            if parameter.when is not None and not parameter.applies(factory.values({})):
                wanted = {parameter.when[0]: parameter.when[1][0], **wanted}
            yield wanted, _ONE_CHOICE
    chosen = [p for p in factory.parameters if _others(p)]
    for one, other in combinations(chosen, 2):
        for value in _others(one):
            for beside in _others(other):
                yield {one.name: value, other.name: beside}, _TWO_CHOICES


def _others(parameter: Parameter) -> tuple[Value, ...]:
    """Return what a choice or a flag can be besides its default."""
    if parameter.type == "flag":
        return (not parameter.default,)
    return tuple(choice for choice in parameter.choices if choice != parameter.default)


def _sizes(factory: TopologyFactory, kind: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    yield dict(kind)
    try:
        names = factory.size_names(factory.values(kind, complete=False))
    except (OutOfRange, UnknownName):
        return
    many = ((2,) * len(names), (3, 2) * len(names), (2, 3) * len(names))
    for numbers in _SIZES.get(len(names), many):
        yield {**kind, **dict(zip(names, numbers, strict=False))}


def _allowed(factory: TopologyFactory, given: Mapping[str, Value]) -> dict[str, Value] | None:
    try:
        return factory.values(given)
    except (OutOfRange, UnknownName):
        return None
