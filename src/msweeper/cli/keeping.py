"""The commands about games that were played: replay, records."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from msweeper.cli.app import app, print_json, read_settings, registry_for
from msweeper.cli.options import (
    Ascii,
    ColorMode,
    Compact,
    Debug,
    Json,
    LevelName,
    PluginFile,
    Switch,
    TopologyName,
)
from msweeper.cli.screen import Color, look_at
from msweeper.errors import UsageError
from msweeper.render.glyphs import ASCII
from msweeper.sitting.settings import find_paths
from msweeper.spec import Spec

__all__ = ["records", "replay"]


@app.command()
def replay(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="[FILE|last]", help="A saved game, or the last one finished.")
    ] = "last",
    odds: Annotated[
        bool, typer.Option("--odds", help="What was known before each move, and its risk.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only say whether result, times and mines agree.")
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Only its numbers, as JSON: 3BV, efficiency, luck.")
    ] = False,
    color: ColorMode = Color.AUTO,
    ascii_only: Ascii = None,
    compact: Compact = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> int:
    """Play a saved game again, step by step on a terminal, all of it into a pipe.

    \b
    msweeper replay last
    msweeper replay game.json --odds
    msweeper replay game.json --verify
    """
    from pathlib import Path

    from msweeper.cli.fullscreen import no_full_screen, open_full_screen
    from msweeper.cli.replay import Replay, numbers, verdict
    from msweeper.record.replay import Tape
    from msweeper.sitting.keep import Keeper, load_game
    from msweeper.sitting.opening import Opening

    keeper = Keeper(find_paths().data)
    record = keeper.last() if file == "last" else load_game(Path(file))
    settings = read_settings()
    registry = registry_for(ctx, switch, settings)
    topology = registry.topology(record.id.spec)
    if verify:
        good, text = verdict(record, topology)
        print(text)
        return 0 if good else 1
    if stats:
        print_json(numbers(record, topology))
        return 0
    screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only, compact=compact)
    if screen.interactive and no_full_screen(ctx, settings, asked=odds) is None:
        opening = Opening(
            registry,
            settings,
            find_paths(),
            keeper,
            screen.glyphs,
            tape=Tape(record, topology),
            glyphs_chosen=ascii_only is not None,
            color=screen.color,
            compact=compact,
        )
        return open_full_screen(ctx, opening)[1]
    replay = Replay(record, topology, screen, odds=odds)
    if screen.interactive:
        replay.step()
    else:
        replay.print_all()
    return 0


@app.command()
def records(
    ctx: typer.Context,
    topology: TopologyName = None,
    level: LevelName = None,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print every game as CSV.")] = False,
    ascii_only: Ascii = None,
    debug: Debug = False,
) -> None:
    """Print best times, streaks and win rates of the games played.

    \b
    msweeper records
    msweeper records --topology hex --json
    """
    from msweeper.sitting.keep import RECORDS
    from msweeper.stats import tables
    from msweeper.stats.database import Filter, Records
    from msweeper.stats.summary import summarize

    if as_json and as_csv:
        raise UsageError("--json does not go with --csv")
    name = None if topology is None else Spec.parse(topology).name
    entries = Records(find_paths().data / RECORDS).entries(
        Filter(topology=name, level=level), games=False
    )
    if as_csv:
        print(tables.to_csv(entries), end="")
    elif as_json:
        print_json(tables.to_json(summarize(entries)))
    elif not entries:
        if name is not None:
            registry_for(ctx, None, read_settings()).find(name)
        what = " at this level" if level is not None else ""
        where = f" on {name}" if name is not None else ""
        print(f"no game is recorded yet{where}{what}: play on a terminal, or with --record")
    else:
        screen = look_at(sys.stdin, sys.stdout, ascii_only=ascii_only)
        shown = tables.text(
            summarize(entries),
            width=screen.width,
            bars=sys.stdout.isatty(),
            ascii=screen.glyphs is ASCII,
        )
        print(shown)
