"""``odin graenaland plan``: several building phases, as an estimate."""

from odin_cli.commands import UNPROVEN, command, number
from odin_cli.graenaland.inputs import PHASE_LIMITS, PROFILE, load_graenaland, searching
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import JSON, POSITION
from odin_cli.output import print_json, stdout_console
from odin_cli.searches import LimitOptions
from odin_solver.graenaland.horizon import MOST_SCENARIOS, HorizonPlan, plan_ahead
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import horizon_data
from odin_solver.graenaland.words import (
    cost_text,
    estimate_text,
    items_text,
    profile_note,
    score_text,
    wins_text,
)
from odin_solver.support.language import say

MOST_ROUNDS = 20


@command("odin graenaland example late-game | odin graenaland plan - -r 6")
def plan(
    path: str = POSITION,
    rounds: int = number("Rounds, this one included.", 1, MOST_ROUNDS, "-r", "--rounds", default=6),
    scenarios: int = number("Scenarios of sampled income.", 1, MOST_SCENARIOS, default=4),
    profile_path: str | None = PROFILE,
    limits: LimitOptions = PHASE_LIMITS,
    as_json: bool = JSON,
) -> int:
    """Plan several own building phases; an estimate, since income and opponents are guesses.

    You build in this round and again after every other player. Income between is that of the
    position's income, or sampled from its shares of tiles; all scenarios share the first phase.
    The exit code is 0 if the plan is best for this income, 3 if not proven, 2 for bad input.
    """
    position = load_graenaland(path, profile_path)
    with searching(path, limits) as (given, cancel):
        ahead = plan_ahead(position, rounds, given, scenarios=scenarios)
    if as_json:
        print_json({"schema": 1, **horizon_data(position, ahead)})
    else:
        _print(position, ahead)
    return INTERRUPTED if cancel.is_set() else 0 if ahead.proven else UNPROVEN


def _print(position: GraenalandPosition, ahead: HorizonPlan) -> None:
    from odin_solver.graenaland.pictures.terminal import steps_table

    console = stdout_console()
    estimate = estimate_text(position, ahead)
    source = say("sampled income") if ahead.sampled else say("listed income")
    proof = say("best for this income") if ahead.proven else say("not proven")
    console.print(f"{estimate} ({source}, {proof})", style="bold")
    if ahead.sampled:
        console.print(wins_text(position, ahead))
    console.print(say("Now:"), style="bold")
    console.print(steps_table(ahead.first.steps))
    for at, (phases, incomes, score) in enumerate(
        zip(ahead.scenarios, ahead.income, ahead.scores, strict=True), 1
    ):
        if not phases:
            continue
        name = say("Scenario {n}", n=at) if ahead.sampled else say("Later")
        console.print(f"{name}: {score_text(position, score)}", style="bold")
        for phase, income in zip(phases, incomes, strict=True):
            cards, built = cost_text(income), items_text(phase.built)
            console.print("  " + say("gain: {cards}; build: {items}", cards=cards, items=built))
    if note := profile_note(position):
        console.print(note, style="dim")
