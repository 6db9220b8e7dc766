"""The loader: each plugin by itself, every fault on record, the same answer on each run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import distributions
from itertools import permutations

import pytest

from msweeper.errors import OutOfRange, ParseError, PluginFault, UnknownName
from msweeper.hookspecs import GROUP
from msweeper.plugins import Registry, load_plugins
from tests.plugins.workshop import OFFERS_POND, POND, Workshop, record

GOOD = POND + OFFERS_POND


def test_a_good_plugin(workshop: Workshop) -> None:
    workshop.add("pond", GOOD)
    registry = workshop.load()
    (found,) = registry.records
    assert (found.plugin, found.distribution, found.version) == ("pond", "msweeper-pond", "1.2")
    assert (found.state, found.error) == ("on", None)
    assert (found.topologies, found.hooks) == (["pond"], ["msweeper_topologies"])
    assert found.file.endswith("msweeper_test_pond.py")
    assert registry.topology("pond:7").size == 7
    assert registry.topology("pond:7", width=3).spec == "pond:width=3"
    assert registry.find("pond").plugin is found


def test_built_ins_come_by_the_same_way(registry: Registry) -> None:
    own = [record for record in registry.records if record.distribution == "msweeper"]
    assert [record.plugin for record in own] == [
        "box",
        "cube",
        "graph",
        "hex",
        "square",
        "triangle",
    ]
    assert registry.records[: len(own)] == own
    for record_ in own:
        assert (record_.state, record_.topologies) == ("on", [record_.plugin])


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param("import nothing_of_this_name", "nothing_of_this_name", id="broken import"),
        pytest.param("def f(:", "SyntaxError", id="syntax"),
        pytest.param("raise SystemExit(3)", "SystemExit: 3", id="exit"),
        pytest.param("raise SystemExit", "SystemExit", id="silent exit"),
        pytest.param("raise BaseException('worse')", "BaseException: worse", id="base exception"),
        pytest.param("raise ValueError('two\\nlines')", "ValueError: two lines", id="two lines"),
        pytest.param("def f(): f()\nf()", "RecursionError", id="recursion"),
        pytest.param(
            "class Odd(Exception):\n    def __str__(self): raise TypeError('no text')\nraise Odd",
            "Odd",
            id="an error without a text",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(config): return [pond()]",
            "msweeper_topologies",
            id="unknown argument",
        ),
        pytest.param(
            POND + OFFERS_POND + "    @hookimpl\n    def msweeper_topolgies(): return []",
            "msweeper_topolgies",
            id="unknown hook",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): raise OSError('disk')",
            "OSError: disk",
            id="hook that raises",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies():\n        yield 1\n        1 / 0",
            "ZeroDivisionError",
            id="hook that raises halfway",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return pond()",
            "must return factories",
            id="one factory, no list",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return 'pond'",
            "must return factories, not 'pond'",
            id="a text",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return ['pond']",
            "'pond' is no TopologyFactory",
            id="a list of texts",
        ),
        pytest.param(
            POND
            + "    class Odd:\n        def __repr__(self): raise TypeError('no text')\n"
            + "    @hookimpl\n    def msweeper_topologies(): return [Odd()]",
            "TopologyFactory",
            id="an answer without a text",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return [pond('Pond')]",
            "'Pond' is no name",
            id="bad name",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return [pond(7)]",
            "topology 7: TypeError",
            id="name of another type",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return [pond(size=('depth',))]",
            "size names depth",
            id="bad size",
        ),
        pytest.param(
            POND + "    @hookimpl\n    def msweeper_topologies(): return [pond(count=lambda: 5)]",
            "pond cannot count its cells: TypeError",
            id="count with other arguments",
        ),
        pytest.param(
            POND + OFFERS_POND.replace("pond()", "pond(count=lambda width: exit())"),
            "topology pond: SystemExit",
            id="count that exits",
        ),
    ],
)
def test_a_fault_costs_only_its_own_plugin(workshop: Workshop, code: str, words: str) -> None:
    workshop.add("bad", code)
    workshop.add("pond", GOOD)
    registry = workshop.load()
    bad = record(registry, "bad")
    assert bad.state == "failed"
    assert bad.topologies == []
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(bad.error)
    assert (bad.distribution, bad.version) == ("msweeper-bad", "1.2")
    assert list(registry.topologies) == ["pond"]
    assert record(registry, "pond").state == "on"
    with pytest.raises(UnknownName) as caught:
        registry.find("nothing")
    assert "msweeper-bad 1.2, entry point bad, failed: " in str(caught.value)
    assert "(hide it with -p no:bad)" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_cause_is_kept_for_a_trace(workshop: Workshop) -> None:
    workshop.add("bad", "import nothing_of_this_name")
    assert isinstance(record(workshop.load(), "bad").cause, ImportError)


def test_ctrl_c_is_not_a_fault_of_a_plugin(workshop: Workshop) -> None:
    workshop.add("slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        workshop.load()


def test_one_bad_factory_beside_a_good_one(workshop: Workshop) -> None:
    offers = "    @hookimpl\n    def msweeper_topologies(): return [pond(), pond('Bad'), pond('b')]"
    workshop.add("two", POND + offers)
    registry = workshop.load()
    both = record(registry, "two")
    assert both.topologies == ["pond", "b"]
    assert both.state == "on"
    assert both.error is not None
    assert "'Bad' is no name" in both.error


def test_the_same_name_twice_in_one_plugin(workshop: Workshop) -> None:
    offers = "    @hookimpl\n    def msweeper_topologies(): return [pond()] * 3"
    workshop.add("two", POND + offers)
    registry = workshop.load()
    assert record(registry, "two").error is not None
    assert registry.find("pond").plugin is record(registry, "two")


@pytest.mark.parametrize("answer", ["None", "[]", "iter(())", "(pond() for _ in 'a')", "{pond()}"])
def test_other_answers_that_will_do(workshop: Workshop, answer: str) -> None:
    workshop.add("pond", POND + f"    @hookimpl\n    def msweeper_topologies(): return {answer}")
    found = record(workshop.load(), "pond")
    assert (found.state, found.error) == ("on", None)


def test_a_plugin_without_hooks_is_told_what_is_missing(workshop: Workshop) -> None:
    workshop.add("pond", "")
    found = record(workshop.load(), "pond")
    assert (found.state, found.hooks, found.topologies) == ("failed", [], [])
    assert "is @hookimpl missing?" in str(found.error)
    with pytest.raises(PluginFault, match="no topology is called pond: its plugin pond of"):
        workshop.load().find("pond")
    with pytest.raises(UnknownName, match="the plugin pond is switched off"):
        workshop.load(off=["pond"]).find("pond")


def test_a_class_as_a_plugin(workshop: Workshop) -> None:
    code = POND + (
        "    class Plugin:\n        @staticmethod\n        @hookimpl\n"
        "        def msweeper_topologies(): return [pond()]\n"
    )
    workshop.add("pond", code, entry_points="[msweeper]\npond = msweeper_test_pond:Plugin\n")
    assert workshop.load().topology("pond").size == 5


def test_what_a_plugin_prints_while_loading_is_captured(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = "    import sys\n    print('noise')\n    print('noise', file=sys.stderr)\n"
    offers = f"    @hookimpl\n    def msweeper_topologies():\n    {noise}        return [pond()]"
    workshop.add("pond", POND + noise + offers.replace("\n    print", "\n        print"))
    registry = workshop.load()
    assert record(registry, "pond").error is None
    assert list(registry.topologies) == ["pond"]
    assert capsys.readouterr() == ("", "")


# Names that are taken


def test_a_taken_name_names_both_owners_and_is_reachable(workshop: Workshop) -> None:
    workshop.add("lake", POND + OFFERS_POND.replace("pond()", "pond(summary='second')"))
    workshop.add("pool", POND + OFFERS_POND.replace("pond()", "pond(summary='third')"))
    workshop.add("alga", POND + OFFERS_POND.replace("pond()", "pond(summary='first')"))
    for found in permutations(workshop.found()):
        registry = load_plugins(found, environ={})
        assert list(registry.topologies) == ["pond", "msweeper-lake.pond", "msweeper-pool.pond"]
        summaries = [registered.factory.summary for registered in registry.topologies.values()]
        assert summaries == ["first", "second", "third"]
        error = record(registry, "lake").error
        assert error is not None
        for word in ("pond", "msweeper-lake", "alga", "msweeper-alga", "msweeper-lake.pond"):
            assert word in error
        assert record(registry, "lake").state == "on"
        other = registry.topology("msweeper-lake.pond:7")
        assert other.spec == "msweeper-lake.pond:width=7"
        assert registry.topology(other.spec) == other


def test_built_ins_cannot_be_replaced(workshop: Workshop) -> None:
    for name in ("square", "cube"):
        # sorts before "msweeper", and still comes after it
        workshop.add(
            name, POND + OFFERS_POND.replace("pond()", f"pond('{name}')"), distribution=f"a-{name}"
        )
    registry = workshop.load(own=True)
    for name in ("square", "cube"):
        assert registry.find(name).plugin.distribution == "msweeper"
        assert registry.find(f"a-{name}.{name}").plugin.distribution == f"a-{name}"
        errors = [r.error for r in registry.records if r.distribution == f"a-{name}"]
        assert len(errors) == 1
        assert errors[0] is not None
        assert "msweeper" in errors[0]
        assert f"a-{name}" in errors[0]


# Switches


@pytest.mark.parametrize(
    ("off", "environ", "on"),
    [
        pytest.param((), {}, ["square", "hex", "cube", "lake", "pond"], id="all"),
        pytest.param(("pond",), {}, ["square", "hex", "cube", "lake"], id="one off"),
        pytest.param(("hex", "lake"), {}, ["square", "cube", "pond"], id="an own one off"),
        pytest.param(("nothing",), {}, ["square", "hex", "cube", "lake", "pond"], id="unknown"),
        pytest.param(
            (), {"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1"}, ["square", "hex", "cube"], id="all off"
        ),
        pytest.param(
            (),
            {"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": ""},
            ["square", "hex", "cube", "lake", "pond"],
            id="empty counts as unset",
        ),
        pytest.param(
            (),
            {"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1", "MSWEEPER_PLUGINS": "pond"},
            ["square", "hex", "cube", "pond"],
            id="one back",
        ),
        pytest.param(
            (),
            {"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1", "MSWEEPER_PLUGINS": "pond, lake,"},
            ["square", "hex", "cube", "lake", "pond"],
            id="two back",
        ),
        pytest.param(
            ("pond",),
            {"MSWEEPER_DISABLE_PLUGIN_AUTOLOAD": "1", "MSWEEPER_PLUGINS": "pond"},
            ["square", "hex", "cube"],
            id="off wins",
        ),
        pytest.param(
            (),
            {"MSWEEPER_PLUGINS": "pond"},
            ["square", "hex", "cube", "lake", "pond"],
            id="adds nothing to all",
        ),
    ],
)
def test_switches(
    workshop: Workshop, off: tuple[str, ...], environ: Mapping[str, str], on: list[str]
) -> None:
    workshop.add("pond", GOOD)
    workshop.add("lake", POND + OFFERS_POND.replace("pond()", "pond('lake')"))
    registry = workshop.load(own=True, off=off, environ=environ)
    states = {r.plugin: r.state for r in registry.records if r.plugin in
              ("square", "hex", "cube", "lake", "pond")}  # fmt: skip
    assert states == {
        name: "on" if name in on else "off" for name in ("square", "hex", "cube", "lake", "pond")
    }
    assert set(registry.topologies) >= set(on)
    for name, state in states.items():
        assert (name in registry.topologies) == (state == "on")


def test_what_is_off_is_not_even_imported(workshop: Workshop) -> None:
    workshop.add("bad", "raise SystemExit")
    registry = workshop.load(off=["bad"])
    assert record(registry, "bad").state == "off"
    assert "msweeper_test_bad" not in sys.modules
    with pytest.raises(UnknownName) as caught:
        registry.find("pond")
    assert "failed" not in str(caught.value)


# Distributions


def test_a_distribution_that_is_found_twice_counts_once(workshop: Workshop) -> None:
    workshop.add("pond", GOOD)
    link = workshop.folder.parent / "link"
    link.symlink_to(workshop.folder)
    copy = workshop.folder.parent / "copy"
    shutil.copytree(workshop.folder, copy)
    found = [*workshop.found(link, copy), *workshop.found()]
    assert len(found) > 2
    registry = load_plugins(found, environ={})
    assert [r.plugin for r in registry.records] == ["pond"]
    assert registry.records[0].error is None


def test_spellings_of_a_name_are_one(workshop: Workshop) -> None:
    workshop.add("pond", GOOD, distribution="MSweeper.Pond")
    other = workshop.folder.parent / "other"
    workshop.add("pond", GOOD, distribution="msweeper_pond", folder=other)
    registry = load_plugins(workshop.found(other), environ={})
    assert [r.distribution for r in registry.records] == ["msweeper-pond"]


def test_two_entry_points_of_one_distribution(workshop: Workshop) -> None:
    lake = POND + OFFERS_POND.replace("pond()", "pond('lake')")
    (workshop.folder).mkdir()
    (workshop.folder / "msweeper_test_lake.py").write_text(__import__("textwrap").dedent(lake))
    points = "[msweeper]\npond = msweeper_test_pond\nlake = msweeper_test_lake\n"
    workshop.add("pond", GOOD, entry_points=points + "[console_scripts]\nx = y:z\n")
    registry = workshop.load()
    assert [r.plugin for r in registry.records] == ["lake", "pond"]
    assert list(registry.topologies) == ["lake", "pond"]


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(b"[msweeper]\nthis is no entry point\n", id="no value"),
        pytest.param(b"[msweeper]\nbad = \xff\n", id="no text"),
        pytest.param(b"[msweeper]\nbad = a b c\n", id="no module"),
        pytest.param(b"[msweeper]\nbad =\n", id="empty"),
        pytest.param(b"[msweeper]\nbad = msweeper_test_pond:nothing\n", id="no attribute"),
    ],
)
def test_broken_metadata_cost_only_their_distribution(workshop: Workshop, points: bytes) -> None:
    workshop.add("pond", GOOD)
    workshop.add("bad", "")
    (info,) = workshop.folder.glob("msweeper_bad*.dist-info")
    (info / "entry_points.txt").write_bytes(points)
    registry = workshop.load()
    assert list(registry.topologies) == ["pond"]
    failed = [r.distribution for r in registry.records if r.state == "failed"]
    assert failed == ["msweeper-bad"]


def test_a_distribution_without_metadata(workshop: Workshop) -> None:
    workshop.add("pond", GOOD)
    workshop.add("lost", POND + OFFERS_POND.replace("pond()", "pond('lost')"), version=None)
    registry = workshop.load()
    assert "pond" in registry.topologies
    for found in registry.records:
        assert isinstance(found.version, str)
        assert isinstance(found.distribution, str)


def test_a_registry_is_not_global(workshop: Workshop) -> None:
    workshop.add("pond", GOOD)
    assert "pond" in workshop.load().topologies
    assert load_plugins([], environ={}).topologies == {}
    assert load_plugins([], environ={}).records == []


def test_everything_installed_is_looked_at_by_default() -> None:
    default = load_plugins(environ={})
    given = load_plugins(distributions(), environ={})
    assert list(default.topologies) == list(given.topologies)
    assert {"square", "hex", "cube"} <= set(default.topologies)
    assert GROUP == "msweeper"


# Asking


def test_an_unknown_topology_offers_near_ones(registry: Registry) -> None:
    with pytest.raises(UnknownName) as caught:
        registry.topology("hexx:5")
    assert caught.value.near == ("hex",)
    text = str(caught.value)
    assert text.startswith("no topology is called hexx; did you mean hex? (installed: ")
    for name in registry.topologies:
        assert name in text


def test_nothing_installed_says_so() -> None:
    with pytest.raises(UnknownName, match="installed: none"):
        load_plugins([], environ={}).find("hex")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        pytest.param("lambda width: 1 // 0", "ZeroDivisionError", id="raises"),
        pytest.param("lambda: 5", "TypeError", id="other arguments"),
        pytest.param("lambda width: None", "built NoneType", id="nothing"),
        pytest.param("lambda width: build(width + 1)", "built 6 cells", id="another size"),
        pytest.param("lambda width: exit('bye')", "SystemExit", id="exits"),
        pytest.param(
            "lambda width: Topology([[0]], ['a'], Layout([Place(0, 0, 0)]))", "own", id="bad cells"
        ),
    ],
)
def test_a_fault_in_build_names_the_plugin(workshop: Workshop, build: str, words: str) -> None:
    more = "    from msweeper.topology import Topology\n    from msweeper.layout import *\n"
    code = POND + more + OFFERS_POND.replace("pond()", f"pond(build={build})")
    workshop.add("pond", code)
    registry = workshop.load()
    with pytest.raises(PluginFault, match=words) as caught:
        registry.topology("pond")
    assert (caught.value.plugin, caught.value.distribution) == ("pond", "msweeper-pond")
    assert caught.value.exit_code == 4
    assert "plugin pond of msweeper-pond 1.2 failed to build pond" in str(caught.value)
    assert "-p no:pond" in str(caught.value)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        pytest.param(
            "check=lambda width: str(1 // 0) if width > 6 else None",
            "ZeroDivisionError",
            id="check",
        ),
        pytest.param("count=lambda width: 5 // (7 - width)", "ZeroDivisionError", id="count"),
    ],
)
def test_a_fault_in_check_or_count_names_the_plugin(
    workshop: Workshop, more: str, words: str
) -> None:
    workshop.add("pond", POND + OFFERS_POND.replace("pond()", f"pond({more})"))
    registry = workshop.load()
    with pytest.raises(PluginFault, match=words) as caught:
        registry.topology("pond:7")
    assert caught.value.plugin == "pond"


def test_bad_parameters_are_not_the_plugins_fault(workshop: Workshop) -> None:
    workshop.add("pond", GOOD)
    registry = workshop.load()
    for text, error in (
        ("pond:0", OutOfRange),
        ("pond:x", ParseError),
        ("pond:depth=3", UnknownName),
    ):
        with pytest.raises(error):
            registry.topology(text)
