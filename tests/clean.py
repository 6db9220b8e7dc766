"""A clean environment: a folder with a virtual environment of its own, and nothing of ours."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
_HIDDEN = ("PYTHON", "PYTEST", "VIRTUAL", "COV", "MSWEEPER")


class Clean:
    """A clean environment, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scripts = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(_HIDDEN)}
        self.env["MSWEEPER_HOME"] = str(folder / "home")
        self.env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        self.env["PATH"] = f"{self.scripts}{os.pathsep}{self.env['PATH']}"
        venv.create(folder / "env", with_pip=True)

    def run(self, name: str, *arguments: str, stdin: str = "", cwd: Path | None = None) -> str:
        """Run a command of the environment, which must succeed, and return what it prints."""
        done = subprocess.run(
            [str(self.scripts / name), *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=cwd or self.folder,
            env=self.env,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
