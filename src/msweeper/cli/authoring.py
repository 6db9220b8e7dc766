"""The commands for people who write plugins: check, new-plugin."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from msweeper.cli.app import app, print_json, read_settings, registry_for
from msweeper.cli.options import Debug, Json, PluginFile, Switch, complete_target

__all__ = ["check", "new_plugin"]


@app.command()
def check(
    ctx: typer.Context,
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME|SPEC|FILE.py...",
            help="A topology, one board of it, or a plugin that is one file.",
            autocompletion=complete_target,
            show_default=False,
        ),
    ],
    as_json: Json = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> int:
    """Check whether a topology keeps all rules, and whether its levels are fair.

    \b
    msweeper check hex
    msweeper check square:7x5 --json
    msweeper check mine.py

    The same checks are in msweeper.testing, for the tests of a plugin. Leaves with 1 if one fails.
    """
    from msweeper.cli.check import check_targets, find_targets, is_file

    files = [target for target in targets if is_file(target)]
    registry = registry_for(ctx, switch, read_settings(), files=files)
    found = find_targets(targets, registry)
    document = check_targets(
        found,
        registry,
        (lambda line: None) if as_json else (lambda line: print(line, flush=True)),
        debug=debug,
    )
    if as_json:
        print_json(document)
    return 0 if document["ok"] else 1


@app.command("new-plugin")
def new_plugin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Of the topology: the package is msweeper-NAME.")
    ],
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="DIR", help="A new or empty folder; else msweeper-NAME, here."
        ),
    ] = None,
    debug: Debug = False,
) -> None:
    """Write a complete package for a new topology, with tests that pass.

    \b
    msweeper new-plugin brick
    msweeper new-plugin brick --into ~/src/brick
    """
    from msweeper.cli.newplugin import next_steps, write_package

    folder = write_package(name, into)
    print(next_steps(name, folder))
