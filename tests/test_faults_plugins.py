"""Faults that people reported elsewhere, under Plugins (B46 to B50), tried on the loader."""

from __future__ import annotations

from itertools import permutations

import pytest

from msweeper.errors import UnknownName
from msweeper.plugins import load_plugins
from tests.plugins.workshop import OFFERS_POND, POND, Workshop, record


def test_b46_one_broken_plugin_stops_nothing(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.add("bad", "import nothing_of_this_name")
    registry = workshop.load(own=True)
    assert registry.topology("square:5x3").size == 15
    assert capsys.readouterr() == ("", "")
    with pytest.raises(UnknownName) as caught:
        registry.topology("pond")
    for word in ("msweeper-bad", "1.2", "bad", "nothing_of_this_name", "-p no:bad"):
        assert word in str(caught.value)
    with pytest.raises(UnknownName) as caught:
        workshop.load(own=True, off=["bad"]).topology("pond")
    assert "nothing_of_this_name" not in str(caught.value)


def test_b47_the_reason_of_a_failure_is_kept(workshop: Workshop) -> None:
    workshop.add("bad", POND + "    import msweeper.latice\n" + OFFERS_POND)
    found = record(workshop.load(), "bad")
    assert found.state == "failed"
    assert found.error == "ModuleNotFoundError: No module named 'msweeper.latice'"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param(
            "def msweeper_topologies(config)", ["config", "msweeper-bad:bad"], id="unknown argument"
        ),
        pytest.param(
            "def msweeper_topologies(config, size)", ["size", "msweeper-bad:bad"], id="two of them"
        ),
        pytest.param(
            "def msweeper_topology()", ["unknown hook", "msweeper_test_bad"], id="renamed"
        ),
    ],
)
def test_b48_hook_arguments_that_do_not_fit(
    workshop: Workshop, code: str, words: list[str]
) -> None:
    workshop.add("bad", POND + f"    @hookimpl\n    {code}: return [pond()]\n")
    workshop.add("pond", POND + OFFERS_POND)
    registry = workshop.load()
    found = record(registry, "bad")
    assert found.state == "failed"
    assert found.error is not None
    for word in (*words, code.removeprefix("def ").partition("(")[0]):
        assert word in found.error
    assert list(registry.topologies) == ["pond"]


def test_b48_an_argument_with_a_default_is_fine(workshop: Workshop) -> None:
    code = POND + "    @hookimpl\n    def msweeper_topologies(name='pond'): return [pond(name)]\n"
    workshop.add("pond", code)
    assert list(workshop.load().topologies) == ["pond"]


def test_b49_the_same_entry_point_seen_twice(workshop: Workshop) -> None:
    workshop.add("pond", POND + OFFERS_POND)
    link = workshop.folder.parent / "lib64"
    link.symlink_to(workshop.folder)
    editable = workshop.folder.parent / "editable"
    workshop.add("pond", POND + OFFERS_POND, version="1.3", folder=editable)
    registry = load_plugins(workshop.found(link, editable), environ={})
    assert [(r.plugin, r.version, r.state) for r in registry.records] == [("pond", "1.2", "on")]
    assert list(registry.topologies) == ["pond"]


def test_b50_two_packages_offer_the_same_name(workshop: Workshop) -> None:
    for name in ("lake", "pool"):
        workshop.add(name, POND + OFFERS_POND.replace("pond()", "pond('hex')"))
    answers = set()
    for found in permutations(workshop.found()):
        registry = load_plugins(found, environ={})
        answers.add((tuple(registry.topologies), record(registry, "pool").error))
    ((names, error),) = answers
    assert names == ("hex", "msweeper-pool.hex")
    assert error is not None
    assert "msweeper-lake" in error
    assert "msweeper-pool" in error


def test_b50_built_ins_are_never_replaced(workshop: Workshop) -> None:
    workshop.add("aaa", POND + OFFERS_POND.replace("pond()", "pond('square')"))
    registry = workshop.load(own=True)
    assert registry.find("square").plugin.distribution == "msweeper"
    assert registry.topology("square:5x3").size == 15
    assert registry.topology("msweeper-aaa.square:5").size == 5
    error = record(registry, "aaa").error
    assert error is not None
    assert "taken by square of msweeper" in error
