"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
RING = next(text for kind, text in BLOCKS if kind == "python" and 'name="ring"' in text)


def sessions() -> list[list[tuple[str, str]]]:
    """Return the shell commands of each block of the README with the output shown below them."""
    found = []
    for kind, text in BLOCKS:
        if kind != "console":
            continue
        parts = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
        found.append([(command, output) for command, _, output in parts])
    return found


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0])
def test_session(session: list[tuple[str, str]], tmp_path: Path) -> None:
    """The commands of a block run in one folder, in turn."""
    (tmp_path / "msweeper").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m msweeper "$@"\n')
    (tmp_path / "msweeper").chmod(0o755)
    (tmp_path / "msweeper_ring.py").write_text(RING, encoding="utf-8")
    for command, output in session:
        done = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tmp_path,
            env={
                **os.environ,
                "PATH": f"{tmp_path}:{os.environ['PATH']}",
                "MSWEEPER_HOME": str(tmp_path / "home"),
                "MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            check=False,
        )
        shown = [line.rstrip() for line in done.stdout.splitlines()]
        assert shown == [line.rstrip() for line in output.splitlines()], command


def test_python_example() -> None:
    index = next(i for i, (kind, text) in enumerate(BLOCKS) if "from msweeper import Game" in text)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(BLOCKS[index][1], "README.md", "exec"), {})
    assert said.getvalue() == BLOCKS[index + 1][1]


def test_every_command_is_named() -> None:
    import typer

    from msweeper.cli.run import COMMANDS

    app = COMMANDS[0].app

    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    for name in command.commands:
        assert f"msweeper {name}" in README, name
