"""The commands and their options. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from msweeper import __version__
from msweeper.cli.screen import Color, look_at
from msweeper.errors import UnknownName, UsageError
from msweeper.firstclick import FirstClick
from msweeper.plugins import Registry, load_plugins
from msweeper.sitting.settings import Settings, find_paths, load_settings
from msweeper.spec import Spec

__all__ = ["ClosedPipe", "Interrupted", "app"]


class ClosedPipe(Exception):
    """The reader of our output has gone."""


class Interrupted(Exception):
    """Ctrl-C."""


class _Group(TyperGroup):
    """Takes two signals out of the framework's hands: it would answer them differently."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ClosedPipe from None
        except KeyboardInterrupt:
            raise Interrupted from None


app = typer.Typer(
    cls=_Group,
    rich_markup_mode=None,  # brackets in help texts stay as they are, and nothing is boxed
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    pretty_exceptions_enable=False,
)


def _silent_registry() -> Registry:
    """Return what is installed, for completion: a broken config file is no reason to fail."""
    try:
        return load_plugins(off=load_settings(find_paths().config).disabled)
    except Exception:
        return load_plugins()


def _complete_topology(incomplete: str) -> list[str]:
    return [name for name in sorted(_silent_registry().topologies) if name.startswith(incomplete)]


def _complete_level(ctx: typer.Context, incomplete: str) -> list[str]:
    known = _silent_registry().topologies
    asked = str(ctx.params.get("board") or ctx.params.get("topology") or "").partition(":")[0]
    found = [known[asked]] if asked in known else known.values()
    names = dict.fromkeys(level.name for one in found for level in one.factory.levels)
    return [name for name in names if name.startswith(incomplete)]


def _complete_first(incomplete: str) -> list[str]:
    return [rule for rule in FirstClick if rule.startswith(incomplete)]


def _complete_switch(incomplete: str) -> list[str]:
    names = (f"no:{record.plugin}" for record in _silent_registry().records)
    return [name for name in names if name.startswith(incomplete)]


def _complete_topic(incomplete: str) -> list[str]:
    topics = [*_command_names(), "topology", *_complete_topology("")]
    return [name for name in topics if name.startswith(incomplete)]


def _command_names() -> list[str]:
    """Return the commands in the order of the help."""
    known = app.registered_commands
    return [one.name or one.callback.__name__ for one in known if one.callback is not None]


Switch = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        metavar="no:NAME",
        help="Do not load the plugin NAME (repeatable).",
        autocompletion=_complete_switch,
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
ColorMode = Annotated[Color, typer.Option("--color", help="Color the output.", show_choices=True)]
Ascii = Annotated[
    bool | None,
    typer.Option("--ascii/--unicode", help="Which glyphs; a pipe gets ASCII.", show_default=False),
]
Compact = Annotated[bool, typer.Option("--compact", help="No blanks between cells.")]


def _print_version(verbose: bool) -> None:
    print(f"msweeper {__version__}")
    if not verbose:
        return
    import platform

    print(f"Python {platform.python_version()} on {platform.platform()}")
    for record in _silent_registry().records:
        adds = f": {', '.join(record.topologies)}" if record.topologies else ""
        print(f"{record.distribution} {record.version}, {record.plugin} {record.state}{adds}")


@app.callback(invoke_without_command=True)
def main(
    ctx: typer.Context,
    switch: Switch = None,
    debug: Debug = False,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="With --version: Python, platform, plugins.")
    ] = False,
) -> None:
    """Minesweeper on any geometry.

    \b
    msweeper play                      a square board, at once
    msweeper play --topology hex       hexagons
    msweeper play cube --level expert  three dimensions
    msweeper topologies                what else there is

    On a terminal, msweeper alone opens a menu.
    """
    if version:
        _print_version(verbose)
        raise typer.Exit
    if ctx.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(ctx.get_help())
        return
    from msweeper.cli.menu import menu

    settings = _settings()
    menu(
        _registry(ctx, None, settings),
        settings.topology.partition(":")[0],
        lambda topology, level: play(ctx, topology=topology, level=level),
    )


def _settings() -> Settings:
    return load_settings(find_paths().config)


def _registry(ctx: typer.Context, switch: list[str] | None, settings: Settings) -> Registry:
    """Load the plugins but for those switched off here, before the command, or by the config."""
    above = ctx.parent.params.get("switch") if ctx.parent else ctx.params.get("switch")
    off = []
    for text in [*(above or ()), *(switch or ())]:
        what, colon, name = text.partition(":")
        if what != "no" or not colon or not name:
            raise UsageError(f"-p takes no:NAME, not {text!r}")
        off.append(name)
    registry = load_plugins(off=[*settings.disabled, *off])
    known = [record.plugin for record in registry.records]
    for name in off:
        if name not in known:
            raise UnknownName("plugin", name, known)
    return registry


