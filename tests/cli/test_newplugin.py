"""``msweeper new-plugin``: what it writes, and what it refuses. The package itself is tried in
tests/test_scaffold.py."""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path

import pytest

from msweeper import __version__
from msweeper.cli.newplugin import package
from tests.cli.conftest import Cli


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("name", "module", "test"),
    [
        ("brick", "msweeper_brick", "TestBrick"),
        ("penrose-p3", "msweeper_penrose_p3", "TestPenroseP3"),
    ],
)
def test_a_whole_package(name: str, module: str, test: str) -> None:
    files = package(name)
    assert set(files) == {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        ".gitignore",
        ".github/workflows/test.yml",
        f"src/{module}/__init__.py",
        f"src/{module}/py.typed",
        f"tests/test_{name.replace('-', '_')}.py",
    }
    for path, text in files.items():
        assert not [word for word in text.split() if word.startswith("@") and word.isupper()], path
        assert "@NAME" not in text
        assert all(len(line) <= 100 for line in text.splitlines()), path
        if path.endswith(".py"):
            ast.parse(text)
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["name"] == f"msweeper-{name}"
    assert project["entry-points"]["msweeper"] == {name: module}
    assert project["dependencies"] == [f"msweeper>={__version__}"]
    assert f"class {test}(TopologySuite)" in files[f"tests/test_{name.replace('-', '_')}.py"]
    assert f"msweeper check {name}" in files[".github/workflows/test.yml"]


def test_it_can_be_checked_and_played_before_it_is_installed(here: Path, cli: Cli) -> None:
    outcome = cli("new-plugin", "brick")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].startswith("wrote msweeper-brick: ")
    commands = [line.partition("msweeper ")[2].split() for line in lines[1:3]]
    assert [words[0] for words in commands] == ["play", "check"]
    played = cli(*commands[0], "--seed", "s", stdin="3 5")
    assert played.code == 0
    assert "brick:width=10,height=8@11  playing" in played.out
    checked = cli(*commands[1], "--json")
    assert checked.code == 0, checked.out
    assert json.loads(checked.out)["topology"] == "brick"


def test_into_a_folder_that_is_new_or_empty(here: Path, cli: Cli) -> None:
    assert cli("new-plugin", "brick", "--into", "deep/er").code == 0
    assert (here / "deep" / "er" / "pyproject.toml").is_file()
    (here / "empty").mkdir()
    (here / "empty" / ".git").mkdir()
    assert cli("new-plugin", "brick", "--into", "empty").code == 0
    assert (here / "empty" / "LICENSE").is_file()


def test_into_a_folder_of_the_home(
    here: Path, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "me"))
    outcome = cli("new-plugin", "brick", "--into", "~/src/brick")
    assert outcome.code == 0
    assert f"pip install -e {tmp_path / 'me' / 'src' / 'brick'}" in outcome.out
    assert (tmp_path / "me" / "src" / "brick" / "pyproject.toml").is_file()
    outcome = cli("new-plugin", "brick", "--into", "~nobody-of-this-name/brick")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert list(here.iterdir()) == []


def test_nothing_is_overwritten(here: Path, cli: Cli) -> None:
    (here / "full").mkdir()
    (here / "full" / "notes.txt").write_text("mine")
    (here / "file").write_text("mine")
    for name in ("full", "file"):
        outcome = cli("new-plugin", "brick", "--into", name)
        assert outcome.code == 1
        assert outcome.err == f"msweeper: {name} is no empty folder: choose another\n"
    assert sorted(path.name for path in here.rglob("*")) == ["file", "full", "notes.txt"]
    outcome = cli("new-plugin", "brick", "--into", "file/below")
    assert outcome.code == 1
    assert outcome.err.startswith("msweeper: cannot write file/below: ")


@pytest.mark.parametrize(
    "name", ["Brick", "2d", "", "a_b", "a--b", "a-", "-a", "a b", "a/b", "..", "a.b", "x" * 61, "é"]
)
def test_a_name_that_is_none(name: str, here: Path, cli: Cli) -> None:
    outcome = cli("new-plugin", "--", name)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "as in penrose-p3" in outcome.err
    assert list(here.iterdir()) == []


def test_a_name_that_comes_with_msweeper(here: Path, cli: Cli) -> None:
    outcome = cli("new-plugin", "hex")
    assert outcome.code == 2
    assert outcome.err == "msweeper: hex comes with msweeper: choose another name\n"
