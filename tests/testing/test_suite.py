"""The doors to the checks: plain functions, the class for pytest, the list itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given

import msweeper.testing
from msweeper.factory import Parameter, TopologyFactory
from msweeper.lattice import from_edges
from msweeper.plugins import load_plugins
from msweeper.testing import (
    CHECKS,
    CheckFailed,
    Subject,
    TopologySuite,
    check_degrees,
    check_same_elsewhere,
    check_symmetric,
    check_topology,
    run_checks,
)
from msweeper.testing.strategies import boards, graphs, views
from msweeper.testing.subject import BuildFailed
from msweeper.topology import Topology
from msweeper.view import View
from tests.testing.mutants import GOOD, MUTANTS, one_way, parts, unverified, verified


def triangle() -> Topology:
    return from_edges(
        ["oslo", "rome", "bern"],
        [("oslo", "rome"), ("rome", "bern"), ("bern", "oslo")],
        [(0, 0, 1), (0, 1, 0), (0, 1, 2)],
    )


def broken() -> Topology:
    made = parts(5, 3)
    one_way(made)
    return unverified(made)


def same_letters() -> Topology:
    """Depends on the hashes of texts."""
    made = parts(5, 3)
    made.labels = tuple({f"cell{cell}" for cell in range(15)})
    return verified(made)


# The list


def test_every_check_stands_once_behind_those_that_it_needs() -> None:
    names: list[str] = []
    for check in CHECKS:
        assert check.name not in names
        assert set(check.needs) <= set(names), check.name
        assert re.fullmatch(r"[A-Z][^.]+", check.rule), check.rule
        names.append(check.name)


def test_every_check_is_a_function_and_a_test_of_the_suite() -> None:
    names = [check.name.replace("-", "_") for check in CHECKS]
    functions = [name for name in msweeper.testing.__all__ if name.startswith("check_")]
    assert sorted(functions) == sorted(["check_topology", *(f"check_{name}" for name in names)])
    for check, name in zip(CHECKS, names, strict=True):
        function = getattr(msweeper.testing, f"check_{name}")
        assert function.check is check
        assert function.__name__ == f"check_{name}"
        assert function.__doc__.startswith(check.rule)
        assert getattr(TopologySuite, f"test_{name}").__doc__ == f"{check.rule}."
    tests = [name for name in vars(TopologySuite) if name.startswith("test_")]
    assert tests == [f"test_{name}" for name in names]


# Plain functions


def test_a_function_that_makes_one_board() -> None:
    check_topology(triangle, size=3, degrees={2: 3}, labels={1: "rome"})
    assert check_symmetric(triangle) is None
    assert check_degrees(triangle, degrees={2: 3}) == "3 with 2"
    assert check_degrees(triangle) == "no expected degrees are declared"


def test_the_failure_names_check_board_cell_and_the_others() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_symmetric(broken)
    error = caught.value
    assert (error.check, error.cell, error.label) == ("symmetric", 0, "1,1")
    assert str(error) == (
        "symmetric: cell 0 (1,1) has the neighbor cell 6 (2,2), which does not have it"
    )
    with pytest.raises(CheckFailed) as caught:
        check_topology(broken, size=16, labels={0: "oslo"})
    assert caught.value.check == "symmetric"
    assert [note.partition(":")[0] for note in caught.value.__notes__] == ["size", "labels-known"]


def test_what_makes_no_topology_does_not_pass() -> None:
    with pytest.raises(CheckFailed, match="NoneType was made, not a Topology"):
        check_topology(lambda: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(CheckFailed, match="it cannot be built: ZeroDivisionError"):
        check_topology(lambda: 1 / 0)  # type: ignore[arg-type, return-value]


def test_one_board_of_a_family() -> None:
    factory = load_plugins().find("square").factory
    found = Subject(factory, given={"width": 4, "height": 7}, alone=True, size=28)
    assert [board.topology.spec for board in found.boards] == ["square:width=4,height=7"]
    assert all(result.ok for result in run_checks(found))


# In another process


def test_a_function_is_found_again_by_its_name() -> None:
    assert check_same_elsewhere(triangle) == "hash seeds 1, 2, 3"
    with pytest.raises(CheckFailed, match="with PYTHONHASHSEED=1 the board is another"):
        check_same_elsewhere(same_letters)


plain = lambda: triangle()  # noqa: E731


def build_row(length: int) -> Topology:
    made = parts(length, 1)
    made.labels = tuple({f"cell{cell}" for cell in range(length)})
    return verified(made)


def test_a_build_is_found_whoever_made_the_factory() -> None:
    def make(build: Callable[..., Topology]) -> TopologyFactory:
        length = Parameter("length", 9, 1, 30)
        return TopologyFactory("row", "a row", (length,), lambda length: length, build)

    assert check_same_elsewhere(plain) == "hash seeds 1, 2, 3"
    assert check_same_elsewhere(make(row_of)) == "hash seeds 1, 2, 3"
    with pytest.raises(CheckFailed, match="on row: with PYTHONHASHSEED=1 the board is another"):
        check_same_elsewhere(make(build_row))


def row_of(length: int) -> Topology:
    return verified(parts(length, 1))


def test_what_has_no_name_is_not_tried() -> None:
    assert check_same_elsewhere(lambda: triangle()) == (
        "not tried: test_what_has_no_name_is_not_tried.<locals>.<lambda> cannot be imported:"
        " move it to a module's top"
    )
    other = GOOD.topology(width=3, height=2)
    changed = TopologyFactory("good", "x", (), lambda: 6, lambda: other)
    assert "good" in str(check_same_elsewhere(changed))
    assert str(check_same_elsewhere(changed)).startswith("not tried: ")


class Maker:
    def __init__(self, size: int = 3) -> None:
        self.size = size

    def make(self) -> Topology:
        return verified(parts(self.size, 1))

    __call__ = make


def row(size: int = 2) -> Topology:
    return verified(parts(size, 1))


def test_what_would_be_made_otherwise_is_not_tried() -> None:
    for maker in (Maker(5).make, Maker(5), partial(row, 5)):
        assert str(check_same_elsewhere(maker)).startswith("not tried: what makes the board ")
    other = replace(GOOD, build=partial(GOOD.build.func, one_way, verified))  # type: ignore[attr-defined]
    assert "is another than the one here" in str(check_same_elsewhere(other, given={"width": 2}))


def test_a_build_that_fails_only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    with pytest.raises(CheckFailed, match="another process cannot build it: KeyError: '1'"):
        check_same_elsewhere(only_here)


def only_here() -> Topology:
    import os

    return {"0": triangle}[os.environ["PYTHONHASHSEED"]]()


# The suite


SUITE = """
from msweeper.testing import TopologySuite
from tests.testing.mutants import GOOD, MUTANTS
from tests.testing.test_suite import triangle


