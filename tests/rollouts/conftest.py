"""The compiled engine for its tests."""

import pytest

from odin_solver.rollouts.library import Library, library


@pytest.fixture(scope="session")
def engine() -> Library:
    """The compiled engine; without it the tests fail."""
    return library()
