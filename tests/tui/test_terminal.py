"""The full screen as people get it: the command in a terminal, from the first frame to the end."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from msweeper.plugins import Registered
from msweeper.sitting.keep import Keeper
from tests.plugins.workshop import Workshop
from tests.support import REGISTERED
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")

SOON: Final = 5.0
"""Seconds in which a signal has to end the program; it takes 0.3 where nothing else is to do."""
DEAF: Final = 0.6
"""Seconds after the end in which keys may not be taken for answers; it is 0.3."""
TOWNS: Final = """
    from msweeper.factory import TopologyFactory
    from msweeper.hookspecs import hookimpl
    from msweeper.lattice import from_edges

    NAMES = ("oslo", "rome", "bern", "lima", "kyiv", "riga")
    ROADS = ("oslo rome", "rome bern", "oslo bern", "bern lima", "lima kyiv", "lima riga")
    PLACES = ((0, 0, 0), (0, 0, 3), (0, 1, 1), (0, 3, 6), (1, 0, 0), (1, 2, 5))

    def build():
        return from_edges(NAMES, [road.split() for road in ROADS], PLACES)

    @hookimpl
    def msweeper_topologies():
        return [TopologyFactory(name="towns", summary="towns and roads", parameters=(),
                                count=lambda: 6, build=build)]
"""
"""A stranger's: names for labels, cells that stand anywhere, two panels."""

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts commands at terminals; all of a test have one home, and the towns installed."""
    site = Workshop(tmp_path / "site")
    site.add("towns", TOWNS)
    opened: list[Terminal] = []

    def open_terminal(*arguments: str, **options: object) -> Terminal:
        variables = {"PYTHONPATH": str(site.folder)} | dict(options.pop("variables", {}))  # type: ignore[call-overload]
        opened.append(Terminal(arguments, tmp_path / "home", variables=variables, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield open_terminal
    for terminal in opened:
        terminal.close()


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[], list[list[str]]]:
    """Returns the moves of each unfinished game that is kept."""

    def moves() -> list[list[str]]:
        keeper = Keeper(tmp_path / "home" / "data")
        return [[move for _, move in record.moves] for _, record in keeper.kept()]

    return moves


def board(terminal: Terminal) -> list[str]:
    """Return what stands between status line and answers, wherever exactly that is."""
    inside = "\n".join(terminal.lines[1:-1]).strip("\n")
    return inside.rpartition("\n\n")[0].rstrip("\n").splitlines()


def began(terminal: Terminal) -> str:
    """Wait for the first frame, and for what it still has to say."""
    terminal.expect("left  0:0", "leave")
    return terminal.settle()


def left(terminal: Terminal) -> str:
    """Wait for the end of a program that leaves in order; return what it printed last."""
    assert terminal.end() == 0
    assert terminal.unrestored() == []
    return "".join(terminal.lines)


# From the first frame to the end


@pytest.mark.parametrize(
    ("name", "safe", "mine"),
    [
        ("hex:2", ["0,1", "-1,-1"], "2,0"),
        ("cube:3x4x5", ["3,2,2"], "5,4,3"),
        ("towns", ["oslo", "kyiv", "riga", "lima"], "bern"),
    ],
)
def test_a_game_is_won_and_another_lost(
    name: str, safe: list[str], mine: str, start: Start
) -> None:
    terminal = start("play", name, "--mines-at", mine, "--exit-code")
    began(terminal)
    status, *_, footer = terminal.lines
    assert status.startswith("1 mine left  0:00  3BV 0  ")
    assert name.partition(":")[0] in status
    assert footer.startswith("space open  f flag")
    assert terminal.cursor is not None
    for label in [*safe, "rome"] if name == "towns" else safe:
        terminal.press("g", label, "enter", "space")
    terminal.expect("won, 0:0", "again: msweeper play", "same mines")
    assert "1 mine left" not in terminal.lines[0]  # a win shows the mines as flags
    time.sleep(DEAF)
    terminal.press("R")
    terminal.expect("1 mine left")
    terminal.press("g", safe[0], "enter", "f", "g", mine, "enter", "space")
    text = terminal.expect("was a mine with", "lost, 0:0", "again: msweeper play")
    assert "no cell was safe" in text or " was safe" in text
    terminal.press("q")
    assert terminal.end() == 10
    assert terminal.unrestored() == []
    printed = "".join(terminal.lines)
    assert "lost, 0:0" in printed
    assert "/at=" in printed


def test_a_loss_shows_four_marks(start: Start) -> None:
    terminal = start("play", "hex:2", "--mines-at", "0,-2 1,-2 2,-2", "--ascii")
    began(terminal)
    for label in ("0,-2", "0,2"):
        terminal.press("g", label, "enter", "f")
    terminal.press("g", "1,-2", "enter", "space")
    terminal.expect("lost, 0:0")
    first = next(line for line in terminal.lines if "-2" in line)
    assert first.split()[1:4] == ["F[@]*", "-2"] or "F[@]*" in first.replace(" ", "")
    assert any("x" in line.split() for line in board(terminal))


def test_exit_codes(start: Start) -> None:
    terminal = start("play", "hex:2", "--mines-at", "2,0", "--exit-code")
    began(terminal)
    terminal.press("q")
    assert terminal.end() == 11
    terminal = start("play", "hex:2", "--mines-at", "2,0", "--exit-code")
    began(terminal)
    terminal.press("g", "0,1", "enter", "space")
    terminal.expect("won, 0:0")
    terminal.press("q")
    assert terminal.end() == 0


def test_keys_meant_for_the_board_do_not_answer_the_end(start: Start) -> None:
    terminal = start("play", "hex:2", "--mines-at", "0,0")
    began(terminal)
    terminal.press("space", "z", "N", "R")  # at once: within 300 ms of the end
    terminal.expect("lost, 0:0", "was a mine with")
    assert "  lost  " in terminal.lines[0]
    time.sleep(DEAF)
    terminal.press("z")
    terminal.wait(lambda: "  lost  " not in terminal.lines[0], "the undone loss")
    assert terminal.lines[0].startswith("1 mine left")


def test_leaving_prints_the_summary(start: Start) -> None:
    terminal = start("play", "cube:3x4x5", "--seed", "maple")
    began(terminal)
    terminal.press("space")
    terminal.expect("3BV 1")
    terminal.press("ctrl+c")
    printed = left(terminal)
    assert printed.startswith("kept: msweeper play --resume goes on with it")
    assert "again: msweeper play cube:width=3,height=4,depth=5@5/" in printed


# Signals, a terminal that goes away, faults


BUSY: Final = """
import time
import msweeper.sitting.thinking as thinking

