"""What is checked: a factory, or a function that makes one board, and what its author expects."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, final

from msweeper.content import Remembered
from msweeper.errors import MsweeperError, OutOfRange, TopologyError
from msweeper.factory import TopologyFactory, Value
from msweeper.plugins import last_line, silence
from msweeper.spec import Spec
from msweeper.testing.samples import samples
from msweeper.topology import Topology

__all__ = [
    "LONE",
    "LOOKED_AT",
    "SMALL",
    "Board",
    "BuildFailed",
    "Make",
    "Source",
    "Subject",
    "Symmetry",
]

Make = Callable[[], Topology]
Source = TopologyFactory | Make
Symmetry = Callable[[Topology], Sequence[int]]
"""From a board to a permutation of its cells: cell ``c`` goes to ``permutation[c]``."""

SMALL = 200
"""Boards up to this many cells are played and drawn; larger ones are looked at once."""
LONE = 2_000
"""The same for a board that is looked at alone."""
LOOKED_AT = 20_000
"""Levels up to this many cells are looked at, cell by cell."""
_TOLD = frozenset({"in-range", "unique", "no-self", "symmetric", "labels", "places"})
"""What a build refuses by the name of a check that looks at every board, and so tells it."""


class BuildFailed(Exception):
    """A board that could not be built; `rule` names the check that is about the reason."""

    def __init__(
        self, message: str, rule: str, spec: str, cell: int | None = None, label: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.spec = spec
        self.cell = cell
        self.label = label


class Board(NamedTuple):
    """A board that was built, and how it can be built again."""

    topology: Topology
    values: Mapping[str, Value]
    """Every parameter; empty where there is no factory."""
    make: Make


@final
class Subject:
    """What is checked.

    Args:
        source: a factory, or a function that makes one board.
        name: the name that the factory answers to, where it is not its own.
        given: the parameters of the board that the expectations are about; without them that is
            the board of the defaults.
        alone: whether no other board is looked at.
        size: how many cells that board has.
        degrees: how many of its cells have how many neighbors.
        labels: the labels of some of its cells, by cell.
        symmetries: each gives for a board a permutation of its cells that keeps who touches whom.
        files: the files of plugins that must be loaded before the factory can be found again.
        clock: the time in seconds.
    """

    def __init__(
        self,
        source: Source,
        *,
        name: str = "",
        given: Mapping[str, Value] | None = None,
        alone: bool = False,
        size: int | None = None,
        degrees: Mapping[int, int] | None = None,
        labels: Mapping[int, str] | None = None,
        symmetries: Iterable[Symmetry] = (),
        registered: bool = False,
        files: Sequence[str] = (),
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.factory = source if isinstance(source, TopologyFactory) else None
        self.maker = None if isinstance(source, TopologyFactory) else source
        self.given = dict(given or {})
        self.alone = alone or self.factory is None
        self.size = size
        self.degrees = degrees
        self.labels = labels
        self.symmetries = tuple(symmetries)
        self.registered = registered
        """Whether `load_plugins` finds the factory by its name."""
        self.files = tuple(files)
        self.clock = clock
        self._contents = Remembered()
        self.name = name or (self.factory.name if self.factory else "the board")

    def build(self, values: Mapping[str, Value]) -> Topology:
        """Build a board anew.

        Raises:
            BuildFailed: it cannot be built.
        """
        spec = ""
        try:
            with silence():
                if self.factory is None:
                    assert self.maker is not None
                    return _compiled(self.maker())
                spec = self.factory.text(self.factory.values(values), self.name)
                return self.factory.topology(self.name, **values)
        except TopologyError as error:
            rule = error.rule if error.rule in _TOLD else "builds"
            raise BuildFailed(str(error), rule, spec, error.cell, error.label) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit and worse
            why = str(error) if isinstance(error, MsweeperError) else last_line(error)
            raise BuildFailed(f"it cannot be built: {why}", "builds", spec) from error

    def parse(self, spec: Spec) -> dict[str, Value]:
        """Parse a spec of the factory; it may name the files of the boards by their hash."""
        assert self.factory is not None
        return self.factory.parse(spec, self._contents)

    def _board(self, values: Mapping[str, Value]) -> Board:
        for parameter in self.factory.parameters if self.factory else ():
            if parameter.type == "file":
                self._contents.keep(str(values[parameter.name]))
        return Board(self.build(values), values, lambda: self.build(values))

    @cached_property
    def one(self) -> Board:
        """The board that the expectations are about."""
        if self.factory is None:
            return self._board({})
        return self._board(self.factory.values(self.given))

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards that are looked at, each once: levels, and small ones of every kind.

        Raises:
            BuildFailed: one cannot be built, or the parameters cannot be worked out.
        """
        found = self._boards
        if isinstance(found, BuildFailed):
            raise found
        return found

    @cached_property
    def _boards(self) -> tuple[Board, ...] | BuildFailed:
        try:
            return tuple(self._find_boards())
        except BuildFailed as failure:
            return failure
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the author's check or count
            found = BuildFailed(f"its parameters fail: {last_line(error)}", "builds", "")
            found.__cause__ = error
            return found

    def _find_boards(self) -> Iterator[Board]:
        yield self.one
        if self.factory is None or self.alone:
            return
        seen = {self.one.topology.spec}
        levels = [self.factory.values(level.parameters) for level in self.factory.levels]
        for values in [*levels, *samples(self.factory)]:
            spec = self.factory.text(values, self.name)
            most = LOOKED_AT if values in levels else SMALL
            if spec in seen or self.factory.cells(values) > most:
                continue
            seen.add(spec)
            try:
                yield self._board(values)
            except BuildFailed as failure:
                # a build may find out by itself what it cannot do; a level must be possible
                if values in levels or not isinstance(failure.__cause__, OutOfRange):
                    raise

    @property
    def small(self) -> tuple[Board, ...]:
        """The boards that are small enough to be played and drawn many times.

        A board that is the only one may be larger: its author waits for it.
        """
        most = LONE if self.alone else SMALL
        return tuple(board for board in self.boards if board.topology.size <= most)


def _compiled(topology: object) -> Topology:
    if not isinstance(topology, Topology):
        raise TopologyError(f"{type(topology).__name__} was made, not a Topology")
    return topology
