"""What starting up may load: a player waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ALLOWED = """
__main__ actions content errors factory firstclick game gameid hookspecs layout lottery
minefield parameter plugins spec topology view
cli cli.app cli.authoring cli.fullscreen cli.judging cli.keeping cli.linemode cli.listing
cli.options cli.picture cli.playing cli.run cli.screen cli.signals
lattice lattice.combine lattice.coordinates lattice.edges lattice.gluing lattice.graph
lattice.offsets lattice.polygons lattice.rows lattice.scatter lattice.tiling
record record.files record.gamerecord record.replay
render render.arrange render.color render.glyphs render.text render.themes
sitting sitting.choose sitting.contents sitting.daily sitting.keep sitting.keymap sitting.levels
sitting.lines sitting.opening sitting.series sitting.settings sitting.sitting sitting.typed
"""
"""Our own modules that `play` loads in line mode: a longer list makes the first board slower."""

HEAVY = ("rich", "textual", "sqlite3", "asyncio", "multiprocessing", "hypothesis", "networkx")


def loaded(*arguments: str) -> set[str]:
    code = f"import sys, msweeper.cli.run as r\nr.run({list(arguments)!r})\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "MSWEEPER_HOME": "/nowhere"},
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_play_loads_no_more_than_it_needs() -> None:
    modules = loaded("play", "--topology", "hex")
    own = {name.removeprefix("msweeper.") for name in modules if name.startswith("msweeper.")}
    assert own <= set(ALLOWED.split())
    assert not {name.partition(".")[0] for name in modules} & set(HEAVY)


def test_completion_loads_no_more_either() -> None:
    assert not {name.partition(".")[0] for name in loaded("topologies")} & set(HEAVY)


def test_importing_the_package_loads_nothing() -> None:
    code = "import sys, msweeper; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert [name for name in modules if name.startswith("msweeper")] == ["msweeper"]
    assert not {"typer", "rich", "pluggy"} & set(modules)


def test_exported_names_exist() -> None:
    import msweeper

    assert msweeper.__all__ == sorted(msweeper.__all__)
    for name in msweeper.__all__:
        assert getattr(msweeper, name) is not None
        assert name in dir(msweeper)
    assert Path(msweeper.__file__).with_name("py.typed").exists()
