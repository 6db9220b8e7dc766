"""The board without mines: cells, who touches whom, their labels, where they are drawn.

A cell is an ``int`` in ``range(topology.size)``. The order of cells is reading order of the
picture (panel, row, column); seeds, ids and saves rest on it.
"""

from __future__ import annotations

import itertools
import re
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NoReturn, final, overload

from msweeper.errors import ParseError, TopologyError, UnknownName
from msweeper.layout import Layout

__all__ = ["RESERVED", "Topology", "check_labels"]

RESERVED = frozenset(":;=@#/%")
"""Characters that no label may hold, besides white space."""
_TUPLES = 50_000  # cells whose neighbors are kept as tuples
_NEAR_LIMIT = 20_000  # labels that are searched for the nearest one
_PART = rf"[^\s,{''.join(sorted(RESERVED))}]+"
_GOOD = re.compile(rf"{_PART}(?:,{_PART})*")


@final
class Topology:
    """A frozen, hashable, picklable value: cells and who touches whom.

    `Topology(neighbors, labels, layout)` compiles what a plugin says and verifies it:
    ``neighbors[c]`` are the cells that touch cell ``c``, in any order. Built once for each
    board; about 40 bytes a cell at 8 neighbors.

    Raises:
        TopologyError: a neighbor out of range, repeated, one-way or the cell itself; a label
            that is repeated or holds a reserved character; counts that do not agree.
    """

    def __init__(
        self,
        neighbors: Iterable[Iterable[int]],
        labels: Sequence[str],
        layout: Layout,
        *,
        spec: str = "",
    ) -> None:
        starts = array("i", [0])
        flat = array("i")
        for cell, row in enumerate(neighbors):
            near = sorted(row)
            if near and not (near[0] >= -(2**31) and near[-1] < 2**31):
                raise TopologyError(
                    f"cell {cell} has a neighbor that is not in range({len(labels)})",
                    cell=cell,
                    label=str(labels[cell]) if cell < len(labels) else "",
                    rule="in-range",
                )
            flat.extend(near)
            starts.append(len(flat))
        labels = tuple(labels) if isinstance(labels, list) else labels
        self._keep(starts, flat, labels, layout, spec)
        _verify(self)

    def _keep(
        self, starts: array[int], flat: array[int], labels: Sequence[str], layout: Layout, spec: str
    ) -> None:
        self._starts = starts
        self._flat = flat
        self._labels = labels
        self._layout = layout
        self._spec = spec

    @classmethod
    def from_rows(
        cls,
        starts: array[int],
        flat: array[int],
        labels: Sequence[str],
        layout: Layout,
        *,
        spec: str = "",
    ) -> Topology:
        """Wrap compressed rows that are right by construction; nothing is verified.

        The neighbors of cell ``c`` are ``flat[starts[c]:starts[c + 1]]``, ascending.
        """
        topology = cls.__new__(cls)
        topology._keep(starts, flat, labels, layout, spec)
        return topology

    def with_spec(self, spec: str) -> Topology:
        """Return the same topology under the name `spec`. Shares everything; costs nothing."""
        return Topology.from_rows(self._starts, self._flat, self._labels, self._layout, spec=spec)

    @property
    def spec(self) -> str:
        """The canonical text that names this topology; empty when it has no name."""
        return self._spec

    @property
    def layout(self) -> Layout:
        return self._layout

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self._starts) - 1

    @property
    def rows(self) -> tuple[array[int], array[int]]:
        """The compressed rows ``(starts, flat)``, not copied: read them, never write."""
        return self._starts, self._flat

    @property
    def labels(self) -> Sequence[str]:
        """The label of each cell, in cell order; may be computed when asked for."""
        return self._labels

    def neighbors(self, cell: int) -> tuple[int, ...]:
        """Return the cells that touch `cell`, ascending."""
        self._check(cell)
        return tuple(self._flat[self._starts[cell] : self._starts[cell + 1]])

    def degree(self, cell: int) -> int:
        """Return how many cells touch `cell`."""
        self._check(cell)
        return self._starts[cell + 1] - self._starts[cell]

    @cached_property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        """All neighbors at once; made when first asked for, 60 bytes and more a cell."""
        starts, flat = self._starts, self._flat
        return tuple(tuple(flat[starts[cell] : starts[cell + 1]]) for cell in range(self.size))

    @cached_property
    def near(self) -> Sequence[Sequence[int]]:
        """The neighbors of each cell for tight loops: `adjacency`, or slices of large boards."""
        return self.adjacency if self.size <= _TUPLES else _Slices(*self.rows)

    @cached_property
    def max_degree(self) -> int:
        """The highest number that a cell could show."""
        starts = self._starts
        return max(map(int.__sub__, starts[1:], starts), default=0)

    def label(self, cell: int) -> str:
        """Return the name of `cell` for people."""
        self._check(cell)
        return self._labels[cell]

    def cell(self, label: str) -> int:
        """Return the cell that is called `label`.

        Raises:
            ParseError: text that can be no label.
            UnknownName: no cell is called so; names the nearest one.
        """
        if isinstance(self._labels, tuple | list):
            found = self._by_label.get(label)
        else:  # labels computed on demand know their own way back
            try:
                found = self._labels.index(label)
            except ValueError:
                found = None
        if found is None:
            self._unknown(label)
        return found

    @cached_property
    def _by_label(self) -> dict[str, int]:
        return {label: cell for cell, label in enumerate(self._labels)}

    def _unknown(self, label: str) -> NoReturn:
        bad = next((i for i, c in enumerate(label) if c in RESERVED or c.isspace()), None)
        if bad is not None or not label:
            what = repr(label[bad]) if bad is not None else "an empty text"
            raise ParseError(
                f"{label!r} is no label: it cannot hold {what}; labels look like {self._examples}",
                text=label,
                position=bad or 0,
            )
        numeric = _integers(self._labels[0]) is not None
        if numeric and _integers(label) is None:
            raise ParseError(
                f"{label!r} is no label: labels look like {self._examples}", text=label
            )
        raise UnknownName(
            "cell",
            label,
            (),
            near=self._near(label),
            note=f" (labels run from {self._labels[0]} to {self._labels[-1]})",
        )

    @property
    def _examples(self) -> str:
        return " or ".join(dict.fromkeys((self._labels[0], self._labels[-1])))

    def _near(self, label: str) -> tuple[str, ...]:
        if self.size > _NEAR_LIMIT:
            return ()
        wanted = _integers(label)
        if wanted is None:
            return UnknownName("cell", label, self._labels).near[:1]
        best: tuple[int, str] | None = None
        for known in self._labels:
            numbers = _integers(known)
            if numbers is None or len(numbers) != len(wanted):
                continue
            far = sum((a - b) ** 2 for a, b in zip(numbers, wanted, strict=True))
            if best is None or far < best[0]:
                best = far, known
        return () if best is None else (best[1],)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 (hexadecimal) of labels and adjacency: equal means the same geometry."""
        from hashlib import sha256

        digest = sha256("\n".join(self._labels).encode())
        for part in (self._starts, self._flat):
            data = array("i", part)
            if sys.byteorder == "big":
                data.byteswap()
            digest.update(data.tobytes())
        return digest.hexdigest()

    def _check(self, cell: int) -> None:
        if not 0 <= cell < self.size:  # a negative index would silently count from the end
            raise IndexError(f"cell {cell} is not in range({self.size})")

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.size))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Topology):
            return NotImplemented
        return self is other or (
            self._spec == other._spec
            and self._starts == other._starts
            and self._flat == other._flat
        )

    @cached_property
    def _hash(self) -> int:
        return hash((self._spec, self._starts.tobytes(), self._flat.tobytes()))

    def __hash__(self) -> int:
        return self._hash

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_spec"):
            raise AttributeError(f"a topology is frozen: {name} cannot be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a topology is frozen: {name} cannot be deleted")

    def __getstate__(self) -> dict[str, object]:
        kept = ("_starts", "_flat", "_labels", "_layout", "_spec")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"<Topology {self._spec or 'without a name'}: {self.size} cells>"


@final
class _Slices(Sequence[Sequence[int]]):
    """Compressed rows as a sequence of rows, each made when asked for."""

    def __init__(self, starts: array[int], flat: array[int]) -> None:
        self.starts = starts
        self.flat = flat

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, cell: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[Sequence[int]]: ...
    def __getitem__(self, cell: int | slice) -> Sequence[int] | Sequence[Sequence[int]]:
        if isinstance(cell, slice):
            return [self[c] for c in range(*cell.indices(len(self)))]
        return self.flat[self.starts[cell] : self.starts[cell + 1]]


def _integers(label: str) -> tuple[int, ...] | None:
    """Return the numbers of a label like ``-1,2``, or None where it is not made of numbers."""
    try:
        return tuple(int(part) for part in label.split(","))
    except ValueError:
        return None


def check_labels(labels: Iterable[str]) -> None:
    """Refuse labels, in cell order, that are repeated, reserved or cannot be typed.

    Raises:
        TopologyError: for the first of them.
    """
    seen: dict[str, int] = {}
    for cell, label in enumerate(labels):
        if not (isinstance(label, str) and label.isprintable() and _GOOD.fullmatch(label)):
            _refuse_label(cell, label)
        first = seen.setdefault(label, cell)
        if first != cell:
            raise TopologyError(
                f"cells {first} and {cell} are both labelled {label}",
                cell=cell,
                label=label,
                rule="labels",
            )


def _refuse_label(cell: int, label: object) -> NoReturn:
    if not isinstance(label, str) or not label or label.strip(",") != label:
        raise TopologyError(
            f"cell {cell} has the label {label!r}, which is no text that can be typed",
            cell=cell,
            label=str(label),
            rule="labels",
        )
    bad = next((c for c in label if c in RESERVED or c.isspace() or not c.isprintable()), ",,")
    raise TopologyError(
        f"cell {cell} has the label {label!r}: {bad!r} is reserved",
        cell=cell,
        label=label,
        rule="labels",
    )


def _verify(topology: Topology) -> None:
    """Raise TopologyError for the first cell that breaks a rule. Cost: linear, with hashing."""
    size = topology.size
    labels = topology.labels
    if len(labels) != size or len(topology.layout) != size:
        raise TopologyError(
            f"{size} cells have {len(labels)} labels and {len(topology.layout)} places:"
            " there must be one of each for every cell"
        )
    if size == 0:
        raise TopologyError("a topology needs at least one cell")
    check_labels(labels)
    sets = [frozenset(topology.neighbors(cell)) for cell in topology]
    for cell, label in enumerate(labels):
        row = topology.neighbors(cell)
        if len(sets[cell]) != len(row):
            twice = next(a for a, b in itertools.pairwise(row) if a == b)
            raise TopologyError(
                f"cell {cell} ({label}) lists its neighbor {twice} more than once",
                cell=cell,
                label=label,
                rule="unique",
            )
        for other in row:
            if not 0 <= other < size:
                raise TopologyError(
                    f"cell {cell} ({label}) has the neighbor {other}, which is not in"
                    f" range({size})",
                    cell=cell,
                    label=label,
                    rule="in-range",
                )
            if other == cell:
                raise TopologyError(
                    f"cell {cell} ({label}) is its own neighbor",
                    cell=cell,
                    label=label,
                    rule="no-self",
                )
            if cell not in sets[other]:
                raise TopologyError(
                    f"cell {cell} ({label}) has the neighbor {other} ({labels[other]}), which does"
                    " not have it: neighbors go both ways",
                    cell=cell,
                    label=label,
                    rule="symmetric",
                )
