"""Game ids: lossless, safe in shells, and damage is noticed."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from msweeper.errors import MsweeperError, OutOfRange, ParseError, UsageError
from msweeper.firstclick import FirstClick
from msweeper.game import Game
from msweeper.gameid import GameId, decode_mines, encode_mines
from msweeper.lottery import clean_seed
from msweeper.plugins import load_plugins
from msweeper.topology import Topology
from tests.support import any_topology, hexagon, square

SAFE = re.compile(r"[A-Za-z0-9._,:=@/%-]+")
"""Characters that sh, bash, zsh and fish leave alone, where none starts the word but a letter."""
SEEDS = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=12)
ALPHABET = string.ascii_letters + string.digits + "-_"


@pytest.mark.parametrize(
    ("text", "game_id"),
    [
        ("hex:radius=5", GameId("hex:radius=5")),
        ("hex:radius=5@18", GameId("hex:radius=5", 18)),
        ("hex:radius=5@18/seed=maple", GameId("hex:radius=5", 18, seed="maple")),
        ("hex:radius=5@0/seed=", GameId("hex:radius=5", 0, seed="")),
        ("hex@18/first=safe/seed=0", GameId("hex", 18, FirstClick.SAFE, "0")),
        ("hex@18/seed=a%20%2F%C3%A9", GameId("hex", 18, seed="a /é")),
        (
            "square:width=5,height=3@2/at=gBD/check=akf4",
            GameId("square:width=5,height=3", 2, at="gBD"),
        ),
    ],
)
def test_literals(text: str, game_id: GameId) -> None:
    assert GameId.parse(text) == game_id
    assert str(game_id) == text


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        pytest.param("hex:radius=5/seed=a", 12, "@MINES", id="no mines"),
        pytest.param("hex@", 4, "number of mines", id="empty mines"),
        pytest.param("hex@-1", 4, "number of mines", id="negative mines"),
        pytest.param("hex@1.5", 4, "number of mines", id="fraction"),
        pytest.param("hex@٣", 4, "number of mines", id="digits of another script"),
        pytest.param("hex@" + "9" * 5000, 4, "number of mines", id="long"),
        pytest.param("hex@5/", 6, "expected one of", id="nothing"),
        pytest.param("hex@5/maple", 6, "expected one of", id="no key"),
        pytest.param("hex@5/sed=a", 6, "expected one of", id="unknown key"),
        pytest.param("hex@5/seed=a/seed=b", 13, "once", id="twice"),
        pytest.param("hex@5/seed=a/first=open", 13, "in the order", id="order"),
        pytest.param("hex@5/first=zone/seed=a", 12, "open, safe, none", id="first"),
        pytest.param("hex@5/first=open", 16, "seed=TEXT or at=MINEFIELD", id="no seed"),
        pytest.param("hex@5/seed=a/at=g", 13, "do not go together", id="both"),
        pytest.param("hex@5/first=open/at=g", 17, "no first-click rule", id="rule and minefield"),
        pytest.param("hex@5/seed=a%2", 12, "hexadecimal", id="half an escape"),
        pytest.param("hex@5/seed=%0A", 11, "line break", id="line break"),
        pytest.param("hex@5/seed=%FF", 11, "UTF-8", id="not UTF-8"),
    ],
)
def test_faults_have_positions(text: str, position: int, words: str) -> None:
    with pytest.raises(ParseError, match=words) as caught:
        GameId.parse(text)
    assert caught.value.position == position
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hex@5/start=0,0", "ends with seed=TEXT or at=MINEFIELD"),
        ("hex@5/proof=count/seed=a", "proof needs a start before it"),
        ("hex@5/try=3/seed=a", "try needs a start before it"),
        ("hex@5/start=0,0/proof=sure/seed=a", "proof is count, free, not 'sure'"),
        ("hex@5/start=0,0/try=0/seed=a", "try is a whole number from 1"),
        ("hex@5/start=0,0/try=-1/seed=a", "try is a whole number from 1"),
        ("hex@5/start=0,0/try=3/at=gAAAAA", "no first-click rule and no attempt"),
        ("hex@5/proof=count/start=0,0/seed=a", "needs a start before it"),
    ],
)
def test_starts_proofs_and_attempts_that_do_not_go(text: str, says: str) -> None:
    with pytest.raises(ParseError, match=says):
        GameId.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "hex:radius=2@3/start=0,0/seed=maple",
        "hex:radius=2@3/first=safe/start=-1,2/proof=count/try=17/seed=maple",
        "hex:radius=2@3/start=0,0/proof=free/try=999999999999/seed=",
    ],
)
def test_starts_proofs_and_attempts_round_trip(text: str) -> None:
    assert str(GameId.parse(text)) == text
    board = hexagon(2)
    game = Game.from_id(text, board)
    assert str(game.id) == text
    assert game.minefield is not None
    assert Game.from_id(game.id, board).minefield == game.minefield
    literal = GameId.parse(str(Game(board, minefield=game.minefield).id))
    assert Game.from_id(literal, board).minefield == game.minefield


def test_a_start_gives_the_minefield_of_the_first_click() -> None:
    board = hexagon(2)
    for start in board:
        played = Game(board, 5, seed="maple")
        played.open(start)
        again = Game.from_id(played.minefield_id, board)
        assert again.minefield == played.minefield
        label = board.label(start)
        named = Game.from_id(f"{board.spec}@5/start={label}/seed=maple", board)
        assert named.minefield == played.minefield
        assert named.start == start


def test_attempts_draw_other_minefields() -> None:
    board = hexagon(3)
    fields = {
        Game.from_id(f"{board.spec}@9/start=0,0/try={n}/seed=maple", board).minefield
        for n in range(1, 30)
    }
    assert len(fields) > 20


@given(SEEDS, st.sampled_from([None, *FirstClick]), st.integers(0, 99))
def test_round_trip_of_seeds(seed: str, first: FirstClick | None, mines: int) -> None:
    game_id = GameId("hex:radius=5", mines, first, seed)
    assert GameId.parse(str(game_id)) == game_id
    assert SAFE.fullmatch(str(game_id))


@pytest.mark.parametrize(
    ("seed", "encoded"),
    [
        ("a b", "a%20b"),
        ("a/b", "a%2Fb"),
        ("café", "caf%C3%A9"),
        ("🦊", "%F0%9F%A6%8A"),
        ("-x", "-x"),
    ],
)
def test_odd_seeds_in_games(seed: str, encoded: str) -> None:
    game = Game(hexagon(2), 3, seed=seed)
    assert str(game.id) == f"hex:radius=2@3/seed={encoded}"
    assert Game.from_id(str(game.id), hexagon(2)).seed == seed


def test_both_forms_of_a_seed_give_the_same_game() -> None:
    texts = ("hex:radius=2@3/seed=caf%C3%A9", "hex:radius=2@3/seed=cafe%CC%81")
    one, other = (Game.from_id(text, hexagon(2)) for text in texts)
    for game in (one, other):
        game.open(0)
    assert one.minefield == other.minefield
    assert str(one.id) == str(other.id) == texts[0]


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1)))))
def test_round_trip_of_minefields(case: tuple[int, set[int]]) -> None:
    size, mines = case
    text = encode_mines(sorted(mines), size)
    assert decode_mines(text, size) == tuple(sorted(mines))
    assert len(text) <= 1 + -(-size // 6)
    assert set(text) <= set(ALPHABET)


@pytest.mark.parametrize(
    ("mines", "size", "text"),
    [
        pytest.param((), 15, "g", id="none"),
        pytest.param((0,), 15, "gA", id="first"),
        pytest.param((1, 5), 15, "gBD", id="gaps"),
        pytest.param((40,), 90, "goB", id="long gap"),
        pytest.param((0, 2, 3, 5, 7), 8, "btQ", id="bitmap"),
    ],
)
def test_minefield_literals(mines: tuple[int, ...], size: int, text: str) -> None:
    assert encode_mines(mines, size) == text
    assert decode_mines(text, size) == mines


@pytest.mark.parametrize(
    ("text", "position"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("xA", 0, id="unknown form"),
        pytest.param("gA!", 2, id="character"),
        pytest.param("gAé", 2, id="letter of another script"),
        pytest.param("gAAAAAAAAAAAAAAAA", 16, id="too many"),
        pytest.param("gP", 1, id="off the board"),
        pytest.param("g" + "_" * 5000, 9, id="endless gap"),
        pytest.param("gBg", 3, id="ends in the middle"),
        pytest.param("bAA", 3, id="short bitmap"),
        pytest.param("bAAAA", 4, id="long bitmap"),
        pytest.param("bAAB", 3, id="bit off the board"),
    ],
)
def test_damaged_minefields(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        decode_mines(text, 15)
    assert caught.value.position == position


def test_a_check_may_stand_beside_the_short_spec() -> None:
    board = square(3, 5)
    text = str(Game(board, minefield=[1, 5]).id)
    short = text.replace("square:width=5,height=3", "square:5x3")
    assert short != text
    assert str(Game.from_id(GameId.parse(short), board).id) == text
    with pytest.raises(ParseError, match="mistyped"):
        Game.from_id(short.replace("/at=g", "/at=gA"), board)


def literal(topology: Topology, mines: set[int]) -> str:
    return str(Game(topology, minefield=mines).id)


@pytest.mark.parametrize(
    ("topology", "mines"),
    [
        pytest.param(square(3, 5), {1, 5}, id="gaps"),
        pytest.param(hexagon(2), set(range(0, 19, 2)), id="bitmap"),
    ],
)
def test_any_one_character_substituted_is_refused(topology: Topology, mines: set[int]) -> None:
    registry = load_plugins()

    def load(text: str) -> Game:
        found = GameId.parse(text)
        return Game.from_id(found, registry.topology(found.spec))

    text = literal(topology, mines)
    refused = 0
    for at, old in enumerate(text):
        for new in string.printable.strip() + " é":
            if new == old:
                continue
            damaged = text[:at] + new + text[at + 1 :]
            with pytest.raises(MsweeperError):
                load(damaged)
            refused += 1
    assert refused > 90 * len(text)


def test_two_neighbors_swapped_are_refused() -> None:
    text = literal(hexagon(2), {0, 1, 5, 6, 11, 12, 18})
    for at in range(len(text) - 1):
        damaged = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        if damaged != text:
            with pytest.raises(MsweeperError):
                Game.from_id(GameId.parse(damaged), hexagon(2))


def test_a_wrong_check_says_only_that_something_is_mistyped() -> None:
    text = literal(square(3, 5), {1, 5})
    wrong = text[:-1] + ("a" if text[-1] != "a" else "b")
    with pytest.raises(ParseError, match=r"^this game id is mistyped: its check does not fit$"):
        GameId.parse(wrong)
    assert GameId.parse(text.rpartition("/")[0]).at == "gBD"  # the check may be left out


@given(any_topology(), st.data())
def test_a_literal_id_rebuilds_the_minefield(topology: Topology, data: st.DataObject) -> None:
    cells = st.sets(st.integers(0, topology.size - 1), max_size=topology.size - 1)
    mines = data.draw(cells)
    game = Game.from_id(literal(topology, mines), topology)
    assert game.minefield is not None
    assert set(game.minefield.mines) == mines
    assert SAFE.fullmatch(str(game.id))


@given(any_topology(), SEEDS, st.sampled_from([None, *FirstClick]), st.data())
def test_ids_of_a_game_that_has_begun(
    topology: Topology, seed: str, first: FirstClick | None, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, topology.size - 1))
    cell = data.draw(st.integers(0, topology.size - 1))
    try:
        game = Game(topology, mines, seed=seed, first=first)
    except OutOfRange:
        assume(False)
    before = game.id
    game.open(cell)
    assert game.id == before
    again = Game.from_id(str(game.id), topology)
    assert (again.first, again.seed, again.mines) == (game.first, clean_seed(seed), mines)
    again.open(cell)
    assert again.minefield == game.minefield
    exact = Game.from_id(str(game.minefield_id), topology)
    exact.open(cell)
    assert exact.minefield == game.minefield


def test_the_minefield_counts() -> None:
    with pytest.raises(ParseError, match="says 3 mines, its minefield has 2"):
        Game.from_id(GameId("square:width=5,height=3", 3, at="gBD"), square(3, 5))
    with pytest.raises(UsageError):
        Game.from_id("hex:radius=2", hexagon(2))


def test_expert_literals_are_short() -> None:
    board = square(16, 30)
    lengths = set()
    for seed in range(200):
        game = Game(board, 99, seed=str(seed))
        game.open(seed % board.size)
        literal = Game(board, minefield=game.minefield).id
        lengths.add(len(literal.at or ""))
        assert len(str(game.minefield_id)) < len(str(literal))
    assert max(lengths) <= 81
    whole = f"square:width=30,height=16@99/at={'x' * max(lengths)}/check=xxxx"
    assert len(whole) < 130
