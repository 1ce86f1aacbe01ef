"""One supply for all boards: tiles, silver, ore, wood and stone (rules, 1.2, 1.7 and 2)."""

from collections import Counter

from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.problem import Problem


def state_supply(statement: Statement, variables: Variables, problem: Problem) -> None:
    """No more is laid than the supply holds.

    Silver and ore are told apart only by their number: all fillers together are the silver and
    the ore laid, and ore goes only where ore is allowed.
    """
    for kind, stock in enumerate(problem.stock):
        placed: dict[Var, int] = {}
        for area in variables.areas:
            placed |= {choice.var: 1 for choice in area.choices if choice.kind == kind}
        if len(placed) > stock.count:
            statement.row(placed, upper=stock.count)

    everywhere: Counter[Var] = Counter()
    with_ore: Counter[Var] = Counter()
    with_silver: Counter[Var] = Counter()
    for area in variables.areas:
        everywhere.update(area.fillers.values())
        if area.area.takes_ore:
            with_ore.update(area.fillers.values())
        if area.area.takes_silver:
            with_silver.update(area.fillers.values())
    statement.row({**everywhere, variables.silver: -1, variables.ore: -1}, 0, 0)
    if len(with_ore) < len(everywhere):
        statement.row({**with_ore, variables.ore: -1}, lower=0)
    if len(with_silver) < len(everywhere):
        statement.row({**with_silver, variables.silver: -1}, lower=0)

    for name in ("wood", "stone"):
        filled = {area.slots[name]: 1 for area in variables.areas if name in area.slots}
        if filled:
            statement.row(filled, upper=problem.position.supply[name])
