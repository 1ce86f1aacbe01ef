"""The placement benchmark: a run in a process, contradictions, losses, two versions."""

import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace as with_fields

from benchmarks import placement
from benchmarks.harness import rows_in
from benchmarks.placement import Task, against_table, best_known, conflicts, loss_at, time_within
from benchmarks.score_set import score_position
from benchmarks.solving import PlacementRun, assessed, processor_seconds, run
from benchmarks.suite import INSTANCES, Instance, all_instances, chosen, instance, set_names
from odin_solver.notation.positions import position_data
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.layout import position_violations

RUN = PlacementRun(
    values=["10", "4"],
    bounds=["10", "4"],
    proof=2.0,
    seconds=3.0,
    trace=[(0.1, 0, "8"), (0.5, 0, "10"), (1.0, 1, "2"), (1.5, 1, "4")],
    solver="HiGHS",
    faults=[],
)


def other(**fields: object) -> PlacementRun:
    return with_fields(RUN, **fields)


def small() -> Instance:
    return next(each for each in all_instances() if each.name == "fresh-lofoten10")


def test_instances_are_legal() -> None:
    instances = all_instances()
    assert len(instances) >= 80
    for one in instances:
        assert position_violations(one.position) == []
    assert [each.name for each in chosen(instances, "exact-ice*,new-22-full*")] == [
        "exact-iceland",
        *(f"new-22-full{number}" for number in (11, 17, 5)),
    ]


def test_a_set_is_half_in_the_repository() -> None:
    names = set_names("score", 5)
    assert len(set(names)) == 32
    kept = [each for each in names if (INSTANCES / f"{each}.json").exists()]
    assert kept == names[:16]
    for each in map(instance, kept):
        assert each.objective.name == "score"
        assert 1 <= len(each.position.boards) <= 6
        assert 3 <= (each.position.round or 0) <= 7


@pytest.mark.slow
def test_positions_of_a_set_are_made_again_from_their_seed() -> None:
    made = instance("score-5-04").position
    assert made == score_position(5, 4)
    assert position_violations(made) == []
    assert made.round == 7
    assert compile_problem(made).n_placements >= 1500


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("by_processor", [False, True])
def test_a_position_is_solved_in_a_process_of_its_own(by_processor: bool) -> None:
    found = run(small(), 60.0, 2, 0, by_processor=by_processor)
    assert found.faults == []
    assert found.proof is not None
    assert 0 < found.trace[0][0] <= found.proof <= found.seconds
    assert found.found == [Fraction(found.trace[-1][2])]


@pytest.mark.alone
def test_processor_time_is_that_of_engines_in_sessions_of_their_own() -> None:
    code = "sum(range(2_000_000)); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        spent = processor_seconds() - time.process_time()
        child.kill()
    assert spent >= 0.01
    assert processor_seconds() - time.process_time() >= spent - 0.01  # it counts after its end


def test_an_answer_is_checked_by_the_plain_rules() -> None:
    instance = small()
    nothing = position_data(instance.position)

    def answer(after: dict[str, Any], value: str, bound: str | None) -> PlacementRun:
        last = {"at": 5.0, "after": after, "levels": [(value, bound)], "solver": "x"}
        return assessed(instance, [last], 3.0, 10.0)

    (worth,) = answer(nothing, "0", None).values
    right = answer(nothing, worth, None)
    assert (right.faults, right.proof, right.seconds) == ([], None, 2.0)
    assert answer(nothing, worth, worth).proof == 2.0
    assert "claims 99" in answer(nothing, "99", None).faults[0]
    richer = {**nothing, "supply": {**nothing["supply"], "oil": 9}}
    assert answer(richer, worth, None).faults == [
        "the tiles of the answer are not those of the task"
    ]


@pytest.mark.parametrize(
    ("found", "conflict"),
    [
        (other(), ""),
        (other(proof=None, values=["9", "7"], bounds=["11"]), ""),
        (other(proof=None, values=["10", "3"], bounds=["10", "6"]), ""),
        (other(values=["10", "5"], bounds=["10", "5"]), "DISAGREEMENT"),
        (other(values=["9", "9"], bounds=["9", "9"]), "DISAGREEMENT"),
        (other(proof=None, values=["11", "0"], bounds=["12"]), "DISAGREEMENT"),
        (other(proof=None, values=[], bounds=["9"]), "DISAGREEMENT"),
        (other(faults=["robe and wool share an edge"]), "WRONG ANSWER"),
    ],
)
def test_contradictions_are_seen(found: PlacementRun, conflict: str) -> None:
    told = conflicts("fresh-x", [RUN, found])
    assert bool(told) == bool(conflict)
    assert all(each.startswith(conflict) for each in told)


def test_losses_and_times() -> None:
    better = other(values=["10", "8"])
    best = best_known([RUN, better, other(values=["99"], faults=["wrong"])])
    assert best == [10, 8]
    losses = [loss_at(RUN, at, best) for at in (0.0, 0.2, 0.7, 1.2, 9.0)]
    assert losses == [1.0, 0.2, 0.0, 0.75, 0.5]
    assert [time_within(RUN, share, best[0]) for share in (Fraction(1, 5), Fraction(0))] == [
        0.1,
        0.5,
    ]
    assert RUN.gap == 0.0
    assert other(bounds=["15", None]).gap == 0.5
    assert other(bounds=[]).gap is None


def test_two_versions_are_compared_run_by_run() -> None:
    slow = other(trace=[(at * 2, level, text) for at, level, text in RUN.trace], proof=4.0)
    tasks: list[Task] = [("x", 10.0, 2, seed, False) for seed in (0, 1)]
    text = against_table(
        dict.fromkeys(tasks, RUN), {tasks[0]: slow}, {"x": [Fraction(10), Fraction(4)]}, [1.1]
    )
    assert "1 runs" in text
    assert "| time to proof | x 0.50 |" in text
    assert "| loss after 1.1 s, in % | +50.0 |" in text


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "run", lambda *_, **__: RUN)
    out = tmp_path / "runs.jsonl"
    words = ["--instances", "exact-iceland", "--out", str(out), "--repetitions", "2"]
    done = CliRunner().invoke(placement.main, [*words, "--at", "0.2"])
    assert done.exit_code == 0, done.output
    assert "| exact-iceland | 2 of 2 | 2.00 | 10, 4 | 0.0% |" in done.stdout
    assert "0.2 s: loss 20.00%" in done.stdout
    assert len(rows_in(out, Task, PlacementRun)) == 2
    of_set = ["--set", "score", "--instances", "score-0-0[01],score-1-01", "--repetitions", "1"]
    done = CliRunner().invoke(placement.main, of_set)
    assert done.stdout.count("| 1 of 1 | 2.00 |") == 3
    monkeypatch.setattr(placement, "run", lambda *_, **__: other(values=["11", "0"], bounds=["12"]))
    again = ["--instances", "exact-iceland", "--against", str(out)]
    done = CliRunner().invoke(placement.main, again)
    assert done.exit_code == 1
    assert "DISAGREEMENT: exact-iceland" in done.stderr
    assert CliRunner().invoke(placement.main, ["--instances", "nothing"]).exit_code == 2
