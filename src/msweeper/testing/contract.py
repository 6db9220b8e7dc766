"""What a check is: a rule as a function, which raises where the rule does not hold.

Which checks there are, and in which order they run, is told in `msweeper.testing.catalog`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, final

from msweeper.factory import TopologyFactory
from msweeper.plugins import last_line
from msweeper.testing.subject import BuildFailed, Source, Subject
from msweeper.topology import Topology

__all__ = [
    "Check",
    "CheckFailed",
    "NotTried",
    "PublicCheck",
    "Result",
    "at",
    "breach",
    "breach_at",
    "check",
    "factory_of",
    "run",
    "run_one",
]


@final
class CheckFailed(AssertionError):
    """A rule that does not hold: which check says so, on which board, at which cell.

    The text holds the counter-example, cells by their labels.
    """

    def __init__(
        self,
        message: str,
        *,
        check: str = "",
        spec: str = "",
        cell: int | None = None,
        label: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.check = check
        self.spec = spec
        """The board; empty where the rule is about none."""
        self.cell = cell
        self.label = label

    def __str__(self) -> str:
        where = f" on {self.spec}" if self.spec else ""
        return f"{self.check}{where}: {self.message}" if self.check else self.message


@final
class NotTried(Exception):
    """Raised by a check that says nothing about this topology; its text says why."""


Function = Callable[[Subject], str | None]


@final
@dataclass(frozen=True, slots=True)
class Check:
    """One rule: its name, what it says, and the checks without which it would mislead."""

    name: str
    rule: str
    needs: tuple[str, ...]
    function: Function

    def __call__(self, subject: Subject) -> str | None:
        """Run it; whatever it raises, also in the author's code, becomes a CheckFailed.

        Returns:
            A remark, or None.

        Raises:
            CheckFailed: the rule does not hold; or another one, for which no board was built.
            NotTried: it says nothing about this topology.
        """
        try:
            return self.function(subject)
        except CheckFailed as failure:
            failure.check = failure.check or self.name
            raise
        except (NotTried, KeyboardInterrupt):
            raise
        except BuildFailed as failure:
            raise CheckFailed(
                failure.message,
                check=failure.rule,
                spec=failure.spec,
                cell=failure.cell,
                label=failure.label,
            ) from failure.__cause__
        except BaseException as error:  # SystemExit and worse: the fault is the geometry's
            raise CheckFailed(f"it raises {last_line(error)}", check=self.name) from error


@final
@dataclass(frozen=True, slots=True)
class Result:
    """What became of a check: held, failed, or (None) not run since one that it needs failed."""

    check: Check
    ok: bool | None
    message: str = ""
    error: CheckFailed | None = None
    tried: bool = True
    """Whether it said anything about this topology; the message says why not."""


@final
class PublicCheck:
    """A check as authors call it, on a factory or on a function that makes one board.

    Expectations are those of `msweeper.testing.Subject`. Returns a remark or None; raises
    CheckFailed where the rule does not hold.
    """

    def __init__(self, check: Check) -> None:
        self.check = check
        self.__name__ = check.function.__name__
        self.__doc__ = check.function.__doc__

    def __call__(self, source: Source | Subject, /, **expected: Any) -> str | None:
        subject = source if isinstance(source, Subject) else Subject(source, **expected)
        try:
            return self.check(subject)
        except NotTried as reason:
            return str(reason)

    def __repr__(self) -> str:
        return f"<{self.__name__}: {self.check.rule}>"


def check(*needs: str) -> Callable[[Function], PublicCheck]:
    """Make a function ``check_some_rule`` the check ``some-rule``.

    The first line of its docstring is the rule; it may return a remark. `needs` are names of
    other checks: a breach of theirs would make this one fail too, or loop, for a reason that has
    been told already.
    """

    def make(function: Function) -> PublicCheck:
        name = function.__name__.removeprefix("check_").replace("_", "-")
        assert function.__doc__, f"{name} says no rule"
        rule = function.__doc__.partition("\n")[0].rstrip(".")
        return PublicCheck(Check(name, rule, needs, function))

    return make


def run(checks: Iterable[Check], subject: Subject) -> Iterator[Result]:
    """Run the checks in their order and yield what became of each.

    A breach that a build itself refuses is told by the check for it, and by no other.
    """
    told: dict[str, str] = {}
    for one in checks:
        yield run_one(one, subject, told)


def run_one(one: Check, subject: Subject, told: dict[str, str]) -> Result:
    """Run a check, unless one that it needs has failed.

    `told` holds for each check that was looked at the one that told why it does not hold, or an
    empty text where it holds; this one is added.
    """
    cause = next((told[name] for name in one.needs if told.get(name)), None)
    if cause is not None and cause != one.name:
        told[one.name] = cause
        return Result(one, None, f"not run: {cause} does not hold")
    try:
        note = one(subject)
    except NotTried as reason:
        told[one.name] = ""
        return Result(one, True, str(reason), tried=False)
    except CheckFailed as failure:
        if told.get(failure.check) == "":  # that check saw nothing of it: it is told here
            failure.check = one.name
        told[one.name] = failure.check
        if failure.check != one.name:  # no board was built, for a breach of another rule
            return Result(one, None, f"not run: {failure.check} does not hold")
        return Result(one, False, str(failure), failure)
    told[one.name] = ""
    return Result(one, True, note or "")


def at(topology: Topology, cell: int) -> str:
    """Return a cell as failures name it: ``cell 3 (1,4)``."""
    if not 0 <= cell < topology.size:
        return f"cell {cell}"
    return f"cell {cell} ({topology.labels[cell]})"


def breach(topology: Topology, cell: int, what: str) -> CheckFailed:
    """Return the failure that is told of a cell; `what` says it all."""
    label = topology.labels[cell] if cell < len(topology.labels) else ""
    return CheckFailed(what, spec=topology.spec, cell=cell, label=label)


def breach_at(topology: Topology, cell: int, what: str) -> CheckFailed:
    """Return the same, with the cell before `what`."""
    return breach(topology, cell, f"{at(topology, cell)} {what}")


def factory_of(subject: Subject) -> TopologyFactory:
    """Return the factory, for a check that says nothing without one.

    Raises:
        NotTried: there is none.
    """
    if subject.factory is None:
        raise NotTried("there is no factory")
    return subject.factory
