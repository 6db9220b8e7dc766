"""Boards that need no guess: the promise, the budget, and how even the draw is."""

from __future__ import annotations

import re
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from msweeper.errors import GaveUp, OutOfRange, ParseError, UsageError
from msweeper.firstclick import FirstClick, default_first, zone
from msweeper.game import Game
from msweeper.generator import Generated, Request, generate, prove
from msweeper.lottery import draw, key, tickets
from msweeper.minefield import Minefield
from msweeper.solver import analyze
from msweeper.topology import Topology
from tests.support import GRAPHS, REGISTERED, REGISTRY, chi_square

LEVELS = [
    (registered, level)
    for registered in REGISTERED
    if registered.name in ("square", "hex", "cube")
    for level in registered.factory.levels
]

EDITED = (0, 3, 4, 5, 17, 23, 25, 29)


def opens_by_analysis(made: Generated) -> bool:
    """Play from nothing by the odds of one view after the other."""
    game = Game(made.minefield.topology, minefield=made.minefield)
    game.open(made.start)
    while not game.status.over:
        safe = analyze(game.view).safe
        if not safe:
            return False
        for cell in safe:
            if game.view.cells[cell] < 0:
                game.open(cell)
    return game.status == "won"


def test_there_are_all_levels() -> None:
    assert len(LEVELS) == 12 + 12 + 3


@pytest.mark.parametrize(("registered", "level"), LEVELS, ids=lambda x: getattr(x, "name", None))
def test_levels(registered, level) -> None:  # type: ignore[no-untyped-def]
    board: Topology = registered.build(level.parameters)
    for number in range(3):
        made = generate(board, level.mines, seed=f"maple/{number}", seconds=60, method="draw")
        assert made.start == board.layout.middle()
        assert len(made.minefield.mines) == level.mines
        protected = zone(board, default_first(board, level.mines), made.start)
        assert not set(protected) & set(made.minefield.mines)
        assert made.attempt is not None
        assert made.attempts == made.attempt
        order = tickets(key(board.spec, f"maple/{number}", made.attempt), board.size)
        assert made.minefield.mines == draw(order, level.mines, protected)
        request = Request(board, level.mines, f"maple/{number}", made.start, protected)
        assert request.drawn(made.attempt) == made.minefield
        assert opens_by_analysis(made)


@pytest.mark.parametrize("mines", [36, 50, 72])
@pytest.mark.parametrize("use_count", [True, False], ids=["count", "no-count"])
def test_dense_boards_are_proved_or_refused(mines: int, use_count: bool) -> None:
    board = REGISTRY.topology("square:9x18")  # B26
    began = time.monotonic()
    try:
        made = generate(board, mines, seed="maple", seconds=2, use_count=use_count)
    except GaveUp:
        pass
    else:
        assert prove(made.minefield, made.start, use_count=use_count)
        assert opens_by_analysis(made)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("mines", [300, 560])
def test_the_budget_holds(mines: int) -> None:
    board = REGISTRY.topology("square:30x30")  # B27
    began = time.monotonic()
    try:
        made = generate(board, mines, seed="maple", seconds=3)
    except GaveUp:
        pass
    else:
        assert prove(made.minefield, made.start)
    assert time.monotonic() - began < 4


def test_a_large_board_is_refused_before_it_is_begun() -> None:
    board = REGISTRY.topology("square:1000x1000")
    began = time.monotonic()
    with pytest.raises(GaveUp, match=r"in 0.\d s \(0 tried\): try a larger budget$"):
        generate(board, 1000, seed="maple", seconds=1)
    assert time.monotonic() - began < 2


def test_what_the_refusal_says() -> None:
    board = next(board for board in GRAPHS if board.spec == "islands")
    with pytest.raises(GaveUp) as caught:
        generate(board, 1, seed="maple", use_count=False)
    said = str(caught.value)
    assert re.fullmatch(
        r"no board of islands with 1 mine that needs no guess was found in \d+\.\d s \(60 tried\):"
        r" try .*fewer mines, another seed, another start or proofs that may use .*",
        said,
    )


@pytest.mark.parametrize("method", ["draw", "edit", "auto"])
def test_the_same_seed_gives_the_same_board(method) -> None:  # type: ignore[no-untyped-def]
    board = REGISTRY.topology("hex:5")

    def once(seed: str) -> tuple[Minefield, int | None, int]:
        made = generate(board, 22, seed=seed, seconds=None, method=method)
        return made.minefield, made.attempt, made.attempts

    assert once("maple") == once("maple")
    assert once("maple")[0] != once("birch")[0]
    assert (once("maple")[1] is None) == (method == "edit")


def test_an_edited_board_is_the_same_forever() -> None:
    made = generate(REGISTRY.topology("square:6x5"), 8, seed="maple", method="edit")
    assert made.minefield.mines == EDITED


