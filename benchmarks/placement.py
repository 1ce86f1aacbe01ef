"""The placement benchmark: ``python -m benchmarks.placement``; see `benchmarks/README.md`."""

import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.contenders import CONTENDERS, NAIVE, OURS
from benchmarks.judge import judge
from benchmarks.make_instances import new_instances
from benchmarks.measure import ContenderRun, current_commit, run_contender
from benchmarks.results import PlacementResults, load, save, session
from benchmarks.suite import SETS, Instance, all_instances, chosen
from odin_solver.errors import InputError
from odin_solver.rules.layout import position_violations

DEFAULT_OUTPUT = Path(__file__).parent / "results" / "placement.json"
NEEDS = {"scip": "pyscipopt"}
"""Packages that only some contender needs."""


@dataclass(frozen=True)
class RunPlan:
    """The runs to make.

    Attributes
    ----------
    limit, naive_limit
        Seconds per run, and for the naive model.
    repetitions, naive_repetitions
        Runs per instance, and for the naive model.
    threads, seed
        Limits; every repetition has a seed of its own, from `seed` upwards.
    """

    instances: Sequence[Instance]
    contenders: Sequence[str]
    limit: float
    naive_limit: float
    repetitions: int
    naive_repetitions: int
    threads: int
    seed: int

    def limit_for(self, contender: str) -> float:
        return self.naive_limit if contender == NAIVE else self.limit

    def runs(self) -> Iterator[tuple[Instance, str, int]]:
        """Yield all runs, one repetition of all instances after the other."""
        for repetition in range(max(self.repetitions, self.naive_repetitions)):
            for instance in self.instances:
                for contender in self.contenders:
                    naive = contender == NAIVE
                    if repetition < (self.naive_repetitions if naive else self.repetitions):
                        yield instance, contender, repetition


def carry_out(plan: RunPlan, results: PlacementResults, path: Path, console: Console) -> None:
    """Make all missing runs, and save after each.

    Raises
    ------
    InputError
        If the results hold a run of the plan with other limits or another position.
    """
    # A run that failed is made again.
    results.runs = [run for run in results.runs if run.outcome != "failed"]
    done = {run.key: run for run in results.runs}
    to_do = []
    for instance, contender, repetition in plan.runs():
        run = done.get((instance.name, contender, repetition))
        if run is None:
            to_do.append((instance, contender, repetition))
        elif _settings(run) != (
            instance.digest,
            plan.limit_for(contender),
            plan.threads,
            plan.seed + repetition,
        ):
            raise InputError(
                f"{path}: {instance.name} with {contender} was run with another limit, seed, "
                "number of threads or position: choose another output file"
            )
    commit = current_commit()
    results.sessions.append(session(shlex.join(["benchmarks.placement", *sys.argv[1:]]), commit))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        task = progress.add_task("", total=len(to_do))
        for instance, contender, repetition in to_do:
            progress.update(task, description=f"{instance.name} {contender}")
            run = run_contender(
                instance,
                contender,
                repetition,
                limit=plan.limit_for(contender),
                threads=plan.threads,
                seed=plan.seed + repetition,
                commit=commit,
            )
            results.add(run, instance)
            save(results, path)
            console.print(_line(run), highlight=False, markup=False, soft_wrap=True)
            progress.advance(task)


def confirm_proofs(
    plan: RunPlan, limit: float, results: PlacementResults, path: Path, console: Console
) -> None:
    """Run the other contenders for longer, until each proof is confirmed or all have tried."""
    commit = current_commit()
    for instance in plan.instances:
        for contender in plan.contenders:
            verdict = judge(instance.name, results.evidence(instance.name))
            if contender == OURS or not verdict.optimal or verdict.confirmed_by:
                continue
            if any(
                (run.instance, run.contender, run.limit) == (instance.name, contender, limit)
                for run in results.confirmations
            ):
                continue
            run = run_contender(
                instance,
                contender,
                0,
                limit=limit,
                threads=plan.threads,
                seed=plan.seed,
                commit=commit,
            )
            results.confirmations.append(run)
            save(results, path)
            console.print(_line(run), highlight=False, markup=False, soft_wrap=True)


def _settings(run: ContenderRun) -> tuple[str, float, int, int]:
    return run.digest, run.limit, run.threads, run.seed


