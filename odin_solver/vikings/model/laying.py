"""Tiles, ships and figures: where they may lie (Vikings, 3), and which are safe (4)."""

from collections import Counter

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model, free_groups
from odin_solver.vikings.parts import ROWS, WARRIORS, Cell
from odin_solver.vikings.rules import laying


def add_tiles(model: Model) -> None:
    """At most one tile on a cell, no more than there are, sea beside sea, land beside land."""
    linear, rules = model.linear, model.position.rules
    groups = free_groups(model.position)
    for group, count in groups.items():
        new = [
            var
            for (cell, tile), var in model.tiles.items()
            if tile == group and cell not in model.position.area.tiles
        ]
        new += [var for (_, tile), var in model.far_tiles.items() if tile == group]
        linear.add_constraint(dict.fromkeys(new, 1), upper=count)
    for (cell, tile), var in model.tiles.items():
        if cell[1] == 1 and not laying.fits_mainland(tile, rules):
            model.fix(var, 0)
    for row, column in model.cells:
        cell, beside = (row, column), (row, column + 1)
        linear.add_at_most_one(model.on(cell))
        # Land on the right edge excludes a start beside it; sea excludes middles and ends.
        linear.add_at_most_one([*model.on(cell, "SM"), *model.on(beside, "S")])
        linear.add_at_most_one([*model.on(cell, "E"), *model.on(beside, "ME")])
        if not rules.gaps and column > 1:
            before = model.on((row, column - 1))
            terms: Counter[Var] = Counter(dict.fromkeys(before, 1))
            terms.subtract(model.on(cell))
            linear.add_constraint(terms, lower=0)


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
    sources = {
        cell: [near for near in laying.neighbours(cell) if near in occupied] for cell in occupied
    }
    border = [cell for cell in occupied if cell[1] == model.columns]
    if model.far_tiles:
        occupied[FAR] = Counter(dict.fromkeys(model.far_tiles.values(), 1))
        sources[FAR] = border
        for cell in border:
            sources[cell].append(FAR)
    balance: dict[Cell, Counter[Var]] = {cell: Counter() for cell in occupied}
    for cell in occupied:
        inflow: list[Var] = []
        if cell != FAR and laying.touches_mainland(cell, rules):
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
        if not laying.touches_mainland((WARRIORS, column), model.position.rules):
            for cell in occupied:
                if cell[1] == column:
                    before = Counter({used[column - 1]: 1})
                    before.subtract(occupied[cell])
                    linear.add_constraint(before, lower=0)
    for var in occupied.get(FAR, ()):
        linear.add_constraint({used[model.columns]: linear.upper[var], var: -1}, lower=0)


def add_ships(model: Model) -> None:
    """All free ships are laid, one in a column; more than three leave no gap."""
    area, free, linear = model.position.area, model.position.free, model.linear
    count = len(area.ships) + sum(free.ships.values())
    for sail, number in free.ships.items():
        new = [
            var
            for (column, colour), var in model.ships.items()
            if colour == sail and column not in area.ships
        ]
        linear.add_constraint(dict.fromkeys(new, 1), number, number)
    for column in {column for column, _ in model.ships}:
        here = [var for (at, _), var in model.ships.items() if at == column]
        least = 1 if count >= laying.FIRST_SHIPS else 0
        linear.add_constraint(dict.fromkeys(here, 1), least, 1)


def add_figures(model: Model) -> None:
    """Figures stand on tiles, no more than there are."""
    linear, position = model.linear, model.position
    for cell, var in model.figures.items():
        linear.add_implication(var, model.on(cell))
    for row in range(len(ROWS)):
        new = [
            var
            for cell, var in model.figures.items()
            if cell[0] == row and cell not in position.area.figures
        ]
        if row in model.far_figures:
            far = model.far_figures[row]
            new.append(far)
            linear.add_constraint({**dict.fromkeys(model.far(row), 1), far: -1}, lower=0)
        if new:
            linear.add_constraint(dict.fromkeys(new, 1), upper=model.movable(row))


def add_threats(model: Model) -> None:
    """A figure is safe if no ship reaches it that no warrior in its column repels."""
    linear = model.linear
    columns = {column for column, _ in model.ships}
    for column in columns:
        warrior = model.figures.get((WARRIORS, column))
        if warrior is None:
            continue
        repelled = Counter({warrior: 1})
        for (at, sail), ship in model.ships.items():
            if at == column:
                var = linear.add_variable()
                model.repelled[at, sail] = var
                repelled[var] = -1
                linear.add_constraint({ship: 1, var: -1}, lower=0)
        linear.add_constraint(repelled, lower=0)
    for cell, var in model.figures.items():
        threats = model.threats(cell)
        if cell[0] == WARRIORS or not threats:
            model.safe[cell] = var
            continue
        safe = linear.add_variable()
        model.safe[cell] = safe
        linear.add_constraint({var: 1, safe: -1}, lower=0)
        linear.add_constraint({safe: 1, **threats}, upper=1)