def think(*arguments, **options):
    while True:
        pass

thinking.think = think
from msweeper.__main__ import main
main()
"""
"""A solver that is never done, and leaves the interpreter to others only when it must."""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_keeps_the_game(
    name: str, start: Start, kept: Callable[[], list[list[str]]]
) -> None:
    terminal = start("play", "cube:3x4x5", "--seed", "s", driver=BUSY)
    began(terminal)
    terminal.press("space")
    terminal.expect("3BV 1")
    before = board(terminal)
    if name != "SIGHUP":
        terminal.press("H")
        terminal.expect("working ...")
    terminal.signal(signal.Signals[name])
    assert terminal.end(SOON) == 128 + signal.Signals[name]
    assert terminal.unrestored() == []
    assert kept() == [["open 3,2,2"]]
    again = start("play", "--resume")
    began(again)
    assert board(again) == before


@pytest.mark.parametrize("how", ["SIGTERM", "closed"])
def test_a_generator_at_work_does_not_hold_up_the_end(how: str, start: Start) -> None:
    terminal = start("play", "cube:9x9x4@100", "--no-guess", "--budget", "300", "--seed", "s")
    began(terminal)
    terminal.press("space")
    terminal.expect("working ...")
    if how == "closed":
        terminal.hang_up()
        assert terminal.end(SOON) == 129
    else:
        terminal.signal(signal.SIGTERM)
        assert terminal.end(SOON) == 143
        assert terminal.unrestored() == []
        assert "--no-guess" in "".join(terminal.lines)


@pytest.mark.parametrize("controlling", [True, False])
def test_a_closed_terminal_keeps_the_game(
    controlling: bool, start: Start, kept: Callable[[], list[list[str]]]
) -> None:
    """Also where no signal tells of it, as for a terminal that controls another program."""
    terminal = start("play", "towns", "--mines-at", "bern", controlling=controlling)
    began(terminal)
    terminal.press("space", "g", "riga", "enter", "space")
    terminal.expect("riga  0")
    terminal.hang_up()
    assert terminal.end(SOON) == 129
    assert [moves[-1] for moves in kept()] == ["open riga"]


def test_stopped_and_going_on(start: Start) -> None:
    terminal = start("play", "hex:2", "--mines-at", "2,0")
    began(terminal)
    terminal.press("f")
    terminal.expect("0 mines left")
    before = board(terminal)
    terminal.stop(signal.SIGTSTP)
    terminal.settle()
    assert terminal.unrestored() == []
    assert terminal.text.strip() == ""
    terminal.signal(signal.SIGCONT)
    terminal.expect("0 mines left", "leave")
    assert board(terminal) == before
    terminal.stop(signal.SIGSTOP)  # of this one no program is told
    terminal.signal(signal.SIGCONT)
    terminal.settle()
    terminal.press("f")
    terminal.expect("1 mine left")
    terminal.press("q")
    left(terminal)


SHELL: Final = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if not job:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "msweeper", *sys.argv[1:]])
while os.WIFSTOPPED(state := os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    input("stopped> ")
    os.tcsetpgrp(0, job)
    os.kill(job, signal.SIGCONT)
sys.exit(os.waitstatus_to_exitcode(state))
"""
"""As much of a shell as it takes to stop a job, and to let it go on at Enter."""


