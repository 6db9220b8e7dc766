"""Finds the plugins, loads each by itself, and finds factories by name.

Loading never raises for a plugin's fault: each fault becomes part of that plugin's record, and
the host goes on with the rest.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import Literal, final

import pluggy

from msweeper import hookspecs
from msweeper.content import Contents, Remembered, hashed
from msweeper.errors import OutOfRange, ParseError, PluginFault, TopologyError, UnknownName
from msweeper.factory import TopologyFactory, Value
from msweeper.spec import Spec
from msweeper.topology import Topology

__all__ = [
    "OWN",
    "PluginRecord",
    "Registered",
    "Registry",
    "last_line",
    "load_plugins",
    "silence",
]

OWN = "msweeper"
"""Our own distribution: loaded first, and never switched off by the variable for all."""

State = Literal["on", "off", "failed"]


@final
@dataclass(slots=True)
class PluginRecord:
    """What is known of one plugin, whether it loaded or not."""

    plugin: str
    """The name of its entry point, or of the file without its ending."""
    distribution: str
    """What it was installed with; of a file that is in no package, the file's name."""
    version: str
    file: str = ""
    state: State = "on"
    topologies: list[str] = field(default_factory=list)
    hooks: list[str] = field(default_factory=list)
    error: str | None = None
    """All that went wrong, a line each."""
    cause: BaseException | None = field(default=None, repr=False)
    packaged: bool = True
    """Whether it was found as an entry point, and not named as a file."""

    @property
    def owner(self) -> str:
        """Whose it is, in words: ``msweeper-ring 1.0``, or ``ring.py``."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def cure(self) -> str:
        """How to be rid of it, to stand after an error; a file needs only not be named."""
        return f" (hide it with -p no:{self.plugin})" if self.packaged else ""

    @property
    def option(self) -> str:
        """What a command needs to load it, to stand behind the command; a package needs nothing."""
        if self.packaged:
            return ""
        from shlex import quote

        beside = os.path.relpath(self.file)
        return f" --plugin {quote(self.file if beside.startswith(os.pardir) else beside)}"

    @property
    def last_error(self) -> str:
        return (self.error or "").splitlines()[-1]

    def fail(
        self, why: str, cause: BaseException | None = None, *, state: State = "failed"
    ) -> None:
        self.error = why if self.error is None else f"{self.error}\n{why}"
        self.cause = self.cause or cause
        self.state = state


@final
@dataclass(frozen=True, slots=True)
class Registered:
    """A factory, the name it answers to, and whose it is."""

    name: str
    factory: TopologyFactory
    plugin: PluginRecord
    contents: Contents = field(default_factory=Remembered, compare=False, repr=False)
    """Who knows the files that specs name by their hash."""

    def parse(self, spec: Spec) -> dict[str, Value]:
        """Return the values that `spec` gives, checked; nothing is filled in.

        Raises:
            OutOfRange, ParseError, UnknownName: it is not possible.
            FileError: it names a file by its hash, and nobody knows that file.
        """
        return self.factory.parse(spec, self.contents)

    def keep(self, given: Mapping[str, Value]) -> None:
        """Keep the files among the values `given` that their spec names only by a hash."""
        for p in self.factory.parameters:
            value = given.get(p.name)
            if p.type == "file" and isinstance(value, str) and hashed(p.write(value)):
                self.contents.keep(value)

    def spec(self, values: Mapping[str, Value]) -> str:
        """Return the canonical spec of complete `values` under this name."""
        return self.factory.text(values, self.name)

    def build(self, given: Mapping[str, Value]) -> Topology:
        """Check the parameters and build.

        Raises:
            OutOfRange, ParseError, UnknownName: the parameters are not possible.
            PluginFault: the plugin's own code failed; it is named.
        """
        try:
            with silence():
                topology = self.factory.topology(self.name, **given)
        except (OutOfRange, ParseError, UnknownName, KeyboardInterrupt):
            raise
        except TopologyError as error:
            raise self._fault(str(error), error) from error
        except BaseException as error:  # SystemExit and worse: the fault is the plugin's
            raise self._fault(last_line(error), error) from error
        self.keep(given)
        return topology

    def _fault(self, why: str, error: BaseException) -> PluginFault:
        """Return what is said of `error`: why, and in which line of the plugin it came up."""
        from msweeper.filemodule import line_in

        owner = self.plugin
        where = line_in(owner.file, error.__cause__ or error)
        return PluginFault(
            f"plugin {owner.plugin} of {owner.owner} failed to build {self.name}: {why}"
            f"{where}{owner.cure}",
            plugin=owner.plugin,
            distribution=owner.distribution,
        )


@final
class Registry:
    """All plugins found, and the topologies of those that work."""

    def __init__(self, contents: Contents | None = None) -> None:
        self.contents = contents or Remembered()
        self.records: list[PluginRecord] = []
        self.topologies: dict[str, Registered] = {}
        """By name; a name taken earlier is found as DISTRIBUTION.NAME."""
        self.manager = pluggy.PluginManager(hookspecs.GROUP)
        self.manager.add_hookspecs(hookspecs)

    def find(self, name: str) -> Registered:
        """Return the factory that answers to `name`.

        Raises:
            UnknownName: none does; names near ones, and plugins that failed to load.
        """
        found = self.topologies.get(name)
        if found is None:
            for record in self.records:
                if record.plugin == name and record.state == "failed":
                    raise PluginFault(
                        f"no topology is called {name}: its plugin {name} of {record.owner}"
                        f" failed: {record.last_error} (see msweeper plugins)",
                        plugin=record.plugin,
                        distribution=record.distribution,
                    ) from record.cause
            failed = "".join(
                f"; {record.owner}, entry point {record.plugin}, failed: {record.last_error}"
                f"{record.cure}"
                for record in self.records
                if record.state == "failed" or f"topology {name}:" in (record.error or "")
            )
            known = sorted(self.topologies)
            if any(record.plugin == name and record.state == "off" for record in self.records):
                failed = f"; the plugin {name} is switched off{failed}"
            raise UnknownName(
                "topology",
                name,
                (),
                near=UnknownName("", name, known).near,
                note=f" (installed: {', '.join(known) or 'none'}){failed}",
            )
        return found

    def topology(self, text: str, /, **given: Value) -> Topology:
        """Build the topology that a spec names, as ``hex:radius=5``; `given` overrides it.

        Raises:
            ParseError, UnknownName, OutOfRange: the text is not a possible spec.
            FileError: it names a file by its hash, and nobody knows that file.
            PluginFault: the plugin's own code failed.
        """
        spec = Spec.parse(text)
        registered = self.find(spec.name)
        return registered.build({**registered.parse(spec), **given})


def load_plugins(
    found: Iterable[Distribution] | None = None,
    *,
    off: Iterable[str] = (),
    environ: Mapping[str, str] | None = None,
    files: Iterable[str | Path] = (),
    contents: Contents | None = None,
) -> Registry:
    """Load every plugin, our own first, then by name of distribution, then the `files`.

    Args:
        found: where to look for entry points; all installed distributions if left out.
        off: names of entry points that are not loaded.
        environ: where ``MSWEEPER_DISABLE_PLUGIN_AUTOLOAD`` and ``MSWEEPER_PLUGINS`` are read.
        files: modules that are plugins although no package brings them.
        contents: who knows the files that specs name by their hash; if left out, those that
            were given to this registry.
    """
    environ = os.environ if environ is None else environ
    hidden = frozenset(off)
    autoload = not environ.get("MSWEEPER_DISABLE_PLUGIN_AUTOLOAD")
    added = frozenset(name.strip() for name in environ.get("MSWEEPER_PLUGINS", "").split(","))
    registry = Registry(contents)
    for entry, record in _entry_points(distributions() if found is None else found):
        registry.records.append(record)
        wanted = autoload or record.distribution == OWN or record.plugin in added
        if record.plugin in hidden or not wanted:
            record.state, record.error, record.cause = "off", None, None
        elif entry is not None:
            _load(registry, record, entry.load, partial(_file, entry))
    for path in dict.fromkeys(Path(os.path.abspath(file)) for file in files):
        registry.records.append(record := _file_record(path))
        if record.plugin in hidden:
            record.state = "off"
        else:
            from msweeper.filemodule import import_file  # late: seldom asked for

            _load(registry, record, partial(import_file, path))
    return registry


def _entry_points(
    found: Iterable[Distribution],
) -> Sequence[tuple[EntryPoint | None, PluginRecord]]:
    """Return entry points with a record of each, each once, in order of loading.

    A distribution that is found twice (an editable install beside a wheel, a path that is listed
    twice) counts once: the first, as for imports. One whose entry points cannot be read has a
    failed record under its own name.
    """
    seen: set[str] = set()
    result: list[tuple[EntryPoint | None, PluginRecord]] = []
    for distribution in found:
        name, version = "unknown", ""
        try:
            fault: Exception | None = None
            text = distribution.read_text("entry_points.txt") or ""
        except Exception as error:  # no text, or no leave to read it
            fault, text = error, ""
        if fault is None and f"[{hookspecs.GROUP}]" not in text:
            continue  # most distributions: spare their metadata, which are slow to parse
        entries: list[EntryPoint] = []
        try:
            name = re.sub(r"[-_.]+", "-", distribution.name or "unknown").lower()
            version = distribution.version or ""
            if fault is None:
                entries = [e for e in distribution.entry_points if e.group == hookspecs.GROUP]
        except Exception as error:
            fault = error
        if name in seen:
            continue
        seen.add(name)
        if fault is not None:
            record = PluginRecord(name, name, version)
            record.fail(f"its entry points cannot be read: {last_line(fault)}", fault)
            result.append((None, record))
        result += [(entry, PluginRecord(entry.name, name, version)) for entry in entries]
    result.sort(
        key=lambda item: (item[1].distribution != OWN, item[1].distribution, item[1].plugin)
    )
    return result


@contextmanager
def silence() -> Iterator[None]:
    """Keep what a plugin prints out of our output, which others may read."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        yield