class TestGood(TopologySuite):
    factory = GOOD
    expected_size = 15
    expected_degrees = {2: 4, 3: 8, 4: 3}
    expected_labels = {0: "1,1"}
    symmetries = [lambda board: [board.size - 1 - cell for cell in board]]


class TestOneBoard(TopologySuite):
    expected_degrees = {2: 3}

    def make(self):
        return triangle()


class TestBad(TopologySuite):
    factory = MUTANTS["symmetric"]
    parameters = {"width": 4, "height": 3}
    expected_size = 12


class TestItself(TopologySuite):
    factory = MUTANTS["no-self"]
"""


def test_the_suite_in_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SUITE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-rs", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parent.parent.parent), "COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = dict(re.findall(r"test_it.py::(\S+) ([A-Z]+)", done.stdout))
    by_class = {
        name: {test: word for test, word in found.items() if test.startswith(f"{name}::")}
        for name in ("TestGood", "TestOneBoard", "TestBad", "TestItself")
    }
    assert {len(tests) for tests in by_class.values()} == {len(CHECKS)}
    good = [test for test, word in by_class["TestGood"].items() if word != "PASSED"]
    assert good == ["TestGood::test_polygons"]  # it has none
    assert by_class["TestOneBoard"]["TestOneBoard::test_degrees"] == "PASSED"
    assert by_class["TestOneBoard"]["TestOneBoard::test_same_elsewhere"] == "PASSED"
    assert "FAILED" not in by_class["TestOneBoard"].values()
    itself = [test for test, word in by_class["TestItself"].items() if word == "FAILED"]
    assert itself == ["TestItself::test_no_self"]
    bad = by_class["TestBad"]
    assert [test for test, word in bad.items() if word == "FAILED"] == ["TestBad::test_symmetric"]
    assert bad["TestBad::test_numbers"] == "SKIPPED"
    assert "symmetric does not hold" in done.stdout
    assert "cell 0 (1,1) has the neighbor cell 5 (2,2), which does not have it" in done.stdout


def test_a_suite_without_a_geometry_says_so() -> None:
    class Empty(TopologySuite):
        pass

    with pytest.raises(CheckFailed, match="give the suite a factory, or a make"):
        getattr(Empty(), "test_builds")()  # noqa: B009 (made in a loop, so unknown to mypy)


def test_the_checks_need_neither_pytest_nor_hypothesis() -> None:
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['pytest', 'hypothesis', '_pytest']))\n"
        "from msweeper.testing import check_topology, TopologySuite\n"
        "from msweeper.plugins import load_plugins\n"
        "check_topology(load_plugins().find('hex').factory)\n"
        "loaded = [m for m in sys.modules if m.startswith(('msweeper.cli', 'msweeper.sitting'))]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Strategies


@given(views(graphs()))
def test_views_of_any_graph(view: View) -> None:
    assert len(view.cells) == view.topology.size
    for cell in view.topology:
        assert view.cells[cell] <= view.topology.degree(cell)


@given(boards(GOOD))
def test_boards_of_a_family(topology: Topology) -> None:
    assert topology.spec.startswith("good:width=")
    assert topology.size <= 200


def test_a_failing_family_fails_its_strategy() -> None:
    with pytest.raises(BuildFailed, match="wrong-count built 15 cells"):
        boards(MUTANTS["builds"])
