"""Profiles of hypothesis, and the plugins that are installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from msweeper.plugins import Registry
from tests import support
from tests.plugins.workshop import Workshop, forget, make

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "dev")
)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """Everything that is installed. Not to be changed."""
    return support.REGISTRY


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    """A folder that installs plugins; its own for each test."""
    yield make(tmp_path / "site", monkeypatch)
    forget()
