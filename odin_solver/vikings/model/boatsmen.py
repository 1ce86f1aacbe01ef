"""The majority of boatsmen (Vikings, 4)."""

from collections import Counter

from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import BOATSMAN, SCORING
from odin_solver.vikings.rules.scoring import needed


def add_boatsmen(model: Model) -> None:
    """Win the majority with enough boatsmen left."""
    position, linear = model.position, model.linear
    least = needed(position.rivals.boatsmen, position.rules.majority_min, "boatsmen")
    left = position.boatsmen + position.free.figures.get(BOATSMAN, 0)
    left += position.special("boatsman_final")
    if least == 0:
        model.constant += SCORING.most_boatsmen_vp
    elif left >= least:
        won = linear.add_variable()
        terms = Counter({var: -factor for var, factor in model.used.items()})
        terms[won] = -least
        linear.add_constraint(terms, lower=-left)
        model.final["vp"][won] += SCORING.most_boatsmen_vp
