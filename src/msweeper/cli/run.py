"""Runs the command line: every error becomes one line on stderr and an exit code, here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

import typer
from typer.exceptions import TyperException

from msweeper.cli.app import ClosedPipe, Interrupted, app
from msweeper.errors import MsweeperError, UsageError

__all__ = ["run"]

_COMPLETION = frozenset({"--install-completion", "--show-completion"})
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
_VARIABLE = "_MSWEEPER_COMPLETE"


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # an encoding that lacks a character never stops a game
            reconfigure(errors="replace")
    try:
        if _COMPLETION & set(arguments):
            return _completion(list(arguments))
        code = app(list(arguments), prog_name="msweeper", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (ClosedPipe, BrokenPipeError):
        _let_go_of_stdout()
        return 0
    except (Interrupted, KeyboardInterrupt, typer.Abort):
        with suppress(BrokenPipeError):
            sys.stdout.flush()
            print("interrupted", file=sys.stderr)
        return 130
    except MsweeperError as error:
        _complain(arguments, error.kind, error.message)
        if "--debug" in arguments:
            _trace(error)
        return error.exit_code
    except OSError as error:  # files have errors of their own: what is left is the output
        _let_go_of_stdout()
        _complain(arguments, "file", f"cannot write: {error.strerror or error}")
        return 1
    except TyperException as error:
        _complain(arguments, "usage", _one_line(error))
        return 2


def _completion(arguments: list[str]) -> int:
    """Show or install completion, for the shell that is named or the one we run in.

    The framework finds the shell we run in, but takes no name of one and, where it finds none
    that it knows, does not say which it knows.
    """
    shell = arguments[-1]
    if shell in _SHELLS:
        from typer.completion import (  # type: ignore[attr-defined]
            get_completion_script,
            install,
        )

        if "--show-completion" in arguments:
            print(get_completion_script(prog_name="msweeper", complete_var=_VARIABLE, shell=shell))
        else:
            _, path = install(shell=shell, prog_name="msweeper", complete_var=_VARIABLE)
            print(f"{shell} completion installed in {path}; it works in the next shell you start")
        return 0
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(io.StringIO()):
            code = app(arguments, prog_name="msweeper", standalone_mode=False)
    except SystemExit as stop:
        code = stop.code
    if not code:
        print(said.getvalue().rstrip())
        return 0
    raise UsageError(
        f"this shell is not one that completion knows: name one, as in"
        f" msweeper {' '.join(_COMPLETION & set(arguments))} bash ({', '.join(_SHELLS)})"
    )


def _complain(arguments: Sequence[str], kind: str, message: str) -> None:
    with suppress(OSError):
        sys.stdout.flush()
    line = " ".join(message.split("\n"))
    if {"--json", "--jsonl"} & set(arguments):
        import json

        line = json.dumps({"error": kind, "message": line}, ensure_ascii=False)
    else:
        line = f"msweeper: {line}"
    with suppress(BrokenPipeError):
        print(line, file=sys.stderr)


def _one_line(error: TyperException) -> str:
    message = error.format_message().rstrip(".")
    context: Any = getattr(error, "ctx", None)
    where = getattr(context, "command_path", "msweeper")
    return f"{message[:1].lower()}{message[1:]} (see {where} --help)"


def _trace(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error, file=sys.stderr)


def _let_go_of_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush is silent too."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
