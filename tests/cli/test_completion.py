from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli


def complete(words: str, **variables: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "msweeper"],
        env={
            **os.environ,
            **variables,
            "_MSWEEPER_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_topologies_and_levels_complete() -> None:  # B45
    topologies = load_plugins().topologies
    assert complete("msweeper play --topology ") == sorted(topologies)
    name = sorted(topologies)[0]
    assert name in complete(f"msweeper play --topology {name[:2]}")
    assert name in complete(f"msweeper show {name[:2]}")
    levels = {level.name for one in topologies.values() for level in one.factory.levels}
    assert set(complete("msweeper play --level ")) == levels
    assert complete("msweeper play --first ") == ["open", "safe", "none"]


def test_a_plugin_that_prints_does_not_spoil_completion(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text("import sys\nprint('hello')\nprint('oh', file=sys.stderr)\n")
    info = tmp_path / "loud-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[msweeper]\nloud = loud\n")
    found = complete("msweeper play --topology ", PYTHONPATH=str(tmp_path))
    assert found == sorted(load_plugins().topologies)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_of_a_named_shell(shell: str, cli: Cli) -> None:
    outcome = cli("--show-completion", shell)
    assert outcome.code == 0
    assert "_MSWEEPER_COMPLETE" in outcome.out


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_an_unknown_shell_is_told_the_known_ones(option: str, tmp_path: Path) -> None:
    script = f"'{sys.executable}' -m msweeper {option}; echo $?"
    env = {k: v for k, v in os.environ.items() if k != "SHELL"}
    done = subprocess.run(
        ["sh", "-c", script],
        env={**env, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        start_new_session=True,
        check=True,
    )
    assert "Traceback" not in done.stderr
    if done.stdout.strip() != "0":  # where sh is one of them, it works
        assert done.stdout == "2\n"
        assert f"msweeper {option} bash (bash, zsh, fish, powershell, pwsh)" in done.stderr
        assert done.stderr.count("\n") == 1


def test_installing_for_a_named_shell(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    outcome = cli("--install-completion", "fish")
    assert outcome.code == 0
    assert str(tmp_path) in outcome.out
    assert list(tmp_path.rglob("msweeper.fish"))
