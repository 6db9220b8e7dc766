"""The same board in another process: found again by name, and compared by all that it says.

What depends on the order of a set, or on a text's hash, looks right as long as one asks in the
same process. So the other process gets the name of the factory and not the factory itself.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import zip_longest
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from msweeper.factory import TopologyFactory, Value
from msweeper.plugins import last_line, load_plugins, silence
from msweeper.topology import Topology

if TYPE_CHECKING:
    from msweeper.testing.subject import Subject

__all__ = ["Portrait", "answer", "differences", "find_again", "portrait", "portraits_of"]

_CODE = (
    "import json, sys\n"
    "job = json.load(sys.stdin)\n"
    "sys.path[:] = job['path']\n"
    "from msweeper.testing.elsewhere import answer\n"
    "print(answer(job))\n"
)
_PATIENCE = 120.0  # seconds
_WHOLE = 20_000
"""Cells up to which a portrait holds everything, so that a difference can be shown."""


class Portrait(NamedTuple):
    """All that a topology says, as plain values in cell order; of a large one, its hashes."""

    labels: Sequence[str]
    neighbors: Sequence[Sequence[int]]
    places: Sequence[Any]
    texts: list[str]
    """Titles, captions, decorations and ghosts."""
    polygons: Sequence[Any]
    spec: str


def portrait(topology: Topology) -> Portrait:
    layout = topology.layout
    beside = (*layout.captions, *layout.decorations, *layout.ghosts)
    polygons = layout.polygons or ()
    found = Portrait(
        topology.labels,
        topology.near,
        layout.places,
        [*layout.titles, *map(repr, beside)],
        polygons,
        topology.spec,
    )
    if topology.size <= _WHOLE:
        return found._replace(
            labels=list(topology.labels),
            neighbors=[list(row) for row in topology.near],
            places=[list(place) for place in layout.places],
            polygons=[list(map(list, points)) for points in polygons],
        )
    return found._replace(
        labels=[topology.fingerprint],
        neighbors=[],  # the fingerprint has them
        places=_hash(map(tuple, layout.places)),
        texts=_hash(found.texts),
        polygons=_hash(polygons),
    )


def _hash(values: Iterable[object]) -> list[str]:
    from hashlib import sha256

    digest = sha256()
    for value in values:
        digest.update(repr(value).encode())
    return [digest.hexdigest()]


_PARTS = {
    "labels": "labels",
    "neighbors": "neighbors",
    "places": "places",
    "texts": "titles, captions, decorations or ghosts",
    "polygons": "polygons",
    "spec": "specs",
}


def differences(one: Portrait, other: Portrait) -> tuple[str, int | None] | None:
    """Return the first part that differs, with the first cell where it does; None if none does."""
    for field, words in _PARTS.items():
        mine, its = getattr(one, field), getattr(other, field)
        if mine == its:
            continue
        if field in ("texts", "spec"):
            return words, None
        pairs = zip_longest(mine, its)
        cell = next(cell for cell, (a, b) in enumerate(pairs) if a != b)
        return words, cell if len(one.labels) > 1 and cell < len(one.labels) else None
    return None


def find_again(subject: Subject) -> dict[str, Any] | str:
    """Return how another process finds what is checked, or a sentence on why it cannot."""
    if subject.registered:
        return {"kind": "plugin", "name": subject.name, "files": list(subject.files)}
    if subject.factory is None:
        return _find_maker(subject.maker)
    build: Any = subject.factory.build
    while isinstance(build, partial):
        build = build.func
    where = {"kind": "module", "factory": True, "name": subject.factory.name}
    where["alias"] = subject.name
    module = _home(build)
    if module is None:
        return "the module of its build is not known"
    try:
        found = _find(module, where)
    except LookupError as error:
        return str(error.args[0])
    assert isinstance(found, TopologyFactory)
    if not _same(found.build, subject.factory.build) or not _same(
        found.count, subject.factory.count
    ):
        return f"{where['name']} in {module.__name__} is another than the one here"
    return {**where, "module": module.__name__, "file": getattr(module, "__file__", None)}


def _find_maker(maker: Any) -> dict[str, Any] | str:
    plain = getattr(maker, "__func__", maker)
    name, module = getattr(plain, "__qualname__", None), _home(plain)
    if name is None or module is None:
        return "what makes the board has no name to find it by"
    if getattr(getattr(maker, "__self__", None), "__dict__", None):
        return "what makes the board keeps something in itself"
    where = {"kind": "module", "factory": False, "name": name, "alias": ""}
    try:
        found = _find(module, where)
    except LookupError as error:
        return str(error.args[0])
    if getattr(found, "__func__", found) is not plain:
        return f"{name} in {module.__name__} is another than the one here"
    return {**where, "module": module.__name__, "file": getattr(module, "__file__", None)}


def _home(function: Any) -> ModuleType | None:
    return sys.modules.get(getattr(function, "__module__", None) or "")


def _same(one: object, other: object) -> bool:
    """Whether two functions are one, or were made by the same lines of source."""
    if isinstance(one, partial) and isinstance(other, partial):
        given = one.args == other.args and one.keywords == other.keywords
        return given and _same(one.func, other.func)
    code = getattr(one, "__code__", one)
    return one == other or code is getattr(other, "__code__", other)


def _find(module: ModuleType, where: Mapping[str, Any]) -> TopologyFactory | Callable[[], Topology]:
    """Return what `where` names in `module`. Raises LookupError with a sentence."""
    if where["factory"]:
        parts = module.__name__.split(".")
        above = [".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
        for one in (module, *(sys.modules[name] for name in above if name in sys.modules)):
            offered = [value for value in vars(one).values() if isinstance(value, TopologyFactory)]
            hook = getattr(one, "msweeper_topologies", None)
            if callable(hook):
                offered += [f for f in hook() if isinstance(f, TopologyFactory)]
            for factory in offered:
                if factory.name == where["name"]:
                    return factory
        raise LookupError(f"{module.__name__} offers no factory called {where['name']}")
    found: Any = module
    owner: Any = None
    for part in where["name"].split("."):
        if not hasattr(found, part):
            raise LookupError(f"{where['name']} cannot be imported: move it to a module's top")
        owner, found = found, getattr(found, part)
    if isinstance(owner, type) and not hasattr(found, "__self__"):
        try:
            found = getattr(owner(), where["name"].rpartition(".")[2])
        except TypeError:
            raise LookupError(f"{owner.__name__}() needs arguments") from None
    maker: Callable[[], Topology] = found
    return maker


def portraits_of(
    where: Mapping[str, Any], values: Sequence[Mapping[str, Value]], hash_seeds: Sequence[str]
) -> list[list[Portrait] | str]:
    """Build the boards again in one process for each hash seed, all at the same time.

    Returns:
        For each seed the portraits, or a sentence on what went wrong.
    """
    job = {"path": [os.path.abspath(path) for path in sys.path], "where": where}
    text = json.dumps({**job, "values": [dict(one) for one in values]})
    with ThreadPoolExecutor(len(hash_seeds)) as pool:
        return list(pool.map(partial(_ask, text), hash_seeds))


def _ask(job: str, hash_seed: str) -> list[Portrait] | str:
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CODE],
            input=job.encode(),
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "no answer in time"
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return (done.stderr.decode(errors="replace").splitlines() or ["no answer"])[-1]
    answered = json.loads(lines[-1])
    return answered if isinstance(answered, str) else [Portrait(*one) for one in answered]


def answer(job: Mapping[str, Any]) -> str:
    """Do such a job; called in the other process."""
    where = job["where"]
    try:
        with silence():
            if where["kind"] == "plugin":
                registry = load_plugins(files=where["files"])
                found: object = registry.find(where["name"]).factory
                alias = where["name"]
            else:
                found = _find(_module(where["module"], where["file"]), where)
                alias = where["alias"]
            boards = [
                found.topology(alias, **values)
                if isinstance(found, TopologyFactory)
                else _made(found)
                for values in job["values"]
            ]
        return json.dumps([portrait(board) for board in boards])
    except BaseException as error:
        return json.dumps(last_line(error))


def _made(maker: Any) -> Topology:
    topology = maker()
    assert isinstance(topology, Topology)
    return topology


def _module(name: str, file: str | None) -> ModuleType:
    """Import a module by its name, or by its file where the name says nothing (a script)."""
    if name != "__main__":
        try:
            module = importlib.import_module(name)
        except ImportError:
            pass
        else:
            if file is None or getattr(module, "__file__", None) == file:
                return module
    if file is None:
        raise LookupError(f"{name} is no file")
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("msweeper_checked", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["msweeper_checked"] = module
    spec.loader.exec_module(module)
    return module