@app.command()
def play(
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
    games: Annotated[
        int | None, typer.Option("--games", min=1, metavar="N", help="Play N games: seeds SEED/n.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="For programs: one JSON document a line.")
    ] = False,
    graph: Annotated[
        bool, typer.Option("--graph", help="With --jsonl: each cell's neighbors too.")
    ] = False,
    echo: Annotated[bool, typer.Option("--echo", help="Repeat each line read.")] = False,
    final: Annotated[bool, typer.Option("--final", help="Print only the last board.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Typed play, on a terminal too.")] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Leave with 0 won, 10 lost, 11 left.")
    ] = False,
    record: Annotated[bool, typer.Option("--record", hidden=True)] = False,
    resume: Annotated[bool, typer.Option("--resume", hidden=True)] = False,
    color: ColorMode = Color.AUTO,
    ascii_only: Ascii = None,
    compact: Compact = False,
    switch: Switch = None,
    debug: Debug = False,
) -> int:
    """Play.

    \b
    msweeper play --topology hex
    msweeper play cube:6x6x4 --mines 12% --first safe
    msweeper play hex:radius=5@18/seed=maple
    echo "open 1 1; flag 2 3" | msweeper play --seed maple

    Typed: open 3 4 (or just 3 4), flag 3 4, chord 3 4, undo, help, quit.
    """
    from msweeper.cli.linemode import LineMode, read_lines
    from msweeper.sitting.choose import Request, choose
    from msweeper.sitting.series import Series

    for name, given in (("--record", record), ("--resume", resume)):
        if given:
            raise UsageError(f"{name} is not in this version yet")
    if graph and not jsonl:
        raise UsageError("--graph goes with --jsonl")
    if jsonl and (echo or final):
        raise UsageError(f"--jsonl does not go with {'--echo' if echo else '--final'}")
    settings = _settings()
    registry = _registry(ctx, switch, settings)
    chosen = choose(
        registry,
        Request(board, topology, size, set_ or (), level, mines, seed, first, mines_at),
        settings,
    )
    if games is not None and chosen.given is not None:
        raise UsageError("a given minefield is one game: --games does not go with it")
    series = Series(chosen, games)
    if jsonl:
        from msweeper.cli.jsonl import JsonLines

        result = JsonLines(series, sys.stdout, graph=graph).play(read_lines(sys.stdin, None))
    else:
        screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only, compact=compact)
        mode = LineMode(series, screen, echo=echo, final=final)
        result = mode.play(read_lines(sys.stdin, mode.prompt if screen.interactive else None))
    return {"won": 0, "lost": 10, "left": 11}[result.result] if exit_code else 0


@app.command()
def show(
    ctx: typer.Context,
    board: BoardText = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    first: First = None,
    as_json: Json = False,
    compact: Compact = False,
    switch: Switch = None,
    debug: Debug = False,
) -> None:
    """Show a board without mines: its picture, labels, neighbor counts and levels.

    \b
    msweeper show hex:3
    msweeper show cube --level expert --json
    """
    from msweeper.cli.lists import show_json, show_text
    from msweeper.sitting.choose import Request, choose

    settings = _settings()
    request = Request(board, topology, size, set_ or (), level, mines, None, first)
    chosen = choose(_registry(ctx, switch, settings), request, settings)
    if as_json:
        _print_json(show_json(chosen))
    else:
        screen = look_at(sys.stdin, sys.stdout)
        print(show_text(chosen, width=screen.width, compact=compact))


@app.command()
def topologies(
    ctx: typer.Context, as_json: Json = False, switch: Switch = None, debug: Debug = False
) -> None:
    """List the topologies that are installed.

    \b
    msweeper topologies
    msweeper topologies --json
    """
    from msweeper.cli.lists import topologies_json, topologies_text

    registry = _registry(ctx, switch, _settings())
    if as_json:
        _print_json(topologies_json(registry))
    else:
        print(topologies_text(registry))


@app.command()
def plugins(
    ctx: typer.Context, as_json: Json = False, switch: Switch = None, debug: Debug = False
) -> None:
    """List the plugins: what they add, and why one failed.

    \b
    msweeper plugins
    msweeper -p no:hex plugins --json
    """
    from msweeper.cli.lists import plugins_json, plugins_text

    registry = _registry(ctx, switch, _settings())
    if as_json:
        _print_json(plugins_json(registry.records))
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
        _print_json({"config": str(found.config), "data": str(found.data)})
    else:
        print(f"config  {found.config}\ndata    {found.data}")


@app.command("help")
def help_(
    ctx: typer.Context,
    topic: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND | topology NAME]",
            show_default=False,
            autocompletion=_complete_topic,
        ),
    ] = None,
    switch: Switch = None,
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
        registry = _registry(ctx, switch, _settings())
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
        found = _registry(ctx, switch, _settings()).topologies.get(topic[0])
        if found is None:
            raise UnknownName("command", topic[0], [*group.list_commands(root), "topology"])
        print(describe(found))
        return
    with command.make_context(topic[0], [], parent=root, resilient_parsing=True) as inner:
        print(command.get_help(inner))


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))
