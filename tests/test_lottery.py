"""From a seed to a minefield: the golden values, a naive oracle, and fairness."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.errors import ParseError
from msweeper.game import Game
from msweeper.lottery import clean_seed, draw, key, new_seed, tickets
from msweeper.topology import Topology
from tests.support import ANY, BOARDS, REGISTRY, chi_square, names

M64 = 2**64


def splitmix64(z: int) -> int:
    """The published function, one ticket at a time."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % M64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % M64
    return z ^ (z >> 31)


def naive(spec: str, seed: str, size: int, attempt: int = 0) -> list[int]:
    text = f"msweeper-board/1\n{spec}\n{attempt}\n{seed}"
    start = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
    return [splitmix64((start + (cell + 1) * 0x9E3779B97F4A7C15) % M64) for cell in range(size)]


@pytest.mark.parametrize(
    ("spec", "mines", "zone", "key_", "labels"),
    [
        pytest.param(
            "square:width=9,height=9", 10, None, 0xFED93DDB36BA8A93,
            "1,2 1,7 2,1 2,6 3,3 5,5 5,7 5,8 6,8 7,8", id="square",
        ),
        pytest.param(
            "square:width=9,height=9", 10, "5,5", 0xFED93DDB36BA8A93,
            "1,2 1,7 2,1 2,6 3,1 3,3 5,7 5,8 6,8 7,8", id="square, first 5,5",
        ),
        pytest.param(
            "hex:radius=4", 9, None, 0xFD0A9211E0945AD2,
            "2,-4 1,-3 3,-2 -2,-1 0,-1 -4,0 -4,1 -4,2 -3,2", id="hex",
        ),
        pytest.param(
            "cube:width=6,height=6,depth=3", 9, None, 0xC9AE227537E6E2E6,
            "1,1,5 1,1,6 1,2,2 1,3,4 1,4,6 2,3,3 2,5,5 2,6,2 3,1,1", id="cube",
        ),
    ],
)  # fmt: skip
def test_golden(spec: str, mines: int, zone: str | None, key_: int, labels: str) -> None:
    topology = REGISTRY.topology(spec)
    assert topology.spec == spec
    assert key(spec, "hello") == key_
    cell = topology.cell(zone or topology.label(0))
    protected = (cell, *topology.neighbors(cell)) if zone else ()
    drawn = draw(tickets(key_, topology.size), mines, protected)
    assert " ".join(map(topology.label, drawn)) == labels
    if zone:  # the same through a game
        game = Game(topology, mines, seed="hello", first="open")
        game.open(cell)
        assert game.minefield is not None
        assert game.minefield.mines == drawn


def test_the_published_tickets_of_key_0() -> None:
    assert list(tickets(0, 2)) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


@given(st.integers(0, M64 - 1), st.integers(0, 3000))
def test_tickets_against_the_oracle(key_: int, count: int) -> None:
    step = 0x9E3779B97F4A7C15
    assert list(tickets(key_, count)) == [
        splitmix64((key_ + (cell + 1) * step) % M64) for cell in range(count)
    ]


@pytest.mark.parametrize("key_", [0, 1, M64 - 1, 0x8000000000000000])
@pytest.mark.parametrize("count", [0, 1, 1023, 1024, 1025, 2048])
def test_tickets_at_the_edges_of_a_block(key_: int, count: int) -> None:
    drawn = tickets(key_, count)
    assert len(drawn) == len(set(drawn)) == count
    assert list(drawn) == list(tickets(key_, 4000))[:count]


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=9))
def test_the_key_is_the_hash_that_the_design_names(seed: str) -> None:
    clean = clean_seed(seed)
    assert list(tickets(key("hex:radius=2", seed, 3), 2)) == naive("hex:radius=2", clean, 2, 3)
    assert clean_seed(clean) == clean


