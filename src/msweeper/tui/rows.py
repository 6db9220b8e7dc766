"""What a page of the menu is made of, and where it can lead."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, Protocol

from msweeper.record.gamerecord import GameRecord
from msweeper.sitting.choose import Request
from msweeper.sitting.settings import Settings

__all__ = ["Doors", "MenuPage", "Row", "fold"]


def fold(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` characters, broken at blanks where it has any."""
    return wrap(text, max(1, width), break_on_hyphens=False) or [""]


class Row(NamedTuple):
    """A line of a page. A click on it presses its key."""

    role: str
    text: str
    key: str = ""


class Doors(Protocol):
    """Where a page can lead."""

    def play(self, request: Request) -> None: ...
    def take_up(self, path: Path, record: GameRecord) -> None: ...
    def drop(self, path: Path) -> None: ...
    def replay(self, record: GameRecord) -> None: ...
    def open(self, page: MenuPage) -> None: ...
    def records(self) -> None: ...
    def back(self) -> None: ...
    def change(self, settings: Settings, name: str, value: str) -> None: ...


class MenuPage(Protocol):
    """One page: `press` raises MsweeperError where a key asks for what cannot be."""

    @property
    def previewed(self) -> str | None:
        """The topology to be shown beside it."""

    def rows(self, width: int) -> list[Row]: ...
    def press(self, key: str) -> None: ...
