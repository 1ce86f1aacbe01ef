"""Objective levels as linear expressions over the variables of the model."""

from collections import Counter
from fractions import Fraction
from math import lcm

from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Problem
from odin_solver.placement.stock import in_stock, worth_of


def weighted_sum(problem: Problem, variables: Variables, weights: Weights) -> LinearObjective:
    """Express a weighted sum over the variables.

    The constant holds what no placement changes: income and bonuses present before, and tiles of
    the supply that fit nowhere.
    """
    scale = lcm(*(weight.denominator for weight in weights.as_keys().values()))

    def whole(weight: Fraction) -> int:
        return int(weight * scale)

    points, per_cell, income = map(whole, (weights.points, weights.cells, weights.income))
    supply = problem.position.supply
    stocked = in_stock(weights, supply)
    keep = {name: whole(weights.kept(name)) for name in weights.keep if name not in stocked}
    constant = sum(each * supply.get(name, 0) for name, each in keep.items())
    terms: Counter[Var] = Counter()
    for stock in variables.stocks:
        if stock.weights == weights:
            for name, kept in stock.kept.items():
                for var, worth in zip(kept, worth_of(weights, name), strict=True):
                    terms[var] += whole(worth)
            if stock.empty is not None and weights.banquet is not None:
                terms[stock.empty] -= whole(weights.banquet.penalty)
    earned, steps = variables.income()
    constant += income * earned
    for var, silver in steps.items():
        terms[var] += income * silver
    for area in variables.areas:
        grid = area.area.grid
        for kind, cells, var in area.choices:
            gained = points * grid.points(cells) + per_cell * cells.bit_count()
            terms[var] += gained - keep.get(problem.stock[kind].tile.id, 0)
        for cell, var in area.fillers.items():
            terms[var] += points * grid.points(cell) + per_cell
        for name, var in area.slots.items():
            terms[var] += points - keep.get(name, 0)
        for won, bonus in area.bonuses:
            terms[won] += whole(weights.bonus_value(bonus.gives))
    terms[variables.silver] += whole(weights.silver) - keep.get("silver", 0)
    terms[variables.ore] += whole(weights.ore) - keep.get("ore", 0)
    return LinearObjective({var: each for var, each in terms.items() if each}, constant, scale)


def fewest_tiles(variables: Variables) -> LinearObjective:
    """Return the negated number of tiles placed, silver and ore excepted."""
    placed = [choice.var for area in variables.areas for choice in area.choices]
    return LinearObjective(dict.fromkeys(placed, -1), 0, 1)


def least_silver(variables: Variables) -> LinearObjective:
    """Return the negated amount of silver placed."""
    return LinearObjective({variables.silver: -1}, 0, 1)
