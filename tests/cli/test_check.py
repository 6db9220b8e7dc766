"""``msweeper check``: the checks of msweeper.testing from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msweeper.content import hashed, pack
from msweeper.plugins import load_plugins
from msweeper.testing import CHECKS
from tests.cli.conftest import Cli
from tests.cli.test_plugin_file import PATH

OWN = sorted(load_plugins(environ={"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1"}).topologies)
NAMES = ["loads", *(check.name for check in CHECKS)]

# One way only, and so compiled that nothing looks at it before the checks do.
ONE_WAY = """
from array import array
from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.hookspecs import hookimpl
from msweeper.layout import Layout, Place
from msweeper.topology import Topology

def build(width):
    print("NOISE")
    starts, flat = array("i", [0]), array("i")
    for cell in range(width):
        flat.extend([cell + 1] if cell + 1 < width else [])
        starts.append(len(flat))
    places = tuple(Place(0, 0, 2 * cell) for cell in range(width))
    return Topology.from_rows(starts, flat, tuple(f"c{i}" for i in range(width)), Layout(places))

@hookimpl
def msweeper_topologies():
    return [TopologyFactory(name="arrow", summary="cells in a row", description="c0, c1, ...",
                            parameters=(Parameter("width", 5, 1, 60, help="cells"),),
                            size=("width",), levels=(Level("beginner", {}, 1),),
                            count=lambda width: width, build=build)]
