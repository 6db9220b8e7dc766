"""All that a player may know."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from msweeper.errors import MsweeperError, OutOfRange, ParseError
from msweeper.view import CLOSED, FLAG, SHOWS, Status, View, shows, status_of
from tests.support import hexagon, square


def test_texts() -> None:
    assert set(SHOWS.values()) == {
        "closed", "flag", "mine", "hit", "right-flag", "wrong-flag",
    }  # fmt: skip
    assert [shows(code) for code in (CLOSED, FLAG, 0, 26)] == ["closed", "flag", "0", "26"]


def test_of() -> None:
    board = hexagon(2)
    centre = board.cell("0,0")
    view = View.of(board, 4, {centre: 1, 0: "flag", 1: "closed", 2: "3"})
    assert [view.shows(cell) for cell in (0, 1, 2, centre)] == ["flag", "closed", "3", "1"]
    assert view.status is Status.PLAYING
    assert (view.flags, view.mines_left, view.closed) == (1, 3, 17)
    assert View.of(board, 4).status is Status.READY
    assert View.of(board, 4, {0: "flag"}).status is Status.READY


def test_views_are_values() -> None:
    one, other = (View.of(square(3, 5), 2, {0: 1}) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != View.of(square(3, 5), 3, {0: 1})


@pytest.mark.parametrize(
    ("mines", "cells", "error", "words"),
    [
        pytest.param(15, {}, OutOfRange, "0 to 14", id="mines"),
        pytest.param(-1, {}, OutOfRange, "0 to 14", id="negative mines"),
        pytest.param(2, {0: 4}, OutOfRange, "number of 1,1 4.* 3 neighbors", id="degree"),
        pytest.param(2, {0: "4"}, OutOfRange, "number of 1,1 4", id="degree as text"),
        pytest.param(2, {0: -1}, OutOfRange, "number of 1,1 -1", id="negative"),
        pytest.param(2, {0: "mined"}, ParseError, "1,1 shows 'mined'.*closed", id="junk"),
        pytest.param(2, {0: ""}, ParseError, "1,1", id="empty"),
        pytest.param(2, {0: True}, ParseError, "1,1", id="truth"),
        pytest.param(2, {0: "1.5"}, ParseError, "1,1", id="fraction"),
        pytest.param(2, {0: "9" * 5000}, MsweeperError, "1,1", id="long"),
    ],
)
def test_of_refuses(
    mines: int, cells: Mapping[int, int | str], error: type[MsweeperError], words: str
) -> None:
    with pytest.raises(error, match=words):
        View.of(square(3, 5), mines, cells)


@pytest.mark.parametrize("cell", [-1, -15, 15])
@pytest.mark.parametrize("value", [1, "flag", "closed", "hit"])
def test_a_cell_off_the_board_never_counts_from_the_end(cell: int, value: int | str) -> None:
    with pytest.raises((IndexError, OutOfRange)):
        View.of(square(3, 5), 2, {cell: value})


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        pytest.param({}, Status.READY, id="nothing"),
        pytest.param({0: 1}, Status.PLAYING, id="one"),
        pytest.param({0: 1, 2: 1, 3: 0, 4: 0}, Status.WON, id="all safe cells"),
        pytest.param({0: 1, 1: "right-flag", 2: 1, 3: 0, 4: 0}, Status.WON, id="flags of a win"),
        pytest.param({0: 1, 1: 1, 2: 1, 3: 0, 4: 0}, Status.PLAYING, id="more open than can be"),
        pytest.param({1: "hit"}, Status.LOST, id="hit"),
        pytest.param({0: 1, 1: "hit", 3: "wrong-flag"}, Status.LOST, id="wrong flag"),
    ],
)
def test_status_follows_from_what_is_shown(cells: dict[int, int | str], status: Status) -> None:
    view = View.of(square(1, 5), 1, cells)
    assert view.status is status
    assert status_of(view.cells, 1) is status
    assert status.over == (status in (Status.WON, Status.LOST))
