from __future__ import annotations

import pytest

from msweeper.plugins import Registry, load_plugins


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load_plugins()
