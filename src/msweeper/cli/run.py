"""Runs the command line: every error becomes one line on stderr and an exit code, here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from copy import copy
from typing import TYPE_CHECKING, Any

import typer
from typer.exceptions import TyperException

from msweeper.cli import (  # their commands register themselves
    authoring,
    judging,
    keeping,
    listing,
    picture,
    playing,
)
from msweeper.cli.app import ClosedPipe, Interrupted, app
from msweeper.errors import FileError, MsweeperError, UsageError, printable

if TYPE_CHECKING:
    from msweeper.sitting.opening import OpenFullScreen

__all__ = ["COMMANDS", "run"]

COMMANDS = (playing, judging, keeping, picture, listing, authoring)
"""The modules whose commands `app` has."""
_COMPLETION = frozenset({"--install-completion", "--show-completion"})
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
_VARIABLE = "_MSWEEPER_COMPLETE"


def run(arguments: Sequence[str], *, full_screen: OpenFullScreen | None = None) -> int:
    """Run the command with these arguments and return its exit code.

    `full_screen` opens the full screen, where there is one.
    """
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # an encoding that lacks a character never stops a game
            reconfigure(errors="replace")
    try:
        if _COMPLETION & set(arguments):
            return _completion(list(arguments))
        code = _slim(arguments)(
            list(arguments), prog_name="msweeper", standalone_mode=False, obj=full_screen
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (ClosedPipe, BrokenPipeError):
        _let_go_of_stdout()
        return 0
    except (Interrupted, KeyboardInterrupt, typer.Abort) as stop:
        with suppress(OSError):
            sys.stdout.flush()
            print("interrupted", file=sys.stderr)
        return getattr(stop, "code", 130)
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
    except Exception as error:  # our own fault: one line for people, all of it for us
        _complain(
            arguments,
            "internal",
            f"something went wrong inside: {type(error).__name__}: {error} (--debug shows where)",
        )
        if "--debug" in arguments:
            _trace(error)
        return 1


def _slim(arguments: Sequence[str]) -> typer.Typer:
    """Return the application with only the command that is called: building all takes 40 ms.

    All of them where others may be named: in help, in completion, for a command that is not known.
    """
    known = {
        one.name or one.callback.__name__: one
        for one in app.registered_commands
        if one.callback is not None
    }
    at = next((i for i, argument in enumerate(arguments) if argument in known), None)
    if at is None or arguments[at] == "help" or _VARIABLE in os.environ:
        return app
    if {"-h", "--help"} & set(arguments[:at]):
        return app
    slim = copy(app)
    slim.registered_commands = [known[arguments[at]]]
    return slim


def _open_what_is_closed() -> None:
    """Give a stream that the caller has closed a place to go to, or nothing to read."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (kept to the end)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _completion(arguments: list[str]) -> int:
    """Show or install completion, for the shell that is named or the one we run in.

    The framework finds the shell we run in, but takes no name of one and, where it finds none
    that it knows, does not say which it knows.
    """
    named = [argument for argument in arguments if argument not in _COMPLETION]
    if len(named) == 1 and named[0] in _SHELLS:
        shell = named[0]
        from typer.completion import (  # type: ignore[attr-defined]
            get_completion_script,
            install,
        )

        if "--show-completion" in arguments:
            print(get_completion_script(prog_name="msweeper", complete_var=_VARIABLE, shell=shell))
        else:
            try:
                _, path = install(shell=shell, prog_name="msweeper", complete_var=_VARIABLE)
            except OSError as error:
                raise FileError(f"completion cannot be installed: {error}") from error
            print(f"{shell} completion installed in {path}; it works in the next shell you start")
        return 0
    if named:
        raise UsageError(f"completion knows {', '.join(_SHELLS)}, not {' '.join(named)}")
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
    line = printable(" ".join(message.split("\n")))
    if {"--json", "--jsonl"} & set(arguments):
        import json

        line = json.dumps({"error": kind, "message": line}, ensure_ascii=False)
    else:
        line = f"msweeper: {line}"
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


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
