"""What a plugin registers: a family of topologies, their parameters and levels."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import cast, final, get_args

from msweeper.content import Contents
from msweeper.errors import OutOfRange, ParseError, TopologyError, UnknownName
from msweeper.layout import Side
from msweeper.parameter import Parameter, Value
from msweeper.spec import NAME, Spec
from msweeper.topology import Topology

__all__ = ["MAX_CELLS", "Level", "Parameter", "TopologyFactory", "Value"]

MAX_CELLS = 4_000_000
"""The host's own limit, whatever a plugin allows."""

_DRAWN = 20_000  # cells up to which places are checked


@final
@dataclass(frozen=True, slots=True)
class Level:
    """A named preset: parameters that differ from the defaults, and the number of mines."""

    name: str
    parameters: Mapping[str, Value]
    mines: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.parameters.items()), self.mines))

    def __reduce__(self) -> tuple[type[Level], tuple[str, dict[str, Value], int]]:
        return Level, (self.name, dict(self.parameters), self.mines)


@final
@dataclass(frozen=True, slots=True)
class TopologyFactory:
    """A family of topologies under one name.

    Args:
        name: lower-case letters, digits and hyphens, a letter first.
        summary: one line.
        parameters: in the order in which `build` and specs know them.
        size: the names of the ``int`` parameters of the short form: ``30x16`` gives the first
            30 and the second 16.
        levels: presets, easiest first.
        count: all parameters as keywords to the number of cells, without building.
        build: all parameters as keywords to a topology.
        check: all parameters as keywords to a sentence that says why they do not go together,
            or None.
        description: some lines on labels and how the picture is read, for ``help topology``.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    count: Callable[..., int]
    build: Callable[..., Topology]
    size: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()
    check: Callable[..., str | None] | None = None
    description: str = field(default="", repr=False)

    def parameter(self, name: str) -> Parameter:
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise UnknownName("parameter", name, [p.name for p in self.parameters])

    def level(self, name: str) -> Level:
        for level in self.levels:
            if level.name == name:
                return level
        raise UnknownName("level", name, [level.name for level in self.levels])

    def cells(self, values: Mapping[str, Value]) -> int:
        """Return how many cells complete `values` give, without building.

        Raises:
            TopologyError: the plugin's count fails, or is no whole number.
        """
        try:
            count: object = self.count(**values)
        except Exception as error:
            raise TopologyError(f"{self.name} cannot count its cells: {error!r}") from error
        if not isinstance(count, int) or isinstance(count, bool):
            raise TopologyError(f"{self.name} counts {count!r} cells: that is no whole number")
        return count

    def level_mines(self, level: Level, size: int) -> int:
        """Return as many mines as the level's density puts on `size` cells.

        ``floor(density x size + 1/2)``, within 1 to ``size - 1``.
        """
        cells = self.cells(self.values(level.parameters))
        return min(max(1, (2 * level.mines * size + cells) // (2 * cells)), size - 1)

    def parse(self, spec: Spec, contents: Contents | None = None) -> dict[str, Value]:
        """Return the values that `spec` gives, checked; nothing is filled in."""
        given = {key: self.parameter(key).parse(text, contents) for key, text in spec.settings}
        if spec.size is None:
            return given
        sizes = self.parse_size(spec.size, given)
        for key in sizes:
            if key in given:
                raise ParseError(
                    f"{spec} gives {key} twice: in its size and by name",
                    text=str(spec),
                    position=str(spec).find(f"{key}="),
                )
        return {**sizes, **given}

    def parse_size(self, text: str, given: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Return the values that the short size form `text` gives, as ``30x16`` or ``5``.

        The size parameters that apply beside `given` are meant. Where they are more or fewer
        than the numbers, and one other parameter that is not given decides that, its only value
        with which they fit is meant too: ``3x3x3`` says of a box that it has three dimensions.
        """
        given = given or {}
        names = self.size_names(self.values(given, complete=False))
        parts = text.lower().split("x")
        if not names and self.size:
            whens = {p.when[0] for p in map(self.parameter, self.size) if p.when is not None}
            why = " and ".join(sorted(whens & given.keys()))
            raise ParseError(f"{self.name} takes no size where {why} gives it", text=text)
        if not names:
            raise ParseError(f"{self.name} has no size; it takes {self._keys}", text=text)
        if len(parts) != len(names):
            ways = [
                (key, value)
                for key, value in self._conditions()
                if key not in given
                and len(self.size_names(self.values({**given, key: value}, complete=False)))
                == len(parts)
            ]
            if len(ways) == 1:
                key, value = ways[0]
                return {key: value, **self.parse_size(text, {**given, key: value})}
            fits = " or ".join(f"{key}={self.parameter(key).write(value)}" for key, value in ways)
            raise ParseError(
                f"size {text!r} of {self.name} should be {'x'.join(map(str.upper, names))}"
                f" ({len(names)} number{'s' * (len(names) > 1)}, as in"
                f" {'x'.join(Parameter.text(self.parameter(n).default) for n in names)})"
                + (f"; it fits {fits}" if fits else ""),
                text=text,
            )
        return {n: self.parameter(n).parse(part) for n, part in zip(names, parts, strict=True)}

    def _conditions(self) -> list[tuple[str, Value]]:
        """Return the parameters on which it depends which sizes apply, with all their values."""
        found: list[tuple[str, Value]] = []
        whens = (p.when for p in map(self.parameter, self.size))
        for key in dict.fromkeys(when[0] for when in whens if when is not None):
            p = self.parameter(key)
            values: tuple[Value, ...] = p.choices
            if p.type == "flag":
                values = (False, True)
            elif p.type == "int" and p.minimum is not None and p.maximum is not None:
                values = tuple(range(p.minimum, min(p.maximum, p.minimum + 99) + 1))
            found += [(key, value) for value in values]
        return found

    @property
    def _keys(self) -> str:
        return ", ".join(p.name for p in self.parameters) or "no parameters"

    def size_names(self, values: Mapping[str, Value]) -> tuple[str, ...]:
        """Return the size parameters that apply to `values`."""
        return tuple(name for name in self.size if self.parameter(name).applies(values))

    def values(self, given: Mapping[str, Value], *, complete: bool = True) -> dict[str, Value]:
        """Return every parameter with its value: the given one, else the default.

        With `complete`, also refuse parameters that do not apply, run the cross-field check and
        the limit on cells.

        Raises:
            OutOfRange: a value, a combination or the number of cells is not allowed.
            UnknownName: a parameter that is not declared.
        """
        for name in given:
            self.parameter(name)
        values: dict[str, Value] = {}
        for p in self.parameters:
            values[p.name] = p.check(given[p.name]) if p.name in given else p.default
        if complete:
            for p in self.parameters:
                if p.name in given and given[p.name] != p.default and not p.applies(values):
                    assert p.when is not None
                    wanted = " or ".join(Parameter.text(v) or "not given" for v in p.when[1])
                    raise OutOfRange(
                        p.name,
                        p.write(given[p.name]),
                        f"it applies only where {p.when[0]} is {wanted}",
                    )
            why = self.check(**values) if self.check else None
            if why is not None:
                text = self.text(values)  # a file may make it long
                raise OutOfRange(self.name, text if len(text) < 99 else f"{text[:40]}...", why)
            cells = self.cells(values)
            if cells > MAX_CELLS:
                raise OutOfRange(
                    "size", self.text(values), f"it has {cells:,} cells, the limit is {MAX_CELLS:,}"
                )
            if cells < 1:
                raise OutOfRange("size", self.text(values), "it has no cells")
        return values

    def text(self, values: Mapping[str, Value], name: str = "") -> str:
        """Return the canonical spec of complete `values`; `name` stands in for the factory's."""
        sizes = self.size_names(values)
        shown = list(sizes) + [
            p.name
            for p in self.parameters
            if p.name not in self.size and p.applies(values) and values[p.name] != p.default
        ]
        written = tuple((n, self.parameter(n).write(values[n])) for n in shown)
        return str(Spec(name or self.name, None, written))

    def topology(self, name: str = "", /, **given: Value) -> Topology:
        """Check the parameters, build, and give the topology its canonical spec.

        `name` replaces the factory's own in the spec (for a name that two packages claim).
        """
        values = self.values(given)
        with _collecting_nothing():
            topology = self.build(**values)
        cells = cast(object, topology)
        if not isinstance(cells, Topology):
            raise TopologyError(f"{self.name} built {type(cells).__name__}, not a Topology")
        promised = self.cells(values)
        if promised != topology.size:
            raise TopologyError(
                f"{self.name} built {topology.size} cells, but its count says {promised}"
            )
        _check_layout(topology)
        return topology.with_spec(self.text(values, name))

    def problems(self) -> Iterator[str]:
        """Yield what is wrong with this factory itself, a sentence each."""
        if not NAME.fullmatch(self.name):
            yield f"{self.name!r} is no name: lower-case letters, digits, hyphens, a letter first"
        texts = {"summary": self.summary, "description": self.description.replace("\n", " ")}
        texts |= {f"help of {p.name}": p.help for p in self.parameters}
        for what, text in texts.items():
            if not text.isprintable():
                yield f"the {what} holds characters that cannot be printed"
        if not self.summary:
            yield "the summary is empty"
        if len(set(self.size)) < len(self.size):
            yield f"size names {', '.join(self.size)}: one of them twice"
        names = [p.name for p in self.parameters]
        for p in self.parameters:
            if not NAME.fullmatch(p.name):
                yield f"parameter {p.name!r} is no name"
            if names.count(p.name) > 1:
                yield f"parameter {p.name} is declared twice"
            if p.when is not None and p.when[0] not in names:
                yield f"{p.name} depends on {p.when[0]}, which is not declared"
            elif p.when is not None and self.parameter(p.when[0]).when is not None:
                yield f"{p.name} depends on {p.when[0]}, which depends on another itself"
            if p.file and (p.default != "" or p.choices):
                yield f"{p.name} is a file: its default is an empty text, and it has no choices"
            try:
                p.check(p.default)
            except (OutOfRange, UnknownName) as error:
                yield f"the default of {p.name} is not allowed: {error}"
        for name in self.size:
            if name not in names or self.parameter(name).type != "int":
                yield f"size names {name}, which is no whole-number parameter"
        for level in self.levels:
            if [other.name for other in self.levels].count(level.name) > 1:
                yield f"level {level.name} is declared twice"
            if not NAME.fullmatch(level.name):
                yield f"level {level.name!r} is no name"
            try:
                cells = self.cells(self.values(level.parameters))
            except (OutOfRange, UnknownName, TopologyError) as error:
                yield f"level {level.name}: {error}"
            else:
                if type(level.mines) is not int:
                    yield f"level {level.name} has {level.mines!r} mines: that is no whole number"
                elif not 0 <= level.mines < cells:
                    yield f"level {level.name} has {level.mines} mines on {cells} cells"
        try:
            self.values({})
        except (OutOfRange, UnknownName, TopologyError) as error:
            yield f"the defaults do not go together: {error}"


