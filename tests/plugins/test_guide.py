"""The guide for authors: its hooks, its checks, its examples and its drawings are real."""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from pathlib import Path
from typing import Any, get_args

import pytest

import msweeper.lattice
from msweeper import hookspecs
from msweeper.parameter import ParameterType
from msweeper.plugins import OWN, load_plugins
from msweeper.testing import CHECKS, Subject, run_checks

GUIDE = (Path(__file__).parent.parent.parent / "plugins" / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    (match[1], match[2])
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
]
HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("msweeper_"))


def section(title: str) -> str:
    """Return the text below a heading, up to the next one of its kind or above."""
    marks, text = title.split(" ")[0], GUIDE.partition(f"\n{title}\n")[2]
    assert text, f"there is no heading {title}"
    return re.split(rf"^#{{1,{len(marks)}}} ", text, flags=re.MULTILINE)[0]


def test_every_example_prints_what_stands_below_it() -> None:
    names: dict[str, Any] = {"__name__": "guide"}
    shown = 0
    for index, (kind, text) in enumerate(BLOCKS):
        if kind != "python":
            continue
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(text, "plugins/README.md", "exec"), names)
        if said.getvalue():
            shown += 1
            assert BLOCKS[index + 1] == ("", said.getvalue())
    assert shown == 4
    assert all(result.ok for result in run_checks(Subject(names["RING"])))
    suite = names["TestRing"]()
    for check in CHECKS:
        with contextlib.suppress(pytest.skip.Exception):
            getattr(suite, f"test_{check.name.replace('-', '_')}")()


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_stands_there_with_its_very_signature(name: str) -> None:
    signature = f"{name}{inspect.signature(getattr(hookspecs, name))}"
    text = section(f"### {name}")
    assert f"```\n{signature.replace(chr(39), '')}\n```" in text


def test_no_hook_stands_there_that_is_none() -> None:
    assert re.findall(r"^### (msweeper_\w+)$", GUIDE, re.MULTILINE) == HOOKS


def test_every_check_stands_there_in_its_order() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", section("## The checks"), re.MULTILINE)
    assert rows == [(check.name, check.rule) for check in CHECKS]


def test_every_function_of_lattice_is_named_and_no_other() -> None:
    named = re.findall(r"^\| `(\w+)`", section("## Who touches whom"), re.MULTILINE)
    assert sorted(named) == sorted(msweeper.lattice.__all__)
    for word in ("wrapped", "flipped", "ring"):
        assert f"`{word}`" in section("## Who touches whom")
        assert word in inspect.signature(msweeper.lattice.from_offsets).parameters


def test_every_kind_of_parameter_is_named() -> None:
    words = {
        "int": "whole number",
        "flag": "a flag",
        "choice": "a choice",
        "text": "a text",
        "file": "`file=True`",
    }
    assert set(words) == set(get_args(ParameterType))
    for word in words.values():
        assert word in section("## A whole plugin")


def test_every_plugin_of_ours_is_linked_and_no_other() -> None:
    folder = Path(__file__).parents[2] / "plugins"
    linked = re.findall(r"\[(\w+)\]\((msweeper_\w+/__init__\.py)\)", GUIDE)
    plugins = {
        (one.plugin.plugin, Path(one.plugin.file))
        for one in load_plugins(environ={}).topologies.values()
        if one.plugin.distribution == OWN
    }
    assert sorted((name, folder / path) for name, path in linked) == sorted(plugins)
