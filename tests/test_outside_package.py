"""A stranger's package, as the README shows it, installed with pip into a fresh environment."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clean import ROOT, Clean
from tests.test_readme import BLOCKS


def block(marker: str) -> str:
    return next(str(text) for _, text in BLOCKS if marker in text)


def test_the_readmes_plugin_installs_and_plays(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "msweeper_ring.py").write_text(block('name="ring"'), encoding="utf-8")
    (package / "pyproject.toml").write_text(block('name = "msweeper-ring"'), encoding="utf-8")
    run = Clean(tmp_path).run

    run("pip", "install", "--quiet", str(ROOT), str(package))
    plugins = {one["plugin"]: one for one in json.loads(run("msweeper", "plugins", "--json"))}
    assert plugins["ring"]["distribution"] == "msweeper-ring"
    assert (plugins["ring"]["state"], plugins["ring"]["topologies"]) == ("on", ["ring"])
    shown = json.loads(run("msweeper", "show", "ring:7", "--json"))
    assert shown["neighbors"][0] == [1, 2, 5, 6]
    played = run("msweeper", "play", "ring", "--seed", "s", stdin="5; quit")
    assert "ring:length=20@3  playing" in played
    assert "ring" not in run("msweeper", "topologies", "-p", "no:ring")
