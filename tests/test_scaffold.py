"""What ``msweeper new-plugin`` writes: built, installed beside msweeper, checked and played."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clean import ROOT, Clean


def test_a_new_package_from_nothing_to_a_replay(tmp_path: Path) -> None:
    package = tmp_path / "msweeper-brick"
    run = Clean(tmp_path).run

    # the wheel brings the templates
    run("pip", "install", "--quiet", str(ROOT))
    run("msweeper", "new-plugin", "brick")
    run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", str(package))
    (wheel,) = (tmp_path / "dist").glob("msweeper_brick-0.1.0-*.whl")
    run("pip", "install", "--quiet", f"{wheel}[test]")

    tests = run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=package)
    assert " passed" in tests
    plugins = {one["plugin"]: one for one in json.loads(run("msweeper", "plugins", "--json"))}
    assert (plugins["brick"]["state"], plugins["brick"]["topologies"]) == ("on", ["brick"])
    assert plugins["brick"]["distribution"] == "msweeper-brick"
    checked = json.loads(run("msweeper", "check", "brick", "--json"))
    assert checked["ok"] is True
    assert {row["check"]: row["message"] for row in checked["checks"]}["same-elsewhere"]

    played = run("msweeper", "play", "brick", "--seed", "s", stdin="3 5\nhint\nsave game.json")
    assert "brick:width=10,height=8@11  playing" in played
    assert "first click open: the first cell opens an area" in played
    assert "open " in played or "flag " in played  # the hint names an action
    assert (tmp_path / "game.json").is_file()
    assert "left" in run("msweeper", "replay", "game.json", "--verify")
    assert "3,5" in run("msweeper", "replay", "game.json")
    again = run("msweeper", "play", "--load", "game.json", "--final")
    assert "brick:width=10,height=8@11  playing" in again
    board = run("msweeper", "generate", "brick", "--no-guess", "--seed", "demo").strip()
    assert board.startswith("brick:width=10,height=8@11/start=")
    assert "/proof=count/" in board
    assert "nothing needs a guess" in run("msweeper", "play", board, "--plain", stdin="quit")
