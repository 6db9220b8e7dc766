"""Imports one file as a module: a plugin that is in no package yet."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["import_file", "line_in"]


def import_file(path: Path) -> ModuleType:
    """Import a file, or a package by its ``__init__.py``; nothing is written beside it.

    The module stands in `sys.modules` under a name of its own, the same in every process: what
    it defines can be pickled, and files of one name do not get into each other's way.

    Raises:
        OSError: it cannot be read.
        ImportError, SyntaxError: it is no Python module.
        BaseException: whatever running it raises.
    """
    data = path.read_bytes()
    name = f"msweeper_file_{sha256(str(path).encode(errors='surrogatepass')).hexdigest()[:12]}"
    inside = [str(path.parent)] if path.name == "__init__.py" else None
    spec = spec_from_file_location(name, path, submodule_search_locations=inside)
    if spec is None:
        raise ImportError(f"{path.name} is no Python module: its name must end in .py")
    # compiled here: the import system would trust a cache that is less than a second old
    code = compile(data, str(path), "exec", dont_inherit=True)
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        exec(code, vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def line_in(path: str, error: BaseException) -> str:
    """Return the line of `path` where `error` came from, to stand behind its text; or nothing."""
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return "" if line is None else f" ({Path(path).name}, line {line})"
