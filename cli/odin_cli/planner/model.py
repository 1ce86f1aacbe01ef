"""``odin plan --model``: the plan of the planning model, checked against the boards."""

import time
from typing import TYPE_CHECKING, Any

import click

from odin_cli.output import print_json, stdout_console
from odin_cli.planner.thinking import live_line, tell_if_stopped
from odin_solver.errors import InputError, OdinError
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State
    from odin_solver.planner.model import CheckedPlan

SCHEMA = 1
"""Version of the JSON output."""


def show_model_plan(
    path: str, seconds: float, *, seed: int, workers: int, as_json: bool, verbose: bool, quiet: bool
) -> bool:
    """Plan the rest of a game by the model and print it; returns whether Ctrl-C came.

    Raises
    ------
    InputError
        If the model does not cover the state.
    OdinError
        If no plan was found.
    """
    from odin_solver.planner.reading import read_state

    name = source_name(path)
    state = read_state(read_text(path), name)
    reason = why_not(state)
    if reason is not None:
        raise InputError(f"{name}: nothing to plan: {reason}")
    began = time.monotonic()
    checked: CheckedPlan | None = None
    stopped = False
    try:
        # Loading the solvers takes a while; Ctrl-C may come meanwhile.
        from odin_solver.planner import model
        from odin_solver.planner.model.bound import has_occupations
        from odin_solver.render.terminal.model_plan import model_plan_text
        from odin_solver.words.model_plan import loop_text

        if has_occupations(state):
            click.echo("odin: the plan ignores occupations", err=True)
        chance = model.ChanceModel.expected()
        with live_line(seconds, quiet) as set_text:
            for checked in model.fitting_plans(
                state, seconds=seconds, chance=chance, workers=workers, seed=seed
            ):
                set_text(f"planned score {checked.plan.value}, {loop_text(checked)}")
    except KeyboardInterrupt:
        stopped = True
    tell_if_stopped(stopped, checked)
    if checked is None:
        if not stopped:
            raise OdinError(f"no plan found in {seconds:g} s: increase --time")
        return stopped
    elapsed = time.monotonic() - began
    if as_json:
        print_json(_data(checked, elapsed))
    else:
        stdout_console().print(model_plan_text(state, checked, seconds=elapsed, verbose=verbose))
    return stopped


def why_not(state: "State") -> str | None:
    """Return why the model does not cover a state; None if it does."""
    from odin_solver.game.kernel.nodes import Chance
    from odin_solver.game.kernel.play import current
    from odin_solver.game.turn import Turn

    node = current(state)
    if node is None:
        return "the game is over"
    if isinstance(node, Chance):
        return f"chance decides ({node.kind})"
    if state.options.harvest:
        return "the model does not cover the boards of Harvest"
    if not isinstance(node, Turn):
        return "expected a turn of the action phase"
    return None


def _data(checked: "CheckedPlan", seconds: float) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "value": checked.plan.value,
        "bound": checked.bound,
        "bound_without_cuts": checked.first_bound,
        "agreed": checked.fits,
        "plans": checked.iterations,
        "cuts": len(checked.cuts),
        "rounds": [
            {
                "round": each.round,
                "spaces": list(each.spaces),
                "details": [{"words": key.words, "times": count} for key, count in each.details],
            }
            for each in checked.plan.rounds
        ],
        "points": {name.replace(" ", "_"): points for name, points in checked.plan.points.items()},
        "seconds": seconds,
    }