def test_to_the_shell_and_back(start: Start) -> None:
    terminal = start("play", "cube:3x4x5", "--seed", "s", driver=SHELL)
    began(terminal)
    terminal.press("space")
    terminal.expect("3BV 1")
    terminal.settle()
    before = board(terminal)
    terminal.press("ctrl+z")
    terminal.expect("stopped>")
    assert terminal.unrestored() == []
    terminal.press("\n")
    terminal.expect("paused: any key goes on", " paused")
    terminal.press("l")
    terminal.wait(lambda: board(terminal) == before, "the board again")
    terminal.press("q")
    assert "kept: msweeper play --resume" in left(terminal)


def test_without_a_shell_nothing_stops(start: Start) -> None:
    terminal = start("play", "hex:2", "--seed", "s")
    began(terminal)
    terminal.press("ctrl+z")
    terminal.expect("no shell is there")
    terminal.press("l")
    terminal.expect("1,0  closed")


FAULT: Final = """
from msweeper.tui import boardview, desk

def fail(*arguments, **options):
    raise ZeroDivisionError("boom")

{}
from msweeper.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        ("desk.Desk.do = fail", "l"),
        ("desk.Desk.do = fail", "H"),
        ("boardview.BoardView._wheel = fail", "\x1b[<64;9;9M"),
        ("boardview.BoardView.show = fail", "l"),
    ],
    ids=["key", "thread", "mouse", "drawing"],
)
def test_a_fault_inside_keeps_the_game(
    fault: str, key: str, start: Start, kept: Callable[[], list[list[str]]]
) -> None:
    arguments = ["--debug"] if key == "H" else []
    terminal = start("play", "cube:3x4x5", "--seed", "s", *arguments, driver=FAULT.format(fault))
    began(terminal)
    if "show" not in fault:
        assert terminal.cursor is not None
        y, x = terminal.cursor
        terminal.click(x, y)
        terminal.expect("3BV 1")
    terminal.press(key)
    assert terminal.end() == 1
    assert terminal.unrestored() == []
    printed = "".join(terminal.lines)
    if arguments:
        assert "line 5, in fail" in printed
        assert printed.endswith("ZeroDivisionError: boom")
    else:
        said = "msweeper: something went wrong inside: ZeroDivisionError: boom (--debug shows"
        assert printed.startswith(said)
        assert "Traceback" not in printed
    if "show" not in fault:
        assert kept() == [["open 3,2,2"]]


def test_a_game_that_cannot_be_kept_is_not_called_kept(start: Start, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where a folder should be")
    terminal = start("play", "hex:2", "--mines-at", "2,0")
    began(terminal)
    terminal.press("f", "M")
    terminal.expect("leave (0", "cannot write")
    terminal.press("q")
    assert terminal.end() == 1
    assert terminal.unrestored() == []
    printed = "".join(terminal.lines)
    assert "cannot write" in printed
    assert "kept: " not in printed


# The window


@pytest.mark.parametrize("name", ["hex:2", "cube:3x4x5", "towns"])
def test_a_window_too_small_comes_back_whole(name: str, start: Start) -> None:
    terminal = start("play", name, "--seed", "s")
    began(terminal)
    terminal.press("f", "g")  # something asked for stays asked for
    terminal.expect("a label")
    terminal.settle()
    before = board(terminal)
    for columns, lines, says in [
        (5, 2, ""),
        (1, 1, ""),
        (19, 24, "1 column missing: 20x7 is enough"),
        (80, 5, "2 rows missing: 20x7 is enough"),
        (18, 4, "2 columns and 3 rows missing"),
    ]:
        terminal.resize(columns, lines)
        if says:
            terminal.wait(lambda says=says: says in " ".join(terminal.text.split()), says)  # type: ignore[misc]
        else:
            terminal.wait(lambda: terminal.text[:1].isdigit(), "what is missing")
    terminal.resize(80, 24)
    terminal.expect("a label", "leave")
    assert board(terminal) == before
    terminal.press("escape")
    terminal.wait(lambda: "a label" not in terminal.text, "the cursor's cell")
    terminal.resize(20, 7)
    terminal.wait(lambda: terminal.cursor is not None, "the cursor in the smallest window")


def test_the_side_panel_fills_the_window(start: Start) -> None:
    terminal = start("play", "cube:3x4x5", "--seed", "s")
    began(terminal)
    terminal.press("v")
    terminal.expect("26 neighbors clockwise", "15. ", "more (:look 3,2,2)")
    terminal.resize(80, 50)
    terminal.expect("26 neighbors clockwise", "26. ")
    assert "more (" not in terminal.text
    terminal.resize(80, 15)
    terminal.expect("26 neighbors clockwise", "more (:look 3,2,2)")


def test_a_large_board_in_a_tiny_window(start: Start) -> None:
    terminal = start("play", "cube", "--level", "expert", "--seed", "s", size=(10, 5))
    terminal.expect("columns", "missing")
    terminal.press("l", "l")  # unseen, nothing moves
    terminal.resize(120, 50)
    terminal.expect("49 mines left", "layer 4", "leave")
    terminal.press("l", "l", "space")
    terminal.expect("2,5,7  0")


LEVELS: Final = [(one, level.name) for one in REGISTERED for level in one.factory.levels]


@pytest.mark.parametrize(
    ("registered", "level"), LEVELS, ids=[f"{one.name}-{level}" for one, level in LEVELS]
)
def test_80_columns_and_24_lines_play_every_level(
    registered: Registered, level: str, start: Start
) -> None:
    terminal = start("play", registered.name, "--level", level, "--seed", "s")
    began(terminal)
    topology = registered.build(registered.factory.level(level).parameters)
    terminal.press("space")
    first = topology.label(topology.layout.middle())
    shown = re.compile(rf"^{first}  [0-9]", re.MULTILINE)
    terminal.wait(lambda: shown.search(terminal.text) is not None, "the opened cell")
    for keys in ("99<99k99h", "99>99j99l", "99u99b"):
        terminal.press(*keys)
        terminal.settle(0.1)
        assert terminal.cursor is not None, terminal.text
    for cell in (0, topology.size - 1):
        label = topology.label(cell)
        terminal.press("l", "g", label, "enter")
        terminal.expect(f"\n{label}  ")
        terminal.wait(lambda: terminal.cursor is not None, "the brackets, where the board pans")
    # What stands under the brackets is the cell that is named: so the mouse says, too.
    y, x = terminal.cursor or (0, 0)
    terminal.hover(x, y)
    terminal.settle(0.1)
    assert f"\n{topology.label(topology.size - 1)}  " in terminal.text


# No full screen


NO_TEXTUAL: Final = """
import sys
sys.modules["textual"] = None
from msweeper.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "options", "line"),
    [
        ([], {"variables": {"TERM": "dumb"}}, "a terminal that can move its cursor has"),
        ([], {"variables": {"TERM": ""}}, "a terminal that can move its cursor has"),
        (["--plain"], {}, "without --plain, --speak, --echo and --final it has"),
        ([], {"stdin": os.devnull}, "with a terminal for input, output and errors it has"),
        ([], {"driver": NO_TEXTUAL}, "pip install 'msweeper[tui]' adds"),
    ],
    ids=["dumb", "no-term", "plain", "pipe", "no-textual"],
)
def test_lines_where_there_is_no_screen(
    arguments: list[str], options: dict[str, object], line: str, start: Start
) -> None:
    terminal = start("play", "hex:2", "--seed", "s", *arguments, **options)
    terminal.expect(f"typed play; {line} the whole screen", "hex:radius=2@3  ready, 3 mines left")
    if "stdin" not in options:
        terminal.expect("\n>")
        terminal.press("quit\n")
    assert terminal.end() == 0
    assert b"\x1b[?1049h" not in terminal.raw


