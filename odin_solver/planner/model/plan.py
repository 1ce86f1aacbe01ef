"""Plans for the rest of a game: what to use in which round, and all that comes with it."""

import time
from collections import Counter
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
from odin_solver.planner.model.build import Model, build, is_plannable
from odin_solver.planner.model.luck import Luck
from odin_solver.planner.model.neighbourhood import improve
from odin_solver.planner.model.played import greedy_steps, in_the_model
from odin_solver.planner.model.solving import Answer, solve, value_of

FIRST_SHARE = 0.4
"""Of the time, what completing a start may take at most."""

LEAST_SECONDS = 0.5
"""A plan that uses no space is always found in this time."""

BOUND_SECONDS = 4.0
"""Plans that have less time go without a bound, which takes about a second."""


@dataclass(frozen=True)
class RoundPlan:
    """What a plan does in a round.

    Attributes
    ----------
    round
        The round.
    spaces
        The spaces that are used, those that give before those that cost.
    details
        What is done there and besides, in words, with how often: ``upgrade peas``,
        ``lay hide on home``, ``ship knarr``, ``eat mead`` ...
    """

    round: int
    spaces: tuple[str, ...]
    details: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Plan:
    """A plan for the rest of a game.

    Attributes
    ----------
    value
        What it scores if chance brings what the plan takes it to bring, and if everything fits
        on the boards: by area it does.
    bound
        What no plan of the model exceeds; None if there was no time to find out.
    rounds
        Round by round, the present one first.
    points
        The score by category.
    luck
        What chance is taken to bring.
    values
        The values of all variables of the model by name, for the next plan to start from.
    """

    value: int
    bound: int | None
    rounds: tuple[RoundPlan, ...]
    points: Mapping[str, int]
    luck: Luck
    values: Mapping[str, int]


def best_plan(
    state: State,
    *,
    seconds: float,
    luck: Luck,
    start: Plan | None = None,
    workers: int = 2,
    seed: int = 0,
) -> Plan | None:
    """The best plan found in some seconds.

    The first plan does what the last one did or, without one, what the greedy policy does; then
    a part of it at a time is planned anew.

    Parameters
    ----------
    state
        A game at a turn of the player. Occupations are left out of account.
    seconds
        Wall time.
    luck
        What chance is taken to bring.
    start
        The last plan of the same game.
    workers, seed
        Threads, and the seed of all random choices.

    Returns
    -------
    Plan or None
        None if the model cannot be stated (see `is_plannable`) or no plan was found in time.
    """
    if not is_plannable(state):
        return None
    until = time.monotonic() + seconds
    model = build(state, luck, fine=False)
    found = first_plan(model, state, start, seconds=seconds * FIRST_SHARE, seed=seed)
    if found is None:
        return None
    left = until - time.monotonic()
    bound = linear_bound(model, left / 2) if left >= BOUND_SECONDS / 2 else None
    best = improve(
        model, found, until=until, workers=workers, rng=Random(f"{seed} plan"), bound=bound
    )
    return plan_of(model, best, bound)


def first_plan(
    model: Model, state: State, start: Plan | None, *, seconds: float, seed: int
) -> Answer | None:
    """A plan that does what another one did or, without one, what the greedy policy does.

    It is tried as it is and, if that does not come out because chance brought something else, with
    its spaces alone. If all fails, the plan is to use no space.
    """
    numbers = {each.name: n for n, each in enumerate(model.draft.cp.proto.variables)}
    spaces = [x.index for x in model.draft.use.values()]

    def search(seconds: float, fixed: Mapping[int, int], hint: Mapping[int, int]) -> Answer | None:
        return solve(model.draft.cp, seconds=seconds, workers=1, seed=seed, hint=hint, fixed=fixed)

    def as_before(known: Mapping[str, int]) -> Answer | None:
        hint = {numbers[name]: n for name, n in known.items() if name in numbers}
        return search(LEAST_SECONDS, hint, hint) or search(
            seconds / 2, {n: hint.get(n, 0) for n in spaces}, hint
        )

    found = as_before(start.values) if start is not None else None
    if found is None:
        found = as_before(in_the_model(model, list(greedy_steps(state, model.draft.luck))))
    return found or search(LEAST_SECONDS, dict.fromkeys(spaces, 0), {})


def plan_of(model: Model, answer: Answer, bound: int | None) -> Plan:
    """A solution of the model as a plan."""
    draft, values = model.draft, answer.values
    rounds = []
    for r in draft.rounds:
        spaces = [name for (name, when), x in draft.use.items() if when == r and values[x.index]]
        details: Counter[str] = Counter()
        for each in draft.details:
            if each.round == r:
                details[each.words] += value_of(each.times, values)
        rounds.append(
            RoundPlan(
                r,
                tuple(sorted(spaces, key=_turn)),
                tuple((words, times) for words, times in details.items() if times),
            )
        )
    names = [each.name for each in draft.cp.proto.variables]
    return Plan(
        value=answer.value,
        bound=bound,
        rounds=tuple(rounds),
        points={name: value_of(each, values) for name, each in draft.points.items()},
        luck=draft.luck,
        values=dict(zip(names, values, strict=True)),
    )


def _turn(space: str) -> tuple[int, int]:
    """Where a space stands in a round: what gives, before what needs it."""
    nodes = EFFECTS[space]
    if any(isinstance(node, Emigrate | EmigrateAfterExchange) for node in nodes):
        rank = 5  # the ship is gone then
    elif any(isinstance(node, Explore) for node in nodes):
        rank = 3  # silver, with a ship that may just have been built
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
