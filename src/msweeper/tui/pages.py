"""The pages of the menu, without the screen: rows to show, and what keys do to them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, Protocol, final

from msweeper.errors import FileError, MsweeperError
from msweeper.factory import Parameter, TopologyFactory, Value
from msweeper.firstclick import FirstClick
from msweeper.gameid import Proof
from msweeper.plugins import Registered, Registry
from msweeper.record.gamerecord import GameRecord
from msweeper.sitting.choose import Request
from msweeper.sitting.keymap import DIGITS
from msweeper.sitting.lines import clock_text
from msweeper.sitting.settings import SETTINGS, Settings

__all__ = ["Custom", "Doors", "Games", "Main", "MenuPage", "Options", "Row"]

_LETTERS: Final = [c for c in string.ascii_lowercase if c not in "jkq"]
_PROOFS: Final = {None: "off", Proof.COUNT: "on", Proof.FREE: "on, without the count"}


class Row(NamedTuple):
    """A line of a page. A click on it presses its key."""

    role: str
    text: str
    key: str = ""


class Doors(Protocol):
    """Where a page can lead."""

    def play(self, request: Request) -> None: ...
    def take_up(self, path: Path, record: GameRecord) -> None: ...
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


def _levels(registered: Registered) -> list[str]:
    """Return a line a level: its name, mines and cells."""
    factory = registered.factory
    if not factory.levels:
        return ["its usual size"]
    wide = max(len(level.name) for level in factory.levels)
    return [
        f"{level.name.ljust(wide)}  {level.mines} mines on"
        f" {factory.cells(factory.values(level.parameters))} cells"
        for level in factory.levels
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
        self._kept = len(unfinished())
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
        kept = f"resume: {self._kept} kept" if self._kept else "resume: none kept"
        rows += [
            Row("faint", " Enter or a number plays"),
            Row("", ""),
            Row("text", " C  another size, other mines", "C"),
            Row("text", f" G  no guess: {_PROOFS[self._wishes.proof]}", "G"),
            Row("text", f" D  board of the day: {'on' if self._wishes.daily else 'off'}", "D"),
            Row("text" if self._kept else "faint", f" U  {kept}", "U"),
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
        elif key in DIGITS and int(key) <= max(1, len(factory.levels)):
            level = factory.levels[int(key) - 1].name if factory.levels else None
            self._doors.play(self._wishes.request(Request(topology=chosen, level=level)))


@final
class Custom:
    """A board by its parameters, mines, rule and seed, each as it would be typed."""

    def __init__(
        self,
        name: str,
        factory: TopologyFactory,
        doors: Doors,
        wish: Callable[[Request], Request],
    ) -> None:
        self._name = name
        self._factory = factory
        self._doors = doors
        self._wish = wish
        self._texts = {p.name: Parameter.text(p.default) for p in factory.parameters}
        self._texts |= {"mines": "", "first click": "", "seed": ""}
        self._at = 0
        self._fresh = True
        """Whether typing begins the field anew."""

    @property
    def previewed(self) -> str | None:
        return None

    def _values(self) -> dict[str, Value]:
        return {
            p.name: p.parse(self._texts[p.name])
            for p in self._factory.parameters
            if self._texts[p.name] != Parameter.text(p.default)
        }

    def _fields(self) -> list[str]:
        """Return the fields that apply beside the others."""
        given: dict[str, Value] = {}
        for p in self._factory.parameters:
            try:
                given[p.name] = p.parse(self._texts[p.name])
            except MsweeperError:
                given[p.name] = p.default
        names = [p.name for p in self._factory.parameters if p.applies(given)]
        return [*names, "mines", "first click", "seed"]

    def rows(self, width: int) -> list[Row]:
        fields = self._fields()
        wide = max(map(len, fields))
        rows = [Row("title", f"{self._name}: {self._factory.summary}"[:width]), Row("", "")]
        for number, name in enumerate(fields):
            here = number == self._at
            text = f" {name.ljust(wide)}  {self._texts[name] or '-'}"
            rows.append(Row("chosen" if here else "text", text, f"field {number}"))
        rows += [Row("", ""), Row("faint", f" {self._about(fields[self._at])}"[:width])]
        try:
            values = self._factory.values(self._values())
            rows.append(Row("text", f" {self._factory.cells(values)} cells"))
        except MsweeperError as error:
            rows.append(Row("text", f" {error.message}"[:width]))
        rows += [
            Row("", ""),
            Row("faint", " type or left and right change a line, up and down choose one"[:width]),
            Row("text", " Enter plays", "enter"),
            Row("text", " escape goes back", "escape"),
        ]
        return rows

    def _about(self, name: str) -> str:
        if name == "mines":
            return "a number, or a percentage as 15%; empty: by the level that is nearest"
        if name == "first click":
            return f"{', '.join(FirstClick)}; empty: the best that holds"
        if name == "seed":
            return "any text; empty: a new one"
        parameter = self._factory.parameter(name)
        return f"{parameter.help}; {parameter.allowed}" if parameter.help else parameter.allowed

    def press(self, key: str) -> None:
        fields = self._fields()
        name = fields[self._at]
        if key == "escape":
            self._doors.back()
        elif key in ("up", "down", "tab", "shift+tab"):
            self._at = (self._at + (1 if key in ("down", "tab") else -1)) % len(fields)
            self._fresh = True
        elif key.startswith("field "):
            self._at, self._fresh = int(key[6:]), True
        elif key in ("left", "right"):
            self._step(name, 1 if key == "right" else -1)
        elif key == "backspace":
            self._texts[name], self._fresh = self._texts[name][:-1], False
        elif key == "enter":
            self._doors.play(self._wish(self.request()))
        elif len(key) == 1 or key == "space":
            before = "" if self._fresh else self._texts[name]
            self._texts[name] = before + (" " if key == "space" else key)
            self._fresh = False

    def _step(self, name: str, by: int) -> None:
        choices: list[str] = list(FirstClick) if name == "first click" else []
        text = self._texts[name]
        if name not in ("mines", "first click", "seed"):
            parameter = self._factory.parameter(name)
            choices = list(parameter.choices) or (["no", "yes"] if parameter.type == "flag" else [])
        if choices:
            at = (choices.index(text) + by) if text in choices else 0
            self._texts[name] = choices[at % len(choices)]
        elif re.fullmatch(r"-?[0-9]{1,18}", text):
            self._texts[name] = str(int(text) + by)
        self._fresh = True

    def request(self) -> Request:
        """Return what the fields ask for."""
        texts = self._texts
        fields = self._fields()
        return Request(
            topology=self._name,
            settings=tuple(
                f"{p.name}={texts[p.name]}" for p in self._factory.parameters if p.name in fields
            ),
            mines=texts["mines"].strip() or None,
            first=texts["first click"].strip() or None,
            seed=texts["seed"] or None,
        )


@final
class Games:
    """A list of kept games to choose one from."""

    def __init__(
        self,
        title: str,
        records: list[GameRecord],
        chosen: Callable[[int], None],
        doors: Doors,
    ) -> None:
        self._title = title
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
            text = (
                f" {record.result:4}  {clock_text(record.seconds)}  {len(record.moves)} moves"
                f"  {record.id.spec}@{record.id.mines}"
            )
            role = "chosen" if number == self._at else "text"
            rows.append(Row(role, text[:width], f"game {number}"))
        if not self._records:
            rows.append(Row("text", " there are none"))
        rows += [Row("", ""), Row("faint", " Enter takes one, escape goes back", "escape")]
        return rows

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self._doors.back()
        elif key in ("up", "k", "down", "j") and self._records:
            step = 1 if key in ("down", "j") else -1
            self._at = (self._at + step) % len(self._records)
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
