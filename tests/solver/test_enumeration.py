"""Everything that the solver says, against trying all minefields one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import InconsistentView, MsweeperError
from msweeper.layout import Layout, Place
from msweeper.plugins import Registered, Registry, load_plugins
from msweeper.solver import analyze, deduce, explain
from msweeper.solver import count as counting
from msweeper.solver.odds import shrink
from msweeper.topology import Topology
from msweeper.view import View
from tests import support

MOST_CELLS = 16
REGISTRY = load_plugins()


def fields(view: View, numbers: Collection[int], mines: int | None) -> Iterator[frozenset[int]]:
    """Yield each minefield that fits these numbers; of any size, if `mines` is None."""
    closed = [cell for cell, shown in enumerate(view.cells) if shown < 0]
    near = view.topology.adjacency
    for count in range(len(closed) + 1) if mines is None else (mines,):
        for field in map(frozenset, combinations(closed, count)):
            if all(len(field.intersection(near[n])) == view.cells[n] for n in numbers):
                yield field


def possible(view: View, numbers: Collection[int], mines: int | None) -> bool:
    return next(fields(view, numbers, mines), None) is not None


def numbers_of(view: View) -> list[int]:
    return [cell for cell, shown in enumerate(view.cells) if shown >= 0]


def check_odds(view: View) -> None:
    """Compare chances, counts and certain cells with enumeration; no tolerance."""
    found = list(fields(view, numbers_of(view), view.mines))
    if not found:
        with pytest.raises(InconsistentView) as caught:
            analyze(view)
        check_conflict(view, caught.value.cells)
        return
    analysis = analyze(view)
    assert analysis.exact
    assert analysis.minefields == len(found)
    closed = [cell for cell, shown in enumerate(view.cells) if shown < 0]
    expected = {c: Fraction(sum(c in field for field in found), len(found)) for c in closed}
    assert dict(analysis.odds) == expected
    assert sum(expected.values()) == view.mines
    assert analysis.safe == tuple(cell for cell in closed if expected[cell] == 0)
    assert analysis.mine == tuple(cell for cell in closed if expected[cell] == 1)
    assert all(analysis.p(cell) == float(expected[cell]) for cell in closed)
    assert not any(analysis.se(cell) for cell in closed)


def check_conflict(view: View, cells: Collection[int]) -> None:
    """The numbers clash, and without any one of them they do not."""
    mines = view.mines if possible(view, numbers_of(view), None) else None
    assert not possible(view, cells, mines)
    for cell in cells:
        assert possible(view, [c for c in cells if c != cell], mines)


def check_deductions(view: View, *, everything: bool) -> None:
    """Each deduction follows from the numbers it names alone; `explain` leaves no cell out."""
    deductions = {found.cell: found for found in deduce(view)}
    analysis = analyze(view)
    for cell in (*analysis.safe, *analysis.mine) if everything else deductions:
        found = explain(view, cell)
        assert found is not None
        assert deductions.get(cell, found) == found
        assert found.is_mine == (analysis.odds[cell] == 1)
        mines = view.mines if found.uses_count else None
        assert all((cell in f) == found.is_mine for f in fields(view, found.because, mines))
        assert found.text(view.topology).startswith(view.topology.label(cell))
        if found.rule == "every minefield":
            for spared in found.because:
                fewer = [n for n in found.because if n != spared]
                assert any((cell in f) != found.is_mine for f in fields(view, fewer, mines))
    assert not any(found.uses_count for found in deduce(view, count=False))


def small(registered: Registered) -> Iterator[Topology]:
    """Yield a registered topology in its smaller sizes, whatever its parameters are."""
    factory = registered.factory
    sizes = factory.size_names(factory.values({}, complete=False))
    for values in product(*[range(factory.parameter(name).minimum or 0, 6) for name in sizes]):
        given = dict(zip(sizes, values, strict=True))
        try:
            cells = factory.count(**factory.values(given))
        except MsweeperError:
            continue
        if 3 <= cells <= MOST_CELLS + 3:
            yield registered.build(given)
    for topology in support.small(registered):  # the other parameters too
        if 3 <= topology.size <= MOST_CELLS + 3:
            yield topology


def position(topology: Topology, chance: Random, *, opened: int = 0) -> View:
    """Return a random position: any mines, any cells open."""
    mines = chance.randint(0, min(topology.size - 1, 6))
    field = set(chance.sample(range(topology.size), mines))
    safe = [cell for cell in topology if cell not in field]
    least = max(0, topology.size - MOST_CELLS, min(opened, len(safe)))
    shown = chance.sample(safe, chance.randint(min(least, len(safe)), len(safe)))
    return View.of(
        topology, mines, {c: len(field.intersection(topology.neighbors(c))) for c in shown}
    )


def spoiled(view: View, chance: Random) -> View:
    """Return `view` with one number changed to anything."""
    cell = chance.choice(numbers_of(view))
    cells = {c: view.cells[c] for c in numbers_of(view)}
    cells[cell] = chance.randint(0, view.topology.degree(cell))
    return View.of(view.topology, view.mines, cells)


@pytest.fixture(params=sorted(REGISTRY.topologies))
def boards(request: pytest.FixtureRequest) -> list[Topology]:
    return list(small(REGISTRY.topologies[request.param]))


def test_every_registered_topology_has_small_boards(registry: Registry) -> None:
    assert all(list(small(found)) for found in registry.topologies.values())


def test_odds(boards: list[Topology]) -> None:
    chance = Random(3)
    for _ in range(700):
        check_odds(position(chance.choice(boards), chance))


def test_conflicts(boards: list[Topology]) -> None:
    chance = Random(4)
    for _ in range(200):
        view = position(chance.choice(boards), chance, opened=1)
        if numbers_of(view):
            check_odds(spoiled(view, chance))


def test_deductions(boards: list[Topology]) -> None:
    chance = Random(5)
    for _ in range(120):
        view = position(chance.choice(boards), chance, opened=6)
        check_deductions(view, everything=True)


def test_large_parts_are_counted_like_small_ones(
    boards: list[Topology], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only wide frontiers go these ways, which are too wide to enumerate: send small ones."""
    monkeypatch.setattr("msweeper.solver.count._SMALL", 0)
    monkeypatch.setattr("msweeper.solver.count._WIDE", 0)
    monkeypatch.setattr("msweeper.solver.elimination._WIDE", 0)
    monkeypatch.setattr("msweeper.solver.odds.shrink", partial(shrink, small=0))
    monkeypatch.setattr("msweeper.solver.order._NARROW", 0)
    monkeypatch.setattr("msweeper.solver.order._WORTH", 0)
    monkeypatch.setattr(counting, "_memory", {})
    chance = Random(6)
    for _ in range(300):
        check_odds(position(chance.choice(boards), chance))


@st.composite
def graphs(draw: Callable[[st.SearchStrategy[int]], int]) -> tuple[Topology, Random]:
    """Draw any graph of 2 to 11 cells; some cells may touch nothing."""
    size = draw(st.integers(2, 11))
    chance = Random(draw(st.integers(0, 1 << 32)))
    density = chance.random()
    near: list[list[int]] = [[] for _ in range(size)]
    for one, other in combinations(range(size), 2):
        if chance.random() < density:
            near[one].append(other)
            near[other].append(one)
    layout = Layout(places=tuple(Place(0, 0, 2 * cell) for cell in range(size)))
    return Topology(near, [f"v{cell}" for cell in range(size)], layout), chance


@settings(max_examples=400, deadline=None, derandomize=True)
@given(graphs())
def test_random_graphs(drawn: tuple[Topology, Random]) -> None:
    topology, chance = drawn
    view = position(topology, chance)
    check_odds(view)
    check_deductions(view, everything=False)
