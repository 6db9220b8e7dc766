"""The checks as a class of tests, one a check, for an author to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from msweeper.factory import TopologyFactory, Value
from msweeper.testing.catalog import CHECKS
from msweeper.testing.contract import Check, CheckFailed, NotTried
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
        """Return what is checked: one for all tests of the class, which share its boards."""
        found = cls.__dict__.get("_subject")
        if not isinstance(found, Subject):
            symmetries: list[Symmetry] = [_plain(one) for one in cls.symmetries]
            found = Subject(
                cls.factory if cls.factory is not None else cls().make,
                given=cls.parameters,
                size=cls.expected_size,
                degrees=cls.expected_degrees,
                labels=cls.expected_labels,
                symmetries=symmetries,
            )
            cls._subject = found  # type: ignore[attr-defined]
        return found


def _plain(function: Any) -> Symmetry:
    """Return the function of a staticmethod, which a class body may hold as it is."""
    plain: Symmetry = getattr(function, "__func__", function)
    return plain


def _test(check: Check) -> Callable[[TopologySuite], None]:
    def test(self: TopologySuite) -> None:
        subject = self.subject()
        for name in check.needs:
            try:
                _BY_NAME[name](subject)
            except NotTried:
                continue
            except CheckFailed as failure:
                if failure.check != check.name:
                    _skip(f"{failure.check} does not hold")
        try:
            check(subject)
        except NotTried as reason:
            _skip(str(reason))
        except CheckFailed as failure:
            if failure.check != check.name:
                _skip(f"{failure.check} does not hold")
            raise

    test.__name__ = f"test_{check.name.replace('-', '_')}"
    test.__qualname__ = f"TopologySuite.{test.__name__}"
    test.__doc__ = f"{check.rule}."
    return test


def _skip(reason: str) -> None:
    import pytest

    pytest.skip(reason)


_BY_NAME = {check.name: check for check in CHECKS}
for _check in CHECKS:
    setattr(TopologySuite, _test(_check).__name__, _test(_check))
