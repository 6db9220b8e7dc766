"""The hooks that a plugin can implement. Calls are by keyword; results are returned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from msweeper.factory import TopologyFactory

__all__ = ["GROUP", "hookimpl", "hookspec", "msweeper_topologies"]

GROUP = "msweeper"
"""The entry-point group, and pluggy's project name."""

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


@hookspec
def msweeper_topologies() -> Iterable[TopologyFactory]:  # type: ignore[empty-body]
    """Return the families of topologies that this plugin brings."""
