"""Checks of a factory as a family of boards: its texts, its levels, its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msweeper.errors import OutOfRange, UnknownName
from msweeper.factory import Level, TopologyFactory, Value
from msweeper.firstclick import FirstClick, default_first
from msweeper.game import Game
from msweeper.testing.contract import CheckFailed, NotTried, check, factory_of
from msweeper.testing.graph import GRAPH
from msweeper.testing.subject import LOOKED_AT, SMALL, BuildFailed, Subject
from msweeper.topology import Topology

__all__ = ["check_factory", "check_levels", "check_levels_differ", "check_not_square"]


@check()
def check_factory(subject: Subject) -> str | None:
    """The factory is declared without contradiction."""
    factory = factory_of(subject)
    problems = list(factory.problems())
    if problems:
        raise CheckFailed("; ".join(problems))
    silent = [f"help of {p.name}" for p in factory.parameters if not p.help]
    if not factory.description:
        silent.insert(0, "description")
    return f"without {', '.join(silent)}: people would like to read it" if silent else None


@check("builds", *GRAPH)
def check_levels(subject: Subject) -> str:
    """Every level builds, and its first click keeps what it promises."""
    factory = factory_of(subject)
    if not factory.levels:
        raise NotTried("it declares no level")
    for level in factory.levels:
        values = factory.values(level.parameters)
        if factory.cells(values) > LOOKED_AT:
            continue
        topology = subject.build(values)
        first = default_first(topology, level.mines)
        middle = topology.layout.middle()
        game = Game(topology, level.mines, seed=level.name)
        game.open(middle)
        shown = game.shows(middle)
        if not shown.isdecimal() or (first is FirstClick.OPEN and shown != "0"):
            raise CheckFailed(
                f"level {level.name}: the first click shows {shown} under the rule {first}",
                spec=topology.spec,
                cell=middle,
                label=topology.label(middle),
            )
    return ", ".join(level.name for level in factory.levels)


@check("factory")
def check_levels_differ(subject: Subject) -> None:
    """No two levels are the same game, and those of one kind go from easy to hard."""
    factory = factory_of(subject)
    if not factory.levels:
        raise NotTried("it declares no level")
    seen: dict[tuple[str, int], str] = {}
    before: dict[tuple[Value, ...], Level] = {}
    for level in factory.levels:
        values = factory.values(level.parameters)
        game = factory.text(values), level.mines
        other = seen.setdefault(game, level.name)
        if other != level.name:
            raise CheckFailed(f"the levels {other} and {level.name} are the same game")
        kind = tuple(values[p.name] for p in factory.parameters if p.type != "int")
        easier = before.get(kind, level)
        if level.mines < easier.mines:
            raise CheckFailed(
                f"level {level.name} has {level.mines} mines, {easier.name} before it has"
                f" {easier.mines}: levels go from easy to hard"
            )
        before[kind] = level


@check("builds", "labels")
def check_not_square(subject: Subject) -> str:
    """Sides that are swapped give another board: width and height are not mixed up."""
    factory = factory_of(subject)
    equal: tuple[str, str] | None = None
    for values, swapped in _swapped(subject, factory):
        one, other = subject.build(values), subject.build(swapped)
        if _geometry(one) != _geometry(other):
            return f"{one.spec} and {other.spec} differ"
        equal = equal or (one.spec, other.spec)
    if equal is None:
        raise NotTried("it has no two sides that could be swapped")
    raise CheckFailed(f"{equal[0]} and {equal[1]} are the same board", spec=equal[0])


def _swapped(
    subject: Subject, factory: TopologyFactory
) -> Iterator[tuple[Mapping[str, Value], Mapping[str, Value]]]:
    """Yield parameters, and the same with two unequal sides swapped, where both are allowed."""
    for board in sorted(subject.boards, key=lambda board: board.topology.size > SMALL):
        names = factory.size_names(board.values)
        for index, one in enumerate(names):
            for other in names[index + 1 :]:
                if board.values[one] == board.values[other]:
                    continue
                given = {**board.values, one: board.values[other], other: board.values[one]}
                try:
                    swapped = factory.values(given)
                    subject.build(swapped)
                except (OutOfRange, UnknownName, BuildFailed):
                    continue
                yield board.values, swapped


def _geometry(topology: Topology) -> tuple[object, ...]:
    return topology.fingerprint, tuple(topology.layout.places)
