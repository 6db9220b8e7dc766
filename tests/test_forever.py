"""What an earlier version wrote must load: a folder for each version, never changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from msweeper.lattice import from_graph
from msweeper.plugins import load_plugins
from msweeper.record.gamerecord import VERSION, GameRecord
from msweeper.record.replay import verify
from msweeper.sitting.keep import record_of
from msweeper.sitting.sitting import Sitting
from msweeper.stats.database import Records

DATA = Path(__file__).parent / "data"
SAVES = sorted(DATA.glob("*/*.json"))
DATABASES = sorted(DATA.glob("*/records.db"))
FINGERPRINTS = [
    line.split()
    for path in sorted(DATA.glob("*/fingerprints.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
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


@pytest.mark.parametrize(
    ("fingerprint", "spec"), FINGERPRINTS, ids=[spec[:60] for _, spec in FINGERPRINTS]
)
def test_specs_build_the_same_board(fingerprint: str, spec: str) -> None:
    topology = REGISTRY.topology(spec)
    assert topology.spec == spec
    assert topology.fingerprint == fingerprint


def test_every_geometry_has_fingerprints() -> None:
    kept = {spec.partition(":")[0] for _, spec in FINGERPRINTS}
    found = REGISTRY.topologies.items()
    assert kept >= {name for name, of in found if of.plugin.distribution == "msweeper"}


@pytest.mark.parametrize(
    ("size", "turn", "fingerprint"),
    [
        (2_000, 0, "5320e980e65a69b18afa5c21ca96bee999a9c06dd482c74955f060898d8e9c31"),
        (2_001, 0, "cda83f92acd5107052019c2e00f8ebeb4ec388e02324ce6d0fc35d9ac55bac0c"),
        (2_000, 9, "a3d5f669bfe9eadc8d828b716e88cb1fb04e3756c239c7c64325516957baf62e"),
        (5_000, 99, "1feb6b0c307a49406cb1e43ab9bf9cf28b679ea46426f4b438df04ae0f4ca986"),
        (5_001, 99, "d8a6acc20f1a9402ab7a5df7656f1aa789924b0c79e779776a68f2fe54474764"),
    ],
)
def test_large_graphs_keep_their_order(size: int, turn: int, fingerprint: str) -> None:
    """Trees; with `turn`, the nodes are about those of a grid."""
    names = [f"n{i * 7 % size}" for i in range(size)]
    edges = [(names[i], names[i - 1 - i % 7 * (i > 6)]) for i in range(1, size)]
    strewn = {
        name: (i % 71 + turn * i * i % 97 / 300, i // 71 + turn * i % 89 / 300)
        for i, name in enumerate(names)
    }
    assert from_graph(names, edges, strewn if turn else None).fingerprint == fingerprint
