"""The commands and their options. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from msweeper import __version__
from msweeper.cli.options import (
    Ascii,
    BoardText,
    ColorMode,
    Compact,
    Debug,
    First,
    GeneratorBudget,
    Json,
    LevelName,
    Mines,
    MinesAt,
    NoGuess,
    Seed,
    Set,
    Size,
    Start,
    Switch,
    TopologyName,
    WithoutCount,
    complete_topic,
    silent_registry,
)
from msweeper.cli.screen import Color, look_at
from msweeper.errors import FileError, UnknownName, UsageError
from msweeper.gameid import Proof
from msweeper.plugins import Registry, load_plugins
from msweeper.render.glyphs import ASCII
from msweeper.sitting.settings import Settings, find_paths, load_settings
from msweeper.spec import Spec

if TYPE_CHECKING:
    from msweeper.record.gamerecord import GameRecord
    from msweeper.sitting.keep import Keeper

__all__ = ["ClosedPipe", "Interrupted", "app"]


class ClosedPipe(Exception):
    """The reader of our output has gone."""


class Interrupted(Exception):
    """Ctrl-C, or a signal that asks to stop; `code` is the exit code."""

    def __init__(self, code: int = 130) -> None:
        self.code = code


class _Group(TyperGroup):
    """Takes two signals out of the framework's hands: it would answer them differently."""

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
    from msweeper.cli.signals import stopping
    from msweeper.sitting.choose import Request, choose
    from msweeper.sitting.keep import Keeper, sit_down
    from msweeper.sitting.series import Series

    if graph and not jsonl:
        raise UsageError("--graph goes with --jsonl")
    if jsonl and (echo or final):
        raise UsageError(f"--jsonl does not go with {'--echo' if echo else '--final'}")
    settings = _settings()
    registry = _registry(ctx, switch, settings)
    request = Request(
        board,
        topology,
        size,
        set_ or (),
        level,
        mines,
        _daily_seed(seed) if daily else seed,
        first,
        mines_at,
        _proof(no_guess, without_count),
        start,
        budget,
    )
    keeper = Keeper(find_paths().data)
    sitting = None
    notes: list[str] = []
    if load is not None or resume:
        if request != Request(budget=budget) or games is not None or (load is not None and resume):
            raise UsageError("a saved game is a board already: nothing else goes with it")
        saved, notes = _saved(keeper, load, registry)
        sitting, note = sit_down(saved, registry)
        notes += [note] if note else []
        wish = saved.wish or saved.id.proof
        chosen = choose(
            registry,
            Request(
                f"{saved.id.spec}@{saved.id.mines}",
                first=saved.id.first,
                proof=Proof(wish) if wish else None,
            ),
            settings,
        )
    else:
        chosen = choose(registry, request, settings)
    if games is not None and chosen.given is not None:
        raise UsageError("a given minefield is one game: --games does not go with it")
    series = Series(chosen, games, sitting=sitting)
    if jsonl:
        from msweeper.cli.jsonl import JsonLines

        lines = JsonLines(series, sys.stdout, keeper, keeps=record, graph=graph)
        result = lines.play(read_lines(sys.stdin, None))
    else:
        screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only, compact=compact)
        mode = LineMode(
            series,
            screen,
            keeper,
            keeps=screen.interactive or resume,
            records=screen.interactive or record,
            echo=echo,
            final=final,
        )
        for line in notes:
            print(line, file=sys.stderr)
        kept = len(keeper.unfinished()) if screen.interactive and sitting is None else 0
        if kept == 1:
            print("an unfinished game is kept: msweeper play --resume goes on with it")
        elif kept:
            print(f"{kept} unfinished games are kept: msweeper play --resume takes the newest")
        if (
            chosen.level is None and chosen.proof is None and not final
        ):  # levels are known to be fair
            from msweeper.sitting.verdict import unfair_line

            mode.note = unfair_line(chosen)
        with stopping():
            result = mode.play(read_lines(sys.stdin, mode.prompt if screen.interactive else None))
    return {"won": 0, "lost": 10, "left": 11}[result.result] if exit_code else 0


def _proof(no_guess: bool, without_count: bool) -> Proof | None:
    if without_count and not no_guess:
        raise UsageError("--without-count goes with --no-guess")
    return (Proof.FREE if without_count else Proof.COUNT) if no_guess else None


