"""Who may import whom: the table of the design, read from the imports themselves."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "msweeper"
PLUGINS = ROOT / "plugins"

RANKS = (
    ("errors",),
    ("content", "spec", "layout", "topology", "lattice", "parameter", "factory"),
    ("lottery", "minefield"),
    ("firstclick", "actions", "view", "gameid", "game"),
    ("solver",),
    ("generator", "fairness", "simulate"),
    ("record", "stats"),
    ("render",),
    ("hookspecs", "filemodule", "plugins"),
    ("sitting",),
    ("cli", "tui", "server"),
)
"""A module imports from rows above its own, and in its row from names to its left."""
NEIGHBORS = {"cli", "tui", "server"}
"""These know the sitting and never each other."""
BLIND = {"solver", "render"}
"""These are handed a view and never see a minefield."""
EXEMPT = {"__init__", "__main__", "testing"}
FOR_PLUGINS = {"errors", *RANKS[1], "hookspecs"}


def modules(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.rglob("*.py"))


def unit(path: Path) -> str:
    """Return the name in the table: the module, or the package that it belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path, package: str) -> set[str]:
    """Return the names in the table that `path` imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = ".".join([*base, *filter(None, [node.module])])
            names = [f"{start}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "msweeper" and len(parts) > 1 and parts[1] != "__version__":
                found.add(parts[1])
    return found


def allowed(name: str) -> set[str]:
    """Return what the module or package `name` may import."""
    result = {name}
    for rank in RANKS:
        if name in rank:
            left = set() if name in NEIGHBORS else set(rank[: rank.index(name)])
            return (result | left) - ({"minefield"} if name in BLIND else set())
        result |= set(rank)
    raise AssertionError(f"{name} is in no rank: put it into the table, and into the design")


SOURCES = [path for path in modules(SOURCE) if unit(path) not in EXEMPT]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    package = ".".join(["msweeper", *path.relative_to(SOURCE).parent.parts])
    breaches = imports(path, package) - allowed(unit(path))
    if path == SOURCE / "cli" / "check.py":
        breaches -= {"testing"}
    assert not breaches, f"{unit(path)} must not import {', '.join(sorted(breaches))}"


@pytest.mark.parametrize(
    "path", list(modules(PLUGINS)), ids=lambda p: str(p.relative_to(PLUGINS).parent)
)
def test_plugins_import_geometry_and_hooks_only(path: Path) -> None:
    breaches = imports(path, path.parent.name) - FOR_PLUGINS
    assert not breaches, f"a plugin must not import {', '.join(sorted(breaches))}"


CHECKED = {name for rank in RANKS[: RANKS.index(("sitting",))] for name in rank} | {"testing"}


@pytest.mark.parametrize(
    "path", list(modules(SOURCE / "testing")), ids=lambda p: str(p.relative_to(SOURCE))
)
def test_the_checks_know_nothing_of_sittings_and_front_ends(path: Path) -> None:
    breaches = imports(path, "msweeper.testing") - CHECKED
    assert not breaches, f"msweeper.testing must not import {', '.join(sorted(breaches))}"


def test_nothing_but_a_late_command_imports_the_checks() -> None:
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        early = ast.Module([n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], [])
        assert "msweeper.testing" not in ast.unparse(early), path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import msweeper.game", {"game"}),
        ("from msweeper import game, view", {"game", "view"}),
        ("from msweeper.render.text import picture", {"render"}),
        ("from .arrange import arrange", {"render"}),
        ("from ..game import Game", {"game"}),
        ("from .. import game", {"game"}),
        ("def f():\n    from msweeper.game import Game", {"game"}),
        ("from msweeper import __version__", set()),
        ("import array", set()),
    ],
)
def test_the_reader_of_imports_itself(tmp_path: Path, text: str, found: set[str]) -> None:
    path = tmp_path / "x.py"
    path.write_text(text)
    assert imports(path, "msweeper.render") == found


@pytest.mark.parametrize(
    ("module", "other", "good"),
    [
        ("errors", "spec", False),
        ("layout", "spec", True),
        ("spec", "layout", False),
        ("game", "minefield", True),
        ("actions", "view", False),
        ("solver", "minefield", False),
        ("solver", "view", True),
        ("render", "minefield", False),
        ("render", "solver", True),
        ("plugins", "hookspecs", True),
        ("tui", "cli", False),
        ("cli", "sitting", True),
        ("sitting", "cli", False),
    ],
)
def test_the_table_itself(module: str, other: str, good: bool) -> None:
    assert (other in allowed(module)) is good


def loaded(code: str) -> set[str]:
    """Return the modules that are loaded after `code` in a fresh interpreter."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("COV")}
    run = [sys.executable, "-c", program]
    printed = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
    assert printed.stderr == ""
    return set(printed.stdout.split())


HEAVY = {"typer", "rich", "pluggy", "textual", "sqlite3", "hypothesis", "numpy", "click"}


def test_import_msweeper_loads_nothing() -> None:
    found = loaded("import msweeper")
    assert not {name.partition(".")[0] for name in found} & HEAVY
    assert not [name for name in found if name.startswith("msweeper_")]
    assert [name for name in found if name.startswith("msweeper")] == ["msweeper"]


def test_every_module_can_be_imported_first_and_acts_at_no_import() -> None:
    for path in SOURCES:
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(["msweeper", *[part for part in parts if part != "__init__"]])
        if unit(path) in NEIGHBORS:
            continue  # they bring typer and textual
        found = loaded(f"import {name}")
        assert not [other for other in found if other.startswith("msweeper_")], name
        allowed_heavy = {"pluggy"} if unit(path) in ("hookspecs", "plugins", "sitting") else set()
        if unit(path) == "stats":
            allowed_heavy = {"sqlite3"}  # loaded only when a game is recorded or records are read
        if name == "msweeper.stats.database":
            allowed_heavy = {"sqlite3"}
        assert not {other.partition(".")[0] for other in found} & (HEAVY - allowed_heavy), name


def test_engine_does_not_use_the_global_random() -> None:
    for path in SOURCES:
        text = path.read_text()
        assert "import random" not in text, path
        assert "from random" not in text, path


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_public_names_are_listed_once_and_exist(path: Path) -> None:
    tree = ast.parse(path.read_text())
    listed: list[str] | None = None
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            listed = ast.literal_eval(node.value)
    if listed is None:
        assert path.name == "__init__.py"
        return
    assert len(listed) == len(set(listed))
    defined = {name for node in tree.body for name in _names(node)}
    assert set(listed) <= defined


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from map(ast.unparse, node.targets)
    elif isinstance(node, ast.AnnAssign):
        yield ast.unparse(node.target)
    elif isinstance(node, ast.ImportFrom):  # a package that passes on what its modules define
        yield from (alias.asname or alias.name for alias in node.names)
