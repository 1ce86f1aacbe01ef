"""Tiles: their numbers, and edges that match (Vikings, 3)."""

from collections import Counter

from odin_solver.linear.model import Var
from odin_solver.vikings.model.variables import Model, free_groups
from odin_solver.vikings.rules.laying import fits_mainland


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
        if cell[1] == 1 and not fits_mainland(tile, rules):
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
