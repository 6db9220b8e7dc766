"""A terminal that tests hold in their hands: the command runs in it, a screen shows what it wrote.

The command leads a session of its own with the terminal as its controlling one, so that closing
the terminal hangs it up and changing its size tells it, as with a terminal that people use.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, final

import pyte

__all__ = ["KEYS", "WAIT", "Terminal"]

WAIT: Final = 40.0
"""Seconds in which something has to come, on a machine that does much else."""
KEYS: Final = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "space": " ",
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "backspace": "\x7f",
    "ctrl+c": "\x03",
    "ctrl+z": "\x1a",
}
"""What a terminal sends for keys that have names."""
_LEAD: Final = """
import fcntl, os, sys, termios
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
_UNKNOWN: Final = re.compile(rb"\x1b\[[<>=][0-9;]*[a-z]")
"""Sequences that the emulator would take for text."""
_BEGUN: Final = re.compile(rb"\x1b(?:\[[0-9;?<>=$]*)?$")
"""A sequence whose end has not come yet."""
_MODES: Final = {1000: "mouse", 1002: "mouse", 1003: "mouse", 1006: "mouse", 1015: "mouse"} | {
    1016: "mouse",
    1004: "focus",
    2004: "paste",
    1049: "alternate screen",
}


@final
class _Screen(pyte.Screen):
    """A screen with an alternate one beside it, and the modes that are on."""

    def __init__(self, columns: int, lines: int) -> None:
        self.on: set[int] = set()
        self._normal: tuple[Any, Any] | None = None
        super().__init__(columns, lines)

    def set_mode(self, *modes: int, **how: Any) -> None:
        super().set_mode(*modes, **how)
        if how.get("private"):
            if 1049 in modes and 1049 not in self.on:
                self._normal = self.buffer.copy(), self.cursor
                self.buffer.clear()
                self.cursor = pyte.screens.Cursor(0, 0)
            self.on.update(modes)

    def reset_mode(self, *modes: int, **how: Any) -> None:
        super().reset_mode(*modes, **how)
        if how.get("private"):
            if 1049 in modes and self._normal is not None:
                self.buffer.clear()
                self.buffer.update(self._normal[0])
                self.cursor, self._normal = self._normal[1], None
            self.on.difference_update(modes)

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Cut what does not fit at the bottom, as terminals do on their alternate screen."""
        self.cursor.y = 0  # the emulator cuts at the top where the cursor stands below
        super().resize(lines, columns)


@final
class Terminal:
    """A command at a terminal of `size` columns and lines."""

    def __init__(
        self,
        arguments: Sequence[str],
        home: Path,
        *,
        size: tuple[int, int] = (80, 24),
        variables: Mapping[str, str] | None = None,
        driver: str | None = None,
        stdin: str | Path | None = None,
        stderr: str | Path | None = None,
        controlling: bool = True,
    ) -> None:
        """`driver` is Python code to run instead of ``-m msweeper``; the arguments are its own.

        `stdin` and `stderr` are files that stand for the terminal. Not `controlling`: closing the
        terminal sends no signal.
        """
        self.size = size
        self.screen = _Screen(*size)
        self.raw = bytearray()
        """All that the command has written."""
        self._stream = pyte.ByteStream(self.screen)
        self._left = b""
        self.closed = False
        self.master, slave = pty.openpty()
        self._set_size(*size)
        self.attributes = termios.tcgetattr(slave)
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("MSWEEPER", "TEXTUAL", "LC_"))
            and name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "COLORTERM", "CI")
        }
        environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "MSWEEPER_HOME": str(home)}
        what = ["-m", "msweeper"] if driver is None else ["-c", driver]
        lead = ["-I", "-S", "-c", _LEAD, sys.executable] if controlling else []
        with ExitStack() as files:
            self.process = subprocess.Popen(
                [sys.executable, *lead, *what, *arguments],
                stdin=slave if stdin is None else files.enter_context(open(stdin, "rb")),
                stdout=slave,
                stderr=slave if stderr is None else files.enter_context(open(stderr, "wb")),
                env=environment | dict(variables or {}),
                start_new_session=True,
            )
        os.close(slave)

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    # What it shows

    def read(self, seconds: float) -> bool:
        """Take in what the command writes within `seconds`; say whether there was any."""
        if self.closed:
            return False
        try:
            if not select.select([self.master], [], [], max(0.0, seconds))[0]:
                return False
            data = os.read(self.master, 1 << 16)
        except OSError:  # nobody is at the other end any more
            data = b""
        if not data:
            time.sleep(min(0.02, seconds))
            return False
        self.raw += data
        data = _UNKNOWN.sub(b"", self._left + data)
        begun = _BEGUN.search(data)
        self._left = b"" if begun is None else begun[0]
        self._stream.feed(data[: len(data) - len(self._left)])
        return True

    @property
    def lines(self) -> list[str]:
        """What the screen shows, line by line."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait(self, until: Callable[[], object], what: str) -> None:
        """Take in what comes until something holds; fails if it does not in time."""
        end = time.monotonic() + WAIT
        while not until():
            if not self.read(0.1) and self.process.poll() is not None and not self.read(0.05):
                assert until(), f"{what} did not come before the end:\n{self.text}"
                return
            assert time.monotonic() < end, f"{what} did not come:\n{self.text}"

    def expect(self, *wanted: str) -> str:
        """Wait until the screen shows all of these; return what it shows."""
        self.wait(lambda: all(text in self.text for text in wanted), f"{wanted}")
        return self.text

    def settle(self, quiet: float = 0.3) -> str:
        """Wait until the command writes nothing for a while; return what the screen shows."""
        end = time.monotonic() + WAIT
        while self.read(quiet):
            assert time.monotonic() < end, f"it writes without end:\n{self.text}"
        return self.text

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The line and the character of what stands in the cursor's brackets; None: not seen."""
        for y, line in enumerate(self.lines):
            found = re.search(r"\[ *[^ \[\]]{1,2} *\]", line)
            if found is not None:
                return y, found.end() - 2
        return None

    # What people do

    def press(self, *keys: str) -> None:
        """Press keys, by their names in `KEYS` or as the characters that they type."""
        self.send("".join(KEYS.get(key, key) for key in keys).encode())

    def send(self, data: bytes) -> None:
        """Send bytes, as many at a time as the terminal takes."""
        while data:
            self.read(0.0)
            if select.select([], [self.master], [], 0.1)[1]:
                data = data[os.write(self.master, data[:256]) :]

    def click(self, x: int, y: int, button: int = 0) -> None:
        """Press and let go of a mouse button (0 left, 1 middle, 2 right) at a character from 0."""
        self.press(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m")

    def hover(self, x: int, y: int) -> None:
        """Move the mouse, no button down, to a character from 0."""
        self.press(f"\x1b[<35;{x + 1};{y + 1}M")

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window, and tell the command."""
        self.settle(0.05)
        self.size = columns, lines
        self.screen.resize(lines, columns)
        self._set_size(columns, lines)

    def signal(self, number: int) -> None:
        os.kill(self.process.pid, number)

    def stop(self, number: int) -> None:
        """Send a signal that stops the command, and wait until it has stopped."""
        self.signal(number)
        self.wait(
            lambda: os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)[0],
            "the stopped command",
        )

    def hang_up(self) -> None:
        """Close the terminal, as its window would."""
        self.closed = True
        os.close(self.master)

    # The end

    def end(self, most: float = WAIT) -> int:
        """Wait for the end of the command; return its exit code, negative for a signal."""
        end = time.monotonic() + most
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it goes on and on:\n{self.text}"
            if not self.read(0.05) and self.closed:
                time.sleep(0.02)
        while self.read(0.1):
            pass
        return self.process.returncode

    def unrestored(self) -> list[str]:
        """Return what the command has left in the terminal that was not so before."""
        found = {_MODES[mode] for mode in self.screen.on if mode in _MODES}
        if self.screen.cursor.hidden:
            found.add("hidden cursor")
        if pyte.modes.DECAWM not in self.screen.mode:
            found.add("no line wrap")
        if self.raw.count(b"\x1b[>") > self.raw.count(b"\x1b[<u"):
            found.add("keyboard protocol")
        if termios.tcgetattr(self.master) != self.attributes:
            found.add("line discipline")
        return sorted(found)

    def close(self) -> None:
        """Make sure that nothing is left."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if not self.closed:
            self.hang_up()
