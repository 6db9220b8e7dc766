"""The commands that make games: play, generate."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from msweeper.cli.app import app, board_for, read_settings, registry_for, usual
from msweeper.cli.options import (
    Ascii,
    BoardText,
    ColorMode,
    Compact,
    Debug,
    First,
    GeneratorBudget,
    LevelName,
    Mines,
    MinesAt,
    NoGuess,
    PluginFile,
    Seed,
    Set,
    Size,
    Start,
    Switch,
    TopologyName,
    WithoutCount,
)
from msweeper.cli.screen import Color, look_at
from msweeper.errors import FileError, UsageError
from msweeper.gameid import Proof
from msweeper.plugins import Registry
from msweeper.sitting.settings import find_paths

if TYPE_CHECKING:
    from msweeper.record.gamerecord import GameRecord
    from msweeper.sitting.keep import Keeper
    from msweeper.sitting.sitting import Result

__all__ = ["generate", "play"]


def _proof(no_guess: bool, without_count: bool) -> Proof | None:
    if without_count and not no_guess:
        raise UsageError("--without-count goes with --no-guess")
    return (Proof.FREE if without_count else Proof.COUNT) if no_guess else None


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
    no_guess: NoGuess = False,
    without_count: WithoutCount = False,
    start: Start = None,
    budget: GeneratorBudget = 10.0,
    daily: Annotated[
        bool, typer.Option("--daily", help="Today's board (UTC): the same for everybody.")
    ] = False,
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
    speak: Annotated[
        bool, typer.Option("--speak", help="Without a picture: each move answered in words.")
    ] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Leave with 0 won, 10 lost, 11 left.")
    ] = False,
    load: Annotated[
        str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the newest unfinished game.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Record finished games, from a pipe too.")
    ] = False,
    color: ColorMode = Color.AUTO,
    ascii_only: Ascii = None,
    compact: Compact = False,
    switch: Switch = None,
    plugin: PluginFile = None,
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
    from msweeper.cli.fullscreen import kept_lines, no_full_screen, open_full_screen
    from msweeper.cli.linemode import LineMode, read_lines
    from msweeper.cli.signals import stopping
    from msweeper.sitting.choose import Request, choose
    from msweeper.sitting.daily import daily_seed
    from msweeper.sitting.keep import Keeper, go_on
    from msweeper.sitting.opening import Opening
    from msweeper.sitting.series import Series

    if graph and not jsonl:
        raise UsageError("--graph goes with --jsonl")
    if daily and seed is not None:
        raise UsageError("--daily has a seed of its own")
    if jsonl and (echo or final or speak):
        other = "--echo" if echo else "--final" if final else "--speak"
        raise UsageError(f"--jsonl does not go with {other}")
    settings = read_settings()
    registry = registry_for(ctx, switch, settings)
    request = Request(
        board,
        topology,
        size,
        set_ or (),
        level,
        mines,
        daily_seed() if daily else seed,
        first,
        mines_at,
        _proof(no_guess, without_count),
        start,
        budget,
        typed=True,
    )
    keeper = Keeper(find_paths().data)
    notes: list[str] = []
    if load is not None or resume:
        if request != Request(budget=budget) or games is not None or (load is not None and resume):
            raise UsageError("a saved game is a board already: nothing else goes with it")
        saved, notes = _saved(keeper, load, registry)
        series, note = go_on(saved, registry, settings)
        notes += [note] if note else []
    else:
        series = Series(choose(registry, request, usual(registry, settings)), games)
    chosen = series.board
    if games is not None and chosen.given is not None:
        raise UsageError("a given minefield is one game: --games does not go with it")
    if jsonl:
        from msweeper.cli.jsonl import JsonLines

        lines = JsonLines(series, sys.stdout, keeper, keeps=record, graph=graph)
        result = lines.play(read_lines(sys.stdin, None))
        return _code(result) if exit_code else 0
    screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only, compact=compact)
    begun = load is not None or resume
    if not begun and screen.interactive:
        notes += kept_lines(keeper)
    asked = plain or speak or echo or final
    why_not = no_full_screen(ctx, settings, asked=asked)
    if screen.interactive and why_not is None:
        left, code = open_full_screen(
            ctx,
            Opening(
                registry,
                settings,
                find_paths(),
                keeper,
                screen.glyphs,
                series=series,
                glyphs_chosen=ascii_only is not None,
                color=screen.color,
                compact=compact,
                notes=tuple(notes),
            ),
        )
        return code or (_code(left) if exit_code else 0)
    if why_not and sys.stdout.isatty():
        notes.append(why_not)
    voice = None
    if speak:
        from msweeper.cli.spoken import Voice

        voice = Voice()
    mode = LineMode(
        series,
        screen,
        keeper,
        keeps=screen.interactive or resume,
        records=screen.interactive or record,
        echo=echo,
        final=final,
        voice=voice,
    )
    for line in notes:
        print(line, file=sys.stderr)
    if chosen.level is None and chosen.proof is None and not final:  # levels are known to be fair
        from msweeper.sitting.verdict import unfair_line

        mode.note = unfair_line(chosen)
    with stopping():
        result = mode.play(read_lines(sys.stdin, mode.prompt if screen.interactive else None))
    return _code(result) if exit_code else 0


def _code(result: Result | None) -> int:
    """Return the exit code that tells how a game went."""
    return {"won": 0, "lost": 10, "left": 11}["left" if result is None else result.result]


def _saved(keeper: Keeper, load: str | None, registry: Registry) -> tuple[GameRecord, list[str]]:
    """Return the saved game that is meant, and what was put aside on the way to it."""
    from pathlib import Path

    from msweeper.sitting.keep import load_game

    if load is not None:
        return load_game(Path(load)), []
    found, notes = keeper.resume(registry)
    if found is None:
        raise FileError("; ".join([*notes, "no unfinished game is kept"]))
    return found, list(notes)


@app.command()
def generate(
    ctx: typer.Context,
    board: BoardText = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    seed: Seed = None,
    first: First = None,
    no_guess: NoGuess = False,
    without_count: WithoutCount = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="LABEL",
            help="The cell opened first; else the middle, or where it opens an area.",
        ),
    ] = None,
    budget: GeneratorBudget = 10.0,
    count: Annotated[
        int | None, typer.Option("-n", min=1, metavar="COUNT", help="How many: seeds SEED/n.")
    ] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON document a board.")] = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """Make boards, and print an id a line.

    \b
    msweeper generate hex --no-guess --seed demo
    msweeper generate square --level expert --no-guess -n 3 --jsonl
    """
    from msweeper.cli.generate import make_boards
    from msweeper.sitting.choose import Request

    proof = _proof(no_guess, without_count)
    request = Request(board, topology, size, set_ or (), level, mines, seed, first, typed=True)
    chosen = board_for(ctx, switch, request)
    if chosen.given is not None:
        raise UsageError("a given minefield needs no generator")
    make_boards(
        chosen,
        proof=proof,
        start=start,
        seconds=budget,
        count=count,
        jsonl=jsonl,
        progress=sys.stderr.isatty(),
    )
