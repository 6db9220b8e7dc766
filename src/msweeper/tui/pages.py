"""The pages of the menu, without the screen: rows to show, and what keys do to them."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, final

from msweeper.errors import FileError
from msweeper.gameid import Proof
from msweeper.plugins import Registered, Registry
from msweeper.record.gamerecord import GameRecord
from msweeper.sitting.choose import Request
from msweeper.sitting.keymap import DIGITS
from msweeper.sitting.levels import plain_levels
from msweeper.sitting.lines import clock_text
from msweeper.sitting.settings import SETTINGS, Settings
from msweeper.tui.custom import Custom
from msweeper.tui.rows import Doors, Row

__all__ = ["Games", "Main", "Options"]

_LETTERS: Final = [c for c in string.ascii_lowercase if c not in "jkq"]
_PROOFS: Final = {None: "off", Proof.COUNT: "on", Proof.FREE: "on, without the count"}


def _levels(registered: Registered) -> list[str]:
    """Return a line a level: its name, mines and cells."""
    factory = registered.factory
    levels = plain_levels(factory)
    if not levels:
        return ["its usual size"]
    wide = max(len(level.name) for level in levels)
    return [
        f"{level.name.ljust(wide)}  {level.mines} mines on"
        f" {factory.cells(factory.values(level.parameters))} cells"
        for level in levels
    ]


@dataclass(slots=True)
class _Wishes:
    """What holds for whichever board is chosen."""

    proof: Proof | None = None
    daily: bool = False

    def request(self, request: Request) -> Request:
        from msweeper.sitting.daily import daily_seed

        if self.daily and request.seed is None:
            request = replace(request, seed=daily_seed())
        return replace(request, proof=self.proof)


@final
class Main:
    """Topologies by plugin, the levels of the one that is chosen, and everything else."""

    def __init__(
        self,
        registry: Registry,
        settings: Callable[[], Settings],
        doors: Doors,
        *,
        unfinished: Callable[[], list[tuple[Path, GameRecord]]],
        finished: Callable[[], list[GameRecord]],
    ) -> None:
        self._registry = registry
        self._settings = settings
        self._doors = doors
        self._unfinished = unfinished
        self._finished = finished
        self._wishes = _Wishes()
        names = registry.topologies
        self._names = sorted(names, key=lambda name: (names[name].plugin.distribution, name))
        self._letters = dict(zip(self._names, _LETTERS, strict=False))
        usual = settings().topology.partition(":")[0]
        self._chosen = usual if usual in names else next(iter(self._names), None)

    @property
    def previewed(self) -> str | None:
        return self._chosen

    def rows(self, width: int) -> list[Row]:
        rows = [Row("title", "msweeper: choose a board"), Row("", "")]
        owner = ""
        for name in self._names:
            registered = self._registry.topologies[name]
            if registered.plugin.distribution != owner:
                owner = registered.plugin.distribution
                rows.append(Row("faint", f"from {owner}"))
            letter = self._letters.get(name, " ")
            text = f" {letter}  {name}  {registered.factory.summary}"
            here = name == self._chosen
            rows.append(Row("chosen" if here else "text", text[: width - 1], letter.strip()))
            if here:
                rows += [
                    Row("text", f"      {number}  {text}"[:width], str(number))
                    for number, text in enumerate(_levels(registered)[:9], 1)
                ]
        if not self._names:
            rows.append(Row("text", "no topology is installed: see msweeper plugins"))
        number = len(self._unfinished())
        kept = f"resume: {number} kept" if number else "resume: none kept"
        rows += [
            Row("faint", " Enter or a number plays"),
            Row("", ""),
            Row("text", " C  another size, other mines", "C"),
            Row("text", f" G  no guess: {_PROOFS[self._wishes.proof]}", "G"),
            Row("text", f" D  board of the day: {'on' if self._wishes.daily else 'off'}", "D"),
            Row("text" if number else "faint", f" U  {kept}", "U"),
            Row("text", " T  records", "T"),
            Row("text", " P  replays", "P"),
            Row("text", " S  settings", "S"),
            Row("text", " q  leave (0 and escape too)", "q"),
        ]
        return rows

    def press(self, key: str) -> None:
        if key in ("q", "escape", "0", "ctrl+c"):
            self._doors.back()
        elif key in ("up", "k", "down", "j") and self._chosen is not None:
            step = 1 if key in ("down", "j") else -1
            at = self._names.index(self._chosen) + step
            self._chosen = self._names[at % len(self._names)]
        elif key == "G":
            order = list(_PROOFS)
            self._wishes.proof = order[(order.index(self._wishes.proof) + 1) % len(order)]
        elif key == "D":
            self._wishes.daily = not self._wishes.daily
        elif key == "U":
            kept = self._unfinished()
            self._doors.open(
                Games(
                    "unfinished games",
                    [record for _, record in kept],
                    lambda at: self._doors.take_up(*kept[at]),
                    self._doors,
                    lambda at: self._doors.drop(kept.pop(at)[0]),
                )
            )
        elif key == "P":
            done = self._finished()
            self._doors.open(
                Games("finished games", done, lambda at: self._doors.replay(done[at]), self._doors)
            )
        elif key == "T":
            self._doors.records()
        elif key == "S":
            self._doors.open(Options(self._settings(), self._doors))
        elif self._chosen is not None:
            self._board(key, self._chosen)

    def _board(self, key: str, chosen: str) -> None:
        factory = self._registry.topologies[chosen].factory
        if key == "C":
            self._doors.open(Custom(chosen, factory, self._doors, self._wishes.request))
        elif key in self._letters.values():
            self._chosen = next(n for n, letter in self._letters.items() if letter == key)
        elif key in ("enter", "space"):
            self._doors.play(self._wishes.request(Request(topology=chosen)))
        elif key in DIGITS and int(key) <= max(1, len(plain_levels(factory))):
            levels = plain_levels(factory)
            level = levels[int(key) - 1].name if levels else None
            self._doors.play(self._wishes.request(Request(topology=chosen, level=level)))


@final
class Games:
    """A list of kept games to choose one from."""

    def __init__(
        self,
        title: str,
        records: list[GameRecord],
        chosen: Callable[[int], None],
        doors: Doors,
        drop: Callable[[int], None] | None = None,
    ) -> None:
        self._title = title
        self._drop = drop
        self._records = records
        self._take = chosen
        self._doors = doors
        self._at = 0

    @property
    def previewed(self) -> str | None:
        return None

    def rows(self, width: int) -> list[Row]:
        rows = [Row("title", self._title), Row("", "")]
        for number, record in enumerate(self._records):
            moves = f"{len(record.moves)} move{'s' * (len(record.moves) != 1)}"
            text = f" {record.result:4}  {clock_text(record.seconds)}  {moves}  {record.id}"
            role = "chosen" if number == self._at else "text"
            rows.append(Row(role, text[:width], f"game {number}"))
        if not self._records:
            rows.append(Row("text", " there are none"))
        drops = ", X drops it" if self._drop is not None else ""
        rows += [Row("", ""), Row("faint", f" Enter takes one{drops}, escape goes back", "escape")]
        return rows

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self._doors.back()
        elif key in ("up", "k", "down", "j") and self._records:
            step = 1 if key in ("down", "j") else -1
            self._at = (self._at + step) % len(self._records)
        elif key == "X" and self._drop is not None and self._records:
            self._drop(self._at)
            del self._records[self._at]
            self._at = max(0, min(self._at, len(self._records) - 1))
        elif key.startswith("game "):
            self._at = int(key[5:])
            self._take(self._at)
        elif key in ("enter", "space") and self._records:
            self._take(self._at)


@final
class Options:
    """The settings that are chosen among some; each change is written to the config file."""

    def __init__(self, settings: Settings, doors: Doors) -> None:
        self._settings = settings
        self._doors = doors
        self._at = 0
        self._all = [setting for setting in SETTINGS if setting.choices]

    @property
    def previewed(self) -> str | None:
        return None

    def rows(self, width: int) -> list[Row]:
        rows = [Row("title", "settings"), Row("", "")]
        for number, setting in enumerate(self._all):
            role = "chosen" if number == self._at else "text"
            value = getattr(self._settings, setting.name)
            rows.append(Row(role, f" {setting.name:8} {value}", f"line {number}"))
        chosen = self._all[self._at]
        rows += [
            Row("", ""),
            Row("faint", f" {chosen.what}"[:width]),
            Row("faint", f" {', '.join(chosen.choices)}"[:width]),
            Row("", ""),
            Row("faint", " left and right change a line, escape goes back"[:width], "escape"),
            Row("faint", " keys and the rest: msweeper config prints what the config file takes"),
        ]
        return rows

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self._doors.back()
        elif key in ("up", "k", "down", "j"):
            self._at = (self._at + (1 if key in ("down", "j") else -1)) % len(self._all)
        elif key in ("left", "right", "enter", "space") or key.startswith("line "):
            if key.startswith("line "):
                self._at = int(key[5:])
            setting = self._all[self._at]
            choices = setting.choices
            by = -1 if key == "left" else 1
            value = choices[
                (choices.index(getattr(self._settings, setting.name)) + by) % len(choices)
            ]
            changed: dict[str, str] = {setting.name: value}
            try:
                self._settings = replace(self._settings, **changed)  # type: ignore[arg-type]
                self._doors.change(self._settings, setting.name, value)
            except FileError as error:
                raise FileError(f"{error.message}; it holds for now", path=error.path) from error
