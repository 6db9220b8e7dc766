"""A good small family, and what a change of one thing makes of it. A plugin, so that it is found
again in another process."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import overload

from msweeper.errors import TopologyError
from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.layout import Decoration, Ghost, Layout, Place, Point
from msweeper.topology import Topology

_COUNTER = count()


@dataclass
class Parts:
    """What a board is made of, each thing by itself."""

    width: int
    height: int
    near: list[list[int]]
    labels: Sequence[str]
    places: Sequence[Place]
    decorations: tuple[Decoration, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    polygons: tuple[tuple[Point, ...], ...] | None = None
    spec: str = ""


Mutate = Callable[[Parts], None]


def parts(width: int, height: int) -> Parts:
    """Return cells in rows, each touching the four beside it."""
    cells = [(y, x) for y in range(height) for x in range(width)]
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return Parts(
        width,
        height,
        [
            [cells.index((y + dy, x + dx)) for dy, dx in steps if (y + dy, x + dx) in cells]
            for y, x in cells
        ],
        tuple(f"{y + 1},{x + 1}" for y, x in cells),
        tuple(Place(0, y, 2 * x) for y, x in cells),
    )


def unverified(made: Parts) -> Topology:
    """Compile as it stands: rows that claim to be right by construction."""
    starts, flat = array("i", [0]), array("i")
    for row in made.near:
        flat.extend(row)
        starts.append(len(flat))
    return Topology.from_rows(starts, flat, made.labels, layout(made), spec=made.spec)


def verified(made: Parts) -> Topology:
    return Topology(made.near, made.labels, layout(made), spec=made.spec)


def layout(made: Parts) -> Layout:
    return Layout(
        made.places,
        decorations=made.decorations,
        ghosts=made.ghosts,
        polygons=made.polygons,
    )


def build(
    mutate: Mutate, compiled: Callable[[Parts], Topology], width: int, height: int
) -> Topology:
    made = parts(width, height)
    if made.width > 2 and made.height > 1:  # smaller ones have not enough to change
        mutate(made)
    return compiled(made)


def cells(width: int, height: int) -> int:
    return width * height


def family(
    name: str, mutate: Mutate, compiled: Callable[[Parts], Topology] = unverified
) -> TopologyFactory:
    return TopologyFactory(
        name=name,
        summary="cells in rows, four neighbors",
        parameters=(
            Parameter("width", 5, 1, 60, help="cells in a row"),
            Parameter("height", 3, 1, 60, help="rows"),
        ),
        count=cells,
        build=partial(build, mutate, compiled),
        size=("width", "height"),
        levels=(
            Level("beginner", {"width": 7, "height": 6}, 4),
            Level("expert", {"width": 9, "height": 7}, 9),
        ),
        description="Labels are row,column, counted from 1.",
    )


# Mutations of who touches whom


def nothing(made: Parts) -> None:
    """Leave it as it is."""


def one_way(made: Parts) -> None:
    made.near[0].append(made.width + 1)


def off_the_board(made: Parts) -> None:
    made.near[1].append(len(made.near))


def itself(made: Parts) -> None:
    made.near[2] = sorted([*made.near[2], 2])


def repeat(made: Parts) -> None:
    made.near[2] = sorted([*made.near[2], made.near[2][0]])


def descending(made: Parts) -> None:
    made.near[1].reverse()


# Mutations of names and places


def label_clash(made: Parts) -> None:
    made.labels = ("1,2", *made.labels[1:])


def reserved_label(made: Parts) -> None:
    made.labels = ("a/b", *made.labels[1:])


def one_place(made: Parts) -> None:
    made.places = (made.places[1], *made.places[1:])


def half_a_cell(made: Parts) -> None:
    made.places = (made.places[0]._replace(column=1), *made.places[1:])


def other_order(made: Parts) -> None:
    made.places = tuple(place._replace(row=-place.row) for place in made.places)


def hidden_text(made: Parts) -> None:
    made.decorations = (Decoration("here", Place(0, 0, -2)),)


def doubled_ghost(made: Parts) -> None:
    made.ghosts = (Ghost(0, Place(0, 0, 2 * made.width)), Ghost(1, Place(0, 0, 2 * made.width)))


def ghost_on_a_cell(made: Parts) -> None:
    made.ghosts = (Ghost(0, Place(0, 1, 2)),)


def dead_end(made: Parts) -> None:
    """Put the last cell behind ghosts, which lead every motion back to the first."""
    made.places = (*made.places[:-1], Place(1, 0, 10))
    made.ghosts = (Ghost(0, Place(1, 0, 0)), Ghost(0, Place(1, 0, 20)))
    made.ghosts += tuple(
        Ghost(0, Place(1, row, column)) for row in range(-40, 41) for column in (8, 10, 12) if row
    )


def flat_outline(made: Parts) -> None:
    square: tuple[Point, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
    line: tuple[Point, ...] = ((0, 0), (1, 0), (2, 0))
    made.polygons = (*([square] * (len(made.near) - 1)), line)


def writable(made: Parts) -> None:
    made.labels = list(made.labels)


# Mutations of the value


class Labels(Sequence[str]):
    """Labels computed on demand, as a plugin may bring them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, cell: int) -> str: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[str]: ...
    def __getitem__(self, cell: int | slice) -> str | Sequence[str]:
        return self.texts[cell]


class Shifted(Labels):
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        return (self.texts.index(str(value)) + 1) % len(self.texts)


