"""Gains of small and large scorings: ships, nobles, scouts, goldsmiths (Vikings, 4)."""

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import FISHERMEN, GOLDSMITHS, NOBLES, SCORING, SCOUTS


def add_ship_values(model: Model) -> None:
    """A ship pays its value if a warrior stands in its column, and costs it otherwise."""
    position = model.position
    for (column, sail), ship in model.ships.items():
        value = position.ship_value(sail)
        model.final[value.unit][ship] -= value.amount
        repelled = model.repelled.get((column, sail))
        if repelled is None:
            continue
        model.final[value.unit][repelled] += value.amount
        if position.rules.ship_repeat:
            model.large[value.unit][repelled] += value.amount
        elif column not in position.area.paid:
            model.first[value.unit][repelled] += value.amount


def add_figure_values(model: Model) -> None:
    """Safe nobles, goldsmiths and fishermen pay; scouts also for figures below them.

    In the far sea all figures are safe, and scouts stand above others if there are any.
    """
    linear, position = model.linear, model.position
    gold = SCORING.goldsmith_gold
    gold += position.special("goldsmith_plus1") + 2 * position.special("goldsmith_plus2")
    figures: list[tuple[int, int | None, Var]] = [
        (row, column, var) for (row, column), var in model.safe.items()
    ]
    figures += [(row, None, var) for row, var in model.far_figures.items()]
    for row, column, safe in figures:
        if row == NOBLES:
            model.large["vp"][safe] += SCORING.noble_vp + position.special("noble_plus1")
        elif row == GOLDSMITHS:
            model.large["gold"][safe] += gold
            model.small["gold"][safe] += gold
        elif row == FISHERMEN:
            model.large["vp"][safe] += position.special("fisherman_1")
        elif row == SCOUTS:
            model.large["vp"][safe] += SCORING.scout_vp + position.special("scout_plus1")
            for below in (GOLDSMITHS, FISHERMEN):
                figure = (
                    model.far_figures.get(below)
                    if column is None
                    else model.figures.get((below, column))
                )
                if figure is not None:
                    both = linear.add_variable(linear.upper[safe])
                    linear.add_constraint({safe: 1, both: -1}, lower=0)
                    linear.add_constraint({figure: 1, both: -1}, lower=0)
                    model.large["vp"][both] += SCORING.scout_vp_for_each_below
