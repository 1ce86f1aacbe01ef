"""``odin graenaland plan``: several building phases, as an estimate."""

import threading

import click

from odin_cli.graenaland.inputs import (
    json_option,
    load_graenaland,
    naming,
    position_argument,
    profile_option,
    search_options,
    searching,
)
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import print_json, stdout_console
from odin_cli.solving import UNPROVEN, stopped_by_interrupt
from odin_solver.graenaland.horizon import MOST_SCENARIOS, HorizonPlan, plan_ahead
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import horizon_data
from odin_solver.graenaland.words import cost_text, items_text, profile_note, score_text

MOST_ROUNDS = 20


@click.command(epilog="Example: odin graenaland example late-game | odin graenaland plan - -r 6")
@position_argument
@number_option(
    "-r", "--rounds", least=1, most=MOST_ROUNDS, default=6, help="Rounds, this one included."
)
@number_option(
    "--scenarios", least=1, most=MOST_SCENARIOS, default=4, help="Scenarios of sampled income."
)
@profile_option
@search_options
@json_option
@click.pass_context
def plan(
    ctx: click.Context,
    path: str,
    rounds: int,
    scenarios: int,
    profile_path: str | None,
    time_limit: float,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Plan several own building phases; an estimate, since income and opponents are guesses.

    You build in this round and again after every other player. Income between is that of the
    position's income, or sampled from its shares of tiles; all scenarios share the first phase.
    The exit code is 0 if the plan is best for this income, 3 if not proven, 2 for bad input.
    """
    position = load_graenaland(path, profile_path)
    cancel = threading.Event()
    with (
        stopped_by_interrupt(cancel, lambda: None),
        naming(path),
        searching(time_limit, workers, seed, cancel) as limits,
    ):
        ahead = plan_ahead(position, rounds, limits, scenarios=scenarios)
    if as_json:
        print_json({"schema": 1, **horizon_data(position, ahead)})
    else:
        _print(position, ahead)
    ctx.exit(INTERRUPTED if cancel.is_set() else 0 if ahead.proven else UNPROVEN)


def _print(position: GraenalandPosition, ahead: HorizonPlan) -> None:
    from odin_solver.graenaland.pictures.terminal import steps_table

    console = stdout_console()
    mean = sum(ahead.scores) / len(ahead.scores)
    noun = "goals" if position.card is None else "points"
    source = "sampled" if ahead.sampled else "listed"
    proof = "best for this income" if ahead.proven else "not proven"
    heading = f"Estimate: {mean:g} {noun} in the end ({source} income, {proof})"
    console.print(heading, style="bold")
    if ahead.sampled:
        console.print(f"wins in {ahead.wins(position)} of {len(ahead.scores)} scenarios")
    console.print("Now:", style="bold")
    console.print(steps_table(ahead.first.steps))
    for number, (phases, incomes, score) in enumerate(
        zip(ahead.scenarios, ahead.income, ahead.scores, strict=True), 1
    ):
        if not phases:
            continue
        name = f"Scenario {number}" if ahead.sampled else "Later"
        console.print(f"{name}: {score_text(position, score)}", style="bold")
        for phase, income in zip(phases, incomes, strict=True):
            console.print(f"  gain {cost_text(income)}; build {items_text(phase.built)}")
    if note := profile_note(position):
        console.print(note, style="dim")
