from __future__ import annotations

import pytest

from msweeper.errors import MsweeperError, ParseError, UnknownName
from msweeper.plugins import load_plugins
from msweeper.sitting.typed import HELP, VERBS, Command, parse_command, split_line

REGISTRY = load_plugins()
BOARD = REGISTRY.topology("square:width=5,height=3")
HEX = REGISTRY.topology("hex:radius=2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open 3 4", "open 3,4"),
        ("open 3,4", "open 3,4"),
        ("open 3 , 4", "open 3,4"),
        ("o 3,,4", "open 3,4"),
        ("3 4", "open 3,4"),
        ("  3,4  ", "open 3,4"),
        ("f 3\t4", "flag 3,4"),
        ("unflag 3 4", "unflag 3,4"),
        ("c 1 1", "chord 1,1"),
        ("Open 1 1", "open 1,1"),
        ("CHORD 1 1", "chord 1,1"),
        ("why 2 2", "why 2,2"),
        ("undo", "undo"),
        ("q", "quit"),
        ("save my game.json", "save my game.json"),
    ],
)
def test_what_can_be_typed(text: str, expected: str) -> None:
    assert parse_command(text, BOARD).text(BOARD) == expected


@pytest.mark.parametrize("text", ["-1 2", "open -1 2", "-1,2", "o -1,2"])
def test_negative_labels_are_no_options(text: str) -> None:
    assert parse_command(text, HEX) == Command("open", HEX.cell("-1,2"))


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("opne 3 4", ParseError, "did you mean open"),
        ("flagg 1 1", ParseError, "did you mean flag"),
        ("hello there", ParseError, "neither an action nor a cell"),
        ("exit", ParseError, "did you mean quit"),
        ("?", ParseError, "did you mean help"),
        ("abc", ParseError, "neither an action nor a cell"),
        ("open", ParseError, "open needs a label, as in open 1,1"),
        ("undo 3", ParseError, "undo takes nothing after it"),
        ("open 9 9", UnknownName, "did you mean 3,5"),
        ("9 9", UnknownName, "labels run from 1,1 to 3,5"),
        ("open 1", UnknownName, "no cell is called 1"),
        ("open x y", ParseError, "labels look like 1,1 or 3,5"),
        ("open 01 1", UnknownName, "no cell is called 01,1"),
        ("open 1_0 1", UnknownName, "no cell"),
        ("open ١ ١", UnknownName, "no cell"),
    ],
)
def test_what_cannot(text: str, kind: type[MsweeperError], says: str) -> None:
    with pytest.raises(kind, match=says):
        parse_command(text, BOARD)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("", ()),
        ("   # only a comment; open 1 1", ()),
        ("open 1 1; flag 2 2 # and more", ("open 1 1", "flag 2 2")),
        (";;undo;", ("undo",)),
    ],
)
def test_a_line_holds_several_actions(line: str, parts: tuple[str, ...]) -> None:
    assert split_line(line) == parts


@pytest.mark.parametrize("name", sorted(REGISTRY.topologies))
def test_every_label_can_be_typed_alone(name: str) -> None:
    topology = REGISTRY.topology(name)
    for cell, label in enumerate(topology.labels):
        assert parse_command(label, topology) == Command("open", cell)
        assert parse_command(label.replace(",", " "), topology) == Command("open", cell)


def test_help_names_every_verb() -> None:
    for verb in VERBS:
        assert f"  {verb}" in HELP