def test_errors_elsewhere_ask_for_lines(start: Start, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    terminal = start("play", "hex:2", "--seed", "s", stderr=errors)
    terminal.expect("\n>")
    terminal.press("quit\n")
    assert terminal.end() == 0
    assert b"\x1b[?1049h" not in terminal.raw
    assert errors.read_text() == (
        "typed play; with a terminal for input, output and errors it has the whole screen\n"
    )


def test_without_color(start: Start) -> None:
    terminal = start("play", "hex:2", "--seed", "s", variables={"NO_COLOR": "1"})
    began(terminal)
    terminal.press("space")
    terminal.expect("3BV 1")
    assert b"\x1b[38;" not in terminal.raw
    assert b"\x1b[48;" not in terminal.raw
    assert terminal.cursor is not None


# Keys, the menu, what is typed


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [("hex:2", "3,0", "0,2"), ("cube:3x4x5", "6,1,1", "5,4,3"), ("towns", "olso", "riga")],
)
def test_typed_lines(name: str, wrong: str, right: str, start: Start) -> None:
    terminal = start("play", name, "--seed", "s")
    began(terminal)
    terminal.press(":", f"flag {wrong}", "enter")
    terminal.expect(f"no cell is called {wrong}")
    terminal.press(":", f"flag {right}x", "backspace", "enter")
    terminal.expect(f"{right}  flag")
    terminal.press(":", "flag 1")
    terminal.expect("flag 1")
    terminal.press("ctrl+c")
    terminal.wait(lambda: "flag 1" not in terminal.text, "typing given up")
    assert terminal.process.poll() is None


