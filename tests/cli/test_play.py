from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from msweeper.render.read import read
from tests.cli.conftest import Cli
from tests.support import roomy

TOPOLOGIES = sorted(load_plugins().topologies)


def pictures(text: str, spec: str) -> list[str]:
    """Return the boards in a transcript, without the lines that name them."""
    found, lines = [], text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(spec)]
    height = starts[1] - starts[0] - 2 if len(starts) > 1 else 0  # a line on the first click
    for start in starts:
        found.append("\n".join(lines[start + 1 : start + 1 + height]))
    return found


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_every_topology_plays_from_a_pipe(name: str, cli: Cli) -> None:
    board = roomy(load_plugins().find(name))
    topology = load_plugins().topology(board.partition("@")[0])
    first = topology.label(topology.layout.middle())
    outcome = cli("play", "--topology", board, "--seed", "x", stdin=f"{first}\nflag {first}\n")
    assert (outcome.code, outcome.err) == (0, "")
    before, after = pictures(outcome.out, topology.spec)
    mines = int(outcome.out.partition("@")[2].split()[0])
    assert read(before, topology, mines).closed == topology.size
    assert read(after, topology, mines).cells[topology.cell(first)] == 0
    assert f"{first} is open: it takes no flag" in outcome.out
    assert outcome.out.splitlines()[-1].startswith("left, 3BV ")


def test_end_of_input_leaves_the_game_once(cli: Cli) -> None:  # B37
    outcome = cli("play", "hex:2", "--seed", "x")
    assert outcome.code == 0
    last = outcome.out.splitlines()[-1]
    assert last == "left, 0 moves; again: msweeper play hex:radius=2@3/seed=x"
    assert cli("play", "hex:2", "--exit-code").code == 11
    assert cli("play", "hex:2", stdin="fla").out.splitlines()[-1].startswith("left")


@pytest.mark.parametrize(
    ("typed", "code"),
    [("1 2; 1 3", 0), ("1 1", 10), ("1 2", 11), ("1 1; undo", 11), ("1 1; new; quit", 11)],
)
def test_exit_code(typed: str, code: int, cli: Cli) -> None:
    board = ("square:width=3,height=1", "--mines-at", "1,1")
    assert cli("play", *board, "--exit-code", stdin=typed).code == code
    assert cli("play", *board, stdin=typed).code == 0


def test_bad_lines_change_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them saves a file
    typed = "nonsense\nopen\nopen 9 9\nchord 1 1\nsave x\nredo\nundo\n"
    outcome = cli("play", "square:4x3", "--mines", "2", "--seed", "x", stdin=typed)
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.count("square:width=4,height=3@2  ready") == 1
    # the board with its captions and the rule, a line for each fault, the result
    assert len(outcome.out.splitlines()) == 6 + len(typed.splitlines()) + 1


def test_final_prints_the_last_board_alone(cli: Cli) -> None:
    outcome = cli("play", "hex:2@3", "--seed", "maple", "--final", stdin="0 0; nonsense; 9 9")
    assert outcome.out.splitlines()[0] == "hex:radius=2@3  playing, 3 mines left"
    assert len(outcome.out.splitlines()) == 7
    assert "'nonsense'" in outcome.err
    assert "9,9" in outcome.err


def test_echo_repeats_what_was_read(cli: Cli) -> None:
    outcome = cli("play", "hex:2@3", "--echo", stdin="# a comment\n  undo  \n")
    assert "> # a comment\n>   undo  \nthere is nothing to undo\n" in outcome.out


def test_a_game_plays_again_by_its_last_line(cli: Cli) -> None:
    first = cli("play", "hex:3@7", "--seed", "a b/c", stdin="0 0")
    again = first.out.splitlines()[-1].partition("again: msweeper ")[2].split()
    second = cli(*again, stdin="0 0")
    assert second.out.splitlines()[-6:] == first.out.splitlines()[-6:]


