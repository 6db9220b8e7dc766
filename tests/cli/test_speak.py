"""Play without a picture: from a pipe, on a terminal, and whole games by what is said alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.test_terminal import Open, open_terminal
from tests.support import REGISTRY, hexagon

__all__ = ["open_terminal"]  # a fixture

TWO_MINES = ("square:5x3", "--mines-at", "1,1 3,5")


class Listener:
    """Somebody at a pipe who types a line, hears the answer, and types the next."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.typed: list[str] = []

    def say(self, line: str) -> list[str]:
        """Type `line`; return the lines of the answer, up to a fault that is asked for."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}; endmark\n")
        self.process.stdin.flush()
        self.typed.append(line)
        heard: list[str] = []
        while not (said := self.process.stdout.readline()).startswith("'endmark' is neither"):
            assert said, f"no answer to {line}: {heard}"
            heard.append(said.rstrip("\n"))
        return heard


@contextmanager
def listener(*arguments: str, home: Path) -> Iterator[Listener]:
    process = subprocess.Popen(
        [sys.executable, "-m", "msweeper", "play", "--speak", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "MSWEEPER_HOME": str(home)},
    )
    with process:
        try:
            yield Listener(process)
        finally:
            process.kill()


@pytest.mark.parametrize("name", sorted(REGISTRY.topologies))
def test_a_whole_game_by_ear(name: str, cli: Cli, tmp_path: Path) -> None:
    """Open what the odds call safest until the game is over; nothing else is known of the board."""
    arguments = (name, "--seed", "ear")
    with listener(*arguments, home=tmp_path) as player:
        intro = player.say("look " + REGISTRY.topology(name).label(0))
        assert intro[0].startswith(f"{name}")
        assert " is closed; " in intro[-1]
        for _ in range(400):
            safest = player.say("odds")[0]
            chance, _, labels = safest.partition(": ")
            assert chance.endswith("%")
            answer = player.say(f"open {labels.split()[0]}")[0]
            assert answer.startswith(f"opened {labels.split()[0]}: ")
            if answer.endswith(("the game is won", "the game is lost")):
                break
        status = answer.rpartition(" ")[2]
        summary = player.say("board")[0]
        assert f": {status}, " in summary
    script = "\n".join(line for line in player.typed if line.startswith("open"))
    documents = cli("play", *arguments, "--jsonl", stdin=script).out.splitlines()
    assert json.loads(documents[-1])["result"] == status


def test_the_first_lines_say_what_board_this_is(cli: Cli) -> None:
    outcome = cli("play", "square:5x3@2", "--speak", "--seed", "x")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "square:width=5,height=3: square cells, 8 neighbors: the classic board",
        "15 cells, 2 mines; labels run from 1,1 to 3,5. Labels are row,column, counted from 1 at"
        " the top left: 2,3 is the third cell of the second row.",
        "first click open: the first cell opens an area",
        "left, 0 moves; again: msweeper play square:width=5,height=3@2/seed=x",
    ]
    tiny = cli("play", "hex:0@0", "--speak", "--seed", "x").out
    assert "1 cell, 0 mines; its label is 0,0. Labels are q,r (axial); the centre is 0,0.\n" in tiny


def spoken(cli: Cli, typed: str, *arguments: str) -> list[str]:
    """Return what is said between the first lines and the result."""
    outcome = cli("play", *(arguments or TWO_MINES), "--speak", stdin=typed)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out.splitlines()[2:-1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            "2 2; flag 1 1\nboard",
            [
                "opened 2,2: 1",
                "flag on 1,1, 1 mine left",
                "square:width=5,height=3@2: playing, 1 mine left, 14 of 15 cells closed",
                "flags: 1,1",
                "2,2 shows 1, no mine missing; closed around it: 1,2 1,3 2,1 2,3 3,1 3,2 3,3",
                "closed beside no open cell: 1,4 1,5 2,4 2,5 3,4 3,5",
            ],
            id="each action of a line, and the board",
        ),
        pytest.param(
            "1 2; 1 1; undo; redo",
            [
                "opened 1,2: 1",
                "opened 1,1: a mine; the game is lost",
                "undone: open 1,1, 1 cell closed again; the game goes on",
                "again: opened 1,1: a mine; the game is lost",
                "open 1,1 was a mine with 20% (1/5); no cell was safe",
            ],
            id="there and back",
        ),
        pytest.param(
            "2 4; 9 9; flag 2 4; opne 1 1",
            [
                "opened 2,4: 1",
                "no cell is called 9,9; did you mean 3,5? (labels run from 1,1 to 3,5)",
                "2,4 is open: it takes no flag",
                "'opne' is neither an action nor a cell; did you mean open? (help lists the"
                " actions)",
            ],
            id="faults as ever",
        ),
        pytest.param(
            "2 2; flag 1 1; unflag 1 1; hint",
            [
                "opened 2,2: 1",
                "flag on 1,1, 1 mine left",
                "flag off 1,1, 2 mines left",
                "open 1,1: 1,1 is a mine with 12.5%: the best chance to win, 85.4%",
            ],
            id="hint",
        ),
    ],
)
def test_what_is_said(typed: str, said: list[str], cli: Cli) -> None:
    assert spoken(cli, typed) == said


def test_odds_name_every_closed_cell_once_safest_first(cli: Cli) -> None:
    lines = spoken(cli, "0 0; odds", "hex:2", "--mines-at", "2,-1 -2,1 -1,2 1,1")
    answers = cli(
        "play", "hex:2", "--mines-at", "2,-1 -2,1 -1,2 1,1", "--jsonl", stdin="0 0\nodds"
    ).out.splitlines()
    odds = json.loads(answers[2])["analysis"]["odds"]
    heard = {
        label: line.partition("%")[0]
        for line in lines[1:]
        for label in line.partition(": ")[2].split()
    }
    assert set(heard) == {row["cell"] for row in odds}
    assert sum(len(line.partition(": ")[2].split()) for line in lines[1:]) == len(odds)
    for row in odds:
        assert float(heard[row["cell"]]) == pytest.approx(100 * row["p"], abs=0.06)
    chances = [float(line.partition("%")[0]) for line in lines[1:]]
    assert chances == sorted(chances)


def test_final_says_only_the_last_board(cli: Cli) -> None:
    outcome = cli("play", *TWO_MINES, "--speak", "--final", stdin="2 2; 9 9; 1 1")
    assert outcome.out.splitlines() == [
        "square:width=5,height=3@2: lost, 2 mines left, 14 of 15 cells closed",
        "went off: 1,1",
        "other mines: 3,5",
    ]
    assert outcome.err.startswith("no cell is called 9,9")


def test_a_game_gone_on_with_says_how_it_stands(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    cli("play", *TWO_MINES, stdin=f"2 2; flag 1 1; save {file}")
    assert cli("play", "--load", file, "--speak").out.splitlines()[2:4] == [
        "square:width=5,height=3@2: playing, 1 mine left, 14 of 15 cells closed",
        "flags: 1,1",
    ]


def test_no_picture_is_ever_printed(cli: Cli) -> None:
    typed = "board; help; 2 2; odds; 1 1; board; same; new; odds"
    out = cli("play", "square:5x3@2", "--speak", "--seed", "x", stdin=typed).out
    assert "# #" not in out
    assert "closed #" not in out


def test_it_does_not_go_with_jsonl(cli: Cli) -> None:
    outcome = cli("play", "hex", "--speak", "--jsonl")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--jsonl does not go with --speak" in outcome.err


def test_look_is_answered_in_every_line_mode_and_is_no_help(cli: Cli) -> None:
    said = "1,1 is closed; 3 neighbors clockwise: 1,2 closed, 2,2 shows 1, 2,1 closed"
    plain = cli("play", *TWO_MINES, stdin="2 2\nlook 1,1").out.splitlines()
    assert plain[-2] == said
    assert plain[-1].startswith("left, 3BV 1, 1 move; again: ")
    assert spoken(cli, "2 2; look 1 1")[-1] == said
    answers = cli("play", *TWO_MINES, "--jsonl", stdin="2 2\nlook 1 1\nlook 2 2").out.splitlines()
    first, second, result = map(json.loads, answers[2:])
    assert first == {
        "action": "look 1,1",
        "ok": True,
        "look": [
            "1,1 is closed",
            "3 neighbors clockwise:",
            "1. 1,2 closed",
            "2. 2,2 shows 1",
            "3. 2,1 closed",
        ],
        "status": "playing",
        "flags": 0,
        "mines_left": 2,
        "closed": 14,
    }
    assert second["look"][:2] == ["2,2 shows 1", "1 mine still missing"]
    assert result["helps"] == 0
    assert "look needs a label, as in look 1,1" in cli("play", *TWO_MINES, stdin="look").out


def test_look_does_not_start_a_game(cli: Cli) -> None:
    """The first click is still protected after it, and no mine is placed."""
    board = hexagon(2)
    typed = "; ".join(f"look {board.label(cell)}" for cell in board)
    outcome = cli("play", "hex:2@3", "--seed", "maple", "--speak", stdin=typed)
    assert outcome.out.splitlines()[-1] == (
        "left, 0 moves; again: msweeper play hex:radius=2@3/seed=maple"
    )


def test_on_a_terminal(open_terminal: Open) -> None:
    terminal = open_terminal("play", "--speak", "square:4x1", "--mines-at", "1,1 1,4")
    assert "4 cells, 2 mines; labels run from 1,1 to 1,4." in terminal.expect("\n> ")
    terminal.type("1 1")
    end = terminal.expect("(over) > ")
    assert "opened 1,1: a mine; the game is lost\nopen 1,1 was a mine with 50% (1/2)" in end
    assert "l look" in end
    terminal.type("look")
    assert "@2: lost, 2 mines left, 4 of 4 cells closed\nwent off: 1,1\nother mines: 1,4" in (
        terminal.expect("(over) > ")
    )
    terminal.type("look 1 1")
    assert "1,1 is a mine that went off; 1 neighbor: 1,2 closed" in terminal.expect("(over) > ")
    terminal.type("u")
    assert "undone: open 1,1, 1 cell closed again; the game goes on" in terminal.expect("\n> ")
    terminal.type("quit")
    code, text = terminal.rest()
    assert code == 0
    assert "left" in text
