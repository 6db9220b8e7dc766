"""The options that several commands share, and how they complete."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup

from msweeper.cli.screen import Color
from msweeper.firstclick import FirstClick
from msweeper.plugins import Registry, load_plugins
from msweeper.sitting.settings import find_paths, load_settings

__all__ = [
    "Ascii",
    "BoardText",
    "ColorMode",
    "Compact",
    "Debug",
    "First",
    "GeneratorBudget",
    "Json",
    "LevelName",
    "Mines",
    "MinesAt",
    "NoGuess",
    "PluginFile",
    "Seed",
    "Set",
    "Size",
    "Start",
    "Switch",
    "TopologyName",
    "WithoutCount",
    "command_names",
    "complete_target",
    "complete_topic",
    "plugin_files",
    "silent_registry",
]


def silent_registry(ctx: typer.Context | None = None) -> Registry:
    """Return what is there, for completion: a broken config file is no reason to fail."""
    files = plugin_files(ctx) if ctx is not None else ()
    try:
        return load_plugins(off=load_settings(find_paths().config).disabled, files=files)
    except Exception:
        return load_plugins(files=files)


def plugin_files(ctx: typer.Context) -> list[str]:
    """Return the files that ``--plugin`` names, before the command or after it."""
    contexts = [ctx.parent, ctx] if ctx.parent is not None else [ctx]
    return [file for one in contexts for file in one.params.get("plugin") or ()]


def _complete_topology(ctx: typer.Context, incomplete: str) -> list[str]:
    names = sorted(silent_registry(ctx).topologies)
    return [name for name in names if name.startswith(incomplete)]


def complete_target(ctx: typer.Context, incomplete: str) -> list[str]:
    return _complete_topology(ctx, incomplete)


def _complete_level(ctx: typer.Context, incomplete: str) -> list[str]:
    known = silent_registry(ctx).topologies
    asked = str(ctx.params.get("board") or ctx.params.get("topology") or "").partition(":")[0]
    found = [known[asked]] if asked in known else known.values()
    names = dict.fromkeys(level.name for one in found for level in one.factory.levels)
    return [name for name in names if name.startswith(incomplete)]


def _complete_first(incomplete: str) -> list[str]:
    return [rule for rule in FirstClick if rule.startswith(incomplete)]


def _complete_switch(incomplete: str) -> list[str]:
    names = (f"no:{record.plugin}" for record in silent_registry().records)
    return [name for name in names if name.startswith(incomplete)]


def complete_topic(ctx: typer.Context, incomplete: str) -> list[str]:
    topics = [*command_names(ctx), "topology", *_complete_topology(ctx, "")]
    return [name for name in topics if name.startswith(incomplete)]


def command_names(ctx: typer.Context) -> list[str]:
    """Return the commands in the order of the help."""
    root = ctx.find_root().command
    return root.list_commands(ctx) if isinstance(root, TyperGroup) else []


Switch = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        metavar="no:NAME",
        help="Do not load the plugin NAME (repeatable).",
        autocompletion=_complete_switch,
    ),
]
PluginFile = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="FILE.py",
        help="Load a plugin that is in no package yet (repeatable).",
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show where an error came from.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
BoardText = Annotated[
    str | None,
    typer.Argument(
        metavar="[BOARD]",
        help="SPEC, SPEC@MINES, a game id, or @FILE that holds one.",
        autocompletion=_complete_topology,
        show_default=False,
    ),
]
TopologyName = Annotated[
    str | None,
    typer.Option(
        "--topology",
        "-t",
        metavar="SPEC",
        autocompletion=_complete_topology,
        help="The topology, as hex or hex:radius=5.",
    ),
]
Size = Annotated[
    str | None,
    typer.Option("--size", metavar="SIZE", help="Its size in short: 30x16, 5, 9x9x4."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="One parameter (repeatable)."),
]
LevelName = Annotated[
    str | None,
    typer.Option(
        "--level",
        "-l",
        metavar="NAME",
        autocompletion=_complete_level,
        help="A level: beginner, intermediate, expert, or a topology's own.",
    ),
]
Mines = Annotated[
    str | None, typer.Option("--mines", "-m", metavar="N", help="How many mines: 20 or 15%.")
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", "-s", metavar="TEXT", help="Any text: the same mines each time."),
]
First = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="open|safe|none",
        autocompletion=_complete_first,
        help="What the first opened cell is sure to be.",
    ),
]
MinesAt = Annotated[
    str | None,
    typer.Option("--mines-at", metavar="LABELS", help='The mines themselves: "1,1 3,3".'),
]
NoGuess = Annotated[bool, typer.Option("--no-guess", help="A board that opens by proof alone.")]
WithoutCount = Annotated[
    bool,
    typer.Option("--without-count", help="With --no-guess: proved without the number of mines."),
]
Start = Annotated[
    str | None,
    typer.Option(
        "--start", metavar="LABEL", help="With --no-guess: the first cell; else the first click."
    ),
]
GeneratorBudget = Annotated[
    float,
    typer.Option("--budget", min=0, metavar="SECONDS", help="How long a no-guess board may take."),
]
ColorMode = Annotated[Color, typer.Option("--color", help="Color the output.", show_choices=True)]
Ascii = Annotated[
    bool | None,
    typer.Option("--ascii/--unicode", help="Which glyphs; a pipe gets ASCII.", show_default=False),
]
Compact = Annotated[bool, typer.Option("--compact", help="No blanks between cells.")]
