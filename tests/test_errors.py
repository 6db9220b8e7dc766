"""One tree of errors, each with the name and exit code that scripts rely on."""

from __future__ import annotations

import re

import pytest

from msweeper import errors
from msweeper.errors import (
    BudgetExceeded,
    FileError,
    GaveUp,
    IllegalAction,
    InconsistentView,
    MsweeperError,
    OutOfRange,
    ParseError,
    PluginFault,
    TopologyError,
    UnknownName,
    UsageError,
    near_names,
)


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        pytest.param(UsageError("no"), "usage", 2, id="usage"),
        pytest.param(ParseError("no", text="x"), "parse", 2, id="parse"),
        pytest.param(OutOfRange("mines", 9, "0 to 8"), "out-of-range", 2, id="range"),
        pytest.param(UnknownName("level", "hard", ["easy"]), "unknown-name", 2, id="name"),
        pytest.param(IllegalAction("no"), "illegal-action", 2, id="action"),
        pytest.param(InconsistentView("no", cells=[3]), "inconsistent-view", 1, id="view"),
        pytest.param(BudgetExceeded("no", known=()), "budget-exceeded", 1, id="budget"),
        pytest.param(GaveUp("no"), "gave-up", 3, id="gave-up"),
        pytest.param(PluginFault("no"), "plugin-fault", 4, id="plugin"),
        pytest.param(TopologyError("no", cell=1, label="a"), "plugin-fault", 4, id="topology"),
        pytest.param(FileError("no", path="x"), "file", 1, id="file"),
    ],
)
def test_kind_and_exit_code(error: MsweeperError, kind: str, code: int) -> None:
    assert (error.kind, error.exit_code) == (kind, code)
    assert isinstance(error, MsweeperError)
    assert error.message == str(error)
    assert "\n" not in error.message


def test_the_docstring_draws_every_class() -> None:
    drawn = set(re.findall(r"(?:MsweeperError|-- (\w+))", errors.__doc__ or "")) - {""}
    classes = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, MsweeperError)
    }
    assert drawn | {"MsweeperError"} == classes
    assert classes < set(errors.__all__)


def test_errors_say_what_they_are_about() -> None:
    parse = ParseError("no", text="hex:", position=4)
    assert (parse.text, parse.position) == ("hex:", 4)
    out = OutOfRange("mines", 81, "it goes from 0 to 80")
    assert str(out) == "mines 81 is not possible: it goes from 0 to 80"
    unknown = UnknownName("level", "begginer", ["beginner", "expert"])
    assert unknown.near == ("beginner",)
    assert str(unknown) == (
        "no level is called begginer; did you mean beginner? (levels: beginner, expert)"
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [
        pytest.param("hexx", ("hex",), id="a letter too many"),
        pytest.param("HEX", ("hex",), id="case"),
        pytest.param("sqare", ("square",), id="a letter too few"),
        pytest.param("zzz", (), id="nothing like it"),
        pytest.param("", (), id="empty"),
    ],
)
def test_near_names(name: str, near: tuple[str, ...]) -> None:
    assert near_names(name, ["cube", "hex", "square"]) == near
