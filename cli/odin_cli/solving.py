"""``odin solve``: the optimal placement of a position's supply."""

from pathlib import Path

import click

from odin_cli.batch import solve_batch
from odin_cli.commands import UNPROVEN, argument, command, number, option
from odin_cli.inputs import load_task
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, MORE_PICTURES, QUIET, VERBOSE, Pictures
from odin_cli.output import print_json, refuse_illegal, stdout_console, tell_stopped
from odin_cli.searches import LIMITS, OBJECTIVE, LimitOptions, ObjectiveOptions
from odin_solver.errors import InputError
from odin_solver.names.values import quantity, values_in_words
from odin_solver.notation.labels import violation_line
from odin_solver.notation.models import check_ending, named_model
from odin_solver.notation.positions import SCHEMA
from odin_solver.notation.results import solution_data
from odin_solver.placement.objective import Objective
from odin_solver.placement.solution import Request, Status
from odin_solver.placement.solve import answer
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_number
from odin_solver.support.reading import read_text, source_name


@command("odin solve position.json --set bonus.oil=5 --png best.png")
def solve(
    position_path: str | None = argument("[POSITION]"),
    batch: str | None = option(
        "Solve all .json, .toml and .log files of a directory instead: a line of JSON for each.",
        metavar="DIR",
    ),
    out: str | None = option(
        "With --batch: append the lines to a file; what is in it already is not solved again.",
        metavar="FILE",
    ),
    jobs: int | None = number(
        "With --batch: processes on this machine, each with --workers.", 1, 1024
    ),
    cluster: str | None = option(
        "With --batch: use the workers of a Dask scheduler instead.", metavar="ADDRESS"
    ),
    export: str | None = option(
        "Write the model for other solvers instead, as .mps, .lp or .proto.", metavar="FILE"
    ),
    check_solution: str | None = option(
        "Check a solution of that model instead: a file of HiGHS, or lines of a name and a value.",
        metavar="FILE",
    ),
    objective: ObjectiveOptions = OBJECTIVE,
    limits: LimitOptions = LIMITS,
    as_json: bool = JSON,
    pictures: Pictures = MORE_PICTURES,
    verbose: bool = VERBOSE,
    quiet: bool = QUIET,
) -> int:
    """Find the provably optimal placement of a position's supply on its boards.

    POSITION is a position, puzzle or game, or - for standard input. The exit code is 0 if the
    result is proven optimal, 3 if it is only the best found, 2 for bad input, and 130 after
    Ctrl-C, which prints the best so far; a second Ctrl-C ends at once. With --batch it is 2 if a
    file has errors, and otherwise 3 if a result is not proven; Ctrl-C keeps all finished lines.
    --export and --check-solution do not solve.
    """
    from odin_cli.progress import Watch, shown

    if batch is not None:
        alone = {
            "POSITION": position_path,
            "--export": export,
            "--check-solution": check_solution,
            "--svg": pictures.svg,
            "--png": pictures.png,
            "--verbose": verbose,
        }
        for name in (name for name, given in alone.items() if given):
            raise InputError.said("--batch: expected no {name} with it", name=name)
        return solve_batch(
            Path(batch), objective, limits, out=out, jobs=jobs or 1, cluster=cluster, quiet=quiet
        )
    for name, given in (("--out", out), ("--jobs", jobs), ("--cluster", cluster)):
        if given is not None:
            raise InputError.said("{name}: expected --batch DIR with it", name=name)
    if position_path is None:
        raise click.UsageError(say("Missing argument 'POSITION'."), click.get_current_context())
    position, chosen, _ = load_task(position_path, objective)
    if export is not None:
        if check_solution is not None:
            raise InputError.said("--export: expected no --check-solution with it")
        check_ending(export)
    pictures.check(position_path, export)
    refuse_position(position, position_path)
    if export is not None:
        return _export(position, chosen, export, as_json)
    if check_solution is not None:
        return _check(position, chosen, check_solution, as_json, pictures)
    watch = Watch(len(chosen.levels), limits.time_limit)
    with stopped_by_interrupt(watch.stop) as cancel, shown(watch, quiet) as on_progress:
        solution = answer(
            Request(position, chosen, limits.limits), on_progress=on_progress, cancel=cancel
        )
    try:
        if as_json:
            print_json(solution_data(solution))
        else:
            from odin_solver.render.terminal.summary import solution_text

            stdout_console().print(solution_text(solution, verbose=verbose))
    finally:
        pictures.draw(solution.after, [len(state.pieces) for state in solution.before.boards])
    if cancel.is_set():
        return tell_stopped()
    return 0 if solution.status is Status.OPTIMAL else UNPROVEN


def _export(position: Position, objective: Objective, path: str, as_json: bool) -> int:
    model = named_model(position, objective)
    model.write(path)
    variables, constraints = len(model.names), model.constraints
    if as_json:
        print_json({"schema": SCHEMA, "variables": variables, "constraints": constraints})
    else:
        click.echo(
            say(
                "{path}: {variables}, {constraints}; maximise {quantity}",
                path=path,
                variables=say_number("{n} variable", "{n} variables", variables),
                constraints=say_number("{n} constraint", "{n} constraints", constraints),
                quantity=quantity(objective, 0),
            )
        )
    return 0


def _check(
    position: Position, objective: Objective, path: str, as_json: bool, pictures: Pictures
) -> int:
    solution = named_model(position, objective).solution(read_text(path), source_name(path))
    if as_json:
        print_json(solution_data(solution))
    else:
        click.echo("\n".join((say("legal"), values_in_words(solution))))
    pictures.draw(solution.after, [len(state.pieces) for state in solution.before.boards])
    return 0


def refuse_position(position: Position, path: str) -> None:
    """End with a list of violations if the layout is illegal."""
    broken = position_violations(position)
    refuse_illegal(path, [violation_line(each, position) for each in broken])