def _line(run: ContenderRun) -> str:
    when = f"{run.proof:7.2f} s" if run.proof is not None else f"{'':>6}-  "
    gap = "" if run.gap is None or run.proven else f" gap {run.gap:.1%}"
    wrong = "".join(f" WRONG: {fault}" for fault in run.faults)
    values = ", ".join(run.values) or "no answer"
    return (
        f"{run.instance:28} {run.contender:7} #{run.repetition} {run.outcome:8} {when} "
        f"{run.memory:6.0f} MiB  {values}{gap}{wrong}{run.error and ' ' + run.error[-200:]}"
    )


def conclude(results: PlacementResults, console: Console) -> bool:
    """Print whether all contenders agree and none failed; return it."""
    verdicts = [judge(name, results.evidence(name)) for name in results.instances]
    for verdict in verdicts:
        for conflict in verdict.conflicts:
            console.print(conflict, style="bold red", markup=False)
    proven = [verdict for verdict in verdicts if verdict.optimal]
    confirmed = [verdict for verdict in proven if verdict.confirmed_by]
    console.print(
        f"{len(verdicts)} instances, {len(proven)} with a proven optimum, "
        f"{len(confirmed)} of them confirmed by a second solver"
    )
    agree = not any(verdict.conflicts for verdict in verdicts)
    if not agree:
        console.print("DISAGREEMENT: the results above contradict each other", style="bold red")
    failed = [run for run in results.runs if run.outcome == "failed"]
    for run in failed:
        console.print(f"FAILED: {' '.join(map(str, run.key))}", style="bold red", markup=False)
    return agree and not failed


@click.command()
@click.option("--instances", "pattern", default="*", help="Shell patterns of names, with commas.")
@click.option("--set", "which", type=click.Choice(SETS), default="full", show_default=True)
@click.option(
    "--contenders", default=",".join(CONTENDERS), show_default=True, help="Names, with commas."
)
@click.option(
    "--limit", type=click.FloatRange(0.1), default=60.0, show_default=True, help="Seconds."
)
@click.option(
    "--naive-limit",
    type=click.FloatRange(0.1),
    default=300.0,
    show_default=True,
    help="Seconds for the naive model.",
)
@click.option("--repetitions", type=click.IntRange(1), default=3, show_default=True)
@click.option("--naive-repetitions", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), default=DEFAULT_OUTPUT)
@click.option("--resume", is_flag=True, help="Continue the output file, if it exists.")
@click.option("--new", "new_seed", type=int, help="Add 20 instances made from this seed.")
@click.option(
    "--confirm",
    type=click.FloatRange(0.1),
    help="Seconds for further runs of other contenders, until each proof is confirmed.",
)
def main(
    pattern: str,
    which: str,
    contenders: str,
    limit: float,
    naive_limit: float,
    repetitions: int,
    naive_repetitions: int,
    threads: int,
    seed: int,
    output: Path,
    resume: bool,
    new_seed: int | None,
    confirm: float | None,
) -> None:
    """Measure how fast the contenders solve the benchmark instances.

    Ends with exit code 1 if an answer breaks the rules, answers contradict each other, or a
    contender died.
    """
    names = contenders.split(",")
    for name in names:
        if name not in CONTENDERS:
            raise click.UsageError(
                f"unknown contender {name!r}: expected one of {', '.join(CONTENDERS)}"
            )
        if name in NEEDS and find_spec(NEEDS[name]) is None:
            raise click.UsageError(
                f"{name} needs {NEEDS[name]}: pip install -e '.[bench]', or leave {name} out"
            )
    folder = tempfile.TemporaryDirectory(prefix="odin-instances-")
    new = [] if new_seed is None else new_instances(new_seed, Path(folder.name))
    instances = chosen([*all_instances(), *new], which, pattern)
    if not instances:
        raise click.UsageError("no instance matches --set and --instances")
    for instance in instances:
        for violation in position_violations(instance.position):
            raise click.UsageError(f"{instance.path}: {violation.message}")
    if output.exists() and not resume:
        raise click.UsageError(f"{output} exists: continue it with --resume, or choose another")
    console = Console(stderr=True)
    plan = RunPlan(
        instances, names, limit, naive_limit, repetitions, naive_repetitions, threads, seed
    )
    try:
        results = load(output) if output.exists() else PlacementResults()
        carry_out(plan, results, output, console)
        if confirm is not None:
            confirm_proofs(plan, confirm, results, output, console)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        console.print(f"stopped; continue {output} with --resume")
        sys.exit(130)
    sys.exit(0 if conclude(results, console) else 1)


if __name__ == "__main__":
    main()
