import pytest

from odin_solver.placement.model.messages import Job
from odin_solver.placement.race import Race, RaceEntry

Raced = list[tuple[RaceEntry, Job]]


@pytest.fixture
def raced(monkeypatch: pytest.MonkeyPatch) -> Raced:
    """The engines of the races that `solve` would hold, and their jobs; none is held."""
    found: Raced = []

    class Recorded(Race):
        def run(self) -> None:
            found.extend((entry, self.job(entry)) for entry in self.entries)

    monkeypatch.setattr("odin_solver.placement.levels.Race", Recorded)
    return found
