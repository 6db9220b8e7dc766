"""Streams that are closed, full, or hold what nobody typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def shell(script: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    program = tmp_path / "msweeper"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m msweeper "$@"\n')
    program.chmod(0o755)
    return subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "code", "err"),
    [
        ("msweeper play hex:1 >&-", 0, ""),
        ("msweeper play hex:1 <&-", 0, ""),
        ("msweeper play hxe 2>&-", 2, ""),
        ("msweeper play hxe 2>/dev/full", 2, ""),
        ("msweeper --version >&-", 0, ""),
        ("msweeper --version | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("msweeper --help >/dev/full", 1, "msweeper: cannot write: "),
    ],
)
def test_streams(script: str, code: int, err: str, tmp_path: Path) -> None:
    done = shell(script, tmp_path)
    assert done.returncode == code
    assert done.stderr.startswith(err)
    assert done.stderr.count("\n") <= 1
    if "2>" in script:
        assert done.stdout == ""


def test_no_control_characters_come_back(cli: Cli) -> None:
    for outcome in (
        cli("play", "hex:1", stdin="\x1b]0;gotcha\x07\nopen \x1b[31m\n"),
        cli("play", "hex:1", "--echo", stdin="\x1b[31mred"),
        cli("play", "hex", "--level", "\x1b[31m"),
        cli("play", "\x1b[31m"),
        cli("play", "@/no/\x1b[31m"),
        cli("help", "\x1b[31m"),
    ):
        assert "\x1b" not in outcome.out + outcome.err
        assert "\x07" not in outcome.out + outcome.err


def test_long_input_is_cut_in_messages(cli: Cli) -> None:
    assert len(cli("play", "hex:1", stdin="x" * 100_000).out) < 2_000
    assert len(cli("play", "x" * 100_000).err) < 1_000
    assert len(cli("play", "--jsonl", "hex@" + "9" * 100_000).err) < 1_000


def test_a_byte_order_mark_is_no_input(cli: Cli, tmp_path: Path) -> None:
    assert "0,0 is open" in cli("play", "hex:0", stdin="\ufeff0 0\n0 0").out.replace(
        "the game is won: undo, or begin another", "0,0 is open"
    )
    assert "won" in cli("play", "hex:0", stdin="\ufeff0 0").out
    (tmp_path / "id").write_text("\ufeffhex:0", encoding="utf-8")
    assert cli("show", f"@{tmp_path / 'id'}").code == 0
    home = Path(os.environ["MSWEEPER_HOME"])
    home.mkdir()
    (home / "config.toml").write_text('\ufefftopology = "hex"', encoding="utf-8")
    assert cli("play").out.startswith("hex:radius=4@10")


@pytest.mark.parametrize(
    "content", ["x = " + "9" * 5000, "x = " + "[" * 5000, "topology = 'a\\0b'"]
)
def test_no_config_file_is_a_traceback(content: str, cli: Cli) -> None:
    home = Path(os.environ["MSWEEPER_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(content)
    outcome = cli("play")
    assert outcome.code in (1, 2)
    assert outcome.err.count("\n") == 1
    assert "inside" not in outcome.err


def test_an_empty_answer_is_not_no_answer(cli: Cli) -> None:
    assert cli("play", "").code == 2
    assert cli("play", "--topology", "").code == 2
    assert cli("play", "--level", "").code == 2
    assert cli("play", "--size", "").code == 2


@pytest.mark.parametrize(
    "arguments", [["--install-completion", "foo"], ["foo", "--show-completion"]]
)
def test_completion_for_no_shell_installs_nothing(
    arguments: list[str], cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "empty"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    outcome = cli(*arguments)
    assert outcome.code == 2
    assert "not foo" in outcome.err
    assert not list(home.iterdir())


def test_completion_that_cannot_be_installed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/dev/null")
    outcome = cli("--install-completion", "fish")
    assert outcome.code == 1
    assert outcome.err.startswith("msweeper: completion cannot be installed: ")


def test_our_own_fault_is_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("msweeper.cli.lists.topologies_text", fail)
    outcome = cli("topologies")
    assert outcome.code == 1
    assert outcome.err == (
        "msweeper: something went wrong inside: ZeroDivisionError: oops (--debug shows where)\n"
    )
    assert "Traceback" in cli("topologies", "--debug").err


def test_a_board_that_nobody_can_read_is_printed_only_when_asked_for(cli: Cli) -> None:
    out = cli("play", "square:400x300", "--mines", "1", "--seed", "s", stdin="1 1").out
    assert out.splitlines()[0] == (
        "square:width=400,height=300@1  ready, 1 mine left  (120000 cells: board prints them)"
    )
    assert len(out.splitlines()) <= 5
