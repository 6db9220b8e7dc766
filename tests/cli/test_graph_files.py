"""A graph from a file, through every command that takes a board."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from msweeper.record.gamerecord import GameRecord
from tests.cli.conftest import Cli
from tests.support import REGISTRY

PETERSEN = "\n".join(f"{a} {b}" for a, b in nx.petersen_graph().edges)
KARATE = "\n".join(f"{a} {b}" for a, b in nx.karate_club_graph().edges)


def test_a_game_is_saved_and_loaded(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "petersen.txt").write_text(PETERSEN)
    given = ("graph", "--set", f"file=@{tmp_path}/petersen.txt")
    save = tmp_path / "game.json"
    played = cli("play", *given, "--seed", "maple", "--mines", "2", stdin=f"0\nsave {save}")
    assert (played.code, played.err) == (0, "")
    (tmp_path / "petersen.txt").unlink()
    loaded = cli("play", "--load", str(save), stdin="id")
    assert (loaded.code, loaded.err) == (0, "")
    assert "0: .  1 4 5" in loaded.out or "0: 1  1 4 5" in loaded.out
    spec = GameRecord.loads(save.read_text()).id.spec
    assert spec == REGISTRY.find("graph").build({"file": PETERSEN}).spec


@pytest.mark.parametrize("command", ["show", "fairness", "simulate", "generate"])
def test_every_command_takes_a_graph(command: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "karate.txt").write_text(KARATE)
    more = {"simulate": ("--games", "3", "--seed", "a"), "generate": ("--no-guess", "--seed", "a")}
    outcome = cli(command, "graph", "--set", f"file=@{tmp_path}/karate.txt", *more.get(command, ()))
    assert (outcome.code, outcome.err) == (0, "")


def test_a_bad_file_is_one_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("a b\n" * 400 + "c d e")
    outcome = cli("play", "graph", "--set", f"file=@{tmp_path}/bad.txt")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "line 401: it has 3 names" in outcome.err
    outcome = cli("play", "graph", "--set", f"file=@{tmp_path}/none.txt")
    assert (outcome.code, "none.txt" in outcome.err) == (1, True)
