"""What is maximised: the final score if nothing more changes, or the gain of a large scoring."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, get_args

from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import ROUNDS, SCORING

Aim = Literal["final", "income"]
"""The final score and then the gold left; or victory points and weighted gold of a scoring."""

AIMS: tuple[Aim, ...] = get_args(Aim)


def objectives(model: Model, aim: Aim) -> tuple[LinearObjective, ...]:
    """Return what is maximised, the most important first."""
    return _final(model) if aim == "final" else (_income(model),)


def _income(model: Model) -> LinearObjective:
    """Return the gain of the next large scoring, gold weighted."""
    weight = model.position.gold_weight
    terms: Counter[Var] = Counter()
    for gains in (model.large, model.first):
        _add(terms, gains["vp"], weight.denominator)
        _add(terms, gains["gold"], weight.numerator)
    return LinearObjective(dict(terms), 0, weight.denominator)


def _final(model: Model) -> tuple[LinearObjective, ...]:
    """Return the final score, then the gold left (Vikings, 4).

    The scorings from the position's round to the end are counted, with the layout as it is.
    """
    position, linear = model.position, model.linear
    left = range(position.round, ROUNDS + 1)
    large = sum(number in SCORING.large_rounds for number in left)
    gold: Counter[Var] = Counter()
    points: Counter[Var] = Counter()
    times = (model.small, len(left) - large), (model.large, large), (model.first, 1)
    for gains, number in (*times, (model.final, 1)):
        _add(gold, gains["gold"], number)
        _add(points, gains["vp"], number)
    most = position.gold + sum(max(0, factor) * linear.upper[var] for var, factor in gold.items())
    missing_most = sum(max(0, -factor) * linear.upper[var] for var, factor in gold.items())
    rate = 3 if position.special("gold3") else SCORING.gold_for_a_vp
    missing = linear.add_variable(max(1, missing_most))
    bought = linear.add_variable(max(1, (most + missing_most) // rate))
    rest = linear.add_variable(rate - 1)
    gold[missing] += 1
    gold[bought] -= rate
    gold[rest] -= 1
    linear.add_constraint(gold, -position.gold, -position.gold)
    points[missing] -= 1
    points[bought] += 1
    if position.rules.final_vp_floor:
        # Gold may be maximised alone: without the points, nothing keeps gold from being missed.
        short = linear.add_variable()
        linear.add_constraint({missing: 1, short: -linear.upper[missing]}, upper=0)
        for var in (bought, rest):
            linear.add_constraint({var: 1, short: linear.upper[var]}, upper=linear.upper[var])
    constant = position.vp + model.constant
    return LinearObjective(dict(points), constant, 1), LinearObjective({rest: 1}, 0, 1)


def _add(total: Counter[Var], terms: Mapping[Var, int], times: int) -> None:
    for var, factor in terms.items():
        total[var] += times * factor
