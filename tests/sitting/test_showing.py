"""What a picture shows, and what it keeps to itself."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.errors import (
    BudgetExceeded,
    IllegalAction,
    InconsistentView,
    ParseError,
    UnknownName,
    UsageError,
)
from msweeper.game import Game
from msweeper.plugins import Registered
from msweeper.record.gamerecord import GameRecord
from msweeper.record.replay import begin, play
from msweeper.render.page import page
from msweeper.render.svg import svg
from msweeper.render.text import header, picture
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.keep import record_of
from msweeper.sitting.showing import (
    MOST,
    Shown,
    gallery_game,
    show_board,
    show_record,
    show_text,
)
from msweeper.sitting.sitting import Sitting
from msweeper.topology import Topology
from msweeper.view import Status, View
from tests.support import REGISTERED, REGISTRY, hexagon, square


def recorded(board: Topology, mines: list[int], moves: str) -> GameRecord:
    """``"o3 f4 u"``: what was played, by cell."""
    ticks = iter(range(1000))
    sitting = Sitting(Game(board, minefield=mines), clock=lambda: float(next(ticks)))
    for move in moves.split():
        if move == "u":
            sitting.undo()
        elif move == "r":
            sitting.redo()
        else:
            verb = {"o": "open", "f": "flag", "c": "chord"}[move[0]]
            sitting.act(Action(Verb(verb), int(move[1:])))
    return record_of(sitting)


def shown_page(shown: Shown) -> str:
    return page(shown.topology, shown.frames(), again=shown.again)


def texts(shown: Shown) -> list[str]:
    return [picture(frame.view) for frame in shown.frames()]


BOARD = square(3, 5)


def test_a_saved_game_is_every_position() -> None:
    record = recorded(BOARD, [0, 7, 14], "f0 o4 o2 u o10")
    shown = show_record(record, BOARD)
    assert [frame.move for frame in shown.frames()] == [
        "",
        "flag 1,1",
        "open 1,5",
        "open 1,3",
        "undo",
        "open 3,1",
    ]
    found = texts(shown)
    assert found[2] == found[4] != found[3]
    assert shown.moves == 5
    assert picture(shown.last().view) == found[-1]
    assert [frame.seconds for frame in shown.frames()] == [0, *(when for when, _ in record.moves)]


def test_a_finished_game_can_be_played_again_and_shows_its_mines() -> None:
    record = recorded(BOARD, [0, 7, 14], "o4 o7")
    shown = show_record(record, BOARD)
    assert shown.again == str(record.id)
    assert shown.last().view.status is Status.LOST
    assert str(record.id) in shown_page(shown)
    assert texts(shown)[-1].count("*") == 2


@given(
    st.sets(st.integers(0, 14), min_size=2, max_size=2),
    st.lists(st.tuples(st.sampled_from("ofcu"), st.integers(0, 14)), max_size=6),
)
def test_a_game_that_is_not_over_tells_nothing_of_its_mines(
    mines: set[int], moves: list[tuple[str, int]]
) -> None:
    """Any other minefield on which the same moves look the same gives the same bytes."""

    def play(mines: tuple[int, ...]) -> tuple[list[View], list[str]]:
        game = Game(BOARD, minefield=mines)
        views, done = [], []
        for verb, cell in moves:
            try:
                if verb == "u":
                    game.undo()
                else:
                    {"o": game.open, "f": game.flag, "c": game.chord}[verb](cell)
            except IllegalAction:
                continue
            done.append("u" if verb == "u" else f"{verb}{cell}")
            views.append(game.view)
        return views, done

    views, done = play(tuple(sorted(mines)))
    assume(not any(view.status.over for view in views))
    twins = [
        other
        for other in combinations(range(15), 2)
        if set(other) != mines and play(other) == (views, done)
    ]
    one = show_record(recorded(BOARD, sorted(mines), " ".join(done)), BOARD)
    for other in twins[:3]:
        two = show_record(recorded(BOARD, list(other), " ".join(done)), BOARD)
        assert shown_page(one) == shown_page(two)
        assert svg(one.last().view) == svg(two.last().view)
    for mine in ("mine", "hit", "right", "wrong"):
        assert f'class="{mine}' not in shown_page(one)
    assert one.again == ""


@pytest.mark.parametrize("moves", ["o4 o7 u o10", "o4 o7 u r u f0", "o7 u", "o1 f5 c1 u"])
def test_a_fatal_move_that_was_taken_back_is_not_told(moves: str) -> None:
    record = recorded(BOARD, [0, 7, 14] if "c" not in moves else [0, 10, 14], moves)
    assert record.result == "left"
    game = begin(record, BOARD)
    ends = [step.event.status for step in play(record, BOARD, game)]
    assert Status.LOST in ends
    shown = show_record(record, BOARD)
    assert not any(frame.view.status.over for frame in shown.frames())
    text = shown_page(shown)
    assert "a move that was taken back" in text
    for secret in (
        str(record.id),
        "at=",
        "check=",
        "seed=",
        "open 2,3",
        "chord",
        '"hit"',
        '"mine"',
    ):
        assert secret not in text


def test_a_won_game_that_was_taken_back_hides_its_flags_too() -> None:
    record = recorded(square(1, 3), [0], "o2 u")
    assert record.result == "left"
    assert "right-flag" not in shown_page(show_record(record, square(1, 3)))


def test_what_cannot_be_played_any_more_is_refused() -> None:
    record = recorded(BOARD, [0, 7, 14], "o4")
    with pytest.raises(UsageError, match=r"move 1, open 9,9, cannot be played"):
        show_record(replace(record, moves=((0.0, "open 9,9"),)), BOARD)
    with pytest.raises(UsageError, match="geometry"):
        show_record(replace(record, mines_at=("q",)), BOARD)


@pytest.mark.parametrize(
    "text",
    [
        "hex:2@3",
        " hex:radius=2@3/seed=maple\n",
        '{"spec": "hex:radius=2", "mines": 3}',
        f"hex:radius=2@3  ready\n{picture(View.of(hexagon(2), 3))}\n",
    ],
    ids=["board", "id", "json", "picture"],
)
def test_what_a_file_may_hold(text: str) -> None:
    shown = show_text(text, REGISTRY)
    assert shown.last().view == View.of(hexagon(2), 3)
    assert shown.moves == 0


def test_a_file_may_hold_a_saved_game() -> None:
    record = recorded(BOARD, [0, 7, 14], "o4 o7")
    shown = show_text(record.dumps(), REGISTRY)
    assert shown.moves == 2
    assert texts(shown) == texts(show_record(record, BOARD))
    shortened = json.dumps({**json.loads(record.dumps()), "moves": 3})
    with pytest.raises(ParseError, match="damaged"):
        show_text(shortened, REGISTRY)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ParseError),
        ("{", ParseError),
        ("hello there", ParseError),
        ("@/etc/hostname", ParseError),
        ("nosuch", UnknownName),
        ("nosuch@3\n#", UnknownName),
        ("hex:2@3\n# # nothing of it", ParseError),
    ],
)
def test_what_a_file_may_not_hold(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        show_text(text, REGISTRY)


def board_of(text: str) -> Shown:
    return show_board(choose(REGISTRY, Request(text)), solution=True)


@pytest.mark.parametrize(
    "text",
    [
        "hex:radius=2@3/start=0,0/seed=maple",
        "hex:radius=2@3/at=gGFE/check=cni3",
        "square:width=5,height=3@4/first=none/seed=x",
        "cube:3x4x5@9/start=1,1,1/seed=x",
        "square:5x3@0/start=1,1/seed=x",
    ],
)
def test_a_solution_is_the_board_as_it_is_won(text: str) -> None:
    view = board_of(text).last().view
    board = choose(REGISTRY, Request(text))
    game = board.game()
    if game.minefield is None:  # no rule: any first click places them
        try_first = Game(board.topology, board.mines, seed=board.seed, first="none")
        try_first.open(3)
        mines = try_first.minefield
    else:
        mines = game.minefield
    assert mines is not None
    assert view.status is Status.WON
    for cell in view.topology:
        number = mines.numbers[cell]
        assert view.shows(cell) == ("right-flag" if number < 0 else str(number))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hex:2@3", "give its id, or a seed"),
        ("hex:2@3/seed=a b", r"an id can name it, as in hex:radius=2@3/start=0,0/seed=a%20b$"),
    ],
)
def test_a_board_without_mines_has_no_solution(text: str, message: str) -> None:
    text = text.replace("a b", "a%20b")
    with pytest.raises(UsageError, match=message) as refused:
        board_of(text)
    if "as in" in str(refused.value):  # what it offers works
        assert board_of(str(refused.value).rpartition(" ")[2]).last().view.status is Status.WON


def test_too_many_cells() -> None:
    board = choose(REGISTRY, Request(f"square:{MOST // 10 + 1}x10@1"))
    with pytest.raises(UsageError, match=r"at most 50000 cells, and square:.* has 50010"):
        show_board(board)
    with pytest.raises(UsageError, match="at most 50000 cells"):
        show_text(header(View.of(board.topology, 1)), REGISTRY)


def test_odds_of_a_position_and_of_every_step() -> None:
    record = recorded(BOARD, [0, 7, 14], "o4 o10")
    shown = show_record(record, BOARD)
    last = shown.with_odds(every=False)
    assert last.last().chance is not None
    assert len(list(last.frames())) == 1
    assert all(frame.chance is not None for frame in shown.with_odds(every=True).frames())


def test_no_odds_when_there_are_none() -> None:
    shown = show_record(recorded(BOARD, [0, 7, 14], "o4 o7"), BOARD)
    with pytest.raises(UsageError, match="this game is lost: it has no odds any more"):
        shown.with_odds(every=False).last()
    chances = [frame.chance for frame in shown.with_odds(every=True).frames()]
    assert [chance is None for chance in chances] == [False, False, True]
    text = '{"spec": "square:3x2", "mines": 0, "cells": {"1,2": 1}}'
    contradiction = show_text(text, REGISTRY).with_odds(every=False)
    with pytest.raises(InconsistentView):
        contradiction.last()


def test_odds_that_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(view: View, *, budget: object) -> None:
        raise BudgetExceeded("too long")

    shown = show_record(recorded(BOARD, [0, 7, 14], "o4"), BOARD)
    monkeypatch.setattr("msweeper.sitting.showing.analyze", refuse)
    assert [frame.chance for frame in shown.with_odds(every=True).frames()] == [None, None]
    with pytest.raises(BudgetExceeded):
        shown.with_odds(every=False).last()


@pytest.mark.parametrize("registered", REGISTERED, ids=[found.name for found in REGISTERED])
def test_games_of_the_gallery_are_half_played(registered: Registered) -> None:
    game = gallery_game(registered, REGISTRY)
    safe = game.topology.size - game.mines
    opened = game.topology.size - game.closed
    assert game.status in (Status.PLAYING, Status.WON)
    assert opened >= safe // 4
    assert game.minefield is not None
    mines = set(game.minefield.mines)
    assert all(cell in mines for cell in game.topology if game.shows(cell) == "flag")
    again = gallery_game(registered, REGISTRY)
    assert again.view == game.view
    levels = registered.factory.levels
    if levels:
        assert game.mines == levels[0].mines
