"""The flat board: square cells, up to 8 neighbors, labels ``row,column`` from 1.

With other neighbors, joined edges (cylinder, torus, Moebius strip, Klein bottle) and any outline.
"""

from __future__ import annotations

from msweeper.factory import Level, Parameter, TopologyFactory, Value
from msweeper.hookspecs import hookimpl
from msweeper.lattice import box_offsets, from_offsets, mask, side_offsets
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
    columns = [Caption(str(x), Place(0, 1, 2 * x), "above") for x in range(1, width + 1)]
    lines = [Caption(str(y), Place(0, y, 2), "left") for y in range(1, height + 1)]
    board = from_offsets(
        (range(1, height + 1), range(1, width + 1)),
        STEPS[neighbors],
        place=lambda y, x: (0, y, 2 * x),
        wrapped=wrapped,
        flipped=flipped,
        captions=columns + lines,
        ring={axis: min(depth, (height, width)[axis]) for axis in (*wrapped, *flipped)},
    )
    return _masked(board, "".join(row.ljust(width) for row in rows)) if mask else board


def _masked(board: Topology, cells: str) -> Topology:
    return mask(board, [cell for cell, sign in enumerate(cells) if sign == "#"])


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
                Parameter("width", 9, 1, 4_000_000, help="cells in a row", when=without_mask),
                Parameter("height", 9, 1, 4_000_000, help="rows", when=without_mask),
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
