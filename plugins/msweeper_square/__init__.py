"""The flat board: square cells, up to 8 neighbors, labels ``row,column`` from 1.

With other neighbors, joined edges (cylinder, torus, Moebius strip, Klein bottle) and any outline.
"""

from __future__ import annotations

from collections.abc import Iterable

from msweeper.factory import Level, Parameter, TopologyFactory, Value
from msweeper.hookspecs import hookimpl
from msweeper.lattice import box_offsets, from_offsets, side_offsets
from msweeper.layout import Caption, Place
from msweeper.topology import Topology

__all__ = ["msweeper_topologies"]

STEPS = {
    "8": box_offsets(2),
    "4": side_offsets(2),
    "knight": tuple(
        (y, x) for y, x in box_offsets(2) for y, x in ((2 * y, x), (y, 2 * x)) if y * x
    ),
}
"""The steps to the neighbors as (row, column)."""

ROWS, COLUMNS = 0, 1
SEAMS: dict[str, tuple[tuple[int, ...], dict[int, int]]] = {
    "none": ((), {}),
    "cylinder": ((COLUMNS,), {}),
    "torus": ((ROWS, COLUMNS), {}),
    "mobius": ((), {COLUMNS: ROWS}),
    "klein": ((ROWS,), {COLUMNS: ROWS}),
}
"""The axes that wrap, and those that wrap in a mirror, with the axis that is mirrored."""

ALIKE = {
    ("8", "cylinder"): ((4, 1),),
    ("8", "mobius"): ((4, 1),),
    ("4", "cylinder"): ((4, 1),),
    ("4", "mobius"): ((4, 1),),
    ("knight", "cylinder"): ((6, 4), (8, 3)),
    ("knight", "torus"): ((6, 6),),
    ("knight", "mobius"): ((4, 5), (4, 7), (8, 3)),
}
"""Width and height of the joined boards, none with a side too short, on which cells that do not
touch have the same neighbors: all there are up to 12, and with that all. Two cells with a common
neighbor are at most 4 columns and 4 rows apart, so longer ways around join nothing more."""
MOST = 4_000_000
"""Cells of a board, and places in a drawing."""


def outline(text: str) -> list[str]:
    """Return the rows of a mask: ``#`` where a cell stands."""
    return text.split("\n")


def build(width: int, height: int, neighbors: str, wrap: str, mask: str) -> Topology:
    """Build `height` rows of `width` cells, or those of the mask."""
    rows = outline(mask)
    if mask:
        width, height = max(map(len, rows)), len(rows)
    wrapped, flipped = SEAMS[wrap]
    depth = 2 if neighbors == "knight" else 1
    lines: Iterable[int] = range(1, height + 1)
    columns: Iterable[int] = range(1, width + 1)
    if mask:  # only those that have a cell
        lines = [y for y, row in enumerate(rows, 1) if "#" in row]
        columns = sorted({x for row in rows for x, sign in enumerate(row, 1) if sign == "#"})
    captions = [Caption(str(x), Place(0, 1, 2 * x), "above") for x in columns]
    captions += [Caption(str(y), Place(0, y, 2), "left") for y in lines]
    return from_offsets(
        (range(1, height + 1), range(1, width + 1)),
        STEPS[neighbors],
        place=lambda y, x: (0, y, 2 * x),
        outline=(lambda y, x: rows[y - 1][x - 1 : x] == "#") if mask else None,
        wrapped=wrapped,
        flipped=flipped,
        captions=captions,
        ring={axis: min(depth, (height, width)[axis]) for axis in (*wrapped, *flipped)},
    )


def count(width: int, height: int, neighbors: str, wrap: str, mask: str) -> int:
    return mask.count("#") if mask else width * height


def check(width: int, height: int, neighbors: str, wrap: str, mask: str) -> str | None:
    if mask:
        rows = outline(mask)
        width, height = max(map(len, rows)), len(rows)
        strange = set(mask) - set("#. \n")
        if strange:
            at = next(at for at, sign in enumerate(mask) if sign in strange)
            line = mask.count("\n", 0, at) + 1
            return f"line {line} of the mask has {mask[at]!r}; # is a cell, a blank or . is none"
        if "#" not in mask:
            return "the mask has no # and so no cell"
        if width * height > MOST:
            return (
                f"the mask is {width:,} wide and {height:,} high; a drawing has at most {MOST:,}"
                " places for cells, empty ones too"
            )
    wrapped, flipped = SEAMS[wrap]
    for axis, side, length in ((COLUMNS, "width", width), (ROWS, "height", height)):
        if axis in (*wrapped, *flipped) and length < 4:
            return (
                f"with wrap={wrap} the {side} is at least 4: on a shorter board there can be"
                " cells that no number tells apart"
            )
        if wrap != "none" and length == 2:
            return (
                f"with wrap={wrap} the {side} is not 2: there would be cells that no number tells"
                " apart"
            )
    if mask and mask.count("#") < width * height:  # what holes do is up to who draws them
        return None
    if wrap != "none" and neighbors == "knight" and height == 1:
        return f"with wrap={wrap} the height is not 1 for neighbors=knight: no cell touches another"
    if (width, height) in ALIKE.get((neighbors, wrap), ()):
        return (
            f"with wrap={wrap} the board is not {width} wide and {height} high for"
            f" neighbors={neighbors}: there would be cells that touch the same others, which no"
            " number tells apart"
        )
    return None


def level(name: str, width: int, height: int, mines: int, **more: Value) -> Level:
    return Level(name, {"width": width, "height": height, **more}, mines)


@hookimpl
def msweeper_topologies() -> list[TopologyFactory]:
    without_mask = ("mask", ("",))
    return [
        TopologyFactory(
            name="square",
            summary="square cells, 8 neighbors: the classic board",
            parameters=(
                Parameter("width", 9, 1, MOST, help="cells in a row", when=without_mask),
                Parameter("height", 9, 1, MOST, help="rows", when=without_mask),
                Parameter("neighbors", "8", choices=tuple(STEPS), help="which cells touch"),
                Parameter("wrap", "none", choices=tuple(SEAMS), help="which edges are joined"),
                Parameter("mask", "", file=True, help="a drawing of the board: # is a cell"),
            ),
            size=("width", "height"),
            levels=(
                level("beginner", 9, 9, 10),
                level("intermediate", 16, 16, 40),
                level("expert", 30, 16, 99),
                level("torus-beginner", 10, 8, 17, wrap="torus"),
                level("torus-intermediate", 16, 16, 60, wrap="torus"),
                level("torus-expert", 31, 16, 132, wrap="torus"),
                level("edges-beginner", 9, 9, 9, neighbors="4"),
                level("edges-intermediate", 16, 16, 35, neighbors="4"),
                level("edges-expert", 30, 16, 81, neighbors="4"),
                level("knight-beginner", 9, 9, 14, neighbors="knight"),
                level("knight-intermediate", 16, 16, 53, neighbors="knight"),
                level("knight-expert", 30, 16, 134, neighbors="knight"),
            ),
            count=count,
            build=build,
            check=check,
            description="Labels are row,column, counted from 1 at the top left: 2,3 is the third "
            "cell of the second row. neighbors=4 leaves out the diagonals, neighbors=knight are "
            "the cells a knight's move away. wrap=cylinder joins the left and the right edge, "
            "torus also the upper and the lower one; mobius joins left and right upside down, "
            "klein also the upper and the lower edge, straight. What stands outside the frame "
            "then is the other side of the board, drawn once more. A mask is a text file in which "
            "# is a cell and a blank or . is none; it gives the size too.",
        )
    ]