def test_new_and_same(cli: Cli) -> None:
    outcome = cli("play", "hex:2@3", "--seed", "s", stdin="0 0; same; id; new; id; quit")
    ids = [line for line in outcome.out.splitlines() if line.startswith("hex:") and "/" in line]
    assert ids == ["hex:radius=2@3/start=0,0/seed=s", "hex:radius=2@3/seed=s%2F1"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["play", "hxe"], 2, "no topology is called hxe; did you mean hex?"),
        (["play", "hex", "--level", "hard"], 2, "no level is called hard"),
        (["play", "hex", "--size", "0x"], 2, "should be RADIUS"),
        (["play", "square", "--size", "0x3"], 2, "width 0 is not possible: it goes from 1"),
        (["play", "square", "--size", "-1x3"], 2, "width -1 is not possible"),
        (["play", "square:4000000x4000000"], 2, "the limit is 4,000,000"),
        (["play", "square", "--size", "5x5", "--mines", "25"], 2, "takes 0 to 24"),
        (["play", "square:5x5", "--mines", "17", "--first", "open"], 2, "at most 16 mines"),
        (["play", "square:1x1", "--mines", "1"], 2, "takes 0 to 0"),
        (["play", "hex:1", "--mines", "7"], 2, "takes 0 to 6"),
        (["play", "cube:3x3x3", "--mines", "27"], 2, "takes 0 to 26"),
        (["play", "cube:3x3x3", "--mines", "15", "--first", "open"], 2, "at most 0 mines"),
        (["play", "hex:2", "--mines-at", "9,9"], 2, "no cell is called 9,9"),
        (["play", "hex:2", "--graph"], 2, "--graph goes with --jsonl"),
        (["play", "hex:2", "--jsonl", "--echo"], 2, "--jsonl does not go with --echo"),
        (["play", "--games", "0"], 2, "games"),
        (["play", "hex:2", "--mines-at", "0,0", "--games", "2"], 2, "a given minefield"),
        (["play", "--resume"], 1, "no unfinished game is kept"),
        (["play", "--nosuch"], 2, "no such option: --nosuch"),
        (["play", "hex", "square"], 2, "unexpected extra argument"),
        (["plya"], 2, "no such command 'plya'. Did you mean 'play'"),
        (["help", "plya"], 2, "no command is called plya; did you mean play"),
        (["help", "topology", "hexx"], 2, "did you mean hex?"),
        (["show", "hex@3/seed="], 0, ""),
        (["show", "hex@3/nonsense"], 2, "position 6"),
        (["show", "hex:radius=2@2/at=gAB/check=aaaa"], 2, "mistyped"),
        (["-p", "hex", "topologies"], 2, "-p takes no:NAME"),
        (["-p", "no:hxe", "topologies"], 2, "no plugin is called hxe; did you mean hex?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_one_line_and_the_right_code(arguments: list[str], code: int, says: str, cli: Cli) -> None:
    outcome = cli(*arguments)
    assert outcome.code == code
    assert says in outcome.err
    assert outcome.err.count("\n") == (1 if code else 0)


def test_rules_that_cannot_be_kept_fall_back(cli: Cli) -> None:  # B19
    out = cli("play", "cube:3x3x3", "--mines", "15").out
    assert "first click safe: the first cell is no mine" in out


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_plugin_switch_before_and_after(name: str, cli: Cli) -> None:
    for arguments in (["-p", f"no:{name}", "topologies"], ["topologies", "-p", f"no:{name}"]):
        assert name not in {line.split()[0] for line in cli(*arguments).out.splitlines()}


def module(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "msweeper", *arguments]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@pytest.mark.parametrize("glyphs", ["--ascii", "--unicode"])
def test_any_encoding_prints(encoding: str, glyphs: str) -> None:  # B38
    done = subprocess.run(
        module("play", "hex:2@3", "--seed", "maple", glyphs),
        input=b"0 0\nflag 2 -1\nflag \xff\xe9\n1 1\nopen -1 2\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=True,
    )
    assert done.stderr == b""
    text = done.stdout.decode(encoding)
    assert "lost" in text
    assert ("\u2691" in text) == (encoding == "utf-8" and glyphs == "--unicode")


def test_no_escape_codes_in_a_pipe() -> None:  # B39
    base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}

    def escapes(*arguments: str, **variables: str) -> bool:
        done = subprocess.run(
            module("play", "hex:2@3", *arguments),
            input=b"0 0",
            capture_output=True,
            env={**base, **variables},
            check=True,
        )
        return b"\x1b" in done.stdout

    assert not escapes()
    assert escapes(FORCE_COLOR="1")
    assert not escapes(FORCE_COLOR="1", NO_COLOR="1")
    assert escapes(FORCE_COLOR="1", NO_COLOR="")
    assert escapes("--color", "always", NO_COLOR="1")
    assert not escapes("--color", "never", FORCE_COLOR="1")


@pytest.mark.parametrize(
    "command", [["topologies"], ["play", "square:60x60@10", "--seed", "x"], ["show", "hex:12"]]
)
def test_a_reader_that_leaves_is_no_fault(command: list[str]) -> None:  # B42
    done = subprocess.run(
        [
            "bash",
            "-c",
            "yes 'f 1 1; undo' | head -2000 | \"$@\" | head -1; echo ${PIPESTATUS[2]}",
            "bash",
            *module(*command),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_output_does_not_vary(cli: Cli) -> None:
    runs = {cli("play", "hex:2@3", "--seed", "s", stdin="0 0; 1 1; -1 2").out for _ in range(3)}
    assert len(runs) == 1


def test_a_broken_config_file_is_named(cli: Cli) -> None:
    home = os.environ["MSWEEPER_HOME"]
    os.makedirs(home)
    with open(f"{home}/config.toml", "w", encoding="utf-8") as file:
        file.write("topology = 3")
    outcome = cli("play")
    assert outcome.code == 1
    assert "must give topology as a text" in outcome.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("command", [["play", "hex:2"], ["topologies"], ["--version"]])
def test_an_output_that_cannot_be_written_is_one_line(command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            module(*command), input=b"0 0\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("msweeper: cannot write: ")
    assert done.stderr.count(b"\n") == 1
