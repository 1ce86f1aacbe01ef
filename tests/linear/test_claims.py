"""Engines are not believed: what they claim is compared with what is known."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import pytest
from ortools.sat.python import cp_model

from benchmarks import claims
from benchmarks.claims import EngineTrial, TrialAnswer, fault
from odin_solver.linear import cpsat
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective
from tests.linear.job_shops import job_shop, solve
from tests.linear.lying import BEST, Lie, lying_highs, packing, status_after
from tests.profiles import PROFILE, cases

ROOT = Path(__file__).parents[2]
LIES: list[Lie] = ["low", "high", "infeasible"]

WRONG_ONCE = (1189, 1596, 1621, 2117, 3389, 3747, 4594)
"""Models of `benchmarks.claims` that HiGHS 1.16.0 answered wrongly, given starts by setSolution."""

Processes = dict[str, ProcessPoolExecutor]


@pytest.fixture(scope="module")
def engines() -> Iterator[Processes]:
    with claims.processes() as made:
        yield made


@pytest.mark.slow
def test_random_models(engines: Processes) -> None:
    """Nightly with new seeds; ``python -m benchmarks.claims --record`` does the same."""
    number = cases(30, 2000)
    first = Random().randrange(1 << 40) if PROFILE == "nightly" else 0
    found, unproven = claims.faults(engines, [*WRONG_ONCE, *range(first, first + number)])
    assert found == {}
    assert unproven.total() <= number // 100


@pytest.mark.slow
def test_job_shops(engines: Processes) -> None:
    """A wrong optimum of a model of this size is known (HiGHS 2980)."""
    seeds = list(range(cases(5, 100)))
    jobs = {name: process.submit(solve, name, seeds) for name, process in engines.items()}
    answers = {name: job.result() for name, job in jobs.items()}
    for seed, one, other in zip(seeds, *answers.values(), strict=True):
        assert one.proven
        assert other.proven
        assert fault(job_shop(seed), one, other) is None
        assert fault(job_shop(seed), other, one) is None


@pytest.mark.nightly
@pytest.mark.skipif(which("npm") is None, reason="needs npm and node")
def test_the_solver_of_the_page_without_a_server_answers_by_node() -> None:
    """Its module, its worker and its WebAssembly are those of the page."""
    with claims.processes([claims.SITE]) as site:
        first = Random().randrange(1 << 40)
        found, unproven = claims.faults(site, range(first, first + 200))
    assert found == {}
    assert unproven.total() <= 2


def test_the_installed_solvers_passed_and_are_pinned() -> None:
    """After a change of version: ``python -m benchmarks.claims --record``."""
    passed = json.loads(claims.RECORD.read_text())
    assert passed["models"] >= 2000
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for package, installed in claims.installed().items():
        assert passed[package] == installed
        pinned = [line.partition(";")[0] for line in project["dependencies"]]
        assert package == claims.SITE or f"{package}=={installed}" in pinned
    shown = (ROOT / "web/browser/highs.py").read_text(encoding="utf-8")
    assert f'VERSION = "HiGHS", "{claims.installed()[claims.SITE]}"' in shown


@pytest.mark.slow
def test_the_error_that_the_documentation_reports_is_still_there() -> None:
    page = (ROOT / "docs/solver-errors.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-3:] == ["HighsModelStatus.kOptimal", "2.0", "1.0"]


def test_only_one_place_makes_solvers_of_cp_sat() -> None:
    makers = [
        str(path.relative_to(ROOT))
        for folder in ("odin_solver", "puzzles", "web", "cli", "benchmarks", "tests", "examples")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\bCpSolver\(\)", path.read_text())
    ]
    assert [path for path in makers if path != str(Path("tests/linear/test_claims.py"))] == [
        "odin_solver/linear/cpsat.py",
        "benchmarks/set/solvers.py",  # which compares solvers
    ]


def test_the_comparison_sees_what_is_false() -> None:
    linear = LinearModel([1] * 3)
    linear.add_at_most_one((0, 1))
    objective = LinearObjective(dict.fromkeys(range(3), 1), 0, 1)
    trial = EngineTrial(linear, objective, None, None, False, 0, None, 2, True)
    good, poor = (0, 1, 1), (1, 0, 0)
    assert fault(trial, TrialAnswer(3, True, [poor, good], 2.0)) is None
    assert fault(trial, TrialAnswer(3, True, [good], 1.0)) == "bound 1.0 below 2"
    assert fault(trial, TrialAnswer(3, True, [poor], 2.0)) == "1 proven, but 2 is reached"
    assert fault(trial, TrialAnswer(3, True, [])) == "None proven, but 2 is reached"
    assert fault(trial, TrialAnswer(3, True, [(1, 1, 0)])) == "infeasible solution"
    assert fault(trial, TrialAnswer(3, False, [poor])) is None
    blind = replace(trial, best=None, complete=False)
    right = TrialAnswer(3, True, [good])
    assert fault(blind, TrialAnswer(3, True, [poor])) is None
    assert fault(blind, TrialAnswer(3, True, [poor]), right) == "1 proven, but 2 is reached"
    denied = replace(trial, cutoff=1)
    assert fault(denied, TrialAnswer(3, True, [])) == "1 proven, but 2 is reached"
    assert fault(replace(trial, cutoff=2), TrialAnswer(3, True, [], 2.0)) is None


def value(answer: TrialAnswer) -> int:
    return packing().objective.value(answer.solutions[-1].__getitem__).numerator


@pytest.mark.slow
@pytest.mark.parametrize("lie", [None, *LIES])
def test_highs_is_asked_again_without_presolve(engines: Processes, lie: Lie | None) -> None:
    answer = engines["highs"].submit(lying_highs, lie).result()
    assert answer.proven
    assert answer.least == BEST
    assert value(answer) == BEST


@pytest.mark.parametrize("lie", LIES)
def test_highs_proves_nothing_if_it_is_wrong_again(engines: Processes, lie: Lie) -> None:
    answer = engines["highs"].submit(lying_highs, lie, True).result()
    assert not answer.proven
    assert answer.least >= BEST


@pytest.mark.parametrize(("turn", "status"), [(0.0, "stopped"), (1e6, "optimal")])
def test_a_turn_of_highs_ends_by_processor_time_and_tells_bounds(
    engines: Processes, turn: float, status: str
) -> None:
    ended, least = engines["highs"].submit(status_after, turn).result()
    assert ended == status
    assert least >= BEST
    assert (least < inf) == (status == "optimal")


class LyingCpSat(cp_model.CpSolver):
    """CP-SAT, but for its claims."""

    lie: Lie
    always: bool

    @property
    def _lying(self) -> bool:
        return self.always or self.parameters.cp_model_presolve

    def solve(self, model: cp_model.CpModel, *others: Any) -> Any:
        status = super().solve(model, *others)
        return cp_model.INFEASIBLE if self.lie == "infeasible" and self._lying else status

    @property
    def objective_value(self) -> float:
        if self._lying and self.lie in ("low", "high"):
            return 4.0 if self.lie == "low" else 7.0
        return super().objective_value


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("always", [False, True])
def test_cp_sat_is_asked_again_without_presolve(
    monkeypatch: pytest.MonkeyPatch, lie: Lie, always: bool
) -> None:
    made = cpsat.new_solver

    def lying(*, workers: int, seed: int = 0, seconds: float | None = None) -> LyingCpSat:
        solver = LyingCpSat()
        solver.parameters.copy_from(made(workers=workers, seed=seed, seconds=seconds).parameters)
        solver.lie, solver.always = lie, always
        return solver

    monkeypatch.setattr(cpsat, "new_solver", lying)
    answer = TrialAnswer(20)
    assert cpsat.maximise(packing(), answer) is not always
    assert answer.least >= BEST
    assert value(answer) == BEST
