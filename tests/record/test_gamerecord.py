from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from msweeper.errors import FileError, ParseError, UsageError
from msweeper.game import Game
from msweeper.gameid import GameId
from msweeper.lattice import from_edges
from msweeper.plugins import load_plugins
from msweeper.record.files import keep_aside, lock, read_text, write_text
from msweeper.record.gamerecord import GameRecord
from msweeper.record.replay import begin, play, verify
from msweeper.sitting.keep import record_of
from msweeper.sitting.sitting import Sitting
from msweeper.sitting.typed import parse_command

REGISTRY = load_plugins()
TOPOLOGIES = sorted(REGISTRY.topologies)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def played(spec: str, *lines: str, mines: int = 3, seed: str = "maple") -> Sitting:
    topology = REGISTRY.topology(spec)
    sitting = Sitting(Game(topology, mines, seed=seed), clock=Clock())
    for line in lines:
        sitting.run(parse_command(line, topology))
    return sitting


def test_the_json_form() -> None:
    record = record_of(played("hex:2", "flag 0 2", "0 0", "-1 2", "undo"))
    found = json.loads(record.dumps())
    assert list(found) == [
        "format", "version", "program", "id", "fingerprint", "mines_at", "moves", "result",
        "seconds", "helps", "undos",
    ]  # fmt: skip
    assert (found["format"], found["version"]) == ("msweeper-game", 1)
    assert found["id"] == "hex:radius=2@3/start=0,0/seed=maple"
    assert found["mines_at"] == ["2,-1", "-2,1", "-1,2"]
    assert [move for _, move in found["moves"]] == ["flag 0,2", "open 0,0", "open -1,2", "undo"]
    assert (found["result"], found["undos"]) == ("left", 1)
    assert GameRecord.loads(record.dumps()) == record


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 2},
        {"version": 0},
        {"version": "1"},
        {"id": "hex@"},
        {"id": 3},
        {"mines_at": 3},
        {"mines_at": [3]},
        {"moves": [["x", "open 0,0"]]},
        {"moves": [[-1, "open 0,0"]]},
        {"moves": [[1]]},
        {"moves": None},
        {"result": "draw"},
        {"seconds": float("nan")},
        {"seconds": True},
        {"undos": None},
    ],
    ids=str,
)
def test_damage_is_told(change: dict[str, object]) -> None:
    found = json.loads(record_of(played("hex:2", "0 0")).dumps())
    with pytest.raises(ParseError):
        GameRecord.loads(json.dumps({**found, **change}))


def test_cut_texts_are_told() -> None:
    text = record_of(played("hex:2", "0 0")).dumps()
    for end in range(0, len(text) - 1, 7):
        with pytest.raises(ParseError):
            GameRecord.loads(text[:end])


def test_unknown_keys_are_ignored() -> None:
    record = record_of(played("hex:2", "0 0"))
    found = json.loads(record.dumps())
    assert GameRecord.loads(json.dumps({**found, "later": 1})) == record


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_a_sitting_goes_on_after_every_move(name: str) -> None:
    """Saved and restored before the first click, and after each move to the end."""
    topology = REGISTRY.topology(name)
    sitting = Sitting(Game(topology, 9, seed="s"), clock=Clock())
    for number, cell in enumerate(topology):
        record = GameRecord.loads(record_of(sitting).dumps())
        assert verify(record, topology) == ()
        again = Sitting.restore(record, topology, clock=Clock())
        assert again.game.view == sitting.game.view
        assert again.game.minefield == sitting.game.minefield
        assert again.game.first == sitting.game.first
        assert replace(again.result(), seconds=0) == replace(sitting.result(), seconds=0)
        assert record_of(again) == record
        if sitting.game.status.over:
            sitting.undo()
        shown = sitting.game.shows(cell)
        if shown == "closed":
            verb = "flag" if number % 5 == 4 else "open"
            sitting.run(parse_command(f"{verb} {topology.label(cell)}", topology))
        if number > 40:
            break


def test_each_reload_equals_its_own_original() -> None:  # B29
    for start in ("0,0", "1,-2"):
        sitting = played("hex:2", start, seed="42", mines=5)
        again = Sitting.restore(record_of(sitting), sitting.game.topology)
        assert again.game.minefield == sitting.game.minefield


def test_verify_names_what_differs() -> None:
    topology = REGISTRY.topology("hex:2")
    record = record_of(played("hex:2", "0 0", "-1 2"))
    assert verify(record, topology) == ()

    def changed(**values: object) -> str:
        found = {**json.loads(record.dumps()), **values}
        return "; ".join(verify(GameRecord.loads(json.dumps(found)), topology))

    assert "it says won, its moves say lost" in changed(result="won")
    assert "it says 2.61 s, its last move was at" in changed(seconds=2.61)  # B35
    assert "the mines are not those of its id" in changed(mines_at=["0,-2", "1,-2", "2,-2"])
    assert "move 1, open 9,9, cannot be played" in changed(moves=[[0, "open 9,9"]])
    assert "move 1, dance, cannot be played" in changed(moves=[[0, "dance"]])
    assert "comes after" in changed(moves=[[9, "open 0,0"], [1, "open -1,2"]], seconds=9)
    assert "it says 3 undone" in changed(undos=3)
    assert "is not the one it was played on" in changed(fingerprint="0" * 64)


def test_a_changed_geometry_goes_on_with_the_mines_it_had() -> None:
    def path(*more: tuple[str, str]) -> object:
        edges = [("a", "b"), ("b", "c"), ("c", "d"), *more]
        places = [(0, 0, 2 * i) for i in range(4)]
        return from_edges("abcd", edges, places).with_spec("path")

    old, new = path(), path(("a", "d"))
    gone = from_edges("abc", [("a", "b")], [(0, 0, 0), (0, 0, 2), (0, 0, 4)]).with_spec("path")
    game = Game(old, minefield=[3])  # type: ignore[arg-type]
    sitting = Sitting(game, clock=Clock())
    sitting.run(parse_command("open a", game.topology))
    record = record_of(sitting)
    again = Sitting.restore(record, new)  # type: ignore[arg-type]
    assert again.game.minefield is not None
    assert again.game.minefield.mines == (3,)
    assert again.game.shows(0) == "1"
    with pytest.raises(UsageError, match="the geometry of path has changed"):
        begin(record, gone)
    assert [step.move for step in play(record, game.topology)] == ["open a"]


def test_an_unplaced_game_needs_its_own_geometry() -> None:
    record = GameRecord(GameId("hex:radius=2", 3, seed="s"), "0" * 64, None, (), "left", 0.0)
    with pytest.raises(UsageError, match="has changed since this was saved"):
        begin(record, REGISTRY.topology("hex:2"))


def test_files_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a name.json"
    write_text(path, "long text " * 100)
    write_text(path, "short")
    assert read_text(path) == "short"
    assert [p.name for p in path.parent.iterdir()] == ["a name.json"]
    aside = keep_aside(path)
    assert aside.name == "a name.json.broken-1"
    write_text(path, "new")
    assert keep_aside(path).name == "a name.json.broken-2"
    assert read_text(aside) == "short"


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot read"):
        read_text(tmp_path / "nothing")
    with pytest.raises(FileError, match="cannot read"):
        read_text(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        write_text(tmp_path / "file" / "below", "x")
    with pytest.raises(FileError, match="cannot write"):
        write_text(tmp_path, "x")
    with pytest.raises(FileError), lock(tmp_path / "file" / "below"):
        pass
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(FileError, match="cannot read"):
        read_text(tmp_path / "bytes")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bytes", "file"]
