"""The content of a file as a text in a spec: literals, the way back, and junk."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.content import (
    LONGEST_PACKED,
    Remembered,
    digest_of,
    hashed,
    pack,
    tidy,
    unpack,
)
from msweeper.errors import ParseError
from msweeper.spec import Spec

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
DRAWN = st.text("#. \n", max_size=300)


@pytest.mark.parametrize(
    ("content", "packed"),
    [
        # by hand: 1 (no byte); 011 (2 bytes), 0 01100001 (a), 0 01100010 (b); zeros at the end
        pytest.param("", "lz.g", id="empty"),
        pytest.param("ab", "lz.ZhMQ", id="two bytes"),
        # 00101 (4 bytes), 0 01100001 (a), then 1, 010 (2: a length of 3), 0 bits: from the start.
        pytest.param("aaaa", "lz.KYa", id="a repeat that overlaps itself"),
        pytest.param(".##.\n####", "lz.FC4RiMXAreA", id="a mask"),
        pytest.param("é", "lz.bDVI", id="UTF-8"),
    ],
)
def test_the_form_is_fixed(content: str, packed: str) -> None:
    assert pack(content) == packed
    assert unpack(packed) == content


def test_a_long_content_goes_by_its_hash() -> None:
    content = " ".join(str(i * i % 9973) for i in range(1000))
    assert pack(content) == "sha256." + digest_of(content)
    known = Remembered()
    assert unpack(pack(content)) is None
    assert unpack(pack(content), known) is None
    known.keep(content)
    assert unpack(pack(content), known) == content


def test_what_repeats_stays_short_up_to_a_limit_of_bytes() -> None:
    assert len(pack("a" * 20_000)) < 30
    assert hashed(pack("a" * 20_001))


@given(st.one_of(TEXT, DRAWN))
def test_every_content_comes_back(content: str) -> None:
    text = pack(content)
    assert hashed(text) or unpack(text) == content
    assert len(text) <= LONGEST_PACKED
    spec = Spec("square", None, (("mask", text),))
    assert str(spec) == f"square:mask={text}"  # nothing in it is percent-encoded
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize("signs", ["#.", "##.\n", "0123456789 \n", "aé∞"])
def test_texts_full_of_repeats_come_back(signs: str) -> None:
    chance = Random(signs)
    for length in range(0, 700, 7):
        content = "".join(chance.choice(signs) for _ in range(length))
        assert unpack(pack(content)) == content


@given(st.text("ABCabc019-_g", max_size=60))
def test_junk_is_refused_or_is_a_content(text: str) -> None:
    try:
        content = unpack(f"lz.{text}")
    except ParseError:
        return
    assert content is not None
    assert unpack(pack(content)) == content


@pytest.mark.parametrize(
    "text",
    ["", "lz", "lz.", "lz.AAAA", "lz.YwI", "lz.a b", "lz.-!", "heart.txt", "@heart.txt",
     "sha256.", "sha256.abc", "sha256." + "g" * 64, "lz." + "A" * 100_000, "lz.f" + "_" * 3000],
)  # fmt: skip
def test_junk(text: str) -> None:
    with pytest.raises(ParseError):
        unpack(text)


def test_a_text_that_is_too_long_is_not_even_looked_at() -> None:
    for text in ("lz." + "A" * LONGEST_PACKED, "lz." + "?" * 3_000_000):
        with pytest.raises(ParseError, match=f"at most {LONGEST_PACKED} characters, not"):
            unpack(text)


@pytest.mark.parametrize("text", ["@", "@heart.txt", "@/etc/hosts"])
def test_a_path_is_told_apart_from_junk(text: str) -> None:
    with pytest.raises(ParseError, match="only an argument of a command may"):
        unpack(text)


@pytest.mark.parametrize(
    ("content", "counts"),
    [
        ("a\r\nb\rc\n", "a\nb\nc"),
        ("a  \n b\t \n\n  \n", "a\n b"),
        ("\n\n  a", "\n\n  a"),
        (" \n\t\r\n", ""),
    ],
)
def test_invisible_differences_do_not_count(content: str, counts: str) -> None:
    assert tidy(content) == counts


@given(st.one_of(TEXT, DRAWN))
def test_tidy_twice_is_tidy_once(content: str) -> None:
    assert tidy(tidy(content)) == tidy(content)


def test_a_lone_surrogate_is_no_text() -> None:
    with pytest.raises(ParseError, match="Unicode"):
        pack("a\ud800")
