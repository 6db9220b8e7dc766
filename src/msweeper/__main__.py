"""The command: answers ``--version`` before anything heavy is imported."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from msweeper.sitting.opening import Opening
    from msweeper.sitting.sitting import Result

__all__ = ["main"]


def _full_screen(opening: Opening) -> tuple[Result | None, int]:
    """Open the full screen: the command line does not know it, nor it the command line."""
    from msweeper.tui.app import run

    return run(opening)


def main() -> None:
    """Run the ``msweeper`` command and leave with its exit code."""
    try:
        if sys.argv[1:] in (["--version"], ["-V"]):
            from msweeper import __version__

            with suppress(OSError):  # what cannot be written is told below
                print(f"msweeper {__version__}", flush=True)
                return
        from msweeper.cli.run import run

        code = run(sys.argv[1:], full_screen=_full_screen)
    except KeyboardInterrupt:  # while importing
        code = 130
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
