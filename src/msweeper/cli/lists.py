"""The lists and descriptions that the command prints, as text and as JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msweeper.factory import Level, Parameter
from msweeper.firstclick import FirstClick, default_first, largest_mines
from msweeper.plugins import PluginRecord, Registered, Registry
from msweeper.render.text import labels, picture
from msweeper.sitting.choose import Board
from msweeper.view import View

__all__ = [
    "describe",
    "levels_json",
    "plugins_json",
    "plugins_text",
    "show_json",
    "show_text",
    "topologies_json",
    "topologies_text",
]

_NAMED = 3
"""Levels of a topology that the table of topologies names; its help has all."""
_LABELLED = 400
"""Cells up to which `show` prints every label."""


def table(rows: Iterable[Sequence[str]], indent: str = "") -> str:
    """Return rows of texts in aligned columns."""
    rows = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(indent + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def levels_json(
    registered: Registered, levels: Iterable[Level] | None = None
) -> list[dict[str, Any]]:
    """Return all levels or those given, each with spec, mines and cells; nothing is built."""
    factory = registered.factory
    found = []
    for level in factory.levels if levels is None else levels:
        values = factory.values(level.parameters)
        spec = registered.spec(values)
        found.append(
            {
                "name": level.name,
                "spec": spec,
                "mines": level.mines,
                "cells": factory.cells(values),
            }
        )
    return found


def topologies_json(registry: Registry) -> list[dict[str, Any]]:
    """Return all topologies in alphabetical order."""
    return [
        {
            "name": name,
            "plugin": registered.plugin.plugin,
            "distribution": registered.plugin.distribution,
            "version": registered.plugin.version,
            "summary": registered.factory.summary,
            "parameters": [
                {
                    "name": p.name,
                    "type": p.type,
                    "default": p.default,
                    "minimum": p.minimum,
                    "maximum": p.maximum,
                    "choices": list(p.choices) or None,
                    "help": p.help,
                }
                for p in registered.factory.parameters
            ],
            "levels": levels_json(registered),
        }
        for name, registered in sorted(registry.topologies.items())
    ]


def topologies_text(registry: Registry) -> str:
    """Return a table of topologies and their levels."""
    rows = [("TOPOLOGY", "SIZE", "LEVELS", "WHAT IT IS")]
    for name, registered in sorted(registry.topologies.items()):
        factory = registered.factory
        size = "x".join(map(str.upper, factory.size_names(factory.values({}, complete=False))))
        names = ", ".join(level.name for level in factory.levels[:_NAMED]) or "-"
        if len(factory.levels) > _NAMED:
            names += f", {len(factory.levels) - _NAMED} more"
        rows.append((name, size or "-", names, factory.summary))
    return table(rows) if len(rows) > 1 else "no topology is installed (see msweeper plugins)"


def plugins_json(records: Iterable[PluginRecord]) -> list[dict[str, Any]]:
    """Return what is known of each plugin, in order of loading."""
    return [
        {
            "plugin": record.plugin,
            "distribution": record.distribution,
            "version": record.version,
            "file": record.file,
            "state": record.state,
            "topologies": record.topologies,
            "hooks": record.hooks,
            "error": record.error,
        }
        for record in records
    ]


def plugins_text(records: Iterable[PluginRecord]) -> str:
    """Return a table of plugins, and below it what went wrong."""
    rows = [("PLUGIN", "DISTRIBUTION", "VERSION", "STATE", "TOPOLOGIES", "FILE")]
    faults = []
    for record in records:
        adds = ", ".join(record.topologies) or "-"
        rows.append(
            (
                record.plugin,
                record.distribution,
                record.version,
                record.state,
                adds,
                record.file or "-",
            )
        )
        for line in (record.error or "").splitlines():
            faults.append(f"{record.plugin} of {record.owner}: {line}{record.cure}")
    return "\n".join([table(rows), *faults])


def show_json(board: Board) -> dict[str, Any]:
    """Return the geometry of a board."""
    topology = board.topology
    return {
        "spec": topology.spec,
        "size": topology.size,
        "cells": list(topology.labels),
        "neighbors": [list(topology.neighbors(cell)) for cell in topology],
        "places": [list(place) for place in topology.layout.places],
        "max_degree": topology.max_degree,
        "levels": levels_json(board.registered),
        "largest_mines": {str(rule): largest_mines(topology, rule) for rule in FirstClick},
    }


def show_text(board: Board, *, width: int = 80, compact: bool = False) -> str:
    """Return a board's picture without mines, its labels, and the numbers a player may ask for."""
    topology = board.topology
    view = View.of(topology, board.mines)
    degrees = Counter(map(topology.degree, topology))
    counts = ", ".join(f"{count} with {degree}" for degree, count in sorted(degrees.items()))
    rule = board.first or default_first(topology, board.mines)
    rows = [
        ("cells", str(topology.size)),
        ("neighbors", counts),
        ("mines", f"{board.mines}, first click {rule}: {rule.promise}"),
        ("most mines", ", ".join(f"{r} {largest_mines(topology, r)}" for r in FirstClick)),
    ]
    for level in levels_json(board.registered, board.levels):
        rows.append(
            (
                "level",
                f"{level['name']}: {level['mines']} mines on {level['cells']} cells,"
                f" {level['spec']}",
            )
        )
    parts = [f"{topology.spec}@{board.mines}", picture(view, width=width, compact=compact)]
    if topology.size <= _LABELLED:
        parts += ["labels:", labels(topology, width=width)]
    return "\n".join([*parts, table(rows)])


def describe(registered: Registered) -> str:
    """Return the help of one topology, from what its plugin says."""
    factory, owner = registered.factory, registered.plugin
    lines = [
        f"{registered.name}: {factory.summary}",
        f"from plugin {owner.plugin} of {owner.owner}",
    ]
    if factory.description:
        lines += ["", *_wrap(factory.description)]
    if factory.parameters:
        lines += ["", "parameters:"]
        lines.append(
            table(
                (
                    (p.name, Parameter.text(p.default), p.help, p.allowed.removeprefix("it "))
                    for p in factory.parameters
                ),
                "  ",
            )
        )
    names = factory.size_names(factory.values({}, complete=False))
    if names:
        short = "x".join(Parameter.text(factory.parameter(n).default) for n in names)
        form = "x".join(map(str.upper, names))
        lines += ["", f"size: {form}, as in {registered.name}:{short}"]
    levels = levels_json(registered)
    if levels:
        lines += ["", "levels:"]
        lines.append(
            table(
                (
                    (
                        str(level["name"]),
                        f"{level['mines']} mines",
                        f"{level['cells']} cells",
                        str(level["spec"]),
                    )
                    for level in levels
                ),
                "  ",
            )
        )
    lines += ["", f"play it: msweeper play {registered.name}"]
    return "\n".join(lines)


def _wrap(text: str) -> list[str]:
    from textwrap import wrap

    return [line for part in text.splitlines() for line in wrap(part, 78)]
