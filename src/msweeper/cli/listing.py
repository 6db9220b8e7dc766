"""The commands that list and explain: show, topologies, plugins, config, paths, help."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from msweeper.cli.app import app, board_for, print_json, read_settings, registry_for
from msweeper.cli.options import (
    BoardText,
    Compact,
    Debug,
    First,
    Json,
    LevelName,
    Mines,
    MinesAt,
    PluginFile,
    Seed,
    Set,
    Size,
    Switch,
    TopologyName,
    complete_topic,
)
from msweeper.cli.screen import look_at
from msweeper.errors import FileError, UnknownName
from msweeper.sitting.settings import find_paths
from msweeper.spec import Spec

if TYPE_CHECKING:
    pass

__all__ = ["config", "help_", "paths", "plugins", "show", "topologies"]


@app.command()
def show(
    ctx: typer.Context,
    board: BoardText = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    seed: Seed = None,
    first: First = None,
    mines_at: MinesAt = None,
    as_json: Json = False,
    compact: Compact = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """Show a board without mines: its picture, labels, neighbor counts and levels.

    \b
    msweeper show hex:3
    msweeper show cube --level expert --json
    """
    from msweeper.cli.lists import show_json, show_text
    from msweeper.sitting.choose import Request

    request = Request(
        board, topology, size, set_ or (), level, mines, seed, first, mines_at, typed=True
    )
    chosen = board_for(ctx, switch, request)
    if as_json:
        print_json(show_json(chosen))
    else:
        screen = look_at(sys.stdin, sys.stdout)
        print(show_text(chosen, width=screen.width, compact=compact))


@app.command()
def topologies(
    ctx: typer.Context,
    as_json: Json = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """List the topologies that are installed.

    \b
    msweeper topologies
    msweeper topologies --json
    """
    from msweeper.cli.lists import topologies_json, topologies_text

    registry = registry_for(ctx, switch, read_settings())
    if as_json:
        print_json(topologies_json(registry))
    else:
        print(topologies_text(registry))


@app.command()
def plugins(
    ctx: typer.Context,
    as_json: Json = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """List the plugins: what they add, and why one failed.

    \b
    msweeper plugins
    msweeper -p no:hex plugins --json
    """
    from msweeper.cli.lists import plugins_json, plugins_text

    registry = registry_for(ctx, switch, read_settings())
    if as_json:
        print_json(plugins_json(registry.records))
        return
    print(plugins_text(registry.records))
    if debug:
        import traceback

        for record in registry.records:
            if record.cause is not None:
                traceback.print_exception(record.cause, file=sys.stderr)


@app.command()
def paths(as_json: Json = False) -> None:
    """Print where the config file and the data are.

    \b
    msweeper paths
    MSWEEPER_HOME=/tmp/mine msweeper paths --json
    """
    found = find_paths()
    if as_json:
        print_json({"config": str(found.config), "data": str(found.data)})
    else:
        print(f"config  {found.config}\ndata    {found.data}")


@app.command()
def config(debug: Debug = False) -> int:
    """Print a config file with every setting and key, and what they are now.

    \b
    msweeper config
    msweeper config > config.toml
    """
    from msweeper.sitting.settings import Settings, write_settings

    try:
        settings, fault = read_settings(), ""
    except FileError as error:  # this is where one looks for what is right
        settings, fault = Settings(), error.message
    print(write_settings(settings))
    if fault:
        print(f"msweeper: {fault}; above is what holds without it", file=sys.stderr)
    return 1 if fault else 0


@app.command("help")
def help_(
    ctx: typer.Context,
    topic: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND | topology NAME]",
            show_default=False,
            autocompletion=complete_topic,
        ),
    ] = None,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """Explain a command, or a topology in its plugin's own words.

    \b
    msweeper help play
    msweeper help topology hex
    """
    from msweeper.cli.lists import describe, topologies_text

    root = ctx.parent
    assert root is not None
    if not topic:
        print(root.get_help())
        return
    if topic[0] in ("topology", "topologies"):
        registry = registry_for(ctx, switch, read_settings())
        if len(topic) == 1:
            print(topologies_text(registry))
        else:
            names = [Spec.parse(text).name for text in topic[1:]]
            print("\n\n".join(describe(registry.find(name)) for name in names))
        return
    group = root.command
    assert isinstance(group, TyperGroup)
    command = group.get_command(root, topic[0])
    if command is None:
        found = registry_for(ctx, switch, read_settings()).topologies.get(topic[0])
        if found is None:
            raise UnknownName("command", topic[0], [*group.list_commands(root), "topology"])
        print(describe(found))
        return
    with command.make_context(topic[0], [], parent=root, resilient_parsing=True) as inner:
        print(command.get_help(inner))
