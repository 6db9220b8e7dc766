"""Full screen in a pseudo-terminal: first frame, key to repaint, bytes a key, idle.

    python tests/benchmarks/bench_screen.py [BOARD ...]

Figures depend on the machine; nothing here fails. Aims: first frame 900 ms, key to repaint 16 ms
(50 ms on 1000x1000), under 400 bytes a key press, under 1 % CPU when idle.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from statistics import median, quantiles

BOARDS = ("square --level expert", "hex --level expert", "cube --level expert")
MOTIONS = "llljjjhhkkyunby"
"""From the middle of a board and back to it: each key moves the cursor."""


class Screen:
    """The command in a pseudo-terminal of 80x24."""

    def __init__(self, arguments: str, home: str, size: tuple[int, int] = (80, 24)) -> None:
        self.pid, self.master = pty.fork()
        if not self.pid:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
            env |= {"TERM": "xterm-256color", "MSWEEPER_HOME": home}
            command = [sys.executable, "-m", "msweeper", *arguments.split()]
            os.execve(sys.executable, command, env)

    def read(self, seconds: float) -> bytes:
        """Return what comes until nothing comes for `seconds`."""
        found = b""
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            found += data
        return found

    def first_frame(self, wanted: bytes = b"mines left", most: float = 60) -> float:
        """Return the seconds until the board is there."""
        start = time.perf_counter()
        found = b""
        while wanted not in found and time.perf_counter() - start < most:
            if select.select([self.master], [], [], 1)[0]:
                found += os.read(self.master, 65536)
        taken = time.perf_counter() - start
        self.read(0.5)
        return taken

    def press(self, key: str) -> tuple[float, int]:
        """Return the seconds from a key to the last byte that it made, and how many there were."""
        start = last = time.perf_counter()
        os.write(self.master, key.encode())
        found = 0
        while select.select([self.master], [], [], 0.02 if found else 5)[0]:
            found += len(os.read(self.master, 65536))
            last = time.perf_counter()
        return last - start, found

    def cpu(self) -> float:
        """Return the CPU seconds that it has used."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        os.write(self.master, b"q")
        self.read(1)
        os.close(self.master)
        os.waitpid(self.pid, 0)


def report(name: str, arguments: str, keys: str, *, first: str = " ", idle: float = 0) -> None:
    with tempfile.TemporaryDirectory() as home:
        screen = Screen(f"play {arguments} --seed bench", home)
        frame = screen.first_frame()
        opened, opened_bytes = screen.press(first)
        screen.read(0.5)
        found = [screen.press(key) for key in keys]
        times = sorted(taken * 1000 for taken, _ in found)
        sizes = sorted(size for _, size in found)
        line = (
            f"{name:24} first frame {frame * 1000:5.0f} ms;"
            f" first key {opened * 1000:5.1f} ms {opened_bytes} bytes;"
            f" key {median(times):4.1f} ms, 95 % {quantiles(times, n=20)[-1]:4.1f} ms;"
            f" bytes {median(sizes):.0f}, most {sizes[-1]}"
        )
        if idle:
            before, start = screen.cpu(), time.perf_counter()
            written = b""
            while time.perf_counter() - start < idle:
                written += screen.read(0.2)
            share = (screen.cpu() - before) / (time.perf_counter() - start)
            line += f"; idle {share:.2%} CPU, {len(written) / idle:.0f} bytes a second"
        print(line, flush=True)
        screen.close()


def main() -> None:
    for arguments in sys.argv[1:] or BOARDS:
        report(arguments, arguments, MOTIONS * 3, idle=20 if arguments == BOARDS[0] else 0)
    if not sys.argv[1:]:
        report("lit: hex", "hex --level expert", "i" + MOTIONS * 3)
        report("flags", "square --level expert", "lffhff" * 7, first="l")
        report("1000x1000", "square:1000x1000 --mines 15%", MOTIONS * 2)


if __name__ == "__main__":
    main()
