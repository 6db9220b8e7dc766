from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

import msweeper
from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli

REGISTRY = load_plugins()
NAMES = sorted(REGISTRY.topologies)


def test_topologies(cli: Cli) -> None:
    found = json.loads(cli("topologies", "--json").out)
    assert [one["name"] for one in found] == NAMES
    keys = ["name", "plugin", "distribution", "version", "summary", "parameters", "levels"]
    for one in found:
        assert list(one) == keys
        for level in one["levels"]:
            topology = REGISTRY.topology(level["spec"])
            assert topology.spec == level["spec"]
            assert topology.size == level["cells"]
        for parameter in one["parameters"]:
            assert list(parameter) == [
                "name", "type", "default", "minimum", "maximum", "choices", "help"
            ]  # fmt: skip
    text = cli("topologies").out
    assert [line.split()[0] for line in text.splitlines()[1:]] == NAMES


def test_plugins(cli: Cli) -> None:
    found = json.loads(cli("plugins", "--json").out)
    assert [list(one) for one in found] == [
        ["plugin", "distribution", "version", "file", "state", "topologies", "hooks", "error"]
    ] * len(found)
    assert {one["state"] for one in found if one["distribution"] == "msweeper"} == {"on"}
    off = json.loads(cli("plugins", "--json", "-p", f"no:{NAMES[0]}").out)
    assert next(one for one in off if one["plugin"] == NAMES[0])["state"] == "off"
    assert "STATE" in cli("plugins").out


@pytest.mark.parametrize("name", NAMES)
def test_show(name: str, cli: Cli) -> None:
    topology = REGISTRY.topology(name)
    shown = json.loads(cli("show", name, "--json").out)
    assert list(shown) == [
        "spec", "size", "cells", "neighbors", "places", "max_degree", "levels", "largest_mines"
    ]  # fmt: skip
    assert shown["spec"] == topology.spec
    assert shown["neighbors"] == [list(topology.neighbors(cell)) for cell in topology]
    assert shown["cells"] == list(topology.labels)
    assert len(shown["places"]) == topology.size
    assert shown["largest_mines"]["open"] == topology.size - 1 - topology.max_degree
    text = cli("show", name).out
    assert set(topology.labels) <= set(re.split(r"[\s/\\]", text))  # strokes may stand between
    assert f"most mines  open {shown['largest_mines']['open']}" in text


def test_show_of_a_huge_board_leaves_the_labels_out(cli: Cli) -> None:
    assert "labels:" not in cli("show", "square:50x50").out


@pytest.mark.parametrize("name", NAMES)
def test_help_topology_is_the_plugins_own_text(name: str, cli: Cli) -> None:
    factory = REGISTRY.topologies[name].factory
    text = cli("help", "topology", name).out
    assert factory.summary in text
    for parameter in factory.parameters:
        assert f"  {parameter.name} " in text
        assert parameter.help in text
    for level in factory.levels:
        assert f"  {level.name} " in text


def test_help(cli: Cli) -> None:  # B41
    alone = cli()
    assert alone.code == 0
    assert alone.err == ""
    assert alone.out == cli("--help").out == cli("-h").out == cli("help").out
    for command in ("play", "show", "topologies", "plugins", "paths", "help"):
        text = cli(command, "--help")
        assert text.code == 0
        assert "msweeper " + command in text.out  # an example
    assert "--mines-at" in cli("help", "play").out
    assert "topology" in cli("help", "topology").out.lower()


def test_brackets_survive_in_help(cli: Cli) -> None:  # B40
    assert "[BOARD]" in cli("play", "--help").out
    assert "[COMMAND | topology NAME]" in cli("help", "--help").out


def test_paths(cli: Cli, tmp_path: Path) -> None:
    found = json.loads(cli("paths", "--json").out)
    assert found == {
        "config": str(tmp_path / "home" / "config.toml"),
        "data": str(tmp_path / "home" / "data"),
    }
    assert str(tmp_path) in cli("paths").out
    assert not (tmp_path / "home").exists()


def test_version(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "msweeper", "--version"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == f"msweeper {msweeper.__version__}\n"
    assert "typer" not in done.stderr
    assert "pluggy" not in done.stderr
    for arguments in (["--version", "--verbose"], ["-v", "-V"]):
        lines = cli(*arguments).out.splitlines()
        assert lines[0] == f"msweeper {msweeper.__version__}"
        assert platform.python_version() in lines[1]
        assert len(lines) == 2 + len(REGISTRY.records)


@pytest.mark.parametrize("command", ["topologies", "plugins", "show", "paths"])
def test_json_is_one_document(command: str, cli: Cli) -> None:
    outcome = cli(command, "--json")
    json.loads(outcome.out)
    assert outcome.out.count("\n") == 1
    assert outcome.err == ""
