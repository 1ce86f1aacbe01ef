"""Food: a surplus counts double, a shortage once (Vikings, 4)."""

from collections import Counter

from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import FISHERMEN, SCORING


def add_food(model: Model) -> None:
    """Surplus minus shortage is what safe fishermen feed minus all figures; one of them is 0."""
    linear, position = model.linear, model.position
    fishermen = [var for (row, _), var in model.safe.items() if row == FISHERMEN]
    if FISHERMEN in model.far_figures:
        fishermen.append(model.far_figures[FISHERMEN])
    n_figures = position.n_figures + sum(position.free.figures.values())
    fed = SCORING.fed_by_a_fisherman
    laid = sum(row == FISHERMEN for row, _ in position.area.figures)
    most = fed * (laid + model.movable(FISHERMEN)) - n_figures + position.boatsmen
    shortage = linear.add_variable(n_figures)
    terms = Counter({shortage: -1, **dict.fromkeys(fishermen, -fed)})
    for var, factor in model.used.items():
        terms[var] -= factor  # a boatsman who was used eats no more
    model.final["vp"][shortage] -= SCORING.shortage_vp
    if most > 0:
        surplus, is_surplus = linear.add_variable(most), linear.add_variable()
        terms[surplus] = 1
        linear.add_constraint({is_surplus: most, surplus: -1}, lower=0)
        linear.add_constraint({is_surplus: n_figures, shortage: 1}, upper=n_figures)
        model.final["vp"][surplus] += 3 if position.special("food3") else SCORING.surplus_vp
    linear.add_constraint(terms, -n_figures, -n_figures)
