"""The command line itself: what holds for every command. The commands are in the modules beside."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from msweeper import __version__
from msweeper.cli.options import Debug, Switch, silent_registry
from msweeper.errors import UnknownName, UsageError
from msweeper.plugins import Registry, load_plugins
from msweeper.sitting.contents import FILES, KeptContents
from msweeper.sitting.settings import Settings, find_paths, load_settings

if TYPE_CHECKING:
    pass

__all__ = ["ClosedPipe", "Interrupted", "app", "print_json", "read_settings", "registry_for"]


class ClosedPipe(Exception):
    """The reader of our output has gone."""


class Interrupted(Exception):
    """Ctrl-C, or a signal that asks to stop; `code` is the exit code."""

    def __init__(self, code: int = 130) -> None:
        self.code = code


_ORDER = (
    *("play", "show", "topologies"),
    *("analyze", "simulate", "fairness", "generate"),
    *("replay", "records", "plugins", "config", "paths", "help"),
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
            registry, settings, paths, Keeper(paths.data), screen.glyphs, color=screen.color
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


def registry_for(ctx: typer.Context, switch: list[str] | None, settings: Settings) -> Registry:
    """Load the plugins but for those switched off here, before the command, or by the config."""
    above = ctx.parent.params.get("switch") if ctx.parent else ctx.params.get("switch")
    off = []
    for text in [*(above or ()), *(switch or ())]:
        what, colon, name = text.partition(":")
        if what != "no" or not colon or not name:
            raise UsageError(f"-p takes no:NAME, not {text!r}")
        off.append(name)
    contents = KeptContents(find_paths().data / FILES)
    registry = load_plugins(off=[*settings.disabled, *off], contents=contents)
    known = [record.plugin for record in registry.records]
    for name in off:
        if name not in known:
            raise UnknownName("plugin", name, known)
    return registry


def print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))
