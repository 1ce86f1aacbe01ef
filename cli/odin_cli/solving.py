"""``odin solve``: the question for one position, and other uses of its options."""

from pathlib import Path
from typing import Any

import click

from odin_cli.commands import number, option
from odin_cli.options import Pictures
from odin_cli.output import print_json
from odin_cli.questions import Beside
from odin_solver.errors import InputError
from odin_solver.names.values import quantity, values_in_words
from odin_solver.notation.positions import SCHEMA
from odin_solver.notation.results import solution_data
from odin_solver.placement.objective import Objective
from odin_solver.questions.placement import PositionSolve
from odin_solver.rules.position import Position
from odin_solver.support.language import say, say_number
from odin_solver.support.reading import read_text, source_name

OPTIONS: dict[str, Any] = {
    "batch": option(
        "Solve all .json, .toml and .log files of a directory instead: a line of JSON for each.",
        metavar="DIR",
    ),
    "out": option(
        "With --batch: append the lines to a file; what is in it already is not solved again.",
        metavar="FILE",
    ),
    "jobs": number("With --batch: processes on this machine, each with --workers.", 1, 1024),
    "cluster": option(
        "With --batch: use the workers of a Dask scheduler instead.", metavar="ADDRESS"
    ),
    "export": option(
        "Write the model for other solvers instead, as .mps, .lp or .proto.", metavar="FILE"
    ),
    "check_solution": option(
        "Check a solution of that model instead: a file of a solver, or lines of a name and a "
        "value.",
        metavar="FILE",
    ),
}


def _instead(
    asked: PositionSolve,
    path: str | None,
    pictures: Pictures,
    *,
    as_json: bool,
    quiet: bool,
    batch: str | None,
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    export: str | None,
    check_solution: str | None,
) -> int | None:
    """Do what is asked for instead of solving, and return the exit code; None if nothing is."""
    if batch is not None:
        alone = {
            "POSITION": path,
            "--export": export,
            "--check-solution": check_solution,
            "--svg": pictures.svg,
            "--png": pictures.png,
            "--verbose": asked.verbose,
        }
        for name in (name for name, given in alone.items() if given):
            raise InputError.said("--batch: expected no {name} with it", name=name)
        from odin_cli.batch import solve_batch

        return solve_batch(
            Path(batch), asked, out=out, jobs=jobs or 1, cluster=cluster, quiet=quiet
        )
    for name, given in (("--out", out), ("--jobs", jobs), ("--cluster", cluster)):
        if given is not None:
            raise InputError.said("{name}: expected --batch DIR with it", name=name)
    if path is None:
        raise click.UsageError(say("Missing argument 'POSITION'."), click.get_current_context())
    if export is None and check_solution is None:
        return None
    from odin_solver.notation.models import check_ending

    if export is not None:
        if check_solution is not None:
            raise InputError.said("--export: expected no --check-solution with it")
        check_ending(export)
        pictures.check(path, export)
    asked.position = read_text(path)
    task = asked.subject(source_name(path))
    if export is not None:
        return _export(task.position, task.objective, export, as_json)
    assert check_solution is not None
    return _check(task.position, task.objective, check_solution, as_json, pictures)


BESIDE = Beside(OPTIONS, _instead)


def _export(position: Position, objective: Objective, path: str, as_json: bool) -> int:
    from odin_solver.notation.models import named_model

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
    from odin_solver.notation.models import named_model

    model = named_model(position, objective)
    checked = model.solution(read_text(path), source_name(path))
    solution, variables = checked.solution, len(model.names)
    if as_json:
        found = {
            "listed": checked.listed,
            "variables": variables,
            "stated": checked.stated,
            "agrees": checked.agrees,
        }
        print_json(solution_data(solution) | {"file": found})
    else:
        lines = [say("legal"), values_in_words(solution)]
        if checked.listed < variables:
            lines.append(
                say(
                    "The file lists {n} of {all} variables; the others count as 0.",
                    n=checked.listed,
                    all=variables,
                )
            )
        if not checked.agrees:
            lines.append(
                say(
                    "The file names the objective {stated}, but what it lists is {value}: "
                    "it is cut off, or the solver read another model.",
                    stated=f"{checked.stated:.10g}",
                    value=f"{-checked.value:.10g}",
                )
            )
        click.echo("\n".join(lines))
    pictures.draw(solution.after, [len(state.pieces) for state in solution.before.boards])
    return 0
