"""Direct changes of a position of *Vikings*, also of a puzzle."""

from collections import Counter
from dataclasses import replace
from typing import Annotated

import msgspec

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.vikings import files
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.parts import ROWS, Cell, cell_name
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.laying import legal_cells
from odin_solver.vikings.words import ship_name
from odin_web.vikings.positions import VikingsAsked, VikingsView, view
from odin_web.vikings.puzzles import puzzle_of


class VikingsChange(VikingsAsked):
    """A change at a cell: lay a tile or a ship, place the figure, or lift what lies on top.

    Row 0 is the row of ships. In a puzzle only free parts are moved.
    """

    row: Annotated[int, msgspec.Meta(ge=0, le=len(ROWS))]
    column: Annotated[int, msgspec.Meta(ge=1, le=files.MAX_COLUMNS)]
    lay: Annotated[str, msgspec.Meta(max_length=10)] = ""
    puzzle: str = ""


def changed(request: VikingsChange) -> VikingsView:
    position = files.vikings_from(request.position)
    fixed = puzzle_of(request.puzzle).position if request.puzzle else None
    if not request.row:
        return view(_ship_changed(position, request, fixed))
    cell = request.row - 1, request.column
    if not request.lay:
        return view(_lifted(position, cell, fixed))
    if request.lay == "figure":
        return view(_placed(position, cell, fixed))
    return view(_laid(position, cell, files.tile_of(request.lay), fixed))


def _ship_changed(
    position: VikingsPosition, request: VikingsChange, fixed: VikingsPosition | None
) -> VikingsPosition:
    area, column = position.area, request.column
    ships, free = dict(area.ships), Counter(position.free.ships)
    if request.lay:
        sail = files.sail_of(request.lay)
        if column in ships:
            raise InputError(say("a ship lies there already"))
        if fixed and not free[sail]:
            raise InputError(say("not free: {ship}", ship=ship_name(sail)))
        ships[column] = sail
        free[sail] -= 1
    else:
        if column not in ships or (fixed and column in fixed.area.ships):
            raise InputError(say("there is no ship to lift"))
        free[ships.pop(column)] += bool(fixed)
    paid = area.paid & ships.keys()
    parts = replace(position.free, ships=dict(+free))
    return replace(position, area=replace(area, ships=ships, paid=paid), free=parts)


def _laid(
    position: VikingsPosition, cell: Cell, tile: IslandTile, fixed: VikingsPosition | None
) -> VikingsPosition:
    free = Counter(position.free.tiles)
    if cell in position.area.tiles:
        raise InputError(say("a tile lies on {cell} already", cell=cell_name(cell)))
    if not free[tile]:  # a middle tile with any building
        tile = next((each for each in +free if each.kind == tile.kind), tile)
    if fixed and not free[tile]:
        raise InputError(say("no tile {tile} is free", tile=tile))
    if fixed and cell not in legal_cells(position.area, tile, position.rules):
        raise InputError(say("{tile} cannot lie on {cell}", tile=tile, cell=cell_name(cell)))
    free[tile] -= 1
    area = replace(position.area, tiles={**position.area.tiles, cell: tile})
    return replace(position, area=area, free=replace(position.free, tiles=dict(+free)))


def _placed(
    position: VikingsPosition, cell: Cell, fixed: VikingsPosition | None
) -> VikingsPosition:
    """Place a free figure, or else one from the mainland, or else a new one."""
    area, code = position.area, ROWS[cell[0]]
    if cell not in area.tiles or cell in area.figures:
        raise InputError(say("there is no free tile on {cell}", cell=cell_name(cell)))
    free, mainland = Counter(position.free.figures), Counter(position.mainland)
    pool = free if free[code] else mainland
    if fixed and (not pool[code] or (pool is mainland and fixed.free)):
        raise InputError(say("no figure of this row is free"))
    pool[code] -= 1
    return replace(
        position,
        area=replace(area, figures=area.figures | {cell}),
        mainland=dict(+mainland),
        free=replace(position.free, figures=dict(+free)),
    )


def _lifted(
    position: VikingsPosition, cell: Cell, fixed: VikingsPosition | None
) -> VikingsPosition:
    """Lift a figure to the mainland, or a tile; parts of a puzzle are free again."""
    area = position.area
    if cell not in area.tiles:
        raise InputError(say("there is nothing on {cell}", cell=cell_name(cell)))
    if cell in area.figures:
        if fixed and cell in fixed.area.figures:
            raise InputError(say("what lies already stays"))
        pool = Counter(position.free.figures if fixed and fixed.free else position.mainland)
        pool[ROWS[cell[0]]] += 1
        area = replace(area, figures=area.figures - {cell})
        if fixed and fixed.free:
            return replace(position, area=area, free=replace(position.free, figures=dict(pool)))
        return replace(position, area=area, mainland=dict(pool))
    if fixed and cell in fixed.area.tiles:
        raise InputError(say("what lies already stays"))
    tiles = dict(area.tiles)
    tile = tiles.pop(cell)
    free = position.free
    if fixed:
        free = FreeParts(dict(Counter(free.tiles) + Counter([tile])), free.ships, free.figures)
    return replace(position, area=replace(area, tiles=tiles), free=free)
