"""What the engines claim about small random models: ``python -m benchmarks.claims``.

Models are packings, covers and knapsacks with ladders and cuts; engines are given poor starts,
cutoffs, and solutions from elsewhere. Answers are compared with looking at all assignments where
these are few, and otherwise with those of the other engines. CP-SAT and HiGHS conflict within one
process, so each has one of its own. HiGHS of the page without a server is asked, too, by node.
"""

import importlib
import json
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from typing import cast

import click
import numpy as np
import numpy.typing as npt

from benchmarks import site_highs
from benchmarks.harness import RESULTS, errors_in_a_line
from odin_solver.linear.engine import Engine, SearchTask
from odin_solver.linear.model import LinearModel, Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import SOLVERS
from odin_solver.support.files import write_whole

RECORD = RESULTS / "claims.json"
"""Versions of the solvers that passed, and what they passed."""

PACKAGES = ("highspy", "ortools")

SITE = "highs (npm)"
"""HiGHS of the page without a server."""

ENGINES = dict[str, str](SOLVERS.items()) | {SITE: "benchmarks.site_highs"}
"""Full names of the modules of all engines that are shipped anywhere."""

MOST_ASSIGNMENTS = 1 << 14
"""All assignments of a model that is not large are looked at; it has at most so many."""

LARGE_SHARE = 0.2
"""Share of models that are larger."""

