"""The config file as text: what it says by default says nothing, and one line can be changed."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import pytest

from msweeper.sitting.keymap import COMMANDS, Keymap
from msweeper.sitting.settings import (
    SETTINGS,
    Settings,
    change_setting,
    load_settings,
    write_settings,
)

CHANGED = Settings(
    topology="hex:5",
    level="expert",
    disabled=("cube",),
    mode="line",
    theme="light",
    glyphs="ascii",
    cells="compact",
    light="off",
    keymap=Keymap({"open": ["o", "enter"], "flag": ['"', "f1"], "help": []}),
)


def test_every_setting_is_in_the_table() -> None:
    fields = {field.name for field in dataclasses.fields(Settings)}
    assert {setting.name for setting in SETTINGS} == fields - {"disabled", "keymap"}
    for setting in SETTINGS:
        assert not setting.choices or getattr(Settings(), setting.name) in setting.choices


def test_the_default_file_says_nothing_and_names_everything() -> None:
    text = write_settings(Settings())
    assert tomllib.loads(text) == {"plugins": {}, "keys": {}}
    for name in (*(s.name for s in SETTINGS), "disable", *(c.name for c in COMMANDS)):
        assert f"\n# {name} = " in text


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(write_settings(CHANGED), encoding="utf-8")
    assert load_settings(path) == CHANGED
    assert load_settings(path).keymap.commands["o"] == "open"


def test_all_of_the_default_file_can_be_switched_on(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    lines = write_settings(Settings()).splitlines()
    names = {s.name for s in SETTINGS} | {c.name for c in COMMANDS} | {"disable"}
    on = [line[2:] if line[2:].partition(" =")[0] in names else line for line in lines]
    path.write_text("\n".join(on))
    assert load_settings(path) == Settings(level="beginner")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'theme = "light"\n'),
        (
            'theme="dark" # mine\nlevel = "expert"\n',
            'theme = "light" # mine\nlevel = "expert"\n',
        ),
        ("\"theme\" = 'dark'\n", 'theme = "light"\n'),
        ("# theme = lights on, or off\n", '# theme = lights on, or off\ntheme = "light"\n'),
        ('theme = "a \\" b" # c\n', 'theme = "light" # c\n'),
        ('# a\n# theme = "dark"\n', '# a\ntheme = "light"\n'),
        ('[keys]\ntheme = "T"\n', 'theme = "light"\n[keys]\ntheme = "T"\n'),
        ('# theme = "mono"\ntheme = "dark"', '# theme = "mono"\ntheme = "light"\n'),
    ],
)
def test_one_setting_changes_and_the_rest_stays(text: str, expected: str) -> None:
    assert change_setting(text, "theme", "light") == expected


def test_a_changed_file_holds_what_was_changed(tmp_path: Path) -> None:
    text = write_settings(CHANGED)
    for name, value in (("theme", "mono"), ("cells", "roomy"), ("light", "on")):
        text = change_setting(text, name, value)
    path = tmp_path / "config.toml"
    path.write_text(text)
    assert load_settings(path) == dataclasses.replace(
        CHANGED, theme="mono", cells="roomy", light="on"
    )
