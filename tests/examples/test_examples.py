from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from msweeper.firstclick import FirstClick, default_first
from msweeper.plugins import load_plugins

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", sorted(load_plugins().topologies))
def test_scripted_game_wins_anywhere(name: str) -> None:
    assert run("scripted_game.py", name).splitlines()[-1].startswith("won after ")


def test_inline_topology() -> None:
    lines = run("inline_topology.py").splitlines()
    assert lines[0] == "open A0"
    assert lines[-1] == "lost"


def test_inline_topology_is_a_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file as it is, behind an entry point of its own."""
    monkeypatch.syspath_prepend(EXAMPLES)
    from inline_topology import dodecahedron

    entry = EntryPoint("inline", "inline_topology", "msweeper")
    (found,) = entry.load().msweeper_topologies()
    assert list(found.problems()) == []
    assert found.topology() == dodecahedron()
    assert default_first(found.topology(), found.levels[0].mines) is FirstClick.OPEN


def test_dodecahedron_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    from inline_topology import dodecahedron

    board = dodecahedron()
    assert board.size == 20
    assert {board.degree(cell) for cell in board} == {3}
    # from every corner, 3, 6, 6, 3 and 1 others are 1 to 5 edges away
    for cell in board:
        reached, edge, counts = {cell}, {cell}, []
        while edge:
            edge = {n for c in edge for n in board.neighbors(c)} - reached
            reached |= edge
            counts.append(len(edge))
        assert counts == [3, 6, 6, 3, 1, 0]


def test_every_example_is_tested() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if not path.name.startswith(("_", "."))}
    assert names == {"scripted_game.py", "inline_topology.py", "msweeper-cairo", "gallery"}