def last_line(error: BaseException) -> str:
    """Return the last line that a traceback of `error` would have, without line breaks."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # a plugin's own class may fail at this too
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _shown(value: object) -> str:
    """Return the repr of what a plugin gave, or its type where even that fails."""
    try:
        return repr(value)
    except Exception:
        return f"an object of {type(value).__name__}"


def _load(
    registry: Registry,
    record: PluginRecord,
    load: Callable[[], object],
    find: Callable[[], str] | None = None,
) -> None:
    manager = registry.manager
    name = f"{record.distribution}:{record.plugin}" if record.packaged else record.file
    with silence():
        try:
            record.file = find() if find is not None else record.file
            plugin = load()
            if record.packaged:
                record.file = str(getattr(plugin, "__file__", None) or record.file)
            manager.register(plugin, name=name)
            manager.check_pending()
            callers = manager.get_hookcallers(plugin) or []
            record.hooks = sorted(caller.name for caller in callers)
            if not callers:
                raise TypeError("it implements no hook: is @hookimpl missing?")
            factories = _ask(manager, plugin)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit and worse: it costs only this plugin
            where = ""
            if not record.packaged:
                from msweeper.filemodule import line_in

                where = line_in(record.file, error)
            record.fail(last_line(error) + where, error)
            if manager.has_plugin(name):
                manager.unregister(name=name)
            return
        for factory in factories:
            _add(registry, record, factory)
    if record.error and not record.topologies:
        record.state = "failed"


def _file_record(path: Path) -> PluginRecord:
    """Return the record of a file: it stands for its distribution, which the file has not yet."""
    named = path.parent if path.name == "__init__.py" else path
    name = re.sub(r"[^a-z0-9_.-]+", "-", named.name.lower()).lstrip("_.-") or "file"
    return PluginRecord(named.stem, name, "", str(path), packaged=False)


def _file(entry: EntryPoint) -> str:
    """Return where the module of an entry point is, without importing it."""
    from importlib.util import find_spec

    spec = find_spec(entry.module.partition(".")[0])
    return str(spec.origin) if spec is not None and spec.origin else ""


def _ask(manager: pluggy.PluginManager, plugin: object) -> list[object]:
    """Call the hook of one plugin alone, so that one that raises costs only itself."""
    others = [other for other in manager.get_plugins() if other is not plugin]
    answers = manager.subset_hook_caller("msweeper_topologies", remove_plugins=others)()
    if not isinstance(answers, list):
        raise TypeError("msweeper_topologies must not replace the answers of other plugins")
    factories: list[object] = []
    for answer in answers:
        if isinstance(answer, str | Mapping) or not isinstance(answer, Iterable):
            raise TypeError(f"msweeper_topologies must return factories, not {answer!r}")
        factories += answer
    return factories


def _add(registry: Registry, record: PluginRecord, factory: object) -> None:
    if not isinstance(factory, TopologyFactory):
        record.fail(f"{_shown(factory)} is no TopologyFactory", state="on")
        return
    try:
        problems = "; ".join(factory.problems())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problems = last_line(error)
    if problems:
        record.fail(f"topology {factory.name}: {problems}", state="on")
        return
    name = factory.name
    if name in registry.topologies:
        owner = registry.topologies[name].plugin
        name = f"{record.distribution}.{factory.name}"
        record.fail(
            f"topology {factory.name} of {record.distribution} is taken by {owner.plugin} of"
            f" {owner.distribution}: use {name}",
            state="on",
        )
        if name in registry.topologies:
            return
    registry.topologies[name] = Registered(name, factory, record, registry.contents)
    record.topologies.append(name)
