"""Figures: one on a tile of its row; which of them are safe (Vikings, 3 and 4)."""

from collections import Counter

from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import ROWS, WARRIORS


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
