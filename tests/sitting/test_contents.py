"""Files that enter a spec, with an outside plugin that has a file for a parameter."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from msweeper.content import digest_of, pack
from msweeper.errors import FileError, ParseError, UsageError
from msweeper.plugins import Registry
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.contents import MAX_BYTES, KeptContents, put_files, read_content
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.plugins.workshop import POND, Workshop

WORDS = (
    POND
    + """
    from msweeper.lattice import from_edges

    def build_words(loop, source):
        words = source.split() or ["a", "b", "c"]
        edges = list(zip(words, words[1:])) + ([(words[-1], words[0])] if loop else [])
        return from_edges(words, edges, [(0, i // 9, 2 * (i % 9)) for i in range(len(words))])

    @hookimpl
    def msweeper_topologies():
        return [TopologyFactory(
            name="words", summary="a path of words",
            parameters=(Parameter("loop", False), Parameter("source", "", file=True)),
            count=lambda loop, source: len(source.split() or "abc"), build=build_words,
        )]
"""
)
LONG = " ".join(f"w{i * i % 99_991}" for i in range(3000))


@pytest.fixture
def words(workshop: Workshop) -> Registry:
    workshop.add("words", WORDS)
    registry = workshop.load()
    assert registry.records[0].error is None
    return registry


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Write a file below the folder that is the current one."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, content: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode())
        return name

    return write


Write = Callable[[str, str], str]


def test_a_plugin_gets_the_content_and_the_spec_holds_it(words: Registry, write: Write) -> None:
    write("towns.txt", "\ufeffoslo rome\r\nbern  \n\n")
    board = choose(words, Request("words", settings=("source=@towns.txt", "loop=yes")))
    assert list(board.topology.labels) == ["oslo", "rome", "bern"]
    assert board.topology.spec == "words:loop=yes,source=" + pack("oslo rome\nbern")
    again = words.topology(board.topology.spec)
    assert again == board.topology
    assert again == words.topology("words", loop=True, source="oslo rome\nbern\n")


@pytest.mark.parametrize(
    ("board", "rest"),
    [
        ("words:source=@{}", ""),
        ("words:source=@{}@2", "@2"),
        ("words:source=@{}@2/seed=a", "@2/seed=a"),
        ("words:source=@{},loop=yes", ",loop=yes"),
        ("words:loop=yes,source=@{}@1", "@1"),
    ],
)
@pytest.mark.parametrize("name", ["towns", "maps/to wns.txt", "to,wns@b=1.txt", "ü@2x.txt"])
def test_a_path_in_a_typed_board(
    board: str, rest: str, name: str, words: Registry, write: Write
) -> None:
    write(name, "oslo rome bern")
    typed = put_files(board.format(name), words)
    assert typed == board.partition("@")[0] + pack("oslo rome bern") + rest
    assert choose(words, Request(board.format(name), typed=True)).topology.size == 3


def test_only_files_of_this_topology_are_read(words: Registry, write: Write) -> None:
    write("towns.txt", "oslo rome bern")
    for text in ("words:loop=@towns.txt", "nowhere:source=@towns.txt", "@towns.txt", "words@2"):
        assert put_files(text, words) == text
    with pytest.raises(ParseError):
        words.topology("words:source=@towns.txt")  # not typed by a person: nothing is read
    with pytest.raises(ParseError, match="source=@PATH"):
        words.topology("words:source=towns.txt")


def test_twice_the_same_file_is_fine(words: Registry, write: Write) -> None:
    write("one.txt", "oslo rome")
    write("same.txt", "oslo rome\n")
    write("other.txt", "oslo bern")
    spec = choose(
        words, Request("words:source=@one.txt", settings=["source=@same.txt"], typed=True)
    )
    assert spec.topology.size == 2
    with pytest.raises(UsageError, match="source is given twice, and the files differ"):
        choose(words, Request("words:source=@one.txt", settings=["source=@other.txt"], typed=True))


def test_a_long_file_goes_by_its_hash(words: Registry, write: Write) -> None:
    write("long.txt", LONG)
    board = choose(words, Request("words:source=@long.txt@9", seed="a", typed=True))
    assert board.topology.spec == f"words:source=sha256.{digest_of(LONG)}"
    assert words.topology(board.topology.spec) == board.topology
    assert str(choose(words, Request(str(board.game().id))).game().id) == str(board.game().id)


def test_elsewhere_the_file_is_asked_for(workshop: Workshop, write: Write) -> None:
    workshop.add("words", WORDS)
    write("long.txt", LONG)
    spec = f"words:source=sha256.{digest_of(LONG)}"
    with pytest.raises(FileError, match=rf"{digest_of(LONG)}: give it once with --set source=@"):
        workshop.load().topology(spec)
    board = choose(workshop.load(), Request(f"{spec}@5", settings=["source=@long.txt"]))
    assert (board.topology.spec, board.mines) == (spec, 5)


def test_a_folder_keeps_long_files(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "files"
    assert KeptContents(folder).find(digest_of(LONG)) is None
    assert not folder.parent.exists()
    KeptContents(folder).keep(LONG)
    assert KeptContents(folder).find(digest_of(LONG)) == LONG
    (kept,) = folder.iterdir()
    kept.write_text(LONG + "x")
    assert KeptContents(folder).find(digest_of(LONG)) is None  # damaged: it is another file
    KeptContents(folder).keep(LONG)
    assert KeptContents(folder).find(digest_of(LONG)) == LONG


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = KeptContents(tmp_path / "file" / "below")
    kept.keep(LONG)
    assert kept.find(digest_of(LONG)) is None


def test_files_that_cannot_be_read(write: Write, tmp_path: Path) -> None:
    write("latin.txt", "a")
    (tmp_path / "latin.txt").write_bytes(b"\xff\xfe\xff")
    with open(tmp_path / "large.txt", "wb") as file:
        file.truncate(MAX_BYTES + 1)
    for path, why in [
        ("nowhere.txt", "No such file"),
        (".", "directory"),
        ("latin.txt", "utf-8"),
        ("large.txt", "more than 32 MiB"),
        ("a\0b", "null"),
    ]:
        with pytest.raises(FileError, match=f"cannot read .*{why}"):
            read_content(path)


def test_saves_replays_and_ids_of_a_long_file(
    workshop: Workshop,
    cli: Cli,  # noqa: F811
    write: Write,
    tmp_path: Path,
) -> None:
    workshop.add("words", WORDS)
    write("long.txt", LONG)
    id_ = f"words:source=sha256.{digest_of(LONG)}@9/seed=a"
    played = cli("play", "words:source=@long.txt@9", "--seed", "a", stdin="id\nw0\nsave g.json\n")
    assert played.code == 0
    assert id_ in played.out
    (tmp_path / "long.txt").unlink()
    assert cli("play", id_, stdin="w0").out == cli("play", id_, stdin="w0").out != ""
    assert "playing" in cli("play", "--load", "g.json", stdin="board").out
    assert cli("replay", "g.json", "--verify").code == 0
    home = Path(os.environ["MSWEEPER_HOME"])
    for kept in (home / "data" / "files").iterdir():
        kept.unlink()
    for command in (["play", id_], ["play", "--load", "g.json"], ["replay", "g.json"]):
        failed = cli(*command)
        assert (failed.code, failed.out) == (1, "")
        assert digest_of(LONG) in failed.err
        assert "give it once with --set source=@PATH" in failed.err
        assert failed.err.count("\n") == 1


def test_an_unfinished_game_waits_for_its_file(
    workshop: Workshop,
    cli: Cli,  # noqa: F811
    write: Write,
) -> None:
    workshop.add("words", WORDS)
    write("long.txt", LONG)
    cli("play", "words:source=@long.txt@9", "--seed", "a", stdin="w0\nsave")
    home = Path(os.environ["MSWEEPER_HOME"])
    (kept,) = (home / "data" / "files").iterdir()
    kept.unlink()
    failed = cli("play", "--resume")
    assert "cannot go on: source is a file that is not known here" in failed.out + failed.err
    assert not list((home / "data" / "unfinished").glob("*broken*"))
    assert cli("show", "words", "--set", "source=@long.txt", "--json").code == 0
    assert "playing" in cli("play", "--resume", stdin="board").out


def test_a_position_names_a_file_by_its_content_only(
    workshop: Workshop,
    cli: Cli,  # noqa: F811
    write: Write,
) -> None:
    workshop.add("words", WORDS)
    write("towns.txt", "oslo rome bern")
    position = {"spec": f"words:source={pack('oslo rome bern')}", "mines": 1, "cells": {"rome": 1}}
    assert json.loads(cli("analyze", "--json", stdin=json.dumps(position)).out)["minefields"] == "2"
    position["spec"] = "words:source=@towns.txt"
    assert cli("analyze", "--json", stdin=json.dumps(position)).code == 2


def test_the_lists_say_that_it_is_a_file(workshop: Workshop, cli: Cli) -> None:  # noqa: F811
    workshop.add("words", WORDS)
    (found,) = [t for t in json.loads(cli("topologies", "--json").out) if t["name"] == "words"]
    assert found["parameters"][1]["type"] == "file"
    assert found["parameters"][1]["default"] == ""
    assert "source=@PATH" in cli("help", "topology", "words").out


def test_a_file_with_a_default_or_choices_is_a_fault_of_the_plugin(workshop: Workshop) -> None:
    workshop.add("words", WORDS.replace('"source", ""', '"source", "a b"'))
    assert "its default is an empty text" in (workshop.load().records[0].error or "")
