"""CPU of starting: the version, and the first board in line mode against a bare typer command.

python tests/benchmarks/bench_start.py
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence

BARE = """
import typer
app = typer.Typer()
@app.command()
def one(x: int = 3) -> None: print(x)
@app.command()
def two() -> None: pass
app(["one"], standalone_mode=False)
"""


ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""As installed: with compiled modules."""


def cpu(arguments: Sequence[str]) -> float:
    """Return the CPU time of one process, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=ENVIRONMENT,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main(runs: int = 21) -> None:
    """Take turns, so that a busy machine slows all alike; print medians."""
    from msweeper.plugins import load_plugins

    commands = {
        "bare interpreter": ["-c", "pass"],
        "--version": ["-m", "msweeper", "--version"],
        "bare typer command": ["-c", BARE],
    }
    for name in sorted(load_plugins().topologies):
        commands[f"play {name}"] = ["-m", "msweeper", "play", "--topology", name]
    spent: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, arguments in commands.items():
            taken = cpu(arguments)
            if turn:  # the first turn compiles
                spent[name].append(taken)
    median = {name: statistics.median(times) for name, times in spent.items()}
    for name, milliseconds in median.items():
        base, aim = ("bare typer command", 120) if "play" in name else ("bare interpreter", 60)
        over = f"   {milliseconds - median[base]:+5.0f} (aim +{aim})" if "bare" not in name else ""
        print(f"{name:<20}{milliseconds:6.0f} ms{over}")


if __name__ == "__main__":
    main()
