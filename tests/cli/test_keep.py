"""Games that are kept: saved, resumed, replayed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from msweeper.record.gamerecord import GameRecord
from tests.cli.conftest import Cli
from tests.cli.test_terminal import Open, open_terminal  # noqa: F401

TOPOLOGIES = sorted(load_plugins().topologies)
BOARD = ("play", "hex:2@3", "--seed", "maple")


def home() -> Path:
    return Path(os.environ["MSWEEPER_HOME"])


@pytest.mark.parametrize("name", ["game", "game.json", "my game.json"])
def test_what_was_saved_loads_by_the_same_name(name: str, cli: Cli, tmp_path: Path) -> None:  # B32
    path = tmp_path / name
    saved = cli(*BOARD, stdin=f"0 0\nsave {path}\n")
    assert f"saved {path}: msweeper play --load {path}" in saved.out
    assert cli("play", "--load", str(path), stdin="board").out.count(" . . 1") == 4
    again = cli("play", "--load", str(path), stdin=f"flag 2 -1\nsave {path}\n")
    assert f"replaced {path}" in again.out
    assert "playing, 2 mines left" in cli("play", "--load", str(path), stdin="board").out


def test_saving_never_overwrites_something_else(cli: Cli, tmp_path: Path) -> None:
    other = tmp_path / "precious.txt"
    other.write_text("mine")
    out = cli(*BOARD, stdin=f"save {other}\nsave {tmp_path}\nsave /proc/x\n")
    assert out.code == 0
    assert other.read_text() == "mine"
    assert "is there and is no saved game" in out.out
    assert "cannot write /proc/x" in out.out


@pytest.mark.parametrize("content", ["", "{", '{"format": "msweeper-game", "version": 9}', "hello"])
def test_a_file_that_is_no_save_is_told_and_stays(content: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    for command in (["play", "--load"], ["replay"]):
        outcome = cli(*command, str(path))
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1
        assert str(path) in outcome.err
    assert path.read_text() == content


def test_options_that_do_not_go_with_a_saved_game(cli: Cli) -> None:
    for more in (["hex"], ["--seed", "x"], ["--games", "2"], ["--load", "x"]):
        assert cli("play", "--resume", *more).code == 2
    assert "no unfinished game is kept" in cli("play", "--resume").err
    assert cli("play", "--resume").code == 1
    assert "no game has been finished" in cli("replay").err


def test_a_recorded_game_from_a_pipe(cli: Cli) -> None:
    assert cli(*BOARD, stdin="0 0; -1 2").code == 0
    assert not home().exists()
    cli(*BOARD, "--record", stdin="0 0; -1 2")
    assert cli("replay", "--verify").out.startswith("lost, ")
    cli(*BOARD, "--record", "--jsonl", stdin="0 0; -2 2; 0 2; 1 1; 2 0")
    assert cli("replay", "last", "--verify").out.startswith("won, ")


def test_an_unfinished_game_is_kept_and_resumed(cli: Cli) -> None:
    assert "kept" not in cli(*BOARD, "--record", stdin="0 0; flag 2 -1").out  # not asked for
    out = cli(*BOARD, "--record", stdin="0 0; flag 2 -1; save").out
    assert "kept: msweeper play --resume goes on with it" in out
    assert "playing, 2 mines left" in cli("play", "--resume", stdin="board").out
    end = cli("play", "--resume", "--record", stdin="-2 2; 0 2; 1 1; 2 0").out
    assert end.splitlines()[-1].startswith("won, 3BV 3, 5 moves")
    assert cli("play", "--resume").code == 1  # it is finished


def test_an_end_that_redo_comes_to_is_recorded_once_and_leaves_nothing_unfinished(
    cli: Cli,
) -> None:
    typed = "0 0; 2 -1; undo; save; redo; undo; redo"
    assert "lost" in cli(*BOARD, "--record", stdin=typed).out
    assert cli("play", "--resume").code == 1
    (summary,) = json.loads(cli("records", "--json").out)
    assert summary["games"] == 1


def test_a_damaged_unfinished_game_is_put_aside(cli: Cli) -> None:
    cli(*BOARD, stdin="0 0; save")
    folder = home() / "data" / "unfinished"
    (folder / "99999999999999999999-1.json").write_text('{"cut')
    outcome = cli("play", "--resume", stdin="board")
    assert outcome.code == 0
    assert "kept aside as 99999999999999999999-1.json.broken-1" in outcome.err
    assert (folder / "99999999999999999999-1.json.broken-1").read_text() == '{"cut'
    assert "hex:radius=2@3  playing" in outcome.out


def test_a_missing_plugin_is_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cli(*BOARD, stdin=f"0 0; save {path}")
    outcome = cli("play", "--load", str(path), "-p", "no:hex")
    assert outcome.code == 2
    assert "this game needs the topology hex:radius=2" in outcome.err
    assert "the plugin hex is switched off" in outcome.err


def test_a_changed_geometry_is_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cli(*BOARD, stdin=f"0 0; save {path}")
    found = json.loads(path.read_text())
    path.write_text(json.dumps({**found, "fingerprint": "0" * 64}))
    outcome = cli("play", "--load", str(path), stdin="board")
    assert outcome.code == 0
    assert "the geometry of hex:radius=2 has changed" in outcome.err
    assert "hex:radius=2@3  playing" in outcome.out


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_replay_prints_every_step(name: str, cli: Cli, tmp_path: Path) -> None:
    topology = load_plugins().topology(name)
    path = tmp_path / "g.json"
    first, second = topology.label(topology.layout.middle()), topology.label(0)
    cli("play", name, "--seed", "s", stdin=f"{first}; flag {second}; flag {second}; save {path}")
    record = GameRecord.loads(path.read_text())
    out = cli("replay", str(path)).out
    for number, (_, move) in enumerate(record.moves, 1):
        assert f"\n{number}. 0:00.0 {move}\n" in out
    assert out.count(f"{topology.spec}@") == len(record.moves) + 2
    odds = cli("replay", str(path), "--odds").out
    assert odds.count("\n") >= out.count("\n")
    assert cli("replay", str(path), "--verify").out.startswith("left, ")


def test_replay_tells_what_does_not_agree(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cli(*BOARD, stdin=f"0 0; -1 2; save {path}")
    found = json.loads(path.read_text())
    path.write_text(json.dumps({**found, "result": "won", "seconds": 0.001}))
    outcome = cli("replay", str(path), "--verify")
    assert outcome.code == 1
    assert "it says won, its moves say lost" in outcome.out


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_signals_keep_the_game(
    number: signal.Signals,
    code: int,
    open_terminal: Open,  # noqa: F811
    tmp_path: Path,
) -> None:
    terminal = open_terminal("play", "hex:2@3", "--seed", "maple")
    terminal.expect("\n> ")
    terminal.type("0 0")
    terminal.expect("playing")
    terminal.expect("\n> ")
    os.kill(terminal.process.pid, number)
    assert terminal.rest()[0] == code
    again = open_terminal("play", "hex:2")
    assert "an unfinished game is kept: msweeper play --resume" in again.expect("\n> ")
    again.type("q")
    assert again.rest()[0] == 0
    resumed = open_terminal("play", "--resume")
    assert "playing, 3 mines left" in resumed.expect("\n> ")
    for typed in ("-2 2", "0 2", "1 1"):
        resumed.type(typed)
    resumed.expect("(over) > ")
    resumed.type("q")
    assert resumed.rest()[0] == 0
    last = open_terminal("replay")
    last.expect("0/4 > ")
    last.type("4")
    assert "won" in last.expect("4/4 > ")
    last.type("b")
    assert "playing" in last.expect("3/4 > ")
    last.type("")
    last.expect("4/4 > ")
    last.type("0")
    last.expect("0/4 > ")
    last.type("p 1000")
    last.expect("4/4 > ")
    last.type("what")
    assert "NUMBER jump" in last.expect("4/4 > ")
    last.type("q")
    assert last.rest()[0] == 0
