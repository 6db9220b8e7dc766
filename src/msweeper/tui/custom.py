"""The page of the menu on which a board is put together from its parameters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import final

from msweeper.errors import MsweeperError
from msweeper.factory import Parameter, TopologyFactory, Value
from msweeper.firstclick import FirstClick
from msweeper.sitting.choose import Request
from msweeper.tui.rows import Doors, Row, fold

__all__ = ["Custom"]


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
        rows.append(Row("", ""))
        rows += [
            Row("faint", f" {line}") for line in fold(self._about(fields[self._at]), width - 2)
        ]
        try:
            values = self._factory.values(self._values())
            rows.append(Row("text", f" {self._factory.cells(values)} cells"))
        except MsweeperError as error:
            rows += [Row("text", f" {line}") for line in fold(error.message, width - 2)]
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
