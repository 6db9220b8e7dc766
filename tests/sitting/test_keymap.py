"""Keys: one table, every key once, all of it rebindable."""

from __future__ import annotations

import pytest

from msweeper.errors import ParseError, UnknownName, UsageError
from msweeper.sitting.keymap import COMMANDS, Keymap, check_key


def test_the_table_binds_each_key_once() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert [check_key(key) for key in keys] == keys
    assert all(command.keys and command.what and command.group for command in COMMANDS)


def test_players_find_the_keys_that_they_expect() -> None:
    commands = Keymap().commands
    for name, keys in {
        "left": "left h a",
        "right": "right l d",
        "up": "up k w",
        "down": "down j s",
        "open": "space enter",
        "flag": "f",
        "chord": "c",
        "undo": "z",
        "help": "?",
        "new": "N",
        "same": "R",
        "type": ":",
        "leave": "q ctrl+c",
        "back": "<",
        "on": ">",
    }.items():
        assert {commands[key] for key in keys.split()} == {name}
    assert {commands[key] for key in "yulhbn"} == {
        "up-left", "up-right", "right", "left", "down-left", "down-right"
    }  # fmt: skip


def test_a_key_that_is_set_is_taken_from_the_others() -> None:
    keys = Keymap({"flag": ["x", "space"]})
    assert keys.keys["flag"] == ("x", "space")
    assert keys.keys["open"] == ("enter",)
    assert keys.keys["go-hint"] == ()
    assert keys.commands["space"] == "flag"
    assert "f" not in keys.commands


def test_help_and_footer_follow_the_table() -> None:
    keys = Keymap({"flag": ["x"], "hint": []})
    assert ("x", "flag") in keys.footer()
    assert "hint" not in [word for _, word in keys.footer()]
    assert ("Play", "x", "put a flag, or take it away") in keys.help()
    assert len(keys.help()) == len(COMMANDS)


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"opne": ["o"]}, UnknownName, "did you mean open"),
        ({"open": ["5"]}, ParseError, "digits are counts"),
        ({"open": ["oo"]}, ParseError, "is no key"),
        ({"open": [""]}, ParseError, "is no key"),
        ({"open": ["ctrl+C"]}, ParseError, "is no key"),
        ({"open": ["o"], "flag": ["o"]}, UsageError, "the key o is set for open and for flag"),
        ({"leave": []}, UsageError, "no key is left to leave with"),
        ({"open": ["q", "ctrl+c"]}, UsageError, "no key is left to leave with"),
    ],
)
def test_what_cannot_be_bound_is_told(
    changes: dict[str, list[str]], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        Keymap(changes)
