from __future__ import annotations

import pytest

from msweeper.errors import IllegalAction
from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.series import Series
from msweeper.sitting.sitting import Sitting
from msweeper.sitting.typed import parse_command
from msweeper.view import Status

REGISTRY = load_plugins()
BOARD = REGISTRY.topology("square:width=5,height=3")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def sitting_at(*mines: str) -> tuple[Sitting, Clock]:
    clock = Clock()
    return Sitting(Game(BOARD, minefield=map(BOARD.cell, mines)), clock=clock), clock


def do(sitting: Sitting, *lines: str) -> None:
    for line in lines:
        sitting.run(parse_command(line, sitting.game.topology))


def test_clock_runs_from_the_first_open_to_the_end() -> None:  # B16
    sitting, clock = sitting_at("1,1", "3,1")
    clock.now += 3
    do(sitting, "flag 1 1")
    clock.now += 3
    assert sitting.seconds == 0
    do(sitting, "open 2 4")
    clock.now += 1
    do(sitting, "open 2 1")
    clock.now += 3
    assert sitting.game.status is Status.WON
    assert sitting.seconds == 1
    do(sitting, "undo")
    clock.now += 2
    assert sitting.seconds == 3


def test_clock_that_jumps_back_never_gives_negative_time() -> None:  # B34
    sitting, clock = sitting_at("1,1", "3,1")
    do(sitting, "open 1 3")
    clock.now -= 3600
    assert sitting.seconds == 0


def test_clock_stands_still_while_paused() -> None:
    sitting, clock = sitting_at("1,1", "3,1")
    do(sitting, "open 1 3")
    clock.now += 2
    sitting.pause()
    clock.now += 50
    assert sitting.seconds == 2
    sitting.resume()
    clock.now += 1
    assert sitting.seconds == 3


def test_result_counts_what_was_done() -> None:
    sitting, _ = sitting_at("1,1", "1,4")
    do(sitting, "open 1 2", "flag 1 1", "flag 1 1", "flag 1 1", "chord 1 2", "undo", "redo")
    result = sitting.result()
    assert (result.opens, result.flags, result.chords, result.undos) == (1, 3, 1, 1)
    assert (result.result, result.mines_at) == ("left", None)
    do(sitting, "open 1 4")
    assert sitting.result().result == "lost"
    assert sitting.result().mines_at == ("1,1", "1,4")


def test_unflag_only_takes_away() -> None:
    sitting, _ = sitting_at("1,1", "1,5")
    with pytest.raises(IllegalAction, match="1,1 has no flag"):
        do(sitting, "unflag 1 1")
    do(sitting, "flag 1 1", "unflag 1 1")
    assert sitting.game.shows(BOARD.cell("1,1")) == "closed"


def test_help_is_counted() -> None:
    sitting, _ = sitting_at("1,1", "3,1")
    do(sitting, "open 1 3")
    thought = sitting.think()
    assert thought.move is not None
    assert BOARD.label(thought.move.cell) == "2,1"
    assert thought.move.p == 0
    assert sitting.why(BOARD.cell("1,1")).startswith("1,1 is a mine: ")
    assert sitting.why(BOARD.cell("2,3")) == "2,3 is open and shows 0; closed around it: none"
    assert sitting.result().helps == 3
    do(sitting, "open 2 1")
    with pytest.raises(IllegalAction, match="nothing left to find out"):
        sitting.think()
    assert sitting.result().helps == 3


def test_the_first_hint_knows_the_first_click_rule() -> None:
    opens = Sitting(Game(BOARD, 2, seed="s", first="open")).think().move
    assert opens is not None
    assert (BOARD.label(opens.cell), opens.p) == ("2,3", 0)
    assert "the first cell opens an area" in opens.why
    safe = Sitting(Game(BOARD, 2, seed="s", first="safe")).think().move
    assert safe is not None
    assert BOARD.degree(safe.cell) == 3
    risky = Sitting(Game(BOARD, 2, seed="s", first="none")).think().move
    assert risky is not None
    assert risky.p == pytest.approx(2 / 15)


def seeds(series: Series, count: int) -> list[str | None]:
    found = [series.sitting.game.seed]
    for _ in range(count - 1):
        series.new()
        found.append(series.sitting.game.seed)
    return found


def test_seeds_of_a_series() -> None:
    board = choose(REGISTRY, Request("hex:radius=2@3", seed="s"))
    assert seeds(Series(board), 3) == ["s", "s/1", "s/2"]
    assert seeds(Series(board, 3), 3) == ["s/0", "s/1", "s/2"]
    series = Series(board, 1)
    assert not series.has_next
    random = seeds(Series(choose(REGISTRY, Request("hex:radius=2@3"))), 3)
    assert len(set(random)) == 3


def test_same_begins_the_very_minefield() -> None:
    series = Series(choose(REGISTRY, Request("hex:radius=2@3", seed="s")))
    series.same()
    assert series.sitting.game.seed == "s"
    series.sitting.game.open(0)
    mines = series.sitting.game.minefield
    series.same()
    assert series.sitting.result().helps == 1  # the mines are known
    assert series.sitting.game.status is Status.READY
    assert series.sitting.game.minefield == mines
