"""The command line itself: what holds for every command. The commands are in the modules beside."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from msweeper import __version__
from msweeper.cli.options import Debug, PluginFile, Switch, plugin_files, silent_registry
from msweeper.errors import FileError, PluginFault, UnknownName, UsageError, printable
from msweeper.plugins import PluginRecord, Registry, load_plugins
from msweeper.sitting.contents import FILES, KeptContents
from msweeper.sitting.settings import Settings, find_paths, load_settings

if TYPE_CHECKING:
    from msweeper.sitting.choose import Board, Request

__all__ = [
    "ClosedPipe",
    "Interrupted",
    "app",
    "board_for",
    "print_json",
    "read_settings",
    "registry_for",
    "usual",
]


class ClosedPipe(Exception):
    """The reader of our output has gone."""


class Interrupted(Exception):
    """Ctrl-C, or a signal that asks to stop; `code` is the exit code."""

    def __init__(self, code: int = 130) -> None:
        self.code = code


_ORDER = (
    *("play", "show", "topologies"),
    *("analyze", "simulate", "fairness", "generate"),
    *("check", "new-plugin"),
    *("replay", "picture", "records", "plugins", "config", "paths", "help"),
)


class _Group(TyperGroup):
    """Takes two signals out of the framework's hands: it would answer them differently."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the commands in the order in which people need them."""
        return sorted(super().list_commands(ctx), key=_ORDER.index)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ClosedPipe from None
        except KeyboardInterrupt as stop:
            raise Interrupted(getattr(stop, "code", 130)) from None


app = typer.Typer(
    cls=_Group,
    rich_markup_mode=None,  # brackets in help texts stay as they are, and nothing is boxed
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    pretty_exceptions_enable=False,
)


def _print_version(verbose: bool) -> None:
    print(f"msweeper {__version__}")
    if not verbose:
        return
    import platform

    print(f"Python {platform.python_version()} on {platform.platform()}")
    for record in silent_registry().records:
        adds = f": {', '.join(record.topologies)}" if record.topologies else ""
        print(f"{record.distribution} {record.version}, {record.plugin} {record.state}{adds}")


@app.callback(invoke_without_command=True)
def main(
    ctx: typer.Context,
    switch: Switch = None,
    plugin: PluginFile = None,
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
    from msweeper.cli.fullscreen import no_full_screen, open_full_screen
    from msweeper.cli.menu import menu
    from msweeper.cli.playing import play
    from msweeper.cli.screen import look_at
    from msweeper.sitting.keep import Keeper
    from msweeper.sitting.opening import Opening

    settings = read_settings()
    registry = registry_for(ctx, None, settings)
    if no_full_screen(ctx, settings, asked=False) is None:
        screen = look_at(sys.stdin, sys.stdout)
        paths = find_paths()
        opening = Opening(
            registry,
            usual(registry, settings),
            paths,
            Keeper(paths.data),
            screen.glyphs,
            color=screen.color,
        )
        _, code = open_full_screen(ctx, opening)
        raise typer.Exit(code)
    menu(
        registry,
        settings.topology.partition(":")[0],
        lambda topology, level: play(ctx, topology=topology, level=level),
    )


def read_settings() -> Settings:
    """Return what the config file says. Raises FileError where it is wrong."""
    return load_settings(find_paths().config)


def registry_for(
    ctx: typer.Context,
    switch: list[str] | None,
    settings: Settings,
    *,
    files: Sequence[str] = (),
) -> Registry:
    """Load the plugins but for those switched off here, before the command, or by the config.

    And `files`, and those that ``--plugin`` names: whoever names one wants to hear what is wrong
    with it.

    Raises:
        FileError, PluginFault: such a file cannot be read, or fails.
    """
    above = ctx.parent.params.get("switch") if ctx.parent else ctx.params.get("switch")
    off = []
    for text in [*(above or ()), *(switch or ())]:
        what, colon, name = text.partition(":")
        if what != "no" or not colon or not name:
            raise UsageError(f"-p takes no:NAME, not {text!r}")
        off.append(name)
    registry = load_plugins(
        off=[*settings.disabled, *off],
        files=[*plugin_files(ctx), *files],
        contents=KeptContents(find_paths().data / FILES),
    )
    known = [record.plugin for record in registry.records]
    for name in off:
        if name not in known:
            raise UnknownName("plugin", name, known)
    as_json = bool(ctx.params.get("as_json") or ctx.params.get("jsonl"))
    for record in registry.records:
        if not record.packaged and record.error and ctx.command.name != "plugins":
            _report(record, as_json=as_json, checked=ctx.command.name == "check")
    return registry


def usual(registry: Registry, settings: Settings) -> Settings:
    """Return the settings, with the topology of the last plugin that is a file: it is meant."""
    for record in reversed(registry.records):
        if not record.packaged and record.topologies:
            return replace(settings, topology=record.topologies[0])
    return settings


def board_for(ctx: typer.Context, switch: list[str] | None, request: Request) -> Board:
    """Return the board that a command asks for."""
    from msweeper.sitting.choose import choose

    settings = read_settings()
    registry = registry_for(ctx, switch, settings)
    return choose(registry, request, usual(registry, settings))


def _report(record: PluginRecord, *, as_json: bool, checked: bool) -> None:
    """Raise what is wrong with a file that is of no use; else say it on stderr.

    Of one that is `checked` all but the fault that keeps it from loading is left to the checks.
    """
    if checked and record.cause is None:
        return
    if record.state == "failed":
        if isinstance(record.cause, OSError):
            why = record.cause.strerror or record.cause
            raise FileError(f"cannot read {record.file}: {why}", path=record.file)
        raise PluginFault(
            f"plugin {record.plugin} of {record.owner} failed: {record.last_error}",
            plugin=record.plugin,
            distribution=record.distribution,
        ) from record.cause
    for line in (record.error or "").splitlines():
        text = printable(line)
        if as_json:
            text = json.dumps({"error": PluginFault.kind, "message": text}, ensure_ascii=False)
        else:
            text = f"msweeper: {text}"
        print(text, file=sys.stderr)


def print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))
