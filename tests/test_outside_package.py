"""A stranger's package, as the README shows it, installed with pip into a fresh environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

from tests.test_readme import BLOCKS

ROOT = Path(__file__).parent.parent


def block(marker: str) -> str:
    return next(str(text) for _, text in BLOCKS if marker in text)


def test_the_readmes_plugin_installs_and_plays(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "msweeper_ring.py").write_text(block('name="ring"'), encoding="utf-8")
    (package / "pyproject.toml").write_text(block('name = "msweeper-ring"'), encoding="utf-8")
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL", "COV"))}
    env["MSWEEPER_HOME"] = str(tmp_path / "home")

    def run(name: str, *arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [str(scripts / name), *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=env,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT), str(package))
    plugins = {one["plugin"]: one for one in json.loads(run("msweeper", "plugins", "--json"))}
    assert plugins["ring"]["distribution"] == "msweeper-ring"
    assert (plugins["ring"]["state"], plugins["ring"]["topologies"]) == ("on", ["ring"])
    shown = json.loads(run("msweeper", "show", "ring:7", "--json"))
    assert shown["neighbors"][0] == [1, 2, 5, 6]
    played = run("msweeper", "play", "ring", "--seed", "s", stdin="5; quit")
    assert "ring:length=20@3  playing" in played
    assert "ring" not in run("msweeper", "topologies", "-p", "no:ring")
