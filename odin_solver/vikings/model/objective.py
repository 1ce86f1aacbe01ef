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


def income_objective(model: Model) -> LinearObjective:
    """Return the gain of the next large scoring, gold weighted."""
    weight = model.position.gold_weight
    terms: Counter[Var] = Counter()
    for vp in (model.vp, model.first_vp):
        for var, factor in vp.terms.items():
            terms[var] += factor * weight.denominator
    for gold in (model.gold, model.first_gold):
        for var, factor in gold.terms.items():
            terms[var] += factor * weight.numerator
    return LinearObjective(dict(terms), 0, weight.denominator)


def final_objectives(model: Model) -> list[LinearObjective]:
    """Return the final score, then the gold left (Vikings, 4).

    The scorings from the position's round to the end are counted, with the layout as it is.
    """
    position, linear = model.position, model.linear
    left = range(position.round, ROUNDS + 1)
    large = sum(number in SCORING.large_rounds for number in left)
    gold: Counter[Var] = Counter()
    points: Counter[Var] = Counter()
    _add(gold, model.gold.terms, large)
    _add(gold, model.small_gold.terms, len(left) - large)
    _add(gold, model.first_gold.terms, 1)
    _add(gold, model.lost_gold.terms, -1)
    _add(points, model.vp.terms, large)
    _add(points, model.first_vp.terms, 1)
    _add(points, model.lost_vp.terms, -1)
    _add(points, model.final_vp.terms, 1)
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
    constant = position.vp + model.final_vp.constant
    return [LinearObjective(dict(points), constant, 1), LinearObjective({rest: 1}, 0, 1)]


def _add(total: Counter[Var], terms: Mapping[Var, int], times: int) -> None:
    for var, factor in terms.items():
        total[var] += times * factor
