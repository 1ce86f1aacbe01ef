"""All boards share one supply of tiles, silver, ore, wood and stone (rules, 1.2, 1.7 and 2)."""

from collections import Counter

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.problem import Problem


def add_supply(model: LinearModel, variables: Variables, problem: Problem) -> None:
    """No more is placed than the supply holds, and no less than has to be.

    Silver and ore are distinguished by number only: all fillers together are the silver and the
    ore placed, and ore lies only where it may.
    """
    for kind, stock in enumerate(problem.stock):
        placed: dict[Var, int] = {}
        for area in variables.areas:
            placed |= {choice.var: 1 for choice in area.choices if choice.kind == kind}
        if len(placed) > stock.count or stock.least:
            model.add_constraint(placed, lower=stock.least or None, upper=stock.count)

    everywhere: Counter[Var] = Counter()
    with_ore: Counter[Var] = Counter()
    with_silver: Counter[Var] = Counter()
    for area in variables.areas:
        everywhere.update(area.fillers.values())
        if area.area.takes_ore:
            with_ore.update(area.fillers.values())
        if area.area.takes_silver:
            with_silver.update(area.fillers.values())
    model.add_constraint({**everywhere, variables.silver: -1, variables.ore: -1}, 0, 0)
    if len(with_ore) < len(everywhere):
        model.add_constraint({**with_ore, variables.ore: -1}, lower=0)
    if len(with_silver) < len(everywhere):
        model.add_constraint({**with_silver, variables.silver: -1}, lower=0)

    for name in ("wood", "stone"):
        filled = {area.slots[name]: 1 for area in variables.areas if name in area.slots}
        if filled:
            model.add_constraint(filled, upper=problem.position.supply[name])
