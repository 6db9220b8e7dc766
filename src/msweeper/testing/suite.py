"""The checks as a class of tests, one a check, for an author to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, final

from msweeper.factory import TopologyFactory, Value
from msweeper.testing.catalog import CHECKS
from msweeper.testing.contract import Check, Result, run_one
from msweeper.testing.subject import Subject, Symmetry
from msweeper.topology import Topology

__all__ = ["TopologySuite"]


class TopologySuite:
    """A test for each check; subclass it under a name that begins with ``Test``.

        class TestRing(TopologySuite):
            factory = ring
            expected_size = 20
            expected_degrees = {4: 20}
            expected_labels = {0: "1", 19: "20"}

    Instead of a `factory`, a `make` may be given that builds one board. The expectations are about
    the board of these `parameters`; without, of the defaults. All checks but these look at many
    boards. A check that needs another one is skipped where that one fails.
    """

    factory: ClassVar[TopologyFactory | None] = None
    parameters: ClassVar[Mapping[str, Value]] = {}
    expected_size: ClassVar[int | None] = None
    expected_degrees: ClassVar[Mapping[int, int] | None] = None
    """How many cells have how many neighbors."""
    expected_labels: ClassVar[Mapping[int, str] | None] = None
    """The labels of some cells, by cell."""
    symmetries: ClassVar[Iterable[Callable[[Topology], Any]]] = ()
    """Each gives for a board a permutation of its cells that must keep who touches whom."""

    def make(self) -> Topology:
        """Build the board, where there is no factory."""
        raise NotImplementedError("give the suite a factory, or a make that builds a board")

    @classmethod
    def subject(cls) -> Subject:
        """Return what is checked; all tests of the class share it and its boards."""
        return _shared(cls).subject


@final
class _Shared:
    """What the tests of one class share: the boards, and what became of each check."""

    def __init__(self, suite: type[TopologySuite]) -> None:
        self.subject = Subject(
            suite.factory if suite.factory is not None else suite().make,
            given=suite.parameters,
            size=suite.expected_size,
            degrees=suite.expected_degrees,
            labels=suite.expected_labels,
            symmetries=[_plain(one) for one in suite.symmetries],
        )
        self.told: dict[str, str] = {}
        self.results: dict[str, Result] = {}

    def result(self, check: Check) -> Result:
        """Return what became of a check, after those that it needs; each runs once."""
        if check.name not in self.results:
            for name in check.needs:
                self.result(_BY_NAME[name])
            self.results[check.name] = run_one(check, self.subject, self.told)
        return self.results[check.name]


def _shared(suite: type[TopologySuite]) -> _Shared:
    found = suite.__dict__.get("_msweeper")
    if not isinstance(found, _Shared):
        found = _Shared(suite)
        suite._msweeper = found  # type: ignore[attr-defined]
    return found


def _plain(function: Any) -> Symmetry:
    """Return the function of a staticmethod, which a class body may hold as it is."""
    plain: Symmetry = getattr(function, "__func__", function)
    return plain


def _test(check: Check) -> Callable[[TopologySuite], None]:
    def test(self: TopologySuite) -> None:
        __tracebackhide__ = True  # the failure says all
        result = _shared(type(self)).result(check)
        if result.error is not None:
            raise result.error
        if result.ok is None or not result.tried:
            import pytest

            pytest.skip(result.message)

    test.__name__ = f"test_{check.name.replace('-', '_')}"
    test.__qualname__ = f"TopologySuite.{test.__name__}"
    test.__doc__ = f"{check.rule}."
    return test


_BY_NAME = {check.name: check for check in CHECKS}
for _check in CHECKS:
    setattr(TopologySuite, _test(_check).__name__, _test(_check))