class Impatient(Labels):
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        return {text: cell for cell, text in enumerate(self.texts)}[str(value)]


class Lenient(Labels):
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        return self.texts.index(str(value).strip())


class Unpicklable(Labels):
    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(texts)
        self.key = lambda: 0


class Forgetful(Labels):
    def __reduce__(self) -> tuple[type[tuple[str, ...]], tuple[tuple[str, ...]]]:
        return tuple, (tuple(text + "," + text for text in self.texts),)


def shifted(made: Parts) -> None:
    made.labels = Shifted(made.labels)


def impatient(made: Parts) -> None:
    made.labels = Impatient(made.labels)


def lenient(made: Parts) -> None:
    made.labels = Lenient(made.labels)


def unpicklable(made: Parts) -> None:
    made.labels = Unpicklable(made.labels)


def forgetful(made: Parts) -> None:
    made.labels = Forgetful(made.labels)


def hash_order(made: Parts) -> None:
    """Name the cells of the first row in the order of a set of texts."""
    names = tuple({f"cell{x}" for x in range(made.width)})
    made.labels = (*names, *made.labels[made.width :])


def each_time(made: Parts) -> None:
    made.labels = (f"build{next(_COUNTER)}", *made.labels[1:])


# Families


def mixed_sides(width: int, height: int) -> Topology:
    return verified(parts(max(width, height), min(width, height)))


def dominoes(width: int, height: int) -> Topology:
    """Pairs that touch each other and nothing else: nobody can tell their cells apart."""
    made = parts(width, height)
    made.near = [[cell ^ 1] if cell ^ 1 < len(made.near) else [] for cell in range(len(made.near))]
    return verified(made)


def wrong_count(width: int, height: int) -> int:
    return width * height + 1


def any_count(width: int, height: int) -> int:
    return min(width, 60) * min(height, 60)


def no_levels_fit(width: int, height: int) -> Topology:
    if (width, height) == (9, 7):
        raise ZeroDivisionError("seven rows")
    return verified(parts(width, height))


def refuses_always(rule: str, width: int, height: int) -> Topology:
    raise TopologyError("broken", rule=rule)


class Moody:
    """Builds each board once; then refuses it for a breach that nobody can see any more."""

    def __init__(self) -> None:
        self.built: set[tuple[int, int]] = set()

    def __call__(self, width: int, height: int) -> Topology:
        if (width, height) in self.built:
            raise TopologyError("not again", rule="symmetric")
        self.built.add((width, height))
        return verified(parts(width, height))


def never_built(rule: str) -> TopologyFactory:
    """Return a family no board of which is ever built, for a breach of `rule`."""
    return replace(GOOD, name="never-built", build=partial(refuses_always, rule))


GOOD = family("good", nothing)
MUTANTS: dict[str, TopologyFactory] = {
    "symmetric": family("one-way", one_way),
    "in-range": family("off-the-board", off_the_board),
    "no-self": family("itself", itself),
    "unique": family("repeat", repeat),
    "ascending": family("descending", descending),
    "labels": family("label-clash", label_clash),
    "labels ": family("reserved-label", reserved_label),
    "labels-back": family("shifted", shifted),
    "label-junk": family("impatient", impatient),
    "label-junk ": family("lenient", lenient),
    "places": family("one-place", one_place),
    "places ": family("half-a-cell", half_a_cell),
    "places  ": family("ghost-on-a-cell", ghost_on_a_cell),
    "reading-order": family("other-order", other_order),
    "captions": family("hidden-text", hidden_text),
    "drawn-once": family("doubled-ghost", doubled_ghost),
    "motions": family("dead-end", dead_end),
    "polygons": family("flat-outline", flat_outline),
    "frozen": family("writable", writable),
    "pickle": family("unpicklable", unpicklable),
    "pickle ": family("forgetful", forgetful),
    "same-elsewhere": family("hash-order", hash_order),
    "same-twice": family("each-time", each_time),
    "not-square": replace(GOOD, name="mixed-sides", build=mixed_sides),
    "fairness": replace(GOOD, name="dominoes", build=dominoes),
    "builds": replace(GOOD, name="wrong-count", count=wrong_count),
    "builds ": replace(GOOD, name="no-levels-fit", build=no_levels_fit),
    "builds  ": never_built("nonsense"),
    "builds   ": never_built("factory"),
    "factory": replace(GOOD, name="silent", summary=""),
    "levels-differ": replace(
        GOOD,
        name="same-levels",
        levels=tuple(Level(name, {"width": 7, "height": 6}, 4) for name in ("beginner", "hard")),
    ),
    "levels-differ ": replace(GOOD, name="hard-first", levels=GOOD.levels[::-1]),
    "spec-absurd": replace(
        GOOD,
        name="endless",
        parameters=(
            Parameter("width", 5, help="cells in a row"),
            Parameter("height", 3, help="rows"),
        ),
        count=any_count,
    ),
}
"""By the name of the check that must find it."""
REFUSED: dict[str, TopologyFactory] = {
    check: family(f"refused-{check}", mutate, verified)
    for check, mutate in {
        "symmetric": one_way,
        "in-range": off_the_board,
        "no-self": itself,
        "unique": repeat,
        "labels": label_clash,
    }.items()
} | {"places": family("refused-places", one_place, verified)}
"""The same, compiled with the verification that refuses them while building."""


def msweeper_topologies() -> Iterator[TopologyFactory]:
    """Offer what must be found again in another process; looking costs most of the time."""
    yield from (GOOD, MUTANTS["same-elsewhere"])
