"""CPU of starting: the version, and the first board in line mode against a bare typer command.

python tests/benchmarks/bench_start.py
"""

from __future__ import annotations

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


def cpu(arguments: Sequence[str], runs: int = 15) -> float:
    """Return the median CPU time of a process, in milliseconds."""
    spent = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * statistics.median(spent)


def main() -> None:
    from msweeper.plugins import load_plugins

    bare_python = cpu(["-c", "pass"])
    bare_typer = cpu(["-c", BARE])
    version = cpu(["-m", "msweeper", "--version"])
    print(f"{'bare interpreter':<24}{bare_python:7.0f} ms")
    print(f"{'bare typer command':<24}{bare_typer:7.0f} ms")
    print(f"{'--version':<24}{version:7.0f} ms   {version - bare_python:+.0f} (aim +60)")
    for name in sorted(load_plugins().topologies):
        play = cpu(["-m", "msweeper", "play", "--topology", name])
        print(f"{'play ' + name:<24}{play:7.0f} ms   {play - bare_typer:+.0f} (aim +120)")


if __name__ == "__main__":
    main()