_SIDES = get_args(Side)


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Keep the garbage collector out: a board is many small values, none of which is garbage, and
    looking through them again and again took half the time that a large one took to build.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _check_layout(topology: Topology) -> None:
    """Refuse a layout that cannot be drawn: what is no place, off all panels, or over another.

    Skipped on boards that are too large to look at. Cost: one pass.
    """
    layout, size = topology.layout, topology.size
    if size > _DRAWN:
        return
    taken: dict[tuple[int, int, int], int] = {}
    far = 8 * size + 1000

    def check(place: object, what: str) -> tuple[int, int, int]:
        if (
            not isinstance(place, tuple)
            or len(place) != 3
            or not all(type(value) is int for value in place)
            or not (0 <= place[0] < size and abs(place[1]) < far and abs(place[2]) < far)
        ):
            raise TopologyError(
                f"{what} stands at {place!r}: a place is (panel, row, column) in whole numbers,"
                " panels from 0, not far from the others",
                rule="places",
            )
        return place[0], place[1], place[2]

    for cell, place in enumerate(layout.places):
        panel, row, column = check(place, f"cell {topology.label(cell)}")
        for half in (column, column + 1):
            other = taken.setdefault((panel, row, half), cell)
            if other != cell:
                raise TopologyError(
                    f"cells {topology.label(other)} and {topology.label(cell)} are drawn over each"
                    f" other at panel {panel}, row {row}, column {half}",
                    cell=cell,
                    label=topology.label(cell),
                    rule="places",
                )
    for caption in layout.captions:
        check(caption.place, repr(caption.text))
        if caption.side not in _SIDES:
            raise TopologyError(
                f"the caption {caption.text!r} stands {caption.side!r}: it can stand"
                f" {', '.join(_SIDES)}"
            )
    for decoration in layout.decorations:
        check(decoration.place, repr(decoration.text))
    for ghost in layout.ghosts:
        check(ghost.place, "a ghost")
        if not 0 <= ghost.cell < size:
            raise TopologyError(f"a ghost repeats cell {ghost.cell}, which is not there")
