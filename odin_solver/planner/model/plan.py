"""Plans for the rest of a game: the spaces of each round, with all details."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from odin_solver.components.spaces import SPACES
from odin_solver.game.actions.dice import Dice, Sail
from odin_solver.game.actions.exchange import Exchange, IfAnimal, PerAnimal
from odin_solver.game.actions.mountains import Mountain
from odin_solver.game.actions.spaces import EFFECTS, EmigrateAfterExchange
from odin_solver.game.actions.voyages import Emigrate, Explore
from odin_solver.game.kernel.state import State
from odin_solver.planner.model.bound import linear_bound
from odin_solver.planner.model.build import PlanModel, build, is_plannable
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.embedding import embedded_values, greedy_game
from odin_solver.planner.model.neighbourhood import improvements
from odin_solver.planner.model.solvers import ModelSolution, solve, value_of
from odin_solver.planner.model.variables import VariableKey

FIRST_SHARE = 0.4
"""Largest share of the time for completing a start."""

LEAST_SECONDS = 0.5
"""Time in which a plan that uses no space is always found."""

BOUND_SECONDS = 4.0
"""Least time for a plan with a bound, which takes about a second."""


@dataclass(frozen=True)
class RoundPlan:
    """A round of a plan.

    Attributes
    ----------
    round
        The round.
    spaces
        Spaces used, those that gain before those that cost.
    details
        Variables that say what is done, each with its count; `VariableKey.words` describes them.
    """

    round: int
    spaces: tuple[str, ...]
    details: tuple[tuple[VariableKey, int], ...]


@dataclass(frozen=True)
class Plan:
    """A plan for the rest of a game.

    Attributes
    ----------
    value
        Score with the assumed chance, if all tiles fit on the boards; their areas do.
    bound
        Upper bound of all plans; None if there was no time for it.
    rounds
        Rounds, the present one first.
    points
        Score by category.
    chance
        Assumption about chance.
    values
        Values of all variables, as the start of the next plan.
    """

    value: int
    bound: int | None
    rounds: tuple[RoundPlan, ...]
    points: Mapping[str, int]
    chance: ChanceModel
    values: Mapping[VariableKey, int]


def best_plan(
    state: State,
    *,
    seconds: float,
    chance: ChanceModel,
    start: Plan | None = None,
    workers: int = 2,
    seed: int = 0,
) -> Plan | None:
    """Return the best plan found in time.

    The first plan repeats the last one or the game of the greedy policy; large-neighbourhood search
    improves it.

    Parameters
    ----------
    state
        A state at a turn of the player. Occupations are ignored.
    seconds
        Time limit.
    chance
        Assumption about chance.
    start
        Last plan of the same game.
    workers, seed
        Threads, and the seed of the search.

    Returns
    -------
    Plan or None
        None if the model does not cover the state (see `is_plannable`) or no plan was found.
    """
    if not is_plannable(state):
        return None
    until = time.monotonic() + seconds
    model = build(state, chance, fine=False)
    first = first_plan(model, state, start, seconds=seconds * FIRST_SHARE, seed=seed)
    if first is None:
        return None
    left = until - time.monotonic()
    bound = linear_bound(model, left / 2) if left >= BOUND_SECONDS / 2 else None
    rng = Random(f"{seed} plan")
    steps = improvements(model, first, until=until, workers=workers, rng=rng, bound=bound)
    return plan_of(model, [first, *steps][-1], bound)


def first_plan(
    model: PlanModel, state: State, start: Plan | None, *, seconds: float, seed: int
) -> ModelSolution | None:
    """Return a plan that repeats another one or the game of the greedy policy.

    If the values of all variables are infeasible, because chance brought something else, only the
    spaces are repeated. The last resort is a plan that uses no space.
    """
    index = {key: n for n, key in enumerate(model.builder.keys)}
    spaces = [x.index for x in model.builder.use.values()]

    def search(
        seconds: float, fixed: Mapping[int, int], hint: Mapping[int, int]
    ) -> ModelSolution | None:
        return solve(
            model.builder.cp, seconds=seconds, workers=1, seed=seed, hint=hint, fixed=fixed
        )

    def repeat(values: Mapping[VariableKey, int]) -> ModelSolution | None:
        hint = {index[key]: value for key, value in values.items() if key in index}
        return search(LEAST_SECONDS, hint, hint) or search(
            seconds / 2, {n: hint.get(n, 0) for n in spaces}, hint
        )

    solution = repeat(start.values) if start is not None else None
    if solution is None:
        solution = repeat(embedded_values(model, greedy_game(state, model.builder.chance)))
    return solution or search(LEAST_SECONDS, dict.fromkeys(spaces, 0), {})


def plan_of(model: PlanModel, solution: ModelSolution, bound: int | None) -> Plan:
    """Return a solution of the model as a plan."""
    builder, values = model.builder, solution.values
    rounds = []
    for r in builder.rounds:
        spaces = [name for (name, when), x in builder.use.items() if when == r and values[x.index]]
        counts = [(key, value_of(x, values)) for key, x in builder.details if key.round == r]
        details = tuple((key, count) for key, count in counts if count)
        rounds.append(RoundPlan(r, tuple(sorted(spaces, key=_rank)), details))
    return Plan(
        value=solution.value,
        bound=bound,
        rounds=tuple(rounds),
        points={name: value_of(x, values) for name, x in builder.points.items()},
        chance=builder.chance,
        values=dict(zip(builder.keys, values, strict=True)),
    )


def _rank(space: str) -> tuple[int, int]:
    """Return the place of a space in a round: gains come before what needs them."""
    nodes = EFFECTS[space]
    if any(isinstance(node, Emigrate | EmigrateAfterExchange) for node in nodes):
        rank = 5  # the ship is gone afterwards
    elif any(isinstance(node, Explore) for node in nodes):
        rank = 3  # gains silver, perhaps with a ship built in this round
    elif any(isinstance(node, Dice | Sail) for node in nodes):
        rank = 2
    elif any(isinstance(node, Mountain) for node in nodes):
        rank = 0
    elif any(isinstance(node, PerAnimal | IfAnimal) for node in nodes):
        rank = 1
    elif all(isinstance(node, Exchange) and not node.pays for node in nodes):
        rank = 0
    elif SPACES[space].group.startswith("build"):
        rank = 1
    else:
        rank = 4
    return rank, SPACES[space].column
