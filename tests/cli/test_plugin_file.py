"""``--plugin FILE.py``: a plugin that is one file, on every command that takes a board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msweeper.cli.run import COMMANDS
from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli

OWN = sorted(load_plugins().topologies)

PATH = """
from msweeper.factory import TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_edges

def build():
    return from_edges("abc", [("a", "b"), ("b", "c")], [(0, 0, 0), (0, 0, 2), (0, 0, 4)])

@hookimpl
def msweeper_topologies():
    return [TopologyFactory(name="{name}", summary="three cells", parameters=(),
                            count=lambda: 3, build=build)]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def write(folder: Path, name: str, code: str) -> Path:
    (folder / name).write_text(code, encoding="utf-8")
    return folder / name


def test_it_plays_and_says_how_to_play_it_again(folder: Path, cli: Cli) -> None:
    write(folder, "mine.py", PATH.format(name="path"))
    played = cli(
        "play", "--plugin", "mine.py", "--topology", "path", "--mines-at", "a", stdin="o b"
    )
    assert (played.code, played.err) == (0, "")
    assert "# 1 #" in played.out
    again = played.out.splitlines()[-1].partition("again: msweeper ")[2].split()
    assert again[-2:] == ["--plugin", "mine.py"]
    assert cli(*again).code == 0
    assert cli("play", "path").code == 2  # only where it is named


def test_every_command_that_loads_plugins_takes_it(folder: Path, cli: Cli) -> None:
    import typer

    write(folder, "mine.py", PATH.format(name="path"))
    group = typer.main.get_command(COMMANDS[0].app)
    assert isinstance(group, typer.core.TyperGroup)
    for name, command in group.commands.items():
        options = {option for one in command.params for option in one.opts}
        assert ("-p" in options) == ("--plugin" in options), name
    assert json.loads(cli("show", "path", "--plugin", "mine.py", "--json").out)["size"] == 3
    assert "path" in cli("topologies", "--plugin", "mine.py").out
    assert "three cells" in cli("help", "topology", "path", "--plugin", "mine.py").out
    assert (
        "path@0" in cli("simulate", "path@0", "--games", "2", "-j", "1", "--plugin", "mine.py").out
    )
    assert "path" in cli("fairness", "path@1", "--plugin", "mine.py").out
    assert (
        cli("generate", "path@0", "--seed", "s", "--plugin", "mine.py").out
        == "path@0/start=b/seed=s\n"
    )
    position = '{"spec": "path", "mines": 1, "cells": {"a": 0}}'
    assert "safe: b" in cli("analyze", "--plugin", "mine.py", stdin=position).out
    listed = json.loads(cli("plugins", "--plugin", "mine.py", "--json").out)[-1]
    assert listed == {
        "plugin": "mine",
        "distribution": "mine.py",
        "version": "",
        "file": str(folder / "mine.py"),
        "state": "on",
        "topologies": ["path"],
        "hooks": ["msweeper_topologies"],
        "error": None,
    }


def test_games_in_other_processes(folder: Path, cli: Cli) -> None:
    write(folder, "mine.py", PATH.format(name="path"))
    outcome = cli(
        "simulate", "path@1", "--games", "40", "-j", "2", "-s", "s", "--plugin", "mine.py"
    )
    assert (outcome.code, outcome.err) == (0, "")
    assert "of 40" in outcome.out


