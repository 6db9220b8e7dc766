"""The commands that think: analyze, simulate, fairness."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from msweeper.cli.app import app, board_for, print_json, read_settings, registry_for
from msweeper.cli.options import (
    Ascii,
    BoardText,
    ColorMode,
    Debug,
    First,
    Json,
    LevelName,
    Mines,
    PluginFile,
    Seed,
    Set,
    Size,
    Switch,
    TopologyName,
)
from msweeper.cli.screen import Color, look_at
from msweeper.errors import UsageError

if TYPE_CHECKING:
    pass

__all__ = ["analyze", "fairness_", "simulate"]


@app.command()
def analyze(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="A position; - is standard input.")
    ] = "-",
    as_json: Json = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="One JSON position a line, one document a line.")
    ] = False,
    budget: Annotated[
        float, typer.Option("--budget", min=0, metavar="SECONDS", help="How long it may take.")
    ] = 10.0,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Where that is not enough, sample instead.")
    ] = False,
    color: ColorMode = Color.AUTO,
    ascii_only: Ascii = None,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> int:
    """Say what is certain in a position and why, the odds of the rest, and the best move.

    \b
    msweeper analyze position.txt
    msweeper play hex --final < moves.txt | msweeper analyze --json

    A position is a line SPEC@MINES and below it the board as play prints it, or JSON.
    """
    from msweeper.cli.think import analyze_lines, analyze_text, read_text
    from msweeper.sitting.position import parse_position
    from msweeper.sitting.thinking import analysis_json, think

    registry = registry_for(ctx, switch, read_settings())
    text = read_text(file, sys.stdin) if file != "-" or not jsonl else ""
    if jsonl:
        lines = text.splitlines() if file != "-" else sys.stdin
        good = analyze_lines(lines, registry, sys.stdout, seconds=budget, estimate=estimate)
        return 0 if good else 1
    thought = think(parse_position(text, registry), seconds=budget, estimate=estimate)
    if as_json:
        print_json(analysis_json(thought))
    else:
        screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only)
        print(analyze_text(thought, screen, seconds=budget))
    return 0


@app.command()
def simulate(
    ctx: typer.Context,
    board: BoardText = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    seed: Seed = None,
    first: First = None,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="careful or lowest-risk.")
    ] = "careful",
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")
    ] = 1000,
    begin: Annotated[
        int, typer.Option("--from", min=0, metavar="N", help="Number of the first: seed SEED/N.")
    ] = 0,
    start: Annotated[
        str | None,
        typer.Option("--start", metavar="LABEL", help="The cell opened first; else the middle."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes; else all.")
    ] = None,
    as_json: Json = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """Let a player play many games, and say how many it won.

    \b
    msweeper simulate hex --games 200 --seed demo
    msweeper simulate square --level expert --player lowest-risk --json
    """
    from msweeper.cli.signals import stopping
    from msweeper.cli.think import run_simulation
    from msweeper.lottery import new_seed
    from msweeper.sitting.choose import Request

    request = Request(board, topology, size, set_ or (), level, mines, seed, first, typed=True)
    chosen = board_for(ctx, switch, request)
    if chosen.given is not None:
        raise UsageError("a given minefield is one game: simulate needs a number of mines")
    with stopping():
        result = run_simulation(
            chosen,
            player=player,
            seed=chosen.seed if chosen.seed is not None else new_seed(),
            games=games,
            begin=begin,
            start=start,
            jobs=jobs,
            progress=sys.stderr.isatty() and not as_json,
        )
    if as_json:
        print_json(result)
        return
    print(
        f"{result['spec']}@{result['mines']}, first click {result['first']}, {player},"
        f" seed {result['seed']}\n"
        f"won {result['won']} of {result['games']}: {result['rate']:.1%}"
        f" (95 %: {result['low']:.1%} to {result['high']:.1%}),"
        f" {result['guesses_per_game']:.2f} guesses a game"
    )
    if sys.stdout.isatty():
        print(f"{result['seconds']:.1f} s, {result['games_per_second']:.0f} games a second")


@app.command("fairness")
def fairness_(
    ctx: typer.Context,
    board: BoardText = None,
    topology: TopologyName = None,
    level: LevelName = None,
    size: Size = None,
    set_: Set = None,
    mines: Mines = None,
    as_json: Json = False,
    switch: Switch = None,
    plugin: PluginFile = None,
    debug: Debug = False,
) -> None:
    """Judge whether a board is unfair by construction: cells that no number can tell apart.

    \b
    msweeper fairness cube:5x5x5
    msweeper fairness hex --json
    """
    from msweeper.cli.think import fairness_text
    from msweeper.sitting.choose import Request
    from msweeper.sitting.verdict import judge

    request = Request(board, topology, size, set_ or (), level, mines, typed=True)
    chosen = board_for(ctx, switch, request)
    found = judge(chosen, given=mines is not None or "@" in (board or topology or ""))
    if as_json:
        print_json(found.to_json(chosen.topology, chosen.topology.spec))
    else:
        print(fairness_text(found, chosen.topology, look_at(sys.stdin, sys.stdout)))
