"""The records: nothing that was added is lost, whatever happens to the process or the file."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path

import pytest

from msweeper.errors import FileError, OutOfRange
from msweeper.stats import schema
from msweeper.stats.database import Filter, Records
from msweeper.stats.entry import Entry
from tests.stats.games import SPEC, entry

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some folder" / "records.db"


def start(file: Path, first: int, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.stats.add_games", str(file), str(first), str(count)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def numbers(file: Path) -> list[int]:
    """Return the numbers of the games that are there, by their ids."""
    return [int(found.id.rpartition("-")[2]) for found in Records(file).entries()]


def names(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir() if path.suffix != ".lock")


def filled(file: Path, count: int = 60) -> bytes:
    """Make a file with games and return its bytes; the games are long, so that it has pages."""
    records = Records(file)
    for number in range(count):
        records.add(replace(entry(number=number), game=f"{number} " + "open 3,4 " * 200))
    return file.read_bytes()


# What goes in comes out


def test_a_game_comes_back(file: Path) -> None:
    records = Records(file)
    given = replace(entry(12.345), proof="count", undos=1, helps=2)
    assert records.add(given) is None
    (found,) = records.entries()
    assert found == given
    assert found.game == given.game
    assert found.uid == sha256(f"{given.when}\n{given.game}".encode()).hexdigest()
    assert found.uid == "7e188716d8744d4f0a477319a2b2c74afe64bd27eed95a4b6d367ad34727418c"


def test_a_missing_file_has_no_games_and_is_not_made(file: Path) -> None:
    assert Records(file).entries() == ()
    assert not file.parent.exists()


def test_folders_are_made_with_the_first_game(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b?c#d%e" / "my records.db"
    Records(file).add(entry())
    assert file.exists()
    assert len(Records(file).entries()) == 1


def test_the_same_game_twice_is_there_once(file: Path) -> None:
    records = Records(file)
    for number in (1, 2, 1, 2, 1):
        records.add(entry(number=number))
    assert numbers(file) == [1, 2]
    records.add(replace(entry(number=1), when="2026-03-02T12:00:00.000Z"))
    assert numbers(file) == [1, 2, 1]


def test_the_clock_says_when(file: Path) -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    records = Records(file, clock=lambda: noon)
    records.add(replace(entry(), when=""))
    records.add(replace(entry(), when=""))
    assert [found.when for found in records.entries()] == ["2026-03-01T10:00:00.000Z"]


def test_games_stay_in_the_order_they_came_in_though_the_clock_jumps_back(file: Path) -> None:
    for hour, number in ((12, 0), (11, 1), (13, 2)):
        records = Records(file, clock=lambda hour=hour: datetime(2026, 3, 1, hour, tzinfo=UTC))  # type: ignore[misc]
        records.add(replace(entry(number=number), when=""))
    assert numbers(file) == [0, 1, 2]


def test_games_are_left_out_on_request(file: Path) -> None:
    Records(file).add(entry())
    (found,) = Records(file).entries(games=False)
    assert found.game == ""
    assert replace(found, game=entry().game) == entry()


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        pytest.param(Filter(), [0, 1, 2, 3], id="all"),
        pytest.param(Filter(topology="square"), [0, 1], id="topology"),
        pytest.param(Filter(topology="squ"), [], id="part of a name"),
        pytest.param(Filter(topology="h%"), [], id="no wildcard"),
        pytest.param(Filter(topology="ring"), [3], id="without parameters"),
        pytest.param(Filter(spec=SPEC, result="lost"), [1], id="two terms"),
        pytest.param(Filter(mines=18), [2], id="mines"),
        pytest.param(Filter(proof="count"), [3], id="proof"),
        pytest.param(Filter(level=""), [3], id="level"),
        pytest.param(Filter(first="none"), [], id="first"),
    ],
)
def test_filters(file: Path, which: Filter, expected: list[int]) -> None:
    records = Records(file)
    records.add(entry(number=0))
    records.add(entry(result="lost", number=1))
    records.add(replace(entry(number=2), spec="hex:radius=5", mines=18))
    records.add(replace(entry(number=3), spec="ring", proof="count", level=""))
    assert [int(f.id[-1]) for f in records.entries(which)] == expected
    uid = records.entries()[2].uid
    assert [found.id[-1] for found in records.entries(Filter(uid=uid))] == ["2"]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"seconds": -0.001}, id="negative time"),
        pytest.param({"seconds": float("nan")}, id="no time"),
        pytest.param({"seconds": float("inf")}, id="endless"),
        pytest.param({"result": "drawn"}, id="result"),
        pytest.param({"proof": "yes"}, id="proof"),
        pytest.param({"undos": -1}, id="negative count"),
        pytest.param({"bbbv": 2**63}, id="too large"),
        pytest.param({"game": "\ud800"}, id="no text"),
    ],
)
def test_impossible_games_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(OutOfRange, match=next(iter(values))):
        replace(entry(), **values)  # type: ignore[arg-type]


# Many processes, and killed ones (B31)


def test_b31_twenty_processes_at_once_all_get_in(file: Path) -> None:
    running = [start(file, 10 * n, 3) for n in range(20)]
    for process in running:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert [line.split(maxsplit=1)[1:] for line in out.splitlines()] == [[]] * 3
    assert sorted(numbers(file)) == [10 * n + i for n in range(20) for i in range(3)]
    assert names(file) == ["records.db"]


def test_b31_twenty_processes_find_a_damaged_file_and_one_moves_it(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"no database at all, but somebody's bytes" * 50)
    running = [start(file, 10 * n, 1) for n in range(20)]
    warnings = [process.communicate(timeout=60)[0].strip() for process in running]
    assert sum("damaged" in warning for warning in warnings) == 1
    assert sorted(numbers(file)) == [10 * n for n in range(20)]
    assert names(file) == ["records.broken-1.db", "records.db"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_b31_kill_9_at_random_moments_loses_no_finished_game(file: Path) -> None:
    chance = random.Random(9)
    finished: list[int] = []
    for turn in range(30):
        process = start(file, 1000 * turn, 0)
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.random() * 0.06)
        process.kill()
        rest = process.stdout.read()
        process.wait()
        process.stdout.close()
        lines = (first + rest).splitlines(keepends=True)
        assert all(len(line.split()) == 1 for line in lines)  # no warning
        finished += [int(line) for line in lines if line.endswith("\n")]
        found = numbers(file)
        assert len(found) == len(set(found))
        assert set(finished) <= set(found)
        assert len(found) <= len(finished) + turn + 1  # in, but killed before it could say so
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(finished) >= 30


def test_a_writer_waits_for_its_turn_and_says_when_it_never_comes(file: Path) -> None:
    records = Records(file, busy=0.05)
    records.add(entry(number=0))
    with closing(sqlite3.connect(file.with_name("records.lock"), isolation_level=None)) as held:
        held.execute("BEGIN EXCLUSIVE")
        with pytest.raises(FileError, match=r"records\.lock cannot be taken: database is locked"):
            records.add(entry(number=1))
        assert numbers(file) == [0]  # readers do not wait
    records.add(entry(number=1))
    assert numbers(file) == [0, 1]


def test_a_stranger_who_writes_holds_a_writer_up(file: Path) -> None:
    records = Records(file, busy=0.05)
    records.add(entry(number=0))
    with closing(sqlite3.connect(file, isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileError, match="cannot be written: database is locked"):
            records.add(entry(number=1))
        held.execute("ROLLBACK")
    assert numbers(file) == [0]


# Damaged files


def damages(whole: bytes) -> Iterator[tuple[str, bytes, int]]:
    """Yield what was done, the damaged file, and how many of 60 games can be read at least."""
    chance = random.Random(31)
    for length in (1, 50, 100, 200, 4096, len(whole) // 2, len(whole) - 1):
        yield f"cut at {length}", whole[:length], 20 if length > len(whole) // 3 else 0
    yield "text", b"{}\n" * 400, 0
    yield "garbage", chance.randbytes(len(whole)), 0
    yield "garbage after the header", whole[:100] + chance.randbytes(len(whole) - 100), 0
    end = len(whole) // 8192 * 4096
    yield "a page of garbage", whole[:end] + chance.randbytes(4096) + whole[end + 4096 :], 50
    yield "zeros", bytes(len(whole)), 0
    yield "a long tail of an older file", b"short" + whole[5:], 0


def test_b31_a_damaged_file_is_kept_aside_and_reported(tmp_path: Path) -> None:
    whole = filled(tmp_path / "good" / "records.db")
    games = {found.game for found in Records(tmp_path / "good" / "records.db").entries()}
    for number, (what, damaged, least) in enumerate(damages(whole)):
        file = tmp_path / str(number) / "records.db"
        file.parent.mkdir()
        file.write_bytes(damaged)
        with pytest.raises(FileError, match="damaged") as caught:
            Records(file).entries()
        assert caught.value.path == str(file)
        assert names(file) == ["records.db"], what
        assert file.read_bytes() == damaged, what
        warning = Records(file).add(entry(number=107))
        aside = file.with_name("records.broken-1.db")
        assert warning is not None, what
        assert str(aside) in warning
        assert "\n" not in warning
        assert aside.read_bytes() == damaged, what
        *saved, new = numbers(file)
        assert new == 107, what
        assert f"with the {len(saved)} games" in warning, what
        assert set(saved) <= set(range(60)), what
        assert sorted(saved) == saved, what
        assert {f.game for f in Records(file).entries()} <= {*games, entry(number=107).game}
        assert len(saved) >= least, what
        assert Records(file).add(entry(number=108)) is None


def test_bytes_that_change_here_and_there_never_raise_anything_else(tmp_path: Path) -> None:
    whole = filled(tmp_path / "good" / "records.db", 12)
    chance = random.Random(13)
    for number in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        file = tmp_path / str(number) / "records.db"
        file.parent.mkdir()
        file.write_bytes(damaged)
        for step in (Records(file).entries, lambda: Records(file).add(entry(number=99))):  # noqa: B023
            with suppress(FileError):
                step()
        aside = file.with_name("records.broken-1.db")
        if aside.exists():
            assert aside.read_bytes() == damaged
            assert numbers(file)[-1] == 99


def test_damage_to_an_index_costs_no_game(file: Path) -> None:
    filled(file, 20)
    with closing(sqlite3.connect(file)) as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        (page,) = db.execute(query).fetchone()
    with file.open("r+b") as out:
        out.seek(4096 * (page - 1))
        out.write(bytes(4096))
    before = Records(file).entries()
    assert len(before) == 20
    assert "with the 20 games that could be read" in (Records(file).add(entry(number=99)) or "")
    assert Records(file).entries() == (*before, replace(entry(number=99)))


def test_each_damaged_file_gets_a_name_of_its_own(file: Path) -> None:
    file.parent.mkdir()
    for number in (1, 2, 3):
        file.write_bytes(b"damaged %d" % number)
        warning = Records(file).add(entry(number=number))
        assert warning is not None
        assert f"records.broken-{number}.db" in warning
    for number in (1, 2, 3):
        assert file.with_name(f"records.broken-{number}.db").read_bytes() == b"damaged %d" % number


def test_a_journal_goes_aside_with_its_file(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"damaged")
    file.with_name("records.db-journal").write_bytes(b"\0, so not hot")
    assert Records(file).add(entry()) is not None
    assert names(file) == ["records.broken-1.db", "records.broken-1.db-journal", "records.db"]
    assert file.with_name("records.broken-1.db-journal").read_bytes() == b"\0, so not hot"


@pytest.mark.parametrize("journal", [b"", b"garbage" * 100])
def test_an_empty_file_is_a_new_one_also_with_a_journal(file: Path, journal: bytes) -> None:
    file.parent.mkdir()
    file.touch()
    file.with_name("records.db-journal").write_bytes(journal)
    assert Records(file).entries() == ()
    assert Records(file).add(entry(number=5)) is None
    assert numbers(file) == [5]


def test_a_table_without_a_column_is_damage(file: Path) -> None:
    Records(file).add(entry())
    with closing(sqlite3.connect(file)) as db:
        db.execute("ALTER TABLE games DROP COLUMN helps")
    with pytest.raises(FileError, match="columns"):
        Records(file).entries()
    assert "columns" in (Records(file).add(entry()) or "")


@pytest.mark.parametrize(
    "change",
    [
        "seconds = 'fast'",
        "seconds = -1.0",
        "result = 'drawn'",
        "id = x'ff'",
        "opens = -1",
        "bbbv = 1.5",
        "proof = 'yes'",
    ],
)
def test_values_of_no_use_are_reported(file: Path, change: str) -> None:
    Records(file).add(entry())
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"UPDATE games SET {change}")
        db.commit()
    with pytest.raises(FileError, match="damaged"):
        Records(file).entries()
    assert "with the 0 games" in (Records(file).add(entry(number=3)) or "")
    assert numbers(file) == [3]


def test_one_text_that_was_damaged_keeps_no_other_from_being_read(file: Path) -> None:
    for number in range(3):
        Records(file).add(entry(number=number))
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE games SET game = CAST(x'7bff' AS TEXT) WHERE number = 2")
        db.commit()
    assert [found.game for found in Records(file).entries()][1] == "{\ufffd"
    assert numbers(file) == [0, 1, 2]
    assert Records(file).add(entry(number=3)) is None


# Versions


def test_a_later_version_is_refused_and_untouched(file: Path) -> None:
    Records(file).add(entry())
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 7")
    before = file.read_bytes()
    for step in (Records(file).entries, lambda: Records(file).add(entry(number=1))):
        with pytest.raises(FileError, match=r"later msweeper .*version 7, this one knows up to 1"):
            step()
    assert file.read_bytes() == before
    assert names(file) == ["records.db"]


def test_the_database_of_somebody_else_is_refused_and_untouched(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    before = file.read_bytes()
    for step in (Records(file).entries, lambda: Records(file).add(entry(number=1))):
        with pytest.raises(FileError, match="not of msweeper"):
            step()
    assert file.read_bytes() == before
    assert names(file) == ["records.db"]


@pytest.mark.parametrize("reads_first", [True, False])
def test_an_older_version_is_brought_up(
    file: Path, monkeypatch: pytest.MonkeyPatch, reads_first: bool
) -> None:
    """The way itself, with a version that does not exist yet."""
    Records(file).add(entry(number=0))
    later = ("ALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, later))
    if reads_first:
        assert numbers(file) == [0]
    else:
        Records(file).add(entry(number=1))
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        assert db.execute("SELECT mood FROM games WHERE number = 1").fetchone() == ("calm",)
    Records(file).add(entry(number=2))
    assert numbers(file) == [0, 2] if reads_first else [0, 1, 2]


def test_a_migration_that_fails_changes_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Records(file).add(entry(number=0))
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        later = ("ALTER TABLE games ADD COLUMN mood TEXT", "DROP TABLE missing")
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, later))
        with pytest.raises(FileError, match="no such table"):
            Records(file).add(entry(number=1))
    assert file.read_bytes() == before
    assert numbers(file) == [0]


def test_the_first_version_stays_what_it_was() -> None:
    """Files were written by it. A change goes into a further version."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in schema.MIGRATIONS[0]:
            db.execute(statement)
        columns = [row[1:4] for row in db.execute("PRAGMA table_info(games)")]
        assert db.execute("PRAGMA application_id").fetchone() == (0x6D737770,)
    assert columns == [
        ("number", "INTEGER", 0),
        ("uid", "TEXT", 1),
        ("spec", "TEXT", 1),
        ("mines", "INTEGER", 1),
        ("first", "TEXT", 1),
        ("proof", "TEXT", 1),
        ("level", "TEXT", 1),
        ("result", "TEXT", 1),
        ("seconds", "REAL", 1),
        ("bbbv", "INTEGER", 0),
        ("opens", "INTEGER", 1),
        ("flags", "INTEGER", 1),
        ("chords", "INTEGER", 1),
        ("undos", "INTEGER", 1),
        ("helps", "INTEGER", 1),
        ("id", "TEXT", 1),
        ("when", "TEXT", 1),
        ("game", "TEXT", 1),
    ]


