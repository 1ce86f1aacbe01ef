"""The race: who begins when."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from benchmarks.suite import all_instances
from odin_solver import Limits, solve
from odin_solver.components import board
from odin_solver.placement.model.messages import Bound, Done, Incumbent, Job, Start
from odin_solver.placement.model.worker import work
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.problem import Laid
from odin_solver.placement.race import Race, RaceEntry, RaceState
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.placement.asking import ask
from tests.placement.conftest import Raced
from tests.placement.model.inprocess import make_job, solve_in_process
from tests.placement.objectives import income_and_bonuses
from tests.timing import HANGING

SMALL = Position((BoardState(board("orkney")),), {"hide": 2, "oil": 1})

ENTRIES = [
    RaceEntry("cp-sat", "head start", 1, waits="nothing"),
    RaceEntry("highs", "prove", 1, waits="head start"),
    RaceEntry("cp-sat", "improve", 1, waits="construction"),
]


class Engine:
    """Answers at once when it is told to begin."""

    def __init__(self, answers: list[Any], outbox: "queue.Queue[Any]", begun: list["Engine"]):
        self.solver, self.version = "fake", "0"
        self._answers, self._outbox, self._begun = answers, outbox, begun

    def send(self, message: object) -> None:
        if isinstance(message, Start):
            self._begun.append(self)
            for answer in self._answers:
                self._outbox.put((self, answer))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("end", [Done(), None])
def test_the_prover_begins_when_the_lead_has_ended_or_died(end: Done | None) -> None:
    begun: list[Engine] = []
    answers: dict[str, list[Any]] = {
        "improve": [Incumbent(Fraction(7), ())],
        "head start": [Incumbent(Fraction(8), ()), end],
        "prove": [Bound(Fraction(8))],
    }

    class Engines:
        def start(self, job: RaceEntry, outbox: "queue.Queue[Any]") -> Engine:
            return Engine(answers[job.part], outbox, begun)

    state = RaceState()
    Race(
        processes=Engines(),  # type: ignore[arg-type]  # stands in for processes
        job=lambda entry: entry,  # type: ignore[arg-type, return-value]  # its job
        entries=ENTRIES,
        state=state,
        until=time.monotonic() + HANGING,
        cancelled=lambda: False,
        accept=lambda *_: None,
    ).run()
    assert len(begun) == 3
    assert state.value == Fraction(8)
    assert state.proven


@pytest.mark.parametrize("claim", [Bound(Fraction(7)), Done(Fraction(7))])
@pytest.mark.parametrize("first", [True, False])
def test_a_bound_that_a_legal_layout_exceeds_counts_no_more(claim: Any, first: bool) -> None:
    """Nor does any other of that engine, but those of others do."""
    claims = [claim, Incumbent(Fraction(8), ())]
    answers: dict[str, list[Any]] = {
        "head start": [Done()],
        "prove": [*(claims if first else reversed(claims)), Bound(Fraction(8)), Done(Fraction(8))],
        "improve": [Bound(Fraction(9)), Done()],
    }

    class Engines:
        def start(self, job: RaceEntry, outbox: "queue.Queue[Any]") -> Engine:
            return Engine(answers[job.part], outbox, [])

    state = RaceState(bound=Fraction(20))
    Race(
        processes=Engines(),  # type: ignore[arg-type]  # stands in for processes
        job=lambda entry: entry,  # type: ignore[arg-type, return-value]  # its job
        entries=ENTRIES,
        state=state,
        until=time.monotonic() + HANGING,
        cancelled=lambda: False,
        accept=lambda *_: None,
    ).run()
    assert state.value == Fraction(8)
    assert state.bound == Fraction(9)
    assert not state.proven


@pytest.mark.parametrize("best", [7, 8])
def test_where_cores_are_short_engines_start_after_the_local_searches(best: int) -> None:
    """Without, they start before; a lead always does."""
    events: list[str] = []
    begun: list[Engine] = []
    answers: dict[str, list[Any]] = {
        "improve": [],
        "head start": [Done()],
        "prove": [Incumbent(Fraction(8), ())],
    }

    class Engines:
        def start(self, job: RaceEntry, outbox: "queue.Queue[Any]") -> Engine:
            events.append(job.part)
            return Engine(answers[job.part], outbox, begun)

    def constructed() -> Iterator[tuple[Fraction, tuple[Laid, ...]] | None]:
        yield Fraction(1), ()
        events.append("constructed")
        yield Fraction(best), ()

    for hold in (False, True):
        events.clear()
        state = RaceState(bound=Fraction(8))
        Race(
            processes=Engines(),  # type: ignore[arg-type]  # stands in for processes
            job=lambda entry: entry,  # type: ignore[arg-type, return-value]  # its job
            entries=ENTRIES,
            state=state,
            constructed=constructed(),
            hold=hold,
            until=time.monotonic() + HANGING,
            cancelled=lambda: False,
            accept=lambda *_: None,
        ).run()
        assert state.proven
        if not hold:
            assert events[:3] == ["head start", "prove", "improve"]
        elif best == 8:
            assert events == ["head start", "constructed"]
        else:
            assert events == ["head start", "constructed", "prove", "improve"]


def test_cores_are_short_where_the_first_local_searches_take_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held: list[bool] = []

    monkeypatch.setattr(Race, "run", lambda race: held.append(race.hold))
    for cores, workers in ((1, 1), (2, 1), (2, 2), (2, 8), (3, 8)):
        monkeypatch.setattr("odin_solver.placement.levels.available_cores", lambda n=cores: n)
        ask(SMALL, "final", limits=Limits(9, workers), ties=False)
    assert held == [True, False, True, True, False]


def test_only_large_positions_of_several_boards_without_a_start_have_a_head_start(
    raced: Raced,
) -> None:
    full = next(each for each in all_instances() if each.name == "fresh-full42")
    ask(full.position, "final", ties=False, limits=Limits(1))
    assert [entry for entry, _ in raced] == ENTRIES
    raced.clear()
    ask(full.position, "final", start=full.position, ties=False, limits=Limits(1))
    assert [entry.part for entry, _ in raced] == ["prove", "improve"]
    raced.clear()
    ask(SMALL, "final", ties=False)
    assert [entry.part for entry, _ in raced] == ["prove", "improve"]


def test_the_lead_is_shorter_where_cells_do_not_count(raced: Raced) -> None:
    full = next(each for each in all_instances() if each.name == "fresh-full42")
    at_once = threading.Event()
    at_once.set()
    for objective in ("final", income_and_bonuses(3)):
        solve(full.position, objective, limits=Limits(100), cancel=at_once)
    assert [job.seconds for entry, job in raced if entry.part == "head start"] == [10, 5]


def test_the_levels_after_one_guide_its_search(raced: Raced) -> None:
    objective = income_and_bonuses(3)
    ask(SMALL, objective, ties=False)
    assert raced
    for _, job in raced:
        assert (job.weights, *job.later) == objective.levels


def head_start(job: Job) -> list[Any]:
    """What a lead reports that begins with nothing."""
    inbox: queue.Queue[Any] = queue.Queue()
    inbox.put(Start(()))
    sent: list[Any] = []
    work(replace(job, part="head start"), inbox, sent.append)
    return sent


@pytest.mark.slow
def test_a_lead_searches_locally_until_that_gains_no_more() -> None:
    objective = choose_objective(SMALL, "final")
    *layouts, end = head_start(make_job(SMALL, objective.levels[0]))
    assert end == Done()
    assert layouts[-1].value == solve_in_process(SMALL, objective).values[0]


@pytest.mark.slow
def test_a_lead_reports_no_layout_below_an_earlier_level() -> None:
    objective = income_and_bonuses(3)
    first, second, *_ = objective.levels
    best = solve_in_process(SMALL, objective).values[0]
    assert len(head_start(make_job(SMALL, second, [MinimumValue(first, best)]))) > 1
    assert head_start(make_job(SMALL, second, [MinimumValue(first, best + 1)])) == [Done()]
