"""Objective levels as linear expressions over the variables of the model."""

from fractions import Fraction
from math import lcm

from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Problem


def weighted_sum(problem: Problem, variables: Variables, weights: Weights) -> LinearObjective:
    """Express a weighted sum over the variables.

    The constant holds what no placement changes: income and bonuses present before, and tiles of
    the supply that fit nowhere.
    """
    terms: dict[Var, Fraction] = {}
    constant = Fraction(0)

    def add(var: Var, weight: Fraction) -> None:
        if weight:
            terms[var] = terms.get(var, Fraction(0)) + weight

    constant += sum(
        (weight * problem.position.supply.get(name, 0) for name, weight in weights.keep.items()),
        Fraction(0),
    )
    keep = [weights.keep.get(stock.tile.id, Fraction(0)) for stock in problem.stock]
    for area in variables.areas:
        grid = area.area.grid
        for kind, cells, var in area.choices:
            add(var, weights.points * grid.points(cells) + weights.cells * cells.bit_count())
            add(var, -keep[kind])
        for cell, var in area.fillers.items():
            add(var, weights.points * grid.points(cell) + weights.cells)
        for name, var in area.slots.items():
            add(var, weights.points - weights.keep.get(name, Fraction(0)))
        for diagonal, covered in zip(grid.diagonals, area.income, strict=True):
            constant += weights.income * diagonal.values[0]
            steps = zip(diagonal.values, diagonal.values[1:], covered, strict=False)
            for below, above, reached in steps:
                if reached is None:
                    constant += weights.income * (above - below)
                else:
                    add(reached, weights.income * (above - below))
        for won, bonus in area.bonuses:
            add(won, weights.bonus_value(bonus.gives))
    for var, name, weight in (
        (variables.silver, "silver", weights.silver),
        (variables.ore, "ore", weights.ore),
    ):
        add(var, weight - weights.keep.get(name, Fraction(0)))

    scale = lcm(constant.denominator, *(weight.denominator for weight in terms.values()))
    whole = {var: int(weight * scale) for var, weight in terms.items() if weight}
    return LinearObjective(whole, int(constant * scale), scale)


def fewest_tiles(variables: Variables) -> LinearObjective:
    """Return the negated number of tiles placed, silver and ore excepted."""
    placed = [choice.var for area in variables.areas for choice in area.choices]
    return LinearObjective(dict.fromkeys(placed, -1), 0, 1)


def least_silver(variables: Variables) -> LinearObjective:
    """Return the negated amount of silver placed."""
    return LinearObjective({variables.silver: -1}, 0, 1)
