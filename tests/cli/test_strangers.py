"""The command with strangers' plugins beside it: good ones, broken ones, rude ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli

OWN = sorted(load_plugins().topologies)

GOOD = """
from msweeper.factory import TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_edges

def build():
    return from_edges("abc", [("a", "b"), ("b", "c")], [(0, 0, 0), (0, 0, 2), (0, 0, 4)])

@hookimpl
def msweeper_topologies():
    return [TopologyFactory(name="{name}", summary="[three] [/cells]", parameters=(),
                            count=lambda: 3, build=build)]
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a distribution of one module on the path, as pip would."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.syspath_prepend(place)

    def add(name: str, code: str, distribution: str = "") -> None:
        (place / f"stranger_{name}.py").write_text(code)
        info = place / f"{distribution or 'stranger-' + name}-1.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution or 'stranger-' + name}\nVersion: 1.5\n"
        )
        (info / "entry_points.txt").write_text(f"[msweeper]\n{name} = stranger_{name}\n")

    return add


def test_a_good_one_is_used_like_our_own(install: Install, cli: Cli) -> None:
    install("path", GOOD.format(name="path"))
    played = cli("play", "path@1", "--first", "none", "--mines-at", "", stdin="b")
    assert played.code == 2  # the board says one mine, --mines-at none
    played = cli("play", "path", "--mines-at", "a", stdin="b\nc\nopen c")
    assert played.code == 0
    assert "path@1  playing, 1 mine left\n# 1 #\n" in played.out
    assert "chord needs a label, as in chord a (open c opens the cell)" in played.out
    assert played.out.splitlines()[-1].startswith("won, 3BV 1")
    assert "[three] [/cells]" in cli("topologies").out
    assert "[three] [/cells]" in cli("help", "topology", "path").out


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("import nosuchmodule", "ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("print('hello'); raise SystemExit(3)", "SystemExit: 3"),
        ("def oops(:", "SyntaxError"),
        ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    ],
)
def test_a_broken_one_costs_only_itself(code: str, cause: str, install: Install, cli: Cli) -> None:
    install("bad", code)
    for arguments in (["--help"], ["play", OWN[0]], ["topologies"], ["show", OWN[0]]):
        outcome = cli(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert "hello" not in outcome.out
        assert "nosuchmodule" not in outcome.out
    unknown = cli("play", "nosuch")
    assert unknown.code == 2
    assert unknown.err.count("\n") == 1
    assert "stranger-bad 1.5, entry point bad, failed: " + cause in unknown.err
    assert "-p no:bad" in unknown.err
    assert "stranger-bad" not in cli("-p", "no:bad", "play", "nosuch").err
    record = json.loads(cli("plugins", "--json").out)[-1]
    assert (record["plugin"], record["distribution"]) == ("bad", "stranger-bad")
    assert (record["state"], record["version"]) == ("failed", "1.5")
    assert cause in record["error"]
    assert f"bad of stranger-bad 1.5: {cause}" in cli("plugins").out
    assert "Traceback" in cli("plugins", "--debug").err


def test_a_fault_while_building_names_the_plugin(install: Install, cli: Cli) -> None:
    install("late", GOOD.format(name="late").replace("def build():", "def build():\n    1 / 0"))
    outcome = cli("play", "late")
    assert outcome.code == 4
    assert "plugin late of stranger-late 1.5 failed to build late: ZeroDivisionError" in outcome.err
    assert outcome.err.count("\n") == 1
    assert "ZeroDivisionError" in cli("play", "late", "--debug").err
    assert "Traceback" in cli("play", "late", "--debug").err
    document = json.loads(cli("show", "late", "--json").err)
    assert document["error"] == "plugin-fault"


def test_a_name_that_is_taken(install: Install, cli: Cli) -> None:
    name = OWN[0]
    install("zz", GOOD.format(name=name), "zz-shapes")
    assert cli("show", name, "--json").out == cli("show", name, "--json", "-p", "no:zz").out
    own = json.loads(cli("show", f"zz-shapes.{name}", "--json").out)
    assert own["spec"] == f"zz-shapes.{name}"
    assert own["size"] == 3
    record = json.loads(cli("plugins", "--json").out)[-1]
    assert record["state"] == "on"
    assert record["topologies"] == [f"zz-shapes.{name}"]
    assert "of zz-shapes is taken by" in record["error"]
    # an id of it loads it again
    played = cli("play", f"zz-shapes.{name}", "--seed", "s", stdin="a")
    again = played.out.splitlines()[-1].partition("again: msweeper ")[2].split()
    assert cli(*again).code == 0


def test_switches(install: Install, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    install("path", GOOD.format(name="path"))
    assert "path" in cli("topologies").out
    monkeypatch.setenv("MSWEEPER_DISABLE_PLUGIN_AUTOLOAD", "1")
    assert "path" not in cli("topologies").out
    assert json.loads(cli("plugins", "--json").out)[-1]["state"] == "off"
    monkeypatch.setenv("MSWEEPER_PLUGINS", "path")
    assert "path" in cli("topologies").out
    assert "path" not in cli("topologies", "-p", "no:path").out


def test_the_config_file_switches_off(install: Install, cli: Cli, tmp_path: Path) -> None:
    install("path", GOOD.format(name="path"))
    (tmp_path / "home").mkdir()
    config = tmp_path / "home" / "config.toml"
    config.write_text('[plugins]\ndisable = ["path", "gone"]\n')
    assert "path" not in cli("topologies").out


@pytest.mark.parametrize(
    "body",
    [
        "import sys; sys.exit(3)",
        "raise GeneratorExit",
        "raise RuntimeError",
        "from msweeper.errors import UsageError; raise UsageError('hi')",
        "return None",
        "return from_edges('abc', [], [(0, 0)] * 3)",
        "return from_edges('abc', [], [(0, -i, 0.5) for i in range(3)])",
        "return from_edges('abc', [], [(-1, 0, 2 * i) for i in range(3)])",
        "return from_edges('abc', [], [(0, 10 ** 9 * i, 0) for i in range(3)])",
        "return from_edges('abc', [], [(10 ** 7 * i, 0, 0) for i in range(3)])",
        "return from_edges('abc', [], [(0, 0, i) for i in range(3)])",
        "return from_edges(['a', 'b', 'c,,c'], [], [(0, 0, 2 * i) for i in range(3)])",
        "return from_edges(['a', 'b', 'c\\x1b'], [], [(0, 0, 2 * i) for i in range(3)])",
    ],
)
def test_whatever_goes_wrong_in_build_is_the_plugins(body: str, install: Install, cli: Cli) -> None:
    code = GOOD.format(name="late").replace("def build():", f"def build():\n    {body}")
    install("late", code)
    for arguments in (["play", "late"], ["show", "late"]):
        outcome = cli(*arguments)
        assert outcome.code == 4
        assert outcome.out == ""
        assert outcome.err.startswith("msweeper: plugin late of stranger-late 1.5 failed to build")
        assert outcome.err.count("\n") == 1


def test_what_a_plugin_prints_stays_out_of_documents(install: Install, cli: Cli) -> None:
    code = GOOD.format(name="loud").replace("def build():", "def build():\n    print('NOISE')")
    install("loud", code)
    assert json.loads(cli("show", "loud", "--json").out)["size"] == 3
    assert "NOISE" not in cli("play", "loud", "--jsonl").out


def test_a_refused_topology_of_a_good_plugin_gives_its_reason(install: Install, cli: Cli) -> None:
    code = GOOD.format(name="one") + "\n"
    code = code.replace(
        "    return [",
        "    bad = TopologyFactory('two', '', (), lambda: 3, build)\n    return [bad, ",
    )
    install("pair", code)
    assert cli("play", "one").code == 0
    outcome = cli("play", "two")
    assert outcome.code == 2
    assert "topology two: the summary is empty" in outcome.err


SHAPES = """
from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.lattice import from_offsets, box_offsets

def build(shape, n, m):
    rows, columns = (1, n) if shape == "line" else (m, m)
    return from_offsets((range(rows), range(columns)), box_offsets(2),
                        place=lambda y, x: (0, y, 2 * x))

@hookimpl
def msweeper_topologies():
    return [TopologyFactory(
        name="shapes", summary="a line or a square",
        parameters=(Parameter("shape", "line", choices=("line", "rect")),
                    Parameter("n", 9, 1, 99, when=("shape", ("line",))),
                    Parameter("m", 4, 1, 99, when=("shape", ("rect",)))),
        size=("n", "m"), levels=(Level("beginner", {"n": 6}, 1),),
        count=lambda shape, n, m: n if shape == "line" else m * m, build=build)]
"""


def test_sizes_that_apply_under_a_condition(install: Install, cli: Cli) -> None:
    install("shapes", SHAPES)

    def spec(*arguments: str) -> str:
        return str(json.loads(cli("show", *arguments, "--json").out)["spec"])

    assert spec("shapes") == "shapes:n=6"
    assert spec("shapes:7") == "shapes:n=7"
    assert spec("shapes:shape=rect") == "shapes:m=4,shape=rect"
    assert spec("shapes:5,shape=rect") == "shapes:m=5,shape=rect"
    assert spec("shapes:shape=rect", "--size", "5") == "shapes:m=5,shape=rect"
    assert spec("shapes", "--set", "shape=rect", "--size", "5") == "shapes:m=5,shape=rect"
    assert spec("shapes:m=5,shape=rect") == "shapes:m=5,shape=rect"
    assert "it applies only where shape is line" in cli("show", "shapes:shape=rect,n=3").err
