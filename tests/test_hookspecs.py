"""Every hook has a test here, and a text for authors."""

from __future__ import annotations

import inspect

import pytest

from msweeper import hookspecs
from tests.plugins.workshop import OFFERS_POND, POND, Workshop

HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("msweeper_"))


def test_hook_msweeper_topologies(workshop: Workshop) -> None:
    workshop.add("pond", POND + OFFERS_POND)
    assert workshop.load().find("pond").factory.summary == "a row of lilies"


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_text_annotations_and_a_test(name: str) -> None:
    hook = getattr(hookspecs, name)
    assert inspect.getdoc(hook)
    assert "return" in hook.__annotations__
    assert f"test_hook_{name}" in globals()
