"""The command: answers ``--version`` before anything heavy is imported."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["main"]


def main() -> None:
    """Run the ``msweeper`` command and leave with its exit code."""
    try:
        if sys.argv[1:] in (["--version"], ["-V"]):
            from msweeper import __version__

            with suppress(OSError):  # what cannot be written is told below
                print(f"msweeper {__version__}", flush=True)
                return
        from msweeper.cli.run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while importing
        code = 130
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
