"""Golden games: a file holds a command, what is typed (after ``> ``) and all that is printed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("name", sorted(load_plugins().topologies))
def test_golden_game(name: str, cli: Cli) -> None:
    path = GOLDEN / f"{name}.txt"
    assert path.exists(), f"every registered topology has a golden game: write {path}"
    command, _, expected = path.read_text(encoding="utf-8").partition("\n")
    typed = [line.removeprefix("> ") for line in expected.splitlines() if line.startswith("> ")]
    assert command.startswith("$ msweeper play ")
    assert name in command
    arguments = shlex.split(command.removeprefix("$ msweeper "))
    outcome = cli(*arguments, stdin="\n".join(typed))
    assert outcome.out == expected
    assert (outcome.code, outcome.err) == (0, "")
