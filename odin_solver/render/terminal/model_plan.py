"""Plan of the planning model in a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.game.kernel.play import decision
from odin_solver.render.terminal.game import headline
from odin_solver.render.terminal.plan import rounds_text
from odin_solver.words.model_plan import bound_text, fit_text, steps_in_words, technical_plan_text
from odin_solver.words.moves import named
from odin_solver.words.plan import PlannedRound, move_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_solver.game.kernel.state import State
    from odin_solver.planner.model import CheckedPlan

IDEAL = (
    "This is an idealised plan: dice and draws come as expected, and the order within a round is "
    "open. Real play scores less (odin plan without --model)."
)
"""Note below every plan."""


def model_plan_text(
    state: "State", checked: "CheckedPlan", *, seconds: float, verbose: bool = False
) -> "RenderableType":
    """Draw the first move, the plan by rounds, its score, its bound, and whether its tiles fit.

    Parameters
    ----------
    state, checked
        State of the game, and its plan.
    seconds
        Seconds used.
    verbose
        Whether to show the technical line: plans, cuts, the bound without them.
    """
    plan = checked.plan
    points = ", ".join(f"{name} {points}" for name, points in plan.points.items() if points)
    return Group(
        headline(state),
        *_first(state, checked),
        Text(),
        Text("Plan of the model", style="bold"),
        rounds_text(
            PlannedRound(each.round, tuple(steps_in_words(each)) or ("nothing",))
            for each in plan.rounds
        ),
        Text(f"Planned score {plan.value}: {points or 'nothing'}."),
        Text(bound_text(checked)),
        Text(fit_text(state, checked)),
        Text(IDEAL),
        *([Text(technical_plan_text(checked, seconds), "dim")] if verbose else []),
    )


def _first(state: "State", checked: "CheckedPlan") -> "Iterator[RenderableType]":
    """Draw the first planned space that is legal now, otherwise the first planned one."""
    spaces = checked.plan.rounds[0].spaces
    node = decision(state)
    now = node.moves(state) if node else []
    moves = [Use(name) for name in spaces]
    move = next((each for each in moves if each in now), moves[0] if moves else PASS)
    yield Text.assemble(
        ("First: ", "bold"), (named(move), "bold green"), f"  planned score {checked.plan.value}"
    )
    yield Padding(Text(move_in_words(state, move), style="dim"), (0, 0, 0, 2))
