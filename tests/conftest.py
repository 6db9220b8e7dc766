"""Profiles of hypothesis, and the plugins that are installed."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from msweeper.plugins import Registry
from tests import support

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "dev")
)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """Everything that is installed. Not to be changed."""
    return support.REGISTRY
