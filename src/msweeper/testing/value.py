"""Checks of a topology as a value: the same each time and everywhere, and never changed."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

from msweeper.plugins import last_line
from msweeper.testing.contract import CheckFailed, NotTried, at, check
from msweeper.testing.elsewhere import find_again, portraits_of
from msweeper.testing.portrait import Portrait, differences, portrait
from msweeper.testing.subject import Board, Subject
from msweeper.topology import Topology

__all__ = ["check_frozen", "check_pickle", "check_same_elsewhere", "check_same_twice"]

_HASH_SEEDS = ("1", "2", "3")


def _compare(one: Portrait, other: Portrait, topology: Topology, what: str) -> None:
    found = differences(one, other)
    if found is None:
        return
    part, cell = found
    where = "" if cell is None else f", at {at(topology, cell)}"
    raise CheckFailed(
        f"{what}: the {part} differ{where}",
        spec=topology.spec,
        cell=cell,
        label="" if cell is None else one.labels[cell],
    )


@check()
def check_same_twice(subject: Subject) -> None:
    """Two builds of a board are equal, down to where everything is drawn."""
    for topology, _, make in subject.boards:
        again = make()
        _compare(portrait(topology), portrait(again), topology, "a second build is another board")
        if again != topology or hash(again) != hash(topology):
            raise CheckFailed("a second build is not equal to the first", spec=topology.spec)


@check("same-twice")
def check_same_elsewhere(subject: Subject) -> str:
    """A build in another process, under another hash seed, gives the same board."""
    where = find_again(subject)
    if isinstance(where, str):
        raise NotTried(f"not tried: {where}")
    boards: Sequence[Board] = subject.boards
    wanted = [(board.topology.spec, board.values) for board in boards]
    for seed, found in zip(_HASH_SEEDS, portraits_of(where, wanted, _HASH_SEEDS), strict=True):
        if isinstance(found, str):
            raise CheckFailed(f"another process cannot build it: {found}")
        for board, other in zip(boards, found, strict=True):
            _compare(
                portrait(board.topology),
                other,
                board.topology,
                f"with PYTHONHASHSEED={seed} the board is another",
            )
    return f"hash seeds {', '.join(_HASH_SEEDS)}"


@check()
def check_frozen(subject: Subject) -> None:
    """Nothing of a built board can be changed."""
    for topology, *_ in subject.boards:
        for name in ("spec", "_labels", "remark"):
            try:
                setattr(topology, name, "changed")
            except AttributeError:
                continue
            raise CheckFailed(f"{name} can be set", spec=topology.spec)
        layout = topology.layout
        parts = {
            "labels": topology.labels,
            "places": layout.places,
            "titles": layout.titles,
            "captions": layout.captions,
            "decorations": layout.decorations,
            "ghosts": layout.ghosts,
            "polygons": layout.polygons or (),
        }
        for name, part in parts.items():
            if hasattr(part, "__setitem__"):
                raise CheckFailed(
                    f"its {name} are a {type(part).__name__}, which can change: make it a tuple",
                    spec=topology.spec,
                )


@check()
def check_pickle(subject: Subject) -> None:
    """A board comes back whole from a pickle, for other processes."""
    for topology, *_ in subject.small:
        try:
            again = pickle.loads(pickle.dumps(topology))
        except Exception as error:
            raise CheckFailed(
                f"it cannot be pickled: {last_line(error)}", spec=topology.spec
            ) from error
        _compare(portrait(topology), portrait(again), topology, "the pickle is another board")
        if again != topology:
            raise CheckFailed("what comes back is not equal", spec=topology.spec)
