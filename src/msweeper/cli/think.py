"""The commands that think: `analyze`, `simulate`, `fairness`, as text and as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from typing import Any, TextIO

from msweeper.cli.screen import Screen
from msweeper.errors import FileError, MsweeperError
from msweeper.fairness import Fairness
from msweeper.plugins import Registry
from msweeper.render.text import cells_picture, header
from msweeper.simulate import Tally, simulate
from msweeper.sitting.choose import Board
from msweeper.sitting.position import parse_position
from msweeper.sitting.thinking import Thought, analysis_json, hint_line, percent, think
from msweeper.solver import Budget, deduce
from msweeper.topology import Topology

__all__ = [
    "analyze_lines",
    "analyze_text",
    "fairness_text",
    "read_text",
    "run_simulation",
]

_SENTENCES = 12


def read_text(name: str, stdin: TextIO) -> str:
    """Return what a file holds; ``-`` is stdin.

    Raises:
        FileError: it cannot be read.
    """
    try:
        if name == "-":
            return stdin.read()
        with open(name, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot read {name}: {why}", path=name) from error


def analyze_text(thought: Thought, screen: Screen, *, seconds: float | None = None) -> str:
    """Return a position with its odds, what is certain and why, and the best move.

    Reasons are looked for no longer than `seconds`.
    """
    view, analysis = thought.view, thought.analysis
    count = analysis.minefields
    how = "estimated by sampling"
    if count is not None:
        how = f"{count} minefields fit" if count != 1 else "1 minefield fits"
    lines = [
        f"{header(view)}  {how}",
        screen.draw_odds(view, analysis.p),
    ]
    facts = {fact.cell: fact for fact in deduce(view, budget=Budget(seconds))}
    for name, cells in (("safe", analysis.safe), ("mines", analysis.mine)):
        lines.append(f"{name}: {' '.join(map(view.topology.label, cells)) or 'none is certain'}")
    safe = analysis.safe[:_SENTENCES]
    for cell in safe:
        fact = facts.get(cell)
        label = view.topology.label(cell)
        said = f"{label} is safe: every minefield that fits has no mine here"
        lines.append(f"  {fact.text(view.topology) if fact else said}")
    if len(analysis.safe) > len(safe):
        lines.append(f"  and {len(analysis.safe) - len(safe)} more")
    lines.append(f"best: {hint_line(thought.move, view)}")
    return "\n".join(lines)


def analyze_lines(
    lines: Iterable[str],
    registry: Registry,
    out: TextIO,
    *,
    seconds: float | None,
    estimate: bool,
) -> bool:
    """Answer one JSON position a line with one document a line; False where one was bad."""
    good = True
    for line in lines:
        if not line.strip():
            continue
        document: dict[str, Any]
        try:
            thought = think(parse_position(line, registry), seconds=seconds, estimate=estimate)
            document = analysis_json(thought)
        except MsweeperError as error:
            good = False
            document = {"error": error.kind, "message": error.message}
        out.write(json.dumps(document, ensure_ascii=False) + "\n")
        out.flush()
    return good


def run_simulation(
    board: Board,
    *,
    player: str,
    seed: str,
    games: int,
    begin: int,
    start: str | None,
    jobs: int | None,
    progress: bool,
) -> dict[str, Any]:
    """Simulate and return the document of ``simulate --json``; with `progress`, show how it goes.

    Raises: as `msweeper.simulate.simulate`.
    """
    topology = board.topology
    cell = None if start is None else topology.cell(start)
    began = time.monotonic()

    def report(tally: Tally, seconds: float) -> None:
        done = 30 * tally.games // games
        sys.stderr.write(
            f"\r[{'#' * done}{'.' * (30 - done)}] {tally.games}/{games}"
            f"  {tally.games / max(seconds, 1e-9):.0f} games/s  {tally.rate:.1%} won "
        )
        sys.stderr.flush()

    tally = simulate(
        topology,
        board.mines,
        player=player,
        seed=seed,
        games=games,
        begin=begin,
        first=board.first,
        start=cell,
        jobs=jobs or os.cpu_count() or 1,
        report=report if progress else lambda tally, seconds: None,
    )
    if progress:
        sys.stderr.write("\r\x1b[K")
    seconds = time.monotonic() - began
    low, high = tally.interval
    return {
        "spec": topology.spec,
        "mines": board.mines,
        "first": board.game(seed).first,
        "player": player,
        "seed": seed,
        "games": tally.games,
        "won": tally.won,
        "rate": round(tally.rate, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "guesses_per_game": round(tally.guesses_per_game, 6),
        "seconds": round(seconds, 3),
        "games_per_second": round(tally.games / max(seconds, 1e-9), 1),
    }


def fairness_text(found: Fairness, topology: Topology, screen: Screen) -> str:
    """Return the verdict, what it rests on, and the smallest exchange on the board."""
    losses = ", ".join(f"{name} {percent(share)}" for name, share in found.loss.items())
    lines = [
        f"{topology.spec}: {found.verdict}",
        f"games lost to cells that nobody can tell apart (estimate): {losses}",
        f"null space of adjacency plus identity: dimension {found.nullity}",
    ]
    for what, classes in (
        ("twins, which touch the same cells", found.twins),
        ("apart, and touching the same cells", found.alike),
    ):
        if classes:
            shown = "; ".join(
                " ".join(map(topology.label, cells)) for cells in classes[:_SENTENCES]
            )
            others = len(classes) - _SENTENCES
            lines.append(f"{what}: {shown}" + (f"; and {others} more" if others > 0 else ""))
    if not found.exchanges:
        if not found.exhaustive:
            lines.append("no exchange was found; the search did not reach all of them")
        elif not found.alike:
            lines.append("no exchange of mines for safe cells goes unseen")
        return "\n".join(lines)
    smallest = found.exchanges[0]
    marks = {1: "+", -1: "-"}
    lines += [
        f"exchanges found: {len(found.exchanges)}"
        + ("" if found.exhaustive else "; the search did not reach all of them"),
        f"the smallest, of {len(smallest)} cells: mines at + show the same numbers as mines at -",
        cells_picture(
            topology, lambda cell: marks.get(smallest.get(cell, 0), "."), width=screen.width
        ),
    ]
    return "\n".join(lines)
