"""The compiled engine for its tests."""

import os

import pytest

from odin_solver.rollouts.library import Library, library


@pytest.fixture(scope="session")
def engine() -> Library:
    """The compiled engine; its absence is a failure where its tests are required."""
    found = library()
    if found is None:
        absent = pytest.fail if os.environ.get("ODIN_ENGINE_TESTS") == "required" else pytest.skip
        absent("the compiled engine is not built: python hatch_build.py")
    return found
