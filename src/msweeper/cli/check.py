"""Runs the checks of `msweeper.testing` on installed topologies, or on those of a file."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, final

from msweeper.errors import printable
from msweeper.factory import Value
from msweeper.plugins import PluginRecord, Registered, Registry
from msweeper.sitting.contents import put_files
from msweeper.spec import Spec

if TYPE_CHECKING:
    from msweeper.testing import CheckFailed

__all__ = ["Target", "check_targets", "find_targets", "is_file"]

_WIDTH = 14  # the longest name of a check
_LOADS = "loads"
"""What the loader says of a plugin, before its topologies are looked at."""


@final
@dataclass(frozen=True, slots=True)
class Target:
    """A topology to check: the family, or one board of it; of a plugin without any, the plugin."""

    record: PluginRecord
    registered: Registered | None
    given: dict[str, Value] | None = None

    @property
    def name(self) -> str:
        if self.registered is None:
            return self.record.plugin
        if self.given is None:
            return self.registered.name
        return self.registered.spec(self.registered.factory.values(self.given))


def is_file(text: str) -> bool:
    """Whether a text names a file and no topology."""
    return text.endswith(".py") or (os.sep in text and ":" not in text)


def find_targets(texts: Sequence[str], registry: Registry) -> list[Target]:
    """Return what the texts name: a topology, one board of it, or all topologies of a file.

    Raises:
        UnknownName, ParseError, OutOfRange: there is no such topology, or no such board.
        FileError: a file that the board is made of cannot be read, or is not known.
    """
    targets: list[Target] = []
    for text in texts:
        if is_file(text):
            path = os.path.abspath(text)
            record = next(one for one in registry.records if one.file == path and not one.packaged)
            found = [registry.topologies[name] for name in record.topologies]
            targets += [Target(record, one) for one in found] or [Target(record, None)]
            continue
        spec = Spec.parse(put_files(text, registry))
        registered = registry.find(spec.name)
        given = registered.parse(spec)
        registered.factory.values(given)
        alone = spec.size is not None or spec.settings
        targets.append(Target(registered.plugin, registered, given if alone else None))
    return targets


def check_targets(
    targets: Sequence[Target],
    registry: Registry,
    say: Callable[[str], object],
    *,
    debug: bool,
) -> dict[str, Any]:
    """Check all targets, `say` each result as it comes, and return the document for programs.

    Of one target that is its own document; of several, a list of them and whether all are ok.
    """
    documents = [_check(target, registry, say, debug) for target in targets]
    if len(documents) == 1:
        return documents[0]
    return {"checked": documents, "ok": all(document["ok"] for document in documents)}


def _check(
    target: Target, registry: Registry, say: Callable[[str], object], debug: bool
) -> dict[str, Any]:
    record = target.record
    say(f"{target.name} from plugin {record.plugin} of {record.owner}")
    rows: list[dict[str, Any]] = []
    for row in _rows(target, registry):
        rows.append({"check": row.check, "ok": row.ok, "message": row.message})
        shown = row.message.removeprefix(f"{row.check}: ").removeprefix(f"{row.check} ")
        say(printable(f"{row.check:{_WIDTH}}  {row.word:6}  {shown or row.rule}"))
        if debug and row.error is not None:
            traceback.print_exception(row.error, file=sys.stderr)
    failed = sum(row["ok"] is False for row in rows)
    idle = sum(row["ok"] is None for row in rows)
    if failed:
        end = f"{failed} of {len(rows)} checks failed"
    elif idle:  # nothing is ok of which nothing was seen
        end = f"{idle} of {len(rows)} checks were not run"
    else:
        end = f"all {len(rows)} checks hold"
    say(f"{target.name}: {end}")
    return {
        "topology": None if target.registered is None else target.name,
        "plugin": record.plugin,
        "distribution": record.distribution,
        "checks": rows,
        "ok": not failed and not idle,
    }


class _Row(NamedTuple):
    """What is printed of a check."""

    check: str
    ok: bool | None
    message: str
    rule: str
    tried: bool = True
    error: CheckFailed | None = None

    @property
    def word(self) -> str:
        """``-`` where the check says nothing, or was not run."""
        return "FAILED" if self.ok is False else "ok" if self.ok and self.tried else "-"


def _rows(target: Target, registry: Registry) -> Iterator[_Row]:
    from msweeper.testing import Subject, run_checks  # late: nothing else needs them

    record, registered = target.record, target.registered
    wrong = "; ".join((record.error or "").splitlines())
    if record.state == "off":
        wrong = "it is switched off"
    yield _Row(_LOADS, not wrong, wrong, "the plugin loads, and its names are free")
    if registered is None:
        return
    subject = Subject(
        registered.factory,
        name=registered.name,
        given=target.given,
        alone=target.given is not None,
        registered=True,
        files=[one.file for one in registry.records if not one.packaged],
    )
    for one in run_checks(subject):
        rule = one.check.rule[:1].lower() + one.check.rule[1:]
        yield _Row(one.check.name, one.ok, one.message, rule, one.tried, one.error)
