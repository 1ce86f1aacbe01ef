"""Every tile is connected with the mainland (Vikings, 3): a flow from there reaches it."""

from collections import Counter

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import WARRIORS, Cell
from odin_solver.vikings.rules.laying import neighbours, touches_mainland

FAR = (-1, -1)
"""Stands for all tiles of the far sea, which are connected with each other."""


def add_connection(model: Model) -> None:
    """Each tile consumes a unit that flows from the mainland over tiles."""
    linear, rules = model.linear, model.position.rules
    if not model.position.free.tiles:
        return
    most = len(model.position.area.tiles) + sum(model.position.free.tiles.values())
    occupied: dict[Cell, Counter[Var]] = {
        cell: Counter(dict.fromkeys(model.on(cell), 1)) for cell in model.cells
    }
    sources = {cell: [near for near in neighbours(cell) if near in occupied] for cell in occupied}
    border = [cell for cell in occupied if cell[1] == model.columns]
    if model.far_tiles:
        occupied[FAR] = Counter(dict.fromkeys(model.far_tiles.values(), 1))
        sources[FAR] = border
        for cell in border:
            sources[cell].append(FAR)
    balance: dict[Cell, Counter[Var]] = {cell: Counter() for cell in occupied}
    for cell in occupied:
        inflow: list[Var] = []
        if cell != FAR and touches_mainland(cell, rules):
            inflow.append(linear.add_variable(most))
        elif cell != FAR:
            around: Counter[Var] = Counter()
            for source in sources[cell]:
                around.update(occupied[source])
            around.subtract(occupied[cell])
            linear.add_constraint(around, lower=0)
        for source in sources[cell]:
            flow = linear.add_variable(most)
            inflow.append(flow)
            balance[source][flow] -= 1
        for flow in inflow:
            balance[cell][flow] += 1
        capacity = Counter(dict.fromkeys(inflow, -1))
        for var in occupied[cell]:
            capacity[var] += most
        linear.add_constraint(capacity, lower=0)
    for cell, terms in balance.items():
        terms.subtract(occupied[cell])
        linear.add_constraint(terms, 0, 0)
    _add_columns(model, occupied)


def _add_columns(model: Model, occupied: dict[Cell, Counter[Var]]) -> None:
    """A column with a tile has another one before it: implied, but of help to solvers."""
    linear = model.linear
    used: dict[int, Var] = {}
    for column in range(1, model.columns + 1):
        here = [var for cell in occupied if cell[1] == column for var in occupied[cell]]
        used[column] = linear.add_variable()
        linear.add_implication(used[column], here)
        if not touches_mainland((WARRIORS, column), model.position.rules):
            for cell in occupied:
                if cell[1] == column:
                    before = Counter({used[column - 1]: 1})
                    before.subtract(occupied[cell])
                    linear.add_constraint(before, lower=0)
    for var in occupied.get(FAR, ()):
        linear.add_constraint({used[model.columns]: linear.upper[var], var: -1}, lower=0)
