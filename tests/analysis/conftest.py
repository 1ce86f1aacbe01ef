import pytest

from odin_solver.analysis import analyst
from tests.analysis.here import solve_here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are solved in this process."""
    monkeypatch.setattr(analyst, "solve", solve_here)
