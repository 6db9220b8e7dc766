"""A change of one thing is found by the check that is meant for it, and by no other."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from msweeper.factory import TopologyFactory
from msweeper.testing import (
    CHECKS,
    CheckFailed,
    Result,
    Subject,
    check_numbers,
    check_topology,
    run_checks,
)
from msweeper.topology import Topology
from tests.testing.mutants import GOOD, MUTANTS, REFUSED, Moody, never_built, parts, verified


def failed(results: list[Result]) -> dict[str, CheckFailed]:
    return {one.check.name: one.error for one in results if one.error is not None}


def run(factory: TopologyFactory) -> dict[str, CheckFailed]:
    results = list(run_checks(Subject(factory)))
    found = failed(results)
    for one in results:
        if one.ok is None:  # what was not run names what was found instead
            assert one.message == f"not run: {next(iter(found))} does not hold"
    return found


def test_the_family_that_is_changed_is_good() -> None:
    assert run(GOOD) == {}
    degrees = {2: 4, 3: 8, 4: 3}
    check_topology(GOOD, size=15, degrees=degrees, labels={0: "1,1", 14: "3,5"})


@pytest.mark.parametrize(
    ("check", "factory"),
    [pytest.param(name.strip(), factory, id=factory.name) for name, factory in MUTANTS.items()],
)
def test_the_check_that_is_meant_for_it(check: str, factory: TopologyFactory) -> None:
    found = run(factory)
    assert list(found) == [check]
    assert re.match(rf"{check}( on {factory.name}:[a-z0-9=,]+)?: ", str(found[check]))


@pytest.mark.parametrize("check", REFUSED)
def test_what_a_build_refuses_is_told_by_the_same_check(check: str) -> None:
    factory = REFUSED[check]
    found = run(factory)
    assert list(found) == [check]
    error = found[check]
    assert error.cell is not None
    assert error.label
    assert error.spec.startswith(f"{factory.name}:width=")
    # a single check that cannot look at any board says why, and does not pass
    with pytest.raises(CheckFailed, match=check):
        check_numbers(factory)


@pytest.mark.parametrize("rule", ["", "nonsense", *(check.name for check in CHECKS)])
def test_what_is_never_built_is_told_once_whatever_it_is_called(rule: str) -> None:
    found = run(never_built(rule))
    (check,) = found
    assert check == rule or check == "builds"
    assert "broken" in str(found[check])
    with pytest.raises(CheckFailed, match="broken"):
        check_topology(never_built(rule))


def test_a_refusal_that_comes_too_late_for_its_check_is_told_all_the_same() -> None:
    moody = replace(GOOD, name="moody", build=Moody())
    found = failed(list(run_checks(Subject(moody), ["symmetric", "same-twice"])))
    assert list(found) == ["same-twice"]
    assert "not again" in str(found["same-twice"])


# What an author expects


@pytest.mark.parametrize(
    ("check", "expected", "words"),
    [
        ("size", {"size": 16}, "it has 15 cells, 16 are expected"),
        (
            "degrees",
            {"degrees": {2: 4, 3: 7, 4: 4}},
            r"8 cells have 3 neighbors, 7 are expected; one of them is cell 1 \(1,2\)",
        ),
        ("degrees", {"degrees": {4: 15}}, "4 cells have 2 neighbors, 0 are expected"),
        ("labels-known", {"labels": {1: "2,1"}}, "cell 1 is 1,2, 2,1 is expected"),
        ("labels-known", {"labels": {99: "2,1"}}, "cell 99 is no cell"),
        (
            "symmetries",
            {"symmetries": [lambda board: [(cell + 1) % board.size for cell in board]]},
            r"cell 0 \(1,1\) goes to cell 1",
        ),
        ("symmetries", {"symmetries": [lambda board: [0] * board.size]}, "is no permutation"),
    ],
)
def test_an_expectation_that_is_not_met(check: str, expected: dict[str, Any], words: str) -> None:
    found = failed(list(run_checks(Subject(GOOD, **expected))))
    assert list(found) == [check]
    assert re.search(words, str(found[check]))


def test_a_declared_symmetry_that_holds() -> None:
    def upside_down(board: Topology) -> list[int]:
        return [board.size - 1 - cell for cell in board]

    check_topology(GOOD, symmetries=[upside_down])


@pytest.mark.parametrize("spec", ["good:5x3", "good:width=5,width=5", "good:", "no good"])
def test_a_spec_that_is_not_canonical(spec: str) -> None:
    def make() -> Topology:
        return verified(parts(5, 3)).with_spec(spec)

    found = failed(list(run_checks(Subject(make), ["spec-canonical"])))
    assert list(found) == ["spec-canonical"]
