"""Actions as one-line texts."""

from __future__ import annotations

import pytest

from msweeper.actions import Action, Verb
from msweeper.errors import MsweeperError, ParseError, UnknownName
from msweeper.topology import Topology
from tests.support import ANY, hexagon, names


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_round_trip(topology: Topology) -> None:
    for verb in Verb:
        for cell in topology:
            action = Action(verb, cell)
            assert Action.parse(action.text(topology), topology) == action


def test_literals() -> None:
    board = hexagon(2)
    assert Action.parse("open -1,2", board) == Action(Verb.OPEN, board.cell("-1,2"))
    assert Action(Verb.CHORD, board.cell("0,0")).text(board) == "chord 0,0"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ParseError),
        ("open", ParseError),
        ("open ", ParseError),
        ("Open 0,0", ParseError),
        ("dig 0,0", ParseError),
        ("0,0", ParseError),
        ("open  0,0", ParseError),
        ("open 0,0 ", ParseError),
        ("open 0 0", ParseError),
        ("open 9,9", UnknownName),
    ],
)
def test_what_is_no_action(text: str, error: type[MsweeperError]) -> None:
    with pytest.raises(error):
        Action.parse(text, hexagon(2))
