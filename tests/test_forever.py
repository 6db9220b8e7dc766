"""What an earlier version wrote must load: a folder for each version, never changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from msweeper.plugins import load_plugins
from msweeper.record.gamerecord import VERSION, GameRecord
from msweeper.record.replay import verify
from msweeper.sitting.keep import record_of
from msweeper.sitting.sitting import Sitting
from msweeper.stats.database import Records

DATA = Path(__file__).parent / "data"
SAVES = sorted(DATA.glob("*/*.json"))
DATABASES = sorted(DATA.glob("*/records.db"))
REGISTRY = load_plugins()


def test_every_version_has_its_files() -> None:
    assert {path.parent.name for path in SAVES} == {str(n) for n in range(1, VERSION + 1)}
    assert DATABASES


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_saves_load_and_agree_with_themselves(path: Path) -> None:
    record = GameRecord.loads(path.read_text(encoding="utf-8"))
    topology = REGISTRY.topology(record.id.spec)
    assert verify(record, topology) == ()
    assert record_of(Sitting.restore(record, topology)).moves == record.moves


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.parent.name)
def test_databases_load(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "records.db"
    shutil.copy(path, copy)
    entries = Records(copy).entries()
    assert [entry.result for entry in entries] == ["won", "lost", "lost"]
    for entry in entries:
        record = GameRecord.loads(entry.game)
        assert verify(record, REGISTRY.topology(record.id.spec)) == ()
        assert record.result == entry.result
