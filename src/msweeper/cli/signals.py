"""Signals that ask a game to stop: it is kept first."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["Stopped", "stopping"]

_NUDGE = 0.05


class Stopped(KeyboardInterrupt):
    """Ctrl-C, or another signal that ends programs; `code` is the exit code that shells expect."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.code = 128 + number


@contextmanager
def stopping() -> Iterator[None]:
    """Within the block, SIGINT, SIGTERM and SIGHUP raise `Stopped` where the program is.

    A signal that comes just before the line editor begins to wait does not wake it, and the
    handler would run only after the next key. So a thread that sees each signal repeats it until
    the handler has run.
    """
    handled = threading.Event()

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        handled.set()
        for name in before:
            signal.signal(name, signal.SIG_IGN)  # once is enough: what follows keeps the game
        raise Stopped(number)

    names = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    before = {name: signal.getsignal(name) for name in names if name is not None}
    for name in before:
        signal.signal(name, stop)
    try:
        with _repeated(set(before), handled):
            yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


@contextmanager
def _repeated(numbers: set[signal.Signals], handled: threading.Event) -> Iterator[None]:
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    old = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    main = threading.main_thread().ident
    assert main is not None

    def repeat() -> None:
        while number := os.read(reader, 1):
            while number[0] in numbers and not handled.wait(_NUDGE):
                signal.pthread_kill(main, number[0])
        os.close(reader)

    threading.Thread(target=repeat, daemon=True).start()
    try:
        yield
    finally:
        handled.set()
        signal.set_wakeup_fd(old)
        os.close(writer)