SECONDS = 60.0
"""Most seconds of an answer."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class EngineTrial:
    """A model, and how an engine is asked about it.

    Attributes
    ----------
    linear, objective, start, cutoff, by_relaxation, seed
        As in `odin_solver.linear.engine.SearchTask`.
    elsewhere
        A solution that comes from elsewhere during the search, if there is one.
    best
        The largest value of the objective's terms by looking at all assignments; None if there is
        no solution.
    complete
        Whether all assignments were looked at.
    """

    linear: LinearModel
    objective: LinearObjective
    start: tuple[int, ...] | None
    cutoff: int | None
    by_relaxation: bool
    seed: int
    elsewhere: tuple[int, ...] | None
    best: int | None
    complete: bool


@dataclass
class TrialAnswer:
    """What an engine said; a listener.

    Attributes
    ----------
    proven
        Whether it claims a proof.
    solutions
        All assignments that it reported.
    bound
        The least bound that it reported.
    """

    size: int
    proven: bool = False
    solutions: list[tuple[int, ...]] = field(default_factory=list)
    least: float = np.inf

    def solution(self, chosen: Callable[[Var], int]) -> None:
        self.solutions.append(tuple(chosen(var) for var in range(self.size)))

    def bound(self, raw: float) -> None:
        self.least = min(self.least, raw)


def random_trial(seed: int) -> EngineTrial:
    """Make the trial of a seed."""
    choose = Random(seed)
    large = choose.random() < LARGE_SHARE
    size = choose.randint(25, 90) if large else choose.randint(3, 13)
    linear = LinearModel()
    upper = choose.choice([(1,), (1,), (1, 1, 2, 3)])
    assignments = 1
    while len(linear.upper) < size and (large or assignments <= MOST_ASSIGNMENTS // 4):
        assignments *= 1 + linear.upper[linear.add_variable(choose.choice(upper))]
    size = len(linear.upper)
    _add_rows(linear, choose)
    factors = choose.choice([(1,), (1, 1, 0), (1, 2, 3), (-1, 0, 1, 2), (2, 4, 6), (-3, 5, 7, 11)])
    terms = {var: choose.choice(factors) for var in range(size)}
    objective = LinearObjective({var: f for var, f in terms.items() if f}, 0, 1)
    known = _some_solutions(linear, choose) if large else _all_solutions(linear)
    costs = np.array([objective.terms.get(var, 0) for var in range(size)], dtype=np.int64)
    values = known @ costs
    if len(known) and choose.random() < 0.3:  # a cut
        value = int(choose.choice(values))
        if choose.random() < 0.5:
            linear.add_constraint(objective.terms, lower=value)
            kept = values >= value
        else:
            linear.add_constraint(objective.terms, upper=value)
            kept = values <= value
        known, values = known[kept], values[kept]
    order = np.argsort(values, kind="stable")
    start = elsewhere = cutoff = None
    if len(known):
        pick = choose.choice([0, 0, len(known) // 2, len(known) - 1])
        if choose.random() < 0.7:
            start = tuple(int(value) for value in known[order[pick]])
        if choose.random() < 0.3:
            elsewhere = tuple(int(value) for value in known[choose.randrange(len(known))])
        if choose.random() < 0.4:
            cutoff = int(values[order[choose.choice([0, len(known) // 2, -1, -1])]])
            cutoff -= choose.choice([0, 0, 0, objective.step])
            start = elsewhere = None
    return EngineTrial(
        linear=linear,
        objective=objective,
        start=start,
        cutoff=cutoff,
        by_relaxation=choose.random() < 0.5,
        seed=choose.randrange(100),
        elsewhere=elsewhere,
        best=int(values.max()) if len(known) else None,
        complete=not large,
    )


def _add_rows(linear: LinearModel, choose: Random) -> None:
    size = len(linear.upper)
    zero_one = [var for var in range(size) if linear.upper[var] == 1]

    def some(of: Sequence[int], least: int, most: int) -> list[int]:
        return choose.sample(of, min(len(of), choose.randint(least, most)))

    for _ in range(choose.randint(0, size)):
        linear.add_at_most_one(some(zero_one, 2, 5))
    for _ in range(choose.choice([0, 0, 1, 2, size // 4])):  # exactly one, or one that is used
        names = some(zero_one, 2, 5)
        if len(names) > 1:
            linear.add_constraint(dict.fromkeys(names, 1), lower=1, upper=choose.choice([1, None]))
    for _ in range(choose.choice([0, 0, 1, 2, size // 4])):
        names = some(zero_one, 2, 4)
        if len(names) > 1:
            linear.add_implication(names[0], names[1:])
    for _ in range(choose.choice([0, 1, 1, 3])):  # a knapsack
        terms = {var: choose.choice([1, 1, 1, 2, 3, -1]) for var in some(range(size), 2, 12)}
        most = sum(max(0, factor) * linear.upper[var] for var, factor in terms.items())
        upper = choose.randint(most // 3, most)
        lower = choose.choice([None, None, upper, upper - 1, upper - 3])
        linear.add_constraint(terms, lower=lower, upper=upper)
    if len(zero_one) > 3 and choose.random() < 0.4:
        ladder = tuple(some(zero_one, 2, 4))
        for above, below in zip(ladder[1:], ladder, strict=False):
            linear.add_implication(above, [below])
        linear.ladders.append(ladder)


def _all_solutions(linear: LinearModel) -> Ints:
    grid = np.indices([upper + 1 for upper in linear.upper], dtype=np.int64)
    return _feasible(linear, grid.reshape(len(linear.upper), -1).T)


def _some_solutions(linear: LinearModel, choose: Random) -> Ints:
    """Return solutions near random ones."""
    tried = np.zeros((2000, len(linear.upper)), dtype=np.int64)
    generator = np.random.default_rng(choose.randrange(1 << 30))
    for number in range(len(tried)):
        share = generator.random() * 0.3
        chosen = generator.random(len(linear.upper)) < share
        tried[number] = np.where(chosen, np.array(linear.upper), 0)
    return _feasible(linear, tried)


def _feasible(linear: LinearModel, values: Ints) -> Ints:
    kept = np.ones(len(values), dtype=bool)
    for clique in linear.cliques:
        kept &= values[:, list(clique)].sum(axis=1) <= 1
    for row in linear.constraints:
        total = values[:, [var for var, _ in row.terms]] @ [factor for _, factor in row.terms]
        kept &= (total >= row.lower) if row.lower is not None else True
        kept &= (total <= row.upper) if row.upper is not None else True
    return values[kept]


def ask(name: str, seeds: Sequence[int]) -> list[TrialAnswer]:
    """Give trials to an engine, in this process."""
    engine = cast(Engine, importlib.import_module(ENGINES[name]))
    return [answered(engine, random_trial(seed)) for seed in seeds]


def answered(engine: Engine, trial: EngineTrial) -> TrialAnswer:
    """Return what an engine says about a trial."""
    answer = TrialAnswer(len(trial.linear.upper))
    task = SearchTask(
        linear=trial.linear,
        objective=trial.objective,
        start=trial.start,
        seconds=SECONDS,
        threads=1,
        seed=trial.seed,
        by_relaxation=trial.by_relaxation,
        cutoff=trial.cutoff,
        better=lambda: trial.elsewhere,
    )
    answer.proven = engine.maximise(task, answer)
    return answer


def fault(trial: EngineTrial, answer: TrialAnswer, other: TrialAnswer | None = None) -> str | None:
    """Return what is false in an answer, by the assignments and by the answer of another engine."""
    values = np.array(answer.solutions, dtype=np.int64).reshape(len(answer.solutions), answer.size)
    if len(_feasible(trial.linear, values)) < len(values) or (values < 0).any():
        return "infeasible solution"
    if (values > trial.linear.upper).any():
        return "infeasible solution"
    value = _value(trial, answer)
    known = [each for each in (trial.best, value, trial.cutoff) if each is not None]
    if other is not None and other.solutions:
        known.append(_value(trial, other) or 0)
    best = max(known, default=None)
    if best is None:
        return None
    if answer.least < best - 1e-3:
        return f"bound {answer.least} below {best}"
    reached = value if value is not None else trial.cutoff
    if answer.proven and reached != best:
        return f"{reached} proven, but {best} is reached"
    return None


def _value(trial: EngineTrial, answer: TrialAnswer) -> int | None:
    return max((_total(trial, solution) for solution in answer.solutions), default=None)


def _total(trial: EngineTrial, solution: Sequence[int]) -> int:
    return sum(factor * solution[var] for var, factor in trial.objective.terms.items())


@contextmanager
def processes(names: Iterable[str] = SOLVERS) -> Iterator[dict[str, ProcessPoolExecutor]]:
    """Give each engine a process of its own; by default those that are installed."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        yield {name: stack.enter_context(ProcessPoolExecutor(1, context)) for name in names}


