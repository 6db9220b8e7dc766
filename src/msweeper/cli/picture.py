"""The command that draws: picture."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from msweeper.cli.app import app, read_settings, registry_for, usual
from msweeper.cli.options import (
    Debug,
    First,
    LevelName,
    Mines,
    MinesAt,
    PluginFile,
    Seed,
    Set,
    Size,
    Switch,
    TopologyName,
)
from msweeper.errors import FileError, MsweeperError, UsageError
from msweeper.plugins import Registry
from msweeper.sitting.settings import Settings, find_paths

if TYPE_CHECKING:
    from msweeper.render.palette import Scheme
    from msweeper.sitting.choose import Request
    from msweeper.sitting.showing import Shown

__all__ = ["picture"]

_SUFFIXES = (".svg", ".html")
_FILE = re.compile(r"[^@=]*\.\w{1,5}")
"""What people write when they mean a file."""


def _complete_board(incomplete: str) -> list[str]:
    from msweeper.cli.options import silent_registry

    return [name for name in sorted(silent_registry().topologies) if name.startswith(incomplete)]


@app.command()
def picture(
    ctx: typer.Context,
    board: Annotated[
        str | None,
        typer.Argument(
            metavar="[BOARD|FILE|last]",
            help="A board as for play, a saved game, a position (- is standard input), or the"
            " last game finished.",
            autocompletion=_complete_board,
            show_default=False,
        ),
    ] = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    seed: Seed = None,
    first: First = None,
    mines_at: MinesAt = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="NAME.svg or NAME.html; else SVG to stdout."
        ),
    ] = None,
    odds: Annotated[
        bool, typer.Option("--odds", help="Shade closed cells by their chance of being a mine.")
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="A game's board as it is when it is won.")
    ] = False,
    links: Annotated[
        bool, typer.Option("--links", help="Draw lines between neighbors that stand apart.")
    ] = False,
    scheme: Annotated[
        str,
        typer.Option(
            "--scheme", metavar="auto|light|dark", help="Colors; auto follows the reader."
        ),
    ] = "auto",
    gallery: Annotated[
        str | None,
        typer.Option(
            "--gallery", metavar="DIR", help="A picture of every topology, and a page of them."
        ),
    ] = None,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> int:
    """Draw a board, a position or a game: SVG, or a page that plays the game again.

    \b
    msweeper picture hex:5 -o board.svg
    msweeper picture game.json -o game.html
    msweeper play hex --final < moves.txt | msweeper picture - --odds -o odds.svg
    msweeper picture --gallery pictures
    """
    from msweeper.render.palette import Scheme
    from msweeper.sitting.choose import Request

    if scheme not in list(Scheme):
        raise UsageError(f"--scheme takes {', '.join(Scheme)}, not {scheme}")
    settings = read_settings()
    request = Request(
        board, topology, size, set_ or (), level, mines, seed, first, mines_at, typed=True
    )
    if gallery is not None:
        if request != Request() or output is not None or odds or solution or links:
            raise UsageError("a gallery shows every topology: only --scheme goes with it")
        return _write_gallery(registry_for(ctx, switch, settings), Path(gallery), Scheme(scheme))
    if output is not None and not output.lower().endswith(_SUFFIXES):
        raise UsageError(f"-o takes a name that ends in {' or '.join(_SUFFIXES)}, not {output}")
    registry = registry_for(ctx, switch, settings)
    shown = _find(request, registry, usual(registry, settings), solution)
    html = output is not None and output.lower().endswith(".html")
    if odds:
        shown = shown.with_odds(every=html and shown.moves > 0)
    text = _draw(shown, html, Scheme(scheme), links)
    if output is None:
        sys.stdout.write(text)
        return 0
    _write(Path(output), text)
    print(f"drawn: {output}")
    return 0


def _draw(shown: Shown, html: bool, scheme: Scheme, links: bool) -> str:
    if html:
        from msweeper.render.page import page

        return page(shown.topology, shown.frames(), again=shown.again, scheme=scheme, links=links)
    from msweeper.render.svg import svg

    frame = shown.last()
    return svg(frame.view, frame.chance, scheme=scheme, links=links)


def _find(request: Request, registry: Registry, settings: Settings, solution: bool) -> Shown:
    """Return what is meant: a file that is there, unless a topology has its name; else a board."""
    from msweeper.sitting.choose import Request, choose
    from msweeper.sitting.showing import show_board, show_text

    name = request.board
    text = None
    if name == "-":
        text = sys.stdin.read()
    elif name is not None and name not in registry.topologies:
        text = _read(name)
    if text is None:
        try:
            return show_board(choose(registry, request, settings), solution=solution)
        except MsweeperError:
            if name is not None and _FILE.fullmatch(name):
                raise FileError(
                    f"{name} is no board, and there is no such file", path=name
                ) from None
            raise
    if solution or request != Request(name):
        raise UsageError("a file is a board already: nothing that names another goes with it")
    return show_text(text, registry)


def _read(name: str) -> str | None:
    """Return the text of a file, or of the last game; None where the name is meant as a board."""
    from msweeper.record.files import read_text

    if name == "last":
        from msweeper.sitting.keep import Keeper

        return Keeper(find_paths().data).last().dumps()
    path = Path(name)
    try:
        there = path.is_file()
    except (OSError, ValueError):  # too long for a name, or with a zero in it
        there = False
    return read_text(path) if there else None


def _write(path: Path, text: str) -> None:
    """Write a picture.

    Raises:
        FileError: it cannot be written, or what is there is no picture.
    """
    from msweeper.record.files import read_text, write_text
    from msweeper.render.svg import MADE

    if path.exists():
        try:
            mine = f"<!-- {MADE} -->" in read_text(path)[:1000]
        except FileError:
            mine = False
        if not mine:
            raise FileError(
                f"{path} is there and is no picture: choose another name", path=str(path)
            )
    write_text(path, text)


def _write_gallery(registry: Registry, folder: Path, scheme: Scheme) -> int:
    """Write a picture of each topology and a page of them; one that fails costs only itself."""
    from msweeper.render.page import Entry, gallery
    from msweeper.render.svg import svg
    from msweeper.sitting.showing import gallery_game

    entries: list[Entry] = []
    code = 0
    for name, registered in sorted(registry.topologies.items()):
        try:
            game = gallery_game(registered, registry)
            text = svg(game.view, scheme=scheme)
        except MsweeperError as error:
            print(f"msweeper: no picture of {name}: {error.message}", file=sys.stderr)
            code = code or error.exit_code
            continue
        _write(folder / f"{name}.svg", text)
        summary = registered.factory.summary
        entries.append(Entry(f"{name}.svg", name, summary, f"{game.topology.spec}@{game.mines}"))
    _write(folder / "index.html", gallery(entries, scheme=scheme))
    print(f"drawn: {len(entries)} topologies, {folder / 'index.html'}")
    return code
