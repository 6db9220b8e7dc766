"""A graph from a file, through every command that takes a board."""

from __future__ import annotations

import json
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


def test_only_arguments_name_paths(cli: Cli, tmp_path: Path) -> None:
    """Texts from a pipe and from files are other people's: they make nobody read a file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("oslo rome\nrome bern")
    spec = f"graph:file=@{secret}"
    assert "oslo" in cli("show", f"{spec}@1/seed=a").out  # as an argument it is read
    saved = tmp_path / "saved.json"
    argued = cli("play", f"{spec}@1", "--seed", "a", stdin=f"rome\nsave {saved}")
    assert (argued.code, argued.err) == (0, "")
    record = json.loads(saved.read_text())
    kept = tmp_path / "kept.txt"
    position = json.dumps({"spec": spec, "mines": 1, "cells": {}})
    for text in (f"{spec}@1/seed=a", f"{spec}@1\n", spec, f"@{secret}", position):
        kept.write_text(text)
        for arguments, stdin in (
            (("picture", "-"), text),
            (("picture", str(kept)), ""),
            (("analyze",), text),
            (("play", f"@{kept}"), ""),
        ):
            outcome = cli(*arguments, stdin=stdin)
            assert outcome.code == 2, (arguments, text)
            assert outcome.out == ""
            assert outcome.err.count("\n") == 1
            assert "oslo" not in outcome.err
            if "{" not in text or arguments[0] != "play":
                assert "argument of a command" in outcome.err, (arguments, text)
    for id_ in (f"{spec}@1/seed=a", f"@{secret}"):
        saved.write_text(json.dumps({**record, "id": id_}))
        for command in (("play", "--load", str(saved)), ("replay", str(saved)), ("picture", "-")):
            outcome = cli(*command, stdin=saved.read_text() if "-" in command else "")
            assert (outcome.code, outcome.out) == (2 if "-" in command else 1, "")
            assert "argument of a command" in outcome.err
            assert outcome.err.count("\n") == 1
