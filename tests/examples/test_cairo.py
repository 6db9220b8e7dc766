"""The example of a whole package: as its README says it, in an environment of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.clean import ROOT, Clean

CAIRO: Final = ROOT / "examples" / "msweeper-cairo"
BLOCKS: Final = re.findall(
    r"^```(\w+)\n(.*?)^```$",
    (CAIRO / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


def install(folder: Path) -> Clean:
    """Build both wheels, and install them beside each other."""
    place = Clean(folder)
    place.run("pip", "wheel", "--quiet", "--no-deps", "-w", "dist", str(ROOT), str(CAIRO))
    wheels = sorted(path.name for path in (place.folder / "dist").iterdir())
    assert [name.partition("-")[0] for name in wheels] == ["msweeper", "msweeper_cairo"]
    place.run("pip", "install", "--quiet", *(f"dist/{name}" for name in wheels))
    return place


def test_in_a_clean_environment(tmp_path: Path) -> None:
    """One test, since the environment costs more than all that is tried in it."""
    place = install(tmp_path)
    it_is_listed(place)
    the_readme_shows_what_happens(place)
    a_game_is_played_saved_and_replayed(place)
    a_board_without_guesses_is_made_and_proved_again(place)


def it_is_listed(place: Clean) -> None:
    plugins = {one["plugin"]: one for one in json.loads(place.run("msweeper", "plugins", "--json"))}
    assert plugins["cairo"]["distribution"] == "msweeper-cairo"
    assert (plugins["cairo"]["state"], plugins["cairo"]["topologies"]) == ("on", ["cairo"])
    assert plugins["cairo"]["file"].startswith(str(place.folder))


def the_readme_shows_what_happens(place: Clean) -> None:
    shown = 0
    for kind, text in BLOCKS:
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:] if kind == "console" else ():
            command, _, output = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                cwd=place.folder,
                env=place.env,
                check=True,
            )
            assert [line.rstrip() for line in done.stdout.splitlines()] == output.splitlines()
            shown += 1
    assert shown >= 5


def a_game_is_played_saved_and_replayed(place: Clean) -> None:
    answers = place.run(
        "msweeper", "play", "cairo:4x3@4", "--seed", "nile", "--jsonl",
        stdin="open 3,3\nhint\nsave game.json\nquit\n",
    ).splitlines()  # fmt: skip
    board, opened, hint, saved, result = map(json.loads, answers)
    assert (board["size"], board["max_degree"]) == (24, 7)
    assert opened["changes"]
    assert hint["analysis"]["best"]["action"] == "open"
    assert saved["ok"]
    best = hint["analysis"]["best"]["cell"]
    more = place.run("msweeper", "play", "--load", "game.json", "--jsonl", stdin=f"open {best}\n")
    assert json.loads(more.splitlines()[1])["ok"]
    assert "left" in place.run("msweeper", "replay", "game.json", "--verify")
    assert result["result"] == "left"


def a_board_without_guesses_is_made_and_proved_again(place: Clean) -> None:
    made = place.run("msweeper", "generate", "cairo", "--no-guess", "--seed", "nile", "--jsonl")
    board = json.loads(made)
    assert board["no_guess"]
    played = place.run("msweeper", "play", board["id"], "--final", stdin=f"{board['start']}\n")
    assert "cairo:width=7,height=6@11" in played


def test_its_own_tests_pass() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(CAIRO)],
        capture_output=True,
        text=True,
        cwd=CAIRO,
        env={k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV"))},
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d\d passed", done.stdout, re.MULTILINE)


def test_the_readme_quotes_the_module() -> None:
    module = (CAIRO / "msweeper_cairo.py").read_text(encoding="utf-8")
    project = (CAIRO / "pyproject.toml").read_text(encoding="utf-8")
    quoted = [text for kind, text in BLOCKS if kind == "python"]
    assert len(quoted) >= 2
    assert all(text in module for text in quoted)
    assert all(text in project for kind, text in BLOCKS if kind == "toml")
