"""What a plugin registers: parameters, sizes, canonical specs, limits, and its own faults."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from msweeper.errors import MsweeperError, OutOfRange, ParseError, TopologyError, UnknownName
from msweeper.factory import MAX_CELLS, Level, Parameter, TopologyFactory, Value
from msweeper.lattice import from_edges, from_offsets
from msweeper.layout import Caption, Place
from msweeper.spec import Spec
from msweeper.topology import Topology


def build(**values: Any) -> Topology:
    width, height = values["width"], values["height"]
    return from_offsets((range(height), range(width)), (), place=lambda y, x: (0, y, 2 * x))


def count(**values: Any) -> int:
    return int(values["width"] * values["height"])


GOOD = TopologyFactory(
    name="pond",
    summary="a pond",
    parameters=(
        Parameter("width", 5, 1, 4_000_000),
        Parameter("height", 3, 1, 4_000_000),
        Parameter("shore", "sand", choices=("sand", "reed", "none")),
        Parameter("deep", False),
        Parameter("fish", 2, -5, 9, when=("shore", ("reed", "none"))),
        Parameter("name", "blue"),
    ),
    size=("width", "height"),
    levels=(Level("puddle", {"width": 2}, 1), Level("lake", {"width": 9, "deep": True}, 4)),
    check=lambda **v: "a deep pond is at least 3 wide" if v["deep"] and v["width"] < 3 else None,
    count=count,
    build=build,
)


def parse(text: str) -> dict[str, Value]:
    return GOOD.values(GOOD.parse(Spec.parse(text)))


def test_the_good_one_has_no_problems() -> None:
    assert list(GOOD.problems()) == []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        pytest.param("pond", "pond:width=5,height=3", id="defaults"),
        pytest.param("pond:7x2", "pond:width=7,height=2", id="size"),
        pytest.param("pond:7X2", "pond:width=7,height=2", id="large X"),
        pytest.param("pond:height=2,width=7", "pond:width=7,height=2", id="order"),
        pytest.param("pond:007x2", "pond:width=7,height=2", id="leading zeros"),
        pytest.param("pond:7x2,deep=yes", "pond:width=7,height=2,deep=yes", id="flag"),
        pytest.param("pond:deep=no,shore=sand", "pond:width=5,height=3", id="defaults given"),
        pytest.param("pond:fish=2", "pond:width=5,height=3", id="default that does not apply"),
        pytest.param(
            "pond:fish=-5,shore=reed", "pond:width=5,height=3,shore=reed,fish=-5", id="condition"
        ),
        pytest.param("pond:name=a%2Cb", "pond:width=5,height=3,name=a%2Cb", id="text"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert GOOD.text(parse(text)) == canonical
    assert parse(canonical) == parse(text)
    assert GOOD.topology(**parse(text)).spec == canonical


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        pytest.param("pond:0x2", OutOfRange, ["width 0", "1 to 4000000"], id="zero"),
        pytest.param("pond:-3x2", OutOfRange, ["width -3", "1 to"], id="negative"),
        pytest.param("pond:5", ParseError, ["WIDTHxHEIGHT", "5x3"], id="one number"),
        pytest.param("pond:1x2x3", ParseError, ["WIDTHxHEIGHT"], id="three numbers"),
        pytest.param("pond:x", ParseError, ["width is a whole number"], id="no numbers"),
        pytest.param("pond:1.5x2", ParseError, ["width", "1.5"], id="fraction"),
        pytest.param("pond:+5x2", ParseError, ["width", "+5"], id="plus"),
        pytest.param("pond:--5x2", ParseError, ["width", "--5"], id="two signs"),
        pytest.param("pond:٣x2", ParseError, ["width"], id="digits of another script"),
        pytest.param("pond:" + "9" * 5000 + "x2", OutOfRange, ["width", "..."], id="long"),
        pytest.param("pond:3000x3000", OutOfRange, ["9,000,000", "4,000,000"], id="too many"),
        pytest.param("pond:5x3,width=5", ParseError, ["width twice"], id="twice"),
        pytest.param("pond:deep=maybe", ParseError, ["deep is yes or no"], id="flag"),
        pytest.param("pond:shore=rede", UnknownName, ["did you mean reed"], id="choice"),
        pytest.param("pond:wdth=5", UnknownName, ["did you mean width"], id="parameter"),
        pytest.param("pond:fish=10,shore=reed", OutOfRange, ["fish 10", "-5 to 9"], id="range"),
        pytest.param("pond:fish=3", OutOfRange, ["only where shore is reed or none"], id="when"),
        pytest.param("pond:2x2,deep=yes", OutOfRange, ["at least 3 wide"], id="check"),
    ],
)
def test_refusals(text: str, error: type[MsweeperError], words: list[str]) -> None:
    with pytest.raises(error) as caught:
        parse(text)
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value)) < 300 or error is ParseError


def test_an_absurd_size_is_refused_before_anything_is_built() -> None:
    def explode(**values: Any) -> Topology:
        raise AssertionError("built")

    bomb = replace(GOOD, build=explode)
    with pytest.raises(OutOfRange, match="the limit is 4,000,000"):
        bomb.topology(width=4_000_000, height=4_000_000)
    assert MAX_CELLS == 4_000_000


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"width": True}, OutOfRange),
        ({"width": "5"}, OutOfRange),
        ({"deep": 1}, OutOfRange),
        ({"shore": 3}, OutOfRange),
        ({"shore": "x"}, UnknownName),
        ({"name": 3}, OutOfRange),
        ({"wide": 3}, UnknownName),
    ],
    ids=str,
)
def test_values_of_the_wrong_type(given: dict[str, Value], error: type[MsweeperError]) -> None:
    with pytest.raises(error):
        GOOD.values(given)


@pytest.mark.parametrize(
    ("parameter", "type_", "allowed"),
    [
        (Parameter("a", 1), "int", "it is a whole number"),
        (Parameter("a", 1, 0), "int", "it is at least 0"),
        (Parameter("a", 1, None, 9), "int", "it is at most 9"),
        (Parameter("a", 1, 0, 9), "int", "it goes from 0 to 9"),
        (Parameter("a", True), "flag", "it is yes or no"),
        (Parameter("a", "b", choices=("b", "c")), "choice", "it is one of b, c"),
        (Parameter("a", "b"), "text", "it is a text"),
    ],
)
def test_parameters_say_what_is_allowed(parameter: Parameter, type_: str, allowed: str) -> None:
    assert (parameter.type, parameter.allowed) == (type_, allowed)
    assert parameter.parse(Parameter.text(parameter.default)) == parameter.default


def test_sizes_that_apply_only_under_a_condition() -> None:
    factory = TopologyFactory(
        name="field",
        summary="two outlines",
        parameters=(
            Parameter("outline", "round", choices=("round", "box")),
            Parameter("radius", 2, 0, 9, when=("outline", ("round",))),
            Parameter("width", 3, 1, 9, when=("outline", ("box",))),
        ),
        size=("radius", "width"),
        count=lambda outline, radius, width: radius + 1 if outline == "round" else width,
        build=lambda outline, radius, width: build(
            width=radius + 1 if outline == "round" else width, height=1
        ),
    )
    assert list(factory.problems()) == []
    assert factory.topology().spec == "field:radius=2"
    assert factory.topology(outline="box").spec == "field:width=3,outline=box"
    again = factory.parse(Spec.parse("field:width=3,outline=box"))
    assert factory.topology(**again).spec == "field:width=3,outline=box"


HULL = TopologyFactory(
    name="hull",
    summary="one to three sides, or what a file says",
    parameters=(
        Parameter("a", 2, 1, 9, when=("plan", ("",))),
        Parameter("b", 3, 1, 9, when=("sides", (2, 3))),
        Parameter("c", 4, 1, 9, when=("sides", (3,))),
        Parameter("sides", 2, 1, 3),
        Parameter("plan", "", file=True),
    ),
    size=("a", "b", "c"),
    count=lambda a, b, c, sides, plan: len(plan) or [a, a * b, a * b * c][sides - 1],
    build=lambda a, b, c, sides, plan: build(
        width=len(plan) or [a, a * b, a * b * c][sides - 1], height=1
    ),
)
"""Its conditions stand after what depends on them."""


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("hull", "hull:a=2,b=3"),
        ("hull:5x4", "hull:a=5,b=4"),
        ("hull:5", "hull:a=5,sides=1"),
        ("hull:5x4x3", "hull:a=5,b=4,c=3,sides=3"),
        ("hull:5,sides=1", "hull:a=5,sides=1"),
    ],
)
def test_a_size_says_what_decides_on_sizes(text: str, spec: str) -> None:
    assert list(HULL.problems()) == []
    values = HULL.values(HULL.parse(Spec.parse(text)))
    assert HULL.text(values) == spec
    assert HULL.values(HULL.parse(Spec.parse(spec))) == values


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hull:5x4x3x2", "should be AxB"),
        ("hull:5x4,sides=1", "should be A "),
        ("hull:5x4x3,sides=2", "should be AxB"),
    ],
)
def test_a_size_that_fits_in_no_way(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        HULL.parse(Spec.parse(text))


def test_a_size_that_fits_in_several_ways_names_them() -> None:
    factory = replace(HULL, parameters=(*HULL.parameters[:3], Parameter("sides", 1, 1, 3),
                                        *HULL.parameters[4:]))  # fmt: skip
    bent = replace(
        factory,
        parameters=(
            Parameter("a", 2, 1, 9, when=("plan", ("",))),
            Parameter("b", 3, 1, 9, when=("sides", (2, 3))),
            *factory.parameters[3:],
        ),
        size=("a", "b"),
    )
    with pytest.raises(ParseError, match="it fits sides=2 or sides=3"):
        bent.parse_size("3x4")


def test_what_a_file_does_to_sizes() -> None:
    values = HULL.values({"plan": "xyz\n", "sides": 1})
    assert values["plan"] == "xyz"
    spec = HULL.topology(plan="xyz\n", sides=1).spec
    assert spec == f"hull:sides=1,plan={HULL.parameter('plan').write('xyz')}"
    assert HULL.values(HULL.parse(Spec.parse(spec))) == values
    with pytest.raises(OutOfRange, match="applies only where plan is not given"):
        HULL.values({"plan": "xyz", "a": 5})
    with pytest.raises(ParseError, match="takes no size where plan and sides gives it"):
        HULL.parse_size("5", {"plan": "xyz", "sides": 1})


def test_a_plugin_that_breaks_its_promise() -> None:
    with pytest.raises(TopologyError, match="built 15 cells, but its count says 16"):
        replace(GOOD, count=lambda **v: 16).topology()
    nothing: Callable[..., Any] = lambda **v: None  # noqa: E731
    with pytest.raises(TopologyError, match="built NoneType"):
        replace(GOOD, build=nothing).topology()
    with pytest.raises(OutOfRange, match="no cells"):
        replace(GOOD, count=lambda **v: 0).topology()


@pytest.mark.parametrize(
    ("factory", "words"),
    [
        pytest.param(replace(GOOD, name="Pond"), "'Pond' is no name", id="name"),
        pytest.param(replace(GOOD, name=""), "'' is no name", id="empty name"),
        pytest.param(replace(GOOD, summary=""), "summary", id="no summary"),
        pytest.param(replace(GOOD, summary="a\nb"), "summary", id="two lines"),
        pytest.param(
            replace(GOOD, parameters=(*GOOD.parameters, Parameter("A", 1))), "'A'", id="parameter"
        ),
        pytest.param(
            replace(GOOD, parameters=(*GOOD.parameters, Parameter("name", "x"))),
            "name is declared twice",
            id="parameter twice",
        ),
        pytest.param(
            replace(GOOD, parameters=(*GOOD.parameters, Parameter("a", 1, 2, 3))),
            "default of a is not allowed",
            id="default",
        ),
        pytest.param(
            replace(GOOD, parameters=(*GOOD.parameters, Parameter("a", "x", choices=("y",)))),
            "default of a is not allowed",
            id="default that is no choice",
        ),
        pytest.param(
            replace(GOOD, parameters=(*GOOD.parameters, Parameter("a", 1, when=("b", (1,))))),
            "a depends on b, which is not declared",
            id="condition on nothing",
        ),
        pytest.param(
            replace(HULL, parameters=(*HULL.parameters, Parameter("d", 1, when=("b", (3,))))),
            "d depends on b, which depends on another itself",
            id="condition on a condition",
        ),
        pytest.param(
            replace(HULL, parameters=(*HULL.parameters, Parameter("d", "x", file=True))),
            "d is a file: its default is an empty text",
            id="file with a default",
        ),
        pytest.param(replace(GOOD, size=("width", "name")), "size names name", id="size of text"),
        pytest.param(replace(GOOD, size=("depth",)), "size names depth", id="size of nothing"),
        pytest.param(
            replace(GOOD, levels=(Level("a", {}, 1), Level("a", {}, 2))),
            "a is declared",
            id="level",
        ),
        pytest.param(replace(GOOD, levels=(Level("A", {}, 1),)), "'A' is no name", id="level name"),
        pytest.param(
            replace(GOOD, levels=(Level("a", {}, 15),)), "15 mines on 15 cells", id="too many mines"
        ),
        pytest.param(replace(GOOD, levels=(Level("a", {}, -1),)), "-1 mines", id="negative mines"),
        pytest.param(
            replace(GOOD, levels=(Level("a", {"depth": 3}, 1),)), "level a", id="level parameter"
        ),
        pytest.param(
            replace(GOOD, levels=(Level("a", {"width": 0}, 1),)), "level a", id="level range"
        ),
        pytest.param(
            replace(GOOD, check=lambda **v: "never"), "do not go together: .*never", id="defaults"
        ),
        pytest.param(
            replace(GOOD, parameters=(), size=(), levels=(), check=None, count=lambda: 0),
            "no cells",
            id="no parameters and no cells",
        ),
    ],
)
def test_problems_of_a_factory(factory: TopologyFactory, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        raise AssertionError("; ".join(factory.problems()))


def test_levels_are_values() -> None:
    level = Level("puddle", {"width": 2}, 1)
    assert level == GOOD.level("puddle")
    assert hash(level) == hash(GOOD.level("puddle"))
    assert pickle.loads(pickle.dumps(level)) == level
    with pytest.raises(TypeError):
        level.parameters["width"] = 3  # type: ignore[index]
    with pytest.raises(UnknownName, match="did you mean puddle"):
        GOOD.level("pudle")
    with pytest.raises(UnknownName, match="did you mean width"):
        GOOD.parameter("widht")


def test_another_name_for_a_taken_one() -> None:
    assert GOOD.topology("other.pond").spec == "other.pond:width=5,height=3"


@pytest.mark.parametrize("second", [(0, 0, 0), (0, 0, 1), (0, 0, -1)])
def test_cells_drawn_over_each_other_are_refused(second: tuple[int, int, int]) -> None:
    factory = TopologyFactory(
        name="pile",
        summary="two cells on one place",
        parameters=(),
        count=lambda: 2,
        build=lambda: from_edges("ab", [("a", "b")], [(0, 0, 0), second]),
    )
    with pytest.raises(TopologyError, match="cells a and b are drawn over each other"):
        factory.topology()


def test_a_caption_that_can_stand_nowhere_is_refused() -> None:
    def broken() -> Topology:
        side: Any = "below"
        return from_edges(["a"], [], [(0, 0, 0)], captions=[Caption("x", Place(0, 0, 0), side)])

    factory = TopologyFactory("dot", "a dot", (), count=lambda: 1, build=broken)
    with pytest.raises(TopologyError, match="'x' stands 'below': it can stand above, above-left"):
        factory.topology()
