from collections.abc import Callable

import pytest

from odin_solver.placement.model.messages import Job
from odin_solver.placement.race import RaceEntry

Raced = list[tuple[RaceEntry, Job]]


@pytest.fixture
def raced(monkeypatch: pytest.MonkeyPatch) -> Raced:
    """The engines of the races that `solve` would hold, and their jobs; none is held."""
    found: Raced = []

    def record(
        processes: object,
        job: Callable[[RaceEntry], Job],
        entries: list[RaceEntry],
        *_: object,
        **__: object,
    ) -> None:
        found.extend((entry, job(entry)) for entry in entries)

    monkeypatch.setattr("odin_solver.placement.levels.race", record)
    return found
