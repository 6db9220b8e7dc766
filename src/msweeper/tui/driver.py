"""The terminal as the framework's driver has it, mended where terminals are not as it expects.

Input may be no UTF-8, the terminal may go away without a signal, a stopped program may go on
without having been told that it was stopped.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import IO, Any, Final, final

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.driver import Driver

__all__ = ["driver_class", "has_shell"]

_NAP: Final = 0.1
"""Seconds after which half a sequence is taken for the key that it begins with."""


@final
class _Patient:
    """A file that nobody may read any more: what cannot be written is lost, and nothing waits."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()


def has_shell() -> bool:
    """Whether we are a job of a shell: nobody else would let us go on once we are stopped."""
    if sys.platform == "win32":  # pragma: no cover
        return False
    try:
        parent = os.getppid()
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    except OSError:  # of a parent that we may not ask about
        return False


def driver_class() -> type[Driver] | None:
    """Return the driver of this platform; None for the framework's own."""
    if sys.platform == "win32":  # pragma: no cover
        return None
    from textual.drivers.linux_driver import LinuxDriver

    @final
    class Terminal(LinuxDriver):
        """Reads keys from a terminal that may send anything, and writes to one that may be gone."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            if self._file is not None:
                self._file = _Patient(self._file)  # type: ignore[assignment]
            self._told = False
            """Whether we were told that we would be stopped, and have let go of the terminal."""

        def _sigtstp_application(self, *_: object) -> None:
            self._told = True
            super()._sigtstp_application()

        def _sigcont_application(self, *_: object) -> None:
            """Go on. Without a farewell, the terminal is first let go of: it has changed since."""
            if self._auto_restart and not self._told:
                self.suspend_application_mode()
            self._told = False
            super()._sigcont_application()

        def _run_input_thread(self) -> None:
            """Read keys; a fault of ours ends the program as one elsewhere does."""
            try:
                self.run_input_thread()
            except Exception as error:
                fault = error

                def tell() -> None:
                    raise fault

                self._app.call_later(tell)

        def run_input_thread(self) -> None:
            """Read keys until asked to end, or until the terminal is gone."""
            parser = XTermParser(self._debug)
            decode = getincrementaldecoder("utf-8")("replace").decode
            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    if selector.select(_NAP):
                        try:
                            data = os.read(self.fileno, 4096)
                        except OSError:
                            data = b""
                        if not data:  # as if it had hung up: the one thing that is kept is the game
                            os.kill(os.getpid(), signal.SIGHUP)
                            return
                        for message in parser.feed(decode(data)):
                            self.process_message(message)
                    for message in parser.tick():
                        self.process_message(message)
            with suppress(EOFError, ParseError):
                for _ in parser.feed(""):
                    pass

    return Terminal
