from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from msweeper.game import Game
from msweeper.gameid import GameId
from msweeper.generator import prove
from msweeper.plugins import load_plugins
from msweeper.record.gamerecord import GameRecord
from tests.cli.conftest import Cli
from tests.support import roomy

REGISTRY = load_plugins()
TOPOLOGIES = sorted(REGISTRY.topologies)


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_documents_rebuild_boards_without_guesses(name: str, cli: Cli) -> None:
    board = roomy(REGISTRY.find(name))
    outcome = cli("generate", board, "--no-guess", "-n", "3", "--seed", "s", "--jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    for number, line in enumerate(outcome.out.splitlines()):
        found = json.loads(line)
        assert list(found) == [
            "id", "spec", "mines", "start", "no_guess", "bbbv", "attempts", "seconds"
        ]  # fmt: skip
        assert found["id"].endswith(f"/seed=s%2F{number}")
        assert found["no_guess"] is True
        topology = REGISTRY.topology(found["spec"])
        game = Game.from_id(found["id"], topology)
        assert game.minefield is not None
        assert game.minefield.bbbv == found["bbbv"]
        assert prove(game.minefield, topology.cell(found["start"]))
        shown = cli("play", found["id"])
        assert f"start at {found['start']}: from there nothing needs a guess" in shown.out
    assert number == 2


def test_generate_without_a_proof(cli: Cli) -> None:
    found = json.loads(cli("generate", "hex:2@3", "--seed", "s", "--jsonl").out)
    assert (found["no_guess"], found["attempts"]) == (False, 1)
    assert found["id"] == "hex:radius=2@3/start=0,0/seed=s"
    assert cli("generate", "hex:2@3", "--seed", "s", "--start", "1,0").out.strip() == (
        "hex:radius=2@3/start=1,0/seed=s"
    )


def test_giving_up_is_exit_3_and_no_board(cli: Cli) -> None:
    # every cell of a 2x2x2 sees all others: only luck
    for command in (["generate"], ["play", "--start", "1,1,1"]):
        outcome = cli(*command, "cube:2x2x2@2", "--first", "safe", "--no-guess", "--budget", "0.3")
        assert outcome.code == 3
        assert outcome.out == ""
        assert "that needs no guess was found" in outcome.err
        assert outcome.err.count("\n") == 1
    outcome = cli("play", "cube:2x2x2@2", "--no-guess", "--budget", "0.3", stdin="1 1 1")
    assert outcome.code == 3


def test_the_first_click_is_the_start(cli: Cli) -> None:
    for start in ("0,0", "2,-2"):
        out = cli("play", "hex:3@7", "--no-guess", "--seed", "s", stdin=f"{start}\nid").out
        line = next(line for line in out.splitlines() if line.startswith("hex:radius=3@7/start="))
        game = Game.from_id(line, REGISTRY.topology("hex:3"))
        assert game.minefield is not None
        assert game.topology.label(game.start or 0) == start
        assert prove(game.minefield, game.start or 0)
    free = cli("play", "hex:3@5", "--no-guess", "--without-count", "--seed", "s", stdin="0 0; id")
    assert "/proof=free/" in free.out


def test_a_wrong_verdict_in_an_id_is_refused(cli: Cli) -> None:
    topology = REGISTRY.topology("cube:2x2x2")
    bad = GameId(topology.spec, 2, start="1,1,1", proof=None, seed="s")
    claimed = str(bad).replace("/seed", "/proof=count/seed")
    outcome = cli("play", claimed)
    assert outcome.code == 2
    assert "claims a board without guesses, and it has some" in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "hex", "--start", "0,0"],
        ["play", "hex", "--without-count"],
        ["play", "hex:2@2/at=gAA", "--no-guess"],
        ["play", "hex", "--daily", "--seed", "x"],
        ["generate", "hex:2@2/at=gAA"],
        ["generate", "hex", "--without-count"],
        ["generate", "hex", "--start", "9,9"],
        ["records", "--json", "--csv"],
    ],
    ids=" ".join,
)
def test_what_does_not_go(arguments: list[str], cli: Cli) -> None:
    outcome = cli(*arguments)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1


def test_the_daily_board_is_the_same_for_everybody(cli: Cli) -> None:
    first = cli("play", "hex", "--daily", "--final", stdin="0 0").out
    assert first == cli("play", "hex", "--daily", "--final", stdin="0 0").out
    today = datetime.now(UTC).date().isoformat()
    assert f"/seed=daily%2F{today}" in cli("play", "cube", "--daily").out


def test_records(cli: Cli) -> None:
    assert "no game is recorded yet" in cli("records").out
    assert json.loads(cli("records", "--json").out) == []
    board = ("play", "square:3x1", "--mines-at", "1,1", "--record")
    cli(*board, stdin="1 3")
    cli(*board, stdin="1 1")
    cli(*board, stdin="1 2; hint; 1 3")
    cli("play", "hex:1@1", "--record", "--seed", "s", "--jsonl", stdin="0 0; 0 1; 1 0")
    (found, *_) = json.loads(cli("records", "--json", "--topology", "square").out)
    assert (found["won"], found["lost"], found["helped_won"]) == (1, 1, 1)
    assert len(found["best"]) == 1  # the loss is no best time, and the helped win stands apart
    assert "square:width=3,height=1@1" in cli("records").out
    rows = list(csv.DictReader(io.StringIO(cli("records", "--csv", "-t", "square").out)))
    assert [row["result"] for row in rows] == ["won", "lost", "won"]


