"""The command that draws, from the outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from msweeper.render.svg import MADE
from tests.cli.conftest import Cli
from tests.cli.test_strangers import GOOD, Install, install
from tests.render.drawn import parse
from tests.support import BOARDS, REGISTRY, names

__all__ = ["install"]  # the fixture

GALLERY = Path(__file__).parent.parent.parent / "examples" / "gallery"


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the files of each test."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.mark.parametrize("board", BOARDS, ids=names(BOARDS))
def test_every_board(board: object, cli: Cli) -> None:
    spec = str(getattr(board, "spec", ""))
    mines = "0" if REGISTRY.topology(spec).size == 1 else "1"
    outcome = cli("picture", spec, "--mines", mines)
    assert (outcome.code, outcome.err) == (0, "")
    drawn = parse(outcome.out)
    assert [cell.title for cell in drawn.cells] == [
        f"{label}: closed" for label in REGISTRY.topology(spec).labels
    ]


def test_files(cli: Cli, inside: Path) -> None:
    outcome = cli("picture", "hex:2", "-o", "a/board.svg")
    assert (outcome.code, outcome.out, outcome.err) == (0, "drawn: a/board.svg\n", "")
    assert (inside / "a" / "board.svg").read_text() == cli("picture", "hex:2").out
    assert cli("picture", "hex:3", "-o", "a/board.svg").code == 0  # a picture is replaced
    assert "hex:radius=3" in (inside / "a" / "board.svg").read_text()
    assert cli("picture", "hex:2", "-o", "board.HTML").code == 0
    assert (inside / "board.HTML").read_text().startswith("<!doctype html>")
    assert sorted(path.name for path in inside.iterdir()) == ["a", "board.HTML"]


@pytest.mark.parametrize(
    "content", [b"my notes", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xfe", b""]
)
@pytest.mark.parametrize("name", ["x.svg", "x.html"])
def test_what_is_no_picture_of_ours_is_not_replaced(
    content: bytes, name: str, cli: Cli, inside: Path
) -> None:
    (inside / name).write_bytes(content)
    outcome = cli("picture", "hex:2", "-o", name)
    assert outcome.code == 1
    assert outcome.err == (f"msweeper: {name} is there and is no picture: choose another name\n")
    assert (inside / name).read_bytes() == content


def test_a_file_that_cannot_be_written(cli: Cli, inside: Path) -> None:
    (inside / "dir.svg").mkdir()
    assert cli("picture", "hex:2", "-o", "dir.svg").code == 1
    (inside / "file").write_text("")
    outcome = cli("picture", "hex:2", "-o", "file/x.svg")
    assert outcome.code == 1
    assert outcome.err.startswith("msweeper: cannot write file/x.svg: ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["hex", "-o", "x.png"], 2, "-o takes a name that ends in .svg or .html, not x.png"),
        (["hex", "-o", "svg"], 2, "-o takes a name that ends in .svg or .html, not svg"),
        (["hex", "--scheme", "pink"], 2, "--scheme takes auto, light, dark, not pink"),
        (["hexx"], 2, "did you mean hex?"),
        (["game.json"], 1, "game.json is no board, and there is no such file"),
        (["a/b.txt"], 1, "a/b.txt is no board, and there is no such file"),
        (["last"], 1, "no game has been finished on this terminal yet"),
        (["square:1000x1000"], 2, "a picture has at most 50000 cells, and square:"),
        (["hex:2@3", "--solution"], 2, "a solution belongs to a game: give its id, or a seed"),
        (["--gallery", "x", "hex"], 2, "a gallery shows every topology"),
        (["--gallery", "x", "--links"], 2, "a gallery shows every topology"),
        (["--gallery", "x", "--odds"], 2, "a gallery shows every topology"),
        (["hex", "--topology", "cube"], 2, "not both"),
    ],
)
def test_refusals(arguments: list[str], code: int, message: str, cli: Cli, inside: Path) -> None:
    outcome = cli("picture", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(inside.iterdir()) == []


def test_a_file_is_a_board_already(cli: Cli, inside: Path) -> None:
    (inside / "p.txt").write_text("hex:radius=2@3\n")
    assert cli("picture", "p.txt").code == 0
    for more in (["--mines", "2"], ["--solution"], ["--level", "expert"]):
        outcome = cli("picture", "p.txt", *more)
        assert outcome.code == 2
        assert "a file is a board already" in outcome.err


def test_a_topology_comes_before_a_file_of_its_name(cli: Cli, inside: Path) -> None:
    (inside / "hex").write_text("square:3x5@2\n")
    assert '<title id="title">hex:radius=4@10' in cli("picture", "hex").out
    assert '<title id="title">square:width=3' in cli("picture", "./hex").out


def test_a_position_from_a_pipe(cli: Cli) -> None:
    board = cli("play", "hex:2@3", "--seed", "maple", "--final", stdin="0 0; flag 2 -1").out
    outcome = cli("picture", "-", stdin=board)
    assert outcome.code == 0
    marks = [cell.mark for cell in parse(outcome.out).cells]
    assert marks.count("flag") == 1
    assert marks.count("closed") == 6
    shaded = parse(cli("picture", "-", "--odds", stdin=board).out)
    assert {cell.mark[0] for cell in shaded.cells} == {"n", "p"}
    refused = cli(
        "picture", "-", "--odds", stdin='{"spec":"square:3x2","mines":0,"cells":{"1,2":1}}'
    )
    assert (refused.code, refused.err) == (1, "msweeper: no minefield with 0 mines fits 1,2\n")


def test_a_saved_game(cli: Cli, inside: Path) -> None:
    cli("play", "hex:2@3", "--seed", "maple", stdin="0 0; flag 2 -1; save game.json")
    assert cli("picture", "game.json", "-o", "game.html").code == 0
    page = (inside / "game.html").read_text()
    assert "open 0,0" in page
    assert "2/2" in page
    assert "maple" not in page  # it is not over
    assert "at=" not in page
    assert cli("picture", "game.json", "-o", "odds.html", "--odds").code == 0
    assert ".p100 path" in (inside / "odds.html").read_text()
    assert 'class="flag"' in cli("picture", "game.json").out


def test_the_last_game(cli: Cli, inside: Path) -> None:
    cli("play", "hex:2@3", "--seed", "maple", "--record", stdin="0 0; -1 2")
    assert cli("picture", "last", "-o", "last.html", "--odds").code == 0
    page = (inside / "last.html").read_text()
    assert "(lost)" in page
    found = re.search(r"<code>msweeper (play \S+)</code>", page)
    assert found is not None
    assert cli(*found[1].split()).code == 0
    assert cli("picture", "last", "--odds").code == 2


def test_solutions_and_schemes(cli: Cli) -> None:
    board = "hex:radius=2@3/start=0,0/seed=maple"
    drawn = parse(cli("picture", board, "--solution", "--scheme", "dark").out)
    assert [cell.mark for cell in drawn.cells].count("right-flag") == 3
    assert "prefers-color-scheme" not in drawn.style
    auto = cli("picture", board).out
    assert auto == cli("picture", board, "--scheme", "auto").out
    assert auto != cli("picture", board, "--scheme", "light").out


def test_links(install: Install, cli: Cli) -> None:
    install("far", GOOD.format(name="far").replace("(0, 0, 4)", "(0, 2, 4)"))
    assert 'class="links"' not in cli("picture", "far@1").out
    assert cli("picture", "far@1", "--links").out.count('class="links"') == 1
    assert 'class="links"' not in cli("picture", "hex", "--links").out


def test_the_gallery_has_a_picture_of_every_topology(
    install: Install, cli: Cli, inside: Path
) -> None:
    install("path", GOOD.format(name="path"))
    bad = GOOD.format(name="late").replace("def build():", "def build():\n    1 / 0")
    install("late", bad)
    outcome = cli("picture", "--gallery", "shown")
    assert outcome.code == 4
    assert outcome.err.startswith("msweeper: no picture of late: plugin late of stranger-late 1.5")
    assert outcome.err.count("\n") == 1
    found = {path.name for path in (inside / "shown").iterdir()}
    assert found == {"index.html", "path.svg", *(f"{name}.svg" for name in REGISTRY.topologies)}
    index = (inside / "shown" / "index.html").read_text()
    for name in sorted(found - {"index.html"}):
        drawn = parse((inside / "shown" / name).read_text())
        assert any(cell.mark.startswith("n") for cell in drawn.cells)
        assert f'src="{name}"' in index
    assert "[three] [/cells]" in index
    again = cli("picture", "--gallery", "shown")
    assert again.code == 4
    (inside / "shown" / "index.html").write_text("mine")
    assert "no picture: choose another name" in cli("picture", "--gallery", "shown").err


def test_the_gallery_in_the_readme_is_what_the_command_draws(inside: Path) -> None:
    """After a change: ``msweeper picture --gallery examples/gallery``."""
    subprocess.run(
        [sys.executable, "-m", "msweeper", "picture", "--gallery", "gallery"],
        check=True,
        stdout=subprocess.DEVNULL,
        env={
            **os.environ,
            "MSWEEPER_HOME": str(inside),
            "MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
    )
    drawn = {path.name: path.read_bytes() for path in (inside / "gallery").iterdir()}
    kept = {path.name: path.read_bytes() for path in GALLERY.iterdir()}
    assert sorted(kept) == sorted(drawn)
    assert [name for name in kept if kept[name] != drawn[name]] == []
    readme = (GALLERY.parent.parent / "README.md").read_text(encoding="utf-8")
    for shown in re.findall(r"examples/gallery/([\w.-]+\.svg)", readme):
        assert shown in kept
    assert all(MADE.encode() in content[:300] for content in kept.values())