def test_keys_that_come_all_at_once_are_all_taken(start: Start) -> None:
    """From a fast hand, a slow line, or a paste into a terminal that does not tell pastes."""
    terminal = start("play", "cube:3x4x5", "--mines-at", "1,1,1 5,4,3")
    began(terminal)
    terminal.press(
        "g", "5,4,2", "enter", "f", ":", "flag 1,1,1; 5,4,1", "enter", "l", "l", "f", "k"
    )
    terminal.expect("5,3,3  1", "-1 mines left")


def test_help_and_back(start: Start) -> None:
    terminal = start("play", "towns", "--seed", "s")
    began(terminal)
    before = board(terminal)
    terminal.press("?")
    terminal.expect("Move", "left h a", "v 3")
    assert "mines left" not in terminal.text
    terminal.press("?")
    terminal.wait(lambda: board(terminal) == before, "the board again")
    assert terminal.lines[0].startswith("1 mine left")


def test_the_last_game_is_watched_again(start: Start) -> None:
    terminal = start("play", "square:4x1", "--mines-at", "1,1 1,4")
    began(terminal)
    terminal.press("g", *"1,2", "enter", "space", "g", *"1,3", "enter", "space")
    terminal.expect("won")
    left_by(terminal)
    again = start("replay", "last")
    again.expect("0/2", "right next")
    again.press("right", "right")
    again.expect("2/2", "open 1,3")
    again.press("q")
    assert left(again).strip() == ""