def test_before_the_command_and_more_than_one(folder: Path, cli: Cli) -> None:
    write(folder, "one.py", PATH.format(name="one"))
    write(folder, "two.py", PATH.format(name="two"))
    out = cli("--plugin", "one.py", "topologies", "--plugin", "two.py", "--plugin", "one.py").out
    assert "one " in out
    assert "two " in out
    out = cli("topologies", "--plugin", "one.py", "-p", "no:one").out
    assert "one " not in out


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = (", "SyntaxError: '(' was never closed (bad.py, line 1)"),
        ("\n\n1 / 0", "ZeroDivisionError: division by zero (bad.py, line 3)"),
        ("print('NOISE')\nraise SystemExit(3)", "SystemExit: 3 (bad.py, line 2)"),
        ("def f(x: nosuchtype): pass", "NameError: name 'nosuchtype' is not defined"),
        ("import nosuchmodule", "ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("x = 1", "TypeError: it implements no hook: is @hookimpl missing?"),
        ("\x00", "SyntaxError: source code string cannot contain null bytes"),
        (
            PATH.format(name="path").replace(
                "def msweeper_topologies()", "def msweeper_topologies(x)"
            ),
            "'x'",
        ),
        (PATH.format(name="Path"), "'Path' is no name"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(code: str, words: str, folder: Path, cli: Cli) -> None:
    write(folder, "bad.py", code)
    for arguments in (["play", OWN[0]], ["show", OWN[0]], ["topologies"]):
        outcome = cli(*arguments, "--plugin", "bad.py")
        assert (outcome.code, outcome.out) == (4, "")
        assert outcome.err.startswith("msweeper: plugin bad of bad.py failed: ")
        assert words in outcome.err
        assert outcome.err.count("\n") == 1
        assert "no:bad" not in outcome.err
    listed = cli("plugins", "--plugin", "bad.py")
    assert listed.code == 0
    assert words in listed.out
    document = json.loads(cli("show", OWN[0], "--json", "--plugin", "bad.py").err)
    assert document["error"] == "plugin-fault"


def test_the_trace_is_for_those_who_ask(folder: Path, cli: Cli) -> None:
    write(folder, "bad.py", "def helper():\n    return 1 / 0\n\nhelper()\n")
    assert "Traceback" not in cli("play", "--plugin", "bad.py").err
    trace = cli("play", "--plugin", "bad.py", "--debug").err
    assert 'bad.py", line 2, in helper' in trace


@pytest.mark.parametrize("name", ["nosuch.py", ".", "nosuch/mine.py"])
def test_a_file_that_is_not_there(name: str, folder: Path, cli: Cli) -> None:
    outcome = cli("play", "--plugin", name)
    assert outcome.code == 1
    assert outcome.err.startswith("msweeper: cannot read ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "show", "generate", "fairness"])
def test_the_file_is_what_is_meant(command: str, folder: Path, cli: Cli) -> None:
    write(folder, "trail.py", PATH.format(name="trail"))
    assert "trail" in cli(command, "--plugin", "trail.py").out
    assert "trail" not in cli(command, "hex:1@1", "--plugin", "trail.py").out


def test_a_fault_while_building_names_the_file(folder: Path, cli: Cli) -> None:
    write(folder, "late.py", PATH.format(name="late").replace("build():", "build():\n    1 / 0"))
    outcome = cli("play", "late", "--plugin", "late.py")
    assert outcome.code == 4
    assert outcome.err == (
        "msweeper: plugin late of late.py failed to build late: ZeroDivisionError: division by"
        " zero (late.py, line 7)\n"
    )


def test_a_name_that_is_taken_is_told_with_both_owners(folder: Path, cli: Cli) -> None:
    name = OWN[0]
    write(folder, "mine.py", PATH.format(name=name))
    outcome = cli("show", name, "--plugin", "mine.py", "--json")
    assert outcome.out == cli("show", name, "--json").out
    assert json.loads(outcome.err) == {
        "error": "plugin-fault",
        "message": f"topology {name} of mine.py is taken by {name} of msweeper: use mine.py.{name}",
    }
    outcome = cli("show", f"mine.py.{name}", "--plugin", "mine.py")
    assert f"is taken by {name} of msweeper" in outcome.err
    assert "cells       3" in outcome.out


def test_two_files_of_one_name(folder: Path, cli: Cli) -> None:
    for place in ("a", "b"):
        (folder / place).mkdir()
        write(folder / place, "mine.py", PATH.format(name=place))
    out = cli("topologies", "--plugin", "a/mine.py", "--plugin", "b/mine.py").out
    assert "a  " in out
    assert "b  " in out


def test_a_file_that_changes_is_read_again(folder: Path) -> None:
    file = write(folder, "mine.py", PATH.format(name="one"))
    assert "one" in load_plugins(files=[file]).topologies
    write(folder, "mine.py", PATH.format(name="two"))  # in the same second, of the same size
    assert "two" in load_plugins(files=[file]).topologies
    assert [path.name for path in folder.iterdir()] == ["mine.py"]


def test_a_package_by_its_first_file(folder: Path, cli: Cli) -> None:
    home = folder / "src" / "msweeper_wall"
    home.mkdir(parents=True)
    write(home, "shape.py", PATH.format(name="wall"))
    write(home, "__init__.py", "from .shape import msweeper_topologies\n")
    file = str(home / "__init__.py")
    assert json.loads(cli("show", "wall", "--json", "--plugin", file).out)["size"] == 3
    listed = json.loads(cli("plugins", "--plugin", file, "--json").out)[-1]
    assert (listed["plugin"], listed["distribution"]) == ("msweeper_wall", "msweeper_wall")


def test_topologies_of_a_file_complete(folder: Path) -> None:
    from tests.cli.test_completion import complete

    file = write(folder, "mine.py", PATH.format(name="lilies"))
    assert complete(f"msweeper play --plugin {file} --topology li") == ["lilies"]