@pytest.mark.parametrize("mines", [0, 1, 2, 10, 14])
@pytest.mark.parametrize("first", [None, "safe", FirstClick.NONE])
def test_any_number_of_mines(mines: int, first: FirstClick | str | None) -> None:
    board = REGISTRY.topology("square:5x3")
    made = generate(board, mines, seed="maple", start=0, first=first)
    assert made.start == 0
    assert prove(made.minefield, 0)


def test_a_single_cell() -> None:
    assert generate(REGISTRY.topology("square:1x1"), 0, seed="").minefield.mines == ()


def test_every_start_is_kept_free() -> None:
    board = REGISTRY.topology("square:7x5")
    for start in board:
        for method in ("draw", "edit"):
            made = generate(board, 6, seed="maple", start=start, method=method)
            assert made.start == start
            assert not {start, *board.neighbors(start)} & set(made.minefield.mines)


def test_what_cannot_be_is_refused() -> None:
    board = REGISTRY.topology("square:5x3")
    with pytest.raises(OutOfRange):
        generate(board, 15, seed="")
    with pytest.raises(OutOfRange):
        generate(board, 10, seed="", first="open")
    with pytest.raises(OutOfRange):
        generate(board, 3, seed="", start=15)
    with pytest.raises(OutOfRange):
        generate(board, 3, seed="", start=-1)
    with pytest.raises(ParseError):
        generate(board, 3, seed="a\nb")
    with pytest.raises(UsageError):
        generate(board, 3, seed="", method="guess")  # type: ignore[arg-type]


def test_reports_come_now_and_then() -> None:
    times = iter(range(10**6))
    told: list[tuple[int, float]] = []
    with pytest.raises(GaveUp):
        generate(
            REGISTRY.topology("square:30x16"),
            250,
            seed="maple",
            seconds=600,
            clock=lambda: float(next(times)),
            report=lambda tried, seconds: told.append((tried, seconds)),
        )
    assert [tried for tried, _ in told] == list(range(1, len(told) + 1))
    assert [seconds for _, seconds in told] == sorted(seconds for _, seconds in told)


def test_an_interrupt_passes() -> None:
    def interrupt(tried: int, seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(REGISTRY.topology("square:30x16"), 250, seed="maple", report=interrupt)


@pytest.mark.parametrize("use_count", [True, False], ids=["count", "no-count"])
def test_drawing_is_even(use_count: bool) -> None:
    board = REGISTRY.topology("square:4x3")
    protected = zone(board, FirstClick.OPEN, 0)
    free = [cell for cell in board if cell not in protected]
    good = {
        some
        for some in combinations(free, 3)
        if prove(Minefield(board, some), 0, use_count=use_count)
    }
    times = 4000
    drawn = Counter(
        generate(board, 3, seed=str(n), start=0, method="draw", use_count=use_count).minefield.mines
        for n in range(times)
    )
    assert set(drawn) == good
    assert 5 < len(good) < 56
    expected = len(good) - 1
    assert (
        chi_square(drawn.values(), Fraction(times, len(good)))
        < expected + 4 * (2 * expected) ** 0.5
    )


def test_edited_boards_are_spread_like_random_ones() -> None:
    board = REGISTRY.topology("square:30x16")
    mines, boards = 130, 60
    start = board.layout.middle()
    protected = zone(board, FirstClick.OPEN, start)
    edited = [
        generate(board, mines, seed=f"maple/{n}", method="edit").minefield for n in range(boards)
    ]
    random = [Request(board, mines, f"maple/{n}", start, protected).drawn(1) for n in range(boards)]
    border = [c for c in board if board.degree(c) < board.max_degree]
    share = len(border) / (board.size - len(protected))
    assert abs(sum(_inside(m, border) for m in edited) / (boards * mines) - share) < 0.03
    halves = [c for c in board if c % 30 < 15]
    assert abs(sum(_inside(m, halves) for m in edited) / (boards * mines) - 0.5) < 0.03
    # no seam: mines near the start, where the proof begins, are as many as far from it
    near = [c for c in board if abs(c % 30 - start % 30) <= 5 and c not in protected]
    expected = len(near) / (board.size - len(protected))
    assert abs(sum(_inside(m, near) for m in edited) / (boards * mines) - expected) < 0.05
    # no solid blocks: mines touch about as many mines as in random boards
    assert abs(_touching(edited) / _touching(random) - 1) < 0.06
    assert _solid(edited) <= 3 * _solid(random) + 10


def _inside(minefield: Minefield, cells: list[int]) -> int:
    return len(set(minefield.mines) & set(cells))


def _touching(minefields: list[Minefield]) -> int:
    return sum(
        len(set(m.mines) & set(m.topology.neighbors(cell))) for m in minefields for cell in m.mines
    )


def _solid(minefields: list[Minefield]) -> int:
    """Return how many mines touch mines only, or all but one."""
    return sum(
        len(set(m.topology.neighbors(cell)) - set(m.mines)) <= 1
        for m in minefields
        for cell in m.mines
    )