def test_statistics_of_a_game(cli: Cli) -> None:
    cli("play", "square:5x1", "--mines-at", "1,3", "--record", stdin="1 1; 1 5; 1 4")
    found = json.loads(cli("replay", "--stats").out)
    assert (found["bbbv"], found["bbbv_done"], found["openings"]) == (2, 2, 2)
    assert (found["opens"], found["useful"], found["guesses"]) == (2, 2, 1)


def test_killed_at_any_moment_no_finished_game_is_lost(tmp_path: Path) -> None:
    """Killed again and again while it finishes game after game: all it reported is there."""
    home = tmp_path / "home"
    env = {**os.environ, "MSWEEPER_HOME": str(home)}
    command = [sys.executable, "-m", "msweeper", "play", "square:3x1", "--mines-at", "1,1",
               "--record", "--jsonl"]  # fmt: skip
    reported = 0
    for turn in range(8):
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1 3\nsame\n" * 400)
        process.stdin.flush()
        end = time.monotonic() + 0.9 + 0.13 * turn
        while time.monotonic() < end:
            line = process.stdout.readline()
            reported += '"status": "won"' in line
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
        process.stdout.close()
        last = home / "data" / "last.json"
        if last.exists():
            assert GameRecord.loads(last.read_text()).result == "won"
    done = subprocess.run(
        [sys.executable, "-m", "msweeper", "records", "--csv"],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len([row for row in rows if row["result"] == "won"]) >= reported > 10


def test_the_wish_for_no_guess_is_not_lost(cli: Cli) -> None:
    board = ("play", "hex:3@7", "--no-guess", "--seed", "s")
    last = cli(*board).out.splitlines()[-1]
    assert last.endswith("again: msweeper play hex:radius=3@7/seed=s --no-guess")
    assert (
        cli(*board, "--without-count").out.splitlines()[-1].endswith("--no-guess --without-count")
    )
    made = cli("generate", "hex:3@7", "--no-guess", "--seed", "s").out.strip()
    out = cli("play", made, stdin="hint; new; 0 0; id").out
    assert "open 0,0: this board begins there" in out
    assert out.count("/proof=count/") >= 2
    for part in out.split("first click open")[1:]:
        assert "nothing needs a guess" in part.splitlines()[0]


@pytest.mark.parametrize("verb", ["flag 1,1\nsave {}", "save {}"])
def test_the_wish_for_no_guess_outlives_a_save(verb: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    board = ("play", "hex:3@7", "--no-guess", "--seed", "q")
    cli(*board, stdin=verb.format(path))
    ids = [
        next(line for line in out.splitlines() if "/proof=count/" in line)
        for out in (
            cli(*board, stdin="0 0\nid").out,
            cli("play", "--load", str(path), stdin="0 0\nid").out,
            cli(*board, stdin="same\n0 0\nid").out,
        )
    ]
    assert len(set(ids)) == 1
    assert "/proof=count/" in cli("play", "--load", str(path), stdin="new\n0 0\nid").out


def test_what_cannot_be_recorded_is_told_and_the_game_goes_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    board = ("play", "square:3x1", "--mines-at", "1,1", "--record")
    monkeypatch.setenv("MSWEEPER_HOME", str(tmp_path / "file"))
    plain = cli(*board, stdin="1 3\nundo")
    assert plain.code == 0
    assert "won, 0 mines left" in plain.out
    assert plain.err.count("\n") == 1
    lines = cli(*board, "--jsonl", stdin="1 3\nundo").out.splitlines()
    assert len(lines) == 4
    assert "result" in json.loads(lines[-1])


@pytest.mark.parametrize(
    "change",
    [
        '"helps": 1e400',
        '"helps": -5',
        '"undos": ' + "9" * 5000,
        '"helps": ' + "9" * 30,
        '"mines_at": "1,1"',
        '"moves": [[0, "open 9,9"]]',
        '"proof": "sure"',
    ],
    ids=lambda text: text[:14],
)
def test_hostile_saves_never_block_the_good_one(change: str, cli: Cli, tmp_path: Path) -> None:
    cli("play", "hex:2@3", "--seed", "maple", stdin="0 0\nsave")
    folder = Path(os.environ["MSWEEPER_HOME"]) / "data" / "unfinished"
    good = next(folder.glob("*.json"))
    bad = good.read_text()[:-1] + ", " + change + "}"
    (folder / "99999999999999999999-1.json").write_text(bad)
    (folder / "link.json").symlink_to(tmp_path / "nowhere")
    outcome = cli("play", "--resume", stdin="board")
    assert outcome.code == 0
    assert "hex:radius=2@3  playing" in outcome.out
    assert "inside" not in outcome.err


def test_stopping_a_simulation_leaves_no_process(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "msweeper", "simulate", "square", "--level", "expert", "--games",
         "100000", "--seed", str(tmp_path), "--jobs", "2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    time.sleep(4)
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 143
    end = time.monotonic() + 15
    while time.monotonic() < end and any(Path(f"/proc/{pid}").exists() for pid in children):
        time.sleep(0.2)
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
