"""The same board in another process, where it is found again by name.

What depends on the order of a set, or on a text's hash, looks right as long as one asks in the
same process. So the other process gets the name of the factory and not the factory itself.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msweeper.factory import TopologyFactory, Value
from msweeper.plugins import last_line, load_plugins, silence
from msweeper.testing.portrait import Portrait, portrait
from msweeper.topology import Topology

if TYPE_CHECKING:
    from msweeper.testing.subject import Subject

__all__ = ["answer", "find_again", "portraits_of"]

_CODE = (
    "import json, sys\n"
    "job = json.load(sys.stdin)\n"
    "sys.path[:] = job['path']\n"
    "from msweeper.testing.elsewhere import answer\n"
    "print(answer(job))\n"
)
_PATIENCE = 120.0  # seconds


def find_again(subject: Subject) -> dict[str, Any] | str:
    """Return how another process finds what is checked, or a sentence on why it cannot."""
    if subject.registered:
        return {"kind": "plugin", "name": subject.name, "files": list(subject.files)}
    if subject.factory is None:
        return _find_function(subject.maker)
    build: Any = subject.factory.build
    where = _find_function(build)
    if not isinstance(where, str):
        return where
    while isinstance(build, partial):
        build = build.func
    where = {"factory": True, "name": subject.factory.name, "alias": subject.name}
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
    return _in_module(where, module)


def _in_module(where: dict[str, Any], module: ModuleType) -> dict[str, Any]:
    file = getattr(module, "__file__", None)
    return {**where, "kind": "module", "module": module.__name__, "file": file}


def _find_function(maker: Any) -> dict[str, Any] | str:
    """Return how to find a function that makes boards, or a sentence on why it cannot be found."""
    plain = getattr(maker, "__func__", maker)
    name, module = getattr(plain, "__qualname__", None), _home(plain)
    if name is None or module is None:
        return "what makes the board has no name to find it by"
    if getattr(getattr(maker, "__self__", None), "__dict__", None):
        return "what makes the board keeps something in itself"
    variable = next((key for key, value in vars(module).items() if value is plain), None)
    where = {"factory": False, "name": variable or name}
    try:
        found = _find(module, where)
    except LookupError as error:
        return str(error.args[0])
    if getattr(found, "__func__", found) is not plain:
        return f"{name} in {module.__name__} is another than the one here"
    return _in_module(where, module)


def _home(function: Any) -> ModuleType | None:
    return sys.modules.get(getattr(function, "__module__", None) or "")


def _same(one: object, other: object) -> bool:
    """Whether two functions are one, or were made by the same lines of source."""
    if isinstance(one, partial) and isinstance(other, partial):
        given = one.args == other.args and one.keywords == other.keywords
        return given and _same(one.func, other.func)
    code = getattr(one, "__code__", one)
    return one == other or code is getattr(other, "__code__", other)


def _find(
    module: ModuleType, where: Mapping[str, Any]
) -> TopologyFactory | Callable[..., Topology]:
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
    maker: Callable[..., Topology] = found
    return maker


def portraits_of(
    where: Mapping[str, Any],
    boards: Sequence[tuple[str, Mapping[str, Value]]],
    hash_seeds: Sequence[str],
) -> list[list[Portrait] | str]:
    """Build boards again, given as spec and parameters, in one process for each hash seed.

    Returns:
        For each seed the portraits, or a sentence on what went wrong.
    """
    job = {"path": [os.path.abspath(path) for path in sys.path], "where": where}
    text = json.dumps({**job, "boards": [(spec, dict(values)) for spec, values in boards]})
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
    try:
        with silence():
            build = _builder(job["where"])
            boards = [build(spec, values) for spec, values in job["boards"]]
        return json.dumps([portrait(board) for board in boards])
    except BaseException as error:
        return json.dumps(last_line(error))


def _builder(where: Mapping[str, Any]) -> Callable[[str, Mapping[str, Value]], Topology]:
    """Return what builds a board from its spec and its parameters."""
    if where["kind"] == "plugin":
        registered = load_plugins(files=where["files"]).find(where["name"])
        return lambda _, values: registered.factory.topology(registered.name, **values)
    found = _find(_module(where["module"], where["file"]), where)
    if isinstance(found, TopologyFactory):
        return lambda _, values: found.topology(where["alias"], **values)
    return lambda spec, values: found(**values).with_spec(spec)


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