# Places that cannot be written or read


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    records = Records(tmp_path / "taken" / "records.db")
    with pytest.raises(FileError, match="cannot be written") as caught:
        records.add(entry())
    assert caught.value.path == str(records.path)
    assert records.entries() == ()


def test_a_folder_where_the_file_should_be(file: Path) -> None:
    file.mkdir(parents=True)
    for step in (Records(file).entries, lambda: Records(file).add(entry())):
        with pytest.raises(FileError, match="cannot be"):
            step()
    assert file.is_dir()


def test_a_lock_that_is_something_else(file: Path) -> None:
    file.parent.mkdir()
    lock = file.with_name("records.lock")
    lock.write_text("not empty at all " * 100)
    with pytest.raises(FileError, match="lock"):
        Records(file).add(entry())


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to this user"
)
def test_a_folder_that_is_read_only(file: Path) -> None:
    Records(file).add(entry(number=0))
    file.parent.chmod(0o500)
    try:
        with pytest.raises(FileError, match="cannot be written"):
            Records(file).add(entry(number=1))
        assert numbers(file) == [0]
    finally:
        file.parent.chmod(0o700)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "cannot be written: Permission denied"),
        (OSError(28, "No space left on device"), "cannot be written: No space left"),
    ],
    ids=["read-only", "full"],
)
def test_errors_of_the_system_are_file_errors(
    file: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def mkdir(*arguments: object, **more: object) -> None:
        raise error

    monkeypatch.setattr(Path, "mkdir", mkdir)
    with pytest.raises(FileError, match=words) as caught:
        Records(file).add(entry())
    assert caught.value.path == str(file)


def test_a_full_disk_is_reported_and_harms_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = filled(file, 5)
    connect = sqlite3.connect

    def small(*arguments: object, **more: object) -> sqlite3.Connection:
        db = connect(*arguments, **more)  # type: ignore[call-overload]
        assert isinstance(db, sqlite3.Connection)
        db.execute(f"PRAGMA max_page_count = {len(before) // 4096}")
        return db

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(FileError, match="full"):
        Records(file).add(replace(entry(number=9), game="x" * 50_000))
    assert file.read_bytes() == before
    assert len(Records(file).entries()) == 5


def test_sqlite_is_loaded_by_the_database_alone() -> None:
    code = (
        "import sys, msweeper.stats.tables, msweeper.stats.summary, msweeper.stats.measure\n"
        "assert 'sqlite3' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_entry_is_a_value() -> None:
    value = entry(1.5)
    assert eval(repr(value), {"Entry": Entry}) == replace(value, game="")
    assert value.key == (SPEC, 10, "open", "")
    assert hash(value) == hash(entry(1.5))
