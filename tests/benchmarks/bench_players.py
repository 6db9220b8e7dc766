"""How often the players win, with 95 % intervals, and how fast they play.

    python tests/benchmarks/bench_players.py [SCALE]

SCALE 1 plays 2,000 games on each classic level and rule, 1,000 on each hex and cube level.
"""

from __future__ import annotations

import sys
import time

from msweeper.firstclick import FirstClick
from msweeper.plugins import load_plugins
from msweeper.simulate import Tally, simulate
from msweeper.topology import Topology

AIMS = {
    ("beginner", FirstClick.OPEN): "97",
    ("intermediate", FirstClick.OPEN): "89",
    ("expert", FirstClick.OPEN): "53",
    ("beginner", FirstClick.SAFE): "92",
    ("intermediate", FirstClick.SAFE): "78.5",
    ("expert", FirstClick.SAFE): "40.3",
}


def row(name: str, tally: Tally, seconds: float, aim: str = "") -> str:
    low, high = tally.interval
    return (
        f"{name:<46}{tally.games:>6} games  {tally.rate:6.1%} ({low:.1%} to {high:.1%})"
        f"  {tally.guesses_per_game:5.2f} guesses  {tally.games / seconds:7.1f} games/s"
        + (f"  aim {aim} %" if aim else "")
    )


def run(
    topology: Topology, mines: int, player: str, games: int, first: FirstClick
) -> tuple[Tally, float]:
    """Play in this process; the seconds are processor time."""
    start = 0 if first is FirstClick.SAFE else topology.layout.middle()
    began = time.process_time()
    tally = simulate(
        topology, mines, player=player, seed="bench", games=games, first=first, start=start
    )
    return tally, time.process_time() - began


def main(scale: float) -> None:
    registry = load_plugins()
    for name in ("square", "hex", "cube"):
        registered = registry.find(name)
        for level in registered.factory.levels:
            topology = registered.build(level.parameters)
            classic = name == "square"
            rules = (FirstClick.OPEN, FirstClick.SAFE) if classic else (FirstClick.OPEN,)
            for first in rules:
                games = max(1, int(scale * (2000 if classic else 1000)))
                tally, seconds = run(topology, level.mines, "careful", games, first)
                title = f"careful {topology.spec}@{level.mines} {first}"
                aim = AIMS[level.name, first] if classic else ""
                print(row(title, tally, seconds, aim), flush=True)
    topology = registry.topology("square:30x16")
    for first in (FirstClick.OPEN, FirstClick.SAFE):
        tally, seconds = run(topology, 99, "lowest-risk", max(1, int(2000 * scale)), first)
        print(row(f"lowest-risk {topology.spec}@99 {first}", tally, seconds, ""), flush=True)
    for jobs in (1, 2):
        began = time.monotonic()
        games = max(1, int(2000 * scale))
        simulate(topology, 99, player="lowest-risk", seed="bench", games=games, jobs=jobs)
        spent = time.monotonic() - began
        print(f"lowest-risk expert, {jobs} process(es): {games / spent:.0f} games/s of wall clock")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
