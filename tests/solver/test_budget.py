"""What happens where counting would take too long."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from msweeper.errors import BudgetExceeded
from msweeper.plugins import Registry
from msweeper.solver import Analysis, Budget, analyze
from msweeper.view import View


@pytest.fixture
def wide(registry: Registry) -> View:
    """Every second cell of every second row is open: one frontier, seven numbers wide."""
    board = registry.topology("square:width=21,height=13")
    shown = [c for c in board if c // 21 % 2 == 0 and c % 21 % 2 == 0]
    chance = Random(1)
    field = set(chance.sample([c for c in board if c not in shown], 50))
    return View.of(board, 50, {c: len(field.intersection(board.neighbors(c))) for c in shown})


def test_a_table_that_is_too_large(wide: View) -> None:
    exact = analyze(wide)
    with pytest.raises(BudgetExceeded, match="rows") as caught:
        analyze(wide, budget=Budget(table=20))
    known = caught.value.known
    assert isinstance(known, Analysis)
    assert not known.exact
    assert known.minefields is None
    assert known.safe
    assert set(known.safe) <= set(exact.safe)
    assert set(known.mine) <= set(exact.mine)
    assert known.odds[known.safe[0]] == 0
    open_question = next(c for c in known.odds if known.odds[c] is None)
    assert known.p(open_question) != known.p(open_question)  # nan


def test_time_runs_out_by_the_clock_that_is_given(wide: View) -> None:
    ticks = itertools.count()
    budget = Budget(seconds=5, clock=lambda: float(next(ticks)))
    with pytest.raises(BudgetExceeded, match="5 s"):
        analyze(wide, budget=budget)


def test_no_time_is_asked_for_without_a_limit(wide: View) -> None:
    def clock() -> float:
        raise AssertionError

    assert analyze(wide, budget=Budget(clock=clock)).exact


def test_an_estimate(wide: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msweeper.solver.estimate._TABLE", 20)
    monkeypatch.setattr("msweeper.solver.estimate._ROWS", 30)
    exact = analyze(wide)
    estimate = analyze(wide, budget=Budget(table=20), estimate=True, seed="a")
    assert not estimate.exact
    assert set(estimate.safe) <= set(exact.safe)
    assert set(estimate.mine) <= set(exact.mine)
    unsure = [c for c in exact.odds if estimate.odds[c] is None]
    assert set(unsure).isdisjoint([*estimate.safe, *estimate.mine])
    off = [abs(estimate.p(c) - exact.p(c)) for c in unsure]
    assert sum(off) / len(off) < 0.02
    assert max(estimate.se(c) for c in unsure) > 0
    near = [abs(estimate.p(c) - exact.p(c)) <= 4 * estimate.se(c) + 1e-9 for c in unsure]
    assert sum(near) > 0.8 * len(near)
    again = analyze(wide, budget=Budget(table=20), estimate=True, seed="a")
    other = analyze(wide, budget=Budget(table=20), estimate=True, seed="b")
    assert [again.p(c) for c in unsure] == [estimate.p(c) for c in unsure]
    assert [other.p(c) for c in unsure] != [estimate.p(c) for c in unsure]


def test_an_interrupt_passes(wide: View) -> None:
    def clock() -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyze(wide, budget=Budget(seconds=5, clock=clock), estimate=True)
