"""The whole model of a position, and the position of a solution."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from odin_solver.linear.model import Var
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.model import laying, scoring
from odin_solver.vikings.model.ferry import FerryVariables, add_ferry
from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.model.variables import Model, add_variables, group_of
from odin_solver.vikings.parts import ROWS
from odin_solver.vikings.position import FreeParts, VikingsPosition


def placing_model(position: VikingsPosition, aim: Aim, columns: int, *, far_sea: bool) -> Model:
    """Return the model of placing the free parts.

    Parameters
    ----------
    position
        Position with the free parts.
    aim
        What counts.
    columns
        Number of columns that are modelled cell by cell.
    far_sea
        Whether tiles beyond them are counted; otherwise there are none.
    """
    model = Model(position, columns, has_far_sea=far_sea)
    add_variables(model)
    laying.add_tiles(model)
    laying.add_connection(model)
    laying.add_ships(model)
    laying.add_figures(model)
    _add_values(model, aim)
    return model


def ferry_model(position: VikingsPosition, aim: Aim) -> tuple[Model, FerryVariables]:
    """Return the model of ferrying the figures of the mainland."""
    position = replace(position, free=FreeParts())
    model = Model(position, position.area.columns, ferrying=True)
    add_variables(model)
    laying.add_figures(model)
    ferry = add_ferry(model)
    _add_values(model, aim)
    return model, ferry


def _add_values(model: Model, aim: Aim) -> None:
    laying.add_threats(model)
    scoring.add_ship_values(model)
    scoring.add_figure_values(model)
    if aim == "final":
        scoring.add_islands(model)
        scoring.add_boatsmen(model)
        scoring.add_buildings(model)
        scoring.add_food(model)


def built_position(model: Model, value: Callable[[Var], int]) -> VikingsPosition:
    """Return the position of a solution of `placing_model`."""
    position = model.position
    left = Counter(position.free.tiles)
    tiles = dict(position.area.tiles)
    laid = sorted(key for key, var in model.tiles.items() if key[0] not in tiles and value(var))
    for cell, group in laid:  # each cell once, so that no tiles are compared
        alike = (tile for tile in sorted(left, key=str) if group_of(tile, position) == group)
        tile = next(tile for tile in alike if left[tile])
        left[tile] -= 1
        tiles[cell] = tile
    specials = dict(position.specials)
    for building in sorted({building for building, _ in model.buildings}):
        cells = [cell for cell in sorted(tiles) if tiles[cell] == IslandTile("M", building)]
        if cells:  # any of them, if none is worth more
            best = max(cells, key=lambda cell: value(model.buildings[building, cell]))
            tiles[best] = tiles[best]._replace(special=True)
            del specials[f"building_{building}"]
    figures = frozenset(cell for cell, var in model.figures.items() if value(var))
    ships = {column: sail for (column, sail), var in model.ships.items() if value(var)}
    mainland = Counter(position.mainland)
    mainland.update(position.free.figures)
    mainland.subtract(ROWS[row] for row, _ in figures - position.area.figures)
    return replace(
        position,
        area=Archipelago(tiles, figures, dict(sorted(ships.items())), position.area.paid),
        mainland=dict(+mainland),
        specials=specials,
        free=FreeParts(tiles=dict(+left)),
    )
