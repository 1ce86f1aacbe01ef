import pytest

from odin_solver.analysis import analyst
from tests.analysis.here import answer_here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are solved in this process."""
    monkeypatch.setattr(analyst, "answer", answer_here)