def faults(
    engines: dict[str, ProcessPoolExecutor], seeds: Sequence[int]
) -> tuple[dict[str, str], Counter[str]]:
    """Return what is false in the answers to trials, and how many answers are unproven.

    Faults are named by engine and seed.
    """
    jobs = {name: process.submit(ask, name, seeds) for name, process in engines.items()}
    answers = {name: job.result() for name, job in jobs.items()}
    found: dict[str, str] = {}
    unproven: Counter[str] = Counter()
    for number, seed in enumerate(seeds):
        trial = random_trial(seed)
        for name in engines:
            answer = answers[name][number]
            for other in engines.keys() - {name}:
                if (what := fault(trial, answer, answers[other][number])) is not None:
                    found[f"{name}, seed {seed}"] = what
            unproven[name] += not answer.proven
    return found, unproven


def installed() -> dict[str, str]:
    """Return the versions of the solvers, that of the page without a server included."""
    return {package: version(package) for package in PACKAGES} | {SITE: site_highs.version()}


@click.command()
@click.option("--models", default=2000, show_default=True, help="How many models.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first.")
@click.option("--record", is_flag=True, help=f"Write {RECORD.name} if nothing is false.")
@errors_in_a_line()
def main(models: int, seed: int, record: bool) -> None:
    """Compare what the engines claim about random models with the truth."""
    with processes(ENGINES) as engines:
        found, unproven = faults(engines, range(seed, seed + models))
    for where, what in found.items():
        click.echo(f"{where}: {what}")
    asked = {"models": models, "seed": seed, "unproven": sum(unproven.values())}
    click.echo(f"{installed()} {asked}: {len(found)} false")
    if found:
        sys.exit(1)
    if record:
        write_whole(RECORD, json.dumps({**installed(), **asked}, indent=2) + "\n")


if __name__ == "__main__":
    main()
