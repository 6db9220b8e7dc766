"""Whether a board needs a guess, against an oracle that lists every minefield."""

from __future__ import annotations

from random import Random

import pytest

from msweeper.errors import BudgetExceeded, InconsistentView
from msweeper.generator import certain, prove
from msweeper.lattice import from_edges
from msweeper.minefield import Minefield
from msweeper.solver import Budget
from msweeper.topology import Topology
from msweeper.view import View
from tests.generator.oracle import fields, proofs
from tests.support import BOARDS, GRAPHS, REGISTRY


def random_graph(seed: int) -> Topology:
    random = Random(seed)
    size = random.randint(6, 11)
    labels = [chr(97 + cell) for cell in range(size)]
    pairs = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    edges = random.sample(pairs, random.randint(size - 2, 2 * size))
    places = [(0, cell // 4, 2 * (cell % 4)) for cell in range(size)]
    return from_edges(labels, edges, places).with_spec(f"graph:{seed}")


TINY = tuple(
    board for board in (*BOARDS, *GRAPHS, *map(random_graph, range(25))) if 2 <= board.size <= 15
)


@pytest.mark.parametrize("use_count", [True, False], ids=["count", "no-count"])
@pytest.mark.parametrize("board", TINY, ids=[f"{i}-{b.spec}" for i, b in enumerate(TINY)])
def test_oracle(board: Topology, use_count: bool) -> None:
    random = Random(f"{board.spec}/{use_count}")
    every = None if use_count else fields(board, None)
    verdicts: set[bool] = set()
    for _ in range(25 if board.size <= 12 else 4):
        mines = random.randint(0, max(1, board.size // 2))
        cells = random.sample(range(board.size), mines)
        start = random.choice([cell for cell in board if cell not in cells])
        field = sum(1 << cell for cell in cells)
        done = False
        for shown, safe, sure in proofs(
            board, field, start, fields(board, mines) if every is None else every
        ):
            view = View.of(board, mines, shown)
            assert certain(view, use_count=use_count) == (tuple(sorted(safe)), tuple(sorted(sure)))
            done = len(shown) == board.size - mines
        minefield = Minefield.of(board, cells)
        assert prove(minefield, start, use_count=use_count) is done
        verdicts.add(done)
    assert verdicts


@pytest.mark.parametrize("name", REGISTRY.topologies)
def test_every_topology_is_small_enough_for_the_oracle(name: str) -> None:
    assert any(board.spec.startswith(name) for board in TINY)


@pytest.mark.parametrize(
    ("spec", "mines", "tries"), [("square:7x3", 3, 60), ("hex:2", 4, 40), ("cube:3x4x3", 2, 40)]
)
def test_oracle_with_the_count_on_larger_boards(spec: str, mines: int, tries: int) -> None:
    board = REGISTRY.topology(spec)
    random = Random(spec)
    every = fields(board, mines)
    verdicts = []
    for _ in range(tries):
        cells = random.sample(range(board.size), mines)
        start = random.choice([cell for cell in board if cell not in cells])
        *_, (shown, _, _) = proofs(board, sum(1 << cell for cell in cells), start, every)
        done = len(shown) == board.size - mines
        assert prove(Minefield.of(board, cells), start) is done
        verdicts.append(done)
    assert len(set(verdicts)) == 2


def test_the_last_corner_needs_the_mine_count() -> None:
    board = REGISTRY.topology("square:4x1")  # B28
    minefield = Minefield.of(board, [2])
    assert prove(minefield, 0)
    assert not prove(minefield, 0, use_count=False)
    view = View.of(board, 1, {0: 0, 1: 1})
    assert certain(view) == ((3,), (2,))
    assert certain(view, use_count=False) == ((), (2,))


def test_a_start_on_a_mine_proves_nothing() -> None:
    assert not prove(Minefield.of(REGISTRY.topology("square:4x1"), [2]), 2)


def test_a_start_off_the_board() -> None:
    with pytest.raises(IndexError):
        prove(Minefield.of(REGISTRY.topology("square:4x1"), [2]), 4)


def test_a_budget_that_runs_out() -> None:
    minefield = Minefield.of(REGISTRY.topology("square:30x16"), [3, 100, 200])
    times = iter(range(10_000))
    with pytest.raises(BudgetExceeded):
        prove(minefield, 0, budget=Budget(seconds=0.5, clock=lambda: float(next(times))))


@pytest.mark.parametrize(("mines", "shown"), [(1, {0: 1, 3: 1}), (0, {0: 1}), (2, {0: 1, 2: 0})])
def test_a_view_that_no_minefield_fits(mines: int, shown: dict[int, int]) -> None:
    with pytest.raises(InconsistentView):
        certain(View.of(REGISTRY.topology("square:4x1"), mines, shown))
