"""A screen that works beside: it stays awake, says so if it takes a while, and lets keys wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from textual.message import Message
from textual.screen import Screen

__all__ = ["WorkingScreen"]

_SOON: Final = 0.15
"""Seconds after which work is announced."""


class WorkingScreen(Screen[None], inherit_bindings=False):
    """One piece of work that keys wait for at a time, and any that they do not."""

    class Done(Message):
        """Work that went on beside is done."""

        def __init__(
            self, then: Callable[[], None], fault: BaseException | None, blocks: bool
        ) -> None:
            super().__init__()
            self.then = then
            self.fault = fault
            self.blocks = blocks

    def __init__(self) -> None:
        super().__init__()
        self.busy = ""
        """What is being worked on."""
        self._announced = False
        """Whether it is said that there is work: then keys are not for what comes after it."""
        self._ahead: list[str] = []
        """Keys that were typed before that: they wait."""

    def write(self) -> None:
        """Write what is said beside the board."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """Do what a key asks for."""
        raise NotImplementedError

    def wait(self, key: str) -> None:
        """Let a key wait for the work, unless it was typed after that was announced."""
        if not self._announced:
            self._ahead.append(key)

    def beside(self, work: Callable[[], object], then: Callable[[], None], busy: str) -> None:
        """Work in a thread; if it takes a while, say so. The thread dies with the program."""
        if busy:
            self.busy, self._announced = busy, False
        fault: list[BaseException] = []

        def run() -> None:
            try:
                work()
            except BaseException as error:
                fault.append(error)
            self.post_message(self.Done(then, fault[0] if fault else None, bool(busy)))

        if busy:
            self.set_timer(_SOON, self._announce)
        threading.Thread(target=run, daemon=True).start()

    def _announce(self) -> None:
        if self.busy:
            self._announced = True
            self.write()

    def on_working_screen_done(self, message: Done) -> None:
        message.stop()
        if message.blocks:
            self.busy = ""
        if message.fault is not None:
            raise message.fault
        message.then()
        if message.blocks:
            ahead, self._ahead = self._ahead, []
            for key in ahead:
                if self.is_current:  # else one of them has led elsewhere
                    self.press(key)