def left_by(terminal: Terminal) -> None:
    """Leave, once keys are heard again after the end."""
    terminal.settle(0.5)
    terminal.press("q")
    left(terminal)


def test_from_the_menu_to_a_board_with_two_keys(start: Start) -> None:
    terminal = start()
    terminal.expect("choose a board", "towns")
    terminal.press("d", "1")
    terminal.expect("hex beginner", "10 mines left")
    terminal.press("M")
    terminal.expect("choose a board")
    terminal.press("0")
    assert "again: msweeper play hex:radius=4@10/seed=" in left(terminal)


def test_a_plugin_that_builds_for_ever_can_be_left(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "forever.py"
    path.write_text(
        """
from msweeper.factory import TopologyFactory
from msweeper.hookspecs import hookimpl

def build():
    while True:
        pass

@hookimpl
def msweeper_topologies():
    return [TopologyFactory("aaa", "never built", (), count=lambda: 9, build=build)]
""",
        encoding="utf-8",
    )
    terminal = start("--plugin", str(path))
    terminal.expect("aaa  never built")
    key = next(line for line in terminal.lines if "aaa  never built" in line).split()[0]
    terminal.press(key, "enter")
    terminal.expect("building the board")
    terminal.press("q")
    assert left(terminal).strip() == ""


def test_zero_leaves_the_menu(start: Start) -> None:
    terminal = start()
    terminal.expect("choose a board")
    terminal.press("0")
    assert left(terminal).strip() == ""


# What no terminal should send


PARTS: Final = (
    *(b"\x1b[", b"\x1bO", b"\x1b[<0;", b"\x1b[200~", b"\x1b[201~", b"\x1b]", b"\x1bP", b"\x1b[I"),
    *(b"\x1b[1;5A", b"\x1b[97;5u", b"\x1b[<0;500;900m", b"\x1b[<64;3;3M"),
    *(b"\xff", b"\xc3", b"\xf0\x9f"),
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_bytes(seed: int, start: Start) -> None:
    draw = random.Random(seed)
    data = bytearray()
    while len(data) < 2_000:
        data += draw.choice(PARTS) if draw.random() < 0.1 else bytes([draw.randrange(256)])
    for leaves in (b"q", b"\x03", b"M", b"0"):
        data = data.replace(leaves, b"")
    terminal = start("play", "hex:2", "--seed", "s")
    began(terminal)
    terminal.send(bytes(data))
    terminal.settle()
    if terminal.process.poll() is None:
        terminal.press("\x1b[201~")  # should a paste have begun
        terminal.settle()
        terminal.signal(signal.SIGTERM)
        assert terminal.end(SOON) == 143
    else:
        assert terminal.end() == 0
    assert terminal.unrestored() == []
    assert "Traceback" not in "".join(terminal.lines)
    assert b"Traceback" not in terminal.raw


def test_pasted_text_is_not_played(start: Start) -> None:
    terminal = start("play", "hex:2", "--mines-at", "2,0")
    began(terminal)
    terminal.press("\x1b[200~f q\nopen 0 0\n\x1b[201~", "l")
    terminal.expect("1,0  closed", "1 mine left")
    terminal.press("g", "\x1b[200~0,2\nmore\x1b[201~", "enter")
    terminal.expect("0,2  closed")


def test_clicks_outside(start: Start) -> None:
    terminal = start("play", "towns", "--mines-at", "bern")
    began(terminal)
    before = board(terminal)
    for x, y in ((0, 0), (79, 23), (79, 0), (500, 900), (3, 21)):
        for button in (0, 1, 2, 64, 65, 99):
            terminal.click(x, y, button)
    terminal.press("?")
    terminal.expect("Move")
    terminal.press("?")
    terminal.wait(lambda: board(terminal) == before, "the board as it was")
    assert terminal.lines[0].startswith("1 mine left  0:00  3BV 0")