def test_spec_seed_and_attempt_are_all_in_the_key() -> None:
    keys = [
        key("a", "b"), key("a", "c"), key("c", "b"), key("a", "b", 1), key("a", "b", 0, "bots/1"),
        key("a", " b"), key("a", ""),
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("seed", "clean"),
    [
        pytest.param("caf\u00e9", "caf\u00e9", id="NFC"),
        pytest.param("cafe\u0301", "caf\u00e9", id="NFD"),
        pytest.param(" a ", " a ", id="not trimmed"),
        pytest.param("0", "0", id="zero"),
        pytest.param("", "", id="empty"),
        pytest.param("a/b c%d", "a/b c%d", id="signs"),
    ],
)
def test_clean_seed(seed: str, clean: str) -> None:
    assert clean_seed(seed) == clean


@pytest.mark.parametrize("seed", ["a\nb", "a\r", "\n", "a\ud800"], ids=ascii)
def test_seeds_that_are_refused(seed: str) -> None:
    with pytest.raises(ParseError) as caught:
        clean_seed(seed)
    assert seed[caught.value.position] in "\r\n\ud800"


def test_new_seeds() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    for seed in seeds:
        assert len(seed) == 12
        assert set(seed) <= set("abcdefghijklmnopqrstuvwxyz234567")


@given(
    st.integers(0, M64 - 1),
    st.integers(1, 300).flatmap(
        lambda n: st.tuples(
            st.just(n), st.integers(0, n), st.sets(st.integers(0, n - 1), max_size=9)
        )
    ),
)
def test_draw_takes_the_lowest_tickets(key_: int, case: tuple[int, int, set[int]]) -> None:
    size, mines, zone = case
    mines = min(mines, size - len(zone))
    drawn = tickets(key_, size)
    lowest = sorted((drawn[cell], cell) for cell in range(size) if cell not in zone)[:mines]
    assert draw(drawn, mines, zone) == tuple(sorted(cell for _, cell in lowest))


@pytest.mark.parametrize("mines", [0, 1, 2, 9])
def test_a_zone_of_the_lowest_tickets_on_a_large_board(mines: int) -> None:
    drawn = tickets(key("large", "maple"), 5000)
    order = sorted(range(5000), key=drawn.__getitem__)
    for protected in (9, 27):
        expected = tuple(sorted(order[protected : protected + mines]))
        assert draw(drawn, mines, order[:protected]) == expected


@pytest.mark.parametrize("topology", BOARDS, ids=names(BOARDS))
def test_one_more_mine_moves_none_and_a_zone_moves_only_its_own(topology: Topology) -> None:
    drawn = tickets(key(topology.spec, "maple"), topology.size)
    fields = [set(draw(drawn, mines)) for mines in range(topology.size)]
    for fewer, more in pairwise(fields):
        assert fewer < more
    for cell in topology:
        zone = {cell, *topology.neighbors(cell)}
        mines = (topology.size - len(zone)) // 2
        usual, kept = fields[mines], set(draw(drawn, mines, zone))
        assert usual - zone <= kept
        assert not kept & zone
        assert len(kept) == mines


PROGRAM = """
import json
from msweeper.game import Game
from tests.support import ANY
result = {}
for topology in ANY:
    game = Game(topology, topology.size // 3, seed="maple")
    game.open(topology.layout.middle())
    result[topology.spec] = [list(topology.labels), str(game.minefield_id), topology.fingerprint]
print(json.dumps(result))
"""


def test_the_same_minefield_under_every_hash_seed() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=os.path.dirname(os.path.dirname(__file__)),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "random")
    ]
    assert printed[0] == printed[1] == printed[2]
    assert set(json.loads(printed[0])) == {topology.spec for topology in ANY}


@pytest.mark.parametrize(
    ("spec", "mines", "bound"),
    # the 99.99 % quantiles of chi-square with C(n, m) - 1 degrees of freedom
    [("square:width=4,height=1", 2, 25.7), ("hex:radius=1", 3, 73.8), ("cube:1x5x1", 2, 33.7)],
)
def test_every_minefield_is_equally_likely(spec: str, mines: int, bound: float) -> None:
    topology = REGISTRY.topology(spec)
    trials = 6000
    counts = Counter(
        draw(tickets(key(topology.spec, str(seed)), topology.size), mines) for seed in range(trials)
    )
    fields = list(combinations(topology, mines))
    assert set(counts) <= set(fields)
    assert chi_square((counts[f] for f in fields), Fraction(trials, len(fields))) < bound