def _daily_seed(seed: str | None) -> str:
    """Return the seed of the day: the same everywhere, until midnight in UTC."""
    from datetime import UTC, datetime

    if seed is not None:
        raise UsageError("--daily has a seed of its own")
    return f"daily/{datetime.now(UTC).date().isoformat()}"


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
        typer.Option("--start", metavar="LABEL", help="The cell opened first; else the middle."),
    ] = None,
    budget: GeneratorBudget = 10.0,
    count: Annotated[
        int | None, typer.Option("-n", min=1, metavar="COUNT", help="How many: seeds SEED/n.")
    ] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON document a board.")] = False,
    switch: Switch = None,
    debug: Debug = False,
) -> None:
    """Make boards, and print an id a line.

    \b
    msweeper generate hex --no-guess --seed demo
    msweeper generate square --level expert --no-guess -n 3 --jsonl
    """
    from msweeper.cli.generate import make_boards
    from msweeper.sitting.choose import Request, choose

    settings = _settings()
    proof = _proof(no_guess, without_count)
    request = Request(board, topology, size, set_ or (), level, mines, seed, first)
    chosen = choose(_registry(ctx, switch, settings), request, settings)
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
    from msweeper.spec import Spec
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
        _print_json(tables.to_json(summarize(entries)))
    elif not entries:
        print("no game is recorded yet: play on a terminal, or with --record")
    else:
        screen = look_at(sys.stdin, sys.stdout, ascii_only=ascii_only)
        shown = tables.text(
            summarize(entries),
            width=screen.width,
            bars=sys.stdout.isatty(),
            ascii=screen.glyphs is ASCII,
        )
        print(shown)


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
    debug: Debug = False,
) -> int:
    """Play a saved game again, step by step on a terminal, all of it into a pipe.

    \b
    msweeper replay last
    msweeper replay game.json --odds
    msweeper replay game.json --verify
    """
    from pathlib import Path

    from msweeper.cli.replay import Replay, numbers, verdict
    from msweeper.sitting.keep import Keeper, load_game

    keeper = Keeper(find_paths().data)
    record = keeper.last() if file == "last" else load_game(Path(file))
    topology = _registry(ctx, switch, _settings()).topology(record.id.spec)
    if verify:
        good, text = verdict(record, topology)
        print(text)
        return 0 if good else 1
    if stats:
        _print_json(numbers(record, topology))
        return 0
    screen = look_at(sys.stdin, sys.stdout, color=color, ascii_only=ascii_only, compact=compact)
    replay = Replay(record, topology, screen, odds=odds)
    if screen.interactive:
        replay.step()
    else:
        replay.print_all()
    return 0


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
    request = Request(board, topology, size, set_ or (), level, mines, seed, first, mines_at)
    chosen = choose(_registry(ctx, switch, settings), request, settings)
    if as_json:
        _print_json(show_json(chosen))
    else:
        screen = look_at(sys.stdin, sys.stdout)
        print(show_text(chosen, width=screen.width, compact=compact))


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

    registry = _registry(ctx, switch, _settings())
    text = read_text(file, sys.stdin) if file != "-" or not jsonl else ""
    if jsonl:
        lines = text.splitlines() if file != "-" else sys.stdin
        good = analyze_lines(lines, registry, sys.stdout, seconds=budget, estimate=estimate)
        return 0 if good else 1
    thought = think(parse_position(text, registry), seconds=budget, estimate=estimate)
    if as_json:
        _print_json(analysis_json(thought))
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
    from msweeper.sitting.choose import Request, choose

    settings = _settings()
    request = Request(board, topology, size, set_ or (), level, mines, seed, first)
    chosen = choose(_registry(ctx, switch, settings), request, settings)
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
        _print_json(result)
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
    debug: Debug = False,
) -> None:
    """Judge whether a board is unfair by construction: cells that no number can tell apart.

    \b
    msweeper fairness cube:5x5x5
    msweeper fairness hex --json
    """
    from msweeper.cli.think import fairness_text
    from msweeper.sitting.choose import Request, choose
    from msweeper.sitting.verdict import judge

    settings = _settings()
    request = Request(board, topology, size, set_ or (), level, mines)
    chosen = choose(_registry(ctx, switch, settings), request, settings)
    found = judge(chosen, given=mines is not None or "@" in (board or topology or ""))
    if as_json:
        _print_json(found.to_json(chosen.topology, chosen.topology.spec))
    else:
        print(fairness_text(found, chosen.topology, look_at(sys.stdin, sys.stdout)))


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
            autocompletion=complete_topic,
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
