"""Specs: what they mean, where they break, and that they print what they read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.errors import ParseError
from msweeper.spec import Spec, decode, encode

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("hex", Spec("hex")),
        ("hex:5", Spec("hex", "5")),
        ("square:30x16", Spec("square", "30x16")),
        ("square:width=9,height=7", Spec("square", None, (("width", "9"), ("height", "7")))),
        ("hex:5,outline=rhombus", Spec("hex", "5", (("outline", "rhombus"),))),
        ("a1-b:x-2=%C3%A9%2C", Spec("a1-b", None, (("x-2", "é,"),))),
        ("msweeper-other.hex:2", Spec("msweeper-other.hex", "2")),
        ("2d.pkg.hex", Spec("2d.pkg.hex")),
    ],
)
def test_parse(text: str, spec: Spec) -> None:
    assert Spec.parse(text) == spec
    assert str(spec) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("Hex", 0, id="upper case"),
        pytest.param("he x", 2, id="blank"),
        pytest.param("hex\n", 3, id="line break"),
        pytest.param("5", 0, id="digit first"),
        pytest.param(":5", 0, id="no name"),
        pytest.param("hex:", 4, id="nothing after the colon"),
        pytest.param("hex:5,", 6, id="nothing after the comma"),
        pytest.param("hex:,5", 4, id="nothing before the comma"),
        pytest.param("hex:5,6", 6, id="two sizes"),
        pytest.param("hex:radius=", 4, id="no value"),
        pytest.param("hex:=5", 4, id="no key"),
        pytest.param("hex:Radius=5", 4, id="upper-case key"),
        pytest.param("hex:a=1,b=2,a=3", 12, id="twice"),
        pytest.param("hex:a=1,b=%4", 10, id="half an escape"),
        pytest.param("hex:a=%FF", 6, id="not UTF-8"),
    ],
)
def test_faults_have_positions(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        Spec.parse(text)
    assert caught.value.position == position
    assert caught.value.text == text
    assert "\n" not in str(caught.value)


@given(NAMES, st.dictionaries(NAMES, TEXT.filter(bool), max_size=4))
def test_round_trip(name: str, settings: dict[str, str]) -> None:
    spec = Spec(name, None, tuple(settings.items()))
    assert Spec.parse(str(spec)) == spec
    assert re.fullmatch(r"[A-Za-z0-9._,:=%-]+", str(spec))


@given(TEXT)
def test_percent_encoding_is_lossless_and_plain(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._,%-]*", encode(text))
    assert decode(encode(text)) == text


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("a b", "a%20b"),
        ("x/y", "x%2Fy"),
        ("é", "%C3%A9"),
        ("100%", "100%25"),
        ("A-z_0.9,", "A-z_0.9,"),
    ],
)
def test_percent_encoding_literals(text: str, encoded: str) -> None:
    assert encode(text) == encoded


def test_lower_case_escapes_are_read() -> None:
    assert decode("%c3%a9") == "é"


def test_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(ParseError):
        encode("\ud800")
