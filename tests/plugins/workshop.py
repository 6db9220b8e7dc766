"""Makes distributions with plugins in a folder, as an installer would leave them there."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from textwrap import dedent
from typing import Final, final

import pytest

from msweeper.plugins import PluginRecord, Registry, load_plugins

POND: Final = """
    from msweeper.factory import Parameter, TopologyFactory
    from msweeper.hookspecs import hookimpl
    from msweeper.lattice import from_offsets

    def build(width):
        return from_offsets((range(width),), ((1,), (-1,)), place=lambda x: (0, 0, 2 * x))

    def pond(name="pond", **more):
        arguments = dict(
            name=name, summary="a row of lilies", parameters=(Parameter("width", 5, 1, 99),),
            size=("width",), count=lambda width: width, build=build,
        )
        return TopologyFactory(**{**arguments, **more})
"""
"""The beginning of a plugin module that has a good factory at hand."""

OFFERS_POND: Final = """
    @hookimpl
    def msweeper_topologies():
        return [pond()]
"""


@final
class Workshop:
    """One folder on the path for imports and distributions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(
        self,
        name: str,
        code: str,
        *,
        distribution: str | None = None,
        version: str | None = "1.2",
        entry_points: str | None = None,
        folder: Path | None = None,
    ) -> None:
        """Install a distribution ``msweeper-NAME`` whose one plugin NAME is a module of `code`."""
        module = f"msweeper_test_{name}"
        folder = folder or self.folder
        folder.mkdir(exist_ok=True)
        text = dedent(code)
        (folder / f"{module}.py").write_text(text)
        distribution = distribution or f"msweeper-{name}"
        info = folder / f"{distribution.replace('-', '_')}-{version or 0}.dist-info"
        info.mkdir()
        if version is not None:
            (info / "METADATA").write_text(
                f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
            )
        (info / "entry_points.txt").write_text(entry_points or f"[msweeper]\n{name} = {module}\n")

    def found(self, *more: Path) -> list[Distribution]:
        return list(distributions(path=[str(self.folder), *map(str, more)]))

    def load(
        self,
        *,
        own: bool = False,
        off: Iterable[str] = (),
        environ: Mapping[str, str] | None = None,
    ) -> Registry:
        """Load what was added, and with `own` what is really installed besides."""
        found = [*self.found(), *(distributions() if own else ())]
        return load_plugins(found, off=off, environ=environ or {})


def make(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """Return a workshop in `folder`; `forget` undoes its imports."""
    monkeypatch.syspath_prepend(str(folder))
    return Workshop(folder)


def forget() -> None:
    """Drop the modules of all workshops."""
    for name in [name for name in sys.modules if name.startswith("msweeper_test_")]:
        del sys.modules[name]


def record(registry: Registry, plugin: str) -> PluginRecord:
    """Return the only record of `plugin`."""
    (found,) = [record for record in registry.records if record.plugin == plugin]
    return found
