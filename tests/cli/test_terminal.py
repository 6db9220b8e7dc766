"""The command in a pseudo-terminal: prompts, the menu, color, Ctrl-C."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

WAIT = 20.0


class Terminal:
    """A command with a terminal at both ends; what it printed so far is `text`."""

    def __init__(self, arguments: Sequence[str], home: Path, variables: Mapping[str, str]) -> None:
        self.master, slave = pty.openpty()
        base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        base |= {"TERM": "xterm-256color", "MSWEEPER_HOME": str(home), "COLUMNS": "80"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "msweeper", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**base, **variables},
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def expect(self, wanted: str) -> str:
        """Read until `wanted` has been printed; return everything before and with it."""
        end = time.monotonic() + WAIT
        while wanted not in self.text:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{wanted!r} did not come: {self.text!r}"
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            assert data, f"{wanted!r} did not come before the end: {self.text!r}"
            self.text += data.decode().replace("\r\n", "\n")
        before, found, self.text = self.text.partition(wanted)
        return before + found

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def rest(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what was still printed."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if ready:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    break
                if not data:
                    break
                self.text += data.decode().replace("\r\n", "\n")
            elif self.process.poll() is not None:
                break
        return self.process.wait(WAIT), self.text

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


Open = Callable[..., Terminal]


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Open]:
    """Starts commands that play by lines, as the config file says."""
    opened: list[Terminal] = []
    (tmp_path / "config.toml").write_text('mode = "line"\n')

    def start(*arguments: str, **variables: str) -> Terminal:
        opened.append(Terminal(arguments, tmp_path, variables))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def test_menu_play_and_leave(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.expect("msweeper [1]> ")
    terminal.type("plugins")
    terminal.expect("DISTRIBUTION")
    terminal.expect("msweeper [1]> ")
    terminal.type("1")
    terminal.expect("topology [1]> ")
    terminal.type("hxe")
    terminal.expect("'hxe' is no choice; did you mean hex?")
    terminal.expect("topology [1]> ")
    terminal.type("hex")
    terminal.expect("level [1]> ")
    terminal.type("")
    terminal.expect("hex:radius=4@10")
    terminal.expect("\n> ")
    terminal.type("quit")
    assert "again: msweeper play hex:radius=4@10/seed=" in terminal.expect("msweeper [1]> ")
    terminal.type("0")
    assert terminal.rest()[0] == 0


def test_menu_ends_with_the_input(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.expect("msweeper [1]> ")
    os.write(terminal.master, b"\x04")
    code, text = terminal.rest()
    assert code == 0
    assert "Traceback" not in text


def test_after_the_end(open_terminal: Open) -> None:
    terminal = open_terminal("play", "square:4x1", "--mines-at", "1,1 1,4")
    terminal.expect("\n> ")
    terminal.type("1 1")
    end = terminal.expect("(over) > ")
    assert "lost, 0:00.0" in end
    assert "l look   u undo   s same mines again   n new mines   q leave" in end
    terminal.type("l")
    assert "lost" in terminal.expect("(over) > ")
    terminal.type("u")
    assert "ready" in terminal.expect("\n> ")
    terminal.type("1 2; 1 3")
    assert "won, 0:00.0, 3BV 2, 3 moves, 1 undone" in terminal.expect("(over) > ")
    terminal.type("s")
    assert "ready" in terminal.expect("\n> ")
    terminal.type("q")
    code, text = terminal.rest()
    assert code == 0
    last = text.strip().splitlines()[-1]
    assert last.startswith("left, 0:00.0, 3BV 2, 0 moves, 1 help; again: msweeper play ")


def test_ctrl_c_says_how_to_go_on(open_terminal: Open) -> None:  # B43
    terminal = open_terminal("play", "hex:2", "--seed", "s")
    terminal.expect("\n> ")
    os.killpg(terminal.process.pid, signal.SIGINT)
    code, text = terminal.rest()
    assert code == 130
    assert text.strip().splitlines()[-2:] == [
        "left, 0:00.0, 0 moves; again: msweeper play hex:radius=2@3/seed=s",
        "interrupted",
    ]


@pytest.mark.parametrize(
    ("variables", "arguments", "colored"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": ""}, [], True),
        ({"TERM": "dumb"}, [], False),
        ({"TERM": "dumb"}, ["--color", "always"], True),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, [], True),
        ({}, ["--color", "never"], False),
    ],
)
def test_color(  # B39
    variables: dict[str, str], arguments: list[str], colored: bool, open_terminal: Open
) -> None:
    terminal = open_terminal("play", "hex:2", *arguments, **variables)
    assert ("\x1b[90m" in terminal.expect("\n> ")) is colored


def test_glyphs_follow_the_encoding(open_terminal: Open) -> None:
    assert "\u25ae" in open_terminal("play", "hex:2", PYTHONIOENCODING="utf-8").expect("\n> ")
    assert "#" in open_terminal("play", "hex:2", PYTHONIOENCODING="ascii").expect("\n> ")


def test_a_narrow_terminal_stacks_the_panels(open_terminal: Open) -> None:
    text = open_terminal("play", "cube:3x3x2", COLUMNS="20", NO_COLOR="1").expect("\n> ")
    assert not any("layer 1" in line and "layer 2" in line for line in text.splitlines())
    text = open_terminal("play", "cube:3x3x2", COLUMNS="60", NO_COLOR="1").expect("\n> ")
    assert any("layer 1" in line and "layer 2" in line for line in text.splitlines())