"""


@pytest.mark.parametrize("name", OWN)
def test_every_topology_of_ours_passes(name: str, cli: Cli) -> None:
    outcome = cli("check", name, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert list(document) == ["topology", "plugin", "distribution", "checks", "ok"]
    assert (document["topology"], document["distribution"]) == (name, "msweeper")
    assert [row["check"] for row in document["checks"]] == NAMES
    assert all(row["ok"] is True for row in document["checks"])
    assert document["ok"] is True
    rows = {row["check"]: row["message"] for row in document["checks"]}
    assert rows["fairness"].startswith(("fair: ", "warn: ", "it declares no level"))
    assert rows["same-elsewhere"] == "hash seeds 1, 2, 3"


def test_one_board_as_a_table(cli: Cli) -> None:
    outcome = cli("check", "square:7x4")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0].startswith("square:width=7,height=4 from plugin square of msweeper ")
    words = dict(line.split()[:2] for line in lines[1:-1])
    assert list(words) == NAMES
    quiet = {"size", "degrees", "symmetries", "labels-known", "polygons"}  # nothing is declared
    assert {name for name, word in words.items() if word == "-"} == quiet
    assert {word for name, word in words.items() if name not in quiet} == {"ok"}
    assert lines[-1] == f"square:width=7,height=4: all {len(NAMES)} checks hold"
    assert any(line.startswith("builds") and "1 board, up to 28 cells" in line for line in lines)


def test_a_file_that_breaks_a_rule(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "arrow.py"
    file.write_text(ONE_WAY)
    outcome = cli("check", str(file))
    assert (outcome.code, outcome.err) == (1, "")
    assert "NOISE" not in outcome.out
    lines = outcome.out.splitlines()
    assert lines[0] == "arrow from plugin arrow of arrow.py"
    (failed,) = [line for line in lines if "FAILED" in line]
    assert failed.split()[0] == "symmetric"
    assert failed.endswith(
        "on arrow:width=5: cell 0 (c0) has the neighbor cell 1 (c1), which does not have it"
    )
    assert "numbers         -       not run: symmetric does not hold" in lines
    assert lines[-1] == f"arrow: 1 of {len(NAMES)} checks failed"
    document = json.loads(cli("check", str(file), "--json").out)
    assert [row["check"] for row in document["checks"] if row["ok"] is False] == ["symmetric"]
    assert {row["ok"] for row in document["checks"] if row["check"] in ("numbers", "saves")} == {
        None
    }
    assert document["ok"] is False
    assert "Traceback" not in cli("check", str(file)).err


def test_what_the_author_raised_is_shown_on_request(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "path.py"
    file.write_text(PATH.format(name="path").replace("build():", "build():\n    1 / 0"))
    outcome = cli("check", str(file))
    assert outcome.code == 1
    assert "builds          FAILED  on path: it cannot be built: ZeroDivisionError" in outcome.out
    assert outcome.err == ""
    assert "Traceback" in cli("check", str(file), "--debug").err


def test_a_file_that_does_not_load_fails_in_one_line(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "bad.py"
    file.write_text("x = (")
    outcome = cli("check", str(file))
    assert outcome.code == 4
    assert outcome.err == (
        "msweeper: plugin bad of bad.py failed:"
        " SyntaxError: '(' was never closed (bad.py, line 1)\n"
    )
    assert outcome.out == ""
    assert cli("check", str(tmp_path / "nosuch.py")).code == 1


def test_a_factory_that_is_refused_is_no_crash(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PATH.format(name="Path"))
    outcome = cli("check", str(file))
    assert outcome.code == 1
    assert "loads           FAILED  topology Path: 'Path' is no name" in outcome.out
    document = json.loads(cli("check", str(file), "--json").out)
    assert (document["topology"], document["plugin"], document["ok"]) == (None, "mine", False)


def test_a_name_that_is_taken_fails_with_both_owners(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PATH.format(name=OWN[0]))
    document = json.loads(cli("check", str(file), "--json").out)
    assert document["topology"] == f"mine.py.{OWN[0]}"
    assert [row["message"] for row in document["checks"] if not row["ok"]] == [
        f"topology {OWN[0]} of mine.py is taken by {OWN[0]} of msweeper: use mine.py.{OWN[0]}"
    ]


def test_several_at_once(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "both.py"
    code = PATH.format(name="one").replace(
        "    return [", "    return [TopologyFactory('two', 'x', (), lambda: 3, build), "
    )
    file.write_text(code)
    outcome = cli("check", str(file), "square:3x2", "--json")
    document = json.loads(outcome.out)
    assert [one["topology"] for one in document["checked"]] == [
        "two",
        "one",
        "square:width=3,height=2",
    ]
    assert document["ok"] is all(one["ok"] for one in document["checked"])
    assert outcome.code == (0 if document["ok"] else 1)


def test_a_file_that_is_switched_off(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PATH.format(name="path"))
    outcome = cli("check", str(file), "-p", "no:mine")
    assert outcome.code == 1
    assert "loads           FAILED  it is switched off" in outcome.out


def test_labels_cannot_command_the_terminal(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "arrow.py"
    file.write_text(ONE_WAY.replace('f"c{i}"', 'f"\\x1b[2J{i}"'))
    out = cli("check", str(file)).out
    assert "\x1b" not in out
    assert "\\x1b[2J0" in out


def test_an_installed_file_by_name(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "arrow.py"
    file.write_text(PATH.format(name="path"))
    assert cli("check", "path", "--plugin", str(file)).code == 0


RING = "###\n# #\n# #\n####"
PATHS = "\n".join(f"town{i} town{j}" for i in range(1, 121) for j in (i + 1, i + 5, i * 7 % 121))


@pytest.mark.parametrize(
    ("name", "content", "size"),
    [("square:mask", RING, 11), ("graph:file", "a b\nb c\nc d", 4), ("graph:file", PATHS, 125)],
)
def test_a_board_that_is_made_of_a_file(
    name: str, content: str, size: int, tmp_path: Path, cli: Cli
) -> None:
    (tmp_path / "board.txt").write_text(content)
    typed = cli("check", f"{name}=@{tmp_path / 'board.txt'}", "--json")
    assert (typed.code, typed.err) == (0, "")
    document = json.loads(typed.out)
    assert document["ok"] is True
    assert document["topology"] == f"{name}={pack(content)}"
    messages = {row["check"]: row["message"] for row in document["checks"]}
    assert messages["builds"] == f"1 board, up to {size} cells"
    (tmp_path / "board.txt").unlink()
    if hashed(pack(content)):  # known by its hash from now on
        again = cli("check", f"{name}={pack(content)}", "--json")
        assert json.loads(again.out) == document


def test_a_board_of_a_path_without_a_slash(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ring.txt").write_text(RING)
    assert cli("check", "square:mask=@ring.txt").code == 0
    outcome = cli("check", "square:mask=@none.txt")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert "cannot read none.txt" in outcome.err
    outcome = cli("check", f"graph:file=sha256.{'0' * 64}")
    assert outcome.code == 1
    assert "give it once with --set file=@PATH" in outcome.err


@pytest.mark.parametrize("rule", ["nonsense", "factory", "fairness", "size", "builds", "labels"])
def test_a_board_that_is_never_built_is_not_ok(rule: str, tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "path.py"
    broken = f'build():\n    raise TopologyError("broken", rule={rule!r})'
    code = PATH.format(name="path").replace("build():", broken)
    file.write_text("from msweeper.errors import TopologyError\n" + code)
    outcome = cli("check", str(file))
    assert outcome.code == 1
    (failed,) = [line for line in outcome.out.splitlines() if "FAILED" in line]
    assert failed.split()[0] == ("labels" if rule == "labels" else "builds")
    assert failed.endswith("broken")
    assert outcome.out.splitlines()[-1] == f"path: 1 of {len(NAMES)} checks failed"
    assert json.loads(cli("check", str(file), "--json").out)["ok"] is False


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("squaer", "did you mean square?"),
        ("square:0x3", "width 0 is not possible"),
        ("square:3x3@2", "height is a whole number, not '3@2'"),
        ("square:colour=red", "no parameter is called colour"),
    ],
)
def test_what_cannot_be_checked(target: str, words: str, cli: Cli) -> None:
    outcome = cli("check", target)
    assert outcome.code == 2
    assert words in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_target_is_needed(cli: Cli) -> None:
    assert cli("check").code == 2
