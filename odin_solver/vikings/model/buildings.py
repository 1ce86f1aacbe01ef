"""Special buildings: figures on them and around them (Vikings, 5)."""

from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.parts import Cell
from odin_solver.vikings.rules.scoring import around

MOST = 9
"""Cells of a building and around it."""


def add_buildings(model: Model) -> None:
    """A building counts the figures around it unless it is threatened.

    A special tile that the player has lies on one tile with the same building.
    """
    linear, position = model.linear, model.position
    for name, count in position.specials.items():
        if name.startswith("building_") and count:
            building = int(name.removeprefix("building_"))
            chosen = []
            for (cell, tile), var in model.tiles.items():
                if tile.building == building and not tile.special:
                    here = linear.add_variable()
                    chosen.append(here)
                    model.buildings[building, cell] = here
                    linear.add_constraint({var: 1, here: -1}, lower=0)
                    _add_value(model, cell, here)
            for (_, tile), count in model.far_tiles.items():
                if tile.building == building:
                    here = linear.add_variable()
                    chosen.append(here)
                    linear.add_constraint({count: 1, here: -1}, lower=0)
                    model.final["vp"][here] += MOST
            linear.add_at_most_one(chosen)
    for cell, tile in position.area.tiles.items():
        if tile.special:
            _add_value(model, cell, model.tiles[cell, tile])


def _add_value(model: Model, cell: Cell, here: int) -> None:
    linear = model.linear
    value = linear.add_variable(MOST)
    linear.add_constraint({here: MOST, value: -1}, lower=0)
    figures = [model.figures[near] for near in around(cell) if near in model.figures]
    linear.add_constraint({**dict.fromkeys(figures, 1), value: -1}, lower=0)
    terms = {var: MOST * factor for var, factor in model.threats(cell).items()}
    linear.add_constraint({value: 1, **terms}, upper=MOST)
    model.final["vp"][value] += 1
